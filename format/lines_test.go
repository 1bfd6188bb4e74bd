package format_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/soak"
	"nonet/sudoku"
)

// linewise lists the puzzles that a Reader reads from a text; Lines reads up to most puzzles at a time.
func linewise(text string, most int) string {
	var out strings.Builder
	r := format.NewReader(strings.NewReader(text), format.Options{})
	cells := make([][sudoku.Cells]uint8, most)
	for {
		n, line := r.Lines(cells)
		for i := range n {
			fmt.Fprintf(&out, "%d %v\n", line+i, cells[i])
		}
		if n > 0 && n == most {
			continue
		}
		if !next(&out, r) {
			return out.String()
		}
	}
}

// next lists the result of Next; it reports false at the end.
func next(out *strings.Builder, r *format.Reader) bool {
	p, err := r.Next()
	switch {
	case err == io.EOF:
		return false
	case err != nil:
		fmt.Fprintf(out, "! %v\n", err)
	default:
		fmt.Fprintf(out, "%d %v\n", p.Line, p.Grid.Values())
	}
	return true
}

// piecewise lists the puzzles of a text that is read in random pieces. [format.Lines] reads wherever it may,
// and a Reader continues where Lines stops.
func piecewise(t testing.TB, text string, random *rand.Rand) string {
	var out strings.Builder
	r := format.NewReader(strings.NewReader(text), format.Options{})
	var cells [4][sudoku.Cells]uint8
	for {
		offset, line, ok := r.Place()
		if ok && random.IntN(4) > 0 {
			rest := text[offset:]
			piece := rest[:random.IntN(len(rest)+1)]
			n, size := format.Lines([]byte(piece), cells[:random.IntN(len(cells)+1)])
			if n == 0 != (size == 0) || size > len(piece) {
				t.Fatalf("%d puzzles in %d of %d bytes", n, size, len(piece))
			}
			for i := range n {
				fmt.Fprintf(&out, "%d %v\n", line+i, cells[i])
			}
			r.Resume(strings.NewReader(rest[size:]), n, int64(size))
		} else if !next(&out, r) {
			return out.String()
		}
	}
}

// lineTexts are texts about which Lines and Reader might differ.
func lineTexts(t testing.TB) map[string]string {
	texts := accepted(t)
	for _, bad := range badTexts {
		texts["bad: "+bad.name] = bad.text
	}
	long := strings.Repeat("x", format.MaxLine-82)
	for _, end := range []string{"\n", "\r\n", "\r"} {
		for _, tail := range []string{"", "\t", " ", ",", ";", "#", " # name", "x", "," + line81, "\x00", " \x00", "\u200b", " \u200b", "\ufeff"} {
			for name, before := range map[string]string{
				"nothing": "", "a line": line81 + end, "a comment": "# name" + end, "a title": "title" + end, "a header": csvHead, "another": "id,puzzle\n",
				"a count": "2" + end, "a digit": "1" + end, "a grid": rows9, "a row": rows9[:10], "a border": "-----" + end, "a mark": "\ufeff", "blank": end,
				"a column": "puzzle" + end,
			} {
				texts[fmt.Sprintf("%s, then %q%q", name, tail, end)] = before + strings.Repeat(line81+tail+end, 3) + "title" + end + line81 + tail + end + rows9 + line81
			}
		}
		for extra := range 4 {
			texts[fmt.Sprintf("long, %d, %q", extra, end)] = strings.Repeat(line81+" "+long+strings.Repeat("x", extra)+end, 3) + line81
		}
	}
	return texts
}

// TestLines checks that Lines returns what Next would return, both from a Reader and from a piece of the text.
// The rest must be read as if Next had returned these puzzles.
func TestLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	taken, tried := 0, 0
	for name, text := range lineTexts(t) {
		if tried++; tried%soak.Pick(4, 1) != 0 {
			continue // maps have a random order, so all get their turn
		}
		want := linewise(text, 0)
		for _, most := range []int{1, 3} {
			if got := linewise(text, most); got != want {
				t.Errorf("%s, up to %d lines:\n%s\nwant\n%s", name, most, got, want)
			}
		}
		for range 6 {
			if got := piecewise(t, text, random); got != want {
				t.Fatalf("%s, in pieces:\n%s\nwant\n%s", name, got, want)
			}
		}
		var cells [1][sudoku.Cells]uint8
		n, _ := format.Lines([]byte(text), cells[:])
		taken += n
	}
	if taken == 0 {
		t.Error("no line was taken")
	}
}

// TestLinesTaken checks that Lines reads all of a long text, and stops where it must.
func TestLinesTaken(t *testing.T) {
	all := line81 + "\n" + line81 + "\r\n" + line81 + "\r" + line81 + "\t17 # n\n" + strings.ReplaceAll(line81, ".", "*") + "," + line81 + "\n"
	cells := make([][sudoku.Cells]uint8, len(all)/82+1)
	for text, want := range map[string]int{
		all: 5, line81: 0, line81 + "\r": 0, line81 + " \r": 0, line81 + " ": 0, line81 + ".\n": 0, "\n" + line81 + "\n": 0,
		"# n\n": 0, line81 + "\n\n" + all: 1, "\ufeff" + all: 0, strings.ReplaceAll(line81, ".", "x") + "\n": 0, "": 0,
	} {
		n, size := format.Lines([]byte(text), cells)
		if n != want || n == 5 && size != len(all) {
			t.Errorf("%q: %d puzzles in %d bytes, want %d", text, n, size, want)
		}
		for i := range n {
			if g := sudoku.MustParse(line81); cells[i] != g.Values() {
				t.Errorf("%q: puzzle %d is %v", text, i, cells[i])
			}
		}
	}
	if n, size := format.Lines([]byte(all), cells[:2]); n != 2 || size != 82+83 {
		t.Errorf("room for 2: %d in %d bytes", n, size)
	}
}

func BenchmarkLines(b *testing.B) {
	for name, line := range map[string]string{"line": line81 + "\n", "Kaggle": line81 + "," + line81 + "\n"} {
		text := []byte(strings.Repeat(line, 1000))
		cells := make([][sudoku.Cells]uint8, 1000)
		b.Run(name, func(b *testing.B) {
			for range b.N / 1000 {
				if n, _ := format.Lines(text, cells); n != 1000 {
					b.Fatal(n)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
