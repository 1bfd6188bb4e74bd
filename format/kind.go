package format

import (
	"cmp"
	"strings"

	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Kind is a notation of puzzles. The zero value is Line.
type Kind uint8

const (
	Line                Kind = iota // 81 characters
	Rows                            // nine lines, each of nine characters
	Drawn                           // nine rows with lines drawn around the boxes
	Integers                        // 81 numbers with space between them
	Candidates                      // nine rows of nine candidate lists
	Pencil729                       // 729 characters, nine for each cell
	POJ                             // a count, then nine lines of nine digits for each puzzle
	JSON                            // a board as in LeetCode: [["5","3",".",…],…]
	CSV                             // a column of 81 characters, or nine columns of cells
	SDK                             // nine lines of nine cells below headers, or in sections
	SDM                             // like Line, with 0 for an empty cell; read as Line
	OpenSudoku                      // XML of the program OpenSudoku
	FPuzzles                        // a link of f-puzzles
	FPuzzlesJSON                    // the JSON in a link of f-puzzles
	SudokuPad                       // a link of SudokuPad
	SudokuPadJSON                   // the JSON in a link of SudokuPad
	Penpa                           // a link of Penpa+
	ISS                             // items of Interactive Sudoku Solver
	Nonet                           // nonet's own JSON
	kindRulesLine                   // one line with digits and cages or regions, from SumoCue and others
	Solo                            // a game id of Simon Tatham's Solo
	kindSudokuMaker                 // a link of SudokuMaker, or the content of one
	kindSudokuMakerJSON             // the JSON in a link of SudokuMaker; read as kindSudokuMaker
	kindBench                       // a row of the data set Sudoku-Bench
	kindGnome                       // a saved game of GNOME Sudoku
	kindKillerJSON                  // an object with cages, as programs that make killer puzzles write it
	kindKSudoku                     // XML of KSudoku: a saved game or a shape
	kindSudokuWiki                  // a link of sudokuwiki.org with candidates
	kindPuzzLink                    // a link of puzz.link
	kindSDX                         // a grid of SudoCue with the player's digits and notes
	kinds                           // the number of kinds; not a kind. A new kind stands above, as exported numbers must not change
)

// Kinds returns the kinds that can be written, in the order in which lists show them.
func Kinds() (all []Kind) {
	for k := range kinds {
		if k.notation().isWritten() {
			all = append(all, k)
		}
	}
	return all
}

// String returns the name that answers of the program use for the kind, such as "rows".
func (k Kind) String() string { return k.notation().name }

// Style returns the name that options use for the kind as a style of output, such as "grid".
func (k Kind) Style() string {
	if n := k.notation(); n.style != "" {
		return n.style
	}
	return k.String()
}

// Extension returns the extension of the kind's files, without the dot: "txt" if the kind has no extension of its own.
func (k Kind) Extension() string { return cmp.Or(k.notation().file, "txt") }

// Message returns the kind's name for people, in any language of the catalogue.
func (k Kind) Message() message.Message { return message.New("format.kind." + k.String()) }

// MarshalText returns the kind's name. The error is always nil.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the writable kind with this name or style. The error lists the styles.
func (k *Kind) UnmarshalText(text []byte) error {
	for _, known := range Kinds() {
		if name := string(text); name == known.String() || name == known.Style() {
			*k = known
			return nil
		}
	}
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Style())
	}
	what := message.New("format.kindUnknown", "name", string(text), "names", strings.Join(names, " "))
	return &message.Error{What: suggest.WithSuggestions(what, string(text), names)}
}

// Puzzle is a puzzle of any board and any rules, as read from a text. Grid suffices for a classic puzzle; the method
// Puzzle returns any puzzle in full.
type Puzzle struct {
	// Grid holds the digits of nine rows of nine cells; it is empty for another board. A classic
	// puzzle has nothing else; see [Puzzle.IsClassic].
	Grid sudoku.Grid
	// Pencil holds the candidates of each cell if the text lists them, as in Candidates and Pencil729. Otherwise it is
	// nil. Grid has only the placed digits; see [Puzzle.Eliminations].
	Pencil *[sudoku.Cells]sudoku.Candidates
	Kind   Kind
	Line   int    // the line where the puzzle begins, from 1
	Name   string // the name in a title, a comment or a field; printable, at most 200 characters
	Extra  *Extra // parts that are not givens; nil if there are none
	// Notes lists the parts of the text that the puzzle lacks, each once.
	Notes []Note

	whole *puzzle.Puzzle                // the puzzle in full; nil for a classic puzzle, which Puzzle builds from Grid
	later func() (Puzzle, *SyntaxError) // reads the text; nil in every puzzle that a Reader returns, except in an Unread
	// again reads the puzzle with corrections; see [Puzzle.ApplyCorrections]. It is nil if there is nothing to
	// correct.
	again func(map[string]string) (Puzzle, *fault)

	partial bool // unknown rules are no error; see [Reader.IgnoreUnknown]

	column int // the column where the puzzle begins, from 1; 0 for the first
}

func (p *Puzzle) startPlace() place { return place{p.Line, max(1, p.column)} }

// Eliminations returns the number of candidates that the text excludes, except those that givens exclude, too. A solver
// that uses only Grid ignores these exclusions. Without Pencil, Eliminations returns 0.
func (p Puzzle) Eliminations() int {
	n := 0
	if p.Pencil != nil {
		for c, marks := range p.Pencil {
			if p.Grid.At(sudoku.Cell(c)) == 0 {
				n += (p.Grid.Candidates(sudoku.Cell(c)) &^ marks).Len()
			}
		}
	}
	return n
}
