package puzzle

import (
	"context"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// maxCellWeight limits the weight of a cell, so that all sums are exact.
const maxCellWeight = 111_111_111

// RingWeights returns the weight of each cell, as in the contest NOIP 2009 but for a board of any size. The weight is 6
// on the rim, and one more for each step towards the centre.
func (p *Puzzle) RingWeights() []int64 {
	weights := make([]int64, p.BoardCells())
	for cell := range weights {
		if p.IsHole(cell) {
			continue
		}
		row, column := cell/p.Columns, cell%p.Columns
		weights[cell] = 6 + int64(min(row, p.Rows-1-row, column, p.Columns-1-column))
	}
	return weights
}

// Score returns the sum of weight × value over the cells of the board.
func (p *Puzzle) Score(weights []int64, solution []int) (score int64) {
	for cell, w := range weights {
		score += w * int64(solution[cell])
	}
	return score
}

// ValidateWeights checks that weights has one number per cell of the board, and that all are from −111,111,111
// to 111,111,111. Otherwise it returns an [*Error].
func (p *Puzzle) ValidateWeights(weights []int64) error {
	if wrong := p.weightsError(weights); wrong != nil {
		return wrong
	}
	return nil
}

func (p *Puzzle) weightsError(weights []int64) *Error {
	if len(weights) != p.BoardCells() {
		return &Error{Constraint: -1, What: message.New("rules.weights", "n", len(weights), "cells", p.BoardCells())}
	}
	for cell, w := range weights {
		if w > maxCellWeight || w < -maxCellWeight {
			return &Error{Constraint: -1, Cells: []string{p.CellName(cell)}, What: message.New("rules.weight", "value", w, "limit", maxCellWeight)}
		}
		if w != 0 && p.IsHole(cell) {
			return &Error{Constraint: -1, Cells: []string{p.CellName(cell)}, What: message.New("rules.hole")}
		}
	}
	return nil
}

// SearchScored is like [Puzzle.Search], but finds only solutions with score ≥ least. The score is the sum of weight
// × value over the cells of the board. It uses the engine for constraints. Of the limits it uses only Solutions, Keep,
// Nodes, Seed and Valid. If the context ends, the error is the context's, and kept solutions may have a lower score.
func (p *Puzzle) SearchScored(ctx context.Context, weights []int64, minimum int64, limits Limits) (Result, error) {
	if !limits.Valid {
		if err := p.Validate(); err != nil {
			return Result{}, err
		}
		if err := p.ValidateWeights(weights); err != nil {
			return Result{}, err
		}
	}
	net, err := p.buildNetwork(ctx, p.newScoreConstraint(ctx, weights, minimum))
	if err != nil {
		return Result{}, err
	}
	found := csp.Count(ctx, net, csp.Limits{Solutions: max(limits.Solutions, 1), Keep: max(limits.Keep, 1), Nodes: int64(limits.Nodes), Seed: limits.Seed})
	if ctx.Err() != nil { // after ctx has ended, the constraint accepts any score
		found.Outcome = csp.Stopped
	}
	return p.resultOf(ctx, found)
}

// newScoreConstraint returns the constraint that the sum of weight × value is at least `minimum`.
func (p *Puzzle) newScoreConstraint(ctx context.Context, weights []int64, minimum int64) *scoreConstraint {
	x := &scoreConstraint{ctx: ctx, minimum: minimum, low: int64(p.Low), weights: weights}
	// Cover the board by rows, by columns and, if the board has areas, by areas. A cell outside all these houses is a
	// part of its own.
	kinds := map[string]bool{"": true}
	for _, h := range p.houses() {
		kinds[h.kind] = true
	}
	if len(kinds) > 1 {
		delete(kinds, "")
	}
	for _, kind := range []string{"row", "column", "box", "region", ""} {
		if !kinds[kind] {
			continue
		}
		covered := make([]bool, len(weights))
		var parts []*part
		add := func(cells []int) {
			weighs := false
			for _, cell := range cells {
				covered[cell] = true
				weighs = weighs || weights[cell] != 0
			}
			if weighs {
				parts = append(parts, &part{cells: cells})
			}
		}
		for _, h := range p.houses() {
			if h.kind == kind {
				add(h.cells)
			}
		}
		for cell := range weights {
			if !covered[cell] {
				add([]int{cell})
			}
		}
		x.covers = append(x.covers, parts)
	}
	return x
}

// scoreConstraint requires Σ weight × value ≥ least.
//
// For each cover of the board by houses, it solves an assignment problem in each house: which distinct values give the
// greatest score. The sum over the houses is an upper bound of the score. scoreConstraint removes a value from a cell
// if the bound with this value is below `minimum`.
type scoreConstraint struct {
	ctx     context.Context
	minimum int64
	low     int64
	weights []int64
	covers  [][]*part
}

// part is a house, with the result for its current domains. The result depends only on the domains.
type part struct {
	cells   []int
	sets    []csp.Set // the domains for which the result was computed
	maximum int64
	never   bool    // no assignment exists: the cells cannot all differ
	spared  []int64 // for each cell and value, a lower bound on the loss of score if the cell has the value
}

func (x *scoreConstraint) Cells() (all []csp.Cell) {
	for cell, w := range x.weights {
		if w != 0 {
			all = append(all, csp.Cell(cell))
		}
	}
	return all
}

func (x *scoreConstraint) Narrow(d *csp.Domains) bool {
	for _, parts := range x.covers {
		most := int64(0)
		for _, h := range parts {
			if x.ctx.Err() != nil {
				return true // the context has ended, which also stops the search
			}
			if x.computeGreatestScore(h, d); h.never {
				return false
			}
			most += h.maximum
		}
		spare := most - x.minimum
		if spare < 0 {
			return false
		}
		for _, h := range parts {
			values := len(h.spared) / len(h.cells)
			for i, cell := range h.cells {
				keep := h.sets[i]
				for m := keep; m != 0; m &= m - 1 {
					if v := m.Min(); h.spared[i*values+v] > spare {
						keep &^= 1 << v
					}
				}
				if keep != h.sets[i] && !d.Keep(csp.Cell(cell), keep) {
					return false
				}
			}
		}
	}
	return true
}

// forbidden is the cost of a value that a cell cannot have. It exceeds the score of any house. unreached exceeds the
// sum of all costs of a house.
const (
	forbidden = int64(1) << 50
	unreached = int64(1) << 60
)

// computeGreatestScore finds the assignment of distinct values to a house with the greatest score, by the Hungarian
// method. Costs are negated scores. It adds one cell at a time, along a cheapest path.
func (x *scoreConstraint) computeGreatestScore(h *part, d *csp.Domains) {
	n, values, same := len(h.cells), 0, h.sets != nil
	if h.sets == nil {
		h.sets = make([]csp.Set, n)
	}
	for i, cell := range h.cells {
		set := d.DomainOf(csp.Cell(cell))
		same = same && set == h.sets[i]
		h.sets[i] = set
	}
	if same {
		return
	}
	var all csp.Set
	for _, set := range h.sets {
		all |= set
	}
	for all>>values != 0 {
		values++
	}
	h.never = all.Len() < n
	if h.never {
		return
	}
	cost := func(i, v int) int64 {
		if h.sets[i]>>v&1 == 0 {
			return forbidden
		}
		return -x.weights[h.cells[i]] * (x.low + int64(v))
	}
	var match matching
	match.findCheapestAssignment(n, values, cost)
	h.maximum = 0
	for v := 1; v <= values; v++ {
		if i := match.holder[v]; i != 0 {
			if h.sets[i-1]>>(v-1)&1 == 0 {
				h.never = true
				return
			}
			h.maximum -= cost(i-1, v-1)
		}
	}
	if len(h.spared) != n*values {
		h.spared = make([]int64, n*values)
	}
	for i := range n {
		for v := range values {
			if h.sets[i]>>v&1 != 0 {
				h.spared[i*values+v] = cost(i, v) - match.ofCell[i+1] - match.ofValue[v+1]
			}
		}
	}
}

// matching is a cheapest assignment of different values to cells. Cells and values count from 1. Cell 0 stands for
// none; value 0 is the start of a path.
type matching struct {
	holder          [Most + 1]int   // for each value, the cell to which it is assigned
	ofCell, ofValue [Most + 1]int64 // potentials: every cost is at least the potential of its cell plus the potential of its value
}

// findCheapestAssignment assigns different values to n cells so that the sum of the costs is least. The arguments of
// `cost` count from 0.
func (m *matching) findCheapestAssignment(n, values int, cost func(cell, value int) int64) {
	var least [Most + 1]int64
	var from [Most + 1]int
	for i := 1; i <= n; i++ {
		m.holder[0] = i
		index := 0
		var used [Most + 1]bool
		for v := range values + 1 {
			least[v] = unreached
		}
		for {
			used[index] = true
			cell, delta, next := m.holder[index], unreached, 0
			for v := 1; v <= values; v++ {
				if used[v] {
					continue
				}
				if reduced := cost(cell-1, v-1) - m.ofCell[cell] - m.ofValue[v]; reduced < least[v] {
					least[v], from[v] = reduced, index
				}
				if least[v] < delta {
					delta, next = least[v], v
				}
			}
			for v := 0; v <= values; v++ {
				if used[v] {
					m.ofCell[m.holder[v]] += delta
					m.ofValue[v] -= delta
				} else {
					least[v] -= delta
				}
			}
			if index = next; m.holder[index] == 0 {
				break
			}
		}
		for index != 0 {
			m.holder[index] = m.holder[from[index]]
			index = from[index]
		}
	}
}
