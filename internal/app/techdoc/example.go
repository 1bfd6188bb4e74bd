package techdoc

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"

	"nonet/logic"
	"nonet/logic/hodoku"
)

// examplesFile has a line a technique, copied from logic's golden cases.
//
//go:embed examples.txt
var examplesFile string

var exampleLines = sync.OnceValue(func() map[logic.Technique]string {
	lines := map[logic.Technique]string{}
	for line := range strings.Lines(examplesFile) {
		if c, err := hodoku.Read(line); err == nil {
			if t, err := c.Technique(); err == nil {
				lines[t] = c.Text
			}
		}
	}
	return lines
})

// Example returns a position in which technique t has a step, and the step. It searches for the
// step, which takes about 1 ms.
func Example(t logic.Technique) (logic.State, logic.Step, error) {
	line, ok := exampleLines()[t]
	if !ok {
		return logic.State{}, logic.Step{}, fmt.Errorf("techdoc: %s has no example", t)
	}
	return ReadCase(line)
}

// SearchNodes limits the search for the step of a case.
const SearchNodes = 100_000

// OptionsOf returns the finder's options for the golden cases of technique t.
func OptionsOf(t logic.Technique) logic.Options {
	c := hodoku.CaseOf(new(logic.State), &logic.Step{Technique: t})
	return optionsOf(&c)
}

func optionsOf(c *hodoku.Case) logic.Options {
	o := c.Options()
	o.Nodes = SearchNodes
	return o
}

// Steps yields the steps of technique t in a position. For brute force, which has no finder, it
// yields the first step of a path without techniques.
func Steps(s logic.State, t logic.Technique, o logic.Options, yield func(*logic.Step) bool) error {
	if t != logic.BruteForce {
		return logic.NewFinder(s, o).Each(context.Background(), t, yield)
	}
	p, _, err := hodoku.PathOf(context.Background(), s, []logic.Technique{}, nil)
	if len(p.Steps) > 0 {
		yield(&p.Steps[0])
	}
	return err
}

// ErrNotFound means that the finder did not find a golden case's step in its position.
var ErrNotFound = errors.New("techdoc: the step is not found again")

// ReadCase returns the position and the step of a line in the format of HoDoKu's library. If
// several steps have the same effect, it returns the one with the least [ClutterOf].
func ReadCase(line string) (s logic.State, found logic.Step, err error) {
	c, err := hodoku.Read(line)
	if err != nil {
		return s, found, err
	}
	t, err := c.Technique()
	if err != nil {
		return s, found, err
	}
	least := -1
	Steps(c.State, t, optionsOf(&c), func(step *logic.Step) bool {
		if clutter := ClutterOf(step); (least < 0 || clutter < least) && LibraryLine(&c.State, step) == line {
			found, least = step.Clone(), clutter
		}
		return true
	})
	if least < 0 {
		return s, found, ErrNotFound
	}
	return c.State, found, nil
}

// LibraryLine returns a step as a line in the format of HoDoKu's library.
func LibraryLine(s *logic.State, step *logic.Step) string {
	c := hodoku.CaseOf(s, step)
	return string(c.Append(nil))
}

// ClutterOf estimates how complicated a step's picture is. The values have no unit; use them only
// to compare steps.
func ClutterOf(step *logic.Step) int {
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
		n += 60 // a disguised XY-chain
	}
	// A chain within few cells is another technique in disguise.
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
