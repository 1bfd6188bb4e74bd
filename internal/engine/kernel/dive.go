package kernel

import "math/bits"

// Dives find two solutions where they abound: docs/LANES.md tells how. A lane's *path*, in a
// plane of its own, is its puzzle and what was guessed, and to turn back the lane is filled
// from it again. Lanes at rest with no cell of three candidates have their solutions in
// *pairs*: taking the other candidate in every open cell turns one into another.

// dives is the state of all lanes that dive.
type dives struct {
	lanes        uint64
	once, paired uint64 // of these, those that have found a solution, and whose solutions come in pairs
	of           [maxLanes]dive
	deaths       int // contradictions met
}

// dive is the state of a lane that dives, in two cache lines.
type dive struct {
	turned [2]uint64 // a bit for each cell that has lost the candidate guessed first
	nodes  uint32    // cells guessed or turned
	n      uint8     // levels
	lost   uint8     // how many of the first levels are no longer known
	dead   uint16    // contradictions met
	levels [maxLevels]level
}

// maxLevels is how many levels a dive can take back; hardly any turns at one of the first.
const maxLevels = 26

// level is what a dive guessed at once. Byte b is 1 more than the guessed cell's place in band
// b, or 0; bit 24+b is set while the cell's other candidates have not been tried; bits 27 and
// up count the cells.
type level uint32

func (s level) place(band int) int { return int(s >> (8 * band) & 0xFF) }

// A dive may meet so many contradictions. It gives up sooner where lanes are idle, because an
// ordinary search would use them.
const (
	divePatience = 16
	idlePatience = 4
)

// deathsPerPair is how many contradictions dives may meet for each puzzle that has two
// solutions. Without a bound, hard puzzles less one given take 1.5 times as long with dives.
const deathsPerPair = 2

// divesPay reports whether new puzzles begin with a dive.
func (m *machine) divesPay() bool {
	l := &m.limits
	return l.Solutions == 2 && l.Nodes == 0 && len(l.Without) == 0 && m.yield == nil && m.depthFirst() && m.dives.deaths <= deathsPerPair*m.limited
}

// serveDives serves lanes that dive and are dead or solved, and begins dives in free lanes.
func (m *machine) serveDives(gone uint64) {
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
	m.readFirst(first)
	ended := solved & (m.dives.once | m.dives.paired)
	for e := ended; e != 0; e &= e - 1 {
		l := bits.TrailingZeros64(e) & 63
		m.searches[m.owner[l]].solutions = 2
		m.endDive(l, LimitReached)
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
	m.dives.lanes &^= ended
	var began, queued uint64
	if free := m.all &^ m.active; free != 0 && m.divesPay() {
		began, queued = m.beginDives(free)
	}
	again |= began
	m.fresh |= again
	if again == 0 {
		return
	}
	m.k.mark(&m.served, again)
	if queued == 0 {
		m.k.restore(m.workspace)
		return
	}
	m.k.begin(m.workspace, m.queue.plane, &m.plan.from, queued)
	m.loadAhead()
}

// endDive ends the search of lane l.
func (m *machine) endDive(l int, how Outcome) {
	p := m.owner[l]
	s := &m.searches[p]
	s.open, s.nodes = 0, uint64(m.dives.of[l].nodes)
	m.answer(p, how)
}

// turnEnd is how turning back ends.
type turnEnd int

const (
	onward turnEnd = iota // there is another way to go
	atEnd                 // everything has been tried
	atLoss                // an ordinary search has to take over
)

// turn goes back to lane l's last cell with another candidate to try, and guesses that one.
func (m *machine) turn(l int) turnEnd {
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
			m.takeBack(d, l, x, last)
		}
		if last < 0 {
			n--
			continue
		}
		d.n = n
		// What stays: the cells up to the last, which has no other candidate left.
		*s = x & (1<<(8*(last+1)) - 1 | 1<<(24+last) - 1<<24)
		c := 27*last + x.place(last) - 1
		bit := uint64(1) << (c & 63)
		if d.turned[c>>6&1]&bit != 0 {
			return atLoss // the candidate that the cell lost before would come back
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

// lastBand is the last of a set of bands, or -1.
var lastBand = [8]int8{-1, 0, 1, 1, 2, 2, 2, 2}

// takeBack takes back what was guessed in the bands after one.
func (m *machine) takeBack(d *dive, l int, s level, last int) {
	for band := last + 1; band < 3; band++ {
		if place := s.place(band); place != 0 {
			c := 27*band + place - 1
			d.turned[c>>6&1] &^= 1 << (c & 63)
			m.k.reopen(&m.path, c, l, 0)
		}
	}
}

// abandon turns lane l's dive into an ordinary search from the beginning.
func (m *machine) abandon(l int) {
	m.dives.lanes &^= 1 << l
	p := m.owner[l]
	s := &m.searches[p]
	s.solutions, s.nodes = 0, uint64(m.dives.of[l].nodes)
	for c, digit := range m.puzzles[p] {
		m.k.set(&m.path, c, l, candidates[digit])
	}
}

// beginDives begins dives in free lanes, and returns which. The paths of those queued are
// still to be filled.
func (m *machine) beginDives(free uint64) (began, queued uint64) {
	for free != 0 && m.queue.next < len(m.puzzles) {
		if m.queue.next == m.queue.end {
			if queued != 0 {
				m.k.move(&m.path, m.queue.plane, &m.plan.from, queued)
				queued = 0
			}
			m.load()
		}
		some := m.beginLoaded(free)
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

// guessOn makes guesses in stalled lanes that dive.
func (m *machine) guessOn(stalled uint64) {
	m.k.mark(&m.served, stalled)
	m.k.guess(m.workspace)
	m.dives.paired |= m.pairs & stalled
	for ; stalled != 0; stalled &= stalled - 1 {
		l := bits.TrailingZeros64(stalled) & 63
		d := &m.dives.of[l]
		s := m.k.level(m.workspace, l)
		if s == 0 {
			s = m.guessFewest(l)
		}
		d.levels[d.n%maxLevels] = s
		d.n++
		d.lost = max(d.lost+maxLevels, d.n) - maxLevels
		made := uint32(s >> 27)
		d.nodes += made
		m.nodes += int(made)
	}
}

// guessFewest guesses in lane l, which has no bivalue cell, the cell with the fewest candidates.
func (m *machine) guessFewest(l int) level {
	c := m.k.fewest(&m.cell, l)
	digit := m.k.at(&m.cell, c, l)
	digit &= -digit
	m.k.set(&m.cell, c, l, digit)
	m.k.set(&m.path, c, l, digit)
	band := c / 27
	return level((c%27+1)<<(8*band) | 1<<(24+band) | 1<<27)
}
