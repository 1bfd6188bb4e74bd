package collection

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/sudoku"
)

const (
	easy      = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	seventeen = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7..."
	several   = "5...7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
	hopeless  = "12345678..................9......................................................"
)

// files is the storage of a test; open is the number of files that are open.
type files struct {
	t    testing.TB
	open int
}

func (f *files) Create() (io.ReadWriteSeeker, io.Closer, error) {
	file, err := os.CreateTemp(f.t.TempDir(), "")
	f.open++
	return file, closer{file, f}, err
}

type closer struct {
	*os.File
	of *files
}

func (c closer) Close() error {
	c.of.open--
	return c.File.Close()
}

// TestKeys checks that isomorphs have the same key, with any number of solutions, and that other
// puzzles have different keys.
func TestKeys(t *testing.T) {
	var puzzles [][sudoku.Cells]uint8
	for _, s := range []string{easy, seventeen, several, hopeless} {
		g := sudoku.MustParse(s)
		var moved [sudoku.Cells]uint8 // rows become columns, and digit d becomes 10 − d
		for cell, d := range g.Values() {
			moved[9*(cell%9)+cell/9] = (10 - d) % 10
		}
		puzzles = append(puzzles, g.Values(), moved)
	}
	var k Keyer
	keys := k.Keys(context.Background(), nil, puzzles, false)
	exact := k.Keys(context.Background(), nil, puzzles, true)
	for i := range keys {
		for j := range keys {
			if same := keys[i] == keys[j]; same != (i/2 == j/2) || (exact[i] == exact[j]) != (i == j) {
				t.Errorf("puzzles %d and %d have the same key: %v", i, j, same)
			}
		}
	}
}

// TestSet checks that a set reports new puzzles in order, however little memory it may use, and
// leaves no file open.
func TestSet(t *testing.T) {
	store := &files{t: t}
	rapid.Check(t, func(t *rapid.T) {
		numbers := rapid.SliceOfN(rapid.IntRange(0, 300), 0, 400).Draw(t, "numbers")
		set := Set{Storage: store, Memory: rapid.IntRange(1, 400).Draw(t, "memory")}
		puzzle := func(n int) (p [sudoku.Cells]uint8) {
			p[0], p[79], p[80] = uint8(n%9), uint8(n/9%9), uint8(n/81)
			return p
		}
		var got, want [][sudoku.Cells]uint8
		for i, n := range numbers {
			p := puzzle(n)
			if !slices.Contains(numbers[:i], n) {
				want = append(want, p)
			}
			fresh, err := set.Add(Key{uint64(n) << 3, uint64(n)}, &p)
			if err != nil {
				t.Fatal(err)
			}
			if fresh {
				got = append(got, p)
			}
		}
		for p, err := range set.NewUndecidedPuzzles() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, *p)
		}
		if !slices.Equal(got, want) || store.open != 0 {
			t.Fatalf("%d kept of %d, want %d; %d files are open", len(got), len(numbers), len(want), store.open)
		}
	})
}

func columnNamed(t testing.TB, name string) Column {
	c, ok := ColumnNamed(name)
	if !ok {
		t.Fatal(name)
	}
	return c
}

// TestOrders checks the order of columns: levels and techniques by difficulty, grids row by row.
func TestOrders(t *testing.T) {
	store := &files{t: t}
	for name, values := range map[string][]any{
		"level":     {"easy", "medium", "unfair", "extreme", nil},
		"technique": {"naked-single", "x-wing", "brute-force", nil},
		"minimal":   {false, true, nil},
		"minlex":    {strings.Repeat(".", 81), strings.Repeat(".", 80) + "1", strings.Repeat(".", 18) + "9" + easy[:62], easy, strings.Repeat("9", 80) + "8", strings.Repeat("9", 81), nil},
	} {
		for _, descending := range []bool{false, true} {
			s := Sorter{Storage: store, By: columnNamed(t, name), Descending: descending, Memory: 2}
			for i := range values {
				s.Add([sudoku.Cells]uint8{uint8(len(values) - 1 - i)}, values[len(values)-1-i])
			}
			n := 0
			for p, err := range s.All() {
				want := n
				if descending && n < len(values)-1 {
					want = len(values) - 2 - n
				}
				if err != nil || int(p[0]) != want {
					t.Errorf("%s, descending %v: %v at place %d, %v", name, descending, values[p[0]], n, err)
				}
				n++
			}
		}
	}
}

// TestSorter checks that sorting is stable in both directions, in memory and in files, and that NaN
// comes last.
func TestSorter(t *testing.T) {
	store, er := &files{t: t}, columnNamed(t, "er")
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SliceOfN(rapid.SampledFrom([]float64{-1e9, -2, 0, 0.5, 3, 1e9, math.NaN()}), 0, 100).Draw(t, "by")
		s := Sorter{Storage: store, By: er, Descending: rapid.Bool().Draw(t, "descending"), Memory: rapid.IntRange(1, 120).Draw(t, "memory")}
		order := make([]int, len(by))
		for i, v := range by {
			order[i] = i
			if err := s.Add([sudoku.Cells]uint8{uint8(i % 9), uint8(i / 9)}, v); err != nil {
				t.Fatal(err)
			}
		}
		slices.SortStableFunc(order, func(i, j int) int {
			a, b := by[i], by[j]
			if a != a || b != b {
				return map[bool]int{true: 1}[a != a] - map[bool]int{true: 1}[b != b]
			}
			if s.Descending {
				a, b = b, a
			}
			return map[bool]int{true: 1}[a > b] - map[bool]int{true: 1}[a < b]
		})
		n := 0
		for p, err := range s.All() {
			if err != nil || int(p[0])+9*int(p[1]) != order[n] {
				t.Fatalf("place %d: %d, want %d, %v", n, int(p[0])+9*int(p[1]), order[n], err)
			}
			n++
		}
		if n != len(by) || store.open != 0 {
			t.Fatalf("%d of %d, %d files are open", n, len(by), store.open)
		}
	})
}

// broken is the storage of a full disk.
type broken struct{}

func (broken) Create() (io.ReadWriteSeeker, io.Closer, error) { return nil, nil, errors.New("full") }

func TestFullDisk(t *testing.T) {
	s := Set{Storage: broken{}, Memory: 1}
	s.Add(Key{1}, new([sudoku.Cells]uint8))
	if _, err := s.Add(Key{2}, new([sudoku.Cells]uint8)); err == nil {
		t.Error("a set beyond memory needs no file")
	}
	if err := (&Sorter{Storage: broken{}, By: columnNamed(t, "er"), Memory: 1}).Add([sudoku.Cells]uint8{}, 0.0); err == nil {
		t.Error("so does a sorter")
	}
}

// TestColumns checks the columns' values for four puzzles.
func TestColumns(t *testing.T) {
	want := map[string][4]any{
		"givens": {30.0, 17.0, 26.0, 9.0}, "digits": {9.0, 9.0, 9.0, 9.0}, "solutions": {1.0, 1.0, 2.0, 0.0},
		"unique": {true, true, false, false}, "minimal": {false, true, false, false},
		"redundant": {22.0, 0.0, nil, nil}, "symmetric": {true, false, false, false},
		"er": {1.2, 2.6, nil, nil}, "ep": {1.2, 1.5, nil, nil}, "ed": {1.2, 1.5, nil, nil},
		"level": {"easy", "medium", nil, nil}, "technique": {"naked-single", "naked-pair", nil, nil},
	}
	for i, s := range []string{easy, seventeen, several, hopeless} {
		f := NewFacts(context.Background(), sudoku.MustParse(s))
		for _, c := range Columns() {
			got := c.Value(f)
			if expected, ok := want[c.Name]; ok && got != expected[i] {
				t.Errorf("%s of %s is %v, want %v", c.Name, s, got, expected[i])
			}
			if _, isNumber := Number(got); got != nil && isNumber != c.IsNumeric() {
				t.Errorf("%s of %s is %v", c.Name, s, got)
			}
		}
	}
}

func TestExpressions(t *testing.T) {
	for text, want := range map[string][3]bool{
		"givens <= 20":                      {false, true, false},
		"unique && !(givens > 20)":          {false, true, false},
		"minimal == false":                  {true, false, true},
		`technique == "naked-single"`:       {true, false, false},
		`level < "hard"`:                    {true, true, false},
		`"x-wing" <= technique`:             {false, false, false},
		`minlex > "1" || level != "easy"`:   {false, true, false},
		"!(er >= 0)":                        {false, false, false},
		"er < 0 || er >= 0":                 {true, true, false},
		"2*givens - 4 == 30 || digits/3==3": {true, true, true},
		"true":                              {true, true, true},
	} {
		e, err := ParseExpression(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		for i, s := range []string{easy, seventeen, several} {
			if got := e.Holds(NewFacts(context.Background(), sudoku.MustParse(s))); got != want[i] {
				t.Errorf("%s is %v of %s", text, got, s)
			}
		}
	}
	for text, column := range map[string]int{
		"": 1, "givens": 1, "1 + 1": 1, "givens <": 9, "givnes < 3": 1, `true && er < "a"`: 12, "!givens": 1,
		"f(givens)": 1, "givens < 3 && x": 15, "givens & 3 == 0": 8, "-true": 1, "func() bool { return true }()": 1,
		`level > "hrad"`: 9, `"xwing" == technique`: 1,
	} {
		_, err := ParseExpression(text)
		var e *ExpressionError
		if !errors.As(err, &e) || e.Column != column || strings.HasPrefix(e.Error(), "collection.") {
			t.Errorf("%q: %+v, want column %d", text, err, column)
		}
	}
	for text, want := range map[string]string{
		"(givens":       "collection.syntax.end at 8",
		"er = 3":        "collection.syntax.equal at 4",
		`level == "ha`:  "collection.syntax.quote at 10",
		"er\n<= 2 or x": "collection.syntax at 4",
		"er\xff":        "collection.syntax at 3",
	} {
		_, err := ParseExpression(text)
		var e *ExpressionError
		if !errors.As(err, &e) || fmt.Sprintf("%s at %d", e.What.Key, e.Column) != want {
			t.Errorf("%q: %+v, want %s", text, err, want)
		}
	}
}

func TestSummary(t *testing.T) {
	var numbers, texts Summary
	for i := range 1000 {
		numbers.Add(float64(i%100) / 10)
		texts.Add([]any{"a", "b", "b", nil}[i%4])
	}
	bars := numbers.HistogramBars(24)
	n := int64(0)
	for _, b := range bars {
		n += b.N
	}
	if len(bars) != 20 || n != 1000 || bars[0] != (Bar{"0–", 50}) || numbers.Mean() != 4.95 || !numbers.IsNumeric() {
		t.Errorf("%v, %d in all, mean %v", bars, n, numbers.Mean())
	}
	if got := string(AppendBars(nil, texts.HistogramBars(24), 8)); got != "b 500 ████████\na 250 ████\n" || texts.Unknown != 250 {
		t.Errorf("%s%d unknown", got, texts.Unknown)
	}
	for in := xml.NewDecoder(bytes.NewReader(AppendSVG(nil, "a<b", bars))); ; {
		if _, err := in.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
