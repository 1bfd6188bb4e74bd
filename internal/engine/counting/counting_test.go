package counting

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/check/reference"
	"nonet/internal/check/soak"
	"nonet/internal/engine/kernel"
	"nonet/internal/textbook"
)

const example = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// countBySum counts solutions by the sum alone. Solutions tries a search first.
func countBySum(t testing.TB, p [81]uint8) Number {
	t.Helper()
	r := sumSolutions(context.Background(), &p, Limits{}, nil)
	if r.Outcome != kernel.Complete {
		t.Fatalf("%s: %+v", formatGrid(p), r)
	}
	return r.Solutions
}

func parseGrid(line string) (g [81]uint8) {
	for i := range g {
		if c := line[i]; c >= '1' && c <= '9' {
			g[i] = c - '0'
		}
	}
	return g
}

func formatGrid(g [81]uint8) string {
	b := []byte(strings.Repeat(".", 81))
	for i, d := range g {
		if d != 0 {
			b[i] = '0' + d
		}
	}
	return string(b)
}

func TestSplits(t *testing.T) {
	tables := shared()
	seen := map[[9]uint8]bool{}
	for s, line := range tables.line {
		var sets [3]int
		for d, l := range line {
			sets[l] |= 1 << d
		}
		if seen[line] || int(tables.splitNumberOf(sets[0], sets[1])) != s {
			t.Fatalf("split %d is %v, number %d", s, line, tables.splitNumberOf(sets[0], sets[1]))
		}
		seen[line] = true
		pairs := map[pair]bool{}
		for _, p := range tables.completions[s] {
			pairs[p] = true
			for d, l := range line {
				if l+tables.line[p.b][d]+tables.line[p.c][d] != 3 || l == tables.line[p.b][d] {
					t.Fatalf("%d, %d and %d are no triple", s, p.b, p.c)
				}
			}
		}
		if len(pairs) != partners {
			t.Fatalf("split %d has %d completions", s, len(pairs))
		}
	}
	if len(seen) != splits {
		t.Fatalf("%d splits", len(seen))
	}
}

// scaleForSoak returns n with the flag -soak, and otherwise n/3. In short tests, which also run under the slow race
// detector, it returns n/5.
func scaleForSoak(n int) int { return soak.PickOfThree(n/5, n/3, n) }

// TestPublished checks published numbers: those of Felgenhauer and Jarvis, Enumerating possible Sudoku grids
// (2005), for the empty grid and for their greatest class of bands. If a box or row is full, the number is that
// of the empty grid divided by 9!.
func TestPublished(t *testing.T) {
	empty := strings.Repeat(".", 81)
	for _, test := range []struct{ name, puzzle, want string }{
		{"empty", empty, "6670903752021072936960"},
		{"a row", "123456789" + empty[9:], "18383222420692992"},
		{"one given", "5" + empty[1:], "741211528002341437440"},
		{"a band", "123456789456789123789123456" + empty[27:], "7802998272"},
		{"full", "812753649943682175675491283154237896369845721287169534521974368438526917796318452", "1"},
		{"unique", example, "1"},
		{"no place for 9", "12345678.........9" + empty[18:], "0"},
		{"equal givens", "8...8" + empty[5:], "0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && raceEnabled && test.name == "empty" {
				t.Skip("takes minutes with the race detector")
			}
			if (test.name == "a row" || test.name == "one given") && !soak.On() {
				t.Skip("the empty grid tests the same: make soak has it")
			}
			if got := countBySum(t, parseGrid(test.puzzle)).String(); got != test.want {
				t.Errorf("%s solutions, published are %s", got, test.want)
			}
		})
	}
}

// TestGreatestEntry checks that no entry of a slab is greater than packing allows.
func TestGreatestEntry(t *testing.T) {
	n := buildNetwork(t.Context(), new([81]uint8))
	var w slabScratch
	var s slab
	w.computeSlab(t.Context(), n, &n.boxes[0], 0, &s)
	greatest := uint64(0)
	for k := range s.nonzero {
		for c := range n.boxes[0][2].downs {
			greatest = max(greatest, slabEntry(s.row(k), c))
		}
	}
	if greatest != 1728 || s.bound < greatest || s.bound >= 2*2048 {
		t.Errorf("the greatest entry is %d, said to be at most %d", greatest, s.bound)
	}
	if partners*greatest*greatest>>32 != 0 {
		t.Error("two entries a word have no room")
	}
}

// TestAgreesWithSearches compares the sum with two searches that share no code with it, on random
// grids with up to a quarter of a million solutions.
func TestAgreesWithSearches(t *testing.T) {
	oracle, ok := textbook.ByID("dancing-links")
	if !ok {
		t.Fatal("the strategy is not there")
	}
	const most = 250_000
	r := rand.New(rand.NewPCG(17, 81))
	several := 0
	for i := range scaleForSoak(600) {
		p := withGivens(r, 17+i%65)
		if i%5 == 0 {
			p[r.IntN(81)] = uint8(1 + r.IntN(9))
		}
		want := searchGrid(kernel.Default(), p, most)
		if want.Outcome == kernel.LimitReached {
			continue
		}
		if got := countBySum(t, p); got != NumberOf(want.Solutions) {
			t.Fatalf("%s: the sum is %s, the search finds %d", formatGrid(p), got, want.Solutions)
		}
		if want.Solutions > 100 {
			several++
		}
		if want.Solutions < 2000 {
			if other := oracle.Search(t.Context(), p, textbook.Limits{Solutions: 2000}, nil, nil); other.Solutions != want.Solutions {
				t.Fatalf("%s: the textbook finds %d, the kernel %d", formatGrid(p), other.Solutions, want.Solutions)
			}
		}
	}
	if several < scaleForSoak(50) {
		t.Errorf("only %d of the grids have more than 100 solutions", several)
	}
}

// TestMillions compares the sum with the search on grids with millions of solutions.
func TestMillions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	for i, p := range readGrids(t, filepath.Join("testdata", "millions.txt")) {
		if i%soak.Pick(4, 1) != 0 {
			continue
		}
		want := searchGrid(kernel.Default(), p, 20_000_000)
		if want.Outcome != kernel.Complete {
			t.Fatalf("%s: %+v", formatGrid(p), want)
		}
		if got := countBySum(t, p); got != NumberOf(want.Solutions) {
			t.Errorf("%s: the sum is %s, the search finds %d", formatGrid(p), got, want.Solutions)
		}
	}
}

// TestSeventeen pins the counts of grids of 17 givens with more than 10⁸ solutions.
func TestSeventeen(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "seventeen.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line[0] == '#' {
			continue
		}
		p, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		if got := countBySum(t, parseGrid(p)).String(); got != want {
			t.Errorf("%s: %s, not %s", p, got, want)
		}
	}
}

func TestSharedCorpora(t *testing.T) {
	for _, name := range []string{"17_clue", "hardest_11plus", "serg_multi"} {
		t.Run(name, func(t *testing.T) {
			all := readGrids(t, reference.File(t, "corpora/"+name+".txt"))
			some := 0
			for i := 0; i < len(all); i += max(1, len(all)/scaleForSoak(300)) {
				want := searchGrid(kernel.Default(), all[i], 100_000)
				if want.Outcome == kernel.LimitReached {
					continue
				}
				some++
				if got := countBySum(t, all[i]); got != NumberOf(want.Solutions) {
					t.Fatalf("%s: the sum is %s, the search finds %d", formatGrid(all[i]), got, want.Solutions)
				}
			}
			t.Logf("%d grids", some)
		})
	}
}

// TestSymmetries checks that the sum does not change if one or both of its symmetries are not used. They only
// save time.
func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range scaleForSoak(40) {
		p := withGivens(r, 81)
		// Remove all givens of a few digits and columns, and some other givens.
		out := r.Perm(9)
		lines := r.Perm(9)
		for c, d := range p {
			if d == uint8(out[0]+1) || d == uint8(out[1]+1) || d == uint8(out[2]+1) && r.IntN(2) == 0 ||
				c%9 == lines[0] || c%9 == lines[1] || c%9 == lines[2] || r.IntN(3) == 0 {
				p[c] = 0
			}
		}
		want := countBySum(t, p)
		for mask := range 4 {
			n := buildNetwork(t.Context(), &p)
			if mask&1 != 0 {
				n.open = nil
			}
			if mask&2 != 0 {
				n.empty = [3][3]bool{}
			}
			s := newSummation(t.Context(), n)
			s.divideTriples(0)
			if got := s.runTasks(t.Context(), 0, nil); got.Solutions != want {
				t.Fatalf("%s: %v without, %s with symmetries", formatGrid(p), got.Solutions, want)
			}
		}
	}
}

// TestNodes checks that the sum takes the same number of nodes on every run.
func TestNodes(t *testing.T) {
	p := parseGrid(".5.........1.65...4...176.......6...7.8.9.....6............82...........6....4...")
	first := sumSolutions(t.Context(), &p, Limits{}, nil)
	if first.Solutions != NumberOf(67_012_998) || first.Nodes == 0 {
		t.Fatalf("%+v", first)
	}
	for range 5 {
		if again := sumSolutions(t.Context(), &p, Limits{}, nil); again != first {
			t.Fatalf("%+v, then %+v", first, again)
		}
	}
	// With half of the nodes, a run sums only a part, which is the same part every time. This is the same part
	// every time.
	half := sumSolutions(t.Context(), &p, Limits{Nodes: first.Nodes / 2}, nil)
	if half.Outcome != kernel.Stopped || half.Nodes > first.Nodes/2 || half.Solutions == first.Solutions {
		t.Fatalf("with half the nodes: %+v", half)
	}
	for range 5 {
		if again := sumSolutions(t.Context(), &p, Limits{Nodes: first.Nodes / 2}, nil); again != half {
			t.Fatalf("with half the nodes: %+v, then %+v", half, again)
		}
	}
}

func TestLimits(t *testing.T) {
	ctx := t.Context()
	p := parseGrid(".5.........1.65...4...176.......6...7.8.9.....6............82...........6....4...")
	for i, limit := range []uint64{1, 2, HandOver - 1, HandOver, HandOver + 1, 1_000_000, 67_012_997, 67_012_998} {
		if testing.Short() && i%3 != 1 {
			continue
		}
		r := Solutions(ctx, &p, Limits{Solutions: limit}, nil)
		if r.Outcome != kernel.LimitReached || r.Solutions != NumberOf(limit) {
			t.Errorf("limit %d: %+v", limit, r)
		}
	}
	for i, limit := range []uint64{67_012_999, 1 << 63, ^uint64(0), 0} {
		if testing.Short() && i%3 != 0 {
			continue
		}
		r := Solutions(ctx, &p, Limits{Solutions: limit}, nil)
		if r.Outcome != kernel.Complete || r.Solutions != NumberOf(67_012_998) {
			t.Errorf("limit %d: %+v", limit, r)
		}
	}
	for _, nodes := range []uint64{1, 100, 5000, 7000} {
		r := Solutions(ctx, &p, Limits{Nodes: nodes}, nil)
		if r.Nodes > nodes || r.Outcome == kernel.Complete && r.Solutions != NumberOf(67_012_998) || r.Outcome == kernel.LimitReached {
			t.Errorf("%d nodes: %+v", nodes, r)
		}
	}
	// The greatest limit, on a grid whose number of solutions needs more than 64 bits.
	if !testing.Short() { // half a minute with the race detector
		if r := Solutions(ctx, new([81]uint8), Limits{Solutions: ^uint64(0)}, nil); r.Outcome != kernel.LimitReached || r.Solutions != NumberOf(^uint64(0)) {
			t.Errorf("the greatest limit: %+v", r)
		}
	}
	bad := parseGrid(example)
	bad[1] = 10
	for _, p := range [][81]uint8{bad, parseGrid("8...8" + example[5:])} {
		if r := Solutions(ctx, &p, Limits{}, nil); r.Outcome != kernel.Complete || r.Solutions != NumberOf(0) || r.Nodes != 0 {
			t.Errorf("%s: %+v", formatGrid(p), r)
		}
		if r := sumSolutions(ctx, &p, Limits{}, nil); r.Outcome != kernel.Complete || r.Solutions != NumberOf(0) {
			t.Errorf("%s: %+v", formatGrid(p), r)
		}
	}
}

// slow is a grid whose count takes minutes.
const slow = ".........6................................9..25...........1......................"

// TestCancelled checks that a count ends after its context. If ctx ends during the sum, the count reports the
// solutions counted so far. BenchmarkCancel measures how soon it ends.
func TestCancelled(t *testing.T) {
	for _, p := range [][81]uint8{parseGrid(slow), {}} {
		for _, after := range []time.Duration{0, time.Millisecond, 20 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			r := Solutions(ctx, &p, Limits{}, func(Progress) {})
			cancel()
			if r.Outcome != kernel.Stopped {
				t.Errorf("after %s: %+v", after, r)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		r := Solutions(ctx, &p, Limits{}, func(Progress) { cancel() })
		cancel()
		if r.Outcome != kernel.Stopped || !r.Solutions.isAtLeast(HandOver) {
			t.Errorf("during the sum: %+v", r)
		}
	}
	if claimed.Load() != 0 {
		t.Errorf("%d workers are still claimed", claimed.Load())
	}
}

func TestProgress(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p := parseGrid(slow)
	var last Progress
	r := Solutions(ctx, &p, Limits{}, func(now Progress) {
		if now.Share < last.Share || now.Share > 1 || !now.Solutions.isAtLeast(last.Solutions.lo) {
			t.Errorf("%+v after %+v", now, last)
		}
		if last = now; now.Solutions != NumberOf(0) {
			cancel()
		}
	})
	if r.Outcome != kernel.Stopped || last.Share == 0 || last.Solutions.hi > r.Solutions.hi || !r.Solutions.isAtLeast(last.Solutions.lo) {
		t.Errorf("last %+v, then %+v", last, r)
	}
}

// TestMemory checks that the empty grid, whose tables are the largest, takes no more memory than
// Solutions states.
func TestMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has memory of its own")
	}
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	most := uint64(0)
	Solutions(ctx, new([81]uint8), Limits{}, func(Progress) {
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapInuse-min(now.HeapInuse, before.HeapInuse)) // the collector may free a pool meanwhile
	})
	t.Logf("%d MB", most>>20)
	if stated := uint64(160+25*runtime.GOMAXPROCS(0)) << 20; most > stated {
		t.Errorf("%d bytes, stated are %d", most, stated)
	}
}

// drawGrid draws grids with at least the given number of givens. They may have very many solutions.
func drawGrid(rt *rapid.T, least int) [81]uint8 {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
	p := withGivens(r, rapid.IntRange(least, 50).Draw(rt, "givens"))
	if rapid.IntRange(0, 9).Draw(rt, "wrong") == 0 {
		p[rapid.IntRange(0, 80).Draw(rt, "cell")] = uint8(rapid.IntRange(1, 9).Draw(rt, "digit"))
	}
	return p
}

// TestIsomorphsHaveAsManySolutions checks that an isomorph of a grid has as many solutions as the grid.
func TestIsomorphsHaveAsManySolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	drawn := 0
	rapid.Check(t, func(rt *rapid.T) {
		if drawn++; drawn > soak.Pick(15, 100) {
			return
		}
		p := drawGrid(rt, 14)
		digits := rapid.Permutation([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(rt, "digits")
		bands := rapid.Permutation([]int{0, 1, 2}).Draw(rt, "bands")
		rows := rapid.Permutation([]int{0, 1, 2}).Draw(rt, "rows")
		transposed := rapid.Bool().Draw(rt, "transposed")
		var q [81]uint8
		for cell, d := range p {
			row, column := cell/9, cell%9
			to := bands[row/3]*27 + rows[row%3]*9 + column
			if transposed {
				to = to%9*9 + to/9
			}
			if d != 0 {
				q[to] = digits[d-1]
			}
		}
		if a, b := countBySum(t, p), countBySum(t, q); a != b {
			rt.Fatalf("%s: %s\n%s: %s", formatGrid(p), a, formatGrid(q), b)
		}
	})
}

// TestSumOverACell takes an empty cell and counts the solutions with each digit in it. These counts must add up
// to the grid's count.
func TestSumOverACell(t *testing.T) {
	if testing.Short() {
		t.Skip("takes ten seconds, a minute with the race detector")
	}
	rapid.Check(t, func(rt *rapid.T) {
		p := drawGrid(rt, 17)
		cell := rapid.IntRange(0, 80).Filter(func(c int) bool { return p[c] == 0 }).Draw(rt, "cell")
		var parts Number
		for d := range uint8(9) {
			q := p
			q[cell] = d + 1
			parts = parts.addNumber(countBySum(t, q))
		}
		if all := countBySum(t, p); all != parts {
			rt.Fatalf("%s: %s solutions, but %s by cell %d", formatGrid(p), all, parts, cell)
		}
	})
}

// FuzzSolutions counts the solutions of grids made from a full grid by bytes. A byte below 81 keeps
// the cell with that index as a given. A greater byte changes the value of the cell in the byte before.
func FuzzSolutions(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x01\x05\x09\x10\x13\x19\x20\x26\x2b\x31\x36\x38\x40\x45\x4a\x4f\x50"))
	f.Add([]byte("\x00\x02\x04\x06\x08\x0a\x0c\x0e\x10\x12\x14\x16\x18\x1a\x1c\x1e\x20\x22\x24\x26\x28\x2a\xff\x30"))
	f.Fuzz(func(t *testing.T, data []byte) {
		full := withGivens(rand.New(rand.NewPCG(1, 1)), 81)
		var p [81]uint8
		for i, b := range data {
			if b < 81 {
				p[b] = full[b]
			} else if i > 0 {
				p[data[i-1]%81] = b % 11
			}
		}
		const limit = 20_000
		want := searchGrid(kernel.Default(), p, limit)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		r := sumSolutions(ctx, &p, Limits{Solutions: limit}, nil)
		if r.Outcome != kernel.Stopped && (r.Outcome != want.Outcome || r.Solutions != NumberOf(want.Solutions)) {
			t.Errorf("%s: %+v, the search has %d, %d", formatGrid(p), r, want.Solutions, want.Outcome)
		}
	})
}

func searchGrid(k kernel.Kernel, p [81]uint8, limit uint64) kernel.Result {
	var r [1]kernel.Result
	k.Search(context.Background(), [][81]uint8{p}, kernel.Limits{Solutions: limit}, r[:])
	return r[0]
}

// withGivens returns n random cells of a random full grid.
func withGivens(r *rand.Rand, n int) (p [81]uint8) {
	// Draw twelve givens and let the search fill the rest.
	for {
		p = [81]uint8{}
		for range 12 {
			p[r.IntN(81)] = uint8(1 + r.IntN(9))
		}
		if found := searchGrid(kernel.Default(), p, 1); found.Solutions > 0 {
			p = found.First
			break
		}
	}
	for _, cell := range r.Perm(81)[:81-n] {
		p[cell] = 0
	}
	return p
}

func readGrids(t testing.TB, path string) (all [][81]uint8) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		if len(line) >= 81 && line[0] != '#' {
			all = append(all, parseGrid(string(line)))
		}
	}
	return all
}

// String returns the number in decimal.
func (n Number) String() string { return n.Big().String() }
