package puzzle

import (
	"slices"
	"strings"
	"testing"
)

// For each kind, a line whose ends join must be a loop, according to the rules below. This must hold for the
// checker and for the engine. Otherwise it is refused for that reason.
func TestClosedLines(t *testing.T) {
	third := func(p *Puzzle, v int) int { return (v - p.Low) / (p.Values() / 3) }
	mirrored := func(p *Puzzle, v []int, holds func(a, b int) bool) bool {
		line := append(slices.Clone(v), v[0])
		for i := range line {
			if !holds(line[i], line[len(line)-1-i]) {
				return false
			}
		}
		return true
	}
	// v has the values around the loop, each once; at has their cells.
	around := func(v []int, n int, holds func(some []int) bool) bool {
		for i := range v {
			var some []int
			for k := range n {
				some = append(some, v[(i+k)%len(v)])
			}
			if !holds(some) {
				return false
			}
		}
		return true
	}
	rules := map[string]func(p *Puzzle, at, v []int) bool{
		"Whisper": func(_ *Puzzle, _, v []int) bool {
			return around(v, 2, func(x []int) bool { return x[0]-x[1] > 1 || x[1]-x[0] > 1 })
		},
		"Modular": func(_ *Puzzle, _, v []int) bool { return around(v, 2, func(x []int) bool { return x[0]%2 != x[1]%2 }) },
		"Entropic": func(p *Puzzle, _, v []int) bool {
			return around(v, 3, func(x []int) bool {
				return third(p, x[0]) != third(p, x[1]) && third(p, x[1]) != third(p, x[2]) && third(p, x[0]) != third(p, x[2])
			})
		},
		"Renban": func(_ *Puzzle, _, v []int) bool {
			s := slices.Sorted(slices.Values(v))
			return len(slices.Compact(slices.Clone(s))) == len(s) && s[len(s)-1]-s[0] == len(s)-1
		},
		"Nabner": func(_ *Puzzle, _, v []int) bool {
			s := slices.Sorted(slices.Values(v))
			for i := range s[1:] {
				if s[i+1]-s[i] < 2 {
					return false
				}
			}
			return true
		},
		"Palindrome": func(p *Puzzle, _, v []int) bool { return mirrored(p, v, func(a, b int) bool { return a == b }) },
		"RegionSumLine": func(p *Puzzle, at, v []int) bool {
			box := func(i int) int {
				c := at[(i+len(at))%len(at)]
				return c/p.Columns/p.Box.Rows*p.Columns + c%p.Columns/p.Box.Columns
			}
			start := 0
			for start < len(at) && box(start) == box(start-1) {
				start++
			}
			if start == len(at) {
				return true // the line is within one box
			}
			var sums []int
			for i := range at {
				if box(start+i) != box(start+i-1) {
					sums = append(sums, 0)
				}
				sums[len(sums)-1] += v[(start+i)%len(at)]
			}
			return slices.Min(sums) == slices.Max(sums)
		},
	}
	refused := []string{"Thermo", "SlowThermo", "Between", "Lockout"}
	as := []string{"DoubleArrow", "Arrow", "Zipper", "SumLine", "CountDistinct", "ValueIndexing", "Pair", "PairX", "Regex", "NFA", "PillArrow"} // kinds that name their ends, or a loop
	for _, k := range Kinds() {
		if k.Draw.Shape != ShapeLine || k.Form == FormChoice {
			continue
		}
		loops := [][]int{{0, 1, 5, 4}, {1, 2, 6, 5}, {5, 6, 10, 9}, {0, 1, 2, 6, 5, 4}, {2, 6, 5, 4, 0, 1}}
		for _, loop := range loops {
			p := New(4, 4)
			if k.Name == "Entropic" {
				p = New(3, 4)
				p.High, p.Box, loop = 6, Box{}, []int{0, 1, 2, 6, 5, 4}
			}
			c := Constraint{Kind: k.Name, Cells: append(slices.Clone(loop), loop[0])}
			if k.Form == FormNumber {
				c.Numbers = []int{2}
			}
			p.Constraints = []Constraint{c}
			rule, joined := rules[k.Name]
			switch {
			case slices.Contains(refused, k.Name):
				if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "its ends meet") {
					t.Errorf("%s: %v", k.Name, err)
				}
				continue
			case slices.Contains(as, k.Name):
				continue
			case !joined:
				t.Errorf("%s: say what a line means whose ends join: by the field closed of its row, and in rules, refused or as of this test", k.Name)
				continue
			}
			if err := p.Validate(); err != nil {
				t.Errorf("%s round %v: %v", k.Name, loop, err)
				continue
			}
			plain := *p
			plain.Constraints = nil
			want := 0
			if k.Name == "Entropic" { // there are too many grids, so try only fillings of the line's cells
				p.Rows, p.Columns, p.Free = 2, 3, true
				p.Constraints[0].Cells = []int{0, 1, 2, 5, 4, 3, 0}
				loop, plain = []int{0, 1, 2, 5, 4, 3}, *p
				plain.Constraints = nil
			}
			check := p.fullChecker()
			for _, g := range permittedGrids(&plain) {
				holds := rule(p, loop, (grid{p, g}).valuesAt(loop))
				if broken := check(g); holds != (len(broken) == 0) {
					t.Fatalf("%s round %v of %v: the rule holds: %v, but broken is %v", k.Name, loop, g, holds, broken)
				}
				if holds {
					want++
				}
			}
			got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20})
			if unlessContradiction(err) != nil || int(got.N) != want {
				t.Errorf("%s round %v: %d solutions, %v; want %d", k.Name, loop, got.N, err, want)
			}
		}
	}
}
