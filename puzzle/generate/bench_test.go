package generate

import (
	"testing"

	classic "nonet/generate"
)

// BenchmarkPuzzles generates b.N puzzles for each word on one core.
func BenchmarkPuzzles(b *testing.B) {
	for _, word := range Words() {
		b.Run(word, func(b *testing.B) {
			n, givens, last := 0, 0, uint64(0)
			for p, err := range Puzzles(b.Context(), Spec{Seed: 1, Kinds: []string{word}}, classic.Limits{Workers: 1, Attempts: 2000}) {
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
