package kernel

import (
	"context"
	"math/bits"
	"sync"
)

// The search of a single puzzle uses only the first 16 lanes, whose sweep takes less time than a sweep of all lanes. If
// more than a quarter of these lanes are idle, lanes fork before they are still.
const (
	singleLanes = 16
	// singleIdle is the greatest number of active lanes with which lanes fork before they are still.
	singleIdle = singleLanes * 3 / 4
	// singleSolutions is the greatest limit of solutions with which a search uses 16 lanes. With a greater limit, a
	// search is so long that all lanes are faster.
	singleSolutions = 64
	// scalarFailures is the number of immediately failed guesses after which the scalar engine hands a puzzle to the
	// lanes. In puzzles with many solutions, few guesses fail, and depth-first search is best.
	scalarFailures = 6
	// scalarNodes is the number of guesses after which the scalar engine hands a puzzle to the lanes if more than
	// singleSolutions solutions are wanted.
	scalarNodes = 12
	// scalarSolutions is the number of solutions that the scalar engine enumerates before the lanes take over.
	scalarSolutions = 16
)

// single holds the routines of a kernel for lanes 0 to 15, of 16 bits each, nine of them candidates. Bits 0 to 6 of a
// lane's key are the cell in which to fork. If this cell is not bivalue, the lane has no bivalue cell. In the parameter
// `from`, a number n ≥ 16 stands for slot n-16 of `frames`.
type single struct {
	sweep  func(*workspace)
	choose func(*workspace)
	move   func(cells, frames *plane, from *[singleLanes]uint16)
	fork   func(cells *plane, forks []fork)
	read   func(cells *plane, l int, grid *[81]uint8)
}

// fork splits lanes in a cell: the lanes of `first` keep the cell's lowest digit, the lanes of `second` the other
// digits.
type fork struct{ cell, first, second uint32 }

// mayNeedManyGuesses reports whether the board, after propagate, probably needs many guesses and has at most one
// solution. Such a board has few placed cells, few bivalue cells (pairs), and too few candidates for many solutions.
func (b *board) mayNeedManyGuesses(pairsLo, pairsHi uint64) bool {
	pairs := bits.OnesCount64(pairsLo) + bits.OnesCount64(pairsHi)
	free := bits.OnesCount64(b.freeLo) + bits.OnesCount64(b.freeHi)
	if pairs > 3 || free < 52 {
		return false
	}
	n := free - 81
	for d := range b.digits {
		n += bits.OnesCount64(b.digits[d].lo) + bits.OnesCount64(b.digits[d].hi)
	}
	return n < 250
}

type choice struct {
	cell       int
	candidates uint16
}

// openingCells returns the cells with which the search of a hard board begins. Each combination of their candidates
// gets a lane. The cells are bivalue cells and, if there are enough lanes, one or two cells with three candidates. Of
// the first eight cells with three candidates, it prefers those whose digits are candidates of the most peers.
func (b *board) openingCells(pairsLo, pairsHi uint64) (first [4]choice, n int) {
	lanes := 1
	begin := func(cell int) {
		first[n&3] = choice{cell, b.candidates(cell)}
		lanes *= bits.OnesCount16(first[n&3].candidates)
		n++
	}
	for 2*lanes <= singleLanes && pairsLo|pairsHi != 0 {
		cell := firstCell(pairsLo, pairsHi)
		pairsLo &^= cellSets[cell].lo
		pairsHi &^= cellSets[cell].hi
		begin(cell)
	}
	if 3*lanes > singleLanes {
		return
	}
	// Together these sets hold the number of candidates of each free cell in binary; moreLo and moreHi have the cells
	// with four or more.
	var onesLo, onesHi, twosLo, twosHi, moreLo, moreHi uint64
	for d := range b.digits {
		lo, hi := b.digits[d].lo&b.freeLo, b.digits[d].hi&b.freeHi
		moreLo, moreHi = moreLo|onesLo&twosLo&lo, moreHi|onesHi&twosHi&hi
		twosLo, twosHi = twosLo^onesLo&lo, twosHi^onesHi&hi
		onesLo, onesHi = onesLo^lo, onesHi^hi
	}
	lo, hi := onesLo&twosLo&^moreLo, onesHi&twosHi&^moreHi
	var best, next int // 128 times the score, plus the cell
	for left := scored; lo|hi != 0 && left > 0; left-- {
		cell := firstCell(lo, hi)
		s := &cellSets[cell]
		lo, hi = lo&^s.lo, hi&^s.hi
		score := 0
		for d := range b.digits {
			g := &b.digits[d]
			x := g.lo&s.lo | g.hi&s.hi
			score += (bits.OnesCount64(g.lo&^s.keepLo) + bits.OnesCount64(g.hi&^s.keepHi)) & int(int64(x|-x)>>63)
		}
		next = max(next, min(best, score<<7|cell))
		best = max(best, score<<7|cell)
	}
	for _, key := range [2]int{best, next} {
		if key > 0 && 3*lanes <= singleLanes {
			begin(key & 127 % 81)
		}
	}
	return
}

// searchOne searches one puzzle: a hard puzzle in lanes, any other puzzle first with the scalar engine. It returns
// false if ctx ended before the result was final.
func (k *lanes) searchOne(ctx context.Context, puzzle [][81]uint8, limits Limits, result []Result) bool {
	if ctx.Err() != nil {
		return false
	}
	limits.Solutions = max(limits.Solutions, 1)
	if k.single == nil && limits.Solutions <= singleSolutions {
		return scalar{}.Search(ctx, puzzle, limits, result) == 1
	}
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.ticks, s.ended = 0, false
	r, root := &result[0], &s.frames[0]
	*r = Result{}
	if !root.load(&puzzle[0]) || len(limits.Without) > 0 && !root.removeCandidate(limits.Without[0]) {
		r.Outcome = Complete
		return true
	}
	pairsLo, pairsHi, possible := root.propagate()
	if !possible {
		r.Outcome = Complete
		return true
	}
	var first [4]choice
	n := 0
	if root.mayNeedManyGuesses(pairsLo, pairsHi) {
		first, n = root.openingCells(pairsLo, pairsHi)
	} else {
		few := limits
		if limits.Solutions > singleSolutions {
			few.Nodes = scalarNodes
		}
		s.mayFail = scalarFailures
		s.search(ctx, Any, few, r, nil)
		s.mayFail = 0
		if s.ended || r.Outcome != Stopped || limits.Nodes != 0 && r.Nodes >= limits.Nodes {
			return !s.ended
		}
	}
	if limits.Solutions > singleSolutions {
		m := k.machines.Get().(*machine)
		defer k.machines.Put(m)
		return m.searchPuzzles(ctx, k, puzzle, limits, result, nil) == 1
	}
	m := singleMachines.Get().(*singleMachine)
	defer singleMachines.Put(m)
	return m.searchPuzzle(ctx, k.single, &puzzle[0], first[:n], limits, r)
}

type singleMachine struct {
	*workspace
	free   uint32   // the lanes without a search
	store  []*plane // the frames, 16 in each plane
	n      int      // the number of frames
	from   [singleLanes]uint16
	into   [singleLanes]uint16
	moves  bool              // set if some lane is to move: if `from` differs from singleStay
	forks  [singleLanes]fork // for each lane, the fork to make
	framed [singleLanes]fork // forks whose second child becomes a frame
}

var singleMachines = sync.Pool{New: func() any { return newSingleMachine() }}

func newSingleMachine() *singleMachine { return &singleMachine{workspace: new(workspace)} }

// singleStay is the value of from with which no lane moves.
var singleStay = func() (from [singleLanes]uint16) {
	for l := range from {
		from[l] = uint16(l)
	}
	return
}()

// searchPuzzle searches a puzzle in which no box has a given twice. Each combination of the choices in `first` starts
// in a lane of its own. It returns false if ctx ended before the result was final.
func (m *singleMachine) searchPuzzle(ctx context.Context, k *single, puzzle *[81]uint8, first []choice, limits Limits, r *Result) bool {
	const all = 1<<singleLanes - 1
	if limits.Nodes == 0 {
		limits.Nodes = 1<<64 - 1
	}
	*r = Result{}
	lanes := 1
	for _, c := range first {
		lanes *= bits.OnesCount16(c.candidates)
	}
	if len(first) > 0 && uint64(lanes) <= limits.Nodes {
		r.Nodes = uint64(lanes)
	} else {
		first, lanes = nil, 1
	}
	m.loadLanes(k, puzzle, limits.Without, first, lanes)
	m.free = all &^ (1<<lanes - 1)
	sweeps := 0
	for m.free != all {
		active := all &^ m.free
		lanes := bits.OnesCount32(active)
		var event, early uint32
		for {
			if sweeps++; sweeps%sweepsPerLook == 0 && ctx.Err() != nil {
				return false
			}
			k.sweep(m.workspace)
			event = uint32(m.dead|m.still) & active
			if 2*bits.OnesCount32(event) >= lanes {
				break
			}
			if lanes <= singleIdle {
				early = active &^ event
				break
			}
		}
		solved := event & uint32(m.full&^m.dead)
		m.free |= solved | event&uint32(m.dead)
		for ; solved != 0; solved &= solved - 1 {
			if r.Solutions++; r.Solutions == 1 {
				k.read(&m.cell, bits.TrailingZeros32(solved), &r.First)
			}
			if r.Solutions == limits.Solutions {
				r.Outcome = LimitReached
				return true
			}
		}
		stalled := (event | early) &^ m.free
		if stalled != 0 {
			k.choose(m.workspace)
		}
		if !m.forkLanes(k, stalled, limits.Nodes, r) {
			return true
		}
	}
	r.Outcome = Complete
	return true
}

// loadLanes fills one lane for each combination of the choices in `first`.
func (m *singleMachine) loadLanes(k *single, puzzle *[81]uint8, without []Candidate, first []choice, lanes int) {
	for c, d := range puzzle {
		m.cell[c].setLane(0, candidates[d])
	}
	if len(without) > 0 && without[0].Digit != 0 {
		x := without[0]
		m.cell[x.Cell].setLane(0, m.cell[x.Cell].laneAt(0)&^(1<<(x.Digit-1)))
	}
	m.prev = vec{}
	m.from, m.moves, m.n = singleStay, lanes > 1, 0
	for l := range lanes {
		m.from[l%singleLanes] = 0
	}
	m.movePlannedLanes(k)
	alike := 1 // how many adjacent lanes have the same candidate of this choice
	for _, c := range first {
		for l := 0; l < lanes; {
			for x := c.candidates; x != 0; x &= x - 1 {
				for range alike {
					m.cell[c.cell].setLane(l, x&-x)
					l++
				}
			}
		}
		alike *= bits.OnesCount16(c.candidates)
	}
}

// forkLanes splits each stalled lane into two children, and fills free lanes. It returns false if another guess would
// exceed `limit`.
func (m *singleMachine) forkLanes(k *single, stalled uint32, limit uint64, r *Result) bool {
	n, rest := 0, 0
	for e := stalled; e != 0; e &= e - 1 {
		l := bits.TrailingZeros32(e)
		c := int(m.key.laneAt(l) & 127 % 81)
		if bits.OnesCount16(m.cell[c].laneAt(l)) != 2 { // the lane has no bivalue cell
			c = m.cell.cellWithFewest(l)
			if bits.OnesCount16(m.cell[c].laneAt(l)) < 2 {
				continue // every cell has one digit, so the next sweep decides
			}
		}
		s := &m.forks[n%singleLanes]
		n++
		s.cell, s.first, s.second = uint32(c), 1<<l, 0
		if r.Nodes == limit {
			return false
		}
		r.Nodes++
		// The second child goes to a free lane, or becomes a frame.
		if m.free == 0 {
			m.framed[rest%singleLanes] = *s
			rest++
			continue
		}
		if r.Nodes == limit {
			return false
		}
		r.Nodes++
		s.second = 1 << m.planMove(uint16(l))
	}
	for m.free != 0 && m.n > 0 {
		if m.n%singleLanes == 0 {
			m.movePlannedLanes(k)
		}
		if r.Nodes == limit {
			return false
		}
		r.Nodes++
		m.n--
		m.planMove(uint16(singleLanes + m.n%singleLanes))
	}
	for rest := m.framed[:rest]; len(rest) > 0; {
		top, at := m.nextFramePlane(), m.n%singleLanes
		now := rest[:min(len(rest), singleLanes-at)]
		m.into = singleStay
		for i := range now {
			m.into[(at+i)%singleLanes] = uint16(singleLanes + bits.TrailingZeros32(now[i].first))
			now[i].first, now[i].second = 0, 1<<(at+i)
		}
		k.move(top, &m.cell, &m.into)
		k.fork(top, now)
		m.n += len(now)
		rest = rest[len(now):]
	}
	m.movePlannedLanes(k)
	k.fork(&m.cell, m.forks[:n])
	return true
}

// cellWithFewest is layout.cellWithFewest for lanes of 16 bits.
func (cells *plane) cellWithFewest(l int) int {
	best, few := 0, 10
	for c := 0; c < 81 && few > 3; c++ {
		if n := bits.OnesCount16(cells[c].laneAt(l)); n > 2 && n < few {
			best, few = c, n
		}
	}
	return best
}

// planMove plans to fill a free lane. The number `from` is the lane to copy or, if it is at least 16, stands for a
// frame. It returns the free lane.
func (m *singleMachine) planMove(from uint16) int {
	l := bits.TrailingZeros32(m.free)
	m.free &= m.free - 1
	m.from[l%singleLanes] = from
	m.prev.setLane(l, 0)
	m.moves = true
	return l
}

func (m *singleMachine) movePlannedLanes(k *single) {
	if m.moves {
		k.move(&m.cell, m.nextFramePlane(), &m.from)
		m.from, m.moves = singleStay, false
	}
}

// nextFramePlane returns the plane that gets the next frame. A move reads only one plane, so all frames that have been
// taken since the last move must be in this plane.
func (m *singleMachine) nextFramePlane() *plane {
	i := m.n / singleLanes
	if i == len(m.store) {
		m.store = append(m.store, new(plane))
	}
	return m.store[i]
}

// forkLanesPlain is the routine single.fork in plain Go, one lane at a time.
func forkLanesPlain(cells *plane, forks []fork) {
	for _, f := range forks {
		v := &cells[f.cell%81]
		for ; f.first != 0; f.first &= f.first - 1 {
			l := bits.TrailingZeros32(f.first)
			x := v.laneAt(l)
			v.setLane(l, x&-x)
		}
		for ; f.second != 0; f.second &= f.second - 1 {
			l := bits.TrailingZeros32(f.second)
			x := v.laneAt(l)
			v.setLane(l, x&(x-1))
		}
	}
}
