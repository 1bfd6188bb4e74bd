package puzzle

import (
	"slices"
	"sync"

	"nonet/message"
)

// Kind is a kind of constraint: a row of the table. To add one, write a file like
// nothing.go, name its row in [Kinds] and give it two texts: kind.NAME, and
// kind.NAME.rule, its rule as a sentence.
type Kind struct {
	Name     string // as Interactive Sudoku Solver writes it, where it has the kind
	Form     Form
	Draw     Look // how it is drawn
	partial  partial
	Lay      Lay         // how puzzles with it are made
	Least    int         // cells at least; 0: one, where the form has cells
	Most     int         // cells at most; 0: any number
	Twice    bool        // may name a cell twice
	closed   closure     // what a line is whose last cell is its first
	FPuzzles string      // the member of f-puzzles' JSON, where it has the kind
	Usual    int         // the number that setters begin with, 0 where there is none such
	Words    []string    // those that may be chosen from
	Example  string      // in the notation of Interactive Sudoku Solver, or as our JSON
	also     argumentSet // arguments that it has beside those of its form

	// marks are kinds of which none may stand in an Or: the rule is about what they do not mark.
	marks []string
	// valid is what is wrong with a constraint's arguments, beside what the form says.
	valid func(p *Puzzle, c *Constraint) *message.Message
	// possible is why no grid could keep the constraint. Within Or that is no error.
	possible func(p *Puzzle, c *Constraint) *message.Message
	// check is the cells of a full grid that break the constraint, none where it holds.
	// It shares no code with compile.
	check func(g grid, c *Constraint) []int
	// early is the cells of a grid that break the constraint whatever the open ones become, where
	// more can be told than Partial says; nil: no more.
	early func(k *checker, c *Constraint) []int
	// compile states the constraint to the engine.
	compile func(b *builder, c *Constraint)
}

// closure says what a line of a kind that names no cell twice is where its ends join.
type closure uint8

const (
	// closedNot: a cell is named twice, like any other.
	closedNot closure = iota
	// closedSet: the rule is one of its cells, each once.
	closedSet
	// closedRefused: the rule is about two ends, or from one end to the other.
	closedRefused
)

// Form says which fields of a [Constraint] a kind uses.
type Form uint8

const (
	// FormNone: none; the rule is one of the whole board.
	FormNone Form = iota
	// FormCells: Cells, in an order that matters where the rule says so.
	FormCells
	// FormNumber: Numbers[0], a sum or a difference, and Cells.
	FormNumber
	// FormValues: Numbers, values of cells, and Cells.
	FormValues
	// FormClue: Numbers[0], and Cells: a row or a column as it is seen from the clue.
	FormClue
	// FormDiagonal: Numbers[0], and Cells: a diagonal as it is seen from the clue.
	FormDiagonal
	// FormSets: Sets, lists of cells.
	FormSets
	// FormText: Text, a pattern or a table, and Cells.
	FormText
	// FormMachine: Text, a machine, and Sets, lists of cells that it reads on end.
	FormMachine
	// FormChoice: Numbers[0], one of a few.
	FormChoice
	// FormWord: Text, one of a few words, and Cells where the kind has some.
	FormWord
	// FormControl: Numbers[0], Cells[0], which counts, and Sets.
	FormControl
	// FormParts: Parts.
	FormParts
)

// argumentSet is a set of arguments.
type argumentSet uint8

const (
	useCells argumentSet = 1 << iota
	useSets
	useNumber  // one number
	useNumbers // any number of them
	useText
	useParts
)

// uses are the arguments that a constraint of the kind may have.
func (k *Kind) uses() argumentSet {
	switch k.Form {
	case FormCells:
		return useCells | k.also
	case FormNumber, FormClue, FormDiagonal:
		return useNumber | useCells | k.also
	case FormValues:
		return useNumbers | useCells | k.also
	case FormSets:
		return useSets | k.also
	case FormText:
		return useText | useCells | k.also
	case FormMachine:
		return useText | useSets | k.also
	case FormChoice:
		return useNumber | k.also
	case FormWord:
		return useText | k.also
	case FormControl:
		return useNumber | useCells | useSets | k.also
	case FormParts:
		return useParts | k.also
	}
	return k.also
}

// useless is what is wrong with a constraint that has arguments which mean nothing in it: they were
// meant for something, or for another kind.
func (k *Kind) useless(c *Constraint) *message.Message {
	uses, name := k.uses(), ""
	switch {
	case len(c.Cells) > 0 && uses&useCells == 0:
		name = "cells"
	case len(c.Sets) > 0 && uses&useSets == 0:
		name = "sets"
	case len(c.Numbers) > 0 && uses&(useNumber|useNumbers) == 0:
		name = "numbers"
	case c.Text != "" && uses&useText == 0:
		name = "text"
	case len(c.Parts) > 0 && uses&useParts == 0:
		name = "parts"
	}
	if name != "" {
		return newMessage("rules.useless", "name", name)
	}
	if len(c.Numbers) > 1 && uses&useNumbers == 0 {
		return newMessage("rules.oneNumber", "n", len(c.Numbers))
	}
	return nil
}

// Label is the kind's name.
func (k *Kind) Label() message.Message { return message.New("kind." + k.Name) }

// Rule is the kind's rule, a sentence.
func (k *Kind) Rule() message.Message { return message.New("kind." + k.Name + ".rule") }

// KindNamed is the row of a kind, nil where there is none of the name.
func KindNamed(name string) *Kind {
	if len(name) == 0 {
		return nil
	}
	for _, k := range named()[hashed(name)] {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// hashed is a number by which a kind is found sooner than in a map: a puzzle asks for hundreds.
func hashed(name string) uint8 {
	return uint8(len(name))*37 + name[0]*11 + name[len(name)-1]*5 + name[len(name)/2]
}

var named = sync.OnceValue(func() *[256][]*Kind {
	var all [256][]*Kind
	for _, k := range table {
		h := hashed(k.Name)
		all[h] = append(all[h], k)
	}
	return &all
})

// Kinds are all kinds of constraints, by family.
func Kinds() []*Kind { return slices.Clone(table) }

// table is set by init, as its rows speak of it.
var table []*Kind

func init() {
	table = []*Kind{
		&given, &odd, &even, &minimum, &maximum,
		&allDifferent, &extraRegion, &diagonal, &windoku, &disjointSets, &antiKnight, &antiKing,
		&whiteDot, &blackDot, &sumTen, &sumFive, &greaterThan, &difference, &ratio,
		&strictKropki, &strictXV, &strictDifference, &strictRatio, &antiConsecutive, &antiTaxicab,
		&cage, &cageAmong, &freeSum, &sumAmong, &differentSums, &product, &equalProduct, &countingSets, &rellikCage, &equalityCage, &lunchbox, &quad, &containAtLeast, &containExact, &lookAndSay,
		&thermo, &slowThermo, &whisper, &renban, &nabner, &palindrome, &between, &lockout, &modular, &entropic,
		&arrow, &doubleArrow, &pillArrow, &zipper, &regionSumLine, &sumLine, &equalSum,
		&littleKiller, &sandwich, &xSum, &skyscraper, &hiddenSkyscraper, &numberedRoom, &fullRank, &fullRankTies,
		&clone, &sameValues, &regionSameValues, &countingCircles, &countDistinct, &indexing, &valueIndexing,
		&globalEntropy, &globalMod, &dutchFlatmates, &doppelganger,
		&chaosConstruction, &chaosArrow, &chaosCount, &connectedValues,
		&pair, &pairX, &regex, &nfa,
		&or, &and, &replicate,
		&nothing,
	}
}
