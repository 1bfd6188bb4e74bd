package format_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonet/board"
	"nonet/format"
	"nonet/message"
)

// TestAdded checks that rules are added to puzzles of any notation and board, and that a rule
// that a puzzle has is not added again.
func TestAdded(t *testing.T) {
	const (
		classic = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		small   = ".Shape~4x4.AntiKnight"
	)
	for _, c := range []struct{ text, adds, want string }{
		{classic, "antiknight", "AntiKnight"},
		{classic, "Anti-Knight, anti king", "AntiKnight AntiKing"},
		{classic, "无马", "AntiKnight"},
		{classic, ".AntiKnight.Thermo~R1C1~R1C2.~R1C3_4", "AntiKnight Thermo"},
		{classic, "thermo~R1C1~R1C2", "Thermo"},
		{classic, ".Or.Thermo~R1C1~R1C2.Thermo~R1C2~R1C1.End", "Or"},
		{classic, "x", "Diagonal Diagonal"},
		{classic, "Windoku,X", "Diagonal Diagonal Windoku"},
		{classic, "classic", ""},
		{classic, ".~R1C3_4", ""},
		{small, "antiknight", "AntiKnight"},
		{small, "x", "AntiKnight Diagonal Diagonal"},
		{small, "jigsaw:" + strings.Repeat("aaabbbccc", 3) + strings.Repeat("dddeeefff", 3) + strings.Repeat("ggghhhiii", 3), "only to a 9×9"},
		{small, "windoku", "AntiKnight Windoku"},
		{small, "thermo~R5C1~R1C2", "R5C1"},
		{classic, "antinight", "did you mean"},
		{classic, "Shape~4x4", "makes the board"},
		{classic, "NoBoxes", "makes the board"},
		{classic, "jigsaw:12", "81 characters"},
		{classic, "antiknight,,antiking", "without a name"},
		{classic, "", "without a name"},
		{classic, ".Or.Thermo~R1C1~R1C2", ".Or"},
	} {
		p, err := format.ParseOne(c.text)
		if err != nil {
			t.Fatal(err)
		}
		var a format.Added
		before := p
		if err = a.Add(c.adds); err == nil {
			if err = a.AddTo(&p); err == nil {
				err = a.AddTo(&p) // once is enough
			}
		}
		got := ""
		if err != nil {
			got = message.TextOf(err, message.English)
			if !reflect.DeepEqual(p.Puzzle(), before.Puzzle()) || p.Grid != before.Grid {
				t.Errorf("%s to %.10s: it was changed in spite of %v", c.adds, c.text, err)
			}
		} else if !p.IsClassic() {
			var kinds []string
			for _, c := range p.Puzzle().Constraints {
				kinds = append(kinds, c.Kind)
			}
			got = strings.Join(kinds, " ")
		}
		if err == nil && got != c.want || err != nil && !strings.Contains(got, c.want) {
			t.Errorf("%s to %.10s: %q, not %q", c.adds, c.text, got, c.want)
		}
		if err == nil && a.IsEmpty() != (c.adds == "classic") {
			t.Errorf("%s: IsEmpty is %v", c.adds, a.IsEmpty())
		}
	}
	// An added given becomes a given of the grid.
	p, _ := format.ParseOne(classic)
	var a format.Added
	if err := a.Add("~R1C3_4"); err != nil || a.AddTo(&p) != nil || !p.IsClassic() || p.Grid.At(2) != 4 {
		t.Error(err, p.Grid)
	}
}

// TestAddedBoards checks that boards can be combined, with at most one jigsaw.
func TestAddedBoards(t *testing.T) {
	var a format.Added
	x, _ := board.Parse("x")
	if a.Add("windoku") != nil || a.SetBoard(x) != nil || a.Board().String() != "x+windoku" {
		t.Error(a.Board())
	}
	regions := "jigsaw:" + strings.Join(slices.Repeat([]string{"abcdefghi"}, 9), "")
	if a.Add(regions) != nil || a.Add(regions) == nil {
		t.Error(a.Board())
	}
}

// TestAddedNote checks that a note names what was added, and nothing that the puzzle had.
func TestAddedNote(t *testing.T) {
	for add, want := range map[string]string{"antiknight,x": "Diagonal, Anti-knight", ".~R1C1_5": "Given", ".Windoku": "", "disjoint-sets~5": "Disjoint groups: 5"} {
		p, err := format.ParseOne(".Windoku")
		if err != nil {
			t.Fatal(err)
		}
		var a format.Added
		if err := errors.Join(a.Add(add), a.AddTo(&p)); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, n := range p.Notes {
			if n.Added != nil {
				got = strings.TrimPrefix(n.Added.In(message.English), "added to what the text says: ")
			}
		}
		if got != want || len(p.UnknownRules()) > 0 {
			t.Errorf("%s: %q, want %q", add, got, want)
		}
	}
}
