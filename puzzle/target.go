package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"nonet/internal/engine/csp"
	"nonet/message"
	"nonet/sudoku"
)

// MaxCellWeight bounds a cell's weight, so that all sums stay exact.
const MaxCellWeight = 111_111_111

// Optimum is what a search for the solution of the highest score came to. Its zero value claims
// nothing.
type Optimum struct {
	// Outcome is Found where no solution scores more than Score, None where there is no solution,
	// and Undecided where the search was cut short: Solution is then the best so far, nil where
	// there is none yet.
	Outcome  sudoku.Outcome
	Solution []int // a value for each cell, those of the groups included
	Score    int64
	Bound    int64 // no solution scores more; it means nothing where there is none
	Nodes    uint64
}

// Rings are the weights of the contest NOIP 2009 for any board: 6 on its rim, and one more for
// each step towards its centre.
func (p *Puzzle) Rings() []int64 {
	weights := make([]int64, p.BoardCells())
	for cell := range weights {
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

// Optimum is the solution whose [Puzzle.Score] is highest, proven, or as near to it as the limits
// let the search come: of these it heeds Nodes, Time and Seed. weights has one number for each
// cell of the board, up to [MaxCellWeight] on either side of 0; for the lowest score negate them.
// The error is that of [Puzzle.Count], or an [*Error] for other weights.
//
// Cost: a few dozen searches of a network with one constraint more, the last of which proves.
//
// told, which may be nil, gets what is known each time that it is more, in the caller's goroutine;
// its Outcome is Undecided. It is not to keep the Solution.
func (p *Puzzle) Optimum(ctx context.Context, weights []int64, limits Limits, told func(Optimum)) (o Optimum, err error) {
	if err := p.Validate(); err != nil {
		return o, err
	}
	if wrong := p.badWeights(weights); wrong != nil {
		return o, wrong
	}
	if limits.Time > 0 {
		bound, cancel := context.WithTimeout(ctx, limits.Time)
		defer cancel()
		ctx = bound
	}
	for _, w := range weights {
		o.Bound += max(w*int64(p.Low), w*int64(p.High))
	}
	// Where a large board has one solution, the engine that learns is alone to prove that.
	limits.Solutions, limits.Keep, limits.Further, limits.Time = 2, 2, furtherFirst, 0
	first, err := p.Count(ctx, limits)
	o.Nodes = first.Nodes
	for _, solution := range first.Solutions {
		if score := p.Score(weights, solution); o.Solution == nil || score > o.Score {
			o.Solution, o.Score = solution, score
		}
	}
	switch {
	case first.Exact && first.N == 0:
		o.Outcome = sudoku.None
		return o, err
	case first.Exact && first.N <= 2:
		o.Outcome, o.Bound = sudoku.Found, o.Score
		return o, nil
	case first.N == 0:
		return o, err
	}
	s := &ascent{Puzzle: p, ctx: ctx, weights: weights, limits: limits, told: told, best: o}
	s.tell()
	err = s.run()
	return s.best, err
}

func (p *Puzzle) badWeights(weights []int64) *Error {
	if len(weights) != p.BoardCells() {
		return &Error{Constraint: -1, What: message.New("variant.weights", "n", len(weights), "cells", p.BoardCells())}
	}
	for cell, w := range weights {
		if w > MaxCellWeight || w < -MaxCellWeight {
			return &Error{Constraint: -1, Cells: []string{p.CellName(cell)}, What: message.New("variant.weight", "value", w, "limit", MaxCellWeight)}
		}
	}
	return nil
}

// ascent closes in on the highest score from both sides: it asks for a solution that scores at
// least so much, in the middle between what is reached and what is excluded.
type ascent struct {
	*Puzzle
	ctx     context.Context
	weights []int64
	limits  Limits
	told    func(Optimum)
	best    Optimum
}

func (s *ascent) tell() {
	if s.told != nil {
		s.told(s.best)
	}
}

// furtherFirst is how many contradictions on a large board its second solution may take.
const furtherFirst = 100_000

// firstNodes is how many guesses a question may take at first, and more a round's factor: a
// question that is undecided is asked again, with more, when those that are easier have been.
const (
	firstNodes = 500
	more       = 4
)

// run asks until the best is proven. The error is why it did not come to that.
func (s *ascent) run() error {
	for nodes := uint64(firstNodes); s.best.Score < s.best.Bound; nodes *= more {
		// From Score up to open, from above which on nothing was decided in this round.
		open, top := s.best.Bound+1, s.best.Score
		for s.best.Score+1 < open {
			m := s.best.Score + (open-s.best.Score)/2
			switch answer, err := s.ask(m, nodes); {
			case err != nil:
				return err
			case answer == sudoku.None:
				s.best.Bound, open = m-1, m
				s.tell()
			case answer == sudoku.Undecided:
				open, top = m, max(top, m)
			}
		}
		// From Bound down to top, the highest that was not decided.
		for top = max(top, s.best.Score); top < s.best.Bound; {
			m := s.best.Bound - (s.best.Bound-top-1)/2
			switch answer, err := s.ask(m, nodes); {
			case err != nil:
				return err
			case answer == sudoku.None:
				s.best.Bound = m - 1
				s.tell()
			case answer == sudoku.Found:
				top = s.best.Score
			default:
				top = m
			}
		}
	}
	s.best.Outcome = sudoku.Found
	return nil
}

// ask searches for a solution that scores at least so much, and keeps it.
func (s *ascent) ask(least int64, nodes uint64) (sudoku.Outcome, error) {
	if err := s.ctx.Err(); err != nil {
		return sudoku.Undecided, context.Cause(s.ctx)
	}
	if s.limits.Nodes > 0 {
		if s.best.Nodes >= s.limits.Nodes {
			return sudoku.Undecided, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
		}
		nodes = min(nodes, s.limits.Nodes-s.best.Nodes)
	}
	net, err := s.network(s.ctx, s.atLeast(s.ctx, s.weights, least))
	if err != nil {
		return sudoku.Undecided, err
	}
	found := csp.Count(s.ctx, net, csp.Limits{Solutions: 1, Keep: 1, Nodes: int64(nodes), Seed: s.limits.Seed})
	s.best.Nodes += uint64(found.Nodes)
	switch {
	case errors.Is(found.Err, csp.ErrLarge):
		return sudoku.Undecided, s.tooLarge(&place{index: -1})
	case found.Count > 0:
		// When ctx ends, the constraint no longer holds; else the score is above what is reached.
		if score := s.Score(s.weights, found.Solutions[0]); score > s.best.Score {
			s.best.Solution, s.best.Score = found.Solutions[0], score
			s.tell()
			return sudoku.Found, nil
		}
	case found.Outcome == csp.Complete:
		return sudoku.None, nil
	}
	if s.ctx.Err() != nil {
		return sudoku.Undecided, context.Cause(s.ctx)
	}
	return sudoku.Undecided, nil
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

// CountOptima is [Puzzle.Optimum] and, where that is proven, how many solutions have its score, up to
// limits.Solutions of them. The tally's Exact is false where that limit, or the other ones, ended the
// count; the error is nil for the first. Cost: that of the optimum, and of visiting each solution.
func (p *Puzzle) CountOptima(ctx context.Context, weights []int64, limits Limits, told func(Optimum)) (o Optimum, tally sudoku.Tally, err error) {
	most := max(limits.Solutions, 1)
	if o, err = p.Optimum(ctx, weights, limits, told); err != nil || o.Outcome != sudoku.Found {
		return o, sudoku.Tally{Exact: o.Outcome == sudoku.None}, err
	}
	s := &ascent{Puzzle: p, ctx: ctx, weights: weights, limits: limits, best: o}
	some, all, err := s.from(o.Score, most, 1)
	o.Nodes = s.best.Nodes
	return o, sudoku.Tally{N: max(uint64(some.Count), 1), Exact: all, Nodes: o.Nodes}, err
}

// Scored is a solution and its score.
type Scored struct {
	Solution []int
	Score    int64
}

// Leaders are the solutions of the highest scores, best first: so many, or all there are, and then
// complete is true. Of those that tie for the last places any may come. Where the search was cut short, and
// the optimum's outcome is Undecided, they are some good ones. Limits, cost and error are those of
// [Puzzle.Optimum], of which it takes a few dozen.
func (p *Puzzle) Leaders(ctx context.Context, weights []int64, most int, limits Limits, told func(Optimum)) (leaders []Scored, complete bool, o Optimum, err error) {
	o, err = p.Optimum(ctx, weights, limits, told)
	if o.Solution == nil {
		return nil, o.Outcome == sudoku.None, o, err
	}
	if err != nil {
		return []Scored{{o.Solution, o.Score}}, false, o, err
	}
	s := &ascent{Puzzle: p, ctx: ctx, weights: weights, limits: limits, best: o}
	least := int64(0) // that any solution scores
	for _, w := range weights {
		least += min(w*int64(p.Low), w*int64(p.High))
	}
	// From few up there are no more than wanted, and these are at hand; from many up there are more.
	few, many := o.Score+1, least-1
	var more [][]int
	leaders = leaders[:0]
	for step := int64(1); few-1 > many && len(leaders) < most; step *= 2 {
		from := max(few-step, least)
		if many >= least {
			from = many + (few-many)/2
		}
		found, all, err := s.from(from, most+1, most+1)
		if err != nil {
			if o.Outcome, o.Nodes = sudoku.Undecided, s.best.Nodes; len(leaders) == 0 {
				leaders = append(leaders, Scored{o.Solution, o.Score})
			}
			return leaders, false, o, err
		}
		if !all || found.Count > most {
			many, more = from, found.Solutions
			continue
		}
		few, leaders = from, leaders[:0]
		for _, solution := range found.Solutions {
			leaders = append(leaders, Scored{solution, p.Score(weights, solution)})
		}
	}
	complete = few == least
	for _, solution := range more { // those that tie for the last places
		if score := p.Score(weights, solution); score == many && few-1 == many && len(leaders) < most {
			leaders = append(leaders, Scored{solution, score})
		}
	}
	slices.SortStableFunc(leaders, func(a, b Scored) int { return cmp.Compare(b.Score, a.Score) })
	o.Nodes = s.best.Nodes
	return leaders, complete, o, nil
}

// from searches for the solutions that score at least so much, up to most of them; all if there are no
// others. The error is why it was cut short.
func (s *ascent) from(least int64, most, keep int) (found csp.Result, all bool, err error) {
	limit := csp.Limits{Solutions: most, Keep: keep, Seed: s.limits.Seed}
	if s.limits.Nodes > 0 {
		if s.best.Nodes >= s.limits.Nodes {
			return found, false, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
		}
		limit.Nodes = int64(s.limits.Nodes - s.best.Nodes)
	}
	net, err := s.network(s.ctx, s.atLeast(s.ctx, s.weights, least))
	if err != nil {
		return found, false, err
	}
	found = csp.Count(s.ctx, net, limit)
	s.best.Nodes += uint64(found.Nodes)
	switch {
	case s.ctx.Err() != nil: // the constraint no longer holds
		return csp.Result{}, false, context.Cause(s.ctx)
	case errors.Is(found.Err, csp.ErrLarge):
		return found, false, s.tooLarge(&place{index: -1})
	case found.Outcome == csp.Complete:
		return found, true, nil
	case found.Outcome == csp.Stopped:
		return found, false, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
	}
	return found, false, nil
}
