package format

import (
	"cmp"
	"maps"
	"slices"

	"nonet/internal/exchange"
	"nonet/puzzle"
)

// objectKind describes the JSON objects in which a certain program writes puzzles.
type objectKind struct {
	kind Kind
	// members lists names of members. Only objects of this program have all these members.
	members []string
	read    func(o exchange.Object) (*puzzle.Puzzle, []Note, error)
	// holder, if not nil, reads the object. The object contains its puzzle in the form of a different program.
	holder func(o exchange.Object) (Puzzle, *fault)
}

// objectKinds lists the programs whose objects nonet reads, except f-puzzles and SudokuPad.
var objectKinds = []objectKind{
	{kind: kindSudokuMaker, members: []string{"formatVersion", "puzzle"}, read: readSudokuMaker},
	{kind: kindBench, members: []string{"encoded_puzzle"}, holder: readBench},
	{kind: kindBench, members: []string{"initial_board"}, holder: readBench},
	{kind: kindGnome, members: []string{"cells", "time_elapsed"}, holder: readGnome},
	{kind: kindKillerJSON, members: []string{"cages"}, read: readKillerJSON},
	{kind: kindKillerJSON, members: []string{"areas"}, read: readKillerJSON},
}

// objectKindOf returns the row of the program that wrote o, or nil if it is unknown.
func objectKindOf(o exchange.Object) *objectKind {
	if _, ok := o.Site(); ok && o["time_elapsed"] == nil && hasCellRows(o) {
		return nil
	}
	for i := range objectKinds {
		k := &objectKinds[i]
		if !slices.ContainsFunc(k.members, func(name string) bool { return o[name] == nil }) {
			return k
		}
	}
	if plain := withPlainNames(o); plain["cages"] != nil || plain["nonet"] == nil && mayHaveRules(plain) && findBoardCells(plain, slices.Concat(puzzleColumns, killerBoards)...) != nil {
		return &objectKind{kind: kindKillerJSON, read: readKillerJSON}
	}
	return nil
}

func hasRuleName(o exchange.Object) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(o)), hasRuleWord)
}

// mayHaveRules reports whether an object may have rules: the name of a member contains a word for a rule, a member
// names a variant, or a list contains groups of cells.
func mayHaveRules(o exchange.Object) bool {
	return hasRuleName(o) || slices.ContainsFunc(kindMembers, func(name string) bool { return !isPlainKind(cmp.Or(o.Text(name), "sudoku")) }) ||
		slices.ContainsFunc(slices.Collect(maps.Keys(o)), func(name string) bool {
			return slices.ContainsFunc(o.List(name), func(one any) bool {
				group, ok := one.(exchange.Object)
				return ok && hasMember(withPlainMembers(group), cellMembers)
			})
		})
}

// hasCellRows reports whether an object has rows of cells, as f-puzzles and SudokuPad write them. In other programs'
// objects, a member "grid" of numbers can occur together with cages.
func hasCellRows(o exchange.Object) bool {
	site, _ := o.Site()
	rows := o.List(site.CellsMemberName())
	if len(rows) == 0 {
		_, text := o[site.CellsMemberName()].(string)
		return o["cages"] == nil && !text
	}
	cells, ok := rows[0].([]any)
	if !ok {
		return false
	}
	return len(cells) == 0 || slices.ContainsFunc(cells, func(cell any) bool {
		_, ok := cell.(exchange.Object)
		return ok || cell == nil && site == exchange.SudokuPad
	})
}

func isObject(text string) bool {
	v, e := exchange.Parse(text)
	o, _ := v.(exchange.Object)
	return e == nil && objectKindOf(o) != nil
}

func (k *objectKind) readPuzzle(o exchange.Object) (Puzzle, *fault) {
	if k.holder != nil {
		return k.holder(o)
	}
	read, notes, err := k.read(o)
	if err != nil {
		return Puzzle{}, faultFromError(err)
	}
	p := Puzzle{Kind: k.kind}
	p.storeParsed(read, notes)
	return p, nil
}

func integersOf(list any) (all []int, ok bool) {
	values, ok := list.([]any)
	for _, v := range values {
		n, ok := integerOf(v)
		if !ok {
			return nil, false
		}
		all = append(all, n)
	}
	return all, ok
}

// integerOf converts a JSON number to an int. ok is false unless v is a whole number from −2³⁰ to 2³⁰.
func integerOf(v any) (n int, ok bool) {
	f, ok := v.(float64)
	if !ok || f != float64(int(f)) || f < -1<<30 || f > 1<<30 {
		return 0, false
	}
	return int(f), true
}
