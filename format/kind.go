package format

import (
	"cmp"
	"strings"

	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Kind is a way to write a grid down.
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
	FPuzzlesJSON                // what such a link holds
	SudokuPad                   // a link of SudokuPad
	SudokuPadJSON               // what such a link holds
	Penpa                       // a link of Penpa+
	ISS                         // items of Interactive Sudoku Solver
	Nonet                       // our JSON
	kindRulesLine               // digits and cages or regions on one line: SumoCue's and others
	Solo                        // a game id of Simon Tatham's Solo
	kindSudokuMaker             // a link of SudokuMaker, or what it holds
	kindBench                   // a row of Sudoku-Bench
	kindGnome                   // a save of GNOME Sudoku
	kindKillerJSON              // an object with cages, as programs that make killer puzzles write it
	kindKSudoku                 // XML of KSudoku: a save or a shape
	kindSudokuWiki              // a link of sudokuwiki.org with candidates
	kindPuzzLink                // a link of puzz.link
	kindSDX                     // a grid of SudoCue as it is being filled in
	kinds                       // how many there are
)

// Kinds are all kinds that are written, in the order in which to list them.
func Kinds() (all []Kind) {
	for k := range kinds {
		if k.notation().write != nil {
			all = append(all, k)
		}
	}
	return all
}

// String is the kind's name in answers, such as "rows".
func (k Kind) String() string { return k.notation().name }

// Style is the kind's name among the styles of output, such as "grid".
func (k Kind) Style() string {
	if n := k.notation(); n.style != "" {
		return n.style
	}
	return k.String()
}

// Extension is how names of files of the kind end, without the dot.
func (k Kind) Extension() string { return cmp.Or(k.notation().file, "txt") }

// Message is the kind's name as a person reads it, for any language of the catalogue.
func (k Kind) Message() message.Message { return message.New("format.kind." + k.String()) }

// MarshalText is the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText takes the name of a kind or of its style. The error lists
// the styles.
func (k *Kind) UnmarshalText(text []byte) error {
	for _, known := range Kinds() {
		if name := string(text); name == known.String() || name == known.Style() {
			*k = known
			return nil
		}
	}
	return &nameError{string(text)}
}

// nameError says that there is no kind of that name.
type nameError struct{ Name string }

func (e *nameError) Error() string { return e.Message().String() }

// Message lists the names there are.
func (e *nameError) Message() message.Message {
	var names []string
	for _, k := range Kinds() {
		names = append(names, k.Style())
	}
	return suggest.Suggested(message.New("format.kindUnknown", "name", e.Name, "names", strings.Join(names, " ")), e.Name, names)
}

// Puzzle is one puzzle as it stood in the text.
type Puzzle struct {
	Grid sudoku.Grid
	// Pencil are the candidates of each cell where the text gave them
	// (Candidates, Pencil729), nil otherwise. Grid holds the placed digits only;
	// see [Puzzle.Eliminations].
	Pencil *[sudoku.Cells]sudoku.Candidates
	Kind   Kind
	Line   int    // where it starts, counted from 1
	Name   string // from a title, a comment or a field; printable, at most 200 characters
	Extra  *Extra // what else it says, nil if that is nothing
	// Other is the puzzle where it is of another board or of other rules, nil where Grid is all
	// of it. Grid has its digits then if it has nine rows of nine cells, else nothing.
	Other *puzzle.Puzzle
	// Notes are what the text says and the puzzle lacks, each once.
	Notes []Note

	later func() (Puzzle, *SyntaxError) // reads the puzzle, see [Reader.Defer]
	// again reads it with corrections, see [Puzzle.As]; nil where there is nothing to correct.
	again func(map[string]string) (Puzzle, *fault)

	column int // where it starts in its line, counted from 1; 0 if it is the first
}

func (p *Puzzle) at() place { return place{p.Line, max(1, p.column)} }

// Eliminations is how many candidates the text rules out although no given does:
// what is lost when only Grid is solved. It is 0 without Pencil.
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
