package format

import "slices"

// SudokuMaker's modular and entropic rules may have any groups of values, not only remainders and thirds. Rules that no
// kind expresses become automata.

// groupIndexOf returns the index of the group that contains value v, or −1 if none does. In a group, bit v is set for
// value v.
func groupIndexOf(groups []int, v int) int {
	return slices.IndexFunc(groups, func(group int) bool { return v >= 0 && v < 31 && group>>v&1 == 1 })
}

// addGroupLine adds a rule for a line: if there are n groups, any n consecutive cells of the line have a value of each
// group. It returns false if there are too many groups, if two groups share a value, or if [automatonRule] cannot
// express the rule.
func (r *sudokuMakerReader) addGroupLine(groups, line []int) bool {
	n := len(groups)
	if !areDisjointGroups(groups, 5) {
		return false
	}
	most := 1 // the number of states; a state holds the group of each of the last cells, as a digit in base n+1
	for range n - 1 {
		most *= n + 1
	}
	c, ok := automatonRule(r.fpuzzlesReader, line, "groups", 0, func(from any, v int) (any, bool) {
		group := groupIndexOf(groups, v) + 1
		for rest := from.(int); rest > 0; rest /= n + 1 {
			if rest%(n+1) == group {
				return nil, false
			}
		}
		return (from.(int)*(n+1) + group) % most, group > 0
	}, nil)
	r.Constraints = append(r.Constraints, c)
	return ok
}

// addGroupSquares adds a rule: each square of 2×2 cells has a value of each group. It returns false if there are too
// many groups, if two groups share a value, or if [automatonRule] cannot express the rule.
func (r *sudokuMakerReader) addGroupSquares(groups []int) bool {
	if !areDisjointGroups(groups, 4) {
		return false
	}
	for cell := range r.BoardCells() {
		if cell%r.Columns+1 == r.Columns || cell/r.Columns+1 == r.Rows {
			continue
		}
		c, ok := automatonRule(r.fpuzzlesReader, r.Square(cell), "groups", 0, func(from any, v int) (any, bool) {
			if group := groupIndexOf(groups, v); group >= 0 {
				return from.(int) | 1<<group, true
			}
			return from, true
		}, func(end any) bool { return end == 1<<len(groups)-1 })
		if !ok {
			return false
		}
		r.Constraints = append(r.Constraints, c)
	}
	return true
}

// areDisjointGroups reports whether there are from two to `limit` groups, and no value is in two of them.
func areDisjointGroups(groups []int, limit int) bool {
	all := 0
	for _, group := range groups {
		if group <= 0 || all&group != 0 {
			return false
		}
		all |= group
	}
	return len(groups) > 1 && len(groups) <= limit
}
