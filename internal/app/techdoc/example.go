package techdoc

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"nonet/logic"
	"nonet/sudoku"
)

// examplesFile has a line a technique, copied from logic's golden cases.
//
//go:embed examples.txt
var examplesFile string

var exampleLines = sync.OnceValue(func() map[logic.Technique]string {
	lines := map[logic.Technique]string{}
	for line := range strings.Lines(examplesFile) {
		if t, _, ok := keyed(strings.TrimSpace(line)); ok {
			lines[t] = strings.TrimSpace(line)
		}
	}
	return lines
})

// Example is a position in which technique t has a step, and that step. It is
// searched for, which takes about a millisecond.
func Example(t logic.Technique) (logic.State, logic.Step, error) {
	line, ok := exampleLines()[t]
	if !ok {
		return logic.State{}, logic.Step{}, fmt.Errorf("techdoc: %s has no example", t)
	}
	return Case(line)
}

// Key is how a technique's cases begin in logic/testdata: HoDoKu's code, with the
// variant that chooses the finder's options, or the ID where it has no code.
func Key(t logic.Technique) string {
	switch t {
	case logic.GroupedContinuousNiceLoop:
		return t.Info().Code + "-2"
	case logic.GroupedDiscontinuousNiceLoop, logic.GroupedAIC:
		return t.Info().Code + "-3"
	}
	if code := t.Info().Code; code != "" {
		return code
	}
	return t.String()
}

// keyed is the technique of a case's line, and the options to find its step with.
func keyed(line string) (t logic.Technique, o logic.Options, ok bool) {
	parts := strings.Split(line, ":")
	if len(parts) < 7 || parts[0] != "" {
		return 0, o, false
	}
	if t, ok = logic.ByID(parts[1]); !ok {
		code, variant, _ := strings.Cut(parts[1], "-")
		o = logic.LibraryOptions(code, variant)
		t, ok = logic.ByCode(code)
	}
	o.Nodes = SearchNodes
	return t, o, ok
}

// SearchNodes bounds the search for a case's step.
const SearchNodes = 100_000

// Options are those that a technique's cases are found with.
func Options(t logic.Technique) logic.Options {
	_, o, _ := keyed(":" + Key(t) + ":::::::")
	return o
}

// Steps yields the steps of technique t. Brute force, which has no finder, is what
// a path without any technique begins with.
func Steps(s logic.State, t logic.Technique, o logic.Options, yield func(*logic.Step) bool) error {
	if t != logic.BruteForce {
		return logic.NewFinder(s, o).Each(context.Background(), t, yield)
	}
	p, _, err := logic.Path(context.Background(), s, nil)
	if len(p.Steps) > 0 {
		yield(&p.Steps[0])
	}
	return err
}

// ErrNotFound says that the step of a case is not found in its position.
var ErrNotFound = errors.New("techdoc: the step is not found again")

// Case is the position of a line in HoDoKu's library format and the step it tells
// of; of several that do the same the one with the least [Clutter].
func Case(line string) (s logic.State, found logic.Step, err error) {
	t, o, ok := keyed(line)
	if !ok {
		return s, found, fmt.Errorf("techdoc: %q is no case", line)
	}
	parts := strings.Split(line, ":")
	if s, err = logic.ParseLibrary(parts[3], parts[4]); err != nil {
		return s, found, err
	}
	least := -1
	Steps(s, t, o, func(step *logic.Step) bool {
		if clutter := Clutter(step); (least < 0 || clutter < least) && Line(&s, step) == line {
			found, least = step.Clone(), clutter
		}
		return true
	})
	if least < 0 {
		return s, found, ErrNotFound
	}
	return s, found, nil
}

// Line is a case's line:
//
//	:code-variant:digits:grid:deleted:eliminated:placed:
func Line(s *logic.State, step *logic.Step) string {
	var grid strings.Builder
	full := logic.NewState(s.Grid())
	var gone []logic.Candidate
	for c := range logic.Cell(sudoku.Cells) {
		switch v := s.Value(c); {
		case v == 0:
			grid.WriteByte('.')
		case !s.Given(c):
			grid.WriteByte('+')
			fallthrough
		default:
			grid.WriteByte('0' + byte(v))
		}
		for d := range (full.Candidates(c) &^ s.Candidates(c)).Digits() {
			gone = append(gone, logic.Candidate{Cell: c, Digit: d})
		}
	}
	return strings.Join([]string{"", Key(step.Technique), step.LibraryDigits().String(), grid.String(), triples(gone), triples(step.Eliminations), triples(step.Placements), ""}, ":")
}

func triples(list []logic.Candidate) string {
	var all []string
	for _, c := range list {
		all = append(all, c.String())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// Clutter is how much there is to take in of a step, in no particular unit.
func Clutter(step *logic.Step) int {
	n := 4*len(step.Marks) + 6*len(step.Nodes) + 3*len(step.Truths) + 4*max(0, len(step.Eliminations)-4)
	for _, b := range step.Branches {
		n += 8 * len(b.Lines)
	}
	for _, m := range step.Marks {
		if m.Role == logic.Fin || m.Role == logic.EndoFin {
			n += 6
		}
	}
	largest := 0
	for _, set := range step.Sets {
		n += 8 * set.Cells.Len()
		largest = max(largest, set.Cells.Len())
	}
	if largest == 1 {
		n += 60 // an XY-chain in disguise
	}
	// So are short chains other techniques.
	var at logic.CellSet
	digits := logic.Digits(0)
	for _, k := range step.Nodes {
		at, digits = at.Or(k.Cells), digits.With(k.Digit)
		if k.Kind == logic.SetNode {
			n += 20
		}
	}
	loop := step.Technique.Info().Family == logic.FamilyLoop
	if (loop || step.Technique == logic.XChain) && (len(step.Nodes) < 6 || at.Len() < 5) || step.Technique == logic.XYChain && len(step.Nodes) < 8 {
		n += 100
	}
	if loop && digits.Len() < 2 {
		n += 50
	}
	return n
}
