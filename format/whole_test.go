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
		{"1 .|. .\n. .|2 .\n---+---\n. 3|. .\n. .|. 4", []string{"1 .|. .\n. .|2 .\n. 3|. .\n. .|. 4"}},
		{"|1 2|3 4|5 6|\n" + strings.Repeat("|. .|. .|. .|\n", 5), []string{"|1 2|3 4|5 6|" + strings.Repeat("\n|. .|. .|. .|", 5)}},
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
