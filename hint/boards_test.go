package hint

import (
	"os"
	"strings"
	"testing"

	"nonet/board"
	"nonet/explain"
	"nonet/grade"
	"nonet/internal/check/soak"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
)

// This test uses X, windoku, both together, and jigsaws. Paths must be explained step by step, a player must
// get hints of every level for every goal, and puzzles must have a grade.
func TestBoards(t *testing.T) {
	data, err := os.ReadFile("../puzzle/testdata/boards.txt")
	if err != nil {
		t.Fatal(err)
	}
	every := soak.Pick(80, 6)
	used := map[logic.Technique]int{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		f := strings.Fields(line)
		if f[0] == "#" || i%every != 1 {
			continue
		}
		b, err := board.Parse(f[0])
		if err != nil {
			t.Fatal(err)
		}
		s := logic.NewStateOn(b, sudoku.MustParse(f[1]))
		solution, outcome, err := logic.SolutionOf(t.Context(), &s)
		if outcome != sudoku.Found || solution.String() != f[2] {
			t.Fatalf("%s: %v %v %v", line, solution, outcome, err)
		}
		for _, goal := range []Goal{Easiest, AvoidHardest} {
			_, outcome, err := Next(t.Context(), s, solution, goal)
			if outcome != sudoku.Found {
				t.Fatalf("%s: %v %v", f[0], outcome, err)
			}
			path, outcome, err := Path(t.Context(), s, &solution, goal)
			if outcome != sudoku.Found || path.End.Grid() != solution {
				t.Fatalf("%s %s: %v %v", line, goal, outcome, err)
			}
			if _, _, ok := grade.HoDoKu(&path); ok {
				t.Errorf("%s has a score by HoDoKu", f[0])
			}
			at := path.Start
			for k := range path.Steps {
				step := &path.Steps[k]
				if err := logic.Verify(at, step); err != nil {
					t.Errorf("%s: %s: %v", f[0], step, err)
				}
				used[step.Technique]++
				if drawn := explain.Drawing(&at, step); strings.Count(drawn, "!") != len(step.Placements) {
					t.Errorf("%s: %s is drawn\n%s", f[0], step, drawn)
				}
				for _, lang := range message.Langs() {
					checkTexts(t, lang, explain.Sentence(&at, step))
				}
				for _, lang := range message.Langs() {
					parts := explain.PartsOf(&at, step).Texts
					checkTexts(t, lang, parts[:]...)
				}
				for _, p := range step.Placements {
					if solution.At(p.Cell) != p.Digit {
						t.Fatalf("%s: %s is not in the solution", f[0], step)
					}
				}
				at.Apply(step)
			}
		}
		rounds, outcome, err := grade.RoundsOf(t.Context(), s, hodoku.DefaultOrder())
		if outcome != sudoku.Found || rounds.N == 0 || rounds.Solved != (rounds.Bottleneck > 0) {
			t.Errorf("%s: %+v %v %v", line, rounds, outcome, err)
		}
	}
	for k, n := range used {
		t.Logf("%s %d", k, n)
	}
}

// checkTexts fails if a text is empty or not complete in its language.
func checkTexts(t *testing.T, lang message.Lang, texts ...message.Message) {
	t.Helper()
	for _, m := range texts {
		text := m.In(lang)
		bad := text == "" || strings.ContainsAny(text, "{}") || strings.Contains(text, "explain.") || strings.Contains(text, "hint.") || strings.Contains(text, "house.")
		if bad || lang == message.Chinese && strings.Contains(text, " the ") {
			t.Errorf("%s: %q", lang, text)
		}
		if os.Getenv("SHOW") != "" {
			t.Logf("%s", text)
		}
	}
}
