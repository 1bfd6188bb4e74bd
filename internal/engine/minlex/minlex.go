// Package minlex finds the canonical form of a grid: the least of its isomorphs, read row by row, where an empty cell
// comes before 1. It handles full grids and puzzles. For puzzles with a known solution, WriteFormsBySolution finds
// another form, in less time. Grids are [81]uint8, row by row, 0 for empty. docs/CANON.md explains the method; package
// canon is the public API.
//
//	Map        a transformation of grids               minlex.go
//	LeastForm  the form of any grid, and every Map     minlex.go
//	full       full grids: by the classes of bands     full.go, bands.go
//	puzzle     puzzles: row by row, all ties kept      puzzle.go
//	plain      grids with contradictions: all orders   plain.go
//
// Forms uses vectors: AVX-512 for full grids and puzzles, AVX2 for puzzles. vector_amd64.go and vector_puzzle_amd64.go
// have the tables; _asm generates the code.
//
// It must not import anything of this module.
package minlex

import (
	"bytes"
	"context"
	"sync"
)

// Map is a transformation of grids. If Transposed is set, the old grid is transposed first. The cell in row r and
// column c of the new grid is Digits[d], where d is the old grid's digit in row Rows[r] and column Columns[c].
// Digits[0] is 0.
type Map struct {
	Transposed    bool
	Rows, Columns [9]uint8
	Digits        [10]uint8
}

// Apply returns the image of g under m. The values of g must be at most 9.
func (m *Map) Apply(g *[81]uint8) (to [81]uint8) {
	down, along := m.distances()
	for r, from := range m.Rows {
		for c, column := range m.Columns {
			to[9*r+c] = m.Digits[g[down*int(from)+along*int(column)]]
		}
	}
	return to
}

// distances returns the distances, in cells of the old grid, between successive rows and between successive columns of
// the grid that m takes: the old grid, or the transposed one.
func (m *Map) distances() (down, along int) {
	if m.Transposed {
		return 1, 9
	}
	return 9, 1
}

var works = sync.Pool{New: func() any { return new(puzzle) }}

// LeastForm returns the form of g and the maps from g to the form. The values of g must be at most 9. If several maps
// differ only in the order of equal lines or stacks, or in the labels of digits that g lacks, maps contains one of
// them. The error is ctx.Err(); for a full grid without contradictions it is nil.
func LeastForm(ctx context.Context, g *[81]uint8) (form [81]uint8, maps []Map, err error) {
	p := works.Get().(*puzzle)
	defer works.Put(p)
	switch p.loadAndClassify(g) {
	case fullGrid:
		writeLeastFullForm(g, &form, &maps)
	case properPuzzle:
		var nodes []node
		if nodes, err = p.search(ctx, &form, unlabeled); err == nil {
			maps = p.mapsOf(nodes)
		}
	default:
		err = findLeastByTrial(ctx, g, &form, &maps)
	}
	return form, maps, err
}

// LeastFullForm is LeastForm for a full grid without contradictions. It takes half a microsecond.
func LeastFullForm(g *[81]uint8) (form [81]uint8, maps []Map) {
	writeLeastFullForm(g, &form, &maps)
	return form, maps
}

// Forms writes the form of grids[i] to forms[i]. The values of grids must be at most 9. forms must be as long as grids,
// and may be the same slice. If the error is not nil, it is ctx.Err(), and some forms are not written.
func Forms(ctx context.Context, forms, grids [][81]uint8) error {
	p := works.Get().(*puzzle)
	defer works.Put(p)
	full, puzzles := fullFormsVectorFunc(), puzzleFormsVectorFunc()
	var found [64]mapChoice
	for i := 0; i < len(grids); {
		n := 0
		if bytes.IndexByte(grids[i][:], 0) < 0 {
			if full != nil {
				n = min(len(found), len(grids)-i)
				n = full(forms[i:i+n], grids[i:i+n], found[:n])
			}
		} else if puzzles != nil {
			n = puzzles(forms[i:], grids[i:])
		}
		if i += n; n > 0 {
			continue
		}
		g := grids[i]
		var err error
		switch p.loadAndClassify(&g) {
		case fullGrid:
			writeLeastFullForm(&g, &forms[i], nil)
		case properPuzzle:
			_, err = p.search(ctx, &forms[i], unlabeled)
		default:
			err = findLeastByTrial(ctx, &g, &forms[i], nil)
		}
		if err != nil {
			return err
		}
		i++
	}
	return nil
}

var only string // the name passed to SelectKernel

// SelectKernel selects the kernel with this name, avx512 or avx2, if the machine can run it. Any other name selects
// plain Go. It must be called before any form is computed.
func SelectKernel(name string) { only = name }

func isKernelAllowed(name string) bool { return only == "" || only == name }

type kind uint8

const (
	fullGrid kind = iota
	properPuzzle
	contradictory
)

const tooHigh = "minlex: a value above 9"

// loadAndClassify decides whether g is full, a puzzle, or a grid with contradictions, and loads a puzzle into p. It
// panics if a value is above 9.
func (p *puzzle) loadAndClassify(g *[81]uint8) kind {
	if bytes.IndexByte(g[:], 0) >= 0 {
		if p.loadGrid(g) {
			return properPuzzle
		}
		return contradictory
	}
	var columns, boxes [9]uint16
	all := uint16(1<<10 - 2)
	for r := range 9 {
		row := uint16(0)
		for c, d := range g[9*r : 9*r+9] {
			if d > 9 {
				panic(tooHigh)
			}
			b := uint16(1) << (d & 15)
			row |= b
			columns[c%9] |= b
			boxes[r/3*3+c%9/3] |= b
		}
		all &= row
	}
	for i := range columns {
		all &= columns[i] & boxes[i]
	}
	if all != 1<<10-2 {
		return contradictory
	}
	return fullGrid
}

// orders holds the six permutations of 0, 1 and 2.
var orders = [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
