package deduction

import (
	"context"
	"math/bits"
	"slices"

	"nonet/puzzle"
	"nonet/solve"
)

// mostTries limits the fillings that verifyStep tries for a conclusion, mostOfStep those for a step. If more
// than mostFilled cells are open, there are too many fillings in any case, so verifyStep tries only mostOfMany.
const mostTries, mostOfStep, mostFilled, mostOfMany = 150_000, 1_000_000, 20, 3000

// mostGuesses limits the engine's guesses for a step, in searches with only the rules of the step.
const mostGuesses = 300_000

// verdict is the result of verifyStep.
type verdict uint8

const (
	verdictUnproved verdict = iota // there are too many fillings, or the checkers need cells that the step does not examine
	verdictProved
	verdictRefuted // something that the step excludes is possible
)

// verifyStep proves a step from the position. For each candidate that the step excludes, it supposes the
// candidate. It then fills the cells that the step examines in every possible way. Each time they must break a rule
// according to the checkers of the kinds. It assumes that each value has a place in each house. Links of
// chains, nets and suppositions are proved one by one, each from the links before it. It shares no code with
// the finders. Cost: some milliseconds, up to seconds for rules of many open cells.
//
// The engine decides if there are more than mostTries ways. It also decides if the checkers need other cells to
// be filled first, as for regions to be found, ranks, and balances whose rules are copies or alternatives. The
// engine then looks for a solution with only the rules of the step, on the houses of the board. If that search
// finds a solution, or makes mostGuesses guesses, the step is unproved. The engine then examines the whole
// puzzle, to tell an unproved step from a wrong one. If the step is a search, this is the whole proof.
func verifyStep(ctx context.Context, s *State, step *Step) (verdict, error) {
	if len(step.Parts) > 0 {
		return verifyParts(ctx, s.Clone(), step.Parts)
	}
	v := &verifier{ctx: ctx, s: s, p: s.pieces.Puzzle, values: make([]int, s.pieces.Puzzle.Cells()), rest: mostOfStep, guesses: mostGuesses}
	for c := range v.values {
		v.values[c] = puzzle.Empty
	}
	worst := verdictProved
	for _, claim := range excludedCandidates(s, step) {
		if worst = v.claim(step, claim); worst == verdictProved {
			continue
		}
		if v.proveBySearch(claim) == verdictRefuted {
			worst = verdictRefuted
		} else {
			worst = verdictUnproved
		}
		break
	}
	if v.err != nil {
		return verdictUnproved, v.err
	}
	return worst, nil
}

// verifyParts proves each part from the position after the part before.
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

type verifier struct {
	ctx     context.Context
	s       *State
	p       *puzzle.Puzzle
	values  []int
	checker *puzzle.Checker // the checker of the examined constraints
	along   []uint64        // for byPairRule: the candidates left in each cell
	sums    []weighed       // sums that follow from the examined houses and rules
	start   []uint64        // the candidates at the beginning
	own     []int           // the examined constraints, and those from which their sums follow
	left    int             // remaining tries for a conclusion
	rest    int             // remaining tries for the step
	guesses uint64          // remaining guesses of the engine for the step
	err     error
}

// weighed is a weighted sum of cells.
type weighed struct {
	cells, times []int
	sum          int
}

// about starts a proof. It sets the checkers to the constraints of some pieces, and to those by
// which the cells differ.
func (v *verifier) about(pieces, cells []int) {
	all := v.s.pieces.All
	var constraints, behind []int
	v.sums, v.left = v.sums[:0], mostTries
	for _, i := range pieces {
		constraints = append(constraints, all[i].Constraint)
		if all[i].From == nil {
			continue
		}
		for _, from := range all[i].From {
			behind = append(behind, all[from].Constraint)
		}
		if sum, ok := v.balance(all[i].From); ok {
			v.sums = append(v.sums, sum)
		}
	}
	for _, c := range cells {
		for _, i := range v.s.pieces.PiecesAt(c) {
			p := &all[i]
			if p.Constraint >= 0 && (p.Differ() || len(p.Cells) == 2 && v.s.pieces.MustDiffer(p.Cells[0], p.Cells[1])) &&
				slices.ContainsFunc(p.Cells, func(o int) bool { return o != c && slices.Contains(cells, o) }) {
				constraints = append(constraints, p.Constraint)
			}
		}
	}
	none := func(i int) bool { return i < 0 }
	constraints = slices.DeleteFunc(distinctCells(constraints), none)
	v.own = slices.DeleteFunc(distinctCells(slices.Concat(constraints, behind)), none)
	var err error
	if v.checker, err = v.p.Checker(constraints); err != nil && v.err == nil {
		v.err = err
		return
	}
}

// verdict returns the verdict for a claim, given whether its opposite is possible.
func (v *verifier) verdict(possible bool) verdict {
	switch {
	case v.left < 0 || v.rest < 0 || v.err != nil:
		return verdictUnproved
	case possible:
		return verdictRefuted
	}
	return verdictProved
}

// isBroken reports whether the filled cells break a rule, or whether no tries are left.
func (v *verifier) isBroken() bool {
	v.left--
	if v.rest--; v.left < 0 || v.rest < 0 {
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

// withValue calls f with a value in a cell and returns its result. It returns false if the value breaks
// a rule.
func (v *verifier) withValue(x Candidate, f func() bool) bool {
	was := v.values[x.Cell]
	if was != puzzle.Empty {
		return was == x.Value && f()
	}
	v.values[x.Cell] = x.Value
	defer func() { v.values[x.Cell] = puzzle.Empty }()
	return !v.isBroken() && f()
}

// seenValues returns the values of the given cells in the row and column of a cell. They need not be
// tried.
func (v *verifier) seenValues(cell int, cells []int) (set uint64) {
	p := v.p
	if p.Free || cell >= p.BoardCells() {
		return 0
	}
	for _, c := range cells {
		if v.values[c] != puzzle.Empty && c < p.BoardCells() && (c/p.Columns == cell/p.Columns || c%p.Columns == cell%p.Columns) {
			set |= 1 << v.s.bitOf(v.values[c])
		}
	}
	return set
}

// fills reports whether the cells can be filled with their candidates.
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
	for set := may[best] &^ v.seenValues(best, cells); set != 0; set &= set - 1 {
		if v.withValue(Candidate{best, v.p.Low + bits.TrailingZeros64(set)}, func() bool { return v.fills(cells, may) }) {
			return true
		}
	}
	return false
}

// goes reports whether each values[i] can be placed in a cell of houses[i] such that then returns
// true.
func (v *verifier) goes(values []int, houses [][]int, then func() bool) bool {
	if len(values) == 0 {
		return then()
	}
	for _, c := range houses[0] {
		if v.s.may[c]>>(values[0]-v.p.Low)&1 != 0 && v.withValue(Candidate{c, values[0]}, func() bool { return v.goes(values[1:], houses[1:], then) }) {
			return true
		}
	}
	return false
}

// claim proves that a candidate is false.
func (v *verifier) claim(step *Step, x Candidate) verdict {
	switch step.Technique {
	case byCases:
		return v.cases(step, x)
	case byChain, byNet:
		return v.net(step.Chain, x)
	case Supposition:
		if found := v.net(step.Chain, x); found == verdictProved {
			return found
		}
		return v.proveBySearch(x)
	case bySearch:
		return v.proveBySearch(x)
	}
	return v.orAlone(v.proveByTrying(step, x), v.supposing(x))
}

// supposing returns the candidates of all cells if x is true.
func (v *verifier) supposing(x Candidate) []uint64 {
	may := slices.Clone(v.s.may)
	may[x.Cell] &= 1 << v.s.bitOf(x.Value)
	return may
}

// proveByTrying proves that a candidate is false by filling cells.
func (v *verifier) proveByTrying(step *Step, x Candidate) verdict {
	cells := append(slices.Clone(step.Cells), x.Cell)
	switch step.Technique {
	case byNakedSingle:
		v.about(nil, cells)
		return v.verdict(v.canPlace(step.Places, x))
	case byLocked, byNakedSubset, byHiddenSubset, byFish, byPattern, byWing, byFinnedFish, byAlmostLocked:
		return v.truths(step.Truths, x)
	case byHiddenSingle:
		at := slices.Index(step.Cells, x.Cell)
		return v.truths([]Truth{{Piece: step.Pieces[at], Value: step.Values[at]}}, x)
	case byPairRule:
		return v.pairs(step, x)
	case byCopies:
		return v.copies(step, x)
	case byRank: // its checker, and that of regions, read the possible values of the whole board
		v.about(step.Pieces, cells)
		return v.verdict(v.withValue(x, func() bool { return v.fills(step.Cells, v.s.may) }))
	case byRegions:
		v.about(step.Pieces, []int{x.Cell})
		return v.verdict(v.withValue(x, func() bool { return true }))
	}
	return v.proveByFilling(step.Pieces, cells, x)
}

// proveByFilling proves that, with x, the cells of some pieces and the given cells cannot be filled.
func (v *verifier) proveByFilling(pieces, cells []int, x Candidate) verdict {
	for _, piece := range pieces {
		cells = append(cells, v.s.pieces.All[piece].Cells...)
	}
	cells = distinctCells(cells)
	if v.about(pieces, cells); v.s.countOpen(cells) > mostFilled {
		v.left = mostOfMany
	}
	return v.verdict(v.withValue(x, func() bool { return v.fills(cells, v.s.may) }))
}

// orAlone is for claims that are not proved. The engine looks for a solution with only the examined constraints
// and the given candidates.
func (v *verifier) orAlone(found verdict, may []uint64) verdict {
	if found == verdictProved || v.err != nil || v.guesses == 0 {
		return found
	}
	p := (&State{pieces: v.s.pieces, may: may}).asGivens()
	p.Constraints = nil
	for _, i := range v.own {
		p.Constraints = append(p.Constraints, v.p.Constraints[i])
	}
	r, err := solve.Count(v.ctx, p, puzzle.Limits{Solutions: 1, Nodes: v.guesses})
	v.guesses -= min(r.Nodes, v.guesses)
	if hasNoSolution(r, err) {
		return verdictProved
	}
	return found
}

func yes() bool { return true }

// canPlace reports whether a candidate is possible together with the singles before it.
func (v *verifier) canPlace(singles []Candidate, x Candidate) bool {
	if len(singles) == 0 || singles[0].Cell == x.Cell {
		return v.withValue(x, yes)
	}
	return v.withValue(singles[0], func() bool { return v.canPlace(singles[1:], x) })
}

// truths proves that, with x, the truths cannot all hold.
func (v *verifier) truths(truths []Truth, x Candidate) verdict {
	var values, cells []int
	var houses [][]int
	around := []int{x.Cell}
	for _, t := range truths {
		if t.Piece < 0 {
			cells = append(cells, t.Cell)
			continue
		}
		house, ok := v.house(t.Piece, t.Value)
		if !ok {
			return verdictRefuted
		}
		values, houses, around = append(values, t.Value), append(houses, house), append(around, house...)
	}
	v.about(nil, distinctCells(append(around, cells...)))
	return v.verdict(v.withValue(x, func() bool {
		return v.goes(values, houses, func() bool { return v.fills(cells, v.s.may) })
	}))
}

// pairs proves that x has no compatible value in a neighbour, after all values without compatible
// ones are removed.
func (v *verifier) pairs(step *Step, x Candidate) verdict {
	v.about(step.Pieces, step.Cells)
	if v.along == nil {
		v.along = slices.Clone(v.s.may)
	}
	for changed := true; changed && v.along[x.Cell]>>v.s.bitOf(x.Value)&1 != 0; {
		changed = false
		for _, piece := range step.Pieces {
			for _, c := range v.s.pieces.All[piece].Cells {
				for _, value := range v.s.valuesOf(v.along[c]) {
					if !v.withValue(Candidate{c, value}, func() bool { return v.fills(v.s.pieces.All[piece].Cells, v.along) }) {
						v.along[c] &^= 1 << v.s.bitOf(value)
						changed = true
					}
				}
			}
		}
	}
	return v.verdict(v.along[x.Cell]>>v.s.bitOf(x.Value)&1 != 0)
}

// copies proves that, with x, the value has no place in the house. The value of its copy may be any.
func (v *verifier) copies(step *Step, x Candidate) verdict {
	house, ok := v.house(step.Pieces[0], step.Values[0])
	pair := v.s.pieces.All[step.Pieces[1]].Cells
	if !ok || len(pair) != 2 || !slices.Contains(pair, x.Cell) {
		return verdictRefuted
	}
	other := pair[0] + pair[1] - x.Cell
	v.about(step.Pieces, distinctCells(slices.Concat(house, pair)))
	return v.verdict(v.withValue(x, func() bool {
		for _, value := range v.s.valuesOf(v.s.may[other]) {
			if v.withValue(Candidate{other, value}, func() bool { return v.goes(step.Values, [][]int{house}, yes) }) {
				return true
			}
		}
		return false
	}))
}

// proveBySearch searches for a solution with a candidate, from the position.
func (v *verifier) proveBySearch(x Candidate) verdict {
	p := v.s.asGivens()
	p.Givens = append(p.Givens, puzzle.Given{Cell: x.Cell, Values: []int{x.Value}})
	r, err := solve.Count(v.ctx, p, puzzle.Limits{Solutions: 1, Nodes: mostSearched})
	switch {
	case r.N > 0:
		return verdictRefuted
	case hasNoSolution(r, err):
		return verdictProved
	}
	return verdictUnproved
}

// held returns the values that have a place in a house: as many as it has cells. It returns none for
// other pieces.
func (v *verifier) held(piece int) (set uint64) {
	if v.start == nil {
		v.start = v.s.pieces.StartValues()
	}
	p := &v.s.pieces.All[piece]
	for _, c := range p.Cells {
		set |= v.start[c]
	}
	if len(p.Cells) == v.p.Values() {
		set = 1<<v.p.Values() - 1
	}
	if !p.Differ() || bits.OnesCount64(set) != len(p.Cells) {
		return 0
	}
	return set
}

// house returns the cells of a house. ok is false if the house may lack the value.
func (v *verifier) house(piece, value int) (cells []int, ok bool) {
	return v.s.pieces.All[piece].Cells, v.held(piece)>>v.s.bitOf(value)&1 != 0
}

// sum returns the sum that a constraint, or a part of it, requires of exactly these cells. ok is false if it
// requires none.
func sum(c *puzzle.Constraint, cells []int) (n int, ok bool) {
	for i := range c.Parts {
		if n, ok = sum(&c.Parts[i], cells); ok && c.Kind == "And" {
			return n, true
		}
	}
	plain := c.Kind == "Cage" || c.Kind == "Sum" && len(c.Numbers) == 1 || c.Kind == "LittleKiller"
	if !plain || len(c.Numbers) == 0 || c.Numbers[0] == 0 && c.Kind != "Sum" || !slices.Equal(distinctCells(slices.Clone(c.Cells)), distinctCells(slices.Clone(cells))) || len(c.Cells) != len(cells) {
		return 0, false
	}
	return c.Numbers[0], true
}

// balance returns the difference between the sums of some houses and rules. ok is false if one of
// them has no sum.
func (v *verifier) balance(from []int) (x weighed, ok bool) {
	weight := make([]int, v.p.Cells())
	for _, i := range from {
		p, times := &v.s.pieces.All[i], 1
		if held := v.held(i); held != 0 && p.House != "" {
			for _, value := range v.s.valuesOf(held) {
				x.sum -= value
			}
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

// reaches reports whether the open cells can still reach a sum.
func (v *verifier) reaches(x *weighed) bool {
	least, most := 0, 0
	for i, c := range x.cells {
		low, high := v.values[c], v.values[c]
		if low == puzzle.Empty {
			if v.s.may[c] == 0 {
				return false
			}
			low, high = v.s.leastCandidate(c), v.s.greatestCandidate(c)
		}
		if x.times[i] < 0 {
			low, high = high, low
		}
		least, most = least+x.times[i]*low, most+x.times[i]*high
	}
	return least <= x.sum && x.sum <= most
}

// follows proves a link: its premise excludes the opposite of its conclusion.
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
		house, ok := v.house(l.Pieces[0], l.Value)
		return v.verdict(!ok || slices.ContainsFunc(house, func(c int) bool { return may[c]>>(l.Value-v.p.Low)&1 != 0 }))
	case !distinct:
		for _, piece := range l.Pieces {
			cells = append(cells, v.s.pieces.All[piece].Cells...)
		}
		cells = distinctCells(cells)
	}
	v.about(l.Pieces, cells)
	return v.orAlone(v.verdict(v.fills(cells, may)), may)
}

// net proves that x leads to a cell without candidates, or to a house without a place for a value.
func (v *verifier) net(links []Link, x Candidate) verdict {
	if links[0].Candidate != x {
		return verdictRefuted
	}
	at, found := v.proveLinks(links)
	if found != verdictProved || slices.Contains(at.may, 0) {
		return found
	}
	for i := range at.pieces.All {
		some := uint64(0)
		for _, c := range at.pieces.All[i].Cells {
			some |= at.may[c]
		}
		if v.held(i)&^some != 0 {
			return verdictProved
		}
	}
	return verdictRefuted
}

// proveLinks proves links that follow from a supposition, each from all before it. It returns the position
// after them.
func (v *verifier) proveLinks(links []Link) (at *State, found verdict) {
	was := v.s
	defer func() { v.s = was }()
	v.s = was.Clone()
	for i, l := range links {
		bit := uint64(1) << v.s.bitOf(l.Value)
		gone := v.s.may[l.Cell] & bit
		if l.On {
			gone = v.s.may[l.Cell] &^ bit
		}
		for ; i > 0 && gone != 0; gone &= gone - 1 {
			if found := v.link(l, Candidate{l.Cell, v.s.valueOf(bits.TrailingZeros64(gone))}); found != verdictProved {
				return v.s, found
			}
		}
		if l.On {
			v.place(l.Candidate)
		} else {
			v.s.may[l.Cell] &^= bit
		}
	}
	return v.s, verdictProved
}

// link proves that x is false by a link. For a house, its value has no other place, or the house
// cannot be filled.
func (v *verifier) link(l Link, x Candidate) verdict {
	if len(l.Pieces) == 0 {
		return verdictRefuted
	}
	if _, ok := v.house(l.Pieces[0], l.Value); ok && len(l.Pieces) == 1 {
		if found := v.truths([]Truth{{Piece: l.Pieces[0], Value: l.Value}}, x); found == verdictProved {
			return found
		}
	}
	return v.orAlone(v.proveByFilling(l.Pieces, []int{x.Cell}, x), v.supposing(x))
}

// place places a value. It removes the value from all cells that then cannot have it.
func (v *verifier) place(x Candidate) {
	bit := uint64(1) << v.s.bitOf(x.Value)
	v.s.may[x.Cell] &= bit
	var others []int
	for c := range v.s.may {
		if c != x.Cell && v.s.may[c]&bit != 0 && v.s.pieces.MustDiffer(x.Cell, c) {
			others = append(others, c)
		}
	}
	v.about(nil, append([]int{x.Cell}, others...))
	if v.err != nil {
		return
	}
	for _, c := range others {
		found := v.verdict(v.withValue(x, func() bool { return v.withValue(Candidate{c, x.Value}, yes) }))
		if found != verdictProved {
			both := v.supposing(x)
			both[c] &= bit
			found = v.orAlone(found, both)
		}
		if found == verdictProved {
			v.s.may[c] &^= bit
		}
	}
}

// cases proves that the cases are complete, and that each leads to the claim.
func (v *verifier) cases(step *Step, x Candidate) verdict {
	rest := map[Candidate]bool{}
	if len(step.Pieces) > 0 {
		value := step.Cases[0][0].Value
		house, ok := v.house(step.Pieces[0], value)
		if !ok {
			return verdictRefuted
		}
		for _, c := range house {
			if v.s.may[c]>>(value-v.p.Low)&1 != 0 {
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
		if step.Technique == byCases {
			at, found := v.proveLinks(links)
			if found != verdictProved {
				return found
			}
			if at.may[x.Cell]>>v.s.bitOf(x.Value)&1 != 0 {
				return verdictRefuted
			}
			continue
		}
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
