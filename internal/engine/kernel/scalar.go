package kernel

import (
	"context"
	"math/bits"
	"sync"
)

// scalar is the engine in plain Go. It searches one puzzle at a time, on 64-bit words. Tests compare the other engines
// with it.
type scalar struct{}

func (scalar) Name() string { return "scalar" }

// frame is a node of the search that has untried guesses. A search needs at most 81 frames.
type frame struct {
	board
	cell int
	left uint16 // the candidates of the cell that are still to be tried
}

type searcher struct {
	frames  [82]frame
	history history
	grid    [81]uint8 // the solution that was found last
	prover  *searcher // proves branches in lexicographic order; nil until first needed
	proof   Result    // if this searcher is a prover: the result of its last search
	ticks   uint      // the number of boards propagated in this call, for all puzzles
	ended   bool      // set if ctx has ended
	mayFail int       // how many guesses may fail immediately before search stops; 0 means no limit
}

var searchers = sync.Pool{New: func() any { return new(searcher) }}

func (scalar) Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int {
	if ctx.Err() != nil {
		return 0
	}
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.ticks, s.ended = 0, false
	n := min(len(puzzles), len(results))
	for i := range n {
		s.solve(ctx, &puzzles[i], Any, limits, &results[i], nil)
		limits.Without = limits.Without[min(1, len(limits.Without)):]
		if s.ended {
			return i
		}
	}
	return n
}

func (scalar) Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) (r Result) {
	if ctx.Err() != nil {
		return r
	}
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	s.ticks, s.ended = 0, false
	s.solve(ctx, puzzle, order, limits, &r, yield)
	return r
}

func (s *searcher) solve(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, r *Result, yield func(*[81]uint8) bool) {
	*r = Result{}
	limits.Solutions = max(limits.Solutions, 1)
	b := &s.frames[0].board
	if !b.load(puzzle) || len(limits.Without) > 0 && !b.removeCandidate(limits.Without[0]) {
		r.Outcome = Complete
		return
	}
	s.search(ctx, order, limits, r, yield)
}

const (
	// ctxTicks is the number of boards propagated between two checks of ctx. They take about 30 µs.
	ctxTicks = 128
	// patience is how many guesses without a solution a lexicographic search makes freely. After that, it enters a
	// branch only if the prover has found a solution there.
	patience = 64
)

// search searches from the board in the first frame and adds to r. In lexicographic order it must guess in the first
// free cell, even if that is a bad choice. `patience` limits such guesses between two solutions. Beyond this limit,
// search enters a branch only if another search, in the engine's own order, finds a solution there. Between two
// solutions there are at most 81·9 such searches.
func (s *searcher) search(ctx context.Context, order Order, limits Limits, r *Result, yield func(*[81]uint8) bool) {
	s.history = history{}
	var wait uint64      // the number of guesses since the last solution
	depth, cell := 0, -1 // the index of the current frame, and the cell of the last guess
	for {
		if s.ticks++; s.ticks%ctxTicks == 0 && ctx.Err() != nil {
			s.ended = true
			return
		}
		f := &s.frames[depth]
		pairsLo, pairsHi, possible := f.propagate()
		solved := possible && f.freeLo|f.freeHi == 0
		if !possible && cell >= 0 {
			s.history.recordFailure(cell)
			if s.mayFail > 0 {
				if s.mayFail--; s.mayFail == 0 {
					return
				}
			}
		}
		if possible && !solved && order == Lexicographic && wait >= patience {
			if s.prover == nil {
				s.prover = new(searcher)
			}
			prover := s.prover
			prover.ended = false
			proof := &prover.proof
			*proof = Result{Nodes: r.Nodes}
			prover.frames[0].board = f.board
			prover.search(ctx, Any, Limits{Solutions: 1, Nodes: limits.Nodes}, proof, nil)
			r.Nodes = proof.Nodes
			if proof.Outcome == Stopped {
				s.ended = prover.ended
				return
			}
			possible = proof.Solutions > 0
		}
		switch {
		case solved:
			wait = 0
			if r.Solutions == 0 || yield != nil {
				f.writeSolution(&s.grid)
			}
			if r.Solutions == 0 {
				r.First = s.grid
			}
			r.Solutions++
			goOn := yield == nil || yield(&s.grid)
			if r.Solutions >= limits.Solutions {
				r.Outcome = LimitReached
				return
			}
			if !goOn {
				return
			}
			if yield != nil && ctx.Err() != nil {
				s.ended = true
				return
			}
			fallthrough
		case !possible:
			if depth == 0 {
				r.Outcome = Complete
				return
			}
			depth--
			f = &s.frames[depth]
		case order == Lexicographic:
			f.cell = firstCell(f.freeLo, f.freeHi)
			f.left = f.candidates(f.cell)
		default:
			f.cell = f.chooseCell(pairsLo, pairsHi, &s.history)
			f.left = f.candidates(f.cell)
		}
		if limits.Nodes != 0 && r.Nodes >= limits.Nodes {
			return
		}
		r.Nodes++
		wait++
		cell = f.cell
		digit := bits.TrailingZeros16(f.left) + 1
		f.left &= f.left - 1
		if f.left != 0 {
			// no frame is needed for the last candidate of a cell
			depth++
			s.frames[depth].board = f.board
			f = &s.frames[depth]
		}
		f.place(cell, digit)
	}
}
