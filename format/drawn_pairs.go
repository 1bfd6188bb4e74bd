package format

import (
	"slices"

	"nonet/internal/exchange"
	"nonet/internal/wording"
	"nonet/puzzle"
)

// This file makes constraints of relations that words state, such as "neighbours on a red line sum to 7 or 13"; see
// [wording.Relation].

// relationHolds reports whether a and b have the relation m, in either order. ok is false if m states too few or too
// many numbers, or is not about two values.
func relationHolds(m *wording.Relation, a, b int) (holds, ok bool) {
	switch m.Of {
	case "sum":
		holds, ok = amountFits(m, a+b)
	case "difference":
		holds, ok = amountFits(m, max(a-b, b-a))
	case "ratio":
		holds, ok = len(m.Numbers) == 1 && m.Numbers[0] > 1 && (a == m.Numbers[0]*b || b == m.Numbers[0]*a), len(m.Numbers) == 1
	case "factor":
		holds, ok = a > 0 && b > 0 && (a%b == 0 || b%a == 0), len(m.Numbers) == 0
	case "parity":
		holds, ok = ((a-b)%2 == 0) == (m.How == "same"), len(m.Numbers) == 0
	}
	return holds != m.Not, ok
}

// amountFits reports whether n, a sum or a difference, satisfies m. ok is false if m states too few or too many
// numbers.
func amountFits(m *wording.Relation, n int) (fits, ok bool) {
	switch m.How {
	case "prime":
		return isPrime(n), len(m.Numbers) == 0
	case "square":
		return n > 0 && isSquare(n), len(m.Numbers) == 0
	case "odd", "even":
		return n%2 == 0 == (m.How == "even"), len(m.Numbers) == 0
	case "":
		return slices.Contains(m.Numbers, n), len(m.Numbers) > 0
	}
	if m.How == "range" && len(m.Numbers) == 2 {
		return n >= m.Numbers[0] && n <= m.Numbers[1], true
	}
	if len(m.Numbers) != 1 || m.Numbers[0] < 1 {
		return false, false
	}
	switch limit := m.Numbers[0]; m.How {
	case ">=":
		fits = n >= limit
	case ">":
		fits = n > limit
	case "<=":
		fits = n <= limit
	case "<":
		fits = n < limit
	case "multiple":
		fits = n%limit == 0
	}
	return fits, true
}

// pairTableOf returns the pairs of values that have a relation, as the text of kind Pair. It returns "" if the words
// lack a number. It also returns "" if no pair has the relation, or if all have it, because the words were then
// probably misunderstood.
func (r *fpuzzlesReader) pairTableOf(m *wording.Relation) string {
	if _, ok := relationHolds(m, r.Low, r.High); !ok {
		return ""
	}
	yes := 0
	text := puzzle.PairText(r.Puzzle, func(a, b int) bool {
		holds, _ := relationHolds(m, a, b)
		if holds {
			yes++
		}
		return holds
	})
	if yes == 0 || yes == r.Values()*r.Values() {
		return ""
	}
	return text
}

// relatedPairs returns constraints: adjacent cells of a picture have the relation that the words state.
func relatedPairs(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	m := stated.relation
	if m == nil {
		return nil
	}
	text := r.pairTableOf(m)
	if text == "" {
		return nil
	}
	kind := map[string]string{"difference": "Difference", "ratio": "Ratio", "difference>=": "Whisper"}[m.Of+m.How]
	if kind != "" && !m.Not && len(m.Numbers) == 1 && len(d.cells) == 2 { // this pair has a kind of its own, whose name says more
		return singleConstraint(kind, d.cells, m.Numbers...)
	}
	return []puzzle.Constraint{{Kind: "Pair", Text: text, Cells: d.cells}}
}

// relatedSum returns a constraint: the sum of a picture's cells has a property that the words state, such as "prime".
func relatedSum(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	cells := d.cellSet()
	var sums []int
	for n := len(cells) * r.Low; n <= len(cells)*r.High && stated.relation != nil; n++ {
		if fits, ok := amountFits(stated.relation, n); fits && ok {
			sums = append(sums, n)
		}
	}
	if sums == nil {
		return nil
	}
	return singleConstraint("SumAmong", cells, sums...)
}

// buildCellValues requires that the values of the marked cells satisfy the words. It returns nil if the words state no
// relation, if they exclude every value of the puzzle, or if they exclude no value.
func buildCellValues(r *fpuzzlesReader, all []picture, stated amount) (built []puzzle.Constraint) {
	var values []int
	for v := r.Low; v <= r.High && stated.relation != nil; v++ {
		if fits, ok := amountFits(stated.relation, v); fits && ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 || len(values) == r.Values() {
		return nil
	}
	for _, cell := range cellsOf(all) {
		built = append(built, singleConstraint("Given", []int{cell}, values...)...)
	}
	return built
}

// pairMoves returns the offsets, in rows and columns, from one cell of a pair to the other.
func pairMoves(kind string) [][2]int {
	switch kind {
	case "EdgePairs":
		return [][2]int{{0, 1}, {1, 0}}
	case "CornerPairs":
		return [][2]int{{1, 1}, {1, -1}}
	case "KnightPairs":
		return [][2]int{{1, 2}, {1, -2}, {2, 1}, {2, -1}}
	}
	return nil
}

// relatePairs requires a relation between any two cells that are one move apart. The first kind of m determines the
// moves. It returns false if the puzzle cannot express the relation.
func (r *fpuzzlesReader) relatePairs(m *wording.Meaning) bool {
	text := r.pairTableOf(m.Relation)
	if text == "" {
		return false
	}
	for _, move := range pairMoves(m.Kinds[0]) {
		for cell := range r.BoardCells() {
			row, column := cell/r.Columns+move[0], cell%r.Columns+move[1]
			if row < r.Rows && column >= 0 && column < r.Columns {
				r.Constraints = append(r.Constraints, puzzle.Constraint{Kind: "Pair", Text: text, Cells: []int{cell, row*r.Columns + column}})
			}
		}
	}
	return true
}

// forbidThreeAlike requires that three adjacent cells of a row or column are neither all odd nor all even.
func (r *fpuzzlesReader) forbidThreeAlike() bool {
	type run struct{ parity, n int }
	for _, line := range r.rowsAndColumns() {
		c, ok := automatonRule(r, line, "parity", run{}, func(from any, v int) (any, bool) {
			next := run{v & 1, 1}
			if before := from.(run); before.n > 0 && before.parity == next.parity {
				next.n += before.n
			}
			return next, next.n < 3
		}, nil)
		if !ok {
			return false
		}
		r.Constraints = append(r.Constraints, c)
	}
	return true
}

// antiDiagonal returns a diagonal that holds three values, each three times. In each box that the diagonal crosses,
// each of these values occurs once on the diagonal.
func antiDiagonal(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	if r.Rows != 9 || r.Columns != 9 || r.Box.Rows != 3 || r.Box.Columns != 3 || len(r.Regions) > 0 {
		return nil
	}
	return singleConstraint("SameValues", d.cells, 3)
}

// buildDifferentCircles requires different values in all circles, whether they have arrows or not.
func buildDifferentCircles(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	var cells []int
	for _, d := range all {
		if d.pill > 1 {
			return nil
		}
		cells = append(cells, d.cells[0])
	}
	slices.Sort(cells)
	if cells = slices.Compact(cells); len(cells) > r.Values() {
		return nil
	}
	return []puzzle.Constraint{{Kind: "AllDifferent", Cells: cells}}
}

// buildEqualDifferences requires that all marked pairs of cells have the same difference.
func buildEqualDifferences(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	c := puzzle.Constraint{Kind: "Or"}
	for n := 1; n <= r.High-r.Low; n++ {
		same := puzzle.Constraint{Kind: "And"}
		for _, d := range all {
			same.Parts = append(same.Parts, singleConstraint("Difference", d.cells, n)...)
		}
		c.Parts = append(c.Parts, same)
	}
	return []puzzle.Constraint{c}
}

// vaultedCage returns constraints: a cell that shares an edge with the cage, but lies outside, holds none of the cage's
// values.
func vaultedCage(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	built := []puzzle.Constraint{} // not nil: a cage may cover the board
	around := r.cellsAround(d.cells)
	for _, cell := range d.cells {
		for _, other := range around {
			built = append(built, singleConstraint("AllDifferent", []int{cell, other})...)
		}
	}
	return built
}

// cellsAround returns the cells that share an edge with one of the given cells and are not among them, in ascending
// order.
func (r *fpuzzlesReader) cellsAround(cells []int) (all []int) {
	for _, pair := range r.BorderPairs(cells) {
		all = append(all, pair[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lookAndSay returns a cage whose text states how often each digit occurs.
func lookAndSay(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	if len(d.text)%2 == 1 || r.High > 9 {
		return nil
	}
	return singleConstraint("LookAndSay", d.cells, digitsOfText(d.text)...)
}

// groupBranchedLines returns groups of pictures: each line with the lines that branch off it. An end of a branch lies on
// an inner cell of a line that looks the same. A rule about all cells of a line treats a line and its branches as one
// line.
func groupBranchedLines(all []picture) (groups [][]picture) {
	branch := func(a, b *picture) bool {
		n := len(b.cells)
		if a.colour != b.colour || a.aside || n < 3 || b.cells[0] == b.cells[n-1] {
			return false
		}
		inner := b.cells[1 : n-1]
		return slices.Contains(inner, a.cells[0]) || slices.Contains(inner, a.cells[len(a.cells)-1])
	}
	for i := range all {
		group := []picture{all[i]}
		groups = slices.DeleteFunc(groups, func(other []picture) bool {
			meets := slices.ContainsFunc(other, func(o picture) bool { return branch(&o, &all[i]) || branch(&all[i], &o) })
			if meets {
				group = append(other, group...)
			}
			return meets
		})
		groups = append(groups, group)
	}
	return groups
}

// buildRegionSums makes region sum lines. If the lines branch, the borders of regions divide them into
// connected parts.
func buildRegionSums(r *fpuzzlesReader, all []picture, _ amount) (built []puzzle.Constraint) {
	region := numbersOfGroups(r.Areas(), r.BoardCells(), 0)
	for _, group := range groupBranchedLines(all) {
		if first := group[0].cellSet(); len(group) == 1 && len(uniqueCells(first)) == len(first) {
			built = append(built, singleConstraint("RegionSumLine", group[0].cells)...)
			continue
		}
		next := map[int][]int{}
		for _, d := range group {
			for i, cell := range d.cells[1:] {
				next[d.cells[i]], next[cell] = append(next[d.cells[i]], cell), append(next[cell], d.cells[i])
			}
		}
		parts := exchange.ConnectedGroups(cellsOf(group), func(cell int) []int { return next[cell] }, func(a, b int) bool { return region[a] == region[b] })
		if len(parts) > 1 {
			built = append(built, puzzle.Constraint{Kind: "EqualSum", Sets: parts})
		} else {
			built = append(built, singleConstraint("Nothing", nil)...)
		}
	}
	return built
}
