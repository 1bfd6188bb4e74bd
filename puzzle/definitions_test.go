package puzzle

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// For some kinds, the checker and the engine share code that lists cells, or the classes of values. So this file states
// these rules once more, from their definitions. It shares no code with either, and does not care about speed.

// twoCells is a pair of cells of a full grid. Both are the same cell for a rule about single cells.
type twoCells struct {
	of             *Constraint
	size           int    // the number of rows
	r1, c1, r2, c2 int    // the two cells, counted from 0
	dr, dc         int    // their distances
	v, w           int    // their values
	listed         bool   // the constraint names both
	repeated       bool   // two different cells have the same value
	move           [2]int // the lesser and the greater distance
}

// pairDefinitions tells whether two cells break a rule that is about pairs, or about single cells.
var pairDefinitions = map[string]func(x twoCells) bool{
	"AllDifferent": func(x twoCells) bool { return x.listed && x.repeated },
	"ExtraRegion":  func(x twoCells) bool { return x.listed && x.repeated },
	"Diagonal": func(x twoCells) bool {
		if x.of.Numbers[0] == 1 {
			return x.repeated && x.r1+x.c1 == x.size-1 && x.r2+x.c2 == x.size-1
		}
		return x.repeated && x.r1 == x.c1 && x.r2 == x.c2
	},
	"Windoku": func(x twoCells) bool {
		windows := map[int][]string{
			4: {"....", ".aa.", ".aa.", "...."},
			6: {"......", ".aaa..", ".aaa..", "......", "......", "......"},
			9: {
				".........", ".aaa.bbb.", ".aaa.bbb.", ".aaa.bbb.", ".........", ".ccc.ddd.", ".ccc.ddd.", ".ccc.ddd.", ".........",
			},
		}[x.size]
		window := windows[x.r1][x.c1]
		return x.repeated && window != '.' && window == windows[x.r2][x.c2]
	},
	"DisjointSets": func(x twoCells) bool {
		box := map[int]Box{2: {2, 2}, 4: {2, 2}, 6: {2, 3}, 9: {3, 3}}[x.size] // 2×4 or square
		place := x.r1%box.Rows*box.Columns + x.c1%box.Columns + 1
		return x.repeated && x.r1%box.Rows == x.r2%box.Rows && x.c1%box.Columns == x.c2%box.Columns &&
			(len(x.of.Numbers) == 0 || slices.Contains(x.of.Numbers, place))
	},
	"AntiKnight": func(x twoCells) bool { return x.repeated && x.move == [2]int{1, 2} },
	"AntiKing":   func(x twoCells) bool { return x.repeated && x.move == [2]int{1, 1} },
	"AntiMove": func(x twoCells) bool {
		values := strings.Fields(x.of.Text)
		for i := 0; i < len(x.of.Numbers); i += 2 {
			move := [2]int{min(x.of.Numbers[i], x.of.Numbers[i+1]), max(x.of.Numbers[i], x.of.Numbers[i+1])}
			if x.repeated && x.move == move && (len(values) == 0 || slices.Contains(values, strconv.Itoa(x.v))) {
				return true
			}
		}
		return false
	},
	"AntiTaxicab":     func(x twoCells) bool { return x.repeated && x.dr+x.dc == x.v },
	"AntiConsecutive": func(x twoCells) bool { return x.dr+x.dc == 1 && (x.v == x.w+1 || x.w == x.v+1) },
	"Odd":             func(x twoCells) bool { return x.listed && x.dr+x.dc == 0 && x.v%2 == 0 },
	"Even":            func(x twoCells) bool { return x.listed && x.dr+x.dc == 0 && x.v%2 == 1 },
	"X":               func(x twoCells) bool { return x.listed && x.dr+x.dc == 1 && x.v+x.w != 10 },
	"V":               func(x twoCells) bool { return x.listed && x.dr+x.dc == 1 && x.v+x.w != 5 },
}

// brokenByPairs returns the cells of the pairs that break a constraint, in ascending order.
func brokenByPairs(p *Puzzle, c *Constraint, values []int) (broken []int) {
	distance := func(a, b int) int { return max(a-b, b-a) }
	for a := range p.BoardCells() {
		for b := range a + 1 {
			x := twoCells{of: c, size: p.Rows, r1: b / p.Columns, c1: b % p.Columns, r2: a / p.Columns, c2: a % p.Columns, v: values[b], w: values[a]}
			x.dr, x.dc = distance(x.r1, x.r2), distance(x.c1, x.c2)
			x.move = [2]int{min(x.dr, x.dc), max(x.dr, x.dc)}
			x.listed = slices.Contains(c.Cells, a) && slices.Contains(c.Cells, b)
			x.repeated = a != b && x.v == x.w
			if slices.Contains(p.Holes, a) || slices.Contains(p.Holes, b) || values[a] == Empty || values[b] == Empty {
				continue
			}
			if pairDefinitions[c.Kind](x) {
				broken = append(broken, a, b)
			}
		}
	}
	slices.Sort(broken)
	return slices.Compact(broken)
}

// wholeDefinitions returns, for a rule that is not about pairs, a function that tells whether a full grid satisfies it.
var wholeDefinitions = map[string]func(p *Puzzle, c *Constraint) func(values []int) bool{
	"GlobalEntropy": squaresWith(func(p *Puzzle, v int) int { return (v - p.Low) / ((p.High - p.Low + 1) / 3) }),
	"GlobalMod":     squaresWith(func(p *Puzzle, v int) int { return v % 3 }),
	"Entropic": successive(func(p *Puzzle, c *Constraint) (int, int) { return 3, (p.High - p.Low + 1) / 3 }, func(p *Puzzle, part, v int) int {
		return (v - p.Low) / part
	}),
	"Modular": successive(func(p *Puzzle, c *Constraint) (int, int) { return c.Numbers[0], c.Numbers[0] }, func(p *Puzzle, n, v int) int {
		return v % n
	}),
	"Cage": listed(func(c *Constraint, values []int, sum int) bool {
		return (c.Numbers[0] == 0 || sum == c.Numbers[0]) && differ(values)
	}),
	"CageAmong": listed(func(c *Constraint, values []int, sum int) bool {
		return slices.Contains(c.Numbers, sum) && differ(values)
	}),
	"SumAmong":     listed(func(c *Constraint, values []int, sum int) bool { return slices.Contains(c.Numbers, sum) }),
	"LittleKiller": listed(func(c *Constraint, values []int, sum int) bool { return sum == c.Numbers[0] }),
	"Renban": listed(func(c *Constraint, values []int, sum int) bool {
		return differ(values) && slices.Max(values)-slices.Min(values) == len(values)-1
	}),
	"Lunchbox": listed(func(c *Constraint, values []int, sum int) bool {
		from, to := slices.Index(values, slices.Min(values)), slices.Index(values, slices.Max(values))
		between := 0
		for i, v := range values {
			if from < i && i < to || to < i && i < from {
				between += v
			}
		}
		return differ(values) && between == c.Numbers[0]
	}),
	"CountingCircles": listed(func(c *Constraint, values []int, sum int) bool {
		count := map[int]int{}
		for _, v := range values {
			count[v]++
		}
		return !slices.ContainsFunc(values, func(v int) bool { return count[v] != v })
	}),
	"SameValues": listed(func(c *Constraint, values []int, sum int) bool {
		first, n := []int(nil), len(values)/c.Numbers[0]
		for from := 0; from < len(values); from += n {
			set := slices.Sorted(slices.Values(values[from : from+n]))
			if first == nil {
				first = set
			}
			if !slices.Equal(set, first) {
				return false
			}
		}
		return true
	}),
	"Or": partwise(func(n, of int) bool { return n > 0 }), "And": partwise(func(n, of int) bool { return n == of }),
	"Replicate": partwise(func(n, of int) bool { return n == of }),
}

func differ(values []int) bool {
	seen := map[int]bool{}
	for _, v := range values {
		seen[v] = true
	}
	return len(seen) == len(values)
}

// listed returns a definition about the values of the constraint's cells and their sum.
func listed(holds func(c *Constraint, values []int, sum int) bool) func(*Puzzle, *Constraint) func([]int) bool {
	return func(p *Puzzle, c *Constraint) func([]int) bool {
		return func(grid []int) bool {
			var values []int
			sum := 0
			for _, cell := range c.Cells {
				values, sum = append(values, grid[cell]), sum+grid[cell]
			}
			return holds(c, values, sum)
		}
	}
}

// squaresWith returns this definition: each 2×2 square without holes has values of all three classes.
func squaresWith(class func(p *Puzzle, v int) int) func(*Puzzle, *Constraint) func([]int) bool {
	return func(p *Puzzle, _ *Constraint) func([]int) bool {
		return func(grid []int) bool {
			for r := range p.Rows - 1 {
				for at := range p.Columns - 1 {
					classes, hole := map[int]bool{}, false
					for _, cell := range []int{r*p.Columns + at, r*p.Columns + at + 1, (r+1)*p.Columns + at, (r+1)*p.Columns + at + 1} {
						classes[class(p, grid[cell])] = true
						hole = hole || slices.Contains(p.Holes, cell)
					}
					if !hole && len(classes) < 3 {
						return false
					}
				}
			}
			return true
		}
	}
}

// successive returns this definition: any n successive values are of different classes. arguments returns n, and the
// number that class needs.
func successive(arguments func(*Puzzle, *Constraint) (n, number int), class func(p *Puzzle, number, v int) int) func(*Puzzle, *Constraint) func([]int) bool {
	return func(p *Puzzle, c *Constraint) func([]int) bool {
		n, number := arguments(p, c)
		return func(grid []int) bool {
			for from := range c.Cells {
				var classes []int
				for _, cell := range c.Cells[from:min(from+n, len(c.Cells))] {
					classes = append(classes, class(p, number, grid[cell]))
				}
				if !differ(classes) {
					return false
				}
			}
			return true
		}
	}
}

// partwise returns a definition about the number of parts that hold. A Replicate has its parts once for each cell
// but the first, for which they are written.
func partwise(holds func(n, of int) bool) func(*Puzzle, *Constraint) func([]int) bool {
	return func(p *Puzzle, c *Constraint) func([]int) bool {
		var checks []func([]int) []Conflict
		shifts := []int{0}
		if len(c.Cells) > 0 {
			shifts = nil
			for _, target := range c.Cells[1:] {
				shifts = append(shifts, target-c.Cells[0])
			}
		}
		for _, shift := range shifts {
			for _, part := range c.Parts {
				part.Cells = slices.Clone(part.Cells)
				for j := range part.Cells {
					part.Cells[j] += shift
				}
				only := *p
				only.Constraints = []Constraint{part}
				checks = append(checks, only.fullChecker())
			}
		}
		return func(grid []int) bool {
			n := 0
			for _, check := range checks {
				if len(check(grid)) == 0 {
					n++
				}
			}
			return holds(n, len(checks))
		}
	}
}

// TestDefinitions compares the checkers and the engine with the definitions, on all grids of small boards.
func TestDefinitions(t *testing.T) {
	small := append(smallBoards(), &Puzzle{Rows: 2, Columns: 2, Low: 0, High: 5, Free: true})
	all := make([][][]int, len(small))
	for i, p := range small {
		all[i] = permittedGrids(p)
	}
	for n, k := range Kinds() {
		pairs, whole := pairDefinitions[k.Name] != nil, wholeDefinitions[k.Name]
		if !pairs && whole == nil {
			continue
		}
		some := 0
		for seed := range *seeds {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			i := r.IntN(len(small))
			p := *small[i]
			c := randomArguments(r, &p, k)
			if p.Constraints = []Constraint{c}; p.Validate() != nil || k.Name == "DisjointSets" && p.High < 4 {
				continue
			}
			holds := func(grid []int) bool { return brokenByPairs(&p, &c, grid) == nil }
			if !pairs {
				holds = whole(&p, &c)
			}
			var want [][]int
			check := p.fullChecker()
			for _, grid := range all[i] {
				right, broken := holds(grid), check(grid)
				if right {
					want = append(want, grid)
				}
				if right != (len(broken) == 0) {
					t.Fatalf("%s on %d×%d, %+v: the definition says %v of %v, the checker %+v", k.Name, p.Rows, p.Columns, c, right, grid, broken)
				}
				if cells := brokenByPairs; pairs && !right && !slices.Equal(slices.Sorted(slices.Values(broken[0].Cells)), cells(&p, &c, grid)) {
					t.Fatalf("%s on %d×%d, %+v: in %v, cells %v are wrong; the checker names %v", k.Name, p.Rows, p.Columns, c, grid, cells(&p, &c, grid), broken[0].Cells)
				}
			}
			if len(want) > 0 && len(want) < len(all[i]) {
				some++
			}
			if len(want) <= 3000 {
				p.checkSolutions(t, want)
			}
		}
		if some == 0 {
			t.Errorf("%s: no arguments tell grids apart", k.Name)
		}
	}
}

// TestBoardDefinitions does the same for rules about the whole board on boards of 6×6 and 9×9. It checks random grids,
// and whether the engine completes two values exactly if these do not break the rule. A rule about squares may need more guesses than the test permits.
func TestBoardDefinitions(t *testing.T) {
	for n, k := range Kinds() {
		pairs, whole := pairDefinitions[k.Name] != nil, wholeDefinitions[k.Name]
		if k.Form != FormNone && k.Form != FormChoice || !pairs && whole == nil {
			continue
		}
		broken := 0
		for seed := range 3 * *seeds {
			r := rand.New(rand.NewPCG(seed, uint64(n)))
			size := []int{6, 9}[r.IntN(2)]
			p := New(size, size)
			p.Free, p.Box = true, Box{}
			c := randomArguments(r, p, k)
			if k.Name == "AntiMove" {
				c.Numbers = []int{r.IntN(size), 1 + r.IntN(size-1), r.IntN(3), 3}[:2+2*r.IntN(2)]
			}
			if p.Constraints = []Constraint{c}; p.Validate() != nil {
				continue
			}
			holds := func(grid []int) bool { return brokenByPairs(p, &c, grid) == nil }
			if !pairs {
				holds = whole(p, &c)
			}
			grid := make([]int, p.BoardCells())
			for cell := range grid {
				grid[cell] = 1 + r.IntN(size)
			}
			found := p.fullChecker()(grid)
			if holds(grid) != (len(found) == 0) || pairs && len(found) > 0 &&
				!slices.Equal(slices.Sorted(slices.Values(found[0].Cells)), brokenByPairs(p, &c, grid)) {
				t.Fatalf("%s on %d×%d, %+v: the checker says %+v of %v", k.Name, size, size, c, found, grid)
			}
			for cell := range grid {
				grid[cell] = Empty
			}
			for _, cell := range r.Perm(len(grid))[:2] {
				grid[cell] = 1 + r.IntN(size)
			}
			if a := r.IntN(len(grid)); seed%2 == 0 { // two near cells
				near := []int{1, 3, size, size - 1, size + 1, size - 2, size + 2, 2*size - 1, 2*size + 1, 3 * size, r.IntN(3 * size)}
				b := min(a+near[r.IntN(len(near))], len(grid)-1)
				for cell := range grid {
					grid[cell] = Empty
				}
				grid[a], grid[b] = 2, 2+r.IntN(2)
			}
			for cell, v := range grid {
				if v != Empty {
					p.Givens = append(p.Givens, Given{cell, []int{v}})
				}
			}
			right := !pairs || holds(grid)
			if !right {
				broken++
			}
			got, err := p.Search(t.Context(), Limits{Solutions: 1, Keep: 1, Nodes: 20_000})
			if wrong := unlessContradiction(err); pairs && (wrong != nil || (got.N > 0) != right) {
				t.Fatalf("%s on %d×%d, %+v: with %v, the engine finds %d solutions, %v", k.Name, size, size, c, p.Givens, got.N, err)
			}
			if got.N > 0 && !holds(got.Solutions[0]) {
				t.Fatalf("%s on %d×%d, %+v: the engine's solution %v breaks the rule", k.Name, size, size, c, got.Solutions[0])
			}
		}
		if pairs && broken == 0 {
			t.Errorf("%s: no two values break it", k.Name)
		}
	}
}
