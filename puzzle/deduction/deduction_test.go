package deduction

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
)

func read(t testing.TB, text string) *puzzle.Puzzle {
	t.Helper()
	p, err := format.ReadISS(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// examples are puzzles that need all kinds of steps.
var examples = []string{
	".Shape~4x4.Thermo~R4C1~R3C1~R2C1~R1C1.Cage~3~R1C2~R2C2.~R4C4_2.~R1C4_1",
	".Cage~17~R2C3~R2C4.Cage~9~R3C3~R3C4~R4C4.Cage~22~R1C6~R2C5~R2C6~R3C5.Cage~4~R1C7~R2C7.Cage~16~R1C8~R2C8.Cage~15~R1C9~R2C9~R3C9~R4C9.Cage~20~R3C7~R3C8~R4C7",
	".~R1C2_6~R1C9_9~R2C1_9~R8C9_3~R9C1_4~R9C8_7.Arrow~R7C4~R7C5~R7C6.Arrow~R4C7~R5C7~R6C7.Arrow~R1C5~R2C4~R3C3~R4C2~R5C1",
	".~R1C1_8~R2C3_3~R2C4_6~R3C2_7~R3C5_9~R3C7_2~R4C2_5~R4C6_7~R5C5_4~R5C6_5~R5C7_7~R6C4_1~R6C8_3~R7C3_1~R7C8_6~R7C9_8~R8C3_8~R8C4_5~R8C8_1~R9C2_9~R9C7_4",
}

// TestSentences checks the first step of each technique: its sentences in both languages, and its
// drawing with the arguments.
func TestSentences(t *testing.T) {
	steps := argumentsShown(t)
	told := map[Technique]bool{}
	var b strings.Builder
	for i, text := range examples {
		path, err := pathOf(t.Context(), read(t, text), i == len(examples)-1)
		if err != nil {
			t.Fatal(err)
		}
		at := path.Start.Clone()
		for _, step := range path.Steps {
			if !told[step.Technique] {
				told[step.Technique] = true
				if step.Technique < Supposition && !slices.ContainsFunc(steps, func(x shown) bool { return x.step.Technique == step.Technique }) {
					steps = append(steps, shown{at.Clone(), step})
				}
				for _, lang := range message.Langs() {
					fmt.Fprintf(&b, "%s: %s\n", at.Title(step).In(lang), at.Sentence(t.Context(), step, nil).In(lang))
				}
			}
			at.Apply(step)
		}
	}
	golden.Check(t, "testdata/sentences.txt", b.String())
	document(t, steps)
}

// TestRandomPuzzles checks that steps of random puzzles keep the solution and are not refuted. A step that
// removes a value of the solution must be refuted.
func TestRandomPuzzles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { // this takes a second on an idle machine
		p, solution := random(rt)
		path, err := pathOf(t.Context(), p, rapid.IntRange(0, 3).Draw(rt, "suppose") == 0)
		if err != nil {
			rt.Fatalf("%s: %v", format.WriteNonet(p), err)
		}
		at := path.Start.Clone()
		for i, whole := range path.Steps {
			step := whole
			for _, x := range excludedCandidates(at, step) {
				if solution[x.Cell] == x.Value {
					rt.Fatalf("%s: step %d, %v, takes %d away from %s", format.WriteNonet(p), i, step.Technique, x.Value, p.CellName(x.Cell))
				}
			}
			if i < 1 {
				if verdict, err := verifyStep(t.Context(), at, step); err != nil || verdict == verdictRefuted {
					rt.Fatalf("%s: step %d, %v: %v, %v", format.WriteNonet(p), i, step, verdict, err)
				}
				if step.Parts != nil {
					step = step.Parts[0]
				}
				if len(step.Places) == 0 && step.Technique != byChain {
					wrong := *step
					c := step.Cells[0]
					wrong.Removes = []Candidate{{c, solution[c]}}
					if verdict, err := verifyStep(t.Context(), at, &wrong); err != nil || verdict != verdictRefuted {
						rt.Fatalf("%s: %v passes as %v: %v", format.WriteNonet(p), &wrong, verdict, err)
					}
				}
			}
			at.Apply(whole)
		}
		if values, ok := path.End.Values(); path.Solved && (!ok || !slices.Equal(values, solution)) {
			if broken, err := p.Check(values); err != nil || len(broken) > 0 {
				rt.Fatalf("%s: solved to %v, which breaks %v, %v", format.WriteNonet(p), values, broken, err)
			}
		}
	})
}

// TestStepsKeepAllSolutions checks that the steps of puzzles with several solutions remove no value of a solution.
func TestStepsKeepAllSolutions(t *testing.T) {
	for _, text := range []string{
		".Shape~4x4~0-3.Skyscraper~R1~1~", // a 0 before the 3 is not seen
	} {
		p := read(t, text)
		r, err := solve.Count(t.Context(), p, puzzle.Limits{Solutions: 1000})
		path, err2 := pathOf(t.Context(), p, true)
		if err != nil || err2 != nil || !r.Exact {
			t.Fatalf("%s: %v, %v", text, err, err2)
		}
		for _, solution := range r.Solutions {
			for cell, value := range solution {
				if path.End.CandidateSet(cell)&path.End.valuesBetween(value, value) == 0 {
					t.Fatalf("%s: the steps remove %d from %s", text, value, p.CellName(cell))
				}
			}
		}
	}
}

// clues returns clues that hold for one line of a grid, seen from one end, and for four cells.
func clues(rnd *rand.Rand, size int, solution []int) []puzzle.Constraint {
	line := func(from, by int) (cells []int) {
		for i := range size {
			cells = append(cells, from+i*by)
		}
		return cells
	}
	var lines [][]int
	for i := range size {
		for _, cells := range [][]int{line(i*size, 1), line(i, size)} {
			back := slices.Clone(cells)
			slices.Reverse(back)
			lines = append(lines, cells, back)
		}
	}
	values := func(cells []int) (all []int) {
		for _, c := range cells {
			all = append(all, solution[c])
		}
		return all
	}
	sum := func(list []int) (n int) {
		for _, v := range list {
			n += v
		}
		return n
	}
	cells := lines[rnd.IntN(len(lines))]
	own := values(cells)
	seen, highest, rank := 0, 0, 1
	for _, v := range own {
		if v > highest {
			seen, highest = seen+1, v
		}
	}
	for _, other := range lines {
		if slices.Compare(values(other), own) < 0 {
			rank++
		}
	}
	one, most := slices.Index(own, 1), slices.Index(own, size)
	corner := rnd.IntN(size-1)*size + rnd.IntN(size-1)
	square := []int{corner, corner + 1, corner + size, corner + size + 1}
	return []puzzle.Constraint{
		{Kind: "Skyscraper", Numbers: []int{seen}, Cells: cells},
		{Kind: "Sandwich", Numbers: []int{sum(own[min(one, most)+1 : max(one, most)])}, Cells: cells},
		{Kind: "XSum", Numbers: []int{sum(own[:own[0]])}, Cells: cells},
		{Kind: "FullRank", Numbers: []int{rank}, Cells: cells},
		{Kind: "NumberedRoom", Numbers: []int{own[own[0]-1]}, Cells: cells},
		{Kind: "Quad", Numbers: []int{solution[square[rnd.IntN(4)]]}, Cells: square},
		{Kind: "Clone", Sets: [][]int{cells[:1], {slices.Index(solution, own[0])}}},
	}
}

// random returns a puzzle of 4×4 or 6×6 cells with its solution.
func random(rt *rapid.T) (*puzzle.Puzzle, []int) {
	size := rapid.SampledFrom([]int{4, 4, 6}).Draw(rt, "size")
	p := puzzle.New(size, size)
	r, err := solve.Count(rt.Context(), p, puzzle.Limits{Solutions: 1, Seed: rapid.Uint64Range(1, 1<<20).Draw(rt, "seed")})
	if err != nil {
		rt.Fatal(err)
	}
	solution := r.Solutions[0]
	rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "rules"), 0))
	p.Constraints = nil
	line := func(n int) []int {
		cells := []int{rnd.IntN(size * size)}
		for tries := 0; len(cells) < n && tries < 50; tries++ {
			at := cells[len(cells)-1]
			row, column := at/size+rnd.IntN(3)-1, at%size+rnd.IntN(3)-1
			if next := row*size + column; row >= 0 && row < size && column >= 0 && column < size && !slices.Contains(cells, next) {
				cells = append(cells, next)
			}
		}
		return cells
	}
	for range rapid.IntRange(3, 14).Draw(rt, "n") {
		cells := line(2 + rnd.IntN(4))
		if len(cells) < 2 {
			continue
		}
		sum := 0
		for _, c := range cells {
			sum += solution[c]
		}
		candidates := []puzzle.Constraint{
			{Kind: "Cage", Numbers: []int{sum}, Cells: cells},
			{Kind: "Sum", Numbers: []int{sum}, Cells: cells},
			{Kind: "Thermo", Cells: cells},
			{Kind: "Renban", Cells: cells},
			{Kind: "Palindrome", Cells: cells},
			{Kind: "Whisper", Numbers: []int{2}, Cells: cells},
			{Kind: "Arrow", Cells: cells},
			{Kind: "Zipper", Cells: cells},
			{Kind: "CountingCircles", Cells: distinctCells(slices.Clone(cells))},
			{Kind: "Between", Cells: cells},
			{Kind: "WhiteDot", Cells: cells[:2]},
			{Kind: "BlackDot", Cells: cells[:2]},
			{Kind: "AntiKnight"},
			{Kind: "StrictKropki"},
			{Kind: "RegionSumLine", Cells: cells},
		}
		candidates = append(candidates, clues(rnd, size, solution)...)
		rnd.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
		for _, c := range candidates {
			p.Constraints = append(p.Constraints, c)
			if broken, err := p.Check(solution); err == nil && len(broken) == 0 {
				break
			}
			p.Constraints = p.Constraints[:len(p.Constraints)-1]
		}
	}
	for range rnd.IntN(size) {
		c := rnd.IntN(size * size)
		p.Givens = append(p.Givens, puzzle.Given{Cell: c, Values: []int{solution[c]}})
	}
	return p, solution
}

// pathOf returns the path of a puzzle.
func pathOf(ctx context.Context, p *puzzle.Puzzle, suppose bool) (*Path, error) {
	start, err := NewState(ctx, p)
	if err != nil {
		return nil, err
	}
	return start.Path(ctx, suppose)
}
