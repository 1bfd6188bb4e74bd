package kernel

import "math/bits"

// Dives find two solutions where they abound. A dive goes down one path, and guesses a cell of
// each band at once, since hardly any path is wrong there. It keeps no frames: a lane's
// *path* is its puzzle and what was guessed, in a column of its own, and to turn back the lane
// is filled from it again. So it tries, last guess first, all that there is to try. Where that
// takes too long the puzzle begins anew as an ordinary search.
//
// At rest, a lane in which no cell has three candidates has its solutions in pairs: each
// open digit of a house has two places there (less, and it were a hidden single), so that
// where one solution is, the other candidates of the open cells are another. It is
// what setters call a deadly pattern, and BUG.

// dive is the state of a lane that dives, in two cache lines.
type dive struct {
	turned [2]uint64 // a bit for each cell that has lost the candidate first guessed
	nodes  uint32    // cells guessed, and turned
	n      uint8     // steps
	lost   uint8     // how many of them, the first, are known no more
	dead   uint16    // contradictions met
	steps  [maxSteps]step
}

// maxSteps is how many steps a dive can take back. Empty grids need more to come down, but hardly
// ever turn at one of the first.
const maxSteps = 26

// step is what a dive guessed at once: in byte b the cell of band b, its place in the band
// and 1, or 0; bit 24+b is set while the cell's other candidates have not been tried; from bit
// 27 on how many cells it guessed.
type step uint32

func (s step) place(band int) int { return int(s >> (8 * band) & 0xFF) }

// A dive may meet so many contradictions, fewer where lanes have nothing to do, of which an
// ordinary search makes use.
const (
	divePatience = 16
	idlePatience = 4
)

// deathsPerPair is how many contradictions dives may meet for each puzzle that has two solutions.
// Without a bound hard puzzles that lack one given take 1.5 times as long as without dives.
const deathsPerPair = 2

// dives answers whether new puzzles begin with a dive: where most searches go on after their
// first solution, and end at their second.
func (m *machine) dives() bool {
	l := &m.limits
	return l.Solutions == 2 && l.Nodes == 0 && len(l.Without) == 0 && m.yield == nil && m.depthFirst() && m.deaths <= deathsPerPair*m.limited
}

// serveDives serves lanes that dive and are dead or solved, and fills free ones.
func (m *machine) serveDives(gone uint64) {
	dead := gone & m.dead
	solved := gone &^ dead
	first := 0
	for e := solved &^ m.once; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		p := m.owner[l]
		m.searches[p].solutions = 1
		m.solved[first&63], m.solves[first&63] = uint8(l), p
		first++
	}
	m.readFirst(first)
	ended := solved & (m.once | m.paired)
	for e := ended; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		m.searches[m.owner[l]].solutions = 2
		m.endDive(l, LimitReached)
	}
	m.limited += bits.OnesCount64(ended)
	m.once |= solved
	m.deaths += bits.OnesCount64(dead)
	for e := dead; e != 0; e &= e - 1 {
		m.dive[bits.TrailingZeros64(e)&63].dead++
	}
	again := gone &^ ended
	m.paired &^= again
	for e := again; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		switch m.turn(l) {
		case atEnd:
			m.endDive(l, Complete)
			m.complete++
			ended |= 1 << l
		case atLoss:
			m.abandon(l)
		}
	}
	again &^= ended
	m.active &^= ended
	m.diving &^= ended
	var began, staged uint64
	if free := m.all &^ m.active; free != 0 && m.dives() {
		began, staged = m.beginDives(free)
	}
	again |= began
	m.fresh |= again
	if again == 0 {
		return
	}
	m.k.mark(&m.served, again)
	if staged == 0 {
		m.k.restore(m.block)
		return
	}
	m.k.begin(m.block, m.coming, &m.from, staged)
	m.loadAhead()
}

// endDive ends the search of lane l.
func (m *machine) endDive(l int, how Outcome) {
	p := m.owner[l]
	s := &m.searches[p]
	s.open, s.nodes = 0, uint64(m.dive[l].nodes)
	m.answer(p, how)
}

// turnEnd is how turning back ends.
type turnEnd int

const (
	onward turnEnd = iota // there is another way
	atEnd                 // all ways have been tried
	atLoss                // an ordinary search has to do it
)

// turn takes back what lane l guessed, up to the last cell whose other candidate has not been
// tried, and guesses that.
func (m *machine) turn(l int) turnEnd {
	d := &m.dive[l&63]
	if d.dead > divePatience || d.dead > idlePatience && m.active != m.all {
		return atLoss
	}
	n := d.n
	for n > d.lost {
		s := &d.steps[(n-1)%maxSteps]
		x := *s
		last := int(lastBand[x>>24&7])
		if x&0xFFFFFF>>(8*(last+1)) != 0 {
			m.takeBack(d, l, x, last)
		}
		if last < 0 {
			n--
			continue
		}
		d.n = n
		// Without the cells taken back, and the last one's other candidate.
		*s = x & (1<<(8*(last+1)) - 1 | 1<<(24+last) - 1<<24)
		c := 27*last + x.place(last) - 1
		bit := uint64(1) << (c & 63)
		if d.turned[c>>6&1]&bit != 0 {
			return atLoss // what the cell lost before would be possible again
		}
		d.turned[c>>6&1] |= bit
		m.k.reopen(&m.path, c, l, ^uint64(0))
		d.nodes++
		m.nodes++
		return onward
	}
	if d.lost != 0 {
		return atLoss
	}
	return atEnd
}

var lastBand = [8]int8{-1, 0, 1, 1, 2, 2, 2, 2}

// takeBack takes back what was guessed in the bands after the last.
func (m *machine) takeBack(d *dive, l int, s step, last int) {
	for band := last + 1; band < 3; band++ {
		if place := s.place(band); place != 0 {
			c := 27*band + place - 1
			d.turned[c>>6&1] &^= 1 << (c & 63)
			m.k.reopen(&m.path, c, l, 0)
		}
	}
}

// abandon makes lane l's dive an ordinary search.
func (m *machine) abandon(l int) {
	m.diving &^= 1 << l
	p := m.owner[l]
	s := &m.searches[p]
	s.solutions, s.nodes = 0, uint64(m.dive[l].nodes)
	for c, digit := range m.puzzles[p] {
		m.k.set(&m.path, c, l, candidates[digit])
	}
}

// beginDives begins puzzles in free lanes, and answers in which. Staged are those whose path is
// to be filled yet.
func (m *machine) beginDives(free uint64) (began, staged uint64) {
	for free != 0 && m.next < len(m.puzzles) {
		if m.next == m.end {
			if staged != 0 {
				m.k.move(&m.path, m.coming, &m.from, staged)
				staged = 0
			}
			m.load()
		}
		some := m.beginLoaded(free)
		began |= some
		staged |= some
		free &^= some
	}
	for e := began; e != 0; e &= e - 1 {
		d := &m.dive[bits.TrailingZeros64(e)&63]
		d.turned, d.nodes, d.n, d.lost, d.dead = [2]uint64{}, 0, 0, 0, 0
	}
	m.active |= began
	m.diving |= began
	m.once &^= began
	m.paired &^= began
	return began, staged
}

// guessOn makes guesses in stalled lanes that dive.
func (m *machine) guessOn(stalled uint64) {
	m.k.mark(&m.served, stalled)
	m.k.guess(m.block)
	m.paired |= m.pairs & stalled
	for ; stalled != 0; stalled &= stalled - 1 {
		l := bits.TrailingZeros64(stalled) & 63
		d := &m.dive[l]
		s := m.k.picks(m.block, l)
		if s == 0 {
			s = m.guessFewest(l)
		}
		d.steps[d.n%maxSteps] = s
		d.n++
		d.lost = max(d.lost+maxSteps, d.n) - maxSteps
		made := uint32(s >> 27)
		d.nodes += made
		m.nodes += int(made)
	}
}

// guessFewest guesses a cell of lane l, which has no bivalue one, with the fewest candidates above one.
func (m *machine) guessFewest(l int) step {
	c := m.k.fewest(&m.cell, l)
	digit := m.k.at(&m.cell, c, l)
	digit &= -digit
	m.k.set(&m.cell, c, l, digit)
	m.k.set(&m.path, c, l, digit)
	band := c / 27
	return step((c%27+1)<<(8*band) | 1<<(24+band) | 1<<27)
}
