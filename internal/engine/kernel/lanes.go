package kernel

import (
	"context"
	"sync"
)

// Lanes: 32 or 64 searches in lockstep. Notation:
//
//	lane       one of the searches that advance together
//	vec        64 bytes, a share of them for each lane; see layout.go
//	plane      a grid for each lane: vec c holds cell c of all of them, so that one vector
//	           permutation a cell moves any number of grids to other lanes
//	workspace  all that a sweep reads and writes: the lanes' plane, and scratch
//	sweep      one round of propagation of all lanes: naked singles, locked candidates,
//	           hidden singles. It has no branch.
//	still      the sweep changed nothing: the lane is solved or must fork.
//	fork       a lane becomes two: its first child keeps one digit of a cell, the second
//	           the others.
//	frame      a search set aside, in one slot of a plane of the store.
//
// A lane that must fork copies itself to a free lane, one child in each, or else sets the
// second child aside as a frame. Free lanes take frames, then the next puzzle. Where most
// puzzles end at their limit of solutions searches go depth first, or dive: see dive.go.
//
// docs/LANES.md has the sweep and the model of its cost.

const (
	laneCount = 32 // with 16 bits a lane
	maxLanes  = 64 // of any kernel
	someLanes = 16 // whose solutions are read together
)

// lanes is a kernel of one instruction set.
type lanes struct {
	name string
	layout
	count         int // of lanes
	sweep, choose func(*workspace)
	// guess and restore serve lanes that dive; see dive.go.
	guess, restore func(*workspace)
	// begin is move to the path, and restore.
	begin func(w *workspace, frames *plane, from *[maxLanes]uint16, set uint64)
	// first leaves each lane of a set its first child: one digit of the cell that choose has
	// found, or else of the first cell with the fewest candidates. It writes the cell and
	// the other digits. Without others, which only a box with the digit twice has, nothing is left.
	first func(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16)
	// second makes each lane l of a set the second child of lane from[l]%count, whose first
	// child it is a copy of.
	second func(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)
	// move fills each lane l of the set from lane from[l], or for from[l] ≥ count from slot
	// from[l]-count of frames. No lane is both copied and overwritten.
	move func(cells, frames *plane, from *[maxLanes]uint16, set uint64)
	// load fills 32 slots of a plane, from slot first on, and returns which of the puzzles
	// have a given twice in one box.
	load func(to *plane, first int, puzzles *[laneCount][81]uint8) uint32
	// prefetch brings puzzles to be loaded soon, their results and searches into the first cache.
	prefetch func(puzzles *[81]uint8, results *Result, searches *search)
	// read writes the grid of solved lane l.
	read func(cells *plane, l int, grid *[81]uint8)
	// readMany, if there is one, is read for some lanes: cells 16i to 16i+15 of the grid of
	// lanes[j] are grids[i][j], and cell 80 is grids[5][0][j].
	readMany func(cells *plane, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)
	// single searches few puzzles; without one the scalar engine does.
	single   *single
	machines *sync.Pool
}

func newLanes(k lanes) *lanes {
	k.count = k.lanes()
	if k.begin == nil {
		k.begin = func(w *workspace, frames *plane, from *[maxLanes]uint16, set uint64) {
			k.move(&w.path, frames, from, set)
			k.restore(w)
		}
	}
	k.machines = &sync.Pool{New: func() any { return newMachine() }}
	return &k
}

func (k *lanes) Name() string { return k.name }

// A smaller limit of nodes is for a quick look. That goes depth first, with the scalar
// engine: lanes try both sides of a guess at once.
const depthFirstNodes = 4096

// Lanes pay when there are many searches: a call of few puzzles searches them one by one,
// most with the scalar engine; see single.go.
const fewPuzzles = 6

func (k *lanes) Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int {
	puzzles = puzzles[:min(len(puzzles), len(results))]
	if limits.Nodes != 0 && limits.Nodes < depthFirstNodes {
		return scalar{}.Search(ctx, puzzles, limits, results)
	}
	if len(puzzles) > fewPuzzles {
		m := k.machines.Get().(*machine)
		defer k.machines.Put(m)
		return m.run(ctx, k, puzzles, limits, results, nil)
	}
	for i := range puzzles {
		if !k.searchOne(ctx, puzzles[i:i+1], limits, results[i:i+1]) {
			return i
		}
		limits.Without = limits.Without[min(1, len(limits.Without)):]
	}
	return len(puzzles)
}

func (k *lanes) Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result {
	if order != Any || limits.Nodes != 0 && limits.Nodes < depthFirstNodes {
		return scalar{}.Enumerate(ctx, puzzle, order, limits, yield)
	}
	m := k.machines.Get().(*machine)
	defer k.machines.Put(m)
	m.one[0] = *puzzle
	var results [1]Result
	m.run(ctx, k, m.one[:], limits, results[:], yield)
	return results[0]
}
