package kernel

import (
	"context"
	"math/bits"
	"sync"
)

// Lanes: 32 searches in lockstep. Notation:
//
//	lane    one of 32 searches that advance together
//	row     a word of 16 bits for each lane: lane l is bits 16(l%4) and up of
//	        element l/4, which on amd64 is word l
//	sweep   one round of propagation of all lanes: naked singles, locked
//	        candidates, hidden singles. It has no branch.
//	still   the sweep changed nothing: the lane is solved or must branch.
//	frame   a search set aside: 81 candidate sets and the puzzle they belong to.
//	stage   32 frames, lane by lane, so that one vector permutation moves any
//	        number of them into lanes, and copies lanes to lanes.
//
// Lanes are interchangeable. A lane that must branch copies itself to a free
// lane, one child in each; without a free lane the second child becomes a frame
// on a stack of stages. Free lanes take frames, and when there are none, the next
// puzzle. So a single hard puzzle fills all lanes, as does a stream of easy ones.
//
// docs/LANES.md has the sweep, the model of its cost and the experiments.

const laneCount = 32

// row is a word for each lane; see the notation.
type row [laneCount / 4]uint64

func (r *row) at(l int) uint16 { return uint16(r[l/4&7] >> (l % 4 * 16)) }

func (r *row) set(l int, x uint16) {
	shift := l % 4 * 16
	w := &r[l/4&7]
	*w = *w&^(0xFFFF<<shift) | uint64(x)<<shift
}

// column is one stage, or the lanes themselves: row c holds cell c of each lane.
// Bit d-1 is set when digit d is possible.
type column [81]row

// block is what a sweep works on. The assembly knows its layout.
//
// Rows must not straddle cache lines, or loads take twice as long. Go gives an
// object of this size, and a column, a place at a multiple of 64; a test sees to it.
type block struct {
	cell    column
	prev    row    // each lane's sum of cells after the previous sweep; 0 forgets it
	key     row    // choose: the branching cell in bits 0–6; 0: no bivalue cell
	dead    uint32 // sweep: lanes with an empty cell
	still   uint32 // sweep: lanes that did not change
	full    uint32 // sweep: lanes whose sum is that of a solved grid
	_       [52]byte
	mask    [6]row // of chooseAVX512
	scratch [128]row
}

// stage is a column of frames of which the first n are in use.
type stage struct {
	*column
	owner [laneCount]int32 // the frame's puzzle
	fresh uint32           // frames that are puzzles, not second children
	n     int
}

// lanes is a kernel of one instruction set.
type lanes struct {
	name   string
	sweep  func(*block)
	choose func(*block)
	// move fills lane l of cells from lane from[l], or for from[l] ≥ 32 from
	// lane from[l]-32 of the stage.
	move func(cells, stage *column, from *[laneCount]uint16)
	// exchange is move, and fills the lanes of the stage by into likewise.
	exchange func(cells, stage *column, from, into *[laneCount]uint16)
	// load fills lanes of the stage with up to 32 puzzles, and answers which of
	// them have a given twice in one box. What is in the other lanes is of no account.
	load func(stage *column, puzzles [][81]uint8) uint32
	// read is the grid of solved lane l.
	read func(cells *column, l int, grid *[81]uint8)
	// fewGuesses is how many guesses the scalar engine may make at each of few
	// puzzles before the lanes begin; 0 leaves these to the scalar engine.
	fewGuesses uint64
	machines   *sync.Pool
}

func newLanes(k lanes) *lanes {
	k.machines = &sync.Pool{New: func() any { return newMachine() }}
	return &k
}

func (k *lanes) Name() string { return k.name }

// A small limit of guesses is for a quick look, which goes deep first, as lanes do
// not: they try both sides of a guess at once.
const depthFirstNodes = 4096

// Lanes need company: a call of few puzzles, which may be easy, begins with the
// scalar engine, and only what that has not solved in fewGuesses goes to the
// lanes. Both numbers are measured; see docs/LANES.md.
const fewPuzzles = 6

func (k *lanes) Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int {
	puzzles = puzzles[:min(len(puzzles), len(results))]
	if limits.Nodes != 0 && limits.Nodes < depthFirstNodes {
		return scalar{}.Search(ctx, puzzles, limits, results)
	}
	if len(puzzles) > fewPuzzles {
		m := k.machines.Get().(*machine)
		defer k.machines.Put(m)
		return m.run(ctx, k, puzzles, limits, results, nil)
	}
	for i := range puzzles {
		one, result := puzzles[i:i+1], results[i:i+1]
		limits := limits
		limits.Without = limits.Without[min(i, len(limits.Without)):]
		if k.fewGuesses == 0 {
			if (scalar{}).Search(ctx, one, limits, result) < 1 {
				return i
			}
			continue
		}
		few := limits
		few.Nodes = k.fewGuesses
		done := scalar{}.Search(ctx, one, few, result)
		if done == 1 && result[0].Outcome == Stopped {
			m := k.machines.Get().(*machine)
			done = m.run(ctx, k, one, limits, result, nil)
			k.machines.Put(m)
		}
		if done < 1 {
			return i
		}
	}
	return len(puzzles)
}

func (k *lanes) Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result {
	if order != Any || limits.Nodes != 0 && limits.Nodes < depthFirstNodes {
		return scalar{}.Enumerate(ctx, puzzle, order, limits, yield)
	}
	m := k.machines.Get().(*machine)
	defer k.machines.Put(m)
	m.one[0] = *puzzle
	var results [1]Result
	m.run(ctx, k, m.one[:], limits, results[:], yield)
	return results[0]
}

// machine is the state of one call.
type machine struct {
	*block
	owner [laneCount]int32 // each active lane's puzzle
	free  uint32           // lanes without one
	top   *stage           // the frames to take next; the stages below it are full
	below []*stage
	spare []*stage
	open  []int32 // lanes and frames of each puzzle
	one   [1][81]uint8
	grid  [81]uint8 // what yield is shown
	// since the context was last looked at
	sweeps, nodes int
	from          [laneCount]uint16
	into          [laneCount]uint16
	at            [laneCount]uint32
}

// branch is a lane's branching: a cell, and the digits it has in both children.
type branch struct {
	lane, cell    uint8
	first, second uint16
	other         uint8 // the lane of the second child
}

func newMachine() *machine {
	m := &machine{block: new(block)}
	m.top = newStage()
	return m
}

func newStage() *stage { return &stage{column: new(column)} }

// The context is looked at after so many sweeps, some 20 µs, or so many guesses.
const (
	sweepsPerLook = 64
	nodesPerLook  = 192
)

// eventsPerRound is how many of 32 lanes must be dead, solved or stalled before
// they are served, so that choosing and moving serve several at once. Where
// lanes are idle, fewer: there is nothing else to do.
const eventsPerRound = 12

func (m *machine) run(ctx context.Context, k *lanes, puzzles [][81]uint8, limits Limits, results []Result, yield func(*[81]uint8) bool) int {
	if ctx.Err() != nil {
		return 0
	}
	limits.Solutions = max(limits.Solutions, 1)
	results = results[:len(puzzles)]
	clear(results)
	if cap(m.open) < len(puzzles) {
		m.open = make([]int32, len(puzzles))
	}
	m.open = m.open[:len(puzzles)]
	next := 0
	m.free = ^uint32(0)
	m.spare = append(m.spare, m.below...)
	m.below = m.below[:0]
	m.top.n = 0
	m.from = stay
	m.sweeps, m.nodes = 0, 0
	stopped := false

	for !stopped {
		// Free lanes take frames, then new puzzles.
		for m.free != 0 {
			if m.top.n == 0 {
				if len(m.below) > 0 {
					m.spare = append(m.spare, m.top)
					m.top = m.below[len(m.below)-1]
					m.below = m.below[:len(m.below)-1]
				} else if next < len(puzzles) {
					next = m.load(k, puzzles, next, limits, results)
					continue
				} else {
					break
				}
			}
			if m.take(limits, results) {
				m.settle(k)
			}
		}
		active := ^m.free
		if active == 0 {
			return len(puzzles)
		}
		wanted := max(1, bits.OnesCount32(active)*eventsPerRound/laneCount)
		var event uint32
		for {
			if m.sweeps++; m.sweeps >= sweepsPerLook || m.nodes >= nodesPerLook {
				m.sweeps, m.nodes = 0, 0
				if stopped = ctx.Err() != nil; stopped {
					break
				}
			}
			k.sweep(m.block)
			event = (m.dead | m.still) & active
			if bits.OnesCount32(event) >= wanted {
				break
			}
		}
		if stopped {
			break
		}
		stalled := event &^ m.dead &^ m.full
		for e := event &^ stalled; e != 0; e &= e - 1 {
			l := bits.TrailingZeros32(e)
			if m.free>>l&1 != 0 {
				continue // its puzzle reached its limit a moment ago
			}
			p := m.owner[l]
			m.free |= 1 << l
			m.open[p]--
			r := &results[p]
			if m.dead>>l&1 == 0 {
				if yield != nil && ctx.Err() != nil {
					stopped = true
					break
				}
				r.Solutions++
				if r.Solutions == 1 || yield != nil {
					k.read(&m.cell, l, &m.grid)
					if r.Solutions == 1 {
						r.First = m.grid
					}
					if yield != nil && !yield(&m.grid) {
						m.drop(p)
						continue
					}
				}
				if r.Solutions == limits.Solutions {
					r.Outcome = LimitReached
					m.drop(p)
					continue
				}
			}
			if m.open[p] == 0 {
				r.Outcome = Complete
			}
		}
		if stalled &= ^m.free; stalled != 0 && !stopped {
			k.choose(m.block)
			m.fork(k, stalled, limits, results)
		}
	}
	// Interrupted: the first puzzle still open is the first result not final.
	final := next
	for p := range next {
		if m.open[p] > 0 && results[p].Outcome == Stopped {
			final = p
			break
		}
	}
	return final
}

// drop frees the lanes of puzzle p; its frames are dropped when they are met.
func (m *machine) drop(p int32) {
	for l, q := range m.owner {
		if q == p && m.free>>l&1 == 0 {
			m.free |= 1 << l
			m.open[p]--
		}
	}
	m.open[p] |= dropped
}

// dropped marks a puzzle in open whose frames are of no interest any more.
const dropped = -1 << 31

// load fills the empty stage with new puzzles and answers which is the next.
func (m *machine) load(k *lanes, puzzles [][81]uint8, next int, limits Limits, results []Result) int {
	t := m.top
	n := min(laneCount, len(puzzles)-next)
	clash := k.load(t.column, puzzles[next:next+n])
	t.n, t.fresh = n, ^uint32(0)
	for l := range n {
		t.owner[l] = int32(next + l)
		m.open[next+l] = 1
		if clash>>l&1 != 0 {
			results[next+l].Outcome = Complete
			m.open[next+l] |= dropped
		}
	}
	if next < len(limits.Without) {
		for l, x := range limits.Without[next:min(next+n, len(limits.Without))] {
			if x.Digit != 0 {
				row := &t.column[x.Cell]
				row.set(l, row.at(l)&^(1<<(x.Digit-1)))
			}
		}
	}
	return next + n
}

// candidates are a given's: digit d's bit, all nine for an empty cell, none
// for what is no digit.
var candidates = func() (c [256]uint16) {
	c[0] = 511
	for d := 1; d <= 9; d++ {
		c[d] = 1 << (d - 1)
	}
	return c
}()

// digitOf is the digit of a solved cell.
var digitOf = func() (d [512]uint8) {
	for i := range uint8(9) {
		d[1<<i] = i + 1
	}
	return d
}()

// loadColumns is load without vectors.
func loadColumns(stage *column, puzzles [][81]uint8) (clash uint32) {
	for l := range puzzles {
		p := &puzzles[l]
		var placed [9]uint16
		twice := uint16(0)
		for i, d := range p {
			x := candidates[d]
			stage[i].set(l, x)
			if d != 0 {
				b := &placed[boxOf[i]]
				twice |= *b & x
				*b |= x
			}
		}
		if twice != 0 {
			clash |= 1 << l
		}
	}
	return clash
}

var boxOf = func() (b [81]uint8) {
	for i := range b {
		b[i] = uint8(i/27*3 + i%9/3)
	}
	return b
}()

// take plans to fill free lanes from the top stage, and answers whether any is.
func (m *machine) take(limits Limits, results []Result) bool {
	t, any := m.top, false
	for m.free != 0 && t.n > 0 {
		t.n--
		p := t.owner[t.n&(laneCount-1)]
		if m.open[p] < 0 || t.fresh>>t.n&1 == 0 && !m.guess(p, limits, results) {
			continue
		}
		l := bits.TrailingZeros32(m.free)
		m.free &= m.free - 1
		m.owner[l] = p
		m.from[l] = uint16(laneCount + t.n)
		m.prev.set(l, 0)
		any = true
	}
	return any
}

// guess counts one more guess for puzzle p, unless it has none left.
func (m *machine) guess(p int32, limits Limits, results []Result) bool {
	r := &results[p]
	if limits.Nodes != 0 && r.Nodes >= limits.Nodes {
		m.drop(p)
		return false
	}
	r.Nodes++
	m.nodes++
	return true
}

// settle makes the planned moves.
func (m *machine) settle(k *lanes) {
	k.move(&m.cell, m.top.column, &m.from)
	m.from = stay
}

// stay and stayStaged are the moves that move nothing.
var stay, stayStaged = func() (from, into [laneCount]uint16) {
	for l := range from {
		from[l], into[l] = uint16(l), uint16(laneCount+l)
	}
	return
}()

// fork branches the stalled lanes and fills free ones.
func (m *machine) fork(k *lanes, stalled uint32, limits Limits, results []Result) {
	var branches [laneCount]branch
	n := 0
	for e := stalled; e != 0; e &= e - 1 {
		l := bits.TrailingZeros32(e)
		if m.free>>l&1 != 0 {
			continue // its puzzle ran out of nodes a moment ago
		}
		p := m.owner[l]
		if !m.guess(p, limits, results) {
			continue
		}
		c := m.key.at(l) & 127
		if m.key.at(l) == 0 {
			c = m.fewest(l)
		}
		m.open[p]++
		m.prev.set(l, 0)
		x := m.cell[c].at(l)
		first := x & -x
		branches[n&(laneCount-1)] = branch{uint8(l), uint8(c), first, x &^ first, 0}
		n++
	}
	// The second child goes to a free lane ...
	copied := 0
	// Not where nodes are limited: a puzzle might end between plan and move.
	for limits.Nodes == 0 && copied < n && m.free != 0 {
		f := bits.TrailingZeros32(m.free)
		m.free &= m.free - 1
		b := &branches[copied]
		b.other = uint8(f)
		m.from[f] = uint16(b.lane)
		m.owner[f] = m.owner[b.lane]
		m.prev.set(f, 0)
		m.guess(m.owner[f], limits, results)
		copied++
	}
	if taken := copied == n && m.take(limits, results); taken || copied > 0 {
		m.settle(k)
	}
	for i := range branches[:copied] {
		b := &branches[i]
		m.cell[b.cell].set(int(b.other), b.second)
		m.cell[b.cell].set(int(b.lane), b.first)
	}
	// ... or without one to the stack.
	for rest := branches[copied:n]; len(rest) > 0; {
		if m.top.n == laneCount {
			m.below = append(m.below, m.top)
			if n := len(m.spare); n > 0 {
				m.top, m.spare = m.spare[n-1], m.spare[:n-1]
			} else {
				m.top = newStage()
			}
			m.top.n = 0
		}
		t := m.top
		m.into = stayStaged
		n := min(len(rest), laneCount-t.n)
		for i, b := range rest[:n] {
			m.into[t.n+i] = uint16(b.lane)
			t.owner[t.n+i] = m.owner[b.lane]
			t.fresh &^= 1 << (t.n + i)
		}
		k.exchange(&m.cell, t.column, &m.from, &m.into)
		for _, b := range rest[:n] {
			t.column[b.cell].set(t.n, b.second)
			m.cell[b.cell].set(int(b.lane), b.first)
			t.n++
		}
		rest = rest[n:]
	}
}

// fewest is the first cell of lane l with the fewest candidates above one.
func (m *machine) fewest(l int) uint16 {
	best, few := 0, 10
	for c := range m.cell {
		if n := bits.OnesCount16(m.cell[c].at(l)); n > 1 && n < few {
			best, few = c, n
		}
	}
	return uint16(best)
}

// digits is read without vectors.
func digits(cells *column, l int, grid *[81]uint8) {
	for c := range grid {
		grid[c] = digitOf[cells[c].at(l)&511]
	}
}

// copyLane copies lane l of from to lane k of to.
func copyLane(to *column, k int, from *column, l int) {
	for c := range to {
		to[c].set(k, from[c].at(l))
	}
}

// moveColumns is move lane by lane. No lane is both copied and overwritten.
func moveColumns(cells, stage *column, from *[laneCount]uint16, copyLane func(*column, int, *column, int)) {
	for l, f := range from {
		switch {
		case f >= laneCount:
			copyLane(cells, l, stage, int(f-laneCount))
		case int(f) != l:
			copyLane(cells, l, cells, int(f))
		}
	}
}

// exchangeColumns is exchange lane by lane. No lane that goes to the stage is
// overwritten at the same time.
func exchangeColumns(cells, stage *column, from, into *[laneCount]uint16, copyLane func(*column, int, *column, int)) {
	for l, f := range into {
		if f < laneCount {
			copyLane(stage, l, cells, int(f))
		}
	}
	moveColumns(cells, stage, from, copyLane)
}
