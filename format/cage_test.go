package format_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/puzzle"
	"nonet/solve"
)

// TestCageSums checks which sums each clue of a cage allows.
func TestCageSums(t *testing.T) {
	for text, want := range map[string]string{
		"": "[] true", "?": "[] true", "??": "[] true", " ? ": "[] true",
		"12": "[12] true", "8/9": "[8 9] true", "9 / 8": "[8 9] true", "8 or 9": "[8 9] true", "8|9": "[8 9] true", "7/7": "[7] true", "3/17/5": "[3 5 17] true",
		"<7": "[3 4 5 6] true", "< 7": "[3 4 5 6] true", "<=7": "[3 4 5 6 7] true", "≤7": "[3 4 5 6 7] true", ">14": "[15 16 17] true", ">=14": "[14 15 16 17] true", "≥ 14": "[14 15 16 17] true",
		"＜5": "[3 4] true", "<3": "[3] true", ">17": "[17] true", "<99": "[3 4 5 6 7 8 9 10 11 12 13 14 15 16 17] true",
		"0": "false", "-3": "false", "+3": "false", "<": "false", "8/": "false", "/": "false", "a": "false", "8/a": "false", "<>3": "false", "99999999999999999999": "false", "<-3": "false", "1e3": "false",
	} {
		sums, ok := puzzle.ParseCageSums(text, 3, 17)
		got := fmt.Sprint(sums, " ", ok)
		if !ok {
			got = "false"
		}
		if got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// TestCageClues checks that cages with such clues are read from f-puzzles and SudokuPad, written
// to both, and solved accordingly.
func TestCageClues(t *testing.T) {
	const cells = `"cells":["R1C1","R1C2"]`
	for clue, most := range map[string]func(a, b int) bool{
		"?":   func(a, b int) bool { return true },
		"<5":  func(a, b int) bool { return a+b < 5 },
		">5":  func(a, b int) bool { return a+b > 5 },
		"3/6": func(a, b int) bool { return a+b == 3 || a+b == 6 },
		"5":   func(a, b int) bool { return a+b == 5 },
	} {
		text := `{"size":4,"grid":[` + strings.TrimSuffix(strings.Repeat("["+strings.TrimSuffix(strings.Repeat("{},", 4), ",")+"],", 4), ",") + `],"killercage":[{` + cells + `,"value":"` + clue + `"}]}`
		for _, to := range []format.Kind{format.FPuzzlesJSON, format.SudokuPadJSON, format.FPuzzles, format.SudokuPad, format.Nonet, format.ISS} {
			p, err := format.ParseOne(text)
			if err != nil || p.IsClassic() || len(p.Puzzle().Constraints) != 1 {
				t.Fatal(clue, err, p.Puzzle())
			}
			written, lost, err := format.Write(p.Puzzle(), to)
			again, wrong := format.ParseOne(written)
			if err != nil || wrong != nil || len(lost.All()) > 0 {
				t.Errorf("%s to %v: %v, %v, lost %v", clue, to, err, wrong, lost.All())
				continue
			}
			all, err := solve.Count(t.Context(), again.Puzzle(), puzzle.Limits{Solutions: 400, Keep: 400})
			want := 0
			every, _ := solve.Count(t.Context(), puzzle.New(4, 4), puzzle.Limits{Solutions: 400, Keep: 400})
			for _, s := range every.Solutions {
				if most(s[0], s[1]) {
					want++
				}
			}
			if err != nil || int(all.N) != want || !slices.Equal(again.UnknownRules(), nil) {
				t.Errorf("%s to %v: %d solutions, not %d; unknown %q\n%s", clue, to, all.N, want, again.UnknownRules(), written)
			}
			for _, s := range all.Solutions {
				if broken, err := p.Puzzle().Check(s); err != nil || len(broken) > 0 {
					t.Errorf("%s: %v breaks %v, %v", clue, s, broken, err)
				}
			}
		}
	}
}
