package collection

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"nonet/generate"
	"nonet/grade"
	"nonet/internal/research/backdoor"
	"nonet/internal/research/canon"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// Facts computes facts about a puzzle when they are needed, each at most once.
type Facts struct {
	Puzzle sudoku.Grid
	ctx    context.Context
	report *sudoku.Report
	rating *grade.Rating
	path   *logic.Path
}

// NewFacts returns the facts about a puzzle. When ctx has ended, facts that need a search are unknown.
func NewFacts(ctx context.Context, puzzle sudoku.Grid) *Facts {
	return &Facts{Puzzle: puzzle, ctx: ctx}
}

// Column is a property of puzzles, such as the number of givens, with its name and type.
type Column struct {
	Name  string
	value func(*Facts) any
	zero  any // a value that shows the column's type: 0 for integers, 0.0 for other numbers, "" or false
	// place is set for levels and techniques. It returns the rank of a text by difficulty, or false for other texts.
	// noPlace is the message for other texts.
	place   func(text string) (float64, bool)
	noPlace string
}

// IsNumeric reports whether the values are numbers or booleans. A boolean counts as 0 or 1.
func (c *Column) IsNumeric() bool { _, text := c.zero.(string); return !text }

// IsWhole reports whether the values are integers or booleans.
func (c *Column) IsWhole() bool { _, broken := c.zero.(float64); return c.IsNumeric() && !broken }

func (c *Column) keyWordCount() int {
	if c.IsNumeric() || c.place != nil {
		return 1
	}
	return gridWords
}

const gridWords = (sudoku.Cells + 18) / 19

// writeKey writes the sort key of a value to the slice `key`. Numbers sort by size, levels and techniques by difficulty,
// and grids as texts with . before 1. If `value` is unknown, writeKey returns false and writes the greatest key, which
// is greater even than the keys of a descending order, whose bits are inverted.
func (c *Column) writeKey(value any, key []uint64) (known bool) {
	key[0] = math.MaxUint64
	n, isNumber := Number(value)
	if text, isText := value.(string); isText && c.place == nil {
		for i := range key {
			key[i] = 0
			for _, x := range []byte(text[min(19*i, len(text)):min(19*i+19, len(text))]) {
				key[i] = 10*key[i] + uint64(max(x, '0')-'0')
			}
		}
		key[0]++
		return true
	} else if isText {
		n, isNumber = c.place(text)
	}
	if !isNumber || math.IsNaN(n) {
		return false
	}
	key[0] = math.Float64bits(n)
	if key[0]>>63 != 0 {
		key[0] = ^key[0]
	} else {
		key[0] |= 1 << 63
	}
	return true
}

func parseLevelRank(text string) (float64, bool) {
	var level hodoku.Level
	err := level.UnmarshalText([]byte(text))
	return float64(level), err == nil && level != 0
}

func parseTechniqueRank(text string) (float64, bool) {
	t, err := logic.ByID(text)
	columns := hodoku.ColumnsOf(t)
	return float64(columns.Level)*1e6 + float64(columns.Order), err == nil
}

// Value returns a float64, a string or a bool. It returns nil if the value is unknown: for example, a puzzle with
// several solutions has no value in the column er.
func (c *Column) Value(f *Facts) any { return c.value(f) }

// Columns returns all columns in the order of docs/COLLECTIONS.md, which describes them.
func Columns() []Column {
	return []Column{
		{"givens", func(f *Facts) any { return float64(f.Puzzle.Givens()) }, 0, nil, ""},
		{"digits", func(f *Facts) any { return float64(f.digitCount()) }, 0, nil, ""},
		{"solutions", func(f *Facts) any { return f.solutions() }, 0, nil, ""},
		{"unique", func(f *Facts) any { return answerValue(f.checkReport().Unique) }, false, nil, ""},
		{"minimal", func(f *Facts) any { return answerValue(f.checkReport().Minimal) }, false, nil, ""},
		{"redundant", (*Facts).redundantCount, 0, nil, ""},
		{"nodes", func(f *Facts) any { return float64(f.checkReport().Nodes) }, 0, nil, ""},
		{"symmetric", func(f *Facts) any { return f.hasSymmetry() }, false, nil, ""},
		{"automorphisms", (*Facts).automorphisms, 0, nil, ""},
		{"band", (*Facts).firstBandClass, 0, nil, ""},
		{"solution", (*Facts).solution, "", nil, ""},
		{"minlex", (*Facts).minlex, "", nil, ""},
		{"backdoor", (*Facts).backdoorSize, 0, nil, ""},
		{"er", func(f *Facts) any { return f.explainerRating(func(r *grade.Rating) grade.Tenths { return r.ER }) }, 0.0, nil, ""},
		{"ep", func(f *Facts) any { return f.explainerRating(func(r *grade.Rating) grade.Tenths { return r.EP }) }, 0.0, nil, ""},
		{"ed", func(f *Facts) any { return f.explainerRating(func(r *grade.Rating) grade.Tenths { return r.ED }) }, 0.0, nil, ""},
		{"hodoku", (*Facts).hodoku, 0, nil, ""},
		{"level", (*Facts).level, "", parseLevelRank, "collection.noLevel"},
		{"technique", (*Facts).technique, "", parseTechniqueRank, "logic.unknownTechnique"},
		{"steps", (*Facts).steps, 0, nil, ""},
	}
}

// ColumnNamed looks up one of the [Columns]. The second result is false if none has the name.
func ColumnNamed(name string) (Column, bool) {
	for _, c := range Columns() {
		if c.Name == name {
			return c, true
		}
	}
	return Column{}, false
}

// Number returns a float64 unchanged, and 0 or 1 for a bool. The second result is false for other values.
func Number(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

func (f *Facts) automorphisms() any {
	group, err := canon.Automorphisms(f.ctx, f.Puzzle)
	if err != nil {
		return nil
	}
	return float64(group.Order)
}

func (f *Facts) minlex() any {
	form, _, err := canon.Minlex(f.ctx, f.Puzzle)
	if err != nil {
		return nil
	}
	return form.String()
}

func (f *Facts) checkReport() *sudoku.Report {
	if f.report == nil {
		r, _ := sudoku.Check(f.ctx, f.Puzzle, sudoku.Limits{})
		f.report = &r
	}
	return f.report
}

func answerValue(a sudoku.Answer) any {
	if a == sudoku.Unknown {
		return nil
	}
	return a == sudoku.Yes
}

// solutions returns the number of solutions, where 2 means two or more.
func (f *Facts) solutions() any {
	switch r := f.checkReport(); {
	case r.Solvable == sudoku.No:
		return 0.0
	case r.Unique == sudoku.Yes:
		return 1.0
	case r.Unique == sudoku.No:
		return 2.0
	}
	return nil
}

func (f *Facts) solution() any {
	if r := f.checkReport(); r.Unique == sudoku.Yes {
		return r.Solution.String()
	}
	return nil
}

// firstBandClass returns the class of the first band of the solution; see canon.Band.
func (f *Facts) firstBandClass() any {
	if r := f.checkReport(); r.Unique == sudoku.Yes {
		if band, ok := canon.Band(r.Solution); ok {
			return float64(band)
		}
	}
	return nil
}

func (f *Facts) backdoorSize() any {
	if r := f.checkReport(); r.Unique == sudoku.Yes {
		if size, _, err := backdoor.Smallest(f.ctx, f.Puzzle, r.Solution, 0); err == nil {
			return float64(size)
		}
	}
	return nil
}

func (f *Facts) redundantCount() any {
	if r := f.checkReport(); r.Unique == sudoku.Yes && r.Minimal != sudoku.Unknown {
		return float64(len(r.Redundant))
	}
	return nil
}

func (f *Facts) digitCount() int {
	var set uint16
	for _, d := range f.Puzzle.Values() {
		set |= 1 << d
	}
	return bits.OnesCount16(set &^ 1)
}

// hasSymmetry reports whether a rotation or a reflection of the board preserves the pattern of givens.
func (f *Facts) hasSymmetry() bool {
	g := f.Puzzle.Values()
	return slices.ContainsFunc(generate.FullSymmetry.Images(9)[1:], func(image []int) bool {
		for cell, to := range image {
			if (g[cell] != 0) != (g[to] != 0) {
				return false
			}
		}
		return true
	})
}

func (f *Facts) explainerRating(field func(*grade.Rating) grade.Tenths) any {
	if f.rating == nil {
		r, outcome, _ := grade.Explainer(f.ctx, f.Puzzle, grade.ExplainerLimits{})
		if f.rating = &r; outcome != sudoku.Found {
			f.rating = &grade.Rating{ER: -1}
		}
	}
	if f.rating.ER < 0 {
		return nil
	}
	return float64(field(f.rating)) / 10
}

func (f *Facts) solutionPath() *logic.Path {
	if f.path == nil {
		path, outcome, _ := hodoku.PathOf(f.ctx, logic.NewState(f.Puzzle), hodoku.DefaultOrder(), nil)
		if f.path = &path; outcome != sudoku.Found {
			f.path = &logic.Path{}
		}
	}
	return f.path
}

func (f *Facts) hodoku() any {
	if score, _ := grade.HoDoKu(f.solutionPath()); len(f.path.Steps) > 0 {
		return float64(score)
	}
	return nil
}

func (f *Facts) level() any {
	if _, level := grade.HoDoKu(f.solutionPath()); len(f.path.Steps) > 0 {
		return level.String()
	}
	return nil
}

func (f *Facts) technique() any {
	if hardest, ok := grade.Hardest(f.solutionPath().Steps); ok {
		return hardest.String()
	}
	return nil
}

func (f *Facts) steps() any {
	if n := len(f.solutionPath().Steps); n > 0 {
		return float64(n)
	}
	return nil
}
