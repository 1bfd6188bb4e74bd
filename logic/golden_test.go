package logic_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/explain"
	"nonet/generate"
	"nonet/internal/check/golden"
	"nonet/internal/techdoc"
	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

var (
	collect = flag.Int("collect", 0, "look for clearer cases along the paths of this many generated puzzles")
	seed    = flag.Uint64("seed", 1, "the generator's seed for -collect")
	only    = flag.String("only", "", "the IDs of the techniques to -collect, parted by commas")
)

// moreCases is the file of further cases, which are not drawn: other forms of some techniques.
const moreCases = "testdata/more/cases.txt"

// goldenCase is a step with its position.
type goldenCase struct {
	state State
	step  Step
}

func (c *goldenCase) line() string { return techdoc.LibraryLine(&c.state, &c.step) }

// block returns the case in the form of testdata.
func (c *goldenCase) block() string {
	t := c.step.Technique
	return fmt.Sprintf("%s (%s)\n%s\n%s%s\n", t.Name(), t.Name().In("zh-CN"), c.line(), explain.Drawing(&c.state, &c.step), reason(&c.step))
}

// reason returns the step's houses, sets, chain and truths as text.
func reason(step *Step) string {
	var b strings.Builder
	list := func(name string, houses []House) {
		if len(houses) > 0 {
			fmt.Fprintf(&b, "%s: %s\n", name, joined(houses))
		}
	}
	list("base", step.Base)
	list("cover", step.Cover)
	for _, s := range step.Sets {
		fmt.Fprintf(&b, "set: %s in %s\n", s.Digits, s.Cells)
	}
	if step.Uniqueness != NoUniqueness {
		b.WriteString("relies on the puzzle having one solution\n")
	}
	if len(step.Nodes) > 0 {
		b.WriteString("chain:")
		links := step.Links()
		for i, n := range step.Nodes {
			if !n.On {
				b.WriteString(" not")
			}
			fmt.Fprintf(&b, " %d(%s)", n.Digit, n.Cells)
			if i < len(links) {
				b.WriteString([]string{" -", " =", " ~"}[links[i]])
			}
		}
		b.WriteByte('\n')
	}
	if len(step.Ring) > 0 {
		fmt.Fprintf(&b, "ring: %s\n", joined(step.Ring))
	}
	for _, branch := range step.Branches {
		if n := len(branch.Lines); n > 60 {
			fmt.Fprintf(&b, "branch: %d lines\n", n)
			continue
		}
		b.WriteString("branch:")
		for i, l := range branch.Lines {
			fmt.Fprintf(&b, "%s %s%d(%s)", []string{"", ","}[min(i, 1)], map[bool]string{false: "not "}[l.On], l.Candidate.Digit, l.Candidate.Cell)
		}
		b.WriteByte('\n')
	}
	if len(step.Truths) > 30 {
		fmt.Fprintf(&b, "truths: %d\n", len(step.Truths))
		return b.String()
	}
	var truths []string
	for _, t := range step.Truths {
		if t.Kind == CellTruth {
			truths = append(truths, t.Cell.String())
		} else {
			truths = append(truths, fmt.Sprintf("%d in %s", t.Digit, t.House))
		}
	}
	fmt.Fprintf(&b, "truths: %s\n", joined(truths))
	return b.String()
}

func joined[T any](list []T) string {
	var all []string
	for _, x := range list {
		all = append(all, fmt.Sprint(x))
	}
	return strings.Join(all, ", ")
}

// TestGolden checks the steps in testdata, which has one file per family. They must be found again, proven, and
// drawn as in the file.
func TestGolden(t *testing.T) {
	cases := map[Technique]goldenCase{}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for b := range strings.SplitAfterSeq(string(data), "\n\n") {
			_, line, ok := strings.Cut(strings.TrimSpace(b), "\n")
			if !ok {
				continue
			}
			line, _, _ = strings.Cut(line, "\n")
			c, ok := caseOf(t, line)
			if !ok {
				continue
			}
			if again := c.block(); again != b && !golden.IsUpdating() {
				t.Errorf("%s: now\n%s\nwas\n%s", name, again, b)
			}
			k := c.step.Technique
			if family := strings.TrimSuffix(filepath.Base(name), ".txt"); family != k.Info().Family.String() {
				t.Errorf("%s: %s is of the family %s", name, k, k.Info().Family)
			}
			if _, twice := cases[k]; twice {
				t.Errorf("%s has two cases", k)
			}
			cases[k] = c
		}
	}
	if *collect > 0 {
		collectCases(t, cases)
	}
	if *collect > 0 || golden.IsUpdating() {
		writeGolden(t, cases)
	}
	for _, k := range hodoku.Techniques() {
		if _, ok := cases[k]; !ok {
			t.Errorf("%s has no case (go test ./logic -run Golden -collect 100 -only %s)", k, k)
		}
	}
}

func TestMoreCases(t *testing.T) {
	data, err := os.ReadFile(moreCases)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		caseOf(t, strings.TrimSpace(line))
	}
}

// caseOf finds the step of a line again and proves it.
func caseOf(t *testing.T, line string) (c goldenCase, found bool) {
	t.Helper()
	var err error
	if c.state, c.step, err = techdoc.ReadLibraryLine(line); err != nil {
		t.Errorf("%s: %v", line, err)
		return c, false
	}
	if err := Verify(c.state, &c.step); err != nil {
		t.Errorf("%s: %v", line, err)
	}
	return c, true
}

func writeGolden(t *testing.T, cases map[Technique]goldenCase) {
	files := map[Family]*bytes.Buffer{}
	for _, k := range hodoku.Techniques() {
		f := k.Info().Family
		if files[f] == nil {
			files[f] = &bytes.Buffer{}
		}
		if c, ok := cases[k]; ok {
			files[f].WriteString(c.block())
		}
	}
	for f, b := range files {
		if err := os.WriteFile("testdata/"+f.String()+".txt", b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// unclear rates how hard a step is to understand. bare holds the candidates that easier techniques
// remove in the same position.
func unclear(c *goldenCase, bare map[Candidate]bool) int {
	open := 0
	for at := range c.state.EmptyCells().All() {
		open += c.state.Candidates(at).Len()
	}
	cost := techdoc.PictureComplexityOf(&c.step) + max(open-110, 90-open)
	if slices.ContainsFunc(c.step.Eliminations, func(e Candidate) bool { return bare[e] }) {
		cost += 100
	}
	for _, p := range c.step.Placements {
		easy := true
		for d := range c.state.Candidates(p.Cell).Without(p.Digit).Digits() {
			easy = easy && bare[Candidate{Cell: p.Cell, Digit: d}]
		}
		if easy && c.step.Technique.Info().Family == FamilyForcing {
			cost += 100
		}
	}
	for i := range c.step.Branches {
		if len(c.step.Branches[i].Lines) < 4 {
			cost += 40
		}
	}
	return cost
}

// collectCases replaces cases by clearer ones.
func collectCases(t *testing.T, cases map[Technique]goldenCase) {
	type ranked struct {
		goldenCase
		cost int
	}
	best := map[Technique]ranked{}
	add := func(c goldenCase, cost int) {
		k := c.step.Technique
		if old, ok := best[k]; !ok || cost < old.cost {
			best[k] = ranked{c, cost}
		}
	}
	order := hodoku.Techniques()
	easier := func(s State, k Technique) map[Candidate]bool {
		bare := map[Candidate]bool{}
		for _, e := range hodoku.DefaultOrder() {
			if hodoku.ColumnsOf(e).Order < hodoku.ColumnsOf(k).Order {
				techdoc.Steps(s, e, Options{Nodes: techdoc.SearchNodes}, func(step *Step) bool {
					for _, x := range step.Eliminations {
						bare[x] = true
					}
					return true
				})
			}
		}
		return bare
	}
	wanted := func(k Technique) bool { return *only == "" || slices.Contains(strings.Split(*only, ","), k.String()) }
	for len(order) > 0 && !wanted(order[len(order)-1]) {
		order = order[:len(order)-1]
	}
	for _, k := range order {
		if c, ok := cases[k]; ok && wanted(k) {
			add(c, unclear(&c, easier(c.state, k)))
		}
	}
	n := 0
	for p, err := range generate.Puzzles(context.Background(), generate.Spec{Seed: *seed}, generate.Limits{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n > *collect {
			break
		}
		givens, _ := p.Grids()
		path, outcome, err := hodoku.PathOf(context.Background(), NewState(givens), hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found {
			t.Fatal(err)
		}
		here := map[Technique]ranked{}
		s := path.Start
		for i := range path.Steps {
			single := path.Steps[i].Technique.Info().Family == FamilySingle
			bare := map[Candidate]bool{}
			for _, k := range order {
				info := k.Info()
				if !wanted(k) {
					continue
				}
				// A position with a single shows few other techniques, but avoidable rectangles need many
				// solved cells.
				if single && info.Family != FamilySingle && info.Family != FamilyUnique || info.Family == FamilyForce && single {
					continue
				}
				var mine []Candidate
				empty := hodoku.CaseOf(new(State), &Step{Technique: k})
				options := empty.Options()
				options.Nodes = techdoc.SearchNodes
				techdoc.Steps(s, k, options, func(step *Step) bool {
					if *only != "" && len(mine) == 0 {
						bare = easier(s, k)
					}
					c := goldenCase{s, *step}
					cost := unclear(&c, bare)
					if old, ok := here[k]; !ok || cost < old.cost {
						c.step = step.Clone()
						here[k] = ranked{c, cost}
					}
					if len(mine) < 5000 {
						mine = append(mine, step.Eliminations...)
					}
					return true
				})
				if hodoku.ColumnsOf(k).Default {
					for _, e := range mine {
						bare[e] = true
					}
				}
			}
			s.Apply(&path.Steps[i])
		}
		for _, k := range order {
			if r, ok := here[k]; ok {
				add(r.goldenCase, r.cost)
			}
		}
	}
	for k, r := range best {
		cases[k] = r.goldenCase
	}
}
