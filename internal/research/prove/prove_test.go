package prove

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/research/prove/verify"
	"nonet/internal/textbook"
)

// The first four of these puzzles have one solution each, the others none or several.
var puzzles = []string{
	"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
	".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
	"12345678..................9......................................................",
	"8...8......36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"9..7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
	".................................................................................",
}

func parseCells(s string) (g [81]uint8) {
	for i := range g {
		if s[i] != '.' {
			g[i] = s[i] - '0'
		}
	}
	return g
}

func certificateLine(t testing.TB, g [81]uint8, givens bool) (string, int) {
	t.Helper()
	var p Prover
	b, n, err := p.AppendCertificate(context.Background(), nil, &g, givens)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), n
}

// countByTextbook returns the number of solutions that the textbook finds, up to two.
func countByTextbook(g [81]uint8) int {
	s, _ := textbook.ByID(textbook.DancingLinks)
	return int(s.Search(context.Background(), g, textbook.Limits{Solutions: 2}, nil, nil).Solutions)
}

// TestCertificates compares certificates with the textbook, for each puzzle and for each puzzle
// without one of its givens.
func TestCertificates(t *testing.T) {
	for _, s := range puzzles {
		g := parseCells(s)
		l, n := certificateLine(t, g, true)
		claim, err := verify.CheckLine([]byte(l))
		if err != nil || n != countByTextbook(g) || claim.Solutions != n || claim.Puzzle != g || claim.Givens != (n == 1) {
			t.Fatalf("%s: %d solutions, %+v, %v", l, n, claim, err)
		}
		if _, proof, _ := strings.Cut(l, "\t"); n < 2 && strings.IndexByte(proof+"\t", '\t') > 150 {
			t.Errorf("%d bytes: %s", len(proof), proof)
		}
		redundant := map[int]bool{}
		for _, c := range claim.Redundant {
			redundant[c] = true
		}
		for c, d := range g {
			without := g
			without[c] = 0
			if n == 1 && d != 0 && redundant[c] != (countByTextbook(without) == 1) {
				t.Errorf("%s: given %d redundant: %v", s, c, redundant[c])
			}
		}
	}
}

// checkLine checks that a line proves a true claim, or is rejected with a place and a reason.
func checkLine(t interface{ Errorf(string, ...any) }, l []byte) {
	claim, err := verify.CheckLine(l)
	if err != nil {
		if r := err.(*verify.RejectedError); r.Column < 1 || r.Column > len(l)+1 || strings.HasPrefix(r.Error(), "verify.") {
			t.Errorf("%q is rejected at %d: %v", l, r.Column, err)
		}
		return
	}
	if countByTextbook(claim.Puzzle) != claim.Solutions {
		t.Errorf("%q proves %d solutions", l, claim.Solutions)
	}
	if claim.Givens {
		needed := claim.Puzzle
		for _, c := range claim.Redundant {
			without := claim.Puzzle
			if without[c] = 0; countByTextbook(without) != 1 {
				t.Errorf("%q proves that given %d is redundant", l, c)
			}
			needed[c] = 0
		}
		for c, d := range needed {
			without := claim.Puzzle
			if without[c] = 0; d != 0 && countByTextbook(without) < 2 {
				t.Errorf("%q proves that given %d is needed", l, c)
			}
		}
	}
}

// TestMutations checks that a line with a byte changed, lost or added is rejected or still proves
// something true.
func TestMutations(t *testing.T) {
	var lines [][]byte
	for _, s := range puzzles {
		for _, givens := range []bool{false, true} {
			l, _ := certificateLine(t, parseCells(s), givens)
			lines = append(lines, []byte(l))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		l := bytes.Clone(rapid.SampledFrom(lines).Draw(t, "line"))
		at := rapid.IntRange(0, len(l)-1).Draw(t, "at")
		if rapid.Bool().Draw(t, "early") {
			at = min(at, 90)
		}
		b := rapid.SampledFrom([]byte("!0123456789.=\tABCDEFGHI\x00\xff")).Draw(t, "byte")
		switch rapid.IntRange(0, 2).Draw(t, "how") {
		case 0:
			l[at] = b
		case 1:
			l = append(l[:at], l[at+1:]...)
		default:
			l = append(l[:at:at], append([]byte{b}, l[at:]...)...)
		}
		checkLine(t, l)
	})
}

func FuzzVerify(f *testing.F) {
	for _, s := range puzzles {
		l, _ := certificateLine(f, parseCells(s), true)
		f.Add([]byte(l))
	}
	f.Fuzz(func(t *testing.T, l []byte) { checkLine(t, l) })
}

// TestCancelled checks that a cancelled search appends nothing.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	g := parseCells(puzzles[3])
	var p Prover
	if l, _, err := p.AppendCertificate(ctx, []byte("before"), &g, true); err == nil || string(l) != "before" {
		t.Errorf("%q, %v", l, err)
	}
	if _, _, err := p.LRAT(ctx, &g); err == nil {
		t.Error("LRAT went on")
	}
}

// checkLRAT checks a proof as other LRAT checkers do. It assumes that the literals of a clause are false. Then
// each hint must leave one literal open, and the last hint none.
func checkLRAT(cnf, proof []byte) error {
	numbers := func(l string) (all []int) {
		for _, f := range strings.Fields(l) {
			n, _ := strconv.Atoi(f)
			all = append(all, n)
		}
		return all
	}
	clauses := map[int][]int{}
	for i, l := range strings.Split(strings.TrimSpace(string(cnf)), "\n") {
		if n := numbers(l); i > 0 {
			clauses[i] = n[:len(n)-1]
		}
	}
	for l := range strings.Lines(string(proof)) {
		n := numbers(l)
		id, n := n[0], n[1:]
		i := 0
		for n[i] != 0 {
			i++
		}
		clause, hints := n[:i], n[i+1:len(n)-1]
		holds := map[int]bool{}
		for _, l := range clause {
			holds[-l] = true
		}
		empty := false
		for _, h := range hints {
			from, known := clauses[h]
			if !known || empty {
				return fmt.Errorf("clause %d: hint %d", id, h)
			}
			open := map[int]bool{}
			for _, l := range from {
				if holds[l] {
					return fmt.Errorf("clause %d: hint %d holds", id, h)
				}
				if !holds[-l] {
					open[l] = true
				}
			}
			if len(open) > 1 {
				return fmt.Errorf("clause %d: hint %d leaves %d", id, h, len(open))
			}
			maps.Copy(holds, open)
			empty = len(open) == 0
		}
		if !empty {
			return fmt.Errorf("clause %d does not follow", id)
		}
		if clauses[id] != nil {
			return fmt.Errorf("clause %d twice", id)
		}
		if clauses[id] = clause; len(clause) == 0 {
			return nil
		}
	}
	return fmt.Errorf("no empty clause")
}

// TestLRAT checks that a refutation passes this test's checker and, if they are installed, lrat-check and
// cake_lpr. It also checks that the refutation fails without its last hint. A puzzle with several solutions
// must have no refutation.
func TestLRAT(t *testing.T) {
	for i, s := range puzzles {
		g := parseCells(s)
		var p Prover
		cnf, proof, err := p.LRAT(context.Background(), &g)
		if countByTextbook(g) > 1 {
			if err == nil {
				t.Errorf("%s is refuted", s)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := checkLRAT(cnf, proof); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if cut := bytes.LastIndexByte(bytes.TrimSuffix(proof, []byte(" 0\n")), ' '); checkLRAT(cnf, append(bytes.Clone(proof[:cut]), " 0\n"...)) == nil {
			t.Errorf("%s: a hint is not needed", s)
		}
		dir := t.TempDir()
		formula, refutation := filepath.Join(dir, "cnf"), filepath.Join(dir, "lrat")
		os.WriteFile(formula, cnf, 0o666)
		os.WriteFile(refutation, proof, 0o666)
		for checker, says := range map[string]string{"lrat-check": "VERIFIED", "cake_lpr": "s VERIFIED UNSAT"} {
			program, err := exec.LookPath(checker)
			if err != nil {
				if i == 0 {
					t.Logf("%s is not installed", checker)
				}
				continue
			}
			out, err := exec.Command(program, formula, refutation).CombinedOutput()
			if err != nil && checker != "lrat-check" || !strings.Contains(string(out), says) {
				t.Errorf("%s: %s: %v\n%s", s, checker, err, out)
			}
		}
	}
}
