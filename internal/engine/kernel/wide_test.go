package kernel

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// The wide form chooses, loads, moves and reads as the pure-Go twin does for two times
// 32 lanes, and its sweeps come to rest where the twin's do.
func TestWideTwin(t *testing.T) {
	var k *lanes
	for _, l := range laneKernels() {
		if l.count == maxLanes {
			k = l
		}
	}
	if k == nil {
		t.Skip("this machine cannot run the wide form")
	}
	puzzles := readGrids(t, ownCorpus)
	twin := swarLanes()
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		halves := [2]*block{lanesOf(r, puzzles), lanesOf(r, puzzles)}
		w := new(block)
		for c := range 81 {
			for l := range maxLanes {
				x := halves[l/32].cell[c].at(l % 32)
				k.set(&w.cell, c, l, x)
				if k.at(&w.cell, c, l) != x {
					t.Fatal("set and at")
				}
			}
		}
		same := func(what string) {
			t.Helper()
			for c := range 81 {
				for l := range maxLanes {
					x := halves[l/32].cell[c].at(l % 32)
					if y := k.at(&w.cell, c, l); x != y {
						t.Fatalf("another %s: cell %d, lane %d: %x, %x", what, c, l, x, y)
					}
					if only := *w.cell.only(c)>>l&1 == 1; only != (x == 256) {
						t.Fatalf("%s: cell %d, lane %d: %x, only 9 %v", what, c, l, x, only)
					}
				}
			}
		}
		choose := func() {
			t.Helper()
			k.choose(w)
			for h, b := range halves {
				twin.choose(b)
				for l := range 32 {
					shift := (32*h + l) % 8 * 8
					c, ok := int(w.key[4*h+l/8]>>shift&127), w.score[4*h+l/8]>>shift&0xFF != 0
					if key := b.key.at(l); (key&bivalue != 0) != ok || ok && c != int(key&127) {
						t.Fatalf("another choice in lane %d: %d, %v; %x", 32*h+l, c, ok, key)
					}
				}
			}
		}
		choose()
		stage, stages := new(column), [2]*column{new(column), new(column)}
		for h := range stages {
			var some [laneCount][81]uint8
			for i := range some {
				some[i] = puzzles[r.IntN(len(puzzles))]
				for range r.IntN(5) {
					some[i][r.IntN(81)] = uint8(r.IntN(256))
				}
			}
			if x, y := k.load(stage, laneCount*h, &some), twin.load(stages[h], 0, &some); x != y {
				t.Fatalf("clashes %b, %b", x, y)
			}
		}
		set, copied := r.Uint64()&r.Uint64(), r.Uint64()
		if r.IntN(2) == 0 {
			set &= r.Uint64() & r.Uint64() & r.Uint64()
		}
		var from [maxLanes]uint16
		was := [2]column{halves[0].cell, halves[1].cell}
		for l := range from {
			f := r.IntN(maxLanes)
			from[l] = uint16(maxLanes + f)
			source := stages[f/32]
			if i := r.IntN(maxLanes); (copied&^set)>>i&1 != 0 {
				f, from[l] = i, uint16(i)
				source = &was[f/32]
			}
			if set>>l&1 != 0 {
				copyLane(&halves[l/32].cell, l%32, source, f%32)
			}
		}
		k.move(&w.cell, stage, &from, set)
		same("move")
		choose()

		open := uint64(0) // lanes with a cell of several candidates
		for l := range maxLanes {
			for c := range 81 {
				if bits.OnesCount16(k.at(&w.cell, c, l)) > 1 {
					open |= 1 << l
				}
			}
		}
		open &= r.Uint64()
		var at, at2 [2][maxLanes]uint8
		var rest, rest2 [2][maxLanes]uint16
		k.split(w, open, &at[0], &rest[0])
		twin.split(halves[0], open&(1<<32-1), &at2[0], &rest2[0])
		twin.split(halves[1], open>>32, &at2[1], &rest2[1])
		for l := range maxLanes {
			if x, y := rest[0][l], rest2[l/32][l%32]; at[0][l] != at2[l/32][l%32] || x != y {
				t.Fatalf("lane %d is split in cell %d with %x left, not in %d with %x", l, at[0][l], x, at2[l/32][l%32], y)
			}
		}
		same("split")
		for l := range from {
			from[l] = uint16(l)
		}
		k.second(&w.cell, open, &from, &at[0], &rest[0])
		twin.second(&halves[0].cell, open&(1<<32-1), &from, &at2[0], &rest2[0])
		twin.second(&halves[1].cell, open>>32, &from, &at2[1], &rest2[1])
		same("second child")

		// Where there is no solution, the order may decide what is seen.
		for settled := uint64(0); settled != ^uint64(0); {
			k.sweep(w)
			settled |= w.dead | w.still
			full := k.solved(w, w.still)
			for l := range maxLanes {
				if full>>l&1 == 1 {
					var grid [81]uint8
					k.read(&w.cell, l, &grid)
					if bad := wrong(grid, [81]uint8{}); bad != "" {
						t.Fatalf("lane %d is not solved: %s", l, bad)
					}
				}
			}
		}
		for range 100 {
			twin.sweep(halves[0])
			twin.sweep(halves[1])
		}
		gone := w.dead | halves[0].dead | halves[1].dead<<32
		if n := bits.OnesCount64(gone&^(halves[0].dead|halves[1].dead<<32) | gone&^w.dead); n > 4 {
			t.Fatalf("%d lanes are dead in one form only", n)
		}
		for ; gone != 0; gone &= gone - 1 {
			l := bits.TrailingZeros64(gone)
			for c := range 81 {
				k.set(&w.cell, c, l, 1)
				halves[l/32].cell[c].set(l%32, 1)
			}
		}
		same("sweep")
		var grid, grid2 [81]uint8
		l := r.IntN(maxLanes)
		for c := range 81 {
			x := uint16(1) << r.IntN(9)
			halves[0].cell[c].set(0, x)
			k.set(&w.cell, c, l, x)
		}
		twin.read(&halves[0].cell, 0, &grid)
		if k.read(&w.cell, l, &grid2); grid != grid2 {
			t.Fatal("another solution")
		}
		var solved [someLanes]uint8
		var grids [6][someLanes][16]uint8
		for i := range solved {
			solved[i] = uint8(r.IntN(maxLanes))
			for c := range 81 {
				k.set(&w.cell, c, int(solved[i]), 1<<r.IntN(9))
			}
		}
		k.readMany(&w.cell, &solved, &grids)
		for i, l := range solved {
			k.read(&w.cell, int(l), &grid)
			for c, d := range grid {
				if e := grids[c/16][i][c%16]; c < 80 && e != d || c == 80 && grids[5][0][i] != d {
					t.Fatalf("another solution of lane %d: cell %d is not %d", l, c, d)
				}
			}
		}
	}
}
