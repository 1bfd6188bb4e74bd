package puzzle_test

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
	"nonet/internal/check/reference"
	"nonet/internal/textbook"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
)

type grid = [81]uint8

func readGrid(t testing.TB, text string) (g grid) {
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

func writeGrid(g *grid) string {
	text := []byte(strings.Repeat(".", len(g)))
	for c, d := range g {
		if d > 0 {
			text[c] = '0' + d
		}
	}
	return string(text)
}

func parseBoard(t testing.TB, name string) *board.Board {
	t.Helper()
	b, err := board.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// solutions returns up to limit solutions of a grid on a board, ascending.
func solutions(t testing.TB, b *board.Board, g *grid, limit int) (all []grid, found puzzle.Result) {
	t.Helper()
	values, err := sudoku.FromCells(*g)
	if err != nil {
		t.Fatal(err)
	}
	p := puzzle.FromGrid(values)
	p.AddHouses(b)
	found, err = solve.Count(t.Context(), p, puzzle.Limits{Solutions: limit, Keep: limit})
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range found.Solutions {
		var s grid
		for c, v := range values {
			s[c] = uint8(v)
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b grid) int { return slices.Compare(a[:], b[:]) })
	return all, found
}

// houseCells returns the houses of a board as lists of cells. The oracle computes them from the
// board's name, and shares no code with package board.
func houseCells(name string) (all [][]int) {
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

// bruteForce is the oracle. In the cell with the fewest possible digits it tries them in order.
// It returns up to limit solutions.
func bruteForce(houses [][]int, g *grid, limit int) (all []grid) {
	var in [81][]int
	used := make([]int, len(houses)) // for each house: the used digits as bits
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

type onBoard struct {
	board          *board.Board
	givens, solved grid
}

func boardPuzzles(t testing.TB) (all []onBoard) {
	t.Helper()
	text, err := os.ReadFile(boardsFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && line[0] != '#' {
			all = append(all, onBoard{parseBoard(t, fields[0]), readGrid(t, fields[1]), readGrid(t, fields[2])})
		}
	}
	if len(all) < 100 {
		t.Fatalf("%d puzzles", len(all))
	}
	return all
}

// addGivens returns the puzzle with at least n givens.
func addGivens(p *onBoard, n int, r *rand.Rand) grid {
	g := p.givens
	for _, c := range r.Perm(81) {
		if strings.Count(writeGrid(&g), ".") > 81-n {
			g[c] = p.solved[c]
		}
	}
	return g
}

// The puzzles have only the solution in the file, also according to brute force.
func TestPuzzlesAgainstBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for i, p := range boardPuzzles(t) {
		all, found := solutions(t, p.board, &p.givens, 10)
		if len(all) != 1 || all[0] != p.solved || !found.Exact {
			t.Fatalf("puzzle %d on %v: %d solutions, exact: %v", i, p.board, len(all), found.Exact)
		}
		if i%4 > 0 || testing.Short() && i%20 > 0 {
			continue
		}
		// With a dozen givens, brute force would not end, so the puzzle gets more givens.
		g := addGivens(&p, 22, random)
		if all := bruteForce(houseCells(p.board.String()), &g, 2); len(all) != 1 || all[0] != p.solved {
			t.Fatalf("puzzle %d on %v: brute force finds %d", i, p.board, len(all))
		}
	}
}

// Counts and solutions of puzzles with several solutions agree with brute force.
func TestCountsAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	many := 0
	for i, p := range boardPuzzles(t) {
		g := addGivens(&p, 34, r)
		for _, c := range r.Perm(81)[:24] {
			g[c] = 0
		}
		want := bruteForce(houseCells(p.board.String()), &g, 500)
		got, found := solutions(t, p.board, &g, 500)
		if len(want) < 500 && !slices.Equal(got, want) || len(want) != len(got) {
			t.Fatalf("puzzle %d on %v: %d solutions, brute force finds %d", i, p.board, len(got), len(want))
		}
		if found.Exact != (len(want) < 500) {
			t.Fatalf("puzzle %d: %d solutions, exact: %v", i, len(want), found.Exact)
		}
		if len(want) > 1 {
			many++
		}
	}
	if many < 50 {
		t.Errorf("only %d puzzles with several solutions", many)
	}
}

// On the classic board the count agrees with the textbook. With diagonals and windows the
// solutions are those of the textbook's that satisfy them.
func TestAgainstTextbook(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	links, ok := textbook.ByID("dancing-links")
	if !ok {
		t.Fatal("no dancing links")
	}
	checked := 0
	for i, p := range boardPuzzles(t) {
		if p.board.Blocks() != board.Box.Houses() {
			continue
		}
		g := addGivens(&p, 25, r)
		var classic, here []grid
		links.Search(context.Background(), g, textbook.Limits{Solutions: 3000}, nil, func(s *grid) bool {
			classic = append(classic, *s)
			return true
		})
		if len(classic) == 3000 {
			continue
		}
		houses := houseCells(p.board.String())
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
			got, _ := solutions(t, b, &g, 3001)
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

// Published puzzles with their solutions.
func TestPublishedBoards(t *testing.T) {
	found := map[string]int{}
	for _, p := range reference.BoardPuzzles(t) {
		b, givens := parseBoard(t, p.Board), readGrid(t, p.Givens)
		all, _ := solutions(t, b, &givens, 2)
		if len(all) != 1 || writeGrid(&all[0]) != p.Solution {
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

func BenchmarkOnBoard(b *testing.B) {
	all := boardPuzzles(b)
	for b.Loop() {
		for i := range all {
			solutions(b, all[i].board, &all[i].givens, 2)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(all)), "ns/puzzle")
}
