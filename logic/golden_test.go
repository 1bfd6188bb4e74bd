package logic

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/sudoku"
)

var (
	update  = flag.Bool("update", false, "rewrite the drawings in testdata")
	collect = flag.Duration("collect", 0, "how long to look for positions for techniques with fewer than three")
)

// casesWanted is how many positions testdata has for a technique, where as many
// were found.
const casesWanted = 3

// goldenOptions are those the cases of a technique are looked for with.
func goldenOptions(t Technique) Options {
	return Options{SetsInChains: t.Info().Family == FamilyLoop, TwoCandidateRectangles: t == DualEmptyRectangle}
}

// draw is the position with the step in it: + before a candidate of the pattern,
// # before a fin, * before a pivot, ! before one placed, - before one that goes.
//
//	+14   +1-4  |
func draw(s State, step *Step) string {
	var sign [cells][10]byte
	for _, m := range step.Marks {
		sign[m.Cell][m.Digit] = "+##*+abcd"[m.Role]
	}
	for _, e := range step.Eliminations {
		sign[e.Cell][e.Digit] = '-'
	}
	for _, e := range step.Placements {
		sign[e.Cell][e.Digit] = '!'
	}
	var text [cells]string
	width := 1
	for c := range Cell(cells) {
		if v := s.Value(c); v != 0 {
			text[c] = fmt.Sprint(v)
		}
		for d := range s.Candidates(c).Digits() {
			if k := sign[c][d]; k != 0 {
				text[c] += string(k)
			}
			text[c] += fmt.Sprint(d)
		}
		width = max(width, len(text[c]))
	}
	var b strings.Builder
	for c := range Cell(cells) {
		b.WriteString(text[c])
		if c%9 == 8 {
			b.WriteByte('\n')
			if c == 26 || c == 53 {
				b.WriteString(strings.Repeat("-", 9*(width+1)+3) + "\n")
			}
			continue
		}
		b.WriteString(strings.Repeat(" ", width+1-len(text[c])))
		if c%3 == 2 {
			b.WriteString("| ")
		}
	}
	return b.String()
}

// reason is the step's chain, houses, sets and truths in words.
func reason(step *Step) string {
	var b strings.Builder
	houseList := func(name string, list []House) {
		if len(list) > 0 {
			fmt.Fprintf(&b, "%s:", name)
			for i, h := range list {
				fmt.Fprintf(&b, "%s %s", []string{"", ","}[min(i, 1)], h)
			}
			b.WriteByte('\n')
		}
	}
	houseList("base", step.Base)
	houseList("cover", step.Cover)
	for _, s := range step.Sets {
		fmt.Fprintf(&b, "set: %s in %s\n", s.Digits, s.Cells)
	}
	if step.Uniqueness != NoUniqueness {
		b.WriteString("relies on the puzzle having one solution\n")
	}
	if len(step.Nodes) > 0 {
		b.WriteString("chain:")
		links := step.Links()
		for i, n := range step.Nodes {
			fmt.Fprintf(&b, " %s%d(%s)", []string{"not ", ""}[[...]int{0, 1}[b2i(n.On)]], n.Digit, n.Cells)
			if i < len(links) {
				b.WriteString([]string{" -", " =", " ~"}[links[i]])
			}
		}
		b.WriteByte('\n')
	}
	if len(step.Truths) > 30 {
		fmt.Fprintf(&b, "truths: %d\n", len(step.Truths))
		return b.String()
	}
	b.WriteString("truths:")
	for i, t := range step.Truths {
		if t.Kind == CellTruth {
			fmt.Fprintf(&b, "%s %s", []string{"", ","}[min(i, 1)], t.Cell)
		} else {
			fmt.Fprintf(&b, "%s %d in %s", []string{"", ","}[min(i, 1)], t.Digit, t.House)
		}
	}
	b.WriteByte('\n')
	return b.String()
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// libraryLine is the position and the step in HoDoKu's library format.
func libraryLine(s *State, step *Step) string {
	var grid strings.Builder
	full := NewState(s.Grid())
	var gone []Candidate
	for c := range Cell(cells) {
		switch v := s.Value(c); {
		case v == 0:
			grid.WriteByte('.')
		case !s.Given(c):
			grid.WriteByte('+')
			fallthrough
		default:
			grid.WriteByte('0' + byte(v))
		}
		for d := range (full.Candidates(c) &^ s.Candidates(c)).Digits() {
			gone = append(gone, Candidate{c, d})
		}
	}
	return fmt.Sprintf(":%s:%s:%s:%s:%s:%s:", step.Code(), step.LibraryDigits(), grid.String(), triples(gone), triples(step.Eliminations), triples(step.Placements))
}

func block(s State, step *Step) string {
	return fmt.Sprintf("%s (%s)\n%s\n%s%s\n", step.Technique.Name(), step.Technique.Name().In("zh-CN"), libraryLine(&s, step), draw(s, step), reason(step))
}

// The steps in testdata, a file a family: found again, proven, and drawn as the
// file shows them.
func TestGolden(t *testing.T) {
	blocks := map[Technique][]string{}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range strings.SplitAfter(string(data), "\n\n") {
			if _, line, ok := strings.Cut(strings.TrimSpace(b), "\n"); ok {
				line, _, _ = strings.Cut(line, "\n")
				k, again := goldenCase(t, line)
				if again != b && !*update {
					t.Errorf("%s: now\n%s\nwas\n%s", name, again, b)
				}
				blocks[k] = append(blocks[k], again)
			}
		}
	}
	if *collect > 0 {
		collectCases(blocks, *collect)
	}
	if *collect > 0 || *update {
		writeGolden(t, blocks)
	}
	var few []string
	for _, k := range Techniques() {
		if n := len(blocks[k]); n < casesWanted && k != BruteForce {
			few = append(few, fmt.Sprintf("%s %d", k, n))
		}
	}
	t.Logf("fewer than %d: %s", casesWanted, strings.Join(few, ", "))
}

// goldenCase finds the step of a library line and draws it.
func goldenCase(t *testing.T, line string) (Technique, string) {
	parts := strings.Split(line, ":")
	if len(parts) < 7 {
		t.Fatalf("no library line: %s", line)
	}
	k, ok := ByCode(parts[1])
	s, err := ParseLibrary(parts[3], parts[4])
	if !ok || err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	again := ""
	err = NewFinder(s, goldenOptions(k)).Each(context.Background(), k, func(step *Step) bool {
		if libraryLine(&s, step) != line {
			return true
		}
		again = block(s, step)
		if err := Verify(s, step); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		return false
	})
	if again == "" || err != nil {
		t.Errorf("%s: not found, %v", line, err)
	}
	return k, again
}

func writeGolden(t *testing.T, blocks map[Technique][]string) {
	for f := FamilySingle; f < FamilyForce; f++ {
		var b bytes.Buffer
		for _, k := range Techniques() {
			if k.Info().Family == f {
				for _, s := range blocks[k] {
					b.WriteString(s)
				}
			}
		}
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("testdata/"+f.String()+".txt", b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// collectCases makes puzzles and looks along their paths for steps of techniques
// that have too few.
func collectCases(blocks map[Technique][]string, for_ time.Duration) {
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	ctx, cancel := context.WithTimeout(context.Background(), for_)
	defer cancel()
	for ctx.Err() == nil {
		p, outcome, _ := Path(ctx, NewState(randomPuzzle(ctx, r)), DefaultOrder())
		if outcome != sudoku.Found {
			continue
		}
		taken := map[Technique]bool{} // one case a puzzle
		s := p.Start
		for i := range p.Steps {
			for _, k := range Techniques() {
				// A position that a single solves shows little else; but avoidable
				// rectangles need many solved cells.
				if k.Info().Family != FamilySingle && k.Info().Family != FamilyUnique && p.Steps[i].Technique.Info().Family == FamilySingle || taken[k] || len(blocks[k]) >= casesWanted {
					continue
				}
				o := goldenOptions(k)
				o.Nodes = 200_000
				f := NewFinder(s, o)
				if step, outcome, _ := f.First(ctx, k); outcome == sudoku.Found {
					taken[k] = true
					if b := block(s, &step); !slices.Contains(blocks[k], b) {
						blocks[k] = append(blocks[k], b)
					}
				}
			}
			s.Apply(&p.Steps[i])
		}
	}
}

// randomPuzzle is a puzzle with one solution from which no more givens were taken
// than a random order allowed.
func randomPuzzle(ctx context.Context, r *rand.Rand) sudoku.Grid {
	var seed sudoku.Grid
	for b := range 3 {
		for i, d := range r.Perm(9) {
			seed = seed.With(sudoku.CellAt(b*3+i/3+1, b*3+i%3+1), Digit(d+1))
		}
	}
	g, _, _ := sudoku.Solve(ctx, seed, sudoku.Unlimited)
	m := randomIsomorph(r)
	full := g
	for c := range Cell(cells) {
		full = full.With(m.cell[c], m.digit[g.At(c)])
	}
	g = full
	for _, c := range r.Perm(cells) {
		without := g.With(Cell(c), 0)
		if n, err := sudoku.Count(ctx, without, 2, sudoku.Unlimited); err == nil && n.N == 1 {
			g = without
		}
	}
	return g
}
