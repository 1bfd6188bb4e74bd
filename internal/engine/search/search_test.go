package search

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/board"
	"nonet/internal/check/golden"
	"nonet/internal/check/reference"
	"nonet/internal/engine/kernel"
	"nonet/textbook"
)

type grid = [81]uint8

func read(t testing.TB, text string) (g grid) {
	t.Helper()
	if len(text) != len(g) {
		t.Fatalf("%q has %d characters", text, len(text))
	}
	for c := range g {
		if text[c] != '.' {
			g[c] = text[c] - '0'
		}
	}
	return g
}

func write(g *grid) string {
	text := []byte(strings.Repeat(".", len(g)))
	for c, d := range g {
		if d > 0 {
			text[c] = '0' + d
		}
	}
	return string(text)
}

func parse(t testing.TB, name string) *board.Board {
	t.Helper()
	b, err := board.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func solutions(b *board.Board, g *grid, order kernel.Order, limit uint64) (all []grid, r kernel.Result) {
	r = Enumerate(context.Background(), b, g, order, kernel.Limits{Solutions: limit}, func(s *grid) bool {
		all = append(all, *s)
		return true
	})
	return all, r
}

// groups are the houses of a board as lists of cells, worked out here from its name
// alone: the oracle shares nothing with package board.
func groups(name string) (all [][]int) {
	list := map[string][]int{}
	regions, boxes := "", true
	for part := range strings.SplitSeq(name, "+") {
		if strings.HasPrefix(part, "jigsaw:") {
			regions, boxes = part[7:], strings.Contains(name, "classic")
		}
	}
	for c := range 81 {
		r, k := c/9, c%9
		in := []string{fmt.Sprint("row", r), fmt.Sprint("column", k)}
		if boxes {
			in = append(in, fmt.Sprint("box", r/3, k/3))
		}
		if regions != "" {
			in = append(in, "region"+regions[c:c+1])
		}
		if strings.Contains(name, "x") && r == k {
			in = append(in, "down")
		}
		if strings.Contains(name, "x") && r+k == 8 {
			in = append(in, "up")
		}
		for _, window := range [4][2]int{{1, 1}, {1, 5}, {5, 1}, {5, 5}} {
			if dr, dk := r-window[0], k-window[1]; strings.Contains(name, "windoku") && dr >= 0 && dr < 3 && dk >= 0 && dk < 3 {
				in = append(in, fmt.Sprint("window", window))
			}
		}
		for _, h := range in {
			list[h] = append(list[h], c)
		}
	}
	for _, cells := range list {
		all = append(all, cells)
	}
	return all
}

// bruteForce is the oracle: in the cell that the fewest digits fit, it tries them
// all; up to so many solutions, in the order of their digits.
func bruteForce(houses [][]int, g *grid, limit int) (all []grid) {
	var in [81][]int
	used := make([]int, len(houses)) // digits, bits
	for h, cells := range houses {
		for _, c := range cells {
			in[c] = append(in[c], h)
		}
	}
	left := func(c int) int {
		set := 1022
		for _, h := range in[c] {
			set &^= used[h]
		}
		return set
	}
	flip := func(c, bit int) {
		for _, h := range in[c] {
			used[h] ^= bit
		}
	}
	for c, d := range g {
		if d > 0 {
			if left(c)>>d&1 == 0 {
				return nil
			}
			flip(c, 1<<d)
		}
	}
	var try func()
	try = func() {
		at, fewest := -1, 0
		for c, d := range g {
			if d > 0 {
				continue
			}
			if set := left(c); at < 0 || bits.OnesCount(uint(set)) < bits.OnesCount(uint(fewest)) {
				at, fewest = c, set
			}
		}
		if at < 0 {
			all = append(all, *g)
			return
		}
		for ; fewest > 0 && len(all) < limit; fewest &= fewest - 1 {
			bit := fewest & -fewest
			g[at] = uint8(bits.TrailingZeros(uint(bit)))
			flip(at, bit)
			try()
			flip(at, bit)
			g[at] = 0
		}
	}
	try()
	slices.SortFunc(all, func(a, b grid) int { return slices.Compare(a[:], b[:]) })
	return all
}

const boardsFile = "testdata/boards.txt"

type puzzle struct {
	board          *board.Board
	givens, solved grid
}

func puzzles(t testing.TB) (all []puzzle) {
	t.Helper()
	text, err := os.ReadFile(boardsFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && line[0] != '#' {
			all = append(all, puzzle{parse(t, fields[0]), read(t, fields[1]), read(t, fields[2])})
		}
	}
	if len(all) < 100 {
		t.Fatalf("%d puzzles", len(all))
	}
	return all
}

// The puzzles that this and other packages test other boards with come from here:
// random solutions, dug out until so many givens are left, or each is needed.
func TestPuzzlesAreMadeAgain(t *testing.T) {
	if testing.Short() && !golden.Update() {
		t.Skip("short")
	}
	var text strings.Builder
	text.WriteString("# board, puzzle, its one solution; go test ./internal/engine/search -update makes them again\n")
	r := rand.New(rand.NewPCG(9, 81))
	for _, kind := range []string{"x", "windoku", "x+windoku", "jigsaw", "x+jigsaw", "classic+jigsaw"} {
		for n := 0; n < 20; {
			name := kind
			if front, found := strings.CutSuffix(kind, "jigsaw"); found {
				name = front + "jigsaw:" + regions(r)
			}
			b := parse(t, name)
			solved, ok := randomSolution(b, r)
			if !ok {
				continue // not every division into regions has one
			}
			givens, enough := solved, 18+n%6
			for _, c := range r.Perm(81) {
				if strings.Count(write(&givens), ".") == 81-enough {
					break
				}
				without := givens
				without[c] = 0
				if _, result := solutions(b, &without, kernel.Any, 2); result.Solutions == 1 {
					givens = without
				}
			}
			fmt.Fprintln(&text, b, write(&givens), write(&solved))
			n++
		}
	}
	golden.Check(t, boardsFile, text.String())
}

// randomSolution is a solution with a random first row and some random cells, if one
// is soon found.
func randomSolution(b *board.Board, r *rand.Rand) (g grid, ok bool) {
	for c, d := range r.Perm(9) {
		g[c] = uint8(d + 1)
	}
	limits := kernel.Limits{Nodes: 2000}
	for _, c := range r.Perm(72)[:8] {
		was := g
		g[9+c] = uint8(r.IntN(9) + 1)
		if Enumerate(context.Background(), b, &g, kernel.Any, limits, nil).Solutions == 0 {
			g = was
		}
	}
	result := Enumerate(context.Background(), b, &g, kernel.Any, limits, nil)
	return result.First, result.Solutions == 1
}

// regions divides the board at random: from the boxes on, cells at a border change
// sides, one for one, as long as every region hangs together.
func regions(r *rand.Rand) string {
	var of [81]int
	for c := range of {
		of[c] = c/27*3 + c%9/3
	}
	whole := func(k int) bool {
		seen := map[int]bool{}
		var visit func(c int)
		visit = func(c int) {
			if seen[c] || of[c] != k {
				return
			}
			seen[c] = true
			for _, d := range besides(c) {
				visit(d)
			}
		}
		visit(slices.Index(of[:], k))
		return len(seen) == 9
	}
	for moved := 0; moved < 60; {
		a, b := r.IntN(81), r.IntN(81)
		borders := func(c, k int) bool {
			return slices.ContainsFunc(besides(c), func(d int) bool { return of[d] == k })
		}
		ka, kb := of[a], of[b]
		if ka == kb || !borders(a, kb) || !borders(b, ka) {
			continue
		}
		if of[a], of[b] = kb, ka; whole(ka) && whole(kb) {
			moved++
		} else {
			of[a], of[b] = ka, kb
		}
	}
	var text strings.Builder
	for _, k := range of {
		text.WriteByte('a' + byte(k))
	}
	return text.String()
}

// besides are the cells that share an edge with c.
func besides(c int) (all []int) {
	if c%9 > 0 {
		all = append(all, c-1)
	}
	if c%9 < 8 {
		all = append(all, c+1)
	}
	if c >= 9 {
		all = append(all, c-9)
	}
	if c < 72 {
		all = append(all, c+9)
	}
	return all
}

// filledUp is the puzzle with so many givens at least.
func filledUp(p *puzzle, n int, r *rand.Rand) grid {
	g := p.givens
	for _, c := range r.Perm(81) {
		if strings.Count(write(&g), ".") > 81-n {
			g[c] = p.solved[c]
		}
	}
	return g
}

// The puzzles have the solution that the file says, and no other; so says brute force.
func TestPuzzlesAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for i, p := range puzzles(t) {
		all, r := solutions(p.board, &p.givens, kernel.Any, 10)
		if len(all) != 1 || all[0] != p.solved || r.Outcome != kernel.Complete || r.First != p.solved {
			t.Fatalf("puzzle %d on %v: %d solutions, %v", i, p.board, len(all), r.Outcome)
		}
		if i%4 > 0 || testing.Short() && i%20 > 0 {
			continue
		}
		// It takes for ever over a dozen givens, and so gets some more.
		g := filledUp(&p, 22, random)
		if all := bruteForce(groups(p.board.String()), &g, 2); len(all) != 1 || all[0] != p.solved {
			t.Fatalf("puzzle %d on %v: brute force finds %d", i, p.board, len(all))
		}
	}
}

// Counts of puzzles with several solutions, in order and in any, against brute force.
func TestCountsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	many := 0
	for i, p := range puzzles(t) {
		g := filledUp(&p, 34, r)
		for _, c := range r.Perm(81)[:24] {
			g[c] = 0
		}
		want := bruteForce(groups(p.board.String()), &g, 500)
		got, result := solutions(p.board, &g, kernel.Lexicographic, 500)
		if len(want) < 500 && !slices.Equal(got, want) || len(want) != len(got) {
			t.Fatalf("puzzle %d on %v: %d solutions in order, brute force finds %d", i, p.board, len(got), len(want))
		}
		if complete := result.Outcome == kernel.Complete; complete != (len(want) < 500) {
			t.Fatalf("puzzle %d: %v with %d solutions", i, result.Outcome, len(want))
		}
		if len(want) < 500 {
			got, _ := solutions(p.board, &g, kernel.Any, 500)
			slices.SortFunc(got, func(a, b grid) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(got, want) {
				t.Fatalf("puzzle %d on %v: %d solutions, brute force finds %d", i, p.board, len(got), len(want))
			}
		}
		if len(want) > 1 {
			many++
		}
	}
	if many < 50 {
		t.Errorf("only %d puzzles with several solutions", many)
	}
}

// On the classic board it counts as the textbook does; with diagonals and windows it
// finds those of the textbook's solutions that have them.
func TestAgainstTextbook(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	links, ok := textbook.ByID("dancing-links")
	if !ok {
		t.Fatal("no dancing links")
	}
	checked := 0
	for i, p := range puzzles(t) {
		if p.board.Blocks() != board.Box.Houses() {
			continue
		}
		g := filledUp(&p, 25, r)
		var classic, here []grid
		links.Search(context.Background(), g, textbook.Limits{Solutions: 3000}, nil, func(s *grid) bool {
			classic = append(classic, *s)
			return true
		})
		if len(classic) == 3000 {
			continue
		}
		houses := groups(p.board.String())
		for _, s := range classic {
			if !slices.ContainsFunc(houses, func(cells []int) bool {
				seen := 0
				for _, c := range cells {
					seen |= 1 << s[c]
				}
				return seen != 1022
			}) {
				here = append(here, s)
			}
		}
		compare := func(b *board.Board, want []grid) {
			got, _ := solutions(b, &g, kernel.Lexicographic, 3001)
			slices.SortFunc(want, func(a, b grid) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(got, want) {
				t.Errorf("puzzle %d on %v: %d solutions, the textbook has %d", i, b, len(got), len(want))
			}
		}
		compare(board.Classic(), classic)
		compare(p.board, here)
		checked++
	}
	if checked < 40 {
		t.Errorf("only %d compared", checked)
	}
}

func TestLimits(t *testing.T) {
	b, empty := board.X(), grid{}
	if r := Enumerate(context.Background(), b, &empty, kernel.Any, kernel.Limits{}, nil); r.Solutions != 1 || r.Outcome != kernel.LimitReached {
		t.Errorf("one solution: %+v", r)
	}
	if r := Enumerate(context.Background(), b, &empty, kernel.Any, kernel.Limits{Solutions: 1 << 40, Nodes: 1000}, nil); r.Nodes != 1000 || r.Outcome != kernel.Stopped {
		t.Errorf("nodes: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	r := Enumerate(ctx, b, &empty, kernel.Any, kernel.Limits{Solutions: 1 << 40}, func(*grid) bool {
		if n++; n == 100 {
			cancel()
		}
		return n < 1_000_000
	})
	if r.Outcome != kernel.Stopped || n > 1000 {
		t.Errorf("cancelled: %+v", r)
	}
	if r := Enumerate(ctx, b, &empty, kernel.Any, kernel.Limits{}, nil); r.Outcome != kernel.Stopped || r.Solutions != 0 {
		t.Errorf("already over: %+v", r)
	}
	if r := Enumerate(context.Background(), b, &empty, kernel.Any, kernel.Limits{Solutions: 9}, func(*grid) bool { return false }); r.Outcome != kernel.Stopped || r.Solutions != 1 {
		t.Errorf("enough: %+v", r)
	}
	for _, g := range []grid{{0: 5, 10: 5}, {0: 5, 80: 5}, {8: 5, 72: 5}, {3: 10}} {
		if r := Enumerate(context.Background(), b, &g, kernel.Any, kernel.Limits{}, nil); r.Solutions != 0 || r.Outcome != kernel.Complete || r.Nodes != 0 {
			t.Errorf("%v: %+v", g, r)
		}
	}
}

// Published puzzles, with their solutions.
func TestPublished(t *testing.T) {
	found := map[string]int{}
	for _, p := range reference.BoardPuzzles(t) {
		b, givens := parse(t, p.Board), read(t, p.Givens)
		all, _ := solutions(b, &givens, kernel.Any, 2)
		if len(all) != 1 || write(&all[0]) != p.Solution {
			t.Errorf("%s: %d solutions", p.Title, len(all))
		}
		kind, _, _ := strings.Cut(b.String(), ":")
		found[kind]++
	}
	t.Log(found)
	for _, kind := range []string{"classic", "x", "windoku", "x+windoku", "jigsaw", "classic+jigsaw"} {
		if found[kind] == 0 {
			t.Errorf("none on %s", kind)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	all := puzzles(b)
	for b.Loop() {
		for i := range all {
			Enumerate(context.Background(), all[i].board, &all[i].givens, kernel.Any, kernel.Limits{Solutions: 2}, nil)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/puzzle")
}
