// Package clauses finds and counts the solutions of a problem of variables. In a solution exactly one variable of every
// group is chosen, and every clause holds. The search learns a clause from every contradiction (CDCL). It is for large
// boards, on which plain backtracking would never end.
//
// Reading path: [Problem] is in this file. solver.go has the state and propagation, analyze.go learning from a
// contradiction, store.go the stored clauses, search.go the search. seek.go and walk.go choose sides of decisions that
// lead to a solution. share.go lets threads share learned clauses.
//
//	variable   in (chosen), out, or open
//	literal    2v "v is in", 2v+1 "v is out"; l^1 is the negation
//	group      a mask of the members that are not out. If one member is left, it is in. If none is
//	           left, there is a contradiction. If a member is in, all others are out
//	trail      decisions, and what followed from groups and clauses, in order
//	assigned   the trail and, between its literals, the members that are out because another
//	           member of their group is in. Three in four assignments on a board are such
//	           members. The analysis of a conflict need not visit them
//
// Sources: MiniSat (Eén and Sörensson 2003) for the search; Fleury and Biere, "Efficient All-UIP Learned Clause
// Minimization" (2021) for one literal per level. Groups as masks instead of clauses are our own.
//
// It imports only the standard library.
package clauses

import (
	"context"
	"math/bits"
)

// Lit is a literal: 2v means that variable v is in, and 2v+1 that v is out.
type Lit uint32

// PositiveLiteral returns the literal that means "v is in".
func PositiveLiteral(v int) Lit { return Lit(2 * v) }

// NegativeLiteral returns the literal that means "v is out".
func NegativeLiteral(v int) Lit { return Lit(2*v + 1) }

// Problem consists of variables, groups and clauses. Searches only read it.
type Problem struct {
	variables int
	groups    [][]int32 // groups of variables; exactly one member of each is in
	loose     []bool    // for each group, whether it permits that no member is in
	clauses   [][]Lit
}

// MaxGroup is the maximum number of variables in a group, because the mask of a group has a bit for each variable. A
// group of AddAtMostOne needs two more bits.
const MaxGroup = 64

// AddVariable adds a variable and returns its number, from 0.
func (p *Problem) AddVariable() int {
	p.variables++
	return p.variables - 1
}

// AddExactlyOne adds a group of at most [MaxGroup] variables, exactly one of which is in.
func (p *Problem) AddExactlyOne(variables ...int) { p.addGroup(variables, false) }

// AddAtMostOne adds a group of at most [MaxGroup]-2 variables, at most one of which is in.
func (p *Problem) AddAtMostOne(variables ...int) { p.addGroup(variables, true) }

func (p *Problem) addGroup(variables []int, loose bool) {
	g := make([]int32, len(variables))
	for i, v := range variables {
		g[i] = int32(v)
	}
	p.groups = append(p.groups, g)
	p.loose = append(p.loose, loose)
}

// AddClause requires at least one of the literals to hold.
func (p *Problem) AddClause(literals ...Lit) {
	p.clauses = append(p.clauses, append([]Lit(nil), literals...))
}

// Outcome states whether the problem has a solution. The zero value is Undecided.
type Outcome uint8

const (
	Undecided Outcome = iota // the search was cut short
	None                     // there is no solution
	Found                    // there is a solution
)

// Limits holds the limits and the options of a search. The search also ends with its context.
type Limits struct {
	Solutions int    // the number of solutions at which the count ends; 0 means 1
	Keep      int    // the number of solutions that the result keeps; 0 means 1
	Conflicts uint64 // the maximum number of conflicts of each thread; 0 means no limit
	Further   uint64 // the maximum number of conflicts after the last solution; 0 means no limit
	Threads   int    // the number of searches that run in parallel and share learned clauses; 0 means one
	// Memory limits the bytes that each thread uses for clauses; 0 means 128 MB. When this memory is full, the least
	// useful clauses are removed. If clauses that exclude found solutions fill half of it, the search ends. The problem
	// itself takes up to 450 more bytes for each variable.
	Memory int
	Seed   uint64 // determines the order of equally active variables; 0 keeps their order
}

// Result holds the solutions that [Count] found, their number, and the work of the search.
type Result struct {
	Solutions int // the number of solutions found, up to the limit
	// Complete is set if the search has proven that the counted solutions are all.
	Complete bool
	Kept     [][]bool // the first solutions; for each variable, whether it is in
	Counts
}

// Counts holds the numbers of conflicts and other events in a search, summed over all threads.
type Counts struct {
	Conflicts, Decisions, Propagations, Restarts uint64
}

// Count counts the solutions up to a limit. It ends soon after ctx has ended. With one thread, every run gives the same
// solutions and Counts.
func Count(ctx context.Context, p *Problem, l Limits) Result {
	if l.Threads > 1 {
		return countInParallel(ctx, p, l)
	}
	s := newSolver(p, l.Memory)
	return s.countSolutions(ctx, l)
}

func fullMask(members int) uint64 { return ^uint64(0) >> (64 - members) }

// indexOfOnly returns the index of the only member that a mask contains.
func indexOfOnly(mask uint64) int { return bits.TrailingZeros64(mask) }
