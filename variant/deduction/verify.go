package deduction

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"nonet/variant"
)

// mostTries is how many fillings Verify tries before it gives up.
const mostTries = 10_000

// Verdict is what Verify makes of a step.
type Verdict uint8

const (
	Unproved Verdict = iota // too many fillings to try, or the checkers need cells that the step does not look at
	Proved
	Refuted // what the step says to be impossible is not
)

// Verify proves a step from the position: what it says to be impossible is supposed, the cells that
// it looks at are filled in every way that they may be, and each way must break a rule by the
// checkers of the kinds. Of houses it takes that each has a place for every value. It shares no
// code with what finds steps, but for nets, suppositions and searches, which it has the engine refute. What it
// cannot prove so the engine looks at, to tell what is not proved from what is wrong.
// Cost: some milliseconds, up to a second for rules of many open cells.
func Verify(ctx context.Context, s *State, step *Step) (Verdict, error) {
	v := &verifier{ctx: ctx, s: s, p: s.Puzzle(), values: make([]int, s.Puzzle().Cells()), left: mostTries}
	for c := range v.values {
		v.values[c] = variant.Empty
	}
	worst := Proved
	for _, claim := range claims(s, step) {
		if v.claim(step, claim) != Proved {
			if worst = v.searched(claim); worst == Proved && step.Technique < Net {
				worst = Unproved
			}
			break
		}
	}
	if v.err != nil {
		return Unproved, v.err
	}
	return worst, nil
}

// claims are the candidates that a step says to be false.
func claims(s *State, step *Step) []Candidate {
	all := slices.Clone(step.Removes)
	for _, x := range step.Places {
		for set := s.may[x.Cell]; set != 0; set &= set - 1 {
			if w := s.pieces.Puzzle.Low + bits.TrailingZeros64(set); w != x.Value {
				all = append(all, Candidate{x.Cell, w})
			}
		}
	}
	return all
}

type verifier struct {
	ctx    context.Context
	s      *State
	p      *variant.Puzzle
	values []int
	left   int // tries
	err    error
}

// broken tells whether the filled cells break a rule.
func (v *verifier) broken() bool {
	if v.left--; v.left < 0 {
		return true
	}
	if v.left%256 == 0 && v.err == nil && v.ctx.Err() != nil {
		v.err = context.Cause(v.ctx)
	}
	conflicts, err := v.p.Conflicts(v.values)
	if err != nil && v.err == nil {
		v.err = err
	}
	return len(conflicts) > 0 || v.err != nil
}

// with has a cell hold a value while f runs, unless that breaks a rule; then it is false.
func (v *verifier) with(x Candidate, f func() bool) bool {
	was := v.values[x.Cell]
	if was != variant.Empty {
		return was == x.Value && f()
	}
	v.values[x.Cell] = x.Value
	defer func() { v.values[x.Cell] = variant.Empty }()
	return !v.broken() && f()
}

// fills tells whether the cells can be filled with what they may be.
func (v *verifier) fills(cells []int, may []uint64) bool {
	best, few := -1, 65
	for _, c := range cells {
		if n := bits.OnesCount64(may[c]); v.values[c] == variant.Empty && n < few {
			best, few = c, n
		}
	}
	if best < 0 {
		return true
	}
	for set := may[best]; set != 0; set &= set - 1 {
		if v.with(Candidate{best, v.p.Low + bits.TrailingZeros64(set)}, func() bool { return v.fills(cells, may) }) {
			return true
		}
	}
	return false
}

// goes tells whether values find places among the cells of houses: values[i] in houses[i].
func (v *verifier) goes(values []int, houses [][]int) bool {
	if len(values) == 0 {
		return true
	}
	for _, c := range houses[0] {
		if v.s.may[c]>>(values[0]-v.p.Low)&1 != 0 && v.with(Candidate{c, values[0]}, func() bool { return v.goes(values[1:], houses[1:]) }) {
			return true
		}
	}
	return false
}

// claim proves that one candidate is false.
func (v *verifier) claim(step *Step, x Candidate) Verdict {
	var possible bool
	cellsOf := func(piece int) []int { return v.s.pieces.All[piece].Cells }
	switch step.Technique {
	case NakedSingle:
		possible = true // nothing else is left, so there is no claim
	case HiddenSingle, Locked, HiddenSubset:
		houses := make([][]int, len(step.Values))
		for i := range houses {
			houses[i] = v.house(cellsOf(step.Pieces[0]))
		}
		possible = v.with(x, func() bool { return v.goes(step.Values, houses) })
	case Fish:
		values, houses := make([]int, len(step.Pieces)), make([][]int, len(step.Pieces))
		for i, h := range step.Pieces {
			values[i], houses[i] = step.Values[0], v.house(cellsOf(h))
		}
		possible = v.with(x, func() bool { return v.goes(values, houses) })
	case Chain:
		return v.chain(step.Chain, x)
	case Forcing:
		return v.cases(step, x)
	case Net, Supposition, Search:
		return v.searched(x)
	case Balance:
		return v.balance(step, x)
	default:
		cells := slices.Clone(step.Cells)
		for _, piece := range step.Pieces {
			cells = append(cells, cellsOf(piece)...)
		}
		possible = v.with(x, func() bool { return v.fills(cells, v.s.may) })
	}
	switch {
	case v.left < 0:
		return Unproved
	case possible:
		return Refuted
	}
	return Proved
}

// searched has the engine look for a solution with a candidate from the position on.
func (v *verifier) searched(x Candidate) Verdict {
	p := v.s.given()
	p.Givens = append(p.Givens, variant.Given{Cell: x.Cell, Values: []int{x.Value}})
	switch r, err := p.Count(v.ctx, variant.Limits{Solutions: 1, Nodes: mostTries}); {
	case r.N > 0:
		return Refuted
	case err == nil:
		return Proved
	}
	return Unproved
}

// house is the cells of a house; none if it need not have a place for every value.
func (v *verifier) house(cells []int) []int {
	if len(cells) != v.p.Values() {
		panic(fmt.Sprintf("deduction: %d cells are no house of %d values", len(cells), v.p.Values()))
	}
	return cells
}

// balance proves that with x the sums of the houses and of the rules do not agree.
func (v *verifier) balance(step *Step, x Candidate) Verdict {
	piece := &v.s.pieces.All[step.Pieces[0]]
	total := 0
	for value := v.p.Low; value <= v.p.High; value++ {
		total += value
	}
	weight, sum := map[int]int{}, 0
	for _, i := range piece.From {
		from := &v.s.pieces.All[i]
		if from.House != "" {
			sum -= total
		} else {
			sum += v.p.Constraints[from.Constraint].Numbers[0]
		}
		for _, c := range from.Cells {
			if from.House != "" {
				weight[c]--
			} else {
				weight[c]++
			}
		}
	}
	var cells []int
	for c, w := range weight {
		if w != 0 {
			cells = append(cells, c)
		}
	}
	var fill func(rest []int, sum int) bool
	fill = func(rest []int, sum int) bool {
		if len(rest) == 0 {
			return sum == 0
		}
		for set := v.s.may[rest[0]]; set != 0; set &= set - 1 {
			value := v.p.Low + bits.TrailingZeros64(set)
			if v.with(Candidate{rest[0], value}, func() bool { return fill(rest[1:], sum-weight[rest[0]]*value) }) {
				return true
			}
		}
		return false
	}
	switch possible := v.with(x, func() bool { return fill(cells, sum) }); {
	case v.left < 0:
		return Unproved
	case possible:
		return Refuted
	}
	return Proved
}

// follows proves a link: that what it comes from leaves nothing else.
func (v *verifier) follows(links []Link, i int) Verdict {
	l, from := links[i], links[links[i].From]
	may := slices.Clone(v.s.may)
	suppose := func(l Link, on bool) {
		bit := uint64(1) << (l.Value - v.p.Low)
		if on {
			may[l.Cell] &= bit
		} else {
			may[l.Cell] &^= bit
		}
	}
	suppose(from, from.On)
	suppose(l, !l.On)
	possible := may[l.Cell] != 0 && may[from.Cell] != 0
	if possible && l.Piece >= 0 {
		piece := &v.s.pieces.All[l.Piece]
		if piece.Distinct && !from.On {
			possible = false // the value has another place in the house
			for _, c := range v.house(piece.Cells) {
				possible = possible || may[c]>>(l.Value-v.p.Low)&1 != 0
			}
		} else if piece.Distinct {
			possible = v.fills([]int{l.Cell, from.Cell}, may)
		} else {
			cells := slices.Clone(piece.Cells)
			if piece.Constraint >= 0 {
				for j := range v.s.pieces.All {
					if other := &v.s.pieces.All[j]; other.Constraint == piece.Constraint && len(v.s.pieces.All) < 2000 && near(other.Cells, cells, len(piece.Cells)) {
						cells = append(cells, other.Cells...)
					}
				}
			}
			possible = v.fills(cells, may)
		}
	}
	switch {
	case v.left < 0:
		return Unproved
	case possible:
		return Refuted
	}
	return Proved
}

// near tells whether the pieces of a constraint belong together: its lines, not its squares all
// over the board.
func near(a, b []int, n int) bool { return n > 2 && len(a) <= 4*n && shares(a, b) }

// chain proves each link, that the first is what is claimed and that the last two exclude each other.
func (v *verifier) chain(links []Link, x Candidate) Verdict {
	first := links[0]
	if on := first.Candidate == x; first.Cell != x.Cell || first.On != on {
		return Refuted
	}
	worst := Proved
	for i := range links {
		if i == 0 {
			continue
		}
		if verdict := v.follows(links, i); verdict != Proved {
			worst = verdict
		}
	}
	if worst != Proved {
		return worst
	}
	last := links[len(links)-1]
	for _, l := range links {
		if l.Candidate == last.Candidate && l.On != last.On {
			return Proved
		}
	}
	return Refuted
}

// cases proves that there are no others, and that each leads to what is claimed.
func (v *verifier) cases(step *Step, x Candidate) Verdict {
	rest := map[Candidate]bool{}
	if len(step.Pieces) > 0 {
		for _, c := range v.house(v.s.pieces.All[step.Pieces[0]].Cells) {
			if value := step.Cases[0][0].Value; v.s.may[c]>>(value-v.p.Low)&1 != 0 {
				rest[Candidate{c, value}] = true
			}
		}
	} else {
		for set := v.s.may[step.Cases[0][0].Cell]; set != 0; set &= set - 1 {
			rest[Candidate{step.Cases[0][0].Cell, v.p.Low + bits.TrailingZeros64(set)}] = true
		}
	}
	for _, links := range step.Cases {
		if !links[0].On {
			return Refuted
		}
		delete(rest, links[0].Candidate)
		for i := range links {
			if i > 0 {
				if verdict := v.follows(links, i); verdict != Proved {
					return verdict
				}
			}
		}
		last := links[len(links)-1]
		if last.Cell != x.Cell || last.On == (last.Candidate == x) {
			return Refuted
		}
	}
	if len(rest) > 0 {
		return Refuted
	}
	return Proved
}
