package deduction

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"nonet/message"
	"nonet/puzzle"
)

// latin returns a board of the given size, with or without boxes, with part of a solution as
// givens.
func latin(size int, box puzzle.Box, kept float64, seed uint64) (p *puzzle.Puzzle, solution []int) {
	p = &puzzle.Puzzle{Rows: size, Columns: size, Low: 1, High: size, Box: box}
	rnd := rand.New(rand.NewPCG(28, seed))
	name := rnd.Perm(size)
	for c := range size * size {
		row, column := c/size, c%size
		if box.Rows > 0 {
			row = row%box.Rows*box.Columns + row/box.Rows
		}
		v := name[(row+column)%size] + 1
		solution = append(solution, v)
		if rnd.Float64() < kept {
			p.Givens = append(p.Givens, puzzle.Given{Cell: c, Values: []int{v}})
		}
	}
	return p, solution
}

// TestLargeBoards checks boards that package logic does not support, and the largest that it supports. Steps
// must keep the solution, have sentences, and not be refuted.
func TestLargeBoards(t *testing.T) {
	told := map[Technique]bool{}
	for _, board := range []struct {
		size int
		box  puzzle.Box
		kept float64
	}{{16, puzzle.Box{Rows: 4, Columns: 4}, 0.44}, {17, puzzle.Box{}, 0.44}, {25, puzzle.Box{Rows: 5, Columns: 5}, 0.47}} {
		for seed := range uint64(2) {
			p, solution := latin(board.size, board.box, board.kept, seed)
			start, err := NewState(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			path, err := start.walkPath(t.Context(), &finder{Hardest: byFinnedFish})
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			at, found, verified := start.Clone(), map[Technique]int{}, map[Technique]int{}
			for i, step := range path.Steps {
				for _, x := range excludedCandidates(at, step) {
					if solution[x.Cell] == x.Value {
						t.Fatalf("%d×%d: step %d, %v, takes %d away from %s", board.size, board.size, i, step.Technique, x.Value, p.CellName(x.Cell))
					}
				}
				if verified[step.Technique]++; verified[step.Technique] <= 5 && step.Technique > byHiddenSingle {
					if verdict, err := verifyStep(t.Context(), at, step); err != nil || verdict == verdictRefuted {
						t.Errorf("%d×%d: step %d, %v: %v, %v", board.size, board.size, i, step, verdict, err)
					}
					for _, lang := range message.Langs() {
						if said := at.Sentence(t.Context(), step, nil).In(lang); said == "" || strings.ContainsAny(said, "{}") {
							t.Errorf("%d×%d: step %d, %v: %q", board.size, board.size, i, step, said)
						}
					}
				}
				told[step.Technique] = true
				found[step.Technique]++
				at.Apply(step)
			}
			t.Logf("%d×%d: %d steps in %v, %d candidates left; %v", board.size, board.size, len(path.Steps), took.Round(time.Millisecond), left(path.End), found)
		}
	}
	for _, technique := range []Technique{byHiddenSingle, byLocked, byNakedSubset, byHiddenSubset, byHouseRules} {
		if !told[technique] {
			t.Errorf("no step of %v", technique)
		}
	}
}

func left(s *State) (n int) {
	for c := range s.may {
		n += len(s.valuesOf(s.may[c]))
	}
	return n - len(s.may)
}

// TestHouseAlone checks that the sentence for a house without rules, filled completely, names no
// rule.
func TestHouseAlone(t *testing.T) {
	p := &puzzle.Puzzle{Rows: 17, Columns: 17, Low: 1, High: 17}
	for c := range 11 {
		p.Givens = append(p.Givens, puzzle.Given{Cell: c, Values: []int{c + 1}})
	}
	p.Givens = append(p.Givens, puzzle.Given{Cell: 11, Values: []int{12, 13}}, puzzle.Given{Cell: 12, Values: []int{12, 13}})
	s, err := NewState(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	f := new(finder)
	for {
		next, err := f.Next(t.Context(), s)
		if next == nil || err != nil {
			t.Fatal(next, err)
		}
		if next.Technique == byHouseRules {
			if got, want := s.Sentence(t.Context(), next, nil).In(message.English), "In row 1 each value occurs once."; !strings.HasPrefix(got, want) || strings.Contains(got, "it holds") {
				t.Error(got)
			}
			return
		}
		s.Apply(next)
	}
}

// TestCageIsHouse checks that a cage with as many cells as there are values is a house, for finders and for
// proofs.
func TestCageIsHouse(t *testing.T) {
	text := ".Cage~45~R1C1~R1C2~R2C2~R3C3~R4C4~R5C4~R6C5~R7C6~R8C7"
	for _, cell := range strings.Fields("R2C2 R3C3 R4C4 R5C4 R6C5 R7C6 R8C7") {
		text += fmt.Sprintf(".~%s_2_3_4_5_6_7_8_9", cell)
	}
	p := read(t, text)
	path, err := pathOf(t.Context(), p, false)
	if err != nil {
		t.Fatal(err)
	}
	at, cages := path.Start.Clone(), 0
	for _, step := range path.Steps {
		if step.Technique == byLocked && at.pieces.All[step.Pieces[0]].Constraint >= 0 {
			cages++
			if verdict, err := verifyStep(t.Context(), at, step); err != nil || verdict != verdictProved {
				t.Errorf("%s: %v, %v", at.Sentence(t.Context(), step, nil), verdict, err)
			}
		}
		at.Apply(step)
	}
	if cages == 0 {
		t.Error("nothing is locked in the cage")
	}
}

// TestLongCage checks a cage of twenty cells, of which three are open. A list of all sets of twenty values would
// never end.
func TestLongCage(t *testing.T) {
	p := &puzzle.Puzzle{Rows: 1, Columns: 40, Low: 1, High: 40}
	cage := puzzle.Constraint{Kind: "Cage", Numbers: []int{210}}
	for cell := range 20 {
		cage.Cells = append(cage.Cells, cell)
		if cell < 17 {
			p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{cell + 1}})
		}
	}
	p.Constraints = []puzzle.Constraint{cage}
	s, err := NewState(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if f := (&finder{State: s, of: s.pieces}); !f.hasFewSums(cage.Cells, 210) {
		t.Error("18, 19 and 20 are not seen as the only set")
	}
}
