//go:build !rules

package format

// The page's engine knows no puzzles of other boards and rules, and does without what finds
// them.

func isItems([]byte) bool { return false }

func isRuledLine([]byte) bool { return false }

func (r *Reader) otherBoard(ln *line, text []byte) bool { return r.otherSize(ln, text) }

func penpaIn([]byte) ([]byte, bool) { return nil, false }
