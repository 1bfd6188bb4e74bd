package deduction

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"

	"nonet/message"
	"nonet/puzzle"
)

// NextOnBoard returns the easiest step that changes a cell of the board, or nil if it finds none. A person does not see
// the cells beside the board. So NextOnBoard applies any step that changes only such cells to s, and continues. `notes`
// describes the applied steps that the returned step needs. If no other technique has a step, NextOnBoard makes
// suppositions. If no supposition leads to a contradiction, the engine searches. The error is the context's.
func (s *State) NextOnBoard(ctx context.Context) (step *Step, notes []message.Message, err error) {
	f := finder{Suppose: true}
	from, before := s.Clone(), []*Step(nil)
	for !s.IsContradictory() {
		if step, err = f.Next(ctx, s); step == nil || err != nil || step.changesBoard(s.pieces.Puzzle) {
			break
		}
		before = append(before, step)
		s.Apply(step)
		step = nil
	}
	if step == nil || err != nil {
		return nil, nil, err
	}
	for needed := neededSteps(from, append(before, step), make(premises, len(s.may))); len(needed) > 1; before = before[1:] {
		if before[0] == needed[0] {
			notes, needed = append(notes, from.Sentence(ctx, before[0], nil)), needed[1:]
		}
		from.Apply(before[0])
	}
	return step, notes, nil
}

func (step *Step) changesBoard(p *puzzle.Puzzle) bool {
	isOf := func(x Candidate) bool { return x.Cell < p.BoardCells() }
	return slices.ContainsFunc(step.Places, isOf) || slices.ContainsFunc(step.Removes, isOf)
}

// A finder finds the easiest steps of successive positions. It repeats a failed search only after a cell of that search
// has changed. So a path costs far less than separate searches of its positions. The zero value is ready to use. A
// finder is not safe for concurrent use.
type finder struct {
	Hardest Technique // the hardest technique to try; 0 permits all
	Suppose bool      // make suppositions if no other step is found, and let the engine search if no supposition gives a step
	// Together combines several steps of a path into one: all conclusions from one constraint, or several singles.
	Together bool

	*State
	after  *State // the position after the steps found in the current round; between rounds, the same as State
	ctx    context.Context
	err    error
	of     *puzzle.Pieces
	rules  []rule               // the rules to examine, those with the fewest cells first
	seen   map[searchKey]uint64 // for each failed search, the hash of its cells at that time; with the same hash it would fail again
	house  houseFinder
	tabled []rule                   // all elements of the field rules, followed by elements of the field lines
	links  []ruleTable              // for each element of tabled, its table
	lines  []rule                   // for byPairRule, two-cell pieces: each element has one, or all of a constraint if these connect its cells as a tree
	parts  map[int][]*puzzle.Pieces // for each constraint of kind Or, a puzzle for each of its parts

	watched     [opKinds][][]int          // for each kind of op, and for each part of the puzzle that the ops examine, its cells
	watching    [][]op                    // for each cell, the ops to run again when the cell changes
	peers       [][]int                   // for each cell, the cells that must differ from it; nil until they are needed
	targets     []int                     // room for a follower's cells
	room        []uint64                  // room for the candidates of all cells
	inHouse     [][]int                   // for each house, the elements of tabled with at least two cells in it
	reached     map[reachKey]*restriction // cached results of rules without a table, and of houses filled with their rules
	fillers     map[searchKey]filler      // the fillers of rules, of pairs of rules, and of houses with their rules
	houseBudget int
	reachBudget int
	arguing     []followedArgument
	reaching    [][]int        // for each house, its cells and all cells of the rules in inHouse
	near        [][]nearbyRule // for each rule, the earlier rules that share a cell with it or see it
	beside      [][]int        // for each cell, the result of Puzzle.Neighbours; nil until it is needed
	net         *Step          // the net that findChainStep found in this position but did not return because it is not a chain; otherwise nil
	followers   map[Candidate]*follower
	implied     map[Candidate]*follower // maps a candidate that some follower makes true to this follower, if the follower has no contradiction
	idle        []*follower             // followers that can be reused
	nets        []net                   // nets found in earlier positions, the cheapest first

	brief   bool          // omit the reasons of arguments, and let slow arguments search only for contradictions
	just    int           // the only constraint to examine, counted from 1; 0 for all
	numbers []int         // numbers[i] is i, so that numbers[i:i+1] is a list of piece or cell i
	argued  [][]*argument // for each row of the table arguments, the constraints to examine
	whole   []int         // the indices of all cells
}

// rule is one piece, or several pieces of a constraint.
type rule struct {
	pieces []int
	cells  []int
	listed bool // the tuples of the rule can be enumerated without the engine
}

type searchKey struct {
	technique Technique
	a, b      int
}

// mostCells limits the open cells of a rule. A person does not examine a larger rule.
const mostCells = 14

// Next returns the easiest step of a position, or nil if there is none. If a step leaves a cell with one candidate, it
// also places that value. The error is the context's.
func (f *finder) Next(ctx context.Context, s *State) (*Step, error) {
	step, err := f.firstStep(ctx, s)
	if step == nil || err != nil {
		return nil, err
	}
	s.addPlacements(step)
	if f.Together {
		return f.extendWithinConstraint(step)
	}
	return step, nil
}

// firstStep returns the easiest step of a position, without the placements that Next adds.
func (f *finder) firstStep(ctx context.Context, s *State) (*Step, error) {
	f.State, f.after, f.ctx, f.err = s, s, ctx, nil
	if f.of != s.pieces {
		f.of = s.pieces
		f.preparePuzzle()
	}
	hardest := cmp.Or(f.Hardest, bySearch)
	for _, t := range Techniques() {
		if t > hardest || t >= Supposition && !f.Suppose {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		if step := f.findByTechnique(t); step != nil || f.err != nil {
			return step, f.err
		}
	}
	return nil, nil
}

// mostShared limits the cells of a sum that follows from houses and rules. A person does not combine a larger sum with
// other rules.
const mostShared = 6

// findByTechnique returns a step of technique t, or nil. It drops a step that changes nothing, which callers would find
// again and again.
func (f *finder) findByTechnique(t Technique) *Step {
	step := f.findStepOf(t)
	if step == nil || !slices.ContainsFunc(step.Places, func(x Candidate) bool { return !f.after.placed[x.Cell] }) &&
		!slices.ContainsFunc(step.Removes, func(x Candidate) bool { return f.after.may[x.Cell]>>f.bitOf(x.Value)&1 != 0 }) {
		return nil
	}
	return step
}

func (f *finder) findStepOf(t Technique) *Step {
	switch {
	case searches[t] != nil:
		return searches[t](f)
	case houseTechniques[t] != nil:
		return f.findHouseStep(t)
	}
	return f.findArgumentStep(t)
}

// searches has the search of each technique that is neither an argument nor a house technique.
var searches = [...]func(*finder) *Step{
	byNakedSingle:  (*finder).findNakedSingle,
	byHiddenSingle: (*finder).findHiddenSingle,
	byPairRule:     (*finder).findPairRuleStep,
	byShortRule:    func(f *finder) *Step { return f.findRuleStep(byShortRule, 0, mostShort) },
	byRule:         func(f *finder) *Step { return f.findRuleStep(byRule, mostShort+1, mostCells) },
	bySharedValue:  (*finder).findSharedValueStep,
	byBalance:      (*finder).findBalanceStep,
	byHouseRules:   (*finder).findHouseRulesStep,
	byTwoRules:     (*finder).findCombinedRulesStep,
	byChain:        (*finder).findChainStep,
	byNet:          (*finder).findNetStep,
	byCases:        (*finder).findCasesStep,
	Supposition:    (*finder).findSuppositionStep,
	bySearch:       (*finder).findSearchStep,
}

// preparePuzzle discards the results for the last puzzle, and indexes the rules and pieces of the new puzzle.
func (f *finder) preparePuzzle() {
	f.rules, f.seen = nil, map[searchKey]uint64{}
	f.peers, f.followers, f.idle, f.nets, f.near, f.beside = nil, nil, nil, nil, nil, nil
	f.numbers = allIndices(make([]int, max(len(f.of.All), len(f.may))))
	f.whole = f.numbers[:len(f.may)]
	piecesOf := map[int][]int{} // the pieces of each constraint
	for i := range f.of.All {
		p := &f.of.All[i]
		if p.From != nil {
			if len(p.Cells) <= mostShared {
				f.rules = append(f.rules, rule{pieces: []int{i}, cells: p.Cells})
			}
			continue
		}
		if p.Allowed != 0 && len(p.Cells) == 1 {
			continue
		}
		if p.Constraint >= 0 {
			piecesOf[p.Constraint] = append(piecesOf[p.Constraint], i)
		}
		if !p.Distinct && p.Rows == nil && len(p.Cells) > 0 {
			if n := len(f.rules); n > 0 && p.Constraint >= 0 && f.of.All[f.rules[n-1].pieces[0]].Constraint == p.Constraint && slices.Equal(f.rules[n-1].cells, p.Cells) {
				f.rules[n-1].pieces = append(f.rules[n-1].pieces, i)
				continue
			}
			f.rules = append(f.rules, rule{pieces: []int{i}, cells: p.Cells})
		}
	}
	f.house.preparePuzzle(f.of)
	f.listExaminedConstraints(piecesOf)
	f.listPairRules(piecesOf)
	for i := range f.of.Puzzle.Constraints {
		pieces := piecesOf[i]
		if len(pieces) < 2 {
			continue
		}
		r := rule{pieces: pieces, cells: distinctCells(f.cellsOf(pieces))}
		if len(r.cells) > 2 && len(r.cells) <= 2*mostCells {
			f.rules = append(f.rules, r)
		}
	}
	sort.SliceStable(f.rules, func(i, j int) bool { return len(f.rules[i].cells) < len(f.rules[j].cells) })
	for i := range f.rules {
		f.rules[i].listed = f.of.IsListed(f.rules[i].pieces)
	}
	f.tabled = slices.Concat(f.rules, slices.DeleteFunc(slices.Clone(f.lines), func(l rule) bool { return len(l.cells) > 2 }))
	f.links, f.fillers = make([]ruleTable, len(f.tabled)), map[searchKey]filler{}
	f.listHouseRules()
}

// recordIfChanged reports whether the candidates of the cells have changed since the last failed search with key k, and
// records the present candidates.
func (f *finder) recordIfChanged(k searchKey, cells []int) bool {
	hash := f.hashCandidates(cells) | 1
	if f.seen[k] == hash {
		return false
	}
	f.seen[k] = hash
	return true
}

func (s *State) hashCandidates(cells []int) uint64 {
	hash := uint64(1)
	for _, c := range cells {
		hash = (bits.RotateLeft64(hash, 23) ^ s.may[c]) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	return hash
}

// candidatesIn returns the values of `set` in a cell as candidates, if the position f.after still has them.
func (f *finder) candidatesIn(cell int, set uint64) []Candidate {
	return f.candidatesOf(cell, set&f.after.may[cell])
}

func (f *finder) addRemovals(step *Step, cell int, set uint64) {
	step.Removes = append(step.Removes, f.candidatesIn(cell, set)...)
}

// newRestrictionStep returns a step that examines the cells and restricts each of them to the values of `set`. It
// returns nil if the cells have no candidates outside `set`.
func (f *finder) newRestrictionStep(cells []int, set uint64) *Step {
	step := &Step{Cells: cells}
	for _, c := range cells {
		f.addRemovals(step, c, ^set)
	}
	if len(step.Removes) == 0 {
		return nil
	}
	return step
}

// mostLine limits the cells of a line that is examined as a whole. A person does not follow a longer line.
const mostLine = 16

// listPairRules fills the field lines with the pieces and constraints that consist of rules of two cells. `byConstraint` maps the
// index of a constraint to its pieces.
func (f *finder) listPairRules(byConstraint map[int][]int) {
	f.lines = nil
	isPair := func(i int) bool {
		p := &f.of.All[i]
		return p.Rows != nil && len(p.Cells) == 2 && p.Cells[0] != p.Cells[1]
	}
	for i := range f.of.All {
		index := f.of.All[i].Constraint
		if !isPair(i) || f.of.All[i].From != nil {
			continue
		}
		if index < 0 {
			f.lines = append(f.lines, f.newLineRule([]int{i}))
			continue
		}
		if i != byConstraint[index][slices.IndexFunc(byConstraint[index], isPair)] {
			continue
		}
		pieces := slices.DeleteFunc(slices.Clone(byConstraint[index]), func(i int) bool { return !isPair(i) })
		if l := f.newLineRule(pieces); len(l.cells) <= mostLine && f.isTree(l) {
			f.lines = append(f.lines, l)
			continue
		}
		for _, piece := range pieces {
			f.lines = append(f.lines, f.newLineRule([]int{piece}))
		}
	}
}

// newLineRule returns a rule of the given two-cell pieces. Its cells are in the constraint's order.
func (f *finder) newLineRule(pieces []int) rule {
	l := rule{pieces: pieces, cells: distinctCells(f.cellsOf(pieces))}
	if index := f.of.All[pieces[0]].Constraint; index >= 0 {
		order := f.of.Puzzle.Constraints[index].Cells
		slices.SortStableFunc(l.cells, func(a, b int) int { return slices.Index(order, a) - slices.Index(order, b) })
	}
	return l
}

// isTree reports whether the pieces connect all cells without a cycle.
func (f *finder) isTree(l rule) bool {
	joined := map[int]bool{l.cells[0]: true}
	for range l.pieces {
		for _, i := range l.pieces {
			if a, b := f.of.All[i].Cells[0], f.of.All[i].Cells[1]; joined[a] || joined[b] {
				joined[a], joined[b] = true, true
			}
		}
	}
	return len(l.pieces) == len(l.cells)-1 && len(joined) == len(l.cells)
}

// findPairRuleStep returns a step that removes candidates on a line, because an adjacent cell has no compatible
// candidate.
func (f *finder) findPairRuleStep() *Step {
	for i, l := range f.lines {
		if !f.isConstraintIncluded(f.of.All[l.pieces[0]].Constraint) || !f.recordIfChanged(searchKey{byPairRule, i, 0}, l.cells) {
			continue
		}
		step, clash := f.propagate(l)
		if len(step.Removes) == 0 {
			continue
		}
		for _, piece := range l.pieces {
			one, _ := f.propagate(rule{pieces: f.singletonOf(piece), cells: f.of.All[piece].Cells})
			if len(one.Removes) == len(step.Removes) || clash && len(one.Removes) > 0 {
				delete(f.seen, searchKey{byPairRule, i, 0})
				return one
			}
		}
		return step
	}
	return nil
}

// propagate repeatedly removes candidates of a line's cells that are not compatible with any candidate of a neighbour.
// It returns a step with all these candidates. `clash` is true if some cell then has no candidates.
func (f *finder) propagate(l rule) (step *Step, clash bool) {
	f.room = append(f.room[:0], f.may...)
	left := f.room
	for changed := true; changed && !clash; {
		changed = false
		for _, i := range l.pieces {
			p := &f.of.All[i]
			a, b := &left[p.Cells[0]], &left[p.Cells[1]]
			leftA, leftB := f.pairedValues(p, *a, *b)
			changed = changed || leftA != *a || leftB != *b
			if *a, *b = leftA, leftB; leftA == 0 {
				clash = true
				break
			}
		}
	}
	step = &Step{Technique: byPairRule, Pieces: l.pieces, Cells: l.cells}
	for _, c := range l.cells {
		f.addRemovals(step, c, ^left[c])
	}
	return step, clash
}

// pairedValues returns the possible values of a piece's two cells. A value remains if it is compatible with a value of
// the other cell. The arguments a and b are the candidates of the two cells.
func (s *State) pairedValues(p *puzzle.Piece, a, b uint64) (leftA, leftB uint64) {
	differ := s.pieces.MustDiffer(p.Cells[0], p.Cells[1])
	for ; a != 0; a &= a - 1 {
		bit := bits.TrailingZeros64(a)
		partners := p.Rows[bit] & b
		if differ {
			partners &^= 1 << bit
		}
		if partners != 0 {
			leftA |= 1 << bit
			leftB |= partners
		}
	}
	return leftA, leftB
}

// mostShort limits the open cells of a rule for the technique byShortRule.
const mostShort = 3

// findRuleStep returns a step from a rule, or nil. The number of the rule's open cells is from `minimum` to `maximum`.
func (f *finder) findRuleStep(t Technique, minimum, maximum int) *Step {
	for i := range f.rules {
		r := &f.rules[i]
		// Skip sums of houses, which the technique byBalance examines.
		if f.of.All[r.pieces[0]].From != nil || !f.isConstraintIncluded(f.of.All[r.pieces[0]].Constraint) {
			continue
		}
		n := f.countOpen(r.cells)
		if n < max(1, minimum) || n > maximum && (t != byRule || len(r.pieces) > 1) || !f.recordIfChanged(searchKey{t, i, 0}, r.cells) {
			continue
		}
		if n > maximum {
			if step := f.findMachineStep(r); step != nil || f.err != nil {
				return step
			}
			continue
		}
		if step := f.findPiecesStep(t, r.pieces, f.fillerOf(searchKey{byRule, i, 0}, r.pieces)); step != nil || f.err != nil {
			return step
		}
	}
	return nil
}

// findMachineStep returns a step with the candidates that a rule excludes, or nil. The rule is a finite automaton that
// reads many open cells in order. The step names only the cells on which its conclusion depends.
func (f *finder) findMachineStep(r *rule) *Step {
	may := slices.Clone(f.may)
	removed := func() (removes []Candidate) {
		cells, left := f.of.FollowMachine(r.pieces[0], may)
		for i, c := range cells {
			removes = append(removes, f.candidatesIn(c, may[c]&^left[i])...)
		}
		return removes
	}
	step := &Step{Technique: byRule, Pieces: r.pieces, Ways: puzzle.Ways{Cells: r.cells}, Removes: removed()}
	if len(step.Removes) == 0 {
		return nil
	}
	start := f.of.StartValues()
	for _, c := range r.cells {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		if was := may[c]; was != start[c] {
			may[c] = start[c]
			if removes := removed(); slices.ContainsFunc(step.Removes, func(x Candidate) bool { return !slices.Contains(removes, x) }) {
				may[c] = was
				step.Cells = append(step.Cells, c)
			}
		}
	}
	return step
}

// filler is a puzzle.Filler together with the pieces that it fills.
type filler struct {
	*puzzle.Filler
	pieces []int
}

func (f *finder) fillerOf(k searchKey, pieces []int) *puzzle.Filler {
	x, known := f.fillers[k]
	if !known || !slices.Equal(x.pieces, pieces) {
		x = filler{f.of.NewFiller(pieces), pieces}
		f.fillers[k] = x
	}
	return x.Filler
}

// findPiecesStep returns a step with the candidates that several pieces together exclude, or nil.
func (f *finder) findPiecesStep(t Technique, pieces []int, x *puzzle.Filler) *Step {
	left, err := x.PossibleValues(f.ctx, f.may)
	if f.err = err; err != nil {
		return nil
	}
	step := &Step{Technique: t, Pieces: pieces, Cells: x.Cells}
	for i, c := range x.Cells {
		f.addRemovals(step, c, ^left[i])
	}
	if len(step.Removes) == 0 {
		return nil
	}
	if step.Ways, f.err = f.of.Ways(f.ctx, pieces, f.may, mostShown); f.err != nil {
		return nil
	}
	return step
}

// mostShown limits the tuples that a step lists or counts.
const mostShown = 400

// findSharedValueStep returns a step that removes a value from a cell. Whichever tuple of some rule holds, the cell
// sees a cell of the rule with this value.
func (f *finder) findSharedValueStep() *Step {
	const limit = 400
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	for i := range f.rules {
		r, t := &f.rules[i], &f.links[i]
		if t.at == nil || len(t.tuples.List) == 0 || len(t.tuples.List) > limit {
			continue
		}
		var around []int // the cells that see a cell of the rule and have a shared value as a candidate
		for c, may := range f.may {
			if may&t.shared != 0 && may&(may-1) != 0 && !slices.Contains(r.cells, c) && slices.ContainsFunc(r.cells, func(o int) bool { return f.of.MustDiffer(c, o) }) {
				around = append(around, c)
			}
		}
		if len(around) == 0 || !f.recordIfChanged(searchKey{bySharedValue, i, 0}, slices.Concat(r.cells, around)) {
			continue
		}
		step := &Step{Technique: bySharedValue, Pieces: r.pieces, Cells: t.tuples.Cells, Ways: t.tuples}
		for _, c := range around {
			set := f.may[c]
			for _, tuple := range t.tuples.List {
				in := uint64(0)
				for j, v := range tuple {
					if f.of.MustDiffer(c, t.tuples.Cells[j]) {
						in |= 1 << f.bitOf(v)
					}
				}
				if set &= in; set == 0 {
					break
				}
			}
			f.addRemovals(step, c, set)
		}
		if len(step.Removes) > 0 {
			return step
		}
	}
	return nil
}

func (f *finder) findBalanceStep() *Step {
	for i := range f.of.All {
		if p := &f.of.All[i]; p.From != nil && f.countOpen(p.Cells) > 0 && f.recordIfChanged(searchKey{byBalance, i, 0}, p.Cells) {
			var step *Step
			if len(p.Cells) <= mostShared {
				step = f.findPiecesStep(byBalance, f.singletonOf(i), f.fillerOf(searchKey{byBalance, i, 0}, f.singletonOf(i)))
			} else {
				step = f.findBalanceBoundStep(i)
			}
			if step != nil || f.err != nil {
				return step
			}
		}
	}
	return nil
}

// mostInHouse limits the open cells of a house that the finder fills without rules. The finder fills such houses only
// on boards that package logic does not support. mostCrossing limits the open cells of a house and its rules together.
const mostInHouse, mostCrossing = 12, 16

// findHouseRulesStep fills a house together with the rules that have at least two open cells in it. It returns a step
// with the candidates that no such filling has.
func (f *finder) findHouseRulesStep() *Step {
	if step := f.findHouseFillingStep(); step != nil || f.err != nil {
		return step
	}
	for _, h := range f.houses {
		in := f.of.All[h].Cells
		open := f.countOpen(in)
		if open < 3 {
			continue
		}
		pieces, cells := []int{h}, in
		for i := range f.rules {
			r := &f.rules[i]
			inside := slices.DeleteFunc(slices.Clone(r.cells), func(c int) bool { return !slices.Contains(in, c) })
			n, m := f.countOpen(inside), f.countOpen(r.cells)
			if n < 2 || m == n && n == open || m > n && !r.listed || slices.Contains(f.of.All[r.pieces[0]].From, h) {
				continue
			}
			if all := distinctCells(slices.Concat(cells, r.cells)); m == n || f.countOpen(all) <= mostCrossing {
				pieces, cells = append(pieces, r.pieces...), all
			}
		}
		if len(pieces) == 1 && (f.house.board != nil || open > mostInHouse) || !f.recordIfChanged(searchKey{byHouseRules, h, 0}, cells) {
			continue
		}
		pieces = distinctCells(pieces)
		if step := f.findPiecesStep(byHouseRules, pieces, f.fillerOf(searchKey{byHouseRules, h, 0}, pieces)); step != nil || f.err != nil {
			return step
		}
	}
	return nil
}

// cellsOf concatenates the cells of the pieces, so a cell of several pieces occurs several times.
func (s *State) cellsOf(pieces []int) (cells []int) {
	for _, i := range pieces {
		cells = append(cells, s.pieces.All[i].Cells...)
	}
	return cells
}
