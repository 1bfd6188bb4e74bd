package solve

import (
	"context"
	"math"
	"slices"
	"sort"

	"nonet/internal/random"
	"nonet/puzzle"
	"nonet/sudoku"
)

// If a puzzle has at most fewSolutions solutions, they are enumerated. If it has more, they are sampled.
const fewSolutions = 1000

// narrowing is a puzzle whose cells get values one after the other, such that it always keeps a solution.
type narrowing struct {
	puzzle.Puzzle
	givens int     // the number of givens of the original puzzle
	known  [][]int // solutions of the original puzzle that have the values so far; there may be more
	limits puzzle.Limits
	nodes  uint64
}

func newNarrowing(p *puzzle.Puzzle, limits puzzle.Limits) *narrowing {
	limits = limitsWithoutTime(limits)
	limits.Valid = true
	n := &narrowing{Puzzle: *p, givens: len(p.Givens), limits: limits}
	n.Givens = slices.Clip(n.Givens)
	return n
}

// countFewSolutions counts the solutions that have the values so far, up to one more than fewSolutions, and adds them
// to known.
func (n *narrowing) countFewSolutions(ctx context.Context) (puzzle.Result, error) {
	limits := n.limits
	limits.Solutions, limits.Keep = fewSolutions+1, fewSolutions+1
	found, err := engineOf(&n.Puzzle).count(ctx, limits)
	n.nodes += found.Nodes
	n.addSolutions(found.Solutions...)
	return found, err
}

// mostKnown limits the length of known. A known solution can save searches.
const mostKnown = 64

func (n *narrowing) addSolutions(solutions ...[]int) {
	n.known = append(n.known, solutions[:min(len(solutions), max(0, mostKnown-len(n.known)))]...)
}

// isPossible reports whether some solution that has the values so far also has `value` in `cell`.
func (n *narrowing) isPossible(ctx context.Context, cell, value int) (bool, error) {
	if slices.ContainsFunc(n.known, func(solution []int) bool { return solution[cell] == value }) {
		return true, nil
	}
	extended := n.Puzzle
	extended.Givens = append(extended.Givens, puzzle.Given{Cell: cell, Values: []int{value}})
	found, err := engineOf(&extended).count(ctx, n.limits)
	n.nodes += found.Nodes
	n.addSolutions(found.Solutions...)
	if found.N > 0 || found.Exact {
		err = nil
	}
	return found.N > 0, err
}

func (n *narrowing) setValue(cell, value int) {
	n.Givens = append(n.Givens, puzzle.Given{Cell: cell, Values: []int{value}})
	n.known = slices.DeleteFunc(n.known, func(solution []int) bool { return solution[cell] != value })
}

// RandomSolution chooses a solution by a seed. If there are at most a thousand solutions, all are equally likely. If
// there are more solutions, RandomSolution goes through the cells in random order, and gives each cell one of its
// possible values at random. In this case every solution can occur, but not all are equally likely. The same seed gives
// the same solution, whatever the engine.
//
// If there are other solutions, N in the tally is 2 and Exact is false. Errors are the same as for [Count].
func RandomSolution(ctx context.Context, p *puzzle.Puzzle, seed uint64, limits puzzle.Limits) (puzzle.Result, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	var chance random.Source
	chance.Reseed(seed, 0)
	first := limitsWithoutTime(limits)
	first.Solutions, first.Keep = fewSolutions+1, fewSolutions+1
	r, err := engineOf(p).count(ctx, first)
	all := r.Solutions
	if r.Solutions = nil; r.N == 0 {
		return r, err
	}
	if r.Exact {
		sort.Slice(all, func(i, j int) bool { return slices.Compare(all[i], all[j]) < 0 })
		r.Solutions = [][]int{all[chance.Below(len(all))]}
	} else {
		n := newNarrowing(p, limits)
		n.addSolutions(all...)
		var drawn []int
		drawn, err = n.randomSolution(ctx, &chance)
		r.Nodes += n.nodes
		if err != nil {
			return r, err
		}
		r.Solutions = [][]int{drawn}
	}
	if r.N > 1 {
		r.N, r.Exact = 2, false
	}
	return r, nil
}

// randomSolution sets each cell to a random possible value, and returns the solution that results.
func (n *narrowing) randomSolution(ctx context.Context, chance *random.Source) ([]int, error) {
	solution := make([]int, n.Cells())
	cells := make([]int, n.Cells())
	for i := range cells {
		cells[i] = i
	}
	random.Shuffle(chance, cells)
	for _, cell := range cells {
		values := slices.Collect(n.ValuesOf(cell))
		random.Shuffle(chance, values)
		for _, v := range values {
			possible, err := n.isPossible(ctx, cell, v)
			if err != nil {
				return nil, err
			}
			if possible {
				n.setValue(cell, v)
				solution[cell] = v
				break
			}
		}
	}
	return solution, nil
}

// Estimate is an estimate of the number of solutions, from samples.
type Estimate struct {
	sudoku.Tally         // a proven lower bound; if Exact is true, the number itself
	Mean         float64 // the mean of the samples, which estimates the number
	Error        float64 // the standard error of Mean, from the variance of the samples; 0 for fewer than two samples
	Samples      int     // the number of samples
	Engine       string
}

// Total returns the proven number of solutions, and not the estimate.
func (e *Estimate) Total() Total {
	return Total{Total: sudoku.Total{N: newBigInt(e.N), Exact: e.Exact, Nodes: e.Nodes}, Engine: e.Engine}
}

// EstimateOf estimates the number of solutions by sampling (Knuth, Estimating the Efficiency of Backtrack Programs,
// 1975). A sample goes through the cells row by row. It gives each cell a random value, among the values that the cell
// has in solutions. As soon as at most a thousand solutions remain, it counts them. For each cell that it filled, it
// multiplies this count by the number of values that were possible there. The product is the sample's estimate. The
// estimate is unbiased. If the samples are few, they may miss a rare large estimate; then the mean and its error are
// both too low.
//
// Up to a thousand solutions are counted exactly. Errors are the same as for [Count]. If there is an error, the
// estimate comes from the samples made before.
func EstimateOf(ctx context.Context, p *puzzle.Puzzle, samples int, seed uint64, limits puzzle.Limits) (e Estimate, err error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	first := newNarrowing(p, limits)
	all, err := first.countFewSolutions(ctx)
	e.Tally, e.Engine, e.Mean = all.Tally, all.Engine, float64(all.N)
	if all.Exact || err != nil && (all.N == 0 || ctx.Err() != nil) {
		return e, err
	}
	var chance random.Source
	sum, squares := 0.0, 0.0
	from := 0 // how many values a sample chooses before it tries to count solutions; an earlier count would take too long
	for e.Samples < samples {
		n := newNarrowing(p, limits)
		n.addSolutions(all.Solutions...)
		chance.Reseed(seed, uint64(e.Samples))
		x, choices, err := n.sampleEstimate(ctx, &chance, from)
		if e.Nodes += n.nodes; err != nil {
			return e, err
		}
		from = max(0, choices-2)
		e.Samples++
		sum, squares = sum+x, squares+x*x
		e.Mean = sum / float64(e.Samples)
		if k := float64(e.Samples); k > 1 {
			e.Error = math.Sqrt(max(0, squares-sum*sum/k) / (k - 1) / k)
		}
	}
	return e, nil
}

// sampleEstimate returns the estimate of one sample, and how many values it chose before it counted the remaining
// solutions. It does not try to count before it has chosen `from` values.
func (n *narrowing) sampleEstimate(ctx context.Context, chance *random.Source, from int) (x float64, choices int, err error) {
	x = 1
	var possible []int
	for cell := range n.Cells() {
		possible = possible[:0]
		for v := range n.ValuesOf(cell) {
			isPossible, err := n.isPossible(ctx, cell, v)
			if err != nil {
				return 0, choices, err
			}
			if isPossible {
				possible = append(possible, v)
			}
		}
		n.setValue(cell, possible[chance.Below(len(possible))])
		if len(possible) == 1 {
			continue
		}
		x *= float64(len(possible))
		if choices++; choices < from {
			continue
		}
		left, err := n.countFewSolutions(ctx)
		if err != nil && ctx.Err() != nil {
			return 0, choices, err
		}
		if left.Exact {
			return x * float64(left.N), choices, nil
		}
	}
	return x, choices, nil
}

// CandidatesOf returns the values that occur in the solutions. It also counts the solutions, up to `limit`. Counts has,
// for each cell and value, the number of solutions with this value in the cell, up to perValue. If perValue is 0,
// Counts is nil. CandidatesOf makes a search for each value that is in none of the solutions found before. For Counts
// it makes a count for each value, unless there are at most a thousand solutions. Errors are the same as for [Count].
func CandidatesOf(ctx context.Context, p *puzzle.Puzzle, limit, perValue uint64, limits puzzle.Limits) (Candidates, error) {
	ctx, cancel := limits.BoundContext(ctx)
	defer cancel()
	limits = limitsWithoutTime(limits)
	found, err := engineOf(p).candidates(ctx, limit, limits)
	if perValue == 0 || err != nil || found.N == 0 || found.IsOpen() {
		return found, err
	}
	counts := make([][]uint64, len(found.True))
	for cell, values := range found.True {
		counts[cell] = make([]uint64, len(values))
	}
	limits.Solutions, limits.Keep = fewSolutions+1, fewSolutions
	all, err := engineOf(p).count(ctx, limits)
	if found.Nodes += all.Nodes; err != nil && ctx.Err() != nil {
		return found, err
	}
	if all.Exact {
		for _, solution := range all.Solutions {
			for cell, v := range solution[:len(counts)] {
				if i, ok := slices.BinarySearch(found.True[cell], v); ok {
					counts[cell][i] = min(counts[cell][i]+1, perValue)
				}
			}
		}
		found.Counts = counts
		return found, nil
	}
	limits.Valid = true
	for cell, values := range found.True {
		for i, v := range values {
			extended := *p
			extended.Givens = append(slices.Clip(extended.Givens), puzzle.Given{Cell: cell, Values: []int{v}})
			total, err := engineOf(&extended).countAll(ctx, perValue, limits, nil)
			if err != nil {
				return found, err
			}
			counts[cell][i] = min(total.Tally().N, perValue)
			found.Nodes += total.Nodes
		}
	}
	found.Counts = counts
	return found, nil
}
