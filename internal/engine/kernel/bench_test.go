package kernel

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// BenchmarkSearch searches each puzzle of a corpus for up to two solutions. docs/PERFORMANCE.md
// states its puzzles/s.
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

// BenchmarkOne measures one call with one puzzle, such as a server makes.
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

// BenchmarkLatency measures single calls with one puzzle, up to two solutions, for 1,000 puzzles of
// a corpus. It takes each puzzle's shortest time and reports the median of them.
func BenchmarkLatency(b *testing.B) {
	for _, k := range All() {
		for _, name := range sharedCorpora {
			b.Run(k.Name()+"/"+name, func(b *testing.B) {
				puzzles := sample(sharedCorpus(b, name), 1000)
				best := make([]time.Duration, len(puzzles))
				results := make([]Result, 1)
				for b.Loop() {
					for i := range puzzles {
						from := time.Now()
						k.Search(context.Background(), puzzles[i:i+1], Limits{Solutions: 2}, results)
						if t := time.Since(from); best[i] == 0 || t < best[i] {
							best[i] = t
						}
					}
				}
				slices.Sort(best)
				b.ReportMetric(float64(best[len(best)/2].Nanoseconds()), "ns/median")
			})
		}
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

// BenchmarkSweep measures one sweep of all lanes, and one call of choose.
func BenchmarkSweep(b *testing.B) {
	puzzles := readGrids(b, ownCorpus)
	for _, k := range laneKernels() {
		if isTwin(k) {
			continue
		}
		w := lanesOf(rand.New(rand.NewPCG(1, 2)), k, puzzles)
		for name, f := range map[string]func(*workspace){"sweep": k.sweep, "choose": k.choose} {
			b.Run(k.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					f(w)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(k.count), "ns/lane")
			})
		}
	}
}
