package minimal

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"

	"nonet/board"
	"nonet/internal/engine/kernel"
	"nonet/internal/ordered"
	"nonet/sudoku"
)

// Sample is a random minimal puzzle. [Samples] makes it by removing redundant givens one by one, each time a uniformly
// random one, until no given is redundant.
type Sample struct {
	Puzzle sudoku.Grid
	// Weight is an unbiased estimate of the number of minimal puzzles (Knuth 1975). It is the product of the numbers of
	// redundant givens before each of n removals, divided by n!, because any order of these removals leads to this
	// puzzle.
	Weight float64
}

// batchSize is how many samples are made at the same time, so that the engine can search many puzzles together.
const batchSize = 64

// Samples yields n random minimal puzzles whose givens are among those of puzzle. The same seed gives the same puzzles.
// solution must be the only solution of puzzle. `workers` is the number of cores; 0 means all. A sample of a full grid
// takes a third of a millisecond on one core. If ctx ends, the last pair has ctx's error.
func Samples(ctx context.Context, puzzle, solution sudoku.Grid, n int, seed uint64, workers int) iter.Seq2[Sample, error] {
	return func(yield func(Sample, error) bool) {
		type part struct {
			number   uint64
			walks    []walk
			complete bool
		}
		number := uint64(0)
		work := ordered.Work[part]{
			Workers: workers,
			Pull: func(_ context.Context, p *part) bool {
				if n <= 0 {
					return false
				}
				p.number, p.walks = number, make([]walk, min(n, batchSize))
				number += batchSize
				n -= len(p.walks)
				return true
			},
			Worker: func() func(context.Context, *part) {
				w := walker{k: kernel.Default(), solution: solution.Values()}
				return func(ctx context.Context, p *part) {
					p.complete = w.completeWalks(ctx, puzzle.Values(), p.walks, seed, p.number)
				}
			},
		}
		for p := range work.DoneBatches(ctx) {
			if !p.complete {
				break
			}
			for i := range p.walks {
				g, _ := sudoku.FromCells(p.walks[i].puzzle)
				if !yield(Sample{g, p.walks[i].weight}, nil) {
					return
				}
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Sample{}, err)
		}
	}
}

// walk is a sample that is being made.
type walk struct {
	puzzle [81]uint8
	spare  []uint8 // the givens that are redundant, or that have not been tested
	weight float64
	inUse  int
	chance *rand.Rand // a source of random numbers for each walk, so that results do not depend on the size of batches
}

// walker makes many samples of one solution at the same time.
type walker struct {
	k        kernel.Kernel
	solution [81]uint8
	puzzles  [][81]uint8
	banned   []kernel.Candidate
	results  []kernel.Result
}

// completeWalks removes redundant givens from all walks until none is left.
func (w *walker) completeWalks(ctx context.Context, puzzle [81]uint8, walks []walk, seed, number uint64) bool {
	for i := range walks {
		walks[i] = walk{puzzle: puzzle, weight: 1, chance: rand.New(rand.NewPCG(seed, number+uint64(i)))}
		for c, d := range puzzle {
			if d != 0 {
				walks[i].spare = append(walks[i].spare, uint8(c))
			}
		}
	}
	for open := true; open; {
		open = false
		w.puzzles, w.banned = w.puzzles[:0], w.banned[:0]
		for i := range walks {
			for _, c := range walks[i].spare {
				w.puzzles = append(w.puzzles, walks[i].puzzle)
				w.puzzles[len(w.puzzles)-1][c] = 0
				w.banned = append(w.banned, kernel.Candidate{Cell: c, Digit: w.solution[c]})
			}
		}
		for len(w.results) < len(w.puzzles) {
			w.results = append(w.results, kernel.Result{})
		}
		if ctx.Err() != nil || w.k.Search(ctx, w.puzzles, kernel.Limits{Solutions: 1, Without: w.banned}, w.results[:len(w.puzzles)]) < len(w.puzzles) {
			return false
		}
		index := 0
		for i := range walks {
			x := &walks[i]
			kept := x.spare[:0]
			for _, c := range x.spare {
				if w.results[index].Solutions == 0 {
					kept = append(kept, c)
				}
				index++
			}
			if x.spare = kept; len(kept) == 0 {
				continue
			}
			open = true
			x.inUse++
			x.weight *= float64(len(kept)) / float64(x.inUse)
			n := x.chance.IntN(len(kept))
			x.puzzle[kept[n]] = 0
			x.spare = append(kept[:n], kept[n+1:]...)
		}
	}
	return true
}

// Estimate is an estimate of the number of minimal puzzles, from samples. The zero value is ready for use.
type Estimate struct {
	N int
	// ByGivens[n] is the sum of the weights of the samples that have n givens.
	ByGivens [board.Cells + 1]float64
	sum, sq  float64
}

func (e *Estimate) Add(s Sample) {
	e.N++
	e.ByGivens[s.Puzzle.Givens()] += s.Weight
	e.sum += s.Weight
	e.sq += s.Weight * s.Weight
}

// Mean returns an unbiased estimate of the number of minimal puzzles.
func (e *Estimate) Mean() float64 { return e.sum / float64(max(e.N, 1)) }

// Error returns an estimate of the standard error of Mean. It returns +Inf if there are fewer than two samples.
func (e *Estimate) Error() float64 {
	if e.N < 2 {
		return math.Inf(1)
	}
	n, m := float64(e.N), e.Mean()
	return math.Sqrt(max(e.sq/n-m*m, 0) / (n - 1))
}
