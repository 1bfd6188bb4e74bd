package kernel

import "math/bits"

// queue holds the puzzles of a call that no lane has begun.
type queue struct {
	plane     *plane               // the loaded puzzles: puzzle p is in slot p%count
	next, end int                  // next is the next puzzle to begin; end is the first puzzle that is not loaded
	ahead     int                  // the first puzzle that is not prefetched
	clash     uint64               // the slots whose loaded puzzle has a given twice in a box
	last      [laneCount][81]uint8 // a copy of the call's last puzzles, if fewer than 32 remain to be loaded
}

// assignLoadedPuzzles assigns loaded puzzles to free lanes. It returns these lanes, which the caller must fill.
func (m *machine) assignLoadedPuzzles(free uint64) (began uint64) {
	q := &m.queue
	next := q.next
	searches := m.searches[:q.end]
	for ; next < len(searches) && free != 0; next++ {
		i := next & (m.k.count - 1)
		if q.clash>>i&1 != 0 {
			m.results[next] = Result{Outcome: Complete}
			searches[next] = search{}
			continue
		}
		l := bits.TrailingZeros64(free) & 63
		free &= free - 1
		m.owner[l] = int32(next)
		searches[next] = search{open: 1, lanes: 1 << l}
		m.plan.from[l] = uint16(m.k.count + i)
		began |= 1 << l
	}
	q.next = next
	return began
}

func (m *machine) loadBatchIfRoom() {
	if q := &m.queue; q.end < len(m.puzzles) && q.end-q.next <= m.k.count-laneCount {
		m.loadPuzzleBatch()
	}
}

// loadPuzzleBatch loads the next 32 puzzles. Lanes must have begun all puzzles in the slots that it fills.
func (m *machine) loadPuzzleBatch() {
	q := &m.queue
	puzzles, n := m.puzzles[q.end:], laneCount
	if len(puzzles) < n {
		n = copy(q.last[:], puzzles)
		puzzles = q.last[:]
	}
	first := q.end & (m.k.count - 1)
	clash := m.k.load(q.plane, first, (*[laneCount][81]uint8)(puzzles))
	q.clash = q.clash&^((1<<laneCount-1)<<first) | uint64(clash)<<first
	if without := m.limits.Without; q.end < len(without) {
		for i, x := range without[q.end:min(q.end+n, len(without))] {
			if l, c := first+i, int(x.Cell); x.Digit != 0 {
				m.k.setCandidates(q.plane, c, l, m.k.candidatesAt(q.plane, c, l)&^(1<<(x.Digit-1)))
			}
		}
	}
	q.end += n
	q.ahead = max(q.ahead, q.end)
}

// fetched is the number of puzzles prefetched at a time.
const fetched = 4

// prefetchPuzzles fetches the puzzles that loadPuzzleBatch will read next into the L1 cache, a few during each sweep.
func (m *machine) prefetchPuzzles() {
	if a := m.queue.ahead; a < len(m.puzzles) && a < m.queue.end+2*m.k.count {
		m.k.prefetch(&m.puzzles[a], &m.results[a], &m.searches[a])
		m.queue.ahead = a + fetched
	}
}

// candidates[v] holds the candidates of a cell for which the puzzle has value v. If v is above 9, the cell has no
// candidates.
var candidates = func() (c [256]uint16) {
	c[0] = 511
	for d := 1; d <= 9; d++ {
		c[d] = 1 << (d - 1)
	}
	return c
}()
