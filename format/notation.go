package format

import "nonet/puzzle"

// To add a notation: a kind, a row in the table below and a file with what the row
// names; testdata/accepted/NAME.txt, testdata/bad/NAME.txt, format.kind.NAME in both
// languages and a section in docs/FORMATS.md, without which a test fails. One of one
// word needs no more than word and write. One that makes rows of cells fills r.cells
// and says more. What else it must keep from line to line is a field of Reader, as
// count and csv are.

// notation is a row of the table: one way to write a grid down.
type notation struct {
	kind  Kind
	name  string // in answers; format.kind.name in the catalogue says it to people
	style string // the name for output, if it is another

	// is recognises what the line at hand begins, or goes on with. It only looks.
	// Read takes the line; if that is not all, it says where reading goes on. A row
	// without them is read by another.
	is   func(r *Reader, ln *line) answer
	read func(r *Reader, ln *line)
	// A notation of one word has this, too. Such a word is a puzzle wherever it
	// stands: at the beginning of a line, after a label, in an address, in a column
	// of CSV, in a string of JSON.
	word *word

	// titled says that a puzzle takes several lines, so that words above it are its title.
	titled bool

	// write appends a classic puzzle and its last newline; nil for what is only read.
	write func(dst []byte, p Puzzle) []byte
	// writeOther returns a puzzle of any rules, and says what of it is lost. Not ok: it cannot
	// have the board. It is nil where only classic puzzles are written.
	writeOther func(p *puzzle.Puzzle, l *losses) (text string, ok bool)

	keeps   []Part // what it writes beside the givens
	file    string // how names of such files end, if not in txt
	head    string // is written before the first
	tail    string // is written behind the last; then a single one has both
	spaced  bool   // a blank line is written between two
	counted bool   // how many follow is written before the first
}

// answer is what a recogniser says of a line.
type answer uint8

const (
	no   answer = iota
	yes         // a puzzle, or what announces puzzles; the grid before it, if any, ends
	more        // a part, and more lines are needed; it may belong to the grid before it
)

// when is the answer if that holds, else no.
func (a answer) when(holds bool) answer {
	if holds {
		return a
	}
	return no
}

// word is a notation of one word.
type word struct {
	is func(text []byte) bool
	// read is the puzzle that the word is, but for its line and name.
	read func(ln *line, s span) (Puzzle, *SyntaxError)
}

// notations is the table. The first to say yes or more takes the line:
//
//   - A game id of Solo has a colon behind its size, which has an x or a j.
//   - JSON begins with a bracket, which nothing else has.
//   - CSV comes before words, since a header says which of them counts; without one
//     it leaves lines whose first word is a puzzle.
//   - XML begins with an angle bracket and a name.
//   - A word of 81 or 729 cells is a puzzle whatever else stands on the line.
//   - A link is known by its parameter, or by how what it packs begins.
//   - A section of SDK stands in brackets.
//   - A count is a number where no grid is begun.
//   - What is left may be a row of a grid. Which of these notations the grid has is
//     known only at its end: the first here that any row is of, CSV before all but Candidates.
var notations = []notation{
	{kind: ISS, name: "iss", is: isISSLine, read: readISSLine, write: appendISS, writeOther: issOf},
	{kind: Solo, name: "solo", is: isSolo, read: readSoloLine, write: appendSolo, writeOther: soloText},
	{kind: kindRulesLine, name: "rules-line", is: isRulesLine, read: readRulesLine},
	{kind: JSON, name: "json", is: isJSON, read: readJSON, titled: true, write: appendJSON, file: "json"},
	{kind: kindKSudoku, name: "ksudoku", is: isKSudoku, read: readKSudoku, titled: true},
	{kind: OpenSudoku, name: "opensudoku", is: isXML, read: readXML, titled: true, write: appendGame, keeps: []Part{Values, Notes, Title}, file: "opensudoku", head: xmlHead, tail: xmlTail},
	{kind: CSV, name: "csv", is: isCSV, read: readCSV, write: appendCSV, file: "csv", head: "grid\n"},
	{kind: Line, name: "line", is: isWord(Line), read: readWord, word: &word{isLine, readLine}, write: appendLine, writeOther: lineOf},
	{kind: Pencil729, name: "pencil729", is: isWord(Pencil729), read: readWord, word: &word{isPencil, readPencil}, write: appendPencil, writeOther: marksOfPuzzle, keeps: []Part{Marks}},
	{kind: kindSudokuWiki, name: "sudokuwiki", is: isWord(kindSudokuWiki), read: readWord, word: &word{isSudokuWiki, readSudokuWiki}, write: appendSudokuWiki, keeps: []Part{Marks}},
	{kind: SDM, name: "sdm", write: appendSDM, file: "sdm"},                                                                              // which Line reads
	{kind: FPuzzles, name: "fpuzzles", is: isLink, read: readLink, write: appendFPuzzles, writeOther: fpuzzlesLinkOf, keeps: everything}, // or SudokuPad
	{kind: SudokuPad, name: "sudokupad", write: appendSudokuPad, writeOther: sudokuPadLinkOf, keeps: []Part{Notes, CellColours, Title, About}},
	{kind: FPuzzlesJSON, name: "fpuzzles-json", titled: true, write: appendFPuzzlesJSON, writeOther: fpuzzlesOf, keeps: everything, file: "json"}, // which JSON reads
	{kind: SudokuPadJSON, name: "sudokupad-json", titled: true, write: appendSudokuPadJSON, writeOther: sudokuPadOf, keeps: []Part{Notes, CellColours, Title, About}, file: "json"},
	{kind: Penpa, name: "penpa"},                               // which the row of links reads
	{kind: kindSudokuMaker, name: "sudokumaker", titled: true}, // which the rows of links and JSON read
	{kind: kindBench, name: "sudoku-bench", titled: true},      // which JSON reads
	{kind: kindGnome, name: "gnome-sudoku", titled: true},      // which JSON reads
	{kind: kindKillerJSON, name: "killer-json", titled: true},  // which JSON reads
	{kind: kindPuzzLink, name: "puzz-link"},                    // which the row of links reads
	{kind: Nonet, name: "nonet", titled: true, write: appendNonet, writeOther: nonetOf, keeps: []Part{Title, About}, file: "json"}, // which JSON reads
	{kind: SDK, name: "sdk", is: isSDK, read: readSDK, titled: true, write: appendSDK, keeps: []Part{Values, Title, About}, file: "sdk", spaced: true},
	{kind: kindSDX, name: "sdx", is: isSDX, read: readSDX, titled: true},
	{kind: POJ, name: "poj", is: isCount, read: readCount, titled: true, write: appendRows, counted: true},
	{kind: Candidates, name: "candidates", is: isCandidates, read: readRow(Candidates), titled: true, write: appendCandidates, keeps: []Part{Marks}, spaced: true},
	{kind: Drawn, name: "drawn", style: "pretty", is: isDrawn, read: readRow(Drawn), titled: true, write: appendDrawn, writeOther: drawingOf, spaced: true},
	{kind: Integers, name: "integers", is: isIntegers, read: readRow(Integers), titled: true, write: appendIntegers, spaced: true},
	{kind: Rows, name: "rows", style: "grid", is: isRows, read: readRows, titled: true, write: appendRows, writeOther: rowsOf, spaced: true},
}

var everything = []Part{Values, Notes, CellColours, Marks, Title, About}

// notation is the kind's row of the table; that of Line for what is no kind.
func (k Kind) notation() *notation { return rowOf(notations, k) }

func rowOf(table []notation, k Kind) *notation {
	for i := range table {
		if table[i].kind == k {
			return &table[i]
		}
	}
	return rowOf(table, Line)
}
