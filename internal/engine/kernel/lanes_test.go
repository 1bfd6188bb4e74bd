package kernel

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"
)

// laneKernels are those of the registry, swar, which every machine has, last.
func laneKernels() (all []*lanes) {
	for _, k := range All() {
		if k, ok := k.(*lanes); ok {
			all = append(all, k)
		}
	}
	return all
}

// On a machine with vectors their kernels must have been among those that the
// other tests ran: they run all of the registry.
func TestVectorKernelsAreExercised(t *testing.T) {
	want := map[string]bool{"swar": true, "scalar": true}
	if runtime.GOARCH == "amd64" && !pure {
		want["avx2"] = cpu.X86.HasAVX2 && cpu.X86.HasBMI1
		x := &cpu.X86
		want["avx512"] = x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VBMI && x.HasAVX512BITALG && x.HasAVX512GFNI && x.HasBMI1
	}
	puzzles := readGrids(t, ownCorpus)
	results := make([]Result, len(puzzles))
	for name, here := range want {
		k, err := ByName(name)
		switch {
		case !here:
			t.Logf("this machine cannot run %s", name)
		case err != nil:
			t.Error(err)
		default:
			// Not just registered: its own sweeps solved these.
			sweeps := 0
			if l, ok := k.(*lanes); ok {
				counting := *l
				counting.sweep = func(b *block) { sweeps++; l.sweep(b) }
				if n := counting.Search(context.Background(), puzzles, Limits{Solutions: 2}, results); n != len(puzzles) || sweeps == 0 {
					t.Errorf("%s: %d results final in %d sweeps", name, n, sweeps)
				}
			}
		}
	}
	t.Logf("the kernels here: %s", names(All()))
}

func names(all []Kernel) string {
	var n []string
	for _, k := range all {
		n = append(n, k.Name())
	}
	return strings.Join(n, ", ")
}

// The assembly addresses a block by these offsets; see _asm/lanes.go.
func TestBlockLayout(t *testing.T) {
	b := reflect.TypeFor[block]()
	for name, want := range map[string]uintptr{
		"cell": 0, "prev": 108 * 64, "key": 109 * 64, "score": 110 * 64, "served": 111 * 64, "picked": 112 * 64, "dead": 116 * 64, "still": 116*64 + 8,
		"full": 116*64 + 16, "pairs": 116*64 + 24, "mask": 117 * 64, "scratch": 128 * 64, "wide": 256 * 64, "path": 406 * 64,
	} {
		if f, ok := b.FieldByName(name); !ok || f.Offset != want {
			t.Errorf("%s is at byte %d, not %d", name, f.Offset, want)
		}
	}
	if n := b.Size(); n != 514*64 {
		t.Errorf("a block has %d bytes", n)
	}
	// And prefetch those of four puzzles by these sizes.
	if n, m := reflect.TypeFor[Result]().Size(), reflect.TypeFor[search]().Size(); runtime.GOARCH == "amd64" && (n != 112 || m != 32) {
		t.Errorf("a result has %d bytes, a search %d", n, m)
	}
	for range 100 {
		m := newMachine()
		for _, p := range []any{m.block, m.coming, new(column)} {
			if at := reflect.ValueOf(p).Pointer(); at%64 != 0 {
				t.Fatalf("%T at %#x straddles cache lines: sweeps are slow", p, at)
			}
		}
	}
}

// lanesOf fills a block with lanes in all states: puzzles after some sweeps,
// random candidates, nonsense.
func lanesOf(r *rand.Rand, puzzles [][81]uint8) *block {
	b := new(block)
	var some [laneCount][81]uint8
	for l := range some {
		p := &some[l]
		*p = puzzles[r.IntN(len(puzzles))]
		for range r.IntN(40) {
			p[r.IntN(81)] = uint8(r.IntN(11))
		}
	}
	loadColumns(&b.cell, 0, &some)
	for l := range laneCount {
		if r.IntN(4) == 0 {
			for c := range 81 {
				b.cell[c].set(l, uint16(r.IntN(512)))
			}
		}
	}
	return b
}

// Each sweep, choice and move does bit by bit what its pure-Go twin does.
func TestTwins(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	twin := swarLanes()
	for _, k := range laneKernels() {
		if k.count != laneCount {
			continue // see TestWideTwin
		}
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range 300 {
				a := lanesOf(r, puzzles)
				b := *a
				for range 1 + r.IntN(8) {
					k.sweep(a)
					twin.sweep(&b)
					if a.cell != b.cell || a.prev != b.prev || a.dead != b.dead || a.still != b.still || a.full != b.full {
						t.Fatal("another sweep")
					}
				}
				k.choose(a)
				twin.choose(&b)
				if a.key != b.key {
					t.Fatalf("another choice: %x, %x", a.key, b.key)
				}
				var grid, grid2 [81]uint8
				l := r.IntN(laneCount)
				solved := *a
				for c := range 81 {
					solved.cell[c].set(l, 1<<r.IntN(9))
				}
				k.read(&solved.cell, l, &grid)
				if twin.read(&solved.cell, l, &grid2); grid != grid2 {
					t.Fatal("another solution")
				}
				stage, stage2 := new(column), new(column)
				var some [laneCount][81]uint8
				for i := range some {
					some[i] = puzzles[r.IntN(len(puzzles))]
					for range r.IntN(5) {
						some[i][r.IntN(81)] = uint8(r.IntN(256))
					}
				}
				if x, y := k.load(stage, 0, &some), twin.load(stage2, 0, &some); x != y {
					t.Fatalf("clashes %b, %b", x, y)
				}
				// Only lanes that stay may be copied.
				set, copied := uint64(r.Uint32()&r.Uint32()), uint64(r.Uint32())
				var from [maxLanes]uint16
				for l := range laneCount {
					from[l] = uint16(laneCount + r.IntN(laneCount))
					if k := r.IntN(laneCount); (copied&^set)>>k&1 != 0 {
						from[l] = uint16(k)
					}
				}
				k.move(&a.cell, stage, &from, set)
				twin.move(&b.cell, stage2, &from, set)
				if a.cell != b.cell {
					t.Fatal("another move")
				}
			}
		})
	}
}

// All lane kernels of 16 bits make the same guesses in the same order, whatever their
// vectors; the wide form finds as much, and guesses may differ (wide.go says why).
func FuzzLanes(f *testing.F) {
	for _, p := range readGrids(f, ownCorpus) {
		f.Add(p[:], uint8(2))
	}
	f.Fuzz(func(t *testing.T, data []byte, limit uint8) {
		// Eight puzzles, each a little different, share the lanes.
		var puzzles [8][81]uint8
		givens := 0
		for i := range puzzles {
			copy(puzzles[i][:], data)
			if len(data) > i {
				puzzles[i][int(data[i])%81] = uint8(i)
			}
		}
		for _, d := range puzzles[0] {
			if d != 0 {
				givens++
			}
		}
		ctx := context.Background()
		limits := Limits{Solutions: uint64(limit), Nodes: 5000}
		var want [8]Result
		kernels := laneKernels()
		slices.Reverse(kernels) // swar, the twin, first
		for i, k := range kernels {
			var got [8]Result
			if n := k.Search(ctx, puzzles[:], limits, got[:]); n != 8 {
				t.Fatalf("%s: %d results", k.name, n)
			}
			if i == 0 {
				want = got
			}
			for j, p := range puzzles {
				if bad := wrong(got[j].First, p); got[j].Solutions > 0 && bad != "" {
					t.Fatalf("%s: %s: %s", k.name, line(p), bad)
				}
				if k.count == maxLanes && got[j].Outcome != Stopped && want[j].Outcome != Stopped {
					got[j].Nodes, got[j].First = want[j].Nodes, want[j].First
				}
				if got[j] != want[j] && (k.count == laneCount || got[j].Outcome != Stopped && want[j].Outcome != Stopped) {
					t.Fatalf("%s: %+v, %s: %+v", kernels[0].name, want[j], k.name, got[j])
				}
			}
		}
		for i, p := range puzzles {
			r := searchOne(t, scalar{}, p, Limits{Solutions: limits.Solutions, Nodes: 5000})
			if r.Outcome != Stopped && want[i].Outcome != Stopped && (r.Solutions != want[i].Solutions || r.Outcome != want[i].Outcome) {
				t.Fatalf("%s: scalar %+v, lanes %+v", line(p), r, want[i])
			}
		}
	})
}

// Grids with any number of givens, most with many solutions, some with none,
// counted to several limits, in one batch: as the oracle and the scalar engine do.
func TestLanesCount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var puzzles [][81]uint8
	for givens := 0; givens <= 81; givens++ {
		p := withoutGivens(r, fullGrid(r), 81-givens)
		puzzles = append(puzzles, p)
		p[r.IntN(81)] = uint8(1 + r.IntN(9)) // often a contradiction
		puzzles = append(puzzles, p)
	}
	for _, limit := range []uint64{1, 2, 1000} {
		want := make([]Result, len(puzzles))
		scalar{}.Search(context.Background(), puzzles, Limits{Solutions: limit}, want)
		for _, k := range laneKernels() {
			got := make([]Result, len(puzzles))
			k.Search(context.Background(), puzzles, Limits{Solutions: limit}, got)
			for i, p := range puzzles {
				if got[i].Nodes > 200_000 {
					t.Errorf("%s, limit %d: %s: %d guesses, scalar %d", k.name, limit, line(p), got[i].Nodes, want[i].Nodes)
				}
				if got[i].Solutions != want[i].Solutions || got[i].Outcome != want[i].Outcome {
					t.Errorf("%s, limit %d: %s: %+v, scalar %+v", k.name, limit, line(p), got[i], want[i])
				}
				if bad := wrong(got[i].First, p); got[i].Solutions > 0 && bad != "" {
					t.Errorf("%s: %s: %s", k.name, line(p), bad)
				}
			}
		}
	}
}

// A node limit too large for the scalar engine holds exactly, alone and among others.
func TestLanesNodeLimit(t *testing.T) {
	for _, k := range laneKernels() {
		for _, nodes := range []uint64{depthFirstNodes, 10001} {
			puzzles := append(make([][81]uint8, 9), grid(example))
			results := make([]Result, len(puzzles))
			k.Search(context.Background(), puzzles, Limits{Solutions: 1 << 40, Nodes: nodes}, results)
			for i, r := range results[:9] {
				if r.Nodes != nodes || r.Outcome != Stopped {
					t.Errorf("%s: empty grid %d: %+v", k.name, i, r)
				}
			}
			if r := results[9]; r.Outcome != Complete || r.Solutions != 1 {
				t.Errorf("%s: %+v", k.name, r)
			}
		}
	}
}

// A lane that was to take a frame of a puzzle that then ends is free for any other.
func TestLaneOfEndedPuzzle(t *testing.T) {
	for _, k := range laneKernels() {
		m := newMachine()
		m.k, m.all = k, ^uint64(0)>>(maxLanes-k.count)
		m.results, m.searches = make([]Result, 2), make([]search, 2)
		m.info = make([]frameInfo, 3*maxLanes)
		for p := range int32(2) {
			c := new(column)
			k.set(c, 0, 5, uint16(1+p))
			m.store = append(m.store, stage{c, 1 << 5, 0})
			m.info[frameAt(int(p), 5)] = frameInfo{p, noFrame, noFrame}
			m.searches[p] = search{open: 1, top: frameAt(int(p), 5)}
		}
		m.stored = 2
		m.take(frameAt(1, 5), 3)
		m.drop(1, Stopped)
		m.take(frameAt(0, 5), 3)
		m.settleFrames()
		if x := k.at(&m.cell, 0, 3); x != 1 {
			t.Errorf("%s: the lane holds the frame of puzzle %d", k.name, x-1)
		}
	}
}

// The frames of the largest searches take little memory: a stack of stages that
// grows with the depth, not with the count.
func TestLanesMemoryIsBounded(t *testing.T) {
	for _, k := range laneKernels() {
		m := newMachine()
		var r [1]Result
		m.run(context.Background(), k, make([][81]uint8, 1), Limits{Solutions: 300000}, r[:], nil)
		if n := len(m.store) + len(m.spare); n > 256 {
			t.Errorf("%s: %d columns for 300,000 solutions", k.name, n)
		}
	}
}

// The committed assembly is what the generator writes.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: the generator takes some seconds")
	}
	for _, args := range [][]string{
		{"avx512", "lanes_avx512_amd64.s", "-pkg", "kernel"},
		{"narrow", "narrow_avx512_amd64.s", "-pkg", "kernel"},
		{"avx2", "lanes_avx2_amd64.s", "-pkg", "kernel"},
		{"swar", "lanes_swar_generated.go"},
	} {
		kept, err := os.ReadFile(args[1])
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), args[1])
		cmd := exec.Command("go", append([]string{"run", "-C", "_asm", ".", "-kernel", args[0], "-out", out}, args[2:]...)...)
		if text, err := cmd.CombinedOutput(); err != nil {
			if s := string(text); strings.Contains(s, "cannot find module") || strings.Contains(s, "dial tcp") || strings.Contains(s, "module lookup disabled") {
				t.Skip("the generator's modules are not to be had here: ", s)
			}
			t.Fatalf("%v\n%s", err, text)
		}
		now, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(now), out, "../"+args[1]) != string(kept) {
			t.Errorf("%s is not what go generate ./internal/engine/kernel writes", args[1])
		}
	}
}
