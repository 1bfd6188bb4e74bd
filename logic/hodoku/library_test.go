package hodoku

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/reference"
	"nonet/logic"
	"nonet/sudoku"
)

const (
	easyPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hardPuzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

func TestLibraryCase(t *testing.T) {
	for _, test := range []struct {
		line  string
		field int // the field of the error; −1 if there is none
	}{
		{":0000:1:" + easyPuzzle + "::112:514:", -1},
		{" :0000-1:12:" + easyPuzzle + ":112 213:112:514\r\n", -1},
		{"", 0},
		{"0000:1:" + easyPuzzle + "::::", 0},
		{":0000:1:" + easyPuzzle, 0},
		{":0000:1a:" + easyPuzzle + "::::", 2},
		{":0000:１:" + easyPuzzle + "::::", 2},
		{":0000:1:" + easyPuzzle[1:] + "::::", 3},
		{":0000:1:" + easyPuzzle + "1::::", 3},
		{":0000:1:" + easyPuzzle[:80] + "+::::", 3},
		{":0000:1:" + easyPuzzle + ".::::", 3},
		{":0000:1:x" + easyPuzzle[1:] + "::::", 3},
		{":0000:1:++" + easyPuzzle + "::::", 3},
		{":0000:1:\ufeff" + easyPuzzle + "::::", 3},
		{":0000:1:" + easyPuzzle + ":11:::", 4},
		{":0000:1:" + easyPuzzle + ":410:::", 4},
		{":0000:1:" + easyPuzzle + ":4111:::", 4},
		{":0000:1:" + easyPuzzle + ":４１１:::", 4},
		{":0000:1:" + easyPuzzle + "::110::", 5},
		{":0000:1:" + easyPuzzle + ":::\x00:", 6},
	} {
		_, err := Read(test.line)
		var bad *SyntaxError
		if errors.As(err, &bad) != (test.field >= 0) || bad != nil && bad.Field != test.field {
			t.Errorf("%q: %v, want field %d", test.line, err, test.field)
		}
	}
}

func TestLibraryCaseRun(t *testing.T) {
	// Row 1 of this grid lacks 8, which goes into its one empty cell.
	const full = ":0000:8:53467.912672195348198342567859761423426853791713924856961537284287419635345286179:"
	for _, test := range []struct {
		line string
		pass bool
	}{
		{full + "::816:", true},
		{full + "::817:", false},
		{full + ":816::", false},
		{":0000-x" + full[5:] + "::816:", false},
		{":0000-x:7" + full[7:] + "::816:", true},
		{":9999" + full[5:] + "::816:", false},
	} {
		c, err := Read(test.line)
		if err != nil {
			t.Fatal(err)
		}
		pass, found, err := c.Run(context.Background(), logic.NewFinder(logic.State{}, logic.Options{}), c.Options())
		if err != nil || pass != test.pass {
			t.Errorf("%s: %t, %q, %v", test.line, pass, found, err)
		}
	}
}

// checkRoundTrip checks that a written case is read back unchanged.
func checkRoundTrip(t testing.TB, c Case) {
	t.Helper()
	line := string(c.Append(nil))
	again, err := Read(line)
	sorted := func(list []logic.Candidate) []string { return strings.Fields(triplesOf(list)) }
	if err != nil || again.Code != c.Code || again.Variant != c.Variant || again.Digits != c.Digits || again.State != c.State ||
		!slices.Equal(sorted(again.Eliminated), sorted(c.Eliminated)) || !slices.Equal(sorted(again.Placed), sorted(c.Placed)) {
		t.Fatalf("%s\nis read as %+v, %v\nit was %+v", line, again, err, c)
	}
	if twice := string(again.Append(nil)); twice != line {
		t.Fatalf("%s\nis written as\n%s", line, twice)
	}
}

func TestRoundTrip(t *testing.T) {
	file, err := os.ReadFile(reference.File(t, "techniques/reglib-1.4.txt"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(file)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		c, err := Read(line)
		if err != nil {
			t.Fatal(err)
		}
		checkRoundTrip(t, c)
		n++
	}
	if n != 1112 {
		t.Errorf("%d lines", n)
	}
	// Steps of a path; HoDoKu lacks the techniques of some of these steps.
	s := logic.NewState(sudoku.MustParse(hardPuzzle))
	p, _, err := PathOf(t.Context(), s, Techniques(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Steps {
		checkRoundTrip(t, CaseOf(&s, &p.Steps[i]))
		s.Apply(&p.Steps[i])
	}
}

func FuzzRead(f *testing.F) {
	f.Add(":0000-1:12:" + easyPuzzle + ":112 213:112:514:")
	f.Add(":wxyz-wing::" + hardPuzzle + ":415 729:::")
	f.Add(":0300::+8" + hardPuzzle[1:] + "::::")
	f.Fuzz(func(t *testing.T, line string) {
		if c, err := Read(line); err == nil {
			checkRoundTrip(t, c)
		}
	})
}
