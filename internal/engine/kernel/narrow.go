package kernel

import (
	"context"
	"math/bits"
	"sync"
)

// A puzzle by itself is searched in the first 16 lanes only: a sweep of half the
// lanes takes half the time, and one search seldom fills more. The time of such a
// call is the number of sweeps one after the other, so that lanes branch
// before they are still as long as a quarter of them would be idle otherwise.
const (
	narrowLanes = 16
	// narrowIdle is up to how many active lanes do not wait until they are still.
	narrowIdle = narrowLanes * 3 / 4
	// narrowSolutions is how many solutions a narrow search looks for at most: with
	// more it is not over soon, and all lanes do more.
	narrowSolutions = 64
	// scalarFailures is after how many guesses that failed at once the scalar
	// engine leaves a puzzle to the lanes. With solutions to spare few guesses fail,
	// and depth first is the best way there is.
	scalarFailures = 6
	// scalarNodes is after how many guesses it leaves one that has more than
	// narrowSolutions to find.
	scalarNodes = 12
)

// narrow is what a kernel does to lanes 0 to 15 alone: as in lanes, but a lane of
// the stage, which has 16 frames, is 16 and up in from.
type narrow struct {
	sweep  func(*block)
	choose func(*block)
	move   func(cells, stage *column, from *[narrowLanes]uint16)
	split  func(cells *column, splits []split)
	read   func(cells *column, l int, grid *[81]uint8)
}

// split is a branching: of the cell's digits, the lanes of first keep the lowest
// and those of second the others.
type split struct{ cell, first, second uint32 }

// hard answers whether a board that propagate has left, with these bivalue cells,
// is likely to have one solution or none and to take many guesses to show it: next
// to nothing is placed, hardly a cell has two candidates, and yet there are not
// so many candidates that there would be many solutions.
func (b *board) hard(pairsLo, pairsHi uint64) bool {
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

// choice is a cell and its candidates.
type choice struct {
	cell       int
	candidates uint16
}

// opening is the cells that the search of a hard board begins with, a lane for each
// combination of their candidates: the bivalue cells, and as far as there are lanes
// cells of three candidates; of a few such, those whose digits are the most
// candidates of peers. One after the other, each would take a sweep and a choice.
func (b *board) opening(pairsLo, pairsHi uint64) (first [4]choice, n int) {
	lanes := 1
	begin := func(cell int) {
		first[n&3] = choice{cell, b.candidates(cell)}
		lanes *= bits.OnesCount16(first[n&3].candidates)
		n++
	}
	for 2*lanes <= narrowLanes && pairsLo|pairsHi != 0 {
		cell := firstCell(pairsLo, pairsHi)
		pairsLo &^= cellSets[cell].lo
		pairsHi &^= cellSets[cell].hi
		begin(cell)
	}
	if 3*lanes > narrowLanes {
		return
	}
	// The number of each free cell's candidates, in binary; more are four and up.
	var onesLo, onesHi, twosLo, twosHi, moreLo, moreHi uint64
	for d := range b.digits {
		lo, hi := b.digits[d].lo&b.freeLo, b.digits[d].hi&b.freeHi
		moreLo, moreHi = moreLo|onesLo&twosLo&lo, moreHi|onesHi&twosHi&hi
		twosLo, twosHi = twosLo^onesLo&lo, twosHi^onesHi&hi
		onesLo, onesHi = onesLo^lo, onesHi^hi
	}
	lo, hi := onesLo&twosLo&^moreLo, onesHi&twosHi&^moreHi
	var best, next int // score·128 + the cell
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
		if key > 0 && 3*lanes <= narrowLanes {
			begin(key & 127 % 81)
		}
	}
	return
}

// searchOne searches one puzzle: a hard one in lanes at once, any other begins
// with the scalar engine, and goes to the lanes after scalarFailures. It answers
// whether the result is final: ctx has not ended.
func (k *lanes) searchOne(ctx context.Context, puzzle [][81]uint8, limits Limits, result []Result) bool {
	if ctx.Err() != nil {
		return false
	}
	limits.Solutions = max(limits.Solutions, 1)
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.ticks, s.ended = 0, false
	r, root := &result[0], &s.frames[0]
	*r = Result{}
	if !root.load(&puzzle[0]) || len(limits.Without) > 0 && !root.forbid(limits.Without[0]) {
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
	if root.hard(pairsLo, pairsHi) {
		first, n = root.opening(pairsLo, pairsHi)
	} else {
		few := limits
		if limits.Solutions > narrowSolutions {
			few.Nodes = scalarNodes
		}
		s.mayFail = scalarFailures
		s.search(ctx, Any, few, r, nil)
		s.mayFail = 0
		if s.ended || r.Outcome != Stopped || limits.Nodes != 0 && r.Nodes >= limits.Nodes {
			return !s.ended
		}
	}
	if limits.Solutions > narrowSolutions {
		m := k.machines.Get().(*machine)
		defer k.machines.Put(m)
		return m.run(ctx, k, puzzle, limits, result, nil) == 1
	}
	m := narrowMachines.Get().(*narrowMachine)
	defer narrowMachines.Put(m)
	return m.run(ctx, k.narrow, &puzzle[0], first[:n], limits, r)
}

// narrowMachine is the state of one narrow search.
type narrowMachine struct {
	*block
	free   uint32    // lanes without a search
	stages []*column // frames, 16 a stage
	n      int       // how many frames
	from   [narrowLanes]uint16
	into   [narrowLanes]uint16
	moves  bool               // from moves something
	splits [narrowLanes]split // of lanes
	framed [narrowLanes]split // of frames
}

var narrowMachines = sync.Pool{New: func() any { return newNarrowMachine() }}

func newNarrowMachine() *narrowMachine { return &narrowMachine{block: new(block)} }

// narrowStay is the move that moves nothing.
var narrowStay = func() (from [narrowLanes]uint16) {
	for l := range from {
		from[l] = uint16(l)
	}
	return
}()

// run searches puzzle, which must not have a given twice in one box, beginning with
// all combinations of the first choices. It answers whether the result is final:
// ctx has not ended.
func (m *narrowMachine) run(ctx context.Context, k *narrow, puzzle *[81]uint8, first []choice, limits Limits, r *Result) bool {
	const all = 1<<narrowLanes - 1
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
	m.load(k, puzzle, limits.Without, first, lanes)
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
			k.sweep(m.block)
			event = uint32(m.dead|m.still) & active
			if 2*bits.OnesCount32(event) >= lanes {
				break
			}
			if lanes <= narrowIdle {
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
			k.choose(m.block)
		}
		if !m.fork(k, stalled, limits.Nodes, r) {
			return true
		}
	}
	r.Outcome = Complete
	return true
}

// load fills so many lanes, one for each combination of the first choices.
func (m *narrowMachine) load(k *narrow, puzzle *[81]uint8, without []Candidate, first []choice, lanes int) {
	for c, d := range puzzle {
		m.cell[c].set(0, candidates[d])
	}
	if len(without) > 0 && without[0].Digit != 0 {
		x := without[0]
		m.cell[x.Cell].set(0, m.cell[x.Cell].at(0)&^(1<<(x.Digit-1)))
	}
	m.prev = row{}
	m.from, m.moves, m.n = narrowStay, lanes > 1, 0
	for l := range lanes {
		m.from[l%narrowLanes] = 0
	}
	m.settle(k)
	alike := 1 // neighbouring lanes with the same candidate
	for _, c := range first {
		for l := 0; l < lanes; {
			for x := c.candidates; x != 0; x &= x - 1 {
				for range alike {
					m.cell[c.cell].set(l, x&-x)
					l++
				}
			}
		}
		alike *= bits.OnesCount16(c.candidates)
	}
}

// fork branches the stalled lanes and fills free ones. It answers whether the
// search may go on: there are guesses left.
func (m *narrowMachine) fork(k *narrow, stalled uint32, limit uint64, r *Result) bool {
	n, rest := 0, 0
	for e := stalled; e != 0; e &= e - 1 {
		l := bits.TrailingZeros32(e)
		c := m.key.at(l) & 127 % 81
		if bits.OnesCount16(m.cell[c].at(l)) != 2 { // no cell is bivalue
			if c = m.cell.fewest(l); bits.OnesCount16(m.cell[c].at(l)) < 2 {
				continue // a digit in each cell: a sweep will tell
			}
		}
		s := &m.splits[n%narrowLanes]
		n++
		s.cell, s.first, s.second = uint32(c), 1<<l, 0
		if r.Nodes == limit {
			return false
		}
		r.Nodes++
		// The second child goes to a free lane, or without one becomes a frame.
		if m.free == 0 {
			m.framed[rest%narrowLanes] = *s
			rest++
			continue
		}
		if r.Nodes == limit {
			return false
		}
		r.Nodes++
		s.second = 1 << m.fill(uint16(l))
	}
	for m.free != 0 && m.n > 0 {
		if m.n%narrowLanes == 0 {
			m.settle(k)
		}
		if r.Nodes == limit {
			return false
		}
		r.Nodes++
		m.n--
		m.fill(uint16(narrowLanes + m.n%narrowLanes))
	}
	for rest := m.framed[:rest]; len(rest) > 0; {
		stage, at := m.stage(), m.n%narrowLanes
		now := rest[:min(len(rest), narrowLanes-at)]
		m.into = narrowStay
		for i := range now {
			m.into[(at+i)%narrowLanes] = uint16(narrowLanes + bits.TrailingZeros32(now[i].first))
			now[i].first, now[i].second = 0, 1<<(at+i)
		}
		k.move(stage, &m.cell, &m.into)
		k.split(stage, now)
		m.n += len(now)
		rest = rest[len(now):]
	}
	m.settle(k)
	k.split(&m.cell, m.splits[:n])
	return true
}

// fill plans to fill a free lane by a move from lane, or frame, from.
func (m *narrowMachine) fill(from uint16) int {
	l := bits.TrailingZeros32(m.free)
	m.free &= m.free - 1
	m.from[l%narrowLanes] = from
	m.prev.set(l, 0)
	m.moves = true
	return l
}

// settle makes the planned moves.
func (m *narrowMachine) settle(k *narrow) {
	if m.moves {
		k.move(&m.cell, m.stage(), &m.from)
		m.from, m.moves = narrowStay, false
	}
}

// stage is where the next frame goes, and where those came from that were taken
// since settle.
func (m *narrowMachine) stage() *column {
	i := m.n / narrowLanes
	if i == len(m.stages) {
		m.stages = append(m.stages, new(column))
	}
	return m.stages[i]
}

// splitColumns is split lane by lane.
func splitColumns(cells *column, splits []split) {
	for _, s := range splits {
		r := &cells[s.cell%81]
		for ; s.first != 0; s.first &= s.first - 1 {
			l := bits.TrailingZeros32(s.first)
			x := r.at(l)
			r.set(l, x&-x)
		}
		for ; s.second != 0; s.second &= s.second - 1 {
			l := bits.TrailingZeros32(s.second)
			x := r.at(l)
			r.set(l, x&(x-1))
		}
	}
}
