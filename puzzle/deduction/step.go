package deduction

import (
	"slices"

	"nonet/message"
	"nonet/puzzle"
)

// Technique is a kind of step. Techniques are ordered from the easiest to the hardest.
type Technique uint8

const (
	byNakedSingle  Technique = iota // a cell has one value left
	byHiddenSingle                  // a value has one place left in a house
	byPairRule                      // a rule between two cells excludes a value
	byRank                          // ranked lines: each value begins four lines
	byNeeded                        // a few cells must contain a value
	byAlternation                   // values on a line are alternately low and high
	byRange                         // the values on a line are consecutive
	bySumBounds                     // the sum of the other cells bounds one cell
	byVisible                       // a skyscraper clue limits how high the first buildings can be
	byCrusts                        // a sandwich sum limits where the crusts can stand
	byFirstCells                    // an X-sum limits the number of its cells
	byCircles                       // the rule of counting circles limits the values in circles
	byVisits                        // the parts of a line in different boxes have equal sums
	byRegions                       // unknown regions: a cell is cut off from a region, or a region needs a cell
	byConnected                     // the cells with certain values must be connected: a cell is cut off from them, or connects them
	byShortRule                     // a rule with at most three open cells excludes a value
	byLocked                        // locked candidates: a candidate sees all places of its value in a house
	byRule                          // a rule with more open cells excludes a value
	byAlternatives                  // a conclusion follows from every possible part of an Or constraint
	byCopies                        // two cells must be equal, and every place of a value in a house sees one of them
	byNakedSubset                   // n cells of a house have n values together
	byHiddenSubset                  // n values have n places together in a house
	bySharedValue                   // in every tuple of a rule, the candidate sees a cell with the same value
	byBalance                       // innies and outies: sums of houses are compared with sums of cages
	byHouseRules                    // a house is filled together with the rules within it
	byFish                          // fish: the places of a value in n rows lie in n columns
	byPattern                       // single-digit pattern: two connected houses in which a value has two places each
	byWing                          // wing: one of a few cells with few candidates must have a certain value
	byFinnedFish                    // finned fish: either a fish holds, or one of a few other places has the value
	byTwoRules                      // two rules that share a cell or see each other are combined
	byChain                         // a contradiction in which each link follows from one other link
	byAlmostLocked                  // almost locked set: n cells of a house have n+1 candidates
	byNet                           // a contradiction in which a link may follow from several other links
	byCases                         // nets lead to the same conclusion in each of a few cases
	Supposition                     // a net that is too long for byNet
	bySearch                        // the engine finds no solution with a candidate
)

var names = [...]string{"naked-single", "hidden-single", "pair-rule",
	"rank", "needed", "alternation", "range", "sum-bounds", "visible", "crusts", "first-cells", "circles", "visits", "regions", "connected",
	"short-rule", "locked", "rule", "alternatives", "copies", "naked-subset",
	"hidden-subset", "shared-value", "balance", "house-rules", "fish", "pattern", "wing", "finned-fish", "two-rules", "chain", "almost-locked", "net", "cases", "supposition", "search"}

// String returns the technique's name in JSON.
func (t Technique) String() string { return names[int(t)%len(names)] }

// Techniques returns all techniques, the easiest first.
func Techniques() []Technique {
	all := make([]Technique, len(names))
	for i := range all {
		all[i] = Technique(i)
	}
	return all
}

// Candidate is a cell together with a value that the cell may have.
type Candidate struct{ Cell, Value int }

// Link is one statement of a chain or a supposition: the cell has the value, or does not have it. It follows from the
// link at index From by the rules in Pieces. Without pieces, the candidates of the cell alone imply the statement.
type Link struct {
	Candidate
	On     bool
	From   int // the index of the link from which this one follows; -1 for the first link
	Pieces []int
}

// Truth is a statement that holds in every solution: Cell has one of its candidates, or Value has a place in the house
// Piece.
type Truth struct {
	Piece int // the index of the house; -1 for a statement about a cell
	Cell  int
	Value int
}

func (s *Step) links() []Link { return slices.Concat(append(slices.Clone(s.Cases), s.Chain)...) }

// Step is one conclusion, with its reason.
type Step struct {
	Technique Technique
	Pieces    []int       // the indices of the pieces from which the step follows
	Cells     []int       // the cells that the step examines
	Values    []int       // the values in the pattern or the conclusion of the step
	Across    []int       // the indices of the houses that contain all places of a fish
	Places    []Candidate // the candidates that the step shows to be true
	Removes   []Candidate // the candidates that the step shows to be false
	Ways      puzzle.Ways
	Truths    []Truth         // for a house technique: the truths that prove the step
	Name      message.Message // for a house technique: the name in package logic, such as X-Wing
	Reason    message.Message // for an argument about a whole constraint: the reason in words
	Chain     []Link
	Parts     []*Step  // for a combined step, the single steps; each begins in the position that the previous step leaves
	Cases     [][]Link // for byCases, the chain of each case; each chain ends in the conclusion
}
