package format

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
)

// TestPasted reads one board in ways that no notation has, and refuses texts that are not clearly one board.
func TestPasted(t *testing.T) {
	rows := strings.Fields("530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079")
	line := strings.ReplaceAll(strings.Join(rows, ""), "0", ".")
	each := func(between string, write func(row string) string) string {
		var all []string
		for _, row := range rows {
			all = append(all, write(row))
		}
		return strings.Join(all, between)
	}
	spread := func(between, from, to string) func(string) string {
		return func(row string) string {
			return from + strings.Join(strings.Split(row, ""), between) + to
		}
	}
	replaced := func(digits, blank string) string {
		of := []string{"0", blank}
		for i, c := range []rune(digits) {
			of = append(of, string(rune('1'+i)), string(c))
		}
		return strings.NewReplacer(of...).Replace(strings.Join(rows, "\n"))
	}
	for _, text := range []string{
		"board:\n" + each("\n", spread("\n    - ", "  - - ", "")), "board:\n" + each("\n", spread("\n    - ", "  -\n    - ", "")), each("\n", spread("\n- ", "- ", "")),
		replaced("123456789", "#"), replaced("123456789", "~"), replaced("123456789", "⬛"), replaced("123456789", "o"),
		replaced("一二三四五六七八九", "〇"), replaced("一二三四五六七八九", "□"), replaced("①②③④⑤⑥⑦⑧⑨", "○"), replaced("٠١٢٣٤٥٦٧٨٩"[2:], "."), replaced("𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗", "."),
		strings.ReplaceAll(line, ".", "~"), each("", func(row string) string {
			return "<tr><td>" + strings.Join(strings.Split(row, ""), "</td><td>") + "</td></tr>"
		}),
		`<div>` + each("</div><div>", spread("</span><span>", "<span>", "</span>")) + "</div>", "int[,] g = new int[9, 9] {\n" + each(",\n", spread(", ", "{ ", " }")) + "\n};",
		"$b = array(" + each(",\n", spread(", ", "array(", ")")) + ");", "(def b [" + each("\n", spread(" ", "[", "]")) + "])", "puzzle:\n" + each("\n", func(row string) string { return `  - "` + row + `"` }),
		"\xca\xfd\xb6\xc0 12\n" + each("\n", spread(" ", "", "")), each("\n", spread(" ", "[10:31, 12/03/2024] Bob: ", "")), each("\n", spread("**", "**", "**")), "PUZZLE=" + line,
		"  A B C D E F G H I\n" + each("\n", spread("\t", "\t", "")), strings.ReplaceAll(replaced("१२३४५६७८९", "."), "\n", ""),
		"Hi,\n\n" + each("\n", spread("", "", "")) + "\n", "Hi,\n\n> " + each("\n> ", spread("", "", "")) + "\n",
	} {
		p, err := ParseOne(text)
		if err != nil || p.Grid.String() != line {
			t.Errorf("%v for %s", err, text)
		}
	}
	column, box, pencil := "columns = {", "", ""
	for i := range 9 {
		column, box, pencil = column+"{", box+"<div>", pencil+"<p>"
		for k := range 9 {
			column += string(rows[k][i]) + ","
			box += "<b>" + string(rows[i/3*3+k/3][i%3*3+k%3]) + "</b>"
			pencil += strings.ReplaceAll("<b>"+string(rows[i][k])+"</b>", "<b>0</b>", "<b><i>4</i></b>")
		}
		column, box, pencil = strings.TrimSuffix(column, ",")+"},", box+"</div>", pencil+"</p>"
	}
	for _, text := range []string{
		"cbind" + column, "<div>" + box + "</div>", pencil, strings.Repeat("[1,2,3,4,5,6,7,8,9]\n", 9),
		"<p>" + each("", spread(`"><input value="`, `<input old-value="`, `">`)) + "</p>",
		strings.ReplaceAll(replaced("123456789", "#"), "28", "2?"), "1\n" + replaced("123456789", "#"), replaced("123456789", "#") + "\n123456789",
		replaced("123456789", "#")[10:], "m <- matrix(c(" + each(",", spread(",", "", "")) + "), nrow=9)", strings.Repeat("'", 81), replaced("一二3456789", "〇"),
	} {
		if p, err := ParseOne(text); err == nil {
			t.Errorf("%s is read as %v", text, p.Grid)
		}
	}
}

// TestForms reads one board in the forms of testdata/pasted.txt, with and without a CR at the ends of lines. It refuses
// those whose name begins with "!".
func TestForms(t *testing.T) {
	all, err := os.ReadFile("testdata/pasted.txt")
	if err != nil {
		t.Fatal(err)
	}
	for form := range strings.SplitSeq(string(all), "=== ") {
		name, text, _ := strings.Cut(form, "\n")
		for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n")} {
			switch p, err := ParseOne(text); {
			case text == "":
			case name[0] == '!':
				if err == nil {
					t.Errorf("%s is read as %v:\n%s", name, p.Grid, text)
				}
			case err != nil || p.Grid.String() != "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79":
				t.Errorf("%s: %v, %v:\n%s", name, p.Grid, err, text)
			}
		}
	}
}

// TestListedCells refuses rows and columns before values, and lists, as cells of a grid.
func TestListedCells(t *testing.T) {
	for _, from := range []int{0, 1} {
		for _, order := range []string{"by row", "by column"} {
			var text strings.Builder
			for i := range 81 {
				row, column := i/9, i%9
				if order == "by column" {
					row, column = column, row
				}
				fmt.Fprintln(&text, row+from, column+from, 1+i%9)
			}
			for n := range 3 { // 27 cells, as many as fill a grid, and more
				lines := strings.SplitAfter(text.String(), "\n")[:27*(n+1)]
				if all, err := Parse(strings.Join(lines, "")); err == nil || len(all) > 0 {
					t.Errorf("%d triples from %d %s are read as %v", len(lines), from, order, all)
				}
			}
		}
	}
}

// TestAnswersAtOnce reads no further than a line with a fault: a program that writes a puzzle waits for the answer.
func TestAnswersAtOnce(t *testing.T) {
	for _, line := range []string{strings.Repeat("53..7....", 9)[1:], strings.Repeat("53..7....", 9)[1:] + "@", `{"puzzle": "12"}`, "1," + strings.Repeat("53..7....", 9)[1:]} {
		from, to := io.Pipe()
		answer := make(chan error)
		go func() {
			_, err := NewReader(from, Options{}).Next()
			from.Close()
			answer <- err
		}()
		to.Write([]byte(line + "\n")) // Next reads the line at once
		if err := <-answer; err == nil || err == io.EOF {
			t.Errorf("%v for %s", err, line)
		}
	}
}

// A stream that begins with words is a list as soon as it has two puzzles, so that nobody waits for its end.
func TestWordsBeforeStream(t *testing.T) {
	from, to := io.Pipe()
	defer from.Close()
	go func() {
		io.WriteString(to, "Puzzles of today\n"+board81+"\n")
		io.WriteString(to, board81+"\n")
	}()
	r := NewReader(from, Options{})
	if _, err := r.Next(); err == nil || err == io.EOF {
		t.Errorf("%v for the words", err)
	}
	for range 2 {
		if p, err := r.Next(); err != nil || strings.ReplaceAll(p.Grid.String(), ".", "0") != strings.ReplaceAll(board81, ".", "0") {
			t.Errorf("%v, %v", p, err)
		}
	}
}

// TestRemarks refuses texts in which a solution, a remark, a box or a column would be read as a row.
func TestRemarks(t *testing.T) {
	rows := func(board, before string, n int) (text string) {
		for i := range n {
			text += strings.ReplaceAll(before, "N", fmt.Sprint(i+1)) + board[9*i:9*i+9] + "\n"
		}
		return text
	}
	spread := func(text string) string { return strings.TrimSpace(strings.Join(strings.Split(text, ""), " ")) + "\n" }
	puzzle := strings.ReplaceAll(board81, "0", ".")
	regions, lines := "", ""
	for i := range 9 {
		regions += fmt.Sprintf("Region %d: %s", i+1, spread(solution81[9*i:9*i+9]))
	}
	for i := range 27 {
		lines += puzzle[3*i:3*i+3] + "\n"
	}
	for name, text := range map[string]string{
		"a solution below":   rows(puzzle, "Bob: ", 9) + "my state now\n" + rows(solution81, "Bob: ", 9),
		"a solution in JSON": "{\n\"revised\": \"" + puzzle + "\",\n\"givens\": 22,\n\"solution\": \"" + solution81 + "\"\n}",
		"a number":           rows(puzzle, "Bob: ", 8) + "Bob: 345286179 is my number",
		"a time":             rows(puzzle, "Bob: ", 8) + "Bob: 3..28..79 at 10:31",
		"regions":            regions,
		"27 lines":           lines,
	} {
		if p, err := ParseOne(text); err == nil {
			t.Errorf("%s: %v is read from\n%s", name, p.Grid, text)
		}
	}
	for name, text := range map[string]string{"full": rows(solution81, "Bob: ", 9), "labels": rows(solution81, "Row N: ", 9)} {
		if p, err := ParseOne(text); err != nil || p.Grid.String() != solution81 {
			t.Errorf("%s: %v, %v for\n%s", name, p.Grid, err, text)
		}
	}
}

// TestCapitalLaTeX reads a table in capital letters, which is no LaTeX.
func TestCapitalLaTeX(t *testing.T) {
	if p, err := ParseOne(`\BEGIN{TABULAR}{C}` + "\n1 & 2\n" + `\END{TABULAR}` + "\n"); err == nil {
		t.Errorf("%v is read", p.Grid)
	}
}

// TestXMLLeniency reads XML that the decoder refuses: of another version, and with hyphens in comments.
func TestXMLLeniency(t *testing.T) {
	const game = "<game data=\"" + board81 + "\"/>\n"
	for _, text := range []string{
		"<?xml version=\"1.1\"?>\n<opensudoku>\n" + game + "</opensudoku>",
		"<?xml version=\"1.0\"?>\n<!-- -- a -- --->\r\n<opensudoku>\r\n<!-- ----\r\n-->" + game + "</opensudoku>",
		"<opensudoku>\n<!--" + strings.Repeat("a < b > c\n", mostXML/8) + "-->" + game + "</opensudoku>",
	} {
		if p, err := ParseOne(text); err != nil || strings.ReplaceAll(p.Grid.String(), ".", "0") != board81 {
			t.Errorf("%v, %v for\n%.100s", p.Grid, err, text)
		}
	}
	for text, want := range map[string]place{
		"<?xml version=\"1.1\"?>\n": {2, 1},
		"<opensudoku>\n<!-- ":       {2, 6},
		"<opensudoku><a>x&y</a>":    {1, 17},
	} {
		_, err := ParseOne(text)
		if wrong, ok := errors.AsType[*SyntaxError](err); !ok || wrong.Line != want.line || wrong.Column != want.column {
			t.Errorf("%v for %s", err, text)
		}
	}
}

// TestWorkAheadIsLinear counts the bytes that are read ahead in texts whose lines all seem to begin a board.
func TestWorkAheadIsLinear(t *testing.T) {
	const size = 256 << 10
	for _, lines := range []string{
		"[[[[\n", "[[[[\n\n", "f((\n", "x=[[\n", "<table>\n", "{| a\n", `\begin{tabular}` + "\n", "a\tb\tc\n", "5 & & & d\n",
		"5 | 3\n", "5 | 3\n5 | 3 | 4\n", "54|3\n54|3|12\n", "5 1 | 3\n5  3 | 4 | 2\n", "1*2+3\n1|2|3\n1:2:3\n1/2\n", "|\n||\n",
		"+---+---+---+\n", "***|*\n", "|____|__|\n======\n", "-------------\n123456789\n", "1 2 3 4 5 6 7 8 10 11 12\n", "123456789ABCDEFG\n", "r1c1=5\n", "1. a b c d\n",
	} {
		r := NewReader(strings.NewReader(strings.Repeat(lines, size/len(lines))), Options{})
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			}
		}
		if r.ahead > 2<<20+32*size {
			t.Errorf("%q: %d bytes were read ahead in %d", lines, r.ahead, size)
		}
	}
}
