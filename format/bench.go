package format

import (
	"fmt"
	"strings"

	"nonet/internal/exchange"
	"nonet/internal/lzstring"
	"nonet/puzzle"
	"nonet/sudoku"
)

// A row of the data set Sudoku-Bench has a puzzle in the compressed form of a SudokuPad link. Some rows have only a
// board and the rules as text.

// readBench returns the puzzle in a row of the data set Sudoku-Bench. A row has a link of SudokuPad. If the link lacks
// the title, the author, the rules or the solution, readBench takes the missing part from the row.
func readBench(o exchange.Object) (Puzzle, *fault) {
	if packed := strings.TrimSpace(o.Text("encoded_puzzle")); packed != "" {
		text, _, err := unpackLink([]byte(packed))
		if err != nil {
			return Puzzle{}, newFault(-1, "format.link.damaged")
		}
		v, e := exchange.Parse(text)
		if e != nil {
			return Puzzle{}, &fault{e.What, -1}
		}
		object, _ := v.(exchange.Object)
		if object == nil {
			return Puzzle{}, newFault(-1, "format.holder.none")
		}
		about, _ := object["metadata"].(exchange.Object)
		rules := "rules"
		if site, _ := object.Site(); site == exchange.FPuzzles {
			about, rules = object, "ruleset"
		} else if about == nil {
			about = exchange.Object{}
			object["metadata"] = about
		}
		for name, target := range map[string]string{"title": "title", "author": "author", "rules": rules, "solution": "solution"} {
			if !about.IsTrue(target) && o.IsTrue(name) {
				about[target] = o[name]
			}
		}
		p, wrong := readExchangeObject(object)
		p.Kind = kindBench
		return p, wrong
	}
	board := findBoardCells(o, "initial_board")
	rows, okRows := integerOf(o["rows"])
	columns, okColumns := integerOf(o["cols"])
	if side := boardSide(len(board)); !okRows || !okColumns {
		rows, columns = side, side
	}
	if rows*columns != len(board) || len(board) == 0 {
		return Puzzle{}, newFault(-1, "rules.grid", "n", len(board), "size", rows*columns)
	}
	payload := &exchange.Puzzle{Site: exchange.SudokuPad, Object: exchange.Object{}, Rows: emptyRows(rows, columns)}
	for i, text := range board {
		if !isBlank(text) {
			payload.Rows[i/columns][i%columns] = exchange.Cell{Value: text, Given: true}
		}
	}
	payload.Title, payload.Author, payload.Rules = o.Text("title"), o.Text("author"), o.Text("rules")
	payload.Solution = exchange.Texts(o.List("solution"))
	if text, ok := o["solution"].(string); ok {
		payload.Solution = strings.Split(text, "")
	}
	p, wrong := readExchangePuzzle(payload, nil)
	visual := strings.TrimSpace(o.Text("visual_elements"))
	asPuzzle := func(p Puzzle) Puzzle {
		if visual != "" && visual != "[]" && visual != "null" {
			read := p.Puzzle()
			p.Extra = nil
			p.storeParsed(read, append(p.Notes, Note{Part: "visual_elements"}))
		}
		p.Kind = kindBench
		return p
	}
	if wrong != nil {
		return Puzzle{Kind: kindBench}, wrong
	}
	if again := p.again; again != nil {
		p.again = func(readings map[string]string) (Puzzle, *fault) {
			read, wrong := again(readings)
			return asPuzzle(read), wrong
		}
	}
	return asPuzzle(p), nil
}

// benchText returns p as a row of Sudoku-Bench that contains SudokuPad's JSON, and records in l what the row lacks.
func benchText(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	text, ok = sudokuPadText(p, l)
	return fmt.Sprintf(`{"puzzle_id":"nonet","encoded_puzzle":"%s"}`, lzstring.Pack(text)), ok
}

// A save of GNOME Sudoku has an object for each cell that is not empty.

// readGnome converts a save of GNOME Sudoku to a puzzle with the player's digits.
func readGnome(o exchange.Object) (Puzzle, *fault) {
	payload := &exchange.Puzzle{Site: exchange.FPuzzles, Object: exchange.Object{}, Rows: emptyRows(9, 9)}
	for i, one := range o.List("cells") {
		cell, _ := one.(exchange.Object)
		position, ok := integersOf(cell["position"])
		if !ok || len(position) != 2 || min(position[0], position[1]) < 0 || max(position[0], position[1]) > 8 {
			return Puzzle{}, newFault(-1, "rules.noCell", "name", shortenPart(fmt.Sprintf("cells: %d", i+1)))
		}
		into := &payload.Rows[position[0]][position[1]]
		into.Given, into.Corner = cell["fixed"] == true, exchange.Texts(cell.List("earmarks"))
		if v, ok := integerOf(cell["value"]); cell["value"] != nil && (!ok || v > 0) {
			into.Value = strings.TrimSpace(fmt.Sprint(cell["value"]))
		}
	}
	p, wrong := readExchangePuzzle(payload, nil)
	p.Kind = kindGnome
	return p, wrong
}

func emptyRows(rows, columns int) [][]exchange.Cell {
	all := make([][]exchange.Cell, rows)
	for i := range all {
		all[i] = make([]exchange.Cell, columns)
	}
	return all
}

// appendGnome appends a save of GNOME Sudoku with the givens and the player's digits.
func appendGnome(dst []byte, p Puzzle) []byte {
	dst = append(dst, `{"difficulty_category":"Custom Puzzle","time_elapsed":0,"cells":[`...)
	separator := ""
	for c, v := range p.Position().Values() {
		if v == 0 {
			continue
		}
		dst = fmt.Appendf(dst, `%s{"position":[%d,%d],"value":%d,"fixed":%t,"earmarks":[]}`, separator, c/9, c%9, v, p.Grid.At(sudoku.Cell(c)) != 0)
		separator = ","
	}
	return append(dst, "]}\n"...)
}
