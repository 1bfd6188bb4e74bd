package counting

import (
	"context"
	"fmt"
	"testing"
	"time"

	"nonet/internal/engine/kernel"
)

// BenchmarkSeventeen counts grids of 17 givens with more than 10⁸ solutions. docs/COUNT.md states
// its solutions/s.
func BenchmarkSeventeen(b *testing.B) {
	all := readGrids(b, "testdata/seventeen.txt")
	total := 0.0
	for b.Loop() {
		total = 0
		for i := range all {
			n, _ := Solutions(context.Background(), &all[i], Limits{}, nil).Solutions.Uint64()
			total += float64(n)
		}
	}
	b.ReportMetric(total*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
}

// BenchmarkHandOver compares the search with the sum on grids where both take about as long.
func BenchmarkHandOver(b *testing.B) {
	for _, p := range []string{example, ".94.........5....7....6.94.2.......4...6...7.....2.6.......1..9....3....973..6..."} {
		p := parseGrid(p)
		b.Run("sum", func(b *testing.B) {
			for b.Loop() {
				sumSolutions(context.Background(), &p, Limits{}, nil)
			}
		})
		for _, limit := range []uint64{1024, HandOver, 16384} {
			b.Run(fmt.Sprint("search/", limit), func(b *testing.B) {
				for b.Loop() {
					searchGrid(kernel.Default(), p, limit)
				}
			})
		}
	}
}

// BenchmarkFewGivens counts the grids that take longest, which have very few givens.
func BenchmarkFewGivens(b *testing.B) {
	for _, p := range []string{formatGrid([81]uint8{}), "..1.....2..........4...........5.....2.....7.......14..........1..........4......", ".23......4..................7..9..5..3.......9.....7..................9.5..4..8.6"} {
		p := parseGrid(p)
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				Solutions(context.Background(), &p, Limits{}, nil)
			}
		})
	}
}

// BenchmarkCancel measures how long a count continues after its context has ended.
func BenchmarkCancel(b *testing.B) {
	for _, p := range []string{slow, formatGrid([81]uint8{})} {
		p := parseGrid(p)
		for _, after := range []time.Duration{3 * time.Millisecond, 30 * time.Millisecond, 100 * time.Millisecond, time.Second / 2} {
			b.Run(after.String(), func(b *testing.B) {
				var late, worst time.Duration
				for b.Loop() {
					ctx, cancel := context.WithTimeout(context.Background(), after)
					Solutions(ctx, &p, Limits{}, nil)
					end, _ := ctx.Deadline()
					late = time.Since(end)
					worst = max(worst, late)
					cancel()
				}
				b.ReportMetric(float64(worst.Microseconds()), "µs-late-at-worst")
			})
		}
	}
}
