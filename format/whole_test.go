package format

import (
	"strings"
	"testing"
)

// A reader of whole puzzles hands out as text what may be no classic one, and goes on with
// classic ones as ever.
func TestWhole(t *testing.T) {
	classic := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	sixteen := strings.TrimSpace(strings.Repeat("1 . 16 . . . . . . . . . . . . .\n", 16))
	four := "1...\n..2.\n.3..\n...4"
	link := "https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BWVNCImAOwQBcMqBfZY8qhAGZ6jFu04wewKVJClK1A"
	for _, c := range []struct {
		text string
		want []string // texts, "" for a classic puzzle, ! for an error
	}{
		{".Cage~3~R1C1~R1C2\n" + classic + "\n.AntiKnight\n", []string{".Cage~3~R1C1~R1C2", "", ".AntiKnight"}},
		{".~R1C1_3", []string{".~R1C1_3"}},
		{"{\"nonet\": 1,\n \"rows\": 4, \"columns\": 4}\n" + classic, []string{"{\"nonet\": 1,\n \"rows\": 4, \"columns\": 4}", ""}},
		{`{"size": 4, "grid": [[{},{},{},{}]]}`, []string{`{"size": 4, "grid": [[{},{},{},{}]]}`}},
		{`{"puzzle": "` + classic + `"}`, []string{""}},
		{"A link: " + link, []string{link[len("https://sudokupad.app/"):]}},
		{"https://sudokupad.app/abc123", []string{"!"}},
		{sixteen + "\n" + sixteen + "\n" + classic, []string{sixteen, sixteen, ""}},
		{four + "\n\n" + strings.ReplaceAll(four, "\n", "") + "\n" + strings.ReplaceAll(four, "\n", "") + "\n", []string{four, "1.....2..3.....4", "1.....2..3.....4"}},
		{"1234341221434321\n", []string{"1234341221434321"}},
		{"1 .|. .\n. .|2 .\n---+---\n. 3|. .\n. .|. 4", []string{"1 . . .\n. . 2 .\n. 3 . .\n. . . 4"}},
		{"|1 2|3 4|5 6|\n" + strings.Repeat("|. .|. .|. .|\n", 5), []string{"1 2 3 4 5 6" + strings.Repeat("\n. . . . . .", 5)}},
		{strings.Repeat("| 1 2 3 | 4     |       |\n", 4) + strings.Repeat("|       |       |       |\n", 4) + "|       |       |   8 9 |\n", []string{""}},
		{strings.TrimSpace(strings.Repeat("0 1 2 3\n", 20)) + "\n4\n", []string{""}}, // 81 numbers
		{strings.Repeat("A", 1) + strings.Repeat(".", 254) + "P", []string{"A" + strings.Repeat(".", 254) + "P"}},
		{"www.example.com1", []string{"!"}},
		{strings.Repeat("12.......", 81), []string{strings.Repeat("12.......", 81)}},      // no givens: the marks are the clues
		{strings.Repeat("123456789", 81), []string{""}},                                   // which rule out nothing
		{strings.Repeat("1........", 17) + strings.Repeat("12.......", 64), []string{""}}, // a player's
	} {
		var got []string
		for r := NewReader(strings.NewReader(c.text)).Whole(); ; {
			p, err := r.Next()
			if _, syntax := err.(*SyntaxError); syntax {
				got = append(got, "!")
				continue
			} else if err != nil {
				break
			}
			got = append(got, p.Text)
		}
		if strings.Join(got, "\x00") != strings.Join(c.want, "\x00") {
			t.Errorf("%.80q gives %q and not %q", c.text, got, c.want)
		}
	}
}

// A square board of another size may stand as JSON, on one line or several, beside others.
func TestArraysOfOtherSizes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[[1,2,3,4],[3,4,0,0],[0,0,0,0],[0,0,0,0]]`, "1234\n3400\n0000\n0000"},
		{"[\n [1, 2, 3, 4],\n [3, 4, null, \"\"],\n [\"\", \" \", \".\", null],\n [0,0,0,0]\n]", "1234\n34..\n....\n0000"},
		{`["12.4","34..","....","...."]`, "12.4\n34..\n....\n...."},
		{"[[10,2,3,4,5,6,7,8,9,1]" + strings.Repeat(",[0,0,0,0,0,0,0,0,0,null]", 9) + "]", "10 2 3 4 5 6 7 8 9 1" + strings.Repeat("\n0 0 0 0 0 0 0 0 0 .", 9)},
		{`[["A","2","3","4"],[3,4,0,0],[0,0,0,0],[0,0,0,0]]`, "A234\n3400\n0000\n0000"},
	} {
		r := NewReader(strings.NewReader("# a comment\n" + c.text + "\n" + strings.Repeat(".", 81) + "\n")).Whole()
		p, err := r.Next()
		if err != nil || p.Text != c.want || p.Line != 2 || p.Kind != JSON {
			t.Errorf("%s: %q of line %d, %v", c.text, p.Text, p.Line, err)
		}
		if next, err := r.Next(); err != nil || next.Text != "" || next.Line != strings.Count(c.text, "\n")+3 {
			t.Errorf("%s: then line %d, %v", c.text, next.Line, err)
		}
	}
	for _, text := range []string{
		`[[1,2,3,4],[3,4,1,2],[0,0,0,0]]`, `[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0]]`, `[[1,2,3],[1,2,3],[1,2,3]]`, `[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,{}]]`,
		`[[1,2,3,400],[3,4,1,2],[0,0,0,0],[0,0,0,0]]`, `[[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]]]`, `[[1,2,3,4],[3,4,1,2],[0,0,0,0],[0,0,0,0]] x`, `[[1,2,3,4`, `[["1",`,
	} {
		if p, err := NewReader(strings.NewReader(text)).Whole().Next(); err == nil {
			t.Errorf("%s is read as %q", text, p.Text)
		}
	}
}
