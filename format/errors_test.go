package format_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/message"
)

const (
	line81 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	rows9  = "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079\n"
	ints9  = "5 3 0 0 7 0 0 0 0\n6 0 0 1 9 5 0 0 0\n0 9 8 0 0 0 0 6 0\n8 0 0 0 6 0 0 0 3\n4 0 0 8 0 3 0 0 1\n" +
		"7 0 0 0 2 0 0 0 6\n0 6 0 0 0 0 2 8 0\n0 0 0 4 1 9 0 0 5\n0 0 0 0 8 0 0 7 9\n"
	drawn9 = `+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
`
	board9 = `[["5","3",".",".","7",".",".",".","."],["6",".",".","1","9","5",".",".","."],[".","9","8",".",".",".",".","6","."],` +
		`["8",".",".",".","6",".",".",".","3"],["4",".",".","8",".","3",".",".","1"],["7",".",".",".","2",".",".",".","6"],` +
		`[".","6",".",".",".",".","2","8","."],[".",".",".","4","1","9",".",".","5"],[".",".",".",".","8",".",".","7","9"]]`
	bare     = "|       |       |       |"
	listRow  = "123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789\n"
	csvHead  = "quizzes,solutions\n"
	csvCells = "5,3,,,7,,,,\n6,,,1,9,5,,,\n,9,8,,,,,6,\n8,,,,6,,,,3\n4,,,8,,3,,,1\n7,,,,2,,,,6\n,6,,,,,2,8,\n,,,4,1,9,,,5\n,,,,8,,,7,9\n"
)

// lines returns lines i to j of s, counted from 1.
func lines(s string, i, j int) string {
	return strings.Join(strings.SplitAfter(s, "\n")[i-1:j], "")
}

func replaced(s, old, new string) string { return strings.Replace(s, old, new, 1) }

var pencil729 = strings.Repeat("123456789", 81)

type badText struct{ name, text string }

// badTexts has bad input of many kinds, and for each notation the text in testdata/bad.
// testdata/errors.txt has the error of each.
var badTexts = append(badFiles(), []badText{
	{"a dash before each number", strings.Repeat("- 5\n", 41)},
	{"a cell twice in a list", "r1c1=5 r1c2=3\nr1c1=6\n" + line81},
	{"a table with a short row", "<table><tr><td>5</td><td>3</td></tr></table>\n"},
	{"a row copied in part", "53..7....\n6..195...\n.98....6.\n8...6..\n"},
	{"an argument that the kind has no use for", ".AntiKnight~R1C1\n"},
	{"a cell without a name", ".Thermo~R1C1~~R1C3\n"},
	{"80 characters", line81[:80] + "\n"},
	{"82 characters", line81 + ".\n"},
	{"1000 characters", strings.Repeat(".", 1000)},
	{"40 characters", line81[:40]},
	{"a letter in the line", line81[:13] + "a" + line81[14:] + "\n"},
	{"a letter first", "a" + line81[1:]},
	{"letters in a line", "53xxabxx." + line81[9:]},
	{"a sign in the line", line81[:80] + "!"},
	{"a Chinese character", line81[:79] + "五."},
	{"an emoji", line81[:8] + "😀" + line81[9:]},
	{"NUL in the line", line81[:40] + "\x00" + line81[41:]},
	{"NUL alone", "\x00"},
	{"NULs", strings.Repeat("\x00", 200)},
	{"escape sequence", "\x1b[31m" + line81},
	{"DEL", line81[:80] + "\x7f"},
	{"C1 control", line81[:80] + "\u0085"},
	{"a byte that is not UTF-8", line81[:30] + "\xff" + line81[31:]},
	{"a byte that is not UTF-8, as a browser gives it", line81[:30] + "\ufffd" + line81[31:]},
	{"half a character", line81[:80] + "\xe4\xb8"},
	{"a letter after invisible characters", "\ufeff\u200b" + line81[:30] + "\u200bK" + line81[31:]},
	{"a ten of keycaps", "1\ufe0f\u20e30\ufe0f\u20e3 3 0 0 7 0 0 0 0\n" + lines(ints9, 2, 9)},
	{"only the bad line is bad", line81 + "\n" + line81[:80] + "\n" + line81 + "\n"},
	{"a blank row, and the next grid at once", strings.Repeat(replaced(strings.ReplaceAll(drawn9, ".", " "), "| 5 3   |   7   |       |", bare), 2)},
	{"every other row blank", strings.Repeat("| 1 2 3 | 4 5 6 | 7 8 9 |\n"+bare+"\n", 4) + "| 1 2 3 | 4 5 6 | 7 8 9 |\n"},
	{"one blank row", bare},
	{"words", "hello\n"},
	{"words between lines", line81 + "\nhello, world\n" + line81 + "\n"},
	{"words before lines", "hello\n" + line81 + "\n" + line81 + "\n"},
	{"words after a line", line81 + "\nhello\n"},
	{"markup", "<html>\n"},
	{"a sign", "?!\n"},
	{"words hide a puzzle", "Puzzle" + line81},
	{"digits separated", line81[:40] + " " + line81[40:]},

	{"8 rows", lines(rows9, 1, 8)},
	{"10 rows", rows9 + lines(rows9, 1, 1)},
	{"1 row", "530070000\n"},
	{"8 rows and a grid", lines(rows9, 1, 8) + "\n" + rows9},
	{"5 rows and a title", lines(rows9, 1, 5) + "Grid 02\n" + rows9},
	{"5 rows and a line", lines(rows9, 1, 5) + line81},
	{"5 rows and a board", lines(rows9, 1, 5) + board9},
	{"3 rows, then a grid", lines(rows9, 1, 3) + "\n" + rows9},
	{"1 row, then a grid", lines(rows9, 1, 1) + "\n" + rows9},
	{"a row of 8", replaced(rows9, "400803001", "40080300")},
	{"a row of 10", replaced(rows9, "400803001", "4008030010")},
	{"first row of 8", rows9[1:]},
	{"first row of 10", "1" + rows9},
	{"a letter in a row", replaced(rows9, "400803001", "4008o3001")},
	{"a letter in the first row", "a" + rows9[1:]},
	{"a word for a row", replaced(rows9, "400803001", "abcdefghi")},
	{"NUL in a row", replaced(rows9, "400803001", "4008\x0003001")},
	{"two bad rows", replaced(replaced(rows9, "400803001", "40080300"), "700020006", "x")},
	{"bad row, then a grid at once", replaced(rows9, "400803001", "40080300") + rows9},
	{"rows of two grids", rows9 + lines(rows9, 1, 4) + "\n" + rows9},

	{"80 numbers", replaced(ints9, "4 0 0 8 0 3 0 0 1", "4 0 0 8 0 3 0 1")},
	{"82 numbers", replaced(ints9, "4 0 0 8 0 3 0 0 1", "4 0 0 8 0 3 0 0 1 0")},
	{"80 numbers, then a grid", replaced(ints9, "4 0 0 8 0 3 0 0 1", "4 0 0 8 0 3 0 1") + ints9},
	{"80 numbers on a line", strings.TrimSpace(strings.ReplaceAll(ints9, "\n", " "))[2:]},
	{"82 numbers on a line", strings.ReplaceAll(ints9, "\n", " ") + "1"},
	{"80 numbers on two lines", strings.ReplaceAll(lines(ints9, 1, 5), "\n", " ") + "\n" + strings.ReplaceAll(lines(ints9, 6, 9), "\n", " ")[2:]},
	{"8 rows of numbers", lines(ints9, 1, 8)},
	{"a 10", replaced(ints9, "0 9 8", "0 10 8")},
	{"a 10 first", "10" + ints9[1:]},
	{"a 12", replaced(ints9, "0 9 8", "0 12 8")},
	{"a −1", replaced(ints9, "0 9 8", "0 -1 8")},
	{"a letter among numbers", replaced(ints9, "0 9 8", "0 a 8")},
	{"a word among numbers", replaced(ints9, "0 9 8", "nine 8")},
	{"a number one a line is 10", "0\n10\n" + strings.Repeat("0\n", 79)},

	{"a drawn row of 8", replaced(drawn9, "| . 9 8 |", "| . 9 |")},
	{"a drawn row of 10", replaced(drawn9, "| . 9 8 |", "| . 9 8 1 |")},
	{"8 drawn rows", lines(drawn9, 1, 11)},
	{"a letter in a drawn row", replaced(drawn9, "| . 9 8 |", "| . z 8 |")},
	{"a 10 in a drawn row", replaced(drawn9, "| . 9 8 |", "| . 10 8 |")},
	{"a row without bars", replaced(drawn9, "| . 9 8 | . . . | . 6 . |", ". 9 8 . . . . 6 .")},
	{"blank cells and dots", replaced(drawn9, "| . 9 8 |", "|   9 8 |")},
	{"rows labelled with letters", "A | 5 3 . | . 7 . | . . . |\n"},

	{"candidates, 8 rows", strings.Repeat(listRow, 8)},
	{"candidates, 8 cells in a row", strings.Repeat(listRow, 4) + listRow[10:] + strings.Repeat(listRow, 4)},
	{"candidates not ascending", strings.Repeat(listRow, 4) + replaced(listRow, "12345", "21345") + strings.Repeat(listRow, 4)},
	{"candidates twice", strings.Repeat(listRow, 4) + replaced(listRow, "12345", "11345") + strings.Repeat(listRow, 4)},
	{"candidates and an empty cell", strings.Repeat(listRow, 4) + replaced(listRow, "123456789", ".") + strings.Repeat(listRow, 4)},
	{"728 pencil marks", pencil729[:728]},
	{"730 pencil marks", pencil729 + "1"},
	{"pencil mark in a wrong place", pencil729[:100] + "1" + pencil729[101:]},
	{"pencil mark is a letter", pencil729[:100] + "q" + pencil729[101:]},

	{"a count, a line with an open quote", "1\n" + line81 + "\n\"" + line81 + "\n" + line81[:80] + "\x7f\n"},
	{"count too high", "3\n" + rows9 + rows9},
	{"count too low", "1\n" + rows9 + rows9},
	{"count alone", "12\n"},
	{"count of lines too high", "3\n" + line81 + "\n"},
	{"count of lines too low", "1\n" + line81 + "\n" + line81 + "\n"},
	{"count, a bad row", "2\n" + replaced(rows9, "400803001", "40080300") + rows9},
	{"count, a row missing", "2\n" + lines(rows9, 1, 8) + rows9},
	{"a number before words", "12\nhello\n"},
	{"two counts", "12\n13\n" + rows9},
	{"a digit alone", "7\n"},

	{"board of 8 rows", board9[:strings.LastIndex(board9, ",[")] + "]"},
	{"board of 10 rows", "[" + board9[1:strings.Index(board9, "]")+1] + "," + board9[1:]},
	{"board row of 8", replaced(board9, `"6",".",`, `"6",`)},
	{"board row of 10", replaced(board9, `"6",".",`, `"6",".",".",`)},
	{"board with a 10", replaced(board9, `"6"`, `10`)},
	{"board with a \"10\"", replaced(board9, `"6"`, `"10"`)},
	{"board with a letter", replaced(board9, `"6"`, `"six"`)},
	{"board with true", replaced(board9, `"6"`, `true`)},
	{"board with a comma too many", replaced(board9, `"6",`, `"6",,`)},
	{"SudokuPad's short form, cut off at once", "{cs:50,ce:[["},
	{"SudokuPad's short form, cut off", "{id:'a',cs:50,ce:[[,,,,,,,,],["},
	{"SudokuPad's short form with a number for its cells", "{cs:50,ce:5}"},
	{"Rust's cell with two digits", "[[Some(12)]]"},
	{"Rust's cells in one another", "[[" + strings.Repeat("Some(", 5000) + "1]]"},
	{"Rust's cell, cut off", "[[Some(5),"},
	{"board with a comma instead of a cell", replaced(board9, `,"."],`, `,],`)},
	{"board without its last bracket", board9[:len(board9)-1]},
	{"board without its last bracket, then a board", board9[:len(board9)-1] + "\n" + board9},
	{"board cut off in a string", board9[:len(board9)-4]},
	{"board with a bracket too many", board9 + "]\n"},
	{"bad board over several lines, then a board", replaced(strings.ReplaceAll(board9, "],", "],\n"), `"6",".",`, `"6",`) + "\n" + board9},
	{"an empty array", "[]"},
	{"an empty array of arrays", "[[],[]]"},
	{"an array of 80 cells", "[" + strings.Repeat("0,", 79) + "0]"},
	{"an array of 82 cells", "[" + strings.Repeat("0,", 81) + "0]"},
	{"an object without a board", `{"a":1}`},
	{"an object with two boards", `{"board":"` + line81 + `","puzzle":"` + line81 + `"}`},
	{"an object with a bad board", `{"board":"` + line81[:80] + `"}`},
	{"an object without a colon", `{"board"}`},
	{"too deep", strings.Repeat("[", 100)},
	{"boards and cells", "[" + board9 + ",5]"},
	{"a string with NUL", `["` + "\x00" + `"]`},
	{"a string that is not UTF-8", `["` + "\xff" + `"]`},
	{"DEL in an array", "[[5,3,\x7f]]"},
	{"a sign in an array", "[[5,3,$]]"},

	{"CSV with 80 characters", csvHead + line81[:80] + "," + line81 + "\n"},
	{"CSV without the field", "id,puzzle\n1\n"},
	{"CSV with a letter", "id,puzzle\n1," + line81[:80] + "k\n"},
	{"CSV with an open quote", "id,puzzle\n1,\"" + line81 + "\n"},
	{"CSV row of 8", replaced(csvCells, "6,,,1,9,5,,,", "6,,,1,9,5,,")},
	{"CSV row of 11", replaced(csvCells, "6,,,1,9,5,,,", "6,,,1,9,5,,,,,")},
	{"CSV with a 10", replaced(csvCells, "6,,", "6,10,")},
	{"CSV with a word", replaced(csvCells, "6,,", "6,six,")},
	{"CSV with a letter cell", replaced(csvCells, "6,,", "6,k,")},
	{"CSV, 8 rows", lines(csvCells, 1, 8)},
	{"CSV, 80 before a solution without a header", line81[:80] + "," + line81},
	{"CSV without a puzzle", "1,200,three\n"},

	{"a count before 3 numbers", "10\n5 3 0\n"},
	{"a count before a digit", "12\n3\n"},
	{"a digit before 3 numbers", "5\n3 0 0\n"},
	{"two rows on a line", "530070000 600195000\n"},
	{"words before two rows", "Puzzle 530070000600195000\n"},
	{"words before what is no row", "Puzzle 53007000060k195000\n"},
	{"words, commas and rows", "Puzzle, 530070000600195000\n"},
	{"8 cells and a list", "5 3 12 4 5 6 7 8\n"},
	{"a list out of order among lists", listRow + listRow + "123456798 1 2 3\n"},
	{"5 rows and a line with a label", lines(rows9, 1, 5) + "no. 1 " + line81},
	{"5 rows and a field", lines(rows9, 1, 5) + "no. 1," + line81},
	{"5 rows and a header", lines(rows9, 1, 5) + csvHead + line81 + "," + line81},
	{"5 rows and 81 fields", lines(rows9, 1, 5) + strings.Repeat("5,", 81)},
	{"5 rows and a board with words", lines(rows9, 1, 5) + "board = " + board9},
	{"pencil mark in a wrong place of a field", "a,11" + strings.Repeat(".", 727)},
	{"numbers on lines of 10", strings.Repeat(strings.Repeat("5 ", 10)+"\n", 9)},
	{"empty rows too many", "---------\n" + strings.Repeat("123456789\n", 8) + "12345678-\n"},
	{"a second word in quotes", "\"5\"x,3\n"},
	{"words with an open quote", "hello, \"world\n"},
	{"words with commas after a line", line81 + "\nhello, \"world\"\n"},
	{"fields of 8", "53007000,1234\n"},
	{"fields of three digits", "1,2,345,6\n"},
	{"a two-character field", "5,3k,0\n"},
	{"signs in fields", "(5),(3)\n"},
	{"CSV with 82 characters", csvHead + line81 + ".\n"},
	{"names of columns without a puzzle", "a,b\n1,2\n"},
	{"a half bar row", "| 5 3   |   7 k |       |\n"},
	{"five bars", "| 5 | 3 |   | 7 |\n"},
	{"a wrong mark between bars", "| 5 | 3 |   |   | 70 |   |   |   |   |\n"},
	{"eleven bars", "| 5 | 3 |   |   | 7 |   |   |   |   |   |   |\n"},
	{"an object cut off", "{\"a\":[1,"},
	{"an object cut off in its key", "{\"a"},
	{"an open string in a value", "{\"a\":[\"b\n]}"},
	{"an escape", "[\"\\u0035\"]"},
	{"a string with half a character", "[\"\xe4\"]"},
	{"a string of 5 cells", "[\"53..7\"]"},
	{"a string of 40 cells", "[\"" + line81[:40] + "\"]"},
	{"a bad string of 81", "[\"" + line81[:80] + "k\"]"},
	{"a bad string of 9", "[\"53..7....\",\"6..k95...\"]"},
	{"a bad string of 729", "[\"" + "2" + pencil729[1:] + "\"]"},
	{"a row after boards", "[\"" + line81 + "\",\"53..7....\"]"},
	{"a board after rows", "[\"53..7....\",\"" + line81 + "\"]"},
	{"a list after rows", "[\"53..7....\",[[0]]]"},
	{"ten strings", "[" + strings.Repeat("\"53..7....\",", 9) + "\"53..7....\"]"},
	{"a row as an object's board", "{\"board\":\"53..7....\"}"},
	{"a cell as an object's board", "{\"board\":5}"},
	{"a row of an object", "{\"board\":[1,2,3,4,5,6,7,8,9]}"},
	{"lists and a board in an object", "{\"puzzles\":[" + board9 + "],\"board\":" + board9 + "}"},
	{"a board and lists in an object", "{\"board\":" + board9 + ",\"puzzles\":[" + board9 + "]}"},
	{"a list after a row", "[[1,2,3,4,5,6,7,8,9],[" + board9 + "]]"},
	{"a row after a list", "[[" + board9 + "],[1,2,3,4,5,6,7,8,9]]"},
	{"a key that is a value", "{\"board\",5}"},
	{"a value without a key", "{5}"},
	{"two values without a comma", "[[5 3]]"},
	{"two strings without a comma", "[[\"5\" \"3\"]]"},
	{"two arrays without a comma", "[[5][3]]"},
	{"a wrong bracket", "[[5,3}]"},
	{"a comma first", "[,5]"},
	{"a colon", "[5:3]"},
	{"a cell of ten digits", "[[5,1234567890]]"},

	{"6×6", "530000\n000000\n1....2\n000000\n000000\n000456\n" + line81},
	{"6×6 in words", "A small one\n\n1 2 3 4 5 6\n. . . . . .\n4 . . . . .\n. . . . . .\n. . . . . .\n. . . . . 2\n\n" + rows9},
	{"4×4 drawn", "+---+---+\n|1 2|. .|\n|. .|. .|\n+---+---+\n|. .|. .|\n|. .|. 4|\n+---+---+\n"},
	{"4×4 on a line", "1.3...........4.\n" + line81},
	{"6×6 on a line", "12345665.................4.3.......1"},
	{"8×8", strings.Repeat("1.......\n", 8)},
	{"16×16", strings.Repeat("1......A.......G\n", 16) + line81},
	{"16×16 in numbers", strings.Repeat("16 1 0 0 0 0 0 0 15 0 0 0 0 0 0 7\n", 16)},
	{"16×16 on a line", strings.Repeat("1......A.......G", 16)},
	{"25×25", strings.Repeat(strings.Repeat("25 1 0 0 14 ", 5)+"\n", 25)},
	{"a link that is too long", "https://f-puzzles.com/?load=N4Ig" + strings.Repeat("A", format.MaxLine) + "\n" + line81},
	{"six rows of a grid", lines(rows9, 1, 6)},
	{"rows too short by one", strings.Repeat("53..7...\n", 9)},
	{"rows too short by one, stacked", strings.Repeat("53..7...\n", 18)},
	{"a row of blanks with nine digits too few", "53  7    \n6  195   \n 98    6 \n"},
	{"blanks, padded and not", "53  7    \n6  195   \n 98    6\n8   6   3\n4  8 3  1\n7   2   6\n 6    28 \n   419  5\n    8  79\n"},
	{"a digit left out of a full grid", "12345678\n" + strings.Repeat("123456789\n", 8)},

	{"sections cut off", "[Puzzle]\n53..7....\n6..195...\n" + "\n[Puzzle]\n" + rows9 + "[State]\n534.7...."},
	{"a section without rows", "[Puzzle]"},

	{"UTF-16 with half a pair", "\xff\xfe#\x00\x3d\xd8\n\x00" + utf16le("hello")},
	{"UTF-16 with the other half", "\xff\xfe\x00\xdc"},
	{"long line", strings.Repeat("5", format.MaxLine+1) + "\n" + line81 + "\n"},
	{"long line of spaces", strings.Repeat(" ", 3*format.MaxLine) + line81 + "\n" + line81 + "\n"},
	{"long line in a grid", lines(rows9, 1, 4) + strings.Repeat("5", 2*format.MaxLine) + "\n" + lines(rows9, 6, 9)},
	{"long line at the end", line81 + "\n" + strings.Repeat(".", 5*format.MaxLine)},
	{"UTF-16 cut off", "\xff\xfe1\x00\n\x002"},
	{"CR alone", line81 + "\r" + line81[:80] + "\r" + line81},
}...)

// badFiles returns the texts in testdata/bad.
func badFiles() []badText {
	var all []badText
	for _, k := range format.WritableKinds() {
		if isOnlyWritten(k) {
			continue
		}
		b, err := os.ReadFile("testdata/bad/" + k.String() + ".txt")
		if err != nil {
			panic(err)
		}
		all = append(all, badText{k.String(), string(b)})
	}
	return all
}

// TestErrors reads bad texts and compares the results with the golden file. For each text it has the error in
// English, and the numbers of puzzles before and after it.
func TestErrors(t *testing.T) {
	var out strings.Builder
	for _, bad := range badTexts {
		fmt.Fprintf(&out, "%s\n", bad.name)
		var errs, puzzles int
		for p, err := range classics(strings.NewReader(bad.text)) {
			var syntax *format.SyntaxError
			switch {
			case err == nil:
				fmt.Fprintf(&out, "    %s on line %d\n", p.Kind, p.Line)
				puzzles++
			case errors.As(err, &syntax):
				fmt.Fprintf(&out, "    ! %v\n", err)
				errs++
				checkError(t, bad.name, bad.text, syntax)
			default:
				t.Errorf("%s: %v", bad.name, err)
			}
		}
		if errs == 0 {
			t.Errorf("%s: no error", bad.name)
		}
	}
	golden.Check(t, "testdata/errors.txt", out.String())
}

// checkError checks that an error's place is in the text, and that the error has a Chinese text.
func checkError(t *testing.T, name, text string, e *format.SyntaxError) {
	t.Helper()
	all := strings.Split(strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n"), "\n")
	if !strings.HasPrefix(text, "\xff\xfe") && !strings.HasPrefix(text, "\xfe\xff") {
		if e.Line < 1 || e.Line > len(all) {
			t.Errorf("%s: line %d of %d", name, e.Line, len(all))
		} else if n := len([]rune(all[e.Line-1])); e.Column < 1 || e.Column > n+1 {
			t.Errorf("%s: column %d in a line of %d characters", name, e.Column, n)
		}
	}
	en, zh := e.Message().In(message.English), e.Message().In(message.Chinese)
	if zh == en || strings.Contains(en, "format.") || strings.Contains(zh, "format.") {
		t.Errorf("%s: not in both languages: %q, %q", name, en, zh)
	}
	for _, s := range []string{en, zh} {
		for _, open := range []string{"{line}", "{column}", "{cell}", "{n}", "{what}", "{text}", "{char}", "{from}", "{to}"} {
			if strings.Contains(s, open) {
				t.Errorf("%s: %q keeps %s", name, s, open)
			}
		}
		if strings.ContainsAny(s, "\x00\x1b\n\r\x7f") {
			t.Errorf("%s: %q has control characters", name, s)
		}
	}
}

// TestErrorsAreShort checks that no error quotes a long part of a text in full.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("A", 60000)
	board := `{"nonet":1,"rows":9,"columns":9,`
	for _, text := range []string{
		".Cage~" + long + "~R1C1", ".Cage~1~" + long, "." + long, ".Windoku~" + long, ".Shape~9x9~9~" + long, ".Sandwich~1~" + long,
		board + `"givens":{"` + long + `":[1]}}`, board + `"constraints":[{"kind":"` + long + `"}]}`, board + `"` + long + `":1}`,
		board + `"groups":[{"name":"` + long + `","count":0}]}`,
	} {
		if _, err := format.ParseOne(text); err == nil || len(err.Error()) > 400 {
			t.Errorf("%.60s: the error has %d bytes", text, len(fmt.Sprint(err)))
		}
	}
}
