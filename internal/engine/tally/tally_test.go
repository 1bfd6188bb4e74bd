package tally

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// TestTally compares rows, columns and counts with the random solutions that they were computed from.
func TestTally(t *testing.T) {
	for seed := range uint64(200) {
		chance := rand.New(rand.NewPCG(seed, 0))
		solutions := make([][81]uint8, 1+chance.IntN(200))
		for i := range solutions {
			for c := range solutions[i] {
				solutions[i][c] = uint8(1 + chance.IntN(9))
			}
		}
		var cells []uint8
		for c := range uint8(81) {
			if chance.IntN(4) < int(seed%5) {
				cells = append(cells, c)
			}
		}
		rows := make([]Row, (len(solutions)+63)/64*64)
		Layout(cells).Fill(rows, solutions)
		for i, row := range rows {
			var want Row
			if i < len(solutions) {
				for k, c := range cells {
					n := Bit(k, int(solutions[i][c])-1)
					want[n/64] |= 1 << (n % 64)
				}
			}
			if row != want {
				t.Fatalf("seed %d: row %d is %x, want %x", seed, i, row, want)
			}
		}
		var block [64]uint64
		k := chance.IntN(Words)
		Transpose(&block, (*[64]Row)(rows), k)
		for i, word := range block {
			for j := range 64 {
				if word>>j&1 != rows[j][k]>>i&1 {
					t.Fatalf("seed %d: bit %d of row %d is %d in the column", seed, i, j, word>>j&1)
				}
			}
		}
		in := make([]uint64, len(rows)/64)
		for i := range solutions {
			if chance.IntN(3) > 0 {
				in[i/64] |= 1 << (i % 64)
			}
		}
		var counter Counter
		var once, twice Row
		counter.Begin(in)
		n, counted := 1+chance.IntN(40), 0
		for more := true; more; {
			more = counter.Count(rows, in, n)
			counted += n
			once, twice = Row{}, Row{}
			left := counted
			for i, row := range rows {
				if in[i/64]>>(i%64)&1 == 0 || left == 0 {
					continue
				}
				for k, x := range row {
					twice[k] |= once[k] & x
					once[k] |= x
				}
				left--
			}
			if counter.Once != once || counter.Twice != twice {
				t.Fatalf("seed %d: after %d rows %x %x, want %x %x", seed, counted, counter.Once, counter.Twice, once, twice)
			}
		}
		all := 0
		for _, x := range in {
			all += bits.OnesCount64(x)
		}
		if counted < all {
			t.Fatalf("seed %d: %d of %d rows counted", seed, counted, all)
		}
	}
}

func BenchmarkTally(b *testing.B) {
	solutions := make([][81]uint8, 4096)
	chance := rand.New(rand.NewPCG(1, 0))
	var cells []uint8
	for c := range uint8(58) {
		cells = append(cells, c)
	}
	for i := range solutions {
		for c := range solutions[i] {
			solutions[i][c] = uint8(1 + chance.IntN(9))
		}
	}
	rows := make([]Row, len(solutions))
	in := make([]uint64, len(rows)/64)
	for i := range in {
		in[i] = chance.Uint64()
	}
	b.Run("fill", func(b *testing.B) {
		for b.Loop() {
			Layout(cells).Fill(rows, solutions)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/solution")
	})
	b.Run("transpose", func(b *testing.B) {
		var block [64]uint64
		for b.Loop() {
			for w := range in {
				for k := range 9 {
					Transpose(&block, (*[64]Row)(rows[64*w:]), k)
				}
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/solution")
	})
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			var c Counter
			c.Begin(in)
			for c.Count(rows, in, 32) {
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/2048, "ns/row")
	})
}
