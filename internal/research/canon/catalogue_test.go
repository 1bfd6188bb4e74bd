package canon

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkRank ranks the last grids of segments, which take longest. It uses all segments of band 1, and one
// of every 331 others. It reports the longest and the median time; a busy machine makes both longer.
func BenchmarkRank(b *testing.B) {
	var c Catalogue
	if _, err := c.Unrank(b.Context(), 1); err != nil {
		b.Fatal(err)
	}
	const band1 = 1_007_170
	for b.Loop() {
		var took []time.Duration
		i := 0
		for s := range Stretches(1, Grids) {
			if i++; i%331 != 0 && s.First() > band1 {
				continue
			}
			g, err := c.Unrank(b.Context(), s.First()+s.Len()-1)
			if err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			rank, err := c.Rank(b.Context(), g)
			if took = append(took, time.Since(start)); err != nil || rank != s.First()+s.Len()-1 {
				b.Fatalf("%v has rank %d, %v", g, rank, err)
			}
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "longest-ms")
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
	}
}
