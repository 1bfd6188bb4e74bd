package operation

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/soak"
	"nonet/message"
)

// sameAnswers are the operations whose answer does not depend on the notation of the puzzle.
var sameAnswers = []string{"solve", "count", "check", "candidates", "target", "target/best", "target/count"}

// A puzzle written in each notation that loses nothing has the same answers, and converts to the
// same text. Every second question is asked, of each notation for some of the puzzles, and in a short
// run every third.
func TestOnePuzzleInEveryNotation(t *testing.T) {
	givens := func(line string, keep func(cell int) bool) string {
		var items strings.Builder
		for cell, c := range line {
			if c != '.' && keep(cell) {
				fmt.Fprintf(&items, ".~R%dC%d_%c", cell/9+1, cell%9+1, c)
			}
		}
		return items.String()
	}
	all := func(int) bool { return true }
	third := func(cell int) bool { return cell%3 == 0 }
	classic := strings.Trim(hardOne, `"`)
	least := map[string]int{}
	for name, text := range map[string]string{
		"classic":               classic,
		"several solutions":     strings.Repeat(".", 9) + strings.Trim(easyOne, `"`)[9:],
		"contradictory":         "88" + classic[2:],
		"anti-knight":           ".AntiKnight" + givens(wordedGivens, all),
		"killer and thermo":     ".Cage~6~R1C1~R1C2~R1C3.Cage~15~R2C1~R2C2~R2C3.Thermo~R3C1~R3C2~R3C3" + givens(wordedClosed, third),
		"diagonals":             ".Diagonal~1.Diagonal~-1" + givens("3.1...27.5...3...9.2..1.3..........7......49.8....2.3........84.............9.7.6", all),
		"jigsaw":                ".NoBoxes.Jigsaw~aabcccdddaabccedddaabceedddabbceeeefaabceffffbbbceffgfhhhhiiigfhhiiiiggghhhiigggg" + givens("..2.1.69..........9....3...8.........4...5....8..6............7..1.965.....7..814", all),
		"six by six":            ".Shape~6x6.Thermo~R1C1~R1C2~R1C3.Cage~9~R6C5~R6C6.~R1C4_4.~R2C1_4.~R3C2_2.~R4C6_5.~R5C3_6",
		"no solution":           ".Cage~6~R1C1~R1C2~R1C3.Cage~6~R2C1~R2C2~R2C3",
		"jigsaw, classic boxes": ".Jigsaw~000111222000111222000111222333444555333444555333444555666777888666777888666777888" + givens(classic, all),
	} {
		read, err := format.ParseOne(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p := read.Puzzle()
		texts := map[string]string{"as given": text}
		for _, k := range format.WritableKinds() {
			written, lost, err := format.Write(p, k)
			if !k.WritesAnyRules() && read.IsClassic() { // of classic puzzles
				written, err = string(format.AppendPuzzle(nil, k, read)), nil
			}
			if err == nil && len(lost.All()) == 0 {
				texts[k.String()] = written
				least[k.String()]++
			}
		}
		if len(texts) < 4 {
			t.Errorf("%s: written in no more than %d notations", name, len(texts))
		}
		share := soak.Pick(10, 1)
		for q, question := range sameAnswers {
			if !read.IsClassic() && strings.HasPrefix(question, "target/") {
				continue // it runs the same search as target
			}
			op, _ := ByName(question)
			want, refused, _ := askedOf(t, op, text, nil)
			for i, notation := range slices.Sorted(maps.Keys(texts)) {
				if (i+q)%share != 0 {
					continue
				}
				written := texts[notation]
				got, why, _ := askedOf(t, op, written, nil)
				if why != refused || !reflect.DeepEqual(sortConstraints(got), sortConstraints(want)) {
					t.Errorf("%s of %s in %s: %v, %s\nwant %v, %s", question, name, notation, got, why, want, refused)
				}
			}
		}
		want, err := Convert(read, format.Nonet, Reading{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for notation, written := range texts {
			again, err := format.ParseOne(written)
			if err != nil {
				t.Errorf("%s in %s: %v", name, notation, err)
				continue
			}
			if !again.IsClassic() {
				again.Puzzle().Rules = "" // some notations also have them as text
			}
			if got, err := Convert(again, format.Nonet, Reading{}); err != nil || sortCharacters(got.Text) != sortCharacters(want.Text) {
				t.Errorf("%s in %s is converted to\n%s, %v, not\n%s", name, notation, got.Text, err, want.Text)
			}
		}
	}
	for _, k := range format.WritableKinds() {
		if least[k.String()] == 0 {
			t.Errorf("no puzzle was asked about in %s", k.Message().In(message.English))
		}
	}
}

// sortConstraints returns an answer with the constraints in a fixed order, as notations list them by kind.
func sortConstraints(answer map[string]any) map[string]any {
	for _, field := range []string{"redundant_parts", "conflict"} {
		parts, _ := answer[field].([]any)
		for _, part := range parts {
			delete(part.(map[string]any), "index")
		}
		slices.SortFunc(parts, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return answer
}

// sortCharacters returns the characters of a text in order, so that the order of constraints does not
// matter.
func sortCharacters(text string) string {
	b := []byte(text)
	slices.Sort(b)
	return string(b)
}
