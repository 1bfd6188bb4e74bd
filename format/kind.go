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
	SDM                             // written like Line, with 0 for an empty cell; the reader returns Line
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
	kindGnome                       // a save of GNOME Sudoku
	kindKillerJSON                  // an object with cages, from programs that make killer puzzles
	kindKSudoku                     // XML of KSudoku: a save or a shape
	kindSudokuWiki                  // a link of sudokuwiki.org with candidates
	kindPuzzLink                    // a link of puzz.link
	kindSDX                         // a grid of SudoCue with the player's digits and notes
	kinds                           // not a kind but the number of kinds; add new kinds above, because exported numbers must not change
)

// WritableKinds returns the kinds that can be written, in the order in which lists show them.
func WritableKinds() (all []Kind) {
	for k := range kinds {
		if k.notation().isWritten() {
			all = append(all, k)
		}
	}
	return all
}

// String returns the kind's name in answers of the program, such as "rows".
func (k Kind) String() string { return k.notation().name }

// Style returns the kind's name in options that select a style of output, such as "grid".
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

// MarshalText returns the kind's name, such as "rows", and no error.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText sets k to the kind with this name or style. Only kinds that can be written are accepted; the error
// lists their styles.
func (k *Kind) UnmarshalText(text []byte) error {
	var names []string
	for _, known := range WritableKinds() {
		if name := string(text); name == known.String() || name == known.Style() {
			*k = known
			return nil
		}
		names = append(names, known.Style())
	}
	what := message.New("format.kindUnknown", "name", string(text), "names", strings.Join(names, " "))
	return &message.Error{What: suggest.WithSuggestions(what, string(text), names)}
}

// Puzzle is a puzzle of any board and any rules, as read from a text. A classic puzzle is in Grid; the method Puzzle
// returns any puzzle in full.
type Puzzle struct {
	// Grid holds the digits of a 9×9 board; it is empty for another board. A classic puzzle has nothing else; see
	// [Puzzle.IsClassic].
	Grid sudoku.Grid
	// Pencil holds the candidates of each cell if the text lists candidates, as in Candidates and Pencil729. Otherwise
	// it is nil. Grid has only the digits that were placed; see [Puzzle.Eliminations].
	Pencil *[sudoku.Cells]sudoku.Candidates
	Kind   Kind
	Line   int    // the number of the puzzle's first line, from 1
	Name   string // the name from a title, a comment or a field; printable, at most 200 characters
	Extra  *Extra // parts besides the givens; nil if there are none
	// Notes describes the parts of the text that the puzzle lacks or whose meaning nonet chose, each once.
	Notes []Note

	general *puzzle.Puzzle                // the board and all rules; nil for a classic puzzle, which Grid holds
	later   func() (Puzzle, *SyntaxError) // parses the text; nil except in a puzzle of NextUnread that was not parsed yet
	// again reads the puzzle with corrections; see [Puzzle.ApplyCorrections]. It is nil if there is nothing to
	// correct.
	again func(map[string]string) (Puzzle, *fault)

	partial bool // set if unknown rules are not an error; see [Options]

	column int // the puzzle's first column, from 1; 0 also means the first
}

func (p *Puzzle) startPlace() place { return place{p.Line, max(1, p.column)} }

// Eliminations returns the number of candidates that the text excludes, although the givens do not. A solver that uses
// only Grid ignores these exclusions. Without Pencil, Eliminations returns 0.
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
