package logic

import (
	"context"
	"slices"
	"strings"

	"nonet/message"
	"nonet/sudoku"
)

// LibraryCase is a line of a library in HoDoKu's format: a position, and what the
// one step that a technique finds in it, with the given digits, does. Candidates
// are written digit-row-column.
//
//	:code[-variant]:digits:grid:deleted:eliminations:placements:extra
type LibraryCase struct {
	Text       string
	Code       string // four digits, a fifth, 1, for a Siamese fish
	Variant    string // "", "1"…"4", or "x": no such step may be found
	Digits     Digits // of [Step.LibraryDigits]
	State      State
	Eliminated []Candidate
	Placed     []Candidate
}

// ParseLibraryCase reads a line; the error is a *LibraryError.
func ParseLibraryCase(line string) (LibraryCase, error) {
	c := LibraryCase{Text: strings.TrimSpace(line)}
	field := strings.Split(c.Text, ":")
	if len(field) < 7 || field[0] != "" {
		return c, &LibraryError{0, c.Text}
	}
	c.Code, c.Variant, _ = strings.Cut(field[1], "-")
	for _, r := range field[2] {
		if r < '1' || r > '9' {
			return c, &LibraryError{2, field[2]}
		}
		c.Digits = c.Digits.With(Digit(r - '0'))
	}
	var err error
	if c.State, err = ParseLibrary(field[3], field[4]); err != nil {
		return c, err
	}
	if c.Eliminated, err = ParseTriples(field[5]); err != nil {
		return c, &LibraryError{5, field[5]}
	}
	if c.Placed, err = ParseTriples(field[6]); err != nil {
		return c, &LibraryError{6, field[6]}
	}
	return c, nil
}

// Run applies the library's pass rule: every step found with the case's code and
// digits does exactly what the case says, and there is one; of a fail case there
// is none. Found is what such steps did, as the library writes it, each once. The
// finder is given the case's position and options (but for its limit of nodes);
// the error is that of [Finder.Each].
func (c *LibraryCase) Run(ctx context.Context, f *Finder, o Options) (pass bool, found []string, err error) {
	t, ok := ByCode(c.Code)
	if !ok {
		return false, nil, nil
	}
	f.Options = o
	f.Reset(c.State)
	err = f.Each(ctx, t, func(s *Step) bool {
		if s.Code() == c.Code && s.LibraryDigits() == c.Digits {
			if did := Triples(s.Eliminations) + ":" + Triples(s.Placements); !slices.Contains(found, did) {
				found = append(found, did)
			}
		}
		return true
	})
	if c.Variant == "x" {
		return len(found) == 0, found, err
	}
	return len(found) == 1 && found[0] == Triples(c.Eliminated)+":"+Triples(c.Placed), found, err
}

// Options are those that HoDoKu's own runner sets for the case.
func (c *LibraryCase) Options() Options { return LibraryOptions(c.Code, c.Variant) }

// Triples are candidates as the library writes them, each once, in order.
func Triples(list []Candidate) string {
	list = slices.Clone(list)
	slices.SortFunc(list, compareCandidates)
	list = slices.Compact(list)
	var all []string
	for _, c := range list {
		all = append(all, c.String())
	}
	return strings.Join(all, " ")
}

// LibraryOptions are those that HoDoKu's own runner sets for a line of its
// regression library with this code and variant.
func LibraryOptions(code, variant string) Options {
	var o Options
	if len(code) < 4 {
		return o
	}
	switch base := code[:4]; {
	case base == "0402":
		o.TwoCandidateRectangles = variant == "1"
	case base == "0405":
		o.TwoCandidateRectangles = true
	case base[:3] == "060":
		o.MissingCorners = variant != "1"
	case base > "0300" && base < "0400":
		o.Siamese = len(code) == 5
	case base == "0709":
		o.SetsInChains = variant == "2"
	case base == "0710", base == "0711":
		o.SetsInChains = variant >= "3"
	case base[:2] == "09":
		o.OverlappingSets = variant == "2"
	}
	return o
}

// LibraryError is why a line is no position in HoDoKu's library format.
type LibraryError struct {
	Field int // counted from 0 between colons
	Text  string
}

func (e *LibraryError) Error() string { return e.Message().String() }

// Message says which field is wrong.
func (e *LibraryError) Message() message.Message {
	return message.New("logic.libraryField", "field", e.Field, "text", e.Text)
}

// ParseLibrary reads the position of two fields of a line in HoDoKu's library
// format: the grid of 81 cells ('.' empty, 'd' given, '+d' placed), and the
// deleted candidates as digit-row-column triples, taken away after every value
// has been placed.
func ParseLibrary(grid, deleted string) (State, error) {
	s := NewState(sudoku.Grid{})
	bad := &LibraryError{3, grid}
	var givens CellSet
	n, placed := 0, false
	for i := 0; i < len(grid); i++ {
		ch := grid[i]
		switch {
		case ch == '+' && !placed:
			placed = true
			continue
		case n >= cells:
			return State{}, bad
		case ch >= '1' && ch <= '9':
			if !placed {
				givens.Add(Cell(n))
			}
			s.Place(Cell(n), Digit(ch-'0'))
		case (ch == '.' || ch == '0') && !placed:
		default:
			return State{}, bad
		}
		placed = false
		n++
	}
	if n != cells || placed {
		return State{}, bad
	}
	s.given = givens
	gone, err := ParseTriples(deleted)
	if err != nil {
		return State{}, &LibraryError{4, deleted}
	}
	for _, c := range gone {
		s.Eliminate(c.Cell, c.Digit)
	}
	return s, nil
}

// ParseTriples reads candidates written digit-row-column and parted by blanks,
// such as "415 729".
func ParseTriples(text string) ([]Candidate, error) {
	var all []Candidate
	for _, f := range strings.Fields(text) {
		ok := len(f) == 3
		for i := 0; ok && i < 3; i++ {
			ok = f[i] >= '1' && f[i] <= '9'
		}
		if !ok {
			return nil, &LibraryError{5, f}
		}
		all = append(all, Candidate{sudoku.CellAt(int(f[1]-'0'), int(f[2]-'0')), Digit(f[0] - '0')})
	}
	return all, nil
}
