package format

import (
	"nonet/internal/exchange"
	"nonet/puzzle"
)

// A new notation needs a kind, a row in the table below, and a file with the functions of the row. If nonet writes the
// notation, a test fails without testdata/accepted/NAME.txt, testdata/bad/NAME.txt, format.kind.NAME in both languages,
// a place in the page's menu (web/js/set/export.js), and a row of the first table, a section and an example in
// docs/FORMATS.md. NAME is the row's name. All other lists of notations follow from the table.
//
// If a puzzle is one word, the row needs is: newWordRecogniser(KIND), read: readWord, word and write. If a puzzle is a
// grid, the function `is` stores the cells of the line in r.cells and returns more. If a header begins a puzzle of
// several lines, `is` returns yes for the header. Then the function read examines the next lines with textAhead, skips
// them with skipLines, and outputs the puzzle with emitPuzzle or emitPuzzleError. If a notation keeps state between
// lines, the state is a field of Reader, like count and csv.

// notation is a way to write puzzles: a row of the table notations.
type notation struct {
	kind  Kind
	name  string // the name in answers; for people, the catalogue has format.kind.NAME
	style string // the name in options for output; "" if it equals name

	// `recognise` reports whether the current line begins or continues a puzzle of the notation. It changes only scratch
	// memory of the reader. If it accepts the line, read consumes the line. If the puzzle continues below, read
	// prepares the reader for the next lines. If `recognise` and read are nil, another row of the table reads the notation.
	recognise func(r *Reader, ln *line) answer
	read      func(r *Reader, ln *line)
	// word, if not nil, recognises a puzzle that is one word. Such a word is a puzzle anywhere: at the beginning of a
	// line, after a label, in an address, in a column of CSV, or in a string of JSON.
	word *word

	// titled is set if a puzzle takes several lines. Then words above it are its title.
	titled bool

	// writeOther returns a puzzle of any rules as a text, and records in l what the text lacks. ok is false if the
	// notation cannot express the board. writeOther is nil for notations of classic puzzles only.
	writeOther func(p *puzzle.Puzzle, l *losses) (text string, ok bool)
	// write appends a classic puzzle and a final newline. It is nil if writeOther writes all puzzles, or if the
	// notation is only read.
	write func(dst []byte, p Puzzle) []byte
	// packs is the kind of the text inside a link, such as FPuzzlesJSON. Only links set packs; they have neither
	// writeOther nor write.
	packs Kind
	site  exchange.Site

	keeps   []Part // parts besides the givens that a text keeps
	file    string // the extension of the notation's files; "" means txt
	head    string // text written before the first puzzle
	tail    string // text written after the last puzzle; a single puzzle also has head and tail
	spaced  bool   // set if a blank line separates puzzles
	counted bool   // set if a text begins with the number of puzzles
}

// answer is the result of a notation's function `is` for a line.
type answer uint8

const (
	no      answer = iota
	yes            // the line is a puzzle, or announces a puzzle; a grid above the line ends
	partial        // the line is part of a puzzle of several lines, which may have begun earlier
)

func (a answer) onlyIf(holds bool) answer {
	if holds {
		return a
	}
	return no
}

// word holds the functions that recognise and parse a puzzle in one word.
type word struct {
	recognise func(text []byte) bool
	// read parses the word at span s. The caller adds the puzzle's line number and name.
	read func(ln *line, s span) (Puzzle, *SyntaxError)
	// isIn, if not nil, reports whether a part of an address is a puzzle. It is called only after `recognise` has returned
	// true for this part.
	isIn func(address, part []byte) bool
}

// notations is the table of notations. The order matters: each line is read by the first row whose function `is` does
// not return `no`.
//
//   - A game id of Solo has an x or a j in its size, and a colon after the size.
//   - JSON begins with a bracket; nothing else does.
//   - CSV comes before words, since its header determines the column of puzzles. In a text without a header,
//     CSV rejects lines whose first word is a puzzle.
//   - XML begins with an angle bracket and a name.
//   - A word of 81 or 729 cells is a puzzle, even if the line has other text.
//   - A link has a parameter that only links have, or packed content with a beginning of its own.
//   - The name of an SDK section stands in brackets.
//   - A number is a count if no grid has begun.
//   - Any other line may be a row of a grid. Only the end of the grid decides the grid's notation: the first of
//     Candidates, CSV, Drawn, Integers and Rows that some line of the grid has.
var notations = []notation{
	{kind: ISS, name: "iss", recognise: isISSLine, read: readISSLine, writeOther: issText},
	{kind: Solo, name: "solo", recognise: recogniseSolo, read: readSoloLine, writeOther: soloText},
	{kind: kindRulesLine, name: "rules-line", recognise: recogniseRulesLine, read: readRulesLine},
	{kind: JSON, name: "json", recognise: recogniseJSON, read: readJSON, titled: true, write: appendJSON, file: "json"},
	{kind: kindKSudoku, name: "ksudoku", recognise: recogniseKSudoku, read: readKSudoku, titled: true, writeOther: ksudokuText, keeps: []Part{Values}, file: "ksudoku"},
	{kind: OpenSudoku, name: "opensudoku", recognise: recogniseXML, read: readXML, titled: true, write: appendOpenSudoku, keeps: []Part{Values, Notes, Title}, file: "opensudoku", head: xmlHead, tail: xmlTail},
	{kind: CSV, name: "csv", recognise: recogniseCSV, read: readCSV, write: appendZeros, file: "csv", head: "grid\n"},
	{kind: Line, name: "line", recognise: newWordRecogniser(Line), read: readWord, word: &word{recognise: isGridLine, read: readLine}, write: appendLine, writeOther: lineText},
	{kind: Pencil729, name: "pencil729", recognise: newWordRecogniser(Pencil729), read: readWord, word: &word{recognise: isPencil, read: readPencil}, write: appendPencil, writeOther: marksText, keeps: []Part{Marks}},
	{kind: kindSudokuWiki, name: "sudokuwiki", recognise: newWordRecogniser(kindSudokuWiki), read: readWord, word: &word{isSudokuWiki, readSudokuWiki, isInWikiAddress}, write: appendSudokuWiki, writeOther: wikiText, keeps: []Part{Marks}},
	{kind: SDM, name: "sdm", write: appendZeros, file: "sdm"},                                                                                     // the row of Line reads this kind
	{kind: FPuzzles, name: "fpuzzles", recognise: recogniseLink, read: readLink, packs: FPuzzlesJSON, site: exchange.FPuzzles, keeps: everything}, // this row also reads links of SudokuPad
	{kind: SudokuPad, name: "sudokupad", packs: SudokuPadJSON, site: exchange.SudokuPad, keeps: []Part{Notes, CellColours, Title, About}},
	{kind: FPuzzlesJSON, name: "fpuzzles-json", titled: true, writeOther: fpuzzlesText, keeps: everything, file: "json"}, // the row for JSON reads this kind
	{kind: SudokuPadJSON, name: "sudokupad-json", titled: true, writeOther: sudokuPadText, keeps: []Part{Notes, CellColours, Title, About}, file: "json"},
	{kind: Penpa, name: "penpa"}, // the row for links reads this kind
	{kind: kindSudokuMaker, name: "sudokumaker", titled: true, packs: kindSudokuMakerJSON, site: exchange.SudokuMaker, keeps: []Part{Title, About}}, // the rows for links and JSON read this kind
	{kind: kindSudokuMakerJSON, name: "sudokumaker-json", titled: true, writeOther: sudokuMakerText, keeps: []Part{Title, About}, file: "json"},     // the row of sudokumaker reads this kind
	{kind: kindBench, name: "sudoku-bench", titled: true, writeOther: benchText, keeps: []Part{Notes, CellColours, Title, About}, file: "json"},     // the row for JSON reads this kind
	{kind: kindGnome, name: "gnome-sudoku", titled: true, write: appendGnome, keeps: []Part{Values}, file: "json"},                                  // the row for JSON reads this kind
	{kind: kindKillerJSON, name: "killer-json", titled: true},                                                                                       // the row for JSON reads this kind
	{kind: kindPuzzLink, name: "puzz-link", writeOther: puzzLinkText},                                                                               // the row for links reads this kind
	{kind: Nonet, name: "nonet", titled: true, writeOther: nonetText, keeps: []Part{Title, About}, file: "json"},                                    // the row for JSON reads this kind
	{kind: SDK, name: "sdk", recognise: recogniseSDK, read: readSDK, titled: true, write: appendSDK, keeps: []Part{Values, Title, About}, file: "sdk", spaced: true},
	{kind: kindSDX, name: "sdx", recognise: recogniseSDX, read: readSDX, titled: true, write: appendSDX, keeps: []Part{Values}, file: "sdx", spaced: true},
	{kind: POJ, name: "poj", recognise: recogniseCount, read: readCount, titled: true, write: appendRows, counted: true},
	{kind: Candidates, name: "candidates", recognise: recogniseCandidates, read: newRowReader(Candidates), titled: true, write: appendCandidates, keeps: []Part{Marks}, spaced: true},
	{kind: Drawn, name: "drawn", style: "pretty", recognise: recogniseDrawn, read: newRowReader(Drawn), titled: true, write: appendDrawnGrid, writeOther: drawingText, spaced: true},
	{kind: Integers, name: "integers", recognise: recogniseIntegers, read: newRowReader(Integers), titled: true, write: appendIntegers, spaced: true},
	{kind: Rows, name: "rows", style: "grid", recognise: recogniseRows, read: readRows, titled: true, write: appendRows, writeOther: rowsText, spaced: true},
}

var everything = []Part{Values, Notes, CellColours, Marks, Title, About}

func (n *notation) isWritten() bool { return n.write != nil || n.writesAnyRules() }

func (n *notation) writesAnyRules() bool { return n.writeOther != nil || n.packs != 0 }

// appendClassic appends a classic puzzle, in the notation, and a final newline.
func (n *notation) appendClassic(dst []byte, p Puzzle) []byte {
	if n.write != nil {
		return n.write(dst, p)
	}
	if n.packs != 0 {
		text := n.packs.notation().appendClassic(nil, p)
		dst = append(dst, n.site.Link(string(text[:len(text)-1]))...)
	} else {
		z := p.Puzzle()
		text, _ := n.writeOther(z, &losses{p: z, played: &p}) // a classic board is always supported
		dst = append(dst, text...)
	}
	return append(dst, '\n')
}

// textOf returns p as a text, and records in l what the text lacks. If n.packs is set, the text is a link that contains
// a text of that kind.
func (n *notation) textOf(p *puzzle.Puzzle, l *losses) (text string, ok bool) {
	if n.packs == 0 {
		return n.writeOther(p, l)
	}
	text, ok = n.packs.notation().writeOther(p, l)
	return n.site.Link(text), ok
}

// notation returns the kind's row of the table, or the row of Line for an unknown kind.
func (k Kind) notation() *notation { return notationRow(notations, k) }

func notationRow(table []notation, k Kind) *notation {
	for i := range table {
		if table[i].kind == k {
			return &table[i]
		}
	}
	return notationRow(table, Line)
}
