package kernel

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"nonet/internal/check/golden"
)

const ownCorpus = "testdata/corpus.txt"

// TestCorpusIsReproducible generates the module's own corpus again and compares it with the file. No puzzle is
// copied from elsewhere. A seeded generator shuffles the cyclic grid (it relabels digits and permutes bands,
// stacks, rows and columns) and removes givens from it.
//
//   - minimal: puzzles that need every given for uniqueness. From 400 such puzzles, the corpus takes the 40
//     that need the most guesses, as "hard", and 40 others
//   - sparse: 22 to 30 random givens, mostly with many solutions
//   - several: minimal puzzles without one or two of their givens, which have up to thousands of solutions
//   - dead: minimal puzzles with one more given, which is wrong but contradicts no other given
//   - contradictory: two equal givens in each house in turn
//   - others: the empty grid, full grids, one free cell, one given, a value that
//     is nearly everywhere
func TestCorpusIsReproducible(t *testing.T) {
	if testing.Short() && !golden.IsUpdating() {
		t.Skip("takes a second")
	}
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	writeCorpus(w)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	if golden.IsUpdating() {
		if err := os.WriteFile(ownCorpus, written, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(ownCorpus)
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != string(kept) {
		t.Errorf("%s is not what the generator makes; is the engine's node count new? then run: go test -update", ownCorpus)
	}
}

// fullGrid is a random isomorph of the cyclic grid.
func fullGrid(r *rand.Rand) (g [81]uint8) {
	lines := func() (order [9]int) {
		for i, chute := range r.Perm(3) {
			for j, within := range r.Perm(3) {
				order[3*i+j] = 3*chute + within
			}
		}
		return order
	}
	rows, columns, digits := lines(), lines(), r.Perm(9)
	for cell := range g {
		row, column := rows[cell/9], columns[cell%9]
		g[cell] = uint8(1 + digits[(3*row+row/3+column)%9])
	}
	return g
}

func count(puzzle [81]uint8, limit uint64) Result {
	var r [1]Result
	scalar{}.Search(context.Background(), [][81]uint8{puzzle}, Limits{Solutions: limit}, r[:])
	return r[0]
}

func minimalPuzzle(r *rand.Rand) [81]uint8 {
	p := fullGrid(r)
	for _, cell := range r.Perm(81) {
		given := p[cell]
		p[cell] = 0
		if count(p, 2).Solutions != 1 {
			p[cell] = given
		}
	}
	return p
}

func withoutGivens(r *rand.Rand, p [81]uint8, n int) [81]uint8 {
	for _, cell := range r.Perm(81) {
		if n > 0 && p[cell] != 0 {
			p[cell] = 0
			n--
		}
	}
	return p
}

func writeCorpus(w *bufio.Writer) {
	r := rand.New(rand.NewPCG(2026, 81))
	put := func(p [81]uint8) { fmt.Fprintln(w, line(p)) }
	fmt.Fprintln(w, "# Made by TestCorpusIsReproducible; see there. DO NOT EDIT.")

	minimal := make([][81]uint8, 400)
	for i := range minimal {
		minimal[i] = minimalPuzzle(r)
	}
	fmt.Fprintln(w, "# hard")
	for range 40 {
		worst := 0
		for i, p := range minimal {
			if count(p, 2).Nodes > count(minimal[worst], 2).Nodes {
				worst = i
			}
		}
		put(minimal[worst])
		minimal = append(minimal[:worst], minimal[worst+1:]...)
	}
	fmt.Fprintln(w, "# minimal")
	for _, p := range minimal[:40] {
		put(p)
	}
	fmt.Fprintln(w, "# sparse")
	for range 20 {
		put(withoutGivens(r, fullGrid(r), 81-22-r.IntN(9)))
	}
	fmt.Fprintln(w, "# several")
	for i, p := range minimal[40:80] {
		put(withoutGivens(r, p, 1+i%2))
	}
	fmt.Fprintln(w, "# dead")
	for dead := 0; dead < 20; {
		p := minimalPuzzle(r)
		for _, cell := range r.Perm(81) {
			if p[cell] == 0 {
				p[cell] = uint8(1 + r.IntN(9))
				break
			}
		}
		if consistent(p) && count(p, 1).Solutions == 0 {
			put(p)
			dead++
		}
	}
	fmt.Fprintln(w, "# contradictory")
	for house := range 27 {
		p := withoutGivens(r, fullGrid(r), 50)
		a, b := house%9*9, house%9*9+1+r.IntN(8)
		switch house / 9 {
		case 1:
			a, b = house%9, house%9+9*(1+r.IntN(8))
		case 2:
			a = house%9/3*27 + house%9%3*3
			b = a + []int{10, 11, 19, 20}[r.IntN(4)]
		}
		p[a] = uint8(1 + r.IntN(9))
		p[b] = p[a]
		put(p)
	}
	fmt.Fprintln(w, "# others")
	full := fullGrid(r)
	put([81]uint8{})
	put(full)
	put(withoutGivens(r, full, 1))
	put([81]uint8{40: 5})
	broken := full
	broken[80] = full[79]
	put(broken)
	var ones [81]uint8
	for cell := range ones {
		if cell/9 != 8 && full[cell] == full[0] {
			ones[cell] = 1
		}
	}
	put(ones)
}
