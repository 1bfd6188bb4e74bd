package generate

import (
	"context"
	"testing"

	"nonet/internal/engine/kernel"
)

// BenchmarkMinimal generates one minimal puzzle without symmetry per operation, on one thread.
func BenchmarkMinimal(b *testing.B) {
	for _, k := range kernel.All() {
		b.Run(k.Name(), func(b *testing.B) {
			var all window
			givens := 0
			all.runAttempts(context.Background(), k, 0, b.N, func(a *attempt, number uint64) bool { return a.beginAttempt(1, number, orbitsOf()[NoSymmetry]) }, func(a *attempt) {
				for _, d := range a.puzzle {
					if d != 0 {
						givens++
					}
				}
			})
			b.ReportMetric(float64(givens)/float64(b.N), "givens")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
