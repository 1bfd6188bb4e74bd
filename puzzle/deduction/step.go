package deduction

import (
	"nonet/message"
	"nonet/puzzle"
)

// Technique is a kind of step. Techniques are ordered from the easiest to the hardest.
type Technique uint8

const (
	byNakedSingle  Technique = iota // a cell has one value left
	byHiddenSingle                  // a value has one place left in a house
	byPairRule                      // two cells and the rule between them
	byRank                          // each value begins four of the ranked lines
	byNeeded                        // a value that a few cells must hold
	byAlternation                   // values on a line are alternately low and high
	byRange                         // a line's values are consecutive
	bySumBounds                     // the values that the other cells of a sum leave for one cell
	byVisible                       // how high the first skyscrapers can be
	byCrusts                        // where the ends of a sandwich can stand
	byFirstCells                    // how many cells an X-sum can have
	byCircles                       // which values counting circles can hold
	byVisits                        // the sums of a line's parts in its boxes
	byRegions                       // regions to be found: cells that are cut off or needed
	byConnected                     // the same for cells of certain values that form one group
	byShortRule                     // a rule with at most three open cells
	byLocked                        // locked candidates: a candidate sees all places of its value in a house
	byRule                          // a rule with more open cells
	byAlternatives                  // conclusions that follow from every possible part of an Or
	byCopies                        // cells that must be equal count as one
	byNakedSubset                   // n cells with n values
	byHiddenSubset                  // n values with n cells
	bySharedValue                   // a candidate sees its value in every way of a rule
	byBalance                       // sums of houses against sums of cages: innies and outies
	byHouseRules                    // a house and the rules within it
	byFish                          // fish: the places of a value in n rows lie in n columns
	byPattern                       // single-digit pattern: two houses in which a value has two places, connected
	byWing                          // wing: one of a few cells with few values must have a value
	byFinnedFish                    // finned fish: either a fish, or the value is in one of a few other places
	byTwoRules                      // two rules that meet
	byChain                         // a contradiction link by link: each follows from one other
	byAlmostLocked                  // almost locked set: cells of a house with one more value than cells
	byNet                           // a contradiction by singles, rules of two cells and others
	byCases                         // implications of such nets in each of a few cases
	Supposition                     // a net that is too long for byNet
	bySearch                        // a candidate for which the engine finds no solution
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

// Candidate is a value in a cell.
type Candidate struct{ Cell, Value int }

// Link is one statement of a chain or a supposition: the cell has the value, or does not have it. It follows
// from the link at index From by the pieces. Without pieces, it follows within the cell.
type Link struct {
	Candidate
	On     bool
	From   int // the index of the link from which it follows; -1 for the first link
	Pieces []int
}

// Truth is a statement that holds in every solution. Either the cell has one of its candidates, or Value has a
// place in a house, the piece.
type Truth struct {
	Piece int // -1 for a cell
	Cell  int
	Value int
}

// Step is one conclusion.
type Step struct {
	Technique Technique
	Pieces    []int       // the pieces of the state from which the step follows
	Cells     []int       // the cells that it examines
	Values    []int       // the values that the step is about
	Across    []int       // the pieces that a fish covers
	Places    []Candidate // true candidates
	Removes   []Candidate // false candidates
	Ways      puzzle.Ways
	Truths    []Truth         // for a house technique: the truths that prove the step
	Name      message.Message // for a house technique: its name, such as X-Wing
	Reason    message.Message // for an argument about a whole constraint: the reason in words
	Chain     []Link
	Parts     []*Step  // for a combined step: its parts, each from the position that the previous part leaves
	Cases     [][]Link // for byCases: the chain of each case, which ends in the conclusion
}
