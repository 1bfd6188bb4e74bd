package clauses

import "context"

// sideMemory chooses the side, in or out, that each decision tries first. This helps to find a solution soon, but not
// to prove that no other solution exists. The search is divided into turns. A variable gets the side that it had in the
// largest assignment without a contradiction in the current turn. At the beginning of each turn, a walk replaces these
// sides. Proofs take a tenth longer with sideMemory. Without it, the search may never find a solution of a board of
// 36×36 or 64×64.
//
// Source: target phases and rephasing; Biere, Fazekas, Fleury and Heisinger, "CaDiCaL, Kissat, Paracooba, Plingeling
// and Treengeling Entering the SAT Competition 2020".
type sideMemory struct {
	enabled      bool
	target, best []int8 // for each variable, 1 in, -1 out, 0 open: target is the largest assignment of this turn, best that of all turns
	reach, ever  int    // reach is the number of variables that target assigns, ever the number that best assigns
	turnsAt      uint64 // the number of conflicts at which the next turn begins
	turns        uint64
	walk         *walk
}

// The search begins to use sideMemory after seekAfter conflicts: after seekAfter[0] if few variables are open, after
// seekAfter[1] if many are. Turn number n takes n·seekTurn conflicts. Tests set other values.
var (
	seekAfter = [2]uint64{300_000, 5_000}
	seekTurn  = uint64(1000)
)

const manyVariables = 2500 // boards of 25×25 for which a proof is possible have some 2,000 open variables

// recordLargestAssignment considers the assignment before the last decision. It stores the assignment in `target` if it
// is the largest of this turn, and in `best` if it is the largest of all turns.
func (s *solver) recordLargestAssignment() {
	assigned := s.assigned[:s.levels[len(s.levels)-1].assigned]
	keep := func(sides []int8) {
		clear(sides)
		for _, l := range assigned {
			sides[l>>1] = 1 - 2*int8(l&1)
		}
	}
	if len(assigned) > s.reach {
		s.reach = len(assigned)
		keep(s.target)
	}
	if len(assigned) > s.ever {
		s.ever = len(assigned)
		keep(s.best)
	}
}

// chooseSidesByWalk begins a turn at the root. Its walks start alternately from arbitrary sides and from the best sides
// so far.
func (s *solver) chooseSidesByWalk(ctx context.Context) {
	if !s.enabled {
		s.enabled = true
		s.target, s.best = make([]int8, s.variables), make([]int8, s.variables)
		s.walk = newWalk(s, uint64(s.thread)+1)
	}
	s.turns++
	s.turnsAt = s.counts.Conflicts + seekTurn*s.turns
	clear(s.target)
	s.reach = 0
	best := s.turns%2 == 0
	if best {
		s.ever = 0
	}
	for v, b := range s.best {
		switch {
		case !best:
			s.out[v] = s.turns%4 == 3 // the walk changes this side only for variables in its cells
		case b != 0:
			s.out[v] = b < 0
		}
	}
	s.walk.chooseInitialVariables(s, best)
	s.walk.reduceConflicts(ctx, s)
	for v, c := range s.walk.cellOf {
		if c >= 0 {
			s.out[v] = s.walk.best[c] != int32(v)
		}
	}
}

// decisionLiteral returns the literal that a decision on v makes true.
func (s *solver) decisionLiteral(v int32) Lit {
	out := s.out[v]
	if s.enabled && s.target[v] != 0 {
		out = s.target[v] < 0
	}
	if out {
		return Lit(2*v + 1)
	}
	return Lit(2 * v)
}
