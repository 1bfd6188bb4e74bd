package certificate

import (
	"errors"
	"os"
	"strings"
	"testing"

	"nonet/message"
)

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestVerify verifies certificates that target.Certify wrote to files; it does not use package
// target.
func TestVerify(t *testing.T) {
	for name, want := range map[string]Claim{
		"empty.txt":   {Optimum: 2906, Tries: 0},
		"minimum.txt": {Optimum: 2812, Minimum: true, Tries: 0},
		"unique.txt":  {Optimum: 2860, Tries: 6},
		"none.txt":    {None: true, Tries: 20},
	} {
		claim, err := Verify(strings.NewReader(read(t, name)))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if claim.Optimum != want.Optimum || claim.None != want.None || claim.Minimum != want.Minimum || claim.Tries != want.Tries {
			t.Errorf("%s: optimum %d (none %v, minimum %v) with %d tries", name, claim.Optimum, claim.None, claim.Minimum, claim.Tries)
		}
		if lines := strings.Count(read(t, name), "\n"); claim.Lines != lines {
			t.Errorf("%s: %d lines, not %d", name, claim.Lines, lines)
		}
	}
}

// TestRefused checks that each defect is refused with its own reason and line.
func TestRefused(t *testing.T) {
	text := read(t, "unique.txt")
	lines := strings.SplitAfter(text, "\n")
	u, try := 0, 0 // line numbers of the first "u" and "t" line, from 1
	for i, l := range lines {
		switch {
		case u == 0 && strings.HasPrefix(l, "u "):
			u = i + 1
		case try == 0 && strings.HasPrefix(l, "t "):
			try = i + 1
		}
	}
	with := func(line int, l string) string {
		changed := append([]string(nil), lines...)
		changed[line-1] = l
		return strings.Join(changed, "")
	}
	for name, test := range map[string]struct {
		text   string
		line   int
		reason string
	}{
		"empty":               {"", 1, "first"},
		"another version":     {with(1, "nonet target certificate 2\n"), 1, "first"},
		"80 cells":            {with(2, lines[1][:87]+"\n"), 2, "grid"},
		"a letter":            {with(2, strings.Replace(lines[1], "8", "a", 1)), 2, "grid"},
		"full-width digits":   {with(2, "puzzle "+strings.Repeat("１", 27)+"\n"), 2, "grid"},
		"no goal":             {with(3, "goal best\n"), 3, "goal"},
		"a cell left out":     {with(4, ""), 4, "weights"},
		"a weight left out":   {with(4, "weights r1c1 6 12 18 24 30 36 42 48\n"), 4, "weights"},
		"a huge weight":       {with(4, "weights r1c1 6 12 18 24 30 36 42 48 1000000001\n"), 4, "number"},
		"a fraction":          {with(4, "weights r1c1 6 12 18 24 30 36 42 48 5.5\n"), 4, "number"},
		"optimum not the sum": {with(85, "optimum 2861\n"), 86, "score"},
		"grid with an empty":  {with(86, "grid ."+lines[85][6:]), 86, "grid"},
		"grid not solved":     {with(86, "grid 8"+strings.Repeat("8", 80)+"\n"), 86, "solved"},
		"another grid":        {with(86, "grid 7"+lines[85][6:]), 86, "given"},
		"scale 0":             {with(87, "scale 0\n"), 87, "number"},
		"scale too large":     {with(87, "scale 1048577\n"), 87, "number"},
		"no duals":            {with(u, ""), 0, ""},
		"a dual without one":  {with(u, "u 3\n"), u, "duals"},
		"constraint 324":      {with(u, "u 324 5\n"), u, "number"},
		"constraint -1":       {with(u, "u -1 5\n"), u, "number"},
		"a huge dual":         {with(u, "u 3 9007199254740993\n"), u, "number"},
		"all duals 0":         {with(u, "u\n"), u, "regret"},
		"a given tried":       {with(try, "t r1c1 7\n"), try, "try"},
		"no cell":             {with(try, "t r0c1 7\n"), try, "try"},
		"no digit":            {with(try, "t r1c2 0\n"), try, "try"},
		"an early end":        {with(try, "x\n"), try, "open"},
		"a word":              {with(try, "y\n"), try, "keyword"},
		"cut off":             {strings.Join(lines[:len(lines)-2], ""), len(lines) - 1, "short"},
		"more":                {text + "x\n", len(lines), "end"},
		"an endless line":     {with(u, "u "+strings.Repeat("1", 1<<17)), u, "long"},
		"NUL":                 {"\x00" + text, 1, "first"},
	} {
		_, err := Verify(strings.NewReader(test.text))
		var refused *Error
		if !errors.As(err, &refused) {
			t.Errorf("%s: accepted, or %v", name, err)
			continue
		}
		if test.reason != "" && (refused.Reason != test.reason || refused.Line != test.line) {
			t.Errorf("%s: %q in line %d, want %q in line %d", name, refused.Reason, refused.Line, test.reason, test.line)
		}
		for _, lang := range message.Langs() {
			if said := message.TextOf(err, lang); strings.Contains(said, "target.certificate") || strings.ContainsAny(said, "{}") {
				t.Errorf("%s: %v says %q", name, lang, said)
			}
		}
	}
}

// TestLayout checks that constraintPositionsOf and candidateAt are inverse to each other. It also checks that
// each constraint has the number that the package's documentation states.
func TestLayout(t *testing.T) {
	for cell := range 81 {
		for d := range 9 {
			for _, p := range constraintPositionsOf(cell, d) {
				if c, e := candidateAt(p[0], p[1]); c != cell || e != d {
					t.Fatalf("cell %d, digit %d: constraint %d holds cell %d, digit %d at %d", cell, d+1, p[0], c, e+1, p[1])
				}
			}
		}
	}
	for _, want := range []struct{ cell, d, a, b, c, e int }{
		{0, 0, 0, 81, 162, 243},
		{80, 8, 80, 161, 242, 323},
		{9*4 + 7, 2, 43, 81 + 38, 162 + 65, 243 + 47},
	} {
		p := constraintPositionsOf(want.cell, want.d)
		if p[0][0] != want.a || p[1][0] != want.b || p[2][0] != want.c || p[3][0] != want.e {
			t.Errorf("cell %d, digit %d: constraints %v", want.cell, want.d+1, p)
		}
	}
}
