package puzzle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// valued is a 4×4 board whose cells have digits and values.
type valued struct{ digit, value [16]int }

// eachValued calls with for each filled 4×4 board of 2×2 boxes. The board's values are its digits after the
// factors. If free is set, each factor is used in one cell of every row, column and box, and these cells have
// different digits. Otherwise fixed has the factor of each cell. It knows nothing of kinds.
func eachValued(factors []int, free bool, fixed [16]int, with func(b *valued)) {
	var b valued
	sees := func(i, j int) bool {
		return i/4 == j/4 || i%4 == j%4 || i/8 == j/8 && i%4/2 == j%4/2
	}
	var place func(factor, row int, at []int)
	place = func(factor, row int, at []int) {
		if factor == len(factors) {
			with(&b)
			return
		}
		if row == 4 {
			for _, cell := range at {
				b.value[cell] = factors[factor] * b.digit[cell]
			}
			place(factor+1, 0, nil)
			for _, cell := range at {
				b.value[cell] = b.digit[cell]
			}
			return
		}
		for cell := 4 * row; cell < 4*row+4; cell++ {
			if b.value[cell] != b.digit[cell] || slices.ContainsFunc(at, func(other int) bool { return sees(cell, other) || b.digit[cell] == b.digit[other] }) {
				continue
			}
			place(factor, row+1, append(at[:len(at):len(at)], cell))
		}
	}
	var fill func(cell int)
	fill = func(cell int) {
		if cell == 16 {
			if b.value = b.digit; !free {
				for i, f := range fixed {
					b.value[i] *= f
				}
				with(&b)
				return
			}
			place(0, 0, nil)
			return
		}
	digits:
		for v := 1; v <= 4; v++ {
			for other := range cell {
				if sees(cell, other) && b.digit[other] == v {
					continue digits
				}
			}
			b.digit[cell] = v
			fill(cell + 1)
		}
	}
	fill(0)
}

func (b *valued) sumOfValues(cells ...int) (sum int) {
	for _, cell := range cells {
		sum += b.value[cell]
	}
	return sum
}

func (b *valued) areDistinct(cells ...int) bool {
	seen := map[int]bool{}
	for _, cell := range cells {
		if seen[b.digit[cell]] {
			return false
		}
		seen[b.digit[cell]] = true
	}
	return true
}

// From all boards and all places of the factors, the engine and the checkers keep the same ones.
func TestValues(t *testing.T) {
	row := []int{4, 5, 6, 7}
	cells := []int{1, 4, 5, 9} // a path within the board
	rising := func(of func(b *valued) [16]int) func(b *valued) bool {
		return func(b *valued) bool {
			v := of(b)
			return v[1] < v[4] && v[4] < v[5] && v[5] < v[9]
		}
	}
	digits, values := func(b *valued) [16]int { return b.digit }, func(b *valued) [16]int { return b.value }
	apart := func(x, y int) int { return max(x-y, y-x) }
	for _, test := range []struct {
		c     Constraint
		lines bool
		holds func(b *valued) bool
	}{
		{Constraint{Kind: "Cage", Numbers: []int{14}, Cells: []int{0, 1, 4, 5}}, false, func(b *valued) bool { return b.sumOfValues(0, 1, 4, 5) == 14 }},
		{Constraint{Kind: "Cage", Numbers: []int{7}, Cells: []int{2, 5, 8}}, false, func(b *valued) bool { return b.sumOfValues(2, 5, 8) == 7 && b.areDistinct(2, 5, 8) }},
		{Constraint{Kind: "Cage", Numbers: []int{0}, Cells: []int{2, 5, 8}}, false, func(b *valued) bool { return b.areDistinct(2, 5, 8) }},
		{Constraint{Kind: "CageAmong", Numbers: []int{6, 9}, Cells: []int{2, 5, 8}}, false, func(b *valued) bool { n := b.sumOfValues(2, 5, 8); return (n == 6 || n == 9) && b.areDistinct(2, 5, 8) }},
		{Constraint{Kind: "SumAmong", Numbers: []int{5, 8, 9}, Cells: []int{0, 5, 10}}, false, func(b *valued) bool { n := b.sumOfValues(0, 5, 10); return n == 5 || n == 8 || n == 9 }},
		{Constraint{Kind: "Sum", Numbers: []int{3, 1, 2, -1}, Cells: []int{0, 5, 10}}, false, func(b *valued) bool { return b.value[0]+2*b.value[5]-b.value[10] == 3 }},
		{Constraint{Kind: "DifferentSums", Sets: [][]int{{0, 1}, {6, 7, 11}, {12}}}, false, func(b *valued) bool {
			x, y, z := b.sumOfValues(0, 1), b.sumOfValues(6, 7, 11), b.sumOfValues(12)
			return x != y && y != z && x != z
		}},
		{Constraint{Kind: "Arrow", Cells: []int{9, 6, 3}}, false, func(b *valued) bool { return b.value[9] == b.sumOfValues(6, 3) }},
		{Constraint{Kind: "DoubleArrow", Cells: []int{9, 6, 2, 3, 0}}, false, func(b *valued) bool { return b.sumOfValues(9, 0) == b.sumOfValues(6, 2, 3) }},
		{Constraint{Kind: "Zipper", Cells: []int{0, 1, 5, 6, 10}}, false, func(b *valued) bool {
			return b.sumOfValues(0, 10) == b.sumOfValues(5) && b.sumOfValues(1, 6) == b.sumOfValues(5)
		}},
		{Constraint{Kind: "Zipper", Cells: []int{0, 1, 5, 6}}, false, func(b *valued) bool { return b.sumOfValues(0, 6) == b.sumOfValues(1, 5) }},
		{Constraint{Kind: "EqualSum", Sets: [][]int{{0, 1}, {6, 7}, {12}}}, false, func(b *valued) bool {
			return b.sumOfValues(0, 1) == b.sumOfValues(6, 7) && b.sumOfValues(6, 7) == b.sumOfValues(12)
		}},
		{Constraint{Kind: "RegionSumLine", Cells: []int{0, 1, 2, 6, 10}}, false, func(b *valued) bool {
			return b.sumOfValues(0, 1) == b.sumOfValues(2, 6) && b.sumOfValues(2, 6) == b.sumOfValues(10)
		}},
		{Constraint{Kind: "SumLine", Numbers: []int{5}, Cells: cells}, false, func(b *valued) bool {
			part := 0
			for _, cell := range cells {
				if part += b.value[cell]; part == 5 {
					part = 0
				} else if part > 5 {
					return false
				}
			}
			return part == 0
		}},
		{Constraint{Kind: "X", Cells: []int{0, 1}}, false, func(b *valued) bool { return b.sumOfValues(0, 1) == 10 }},
		{Constraint{Kind: "V", Cells: []int{0, 4, 5}}, false, func(b *valued) bool { return b.sumOfValues(0, 4) == 5 && b.sumOfValues(4, 5) == 5 }},
		{Constraint{Kind: "LittleKiller", Numbers: []int{9}, Cells: []int{1, 6, 11}}, false, func(b *valued) bool { return b.sumOfValues(1, 6, 11) == 9 }},
		{Constraint{Kind: "XSum", Numbers: []int{8}, Cells: row}, false, func(b *valued) bool { return b.sumOfValues(row[:b.digit[4]]...) == 8 }},
		{Constraint{Kind: "Sandwich", Numbers: []int{5}, Cells: row}, false, func(b *valued) bool {
			one, four := slices.Index(b.digit[4:8], 1), slices.Index(b.digit[4:8], 4)
			return b.sumOfValues(row[min(one, four)+1:max(one, four)]...) == 5
		}},
		{Constraint{Kind: "Sandwich", Numbers: []int{0}, Cells: row}, false, func(b *valued) bool {
			one, four := slices.Index(b.digit[4:8], 1), slices.Index(b.digit[4:8], 4)
			return b.sumOfValues(row[min(one, four)+1:max(one, four)]...) == 0
		}},
		{Constraint{Kind: "Thermo", Cells: cells}, false, rising(digits)},
		{Constraint{Kind: "Thermo", Cells: cells}, true, rising(values)},
		{Constraint{Kind: "SlowThermo", Cells: []int{0, 5, 10}}, true, func(b *valued) bool { return b.value[0] <= b.value[5] && b.value[5] <= b.value[10] }},
		{Constraint{Kind: "Whisper", Numbers: []int{3}, Cells: []int{0, 1, 5}}, true, func(b *valued) bool { return apart(b.value[0], b.value[1]) >= 3 && apart(b.value[1], b.value[5]) >= 3 }},
		{Constraint{Kind: "Palindrome", Cells: []int{0, 5, 10}}, true, func(b *valued) bool { return b.value[0] == b.value[10] }},
		{Constraint{Kind: "GreaterThan", Cells: []int{0, 1}}, true, func(b *valued) bool { return b.value[0] > b.value[1] }},
		{Constraint{Kind: "Difference", Numbers: []int{4}, Cells: []int{0, 1}}, true, func(b *valued) bool { return apart(b.value[0], b.value[1]) == 4 }},
		{Constraint{Kind: "WhiteDot", Cells: []int{0, 1}}, true, func(b *valued) bool { return apart(b.value[0], b.value[1]) == 1 }},
		{Constraint{Kind: "BlackDot", Cells: []int{0, 1}}, true, func(b *valued) bool { return b.value[0] == 2*b.value[1] || b.value[1] == 2*b.value[0] }},
		{Constraint{Kind: "Ratio", Numbers: []int{3}, Cells: []int{0, 1}}, true, func(b *valued) bool { return b.value[0] == 3*b.value[1] || b.value[1] == 3*b.value[0] }},
		{Constraint{Kind: "Or", Parts: []Constraint{{Kind: "Cage", Numbers: []int{9}, Cells: []int{0, 1}}, {Kind: "Arrow", Cells: []int{9, 6, 3}}}}, false, func(b *valued) bool { return b.sumOfValues(0, 1) == 9 || b.value[9] == b.sumOfValues(6, 3) }},
		{Constraint{Kind: "Replicate", Cells: []int{0, 2, 10}, Parts: []Constraint{{Kind: "Sum", Numbers: []int{6}, Cells: []int{0, 1}}}}, false, func(b *valued) bool { return b.sumOfValues(2, 3) == 6 && b.sumOfValues(10, 11) == 6 }},
	} {
		text := ""
		if test.lines {
			text = lines
		}
		var fixed [16]int
		for i := range fixed {
			fixed[i] = 1
		}
		for _, cell := range []int{0, 6, 9} {
			fixed[cell] = 2
		}
		for _, cell := range []int{3, 5} {
			fixed[cell] = 3
		}
		nothing, negative := fixed, fixed
		for _, cell := range []int{3, 5} {
			nothing[cell], negative[cell] = 0, -1
		}
		for _, way := range []struct {
			rules   []Constraint
			factors []int
			fixed   [16]int
		}{
			{[]Constraint{{Kind: "Doublers", Text: text}}, []int{2}, fixed},
			{[]Constraint{{Kind: "Doublers", Numbers: []int{3}, Text: text}}, []int{3}, fixed},
			{[]Constraint{{Kind: "Doublers", Numbers: []int{2, 0}, Text: text}}, []int{2, 0}, fixed},
			{[]Constraint{{Kind: "Multipliers", Numbers: []int{2}, Cells: []int{0, 6, 9}, Text: text}, {Kind: "Multipliers", Numbers: []int{3}, Cells: []int{3, 5}}}, nil, fixed},
			{[]Constraint{{Kind: "Multipliers", Numbers: []int{2}, Cells: []int{0, 6, 9}, Text: text}, {Kind: "Multipliers", Numbers: []int{0}, Cells: []int{3, 5}}}, nil, nothing},
			{[]Constraint{{Kind: "Doublers", Numbers: []int{-1}, Text: text}}, []int{-1}, fixed},
			{[]Constraint{{Kind: "Multipliers", Numbers: []int{2}, Cells: []int{0, 6, 9}, Text: text}, {Kind: "Multipliers", Numbers: []int{-1}, Cells: []int{3, 5}}}, nil, negative},
		} {
			p := New(4, 4)
			p.Constraints = append(slices.Clone(way.rules), test.c)
			for _, c := range way.rules {
				p.AddGroupsOf(c.Kind, c.Numbers)
			}
			name := fmt.Sprint(p.Constraints)
			if err := p.Validate(); err != nil {
				if w, _ := p.findValueCells(); w.plus == 0 {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			want := 0
			var some *valued
			eachValued(way.factors, way.factors != nil, way.fixed, func(b *valued) {
				if test.holds(b) {
					if want++; want == 3 || some == nil {
						some = new(valued)
						*some = *b
					}
				}
			})
			got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20, Keep: 1 << 20})
			if err != nil && !errors.As(err, new(*ContradictionError)) || int(got.N) != want {
				t.Errorf("%s: %d solutions, %v; want %d", name, got.N, err, want)
				continue
			}
			w, _ := p.findValueCells()
			check, r := p.fullChecker(), rand.New(rand.NewPCG(1, 1))
			for range min(want, 20) {
				s := slices.Clone(got.Solutions[r.IntN(len(got.Solutions))])
				if broken := check(s); broken != nil {
					t.Fatalf("%s: the checkers refuse %v: %v", name, s, broken)
				}
				if early, err := p.Conflicts(s[:16]); err != nil || len(early) > 0 {
					t.Fatalf("%s: conflicts of digits alone: %v, %v", name, early, err)
				}
				s[r.IntN(32)] = 1 + r.IntN(4)
				var b valued
				for i := range b.digit {
					b.digit[i], b.value[i] = s[i], s[16+i]-w.plus
				}
				right := slices.ContainsFunc(got.Solutions, func(other []int) bool { return slices.Equal(other, s) })
				if right != (check(s) == nil) {
					t.Fatalf("%s: the checkers say %v of %v", name, check(s), s)
				}
			}
			if some != nil {
				s := slices.Concat(some.digit[:], some.value[:])
				for i := range 16 {
					s[16+i] += w.plus
				}
				if broken := check(s); broken != nil {
					t.Errorf("%s: the checkers refuse %v: %v", name, s, broken)
				}
			}
		}
	}
}
