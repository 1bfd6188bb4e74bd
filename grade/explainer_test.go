package grade

import (
	"context"
	"errors"
	"testing"

	"nonet/message"
	"nonet/sudoku"
)

const easy = "438...67..6...35...........3.4..7..8.1.5..2...87..2...1.27.6.8...6.....4.7...8..." // 1.5

func TestExplainer(t *testing.T) {
	r, outcome, err := Explainer(t.Context(), sudoku.MustParse(easy), ExplainerLimits{})
	if outcome != sudoku.Found || err != nil || r.ER != 15 || r.EP != 12 || r.ED != 12 || r.Steps == 0 {
		t.Errorf("%v, %v, %v", r, outcome, err)
	}
	if r.ER.String() != "1.5" {
		t.Errorf("%v", r.ER)
	}
	solution, _, _ := sudoku.Solve(t.Context(), sudoku.MustParse(easy), sudoku.Limits{})
	if r, outcome, err := Explainer(t.Context(), solution, ExplainerLimits{}); r != (Rating{}) || outcome != sudoku.Found || err != nil {
		t.Errorf("a full grid: %v, %v, %v", r, outcome, err)
	}
}

func TestExplainerRatesNothingWithoutOneSolution(t *testing.T) {
	g := sudoku.MustParse(easy)
	var solutions *SolutionsError
	for n, g := range map[int]sudoku.Grid{0: g.With(80, 3), 2: {}} {
		if _, outcome, err := Explainer(t.Context(), g, ExplainerLimits{}); outcome != sudoku.None || !errors.As(err, &solutions) || solutions.Solutions != n {
			t.Errorf("%v, %v for a puzzle of %d solutions", outcome, err, n)
		}
	}
	var contradiction *sudoku.ContradictionError
	if _, outcome, err := Explainer(t.Context(), g.With(3, 4), ExplainerLimits{}); outcome != sudoku.None || !errors.As(err, &contradiction) {
		t.Errorf("a contradiction: %v, %v", outcome, err)
	}
}

func TestExplainerSaysWhyItStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, outcome, err := Explainer(ctx, sudoku.MustParse(easy), ExplainerLimits{}); r != (Rating{}) || outcome != sudoku.Undecided || !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v, %v", r, outcome, err)
	}
	var ceiling *CeilingError
	for limit, want := range map[Tenths]sudoku.Outcome{0: sudoku.Found, 14: sudoku.Undecided, 15: sudoku.Found} {
		r, outcome, err := Explainer(t.Context(), sudoku.MustParse(easy), ExplainerLimits{Ceiling: limit})
		if outcome != want || (err == nil) != (want == sudoku.Found) || err != nil && (!errors.As(err, &ceiling) || r != (Rating{})) {
			t.Errorf("ceiling %v: %v, %v, %v", limit, r, outcome, err)
		}
	}
}

// Every error has its text in both languages.
func TestTexts(t *testing.T) {
	texts := []message.Message{
		(&SolutionsError{0}).Message(), (&SolutionsError{2}).Message(), (&CeilingError{72}).Message(), ErrBeyond.(message.Messenger).Message(),
	}
	for _, m := range texts {
		for _, lang := range message.Langs() {
			if text := m.In(lang); text == "" || text == m.Key {
				t.Errorf("%s: %q has no text", lang, m.Key)
			}
		}
	}
	if text := (&CeilingError{72}).Error(); text != "the puzzle is rated above 7.2, where the rating had to stop" {
		t.Error(text)
	}
}
