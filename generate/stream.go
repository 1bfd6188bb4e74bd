package generate

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"

	"nonet/internal/ordered"
	"nonet/internal/random"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Puzzle is a generated puzzle with its solution, and with its grade if the Spec requires one.
type Puzzle struct {
	Attempt  uint64 // the number of the attempt that made the puzzle, from 0
	Puzzle   *puzzle.Puzzle
	Solution []int // the value of each cell

	// Level and Hardest are set if the Spec requires a grade.
	Level   hodoku.Level
	Hardest string // the ID of the hardest technique on the path

	// Score and Techniques are set if, in addition, the puzzle is classic.
	Score      int
	Techniques []logic.Technique // the techniques on the path, in HoDoKu's order
}

func newGridPuzzle(attempt uint64, givens, solution *grid) Puzzle {
	g, _ := sudoku.FromCells(*givens)
	s, _ := sudoku.FromCells(*solution)
	return Puzzle{Attempt: attempt, Puzzle: puzzle.FromGrid(g), Solution: puzzle.GridValues(s)}
}

// Grids returns the givens and the solution of a classic puzzle.
func (p *Puzzle) Grids() (givens, solution sudoku.Grid) {
	if p.Puzzle == nil {
		return givens, solution
	}
	givens, _ = p.Puzzle.Classic()
	return givens, puzzle.GridOf(p.Solution)
}

// Limits limits the failed attempts and the goroutines of a generation. The context, too, can end a generation.
type Limits struct {
	// Attempts is the number of successive attempts that may fail; 0 means no limit.
	Attempts uint64
	// Workers is the number of goroutines that Puzzles may use; 0 means one per processor.
	Workers int
}

// Rejection is the reason why an attempt failed.
type Rejection uint8

const (
	WrongGivens Rejection = iota
	NotMinimal
	NotUnique // no digits on the pattern were found that make a unique puzzle
	WrongLevel
	WrongScore
	LacksTechnique
	ForbiddenTechnique
	HarderTechnique

	// The following reasons are for puzzles that are not classic:
	NoGrid           // no full grid was found that satisfies the constraints on the whole board
	NotLaid          // no place was found for a constraint of some kind
	SeveralSolutions // the constraints permit several solutions
	NotDecided       // counting the solutions took too long

	Rejections // the number of reasons
)

var rejectionKeys = [Rejections]string{
	"generate.rejected.wrongGivens", "generate.rejected.notMinimal", "generate.rejected.notUnique", "generate.rejected.wrongLevel",
	"generate.rejected.wrongScore", "generate.rejected.lacksTechnique", "generate.rejected.forbiddenTechnique", "generate.rejected.harderTechnique",
	"rules.make.noGrid", "rules.make.notLaid", "rules.make.several", "rules.make.notDecided",
}

// LimitError reports that too many successive attempts failed, or that the context ended. Rejected counts the failed
// attempts by reason. A puzzle that satisfies the Spec may still exist.
type LimitError struct {
	Attempts uint64
	Rejected [Rejections]uint64
	Cause    error // the context's error, or nil if the limit of attempts was reached
}

func (e *LimitError) Error() string { return e.Message().String() }

// Unwrap returns the context's error, or nil if the limit of attempts was reached.
func (e *LimitError) Unwrap() error { return e.Cause }

// Message lists the reasons, each with the number of attempts that failed for this reason. If the context ended before
// the first attempt failed, it states only that there was no time.
func (e *LimitError) Message() message.Message {
	if e.Cause != nil && e.Attempts == 0 {
		return message.New("generate.noTime")
	}
	var parts []message.Message
	for i, n := range e.Rejected {
		if n > 0 {
			parts = append(parts, message.New(rejectionKeys[i], "n", n))
		}
	}
	key := "generate.limit"
	if e.Cause != nil {
		key = "generate.limitTime"
	}
	return message.New(key, "n", e.Attempts, "list", parts)
}

// One returns the first puzzle of a Spec. The outcome is Found, None or Undecided. If it is None, the error is a
// *SpecError that states why the Spec is impossible. If it is Undecided, the error is a *LimitError.
func One(ctx context.Context, s Spec, l Limits) (p Puzzle, outcome sudoku.Outcome, err error) {
	l.Workers = 1
	for p, err = range Puzzles(ctx, s, l) {
		break
	}
	if err == nil {
		return p, sudoku.Found, nil
	}
	if _, refused := errors.AsType[*SpecError](err); refused {
		outcome = sudoku.None
	}
	return p, outcome, err
}

// AttemptsPerMinute estimates how many attempts fail in a minute on one processor.
func (s Spec) AttemptsPerMinute() uint64 {
	switch p, err := s.newPlan(); {
	case err != nil: // [Puzzles] refuses the Spec
		return 0
	case p.Pattern != Pattern{}:
		return 2_000
	case p.isClassic && p.graded:
		return 50_000
	case p.isClassic:
		return 1_000_000
	case (p.NoGivens || p.Givens.Max > 0) && !p.graded:
		return 60 // an attempt is slow, because it chooses the constraints one by one
	}
	return 20_000
}

// chunk is a sequence of attempts with consecutive numbers.
type chunk struct {
	from     uint64
	puzzles  []Puzzle // the puzzles of the attempts; index i belongs to attempt from + i
	rejected []Rejection
	finished bool // all attempts ran before the context ended
}

// accepted is the result of an attempt that succeeded.
const accepted = Rejections

// Puzzles yields puzzles of a Spec without end, on l.Workers processors. The same Spec gives the same puzzles in the
// same order. The sequence ends when the caller leaves the loop, or with an error and an empty puzzle. The error is a
// *SpecError if the Spec is impossible. It is a *LimitError if too many successive attempts failed, or if the context
// ended; in the latter case, it unwraps to the context's error. Puzzles from one seed may be isomorphic.
func Puzzles(ctx context.Context, s Spec, l Limits) iter.Seq2[Puzzle, error] {
	s.Require, s.Forbid = slices.Clone(s.Require), slices.Clone(s.Forbid)
	return func(yield func(Puzzle, error) bool) {
		p, err := s.newPlan()
		if err == nil {
			err = p.refuseImpossibleRules(ctx)
		}
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		// The first chunk is small, so that the first puzzle comes soon; later chunks are larger, for speed.
		next, size, largest := s.From, 1, p.largestChunk()
		work := ordered.Work[chunk]{
			Workers: l.Workers,
			Pull: func(_ context.Context, c *chunk) bool {
				*c = chunk{from: next, puzzles: slices.Grow(c.puzzles[:0], size)[:size], rejected: slices.Grow(c.rejected[:0], size)[:size]}
				next += uint64(size)
				size = min(2*size, largest)
				return true
			},
			Worker: func() func(context.Context, *chunk) {
				m := maker{plan: p}
				return func(ctx context.Context, c *chunk) {
					m.makeChunk(ctx, c)
					c.finished = ctx.Err() == nil
				}
			},
		}
		failed := LimitError{}
		for c := range work.DoneBatches(ctx) {
			if !c.finished {
				break
			}
			for i, r := range c.rejected {
				if r == accepted {
					failed = LimitError{}
					if !yield(c.puzzles[i], nil) {
						return
					}
					continue
				}
				failed.Attempts++
				failed.Rejected[r]++
				if failed.Attempts == l.Attempts {
					yield(Puzzle{}, &failed)
					return
				}
			}
		}
		failed.Cause = context.Cause(ctx)
		yield(Puzzle{}, &failed)
	}
}

// maker holds the memory for making puzzles. Only one goroutine at a time may use it.
type maker struct {
	*plan
	window window
}

// makeChunk runs the attempts of a chunk, and stores their puzzles or the reasons of their failures.
func (m *maker) makeChunk(ctx context.Context, c *chunk) {
	store := func(a *attempt, r Rejection) {
		i := a.number - c.from
		c.rejected[i] = r
		if c.puzzles[i] = a.grade; !m.graded {
			c.puzzles[i] = Puzzle{Attempt: a.number, Puzzle: a.puzzle, Solution: a.solution}
		}
	}
	if m.isClassic && m.Pattern == (Pattern{}) {
		m.window.seed, m.window.orbits = m.Seed, m.orbits
		m.window.runAttempts(ctx, c.from, len(c.puzzles), (*removal).beginRandomly, func(r *removal) {
			a := attempt{plan: m.plan, ctx: ctx, number: r.number, chance: r.chance}
			store(&a, a.finishGrid(&r.puzzle, &r.solution, len(m.orbits) < cells))
		})
		return
	}
	for i := 0; i < len(c.puzzles) && ctx.Err() == nil; i++ {
		a := attempt{plan: m.plan, ctx: ctx, number: c.from + uint64(i)}
		a.chance.Reseed(m.Seed, a.number)
		if m.isClassic {
			store(&a, a.fillPattern())
		} else {
			store(&a, a.makePuzzle())
		}
	}
}

// finishGrid adds givens to a unique classic puzzle if the Spec requires more, and grades the puzzle.
func (a *attempt) finishGrid(givens, solution *grid, mayBeRedundant bool) Rejection {
	n := countGivens(givens)
	switch {
	case n > a.mostGivens(), a.Minimal && n < a.Givens.Min:
		return WrongGivens
	case a.Minimal && mayBeRedundant && !isMinimal(a.ctx, givens, solution):
		return NotMinimal
	}
	puzzle := newGridPuzzle(a.number, givens, solution)
	a.puzzle, a.solution = puzzle.Puzzle, puzzle.Solution
	if n < a.Givens.Min {
		a.spare = slices.Clone(a.orbits)
		random.Shuffle(&a.chance, a.spare)
		a.spare = slices.DeleteFunc(a.spare, func(orbit []int) bool { return givens[orbit[0]] != 0 })
	}
	if !a.addMissingGivens() {
		return WrongGivens
	}
	return a.gradeAndAdjust()
}

// largestChunk returns how many attempts the largest chunk has. The longer an attempt takes, the fewer a chunk has.
func (p *plan) largestChunk() int {
	switch {
	case p.noGivens && len(p.free) > 0:
		return 1
	case !p.isClassic || p.graded || p.Pattern != Pattern{}:
		return 16
	}
	return 1024
}

// isMinimal reports whether no given of a unique puzzle is redundant.
func isMinimal(ctx context.Context, puzzle, solution *grid) bool {
	redundant := sudoku.RedundantGivens{Solutions: []grid{*solution}}
	if sudoku.RedundantBatch(ctx, []grid{*puzzle}, sudoku.Limits{}, &redundant) == 0 {
		return false
	}
	cells, _ := redundant.At(0)
	return len(cells) == 0
}

func countGivens(g *grid) int { return cells - bytes.Count(g[:], []byte{0}) }
