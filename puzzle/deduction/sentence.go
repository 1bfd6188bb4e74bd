package deduction

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonet/message"
	"nonet/puzzle"
)

// deductionText returns a message of this package. It is not inlined, because it has many callers.
//
//go:noinline
func deductionText(key string, args ...any) message.Message {
	return message.New("deduction."+key, args...)
}

// Label returns the technique's name as a message, which exists in each language.
func (t Technique) Label() message.Message { return deductionText(t.String()) }

// Title returns a heading. For a step that follows from one rule, the title is the rule with its cells, such as
// "Thermometer at r1c1–r1c4". For any other step the title is the technique.
func (s *State) Title(step *Step) message.Message {
	if !s.titleNamesRule(step) {
		if step.Parts != nil {
			step = step.Parts[0]
		}
		if step.Name.Key != "" {
			return step.Name
		}
		return step.Technique.Label()
	}
	name, _ := (&stepExplainer{State: s, Step: step, mentioned: Told{}}).namesAndRules()
	return name
}

// titleNamesRule reports whether the title of a step is its rule with the rule's cells.
func (s *State) titleNamesRule(step *Step) bool {
	if step.Parts != nil {
		return s.titleNamesRule(step.Parts[0])
	}
	t := step.Technique
	return t >= byPairRule && t <= byRule && t != byRegions && t != byLocked && s.onlyConstraintOf(step) >= 0
}

// Told is the set of rules that a text has explained, each as its English sentence. Later sentences do not explain
// these rules again.
type Told map[string]bool

// Sentence returns the reason and the conclusion of a step as sentences. s must be the position before the step. The
// sentences explain the rules that are not in `mentioned`, and Sentence adds these rules to `mentioned`. If `mentioned` is nil, the
// sentences explain each rule. Some sentences need short searches. If ctx ends, the sentences are less detailed.
func (s *State) Sentence(ctx context.Context, step *Step, mentioned Told) message.Message {
	if mentioned == nil {
		mentioned = Told{}
	}
	if step.Parts == nil {
		t := &stepExplainer{s, step, mentioned, ctx, 0}
		if t.statesConclusion() {
			return t.whyText()
		}
		return deductionText("so", "why", t.whyText(), "move", s.moveText(step))
	}
	var list []message.Message
	state := s.Clone()
	for _, part := range step.Parts { // each part is explained in the position that the previous part leaves
		list = append(list, state.Clone().Sentence(ctx, part, mentioned))
		state.Apply(part)
	}
	return joinSentences(list)
}

// statesConclusion reports whether the reason for the step already states its conclusion.
func (t *stepExplainer) statesConclusion() bool {
	switch t.Technique {
	case byNakedSingle:
		return len(t.Cells) == 1
	case byHiddenSingle:
		return true
	case byPairRule:
		return len(t.Pieces) > 1 && t.Reason.Key == ""
	case Supposition:
		return t.Chain == nil
	}
	return false
}

// moveText returns a text with the conclusion of a step: the values that cells have or lose.
func (s *State) moveText(step *Step) message.Message {
	var parts []message.Message
	for _, x := range step.Places {
		if removed := s.valuesOf(s.may[x.Cell] &^ (1 << s.bitOf(x.Value))); step.isEliminationStep() && len(removed) > 0 {
			parts = append(parts, deductionText("leaves", "cell", s.cellName(x.Cell), "values", eitherText(removed), "value", x.Value))
			continue
		}
		parts = append(parts, deductionText("is", "cell", s.cellName(x.Cell), "value", x.Value))
	}
	parts = append(parts, s.exclusionClauses(step.Removes)...)
	if n := len(parts); n > 1 && n == len(step.Places) {
		return deductionText("and", "a", message.JoinClauses("deduction.comma", parts[:n-1]), "b", parts[n-1])
	}
	return message.JoinClauses("deduction.next", parts)
}

// exclusionClauses returns clauses which state that the candidates in `removed` are false. Cells that lose the same values
// share a clause.
func (s *State) exclusionClauses(removed []Candidate) (parts []message.Message) {
	lost := map[int]uint64{} // for each cell, the values that it loses
	for _, x := range removed {
		lost[x.Cell] |= 1 << s.bitOf(x.Value)
	}
	seen := map[uint64]bool{}
	cells := slices.Sorted(maps.Keys(lost))
	for _, c := range cells {
		if set := lost[c]; !seen[set] {
			seen[set] = true
			alike := slices.DeleteFunc(slices.Clone(cells), func(d int) bool { return lost[d] != set })
			parts = append(parts, deductionText("areNot", "n", len(alike), "cells", s.cellsText(alike), "values", eitherText(s.valuesOf(set))))
		}
	}
	return parts
}

// isEliminationStep reports whether the reason for a step only shows that values are impossible. In such a step each
// value that the step places is the last one left in its cell.
func (step *Step) isEliminationStep() bool {
	switch step.Technique {
	case byLocked, byNakedSubset, bySharedValue, byCopies, byFish, byPattern, byWing, byFinnedFish, byChain, byAlmostLocked, byNet, byCases, Supposition, bySearch:
		return true
	}
	return false
}

type stepExplainer struct {
	*State
	*Step
	mentioned Told
	ctx       context.Context // the context of the searches of refutationText
	effort    int             // the effort that the searches of refutationText may still spend
}

// namesAndRules returns two texts about the constraints from which the step follows. `names` lists the constraints;
// `rules` states their rules as sentences.
func (t *stepExplainer) namesAndRules() (names, rules message.Message) {
	var parts, said []message.Message
	cells := map[int][]int{}
	var order []int
	for _, i := range t.Pieces {
		p := &t.pieces.All[i]
		if p.Constraint < 0 {
			parts = append(parts, t.pieceName(i))
			continue
		}
		if cells[p.Constraint] == nil {
			order = append(order, p.Constraint)
		}
		for _, c := range p.Cells {
			if !slices.Contains(cells[p.Constraint], c) {
				cells[p.Constraint] = append(cells[p.Constraint], c)
			}
		}
	}
	if sums := len(parts); sums > toldRules {
		parts = []message.Message{deductionText("sums.many", "n", sums)}
	}
	for _, i := range order {
		c := &t.pieces.Puzzle.Constraints[i]
		parts = append(parts, t.ruleName(i, cells[i]))
		k, rule := puzzle.KindNamed(c.Kind), t.pieces.Puzzle.RuleOf(c)
		text := rule.In(message.English)
		if slices.ContainsFunc(order, func(other int) bool { // an earlier sentence differs from this one only in numbers, which are in the names
			o := &t.pieces.Puzzle.Constraints[other]
			return o.Kind == c.Kind && t.pieces.Puzzle.RuleOf(o).In(message.English) != text
		}) {
			rule = k.Rule()
			text = rule.In(message.English)
		}
		if k.Draw.Shape == puzzle.ShapeCage || k.Draw.Shape == puzzle.ShapeOutside { // the board shows the number of each clue, so one sentence states the rule
			text = c.Kind
		}
		if !t.mentioned[text] {
			said, t.mentioned[text] = append(said, rule), true
		}
	}
	if len(said) == 0 {
		return joinedNames(parts), message.Message{}
	}
	return joinedNames(parts), joinSentences(said)
}

const (
	toldTuples = 6 // the maximum number of tuples that a text lists
	toldLinks  = 30
)

func (t *stepExplainer) whyText() message.Message {
	if t.Reason.Key != "" {
		return t.Reason
	}
	switch t.Technique {
	case byNakedSingle:
		if len(t.Cells) > 1 {
			return deductionText("naked-single.several", "n", len(t.Cells))
		}
		return deductionText("naked-single.why", "cell", t.cellName(t.Cells[0]), "value", t.Step.Values[0])
	case byHiddenSingle:
		var list []message.Message
		for i, c := range t.Cells {
			list = append(list, deductionText("hidden-single.why", "house", t.pieceName(t.Pieces[i]), "value", t.Step.Values[i], "cell", t.cellName(c)))
		}
		return joinSentences(list)
	case byPairRule:
		return t.pairText()
	case byBalance:
		p := &t.pieces.All[t.Pieces[0]]
		left, ok := t.balanceBoundsText(p)
		if !ok {
			left = t.tuplesText()
		}
		return t.balanceText(p, left)
	case byHouseRules:
		return t.houseText()
	case byChain, byNet, Supposition:
		return t.chainText()
	case byCases:
		return t.casesText()
	case bySearch:
		return deductionText("search.why", "start", deductionText("is", "cell", t.cellName(t.Cells[0]), "value", t.Step.Values[0]))
	}
	text := t.prependRules(t.tuplesText())
	if t.Technique == bySharedValue {
		var values []int
		for _, x := range excludedCandidates(t.State, t.Step) {
			values = append(values, x.Value)
		}
		values = distinctCells(values)
		if where := t.placesOfSharedValues(values); len(where) > 0 {
			return deductionText("shared-value.places", "ways", text, "n", len(values), "values", joinParts(message.WordsOf(values)), "cells", t.cellsText(where))
		}
		return deductionText("shared-value.why", "ways", text, "n", len(values), "values", joinParts(message.WordsOf(values)))
	}
	return text
}

// placesOfSharedValues returns the cells that have one of the values in at least one tuple. It returns nil unless each
// cell that loses a value sees all the returned cells.
func (t *stepExplainer) placesOfSharedValues(values []int) (where []int) {
	for i, c := range t.Ways.Cells {
		if slices.ContainsFunc(t.Ways.List, func(tuple []int) bool { return slices.Contains(values, tuple[i]) }) {
			where = append(where, c)
		}
	}
	for _, x := range excludedCandidates(t.State, t.Step) {
		if !t.seesAll(x.Cell, where) {
			return nil
		}
	}
	return where
}

// prependRules returns a text with the rules of the step, followed by `left`, the text about the remaining values. If
// the title names the rules, the text omits their names.
func (t *stepExplainer) prependRules(left message.Message) message.Message {
	names, rules := t.namesAndRules()
	if rules.Key != "" {
		left = joinSentences([]message.Message{rules, left})
	}
	if t.titleNamesRule(t.Step) {
		return left
	}
	return deductionText("rules", "rules", names, "ways", left)
}

// pairText states which values a cell of a two-cell rule loses, because the other cell has no compatible value.
func (t *stepExplainer) pairText() message.Message {
	if len(t.Pieces) > 1 {
		return t.keptCandidatesText()
	}
	var removed [2][]int
	for _, x := range excludedCandidates(t.State, t.Step) {
		i := slices.Index(t.Cells, x.Cell)
		removed[i] = append(removed[i], x.Value)
	}
	var facts []message.Message
	a, b := t.Cells[0], t.Cells[1]
	if values := t.valuesOf(t.may[a]); t.may[a] == t.may[b] && slices.Equal(removed[0], removed[1]) {
		facts = append(facts, deductionText("pair-rule.both", "cells", t.cellsText(t.Cells), "values", eitherText(values), "gone", eitherText(removed[0])))
	} else {
		for i, c := range t.Cells {
			if other := t.Cells[1-i]; len(removed[i]) > 0 {
				facts = append(facts, t.partnerText(c, other, removed[i]))
			}
		}
	}
	return t.prependRules(joinSentences(facts))
}

// partnerText states why a cell of a two-cell rule loses the values in `removed`. If only few values of the other cell
// would permit the lost values, the text names these few.
func (t *stepExplainer) partnerText(cell, other int, removed []int) message.Message {
	p, lost := &t.pieces.All[t.Pieces[0]], t.setOf(removed)
	all := uint64(1)<<len(p.Rows) - 1
	_, needed := t.pairedValues(p, lost, all) // the values that would permit a lost value
	if p.Cells[0] != cell {
		needed, _ = t.pairedValues(p, all, lost)
	}
	key, values := "pair-rule.needs", t.valuesOf(needed)
	switch n := len(values); {
	case n == 0:
		key, values = "pair-rule.alone", removed
	case n > mostNeeded || n >= bits.OnesCount64(t.may[other]):
		key, values = "pair-rule.gone", t.valuesOf(t.may[other])
	}
	return deductionText(key, "n", len(values), "cell", t.cellName(cell), "gone", eitherText(removed), "other", t.cellName(other), "values", eitherText(values))
}

// partnerText names at most mostNeeded missing values of the other cell.
const mostNeeded = 3

// mostSpoken limits the cells of a line whose candidates a text lists completely. For a longer line it lists only the
// cells that change.
const mostSpoken = 6

// keptCandidatesText returns the candidates that each cell of a line keeps.
func (t *stepExplainer) keptCandidatesText() message.Message {
	after := t.Clone()
	after.Apply(t.Step)
	var list []message.Message
	for _, c := range t.Cells {
		if after.may[c] == t.may[c] && len(t.Cells) > mostSpoken {
			continue
		}
		list = append(list, deductionText("pair-rule.left", "cell", t.cellName(c), "values", eitherText(t.valuesOf(after.may[c]))))
	}
	return t.prependRules(deductionText("pair-rule.along", "list", message.JoinClauses("deduction.next", list)))
}

// tuplesText describes the tuples of the step's cells. If they are few, it lists the tuples. If they are many but
// have few sets of values, it lists the sets. Otherwise it states the number of tuples.
func (t *stepExplainer) tuplesText() message.Message {
	if !t.Ways.All {
		if t.Technique == byRule && len(t.Cells) > 0 && len(t.Cells) < len(t.Ways.Cells) {
			return deductionText("deciding", "cells", t.cellsText(t.Cells))
		}
		return t.refutationText(deductionText("noWay"))
	}
	if len(t.Ways.List) == 0 {
		return deductionText("contradiction", "cells", t.cellsText(t.Ways.Cells))
	}
	var open, cells []int // the open cells, as indices in Ways.Cells and as cells
	for i, c := range t.Ways.Cells {
		if t.may[c]&(t.may[c]-1) != 0 {
			open, cells = append(open, i), append(cells, c)
		}
	}
	tuples, sets := map[string]bool{}, map[string]bool{}
	for _, tuple := range t.Ways.List {
		values := make([]int, len(open))
		for i, index := range open {
			values[i] = tuple[index]
		}
		tuples[joinValues(values)] = true
		slices.Sort(values)
		sets[joinValues(values)] = true
	}
	if sum, ok := t.plainSum(); ok && len(open) == 1 && len(t.Ways.List) == 1 {
		return deductionText("sum-bounds.last", "sum", sum, "others", sum-t.Ways.List[0][open[0]])
	}
	all := "" // a suffix of message keys: if the step's title names its cells, it selects the text without cells
	if index := t.onlyConstraintOf(t.Step); index >= 0 && t.titleNamesRule(t.Step) && len(cells) == len(t.pieces.Puzzle.Constraints[index].Cells) {
		all = ".all"
	}
	switch {
	case len(sets) <= toldTuples && len(tuples) > len(sets) && len(tuples) == countValueOrders(sets):
		return deductionText("anyOrder"+all, "cells", t.cellsText(cells), "list", tupleTexts(sets))
	case len(tuples) <= toldTuples:
		return deductionText("ways", "cells", t.cellsText(cells), "list", tupleTexts(tuples))
	case len(sets) <= toldTuples:
		return deductionText("sets"+all, "cells", t.cellsText(cells), "n", len(tuples), "list", tupleTexts(sets))
	}
	if t.Technique == bySharedValue { // the step removes values from cells outside the rule
		return deductionText("manyAlone", "cells", t.cellsText(cells), "n", len(tuples))
	}
	return t.refutationText(deductionText("many", "cells", t.cellsText(cells), "n", len(tuples)))
}

// plainSum returns the sum of the step's only constraint. ok is false unless the step follows from a single sum without
// coefficients.
func (t *stepExplainer) plainSum() (sum int, ok bool) {
	index := t.onlyConstraintOf(t.Step)
	if index < 0 {
		return 0, false
	}
	switch c := &t.pieces.Puzzle.Constraints[index]; c.Kind {
	case "Cage", "LittleKiller", "Sum":
		return c.Numbers[0], len(c.Numbers) == 1 && len(c.Cells) == len(t.Ways.Cells) && c.Numbers[0] != 0
	}
	return 0, false
}

// countValueOrders returns in how many orders the values of the lists can be written. The lists "1 2" and "3 3" have
// three orders: 1 2, 2 1 and 3 3.
func countValueOrders(sets map[string]bool) (all int) {
	for set := range sets {
		values, n := strings.Fields(set), 1
		for i, v := range values {
			n = n * (i + 1) / (1 + len(slices.DeleteFunc(slices.Clone(values[:i]), func(w string) bool { return w != v })))
		}
		all += n
	}
	return all
}

func joinValues(values []int) string {
	return strings.Trim(fmt.Sprint(values), "[]")
}

// tupleTexts returns the tuples in `tuples` as a list. Each tuple is a string with blanks between its values. If all values
// have one digit, the list omits the blanks: 389, 479 or 578.
func tupleTexts(tuples map[string]bool) message.Message {
	separator := ""
	for tuple := range tuples {
		if strings.Count(tuple, " ")*2+1 != len(tuple) {
			separator = "-"
		}
	}
	var list []string
	for _, tuple := range slices.Sorted(maps.Keys(tuples)) {
		list = append(list, strings.ReplaceAll(tuple, " ", separator))
	}
	return message.JoinList("explain.or", message.WordsOf(list))
}

// sumEquationOf returns the equation of a piece that is a sum, such as "r1c9 − r2c3 = 4". If the sum is negative, all
// signs in the equation are changed, and the cells that are then added come first.
func (s *State) sumEquationOf(p *puzzle.Piece) string {
	sign, order := 1, allIndices(p.Cells)
	if p.Sum < 0 {
		sign = -1
		added := func(i int) bool { return p.Terms[i] < 0 }
		order = slices.Concat(slices.DeleteFunc(slices.Clone(order), func(i int) bool { return !added(i) }), slices.DeleteFunc(order, added))
	}
	var b strings.Builder
	for index, i := range order {
		n := sign * p.Terms[i]
		switch {
		case n < 0:
			b.WriteString(" − ")
		case index > 0:
			b.WriteString(" + ")
		}
		if n = max(n, -n); n > 1 {
			b.WriteString(strconv.Itoa(n) + "·")
		}
		b.WriteString(s.pieces.Puzzle.CellName(p.Cells[i]))
	}
	return strings.TrimSpace(b.String()) + " = " + strconv.Itoa(sign*p.Sum)
}

// housesOf returns the indices of the houses from which a sum follows.
func (s *State) housesOf(p *puzzle.Piece) []int {
	return slices.DeleteFunc(slices.Clone(p.From), func(i int) bool { return s.pieces.All[i].House == "" })
}

const toldRules = 3 // the maximum number of rules that the text names for a sum

// balanceText explains a sum that is the difference between houses and rules. `left` is the text about the values that
// the sum leaves.
func (s *State) balanceText(p *puzzle.Piece, left message.Message) message.Message {
	houses, sum := s.housesOf(p), 0
	rules := slices.DeleteFunc(slices.Clone(p.From), func(i int) bool { return s.pieces.All[i].House != "" })
	for _, i := range rules {
		sum += s.pieces.All[i].Sum
	}
	names := s.joinedPieceNames(rules)
	if len(rules) > toldRules {
		key := "balance.rules"
		if !slices.ContainsFunc(rules, func(i int) bool { return s.kindOf(i) != "Cage" }) {
			key = "balance.cages"
		}
		names = deductionText(key, "n", len(rules))
	}
	return deductionText("balance.why", "houses", s.joinedPieceNames(houses), "total", s.totalOf(houses),
		"rules", names, "other", sum, "sum", s.sumEquationOf(p), "ways", left)
}

func (s *State) kindOf(piece int) string {
	if index := s.pieces.All[piece].Constraint; index >= 0 {
		return s.pieces.Puzzle.Constraints[index].Kind
	}
	return ""
}

// houseText states which values a house and its rules leave in the cells.
func (t *stepExplainer) houseText() message.Message {
	house := slices.IndexFunc(t.Pieces, func(i int) bool { return slices.Contains(t.houses, i) })
	inner := *t.Step
	inner.Pieces = slices.Delete(slices.Clone(t.Pieces), house, house+1)
	var tuples message.Message
	if t.Ways.All && len(t.Ways.List) > toldTuples { // a list of all values would not help the reader
		tuples = t.refutationText(deductionText("manyTogether", "n", len(t.Ways.List)))
	} else {
		tuples = t.tuplesText()
	}
	if len(inner.Pieces) == 0 {
		return deductionText("house-rules.alone", "house", t.pieceName(t.Pieces[house]), "ways", tuples)
	}
	names, rules := (&stepExplainer{State: t.State, Step: &inner, mentioned: t.mentioned}).namesAndRules()
	if rules.Key != "" {
		tuples = joinSentences([]message.Message{rules, tuples})
	}
	key := "house-rules.why"
	if len(t.Cells) > len(t.pieces.All[t.Pieces[house]].Cells) {
		key = "house-rules.crossing"
	}
	return deductionText(key, "house", t.pieceName(t.Pieces[house]), "rules", names, "ways", tuples)
}

func joinSentences(list []message.Message) message.Message {
	return message.JoinClauses("explain.then", list)
}

// Hint returns five hints for a step. Each hint reveals more than the previous one: the part of the board or the kind
// of rule, the cells, the technique, the reason, and the conclusion.
func (s *State) Hint(ctx context.Context, step *Step) [5]message.Message {
	t := &stepExplainer{s, step, Told{}, ctx, 0}
	return [5]message.Message{
		t.placeText(),
		deductionText("hint.cells", "cells", s.cellsText(step.Cells)),
		deductionText("hint.technique", "technique", s.Title(step)),
		t.whyText(),
		deductionText("hint.move", "move", s.moveText(step)),
	}
}

// placeText returns the houses of a step. For a step without houses, it returns the kinds of its rules, without
// duplicates. For a step without rules, it returns the box, region or row of the step's first cell.
func (t *stepExplainer) placeText() message.Message {
	var houses []int
	var kinds []message.Message
	for _, i := range t.Pieces {
		p := &t.pieces.All[i]
		if p.From != nil { // the names of the rules in the sum would reveal too much
			houses = append(houses, t.housesOf(p)...)
		} else if p.Constraint < 0 {
			houses = append(houses, i)
		} else if kind := message.New("kind." + t.pieces.Puzzle.Constraints[p.Constraint].Kind); !slices.ContainsFunc(kinds, func(m message.Message) bool { return m.Key == kind.Key }) {
			kinds = append(kinds, kind)
		}
	}
	switch {
	case len(houses) > 0:
		return deductionText("hint.where", "pieces", t.joinedPieceNames(houses))
	case len(kinds) > 0:
		return deductionText("hint.kind", "n", len(kinds), "kinds", joinedNames(kinds))
	}
	for _, house := range []string{"box", "region", "row"} {
		for i := range t.pieces.All {
			if p := &t.pieces.All[i]; p.House == house && slices.Contains(p.Cells, t.Cells[0]) {
				return deductionText("hint.where", "pieces", t.pieceName(i))
			}
		}
	}
	return deductionText("hint.technique", "technique", t.Technique.Label())
}

// excludedCandidates returns the candidates that a step shows to be false, including those that a placement removes
// from its cell.
func excludedCandidates(s *State, step *Step) []Candidate {
	all := slices.Clone(step.Removes)
	for _, x := range step.Places {
		all = append(all, s.candidatesOf(x.Cell, s.may[x.Cell]&^(1<<s.bitOf(x.Value)))...)
	}
	return all
}
