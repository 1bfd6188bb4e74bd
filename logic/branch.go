package logic

import "slices"

// LineReason is how a line of a branch is come by.
type LineReason uint8

const (
	Supposed    LineReason = iota // supposed; Depth says under how many others
	Seen                          // a line before has the digit in sight, or another digit in the cell
	LastInCell                    // Truths[0]'s cell has no other candidate left
	LastInHouse                   // Truths[0]'s house has no other place left
	ByTechnique                   // Technique's pattern, once the lines From hold
	Refuted                       // supposing the contrary, in the lines just before, led to the lines From, which clash
)

var lineReasons = [...]string{"supposed", "seen", "cell", "house", "technique", "refuted"}

// String is the reason's name in JSON.
func (r LineReason) String() string { return lineReasons[int(r)%len(lineReasons)] }

// Line is one implication of a branch: the candidate is true (On) or false.
type Line struct {
	Candidate
	On        bool
	Depth     uint8 // 0 under the branch's own supposition, 1 under one made on the way, …
	Reason    LineReason
	Technique Technique // of ByTechnique
	From      []int     // the lines of the branch that it follows from, all of them earlier
	Truths    []Truth   // and the truths: all among those of the step
}

// Branch is what follows from a supposition, which is its first line. A line of
// greater depth than the one before supposes something more; the [Refuted] line
// that comes of it stands one less deep again. Nothing later rests on the lines
// between.
//
//	suppose 5 in r1c1        depth 0
//	  so r1c2 is not 5             0   from line 0
//	  suppose 7 in r1c2            1
//	    so …                       1   from any line above
//	  so r1c2 is not 7             0   refuted by the two that clash
type Branch struct {
	Lines []Line
	// End are the lines that matter: the one that the branch leads to, or the two
	// that say the contrary of each other where it leads to a contradiction.
	End []int
}

// Contradiction reports whether the branch leads to one.
func (b *Branch) Contradiction() bool { return len(b.End) == 2 }

func cloneBranches(list []Branch) []Branch {
	list = slices.Clone(list)
	for i := range list {
		b := &list[i]
		b.Lines, b.End = slices.Clone(b.Lines), slices.Clone(b.End)
		for k := range b.Lines {
			b.Lines[k].From, b.Lines[k].Truths = slices.Clone(b.Lines[k].From), slices.Clone(b.Lines[k].Truths)
		}
	}
	return list
}
