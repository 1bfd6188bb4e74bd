package format

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/internal/wording"
	"nonet/message"
	"nonet/puzzle"
)

// numberedPuzzles returns puzzles with constraints of a kind: one with the example's numbers, one with others, and one
// with both.
func numberedPuzzles(t *testing.T, k *puzzle.Kind) (all []*puzzle.Puzzle) {
	example := exampleOf(t, k)
	last := len(example.Constraints) - 1
	if last < 0 || example.Constraints[last].Kind != k.Name || len(example.Constraints[last].Numbers) == 0 || k.TypedForm() == "word" {
		return nil
	}
	with := func(some ...puzzle.Constraint) *puzzle.Puzzle {
		p := *example
		p.Constraints = append(slices.Clone(example.Constraints[:last]), some...)
		return &p
	}
	one := example.Constraints[last]
	all = append(all, example)
	for at := range one.Numbers {
		other := one
		other.Numbers = slices.Clone(one.Numbers)
		for _, step := range []int{1, -1, 2} {
			if other.Numbers[at] = one.Numbers[at] + step; slices.Contains(one.Numbers, other.Numbers[at]) || other.Numbers[at] == 0 || with(other).Validate() != nil {
				continue
			}
			all = append(all, with(other))
			for _, rows := range []int{1, 4} { // beside each other
				moved := other
				moved.Cells = slices.Clone(one.Cells)
				for i := range moved.Cells {
					moved.Cells[i] += rows * example.Columns
				}
				if both := with(one, moved); (len(one.Cells) == 0 || slices.Max(moved.Cells) < example.BoardCells()) && both.Validate() == nil {
					return append(all, both)
				}
			}
		}
	}
	return all
}

// TestNumbersInRules reads the sentences of constraints with numbers in both languages. Each must mean its own kind
// with these numbers, and no other number.
func TestNumbersInRules(t *testing.T) {
	kinds, sentences := 0, 0
	for _, k := range puzzle.Kinds() {
		all := numberedPuzzles(t, k)
		if len(all) > 0 {
			kinds++
		}
		for at, p := range all {
			for _, lang := range message.Langs() {
				var lines []string
				for _, r := range p.RuleList() {
					lines = append(lines, r.FullName().In(lang)+": "+r.Text.In(lang))
				}
				t.Log(lines)
				read := newReaderOf(p, "")
				var explaining []*wording.Meaning
				said := wording.Read(strings.Join(lines, "\n"))
				for _, s := range said {
					for i := range s.Meanings {
						explaining = append(explaining, &s.Meanings[i])
					}
				}
				read.explaining = explaining
				for _, s := range said {
					sentences++
					if len(s.Meanings) == 0 {
						t.Errorf("%s: %q is not read", k.Name, s.Text)
					}
					for i := range s.Meanings {
						if m := &s.Meanings[i]; !read.isPhraseExplained(m, false) {
							t.Errorf("%s: %q does not explain %v: %+v", k.Name, s.Text, p.Constraints, *m)
						}
					}
				}
				// The sentences of another puzzle's numbers are not about this one.
				if other := all[(at+1)%len(all)]; len(all) > 1 && len(p.Constraints) == len(other.Constraints) {
					wrong := &fpuzzlesReader{ruleReader: ruleReader{Puzzle: other}, explaining: explaining}
					if !slices.ContainsFunc(explaining, func(m *wording.Meaning) bool { return !wrong.isPhraseExplained(m, false) }) {
						t.Errorf("%s: %q explains %v", k.Name, lines, other.Constraints)
					}
				}
			}
		}
	}
	if kinds < 33 || sentences < 280 {
		t.Errorf("only %d kinds, %d sentences", kinds, sentences)
	}
}

// TestNumbersReadBack writes constraints with numbers for f-puzzles and SudokuPad and reads them from the drawing and
// the sentences, without nonet's own copy.
func TestNumbersReadBack(t *testing.T) {
	numbersOf := func(p *puzzle.Puzzle) (list []string) {
		for _, c := range p.Constraints {
			list = append(list, fmt.Sprint(c.Kind, c.Numbers))
		}
		slices.Sort(list)
		return list
	}
	drawn := map[string]bool{} // the kinds that a drawing and sentences tell
	for _, k := range puzzle.Kinds() {
		for _, p := range numberedPuzzles(t, k) {
			pad, _ := writeSudokuPadJSON(p, nil)
			var document map[string]any
			if err := json.Unmarshal([]byte(pad), &document); err != nil {
				t.Fatal(err)
			}
			delete(document["metadata"].(map[string]any), "nonet")
			bare, _ := json.Marshal(document)
			texts := []string{string(bare)}
			if written, _, ok := writeFPuzzlesJSON(p, nil); ok {
				texts = append(texts, written)
			}
			for i, text := range texts {
				read, notes, err := readAny(text)
				if err != nil {
					t.Error(k.Name, err)
					continue
				}
				open := slices.ContainsFunc(notes, func(n Note) bool { return !n.Cosmetic && n.IsOmission() })
				got, want := numbersOf(read), numbersOf(p)
				if whole := slices.Equal(got, want); !whole && !open || whole == open || i == 1 && !whole && k.FPuzzles != "" {
					t.Errorf("%s %d: %v, not %v; %v %v", k.Name, i, got, want, open, notes)
				} else if i == 0 && whole {
					drawn[k.Name] = true
				}
			}
		}
	}
	if len(drawn) < 14 {
		t.Errorf("only %v are read from drawings", drawn)
	}
}
