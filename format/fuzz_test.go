package format_test

import (
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/format"
	"nonet/sudoku"
)

// FuzzReader checks that no text makes the reader panic or hang. The result must not depend on how the text is
// cut into pieces. Every error must have a place in the text. Written puzzles must be read back.
func FuzzReader(f *testing.F) {
	for _, text := range accepted(f) {
		f.Add(text)
	}
	for _, bad := range badTexts {
		if len(bad.text) < 4096 {
			f.Add(bad.text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := format.NewReader(strings.NewReader(text), format.Options{})
		last := 0
		for steps := 0; ; steps++ {
			if steps > 2*len(text)+10 {
				t.Fatalf("stands still: %q", text)
			}
			p, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				e, ok := err.(*format.SyntaxError)
				if !ok {
					t.Fatal(err)
				}
				checkError(t, "fuzz", text, e)
				continue
			}
			if p.Line < last {
				t.Errorf("line %d after %d", p.Line, last)
			}
			last = p.Line
			kind := p.Kind
			if !slices.Contains(format.WritableKinds(), kind) {
				kind = format.Line
			}
			again, err := format.ParseOne(string(format.AppendPuzzle(nil, kind, p)))
			if err != nil || again.Grid != p.Grid {
				t.Fatalf("%v: %v is read back as %v, %v", p.Kind, p.Grid, again.Grid, err)
			}
			if p.Pencil != nil && p.Kind == format.Pencil729 && *again.Pencil != *p.Pencil {
				t.Fatalf("other marks")
			}
		}
		if got, want := listing(iotest.OneByteReader(strings.NewReader(text))), listing(strings.NewReader(text)); got != want {
			t.Errorf("byte by byte:\n%s\nat once:\n%s", got, want)
		}
		// Lines must return what Next would have returned.
		for _, most := range []int{1, 3} {
			if got, want := linewise(text, most), linewise(text, 0); got != want {
				t.Errorf("with up to %d lines at once:\n%s\none by one:\n%s", most, got, want)
			}
		}
		if got, want := piecewise(t, text, rand.New(rand.NewPCG(uint64(len(text)), 0))), linewise(text, 0); got != want {
			t.Errorf("in pieces:\n%s\none by one:\n%s", got, want)
		}
	})
}

// FuzzRoundTrip checks that every grid is read back from every kind.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(line81))
	f.Add([]byte{})
	f.Add([]byte("123456789"))
	f.Fuzz(func(t *testing.T, b []byte) {
		var values [sudoku.Cells]uint8
		for i, v := range b[:min(len(b), sudoku.Cells)] {
			values[i] = v % 10
		}
		g, _ := sudoku.FromCells(values)
		for _, k := range format.WritableKinds() {
			text := string(format.Append(nil, k, g))
			if p, err := format.ParseOne(text); err != nil || p.Grid != g {
				t.Errorf("%s: %v, %v\n%s", k.Style(), p.Grid, err, text)
			}
		}
	})
}
