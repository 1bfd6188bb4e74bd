package logic

// What tests need that callers do not.

var (
	// HasFinder reports whether a technique is searched for.
	HasFinder = func(t Technique) bool { return t.info().find != nil }

	// IsDeadlyRing reports whether the checker accepts a ring as a deadly pattern.
	IsDeadlyRing = func(s *State, ring []Cell, a, b Digit) bool {
		p := prover{state: s}
		return p.ring(&Step{Uniqueness: DeadlyLoop, Ring: ring, Pair: [2]Digit{a, b}})
	}
)
