package format_test

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/soak"
)

// border holds the characters of a horizontal line of a drawn board. There is one for the top, for
// lines between boxes, for the bottom, and for lines between cells of a box. Its characters are the
// left end, the crossing with a line between boxes, the right end, the dash, and the crossing with a
// line between cells.
type border struct {
	name                      string
	top, middle, bottom, cell string
	bar, thin                 string
}

var borders = []border{
	{"light", "┌┬┐─┬", "├┼┤─┼", "└┴┘─┴", "├┼┤─┼", "│", "│"},
	{"heavy", "┏┳┓━┳", "┣╋┫━╋", "┗┻┛━┻", "┣╋┫━╋", "┃", "┃"},
	{"double", "╔╦╗═╦", "╠╬╣═╬", "╚╩╝═╩", "╠╬╣═╬", "║", "║"},
	{"double and light", "╔╦╗═╤", "╠╬╣═╪", "╚╩╝═╧", "╟╫╢─┼", "║", "│"},
	{"heavy and light", "┏┳┓━┯", "┣╋┫━┿", "┗┻┛━┷", "┠╂┨─┼", "┃", "│"},
	{"round", "╭┬╮─┬", "├┼┤─┼", "╰┴╯─┴", "├┼┤─┼", "│", "│"},
	{"plus", "+++-+", "+++-+", "+++-+", "+++-+", "|", "|"},
	{"equals", "+++=+", "+++=+", "+++=+", "+++-+", "|", "|"},
	{"bars in pairs", "+++=+", "+++=+", "+++=+", "+++-+", "||", "|"},
	{"all bars in pairs", "+++-+", "+++-+", "+++-+", "+++-+", "||", "||"},
	{"bang", "+++-+", "+++-+", "+++-+", "+++-+", "!", "!"},
	{"colons", ":::-:", ":::-:", ":::-:", ":::.:", "|", ":"},
	{"colon bars", "+++-+", "+++-+", "+++-+", "+++-+", ":", ":"},
	{"dot and quote", "...-.", ":+:-+", "'''-'", ":+:-+", "|", "|"},
	{"star corners", "***-*", "***-*", "***-*", "***-*", "|", "|"},
	{"star lines", "*****", "*****", "*****", "*****", "|", "|"},
	{"stars", "*****", "*****", "*****", "*****", "*", "*"},
	{"hashes", "#####", "#####", "#####", "###-+", "#", "|"},
	{"pipes", "|||-|", "|||-|", "|||-|", "|||-|", "|", "|"},
	{"dashes", "-----", "-----", "-----", "-----", "|", "|"},
	{"double dashes", "=====", "=====", "=====", "-----", "|", "|"},
	{"underscores", " ____", "|||_|", "|||_|", "|||_|", "|", "|"},
	{"dots", ".....", ".....", ".....", ".....", "|", "|"},
	{"slashes", `/+\-+`, "+++-+", `\+/-+`, "+++-+", "|", "|"},
	{"tildes", "~~~~~", "~~~~~", "~~~~~", "~~~~~", "|", "|"},
	{"letters", "III-I", "III-I", "III-I", "III-I", "I", "I"},
	{"blocks", "█████", "█████", "█████", "███─┼", "█", "│"},
}

// bordered is a way to draw a board with a border.
type bordered struct {
	border
	n, height, width   int // the number of cells in a row, and in a box
	cells              bool
	rules              int // 0: no lines between rows; 1: lines between boxes; 2: lines between all rows
	outer, upper       bool
	pad                int
	empty              string
	letters, shortened bool
}

func (b *bordered) text(v int) string {
	switch {
	case v == 0:
		return b.empty
	case v > 9 && b.letters:
		return string(rune('A' + v - 10))
	}
	return strconv.Itoa(v)
}

func (b *bordered) draw(board [][]int) string {
	wide := 1
	for _, row := range board {
		for _, v := range row {
			wide = max(wide, len(b.text(v)))
		}
	}
	line := func(bar, thin, left, right string, cell func(c int) string) string {
		var out strings.Builder
		if b.outer {
			out.WriteString(left)
		}
		for c := range b.n {
			out.WriteString(cell(c))
			switch {
			case c == b.n-1 && b.outer:
				out.WriteString(right)
			case c == b.n-1:
			case c%b.width == b.width-1:
				out.WriteString(bar)
			case b.cells:
				out.WriteString(thin)
			}
		}
		return out.String()
	}
	rule := func(of string) string {
		part := []rune(of)
		times := func(i, n int) string { return strings.Repeat(string(part[i]), n) }
		thick, thin := len([]rune(b.bar)), len([]rune(b.thin))
		return line(times(1, thick), times(4, thin), times(0, thick), times(2, thick), func(int) string { return times(3, wide+2*b.pad) })
	}
	var lines []string
	if b.upper {
		lines = append(lines, rule(b.top))
	}
	for r, row := range board {
		switch {
		case r == 0 || b.rules == 0:
		case r%b.height == 0:
			lines = append(lines, rule(b.middle))
		case b.rules == 2:
			lines = append(lines, rule(b.cell))
		}
		text := line(b.bar, b.thin, b.bar, b.bar, func(c int) string {
			return fmt.Sprintf("%*s%*s%*s", b.pad, "", wide, b.text(row[c]), b.pad, "")
		})
		if b.shortened {
			text = strings.TrimRight(text, " ")
		}
		lines = append(lines, text)
	}
	if b.upper {
		lines = append(lines, rule(b.bottom))
	}
	return strings.Join(lines, "\n") + "\n"
}

// someBoard returns a board with some values of a solution. For some seeds, the board has empty rows.
func someBoard(n, height, width, seed int) [][]int {
	board := make([][]int, n)
	for r := range board {
		board[r] = make([]int, n)
		for c := range board[r] {
			if x := (r*31+c*17+seed*7)*(seed+3)%97 + r*c%5; x%(2+seed%4) != 0 {
				board[r][c] = (width*(r%height)+r/height+c)%n + 1
			}
		}
	}
	switch seed % 6 {
	case 1:
		clear(board[seed%n])
	case 2:
		clear(board[0])
	case 3:
		clear(board[n-1])
	}
	board[n/2][1] = n - 1
	if n > 9 {
		board[1][0] = n // with one letter less, all values would be letters
	}
	return board
}

// boardsIn returns the boards of a text as lines of numbers, or the error.
func boardsIn(text string) (boards []string, wrong error) {
	for r := format.NewReader(strings.NewReader(text), format.Options{}); ; {
		p, err := r.Next()
		switch {
		case err == io.EOF:
			return boards, wrong
		case err != nil:
			wrong = err
			continue
		}
		q := p.Puzzle()
		values := make([]int, q.BoardCells())
		for _, g := range q.Givens {
			values[g.Cell] = g.Values[0]
		}
		boards = append(boards, fmt.Sprint(q.Columns, values))
	}
}

func flat(board [][]int) string {
	var values []int
	for _, row := range board {
		values = append(values, row...)
	}
	return fmt.Sprint(len(board), values)
}

// TestBorders draws boards of four sizes in every border: with and without lines between all cells, with and
// without a frame, and with each mark for empty cells. All must be read.
func TestBorders(t *testing.T) {
	empties := []string{".", "0", "_", "-", "*", "x", "?", " "}
	i := 0
	try := func(text string, board [][]int, about string) {
		i++
		switch around := i / 7 % 5; around { // what surrounds the grid
		case 1, 2:
			mark := []string{"> ", "    "}[around-1]
			text = mark + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+mark) + "\n"
		case 3:
			text = "```\n" + strings.TrimSuffix(text, "\n") + "\n```\n"
		case 4:
			text = strings.TrimSuffix(text, "\n") + "\n\n# a comment\n"
		}
		got, err := boardsIn(text)
		if len(got) != 1 || got[0] != flat(board) || err != nil {
			t.Errorf("%s is read as\n%v, %v\n%s", about, got, err, text)
		}
	}
	for _, size := range [][3]int{{9, 3, 3}, {4, 2, 2}, {6, 2, 3}, {16, 4, 4}} {
		n, height, width := size[0], size[1], size[2]
		for k, of := range borders {
			for way := range 2 * 3 * 2 * 2 * 2 {
				if (way+k)%soak.Pick(3, 1) != 0 {
					continue
				}
				b := bordered{border: of, n: n, height: height, width: width, cells: way&1 > 0, outer: way>>1&1 > 0, upper: way>>2&1 > 0,
					pad: way >> 3 & 1, rules: (way >> 4) % 3, empty: empties[i%len(empties)], letters: n > 9 && i%2 > 0, shortened: i%5 == 0}
				b.letters = b.letters && of.bar != "I" // a letter is a value or a bar
				if !b.cells {
					b.pad = 1
					b.rules = min(b.rules, 1)
				}
				if strings.Contains(of.bar+of.thin, b.empty) || b.letters && b.empty == "x" {
					b.empty = "."
				}
				board := someBoard(n, height, width, i)
				about := fmt.Sprint(n, " ", of.name)
				if text := b.draw(board); !strings.HasPrefix(text, strings.Repeat(".", 81)+"\n") { // the empty grid
					try(text, board, about)
				}
			}
		}
		for way := range 3 * 2 * 2 * 2 { // rows and columns have labels
			b := bordered{border: borders[6], n: n, height: height, width: width, outer: way&1 > 0, upper: way>>1&1 > 0, pad: 1, rules: 1, empty: "."}
			board := someBoard(n, height, width, i)
			if n == 9 {
				try(labelled(b.draw(board), way>>2&1 > 0, []string{"1 ", "A ", "r1 "}[way>>3]), board, "9 labels")
			}
		}
		for _, head := range []string{"blank", "numbers", "names", "letters", "row"} {
			for _, empty := range append(empties, "") {
				for _, dashes := range []string{"---", ":-:", "-", ":---", " --- "} {
					board := someBoard(n, height, width, i)
					about := fmt.Sprintf("%d Markdown, %s, empty %q, %q", n, head, empty, dashes)
					try(markdown(board, head, empty, dashes), board, about)
				}
			}
		}
	}
	t.Logf("%d boards are read", i)
}

// labelled adds labels from the first on to the rows of a drawn grid, and perhaps the numbers of the columns.
func labelled(text string, columns bool, first string) string {
	var out strings.Builder
	if columns {
		out.WriteString("     1 2 3   4 5 6   7 8 9\n")
	}
	label := []byte(first)
	for line := range strings.Lines(text) {
		if strings.ContainsAny(line, "123456789.") {
			out.Write(label)
			label[len(label)-2]++
		} else {
			out.WriteString(strings.Repeat(" ", len(first)))
		}
		out.WriteString(line)
	}
	return out.String()
}

func markdown(board [][]int, head, empty, dashes string) string {
	n := len(board)
	var names []string
	for c := range n {
		names = append(names, map[string]string{"blank": "", "numbers": strconv.Itoa(c + 1), "names": "c" + strconv.Itoa(c+1), "letters": string(rune('A' + c))}[head])
	}
	line := func(cells []string) string { return "| " + strings.Join(cells, " | ") + " |\n" }
	separator := "|" + strings.Repeat(dashes+"|", n) + "\n"
	var out string
	if head != "row" {
		out = line(names) + separator
	}
	for r, row := range board {
		var cells []string
		for _, v := range row {
			if cells = append(cells, strconv.Itoa(v)); v == 0 {
				cells[len(cells)-1] = empty
			}
		}
		if out += line(cells); r == 0 && head == "row" {
			out += separator
		}
	}
	return out
}

// TestLetters reads boards of 12×12, 16×16 and 25×25 with letters and an empty row, and refuses values from 0 to F.
func TestLetters(t *testing.T) {
	for _, size := range [][3]int{{12, 3, 4}, {16, 4, 4}, {25, 5, 5}} {
		n := size[0]
		for way, first := range []string{"123456789ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOPQRSTUVWXY", "0123456789ABCDEF"} {
			if len(first) < n || way == 2 && n < 16 {
				continue
			}
			board := someBoard(n, size[1], size[2], 7)
			board[1][0], board[n/2][1] = 0, 0
			var rows [][]string
			for _, row := range board {
				var cells []string
				for _, v := range row {
					cells = append(cells, ("." + first)[v:v+1])
				}
				rows = append(rows, cells)
			}
			for _, form := range [][3]string{{"", " ", ""}, {"", "", ""}, {"%d: ", " ", ""}, {"row %d: ", " ", ""}, {"r%d ", " ", ""}, {"| ", " | ", " |"}, {"", ",", ""}} {
				var text strings.Builder
				for r, row := range rows {
					if before := form[0]; strings.Contains(before, "%") {
						fmt.Fprintf(&text, before, r+1)
					} else {
						text.WriteString(before)
					}
					text.WriteString(strings.Join(row, form[1]) + form[2] + "\n")
				}
				switch got, err := boardsIn(text.String()); {
				case way == 2 && n == 16:
					if err == nil || len(got) > 0 {
						t.Errorf("%v, %v is read from\n%s", got, err, text.String())
					}
				case err != nil || len(got) != 1 || got[0] != flat(board):
					t.Errorf("%v, %v, not %s, is read from\n%s", got, err, flat(board), text.String())
				}
			}
		}
	}
}

// TestGridBelowLog reads a grid with bars directly below many other lines with bars.
func TestGridBelowLog(t *testing.T) {
	board := someBoard(9, 3, 3, 1)
	b := bordered{border: borders[6], n: 9, height: 3, width: 3, cells: true, outer: true, pad: 1, rules: 1, empty: " "}
	for _, log := range []string{"5 | 3\n", "12:30:05 | level 4 | 5 | 3\n", "| id | name | x |\n"} {
		got, _ := boardsIn(strings.Repeat(log, 500) + b.draw(board))
		if len(got) != 1 || got[0] != flat(board) {
			t.Errorf("below 500 lines %q is read %v", log, got)
		}
	}
}
