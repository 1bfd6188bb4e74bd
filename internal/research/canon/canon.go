// Package canon tells which grids are isomorphs: the same but for the names of digits, the order
// of rows in a band, of bands, of columns in a stack, of stacks, and transposition. Each grid, full or
// a puzzle, has a form, one of its isomorphs, that all its isomorphs share:
//
//	Minlex          the least of all                                canon.go
//	PatternMinlex   that whose filled cells are least               canon.go
//	SolutionMinlex  what becomes of it as its solution turns least  canon.go
//	Transformation  how a grid becomes another                      transformation.go
//	Automorphisms   the transformations that change nothing         group.go
//	Catalogue       the rank of a full grid among all forms         catalogue.go
//
// docs/CANON.md tells the method and where the forms come from. It must not import what reads or
// writes files, nor any package above sudoku.
package canon

import (
	"context"

	"nonet/internal/engine/minlex"
	"nonet/sudoku"
)

// Minlex returns the least of g's isomorphs, an empty cell before 1, compared row by row, and a
// transformation that makes it of g. It is exact for every grid. A full grid takes half a
// microsecond, a puzzle two, one with contradictions a few milliseconds; MinlexAll is faster. The error is
// ctx's.
func Minlex(ctx context.Context, g sudoku.Grid) (sudoku.Grid, Transformation, error) {
	v := g.Values()
	form, maps, err := minlex.Least(ctx, &v)
	if err != nil {
		return sudoku.Grid{}, Transformation{}, err
	}
	return grid(form), Transformation{maps[0]}, nil
}

// MinlexAll writes the form of each of grids, 81 values row by row, 0 for empty, to forms,
// which has room for as many and may be grids. It is the fastest way for many. Values above 9 are
// a caller's error, and make it panic. The error is ctx's; some forms are then not written.
func MinlexAll(ctx context.Context, forms, grids [][sudoku.Cells]uint8) error {
	return minlex.Forms(ctx, forms, grids)
}

// PatternMinlex returns the isomorph of g whose pattern of filled cells is least, an empty cell before a
// filled one, and of those the least. It takes some microseconds for most puzzles, and more the
// more symmetries the pattern has: up to a second where all but a few cells are filled. The error is
// ctx's.
func PatternMinlex(ctx context.Context, g sudoku.Grid) (sudoku.Grid, Transformation, error) {
	v := g.Values()
	form, m, err := minlex.LeastPattern(ctx, &v)
	if err != nil {
		return sudoku.Grid{}, Transformation{}, err
	}
	return grid(form), Transformation{m}, nil
}

// leastFull returns Minlex for a full grid without contradictions.
func leastFull(g sudoku.Grid) sudoku.Grid {
	v := g.Values()
	form, _ := minlex.LeastFull(&v)
	return grid(form)
}

// SolutionMinlex returns the isomorph of a puzzle whose solution is least: what Minlex(solution)
// makes of the puzzle, and where several transformations lead there, the least result. Puzzles
// with one solution are isomorphs exactly if theirs are equal. It is a third of Minlex's work for a
// puzzle, but another form. Solution must be full and without contradictions, else ok is false.
func SolutionMinlex(puzzle, solution sudoku.Grid) (form sudoku.Grid, t Transformation, ok bool) {
	if !solution.Solved() {
		return form, t, false
	}
	s, p := solution.Values(), puzzle.Values()
	_, maps := minlex.LeastFull(&s)
	for i := range maps {
		if f := grid(maps[i].Apply(&p)); i == 0 || f.Compare(form) < 0 {
			form, t = f, Transformation{maps[i]}
		}
	}
	return form, t, true
}

// SolutionMinlexAll writes the form SolutionMinlex of each puzzle and its solution, which must be
// full and without contradictions, to forms, which may be puzzles or solutions.
func SolutionMinlexAll(forms, puzzles, solutions [][sudoku.Cells]uint8) {
	minlex.BySolution(forms, puzzles, solutions)
}

// Isomorphic reports whether a and b are isomorphs, and returns a transformation that makes b of a.
// The error is ctx's.
func Isomorphic(ctx context.Context, a, b sudoku.Grid) (Transformation, bool, error) {
	if a.Givens() != b.Givens() {
		return Transformation{}, false, nil
	}
	x, s, err := Minlex(ctx, a)
	if err != nil {
		return Transformation{}, false, err
	}
	y, t, err := Minlex(ctx, b)
	if err != nil || x != y {
		return Transformation{}, false, err
	}
	return s.Then(t.Inverse()), true, nil
}

func grid(v [sudoku.Cells]uint8) sudoku.Grid {
	g, err := sudoku.FromCells(v)
	if err != nil {
		panic("canon: " + err.Error())
	}
	return g
}
