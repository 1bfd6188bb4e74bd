package deduction

import (
	"nonet/message"
	"nonet/puzzle"
)

// Technique is what is looked for, from the easiest to the hardest.
type Technique uint8

const (
	byNakedSingle  Technique = iota // a cell has one value left
	byHiddenSingle                  // a value has one place left in a house
	byPairRule                      // two cells and the rule between them
	byRank                          // each value begins as many of the ranked lines
	byNeeded                        // a value that a few cells must hold
	byAlternation                   // low and high values take turns on a line
	byRange                         // a line's values follow each other
	bySumBounds                     // what the others of a sum leave for a cell
	byVisible                       // how high the first buildings can be
	byCrusts                        // where the ends of a sandwich can stand
	byFirstCells                    // how many cells an X-sum can have
	byCircles                       // which values counting circles can hold
	byVisits                        // a line's sums in its boxes
	byRegions                       // regions to be found: what is cut off, what joins
	byShortRule                     // a rule of which at most three cells are open
	byLocked                        // wherever a value stands in a house, it is seen
	byRule                          // a rule of which more cells are open
	byAlternatives                  // which parts of an Or can hold, and what all of them say
	byCopies                        // cells that hold the same are seen as one
	byNakedSubset                   // so many cells that share so many values
	byHiddenSubset                  // so many values that share so many cells
	bySharedValue                   // whichever way a rule is kept, a value in it is seen
	byBalance                       // houses' sums against those of cages: innies and outies
	byHouseRules                    // a house and the rules within it
	byFish                          // a value in so many rows that lie in so many columns
	byPattern                       // two houses with two places each for a value, joined
	byWing                          // few cells of few values, one of which has a value
	byFinnedFish                    // a fish, or else one of a few other places
	byTwoRules                      // two rules that meet
	byChain                         // what follows, link by link
	byAlmostLocked                  // cells of a house that have one value too many
	byForcing                       // what follows link by link in each of a few cases
	byNet                           // what follows by singles and rules of two cells, to a contradiction
	byCases                         // what follows so in each of a few cases
	Supposition                     // what follows by the easier steps, to a contradiction
	bySearch                        // what the engine finds no solution with
)

var names = [...]string{"naked-single", "hidden-single", "pair-rule",
	"rank", "needed", "alternation", "range", "sum-bounds", "visible", "crusts", "first-cells", "circles", "visits", "regions",
	"short-rule", "locked", "rule", "alternatives", "copies", "naked-subset",
	"hidden-subset", "shared-value", "balance", "house-rules", "fish", "pattern", "wing", "finned-fish", "two-rules", "chain", "almost-locked", "forcing", "net", "cases", "supposition", "search"}

// String is the technique's name in JSON.
func (t Technique) String() string { return names[int(t)%len(names)] }

// Techniques are all there are, from the easiest on.
func Techniques() []Technique {
	all := make([]Technique, len(names))
	for i := range all {
		all[i] = Technique(i)
	}
	return all
}

// Candidate is a value in a cell.
type Candidate struct{ Cell, Value int }

// Link is a station of a chain or a supposition: the cell is the value, or is not, since the
// station at From says what it says, by the pieces, or as the cell can only be one (none).
type Link struct {
	Candidate
	On     bool
	From   int // in the chain; -1 where it begins
	Pieces []int
}

// Truth holds in every solution: the cell has one of its values or, of a house, Value has a place
// in the piece.
type Truth struct {
	Piece int // -1 for a cell
	Cell  int
	Value int
}

// Step is one conclusion.
type Step struct {
	Technique Technique
	Pieces    []int       // of the state's, that it follows from
	Cells     []int       // that it looks at
	Values    []int       // that it speaks of
	Across    []int       // the pieces that a fish covers
	Places    []Candidate // which is where a value goes
	Removes   []Candidate // which cannot be
	Ways      puzzle.Ways
	Truths    []Truth         // of a house technique: what it rests on
	Reason    message.Message // why, of a technique that argues by a constraint as a whole
	Chain     []Link
	Parts     []*Step  // of a step of several: those, each from where the one before leads
	Cases     [][]Link // of Forcing: the chain of each case, which ends in what the step says
}
