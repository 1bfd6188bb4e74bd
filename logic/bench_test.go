package logic_test

import (
	"context"
	"testing"

	. "nonet/logic"
	"nonet/logic/hodoku"
	"nonet/sudoku"
)

// The first puzzle is solved by singles, the second needs most of the techniques.
const (
	easyPuzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	hardPuzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

func BenchmarkPathEasy(b *testing.B) { benchmarkPath(b, easyPuzzle) }
func BenchmarkPathHard(b *testing.B) { benchmarkPath(b, hardPuzzle) }

// Nine puzzles of the "magic tour", every fourth of those in the reference ratings.
var magicTour = []string{
	"..6.2.5....3.....4...745.2.....91....4.28......1..7....1......2.5.8..7....2....48",
	".3....4......8.2..1.4....9..7.....2..156.7........2....93...81....1....7...85..6.",
	".5....1..3..9.6.4.......3....6...41....279.5...2..1...4.7..59.....73...........6.",
	"1.37....5...6.4...8...........81.....9....7...6.....9..2....4..5...3...........2.",
	"......41.7..3.....3...5.....49..8..........52.1.......2..6....7.8....9......7....",
	"37.6.......4.......5..8.19......5....9..1..3....4......85.3..7.......6.......7.42",
	".3.56...7....4.....59..81......7.8......9.4...2...6.7.3.......1.189.3.....7..5...",
	".3..8....8.75...62......4..2...6..945...1...7..92......2.6..7.......3...6.8.5.1..",
	".7.6..3..8.......6..2....9...5.67.....8..1..946..8......9.4..........2.7...2.8..3",
}

func BenchmarkPathMagicTour(b *testing.B) {
	for b.Loop() {
		for _, p := range magicTour {
			hodoku.PathOf(context.Background(), NewState(sudoku.MustParse(p)), hodoku.DefaultOrder(), nil)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(magicTour)), "µs/puzzle")
}

func benchmarkPath(b *testing.B, puzzle string) {
	s, order := NewState(sudoku.MustParse(puzzle)), hodoku.DefaultOrder()
	b.ReportAllocs()
	for b.Loop() {
		if _, outcome, err := hodoku.PathOf(context.Background(), s, order, nil); outcome != sudoku.Found {
			b.Fatal(outcome, err)
		}
	}
}

// BenchmarkEach searches for all steps of a technique in the first position of the hard puzzle.
func BenchmarkEach(b *testing.B) {
	for _, t := range []Technique{HiddenSingle, Pointing, NakedTriple, HiddenPair, Swordfish, FinnedXWing + 1, FrankenXWing + 1, FinnedFrankenXWing + 1, XYWing, WWing,
		UniqueRectangle1, SueDeCoq, SimpleColoursTrap, XChain, XYChain, AIC, GroupedAIC, ALSXZ, ALSXYWing, ALSChain, DeathBlossom, TemplateDelete} {
		b.Run(t.String(), func(b *testing.B) {
			s := NewState(sudoku.MustParse(hardPuzzle))
			f := NewFinder(s, Options{})
			b.ReportAllocs()
			for b.Loop() {
				f.Reset(s)
				f.Each(context.Background(), t, func(*Step) bool { return true })
			}
		})
	}
}
