package kernel

import (
	"context"
	"math/bits"
	"sync"
)

// Lanes: 32 or 64 searches in lockstep. Notation:
//
//	lane    one of the searches that advance together
//	row     a word of 16 bits for each of 32 lanes: lane l is bits 16(l%4) and up of
//	        element l/4, which on amd64 is word l; or a byte for each of 64, see wide.go
//	sweep   one round of propagation of all lanes: naked singles, locked
//	        candidates, hidden singles. It has no branch.
//	still   the sweep changed nothing: the lane is solved or must branch.
//	frame   a search set aside: 81 candidate sets and the puzzle they belong to.
//	stage   a frame for each lane, lane by lane, so that one vector permutation a cell
//	        moves any number of them into lanes, and copies lanes to lanes.
//
// Lanes are interchangeable. A lane that must branch copies itself to a free
// lane, one child in each; without a free lane the second child becomes a frame.
// Free lanes take frames, and when there are none, the next puzzle. So a single
// hard puzzle fills all lanes, as does a stream of easy ones.
//
// Only where most puzzles end at their limit of solutions, and second children are
// mostly for nothing, do searches go depth first: the second child becomes a frame,
// and a lane goes on with the last frame of its own puzzle, or with the next puzzle. If two
// solutions are wanted they do not even keep frames: see dive.go.
//
// docs/LANES.md has the sweep, the model of its cost and the experiments.

const (
	laneCount = 32 // of a row of 16 bits a lane
	maxLanes  = 64 // of any kernel
	someLanes = 16 // whose solutions are read together
)

// row is a word for each lane; see the notation.
type row [laneCount / 4]uint64

func (r *row) at(l int) uint16 { return uint16(r[uint(l)/4&7] >> (uint(l) % 4 * 16)) }

func (r *row) set(l int, x uint16) {
	shift := uint(l) % 4 * 16
	w := &r[uint(l)/4&7]
	*w = *w&^(0xFFFF<<shift) | uint64(x)<<shift
}

// column is one stage, or the lanes themselves: row c holds cell c of each lane.
// Bit d-1 is set when digit d is possible. The rows after the 81 are for digit 9 in
// wide.go.
type column [81 + nineRows]row

// block is what a sweep works on. The assembly knows its layout.
//
// Rows must not straddle cache lines, or loads take twice as long. Go gives an
// object of this size, and a column, a place at a multiple of 64; a test sees to it.
type block struct {
	cell    column
	prev    row    // each lane's sum of cells after the previous sweep; 0 forgets it
	key     row    // choose: the branching cell; see bivalue
	score   row    // choose, wide: its key
	served  row    // guess, restore: which lanes; see mark
	picked  [4]row // guess: the cells, one row a band; wide: the step of lane l in half a word; see picks
	dead    uint64 // sweep: lanes with an empty cell
	still   uint64 // sweep: lanes that did not change
	full    uint64 // sweep: lanes whose sum is that of a solved grid; wide: see solved
	pairs   uint64 // guess: lanes where no cell had three candidates
	_       [32]byte
	mask    [11]row // of choose
	scratch [128]row
	wide    [81 + 69]row // of the wide sweep, choose and guess
	path    column       // of dive.go
}

// lanes is a kernel of one instruction set.
type lanes struct {
	name string
	// count is the number of lanes: 32 of 16 bits, or 64 of a byte and a bit, for which see wide.go.
	count  int
	sweep  func(*block)
	choose func(*block)
	// guess and restore serve lanes that dive; see dive.go.
	guess, restore func(*block)
	// begin is move to the path, and restore.
	begin func(b *block, stage *column, from *[maxLanes]uint16, set uint64)
	// split leaves each lane of a set one digit of its branching cell, the best of choose or
	// else the first with the fewest candidates, and writes the cell and the other digits.
	split func(b *block, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16)
	// second leaves each lane l of a set, which is a copy of lane from[l]%count that has been
	// split, the other digits.
	second func(cells *column, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)
	// move fills each lane l of the set from lane from[l], or for from[l] ≥ count from
	// lane from[l]-count of the stage. No lane is both copied and overwritten.
	move func(cells, stage *column, from *[maxLanes]uint16, set uint64)
	// load fills 32 lanes of the stage, from lane first on, and answers which of the puzzles
	// have a given twice in one box.
	load func(stage *column, first int, puzzles *[laneCount][81]uint8) uint32
	// prefetch brings fetched puzzles to be loaded soon, their results and searches into the first cache.
	prefetch func(puzzles *[81]uint8, results *Result, searches *search)
	// read is the grid of solved lane l.
	read func(cells *column, l int, grid *[81]uint8)
	// readMany, if there is one, is read for some lanes: cells 16i to 16i+15 of the grid of
	// lanes[j] are grids[i][j], and cell 80 is grids[5][0][j].
	readMany func(cells *column, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)
	// narrow is for few puzzles; nil leaves these to the scalar engine.
	narrow   *narrow
	machines *sync.Pool
}

func newLanes(k lanes) *lanes {
	if k.begin == nil {
		k.begin = func(b *block, stage *column, from *[maxLanes]uint16, set uint64) {
			k.move(&b.path, stage, from, set)
			k.restore(b)
		}
	}
	k.machines = &sync.Pool{New: func() any { return newMachine() }}
	return &k
}

func (k *lanes) Name() string { return k.name }

// A small limit of guesses is for a quick look, which goes deep first, as lanes do
// not: they try both sides of a guess at once.
const depthFirstNodes = 4096

// Lanes need company: a call of few puzzles searches them one by one, most with
// the scalar engine; see narrow.go.
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
	if k.narrow == nil {
		return scalar{}.Search(ctx, puzzles, limits, results)
	}
	for i := range puzzles {
		if !k.searchOne(ctx, puzzles[i:i+1], limits, results[i:i+1]) {
			return i
		}
		limits.Without = limits.Without[min(1, len(limits.Without)):]
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
	k        *lanes
	limits   Limits
	puzzles  [][81]uint8
	results  []Result
	yield    func(*[81]uint8) bool
	searches []search // of each puzzle
	limited  int      // puzzles that ended at their limit of solutions ...
	complete int      // ... and without

	all    uint64          // the kernel's lanes
	active uint64          // of these, those that have a search
	fresh  uint64          // of these, those that prev says nothing of
	owner  [maxLanes]int32 // each active lane's puzzle
	store  []stage
	info   []frameInfo // of the store's frames
	spare  []*column
	stored int // frames in the store

	coming    *column              // the next puzzles: p in lane p%count
	next, end int                  // the next to begin, and the first not loaded
	ahead     int                  // the first not prefetched
	clash     uint64               // lanes with a given twice in one box
	last      [laneCount][81]uint8 // the last puzzles, and what makes them 32

	diving       uint64 // lanes that dive; see dive.go
	once, paired uint64 // of these, those with a solution, and where they come in pairs
	dive         [maxLanes]dive
	deaths       int // contradictions met by dives

	one     [1][81]uint8
	grid    [81]uint8       // what yield is shown
	solved  [maxLanes]uint8 // lanes with first solutions
	solves  [maxLanes]int32 // of these puzzles
	grids   [6][someLanes][16]uint8
	stopped bool
	// since the context was last looked at
	sweeps, nodes int
	forks         int              // since the last spread
	from, into    [maxLanes]uint16 // planned moves, of lanes and of a stage's slots
	copies        uint64           // lanes to be filled from lanes
	taken         uint64           // and from stages
	ended         [maxLanes]int32  // puzzles
	at            [maxLanes]uint8  // the cell in which a lane branches
	rest          [maxLanes]uint16 // and the digits of the second child
}

// search is the state of one puzzle's search.
type search struct {
	open      int32  // lanes and frames
	top       int32  // its last frame, or noFrame
	nodes     uint64 // guesses
	lanes     uint64
	solutions uint64
}

// stage is a column of frames.
type stage struct {
	*column
	used  uint64
	taken uint64 // lanes to be filled from it
}

// frameInfo says whose the frame in lane f%64 of stage f/64-1 is.
type frameInfo struct {
	puzzle       int32
	above, below int32 // the same puzzle's neighbouring frames, or noFrame
}

// noFrame stands for no frame. Its info is of no account, but may be written to.
const noFrame = 0

// frameAt is the frame in slot s of stage i; placeOf the reverse.
func frameAt(i, s int) int32           { return int32((i+1)*maxLanes + s) }
func placeOf(f int32) (i uint, s uint) { return uint(f)/maxLanes - 1, uint(f) % maxLanes }

func newMachine() *machine { return &machine{block: new(block), coming: new(column)} }

// The context is looked at after so many sweeps, some 20 µs, or so many guesses.
const (
	sweepsPerLook = 64
	nodesPerLook  = 192
)

// A lane at rest waits, at the cost of its part of each sweep, until it pays to
// serve it together with others: when the waiting has cost as much as the
// service will. Both in sweeps of one lane; measured.
const (
	forkCost = 12 // choosing and copying, for every 32 active lanes
	endCost  = 16 // filling lanes anew, likewise
)

func (m *machine) run(ctx context.Context, k *lanes, puzzles [][81]uint8, limits Limits, results []Result, yield func(*[81]uint8) bool) int {
	if ctx.Err() != nil {
		return 0
	}
	limits.Solutions = max(limits.Solutions, 1)
	m.k, m.limits, m.puzzles, m.results, m.yield = k, limits, puzzles, results[:len(puzzles)], yield
	if cap(m.searches) < len(puzzles) {
		m.searches = make([]search, len(puzzles))
	}
	m.searches = m.searches[:len(puzzles)]
	m.limited, m.complete, m.deaths = 0, 0, 0
	m.all = ^uint64(0) >> (maxLanes - k.count)
	m.active, m.fresh, m.diving = 0, 0, 0
	for _, t := range m.store {
		m.spare = append(m.spare, t.column)
	}
	m.store = m.store[:0]
	m.stored = 0
	m.next, m.end, m.ahead = 0, 0, 0
	m.sweeps, m.nodes, m.forks, m.stopped = 0, 0, 0, false
	m.copies, m.taken = 0, 0
	m.fill()
	for m.active != 0 && !m.stopped {
		m.advance(ctx)
	}
	final := m.next
	if m.stopped {
		for e := m.diving; e != 0; e &= e - 1 {
			l := bits.TrailingZeros64(e) & 63
			m.searches[m.owner[l]].nodes = uint64(m.dive[l].nodes)
		}
		// The first puzzle still open is the first result not final; the open ones
		// tell what they have done so far.
		for p := m.next - 1; p >= 0; p-- {
			if s := &m.searches[p]; s.open > 0 {
				m.answer(int32(p), Stopped)
				final = p
			}
		}
		clear(m.results[m.next:])
	}
	m.k, m.limits, m.puzzles, m.results, m.yield = nil, Limits{}, nil, nil, nil
	return final
}

// advance sweeps until a service pays, and serves.
func (m *machine) advance(ctx context.Context) {
	n := bits.OnesCount64(m.active)
	forkAt, endAt := forkCost*n/32, endCost*n/32
	if m.diving != 0 {
		forkAt = endAt // there is no choice to be made, so more wait together
	}
	forks, ends := 0, 0      // the waiting so far
	var gone, stalled uint64 // lanes dead or solved, and lanes that must branch
	for {
		if m.sweeps++; m.sweeps >= sweepsPerLook || m.nodes >= nodesPerLook {
			m.sweeps, m.nodes = 0, 0
			if ctx.Err() != nil {
				m.stopped = true
				return
			}
		}
		m.prefetch()
		m.k.sweep(m.block)
		still := m.still &^ m.fresh & m.active
		m.fresh = 0
		gone = m.dead&m.active | m.k.solved(m.block, still)&m.active
		stalled = still &^ gone
		forks += bits.OnesCount64(stalled)
		ends += bits.OnesCount64(gone)
		if gone|stalled == m.active {
			break
		}
		if forks > forkAt {
			break
		}
		if ends > endAt {
			stalled = 0
			break
		}
	}
	if d := m.diving; d != 0 {
		if gone&d != 0 {
			m.serveDives(gone & d)
		}
		if stalled&d != 0 {
			m.guessOn(stalled & d)
		}
		gone &^= d
		stalled &^= d
		if gone|stalled == 0 && m.all == m.active {
			return
		}
	}
	if gone != 0 {
		m.retire(ctx, gone)
	}
	if m.stopped {
		return
	}
	if stalled &= m.active; stalled != 0 {
		m.spread()
		m.fork(stalled)
	} else {
		m.fill()
	}
}

// retire ends the searches of dead and solved lanes.
func (m *machine) retire(ctx context.Context, gone uint64) {
	first := 0 // solutions that are a puzzle's first
	for e := gone &^ m.dead; e != 0; e &= m.active {
		l := bits.TrailingZeros64(e) & 63
		e &= e - 1
		if m.yield != nil && ctx.Err() != nil {
			m.stopped = true
			break
		}
		p := m.owner[l]
		s := &m.searches[p]
		s.solutions++
		m.solved[first&63], m.solves[first&63] = uint8(l), p
		first += int((s.solutions - 2) >> 63)
		if m.yield != nil {
			m.k.read(&m.cell, l, &m.grid)
			if !m.yield(&m.grid) {
				m.drop(p, Stopped)
				continue
			}
		}
		if s.solutions == m.limits.Solutions {
			m.limited++
			m.drop(p, LimitReached)
		}
	}
	m.readFirst(first)
	if m.stopped {
		return
	}
	gone &= m.active
	m.active &^= gone
	// Which searches end here nothing foretells: no branch asks.
	ended := 0
	for e := gone; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		p := m.owner[l]
		s := &m.searches[p]
		s.lanes &^= 1 << l
		s.open--
		m.ended[ended&63] = p
		ended += int(uint32(s.open-1) >> 31)
	}
	m.complete += ended
	for _, p := range m.ended[:ended] {
		m.answer(p, Complete)
	}
	if m.stored == 0 || !m.depthFirst() {
		return
	}
	for e := gone; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		if s := &m.searches[m.owner[l]]; s.top != noFrame {
			m.take(s.top, l)
		}
	}
	m.settleFrames()
}

// answer writes what there is to say of puzzle p, but for its first solution.
func (m *machine) answer(p int32, how Outcome) {
	s, r := &m.searches[p], &m.results[p]
	r.Solutions, r.Nodes, r.Outcome = s.solutions, s.nodes, how
	if s.solutions == 0 {
		r.First = [81]uint8{}
	}
}

// drop ends the search of puzzle p.
func (m *machine) drop(p int32, how Outcome) {
	m.answer(p, how)
	s := &m.searches[p]
	for s.top != noFrame {
		m.unstore(s.top, s)
		s.open--
	}
	m.active &^= s.lanes
	if planned := m.taken & s.lanes; planned != 0 {
		// Or one of these lanes, free again and filled from another stage, would get this one's frame.
		m.taken &^= planned
		for i := range m.store {
			m.store[i].taken &^= planned
		}
	}
	s.open, s.lanes = 0, 0
}

// unstore takes frame f of search s from the store.
func (m *machine) unstore(f int32, s *search) {
	i, slot := placeOf(f)
	m.store[i].used &^= 1 << slot
	m.stored--
	x := m.info[f]
	m.info[x.above].below = x.below
	m.info[x.below].above = x.above
	top := s.top
	if top == f {
		top = x.below
	}
	s.top = top
}

// depthFirst answers whether searches go depth first: most have ended at their limit
// of solutions, and there are more puzzles to fill the lanes with.
func (m *machine) depthFirst() bool { return m.limited > m.complete && m.next < len(m.puzzles) }

// guess counts one more guess for puzzle p, unless it has none left.
func (m *machine) guess(p int32) bool {
	s := &m.searches[p]
	if m.limits.Nodes != 0 && s.nodes >= m.limits.Nodes {
		m.drop(p, Stopped)
		return false
	}
	s.nodes++
	m.nodes++
	return true
}

// A lane is read in a third of the time that some lanes take.
const readAlone = 3

// readFirst reads n first solutions.
func (m *machine) readFirst(n int) {
	if m.k.readMany == nil || n <= readAlone {
		for i := range n {
			m.k.read(&m.cell, int(m.solved[i]), &m.results[m.solves[i]].First)
		}
		return
	}
	for at := 0; at < n; at += someLanes {
		m.k.readMany(&m.cell, (*[someLanes]uint8)(m.solved[at:]), &m.grids)
		for i, p := range m.solves[at:min(n, at+someLanes)] {
			grid := &m.results[p].First
			*(*[16]uint8)(grid[0:]) = m.grids[0][i&15]
			*(*[16]uint8)(grid[16:]) = m.grids[1][i&15]
			*(*[16]uint8)(grid[32:]) = m.grids[2][i&15]
			*(*[16]uint8)(grid[48:]) = m.grids[3][i&15]
			*(*[16]uint8)(grid[64:]) = m.grids[4][i&15]
			grid[80] = m.grids[5][0][i&15]
		}
	}
}

// fork branches the stalled lanes: the first child stays, the second goes to a free
// lane or becomes a frame.
func (m *machine) fork(stalled uint64) {
	m.k.choose(m.block)
	first := uint64(1) // children counted where the second is begun or stored
	if m.limits.Nodes != 0 {
		first = 0
		for e := stalled; e != 0; e &= e - 1 {
			m.guess(m.owner[bits.TrailingZeros64(e)&63])
		}
		stalled &= m.active
	}
	m.k.split(m.block, stalled, &m.at, &m.rest)
	begun := uint64(0) // lanes with second children
	if m.limits.Nodes == 0 && !m.depthFirst() {
		free := m.all &^ m.active
		for free != 0 && stalled != 0 {
			f, l := bits.TrailingZeros64(free)&63, bits.TrailingZeros64(stalled)&63
			free &= free - 1
			stalled &= stalled - 1
			m.from[f] = uint16(l)
			p := m.owner[l]
			m.owner[f] = p
			s := &m.searches[p]
			s.open++
			s.nodes += 2
			s.lanes |= 1 << f
		}
		begun = m.all &^ m.active &^ free
		m.active |= begun
		m.fresh |= begun
		m.nodes += 2 * bits.OnesCount64(begun)
		m.copies = begun
	}
	for stalled != 0 {
		i := m.roomiest(bits.OnesCount64(stalled))
		t := &m.store[i]
		was, left := t.used, stalled
		for free := m.all &^ t.used; free != 0 && left != 0; free &= free - 1 {
			s, l := bits.TrailingZeros64(free)&63, bits.TrailingZeros64(left)&63
			left &= left - 1
			m.into[s] = uint16(m.k.count + l)
			p := m.owner[l]
			search := &m.searches[p]
			search.open++
			search.nodes += first
			f := frameAt(i, s)
			m.info[f] = frameInfo{p, noFrame, search.top}
			m.info[search.top].above = f
			search.top = f
			t.used |= 1 << s
		}
		n := bits.OnesCount64(stalled &^ left)
		m.stored += n
		m.nodes += n
		stalled = left
		pushed := t.used &^ was
		m.k.move(t.column, &m.cell, &m.into, pushed)
		m.k.second(t.column, pushed, &m.into, &m.at, &m.rest)
	}
	m.fill() // which makes the planned copies
	m.k.second(&m.cell, begun, &m.from, &m.at, &m.rest)
}

// splitLanes is split for 32 lanes.
func splitLanes(b *block, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set) & (laneCount - 1)
		key := b.key.at(l)
		c := key & 127
		if key&bivalue == 0 {
			c = b.cell.fewest(l)
		}
		x := b.cell[c].at(l)
		b.cell[c].set(l, x&-x)
		at[l], rest[l] = uint8(c), x&(x-1)
	}
}

// secondLanes is second for 32 lanes.
func secondLanes(cells *column, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16) {
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros64(set) & (laneCount - 1)
		p := from[l] % laneCount
		cells[at[p]].set(l, rest[p])
	}
}

// bivalue is the bit of a key that says that it is of a bivalue cell.
const bivalue = 1 << 13

// roomiest is a stage with room for n frames or half a stage: the last if it can be.
func (m *machine) roomiest(n int) int {
	for i := len(m.store) - 1; i >= 0; i-- {
		if m.k.count-bits.OnesCount64(m.store[i].used) >= min(n, m.k.count/2) {
			return i
		}
	}
	var c *column
	if n := len(m.spare); n > 0 {
		c, m.spare = m.spare[n-1], m.spare[:n-1]
	} else {
		c = new(column)
	}
	m.store = append(m.store, stage{c, 0, 0})
	if n := (len(m.store) + 1) * maxLanes; n > len(m.info) {
		m.info = append(m.info, make([]frameInfo, n-len(m.info))...)
	}
	return len(m.store) - 1
}

// fill gives free lanes frames and new puzzles, first frames unless searches go
// depth first, and makes the planned moves.
func (m *machine) fill() {
	hold := m.depthFirst()
	if !hold {
		m.takeAny()
	}
	if hold && m.all != m.active && m.dives() {
		m.serveDives(0)
	}
	began := uint64(0) // lanes to be filled from coming
	free := m.all &^ m.active
	for free != 0 && m.next < len(m.puzzles) {
		if m.next == m.end {
			if began != 0 {
				m.settle(m.coming, began)
				m.active |= began
				m.fresh |= began
				began = 0
			}
			m.load()
		}
		some := m.beginLoaded(free)
		began |= some
		free &^= some
	}
	m.active |= began
	m.fresh |= began
	if hold {
		m.takeAny()
	}
	if began != 0 || m.copies != 0 && m.taken == 0 {
		m.settle(m.coming, began)
	}
	m.settleFrames()
	m.loadAhead()
}

// beginLoaded begins puzzles in free lanes, which are to be filled from coming, as long as
// there are loaded ones, and answers in which.
func (m *machine) beginLoaded(free uint64) (began uint64) {
	next := m.next
	searches := m.searches[:m.end]
	for ; next < len(searches) && free != 0; next++ {
		i := next & (m.k.count - 1)
		if m.clash>>i&1 != 0 {
			m.results[next] = Result{Outcome: Complete}
			searches[next] = search{}
			continue
		}
		l := bits.TrailingZeros64(free) & 63
		free &= free - 1
		m.owner[l] = int32(next)
		searches[next] = search{open: 1, lanes: 1 << l}
		m.from[l] = uint16(m.k.count + i)
		began |= 1 << l
	}
	m.next = next
	return began
}

// settleFrames copies the frames taken.
func (m *machine) settleFrames() {
	for i := len(m.store) - 1; m.taken != 0; i-- {
		t := &m.store[i]
		if t.taken != 0 {
			m.taken &^= t.taken
			m.settle(t.column, t.taken)
			t.taken = 0
		}
	}
}

// takeAny fills free lanes with the last frames of all.
func (m *machine) takeAny() {
	// A stage that has become empty stays until then: its frames may be wanted yet.
	for n := len(m.store); n > 1 && m.store[n-1].used == 0 && m.store[n-2].used != m.all; n-- {
		m.spare = append(m.spare, m.store[n-1].column)
		m.store = m.store[:n-1]
	}
	for i := len(m.store) - 1; i >= 0 && m.stored > 0; i-- {
		t := &m.store[i]
		for t.used != 0 {
			free := m.all &^ m.active
			if free == 0 {
				return
			}
			s := bits.Len64(t.used) - 1
			m.take(frameAt(i, s), bits.TrailingZeros64(free)&63)
		}
	}
}

// After so many forks a free lane takes a first frame, if there are not too many.
const (
	forksPerSpread = 16
	spreadFrames   = 4096
)

// spread sees to it that not all lanes stay in one subtree. It may have no solution, and
// while its lanes fork no lane is free for the frames of other subtrees, where the few
// solutions that are wanted may lie, nor for other puzzles. A grid took 21,800,000
// guesses so, and takes 10,000. The bound to the frames is one to memory.
func (m *machine) spread() {
	if m.stored == 0 || m.stored > spreadFrames {
		return
	}
	free := m.all &^ m.active
	if m.forks++; m.forks < forksPerSpread || free == 0 {
		return
	}
	m.forks = 0
	i := 0
	for m.store[i].used == 0 {
		i++
	}
	m.take(frameAt(i, bits.TrailingZeros64(m.store[i].used)), bits.TrailingZeros64(free)&63)
	m.settleFrames()
}

// take plans to fill lane l with frame f.
func (m *machine) take(f int32, l int) {
	p := m.info[f].puzzle
	if !m.guess(p) {
		return
	}
	bit := uint64(1) << l
	search := &m.searches[p]
	search.lanes |= bit
	m.unstore(f, search)
	i, s := placeOf(f)
	m.owner[l&63] = p
	m.from[l&63] = uint16(m.k.count) + uint16(s)
	m.active |= bit
	m.fresh |= bit
	m.taken |= bit
	m.store[i].taken |= bit
}

// loadAhead loads the next puzzles when there is room for them.
func (m *machine) loadAhead() {
	if m.end < len(m.puzzles) && m.end-m.next <= m.k.count-laneCount {
		m.load()
	}
}

// load loads the next 32 puzzles; as many lanes of coming have none that is yet to begin.
func (m *machine) load() {
	puzzles, n := m.puzzles[m.end:], laneCount
	if len(puzzles) < n {
		n = copy(m.last[:], puzzles)
		puzzles = m.last[:]
	}
	first := m.end & (m.k.count - 1)
	clash := m.k.load(m.coming, first, (*[laneCount][81]uint8)(puzzles))
	m.clash = m.clash&^((1<<laneCount-1)<<first) | uint64(clash)<<first
	if without := m.limits.Without; m.end < len(without) {
		for i, x := range without[m.end:min(m.end+n, len(without))] {
			if l := first + i; x.Digit != 0 {
				m.k.set(m.coming, int(x.Cell), l, m.k.at(m.coming, int(x.Cell), l)&^(1<<(x.Digit-1)))
			}
		}
	}
	m.end += n
	m.ahead = max(m.ahead, m.end)
}

// prefetch brings what load will want next into the first cache, a little in each sweep
// so that the sweep's own loads do not have to wait.
func (m *machine) prefetch() {
	if a := m.ahead; a < len(m.puzzles) && a < m.end+2*m.k.count {
		m.k.prefetch(&m.puzzles[a], &m.results[a], &m.searches[a])
		m.ahead = a + fetched
	}
}

// fetched is how many puzzles are fetched at a time.
const fetched = 4

// settle fills lanes from a stage, and others from lanes.
func (m *machine) settle(stage *column, set uint64) {
	m.k.move(&m.cell, stage, &m.from, set|m.copies)
	m.copies = 0
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

// fewest is the first cell of lane l, which has no bivalue one, with the fewest
// candidates above one, or 0 if there is none.
func (cells *column) fewest(l int) uint16 {
	best, few := 0, 10
	for c := range 81 {
		switch n := bits.OnesCount16(cells[c].at(l)); {
		case n == 3:
			return uint16(c)
		case n > 3 && n < few:
			best, few = c, n
		}
	}
	return uint16(best)
}
