package lanes

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"
)

// twin is a kernel written by hand in plain loops, one lane at a time. It defines the routines, and takes their
// place if there is no assembly. twinHalf is the twin of kernels whose vectors hold half a row.
var twin, twinHalf = newTwin("twin", false), newTwin("twin of halves", true)

func newTwin(name string, half bool) *kernel {
	k := &kernel{name: name, half: half, choose: twinChoose, move: moveLanesOneByOne}
	for kind, run := range map[kind]func(*twinRun){
		kindDistinct: twinDistinct, kindUnequal: twinUnequal, kindRelation: twinRelation, kindRequired: twinRequired, kindCount: twinCount, kindBalance: twinBalance,
		kindBand: twinBand, kindCrossing: twinCrossing, kindSets: twinSets, kindPlaces: twinPlaces, kindTriple: twinTriple, kindSum: twinSum, kindAutomaton: twinAutomaton,
		kindEither: twinEither, kindEnter: twinEnter, kindLeave: twinLeave,
	} {
		k.narrow[kind] = func(m *machine, from, end int) { twinWords(m, from, end, run) }
	}
	k.wide = k.narrow
	return k
}

// twinRun runs a propagator in one lane.
type twinRun struct {
	s     *search
	r     *record
	list  []uint32
	lane  int
	dead  bool
	moved bool
	every []int // the live lanes of the vector that contains the lane
	open  bool
}

// searchOf returns the search that m is part of.
func searchOf(m *machine) *search {
	return (*search)(unsafe.Add(unsafe.Pointer(m), -int(unsafe.Offsetof(search{}.machine))))
}

func twinWords(m *machine, from, end int, run func(*twinRun)) {
	s := searchOf(m)
	dirty := s.dirty
	for w := from; w < end; w++ {
		todo := m.may
		for dirty[w]&todo != 0 {
			bit := dirty[w] & todo & -(dirty[w] & todo)
			dirty[w] &^= bit
			todo &^= bit
			at := w*64 + bits.TrailingZeros64(bit)
			r := &s.running.records[at]
			x := twinRun{s: s, r: r, list: s.program.code[r.code/4:]}
			together := []uint32{math.MaxUint32}
			if s.program.half {
				together = []uint32{1<<16 - 1, math.MaxUint32 &^ (1<<16 - 1)}
			}
			dead, moved := uint32(0), uint32(0)
			for _, set := range together {
				x.every = nil
				for l := range lanes {
					if m.live&set>>l&1 != 0 {
						x.every = append(x.every, l)
					}
				}
				for _, l := range x.every {
					x.lane, x.dead, x.moved = l, false, false
					run(&x)
					if x.dead {
						dead |= 1 << l
					} else if x.moved {
						moved |= 1 << l
						m.changed[l] = 1
					}
				}
			}
			if dead != 0 {
				m.failed[m.fails] = failure{uint32(at), dead}
				m.fails++
				if m.live &^= dead; m.live == 0 {
					return
				}
			}
			if moved != 0 {
				for k, bits := range s.running.near[at*len(dirty):][:len(dirty)] {
					dirty[k] |= bits
				}
			}
		}
	}
}

// cell returns the candidates that the lane has in one cell. off is the byte offset of the cell's row in the
// grid. keep intersects these candidates with a set.
func (x *twinRun) cell(off uint32) uint16 { return x.s.grid[off/64][x.lane] }

func (x *twinRun) keep(off uint32, s uint16) {
	c := &x.s.grid[off/64][x.lane]
	if now := *c & s; now != *c {
		*c, x.moved = now, true
	}
	x.dead = x.dead || *c == 0
}

func one(s uint16) uint16 {
	if s&(s-1) == 0 {
		return s
	}
	return 0
}

// gather returns four sets of values: those that some cell can have, those that two cells can have, those that
// are the only candidate of a cell, and those that are the only candidate of two cells.
func (x *twinRun) gather(cells []uint32) (any, two, fixed, twice uint16) {
	for _, c := range cells {
		y := x.cell(c)
		two |= any & y
		any |= y
		twice |= fixed & one(y)
		fixed |= one(y)
	}
	return
}

func twinDistinct(x *twinRun) {
	cells := x.list[:x.r.n]
	any, two, fixed, twice := x.gather(cells)
	n := bits.OnesCount16(any)
	if n < len(cells) || twice != 0 {
		x.dead = true
	}
	hidden := any &^ two &^ fixed
	if n != len(cells) {
		hidden = 0
	}
	for _, c := range cells {
		y := x.cell(c)
		keep := ^fixed | one(y)
		if h := y & hidden; h != 0 {
			keep &= h
			x.dead = x.dead || one(h) == 0
		}
		x.keep(c, keep)
	}
}

func twinUnequal(x *twinRun) {
	was := map[uint32]uint16{}
	for _, c := range x.list[:x.r.n] {
		was[c] = one(x.cell(c))
	}
	list := x.list[x.r.n:]
	for range x.r.a {
		c, set, n := list[0], uint16(list[1]), list[2]
		for _, d := range list[3 : 3+n] {
			x.keep(c, ^(was[d] & set))
		}
		list = list[3+n:]
	}
}

// look returns the union of a table's entries for the values in s.
func (x *twinRun) look(table int, s uint16) (out uint16) {
	p := x.s.program
	t := p.tables[int(x.r.table)/64+table*p.rowsPerTable():]
	for ; s != 0; s &= s - 1 {
		v := bits.TrailingZeros16(s)
		if p.half {
			set := 1 << (v % 4)
			byteAt := func(at int) uint16 { return t[at/64][at%64/2] >> (at % 2 * 8) & 255 }
			out |= byteAt(v/4*32+set) | byteAt(v/4*32+16+set)<<8
		} else {
			out |= t[v/5][1<<(v%5)]
		}
	}
	return out
}

func twinRelation(x *twinRun) {
	a, b := x.list[0], x.list[1]
	x.keep(b, x.look(0, x.cell(a)))
	x.keep(a, x.look(1, x.cell(b)))
}

func (x *twinRun) groups(list []uint32, must uint16) {
	n := list[0]
	list = list[1:]
	for range n {
		gone := must
		k := 4 * list[0]
		for _, c := range list[1 : 1+k] {
			gone &^= x.cell(c)
		}
		list = list[1+k:]
		k = list[0]
		for _, c := range list[1 : 1+k] {
			x.keep(c, ^gone)
		}
		list = list[1+k:]
	}
}

func twinPlaces(x *twinRun) {
	one, must := uint16(0), uint16(x.r.a)
	for _, c := range x.list[:x.r.n] {
		one |= x.cell(c)
	}
	for _, set := range x.list[x.r.n:][:x.r.b] {
		if t := one & uint16(set); bits.OnesCount16(t) == 1 {
			must |= t
		}
	}
	x.groups(x.list[x.r.n+x.r.b:], must)
}

func twinSets(x *twinRun) {
	cells, sets := x.list[:x.r.n], x.list[x.r.n:][:x.r.a]
	any, two, fixed, twice := x.gather(cells)
	some, every := uint16(0), ^uint16(0)
	for _, s := range sets {
		s := uint16(s)
		fits := s&^any == 0 && fixed&^s == 0
		for _, c := range cells[:x.r.b] {
			fits = fits && x.cell(c)&s != 0
		}
		if fits {
			some |= s
			every &= s
		}
	}
	if some == 0 || twice != 0 {
		x.dead = true
	}
	must := every &^ fixed
	for _, c := range cells {
		y := x.cell(c)
		keep := some & (^fixed | one(y))
		if h := y & keep & must &^ two; h != 0 {
			keep &= h
		}
		x.keep(c, keep)
	}
	x.groups(x.list[x.r.n+x.r.a:], must)
}

func twinRequired(x *twinRun) {
	cells := x.list[:x.r.n]
	all, once := uint16(x.r.a), uint16(x.r.b)
	seen, two, out := uint16(0), uint16(0), 0
	for _, c := range cells {
		y := x.cell(c) & all
		two |= seen & y
		seen |= y
		if y == 0 {
			out++
		}
	}
	spare := int(int16(x.r.c))
	if seen != all || out > spare {
		x.dead = true
	}
	for _, c := range cells {
		y := x.cell(c)
		if h := y & once & seen &^ two; h != 0 {
			x.keep(c, h)
		} else if y&all != 0 && out == spare {
			x.keep(c, all)
		} else {
			x.keep(c, y)
		}
	}
	x.groups(x.list[x.r.n:], once)
}

func twinCount(x *twinRun) {
	cells, set := x.list[:x.r.n], uint16(x.r.a)
	may, must := 0, 0
	for _, c := range cells {
		if y := x.cell(c); y&set != 0 {
			may++
			if y&^set == 0 {
				must++
			}
		}
	}
	lo, hi := int(int16(x.r.lo)), int(int16(x.r.hi))
	if may < lo || must > hi {
		x.dead = true
	}
	for _, c := range cells {
		y := x.cell(c)
		keep := y
		if must == hi && y&^set != 0 {
			keep = y &^ set
		}
		if may == lo && y&set != 0 {
			keep = y & set
		}
		x.keep(c, keep)
	}
}

func twinBalance(x *twinRun) {
	n := x.r.n
	lists := [2][]uint32{x.list[:n], x.list[n : 2*n]}
	var full [2]uint16 // by list: the values that are fixed in it as often as the other list can have them
	for v := uint16(1); v != 0; v <<= 1 {
		var fixed, able [2]int
		for i, list := range lists {
			for _, c := range list {
				if y := x.cell(c); y&v != 0 {
					able[i]++
					if y == v {
						fixed[i]++
					}
				}
			}
		}
		for i := range lists {
			if v&uint16(x.r.a) == 0 {
				continue
			}
			x.dead = x.dead || fixed[i] > able[1-i]
			if fixed[i] == able[1-i] {
				full[i] |= v
			}
		}
	}
	for i, list := range lists {
		for _, c := range list {
			y := x.cell(c)
			keep := y
			if h := y & full[1-i]; h != 0 {
				keep = h
				x.dead = x.dead || one(h) == 0
			}
			x.keep(c, keep&(^full[i]|one(y)))
		}
	}
}

func twinBand(x *twinRun) {
	lines, boxes := make([][]int, 4), make([][]int, 4)
	var segments [][]uint32
	for i := range 9 {
		lines[i/3], boxes[i%3] = append(lines[i/3], i), append(boxes[i%3], i)
		segments = append(segments, x.list[3*i:3*i+3])
	}
	twinCross(x, lines, boxes, [2]map[int]bool{}, segments)
}

func twinCrossing(x *twinRun) {
	lines, boxes := make([][]int, x.r.a), make([][]int, x.r.b)
	free := [2]map[int]bool{{}, {}}
	list := x.list
	for _, free := range free {
		n := list[0]
		for _, l := range list[1 : 1+n] {
			free[int(l/64)] = true
		}
		list = list[1+n:]
	}
	var segments [][]uint32
	for i := range int(x.r.n) {
		n, l, b := list[0], list[2]/64, list[3]/64
		lines[l], boxes[b] = append(lines[l], i), append(boxes[b], i)
		segments = append(segments, list[4:4+n])
		list = list[4+n:]
	}
	twinCross(x, lines, boxes, free, segments)
}

// twinCross prunes segments, which are the crossings of lines and boxes. If a line has a value in one segment
// only, the other segments of that segment's box lose the value. The same holds with line and box exchanged.
// The last entry of lines stands for no line, and the last of boxes for no box.
func twinCross(x *twinRun, lines, boxes [][]int, free [2]map[int]bool, segments [][]uint32) {
	has, gone := make([]uint16, len(segments)), make([]uint16, len(segments))
	for i, s := range segments {
		for _, c := range s {
			has[i] |= x.cell(c)
		}
	}
	// alone[0][i] holds the values that only segment i of its line has; alone[1] is the same for boxes.
	var alone [2][]uint16
	for k, groups := range [][][]int{lines, boxes} {
		alone[k] = make([]uint16, len(segments))
		for g, in := range groups {
			for _, i := range in {
				if !free[k][g] {
					alone[k][i] = has[i]
				}
				for _, j := range in {
					if j != i {
						alone[k][i] &^= has[j]
					}
				}
			}
		}
	}
	for k, groups := range [][][]int{boxes, lines} {
		across, along := alone[k], alone[1-k]
		for _, in := range groups[:len(groups)-1] {
			for _, i := range in {
				for _, j := range in {
					if i != j {
						lost := across[i] &^ along[i]
						if free[0] != nil { // in a band, a value that two segments of a group would take from each other stays
							lost &^= across[j]
						}
						gone[j] |= lost
					}
				}
			}
		}
	}
	for i, s := range segments {
		// If a segment of n cells is the only place of n values, it can hold no other value.
		full := (alone[0][i] | alone[1][i]) &^ gone[i]
		if n := bits.OnesCount16(full); n > len(s) {
			x.dead = true
		} else if n == len(s) {
			gone[i] |= has[i] &^ full
		}
		for _, c := range s {
			x.keep(c, ^gone[i])
		}
	}
}

func twinTriple(x *twinRun) {
	a, b, c := x.list[0], x.list[1], x.list[2]
	var na, nb, nc uint16
	for v := range int(x.r.n) {
		if x.cell(a)>>v&1 == 0 {
			continue
		}
		if f := x.cell(c) & x.look(2*v, x.cell(b)); f != 0 {
			na |= 1 << v
			nc |= f
			nb |= x.look(2*v+1, f)
		}
	}
	x.keep(a, na)
	x.keep(b, nb)
	x.keep(c, nc)
}

// twinClique holds bounds of the sum of a clique, with values counted from 1. lo and hi bound the whole sum.
// sumLo adds the least values of the cells, and sumHi the greatest. lessLo and lessHi bound the sum of all
// cells but one.
type twinClique struct{ lo, hi, sumLo, sumHi, lessLo, lessHi, k int }

func (q twinClique) never() bool { return q.lo > q.hi }

func (x *twinRun) cliques() (all []twinClique, cells [][]uint32, lo, hi int) {
	list := x.list
	values := int(x.r.a) - 1
	for range x.r.n {
		n, k := int(list[0]), int(int32(list[1]))
		q := twinClique{k: k}
		u := uint16(0)
		for _, c := range list[2 : 2+n] {
			y := x.cell(c)
			q.sumLo += bits.TrailingZeros16(y) + 1
			q.sumHi += bits.Len16(y)
			u |= y
		}
		q.lo, q.hi = q.sumLo, q.sumHi
		q.lessHi = 1 << 12
		if n > 1 {
			low, high := 0, 0 // the least and the greatest sum of n-1 values
			v, w := u, u
			least := func() int {
				if v == 0 {
					return 16
				}
				return bits.TrailingZeros16(v) + 1
			}
			most := func() int {
				if w == 0 {
					return values + 1 - 16
				}
				return bits.Len16(w)
			}
			for range n - 1 {
				low, high = low+least(), high+most()
				v &= v - 1
				if w != 0 {
					w &^= 1 << (bits.Len16(w) - 1)
				}
			}
			q.lessLo, q.lessHi = low, high
			q.lo, q.hi = max(q.lo, low+least()), min(q.hi, high+most())
		}
		lo += min(k*q.lo, k*q.hi)
		hi += max(k*q.lo, k*q.hi)
		all, cells = append(all, q), append(cells, list[2:2+n])
		list = list[2+n:]
	}
	return
}

func twinSum(x *twinRun) {
	from, to := int(int16(x.r.lo)), int(int16(x.r.hi))
	if x.lane == x.every[0] { // like the routine, skip a sum whose bounds hold in all live lanes
		x.open = false
		for _, l := range x.every {
			x.lane = l
			all, _, lo, hi := x.cliques()
			x.open = x.open || lo <= to && hi >= from && (lo < from || hi > to) && !slices.ContainsFunc(all, twinClique.never)
		}
		x.lane = x.every[0]
	}
	all, cells, lo, hi := x.cliques()
	if lo > to || hi < from || slices.ContainsFunc(all, twinClique.never) {
		x.dead = true
	}
	if x.dead || !x.open {
		return
	}
	for i, q := range all {
		restLo, restHi := lo-min(q.k*q.lo, q.k*q.hi), hi-max(q.k*q.lo, q.k*q.hi)
		for _, c := range cells[i] {
			y := x.cell(c)
			ol, oh := q.sumLo-bits.TrailingZeros16(y)-1, q.sumHi-bits.Len16(y)
			if len(cells[i]) > 1 {
				ol, oh = max(ol, q.lessLo), min(oh, q.lessHi)
			}
			keep := uint16(0)
			for v := 1; v < int(x.r.a); v++ {
				low, high := q.k*(v+ol), q.k*(v+oh)
				if q.k < 0 {
					low, high = high, low
				}
				if restLo+low <= to && restHi+high >= from {
					keep |= 1 << (v - 1)
				}
			}
			x.keep(c, keep)
		}
	}
}

func twinAutomaton(x *twinRun) {
	code := x.s.program.code
	head := x.list
	n := int(x.r.n)
	reach := map[uint32]bool{}
	for i := range head[3] {
		reach[i*4] = true
	}
	type layer struct {
		cell  uint32
		sets  []uint32
		edges []uint32
	}
	var all []layer
	for i := range n {
		l := code[head[6+i]/4:]
		sets, list := l[4:][:l[1]], l[4+l[1]:]
		var edges []uint32 // in threes: from, to, the index of the set
		for range l[2] {
			from, n := list[0], list[1]
			for list = list[2:]; n > 0; n, list = n-1, list[2:] {
				edges = append(edges, from, list[0], list[1]-l[3])
			}
		}
		all = append(all, layer{l[0], sets, edges})
	}
	for _, l := range all {
		for e := l.edges; len(e) > 0; e = e[3:] {
			if reach[e[0]] && x.cell(l.cell)&uint16(l.sets[e[2]/4]) != 0 {
				reach[e[1]] = true
			}
		}
	}
	ends := map[uint32]bool{}
	for i := range head[5] {
		ends[head[4]+i*4] = reach[head[4]+i*4]
	}
	keep := make([]uint16, n)
	for i, l := range slices.Backward(all) {
		for e := l.edges; len(e) > 0; e = e[3:] {
			if s := uint16(l.sets[e[2]/4]); ends[e[1]] && reach[e[0]] && x.cell(l.cell)&s != 0 {
				ends[e[0]] = true
				keep[i] |= s
			}
		}
		x.keep(l.cell, keep[i])
	}
}

func twinEnter(x *twinRun) {
	for i := range int(x.r.n) {
		c := x.list[3*i:]
		to := &x.s.grid[c[1]/64][x.lane]
		*to = x.cell(c[0]) & uint16(c[2])
		x.dead = x.dead || *to == 0
	}
}

func twinLeave(x *twinRun) {
	for i := range int(x.r.n) {
		c := x.list[3*i:]
		to := &x.s.grid[c[2]/64][x.lane]
		*to |= x.cell(c[1])
		x.moved = x.moved || *to != x.cell(c[0])
	}
}

func twinEither(x *twinRun) {
	for i := range int(x.r.n) {
		x.keep(x.list[2*i], x.cell(x.list[2*i+1]))
	}
}

func twinChoose(m *machine) {
	s := searchOf(m)
	weights, houses := s.weights[:s.counted], s.program.houses
	for l := range lanes {
		best, at, by := uint16(0), uint16(0), uint16(0)
		score := func(w, base uint16) uint16 { return uint16(uint32(w) * uint32(base) >> 16) }
		for c, w := range weights {
			y := s.grid[c][l]
			if y&(y-1) == 0 {
				continue
			}
			if x := max(score(w, m.base[bits.OnesCount16(y)]), 1); x > best {
				best, at, by = x, uint16(c), y
			}
		}
		bit := by & -by
		if bits.OnesCount16(by) > 2 {
			list := houses
			for range m.nhouses {
				cells := list[1 : 1+list[0]]
				list = list[1+list[0]:]
				times := map[uint16]int{}
				for _, c := range cells {
					for y := s.grid[c/64][l]; y != 0; y &= y - 1 {
						times[y&-y]++
					}
				}
				v := uint16(1)
				for ; v != 0 && times[v] != 2; v <<= 1 {
				}
				if v == 0 {
					continue
				}
				most, where := uint16(0), uint16(0)
				for _, c := range cells {
					if s.grid[c/64][l]&v != 0 {
						if x := score(weights[c/64], m.base[2]>>1); x > most {
							most, where = x, uint16(c/64)
						}
					}
				}
				if most > best {
					best, at, bit = most, where, v
				}
			}
		}
		m.best[l], m.at[l], m.bit[l] = best, at, bit
	}
}
