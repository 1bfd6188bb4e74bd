package logic

import (
	"context"
	"errors"
	"testing"
)

func TestLibraryCase(t *testing.T) {
	for _, test := range []struct {
		line  string
		field int // of the error; -1: none
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
		{":0000:1:" + easyPuzzle + ":11:::", 4},
		{":0000:1:" + easyPuzzle + "::110::", 5},
		{":0000:1:" + easyPuzzle + ":::\x00:", 6},
	} {
		_, err := ParseLibraryCase(test.line)
		var bad *LibraryError
		if errors.As(err, &bad) != (test.field >= 0) || bad != nil && bad.Field != test.field {
			t.Errorf("%q: %v, want field %d", test.line, err, test.field)
		}
	}
}

func TestLibraryCaseRun(t *testing.T) {
	// In row 1 of this grid 8 is missing, and it goes into the one empty cell.
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
		c, err := ParseLibraryCase(test.line)
		if err != nil {
			t.Fatal(err)
		}
		pass, found, err := c.Run(context.Background(), NewFinder(State{}, Options{}), c.Options())
		if err != nil || pass != test.pass {
			t.Errorf("%s: %t, %q, %v", test.line, pass, found, err)
		}
	}
}

func FuzzLibraryCase(f *testing.F) {
	f.Add(":0000-1:12:" + easyPuzzle + ":112 213:112:514:")
	f.Fuzz(func(t *testing.T, line string) {
		c, err := ParseLibraryCase(line)
		if err != nil {
			return
		}
		if again, err := ParseTriples(Triples(c.Eliminated)); err != nil || Triples(again) != Triples(c.Eliminated) {
			t.Errorf("%q is read as %v, %v", Triples(c.Eliminated), again, err)
		}
	})
}
