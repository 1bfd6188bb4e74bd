package kernel

import (
	"context"
	"sync"
)

// This file holds the kernels that run 32 or 64 searches in lockstep. Terms:
//
// 	lane       one of the searches that advance together
// 	vec        64 bytes, of which each lane has a share; see layout.go
// 	plane      a grid for each lane: vec c holds cell c of all lanes. Thus one vector
// 	           permutation per cell moves any number of grids to other lanes
// 	workspace  all memory that a sweep reads and writes: the lanes' plane, and scratch
// 	sweep      one round of propagation of all lanes: naked singles, locked candidates,
// 	           hidden singles. It has no branch.
// 	still      the sweep changed nothing: the lane is solved or must fork.
// 	fork       a lane becomes two: its first child keeps one digit of a cell, the second
// 	           the other digits.
// 	frame      a search that waits, in one slot of a plane of the store.
//
// A lane that must fork is copied to a free lane, and each of the two becomes one child. If no lane is free, the second
// child becomes a frame in the store. Free lanes take frames or, if there are none, the next puzzle. While most
// searches end at their limit of solutions, searches go depth first, or dive; see dive.go.
//
// docs/LANES.md explains the sweep and its cost.

const (
	laneCount = 32 // the number of lanes of 16 bits in a vec
	maxLanes  = 64 // the greatest number of lanes of any kernel
	someLanes = 16 // how many solutions one call of readMany reads
)

// lanes is a kernel for one instruction set, as a table of its routines.
type lanes struct {
	name string
	layout
	count         int // number of lanes
	sweep, choose func(*workspace)
	// guess and restore work on the diving lanes of w.served; see dive.go.
	guess, restore func(*workspace)
	// begin is like move, but it fills the path of w instead of w's cells. Then it restores the lanes as restore does.
	begin func(w *workspace, frames *plane, from *[maxLanes]uint16, set uint64)
	// makeFirstChildren turns each lane of set into its first child, which keeps one digit of the cell that choose
	// found, or of the first cell with the fewest candidates if choose found none. It stores the cell in at[lane], and
	// the cell's other digits in rest[lane]. If the cell has no other digit, because a box has the digit twice, the
	// cell becomes empty.
	makeFirstChildren func(w *workspace, set uint64, at *[maxLanes]uint8, rest *[maxLanes]uint16)
	// makeSecondChildren turns each lane l of set into the second child. Before the call, the lane must be a copy of
	// the first child in lane from[l]%count.
	makeSecondChildren func(cells *plane, set uint64, from *[maxLanes]uint16, at *[maxLanes]uint8, rest *[maxLanes]uint16)
	// move fills each lane l of set from lane from[l] or, if from[l] ≥ count, from slot from[l]-count of frames. No
	// lane may be both filled and read.
	move func(cells, frames *plane, from *[maxLanes]uint16, set uint64)
	// load fills slots first to first+31 of a plane. Bit i of the result is set if a box of puzzles[i] has a given
	// twice.
	load func(to *plane, first int, puzzles *[laneCount][81]uint8) uint32
	// prefetch loads the next puzzles, results and searches into the L1 cache.
	prefetch func(puzzles *[81]uint8, results *Result, searches *search)
	read     func(cells *plane, l int, grid *[81]uint8)
	// readMany, if not nil, reads the grids of someLanes lanes in one call: cells 16i to 16i+15 of lane lanes[j] go to
	// grids[i][j], and cell 80 to grids[5][0][j].
	readMany func(cells *plane, lanes *[someLanes]uint8, grids *[6][someLanes][16]uint8)
	// single holds the routines that search one puzzle at a time. If it is nil, the scalar engine searches single
	// puzzles.
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

// depthFirstNodes is the least node limit with which lanes search. With a lower limit, the scalar engine searches depth
// first, because lanes would spend guesses on both children of each fork.
const depthFirstNodes = 4096

// fewPuzzles is the greatest number of puzzles that a call searches one by one, usually with the scalar engine
// (single.go). Lanes are faster only for many searches.
const fewPuzzles = 6

func (k *lanes) Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int {
	puzzles = puzzles[:min(len(puzzles), len(results))]
	if limits.Nodes != 0 && limits.Nodes < depthFirstNodes {
		return scalar{}.Search(ctx, puzzles, limits, results)
	}
	if len(puzzles) > fewPuzzles {
		m := k.machines.Get().(*machine)
		defer k.machines.Put(m)
		return m.searchPuzzles(ctx, k, puzzles, limits, results, nil)
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
	if ctx.Err() != nil {
		return Result{}
	}
	e := enumerations.Get().(*enumeration)
	defer enumerations.Put(e)
	r := e.enumerate(ctx, k, puzzle, limits, yield)
	e.yield = nil
	return r
}
