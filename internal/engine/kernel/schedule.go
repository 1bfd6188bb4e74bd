package kernel

import (
	"context"
	"math/bits"
)

// machine holds the state of one call of lanes.Search or lanes.Enumerate.
type machine struct {
	*workspace
	k *lanes
	callState
	occupancy
	pace
	store   store
	queue   queue
	plan    plan
	dives   dives
	service endScratch
	one     [1][81]uint8 // the puzzle of Enumerate
}

// callState holds the arguments of a call, and how far it has come.
type callState struct {
	limits   Limits
	puzzles  [][81]uint8
	results  []Result
	yield    func(*[81]uint8) bool
	searches []search // the search of each puzzle
	limited  int      // the number of puzzles whose search ended at the limit of solutions
	complete int      // the number of puzzles that were searched completely
	stopped  bool
}

type search struct {
	open      int32  // the number of lanes and frames that the search has
	top       int32  // the latest frame of the search, or noFrame
	nodes     uint64 // the number of guesses
	lanes     uint64
	solutions uint64
}

// occupancy records which search each lane belongs to.
type occupancy struct {
	all    uint64          // all lanes of the kernel
	active uint64          // the lanes that belong to a search
	fresh  uint64          // the active lanes whose sum in workspace.prev is unknown
	owner  [maxLanes]int32 // the puzzle of each active lane
}

type pace struct{ sweeps, nodes int }

// plan collects moves of lanes that are carried out together.
type plan struct {
	from, into [maxLanes]uint16 // the sources for lanes.move: from[l] of lane l, into[s] of slot s in a plane of frames
	copies     uint64           // the lanes to fill from other lanes
	taken      uint64           // the lanes to fill from the store
	at         [maxLanes]uint8  // the cell in which each lane forks
	rest       [maxLanes]uint16 // the digits of each lane's second child
}

// endScratch holds memory for endSearches and readFirstSolutions.
type endScratch struct {
	solved [maxLanes]uint8 // the lanes that hold the first solution of a puzzle
	solves [maxLanes]int32 // the puzzles of these lanes
	ended  [maxLanes]int32 // the puzzles whose search has ended
	grids  [6][someLanes][16]uint8
	grid   [81]uint8 // the grid passed to yield
}

func newMachine() *machine {
	return &machine{workspace: new(workspace), queue: queue{plane: new(plane)}}
}

// The context is checked after sweepsPerLook sweeps, which take about 20 µs, or after nodesPerLook guesses.
const (
	sweepsPerLook = 64
	nodesPerLook  = 192
)

// Lanes that are at rest wait until waiting has cost as much as serving them would. The unit of cost is what
// one lane costs in a sweep of 32 active lanes.
const (
	forkCost = 12 // the cost of choosing a cell and copying
	endCost  = 16 // the cost of refilling lanes
)

// searchPuzzles searches puzzles in lanes and returns n: the results before n are final. n is less than len(puzzles)
// only if ctx ended.
func (m *machine) searchPuzzles(ctx context.Context, k *lanes, puzzles [][81]uint8, limits Limits, results []Result, yield func(*[81]uint8) bool) int {
	if ctx.Err() != nil {
		return 0
	}
	limits.Solutions = max(limits.Solutions, 1)
	m.k, m.limits, m.puzzles, m.results, m.yield = k, limits, puzzles, results[:len(puzzles)], yield
	if cap(m.searches) < len(puzzles) {
		m.searches = make([]search, len(puzzles))
	}
	m.searches = m.searches[:len(puzzles)]
	m.limited, m.complete, m.stopped = 0, 0, false
	m.all, m.active, m.fresh = ^uint64(0)>>(maxLanes-k.count), 0, 0
	m.pace = pace{}
	m.store.clear()
	m.queue.next, m.queue.end, m.queue.ahead = 0, 0, 0
	m.plan.copies, m.plan.taken = 0, 0
	m.dives.lanes, m.dives.deaths, m.dives.found, m.dives.pairs = 0, 0, 0, 0
	m.fillLanes()
	for m.active != 0 && !m.stopped {
		m.propagateAndServeLanes(ctx)
	}
	final := m.queue.next
	if m.stopped {
		for e := m.dives.lanes; e != 0; e &= e - 1 {
			l := bits.TrailingZeros64(e) & 63
			m.searches[m.owner[l]].nodes = uint64(m.dives.of[l].nodes)
		}
		// n becomes the first puzzle whose search is not finished. The results of such puzzles state their progress.
		for p := m.queue.next - 1; p >= 0; p-- {
			if s := &m.searches[p]; s.open > 0 {
				m.writeResult(int32(p), Stopped)
				final = p
			}
		}
		clear(m.results[m.queue.next:])
	}
	m.k, m.limits, m.puzzles, m.results, m.yield = nil, Limits{}, nil, nil, nil
	return final
}

// propagateAndServeLanes sweeps until enough lanes are at rest, and serves them: it ends their searches or forks them.
func (m *machine) propagateAndServeLanes(ctx context.Context) {
	n := bits.OnesCount64(m.active)
	forkAt, endAt := forkCost*n/32, endCost*n/32
	if m.dives.lanes != 0 {
		forkAt = endAt // dives choose no cell here, so that more lanes can wait
	}
	forks, ends := 0, 0      // forks: what waiting has cost in lanes that must fork; ends: what it has cost in lanes that have ended
	var gone, stalled uint64 // the lanes that are dead or solved, and those that must fork
	for {
		if m.sweeps++; m.sweeps >= sweepsPerLook || m.nodes >= nodesPerLook {
			m.sweeps, m.nodes = 0, 0
			if ctx.Err() != nil {
				m.stopped = true
				return
			}
		}
		m.prefetchPuzzles()
		m.k.sweep(m.workspace)
		still := m.still &^ m.fresh & m.active
		m.fresh = 0
		gone = (m.dead | m.full) & m.active
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
	if d := m.dives.lanes; d != 0 {
		if gone&d != 0 {
			m.serveEndedDiveSearches(gone & d)
		}
		if stalled&d != 0 {
			m.guessInStalledDives(stalled & d)
		}
		gone &^= d
		stalled &^= d
		if gone|stalled == 0 && m.all == m.active {
			return
		}
	}
	if gone != 0 {
		m.endSearches(ctx, gone)
	}
	if m.stopped {
		return
	}
	if stalled &= m.active; stalled != 0 {
		m.assignFirstFrame()
		m.forkUnsolvedLanes(stalled)
	} else {
		m.fillLanes()
	}
}

// endSearches ends the lanes in `gone`, which are dead or solved. It also ends the searches that have no other lanes or
// frames.
func (m *machine) endSearches(ctx context.Context, gone uint64) {
	first := 0 // how many of the solutions are the first solution of their puzzle
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
		m.service.solved[first&63], m.service.solves[first&63] = uint8(l), p
		first += int((s.solutions - 2) >> 63)
		if m.yield != nil {
			m.k.read(&m.cell, l, &m.service.grid)
			if !m.yield(&m.service.grid) {
				m.dropPuzzle(p, Stopped)
				continue
			}
		}
		if s.solutions == m.limits.Solutions {
			m.limited++
			m.dropPuzzle(p, LimitReached)
		}
	}
	m.readFirstSolutions(first)
	if m.stopped {
		return
	}
	gone &= m.active
	m.active &^= gone
	// The loop has no branch, because the processor could not predict whether a search ends here.
	ended := 0
	for e := gone; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		p := m.owner[l]
		s := &m.searches[p]
		s.lanes &^= 1 << l
		s.open--
		m.service.ended[ended&63] = p
		ended += int(uint32(s.open-1) >> 31)
	}
	m.complete += ended
	for _, p := range m.service.ended[:ended] {
		m.writeResult(p, Complete)
	}
	if m.store.frames == 0 || !m.isDepthFirst() {
		return
	}
	for e := gone; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		if s := &m.searches[m.owner[l]]; s.top != noFrame {
			m.assignFrameToLane(s.top, l)
		}
	}
	m.fillFromPlannedFrames()
}

func (m *machine) writeResult(p int32, how Outcome) {
	s, r := &m.searches[p], &m.results[p]
	r.Solutions, r.Nodes, r.Outcome = s.solutions, s.nodes, how
	if s.solutions == 0 {
		r.First = [81]uint8{}
	}
}

func (m *machine) dropPuzzle(p int32, how Outcome) {
	m.writeResult(p, how)
	s := &m.searches[p]
	for s.top != noFrame {
		m.store.remove(s.top, s)
		s.open--
	}
	m.active &^= s.lanes
	if planned := m.plan.taken & s.lanes; planned != 0 {
		// These lanes are free again, and frames from another plane may fill them. Without this code, the old plan
		// would then put this puzzle's frame into them.
		m.plan.taken &^= planned
		for i := range m.store.planes {
			m.store.planes[i].taken &^= planned
		}
	}
	s.open, s.lanes = 0, 0
}

// isDepthFirst reports whether lanes search depth first: most searches have ended at their limit, and some puzzles have
// not begun.
func (m *machine) isDepthFirst() bool { return m.limited > m.complete && m.queue.next < len(m.puzzles) }

// countGuess counts a guess of puzzle p. At the node limit it instead ends the search of p and returns false.
func (m *machine) countGuess(p int32) bool {
	s := &m.searches[p]
	if m.limits.Nodes != 0 && s.nodes >= m.limits.Nodes {
		m.dropPuzzle(p, Stopped)
		return false
	}
	s.nodes++
	m.nodes++
	return true
}

// readAlone is the greatest number of lanes that are read one by one, because reading someLanes lanes in one call costs
// as much as reading three.
const readAlone = 3

func (m *machine) readFirstSolutions(n int) {
	if m.k.readMany == nil || n <= readAlone {
		for i := range n {
			m.k.read(&m.cell, int(m.service.solved[i]), &m.results[m.service.solves[i]].First)
		}
		return
	}
	for at := 0; at < n; at += someLanes {
		m.k.readMany(&m.cell, (*[someLanes]uint8)(m.service.solved[at:]), &m.service.grids)
		for i, p := range m.service.solves[at:min(n, at+someLanes)] {
			grid := &m.results[p].First
			*(*[16]uint8)(grid[0:]) = m.service.grids[0][i&15]
			*(*[16]uint8)(grid[16:]) = m.service.grids[1][i&15]
			*(*[16]uint8)(grid[32:]) = m.service.grids[2][i&15]
			*(*[16]uint8)(grid[48:]) = m.service.grids[3][i&15]
			*(*[16]uint8)(grid[64:]) = m.service.grids[4][i&15]
			grid[80] = m.service.grids[5][0][i&15]
		}
	}
}

// forkUnsolvedLanes splits each stalled lane into two children: the first stays, and the second goes to a free
// lane or becomes a frame.
func (m *machine) forkUnsolvedLanes(stalled uint64) {
	m.k.choose(m.workspace)
	first := uint64(1) // how many guesses the first child adds to the count: 0 if they have been counted
	if m.limits.Nodes != 0 {
		first = 0
		for e := stalled; e != 0; e &= e - 1 {
			m.countGuess(m.owner[bits.TrailingZeros64(e)&63])
		}
		stalled &= m.active
	}
	m.k.makeFirstChildren(m.workspace, stalled, &m.plan.at, &m.plan.rest)
	begun := uint64(0) // the lanes that have received second children
	if m.limits.Nodes == 0 && !m.isDepthFirst() {
		free := m.all &^ m.active
		for free != 0 && stalled != 0 {
			f, l := bits.TrailingZeros64(free)&63, bits.TrailingZeros64(stalled)&63
			free &= free - 1
			stalled &= stalled - 1
			m.plan.from[f] = uint16(l)
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
		m.plan.copies = begun
	}
	for stalled != 0 {
		i := m.store.findOrAddPlane(bits.OnesCount64(stalled), m.k.count)
		t := &m.store.planes[i]
		was, left := t.used, stalled
		for free := m.all &^ t.used; free != 0 && left != 0; free &= free - 1 {
			s, l := bits.TrailingZeros64(free)&63, bits.TrailingZeros64(left)&63
			left &= left - 1
			m.plan.into[s] = uint16(m.k.count + l)
			p := m.owner[l]
			search := &m.searches[p]
			search.open++
			search.nodes += first
			f := frameAt(i, s)
			m.store.info[f] = frameInfo{p, noFrame, search.top}
			m.store.info[search.top].above = f
			search.top = f
			t.used |= 1 << s
		}
		n := bits.OnesCount64(stalled &^ left)
		m.store.frames += n
		m.nodes += n
		stalled = left
		pushed := t.used &^ was
		m.k.move(t.plane, &m.cell, &m.plan.into, pushed)
		m.k.makeSecondChildren(t.plane, pushed, &m.plan.into, &m.plan.at, &m.plan.rest)
	}
	m.fillLanes() // this also makes the planned copies
	m.k.makeSecondChildren(&m.cell, begun, &m.plan.from, &m.plan.at, &m.plan.rest)
}

// fillLanes fills free lanes with frames and new puzzles, and carries out the planned moves.
func (m *machine) fillLanes() {
	hold := m.isDepthFirst()
	if !hold {
		m.assignLatestFrames()
	}
	if hold && m.all != m.active && m.shouldStartDiveSearches() {
		m.serveEndedDiveSearches(0)
	}
	began := uint64(0) // the lanes to fill from the queue
	free := m.all &^ m.active
	for free != 0 && m.queue.next < len(m.puzzles) {
		if m.queue.next == m.queue.end {
			if began != 0 {
				m.movePlannedLanes(m.queue.plane, began)
				m.active |= began
				m.fresh |= began
				began = 0
			}
			m.loadPuzzleBatch()
		}
		some := m.assignLoadedPuzzles(free)
		began |= some
		free &^= some
	}
	m.active |= began
	m.fresh |= began
	if hold {
		m.assignLatestFrames()
	}
	if began != 0 || m.plan.copies != 0 && m.plan.taken == 0 {
		m.movePlannedLanes(m.queue.plane, began)
	}
	m.fillFromPlannedFrames()
	m.loadBatchIfRoom()
}

// movePlannedLanes fills the lanes of set from frames, and makes the planned copies between lanes.
func (m *machine) movePlannedLanes(frames *plane, set uint64) {
	m.k.move(&m.cell, frames, &m.plan.from, set|m.plan.copies)
	m.plan.copies = 0
}
