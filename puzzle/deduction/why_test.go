package deduction

import (
	"slices"
	"testing"
	"time"

	"nonet/format"
	"nonet/internal/check/soak"
	"nonet/puzzle"
	"nonet/sudoku"
)

// This test asks for an argument for candidates of classic puzzles from easy to the hardest, and of other rules. There
// must be one. Each step must be proven in its position. The last step must show the conclusion, or there is a
// contradiction after it.
func TestWhy(t *testing.T) {
	var took []time.Duration
	kinds, n := map[string]int{}, 0
	for _, text := range []string{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"000000010400000000020000000000050407008000300001090000300400200050100000000806000",
		"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
		"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
		"98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6",
		".~R1C3_3~R1C4_6~R1C8_5~R2C1_8~R2C3_4~R2C4_7~R3C1_5~R3C5_2~R3C6_3~R4C6_7~R4C9_2~R5C3_1~R5C4_4~R6C2_5~R6C8_6~R7C5_7~R7C7_4~R7C9_3~R8C5_3~R8C6_1~R9C1_6~R9C3_5~R9C8_9~R9C9_7.Diagonal~1.Diagonal~-1",
		".Cage~18~R1C1~R1C2~R2C1~R2C2.Cage~24~R1C3~R1C4~R1C5~R1C6.Cage~8~R1C7~R1C8.Cage~24~R1C9~R2C9~R3C9~R4C9.Cage~21~R2C3~R2C4~R3C2~R3C3.Cage~19~R2C5~R2C6~R2C7~R2C8.Cage~16~R3C1~R4C1~R5C1.Cage~14~R3C4~R4C3~R4C4.Cage~10~R3C5~R3C6~R4C5.Cage~17~R3C7~R4C6~R4C7.Cage~12~R3C8~R4C8~R5C8.Cage~16~R4C2~R5C2~R5C3.Cage~23~R5C4~R5C5~R6C5.Cage~16~R5C6~R5C7~R6C7~R6C8.Cage~11~R5C9~R6C9.Cage~9~R6C1~R6C2.Cage~9~R6C3~R6C4.Cage~19~R6C6~R7C6~R8C6~R9C6.Cage~10~R7C2~R7C3.Cage~5~R7C4~R8C4.Cage~13~R7C5~R8C5.Cage~26~R7C7~R8C7~R9C7~R9C8.Cage~19~R7C8~R7C9~R8C8~R8C9~R9C9.Cage~15~R8C1~R8C2~R9C1.Cage~12~R8C3~R9C2~R9C3.Cage~11~R9C4~R9C5",
		".~R1C2_2~R1C9_8~R2C1_4~R2C7_2~R2C8_6~R3C1_1~R4C2_8~R4C3_3~R5C8_5~R5C9_2~R6C4_7~R6C7_1~R8C2_6.Thermo~R2C5~R1C5~R1C4.Thermo~R3C4~R2C3~R2C2.Thermo~R4C6~R3C6~R2C6.Thermo~R3C5~R4C4~R5C4~R5C5.Thermo~R4C8~R4C7~R3C7.Thermo~R5C3~R6C2~R7C3.Thermo~R7C9~R7C8~R6C8.Thermo~R9C1~R8C2~R7C1.Thermo~R7C4~R8C3~R9C3.Thermo~R7C7~R7C6~R8C6.Thermo~R8C7~R9C7~R9C8",
	} {
		p, err := format.ReadISS(text)
		if len(text) == sudoku.Cells {
			p, err = puzzle.FromGrid(sudoku.MustParse(text)), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		s, err := NewState(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Search(t.Context(), puzzle.Limits{Solutions: 2, Keep: 1})
		if err != nil || found.N != 1 {
			t.Fatal(found.N, err)
		}
		for c := range p.BoardCells() {
			for _, v := range s.valuesOf(s.may[c]) {
				if n++; s.placed[c] || n%soak.Pick(61, 7) != 0 {
					continue
				}
				start := time.Now()
				on := found.Solutions[0][c] == v
				a, err := s.Why(t.Context(), Candidate{c, v}, on)
				took = append(took, time.Since(start))
				if err != nil || !a.Found() {
					t.Fatalf("%s: r%dc%d=%d: %v, %d steps", text, c/9+1, c%9+1, v, err, len(a.Steps))
				}
				if len(a.Breaks) > 0 {
					kinds["rule"]++
					continue
				}
				at, steps := a.From.Clone(), a.Steps
				kind := "steps"
				switch {
				case a.Contradiction != nil:
					kind = "supposition"
					at.Apply(steps[0])
					steps = steps[1:]
				case len(steps) == 1:
					kind = "step"
				}
				kinds[kind]++
				supposed := 0
				for _, step := range steps {
					// After a supposition there is no solution, so that nothing is refuted. So each step must be proved.
					if got, err := verifyStep(t.Context(), at, step); err != nil || got != verdictProved {
						t.Errorf("%s: r%dc%d=%d: %v: %v: %s", text, c/9+1, c%9+1, v, got, err, at.Sentence(t.Context(), step, nil))
					}
					if at.Apply(step); step.Technique >= Supposition {
						supposed++
					}
				}
				if supposed > mostSupposed {
					t.Errorf("%s: r%dc%d=%d: %d suppositions", text, c/9+1, c%9+1, v, supposed)
				}
				is := at.may[c]>>at.bitOf(v)&1 != 0
				if shown := is == on && (!on || at.may[c] == 1<<at.bitOf(v)); a.Contradiction == nil && !shown || a.Contradiction != nil && !isShown(at, a.Contradiction) {
					t.Errorf("%s: r%dc%d=%d: the steps show nothing", text, c/9+1, c%9+1, v)
				}
			}
		}
	}
	for _, kind := range []string{"step", "steps", "supposition"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing was shown by a %s", kind)
		}
	}
	slices.Sort(took)
	t.Log(kinds, "median", took[len(took)/2], "95th percentile", took[len(took)*95/100], "longest", took[len(took)-1])
}

// isShown reports whether a position has a contradiction. Where a rule breaks, the rule's cells must be decided.
func isShown(at *State, x *Contradiction) bool {
	if x.Rule == nil {
		return at.IsContradictory()
	}
	return at.countOpen(x.Rule.Cells) == 0
}

// This test asks about a candidate of a puzzle that only many suppositions refute. There must be no argument.
func TestWhyGivesUp(t *testing.T) {
	p, err := format.ReadISS(".Cage~27~R1C1~R1C2~R1C3~R1C4~R2C1.Cage~22~R1C5~R1C6~R1C7~R1C8~R2C6.Cage~30~R1C9~R2C8~R2C9~R3C9~R4C9.Cage~22~R2C2~R2C3~R2C4~R2C5~R3C4.Cage~19~R2C7~R3C7~R4C6~R4C7~R5C6.Cage~27~R3C1~R3C2~R3C3~R4C1~R5C1.Cage~28~R3C5~R3C6~R4C3~R4C4~R4C5.Cage~27~R3C8~R4C8~R5C7~R5C8~R6C8.Cage~25~R4C2~R5C2~R5C3~R6C2~R7C2.Cage~27~R5C4~R6C3~R6C4~R7C3~R8C3.Cage~5~R5C5.Cage~22~R5C9~R6C9~R7C7~R7C8~R7C9.Cage~25~R6C1~R7C1~R8C1~R8C2~R9C1.Cage~31~R6C5~R6C6~R6C7~R7C4~R7C5.Cage~21~R7C6~R8C5~R8C6~R8C7~R8C8.Cage~20~R8C4~R9C2~R9C3~R9C4~R9C5.Cage~27~R8C9~R9C6~R9C7~R9C8~R9C9")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewState(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := s.Why(t.Context(), Candidate{46, 1}, false); err != nil || a.Found() {
		t.Error(len(a.Steps), "steps,", err)
	}
}

// TestWhyLongXSum supposes candidates until the first cell of an X-sum has only values beyond the line's length.
func TestWhyLongXSum(t *testing.T) {
	p := read(t, ".Shape~4x4~3-6.~R1C1_6~R4C3_5.XSum~R2~~14.ContainAtLeast~4~R4C2~R3C1")
	start, err := NewState(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for cell := range p.BoardCells() {
		for v := range p.ValuesOf(cell) {
			if _, err := start.Why(t.Context(), Candidate{cell, v}, false); err != nil {
				t.Errorf("%s=%d: %v", p.CellName(cell), v, err)
			}
		}
	}
}
