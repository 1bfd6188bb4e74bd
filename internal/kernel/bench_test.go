package kernel

import (
	"context"
	"testing"
)

// BenchmarkSearch searches each puzzle of a corpus to two solutions. Its puzzles/s
// are what docs/PERFORMANCE.md states.
func BenchmarkSearch(b *testing.B) {
	for _, k := range All() {
		b.Run(k.Name(), func(b *testing.B) {
			b.Run("own", func(b *testing.B) { benchmark(b, k, readGrids(b, ownCorpus)) })
			for _, name := range sharedCorpora {
				b.Run(name, func(b *testing.B) {
					puzzles := sharedCorpus(b, name)
					puzzles = puzzles[:min(20000, len(puzzles))]
					benchmark(b, k, puzzles)
				})
			}
		})
	}
}

func benchmark(b *testing.B, k Kernel, puzzles [][81]uint8) {
	results := make([]Result, len(puzzles))
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		k.Search(ctx, puzzles, Limits{Solutions: 2}, results)
	}
	var nodes uint64
	for _, r := range results {
		nodes += r.Nodes
	}
	b.ReportMetric(float64(len(puzzles))*float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(float64(nodes)/float64(len(puzzles)), "nodes/puzzle")
}

// BenchmarkOne is the time of one call with one puzzle, such as a server makes.
func BenchmarkOne(b *testing.B) {
	for _, k := range All() {
		b.Run(k.Name(), func(b *testing.B) {
			puzzles := [][81]uint8{grid(example)}
			results := make([]Result, 1)
			ctx := context.Background()
			b.ReportAllocs()
			for b.Loop() {
				k.Search(ctx, puzzles, Limits{Solutions: 2}, results)
			}
		})
	}
}

// BenchmarkEnumerate reports the solutions/s of an empty grid.
func BenchmarkEnumerate(b *testing.B) {
	for _, k := range All() {
		for name, order := range map[string]Order{"any": Any, "lexicographic": Lexicographic} {
			b.Run(k.Name()+"/"+name, func(b *testing.B) {
				const n = 100000
				for b.Loop() {
					k.Enumerate(context.Background(), &[81]uint8{}, order, Limits{Solutions: n}, func(*[81]uint8) bool { return true })
				}
				b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}
