package format

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/puzzle"
)

var rounds = flag.Int("rounds", 6, "puzzles of each kind for TestRandomRoundTrip; -seed tells them apart")

// Constraints of each kind, with cells and numbers by chance, come back as they were from our
// JSON and from the strings that have the kind, and from other notations as a puzzle that comes
// back as it is.
func TestRandomRoundTrip(t *testing.T) {
	for i, k := range puzzle.Kinds() {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		for range *rounds {
			p := changed(r, exampleOf(t, k))
			want := WriteNonet(p)
			for _, style := range Styles() {
				text, lost, err := writeAs(p, style)
				if err != nil || len(lost.All()) > 0 || style == "line" || style == "grid" || style == "pretty" {
					continue // of classic puzzles, or not all is written
				}
				back, notes, err := readAny(text)
				if err != nil || len(notes) > 0 {
					t.Errorf("%s, %s: %v, %v in %s of %s", k.Name, style, err, notes, text, want)
					continue
				}
				same := style == "nonet" || style == "iss" && strings.HasPrefix(k.Example, ".") &&
					k.Name != "LittleKiller" && k.Name != "Replicate" && k.Name != "Nothing" // a sum where no edge is; where it holds in order; left out
				got := WriteNonet(back)
				if same && got != want {
					t.Errorf("%s, %s: %s came back as\n%s, not\n%s", k.Name, style, text, got, want)
				}
				if len(back.Constraints)+len(back.Givens) == 0 {
					continue // a Replicate that holds in one place is none
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

// changed is a puzzle with other cells and numbers in its constraints, as far as it stays valid.
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
