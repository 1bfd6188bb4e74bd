package textbook

import (
	"context"
	"time"
)

// EventKind states what a search did: it placed a digit, took one back, or found a solution.
type EventKind uint8

const (
	Place    EventKind = 1 // a digit was placed in an empty cell
	Undo     EventKind = 2 // the latest placement in the grid was undone
	Solution EventKind = 3 // all cells are filled
)

// Event is one action of a search. The puzzle and the events so far determine the grid: Place
// sets a cell, Undo empties it.
type Event struct {
	Kind        EventKind
	Cell, Digit uint8 // the cell, 0–80, and the digit, 1–9; both are 0 for Solution
	Depth       uint8 // the number of placements after the event, 0–81
}

// Limits states when a search ends before it has covered everything.
type Limits struct {
	// Solutions is the number of solutions after which the search ends; 0 means 1.
	Solutions uint64
	// Nodes limits the nodes; 0 means no limit.
	Nodes uint64
}

// Outcome states how a search ended.
type Outcome uint8

const (
	// Stopped: the search ended early, by the context, the node limit, or a callback. There may be more solutions.
	Stopped Outcome = iota
	// Complete: the search covered everything, so Solutions is exact.
	Complete
	// LimitReached: the search found Limits.Solutions solutions; there may be more.
	LimitReached
)

// Report holds what a search found and what it cost. The package documentation defines node, backtrack, depth and read.
type Report struct {
	Strategy   ID
	Outcome    Outcome
	Solutions  uint64
	First      [81]uint8 // the first solution; defined only if Solutions > 0
	Nodes      uint64
	Backtracks uint64
	Reads      uint64
	MaxDepth   int
	Elapsed    time.Duration // wall-clock time, including the callbacks
}

// Search searches for solutions of puzzle until a limit is reached.
//
// It calls trace with each event, and found with each solution after its event. Both may be nil. If `trace` or `found`
// returns false, the search ends. The array passed to found is reused.
//
// If givens contradict each other, or a value is above 9, the report is Complete at once, with no solution.
//
// Search checks the context before the first node, after each callback, and every 64 nodes, which take far less than a
// millisecond.
func (s Strategy) Search(ctx context.Context, puzzle [81]uint8, limits Limits, trace func(Event) bool, found func(*[81]uint8) bool) Report {
	start := time.Now()
	run := search{
		ctx:    ctx,
		limits: limits,
		trace:  trace,
		found:  found,
		board:  board{cells: puzzle},
		report: Report{Strategy: s.ID},
	}
	run.limits.Solutions = max(run.limits.Solutions, 1)
	switch {
	case s.prepare == nil:
	case !isConsistent(&puzzle):
		run.report.Outcome = Complete
	case ctx.Err() == nil:
		run.algorithm = s.prepare(&run.board)
		if run.descend() {
			run.report.Outcome = Complete
		}
	}
	run.report.Reads = run.board.reads
	run.report.Elapsed = time.Since(start)
	return run.report
}

// isConsistent reports whether every value is at most 9 and no house has a digit twice.
func isConsistent(grid *[81]uint8) bool {
	var row, col, box [9][10]bool
	for cell, digit := range grid {
		r, c, b := housesOf(cell)
		if digit > 9 {
			return false
		}
		if digit != 0 && (row[r][digit] || col[c][digit] || box[b][digit]) {
			return false
		}
		row[r][digit], col[c][digit], box[b][digit] = true, true, true
	}
	return true
}

// housesOf returns the numbers, 0–8, of a cell's row, column and box.
func housesOf(cell int) (row, col, box int) {
	row, col = cell/9, cell%9
	return row, col, row/3*3 + col/3
}

// board is the grid of a running search. The search writes it, and the algorithm only reads it. The algorithm counts
// all its reads in the field reads, including those of its own tables.
type board struct {
	cells [81]uint8
	reads uint64
}

func (b *board) digitAt(cell int) uint8 {
	b.reads++
	return b.cells[cell]
}

// placement is a digit in a cell; digit 0 means none.
type placement struct {
	cell, digit uint8
	node        int // the placement's node in the chosen column; for dancing links only
}

type algorithm interface {
	// choose returns where to branch: a cell or, for dancing links, a column. `open` is false if all cells are filled.
	choose() (branch int, open bool)
	// next returns the valid placement of the branch that comes after `last`. If `last` is the zero placement, it
	// returns the first; if there is no further placement, it returns the zero placement. Everything placed since
	// choose must have been undone.
	next(branch int, last placement) placement
	// place and undo update the algorithm's tables. `place` is called after the grid is written, undo before it is
	// restored.
	place(placement)
	undo(placement)
}

type search struct {
	ctx          context.Context
	limits       Limits
	trace        func(Event) bool
	found        func(*[81]uint8) bool
	board        board
	algorithm    algorithm
	depth        int
	lastSolution [81]uint8
	report       Report
}

// descend searches for the solutions that extend the current grid. If the search must end, descend returns false and
// leaves its digits in the grid.
func (s *search) descend() bool {
	branch, open := s.algorithm.choose()
	if !open {
		return s.reportSolution()
	}
	for p := s.algorithm.next(branch, placement{}); p.digit != 0; p = s.algorithm.next(branch, p) {
		if !s.place(p) || !s.descend() || !s.undo(p) {
			return false
		}
	}
	return true
}

// nodesPerLook is how many nodes are searched between two checks of the context.
const nodesPerLook = 64

func (s *search) place(p placement) bool {
	if s.limits.Nodes != 0 && s.report.Nodes == s.limits.Nodes {
		return false
	}
	if s.report.Nodes%nodesPerLook == 0 && s.ctx.Err() != nil {
		return false
	}
	s.board.cells[p.cell] = p.digit
	s.algorithm.place(p)
	s.report.Nodes++
	s.depth++
	s.report.MaxDepth = max(s.report.MaxDepth, s.depth)
	return s.sendEvent(Place, p)
}

func (s *search) undo(p placement) bool {
	s.algorithm.undo(p)
	s.board.cells[p.cell] = 0
	s.report.Backtracks++
	s.depth--
	return s.sendEvent(Undo, p)
}

func (s *search) reportSolution() bool {
	s.report.Solutions++
	if s.report.Solutions == 1 {
		s.report.First = s.board.cells
	}
	goOn := s.sendEvent(Solution, placement{})
	if goOn && s.found != nil {
		s.lastSolution = s.board.cells
		goOn = s.found(&s.lastSolution) && s.ctx.Err() == nil
	}
	if s.report.Solutions == s.limits.Solutions {
		s.report.Outcome = LimitReached
		return false
	}
	return goOn
}

func (s *search) sendEvent(kind EventKind, p placement) bool {
	if s.trace == nil {
		return true
	}
	return s.trace(Event{kind, p.cell, p.digit, uint8(s.depth)}) && s.ctx.Err() == nil
}
