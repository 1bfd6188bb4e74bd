package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/puzzle"
	"nonet/solve"
)

// mostTries is how many fillings Verify tries for a candidate before it gives up, and for a step.
const mostTries, mostOfStep = 150_000, 1_000_000

// verdict is what Verify makes of a step.
type verdict uint8

const (
	verdictUnproved verdict = iota // too many fillings to try, or the checkers need cells that the step does not look at
	verdictProved
	verdictRefuted // what the step says to be impossible is not
)

// verifyStep proves a step from the position: what it says to be impossible is supposed, the cells that
// it looks at are filled in every way that they may be, and each way must break a rule by the
// checkers of the kinds. Of houses it takes that each has a place for every value. It shares no
// code with what finds steps, but for nets, suppositions and searches, which it has the engine refute. What it
// cannot prove so the engine looks at, to tell what is not proved from what is wrong.
// Cost: some milliseconds, up to a second for rules of many open cells.
//
// verdictUnproved are steps of rules that no checker can tell of before more cells are filled than the
// step looks at (regions to be found, ranks of whole rows, and sums of houses against rules that
// are copies or alternatives), and of rules with more than mostTries fillings.
func verifyStep(ctx context.Context, s *State, step *Step) (verdict, error) {
	if len(step.Parts) > 0 {
		return verifyParts(ctx, s.Clone(), step.Parts)
	}
	v := &verifier{ctx: ctx, s: s, p: s.puzzle(), values: make([]int, s.puzzle().Cells())}
	for c := range v.values {
		v.values[c] = puzzle.Empty
	}
	worst, rest := verdictProved, mostOfStep
	for _, claim := range claims(s, step) {
		v.left = min(mostTries, rest)
		verdict := v.claim(step, claim)
		if rest -= min(mostTries, rest) - v.left; verdict != verdictProved {
			if worst = v.searched(claim); worst == verdictProved && step.Technique < byNet {
				worst = verdictUnproved
			}
			break
		}
	}
	if v.err != nil {
		return verdictUnproved, v.err
	}
	return worst, nil
}

// verifyParts proves each part from where the one before leads.
func verifyParts(ctx context.Context, at *State, parts []*Step) (verdict, error) {
	worst := verdictProved
	for _, part := range parts {
		found, err := verifyStep(ctx, at, part)
		if err != nil || found == verdictRefuted {
			return found, err
		}
		if found == verdictUnproved {
			worst = verdictUnproved
		}
		at.Apply(part)
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
	ctx     context.Context
	s       *State
	p       *puzzle.Puzzle
	values  []int
	checker *puzzle.Checker // of what is looked at
	along   []uint64        // of byPairRule: what each cell can still be
	sums    []weighed       // that follow from houses and rules which are looked at
	left    int             // tries
	err     error
}

// weighed are cells that add up to a sum, each so many times.
type weighed struct {
	cells, times []int
	sum          int
}

// about has the checkers look at the constraints that some pieces belong to, and at those by which
// some cells differ.
func (v *verifier) about(pieces, cells []int) {
	all := v.s.pieces.All
	var constraints []int
	v.sums = v.sums[:0]
	for _, i := range pieces {
		constraints = append(constraints, all[i].Constraint)
		if all[i].From == nil {
			continue
		}
		if sum, ok := v.balance(all[i].From); ok {
			v.sums = append(v.sums, sum)
		}
	}
	for _, c := range cells {
		for _, i := range v.s.pieces.At(c) {
			p := &all[i]
			if p.Constraint >= 0 && (p.Differ() || len(p.Cells) == 2 && v.s.pieces.Apart(p.Cells[0], p.Cells[1])) &&
				slices.ContainsFunc(p.Cells, func(o int) bool { return o != c && slices.Contains(cells, o) }) {
				constraints = append(constraints, p.Constraint)
			}
		}
	}
	constraints = slices.DeleteFunc(once(constraints), func(i int) bool { return i < 0 })
	var err error
	if v.checker, err = v.p.Checker(constraints); err != nil && v.err == nil {
		v.err = err
		return
	}
	if v.err == nil {
		v.checker.May(v.s.may)
	}
}

// verdict is what it means that something can be, or cannot.
func (v *verifier) verdict(possible bool) verdict {
	switch {
	case v.left < 0 || v.err != nil:
		return verdictUnproved
	case possible:
		return verdictRefuted
	}
	return verdictProved
}

// broken tells whether the filled cells break a rule.
func (v *verifier) broken() bool {
	if v.left--; v.left < 0 {
		return true
	}
	if v.left%256 == 0 && v.err == nil && v.ctx.Err() != nil {
		v.err = context.Cause(v.ctx)
	}
	if v.err != nil {
		return true
	}
	for i := range v.sums {
		if !v.reaches(&v.sums[i]) {
			return true
		}
	}
	conflicts, err := v.checker.Conflicts(v.values)
	v.err = err
	return len(conflicts) > 0 || v.err != nil
}

// with has a cell hold a value while f runs, unless that breaks a rule; then it is false.
func (v *verifier) with(x Candidate, f func() bool) bool {
	was := v.values[x.Cell]
	if was != puzzle.Empty {
		return was == x.Value && f()
	}
	v.values[x.Cell] = x.Value
	defer func() { v.values[x.Cell] = puzzle.Empty }()
	return !v.broken() && f()
}

// seen are the values that some cells hold in the rows and columns of a cell, which spares trying.
func (v *verifier) seen(cell int, cells []int) (set uint64) {
	p := v.p
	if p.Free || cell >= p.BoardCells() {
		return 0
	}
	for _, c := range cells {
		if v.values[c] != puzzle.Empty && c < p.BoardCells() && (c/p.Columns == cell/p.Columns || c%p.Columns == cell%p.Columns) {
			set |= 1 << v.s.bit(v.values[c])
		}
	}
	return set
}

// fills tells whether the cells can be filled with what they may be.
func (v *verifier) fills(cells []int, may []uint64) bool {
	best, few := -1, 65
	for _, c := range cells {
		if n := bits.OnesCount64(may[c]); v.values[c] == puzzle.Empty && n < few {
			best, few = c, n
		}
	}
	if best < 0 {
		return true
	}
	for set := may[best] &^ v.seen(best, cells); set != 0; set &= set - 1 {
		if v.with(Candidate{best, v.p.Low + bits.TrailingZeros64(set)}, func() bool { return v.fills(cells, may) }) {
			return true
		}
	}
	return false
}

// goes tells whether values find places among the cells of houses, values[i] in houses[i], so that then holds.
func (v *verifier) goes(values []int, houses [][]int, then func() bool) bool {
	if len(values) == 0 {
		return then()
	}
	for _, c := range houses[0] {
		if v.s.may[c]>>(values[0]-v.p.Low)&1 != 0 && v.with(Candidate{c, values[0]}, func() bool { return v.goes(values[1:], houses[1:], then) }) {
			return true
		}
	}
	return false
}

// claim proves that one candidate is false.
func (v *verifier) claim(step *Step, x Candidate) verdict {
	cells := append(slices.Clone(step.Cells), x.Cell)
	switch step.Technique {
	case byNakedSingle:
		v.about(nil, cells)
		return v.verdict(v.placed(step.Places, x))
	case byLocked, byNakedSubset, byHiddenSubset, byFish, byPattern, byWing, byFinnedFish, byAlmostLocked:
		return v.truths(step.Truths, x)
	case byHiddenSingle:
		at := slices.Index(step.Cells, x.Cell)
		return v.truths([]Truth{{Piece: step.Pieces[at], Value: step.Values[at]}}, x)
	case byPairRule:
		return v.pairs(step, x)
	case byChain:
		return v.chain(step.Chain, x)
	case byForcing:
		return v.cases(step, x)
	case byNet, byCases, Supposition, bySearch:
		return v.searched(x)
	case byCopies:
		return v.copies(step, x)
	case byRank: // its checker and that of regions look at what the whole board may be
		v.about(step.Pieces, cells)
		return v.verdict(v.with(x, func() bool { return v.fills(step.Cells, v.s.may) }))
	case byRegions:
		v.about(step.Pieces, []int{x.Cell})
		return v.verdict(v.with(x, func() bool { return true }))
	}
	for _, piece := range step.Pieces {
		cells = append(cells, v.s.pieces.All[piece].Cells...)
	}
	cells = once(cells)
	v.about(step.Pieces, cells)
	return v.verdict(v.with(x, func() bool { return v.fills(cells, v.s.may) }))
}

func yes() bool { return true }

// placed tells whether a candidate goes with the singles before it.
func (v *verifier) placed(singles []Candidate, x Candidate) bool {
	if len(singles) == 0 || singles[0].Cell == x.Cell {
		return v.with(x, yes)
	}
	return v.with(singles[0], func() bool { return v.placed(singles[1:], x) })
}

// truths proves that with x the truths cannot all hold.
func (v *verifier) truths(truths []Truth, x Candidate) verdict {
	var values, cells []int
	var houses [][]int
	around := []int{x.Cell}
	for _, t := range truths {
		if t.Piece < 0 {
			cells = append(cells, t.Cell)
			continue
		}
		house, ok := v.house(t.Piece)
		if !ok {
			return verdictRefuted
		}
		values, houses, around = append(values, t.Value), append(houses, house), append(around, house...)
	}
	v.about(nil, once(append(around, cells...)))
	return v.verdict(v.with(x, func() bool {
		return v.goes(values, houses, func() bool { return v.fills(cells, v.s.may) })
	}))
}

// pairs proves that x has nothing that goes with it in a neighbour, once each value has gone of
// which that is true.
func (v *verifier) pairs(step *Step, x Candidate) verdict {
	v.about(step.Pieces, step.Cells)
	if v.along == nil {
		v.along = slices.Clone(v.s.may)
	}
	for changed := true; changed && v.along[x.Cell]>>v.s.bit(x.Value)&1 != 0; {
		changed = false
		for _, piece := range step.Pieces {
			for _, c := range v.s.pieces.All[piece].Cells {
				for _, value := range v.s.valuesOf(v.along[c]) {
					if !v.with(Candidate{c, value}, func() bool { return v.fills(v.s.pieces.All[piece].Cells, v.along) }) {
						v.along[c] &^= 1 << v.s.bit(value)
						changed = true
					}
				}
			}
		}
	}
	return v.verdict(v.along[x.Cell]>>v.s.bit(x.Value)&1 != 0)
}

// copies proves that with x, and whatever its copy then holds, the value has no place in the house.
func (v *verifier) copies(step *Step, x Candidate) verdict {
	house, ok := v.house(step.Pieces[0])
	pair := v.s.pieces.All[step.Pieces[1]].Cells
	if !ok || len(pair) != 2 || !slices.Contains(pair, x.Cell) {
		return verdictRefuted
	}
	other := pair[0] + pair[1] - x.Cell
	v.about(step.Pieces, once(slices.Concat(house, pair)))
	return v.verdict(v.with(x, func() bool {
		for _, value := range v.s.valuesOf(v.s.may[other]) {
			if v.with(Candidate{other, value}, func() bool { return v.goes(step.Values, [][]int{house}, yes) }) {
				return true
			}
		}
		return false
	}))
}

// searched has the engine look for a solution with a candidate from the position on.
func (v *verifier) searched(x Candidate) verdict {
	p := v.s.given()
	p.Givens = append(p.Givens, puzzle.Given{Cell: x.Cell, Values: []int{x.Value}})
	switch r, err := solve.Count(v.ctx, p, puzzle.Limits{Solutions: 1, Nodes: mostSearched}); {
	case r.N > 0:
		return verdictRefuted
	case err == nil:
		return verdictProved
	}
	return verdictUnproved
}

// house is the cells of a house; ok if it must have a place for every value.
func (v *verifier) house(piece int) (cells []int, ok bool) {
	p := &v.s.pieces.All[piece]
	return p.Cells, p.Differ() && len(p.Cells) == v.p.Values()
}

// sum is what a constraint says that its cells add up to, or a part of it that these are the cells
// of; ok is false where it says no such thing.
func sum(c *puzzle.Constraint, cells []int) (n int, ok bool) {
	for i := range c.Parts {
		if n, ok = sum(&c.Parts[i], cells); ok && c.Kind == "And" {
			return n, true
		}
	}
	plain := c.Kind == "Cage" || c.Kind == "Sum" && len(c.Numbers) == 1 || c.Kind == "LittleKiller"
	if !plain || len(c.Numbers) == 0 || c.Numbers[0] == 0 && c.Kind != "Sum" || !slices.Equal(once(slices.Clone(c.Cells)), once(slices.Clone(cells))) || len(c.Cells) != len(cells) {
		return 0, false
	}
	return c.Numbers[0], true
}

// balance returns what the sums of some houses and rules leave of each other; ok if all have sums.
func (v *verifier) balance(from []int) (x weighed, ok bool) {
	total := 0
	for value := v.p.Low; value <= v.p.High; value++ {
		total += value
	}
	weight := make([]int, v.p.Cells())
	for _, i := range from {
		p, times := &v.s.pieces.All[i], 1
		if _, house := v.house(i); house && p.House != "" {
			x.sum -= total
			times = -1
		} else if p.Constraint < 0 {
			return x, false
		} else if n, ok := sum(&v.p.Constraints[p.Constraint], p.Cells); ok {
			x.sum += n
		} else {
			return x, false
		}
		for _, c := range p.Cells {
			weight[c] += times
		}
	}
	for c, w := range weight {
		if w != 0 {
			x.cells, x.times = append(x.cells, c), append(x.times, w)
		}
	}
	return x, true
}

// reaches tells whether the open cells leave room for a sum.
func (v *verifier) reaches(x *weighed) bool {
	least, most := 0, 0
	for i, c := range x.cells {
		low, high := v.values[c], v.values[c]
		if low == puzzle.Empty {
			if v.s.may[c] == 0 {
				return false
			}
			low, high = v.s.least(c), v.s.most(c)
		}
		if x.times[i] < 0 {
			low, high = high, low
		}
		least, most = least+x.times[i]*low, most+x.times[i]*high
	}
	return least <= x.sum && x.sum <= most
}

// follows proves a link: that what it comes from leaves nothing else.
func (v *verifier) follows(links []Link, i int) verdict {
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
	if may[l.Cell] == 0 || may[from.Cell] == 0 || len(l.Pieces) == 0 {
		return v.verdict(may[l.Cell] != 0 && may[from.Cell] != 0)
	}
	cells := []int{l.Cell, from.Cell}
	distinct := v.s.pieces.All[l.Pieces[0]].Distinct && len(l.Pieces) == 1
	switch {
	case distinct && !from.On: // the value has no other place in the house
		house, ok := v.house(l.Pieces[0])
		return v.verdict(!ok || slices.ContainsFunc(house, func(c int) bool { return may[c]>>(l.Value-v.p.Low)&1 != 0 }))
	case !distinct:
		for _, piece := range l.Pieces {
			cells = append(cells, v.s.pieces.All[piece].Cells...)
		}
		cells = once(cells)
	}
	v.about(l.Pieces, cells)
	return v.verdict(v.fills(cells, may))
}

// chain proves each link, that the first is what is claimed and that the last two exclude each other.
func (v *verifier) chain(links []Link, x Candidate) verdict {
	first := links[0]
	if on := first.Candidate == x; first.Cell != x.Cell || first.On != on {
		return verdictRefuted
	}
	worst := verdictProved
	for i := range links {
		if i == 0 {
			continue
		}
		if verdict := v.follows(links, i); verdict != verdictProved {
			worst = verdict
		}
	}
	if worst != verdictProved {
		return worst
	}
	last := links[len(links)-1]
	for _, l := range links {
		if l.Candidate == last.Candidate && l.On != last.On {
			return verdictProved
		}
	}
	return verdictRefuted
}

// cases proves that there are no others, and that each leads to what is claimed.
func (v *verifier) cases(step *Step, x Candidate) verdict {
	rest := map[Candidate]bool{}
	if len(step.Pieces) > 0 {
		house, ok := v.house(step.Pieces[0])
		if !ok {
			return verdictRefuted
		}
		for _, c := range house {
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
			return verdictRefuted
		}
		delete(rest, links[0].Candidate)
		for i := range links {
			if i > 0 {
				if verdict := v.follows(links, i); verdict != verdictProved {
					return verdict
				}
			}
		}
		last := links[len(links)-1]
		if last.Cell != x.Cell || last.On == (last.Candidate == x) {
			return verdictRefuted
		}
	}
	if len(rest) > 0 {
		return verdictRefuted
	}
	return verdictProved
}
