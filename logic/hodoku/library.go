package hodoku

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
)

// Case is a line of a library in HoDoKu's format. It has a position, a technique and digits, and the result of the only
// step that the technique finds there with these digits. Candidates are written digit-row-column.
//
//	:code[-variant]:digits:grid:deleted:eliminations:placements:extra
//
// A technique that HoDoKu does not have has its ID in place of a code.
type Case struct {
	Text       string // the line that [Read] parsed
	Code       string // HoDoKu's code: four digits, followed by a 1 for a Siamese fish; or an ID
	Variant    string // empty, or one of "1" to "4"; "x" if the technique must find no step with these digits
	Digits     logic.Digits
	State      logic.State
	Eliminated []logic.Candidate
	Placed     []logic.Candidate
}

// SyntaxError is the error for a line that is not a case.
type SyntaxError struct {
	Field int // the index of the field, from 0
	Text  string
}

func (e *SyntaxError) Error() string { return e.Message().String() }

// Message returns a sentence that names the field.
func (e *SyntaxError) Message() message.Message {
	return message.New("logic.libraryField", "field", e.Field, "text", e.Text)
}

// Read parses a line of a library. The error is a *SyntaxError.
func Read(line string) (Case, error) {
	c := Case{Text: strings.TrimSpace(line)}
	field := strings.Split(c.Text, ":")
	if len(field) < 7 || field[0] != "" {
		return c, &SyntaxError{0, c.Text}
	}
	c.Code, c.Variant = splitCodeAndVariant(field[1])
	for _, r := range field[2] {
		if r < '1' || r > '9' {
			return c, &SyntaxError{2, field[2]}
		}
		c.Digits = c.Digits.With(logic.Digit(r - '0'))
	}
	if !c.readState(field[3]) {
		return c, &SyntaxError{3, field[3]}
	}
	var removed []logic.Candidate
	for i, list := range []*[]logic.Candidate{&removed, &c.Eliminated, &c.Placed} {
		var ok bool
		if *list, ok = readCandidates(field[4+i]); !ok {
			return c, &SyntaxError{4 + i, field[4+i]}
		}
	}
	for _, k := range removed {
		c.State.Eliminate(k.Cell, k.Digit)
	}
	return c, nil
}

// splitCodeAndVariant splits the first field of a case at the hyphen before the variant. An ID has no variant; its
// hyphens are part of the ID.
func splitCodeAndVariant(key string) (code, variant string) {
	if _, err := logic.ByID(key); err == nil {
		return key, ""
	}
	code, variant, _ = strings.Cut(key, "-")
	return code, variant
}

// readState parses 81 cells: '.' for an empty cell, 'd' for a given, '+d' for another value.
func (c *Case) readState(grid string) bool {
	s := logic.NewState(sudoku.Grid{})
	var givens logic.CellSet
	n, placed := logic.Cell(0), false
	for i := 0; i < len(grid); i++ {
		ch := grid[i]
		switch {
		case ch == '+' && !placed:
			placed = true
			continue
		case n >= sudoku.Cells:
			return false
		case ch >= '1' && ch <= '9':
			if !placed {
				givens.Add(n)
			}
			s.Place(n, logic.Digit(ch-'0'))
		case (ch == '.' || ch == '0') && !placed:
		default:
			return false
		}
		placed = false
		n++
	}
	s.SetGivens(givens)
	c.State = s
	return n == sudoku.Cells && !placed
}

// readCandidates parses candidates such as "415 729", digit-row-column.
func readCandidates(text string) (all []logic.Candidate, ok bool) {
	for f := range strings.FieldsSeq(text) {
		if len(f) != 3 || strings.Trim(f, "123456789") != "" {
			return nil, false
		}
		all = append(all, logic.Candidate{Cell: sudoku.CellAt(int(f[1]-'0'), int(f[2]-'0')), Digit: logic.Digit(f[0] - '0')})
	}
	return all, true
}

// Append appends the line of the case to b, without a newline. [Read] parses it to an equal case, except for the order
// of candidates.
func (c *Case) Append(b []byte) []byte {
	b = append(append(b, ':'), c.Code...)
	if c.Variant != "" {
		b = append(append(b, '-'), c.Variant...)
	}
	b = append(append(b, ':'), c.Digits.String()...)
	b = append(b, ':')
	full := logic.NewState(c.State.Grid())
	var removed []logic.Candidate
	for cell := range logic.Cell(sudoku.Cells) {
		switch v := c.State.Value(cell); {
		case v == 0:
			b = append(b, '.')
		case !c.State.Given(cell):
			b = append(b, '+')
			fallthrough
		default:
			b = append(b, '0'+byte(v))
		}
		for d := range (full.Candidates(cell) &^ c.State.Candidates(cell)).Digits() {
			removed = append(removed, logic.Candidate{Cell: cell, Digit: d})
		}
	}
	for _, list := range [][]logic.Candidate{removed, c.Eliminated, c.Placed} {
		b = append(append(b, ':'), triplesOf(list)...)
	}
	return append(b, ':')
}

// triplesOf returns candidates in the library's format, such as "415 729", sorted and without duplicates.
func triplesOf(list []logic.Candidate) string {
	var all []string
	for _, c := range list {
		all = append(all, c.String())
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// CaseOf returns the case for a step found in position s.
func CaseOf(s *logic.State, step *logic.Step) Case {
	c := Case{Code: stepKey(step), Digits: Digits(step), State: *s, Eliminated: step.Eliminations, Placed: step.Placements}
	switch step.Technique {
	case logic.GroupedContinuousNiceLoop:
		c.Variant = "2"
	case logic.GroupedDiscontinuousNiceLoop, logic.GroupedAIC:
		c.Variant = "3"
	}
	return c
}

// Code returns HoDoKu's code of a step: four digits, followed by a 1 for a Siamese fish. It returns
// "" for a technique that HoDoKu does not have.
func Code(step *logic.Step) string {
	code := ColumnsOf(step.Technique).Code
	if step.Siamese {
		code += "1"
	}
	return code
}

// stepKey returns the code of a step, or its technique's ID if HoDoKu does not have the technique.
func stepKey(step *logic.Step) string { return cmp.Or(Code(step), step.Technique.String()) }

// Digits returns the digits under which the library files a step. For loops, AICs, almost locked sets and forcing they
// are the eliminated digits, if there are any. Otherwise they are the digits of the pattern. BUG+1 has no digits.
func Digits(step *logic.Step) logic.Digits {
	switch step.Technique.Info().Family {
	case logic.FamilyLoop, logic.FamilyALS, logic.FamilyForcing:
		var d logic.Digits
		for _, e := range step.Eliminations {
			d = d.With(e.Digit)
		}
		if d != 0 {
			return d
		}
	}
	if step.Uniqueness == logic.Grave {
		return 0
	}
	return step.Digits
}

// Technique returns the technique that the code or ID of the case names. The error is a *[logic.UnknownTechniqueError].
func (c *Case) Technique() (logic.Technique, error) {
	if t, err := logic.ByID(c.Code); err == nil {
		return t, nil
	}
	return techniqueByCode(c.Code)
}

// Run applies the library's pass rule. There must be a step with the case's code and digits, and every such step must
// have exactly the case's placements and eliminations. For a case with variant "x" there must be no such step. `found`
// lists the results of these steps, without duplicates. Run resets f to the case's position, with options o. The error
// comes from [logic.Finder.Each].
func (c *Case) Run(ctx context.Context, f *logic.Finder, o logic.Options) (pass bool, found []string, err error) {
	t, err := c.Technique()
	if err != nil {
		return false, nil, nil
	}
	f.Options = o
	f.Reset(c.State)
	err = f.Each(ctx, t, func(s *logic.Step) bool {
		if stepKey(s) == c.Code && Digits(s) == c.Digits {
			if did := triplesOf(s.Eliminations) + ":" + triplesOf(s.Placements); !slices.Contains(found, did) {
				found = append(found, did)
			}
		}
		return true
	})
	if c.Variant == "x" {
		return len(found) == 0, found, err
	}
	return len(found) == 1 && found[0] == triplesOf(c.Eliminated)+":"+triplesOf(c.Placed), found, err
}

// Options returns the options with which HoDoKu's test program runs the case.
func (c *Case) Options() logic.Options {
	var o logic.Options
	if len(c.Code) < 4 {
		return o
	}
	switch base := c.Code[:4]; {
	case base == "0402":
		o.TwoCandidateRectangles = c.Variant == "1"
	case base == "0405":
		o.TwoCandidateRectangles = true
	case base[:3] == "060":
		o.MissingCorners = c.Variant != "1"
	case base > "0300" && base < "0400":
		o.Siamese = len(c.Code) == 5
	case base == "0709":
		o.SetsInChains = c.Variant == "2"
	case base == "0710", base == "0711":
		o.SetsInChains = c.Variant >= "3"
	case base[:2] == "09":
		o.OverlappingSets = c.Variant == "2"
	}
	return o
}
