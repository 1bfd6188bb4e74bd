package solve

import (
	"context"
	"errors"
	"slices"
	"sort"

	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/target"
)

// weightsForGoal returns the weights and the callback for a search for the highest score. If the goal is the lowest
// score, the weights are negated, and `turn` negates the scores of the results.
func (g *general) weightsForGoal(s *Scoring, progress func(Optimum)) (weights []int64, tell func(Optimum), turn func(Optimum) Optimum) {
	weights = s.weightsFor(g.Puzzle)
	if s.Goal != target.Minimum {
		return weights, progress, func(o Optimum) Optimum { return o }
	}
	weights = slices.Clone(weights)
	for i := range weights {
		weights[i] = -weights[i]
	}
	turn = func(o Optimum) Optimum {
		o.Score, o.Bound = -o.Score, -o.Bound
		return o
	}
	if progress != nil {
		tell = func(o Optimum) { progress(turn(o)) }
	}
	return weights, tell, turn
}

func (g *general) best(ctx context.Context, s Scoring, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	weights, progress, turn := g.weightsForGoal(&s, progress)
	o, err := g.highestScore(ctx, weights, limits, progress)
	return turn(o), err
}

// highestScore returns a solution with the highest score. It searches the puzzle a few dozen times with a constraint on
// the score. The last search proves that the solution is optimal.
func (g *general) highestScore(ctx context.Context, weights []int64, limits puzzle.Limits, progress func(Optimum)) (o Optimum, err error) {
	if err := g.Validate(); err != nil {
		return o, err
	}
	if err := g.ValidateWeights(weights); err != nil {
		return o, err
	}
	for _, w := range weights {
		o.Bound += max(w*int64(g.Low), w*int64(g.High))
	}
	// On a large board, only the learning engine can prove that there is just one solution.
	limits.Solutions, limits.Keep, limits.Further = 2, 2, furtherFirst
	first, err := g.Search(ctx, limits)
	o.Nodes, o.Engine = first.Nodes, first.Engine
	for _, solution := range first.Solutions {
		if score := g.Score(weights, solution); o.Solution == nil || score > o.Score {
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
	o.Engine = CSP
	a := &ascent{Puzzle: g.Puzzle, ctx: ctx, weights: weights, limits: limits, progress: progress, best: o}
	a.reportProgress()
	err = a.searchToOptimum()
	return a.best, err
}

// ascent finds the highest score by bisection. Each search requires a score between the best score found and the lowest
// score that is proven impossible.
type ascent struct {
	*puzzle.Puzzle
	ctx      context.Context
	weights  []int64
	limits   puzzle.Limits
	progress func(Optimum)
	best     Optimum
}

func (s *ascent) reportProgress() {
	if s.progress != nil {
		s.progress(s.best)
	}
}

// furtherFirst limits the dead ends of the search for a second solution of a large board.
const furtherFirst = 100_000

// firstNodes limits the guesses of a search in the first round. Each later round multiplies this limit by `more`. So a
// search that this limit cuts short runs again only after all scores have been tried.
const (
	firstNodes = 500
	more       = 4
)

// searchToOptimum searches until the best score is proven. It returns an error if a search was cut short.
func (s *ascent) searchToOptimum() error {
	for nodes := uint64(firstNodes); s.best.Score < s.best.Bound; nodes *= more {
		// Bisect from Score up to open, the least score that this round has excluded or could not decide.
		open, top := s.best.Bound+1, s.best.Score
		for s.best.Score+1 < open {
			m := s.best.Score + (open-s.best.Score)/2
			switch answer, err := s.searchForScore(m, nodes); {
			case err != nil:
				return err
			case answer == sudoku.None:
				s.best.Bound, open = m-1, m
				s.reportProgress()
			case answer == sudoku.Undecided:
				open, top = m, max(top, m)
			}
		}
		// Bisect from Bound down to top, the highest score that this round could not decide.
		for top = max(top, s.best.Score); top < s.best.Bound; {
			m := s.best.Bound - (s.best.Bound-top-1)/2
			switch answer, err := s.searchForScore(m, nodes); {
			case err != nil:
				return err
			case answer == sudoku.None:
				s.best.Bound = m - 1
				s.reportProgress()
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

// searchForScore searches for a solution with score ≥ least. If it finds such a solution, it keeps the solution.
func (s *ascent) searchForScore(least int64, nodes uint64) (sudoku.Outcome, error) {
	if err := s.ctx.Err(); err != nil {
		return sudoku.Undecided, context.Cause(s.ctx)
	}
	if s.limits.Nodes > 0 {
		if s.best.Nodes >= s.limits.Nodes {
			return sudoku.Undecided, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
		}
		nodes = min(nodes, s.limits.Nodes-s.best.Nodes)
	}
	found, err := s.SearchScored(s.ctx, s.weights, least, puzzle.Limits{Solutions: 1, Keep: 1, Nodes: nodes, Seed: s.limits.Seed})
	s.best.Nodes += found.Nodes
	var limit *sudoku.NodeLimitError
	switch {
	case found.N > 0:
		// If the context ended, the score may be below least.
		if score := s.Score(s.weights, found.Solutions[0]); score > s.best.Score {
			s.best.Solution, s.best.Score = found.Solutions[0], score
			s.reportProgress()
			return sudoku.Found, nil
		}
	case found.Exact:
		return sudoku.None, nil
	}
	if errors.As(err, &limit) {
		err = nil
	}
	return sudoku.Undecided, err
}

func (g *general) countBest(ctx context.Context, s Scoring, limits puzzle.Limits, progress func(Optimum)) (Ties, error) {
	weights, progress, turn := g.weightsForGoal(&s, progress)
	o, err := g.highestScore(ctx, weights, limits, progress)
	if err != nil || o.Outcome != sudoku.Found {
		return Ties{Optimum: turn(o), Exact: o.Outcome == sudoku.None}, err
	}
	a := &ascent{Puzzle: g.Puzzle, ctx: ctx, weights: weights, limits: limits, best: o}
	some, err := a.searchAtLeast(o.Score, limits.Solutions, 1)
	o.Nodes, o.Engine = a.best.Nodes, CSP
	return Ties{Optimum: turn(o), N: max(some.N, 1), Exact: some.Exact}, err
}

func (g *general) bestSolutions(ctx context.Context, s Scoring, most int, limits puzzle.Limits, progress func(Optimum)) (Ranking, error) {
	weights, progress, turn := g.weightsForGoal(&s, progress)
	leaders, complete, o, err := g.highestSolutions(ctx, weights, most, limits, progress)
	o = turn(o)
	if s.Goal == target.Minimum {
		for i := range leaders {
			leaders[i].Score = -leaders[i].Score
		}
	}
	return Ranking{Optimum: o, Leaders: leaders, Complete: complete}, err
}

// highestSolutions returns the solutions with the highest scores, at most `most` of them. It takes a few dozen
// searches.
func (g *general) highestSolutions(ctx context.Context, weights []int64, most int, limits puzzle.Limits, progress func(Optimum)) (leaders []ScoredSolution, complete bool, o Optimum, err error) {
	o, err = g.highestScore(ctx, weights, limits, progress)
	if o.Solution == nil {
		return nil, o.Outcome == sudoku.None, o, err
	}
	if err != nil {
		return []ScoredSolution{{o.Solution, o.Score}}, false, o, err
	}
	o.Engine = CSP
	s := &ascent{Puzzle: g.Puzzle, ctx: ctx, weights: weights, limits: limits, best: o}
	least := int64(0) // no solution has a lower score
	for _, w := range weights {
		least += min(w*int64(g.Low), w*int64(g.High))
	}
	// leaders has all solutions with score ≥ few. The solutions with score ≥ many are too many to return.
	few, many := o.Score+1, least-1
	var more [][]int
	leaders = leaders[:0]
	for step := int64(1); few-1 > many && len(leaders) < most; step *= 2 {
		from := max(few-step, least)
		if many >= least {
			from = many + (few-many)/2
		}
		found, err := s.searchAtLeast(from, most+1, most+1)
		if err != nil {
			if o.Outcome, o.Nodes = sudoku.Undecided, s.best.Nodes; len(leaders) == 0 {
				leaders = append(leaders, ScoredSolution{o.Solution, o.Score})
			}
			return leaders, false, o, err
		}
		if !found.Exact || found.N > uint64(most) {
			many, more = from, found.Solutions
			continue
		}
		few, leaders = from, leaders[:0]
		for _, solution := range found.Solutions {
			leaders = append(leaders, ScoredSolution{solution, g.Score(weights, solution)})
		}
	}
	complete = few == least
	for _, solution := range more { // solutions that tie for the last places
		if score := g.Score(weights, solution); score == many && few-1 == many && len(leaders) < most {
			leaders = append(leaders, ScoredSolution{solution, score})
		}
	}
	sort.SliceStable(leaders, func(i, j int) bool { return leaders[i].Score > leaders[j].Score })
	o.Nodes = s.best.Nodes
	return leaders, complete, o, nil
}

// searchAtLeast searches for at most `most` solutions with a score of at least `least`. It returns an error only if the
// search was cut short.
func (s *ascent) searchAtLeast(least int64, most, keep int) (puzzle.Result, error) {
	limits := puzzle.Limits{Solutions: most, Keep: keep, Seed: s.limits.Seed}
	if s.limits.Nodes > 0 {
		if s.best.Nodes >= s.limits.Nodes {
			return puzzle.Result{}, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
		}
		limits.Nodes = s.limits.Nodes - s.best.Nodes
	}
	found, err := s.SearchScored(s.ctx, s.weights, least, limits)
	s.best.Nodes += found.Nodes
	if s.ctx.Err() != nil { // the scores may then be below least
		return puzzle.Result{}, context.Cause(s.ctx)
	}
	return found, err
}
