package format

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestOrder reads a board that is written by columns or by boxes, in other orders, and with numbers of columns and
// rows. No reading is another board.
func TestOrder(t *testing.T) {
	const board = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	var rows, columns, boxes []string
	for i := range 9 {
		column, box := "", ""
		for k := range 9 {
			column += board[9*k+i : 9*k+i+1]
			at := i/3*27 + i%3*3 + k/3*9 + k%3
			box += board[at : at+1]
		}
		rows, columns, boxes = append(rows, board[9*i:9*i+9]), append(columns, column), append(boxes, box)
	}
	numbers := func(row string) string {
		return strings.Join(strings.Split(strings.ReplaceAll(row, ".", "0"), ""), ",")
	}
	lines := func(each func(i int, row string) string, all []string) string {
		var out []string
		for i, row := range all {
			out = append(out, each(i, row))
		}
		return strings.Join(out, "\n")
	}
	plain := func(_ int, row string) string { return row }
	spaced := func(separator string) func(int, string) string {
		return func(_ int, row string) string { return strings.ReplaceAll(numbers(row), ",", separator) }
	}
	array := func(all []string) string {
		return "[" + strings.ReplaceAll(lines(func(_ int, row string) string { return "[" + numbers(row) + "]" }, all), "\n", ",\n") + "]"
	}
	refused := map[string]string{}
	for _, name := range strings.Fields("boxes box blocks columns cols by_column byBox transposed spalten colMajor spaltenweise colwise bottom_up Blöcke 按列 逐宫 столбцы") {
		all := columns
		if slices.Contains([]string{"boxes", "box", "blocks", "byBox", "Blöcke", "逐宫"}, name) {
			all = boxes
		}
		refused[name+" = JSON"] = name + " = " + array(all)
		refused[name+" of C"] = "int " + name + "[9][9] = " + strings.NewReplacer("[", "{", "]", "}").Replace(array(all)) + ";"
		refused[name+" in a member"] = `{"` + name + `": ` + array(all) + "}"
		refused[name+" as a title"] = name + ":\n" + lines(plain, all)
		refused[name+" as a comment"] = "# " + name + "\n" + lines(spaced(" "), all)
		refused[name+" above a line"] = "# " + name + "\n" + strings.Join(all, "")
		refused[name+" as a label"] = name + ": " + strings.Join(all, "")
		refused[name+" as a list"] = name + " = [\n" + lines(func(_ int, row string) string { return `  "` + row + `",` }, all) + "\n]"
	}
	// Each of these may stand above the lines, in a comment or before a line.
	for _, words := range strings.Split("column by column|Read down the columns|top to bottom, then left to right|down, then across|vertically|von oben nach unten|colonne par colonne|"+
		"por columnas|kolumny|по столбцам|竖排|縦|세로|transponiert|Fortran order|order=F|(x, y) order|grid[x][y]|indexed [column][row]|the nine squares|sub-grids|quadrants|par bloc|cajas|по блокам|宫|"+
		"ブロック|3×3 blocks|rotated by 90°|turned clockwise|last row first|de bas en haut|снизу вверх|从下往上|mirrored|right to left|справа налево", "|") {
		for name, text := range map[string]string{"title": words + ":\n" + lines(plain, columns), "title of numbers": words + "\n\n" + lines(spaced(" "), columns),
			"title of fields": words + "\n" + lines(spaced(","), columns), "comment": "# " + words + "\n" + lines(plain, columns), "comment on its own": "# " + words + "\n\n" + lines(plain, columns), "comment of C": "// " + words + "\nint g[9][9] = " + strings.NewReplacer("[", "{", "]", "}").Replace(array(columns)) + ";",
			"member": `{"order": "` + words + `", "grid": ` + array(columns) + "}", "label": words + ": " + strings.Join(columns, ""), "remark": strings.Join(columns, "") + " # " + words} {
			refused[words+" as a "+name] = text
		}
		if _, err := Parse("grid = " + array(columns) + "  # " + words); err == nil {
			t.Errorf("a comment behind a board that says %s is ignored", words)
		}
	}
	refused["in words"] = "The boxes, left to right, top to bottom:\n" + lines(plain, boxes)
	refused["from the bottom"] = "Rows from bottom to top:\n" + lines(plain, rows)
	refused["as a member"] = `{"order": "columns", "grid": ` + array(columns) + "}"
	refused["as a switch"] = `{"columnMajor": true, "grid": ` + array(columns) + "}"
	refused["turned by a function"] = "grid = list(zip(*" + array(columns) + "))"
	refused["of Julia"] = "M = reshape(" + array(columns) + ", 9, 9)"
	refused["with a mask"] = `{"board": ` + array(slices.Repeat([]string{"123456789"}, 9)) + `, "fixed": ` + array(boxes) + "}"
	refused["digits from 0"] = strings.NewReplacer("1", "0", "2", "1", "3", "2", "4", "3", "5", "4", "6", "5", "7", "6", "8", "7", "9", "8").Replace(lines(plain, rows))
	refused["digits from 0 in JSON"] = strings.NewReplacer("0", "null", "1", "0", "2", "1", "3", "2", "4", "3", "5", "4", "6", "5", "7", "6", "8", "7", "9", "8").Replace(array(rows))
	for name, text := range refused {
		for p, err := range All(strings.NewReader(text)) {
			if err == nil && len(p.UnknownRules()) == 0 {
				t.Errorf("%s is read as %v:\n%s", name, p.Grid, text)
			}
		}
	}
	read := map[string]string{}
	for name, header := range map[string]string{"up": "123456789", "down": "987654321", "from 0": "012345678", "down to 0": "876543210", "letters": "ABCDEFGHI"} {
		for _, separator := range []string{"\t", " ", ",", ";", "|"} {
			labels := strings.Join(strings.Split(header, ""), separator)
			read[fmt.Sprintf("a header %s %q", name, separator)] = labels + "\n" + lines(spaced(separator), rows)
			read[fmt.Sprintf("labels %s %q", name, separator)] = separator + labels + "\n" +
				lines(func(i int, row string) string { return fmt.Sprint(i+1) + separator + spaced(separator)(i, row) }, rows)
		}
		read["a solid header "+name] = header + "\n" + lines(plain, rows)
	}
	for name, text := range read {
		all, err := Parse(text)
		if err != nil && (strings.HasPrefix(name, "labels") || strings.Contains(name, "letters")) {
			continue // labels may be refused
		}
		if err != nil || len(all) != 1 || strings.ReplaceAll(all[0].Grid.String(), "0", ".") != board {
			t.Errorf("%s: %v, %v\n%s", name, all, err, text)
		}
	}
	// Words of ordinary puzzles are no reason to refuse them.
	for _, title := range strings.Split("Rows and columns sudoku|Each row, column and box|Every row, column and block|Row Column Box|All rows, columns and boxes.|Sudoku in a box|The Puzzle Column|Box Sudoku|Puzzle box|Mirror puzzle|left column", "|") {
		for _, text := range []string{title + "\n" + lines(plain, rows), title + ":\n\n" + lines(spaced(" "), rows), "# " + title + "\n" + board,
			board + " # " + title, "# " + title + "\nboard = " + array(rows)} {
			if p, err := ParseOne(text); err != nil || strings.ReplaceAll(p.Grid.String(), "0", ".") != board {
				t.Errorf("%v\n%s", err, text)
			}
		}
	}
	for _, program := range []string{"box_size = 3; columns = 9; grid = " + array(rows), "# row-major: grid[row][column]\ngrid = " + array(rows),
		`{"visible": true, "locked": false, "grid": ` + array(rows) + "}"} {
		if p, err := ParseOne(program); err != nil || strings.ReplaceAll(p.Grid.String(), "0", ".") != board {
			t.Errorf("%v\n%s", err, program)
		}
	}
	const solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
	for _, text := range []string{solution + "," + board, solution + " " + board, "7," + solution + "," + board, `"` + solution + `","` + board + `"`} {
		if all, err := Parse(text + "\n" + text + "\n"); err != nil || len(all) != 2 || strings.ReplaceAll(all[1].Grid.String(), "0", ".") != board {
			t.Errorf("%v, %v: a puzzle behind its solution: %s", all, err, text)
		}
	}
	// A solution that begins with 1 to 9 stays a board, alone and above another.
	const solved = "123456789456789123789123456231674895875912364694538217317265948542897631968341572"
	var of []string
	for i := range 9 {
		of = append(of, solved[9*i:9*i+9])
	}
	if all, err := Parse(lines(plain, of) + "\n" + lines(plain, of) + "\n"); err != nil || len(all) != 2 {
		t.Error(len(all), err)
	}
}
