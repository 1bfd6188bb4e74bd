package kernel

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"nonet/internal/check/soak"
)

// singleKernels returns, by name, the single-search kernels that this machine's vectors allow, and
// their twin.
func singleKernels() map[string]*single {
	all := map[string]*single{}
	for _, k := range laneKernels() {
		if k.single != nil && (k.single != singleTwin || k == twin32) {
			all[k.name] = k.single
		}
	}
	return all
}

// opened returns the opening of a board after propagate.
func opened(b *board, pairsLo, pairsHi uint64) []choice {
	first, n := b.openingCells(pairsLo, pairsHi)
	return first[:n]
}

// TestSingleTwins compares each operation of each kernel with the twin's. Lanes 0 to 15 must agree bit by bit;
// the content of other lanes is ignored.
func TestSingleTwins(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	const all = 1<<singleLanes - 1
	for name, k := range singleKernels() {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			same := func(what string, a, b *plane) {
				t.Helper()
				for c := range a {
					for l := range singleLanes {
						if a[c].laneAt(l) != b[c].laneAt(l) {
							t.Fatalf("another %s: cell %d, lane %d", what, c, l)
						}
					}
				}
			}
			for range 300 {
				a, b := lanesOf(r, twin32, puzzles), new(workspace)
				*b = *a
				for range 1 + r.IntN(8) {
					k.sweep(a)
					singleTwin.sweep(b)
					same("sweep", &a.cell, &b.cell)
					if (a.dead^b.dead|a.still^b.still|a.full^b.full)&all != 0 {
						t.Fatal("another status")
					}
				}
				k.choose(a)
				singleTwin.choose(b)
				for l := range singleLanes {
					x, y := a.key.laneAt(l), b.key.laneAt(l)
					if (x|y)&bivalue != 0 && x != y || a.prev.laneAt(l) != b.prev.laneAt(l) {
						t.Fatalf("lane %d: another choice: %x, %x", l, x, y)
					}
				}
				// Lanes that keep their contents, and frames, may be copied to any other lane.
				frames := &lanesOf(r, twin32, puzzles).cell
				stays := r.Uint32() & all
				from := singleStay
				for l := range singleLanes {
					other := r.IntN(singleLanes)
					if stays>>l&1 == 0 {
						from[l] = uint16(singleLanes + other)
						if stays>>other&1 != 0 && r.IntN(2) == 0 {
							from[l] = uint16(other)
						}
					}
				}
				k.move(&a.cell, frames, &from)
				singleTwin.move(&b.cell, frames, &from)
				same("move", &a.cell, &b.cell)
				forks := make([]fork, r.IntN(singleLanes))
				for i := range forks {
					first := r.Uint32() & all
					forks[i] = fork{uint32(r.IntN(81)), first, r.Uint32() & all &^ first}
				}
				k.fork(&a.cell, forks)
				singleTwin.fork(&b.cell, forks)
				same("fork", &a.cell, &b.cell)
			}
		})
	}
}

// TestSingleSearch checks that a single search finds as many solutions as the scalar engine, and
// that all kernels make the same guesses.
func TestSingleSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	puzzles := readGrids(t, ownCorpus)
	for givens := 0; givens <= 81; givens += soak.PickOfThree(4, 3, 1) {
		p := withoutGivens(r, fullGrid(r), 81-givens)
		puzzles = append(puzzles, p)
		p[r.IntN(81)] = uint8(1 + r.IntN(9)) // often a contradiction
		puzzles = append(puzzles, p)
	}
	for _, limit := range []uint64{1, 2, 1000} {
		for i := range puzzles {
			p := &puzzles[i]
			var b board
			b.load(p)
			pairsLo, pairsHi, possible := b.propagate()
			if !possible {
				continue
			}
			want := searchOne(t, scalar{}, *p, Limits{Solutions: limit})
			for _, first := range [][]choice{nil, opened(&b, pairsLo, pairsHi)} {
				var twin Result
				newSingleMachine().searchPuzzle(context.Background(), singleTwin, p, first, Limits{Solutions: limit}, &twin)
				if twin.Solutions != want.Solutions || twin.Outcome != want.Outcome {
					t.Fatalf("limit %d, first %v: %s: %+v, scalar %+v", limit, first, line(*p), twin, want)
				}
				if bad := wrong(twin.First, *p); twin.Solutions > 0 && bad != "" {
					t.Fatalf("%s: %s", line(*p), bad)
				}
				for name, k := range singleKernels() {
					if k == singleTwin {
						continue
					}
					var got Result
					if m := newSingleMachine(); !m.searchPuzzle(context.Background(), k, p, first, Limits{Solutions: limit}, &got) || got != twin {
						t.Fatalf("%s, limit %d, first %v: %s: %+v, its twin %+v", name, limit, first, line(*p), got, twin)
					}
				}
			}
		}
	}
}

// TestSingleIsBounded checks that a node limit holds exactly, that the context ends a search, and
// that frames take little memory however long the search is.
func TestSingleIsBounded(t *testing.T) {
	for name, k := range singleKernels() {
		m := newSingleMachine()
		var r Result
		for nodes := uint64(1); nodes < 100; nodes++ {
			if !m.searchPuzzle(context.Background(), k, new([81]uint8), nil, Limits{Solutions: 1 << 40, Nodes: nodes}, &r) || r.Nodes != nodes || r.Outcome != Stopped {
				t.Fatalf("%s: of %d nodes %+v", name, nodes, r)
			}
		}
		hardest := grid(hardestPuzzle)
		var b board
		b.load(&hardest)
		lo, hi, _ := b.propagate()
		first := opened(&b, lo, hi)
		if len(first) == 0 {
			t.Fatal("no opening")
		}
		for nodes := uint64(1); nodes < 40; nodes++ {
			if !m.searchPuzzle(context.Background(), k, &hardest, first, Limits{Solutions: 2, Nodes: nodes}, &r) || r.Nodes != nodes || r.Outcome != Stopped {
				t.Fatalf("%s: of %d nodes %+v after an opening", name, nodes, r)
			}
		}
		m.searchPuzzle(context.Background(), k, new([81]uint8), nil, Limits{Solutions: 20000}, &r)
		if len(m.store) > 81 {
			t.Errorf("%s: %d planes for 20,000 solutions", name, len(m.store))
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if m.searchPuzzle(ctx, k, new([81]uint8), nil, Limits{Solutions: 1 << 40}, &r) {
			t.Errorf("%s: no end", name)
		}
		p := grid(example)
		if !m.searchPuzzle(context.Background(), k, &p, nil, Limits{Solutions: 2}, &r) || r.Solutions != 1 || r.Outcome != Complete {
			t.Errorf("%s: after all that %+v", name, r)
		}
	}
}

// TestAloneWithLimits checks that a puzzle searched alone keeps its node limit exactly, however it is searched.
// It also checks that lanes count many solutions.
func TestAloneWithLimits(t *testing.T) {
	for _, k := range laneKernels() {
		for _, solutions := range []uint64{2, singleSolutions, 1 << 40} {
			limits := Limits{Solutions: solutions, Nodes: depthFirstNodes}
			r := searchOne(t, k, [81]uint8{}, limits)
			if solutions > singleSolutions {
				if r.Nodes != limits.Nodes || r.Outcome != Stopped {
					t.Errorf("%s: %+v", k.name, r)
				}
			} else if r.Solutions != solutions || r.Outcome != LimitReached {
				t.Errorf("%s: %+v", k.name, r)
			}
		}
		sweeps := 0
		counted := *k
		counted.sweep = func(w *workspace) { sweeps++; k.sweep(w) }
		if searchOne(t, &counted, [81]uint8{}, Limits{Solutions: 4096}); sweeps == 0 {
			t.Errorf("%s: 4,096 solutions without a sweep", k.name)
		}
	}
}

const hardestPuzzle = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"

// TestOpening checks that a search begins with all combinations of its first cells' candidates. There must be
// at most one combination for each lane.
func TestOpening(t *testing.T) {
	for _, p := range append(readGrids(t, ownCorpus), grid(hardestPuzzle)) {
		var b board
		b.load(&p)
		lo, hi, possible := b.propagate()
		if !possible {
			continue
		}
		lanes := 1
		seen := map[int]bool{}
		for _, c := range opened(&b, lo, hi) {
			n := bits.OnesCount16(c.candidates)
			if lanes *= n; seen[c.cell] || c.candidates != b.candidates(c.cell) || n < 2 || n > 3 {
				t.Errorf("%s: cell %d, candidates %b", line(p), c.cell, c.candidates)
			}
			seen[c.cell] = true
		}
		if lanes > singleLanes {
			t.Errorf("%s: %d lanes", line(p), lanes)
		}
		if len(seen) == 0 && lo|hi != 0 {
			t.Errorf("%s: no opening", line(p))
		}
	}
}

// TestHardPuzzlesGoToLanes checks that a hard puzzle alone is searched in lanes at once, an easy
// one by the scalar engine.
func TestHardPuzzlesGoToLanes(t *testing.T) {
	hardest := grid(hardestPuzzle)
	for _, k := range laneKernels() {
		if k.single == nil {
			continue
		}
		sweeps := 0
		counted, inner := *k, *k.single
		inner.sweep = func(w *workspace) { sweeps++; k.single.sweep(w) }
		counted.single = &inner
		for want, p := range map[bool][81]uint8{true: hardest, false: grid(example)} {
			sweeps = 0
			if r := searchOne(t, &counted, p, Limits{Solutions: 2}); r.Outcome != Complete || r.Solutions != 1 {
				t.Errorf("%s: %+v", k.name, r)
			}
			if got := sweeps > 0; got != want {
				t.Errorf("%s: %d sweeps for %s", k.name, sweeps, line(p))
			}
		}
	}
}

func FuzzSingle(f *testing.F) {
	for _, p := range readGrids(f, ownCorpus) {
		f.Add(p[:], uint8(2), uint16(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, limit uint8, nodes uint16) {
		var p [81]uint8
		copy(p[:], data)
		var b board
		if !b.load(&p) {
			return
		}
		lo, hi, possible := b.propagate()
		if !possible {
			return
		}
		first := opened(&b, lo, hi)
		if bits.OnesCount64(b.freeLo)+bits.OnesCount64(b.freeHi) > 70 && nodes == 0 {
			return
		}
		limits := Limits{Solutions: max(1, uint64(limit)), Nodes: uint64(nodes)}
		var want, got Result
		newSingleMachine().searchPuzzle(context.Background(), singleTwin, &p, first, limits, &want)
		for name, k := range singleKernels() {
			if newSingleMachine().searchPuzzle(context.Background(), k, &p, first, limits, &got); got != want {
				t.Fatalf("%s: %s: %+v, its twin %+v", name, line(p), got, want)
			}
		}
		if want.Outcome != Stopped {
			if r := searchOne(t, scalar{}, p, Limits{Solutions: limits.Solutions}); r.Solutions != want.Solutions || r.Outcome != want.Outcome {
				t.Fatalf("%s: scalar %+v, single %+v", line(p), r, want)
			}
		}
		if bad := wrong(want.First, p); want.Solutions > 0 && bad != "" {
			t.Fatalf("%s: %s", line(p), bad)
		}
	})
}
