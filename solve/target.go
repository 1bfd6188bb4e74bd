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

// best searches for the highest score. If the goal is the lowest score, it negates the weights, and then the scores.
func (g *general) best(ctx context.Context, q *scoreQuestion, limits puzzle.Limits, progress func(Optimum)) (Optimum, error) {
	weights := q.weightsFor(g.Puzzle)
	inGoal := func(o Optimum) Optimum { return o }
	if q.Goal == target.Minimum {
		weights = slices.Clone(weights)
		for i := range weights {
			weights[i] = -weights[i]
		}
		inGoal = func(o Optimum) Optimum {
			o.Score, o.Bound = -o.Score, -o.Bound
			for i := range o.Leaders {
				o.Leaders[i].Score = -o.Leaders[i].Score
			}
			return o
		}
	}
	a := &ascent{Puzzle: g.Puzzle, ctx: ctx, weights: weights, limits: limits, report: func(o Optimum) {
		if progress != nil {
			progress(inGoal(o))
		}
	}}
	err := a.findHighestScore()
	switch {
	case q.leaders > 0 && a.best.Solution != nil:
		a.best.Leaders = []ScoredSolution{{a.best.Solution, a.best.Score}}
		if err == nil {
			err = a.findLeaders(q.leaders)
		}
	case q.ties && a.best.Outcome == sudoku.Found:
		err = a.countTies()
	}
	return inGoal(a.best), err
}

// ascent finds the highest score by bisection. Each search requires a score between the best score found and the lowest
// score that is proven impossible.
type ascent struct {
	*puzzle.Puzzle
	ctx     context.Context
	weights []int64
	limits  puzzle.Limits
	report  func(Optimum)
	best    Optimum
}

// findHighestScore finds a solution with the highest score. It searches the puzzle a few dozen times with a constraint
// on the score. The last search proves that the solution is optimal.
func (s *ascent) findHighestScore() error {
	if err := s.Validate(); err != nil {
		return err
	}
	if err := s.ValidateWeights(s.weights); err != nil {
		return err
	}
	for _, w := range s.weights {
		s.best.Bound += max(w*int64(s.Low), w*int64(s.High))
	}
	// On a large board, only the learning engine can prove that there is just one solution.
	limits := s.limits
	limits.Solutions, limits.Keep, limits.Further = 2, 2, furtherFirst
	first, err := s.Search(s.ctx, limits)
	s.best.Nodes, s.best.Engine = first.Nodes, first.Engine
	for _, solution := range first.Solutions {
		if score := s.Score(s.weights, solution); s.best.Solution == nil || score > s.best.Score {
			s.best.Solution, s.best.Score = solution, score
		}
	}
	switch {
	case first.Exact && first.N == 0:
		s.best.Outcome, s.best.Exact, s.best.Complete = sudoku.None, true, true
		return err
	case first.Exact && first.N <= 2:
		s.best.Outcome, s.best.Bound = sudoku.Found, s.best.Score
		return nil
	case first.N == 0:
		return err
	}
	s.best.Engine = CSP
	s.report(s.best)
	return s.searchToOptimum()
}

// furtherFirst limits the dead ends of the search for a second solution of a large board.
const furtherFirst = 100_000

// firstNodes limits the guesses of each search in the first round. In each later round, this limit is multiplied by
// `more`. A search that reaches the limit is repeated only after all other scores have been tried.
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
				s.report(s.best)
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
				s.report(s.best)
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

// searchForScore searches for a solution with score ≥ least.
func (s *ascent) searchForScore(minimum int64, nodes uint64) (sudoku.Outcome, error) {
	if err := s.ctx.Err(); err != nil {
		return sudoku.Undecided, context.Cause(s.ctx)
	}
	if s.limits.Nodes > 0 {
		if s.best.Nodes >= s.limits.Nodes {
			return sudoku.Undecided, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
		}
		nodes = min(nodes, s.limits.Nodes-s.best.Nodes)
	}
	found, err := s.SearchScored(s.ctx, s.weights, minimum, puzzle.Limits{Solutions: 1, Keep: 1, Nodes: nodes, Seed: s.limits.Seed, Valid: true})
	s.best.Nodes += found.Nodes
	var limit *sudoku.NodeLimitError
	switch {
	case found.N > 0:
		// If the context ended, this score may be below the parameter `minimum`.
		if score := s.Score(s.weights, found.Solutions[0]); score > s.best.Score {
			s.best.Solution, s.best.Score = found.Solutions[0], score
			s.report(s.best)
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

// countTies counts the solutions with the highest score.
func (s *ascent) countTies() error {
	found, err := s.searchAtLeast(s.best.Score, s.limits.Solutions, 1)
	s.best.N, s.best.Exact, s.best.Engine = max(found.N, 1), found.Exact, CSP
	return err
}

// findLeaders finds the solutions with the highest scores, at most `limit` of them. It takes a few dozen searches.
func (s *ascent) findLeaders(limit int) error {
	s.best.Engine = CSP
	least := int64(0) // a lower bound of the scores of all solutions
	for _, w := range s.weights {
		least += min(w*int64(s.Low), w*int64(s.High))
	}
	// leaders has all solutions with score ≥ few. The solutions with score ≥ many are too many to return.
	few, many := s.best.Score+1, least-1
	var leaders []ScoredSolution
	var more [][]int
	for step := int64(1); few-1 > many && len(leaders) < limit; step *= 2 {
		from := max(few-step, least)
		if many >= least {
			from = many + (few-many)/2
		}
		found, err := s.searchAtLeast(from, limit+1, limit+1)
		if err != nil {
			if s.best.Outcome = sudoku.Undecided; len(leaders) > 0 {
				s.best.Leaders = leaders
			}
			return err
		}
		if !found.Exact || found.N > uint64(limit) {
			many, more = from, found.Solutions
			continue
		}
		few, leaders = from, leaders[:0]
		for _, solution := range found.Solutions {
			leaders = append(leaders, ScoredSolution{solution, s.Score(s.weights, solution)})
		}
	}
	for _, solution := range more { // solutions that tie for the last places
		if score := s.Score(s.weights, solution); score == many && few-1 == many && len(leaders) < limit {
			leaders = append(leaders, ScoredSolution{solution, score})
		}
	}
	sort.SliceStable(leaders, func(i, j int) bool { return leaders[i].Score > leaders[j].Score })
	s.best.Leaders, s.best.Complete = leaders, few == least
	return nil
}

// searchAtLeast searches for at most `limit` solutions with a score of at least `minimum`. It returns an error only if the
// search was cut short.
func (s *ascent) searchAtLeast(minimum int64, limit, keep int) (puzzle.Result, error) {
	limits := puzzle.Limits{Solutions: limit, Keep: keep, Seed: s.limits.Seed, Valid: true}
	if s.limits.Nodes > 0 {
		if s.best.Nodes >= s.limits.Nodes {
			return puzzle.Result{}, &sudoku.NodeLimitError{Nodes: s.best.Nodes}
		}
		limits.Nodes = s.limits.Nodes - s.best.Nodes
	}
	found, err := s.SearchScored(s.ctx, s.weights, minimum, limits)
	s.best.Nodes += found.Nodes
	if s.ctx.Err() != nil { // the scores of the solutions may then be below least
		return puzzle.Result{}, context.Cause(s.ctx)
	}
	return found, err
}
