package format

import (
	"strings"
	"testing"
)

// TestOthers checks that a reader finds where puzzles of other boards and rules begin and end. It must still
// read classic puzzles.
func TestOthers(t *testing.T) {
	classic := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	sixteen := strings.TrimSpace(strings.Repeat("1 . 16 . . . . . . . . . . . . .\n", 16))
	row16 := strings.TrimSpace(strings.Repeat("1 . 16 . . . . . . . . . . . . . ", 16))
	four := "1...\n..2.\n.3..\n...4"
	link := "https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZY8qhAGZ6jFu04wewKVJClK1A"
	for _, c := range []struct {
		text string
		want []string // items, or the cells of a board alone; "" for a classic puzzle, ! for an error
	}{
		{".Cage~3~R1C1~R1C2\n" + classic + "\n.AntiKnight\n", []string{".Cage~3~R1C1~R1C2", "", ".AntiKnight"}},
		{".~R1C1_3", []string{""}},
		{"{\"nonet\": 1,\n \"rows\": 4, \"columns\": 4}\n" + classic, []string{"................", ""}},
		{`{"size": 4, "grid": [[{},{},{},{}],[{},{},{},{}],[{},{"value": 3, "given": true},{},{}],[{},{},{},{}]]}`, []string{".........3......"}},
		{`{"size": 4, "grid": [[{},{},{},{}]]}`, []string{"!"}},
		{`{"puzzle": "` + classic + `"}`, []string{""}},
		{"A link: " + link, []string{"!"}},
		{"https://sudokupad.app/abc123", []string{"!"}},
		{sixteen + "\n" + sixteen + "\n" + classic, []string{row16, row16, ""}},
		{four + "\n\n" + strings.ReplaceAll(four, "\n", "") + "\n" + strings.ReplaceAll(four, "\n", "") + "\n", []string{"1.....2..3.....4", "1.....2..3.....4", "1.....2..3.....4"}},
		{"1234341221434321\n", []string{"1234341221434321"}},
		{"1 .|. .\n. .|2 .\n---+---\n. 3|. .\n. .|. 4", []string{"1.....2..3.....4"}},
		{"|1 2|3 4|5 6|\n" + strings.Repeat("|. .|. .|. .|\n", 5), []string{"123456" + strings.Repeat(".", 30)}},
		{strings.Repeat("| 1 2 3 | 4     |       |\n", 4) + strings.Repeat("|       |       |       |\n", 4) + "|       |       |   8 9 |\n", []string{""}},
		{strings.TrimSpace(strings.Repeat("0 1 2 3\n", 20)) + "\n4\n", []string{""}}, // 81 numbers
		{strings.Repeat("A", 1) + strings.Repeat(".", 254) + "P", []string{"1" + strings.Repeat(" .", 254) + " 16"}},
		{"www.example.com1", []string{"!"}},
		{strings.Repeat("12.......", 81), []string{"marks"}},                              // no givens, so the marks are the clues
		{strings.Repeat("123456789", 81), []string{""}},                                   // these marks exclude nothing
		{strings.Repeat("1........", 17) + strings.Repeat("12.......", 64), []string{""}}, // a player's
	} {
		var got []string
		for r := NewReader(strings.NewReader(c.text), Options{}); ; {
			p, err := r.Next()
			if _, syntax := err.(*SyntaxError); syntax {
				got = append(got, "!")
				continue
			} else if err != nil {
				break
			}
			got = append(got, shownOther(&p))
		}
		if strings.Join(got, "\x00") != strings.Join(c.want, "\x00") {
			t.Errorf("%.80q gives %q and not %q", c.text, got, c.want)
		}
	}
}

// shownOther returns a puzzle in short, "" for a classic one.
func shownOther(p *Puzzle) string {
	switch o := p.Puzzle(); {
	case p.IsClassic():
		return ""
	case p.Kind == ISS || p.Kind == kindRulesLine:
		text, _ := WriteISS(o)
		return text
	case p.Kind == Pencil729:
		return "marks"
	default:
		return ValuesLine(o, givensOf(o))
	}
}

// TestArraysOfOtherSizes checks that a square board of another size may be JSON, on one line or
// several, next to other puzzles.
func TestArraysOfOtherSizes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[[1,2,3,4],[3,4,0,0],[0,0,0,0],[0,0,0,0]]`, "123434.........."},
		{"[\n [1, 2, 3, 4],\n [3, 4, null, \"\"],\n [\"\", \" \", \".\", null],\n [0,0,0,0]\n]", "123434.........."},
		{`[[[1,2,3,4],[3,4,0,0],[0,0,0,0],[0,0,0,0]]]`, "123434.........."},
		{`["12.4","34..","....","...."]`, "12.434.........."},
		{"[[10,2,3,4,5,6,7,8,9,1]" + strings.Repeat(",[0,0,0,0,0,0,0,0,0,null]", 9) + "]", "10 2 3 4 5 6 7 8 9 1" + strings.Repeat(" .", 90)},
		{`[["A","2","3","4"],[3,4,0,0],[0,0,0,0],[0,0,0,0]]`, "123434.........."},
	} {
		r := NewReader(strings.NewReader("# a comment\n"+c.text+"\n"+strings.Repeat(".", 81)+"\n"), Options{})
		p, err := r.Next()
		if err != nil || shownOther(&p) != c.want || p.Line != 2 || p.Kind != JSON {
			t.Errorf("%s: %q of line %d, %v", c.text, shownOther(&p), p.Line, err)
		}
		if next, err := r.Next(); err != nil || !next.IsClassic() || next.Line != strings.Count(c.text, "\n")+3 {
			t.Errorf("%s: then line %d, %v", c.text, next.Line, err)
		}
	}
	for _, text := range []string{
		`[[1,2,3,4],[3,4,1,2],[0,0,0,0]]`, `[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0]]`, `[[1,2,3],[1,2,3],[1,2,3]]`, `[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,{}]]`,
		`[[1,2,3,400],[3,4,1,2],[0,0,0,0],[0,0,0,0]]`, `[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]] x`, `[[1,2,3,4`, `[["1",`,
	} {
		if p, err := NewReader(strings.NewReader(text), Options{}).Next(); err == nil {
			t.Errorf("%s is read as %v", text, p)
		}
	}
}
