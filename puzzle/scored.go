package puzzle

import (
	"context"
	"errors"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// maxCellWeight bounds a cell's weight, so that all sums stay exact.
const maxCellWeight = 111_111_111

// Rings are the weights of the contest NOIP 2009 for any board: 6 on its rim, and one more for
// each step towards its centre.
func (p *Puzzle) Rings() []int64 {
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

// Score is the sum of weight × value over the cells of the board.
func (p *Puzzle) Score(weights []int64, solution []int) (score int64) {
	for cell, w := range weights {
		score += w * int64(solution[cell])
	}
	return score
}

// ValidateWeights returns an [*Error] unless weights has one number for each cell of the board, up
// to 111,111,111 on either side of 0.
func (p *Puzzle) ValidateWeights(weights []int64) error {
	if wrong := p.badWeights(weights); wrong != nil {
		return wrong
	}
	return nil
}

func (p *Puzzle) badWeights(weights []int64) *Error {
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

// SearchScored is [Puzzle.Search] for the solutions that score at least so much: the sum of
// weight × value over the cells of the board, with one weight a cell. It takes the engine for
// constraints. Of the limits it heeds Solutions, Keep, Nodes and Seed. If the context ends, a
// solution that is kept may score less, and the error is the context's.
func (p *Puzzle) SearchScored(ctx context.Context, weights []int64, least int64, limits Limits) (Result, error) {
	net, err := p.network(ctx, p.atLeast(ctx, weights, least))
	if err != nil {
		return Result{}, err
	}
	found := csp.Count(ctx, net, csp.Limits{Solutions: max(limits.Solutions, 1), Keep: max(limits.Keep, 1), Nodes: int64(limits.Nodes), Seed: limits.Seed})
	if errors.Is(found.Err, csp.ErrLarge) {
		return Result{}, p.tooLarge(&place{index: -1})
	}
	if ctx.Err() != nil { // the constraint no longer holds
		found.Outcome = csp.Stopped
	}
	return p.result(ctx, found)
}

// atLeast is the constraint that a solution's score is at least so much.
func (p *Puzzle) atLeast(ctx context.Context, weights []int64, least int64) *weighted {
	x := &weighted{ctx: ctx, least: least, low: int64(p.Low), weights: weights}
	// Rows cover the board, and so do columns, and areas if there are such; where a kind of
	// house leaves cells over, each of these is by itself.
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

// weighted keeps Σ weight × value at least so high.
//
// For each way to cover the board with cells that differ: the cells of a house are assigned
// values so that they score most (the assignment problem), which bounds the sum; and a value of
// a cell is taken away that costs its house more than the bound has to spare.
type weighted struct {
	ctx     context.Context
	least   int64
	low     int64
	weights []int64
	covers  [][]*part
}

// part is a house, with what was last worked out about it, which its domains determine.
type part struct {
	cells  []int
	sets   []csp.Set // the domains of which that is true
	most   int64
	never  bool    // they cannot all differ
	spared []int64 // by cell and value: how much less it is at most where the cell has the value
}

func (x *weighted) Cells() (all []csp.Cell) {
	for cell, w := range x.weights {
		if w != 0 {
			all = append(all, csp.Cell(cell))
		}
	}
	return all
}

func (x *weighted) Narrow(d *csp.Domains) bool {
	for _, parts := range x.covers {
		most := int64(0)
		for _, h := range parts {
			if x.ctx.Err() != nil {
				return true // who searches sees that, too
			}
			if x.assign(h, d); h.never {
				return false
			}
			most += h.most
		}
		spare := most - x.least
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

// forbidden is the cost of a value that a cell cannot have: more than any house scores, and so
// little that a house's worth of it stays below what is unreached.
const (
	forbidden = int64(1) << 50
	unreached = int64(1) << 60
)

// assign works out what a house scores at most, by the Hungarian method: costs are the scores
// negated, and each cell in turn is assigned along a cheapest path.
func (x *weighted) assign(h *part, d *csp.Domains) {
	n, values, same := len(h.cells), 0, h.sets != nil
	if h.sets == nil {
		h.sets = make([]csp.Set, n)
	}
	for i, cell := range h.cells {
		set := d.Of(csp.Cell(cell))
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
	// Cells and values count from 1; cell 0 is none, value 0 is where a path begins.
	var u, w, least [Most + 1]int64
	var holder, from [Most + 1]int
	for i := 1; i <= n; i++ {
		holder[0] = i
		at := 0
		var used [Most + 1]bool
		for v := range values + 1 {
			least[v] = unreached
		}
		for {
			used[at] = true
			cell, delta, next := holder[at], unreached, 0
			for v := 1; v <= values; v++ {
				if used[v] {
					continue
				}
				if reduced := cost(cell-1, v-1) - u[cell] - w[v]; reduced < least[v] {
					least[v], from[v] = reduced, at
				}
				if least[v] < delta {
					delta, next = least[v], v
				}
			}
			for v := 0; v <= values; v++ {
				if used[v] {
					u[holder[v]] += delta
					w[v] -= delta
				} else {
					least[v] -= delta
				}
			}
			if at = next; holder[at] == 0 {
				break
			}
		}
		for at != 0 {
			holder[at] = holder[from[at]]
			at = from[at]
		}
	}
	h.most = 0
	for v := 1; v <= values; v++ {
		if i := holder[v]; i != 0 {
			if h.sets[i-1]>>(v-1)&1 == 0 {
				h.never = true
				return
			}
			h.most -= cost(i-1, v-1)
		}
	}
	if len(h.spared) != n*values {
		h.spared = make([]int64, n*values)
	}
	for i := range n {
		for v := range values {
			if h.sets[i]>>v&1 != 0 {
				h.spared[i*values+v] = cost(i, v) - u[i+1] - w[v+1]
			}
		}
	}
}
