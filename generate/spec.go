package generate

import (
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// Range is a range of numbers from Min to Max, inclusive. A Max of 0 means no upper limit.
type Range struct{ Min, Max int }

func (r Range) has(n int) bool { return n >= r.Min && (r.Max == 0 || n <= r.Max) }

// Pattern is the set of cells that have givens. The zero value, an empty set, permits givens in any cells.
type Pattern [sudoku.Cells]bool

// PatternOf returns the filled cells of a grid as a pattern.
func PatternOf(g sudoku.Grid) (p Pattern) {
	for c, d := range g.Values() {
		p[c] = d != 0
	}
	return p
}

// Spec describes the puzzles to generate. The zero value accepts any classic puzzle with one solution. No given is
// redundant unless the symmetry or the Spec's limits require it.
type Spec struct {
	Seed     uint64
	From     uint64   // the number of the first attempt; if it is the Attempt of an earlier puzzle, that puzzle comes first
	Symmetry Symmetry // the symmetry of the givens and, unless the puzzle is classic, of cages and regions
	// Minimal requires that no given is redundant, even if its removal would break the symmetry. No constraint is
	// redundant either, apart from rules of the whole board.
	Minimal bool
	// Givens limits the number of givens. For a puzzle that is not classic, the zero value means as few givens as
	// possible, and no givens if cages cover the board.
	Givens Range

	// MinLevel and MaxLevel limit the level of the grade; 0 means no limit. HoDoKu grades classic puzzles, and
	// [deduction.GradeOf] grades other puzzles.
	MinLevel, MaxLevel hodoku.Level

	// Hardest is the ID of a technique, or "". The puzzle needs this technique, and none that is harder. HoDoKu's
	// techniques solve a classic puzzle; [grade.Harder] compares them. The techniques of package deduction solve any
	// other puzzle.
	Hardest string
	Logic   bool // techniques solve the puzzle without trying values out: HoDoKu's for a classic puzzle, package deduction's for others

	Kinds    []string // words from [Words]; without any word, a puzzle of size 9 is classic
	Size     int      // the number of rows, of columns and of values; 0 means 9
	NoGivens bool     // forbid all givens, whatever Givens permits

	// The following fields are for classic puzzles. Require and Forbid restrict the path that [hodoku.PathOf] finds in
	// HoDoKu's order of techniques.
	Pattern Pattern
	Score   Range
	Require []logic.Technique // the path uses each of these techniques
	Forbid  []logic.Technique // the path uses none of these techniques
	Graded  bool              // compute the path even if no other field requires it
}

// SpecError reports that no puzzle satisfies a Spec. The Spec's fields contradict each other or a theorem, such as that
// a unique puzzle has at least 17 givens.
type SpecError struct {
	What  message.Message // the fault and how to correct it
	cause error
}

func (e *SpecError) Error() string { return e.What.String() }

// Message returns a sentence that states the fault and how to correct it.
func (e *SpecError) Message() message.Message { return e.What }

// Unwrap returns a *[logic.UnknownTechniqueError] if no technique has the ID in [Spec.Hardest], and otherwise nil.
func (e *SpecError) Unwrap() error { return e.cause }

func newSpecError(key string, args ...any) error { return &SpecError{What: message.New(key, args...)} }

// rangeError returns a *SpecError if a range, a level or the symmetry is invalid. It tests only what is invalid for all
// puzzles, classic or not.
func (s *Spec) rangeError() error {
	if s.Symmetry >= symmetries {
		return newSpecError("generate.symmetryUnknown", "value", int(s.Symmetry))
	}
	for _, r := range []struct {
		name string
		Range
	}{{"givens", s.Givens}, {"score", s.Score}} {
		if r.Min < 0 || r.Max < 0 || r.Max != 0 && r.Min > r.Max {
			return newSpecError("generate.range", "what", message.New("generate."+r.name), "min", r.Min, "max", r.Max)
		}
	}
	if s.MinLevel > hodoku.Extreme || s.MaxLevel > hodoku.Extreme {
		return newSpecError("generate.levelUnknown", "value", int(max(s.MinLevel, s.MaxLevel)))
	}
	if s.MaxLevel != 0 && s.MinLevel > s.MaxLevel {
		return newSpecError("generate.levelRange", "min", s.MinLevel.Name(), "max", s.MaxLevel.Name())
	}
	return nil
}

// patternError returns a *SpecError if no unique puzzle has its givens on the pattern.
func (s *Spec) patternError() error {
	refuse := func(key string, args ...any) error { return newSpecError("generate."+key, args...) }
	n := 0
	var lines [2][9]int // for each row and for each column, the number of givens
	for c, given := range s.Pattern {
		if given {
			n++
			lines[0][c/9]++
			lines[1][c%9]++
		}
	}
	if n == 0 {
		return nil
	}
	images := s.Symmetry.Images(9)
	for c := range cells {
		for _, image := range images {
			if d := image[c]; s.Pattern[c] != s.Pattern[d] {
				return refuse("patternSymmetry", "symmetry", s.Symmetry.name(), "a", sudoku.Cell(c), "b", sudoku.Cell(d))
			}
		}
	}
	if n < fewestGivens {
		return refuse("patternTooFew", "n", n)
	}
	if !s.Givens.has(n) {
		return refuse("patternGivens", "n", n, "min", s.Givens.Min, "max", s.Givens.Max)
	}
	for kind := range lines {
		for i, a := range lines[kind] {
			for j := i + 1; j < i/3*3+3; j++ {
				if a == 0 && lines[kind][j] == 0 {
					return refuse("patternLines", "a", sudoku.HouseName(sudoku.House(kind*9+i)), "b", sudoku.HouseName(sudoku.House(kind*9+j)))
				}
			}
		}
	}
	return nil
}

func (s Symmetry) name() message.Message {
	return message.New("generate.symmetry." + s.String())
}
