package kernel

import "math/bits"

// store holds the frames of a call, in slots of planes. The frames of one puzzle are a linked list.
type store struct {
	planes []slots
	spare  []*plane
	info   []frameInfo // data on each frame; see frameAt
	frames int         // the number of frames in the store
	forks  int         // how often assignFirstFrame was called since it last took a frame
}

type slots struct {
	*plane
	used  uint64
	taken uint64 // the lanes that are filled from this plane
}

// frameInfo describes the frame in slot f%64 of plane f/64-1.
type frameInfo struct {
	puzzle       int32
	above, below int32 // the next newer and the next older frame of the same puzzle, or noFrame
}

// noFrame is the number that stands for no frame. Code may write the info of noFrame, but never reads it.
const noFrame = 0

// frameAt returns the number of the frame in slot s of plane i. planeSlotOf is the inverse.
func frameAt(i, s int) int32 { return int32((i+1)*maxLanes + s) }

func planeSlotOf(f int32) (i uint, s uint) { return uint(f)/maxLanes - 1, uint(f) % maxLanes }

// findOrAddPlane returns the index of the last plane with n free slots, or with at least half of its slots free. If no
// such plane exists, it adds a plane. slotCount is the number of slots of a plane.
func (s *store) findOrAddPlane(n, slotCount int) int {
	for i := len(s.planes) - 1; i >= 0; i-- {
		if slotCount-bits.OnesCount64(s.planes[i].used) >= min(n, slotCount/2) {
			return i
		}
	}
	var p *plane
	if n := len(s.spare); n > 0 {
		p, s.spare = s.spare[n-1], s.spare[:n-1]
	} else {
		p = new(plane)
	}
	s.planes = append(s.planes, slots{p, 0, 0})
	if n := (len(s.planes) + 1) * maxLanes; n > len(s.info) {
		s.info = append(s.info, make([]frameInfo, n-len(s.info))...)
	}
	return len(s.planes) - 1
}

// clear removes all frames, and keeps the memory for later frames.
func (s *store) clear() {
	for _, t := range s.planes {
		s.spare = append(s.spare, t.plane)
	}
	s.planes, s.frames, s.forks = s.planes[:0], 0, 0
}

// remove removes frame f from the store and from the list of its search.
func (s *store) remove(f int32, of *search) {
	i, slot := planeSlotOf(f)
	s.planes[i].used &^= 1 << slot
	s.frames--
	x := s.info[f]
	s.info[x.above].below = x.below
	s.info[x.below].above = x.above
	top := of.top
	if top == f {
		top = x.below
	}
	of.top = top
}

// assignFrameToLane plans to fill lane l from frame f.
func (m *machine) assignFrameToLane(f int32, l int) {
	p := m.store.info[f].puzzle
	if !m.countGuess(p) {
		return
	}
	bit := uint64(1) << l
	search := &m.searches[p]
	search.lanes |= bit
	m.store.remove(f, search)
	i, s := planeSlotOf(f)
	m.owner[l&63] = p
	m.plan.from[l&63] = uint16(m.k.count) + uint16(s)
	m.active |= bit
	m.fresh |= bit
	m.plan.taken |= bit
	m.store.planes[i].taken |= bit
}

// assignLatestFrames plans to fill free lanes from the latest frames, whatever their puzzle.
func (m *machine) assignLatestFrames() {
	s := &m.store
	// Only at this point all frames of an empty plane have been copied.
	for n := len(s.planes); n > 1 && s.planes[n-1].used == 0 && s.planes[n-2].used != m.all; n-- {
		s.spare = append(s.spare, s.planes[n-1].plane)
		s.planes = s.planes[:n-1]
	}
	for i := len(s.planes) - 1; i >= 0 && s.frames > 0; i-- {
		t := &s.planes[i]
		for t.used != 0 {
			free := m.all &^ m.active
			if free == 0 {
				return
			}
			m.assignFrameToLane(frameAt(i, bits.Len64(t.used)-1), bits.TrailingZeros64(free)&63)
		}
	}
}

// After forksPerSpread forks, a free lane takes the first frame, unless there are more than spreadFrames frames.
const (
	forksPerSpread = 16
	spreadFrames   = 4096
)

// assignFirstFrame sometimes gives the first frame to a free lane, because otherwise all lanes might stay in a subtree
// without solutions. For one grid this reduced the guesses from 21,800,000 to 10,000.
func (m *machine) assignFirstFrame() {
	s := &m.store
	if s.frames == 0 || s.frames > spreadFrames {
		return
	}
	free := m.all &^ m.active
	if s.forks++; s.forks < forksPerSpread || free == 0 {
		return
	}
	s.forks = 0
	i := 0
	for s.planes[i].used == 0 {
		i++
	}
	m.assignFrameToLane(frameAt(i, bits.TrailingZeros64(s.planes[i].used)), bits.TrailingZeros64(free)&63)
	m.fillFromPlannedFrames()
}

func (m *machine) fillFromPlannedFrames() {
	for i := len(m.store.planes) - 1; m.plan.taken != 0; i-- {
		t := &m.store.planes[i]
		if t.taken != 0 {
			m.plan.taken &^= t.taken
			m.movePlannedLanes(t.plane, t.taken)
			t.taken = 0
		}
	}
}
