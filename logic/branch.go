package logic

import "slices"

// LineReason is the way in which a line of a branch follows from earlier lines.
type LineReason uint8

const (
	Supposed    LineReason = iota // the line is a supposition; Depth is the number of earlier suppositions on which it depends
	Seen                          // an earlier line places the same digit in a cell that sees this cell, or places a different digit in this cell
	LastInCell                    // the cell of Truths[0] has no other candidate left
	LastInHouse                   // the house of Truths[0] has no other place left
	ByTechnique                   // the pattern of Technique implies the line; the lines in From make the pattern valid
	Refuted                       // the lines before this one suppose its opposite, and end with a contradiction between the lines in From
)

var lineReasons = [...]string{"supposed", "seen", "cell", "house", "technique", "refuted"}

// String returns the reason's name in JSON.
func (r LineReason) String() string { return lineReasons[int(r)%len(lineReasons)] }

// Line is one implication of a branch: a candidate is true if On is set, and otherwise false.
type Line struct {
	Candidate Candidate
	On        bool
	Depth     uint8 // 0 under the branch's own supposition only, 1 under one more supposition, …
	Reason    LineReason
	Technique Technique // the technique, if Reason is ByTechnique
	From      []int     // the earlier lines of the branch from which this line follows
	Truths    []Truth   // the truths from which this line follows, as they occur in Step.Truths
}

// Branch is a supposition and its consequences, line by line. The first line is the supposition. A line with a greater
// depth than the line before it is a further supposition. Its consequences have the same depth. A [Refuted] line ends
// these consequences; its depth is that before the further supposition. The lines after the refuted line do not follow
// from lines of the greater depth.
//
//	suppose 5 in r1c1        depth 0
//	  so r1c2 is not 5             0   from line 0
//	  suppose 7 in r1c2            1
//	    so …                       1   from any line above
//	  so r1c2 is not 7             0   refuted by the two that clash
type Branch struct {
	Lines []Line
	// End holds the index of the conclusion, or the indices of two lines that contradict each other.
	End []int
}

// Contradiction reports whether the branch leads to a contradiction.
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
