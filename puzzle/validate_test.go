package puzzle

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/soak"
)

// If a constraint is refused because no grid can satisfy it, then no grid satisfies it.
func TestImpossibleArguments(t *testing.T) {
	small := smallBoards()
	all := make([][][]int, len(small))
	for i, p := range small {
		all[i] = permittedGrids(p)
	}
	for _, k := range Kinds() {
		if k.possible == nil {
			continue
		}
		refused := 0
		for seed := range soak.Pick(uint64(60), 150) {
			r := rand.New(rand.NewPCG(seed, 9))
			i := r.IntN(len(small))
			p := *small[i]
			c := randomArguments(r, &p, k)
			if len(c.Numbers) == 1 {
				c.Numbers[0] = r.IntN(5*p.High+4) - 3
			}
			if p.constraintError(&c, 0) != nil || k.possible(&p, &c) == nil {
				continue
			}
			refused++
			p.Constraints = []Constraint{c}
			check := p.fullChecker()
			for _, g := range all[i] {
				if len(check(g)) == 0 {
					t.Fatalf("%d×%d, %d to %d: %+v is refused, but %v keeps it", p.Rows, p.Columns, p.Low, p.High, c, g)
				}
			}
		}
		t.Logf("%s: %d refused", k.Name, refused)
	}
}

// Invalid arguments are reported before any search.
func TestSenselessArguments(t *testing.T) {
	row := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	for _, test := range []struct {
		c    Constraint
		want string
	}{
		{Constraint{Kind: "Odd", Cells: []int{0}, Numbers: []int{5}}, "Odd cells at r1c1: this kind does not use “numbers”; leave it out"},
		{Constraint{Kind: "Windoku", Cells: []int{0}}, "Windoku at r1c1: this kind does not use “cells”; leave it out"},
		{Constraint{Kind: "Thermo", Cells: []int{0, 1}, Sets: [][]int{{5, 6}}}, "Thermometer at r1c1 r1c2: this kind does not use “sets”; leave it out"},
		{Constraint{Kind: "Renban", Cells: []int{0, 1}, Text: "x"}, "this kind does not use “text”; leave it out"},
		{Constraint{Kind: "Cage", Cells: []int{0, 1}, Numbers: []int{3}, Parts: []Constraint{{Kind: "AntiKing"}}}, "this kind does not use “parts”; leave it out"},
		{Constraint{Kind: "Diagonal", Numbers: []int{1, -1}}, "Diagonal: 2 numbers; only one is allowed"},
		{Constraint{Kind: "Cage", Cells: []int{0, 1}, Numbers: []int{3, 4}}, "2 numbers; only one is allowed"},
		{Constraint{Kind: "Cage", Cells: row, Numbers: []int{46}}, "9 cells cannot add up to 46"},
		{Constraint{Kind: "Difference", Cells: []int{0, 1}, Numbers: []int{9}}, "values cannot differ by 9, only by 8 at most"},
		{Constraint{Kind: "Difference", Cells: []int{0, 1}, Numbers: []int{-1}}, "values cannot differ by -1"},
		{Constraint{Kind: "Whisper", Cells: []int{0, 1}, Numbers: []int{-1}}, "values cannot differ by -1"},
		{Constraint{Kind: "Lockout", Cells: []int{0, 1, 2}, Numbers: []int{9}}, "values cannot differ by 9"},
		{Constraint{Kind: "StrictDifference", Numbers: []int{1, 9}}, "values cannot differ by 9"},
		{Constraint{Kind: "Ratio", Cells: []int{0, 1}, Numbers: []int{0}}, "no value is 0 times another"},
		{Constraint{Kind: "Ratio", Cells: []int{0, 1}, Numbers: []int{10}}, "no value is 10 times another"},
		{Constraint{Kind: "StrictRatio", Numbers: []int{12}}, "no value is 12 times another"},
		{Constraint{Kind: "Lunchbox", Cells: []int{0, 1}, Numbers: []int{7}}, "the values between the least and the greatest value cannot add up to 7"},
		{Constraint{Kind: "Sandwich", Cells: row, Numbers: []int{36}}, "cannot add up to 36"},
		{Constraint{Kind: "Sandwich", Cells: row, Numbers: []int{1}}, "cannot add up to 1"},
		{Constraint{Kind: "XSum", Cells: row, Numbers: []int{46}}, "the first cells cannot add up to 46"},
		{Constraint{Kind: "XSum", Cells: row, Numbers: []int{2}}, "the first cells cannot add up to 2"},
		{Constraint{Kind: "HiddenSkyscraper", Cells: row, Numbers: []int{9}}, "no higher value can hide 9, the highest"},
		{Constraint{Kind: "SumLine", Cells: []int{0, 1, 2}, Numbers: []int{28}}, "3 cells cannot add up to 28"},
		{Constraint{Kind: "SumLine", Cells: []int{0, 1, 2}, Numbers: []int{10}, Text: "ring"}, "“ring” is none of loop"},
		{Constraint{Kind: "Pair", Cells: []int{0, 1}}, "Pairs by a table at r1c1 r1c2: its text is missing"},
		{Constraint{Kind: "PairX", Cells: []int{0, 1}}, "its text is missing"},
		{Constraint{Kind: "Regex", Cells: []int{0, 1}}, "its text is missing"},
		{Constraint{Kind: "NFA", Sets: [][]int{{0, 1}}}, "its text is missing"},
		{Constraint{Kind: "Clone", Sets: [][]int{{0, 1}, {}}}, "Clone: one of its sets has no cells"},
		{Constraint{Kind: "NFA", Sets: [][]int{{}, {}}, Text: "A"}, "0 cells or sets; at least 1 are needed"},
		{Constraint{Kind: "ConnectedValues", Numbers: []int{1}}, "its numbers must be the number of cells (0: any number) and then the values"},
		{Constraint{Kind: "ConnectedValues", Numbers: []int{82, 1}}, "82 cells; the number must be from 0 to 81"},
		{Constraint{Kind: "ConnectedValues", Numbers: []int{0, 10}}, "10 is not a value of this cell; it can hold 1 to 9"},
	} {
		p := New(9, 9)
		p.Constraints = []Constraint{{Kind: "AntiKnight"}, test.c}
		wrong := p.firstFault()
		if wrong == nil || !strings.Contains(wrong.Error(), test.want) || wrong.Constraint != 1 {
			t.Errorf("%+v: %v; want %q", test.c, wrong, test.want)
		}
	}
	four := New(4, 4)
	four.Constraints = []Constraint{{Kind: "X", Cells: []int{0, 1}}}
	if err := four.Contradiction(); err == nil || err.Error() != "X at r1c1 r1c2: 2 cells cannot add up to 10; their sum is 2 to 8" {
		t.Errorf("an X on a board of four values: %v", err)
	}
	// An impossible clue within an Or is no error.
	four.Constraints = []Constraint{{Kind: "Or", Parts: []Constraint{{Kind: "X", Cells: []int{0, 1}}, {Kind: "Thermo", Cells: []int{0, 1}}}}}
	if err := four.firstFault(); err != nil {
		t.Error(err)
	}
	zero := New(1, 2)
	zero.Low, zero.High, zero.Constraints = 0, 3, []Constraint{{Kind: "CageAmong", Cells: []int{0}, Numbers: []int{0, 10}}}
	if err := zero.Contradiction(); err != nil { // the sum 0 of a cell with the value 0
		t.Error(err)
	}
	large := New(64, 64)
	large.Constraints = []Constraint{{Kind: "CountingCircles", Cells: slices.Repeat([]int{0}, 0)}}
	for cell := range 64 {
		large.Constraints[0].Cells = append(large.Constraints[0].Cells, cell*65)
	}
	if err := large.Validate(); err == nil || !strings.Contains(err.Error(), "64 cells; at most 63 are allowed") {
		t.Errorf("64 circles on a board of 64 values: %v", err)
	}
}

// A puzzle that is contradictory without a search has no solution, whatever its cells. This includes
// constraints on cells beside the board with greater values.
func TestContradictionIsSound(t *testing.T) {
	contradictions := map[string]int{}
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 11))
		p := &Puzzle{Rows: 2, Columns: 2, Low: r.IntN(2), High: 2, Groups: []Group{{Name: "VA", Count: 2, High: 2 + r.IntN(3)}}}
		p.High += p.Low
		p.Groups[0].High += p.Low
		for range r.IntN(3) {
			cell := r.IntN(p.Cells())
			g := Given{Cell: cell, Values: []int{}}
			for v := range p.ValuesOf(cell) {
				if r.IntN(2) == 0 {
					g.Values = append(g.Values, v)
				}
			}
			p.Givens = append(p.Givens, g)
		}
		k := table[r.IntN(len(table))]
		c := randomArguments(r, p, k)
		for i := range c.Cells {
			if k.Form == FormCells || k.Form == FormNumber || k.Form == FormValues || k.Form == FormDiagonal {
				c.Cells[i] = r.IntN(p.Cells())
			}
		}
		if r.IntN(3) > 0 {
			c.Cells = c.Cells[:min(len(c.Cells), 1+r.IntN(4))]
		}
		for i := range c.Numbers {
			c.Numbers[i] = r.IntN(30) - 4
		}
		if p.Constraints = []Constraint{c}; p.Validate() != nil {
			continue
		}
		wrong := p.Contradiction()
		if wrong == nil {
			continue
		}
		contradictions[k.Name]++
		values, check := make([]int, p.Cells()), p.fullChecker()
		var fill func(cell int)
		fill = func(cell int) {
			if cell == len(values) {
				if len(check(values)) == 0 {
					t.Fatalf("%+v: %v, but %v keeps it", p, wrong, values)
				}
				return
			}
			for v := range p.ValuesOf(cell) {
				values[cell] = v
				fill(cell + 1)
			}
		}
		fill(0)
		if found, err := p.Search(t.Context(), Limits{}); found.N != 0 || !found.Exact || unlessContradiction(err) != nil || err == nil {
			t.Fatalf("%+v: %v, but the count is %+v, %v", p, wrong, found, err)
		}
	}
	if len(contradictions) < 20 {
		t.Errorf("contradictions of %v", contradictions)
	}
}

// TestInvalidScored checks that a search for scores refuses an invalid puzzle and weights for another board.
func TestInvalidScored(t *testing.T) {
	for _, p := range []*Puzzle{{Rows: 1 << 40, Columns: 3}, New(4, 4)} {
		var wrong *Error
		if _, err := p.SearchScored(t.Context(), []int64{1, 2}, 0, Limits{}); !errors.As(err, &wrong) {
			t.Errorf("%d rows: %v", p.Rows, err)
		}
	}
}

// TestUnknownKindMarks checks that a constraint of an unknown kind is not about unmarked cells.
func TestUnknownKindMarks(t *testing.T) {
	if (&Constraint{}).AboutUnmarked() {
		t.Error("the zero constraint is about unmarked cells")
	}
}
