// Package canon finds canonical forms of grids. Two grids are isomorphs if these changes turn one into the other:
// renaming digits, reordering bands or stacks, reordering rows in a band or columns in a stack, and transposing. A form
// is an isomorph of the grid that is the same for all its isomorphs:
//
//	Minlex          the least isomorph                              canon.go
//	PatternMinlex   the isomorph whose pattern of filled cells is least  canon.go
//	SolutionMinlex  the puzzle's image if its solution is least     canon.go
//	Transformation  a map from a grid to an isomorph                transformation.go
//	Automorphisms   the transformations of a grid to itself         group.go
//	Catalogue       the rank of a full grid among all forms         catalogue.go
//
// docs/CANON.md explains the methods and the origin of the forms. The package must not import anything that reads or
// writes files, nor any package above sudoku.
package canon

import (
	"context"

	"nonet/internal/engine/minlex"
	"nonet/sudoku"
)

// Minlex returns the least isomorph of g, and a transformation from g to it. Isomorphs are compared row by row; an
// empty cell comes before 1. A full grid takes half a microsecond, a puzzle two microseconds, and a grid with
// contradictions a few milliseconds. MinlexAll is faster for many grids. The error is ctx.Err().
func Minlex(ctx context.Context, g sudoku.Grid) (sudoku.Grid, Transformation, error) {
	v := g.Values()
	form, maps, err := minlex.LeastForm(ctx, &v)
	if err != nil {
		return sudoku.Grid{}, Transformation{}, err
	}
	return toGrid(form), Transformation{maps[0]}, nil
}

// MinlexAll writes the least isomorph of grids[i] to forms[i]. A grid is 81 values row by row, 0 for empty. forms must
// be as long as grids, and may be the same slice. It panics if a value is above 9. If the error is not nil, it is
// ctx.Err(), and some forms are not written.
func MinlexAll(ctx context.Context, forms, grids [][sudoku.Cells]uint8) error {
	return minlex.Forms(ctx, forms, grids)
}

// PatternMinlex returns the isomorph of g whose pattern of filled cells is least. In this order an empty cell comes
// before a filled cell. If several isomorphs have the least pattern, PatternMinlex returns the least of these
// isomorphs. Most puzzles take some microseconds. Patterns with more symmetries take longer, up to a second if nearly
// all cells are filled. The error is ctx.Err().
func PatternMinlex(ctx context.Context, g sudoku.Grid) (sudoku.Grid, Transformation, error) {
	v := g.Values()
	form, m, err := minlex.LeastPattern(ctx, &v)
	if err != nil {
		return sudoku.Grid{}, Transformation{}, err
	}
	return toGrid(form), Transformation{m}, nil
}

// leastFullForm is Minlex for a full grid without contradictions.
func leastFullForm(g sudoku.Grid) sudoku.Grid {
	v := g.Values()
	form, _ := minlex.LeastFullForm(&v)
	return toGrid(form)
}

// SolutionMinlex returns the image of a puzzle under the transformation that makes its solution least. If several
// transformations make the solution least, it returns the least image of the puzzle. Two puzzles with one solution each
// are isomorphs if and only if these forms are equal. SolutionMinlex takes a third of the time that Minlex takes for a
// puzzle, but returns another form. ok is false if solution is not full or has contradictions.
func SolutionMinlex(puzzle, solution sudoku.Grid) (form sudoku.Grid, t Transformation, ok bool) {
	if !solution.Solved() {
		return form, t, false
	}
	s, p := solution.Values(), puzzle.Values()
	_, maps := minlex.LeastFullForm(&s)
	for i := range maps {
		if f := toGrid(maps[i].Apply(&p)); i == 0 || f.Compare(form) < 0 {
			form, t = f, Transformation{maps[i]}
		}
	}
	return form, t, true
}

// SolutionMinlexAll writes the SolutionMinlex of puzzles[i] and solutions[i] to forms[i]. Solutions must be full and
// without contradictions. forms may be the same slice as puzzles or solutions.
func SolutionMinlexAll(forms, puzzles, solutions [][sudoku.Cells]uint8) {
	minlex.WriteFormsBySolution(forms, puzzles, solutions)
}

// Isomorphic returns a transformation from a to b, and true, if a and b are isomorphs.
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

func toGrid(v [sudoku.Cells]uint8) sudoku.Grid {
	g, err := sudoku.FromCells(v)
	if err != nil {
		panic("canon: " + err.Error())
	}
	return g
}
