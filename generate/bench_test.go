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
			kernel.SetDefault(k)
			defer kernel.SetDefault(nil)
			all := window{seed: 1, orbits: orbitsOf(NoSymmetry.Images(9))}
			givens := 0
			all.runAttempts(context.Background(), 0, b.N, (*removal).beginRandomly, func(a *removal) {
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

// BenchmarkRules generates b.N puzzles for each word on one core.
func BenchmarkRules(b *testing.B) {
	for _, word := range Words() {
		b.Run(word, func(b *testing.B) {
			n, givens, last := 0, 0, uint64(0)
			for p, err := range Puzzles(b.Context(), Spec{Seed: 1, Kinds: []string{word}}, Limits{Workers: 1, Attempts: 2000}) {
				if err != nil {
					b.Fatal(err)
				}
				givens += len(p.Puzzle.Givens)
				last = p.Attempt
				if n++; n == b.N {
					break
				}
			}
			b.ReportMetric(float64(givens)/float64(n), "givens")
			b.ReportMetric(float64(last+1)/float64(n), "attempts/op")
		})
	}
}
