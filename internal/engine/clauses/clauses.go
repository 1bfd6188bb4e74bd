// Package clauses finds and counts the ways to choose variables so that every group has
// exactly one of its variables chosen and every clause holds, by learning a clause from
// every contradiction. It is for boards so large, and searches so long, that a search
// which only turns back never ends.
//
// Reading path: [Problem] (this file), how the state is held and what follows from it
// (solver.go), what is learned from a contradiction (analyze.go), which clauses are kept
// (store.go), the search (search.go), sides where a solution is sought (seek.go, walk.go), several
// that share what they learn (share.go).
//
//	variable   in (chosen), out, or open
//	literal    2v "v is in", 2v+1 "v is out"; l^1 is the contrary
//	group      a mask of the members that are not out: one left is in, none is a
//	           contradiction, and one that is in takes the others out
//	trail      what was decided, and what followed from groups and clauses, in order
//	told       the trail, and between its literals what went out because another member
//	           of its group came in. That hangs on the member, which is its whole reason:
//	           three in four assignments of a board are of this kind, and a conflict's
//	           analysis does not walk them
//
// Source: MiniSat (Eén and Sörensson 2003) for the search; Fleury and Biere, "Efficient
// All-UIP Learned Clause Minimization" (2021) for one literal a level; groups with masks
// in place of clauses are our own.
//
// It imports nothing of this module and nothing beyond the standard library.
package clauses

import (
	"context"
	"math/bits"
)

// Lit is a literal: 2v says that variable v is in, 2v+1 that it is out.
type Lit uint32

// In says that v is in.
func In(v int) Lit { return Lit(2 * v) }

// Out says that v is out.
func Out(v int) Lit { return Lit(2*v + 1) }

// Problem is variables, groups and clauses. It is built once and then only read.
type Problem struct {
	variables int
	groups    [][]int32 // of each group, exactly one is in
	loose     []bool    // by group: at most one
	clauses   [][]Lit
}

// MaxGroup is how many variables a group may have: its mask has a bit for each. Where none
// may be in, two of the bits say so.
const MaxGroup = 64

// Variable adds a variable.
func (p *Problem) Variable() int {
	p.variables++
	return p.variables - 1
}

// ExactlyOne adds a group of which one variable is in, at most [MaxGroup].
func (p *Problem) ExactlyOne(variables ...int) { p.group(variables, false) }

// AtMostOne adds a group of which one variable or none is in, at most [MaxGroup] less two.
func (p *Problem) AtMostOne(variables ...int) { p.group(variables, true) }

func (p *Problem) group(variables []int, loose bool) {
	g := make([]int32, len(variables))
	for i, v := range variables {
		g[i] = int32(v)
	}
	p.groups = append(p.groups, g)
	p.loose = append(p.loose, loose)
}

// Clause adds a clause: one of the literals holds.
func (p *Problem) Clause(literals ...Lit) {
	p.clauses = append(p.clauses, append([]Lit(nil), literals...))
}

// Outcome is how a search ended. Its zero value claims nothing.
type Outcome uint8

const (
	Undecided Outcome = iota // cut short
	None                     // there is no solution
	Found                    // there is one
)

// Limits bounds a search beside its context.
type Limits struct {
	Solutions int    // where to stop counting, at least 1
	Keep      int    // how many solutions to keep, at least 1
	Conflicts uint64 // of each thread; 0 leaves it to the context
	Further   uint64 // … since the last solution found, where there is one; 0 sets no bound
	Threads   int    // that search at once and share what they learn; 0 is one
	// Memory is how many bytes of each thread what is learned may take, 0 for 128 MB. The least
	// useful is forgotten for it; where the clauses that forbid the solutions found fill half
	// of it, the search ends. The problem itself takes up to 450 bytes a variable more.
	Memory int
	Seed   uint64 // shuffles what comes first among equals; 0 does not
}

// Result is what a search found.
type Result struct {
	Solutions int // found, up to the limit
	// Complete says that there are no more than these.
	Complete bool
	Kept     [][]bool // of the first solutions, by variable, which are in
	Counts
}

// Counts is what a search took.
type Counts struct {
	Conflicts, Decisions, Propagations, Restarts uint64
}

// Outcome returns what the result says of there being a solution.
func (r *Result) Outcome() Outcome {
	switch {
	case r.Solutions > 0:
		return Found
	case r.Complete:
		return None
	}
	return Undecided
}

// Count counts the solutions up to a limit. It ends soon after ctx. What a single thread finds
// first, and what it takes, is the same on every run.
func Count(ctx context.Context, p *Problem, l Limits) Result {
	if l.Threads > 1 {
		return countTogether(ctx, p, l)
	}
	s := newSolver(p, l.Memory)
	return s.count(ctx, l)
}

// full returns the mask of a group of so many.
func full(members int) uint64 { return ^uint64(0) >> (64 - members) }

// place returns the index of a mask's only member.
func place(mask uint64) int { return bits.TrailingZeros64(mask) }
