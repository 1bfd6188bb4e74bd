package format

import (
	"strings"

	"nonet/internal/suggest"
	"nonet/message"
	"nonet/sudoku"
)

// Kind is a way to write a grid down.
type Kind uint8

const (
	Line       Kind = iota // 81 characters
	Rows                   // nine lines of nine characters
	Integers               // 81 numbers with space between them
	Drawn                  // nine rows with lines drawn round the boxes
	Candidates             // nine rows of nine candidate lists
	Pencil729              // 729 characters, nine for each cell
	POJ                    // a count, then nine lines of nine digits for each puzzle
	JSON                   // a LeetCode board
	CSV                    // a column of 81 characters, or nine columns of cells
)

var kindNames = [...]string{"line", "rows", "integers", "drawn", "candidates", "pencil729", "poj", "json", "csv"}

// String is the kind's name, such as "rows".
func (k Kind) String() string { return kindNames[int(k)%len(kindNames)] }

// Message is the kind's name as a person reads it, for any language of the catalogue.
func (k Kind) Message() message.Message { return message.New("format.kind." + k.String()) }

// Style is one of the names under which front ends offer the kinds for output.
type Style struct {
	Name string
	Kind Kind
}

// Styles are the output styles in the order in which to list them.
var Styles = []Style{
	{"line", Line}, {"grid", Rows}, {"pretty", Drawn}, {"integers", Integers}, {"candidates", Candidates},
	{"pencil729", Pencil729}, {"poj", POJ}, {"json", JSON}, {"csv", CSV},
}

// ParseKind is the kind of the given name: that of a style, or of the kind
// itself ("rows", "drawn"). The error, a *NameError, lists the styles.
func ParseKind(name string) (Kind, error) {
	for _, s := range Styles {
		if s.Name == name || s.Kind.String() == name {
			return s.Kind, nil
		}
	}
	return 0, &NameError{name}
}

// NameError says that there is no kind of that name.
type NameError struct{ Name string }

func (e *NameError) Error() string { return e.Message().String() }

// Message lists the names there are.
func (e *NameError) Message() message.Message {
	names := make([]string, len(Styles))
	for i, s := range Styles {
		names[i] = s.Name
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
}

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
