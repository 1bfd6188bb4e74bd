package generate

import (
	"slices"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/puzzle/deduction"
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
	From     uint64   // the number of the first attempt; with the Attempt of a puzzle, the Spec generates that puzzle first
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

	// The following fields are for classic puzzles. Require, Forbid and Hardest restrict the path that [hodoku.PathOf]
	// finds in HoDoKu's order of techniques.
	Pattern Pattern
	Score   Range
	Require []logic.Technique // the path uses each of these techniques
	Forbid  []logic.Technique // the path uses none of these techniques
	Hardest *logic.Technique  // the path uses this technique and, in the order of [grade.Harder], none that is harder
	Graded  bool              // compute the path even if no other field requires it

	// The following fields are for puzzles that are not classic. Without kinds, puzzles of size 9 are classic.
	Kinds            []string             // words from [Words]
	Size             int                  // the number of rows, of columns and of values; 0 means 9
	NoGivens         bool                 // forbid all givens, whatever Givens permits
	Logic            bool                 // the techniques of package deduction must solve the puzzle
	HardestDeduction *deduction.Technique // the puzzle needs this technique and none that is harder
}

// IsClassic reports whether the puzzles are classic.
func (s *Spec) IsClassic() bool { return len(s.Kinds) == 0 && (s.Size == 0 || s.Size == 9) }

// NeedsGrade reports whether each puzzle must be graded. Grading takes longer than generating.
func (s *Spec) NeedsGrade() bool {
	return s.Graded || s.MinLevel != 0 || s.MaxLevel != 0 || s.Score != Range{} || len(s.Require)+len(s.Forbid) > 0 || s.Hardest != nil ||
		s.Logic || s.HardestDeduction != nil
}

func (s *Spec) requiredTechniques() []logic.Technique {
	if s.Hardest != nil {
		return append(slices.Clone(s.Require), *s.Hardest)
	}
	return s.Require
}

// isTooHard reports whether technique t is harder than the Spec permits.
func (s *Spec) isTooHard(t logic.Technique) bool {
	return s.MaxLevel != 0 && hodoku.ColumnsOf(t).Level > s.MaxLevel || s.Score.Max != 0 && hodoku.ColumnsOf(t).Score > s.Score.Max ||
		s.Hardest != nil && grade.Harder(t, *s.Hardest)
}

// SpecError reports that no puzzle satisfies a Spec, because its fields contradict each other, or because of a theorem,
// such as that a unique puzzle has at least 17 givens.
type SpecError struct {
	What message.Message // the fault and how to correct it
}

func (e *SpecError) Error() string { return e.What.String() }

// Message returns a sentence that states the fault and how to correct it.
func (e *SpecError) Message() message.Message { return e.What }

// fewestGivens is 17, because no puzzle with 16 givens has a unique solution (McGuire, Tugemann and Civario 2012).
const fewestGivens = 17

// newSpecError returns a *SpecError for a key of the catalogue and its arguments.
func newSpecError(key string, args ...any) error { return &SpecError{message.New(key, args...)} }

// rangeError returns a *SpecError if a range, a level or the symmetry is invalid for classic and other puzzles alike.
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

// impossibility returns a *SpecError if the Spec contradicts itself or a theorem about classic puzzles. It returns nil
// if it finds no contradiction.
func (s *Spec) impossibility() error {
	if err := s.rangeError(); err != nil {
		return err
	}
	refuse := func(key string, args ...any) error { return newSpecError("generate."+key, args...) }
	if s.Givens.Max != 0 && s.Givens.Max < fewestGivens {
		return refuse("tooFew", "n", s.Givens.Max)
	}
	if s.Givens.Min > cells {
		return refuse("tooMany", "n", s.Givens.Min)
	}
	if err := s.patternRefusal(refuse); err != nil {
		return err
	}
	o := orbitsOf(s.Symmetry.Images(9))
	var reachable [cells + 1]bool
	reachable[0] = true
	for i := range len(o) {
		for n := cells - len(o[i]); n >= 0; n-- {
			reachable[n+len(o[i])] = reachable[n+len(o[i])] || reachable[n]
		}
	}
	possible := false
	for n, ok := range reachable {
		possible = possible || ok && s.Givens.has(n)
	}
	if !possible {
		return refuse("symmetryGivens", "symmetry", s.Symmetry.name(), "min", s.Givens.Min, "max", s.Givens.Max)
	}
	for _, t := range slices.Concat(s.requiredTechniques(), s.Forbid) {
		if t.Info().ID == "" {
			return refuse("techniqueUnknown", "value", int(t))
		}
	}
	for _, t := range s.requiredTechniques() {
		if slices.Contains(s.Forbid, t) {
			return refuse("requiredForbidden", "technique", t.Name())
		}
		if s.MaxLevel != 0 && hodoku.ColumnsOf(t).Level > s.MaxLevel {
			return refuse("requiredTooHard", "technique", t.Name(), "level", hodoku.ColumnsOf(t).Level.Name(), "max", s.MaxLevel.Name())
		}
		if s.Score.Max != 0 && hodoku.ColumnsOf(t).Score > s.Score.Max {
			return refuse("requiredScore", "technique", t.Name(), "score", hodoku.ColumnsOf(t).Score, "max", s.Score.Max)
		}
		if s.Hardest != nil && grade.Harder(t, *s.Hardest) {
			return refuse("requiredHarder", "technique", t.Name(), "hardest", s.Hardest.Name())
		}
	}
	if s.Hardest != nil && s.Hardest.Info().Family == logic.FamilySingle {
		// The score is highest if each step fills only one cell and scores as much as the hardest technique.
		singles := make([]logic.Step, cells-max(fewestGivens, s.Givens.Min))
		for i := range singles {
			singles[i].Technique = *s.Hardest
		}
		if _, most := grade.HoDoKu(&logic.Path{Steps: singles}); most < s.MinLevel {
			return refuse("hardestTooEasy", "technique", s.Hardest.Name(), "level", most.Name(), "min", s.MinLevel.Name())
		}
	}
	return nil
}

func (s *Spec) patternRefusal(refuse func(string, ...any) error) error {
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
