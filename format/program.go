package format

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nonet/puzzle"
	"nonet/sudoku"
)

// This file reads boards in programs' sources or outputs. Rows are in brackets of any kind. They hold strings,
// characters, or numbers separated by commas or space. A name, a type and an equals sign may precede the brackets.
//
// 	[[5 3 0 0 7 0 0 0 0]                     numpy
// 	 [6 0 0 1 9 5 0 0 0] …]
// 	np.array([[5, 3, …], …], dtype=int32)    or tensor(…)
// 	let b: [[u8; 9]; 9] = [[5, 3, …], …];    Rust; or vec![vec![…], …], or Some(5) and None
// 	board := [9][9]int{{5, 3, …}, …}         Go
// 	A = [5 3 0 …; 6 0 0 …];                  Matlab
// 	problem(1, [[5,3,_,_,…], …]).            Prolog
// 	start = [|5, 3, 0, …|6, 0, …|];          MiniZinc
// 	solve("53..7....6..195….");              a puzzle in quotes
//
// The reader of JSON handles texts that are JSON, except arrays of other boards than 9×9.

// mostProgram limits the length of a board in a program, in bytes.
const mostProgram = 1 << 15

// readProgramArray outputs the boards of a program that begins with the current line.
func (r *Reader) readProgramArray(text []byte) bool {
	isJSON := text[0] == '[' && !isPrintedArray(text)
	switch {
	case isJSON && !mayBeOtherArray(text):
		return false
	case text[0] == '[':
	case !isLetter(text[0]) || bytes.IndexAny(text, "[({") < 0:
		return false
	}
	value, depth := findProgramValue(text), 0
	if value == nil || !r.mayLookAhead() {
		return false
	}
	behind := 0 // the number of bytes after the value's last bracket, on the same line
	all, lines, ok := r.readAhead(value, mostProgram, func(line []byte) bool {
		for i, b := range line {
			switch b {
			case '[', '(', '{':
				depth++
			case ']', ')', '}':
				depth--
			}
			if depth == 0 {
				behind = len(line) - i - 1
				return true
			}
		}
		return false
	})
	if !ok {
		return false
	}
	end := len(all) - behind
	if len(bytes.Trim(all[end:], " \t;,).")) > 0 {
		return false
	}
	boards := parseProgramBoards(string(all[:end]))
	if isJSON && len(boards) > 0 && strings.Count(boards[0], "\n") == 8 {
		boards = nil
	}
	if before, _, _ := bytes.Cut(r.ln.rawFrom(r.ln.all.from), []byte("[")); len(boards) > 0 && namesOrder(before) {
		r.order = string(before)
	}
	return r.emitBoards(JSON, boards, lines)
}

// isPrintedArray reports whether a line begins an array as numpy prints it, without commas.
func isPrintedArray(text []byte) bool {
	inside := bytes.TrimLeft(text, "[ ")
	return len(inside) > 0 && isDigit(inside[0]) && bytes.IndexByte(text, ',') < 0 && bytes.ContainsAny(inside, " ]")
}

// mayBeOtherArray reports whether a line may begin an array of JSON with a board that is not 9×9: an array of rows, each
// an array of cells or a string. Most classic boards begin with a row of nine.
func mayBeOtherArray(text []byte) bool {
	if _, row, ok := bytes.Cut(text[1:], []byte{'['}); ok {
		row, _, ok = bytes.Cut(row, []byte{']'})
		return !ok || bytes.Count(row, []byte{','}) != 8
	}
	inside := bytes.TrimLeft(text[1:], " \t")
	if len(inside) == 0 || !isQuote(inside[0]) {
		return len(inside) == 0
	}
	n := bytes.IndexByte(inside[1:], inside[0])
	return n >= 4 && n <= puzzle.Most && n != 9
}

// findProgramValue returns the part of a line that begins with the first bracket of a value, or nil if there is no
// value.
func findProgramValue(text []byte) []byte {
	if i := bytes.LastIndexByte(text, '='); i >= 0 && bytes.IndexByte(text[i:], '[')+bytes.IndexByte(text[i:], '{')+bytes.IndexByte(text[i:], '(') > -3 {
		if !bytes.Contains(text, []byte("dtype=")) && !bytes.Contains(text, []byte("device=")) {
			text = text[i+1:]
		} else if i := bytes.IndexByte(text, '='); bytes.IndexAny(text[:i], "[({") < 0 {
			text = text[i+1:]
		}
	}
	for len(text) > 0 {
		switch b := text[0]; {
		case b == '[':
			size := bytes.IndexByte(text, ']') // the index of the bracket after the size in a type, such as [9] or []
			if size < 0 || len(bytes.Trim(text[1:size], " 0123456789")) > 0 || size+1 == len(text) || bytes.IndexByte(text[size:], '{') < 0 && bytes.IndexByte(text[size:], '[') < 0 {
				return text
			}
			text = text[size+1:]
		case b == '(' || b == '{':
			return text
		case isLetter(b) || isDigit(b) || isSpace(b) || bytes.IndexByte([]byte("_.!:&*<>"), b) >= 0:
			text = text[1:]
		default:
			return nil
		}
	}
	return nil
}

// parseProgramBoards returns the text of each board of a value in brackets.
func parseProgramBoards(text string) []string {
	for {
		before, rest, ok := strings.Cut(text, "Some(")
		value, behind, closed := strings.Cut(rest, ")")
		if !ok || !closed || len(value) > 4 {
			break
		}
		text = before + value + behind
	}
	text = strings.NewReplacer(`" "`, `""`, `' '`, `''`).Replace(text)
	var rows [][]string // the contents of the innermost brackets
	from, nested := -1, false
	for i := range len(text) {
		switch text[i] {
		case '[', '(', '{':
			from, nested = i+1, false
		case ']', ')', '}':
			if !nested {
				for line := range strings.FieldsFuncSeq(text[from:i], func(c rune) bool { return c == ';' || c == '|' }) {
					if board := quotedRows(line); board != nil {
						rows = append(rows, board...)
					} else if cells, ok := parseProgramCells(line); !ok {
						return nil
					} else if len(cells) > 0 {
						rows = append(rows, cells)
					}
				}
			}
			nested = true
		}
	}
	if len(rows) == 1 && boardSide(len(rows[0])) > 0 { // one list has all cells
		rows = slices.Collect(slices.Chunk(rows[0], boardSide(len(rows[0]))))
	}
	if len(rows) == 0 {
		return nil
	}
	var boards []string
	for board := range slices.Chunk(rows, len(rows[0])) {
		text, ok := boardOfTable(board)
		if !ok {
			return nil
		}
		boards = append(boards, text)
	}
	return boards
}

// quotedRows returns the rows of a board whose rows are strings, with a character for each cell. It returns nil unless
// each string has as many characters as there are strings.
func quotedRows(list string) (rows [][]string) {
	words := strings.FieldsFunc(list, isCellSeparator)
	for _, word := range words {
		n := len(words) + 2
		if n < 6 || len(word) != n || !isQuote(word[0]) || word[n-1] != word[0] {
			return nil
		}
		rows = append(rows, strings.Split(word[1:n-1], ""))
	}
	return rows
}

func isCellSeparator(c rune) bool { return c <= ' ' || c == ',' || unicode.IsSpace(c) }

// parseProgramCells returns the cells of a row of numbers, characters or strings. "" is an empty cell.
func parseProgramCells(line string) (cells []string, ok bool) {
	for word := range strings.FieldsFuncSeq(line, isCellSeparator) {
		if byteOf, ok := strings.CutPrefix(word, "b"); ok && len(byteOf) > 2 && isQuote(byteOf[0]) { // b'5' of Rust
			word = byteOf
		}
		plain := strings.Trim(word, "'\"`&")
		switch {
		case plain == "None" || plain == "null" || plain == "nil" || strings.EqualFold(plain, "nan") || plain == "":
			plain = ""
		case isDigit(plain[0]):
			number, rest, float := strings.Cut(plain, ".")
			if float && strings.Trim(rest, "0") == "" && len(plain) < 6 {
				plain = number
			} else if trimmed := strings.TrimRight(plain, "iu0123456789_"); trimmed == "" {
				plain, _, _ = strings.Cut(strings.NewReplacer("i", "_", "u", "_").Replace(plain), "_")
			}
			if n, err := strconv.Atoi(plain); err == nil && n == 0 && len(plain) < 3 {
				plain = "0"
			}
		case len(plain) == 1 && (isBlank(plain) || isLetter(plain[0]) || plain == "?"):
		default:
			return nil, false
		}
		if len(plain) > puzzle.Most {
			return nil, false
		}
		cells = append(cells, plain)
	}
	return cells, true
}

// readQuotedWord outputs the classic puzzle among the strings of a line. It returns false if no string, or more than
// one, is a puzzle, or if the line may be JSON, XML or CSV.
func (r *Reader) readQuotedWord(ln *line, text []byte) bool {
	const fullLength = sudoku.Cells + 2
	switch {
	case len(text) < fullLength:
		return false
	case isLetter(text[0]):
	case text[0] != '\'' && text[0] != '`' || len(bytes.Trim(text[fullLength:], " ,;)]")) > 0:
		return false // perhaps JSON, XML or CSV
	}
	found := -1
	for i := range len(text) - fullLength + 1 {
		if isQuote(text[i]) && isQuote(text[i+fullLength-1]) && isGridLine(text[i+1:i+fullLength-1]) {
			if found >= 0 {
				return false
			}
			found = i + 1
		}
	}
	if found < 0 {
		return false
	}
	from := ln.all.from + found
	p, _ := readLine(ln, span{from, from + sudoku.Cells})
	p.Line = ln.number
	r.emitPuzzle(p)
	return true
}

func isQuote(b byte) bool { return b == '\'' || b == '"' || b == '`' }
