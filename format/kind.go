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
	Line            Kind = iota // 81 characters
	Rows                        // nine lines of nine characters
	Drawn                       // nine rows with lines drawn round the boxes
	Integers                    // 81 numbers with space between them
	Candidates                  // nine rows of nine candidate lists
	Pencil729                   // 729 characters, nine for each cell
	POJ                         // a count, then nine lines of nine digits for each puzzle
	JSON                        // a LeetCode board
	CSV                         // a column of 81 characters, or nine columns of cells
	SDK                         // nine lines of nine below headers, or in sections
	SDM                         // 81 characters with 0 for an empty cell; read as Line
	OpenSudoku                  // XML of the program OpenSudoku
	FPuzzles                    // a link of f-puzzles
	FPuzzlesJSON                // the JSON in such a link
	SudokuPad                   // a link of SudokuPad
	SudokuPadJSON               // the JSON in such a link
	Penpa                       // a link of Penpa+
	ISS                         // items of Interactive Sudoku Solver
	Nonet                       // this module's JSON
	kindRulesLine               // one line with digits and cages or regions, from SumoCue and others
	Solo                        // a game id of Simon Tatham's Solo
	kindSudokuMaker             // a link of SudokuMaker, or the content of one
	kindBench                   // a row of the data set Sudoku-Bench
	kindGnome                   // a saved game of GNOME Sudoku
	kindKillerJSON              // an object with cages, as programs that make killer puzzles write it
	kindKSudoku                 // XML of KSudoku: a saved game or a shape
	kindSudokuWiki              // a link of sudokuwiki.org with candidates
	kindPuzzLink                // a link of puzz.link
	kindSDX                     // a grid of SudoCue as it is being filled in
	kinds                       // the number of kinds
)

// Kinds returns the kinds that can be written, in the order for lists.
func Kinds() (all []Kind) {
	for k := range kinds {
		if k.notation().isWritten() {
			all = append(all, k)
		}
	}
	return all
}

// String returns the kind's name in answers, such as "rows".
func (k Kind) String() string { return k.notation().name }

// Style returns the kind's name as a style of output, such as "grid".
func (k Kind) Style() string {
	if n := k.notation(); n.style != "" {
		return n.style
	}
	return k.String()
}

// Extension returns the extension of the kind's files, without the dot; "txt" if it has none of its
// own.
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

// Puzzle is a puzzle of any board and any rules, as read from a text; see [Puzzle.Puzzle].
type Puzzle struct {
	// Grid holds the digits of nine rows of nine cells; it is empty for another board. A classic
	// puzzle has nothing else; see [Puzzle.IsClassic].
	Grid sudoku.Grid
	// Pencil holds the candidates of each cell if the text states them (Candidates, Pencil729); else
	// it is nil. Grid has only the placed digits; see [Puzzle.Eliminations].
	Pencil *[sudoku.Cells]sudoku.Candidates
	Kind   Kind
	Line   int    // the line where the puzzle begins, from 1
	Name   string // from a title, a comment or a field; printable, at most 200 characters
	Extra  *Extra // other facts of the text; nil if there are none
	// Notes lists, each thing once, what the text has and the puzzle lacks.
	Notes []Note

	whole *puzzle.Puzzle                // nil for a classic puzzle, which Puzzle builds from Grid
	later func() (Puzzle, *SyntaxError) // reads a deferred puzzle; see [Reader.DeferReading]
	// again reads the puzzle with corrections; see [Puzzle.ApplyCorrections]. It is nil if there is nothing to
	// correct.
	again func(map[string]string) (Puzzle, *fault)

	partial bool // unknown rules are no error; see [Reader.IgnoreUnknown]

	column int // the column where the puzzle begins, from 1; 0 for the first
}

func (p *Puzzle) startPlace() place { return place{p.Line, max(1, p.column)} }

// Eliminations returns the number of candidates that the text excludes although no given excludes
// them. These exclusions are lost if only Grid is solved. Without Pencil, Eliminations returns 0.
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
