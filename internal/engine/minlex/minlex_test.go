package minlex

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/generated"
	"nonet/internal/check/reference"
)

func gridOf(s string) (g [81]uint8) {
	for i := range g {
		if c := s[i]; c >= '1' && c <= '9' {
			g[i] = c - '0'
		}
	}
	return g
}

// pair is a grid and its minlex form.
type pair struct{ grid, form [81]uint8 }

func readPairs(t testing.TB, file string) (all []pair) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		all = append(all, pair{gridOf(line), gridOf(line[82:])})
	}
	return all
}

var kinds = []string{"grids", "17_clue", "hardest"}

// TestForms checks that grids and their isomorphs have the form that an independent program found, and that
// every map returned leads to this form.
func TestForms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	check := func(t *testing.T, all []pair) {
		grids, forms := make([][81]uint8, len(all)), make([][81]uint8, len(all))
		for i, p := range all {
			m := randomMap(random)
			grids[i] = m.Apply(&p.grid)
			form, maps, _ := LeastForm(t.Context(), &p.grid)
			if form != p.form {
				t.Fatalf("the form of %v\nis %v\nwant %v", p.grid, form, p.form)
			}
			for _, m := range maps {
				if m.Apply(&p.grid) != form {
					t.Fatalf("%+v makes %v of %v", m, m.Apply(&p.grid), p.grid)
				}
			}
		}
		Forms(t.Context(), forms, grids)
		for i, p := range all {
			if forms[i] != p.form {
				t.Fatalf("the form of %v\nis %v\nwant %v", grids[i], forms[i], p.form)
			}
		}
	}
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) { check(t, readPairs(t, filepath.Join("testdata", kind+".tsv"))) })
		t.Run(kind+"/reference", func(t *testing.T) { check(t, readPairs(t, reference.File(t, "canon/"+kind+".tsv"))) })
	}
}

func randomMap(r *rand.Rand) (m Map) {
	lines := func() (to [9]uint8) {
		for i, chute := range r.Perm(3) {
			for j, x := range r.Perm(3) {
				to[3*i+j] = uint8(3*chute + x)
			}
		}
		return to
	}
	m.Transposed, m.Rows, m.Columns = r.IntN(2) == 1, lines(), lines()
	for i, d := range r.Perm(9) {
		m.Digits[i+1] = uint8(d + 1)
	}
	return m
}

// leastOfAll finds the form by trying all 2·1296·1296 orders of lines. It also returns how many of these orders
// lead to the form.
func leastOfAll(g *[81]uint8) (least [81]uint8, ways int) {
	least[0] = 10
	for transposed := range 2 {
		for rows := range lineOrdersKeepingChutes() {
		columns:
			for columns := range lineOrdersKeepingChutes() {
				var out [81]uint8
				var label [10]uint8
				next, below := uint8(0), false
				for i := range out {
					r, c := rows[i/9], columns[i%9]
					if transposed == 1 {
						r, c = c, r
					}
					d := g[9*r+c]
					if d != 0 && label[d] == 0 {
						next++
						label[d] = next
					}
					if out[i] = label[d]; !below && out[i] != least[i] {
						if out[i] > least[i] {
							continue columns
						}
						below = true
					}
				}
				if below {
					least, ways = out, 0
				}
				ways++
			}
		}
	}
	return least, ways
}

var brute = flag.Int("brute", 1, "how many grids of each kind to compare with what trying every symmetry gives")

// TestLeastOfAll compares forms with those of leastOfAll, for published puzzles and grids and for grids with
// any number of givens. For the grids with any number of givens, it also compares the number of maps.
func TestLeastOfAll(t *testing.T) {
	if testing.Short() {
		t.Skip("trying 3,359,232 symmetries takes too long for a short run")
	}
	n := *brute
	for _, kind := range kinds {
		for _, p := range readPairs(t, filepath.Join("testdata", kind+".tsv"))[:n] {
			if least, _ := leastOfAll(&p.grid); !bytes.Equal(least[:], p.form[:]) {
				t.Errorf("%s: least of all isomorphs of %v is %v, want %v", kind, p.grid, least, p.form)
			}
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	grids := append(randomPuzzles(t, r, n), contradictoryGrids(r, n)...)
	forms := make([][81]uint8, len(grids))
	Forms(t.Context(), forms, grids)
	for i := range grids {
		least, ways := leastOfAll(&grids[i])
		form, maps, _ := LeastForm(t.Context(), &grids[i])
		if forms[i] != least || form != least {
			t.Errorf("least of all isomorphs of %v is %v, not %v, nor %v", grids[i], least, forms[i], form)
		}
		if want := len(maps) * equalOrders(&least); ways != want {
			t.Errorf("%d ways lead to the form of %v, want %d", ways, grids[i], want)
		}
	}
}

// contradictoryGrids returns n grids with contradictions: with few digits, with equal lines within chutes, and with equal
// chutes.
func contradictoryGrids(r *rand.Rand, n int) [][81]uint8 {
	grids := make([][81]uint8, n)
	for i := range grids {
		g := &grids[i]
		digits := 1 + r.IntN(3)
		for c := range g {
			g[c] = uint8(1 + r.IntN(digits))
			if i%2 == 1 && r.IntN(3) == 0 {
				g[c] = 0
			}
		}
		for range r.IntN(4) { // copy a line or a chute over another
			from, to, lines := r.IntN(9), r.IntN(9), 1
			if r.IntN(2) == 0 {
				from, to, lines = from/3*3, to/3*3, 3
			}
			down, along := 9, 1
			if r.IntN(2) == 0 {
				down, along = 1, 9
			}
			for l := range lines {
				for c := range 9 {
					g[down*(to+l)+along*c] = g[down*(from+l)+along*c]
				}
			}
		}
	}
	return grids
}

// equalOrders returns the number of orders of equal lines within chutes and of equal stacks. LeastForm returns
// only one map for all these orders.
func equalOrders(g *[81]uint8) int {
	ways := 1
	line := func(l, down, along int) string {
		text := make([]byte, 9)
		for c := range text {
			text[c] = g[down*l+along*c]
		}
		return string(text)
	}
	stacks := map[string]int{}
	for i, step := range [2][2]int{{9, 1}, {1, 9}} {
		for chute := range 3 {
			lines, seen := []string{}, map[string]int{}
			for l := 3 * chute; l < 3*chute+3; l++ {
				text := line(l, step[0], step[1])
				lines = append(lines, text)
				seen[text]++
				ways *= seen[text]
			}
			if i == 1 {
				slices.Sort(lines)
				all := strings.Join(lines, "")
				stacks[all]++
				ways *= stacks[all]
			}
		}
	}
	return ways
}

func BenchmarkForms(b *testing.B) {
	for _, kind := range kinds {
		all := readPairs(b, filepath.Join("testdata", kind+".tsv"))
		grids, forms := make([][81]uint8, len(all)), make([][81]uint8, len(all))
		for i := range all {
			grids[i] = all[i].grid
		}
		b.Run(kind, func(b *testing.B) {
			for b.Loop() {
				Forms(b.Context(), forms, grids)
			}
			b.ReportMetric(float64(len(grids))*float64(b.N)/b.Elapsed().Seconds(), "/s")
		})
	}
}

// BenchmarkPuzzles compares the kernels that compute forms of puzzles.
func BenchmarkPuzzles(b *testing.B) {
	plain := puzzleKernel{"go", func(forms, grids [][81]uint8) int {
		var p puzzle
		for i := range grids {
			p.loadGrid(&grids[i])
			p.search(b.Context(), &forms[i], unlabeled)
		}
		return len(grids)
	}}
	for _, kind := range kinds[1:] {
		all := readPairs(b, filepath.Join("testdata", kind+".tsv"))
		grids, forms := make([][81]uint8, len(all)), make([][81]uint8, len(all))
		for i := range all {
			grids[i] = all[i].grid
		}
		for _, k := range append(puzzleKernels(), plain) {
			b.Run(kind+"/"+k.name, func(b *testing.B) {
				for b.Loop() {
					for i := 0; i < len(grids); i++ {
						i += k.forms(forms[i:], grids[i:])
					}
				}
				b.ReportMetric(float64(len(grids))*float64(b.N)/b.Elapsed().Seconds(), "/s")
			})
		}
	}
}

func BenchmarkBySolution(b *testing.B) {
	random := rand.New(rand.NewPCG(9, 10))
	var puzzles, solutions [][81]uint8
	for _, p := range readPairs(b, filepath.Join("testdata", "grids.tsv")) {
		puzzles, solutions = append(puzzles, p.grid), append(solutions, p.grid)
		for _, c := range random.Perm(81)[:55] {
			puzzles[len(puzzles)-1][c] = 0
		}
	}
	forms := make([][81]uint8, len(puzzles))
	for b.Loop() {
		WriteFormsBySolution(forms, puzzles, solutions)
	}
	b.ReportMetric(float64(len(puzzles))*float64(b.N)/b.Elapsed().Seconds(), "/s")
}

// randomPuzzles returns n isomorphs of full grids, each without 1 to 81 random givens.
func randomPuzzles(t testing.TB, random *rand.Rand, n int) (all [][81]uint8) {
	full := readPairs(t, filepath.Join("testdata", "grids.tsv"))
	for i := range n {
		m := randomMap(random)
		g := m.Apply(&full[i%len(full)].grid)
		for _, c := range random.Perm(81)[:1+random.IntN(81)] {
			g[c] = 0
		}
		all = append(all, g)
	}
	return all
}

// TestPuzzleVectors compares the forms of puzzles by AVX-512 and AVX2 with those of plain Go. The
// kernels must stop at a grid that is not a puzzle, and must not write beyond it.
func TestPuzzleVectors(t *testing.T) {
	all := puzzleKernels()
	if len(all) == 0 {
		t.Skip("no AVX2 here")
	}
	for _, k := range all {
		t.Run(k.name, func(t *testing.T) { testPuzzleVectors(t, k.forms) })
	}
}

func testPuzzleVectors(t *testing.T, vector func(forms, grids [][81]uint8) int) {
	random := rand.New(rand.NewPCG(5, 6))
	grids := randomPuzzles(t, random, 3000)
	for _, kind := range kinds[1:] {
		for _, p := range readPairs(t, filepath.Join("testdata", kind+".tsv")) {
			m := randomMap(random)
			grids = append(grids, m.Apply(&p.grid))
		}
	}
	var p puzzle
	refused := 0
	for i := 0; i < len(grids); {
		forms := append([][81]uint8{}, grids[i:]...)
		n := vector(forms, forms)
		for j := range forms {
			var form [81]uint8
			g := grids[i+j]
			if j >= n {
				form = g // unchanged
			} else {
				p.loadGrid(&g)
				p.search(t.Context(), &form, unlabeled)
			}
			if forms[j] != form {
				t.Fatalf("the form of %v\nis %v\nwant %v", g, forms[j], form)
			}
		}
		if i += n; i < len(grids) {
			i++
			refused++
		}
	}
	if refused > len(grids)/20 {
		t.Errorf("%d of %d puzzles have too many symmetries", refused, len(grids))
	}
	some := grids[3000]
	for cell := range 81 {
		for _, d := range []uint8{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 16 + 3, 137, 255} {
			g := some
			g[cell] = d
			bad := d > 9 || !p.loadGrid(&g)
			if n := vector(make([][81]uint8, 2), [][81]uint8{some, g}); n != 2 && !bad || n != 1 && bad {
				t.Fatalf("of a puzzle with %d in cell %d, it says that %d are well", d, cell, n-1)
			}
		}
	}
}

// TestValuesAbove9 checks that Forms panics on values above 9 instead of reading or writing out of
// bounds.
func TestValuesAbove9(t *testing.T) {
	for _, v := range []uint8{10, 16 + 1, 137, 255} {
		for _, g := range [][81]uint8{{3: v}, {80: v}, gridOf("123456789456789123789123456231564897564897231897231564312645978645978312978312645")} {
			g[80] = max(g[80], v)
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%v has a form", g)
					}
				}()
				Forms(t.Context(), make([][81]uint8, 1), [][81]uint8{g})
			}()
		}
	}
}

// TestVectors compares the forms of full grids by AVX-512 with those of plain Go. The kernel must
// stop at an invalid grid and must report how it found each form.
func TestVectors(t *testing.T) {
	vector := fullFormsVectorFunc()
	if vector == nil {
		t.Skip("no AVX-512 here")
	}
	random := rand.New(rand.NewPCG(3, 4))
	all := readPairs(t, filepath.Join("testdata", "grids.tsv"))
	symmetric := gridOf("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	grids := [][81]uint8{symmetric}
	for _, p := range all {
		m := randomMap(random)
		grids = append(grids, m.Apply(&p.grid))
	}
	forms, found := make([][81]uint8, len(grids)), make([]mapChoice, len(grids))
	if n := vector(forms, grids, found); n != len(grids) {
		t.Fatalf("%d of %d forms", n, len(grids))
	}
	for i := range grids {
		var form [81]uint8
		var maps []Map
		writeLeastFullForm(&grids[i], &form, &maps)
		if forms[i] != form || int(found[i].ties) != len(maps) {
			t.Fatalf("the form of %v\nis %v by %d ways\nwant %v by %d", grids[i], forms[i], found[i].ties, form, len(maps))
		}
		if m := bandTable().mapFromChoice(&grids[i], &form, found[i]); m.Apply(&grids[i]) != form {
			t.Fatalf("%+v makes %v of %v", m, m.Apply(&grids[i]), grids[i])
		}
	}
	for cell := range 81 {
		for _, d := range []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 137, 255} {
			g := grids[cell]
			if g[cell] == d {
				continue
			}
			g[cell] = d
			if n := vector(forms[:3], [][81]uint8{grids[0], g, grids[2]}, found[:3]); n != 1 {
				t.Fatalf("of a grid with %d in cell %d, it says that %d are well", d, cell, n)
			}
		}
	}
}

// TestGenerated checks that the committed assembly equals the generator's output.
func TestGenerated(t *testing.T) {
	generated.Compare(t, "minlex", "avx512_amd64.s")
	generated.Compare(t, "minlex", "avx2_amd64.s", "-avx2")
}
