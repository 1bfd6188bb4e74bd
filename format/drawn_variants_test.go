package format_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/internal/exchange"
	"nonet/internal/lzstring"
)

// drawnVariants are ways to draw the same puzzle. Each changes the elements of one list of a SudokuPad puzzle.
var drawnVariants = map[string]func(list string, all []any) []any{
	"in another order": func(_ string, all []any) []any {
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		return all
	},
	"from the other end": func(list string, all []any) []any {
		for _, e := range all {
			if points := pointsOf(e); list == "lines" {
				slices.Reverse(points)
			}
		}
		return all
	},
	"in pieces": func(list string, all []any) (pieces []any) {
		if list != "lines" {
			return all
		}
		for _, e := range all {
			points := pointsOf(e)
			for i := 1; i < len(points); i++ {
				piece := map[string]any{}
				for name, value := range e.(map[string]any) {
					piece[name] = value
				}
				piece["wayPoints"] = []any{points[i-1], points[i]}
				if i%2 == 0 {
					piece["wayPoints"] = []any{points[i], points[i-1]}
				}
				pieces = append(pieces, piece)
			}
		}
		return pieces
	},
	"thinner":     scaledBy("thickness", 0.6),
	"thicker":     scaledBy("thickness", 1.5),
	"narrower":    scaledBy("width", 0.95),
	"drawn twice": func(_ string, all []any) []any { return slices.Concat(all, all) },
	"all lines grey": func(list string, all []any) []any {
		for _, e := range all {
			if list == "lines" {
				e.(map[string]any)["color"] = "#b0b0b0"
			}
		}
		return all
	},
}

func pointsOf(element any) []any {
	e, _ := element.(map[string]any)
	points, _ := e["wayPoints"].([]any)
	return points
}

func scaledBy(name string, factor float64) func(string, []any) []any {
	return func(_ string, all []any) []any {
		for _, e := range all {
			if e := e.(map[string]any); e[name] != nil {
				if n, is := e[name].(float64); is && n < 3 || name == "thickness" {
					e[name] = n * factor
				}
			}
		}
		return all
	}
}

// TestDrawnVariants takes the published puzzles that are understood, and draws them in other ways. Each must
// still have its author's solution, or be refused; none may be read as another puzzle.
func TestDrawnVariants(t *testing.T) {
	counts := map[string]int{}
	for _, row := range published(t, "sudokupad.tsv") {
		packed, is := strings.CutPrefix(row[3], "scl")
		raw, err := lzstring.Unpack(packed, 1<<20)
		if !is || err != nil {
			continue // in f-puzzles' own notation
		}
		if what, _ := verdict(t.Context(), row[3], row[4]); what != "solved" {
			continue
		}
		tree, wrong := exchange.Parse(raw)
		if wrong != nil {
			t.Fatal(wrong)
		}
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		for name, variant := range drawnVariants {
			var board map[string]any
			if err := json.Unmarshal(text, &board); err != nil {
				t.Fatal(err)
			}
			for _, list := range []string{"lines", "arrows", "overlays", "underlays"} {
				if all, is := board[list].([]any); is {
					board[list] = variant(list, all)
				}
			}
			drawn, err := json.Marshal(board)
			if err != nil {
				t.Fatal(err)
			}
			what, _ := verdict(t.Context(), string(drawn), row[4])
			kind, _, _ := strings.Cut(what, ":")
			if counts[kind]++; kind != "solved" && kind != "refused" {
				t.Errorf("%s %s: %s", row[0], name, what)
			}
		}
	}
	t.Log(counts)
	if counts["solved"] < 9*counts["refused"] {
		t.Errorf("%d are refused", counts["refused"])
	}
}
