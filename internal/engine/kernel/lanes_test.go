package kernel

import (
	"context"
	"math/bits"
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

	"nonet/internal/check/generated"
	"nonet/internal/check/soak"
)

// laneKernels returns the lane kernels of the registry and, last, the three twins, which run on
// every machine.
func laneKernels() (all []*lanes) {
	for _, k := range All() {
		if k, ok := k.(*lanes); ok {
			all = append(all, k)
		}
	}
	return slices.Insert(all, len(all)-1, twin64, twinBytes)
}

// quickLanes is like laneKernels, but in a short run it omits the twins if there are other kernels, because the
// twins are slow.
func quickLanes() []*lanes {
	all := laneKernels()
	if others := slices.DeleteFunc(slices.Clone(all), isTwin); testing.Short() && len(others) > 0 {
		return others
	}
	return all
}

func isTwin(k *lanes) bool { return k == twin32 || k == twin64 || k == twinBytes }

// twinOf returns the twin with k's layout.
func twinOf(k *lanes) *lanes {
	switch k.layout {
	case layout64{}:
		return twin64
	case layoutBytes{}:
		return twinBytes
	}
	return twin32
}

// TestKernelsAreWhole checks that no kernel lacks an operation. Otherwise the operation would not be tested, or
// a slower one would be used.
func TestKernelsAreWhole(t *testing.T) {
	optional := map[string]string{"readMany": "avx512 avx2", "single": "avx512 avx2"} // field → kernels that must have it
	whole := func(name string, kernel any) {
		v := reflect.ValueOf(kernel).Elem()
		for i := range v.NumField() {
			if f := v.Type().Field(i); v.Field(i).IsZero() && (optional[f.Name] == "" || strings.Contains(optional[f.Name], name)) {
				t.Errorf("%s has no %s", name, f.Name)
			}
		}
	}
	for _, k := range laneKernels() {
		whole(k.name, k)
		if k.single != nil {
			whole(k.name+", single", k.single)
		}
	}
}

// TestVectorKernelsAreExercised checks that the registry has each vector kernel that the processor supports.
// The other tests run all kernels of the registry.
func TestVectorKernelsAreExercised(t *testing.T) {
	want := map[string]bool{"twin32": true, "scalar": true}
	if runtime.GOARCH == "amd64" && !pure {
		want["avx2"] = cpu.X86.HasAVX2 && cpu.X86.HasBMI1
		x := &cpu.X86
		want["avx512"] = x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VBMI && x.HasAVX512BITALG && x.HasAVX512GFNI && x.HasBMI1
	}
	if runtime.GOARCH == "arm64" && !pure {
		want["neon"] = true
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
			// A kernel in the registry might still do nothing, so its own sweeps must have solved the puzzles.
			sweeps := 0
			if l, ok := k.(*lanes); ok {
				counting := *l
				counting.sweep = func(w *workspace) { sweeps++; l.sweep(w) }
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

// TestWorkspaceLayout checks the offsets at which the assembly addresses a workspace; see
// _asm/kernel/lanes.go.
func TestWorkspaceLayout(t *testing.T) {
	b := reflect.TypeFor[workspace]()
	for name, want := range map[string]uintptr{
		"cell": 0, "prev": 108 * 64, "key": 109 * 64, "score": 110 * 64, "served": 111 * 64, "picked": 112 * 64, "dead": 116 * 64, "still": 116*64 + 8,
		"full": 116*64 + 16, "pairs": 116*64 + 24, "mask": 117 * 64, "scratch": 128 * 64, "wide": 256 * 64, "path": 406 * 64, "digit": 514 * 64,
	} {
		if f, ok := b.FieldByName(name); !ok || f.Offset != want {
			t.Errorf("%s is at byte %d, not %d", name, f.Offset, want)
		}
	}
	if n := b.Size(); n != 515*64 {
		t.Errorf("a workspace has %d bytes", n)
	}
	// prefetch relies on these sizes.
	if n, m := reflect.TypeFor[Result]().Size(), reflect.TypeFor[search]().Size(); runtime.GOARCH == "amd64" && (n != 112 || m != 32) {
		t.Errorf("a result has %d bytes, a search %d", n, m)
	}
	for range 100 {
		m := newMachine()
		for _, p := range []any{m.workspace, m.queue.plane, new(plane)} {
			if at := reflect.ValueOf(p).Pointer(); at%64 != 0 {
				t.Fatalf("%T at %#x straddles cache lines: sweeps are slow", p, at)
			}
		}
	}
}

// somePuzzles returns 32 puzzles, each with up to cells-1 random cells set to values below most.
func somePuzzles(r *rand.Rand, puzzles [][81]uint8, cells, most int) *[laneCount][81]uint8 {
	some := new([laneCount][81]uint8)
	for i := range some {
		some[i] = puzzles[r.IntN(len(puzzles))]
		for range r.IntN(cells) {
			some[i][r.IntN(81)] = uint8(r.IntN(most))
		}
	}
	return some
}

// lanesOf returns a workspace of k's layout. Its lanes hold puzzles, puzzles with invalid values, and random
// candidates.
func lanesOf(r *rand.Rand, k *lanes, puzzles [][81]uint8) *workspace {
	b := new(workspace)
	for first := 0; first < k.count; first += laneCount {
		twinOf(k).load(&b.cell, first, somePuzzles(r, puzzles, 40, 11))
	}
	for l := range k.count {
		if r.IntN(4) == 0 {
			for c := range 81 {
				k.setCandidates(&b.cell, c, l, uint16(r.IntN(512)))
			}
		}
	}
	return b
}

// TestLayouts checks that a plane returns the candidates that were set, and that setting a cell
// changes no other.
func TestLayouts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, k := range []*lanes{twin32, twin64, twinBytes} {
		cells := new(plane)
		var want [81][maxLanes]uint16
		for c := range 81 {
			for l := range k.count {
				k.setCandidates(cells, c, l, 0)
			}
		}
		for range 20000 {
			c, l, x := r.IntN(81), r.IntN(k.count), uint16(r.IntN(512))
			if r.IntN(2) == 0 {
				x = 1 << r.IntN(9)
			}
			want[c][l] = x
			k.setCandidates(cells, c, l, x)
		}
		for c := range 81 {
			for l := range k.count {
				if x := k.candidatesAt(cells, c, l); x != want[c][l] {
					t.Fatalf("%s: cell %d, lane %d: %x, not %x", k.name, c, l, x, want[c][l])
				}
			}
		}
	}
}

// TestTwins compares each operation of each kernel with the operation of its layout's twin. All must agree bit
// by bit, except sweep: it must only reach the same state at rest.
func TestTwins(t *testing.T) {
	puzzles := readGrids(t, ownCorpus)
	for _, k := range laneKernels() {
		if isTwin(k) {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for range soak.PickOfThree(60, 100, 200) {
				testTwin(t, r, k, twinOf(k), puzzles)
			}
		})
	}
}

func testTwin(t *testing.T, r *rand.Rand, k, twin *lanes, puzzles [][81]uint8) {
	every := ^uint64(0) >> (maxLanes - k.count)
	a := lanesOf(r, k, puzzles)
	b := *a
	both := twinKernel{k.layout, k.count}
	sameAs := func(what string, a, b *plane) {
		t.Helper()
		for c := range 81 {
			for l := range k.count {
				x, y := k.candidatesAt(a, c, l), k.candidatesAt(b, c, l)
				if x != y {
					t.Fatalf("another %s: cell %d, lane %d: %x, %x", what, c, l, x, y)
				}
				if x, only, ok := onlyNine(k, a, c, l); ok && only != (x == 256) {
					t.Fatalf("%s: cell %d, lane %d: %x, only 9 %v", what, c, l, x, only)
				}
			}
		}
	}
	same := func(what string) { t.Helper(); sameAs(what, &a.cell, &b.cell) }
	choose := func() {
		t.Helper()
		k.choose(a)
		twin.choose(&b)
		for l := range k.count {
			c, ok := both.chosen(a, l)
			d, ok2 := both.chosen(&b, l)
			if ok != ok2 || ok && c != d {
				t.Fatalf("another choice in lane %d: %d, %v; %d, %v", l, c, ok, d, ok2)
			}
			if x, y := a.digit.byteAt(l), b.digit.byteAt(l); x != y {
				t.Fatalf("another choice in lane %d: digits %x, %x", l, x, y)
			}
		}
	}

	choose()
	testRest(t, k, twin, a, &b)
	same("rest")
	choose()

	frames, frames2 := new(plane), new(plane)
	for first := 0; first < k.count; first += laneCount {
		some := somePuzzles(r, puzzles, 5, 256)
		if x, y := k.load(frames, first, some), twin.load(frames2, first, some); x != y {
			t.Fatalf("clashes %b, %b", x, y)
		}
	}
	sameAs("load", frames, frames2)

	// Only lanes that keep their contents may be copied.
	set, copied := r.Uint64()&r.Uint64()&every, r.Uint64()
	if r.IntN(2) == 0 {
		set &= r.Uint64() & r.Uint64() & r.Uint64()
	}
	var from [maxLanes]uint16
	for l := range from {
		from[l] = uint16(k.count + r.IntN(k.count))
		if i := r.IntN(k.count); (copied&^set)>>i&1 != 0 {
			from[l] = uint16(i)
		}
	}
	k.move(&a.cell, frames, &from, set)
	twin.move(&b.cell, frames, &from, set)
	same("move")
	choose()

	// The path holds the cell's candidates, and random others.
	for c := range 81 {
		for l := range k.count {
			x := k.candidatesAt(&a.cell, c, l) | uint16(r.IntN(512))
			k.setCandidates(&a.path, c, l, x)
			k.setCandidates(&b.path, c, l, x)
		}
	}
	served := r.Uint64() & r.Uint64() & every
	k.writeLaneSet(&a.served, served)
	k.writeLaneSet(&b.served, served)
	k.guess(a)
	twin.guess(&b)
	sameCells := a.cell
	for l := range k.count {
		if x, y := a.guessedCells(l), b.guessedCells(l); x != y && served>>l&1 != 0 {
			t.Fatalf("lane %d: guessed %x, %x", l, x, y)
		}
	}
	if (a.pairs^b.pairs)&every != 0 {
		t.Fatal("other pairs")
	}
	same("guess")
	sameAs("path", &a.path, &b.path)
	k.restore(a)
	twin.restore(&b)
	same("restore")
	set &= r.Uint64()
	for l := range from {
		from[l] = uint16(k.count + r.IntN(k.count))
	}
	k.begin(a, frames, &from, set)
	twin.begin(&b, frames, &from, set)
	same("begin")
	sameAs("path begun", &a.path, &b.path)

	a.cell, b.cell = sameCells, sameCells
	choose()
	open := uint64(0) // lanes with a cell of several candidates
	for l := range k.count {
		for c := range 81 {
			if bits.OnesCount16(k.candidatesAt(&a.cell, c, l)) > 1 {
				open |= 1 << l
			}
		}
	}
	open &= r.Uint64()
	var at, at2 [maxLanes]uint8
	var rest, rest2 [maxLanes]uint16
	k.makeFirstChildren(a, open, &at, &rest)
	twin.makeFirstChildren(&b, open, &at2, &rest2)
	if at != at2 || rest != rest2 {
		t.Fatalf("other children: %v, %x; %v, %x", at, rest, at2, rest2)
	}
	same("first child")
	for l := range from {
		from[l] = uint16(l)
	}
	k.makeSecondChildren(&a.cell, open, &from, &at, &rest)
	twin.makeSecondChildren(&b.cell, open, &from, &at, &rest)
	same("second child")

	var lanes [someLanes]uint8
	for i := range lanes {
		lanes[i] = uint8(r.IntN(k.count))
		for c := range 81 {
			k.setCandidates(&a.cell, c, int(lanes[i]), 1<<r.IntN(9))
		}
	}
	var grids [6][someLanes][16]uint8
	if k.readMany != nil {
		k.readMany(&a.cell, &lanes, &grids)
	}
	for i, l := range lanes {
		var grid, grid2 [81]uint8
		k.read(&a.cell, int(l), &grid)
		if twin.read(&a.cell, int(l), &grid2); grid != grid2 {
			t.Fatalf("another solution of lane %d", l)
		}
		for c, d := range grid {
			if k.readMany != nil && (c < 80 && grids[c/16][i][c%16] != d || c == 80 && grids[5][0][i] != d) {
				t.Fatalf("another solution of lane %d: cell %d is not %d", l, c, d)
			}
		}
	}
}

// TestTwiceInBox checks a box with the same digit in two cells that have no other candidate. A kernel with
// bytes for lanes forks on this digit. Neither child may keep a candidate there, because the lane would then
// fork without end.
func TestTwiceInBox(t *testing.T) {
	for _, k := range laneKernels() {
		if k.layout == (layout32{}) {
			continue
		}
		w := new(workspace)
		for c := range 81 {
			for l := range k.count {
				k.setCandidates(&w.cell, c, l, 511)
				switch {
				case c == 0 || c == 10:
					k.setCandidates(&w.cell, c, l, 1<<3)
				case boxOf(c) == 0:
					k.setCandidates(&w.cell, c, l, 511&^(1<<3))
				}
			}
		}
		var at [maxLanes]uint8
		var rest [maxLanes]uint16
		k.choose(w)
		k.makeFirstChildren(w, 1<<5, &at, &rest)
		if x := k.candidatesAt(&w.cell, 0, 5); at[5] != 0 || rest[5] != 0 || x != 0 {
			t.Errorf("%s: cell %d keeps %x and %x", k.name, at[5], x, rest[5])
		}
	}
}

// onlyNine returns cell c's candidates in lane l, and whether the layout marks the cell as one with
// only digit 9. ok is false for a layout that does not keep digit 9 apart.
func onlyNine(k *lanes, cells *plane, c, l int) (x uint16, only, ok bool) {
	x = k.candidatesAt(cells, c, l)
	switch k.layout {
	case layout64{}:
		return x, *cells.secondWord(c)>>l&1 == 1, true
	case layoutBytes{}:
		nine, place := cells.minirowOf(c)
		return x, nine.byteAt(l)>>4>>place&1 == 1, true
	}
	return x, false, false
}

// testRest sweeps a with k and w with twin until all lanes are at rest. The kernel applies its operations in
// another order than the twin. So in a lane without a solution the two may find different contradictions, or
// miss that a box has two equal digits, which only loading detects. testRest makes such lanes equal.
func testRest(t *testing.T, k, twin *lanes, a, w *workspace) {
	every := ^uint64(0) >> (maxLanes - k.count)
	for settled := uint64(0); settled != every; {
		k.sweep(a)
		settled |= a.dead | a.still
		for full := a.full &^ a.dead; full != 0; full &= full - 1 {
			var grid [81]uint8
			k.read(&a.cell, bits.TrailingZeros64(full), &grid)
			if bad := wrong(grid, [81]uint8{}); bad != "" {
				t.Fatalf("lane %d is not solved: %s", bits.TrailingZeros64(full), bad)
			}
		}
	}
	dead := uint64(0)
	for settled := uint64(0); settled != every; {
		twin.sweep(w)
		dead |= w.dead
		settled |= w.dead | w.still
	}
	if n := bits.OnesCount64(a.dead ^ dead); n > 4 {
		t.Fatalf("%d lanes are dead in one form only", n)
	}
	gone := a.dead | dead
	for l := range k.count {
		if clashes(k, &a.cell, l) && clashes(k, &w.cell, l) {
			gone |= 1 << l
		}
	}
	for ; gone != 0; gone &= gone - 1 {
		for c := range 81 {
			k.setCandidates(&a.cell, c, bits.TrailingZeros64(gone), 1)
			k.setCandidates(&w.cell, c, bits.TrailingZeros64(gone), 1)
		}
	}
}

// clashes reports whether a box of lane l has two cells with the same single digit.
func clashes(k *lanes, cells *plane, l int) bool {
	var seen [9]uint16
	for c := range 81 {
		x, box := k.candidatesAt(cells, c, l), &seen[boxOf(c)]
		if x&(x-1) == 0 && *box&x != 0 {
			return true
		}
		if x&(x-1) == 0 {
			*box |= x
		}
	}
	return false
}

// FuzzLanes checks that all kernels find the same number of solutions. The number of guesses may differ;
// layout64 says why.
func FuzzLanes(f *testing.F) {
	for _, p := range readGrids(f, ownCorpus) {
		f.Add(p[:], uint8(2))
	}
	f.Fuzz(func(t *testing.T, data []byte, limit uint8) {
		// Eight puzzles, each changed a little, share the lanes.
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
		slices.Reverse(kernels) // the twins come first
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
				got[j].Nodes, got[j].First = want[j].Nodes, want[j].First
				if got[j] != want[j] && got[j].Outcome != Stopped && want[j].Outcome != Stopped {
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

// TestLanesCount counts grids with any number of givens in one batch, up to several limits, and
// compares the counts with those of the oracle and the scalar engine. Most grids have many
// solutions, some have none.
func TestLanesCount(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var puzzles [][81]uint8
	for givens := 0; givens <= 81; givens += soak.PickOfThree(4, 3, 1) {
		p := withoutGivens(r, fullGrid(r), 81-givens)
		puzzles = append(puzzles, p)
		p[r.IntN(81)] = uint8(1 + r.IntN(9)) // often a contradiction
		puzzles = append(puzzles, p)
	}
	for _, limit := range []uint64{1, 2, 1000} {
		want := make([]Result, len(puzzles))
		scalar{}.Search(context.Background(), puzzles, Limits{Solutions: limit}, want)
		for _, k := range quickLanes() {
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

// TestLanesNodeLimit checks that a node limit of depthFirstNodes or more is kept exactly, even if other puzzles
// share the lanes.
func TestLanesNodeLimit(t *testing.T) {
	for _, k := range quickLanes() {
		for _, nodes := range []uint64{depthFirstNodes, 10001} {
			empty := soak.Pick(3, 9)
			puzzles := append(make([][81]uint8, empty), grid(example))
			results := make([]Result, len(puzzles))
			k.Search(context.Background(), puzzles, Limits{Solutions: 1 << 40, Nodes: nodes}, results)
			for i, r := range results[:empty] {
				if r.Nodes != nodes || r.Outcome != Stopped {
					t.Errorf("%s: empty grid %d: %+v", k.name, i, r)
				}
			}
			if r := results[empty]; r.Outcome != Complete || r.Solutions != 1 {
				t.Errorf("%s: %+v", k.name, r)
			}
		}
	}
}

// TestLaneOfEndedPuzzle checks a lane for which a frame is planned. If the frame's puzzle ends first, the lane
// must be free again.
func TestLaneOfEndedPuzzle(t *testing.T) {
	for _, k := range laneKernels() {
		m := newMachine()
		m.k, m.all = k, ^uint64(0)>>(maxLanes-k.count)
		m.results, m.searches = make([]Result, 2), make([]search, 2)
		m.store.info = make([]frameInfo, 3*maxLanes)
		for p := range int32(2) {
			c := new(plane)
			k.setCandidates(c, 0, 5, uint16(1+p))
			m.store.planes = append(m.store.planes, slots{c, 1 << 5, 0})
			m.store.info[frameAt(int(p), 5)] = frameInfo{p, noFrame, noFrame}
			m.searches[p] = search{open: 1, top: frameAt(int(p), 5)}
		}
		m.store.frames = 2
		m.assignFrameToLane(frameAt(1, 5), 3)
		m.dropPuzzle(1, Stopped)
		m.assignFrameToLane(frameAt(0, 5), 3)
		m.fillFromPlannedFrames()
		if x := k.candidatesAt(&m.cell, 0, 3); x != 1 {
			t.Errorf("%s: the lane holds the frame of puzzle %d", k.name, x-1)
		}
	}
}

// TestLanesMemoryIsBounded checks that the frames of a large search take little memory. The stack of planes may
// grow with the depth of the search, but not with the number of solutions.
func TestLanesMemoryIsBounded(t *testing.T) {
	for _, k := range quickLanes() {
		m := newMachine()
		var r [1]Result
		solutions := uint64(300_000)
		if isTwin(k) {
			solutions /= 10 // twins are slow
		}
		m.searchPuzzles(context.Background(), k, make([][81]uint8, 1), Limits{Solutions: solutions}, r[:], nil)
		if n := len(m.store.planes) + len(m.store.spare); n > 256 {
			t.Errorf("%s: %d columns for %d solutions", k.name, n, solutions)
		}
	}
}

// TestGenerated checks that the committed assembly equals the generator's output.
func TestGenerated(t *testing.T) {
	for kernel, file := range map[string]string{
		"avx512": "lanes_avx512_amd64.s", "single": "single_avx512_amd64.s", "avx2": "lanes_avx2_amd64.s", "neon": "lanes_neon_arm64.s",
	} {
		generated.Compare(t, "kernel", file, "-kernel", kernel)
	}
}

// TestNEON compares neon's operations with those of their twin under an emulator, where one is
// installed.
func TestNEON(t *testing.T) {
	emulator, err := exec.LookPath("qemu-aarch64")
	if err != nil || testing.Short() || runtime.GOARCH == "arm64" || pure {
		t.Skip("-short, arm64 itself, or no qemu-aarch64 (of qemu-user)")
	}
	program := filepath.Join(t.TempDir(), "kernel.test")
	build := exec.Command("go", "test", "-c", "-vet=off", "-o", program, ".")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := exec.Command(emulator, program, "-test.short", "-test.v", "-test.run", "^(TestTwins|TestLoad|TestSearch|TestKernelsAreWhole|TestVectorKernelsAreExercised)$").CombinedOutput()
	if err != nil || !strings.Contains(string(text), "--- PASS: TestTwins/neon") {
		t.Errorf("%v\n%s", err, text)
	}
}
