package kernel

import (
	"bytes"
	"context"
	"os"
	"testing"
)

func readCorpus(t testing.TB, name string) [][81]uint8 {
	data, err := os.ReadFile("../../../shared/corpora/" + name + ".txt")
	if err != nil {
		t.Skip(err)
	}
	var out [][81]uint8
	for _, l := range bytes.Split(data, []byte("\n")) {
		if len(l) < 81 || l[0] == '#' {
			continue
		}
		var p [81]uint8
		for i := range p {
			if l[i] >= '1' && l[i] <= '9' {
				p[i] = l[i] - '0'
			}
		}
		out = append(out, p)
	}
	return out
}

func BenchmarkSearch(b *testing.B) {
	for _, name := range []string{"17_clue", "hardest_11plus", "serg_multi"} {
		b.Run(name, func(b *testing.B) {
			ps := readCorpus(b, name)
			ps = ps[:min(len(ps), 20000)]
			if name == "hardest_11plus" {
				ps = ps[:4000]
			}
			rs := make([]Result, len(ps))
			b.ResetTimer()
			for b.Loop() {
				Default().Search(context.Background(), ps, Limits{Solutions: 2}, rs)
			}
			var nodes, sols uint64
			for _, r := range rs {
				nodes += r.Nodes
				sols += r.Solutions
			}
			b.ReportMetric(float64(len(ps)*b.N)/b.Elapsed().Seconds(), "puzzles/s")
			b.ReportMetric(float64(nodes)/float64(len(ps)), "nodes/puzzle")
			b.ReportMetric(float64(sols), "sols")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
		})
	}
}
