package prove

import (
	"context"
	"slices"
	"strconv"

	"nonet/internal/research/prove/verify"
	"nonet/message"
)

// The formula has a variable for each digit in each cell, 9·cell+digit. A group has nine variables, exactly one of
// which is true. There is a group for each of 81 cells, and for each digit in each of 27 houses. A group has a clause
// that requires a true variable, and a clause for each pair of variables that forbids both. The givens are unit
// clauses. If the puzzle has a solution, the last clause excludes this solution.

const (
	variables   = 729
	groups      = 324
	groupsSize  = 1 + 9*8/2
	groupsTotal = groups * groupsSize
)

// SeveralError is returned for a puzzle with several solutions, because there is nothing to refute.
type SeveralError struct{ Solutions [2][81]uint8 }

// Error returns the error in English.
func (e *SeveralError) Error() string { return e.Message().String() }

// Message returns the error in any language of the catalogue.
func (*SeveralError) Message() message.Message { return message.New("prove.several") }

// refuter searches with unit propagation only, and records why each branch ends in a contradiction.
type refuter struct {
	ctx      context.Context
	known    *[81]uint8              // the solution that the formula excludes, or nil
	member   [groups][9]int32        // the variables of each group
	groupsOf [variables + 1][4]int32 // the groups of each variable
	value    [variables + 1]int8     // the value of each variable: 1 for true, −1 for false
	reason   [variables + 1]int32    // for each variable, the clause that implied its value; 0 if assumed
	left     [groups]int8            // for each group, the number of members that are not false
	trail    []int32                 // the true literals, in order
	done     int                     // how many literals of trail have been propagated
	clauses  map[int32][]int32       // the clauses that follow the clauses of the groups, by number
	next     int32                   // the number of the next clause
	out      []byte
	chooser  Prover
}

// LRAT returns a formula in DIMACS, and a refutation of this formula in LRAT that lrat-check and cake_lpr can read. The
// formula is unsatisfiable, because it excludes the puzzle's only solution, if there is one. One of the hardest puzzles
// takes some ten milliseconds. The error is a *SeveralError or ctx.Err().
func (p *Prover) LRAT(ctx context.Context, puzzle *[81]uint8) (cnf, proof []byte, err error) {
	n, err := p.findTwoSolutions(ctx, puzzle, nil)
	switch {
	case err != nil:
		return nil, nil, err
	case n > 1:
		return nil, nil, &SeveralError{[2][81]uint8(p.solutions)}
	}
	var known *[81]uint8
	if n == 1 {
		known = &p.solutions[0]
	}
	r := refuter{ctx: ctx, known: known, clauses: map[int32][]int32{}, next: groupsTotal + 1}
	fill := [groups]int{}
	for cell := range int32(81) {
		for d := range int32(9) {
			v := 9*cell + d + 1
			r.groupsOf[v] = [4]int32{cell, 81 + cell/9*9 + d, 162 + cell%9*9 + d, 243 + (cell/27*3+cell%9/3)*9 + d}
			for _, g := range r.groupsOf[v] {
				r.member[g][fill[g]] = v
				fill[g]++
			}
		}
	}
	for g := range r.left {
		r.left[g] = 9
	}
	var units, forbidden []int32
	for cell, d := range puzzle {
		if d != 0 {
			units = append(units, int32(9*cell)+int32(d))
		} else if known != nil {
			forbidden = append(forbidden, -(int32(9*cell) + int32(known[cell])))
		}
	}
	cnf = r.writeFormula(units, forbidden, known != nil)
	conflict := int32(0)
	for _, v := range units {
		r.clauses[r.next] = []int32{v}
		if conflict == 0 {
			conflict = r.makeTrue(v, r.next)
		}
		r.next++
	}
	if known != nil {
		r.clauses[r.next] = forbidden
		r.next++
	}
	if conflict == 0 {
		conflict = r.propagate()
	}
	if conflict == 0 {
		r.writeLemmas()
	}
	if _, err = r.refutePosition(conflict); err != nil {
		return nil, nil, err
	}
	return cnf, r.out, nil
}

func (r *refuter) writeFormula(units, forbidden []int32, forbid bool) []byte {
	total := groupsTotal + len(units)
	if forbid {
		total++
	}
	b := append([]byte("p cnf "), strconv.Itoa(variables)+" "+strconv.Itoa(total)+"\n"...)
	for g := range r.member {
		b = appendLiterals(b, r.member[g][:])
		for i, v := range r.member[g] {
			for _, w := range r.member[g][i+1:] {
				b = appendLiterals(b, []int32{-v, -w})
			}
		}
	}
	for _, v := range units {
		b = appendLiterals(b, []int32{v})
	}
	if forbid {
		b = appendLiterals(b, forbidden)
	}
	return b
}

func appendLiterals(b []byte, all []int32) []byte {
	for _, l := range all {
		b = append(strconv.AppendInt(b, int64(l), 10), ' ')
	}
	return append(b, '0', '\n')
}

// pairExclusionClause returns the number of the clause that forbids both v and w, members of group g.
func (r *refuter) pairExclusionClause(g, v, w int32) int32 {
	i, j := slices.Index(r.member[g][:], min(v, w)), slices.Index(r.member[g][:], max(v, w))
	return g*groupsSize + 1 + int32(1+i*9-i*(i+1)/2+j-i-1)
}

func (r *refuter) literalsOf(clause int32) []int32 {
	if clause > groupsTotal {
		return r.clauses[clause]
	}
	g, k := (clause-1)/groupsSize, (clause-1)%groupsSize
	if k == 0 {
		return r.member[g][:]
	}
	k--
	i := int32(0)
	for ; k >= 8-i; i++ {
		k -= 8 - i
	}
	return []int32{-r.member[g][i], -r.member[g][i+1+k]}
}

// makeTrue makes a literal true because of the clause with the number `reason`. If the literal is already false, the
// conflict is this number, and otherwise 0.
func (r *refuter) makeTrue(literal, reason int32) (conflict int32) {
	v, value := literal, int8(1)
	if v < 0 {
		v, value = -v, -1
	}
	switch r.value[v] {
	case value:
		return 0
	case -value:
		return reason
	}
	r.value[v], r.reason[v] = value, reason
	r.trail = append(r.trail, literal)
	if value < 0 {
		for _, g := range r.groupsOf[v] {
			r.left[g]--
		}
	}
	return 0
}

// propagate appends to the trail what follows from the literals on it. It returns the number of a false clause, or 0 if
// there is none.
func (r *refuter) propagate() (conflict int32) {
	for ; r.done < len(r.trail); r.done++ {
		literal := r.trail[r.done]
		if literal > 0 {
			for _, g := range r.groupsOf[literal] {
				for _, w := range r.member[g] {
					if w != literal && r.value[w] >= 0 {
						if conflict = r.makeTrue(-w, r.pairExclusionClause(g, literal, w)); conflict != 0 {
							return conflict
						}
					}
				}
			}
			continue
		}
		for _, g := range r.groupsOf[-literal] {
			switch r.left[g] {
			case 0:
				return g*groupsSize + 1
			case 1:
				for _, w := range r.member[g] {
					if r.value[w] == 0 {
						r.makeTrue(w, g*groupsSize+1)
					}
				}
			}
		}
	}
	if r.known != nil && len(r.trail) == variables { // every variable has a value, and there is no contradiction
		for cell, d := range r.known {
			if r.value[9*cell+int(d)] < 0 {
				return 0
			}
		}
		return r.solutionExclusionClause()
	}
	return 0
}

// solutionExclusionClause returns the number of the clause that excludes the known solution. It is the first clause
// after the givens.
func (r *refuter) solutionExclusionClause() int32 {
	for c := int32(groupsTotal + 1); ; c++ {
		if l := r.clauses[c]; len(l) != 1 || l[0] < 0 {
			return c
		}
	}
}

func (r *refuter) writeClause(clause, hints []int32) int32 {
	n := r.next
	r.next++
	r.clauses[n] = clause
	r.out = append(strconv.AppendInt(r.out, int64(n), 10), ' ')
	for _, l := range clause {
		r.out = append(strconv.AppendInt(r.out, int64(l), 10), ' ')
	}
	r.out = append(r.out, '0', ' ')
	r.out = appendLiterals(r.out, hints)
	return n
}

// reasonClauses explains why the clause `fails` is false, given only r.trail[:trail]. hints are the clauses that imply
// this, in order. clause holds the negations of the assumptions that these clauses use.
func (r *refuter) reasonClauses(fails int32, trail int) (clause, hints []int32) {
	var seen [variables + 1]bool
	add := func(c int32) {
		hints = append(hints, c)
		for _, l := range r.literalsOf(c) {
			seen[max(l, -l)] = true
		}
	}
	add(fails)
	for i := trail - 1; i >= 0; i-- {
		l := r.trail[i]
		switch v := max(l, -l); {
		case !seen[v]:
		case r.reason[v] == 0:
			clause = append(clause, -l)
		default:
			add(r.reason[v])
		}
	}
	slices.Reverse(hints)
	return clause, hints
}

// writeLemmas writes a unit clause for each digit that follows without an assumption. The hints of such a digit are
// then written once, not in each branch.
func (r *refuter) writeLemmas() {
	for i, l := range r.trail {
		if l > 0 && r.reason[l] <= groupsTotal {
			_, hints := r.reasonClauses(r.reason[l], i)
			r.reason[l] = r.writeClause([]int32{l}, hints)
		}
	}
}

// refutePosition writes a clause that refutes the current assumptions, and returns the clause's number. conflict is a
// false clause, or 0.
func (r *refuter) refutePosition(conflict int32) (int32, error) {
	for {
		if conflict != 0 {
			clause, hints := r.reasonClauses(conflict, len(r.trail))
			return r.writeClause(clause, hints), nil
		}
		if len(r.trail) == variables {
			panic("prove: a solution beside the only one") // impossible, because findTwoSolutions found only one solution
		}
		if err := r.ctx.Err(); err != nil {
			return 0, err
		}
		literal := r.chooseLiteral()
		trail, done := len(r.trail), r.done
		r.makeTrue(literal, 0)
		closed, err := r.refutePosition(r.propagate())
		if err != nil {
			return 0, err
		}
		r.backtrack(trail, done)
		if !slices.Contains(r.clauses[closed], -literal) {
			return closed, nil // the contradiction does not depend on the digit
		}
		if conflict = r.makeTrue(-literal, closed); conflict == 0 {
			conflict = r.propagate()
		}
	}
}

func (r *refuter) backtrack(trail, done int) {
	for _, l := range r.trail[trail:] {
		v := max(l, -l)
		r.value[v] = 0
		if l < 0 {
			for _, g := range r.groupsOf[v] {
				r.left[g]++
			}
		}
	}
	r.trail, r.done = r.trail[:trail], done
}

// chooseLiteral returns a literal to assume: a digit in the cell on which a certificate would branch. If there is no
// such cell, it takes a cell with few digits.
func (r *refuter) chooseLiteral() int32 {
	var g [81]uint8
	for _, l := range r.trail {
		if l > 0 {
			g[(l-1)/9] = uint8((l-1)%9 + 1)
		}
	}
	best := -1
	if p := verify.New(&g); p.Propagate() {
		if _, full := p.Grid(); !full {
			best = r.chooser.chooseBranchCell(&p)
		}
	}
	if best < 0 {
		for cell := range 81 {
			if g[cell] == 0 && (best < 0 || r.left[cell] < r.left[best]) {
				best = cell
			}
		}
	}
	for _, v := range r.member[best] {
		if r.value[v] == 0 {
			return v
		}
	}
	return 0 // unreachable, because the cell is open
}
