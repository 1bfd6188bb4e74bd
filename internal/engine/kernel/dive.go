package kernel

import "math/bits"

// A dive is a search that quickly finds one or two solutions of a puzzle with many; see docs/LANES.md. The *path* of a
// lane is its state after its last guesses, in a plane of its own. To backtrack, the path is copied to the lane. If no
// cell of a lane at rest has three candidates, its solutions come in *pairs*: exchanging the candidates of all open
// cells turns one solution into another.

// dives holds the lanes that dive, and counts what their dives have cost and found.
type dives struct {
	lanes        uint64
	once, paired uint64 // once: the lanes that have found a solution; paired: the lanes whose solutions come in pairs
	of           [maxLanes]dive
	deaths       int // the number of contradictions in all dives of this call
	found, pairs int // found: the puzzles whose limit dives have reached in this call; pairs: how many of these have solutions in pairs
}

// dive holds the guesses of one lane's dive. It fills two cache lines.
type dive struct {
	turned [2]uint64 // bit c%64 of word c/64 is set if the first guess in cell c has been removed
	nodes  uint32    // the number of cells guessed, plus the number of cells set to their other candidate
	n      uint8     // the number of levels guessed and not undone
	lost   uint8     // the number of oldest levels that newer levels have overwritten
	dead   uint16    // the number of contradictions found
	levels [maxLevels]guessLevel
}

// maxLevels limits the levels that a dive can undo. Few dives have more levels.
const maxLevels = 26

// guessLevel describes the cells that a dive guessed in one step, at most one in each band. Byte b is 0, or 1 plus the
// index in band b of the guessed cell. Bit 24+b is set while the other candidates of this cell are untried. Bits 27 and
// up count the guessed cells.
type guessLevel uint32

func (s guessLevel) cellIndexInBand(band int) int { return int(s >> (8 * band) & 0xFF) }

// A dive is abandoned after more than divePatience contradictions. If lanes are idle, it is abandoned after more than
// idlePatience contradictions, because an ordinary search could use the idle lanes.
const (
	divePatience = 16
	idlePatience = 4
)

// deathsPerPair limits the contradictions in dives. A call starts no dive while its dives have had more than
// deathsPerPair contradictions for each puzzle whose search has reached the limit of solutions. Without this limit,
// hard puzzles that lack one of their givens would take 1.5 times as long as without dives.
const deathsPerPair = 2

// A call whose limit is one solution first makes trialDives dives. It makes further dives only while two conditions
// hold. At least one in pairShare of the puzzles solved by dives had its solutions in pairs. Contradictions were no
// more frequent than solutions. Without this test, the corpus 17_clue, where most puzzles have one solution, takes 30 %
// longer.
const (
	trialDives = 48
	pairShare  = 8
)

func (m *machine) shouldStartDiveSearches() bool {
	l := &m.limits
	if d := &m.dives; l.Solutions == 1 && (d.found > trialDives+pairShare*d.pairs || d.deaths > trialDives+d.found) {
		return false
	}
	return l.Solutions <= 2 && l.Nodes == 0 && len(l.Without) == 0 && m.yield == nil && m.isDepthFirst() && m.dives.deaths <= deathsPerPair*m.limited
}

// serveEndedDiveSearches backtracks in diving lanes that have reached a contradiction or a solution. It also starts
// dives in free lanes.
func (m *machine) serveEndedDiveSearches(gone uint64) {
	dead := gone & m.dead
	solved := gone &^ dead
	first := 0
	for e := solved &^ m.dives.once; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		p := m.owner[l]
		m.searches[p].solutions = 1
		m.service.solved[first&63], m.service.solves[first&63] = uint8(l), p
		first++
	}
	m.readFirstSolutions(first)
	ended := solved
	if m.limits.Solutions == 2 {
		ended &= m.dives.once | m.dives.paired
	}
	m.dives.found += bits.OnesCount64(ended)
	m.dives.pairs += bits.OnesCount64(ended & m.dives.paired)
	for e := ended; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		m.searches[m.owner[l]].solutions = m.limits.Solutions
		m.endDiveSearch(l, LimitReached)
	}
	m.limited += bits.OnesCount64(ended)
	m.dives.once |= solved
	m.dives.deaths += bits.OnesCount64(dead)
	for e := dead; e != 0; e &= e - 1 {
		m.dives.of[bits.TrailingZeros64(e)&63].dead++
	}
	again := gone &^ ended
	m.dives.paired &^= again
	for e := again; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		switch m.backtrackLane(l) {
		case atEnd:
			m.endDiveSearch(l, Complete)
			m.complete++
			ended |= 1 << l
		case atLoss:
			m.restartLane(l)
		}
	}
	again &^= ended
	m.active &^= ended
	m.dives.lanes &^= ended
	var began, queued uint64
	if free := m.all &^ m.active; free != 0 && m.shouldStartDiveSearches() {
		began, queued = m.startDiveSearches(free)
	}
	again |= began
	m.fresh |= again
	if again == 0 {
		return
	}
	m.k.writeLaneSet(&m.served, again)
	if queued == 0 {
		m.k.restore(m.workspace)
		return
	}
	m.k.begin(m.workspace, m.queue.plane, &m.plan.from, queued)
	m.loadBatchIfRoom()
}

func (m *machine) endDiveSearch(l int, how Outcome) {
	p := m.owner[l]
	s := &m.searches[p]
	s.open, s.nodes = 0, uint64(m.dives.of[l].nodes)
	m.writeResult(p, how)
}

// turnEnd says what a lane does after backtracking.
type turnEnd int

const (
	onward turnEnd = iota // the lane continues with an untried candidate
	atEnd                 // the search ends, because everything has been tried
	atLoss                // an ordinary search must take over the puzzle
)

// backtrackLane undoes the guesses of lane l after the last one with an untried candidate, and sets this candidate.
func (m *machine) backtrackLane(l int) turnEnd {
	d := &m.dives.of[l&63]
	if d.dead > divePatience || d.dead > idlePatience && m.active != m.all {
		return atLoss
	}
	n := d.n
	for n > d.lost {
		s := &d.levels[(n-1)%maxLevels]
		x := *s
		last := int(lastBand[x>>24&7])
		if x&0xFFFFFF>>(8*(last+1)) != 0 {
			m.undoLevelGuesses(d, l, x, last)
		}
		if last < 0 {
			n--
			continue
		}
		// The level keeps its guessed cells up to band `last`. The cell in that band has no untried candidate now.
		*s = x & (1<<(8*(last+1)) - 1 | 1<<(24+last) - 1<<24)
		c := 27*last + x.cellIndexInBand(last) - 1
		bit := uint64(1) << (c & 63)
		if d.turned[c>>6&1]&bit != 0 {
			return atLoss // setting this candidate would bring back a candidate that the cell has lost
		}
		if n != d.n && !m.rebuildPath(d, l, int(n)) {
			return atLoss
		}
		d.n = n
		d.turned[c>>6&1] |= bit
		m.k.resetCandidates(&m.path, c, l, ^uint64(0))
		d.nodes++
		m.nodes++
		return onward
	}
	if d.lost != 0 {
		return atLoss
	}
	return atEnd
}

// rebuildPath fills the path of lane l with its puzzle and the guesses of the first n levels. It returns false if it
// does not know all these guesses. This happens if levels have been overwritten, or if a cell has two candidates left
// after its first guess was removed.
func (m *machine) rebuildPath(d *dive, l, n int) bool {
	if d.lost != 0 {
		return false
	}
	var guesses [81]uint16
	for _, s := range d.levels[:n] {
		for band := range 3 {
			if place := s.cellIndexInBand(band); place != 0 {
				c := 27*band + place - 1
				guesses[c] = m.k.candidatesAt(&m.path, c, l)
				if guesses[c]&(guesses[c]-1) != 0 {
					return false
				}
			}
		}
	}
	m.k.resetEmptyCells(&m.path, l, &m.puzzles[m.owner[l&63]])
	for c, x := range guesses {
		if x != 0 {
			m.k.setCandidates(&m.path, c, l, x)
		}
	}
	return true
}

// lastBand[set] is the highest band of a set of bands, or -1.
var lastBand = [8]int8{-1, 0, 1, 1, 2, 2, 2, 2}

func (m *machine) undoLevelGuesses(d *dive, l int, s guessLevel, last int) {
	for band := last + 1; band < 3; band++ {
		if place := s.cellIndexInBand(band); place != 0 {
			c := 27*band + place - 1
			d.turned[c>>6&1] &^= 1 << (c & 63)
			m.k.resetCandidates(&m.path, c, l, 0)
		}
	}
}

// restartLane searches the puzzle of lane l again from the beginning, without a dive.
func (m *machine) restartLane(l int) {
	m.dives.lanes &^= 1 << l
	p := m.owner[l]
	s := &m.searches[p]
	s.solutions, s.nodes = 0, uint64(m.dives.of[l].nodes)
	m.k.resetEmptyCells(&m.path, l, &m.puzzles[p])
}

// startDiveSearches starts dives in free lanes and returns these lanes in `began`. For the lanes in `queued`, the
// caller must still fill the path from the queue.
func (m *machine) startDiveSearches(free uint64) (began, queued uint64) {
	for free != 0 && m.queue.next < len(m.puzzles) {
		if m.queue.next == m.queue.end {
			if queued != 0 {
				m.k.move(&m.path, m.queue.plane, &m.plan.from, queued)
				queued = 0
			}
			m.loadPuzzleBatch()
		}
		some := m.assignLoadedPuzzles(free)
		began |= some
		queued |= some
		free &^= some
	}
	for e := began; e != 0; e &= e - 1 {
		d := &m.dives.of[bits.TrailingZeros64(e)&63]
		d.turned, d.nodes, d.n, d.lost, d.dead = [2]uint64{}, 0, 0, 0, 0
	}
	m.active |= began
	m.dives.lanes |= began
	m.dives.once &^= began
	m.dives.paired &^= began
	return began, queued
}

// guessInStalledDives guesses in diving lanes that are at rest but not solved.
func (m *machine) guessInStalledDives(stalled uint64) {
	m.k.writeLaneSet(&m.served, stalled)
	m.k.guess(m.workspace)
	m.dives.paired |= m.pairs & stalled
	for ; stalled != 0; stalled &= stalled - 1 {
		l := bits.TrailingZeros64(stalled) & 63
		d := &m.dives.of[l]
		s := m.guessedCells(l)
		if s == 0 {
			s = m.guessCellWithFewest(l)
		}
		d.levels[d.n%maxLevels] = s
		d.n++
		d.lost = max(d.lost+maxLevels, d.n) - maxLevels
		guesses := uint32(s >> 27)
		d.nodes += guesses
		m.nodes += int(guesses)
	}
}

// guessCellWithFewest guesses in lane l, which has no bivalue cell: it takes a cell with the fewest candidates.
func (m *machine) guessCellWithFewest(l int) guessLevel {
	c := m.k.cellWithFewest(&m.cell, l)
	digit := m.k.candidatesAt(&m.cell, c, l)
	digit &= -digit
	m.k.setCandidates(&m.cell, c, l, digit)
	m.k.setCandidates(&m.path, c, l, digit)
	band := c / 27
	return guessLevel((c%27+1)<<(8*band) | 1<<(24+band) | 1<<27)
}
