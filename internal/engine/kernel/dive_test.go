package kernel

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/check/soak"
)

// diveLimits are limits with which the lanes dive.
var diveLimits = Limits{Solutions: 2}

// loosePuzzles returns n puzzles, most of which have many solutions.
func loosePuzzles(r *rand.Rand, n int) (puzzles [][81]uint8) {
	for range n {
		puzzles = append(puzzles, withoutGivens(r, fullGrid(r), 46+r.IntN(12)))
	}
	return puzzles
}

// counting returns a copy of k that counts its calls of guess. Only dives call guess.
func counting(k *lanes, guesses *int) *lanes {
	c := *k
	c.guess = func(w *workspace) { *guesses++; k.guess(w) }
	return &c
}

// TestDives compares lanes that dive with the scalar engine. It mixes puzzles with many solutions, with one or
// two, and with none; some are hard, and some have a contradiction that only a search finds. All of them begin
// with a dive, which may be without success.
func TestDives(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var puzzles [][81]uint8
	for _, own := range readGrids(t, ownCorpus) {
		puzzles = append(puzzles, loosePuzzles(r, 3)...)
		puzzles = append(puzzles, own)
		changed := own
		changed[r.IntN(81)] = uint8(1 + r.IntN(9))
		puzzles = append(puzzles, changed, withoutGivens(r, own, 1))
	}
	for givens := range 82 {
		puzzles = append(puzzles, withoutGivens(r, fullGrid(r), 81-givens))
	}
	// Puzzles that make the lanes dive come first, then all others in random order.
	start := loosePuzzles(r, 3*maxLanes)
	r.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
	puzzles = append(start, puzzles...)
	puzzles = append(puzzles, loosePuzzles(r, maxLanes)...)
	want := make([]Result, len(puzzles))
	scalar{}.Search(context.Background(), puzzles, diveLimits, want)
	for _, k := range laneKernels() {
		guesses := 0
		got := make([]Result, len(puzzles))
		if n := counting(k, &guesses).Search(context.Background(), puzzles, diveLimits, got); n != len(puzzles) {
			t.Fatalf("%s: %d results", k.name, n)
		}
		if guesses == 0 {
			t.Errorf("%s: no puzzle dived", k.name)
		}
		for i, p := range puzzles {
			if got[i].Solutions != want[i].Solutions || got[i].Outcome != want[i].Outcome {
				t.Errorf("%s: %s: %+v, scalar %+v", k.name, line(p), got[i], want[i])
			}
			if bad := wrong(got[i].First, p); got[i].Solutions > 0 && bad != "" {
				t.Errorf("%s: %s: %s", k.name, line(p), bad)
			}
		}
	}
}

// TestDivesProve checks dives that find one solution and must then search everything else. They must not count
// the first solution twice, and must not miss a second one. The puzzles have few empty cells, so that many
// dives end this way.
func TestDivesProve(t *testing.T) {
	own := readGrids(t, ownCorpus)
	solved := make([]Result, len(own))
	scalar{}.Search(context.Background(), own, diveLimits, solved)
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 7))
		puzzles := loosePuzzles(r, 2*maxLanes)
		for range 400 {
			i := r.IntN(len(own))
			p, full := own[i], &solved[i].First
			if solved[i].Solutions == 0 {
				continue
			}
			if r.IntN(2) == 0 { // some with two or three solutions
				p = withoutGivens(r, p, 1)
			}
			for range r.IntN(12) {
				c := r.IntN(81)
				p[c] = full[c]
			}
			puzzles = append(puzzles, p)
			if r.IntN(3) == 0 {
				puzzles = append(puzzles, loosePuzzles(r, 1)...)
			}
		}
		want := make([]Result, len(puzzles))
		scalar{}.Search(context.Background(), puzzles, diveLimits, want)
		for _, k := range laneKernels() {
			if isTwin(k) && seed > 2 {
				continue // twins are slow
			}
			got := make([]Result, len(puzzles))
			k.Search(context.Background(), puzzles, diveLimits, got)
			for i, p := range puzzles {
				if got[i].Solutions != want[i].Solutions || got[i].Outcome != want[i].Outcome {
					t.Fatalf("%s, seed %d: %s: %+v, scalar %+v", k.name, seed, line(p), got[i], want[i])
				}
			}
		}
	}
}

// TestTurnedTwice checks a dive that twice tries another candidate of the same cell. A candidate that the cell
// has lost for good must not return.
func TestTurnedTwice(t *testing.T) {
	for _, k := range laneKernels() {
		m := newMachine()
		m.k = k
		k.load(&m.path, 0, new([laneCount][81]uint8))
		d := &m.dives.of[0]
		guess := func(c int, x uint16) {
			k.setCandidates(&m.path, c, 0, x)
			d.levels[d.n] = guessLevel(c%27+1)<<(c/27*8) | 1<<(24+c/27)
			d.n++
		}
		guess(40, 1<<3)
		if how := m.backtrackLane(0); how != onward || k.candidatesAt(&m.path, 40, 0) != 511&^(1<<3) {
			t.Errorf("%s: %v, the path has %x", k.name, how, k.candidatesAt(&m.path, 40, 0))
		}
		guess(7, 1<<2)
		guess(40, 1<<4)
		if how := m.backtrackLane(0); how != atLoss {
			t.Errorf("%s: %v", k.name, how)
		}
	}
}

// TestDeepDive dives into the empty grid by more levels than a dive can undo. The dive must still backtrack in
// the last levels, try nothing twice, and not report that it has tried everything.
func TestDeepDive(t *testing.T) {
	for _, k := range laneKernels() {
		m := newMachine()
		m.k, m.all, m.active, m.puzzles = k, 1, 1, make([][81]uint8, 1)
		k.load(&m.path, 0, new([laneCount][81]uint8))
		m.cell = m.path
		d := &m.dives.of[0]
		seen := map[[81]uint8]bool{}
		guessed, deepest := 0, 0
		for how := onward; how == onward; how = m.backtrackLane(0) {
			k.writeLaneSet(&m.served, 1)
			k.restore(m.workspace)
			for m.prev = (vec{}); ; {
				if k.sweep(m.workspace); m.dead&1 != 0 {
					break
				}
				if m.full&^m.dead&1 != 0 {
					var g [81]uint8
					k.read(&m.cell, 0, &g)
					if bad := wrong(g, [81]uint8{}); bad != "" || seen[g] {
						t.Fatalf("%s: %s %s, once more %v", k.name, line(g), bad, seen[g])
					}
					seen[g] = true
					break
				}
				if m.still&1 != 0 {
					m.guessInStalledDives(1)
					guessed++
				}
			}
			deepest = max(deepest, int(d.n))
			if deepest <= maxLevels {
				t.Fatalf("%s: only %d levels", k.name, deepest)
			}
			if len(seen) > 200 {
				break
			}
			if d.lost == 0 {
				t.Fatalf("%s: nothing lost of %d levels", k.name, d.n)
			}
		}
		if len(seen) < 2 {
			t.Errorf("%s: %d solutions", k.name, len(seen))
		}
		// Backtrack until the dive gives up.
		for range 10000 {
			if how := m.backtrackLane(0); how != onward {
				if how != atLoss {
					t.Errorf("%s: %v", k.name, how)
				}
				break
			}
		}
	}
}

// TestDiveTriesAll checks that a dive that runs to its end finds each solution exactly once.
func TestDiveTriesAll(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 17))
	var puzzles [][81]uint8
	for _, own := range readGrids(t, ownCorpus) {
		puzzles = append(puzzles, own, withoutGivens(r, own, 1), withoutGivens(r, fullGrid(r), 41+r.IntN(10)))
	}
	const most = 500
	rounds := soak.Pick(3, 6)
	want := make([]Result, len(puzzles))
	scalar{}.Search(context.Background(), puzzles, Limits{Solutions: most}, want)
	for _, k := range laneKernels() {
		ends, next := 0, 0
		for range rounds {
			m := newMachine()
			m.k, m.all = k, ^uint64(0)>>(maxLanes-k.count)
			m.active, m.fresh, m.puzzles = m.all, m.all, puzzles
			var owner []int
			for len(owner) < k.count {
				if next = (next + 1) % len(puzzles); want[next].Outcome == Complete {
					owner = append(owner, next)
				}
			}
			found := make([]map[[81]uint8]bool, k.count)
			for l, p := range owner {
				found[l] = map[[81]uint8]bool{}
				m.owner[l] = int32(p)
				for c, digit := range puzzles[p] {
					k.setCandidates(&m.path, c, l, candidates[digit])
				}
			}
			m.cell = m.path
			for open := m.all; open != 0; {
				k.sweep(m.workspace)
				still := m.still &^ m.fresh & open
				gone := (m.dead | m.full) & open
				m.fresh = 0
				if stalled := still &^ gone; stalled != 0 {
					m.guessInStalledDives(stalled)
				}
				again := uint64(0)
				for ; gone != 0; gone &= gone - 1 {
					l := bits.TrailingZeros64(gone)
					puzzle := puzzles[owner[l]]
					if m.dead>>l&1 == 0 {
						var g [81]uint8
						k.read(&m.cell, l, &g)
						if bad := wrong(g, puzzle); bad != "" || found[l][g] {
							t.Fatalf("%s: %s: %s %s, again %v", k.name, line(puzzle), line(g), bad, found[l][g])
						}
						found[l][g] = true
					}
					switch m.backtrackLane(l) {
					case onward:
						again |= 1 << l
						continue
					case atEnd:
						if ends++; uint64(len(found[l])) != want[owner[l]].Solutions {
							t.Fatalf("%s: %s: %d solutions of %d", k.name, line(puzzle), len(found[l]), want[owner[l]].Solutions)
						}
					}
					open &^= 1 << l
				}
				m.fresh |= again
				k.writeLaneSet(&m.served, again)
				k.restore(m.workspace)
			}
		}
		if ends < rounds*k.count/2 {
			t.Errorf("%s: only %d of %d dives came to their end", k.name, ends, rounds*k.count)
		}
	}
}

// TestDivesInVain checks that few puzzles dive if dives rarely find two solutions. The puzzles are hard, and
// some lack one of their givens. Puzzles with many solutions may be mixed in.
func TestDivesInVain(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	own := readGrids(t, ownCorpus)
	for _, loose := range []int{0, 1, 5} {
		puzzles := loosePuzzles(r, 3*maxLanes)
		for len(puzzles) < soak.Pick(1500, 3000) {
			puzzles = append(puzzles, withoutGivens(r, own[r.IntN(len(own))], r.IntN(2)))
			puzzles = append(puzzles, loosePuzzles(r, loose)...)
		}
		for _, k := range laneKernels() {
			m := newMachine()
			m.searchPuzzles(context.Background(), k, puzzles, diveLimits, make([]Result, len(puzzles)), nil)
			if most := deathsPerPair*m.limited + k.count*(divePatience+1); m.dives.deaths == 0 || m.dives.deaths > most {
				t.Errorf("%s: %d contradictions, %d puzzles with two solutions", k.name, m.dives.deaths, m.limited)
			}
		}
	}
}

// TestDivesGiveWay checks that a dive gives up sooner while other lanes are idle, because an ordinary search
// can use all lanes.
func TestDivesGiveWay(t *testing.T) {
	for _, k := range laneKernels() {
		m := newMachine()
		m.k, m.all = k, 3
		k.load(&m.path, 0, new([laneCount][81]uint8))
		d := &m.dives.of[0]
		for i, test := range []struct {
			active uint64
			dead   uint16
			want   turnEnd
		}{{3, idlePatience + 1, onward}, {1, idlePatience, onward}, {1, idlePatience + 1, atLoss}, {3, divePatience + 1, atLoss}} {
			d.turned, d.n, d.dead = [2]uint64{}, 1, test.dead
			d.levels[0] = 1 | 1<<24
			m.active = test.active
			if how := m.backtrackLane(0); how != test.want {
				t.Errorf("%s: %d: %v", k.name, i, how)
			}
		}
	}
}

// TestPairs checks lanes at rest in which no cell has three candidates, as guess reports. The number of
// solutions of such a lane must be even.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	for _, k := range laneKernels() {
		pairs := 0
		for range soak.PickOfThree(20, 30, 60) {
			b := new(workspace)
			for half := 0; half < k.count; half += laneCount {
				k.load(&b.cell, half, (*[laneCount][81]uint8)(loosePuzzles(r, laneCount)))
			}
			b.path = b.cell
			lanes := ^uint64(0) >> (maxLanes - k.count)
			for range 8 {
				ended := uint64(0)
				for range 40 { // until all lanes are at rest
					k.sweep(b)
					ended |= b.dead | b.full
				}
				before := b.cell
				k.writeLaneSet(&b.served, b.still&^ended&lanes)
				k.guess(b)
				for e := b.pairs & b.still &^ ended & lanes; e != 0; e &= e - 1 {
					l := bits.TrailingZeros64(e)
					var cells [81]uint16
					for c := range cells {
						cells[c] = k.candidatesAt(&before, c, l)
					}
					if n := solutionsAmong(&cells); n%2 != 0 {
						t.Fatalf("%s: %d solutions among %x", k.name, n, cells)
					}
					pairs++
				}
			}
		}
		if pairs < 100 {
			t.Errorf("%s: only %d lanes had pairs", k.name, pairs)
		}
	}
}

// solutionsAmong returns the number of solutions among these candidates. It tries all of them.
func solutionsAmong(cells *[81]uint16) (n int) {
	var grid [81]uint8
	var try func(c int)
	try = func(c int) {
		if c == 81 {
			n++
			return
		}
	digits:
		for x := cells[c]; x != 0; x &= x - 1 {
			grid[c] = uint8(1 + bits.TrailingZeros16(x))
			for i := range c {
				if grid[i] == grid[c] && seeEachOther(i, c) {
					continue digits
				}
			}
			try(c + 1)
		}
		grid[c] = 0
	}
	try(0)
	return n
}

// TestGuess checks the digits that guess writes into cells, and the cells that it copies to the path. It takes
// the lower digit in one bivalue cell of each band, and no two cells of a lane in the same stack.
func TestGuess(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 11))
	puzzles := readGrids(t, ownCorpus)
	for _, k := range laneKernels() {
		for range 100 {
			all := new(plane)
			b := lanesOf(r, k, puzzles)
			for c := range 81 {
				for l := range k.count {
					k.setCandidates(all, c, l, k.candidatesAt(&b.cell, c, l)|uint16(r.IntN(512)))
				}
			}
			b.path = *all
			was := b.cell
			served := r.Uint64() & r.Uint64() >> (maxLanes - k.count)
			k.writeLaneSet(&b.served, served)
			k.guess(b)
			for l := range k.count {
				stacks, three := 0, false
				for band := range 3 {
					place := -1
					for stack := range 3 {
						for i := range 9 {
							c := 27*band + 3*stack + i/3*9 + i%3
							x := k.candidatesAt(&was, c, l)
							three = three || bits.OnesCount16(x) > 2
							here := served>>l&1 == 1 && place < 0 && stacks>>stack&1 == 0 && bits.OnesCount16(x) == 2
							if here {
								place = c % 27
								stacks |= 1 << stack
								x &= -x
							}
							path := x
							if served>>l&1 == 0 {
								path = k.candidatesAt(all, c, l)
							}
							if y := k.candidatesAt(&b.cell, c, l); y != x {
								t.Fatalf("%s: lane %d, cell %d: %x became %x, not %x", k.name, l, c, k.candidatesAt(&was, c, l), y, x)
							}
							if y := k.candidatesAt(&b.path, c, l); y != path {
								t.Fatalf("%s: lane %d, cell %d: the path became %x, not %x", k.name, l, c, y, path)
							}
						}
					}
					if served>>l&1 == 0 {
						continue
					}
					s := b.guessedCells(l)
					if open := s>>(24+band)&1 == 1; s.cellIndexInBand(band) != place+1 || open != (place >= 0) {
						t.Fatalf("%s: lane %d, band %d: picked %d, %v; not %d", k.name, l, band, s.cellIndexInBand(band), open, place+1)
					}
				}
				if b.pairs>>l&1 == 0 != three {
					t.Fatalf("%s: lane %d: pairs %v", k.name, l, !three)
				}
			}
		}
	}
}

// TestRestore checks that restore fills lanes from the path, and that begin first fills the path
// from frames.
func TestRestore(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 13))
	puzzles := readGrids(t, ownCorpus)
	for _, k := range laneKernels() {
		random := func() *plane {
			c := new(plane)
			for half := 0; half < k.count; half += laneCount {
				var some [laneCount][81]uint8
				for i := range some {
					some[i] = puzzles[r.IntN(len(puzzles))]
				}
				k.load(c, half, &some)
			}
			for range 500 {
				k.setCandidates(c, r.IntN(81), r.IntN(k.count), uint16(r.IntN(512)))
			}
			return c
		}
		for range 100 {
			b, frames := new(workspace), random()
			b.cell, b.path = *random(), *random()
			cells, path := b.cell, b.path
			lanes := ^uint64(0) >> (maxLanes - k.count)
			served, queued := r.Uint64()&lanes, uint64(0)
			k.writeLaneSet(&b.served, served)
			var from [maxLanes]uint16
			if r.IntN(2) == 0 {
				k.restore(b)
			} else {
				queued = r.Uint64() & r.Uint64() & lanes
				for l := range from {
					from[l] = uint16(k.count + r.IntN(k.count))
				}
				k.begin(b, frames, &from, queued)
			}
			for l := range k.count {
				for c := range 81 {
					p, x := k.candidatesAt(&path, c, l), k.candidatesAt(&cells, c, l)
					if queued>>l&1 == 1 {
						p = k.candidatesAt(frames, c, int(from[l])-k.count)
					}
					if served>>l&1 == 1 {
						x = p
					}
					if y := k.candidatesAt(&b.path, c, l); y != p {
						t.Fatalf("%s: lane %d, cell %d: the path has %x, not %x", k.name, l, c, y, p)
					}
					if y := k.candidatesAt(&b.cell, c, l); y != x {
						t.Fatalf("%s: lane %d, cell %d: %x, not %x", k.name, l, c, y, x)
					}
					if x, only, ok := onlyNine(k, &b.cell, c, l); ok && only != (x == 256) {
						t.Fatalf("lane %d, cell %d: %x, only 9 %v", l, c, x, only)
					}
				}
			}
		}
	}
}

// FuzzDives mixes fuzzed puzzles with puzzles that make the lanes dive. It checks that the lanes find as many
// solutions as the scalar engine, if that engine stays within its node limit.
func FuzzDives(f *testing.F) {
	for _, p := range sample(readGrids(f, ownCorpus), 24) {
		f.Add(p[:])
	}
	loose := loosePuzzles(rand.New(rand.NewPCG(14, 15)), 3*maxLanes)
	f.Fuzz(func(t *testing.T, data []byte) {
		puzzles := slices.Clone(loose)
		for i := range 2 * maxLanes {
			var p [81]uint8
			copy(p[:], data)
			if len(data) > i {
				p[int(data[i])%81] = uint8(i % 10)
			}
			puzzles = append(puzzles, p)
			if i%4 == 0 {
				puzzles = append(puzzles, loose[i])
			}
		}
		want := make([]Result, len(puzzles))
		limits := diveLimits
		limits.Nodes = depthFirstNodes - 1
		scalar{}.Search(context.Background(), puzzles, limits, want)
		// Leave out puzzles that the scalar engine does not finish, because the lanes might not end.
		n := 0
		for i := range puzzles {
			if want[i].Outcome != Stopped {
				puzzles[n], want[n] = puzzles[i], want[i]
				n++
			}
		}
		got := make([]Result, n)
		for _, k := range laneKernels() {
			if isTwin(k) && len(laneKernels()) > 2 {
				continue // twins are slow
			}
			k.Search(context.Background(), puzzles[:n], diveLimits, got)
			for i, p := range puzzles[:n] {
				if got[i].Solutions != want[i].Solutions || got[i].Outcome != want[i].Outcome {
					t.Fatalf("%s: %s: %+v, scalar %+v", k.name, line(p), got[i], want[i])
				}
				if bad := wrong(got[i].First, p); got[i].Solutions > 0 && bad != "" {
					t.Fatalf("%s: %s: %s", k.name, line(p), bad)
				}
			}
		}
	})
}
