package format

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/puzzle"
	"nonet/solve"
)

var (
	rounds = flag.Int("rounds", 2, "puzzles of each kind for TestRandomRoundTrip")
	seed   = flag.Uint64("seed", 0, "seed of the puzzles of TestRandomRoundTrip, and of the guesses of TestTimes")
)

// TestRandomRoundTrip writes constraints of each kind with random cells and numbers. nonet's JSON must return
// them unchanged, and so must the strings of Interactive Sudoku Solver that have the kind. Other notations must
// return a puzzle that a second round does not change.
func TestRandomRoundTrip(t *testing.T) {
	for i, k := range puzzle.Kinds() {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		for range *rounds {
			p := changed(r, exampleOf(t, k))
			want := WriteNonet(p)
			for _, style := range AnyRulesStyles() {
				text, lost, err := writeAs(p, style)
				if err != nil || len(lost.All()) > 0 || style == "line" || style == "grid" || style == "pretty" {
					continue // the notation is for classic puzzles only, or a part is not written
				}
				back, notes, err := readAny(text)
				if err != nil || len(notes) > 0 {
					t.Errorf("%s, %s: %v, %v in %s of %s", k.Name, style, err, notes, text, want)
					continue
				}
				same := style == "nonet" || style == "iss" && strings.HasPrefix(k.Example, ".") &&
					k.Name != "LittleKiller" && k.Name != "Replicate" && k.Name != "Nothing" // leave out sums where there is no edge, and rules that ignore the order of cells
				got := WriteNonet(back)
				if same && got != want {
					t.Errorf("%s, %s: %s came back as\n%s, not\n%s", k.Name, style, text, got, want)
				}
				if len(back.Constraints)+len(back.Givens) == 0 {
					continue // a Replicate with one place has no effect
				}
				again, lost, err := writeAs(back, style)
				if err != nil || len(lost.All()) > 0 {
					t.Errorf("%s, %s: %v, %v, when %s is written again", k.Name, style, err, lost, text)
				} else if next, _, err := readAny(again); err != nil || WriteNonet(next) != got {
					t.Errorf("%s, %s: %s, written again as %s, is another puzzle, %v", k.Name, style, text, again, err)
				}
			}
		}
	}
}

// changed returns p with other cells and numbers in its constraints, if it stays valid.
func changed(r *rand.Rand, p *puzzle.Puzzle) *puzzle.Puzzle {
	for i := range p.Constraints {
		c := &p.Constraints[i]
		was := *c
		others := func(cells []int) []int {
			if len(cells) == 0 || r.IntN(4) == 0 {
				return cells
			}
			n := len(cells)
			if r.IntN(2) == 0 {
				n = 1 + r.IntN(12)
			}
			return r.Perm(p.BoardCells())[:n]
		}
		c.Cells, c.Sets, c.Numbers = others(c.Cells), slices.Clone(c.Sets), slices.Clone(c.Numbers)
		for j := range c.Sets {
			c.Sets[j] = others(c.Sets[j])
		}
		if len(c.Numbers) > 0 {
			c.Numbers[0] += r.IntN(10) - 3
		}
		if p.Validate() != nil {
			*c = was
		}
	}
	return p
}

// TestRandomPuzzles writes random puzzles of any rules, with several constraints on boards of several sizes, in
// every notation. A notation must name what it cannot express. The written text has no rule that the puzzle
// lacks. If it loses no rule, the puzzle that is read back has the same solutions.
func TestRandomPuzzles(t *testing.T) {
	whole := map[Kind]int{}
	mustKeep := []Kind{ISS, Nonet, FPuzzles, FPuzzlesJSON, SudokuPad, SudokuPadJSON}
	keptByAll := func() bool { return !slices.ContainsFunc(mustKeep, func(k Kind) bool { return whole[k] == 0 }) }
	// What the seeds draw depends on the table of kinds. So draw more until each format kept a puzzle whole.
	for i := 0; i < 12**rounds || i < 200 && !keptByAll(); i++ {
		r := rand.New(rand.NewPCG(*seed, uint64(1000+i)))
		p := randomPuzzle(t, r)
		mine := someSolutions(t, p)
		for _, k := range WritableKinds() {
			text, lost, err := Write(p, k)
			switch {
			case err != nil && err.Error() == "":
				t.Errorf("%s refuses without a word: %s", k, WriteNonet(p))
				continue
			case err != nil:
				continue
			case !k.WritesAnyRules():
				t.Errorf("%s takes puzzles of any rules, and the table says that it does not", k)
				continue
			}
			if len(p.Givens) == 0 && (k == Line || k == Rows || k == Drawn) {
				continue // a text without digits and letters may be a border
			}
			read, err := ParseOne(text)
			if err != nil {
				t.Errorf("%s: %v\n%s\nof %s", k, err, text, WriteNonet(p))
				continue
			}
			back := read.Puzzle()
			for _, s := range mine {
				if !solves(back, s) {
					t.Errorf("%s has a rule that the puzzle has not: %s\nof %s\ncame back as %s", k, text, WriteNonet(p), WriteNonet(back))
					break
				}
			}
			if len(lost.Rules)+len(lost.Drawn) > 0 {
				continue
			}
			if unknown := read.UnknownRules(); len(unknown) > 0 {
				t.Errorf("%s: does not know %v, which it wrote: %s", k, unknown, text)
				continue
			}
			whole[k]++
			for _, s := range someSolutions(t, back) {
				if !solves(p, s) {
					t.Errorf("%s lost a rule, and does not name it: %s\nof %s\ncame back as %s", k, text, WriteNonet(p), WriteNonet(back))
					break
				}
			}
			if k != Nonet {
				continue
			}
			if want, got := WriteNonet(p), WriteNonet(back); got != want {
				t.Errorf("%s came back as %s", want, got)
			}
		}
	}
	for _, k := range mustKeep {
		if whole[k] == 0 {
			t.Errorf("%s lost something of every puzzle", k)
		}
	}
	t.Log("came back whole:", whole)
}

// randomPuzzle returns a puzzle with some constraints and some givens.
func randomPuzzle(t *testing.T, r *rand.Rand) *puzzle.Puzzle {
	n := []int{9, 9, 9, 4, 6, 8, 10}[r.IntN(7)]
	p := puzzle.New(n, n)
	kinds := puzzle.Kinds()
	for range 1 + r.IntN(4) {
		one := changed(r, exampleOf(t, kinds[r.IntN(len(kinds))]))
		if len(one.Groups) > 0 || one.Free || one.Low != 1 || one.High != 9 || one.RegionSize != 0 {
			continue // the constraint fits only its own board
		}
		for _, c := range one.Constraints {
			before := p.Constraints
			p.Constraints = append(slices.Clip(before), onBoardOf(n, c))
			if p.Validate() != nil || p.Contradiction() != nil {
				p.Constraints = before
			}
		}
	}
	solutions := someSolutions(t, p)
	if len(solutions) == 0 {
		return p
	}
	for cell, v := range solutions[0][:p.BoardCells()] {
		if r.IntN(3) == 0 {
			p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{v}})
		}
	}
	return p
}

// onBoardOf returns a constraint of a 9-row board moved to the cells of a board with n rows.
func onBoardOf(n int, c puzzle.Constraint) puzzle.Constraint {
	move := func(cells []int) []int {
		moved := slices.Clone(cells)
		for i, cell := range moved {
			moved[i] = cell/9%n*n + cell%9%n
		}
		return moved
	}
	c.Cells, c.Sets, c.Parts = move(c.Cells), slices.Clone(c.Sets), slices.Clone(c.Parts)
	for i := range c.Sets {
		c.Sets[i] = move(c.Sets[i])
	}
	for i := range c.Parts {
		c.Parts[i] = onBoardOf(n, c.Parts[i])
	}
	return c
}

// someSolutions returns up to two solutions that a short search finds.
func someSolutions(t *testing.T, p *puzzle.Puzzle) [][]int {
	found, _ := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 2, Keep: 2, Nodes: 2000})
	return found.Solutions
}

// solves reports whether values satisfy all givens and rules of a puzzle.
func solves(p *puzzle.Puzzle, values []int) bool {
	if len(values) != p.Cells() {
		return false
	}
	for _, g := range p.Givens {
		if !slices.Contains(g.Values, values[g.Cell]) {
			return false
		}
	}
	broken, err := p.Check(values)
	return err == nil && len(broken) == 0
}
