package lanes

import (
	"math"
	"math/bits"
)

// These are parameters of the schedule; see docs/VARIANTS-ENGINE.md.
const (
	measureEvery = 32  // the number of sweeps from one measurement to the next, four times as many from sweep 1,024 on
	measurements = 4   // the number of measurements before the first schedule
	measureKeep  = 0.9 // the factor that reduces earlier measurements when a new one is added
	failYield    = 4   // a contradiction in a lane counts as this number of changed lanes
)

// If a propagator's yield is below rarely[i] times the mean yield, it runs only in every 2^(i+1)-th sweep.
var rarely = [...]float64{0.4, 0.12, 0.04}

// schedule decides which propagators a sweep runs. The 32 lanes are at different nodes, so nearly every propagator is
// dirty at each sweep, but many of them prune in few lanes. These run rarely. Some sweeps measure how often each
// propagator prunes. Complete sweeps run all dirty propagators: those before the first schedule, those that measure,
// and those that prove a solution.
type schedule struct {
	complete bool // this sweep runs every dirty propagator
	prove    bool // the next sweep must be complete
	yields   []yield
	due      [1 << len(rarely)][]uint64 // due[n] has the propagators that sweep n modulo 8 runs; nil before the first schedule
}

// yield states how often a propagator has run in a lane, and how often it has pruned there.
type yield struct{ runs, prunings float64 }

// cost returns the approximate time that a propagator of a kind takes, relative to the other kinds.
func (k kind) cost() float64 {
	switch k {
	case kindDistinct, kindUnequal, kindRelation, kindPlaces:
		return 1
	case kindAutomaton, kindEither:
		return 8
	}
	return 2
}

// sweep runs the dirty propagators of each kind, or those of them that are due.
func (s *search) sweep() {
	m := &s.machine
	measure := s.sweeps%measureEvery == 0 && (s.sweeps < 1024 || s.sweeps%(4*measureEvery) == 0)
	s.complete, s.prove = s.prove || measure || s.due[0] == nil, false
	for k, run := range s.narrow {
		from, to := s.span[k], s.span[k+1]
		switch {
		case from == to:
		case measure:
			s.measureYields(run, from, to)
		case s.complete:
			run(m, from, to)
		default:
			due := s.due[s.sweeps%int64(len(s.due))]
			for w := from; w < to; w++ {
				if m.may = due[w]; m.may&s.dirty[w] != 0 {
					run(m, w, w+1)
				}
			}
			m.may = math.MaxUint64
		}
		if m.live == 0 {
			return
		}
	}
	if measure && s.sweeps >= measureEvery*measurements {
		s.makeSchedule()
	}
}

// measureYields runs the dirty propagators one by one, and adds the number of their prunings to the yields.
func (s *search) measureYields(run func(*machine, int, int), from, to int) {
	if s.yields == nil {
		s.yields = make([]yield, s.propagatorWords()*64)
	}
	m := &s.machine
	all := m.changed
	for w := from; w < to; w++ {
		for todo := s.dirty[w]; todo != 0 && m.live != 0; todo &= todo - 1 {
			live := m.live
			m.changed, m.may = row{}, todo&-todo
			run(m, w, w+1)
			prunings := failYield * bits.OnesCount32(live&^m.live)
			for l, c := range m.changed {
				if c != 0 {
					prunings += int(m.live >> l & 1)
				}
				all[l] |= c
			}
			y := &s.yields[w*64+bits.TrailingZeros64(todo)]
			y.runs = y.runs*measureKeep + float64(bits.OnesCount32(live))
			y.prunings = y.prunings*measureKeep + float64(prunings)
		}
	}
	m.changed, m.may = all, math.MaxUint64
}

// makeSchedule makes a schedule from the yields. Kinds before kindPlaces are cheap and always due: if they ran rarely,
// no solution of an empty anti-taxicab board would be found in 20,000 nodes.
func (s *search) makeSchedule() {
	if s.due[0] == nil {
		for i := range s.due {
			s.due[i] = make([]uint64, s.propagatorWords())
		}
	}
	for i := range s.due {
		copy(s.due[i], s.all)
	}
	var sum, costs float64
	for k := range kinds {
		for _, y := range s.yields[s.span[k]*64 : s.span[k+1]*64] {
			if y.runs > 0 {
				sum += y.prunings / y.runs
				costs += k.cost()
			}
		}
	}
	mean := sum / costs
	for k := kindPlaces; k < kinds; k++ {
		for at := s.span[k] * 64; at < s.span[k+1]*64; at++ {
			y := s.yields[at]
			period := 1
			for _, share := range rarely {
				if y.runs > 0 && y.prunings < share*mean*y.runs*k.cost() {
					period *= 2
				}
			}
			for i := range s.due {
				if (i-at)&(period-1) != 0 {
					s.due[i][at>>6] &^= 1 << (at & 63)
				}
			}
		}
	}
}
