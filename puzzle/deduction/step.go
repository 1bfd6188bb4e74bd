package deduction

import (
	"nonet/message"
	"nonet/puzzle"
)

// Technique is what is looked for, from the easiest to the hardest.
type Technique uint8

const (
	NakedSingle  Technique = iota // a cell has one value left
	HiddenSingle                  // a value has one place left in a house
	PairRule                      // two cells and the rule between them
	Rank                          // each value begins as many of the ranked lines
	Needed                        // a value that a few cells must hold
	Alternation                   // low and high values take turns on a line
	Range                         // a line's values follow each other
	SumBounds                     // what the others of a sum leave for a cell
	Visible                       // how high the first buildings can be
	Crusts                        // where the ends of a sandwich can stand
	FirstCells                    // how many cells an X-sum can have
	Circles                       // which values counting circles can hold
	Visits                        // a line's sums in its boxes
	Regions                       // regions to be found: what is cut off, what joins
	ShortRule                     // a rule of which at most three cells are open
	Locked                        // wherever a value stands in a house, it is seen
	Rule                          // a rule of which more cells are open
	Alternatives                  // which parts of an Or can hold, and what all of them say
	Copies                        // cells that hold the same are seen as one
	NakedSubset                   // so many cells that share so many values
	HiddenSubset                  // so many values that share so many cells
	SharedValue                   // whichever way a rule is kept, a value in it is seen
	Balance                       // houses' sums against those of cages: innies and outies
	HouseRules                    // a house and the rules within it
	Fish                          // a value in so many rows that lie in so many columns
	Pattern                       // two houses with two places each for a value, joined
	Wing                          // few cells of few values, one of which has a value
	FinnedFish                    // a fish, or else one of a few other places
	TwoRules                      // two rules that meet
	Chain                         // what follows, link by link
	AlmostLocked                  // cells of a house that have one value too many
	Forcing                       // what follows link by link in each of a few cases
	Net                           // what follows by singles and rules of two cells, to a contradiction
	Supposition                   // what follows by the easier steps, to a contradiction
	Search                        // what the engine finds no solution with
)

var names = [...]string{"naked-single", "hidden-single", "pair-rule",
	"rank", "needed", "alternation", "range", "sum-bounds", "visible", "crusts", "first-cells", "circles", "visits", "regions",
	"short-rule", "locked", "rule", "alternatives", "copies", "naked-subset",
	"hidden-subset", "shared-value", "balance", "house-rules", "fish", "pattern", "wing", "finned-fish", "two-rules", "chain", "almost-locked", "forcing", "net", "supposition", "search"}

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
	Cases     [][]Link // of Forcing: the chain of each case, which ends in what the step says
}
