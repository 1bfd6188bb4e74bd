package puzzle

import (
	"slices"
	"sync"

	"nonet/message"
)

// Kind describes a kind of constraint, such as a killer cage. [Kinds] lists all kinds.
type Kind struct {
	Name     string // the name in Interactive Sudoku Solver, if it has the kind
	Form     Form
	Draw     Look        // how a constraint of the kind is drawn
	partial  bool        // check also returns cells of a grid with empty cells, if they break the constraint whatever values these get
	Lay      Lay         // how generated puzzles use the kind
	Least    int         // the minimum number of cells; 0 means one, if the form has cells
	Most     int         // the maximum number of cells; 0 means no limit
	Twice    bool        // a constraint may name a cell twice
	closed   closure     // the meaning of a line whose last cell is its first cell
	FPuzzles string      // the name of the kind in f-puzzles' JSON, if f-puzzles has it
	Usual    int         // the number that setters use most often; 0 for none
	Words    []string    // the words that a person can choose from
	Example  string      // an example in the notation of Interactive Sudoku Solver or in nonet's JSON
	extra    argumentSet // arguments in addition to those of Form

	// marks is for a rule about pairs without a mark, such as neighbours without a dot. It lists the kinds of these
	// marks. No constraint of these kinds may be within an Or.
	marks []string
	// valid returns the fault of a constraint's arguments, or nil. [Puzzle.Validate] itself checks that the arguments
	// have the kind's form.
	valid func(p *Puzzle, c *Constraint) *message.Message
	// possible returns the reason why no grid can satisfy the constraint, or nil. The solver ignores a part of an Or
	// for which possible returns a reason.
	possible func(p *Puzzle, c *Constraint) *message.Message
	// check returns the cells that break the constraint, or nil if the constraint holds. It may share with compile only the
	// lists of cells, pairs and classes to which the rule applies.
	check func(g grid, c *Constraint) []int
	// compile adds the constraint to the engine's network.
	compile func(b *builder, c *Constraint)
	// pair is for a rule about pairs of cells. It replaces check and compile.
	pair *pairRule
	// groups is for a rule that the cells of each group have distinct values. It replaces check and compile.
	groups func(p *Puzzle, c *Constraint) [][]int
	// set is for a rule that cells have distinct values, and that the set of these values satisfies a condition. It gets
	// the values in ascending order, and reports whether they do. It replaces check and compile.
	set func(p *Puzzle, c *Constraint, values []int) bool
	// sum is for a rule about one sum, equal for a rule that sets of cells have the same sum. Each replaces check and
	// compile.
	sum   func(p *Puzzle, c *Constraint) weightedSum
	equal func(p *Puzzle, c *Constraint) [][]int
	// distinct is set if the cells of the sum must have distinct values, too.
	distinct bool
}

func (k *Kind) brokenCells(g grid, c *Constraint) (broken []int) {
	switch {
	case k.pair != nil:
		return k.pair.brokenCells(g, c)
	case k.groups != nil:
		for _, cells := range k.groups(g.Puzzle, c) {
			broken = append(broken, g.repeatedCells(cells)...)
		}
		return broken
	case k.set != nil:
		if broken = g.repeatedCells(c.Cells); broken != nil {
			return broken
		}
		return cellsUnless(k.set(g.Puzzle, c, slices.Sorted(slices.Values(g.valuesAt(c.Cells)))), c.Cells)
	case k.sum != nil:
		return g.findSumConflict(k, c)
	case k.equal != nil:
		return g.findUnequalSums(c, k.equal(g.Puzzle, c))
	}
	return k.check(g, c)
}

// findsEarly reports whether brokenCells also finds conflicts in a grid with empty cells.
func (k *Kind) findsEarly() bool {
	return k.partial || k.pair != nil || k.groups != nil || k.sum != nil || k.equal != nil
}

// closure is the meaning of a line whose ends join, for kinds that do not allow a cell twice.
type closure uint8

const (
	// closedNot: a line whose ends join is an error, because it names a cell twice.
	closedNot closure = iota
	// closedSet: the rule applies to the set of the line's cells.
	closedSet
	// closedRefused: such a line is refused, because the rule needs two ends.
	closedRefused
)

// Form states which fields of a [Constraint] a kind uses, and what they hold.
type Form uint8

const (
	// FormNone: no fields; the rule is about the whole board.
	FormNone Form = iota
	// FormCells: a constraint has Cells. In some kinds their order matters.
	FormCells
	// FormNumber: a constraint has Cells and Numbers[0], such as a sum or a difference.
	FormNumber
	// FormValues: a constraint has Cells and Numbers. Numbers holds values of cells.
	FormValues
	// FormClue: a constraint has Cells and Numbers[0]. Cells is a row or a column, in order from the clue.
	FormClue
	// FormDiagonal: a constraint has Cells and Numbers[0]. Cells is a diagonal, in order from the clue.
	FormDiagonal
	// FormSets: a constraint has Sets, which are lists of cells.
	FormSets
	// FormText: a constraint has Cells and Text. Text is a pattern or a table.
	FormText
	// FormMachine: Text is a machine. Sets are lists of cells, which the machine reads one after another.
	FormMachine
	// FormChoice: a constraint has Numbers[0], which is one of a few numbers.
	FormChoice
	// FormWord: a constraint has Text, which is one of a few words. In some kinds it also has Cells.
	FormWord
	// FormControl: a constraint has Cells[0], Numbers[0] and Sets. Cells[0] is the cell that holds a count.
	FormControl
	// FormParts: a constraint has Parts, which are the constraints that it combines.
	FormParts
)

// argumentSet states which arguments a constraint may have, one bit for each.
type argumentSet uint8

const (
	useCells argumentSet = 1 << iota
	useSets
	useNumber  // one number
	useNumbers // one or several numbers, or none
	useText
	useParts
)

// formArguments lists the arguments that constraints of each form may have.
var formArguments = [...]argumentSet{
	FormCells:    useCells,
	FormNumber:   useNumber | useCells,
	FormClue:     useNumber | useCells,
	FormDiagonal: useNumber | useCells,
	FormValues:   useNumbers | useCells,
	FormSets:     useSets,
	FormText:     useText | useCells,
	FormMachine:  useText | useSets,
	FormChoice:   useNumber,
	FormWord:     useText,
	FormControl:  useNumber | useCells | useSets,
	FormParts:    useParts,
}

// checkUnusedArguments refuses arguments that the kind does not use, because they were most likely meant for another
// kind.
func (k *Kind) checkUnusedArguments(c *Constraint) *message.Message {
	uses, name := formArguments[k.Form]|k.extra, ""
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

// Label returns the kind's name for people, in any language of the catalogue.
func (k *Kind) Label() message.Message { return message.New("kind." + k.Name) }

// Rule returns the kind's rule as a sentence.
func (k *Kind) Rule() message.Message { return message.New("kind." + k.Name + ".rule") }

// KindNamed returns the kind with the name, or nil.
func KindNamed(name string) *Kind {
	if len(name) == 0 {
		return nil
	}
	for _, k := range named()[hashName(name)] {
		if k.Name == name {
			return k
		}
	}
	return nil
}

// hashName hashes a kind's name. A puzzle looks up hundreds of kinds, and this hash is faster than a map.
func hashName(name string) uint8 {
	return uint8(len(name))*37 + name[0]*11 + name[len(name)-1]*5 + name[len(name)/2]
}

var named = sync.OnceValue(func() *[256][]*Kind {
	var all [256][]*Kind
	for _, k := range table {
		h := hashName(k.Name)
		all[h] = append(all[h], k)
	}
	return &all
})

// Kinds returns all kinds of constraints, in the order of the families.
func Kinds() []*Kind { return slices.Clone(table) }

// table has all kinds. To add a kind, write a row like the one in nothing.go, and add it here. Also write two texts:
// kind.NAME, and kind.NAME.rule, which states the rule as a sentence. init sets table, because the rows of table refer
// to it.
var table []*Kind

func init() {
	table = []*Kind{
		&given, &odd, &even, &minimum, &maximum,
		&allDifferent, &extraRegion, &diagonal, &windoku, &disjointSets, &antiKnight, &antiKing, &antiMove,
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
		&doublers, &multipliers,
		&nothing,
	}
}
