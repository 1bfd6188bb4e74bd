package logic

import (
	"context"
	"testing"

	"nonet/sudoku"
)

// The first is solved by singles, the second needs most of the table.
const (
	easyPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hardPuzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

func BenchmarkPathEasy(b *testing.B) { benchmarkPath(b, easyPuzzle) }
func BenchmarkPathHard(b *testing.B) { benchmarkPath(b, hardPuzzle) }

func benchmarkPath(b *testing.B, puzzle string) {
	s, order := NewState(sudoku.MustParse(puzzle)), DefaultOrder()
	b.ReportAllocs()
	for b.Loop() {
		if _, outcome, err := Path(context.Background(), s, order); outcome != sudoku.Found {
			b.Fatal(outcome, err)
		}
	}
}

// One search for all steps of a technique, in the first position of the hard puzzle.
func BenchmarkEach(b *testing.B) {
	for _, t := range []Technique{HiddenSingle, Pointing, NakedTriple, HiddenPair, Swordfish, FinnedSwordfish, FrankenSwordfish, FinnedFrankenSwordfish, XYWing, WWing,
		UniqueRectangle1, SueDeCoq, SimpleColoursTrap, XChain, XYChain, AIC, GroupedAIC, ALSXZ, ALSXYWing, ALSChain, DeathBlossom, TemplateDelete} {
		b.Run(t.String(), func(b *testing.B) {
			f := NewFinder(NewState(sudoku.MustParse(hardPuzzle)), Options{})
			b.ReportAllocs()
			for b.Loop() {
				f.refresh()
				f.Each(context.Background(), t, func(*Step) bool { return true })
			}
		})
	}
}
