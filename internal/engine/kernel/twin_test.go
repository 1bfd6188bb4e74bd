package kernel

import "math/bits"

// The twins define the operations of a lane kernel. They are written by hand in plain loops and share no code
// with the generator of the assembly, so each operation of each kernel can be compared with the twin's. The
// twins also run the schedule, the store, dives and single searches if there is no assembly: with the purego
// tag, on other processors, and with the race detector, which must see every access.
//
// There is one twin for each layout. It comes to rest in the same state as the kernel; in a lane without a
// solution the two may find different contradictions first. For a single puzzle twin32 agrees with avx2 bit by
// bit.
var (
	twin32    = newTwin("twin32", layout32{})
	twin64    = newTwin("twin64", layout64{})
	twinBytes = newTwin("twinBytes", layoutBytes{})
)

// Only twin32 joins the registry. The other twins are slower and are only in laneKernels, so no test of the
// whole registry depends on a layout.
func init() { registry = append(registry, twin32) }

// layout32 has 32 lanes of 16 bits, nine of them candidates. Bits 0 to 6 of key are the cell in which to fork. The bit
// bivalue of key is set if this cell has two candidates; otherwise no cell has two.
type layout32 struct{}

const bivalue = 1 << 13

func (layout32) lanes() int                                     { return laneCount }
func (layout32) candidatesAt(cells *plane, c, l int) uint16     { return cells[c].laneAt(l) }
func (layout32) cellWithFewest(cells *plane, l int) int         { return cells.cellWithFewest(l) }
func (layout32) setCandidates(cells *plane, c, l int, x uint16) { cells[c].setLane(l, x) }

func (layout32) resetEmptyCells(cells *plane, l int, puzzle *[81]uint8) {
	for c, digit := range puzzle {
		if digit == 0 {
			cells[c].setLane(l, 511)
		}
	}
}

func (layout32) writeLaneSet(v *vec, some uint64) {
	for i := range v {
		v[i] = (some&1 | some&2<<15 | some&4<<30 | some&8<<45) * 0xFFFF
		some >>= 4
	}
}

func (layout32) resetCandidates(cells *plane, c, l int, others uint64) {
	cells[c].setLane(l, 511&^(cells[c].laneAt(l)&uint16(others)))
}

// four is a copy of the candidates of four lanes, 16 bits each. A cell takes nine of the 16 bits. Its highest
// bit can be set before one is subtracted, so no lane borrows from the next. The sweep works on the copy
// without the race detector, which would make it slow.
type four [81]uint64

const (
	ones    uint64 = 0x0001000100010001
	highest        = ones << 15
)

// filled returns 15 set bits in each lane where x is not empty.
func filled(x uint64) uint64 {
	top := ((x | highest) - ones) & highest
	return top - top>>15
}

// rest returns x without the lowest digit of each lane.
func rest(x uint64) uint64 { return x & ((x | highest) - ones) }

// only returns each lane's digit where the lane has exactly one, and no digit elsewhere.
func only(x uint64) uint64 { return x &^ filled(rest(x)) }

func exactlyOne(a, b, c uint64) uint64 { return (a ^ b ^ c) &^ (a & b & c) }

// matched returns the candidates that stay in each of a chute's minilines. A digit stands in one miniline of
// each line and of each box. So its three minilines are one of the six ways to match lines with boxes.
//
//go:norace
func matched(unions *[3][3]uint64) (left [3][3]uint64) {
	for _, box := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		together := ^uint64(0)
		for line := range 3 {
			together &= unions[line][box[line]]
		}
		for line := range 3 {
			left[line][box[line]] |= together
		}
	}
	return left
}

// restrict removes from cell c, in each lane, the candidates that are not in keep. If a lane has a candidate in
// hidden, it keeps only this hidden single.
//
//go:norace
func (x *four) restrict(c int, keep, hidden uint64) {
	found := filled(x[c] & hidden)
	x[c] &= hidden&found | keep&^found
}

// sweep propagates once, in all bands and stacks.
//
//go:norace
func (x *four) sweep() {
	var above [9]uint64 // for each column, the digits placed by the bands above
	for band := range 3 {
		x.sweepBand(27*band, &above)
	}
	for stack := range 3 {
		x.sweepStack(3 * stack)
	}
}

// sweepBand propagates in the band whose first cell is first.
//
//go:norace
func (x *four) sweepBand(first int, above *[9]uint64) {
	here := *above
	var unions [3][3]uint64
	for box := range 3 {
		placed := uint64(0)
		for row := range 3 {
			for column := 3 * box; column < 3*box+3; column++ {
				single := only(x[first+9*row+column])
				placed |= single
				here[column] |= single
			}
		}
		for row := range 3 {
			for column := 3 * box; column < 3*box+3; column++ {
				c := &x[first+9*row+column]
				*c = *c&^(placed|above[column]) | only(*c)
				unions[row][box] |= *c
			}
		}
	}
	*above = here
	left := matched(&unions)
	for row := range 3 {
		for box := range 3 {
			c := first + 9*row + 3*box
			hidden := exactlyOne(left[row][0], left[row][1], left[row][2]) & left[row][box] & exactlyOne(x[c], x[c+1], x[c+2])
			for i := range 3 {
				x.restrict(c+i, left[row][box], hidden)
			}
		}
	}
}

// sweepStack propagates in the stack whose first cell is first.
//
//go:norace
func (x *four) sweepStack(first int) {
	var unions [3][3]uint64
	for column := range 3 {
		for box := range 3 {
			for row := range 3 {
				unions[column][box] |= x[first+27*box+9*row+column]
			}
		}
	}
	left := matched(&unions)
	for box := range 3 {
		var inRow [3]uint64
		for row := range 3 {
			c := first + 27*box + 9*row
			inRow[row] = x[c] | x[c+1] | x[c+2]
		}
		inBox := exactlyOne(left[0][box], left[1][box], left[2][box]) & exactlyOne(inRow[0], inRow[1], inRow[2])
		for column := range 3 {
			c := first + 27*box + column
			inColumn := exactlyOne(left[column][0], left[column][1], left[column][2]) & exactlyOne(x[c], x[c+9], x[c+18])
			for row := range 3 {
				x.restrict(c+9*row, left[column][box], (inBox|inColumn)&left[column][box])
			}
		}
	}
}

// lane holds the candidates of one lane, by cell.
type lane [81]uint16

func atMostOne(a, b, c uint16) uint16 { return ^(a&b | a&c | b&c) }

// best returns the bivalue cell to branch on, with its key as avx2 computes it. If there is no such cell, the
// key is below bivalue. Cells come first if both their digits have places in several minirows of the row and
// several minicolumns of the column. Among these, the cell with the most bivalue cells in its houses is best,
// then the first.
//
//go:norace
func (x *lane) best() (cell int, key uint16) {
	var isPair [81]bool
	var inRow, inColumn, inBox, boundRow, boundColumn [9]uint16
	for c := range x {
		if bits.OnesCount16(x[c]) == 2 {
			isPair[c] = true
			inRow[c/9]++
			inColumn[c%9]++
			inBox[boxOf(c)]++
		}
	}
	for i := range 9 {
		var row, column [3]uint16
		for k := range 9 {
			row[k/3] |= x[9*i+k]
			column[k/3] |= x[9*k+i]
		}
		boundRow[i], boundColumn[i] = atMostOne(row[0], row[1], row[2]), atMostOne(column[0], column[1], column[2])
	}
	for c := range x {
		if !isPair[c] {
			continue
		}
		k := bivalue + (inRow[c/9]+inColumn[c%9]+inBox[boxOf(c)])<<7 + 127 - uint16(c)
		if x[c]&(boundRow[c/9]|boundColumn[c%9]) == 0 {
			k += 1 << 12
		}
		if k > key {
			cell, key = c, k
		}
	}
	return cell, key ^ 127
}

// skew returns the first of a digit's two places in a box. The two places differ in row and column. It takes
// the first box with such a digit from 1 to 8, and there the lowest digit. digit is 0 if there is none.
//
//go:norace
func (x *lane) skew() (cell int, digit uint16) {
	for box := range 9 {
		for digit := uint16(1); digit <= 1<<7; digit <<= 1 {
			var places []int
			for i := range 9 {
				if c := box/3*27 + box%3*3 + i/3*9 + i%3; x[c]&digit != 0 {
					places = append(places, c)
				}
			}
			if len(places) == 2 && places[0]/9 != places[1]/9 && places[0]%9 != places[1]%9 {
				return places[0], digit
			}
		}
	}
	return 0, 0
}

// guess returns for each band its first bivalue cell, in the order of boxes, in a stack that no earlier band
// has taken. It returns −1 for a band without such a cell. pairs reports whether no cell has three candidates.
//
//go:norace
func (x *lane) guess() (cells [3]int, pairs bool) {
	taken := [3]bool{}
	for band := range cells {
		cells[band] = -1
		for i := range 27 {
			stack := i / 9
			c := 27*band + 3*stack + i%9/3*9 + i%3
			if cells[band] < 0 && !taken[stack] && bits.OnesCount16(x[c]) == 2 {
				cells[band], taken[stack] = c, true
			}
		}
	}
	for _, c := range x {
		if bits.OnesCount16(c) > 2 {
			return cells, false
		}
	}
	return cells, true
}

// twinKernel implements the operations for any layout.
type twinKernel struct {
	layout
	count int
}

// words reports whether the layout is layout32, whose words hold whole lanes.
func (k twinKernel) words() bool { return k.layout == layout32{} }

func newTwin(name string, as layout) *lanes {
	k := twinKernel{as, as.lanes()}
	return newLanes(lanes{
		name: name, layout: as,
		sweep: k.sweep, choose: k.choose, guess: k.guess, restore: k.restore,
		makeFirstChildren: k.first, makeSecondChildren: k.second, move: k.move, load: k.load, read: k.read,
		prefetch: func(*[81]uint8, *Result, *search) {},
		single:   singleTwin,
	})
}

// four returns the candidates of lanes first to first+3.
func (k twinKernel) four(cells *plane, first int) (x four) {
	for c := range x {
		if k.words() {
			x[c] = cells[c][first/4]
			continue
		}
		for i := range 4 {
			x[c] |= uint64(k.candidatesAt(cells, c, first+i)) << (16 * i)
		}
	}
	return x
}

func (k twinKernel) lane(cells *plane, l int) (x lane) {
	for c := range x {
		x[c] = k.candidatesAt(cells, c, l)
	}
	return x
}

// setFour stores cell c of four lanes, first to first+3, in the lanes where now differs from was.
func (k twinKernel) setFour(cells *plane, c, first int, was, now uint64) {
	if k.words() {
		cells[c][first/4] = now
		return
	}
	for l := first; was != now; l++ {
		if x := uint16(now); x != uint16(was) {
			k.setCandidates(cells, c, l, x)
		}
		was, now = was>>16, now>>16
	}
}

func (k twinKernel) sweep(w *workspace) { k.sweepLanes(w, k.count) }

// sweepLanes sweeps the first n lanes and sets their status.
func (k twinKernel) sweepLanes(w *workspace, n int) {
	w.dead, w.still, w.full = 0, 0, 0
	for first := 0; first < n; first += 4 {
		before := k.four(&w.cell, first)
		x := before
		x.sweep()
		alive, sum, changed := ^uint64(0), uint64(0), uint64(0)
		for c, now := range x {
			alive &= filled(now)
			sum += now
			changed |= now ^ before[c]
			k.setFour(&w.cell, c, first, before[c], now)
		}
		for i := range 4 {
			l, sum := first+i, uint16(sum>>(16*i))
			bit := uint64(1) << l
			same := uint16(changed>>(16*i)) == 0
			still := same
			if k.words() {
				still = sum == w.prev.laneAt(l)
				w.prev.setLane(l, sum)
			}
			if uint16(alive>>(16*i)) == 0 {
				w.dead |= bit
			}
			if still {
				w.still |= bit
			}
			if sum == 9*511 && (same || n == singleLanes) { // the search of a single puzzle waits until the lane is still
				w.full |= bit
			}
		}
	}
}

func (k twinKernel) choose(w *workspace) { k.chooseLanes(w, k.count) }

func (k twinKernel) chooseLanes(w *workspace, n int) {
	for l := range n {
		x := k.lane(&w.cell, l)
		cell, key := x.best()
		if !k.words() {
			at, digit := x.skew()
			if digit != 0 {
				cell, key = at, bivalue
			}
			w.key.setByte(l, uint8(cell))
			w.score.setByte(l, uint8(key>>13))
			w.digit.setByte(l, uint8(digit))
		} else {
			w.key.setLane(l, key)
		}
	}
}

// chosen returns the cell that choose picked for lane l; ok is false if it picked none.
func (k twinKernel) chosen(w *workspace, l int) (cell int, ok bool) {
	if !k.words() {
		return int(w.key.byteAt(l)), w.score.byteAt(l) != 0
	}
	key := w.key.laneAt(l)
	return int(key & 127), key&bivalue != 0
}

// marked reports whether guess and restore shall serve lane l.
func (k twinKernel) marked(w *workspace, l int) bool {
	switch k.layout {
	case layout64{}:
		return w.served[0]>>l&1 != 0
	case layoutBytes{}:
		return w.served.byteAt(l) != 0
	}
	return w.served.laneAt(l) != 0
}

func (k twinKernel) guess(w *workspace) {
	w.pairs = 0
	w.picked = [4]vec{}
	for l := range k.count {
		x := k.lane(&w.cell, l)
		cells, pairs := x.guess()
		if pairs {
			w.pairs |= 1 << l
		}
		if !k.marked(w, l) {
			continue
		}
		s := uint32(0)
		for band, c := range cells {
			if c < 0 {
				continue
			}
			lower := x[c] & -x[c]
			k.setCandidates(&w.cell, c, l, lower)
			s += uint32(c%27+1)<<(8*band) | 1<<(24+band) | 1<<27
		}
		w.picked[l>>2&3][l>>3&6|l>>1&1] |= uint64(s) << (l & 1 * 32)
		k.copyLane(&w.path, l, &w.cell, l)
	}
}

func (k twinKernel) restore(w *workspace) {
	for l := range k.count {
		if k.marked(w, l) {
			k.copyLane(&w.cell, l, &w.path, l)
		}
	}
}

func (k twinKernel) first(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set)
		c, ok := k.chosen(w, l)
		if !ok {
			few := 10
			for i, x := range k.lane(&w.cell, l) {
				if n := bits.OnesCount16(x); n > 1 && n < few {
					c, few = i, n
				}
			}
		}
		x := k.candidatesAt(&w.cell, c, l)
		digit := x & -x
		if d := uint16(w.digit.byteAt(l)); !k.words() && d != 0 {
			digit = d
		}
		at[l], rest[l] = uint8(c), x&^digit
		if x == digit {
			digit = 0
		}
		k.setCandidates(&w.cell, c, l, digit)
	}
}

func (k twinKernel) second(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set)
		parent := int(from[l]) % k.count
		k.setCandidates(cells, int(at[parent]), l, rest[parent])
	}
}

func (k twinKernel) copyLane(to *plane, l int, from *plane, source int) {
	for c, x := range k.lane(from, source) {
		k.setCandidates(to, c, l, x)
	}
}

func (k twinKernel) move(cells, frames *plane, from *[maxLanes]uint16, set uint64) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set)
		if f := int(from[l]); f >= k.count {
			k.copyLane(cells, l, frames, f-k.count)
		} else {
			k.copyLane(cells, l, cells, f)
		}
	}
}

func (k twinKernel) load(frames *plane, first int, puzzles *[laneCount][81]uint8) (clash uint32) {
	for i := range puzzles {
		var placed [9]uint16
		for c, d := range puzzles[i] {
			x := candidates[d]
			k.setCandidates(frames, c, first+i, x)
			if d == 0 {
				continue
			}
			if placed[boxOf(c)]&x != 0 {
				clash |= 1 << i
			}
			placed[boxOf(c)] |= x
		}
	}
	return clash
}

func (k twinKernel) read(cells *plane, l int, grid *[81]uint8) {
	for c := range grid {
		grid[c] = uint8(1 + bits.TrailingZeros16(k.candidatesAt(cells, c, l)))
	}
}

func boxOf(c int) int { return c/27*3 + c%9/3 }

// singleTwin is the twin of the operations on 16 lanes for a single puzzle.
var singleTwin = func() *single {
	k := twinKernel{layout32{}, laneCount}
	return &single{
		sweep:  func(w *workspace) { k.sweepLanes(w, singleLanes) },
		choose: func(w *workspace) { k.chooseLanes(w, singleLanes) },
		move: func(cells, frames *plane, from *[singleLanes]uint16) {
			for l, f := range from {
				if f >= singleLanes {
					k.copyLane(cells, l, frames, int(f-singleLanes))
				} else if int(f) != l {
					k.copyLane(cells, l, cells, int(f))
				}
			}
		},
		fork: func(cells *plane, forks []fork) {
			for _, s := range forks {
				for l := range singleLanes {
					x := k.candidatesAt(cells, int(s.cell), l)
					if s.first>>l&1 != 0 {
						k.setCandidates(cells, int(s.cell), l, x&-x)
					}
					if s.second>>l&1 != 0 {
						k.setCandidates(cells, int(s.cell), l, x&(x-1))
					}
				}
			}
		},
		read: k.read,
	}
}()
