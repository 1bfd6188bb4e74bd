package generate

import (
	"slices"

	"nonet/grade"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// Range is a range of numbers from Min to Max, inclusive. A Max of 0 means no upper limit.
type Range struct{ Min, Max int }

func (r Range) has(n int) bool { return n >= r.Min && (r.Max == 0 || n <= r.Max) }

// Pattern is the set of cells that have givens. The zero value requires no pattern.
type Pattern [sudoku.Cells]bool

// PatternOf returns the set of a grid's filled cells.
func PatternOf(g sudoku.Grid) (p Pattern) {
	for c, d := range g.Values() {
		p[c] = d != 0
	}
	return p
}

// Spec describes the puzzles to generate. The zero value accepts any puzzle with one solution.
// The puzzles are minimal as far as the symmetry permits.
type Spec struct {
	Seed     uint64
	From     uint64 // the first attempt; to generate a puzzle again first, set it to that puzzle's Attempt
	Symmetry Symmetry
	Pattern  Pattern
	Minimal  bool  // no given is redundant, even if its removal breaks the symmetry
	Givens   Range // number of givens

	// The following fields restrict the path in HoDoKu's order of techniques; see [hodoku.PathOf].
	// Levels and scores are HoDoKu's.
	MinLevel, MaxLevel hodoku.Level // 0 means no limit
	Score              Range
	Require            []logic.Technique // the path uses each of them
	Forbid             []logic.Technique // the path uses none of them
	Hardest            *logic.Technique  // the path uses it and, by [grade.Harder], nothing harder
	Graded             bool              // compute the path even if no field requires it
}

// NeedsPath reports whether each puzzle's path must be computed. This takes longer than generating
// the puzzle.
func (s *Spec) NeedsPath() bool {
	return s.Graded || s.MinLevel != 0 || s.MaxLevel != 0 || s.Score != Range{} || len(s.Require)+len(s.Forbid) > 0 || s.Hardest != nil
}

// requiredTechniques returns the techniques that the path must use.
func (s *Spec) requiredTechniques() []logic.Technique {
	if s.Hardest != nil {
		return append(slices.Clone(s.Require), *s.Hardest)
	}
	return s.Require
}

// tooHard reports whether a path that uses the technique violates the Spec.
func (s *Spec) tooHard(t logic.Technique) bool {
	return s.MaxLevel != 0 && hodoku.ColumnsOf(t).Level > s.MaxLevel || s.Score.Max != 0 && hodoku.ColumnsOf(t).Score > s.Score.Max ||
		s.Hardest != nil && grade.Harder(t, *s.Hardest)
}

// SpecError reports that a Spec contradicts itself, or a theorem about Sudoku.
type SpecError struct {
	What message.Message // what is wrong, and what to change
}

func (e *SpecError) Error() string { return e.What.String() }

// Message names the fault, and a way to mend it.
func (e *SpecError) Message() message.Message { return e.What }

// fewestGivens is 17 by a theorem: no puzzle with 16 givens has a unique solution (McGuire, Tugemann and
// Civario 2012).
const fewestGivens = 17

// impossibility returns a *SpecError if no puzzle can satisfy the Spec, because the Spec
// contradicts itself or a theorem. It returns nil if no contradiction is known.
func (s *Spec) impossibility() error {
	refuse := func(key string, args ...any) error {
		return &SpecError{message.New("generate."+key, args...)}
	}
	if s.Symmetry >= symmetries {
		return refuse("symmetryUnknown", "value", int(s.Symmetry))
	}
	for _, r := range []struct {
		name string
		Range
	}{{"givens", s.Givens}, {"score", s.Score}} {
		if r.Min < 0 || r.Max < 0 || r.Max != 0 && r.Min > r.Max {
			return refuse("range", "what", message.New("generate."+r.name), "min", r.Min, "max", r.Max)
		}
	}
	if s.MinLevel > hodoku.Extreme || s.MaxLevel > hodoku.Extreme {
		return refuse("levelUnknown", "value", int(max(s.MinLevel, s.MaxLevel)))
	}
	if s.MaxLevel != 0 && s.MinLevel > s.MaxLevel {
		return refuse("levelRange", "min", levelName(s.MinLevel), "max", levelName(s.MaxLevel))
	}
	if s.Givens.Max != 0 && s.Givens.Max < fewestGivens {
		return refuse("tooFew", "n", s.Givens.Max)
	}
	if s.Givens.Min > cells {
		return refuse("tooMany", "n", s.Givens.Min)
	}
	if err := s.patternRefusal(refuse); err != nil {
		return err
	}
	o := orbitsOf()[s.Symmetry]
	var reachable [cells + 1]bool
	reachable[0] = true
	for i := range o.n {
		for n := cells - len(o.orbitCells(uint8(i))); n >= 0; n-- {
			reachable[n+len(o.orbitCells(uint8(i)))] = reachable[n+len(o.orbitCells(uint8(i)))] || reachable[n]
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
			return refuse("requiredTooHard", "technique", t.Name(), "level", levelName(hodoku.ColumnsOf(t).Level), "max", levelName(s.MaxLevel))
		}
		if s.Score.Max != 0 && hodoku.ColumnsOf(t).Score > s.Score.Max {
			return refuse("requiredScore", "technique", t.Name(), "score", hodoku.ColumnsOf(t).Score, "max", s.Score.Max)
		}
		if s.Hardest != nil && grade.Harder(t, *s.Hardest) {
			return refuse("requiredHarder", "technique", t.Name(), "hardest", s.Hardest.Name())
		}
	}
	return nil
}

func levelName(l hodoku.Level) message.Message { return message.New("explain.level." + l.String()) }

func (s *Spec) patternRefusal(refuse func(string, ...any) error) error {
	n := 0
	var lines [2][9]int // givens per row and per column
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
	for c := range sudoku.Cell(cells) {
		for _, m := range symmetryTable[s.Symmetry].moves {
			if d := m.cellOf(int(c)); s.Pattern[c] != s.Pattern[d] {
				return refuse("patternSymmetry", "symmetry", s.Symmetry.name(), "a", c, "b", sudoku.Cell(d))
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
