package target_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/certificate"
	"nonet/internal/check/soak"
	"nonet/sudoku"
	"nonet/target"
)

// certifyOptimum returns the certificate of the optimum and the claim that the checker accepts.
func certifyOptimum(t rapid.TB, g sudoku.Grid, w target.Weights, goal target.Goal) (string, certificate.Claim) {
	t.Helper()
	var b bytes.Buffer
	r, err := target.Certify(background, g, w, target.Options{Goal: goal}, &b)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	claim, err := certificate.Verify(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatalf("%v %v: %v", g, goal, err)
	}
	if claim.Puzzle != g.Values() || claim.Minimum != (goal == target.Minimum) || claim.None != (r.Outcome == sudoku.None) {
		t.Fatalf("%v %v: the certificate speaks of something else", g, goal)
	}
	if !claim.None && (claim.Optimum != r.Score || claim.Grid != r.Grid.Values()) {
		t.Fatalf("%v %v: certified %d, found %d", g, goal, claim.Optimum, r.Score)
	}
	for c := range w {
		if [9]int64(w[c][1:]) != claim.Weights[c] {
			t.Fatalf("%v: other weights", g)
		}
	}
	return b.String(), claim
}

func TestCertificates(t *testing.T) {
	for _, i := range readInstances(t, "testdata/rings.tsv") {
		for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
			text, claim := certifyOptimum(t, i.grid, target.RingWeights(), goal)
			if goal == target.Maximum && claim.Optimum != i.optimum {
				t.Errorf("%s: %d, want %d", i.name, claim.Optimum, i.optimum)
			}
			t.Logf("%s %v: %d lines, %d tries, %d kB", i.name, goal, claim.Lines, claim.Tries, len(text)/1000)
		}
	}
	random := rand.New(rand.NewPCG(7, 7))
	for _, kind := range []string{"cells", "signed", "table"} {
		g, w := somePuzzle(12, random), randomWeights(kind, random)
		text, claim := certifyOptimum(t, g, w, target.Maximum)
		t.Logf("%s: %d lines, %d tries, %d kB", kind, claim.Lines, claim.Tries, len(text)/1000)
	}
}

// TestCertificatesOfTheTail certifies instances whose optimum the linear program cannot prove. The bound by
// templates must be used and proven, and the checker must refuse this bound for a false claim.
func TestCertificatesOfTheTail(t *testing.T) {
	uses, lies := 0, 0
	for _, i := range readInstances(t, "testdata/tail.tsv") {
		text, claim := certifyOptimum(t, i.grid, target.RingWeights(), target.Maximum)
		if claim.Optimum != i.optimum {
			t.Errorf("%s: %d, want %d", i.name, claim.Optimum, i.optimum)
		}
		// Claim a worse completion, with another digit in the centre, as the optimum.
		optimal, _ := sudoku.FromCells(claim.Grid)
		const centre = sudoku.Cell(40)
		for d := range i.grid.Candidates(centre).Digits() {
			worse := proveOptimum(t, i.grid.With(centre, d), target.RingWeights(), target.Maximum)
			if worse.Outcome != sudoku.Found || worse.Score == i.optimum {
				continue
			}
			lie := strings.NewReplacer(fmt.Sprint("optimum ", i.optimum), fmt.Sprint("optimum ", worse.Score),
				"grid "+optimal.String(), "grid "+worse.Grid.String()).Replace(text)
			if _, err := certificate.Verify(strings.NewReader(lie)); err == nil {
				t.Errorf("%s: accepted with %d, the best is %d", i.name, worse.Score, i.optimum)
			}
			lies++
		}
		lines := strings.SplitAfter(text, "\n")
		var at []int
		for n, line := range lines {
			if strings.HasPrefix(line, "c ") {
				at = append(at, n)
			}
		}
		if uses += len(at); len(at) == 0 {
			continue
		}
		// Without its first template line the proof must fail.
		lines[at[0]] = ""
		if _, err := certificate.Verify(strings.NewReader(strings.Join(lines, ""))); err == nil {
			t.Errorf("%s: accepted without templates", i.name)
		}
	}
	if uses < 24 || lies < 12 {
		t.Errorf("templates were used %d times only, %d lies told", uses, lies)
	}
}

func TestCertificatesOfNoCompletion(t *testing.T) {
	plain := grid(t, "12345678.........9...............................................................")
	if _, claim := certifyOptimum(t, plain, target.RingWeights(), target.Maximum); !claim.None {
		t.Errorf("certified %d", claim.Optimum)
	}
	// These need a search: a unique puzzle with one digit that its solution does not have.
	g := grid(t, inkala)
	solution := proveOptimum(t, g, target.RingWeights(), target.Maximum).Grid
	tries := 0
	for c := range sudoku.Cell(20) {
		for d := range g.Candidates(c).Digits() {
			if d == solution.At(c) {
				continue
			}
			_, claim := certifyOptimum(t, g.With(c, d), target.RingWeights(), target.Maximum)
			if !claim.None {
				t.Errorf("%v %d: certified %d", c, d, claim.Optimum)
			}
			tries += claim.Tries
		}
	}
	if tries == 0 {
		t.Error("none of them needed a try")
	}
	// Contradictory givens have a certificate and an error.
	var b bytes.Buffer
	_, err := target.Certify(background, grid(t, "11"+strings.Repeat(".", 79)), target.RingWeights(), target.Options{}, &b)
	var contradiction *sudoku.ContradictionError
	if !errors.As(err, &contradiction) {
		t.Error(err)
	}
	if claim, err := certificate.Verify(&b); err != nil || !claim.None {
		t.Errorf("contradictory givens: %v", err)
	}
}

func TestCertificatesOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawPuzzle(t, rapid.IntRange(18, 40).Draw(t, "givens"))
		if rapid.Bool().Draw(t, "spoil") {
			g = g.With(sudoku.Cell(rapid.IntRange(0, 80).Draw(t, "cell")), sudoku.Digit(rapid.IntRange(1, 9).Draw(t, "digit")))
		}
		if g.Contradictions() != nil {
			t.Skip("contradictory")
		}
		certifyOptimum(t, g, drawWeights(t), rapid.SampledFrom([]target.Goal{target.Maximum, target.Minimum}).Draw(t, "goal"))
	})
}

// TestCorruptedCertificates checks that the checker refuses a certificate that claims more than is true.
func TestCorruptedCertificates(t *testing.T) {
	// Only one completion scores at least the optimum minus 1, so that small changes matter.
	g, w := grid(t, noip1), target.RingWeights()
	text, claim := certifyOptimum(t, g, w, target.Maximum)
	all, ok := completionScores(g, w, target.Maximum, 10_000_000)
	if !ok || all[0] != claim.Optimum {
		t.Fatal("the exhaustive search says otherwise")
	}
	// Find a worse completion to claim as the optimum.
	var worse sudoku.Grid
	everyCompletion(g, 10_000_000, func(full sudoku.Grid) {
		if w.Score(full) < all[0] {
			worse = full
		}
	})
	head, tail, _ := strings.Cut(text, "\noptimum ")
	_, proof, _ := strings.Cut(tail, "\nscale ")
	for name, corrupt := range map[string]string{
		"a worse completion": fmt.Sprintf("%s\noptimum %d\ngrid %v\nscale %s", head, w.Score(worse), worse, proof),
		"no completion":      fmt.Sprintf("%s\noptimum none\nscale %s", head, proof),
		"no proof":           fmt.Sprintf("%s\noptimum %d\ngrid %v\nscale 65536\nx\n", head, w.Score(worse), worse),
		"higher optimum":     strings.Replace(text, fmt.Sprintf("optimum %d", claim.Optimum), fmt.Sprintf("optimum %d", claim.Optimum+1), 1),
		"other weight":       strings.Replace(text, "weights r1c2 6 12", "weights r1c2 6 1000", 1),
		"other scale":        strings.Replace(text, "scale 65536", "scale 1", 1),
		"other goal":         strings.Replace(text, "goal maximum", "goal minimum", 1),
		"a given less":       strings.Replace(text, "puzzle 7", "puzzle .", 1),
		"more":               text + "x\n",
		"cut off":            text[:len(text)-2],
		"empty":              "",
		"zero bytes":         "\x00\x00" + text,
		"endless line":       text[:1000] + strings.Repeat("1", 1<<20),
	} {
		if corrupt == text {
			t.Fatalf("%s: nothing was changed", name)
		}
		claim, err := certificate.Verify(strings.NewReader(corrupt))
		if err == nil && name != "a given less" && name != "other weight" {
			t.Errorf("%s: accepted, optimum %d", name, claim.Optimum)
		}
		if err == nil { // if the certificate is accepted, the claim must be true for the changed puzzle
			checkClaim(t, name, claim)
		}
	}
}

// checkClaim compares an accepted claim with an exhaustive search, if the search is small enough.
func checkClaim(t testing.TB, name string, claim certificate.Claim) {
	t.Helper()
	g, err := sudoku.FromCells(claim.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	var w target.Weights
	for c := range w {
		copy(w[c][1:], claim.Weights[c][:])
	}
	goal := target.Maximum
	if claim.Minimum {
		goal = target.Minimum
	}
	all, ok := completionScores(g, w, goal, 50_000)
	if !ok {
		return
	}
	if claim.None != (len(all) == 0) || !claim.None && claim.Optimum != all[0] {
		t.Errorf("%s: accepted, but untrue", name)
	}
}

// templated holds 393 completions; the certificate of its optimum uses templates.
const templated = ".8...3.9.5..2..18.6.1.....3...4..5..4.......1....8..4.....3........15..2.5.874..."

// TestEveryLineMatters changes single bytes of certificates: the checker must refuse the
// certificate, or the claim must be true.
func TestEveryLineMatters(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{noip1, templated} {
		text, claim := certifyOptimum(t, grid(t, name), target.RingWeights(), target.Maximum)
		if got := strings.Contains(text, "\nc "); got != (name == templated) {
			t.Errorf("%s: templates %v", name, got)
		}
		refused := 0
		changes := soak.PickOfThree(100, 200, 400)
		for range changes {
			b := []byte(text)
			i := random.IntN(len(b))
			b[i] = "0123456789 -xutc\n"[random.IntN(17)]
			got, err := certificate.Verify(bytes.NewReader(b))
			if err != nil {
				refused++
				continue
			}
			got.Lines, got.Tries = claim.Lines, claim.Tries
			if got != claim {
				checkClaim(t, fmt.Sprintf("%s, byte %d", name, i), got)
			}
		}
		if refused < changes/4 {
			t.Errorf("%s: only %d of %d changes were refused", name, refused, changes)
		}
	}
}

func TestCertifyCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	cancel()
	var b bytes.Buffer
	r, err := target.Certify(ctx, sudoku.Grid{}, weightsWithoutStructure(), target.Options{}, &b)
	if !errors.Is(err, context.Canceled) || r.Outcome != sudoku.Undecided || b.Len() != 0 {
		t.Errorf("%v %v, %d bytes", r.Outcome, err, b.Len())
	}
	if _, err := target.Certify(background, grid(t, noip1), target.RingWeights(), target.Options{}, broken{}); !errors.Is(err, errBroken) {
		t.Errorf("a writer that fails: %v", err)
	}
}

var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func FuzzVerify(f *testing.F) {
	var b bytes.Buffer
	if _, err := target.Certify(background, sudoku.MustParse(noip1), target.RingWeights(), target.Options{}, &b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	b.Reset()
	if _, err := target.Certify(background, sudoku.MustParse(templated), target.RingWeights(), target.Options{}, &b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.String())
	f.Add("nonet target certificate 1\npuzzle ")
	f.Fuzz(func(t *testing.T, text string) {
		if claim, err := certificate.Verify(strings.NewReader(text)); err == nil {
			checkClaim(t, "fuzz", claim)
		}
	})
}
