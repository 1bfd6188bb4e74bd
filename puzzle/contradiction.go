package puzzle

import (
	"math/bits"
	"slices"

	"nonet/message"
)

// ContradictionError reports that a quick test, without a search, found a puzzle to have no solution. It names either
// the cells of givens that exclude each other, or the cells of a constraint that no grid satisfies.
type ContradictionError Error

func (e *ContradictionError) Error() string { return (*Error)(e).Error() }

// Message returns a text that names the constraint and its cells, and states why no grid satisfies it.
func (e *ContradictionError) Message() message.Message { return (*Error)(e).Message() }

// Contradiction returns a [*ContradictionError] if a quick test shows that the puzzle has no solution. If it returns
// nil, the puzzle may still have no solution; [Puzzle.ContradictionOfGivens] and searches find more. [Puzzle.Validate]
// must have accepted the puzzle.
func (p *Puzzle) Contradiction() error {
	if e := p.contradiction(); e != nil {
		return (*ContradictionError)(e)
	}
	return nil
}

// ContradictionOfGivens returns a [*ContradictionError] if the givens already break a rule, and otherwise nil. It calls
// the checkers of the rules. It finds more contradictions than [Puzzle.Contradiction], at a higher cost.
func (p *Puzzle) ContradictionOfGivens() error {
	values := slices.Repeat([]int{Empty}, p.Cells())
	for _, g := range p.Givens {
		if len(g.Values) == 1 {
			values[g.Cell] = g.Values[0]
		}
	}
	broken, err := p.Conflicts(values)
	if err != nil || len(broken) == 0 {
		return nil
	}
	return &ContradictionError{Constraint: broken[0].Constraint, What: p.Reason(broken[0], values)}
}

func (p *Puzzle) contradiction() *Error {
	if e := p.contradictingGivens(); e != nil {
		return e
	}
	explicit := p.withExplicitValues()
	for i := range explicit.Constraints {
		if e := p.impossibilityOf(&explicit.Constraints[i]); e != nil {
			if e.Constraint = i; explicit != p {
				e.Kind, e.Cells = p.Constraints[i].Kind, p.CellNames(p.Constraints[i].allCells())
			}
			return e
		}
	}
	return nil
}

// contradictingGivens returns an error if a cell's givens leave no value, or if two cells of a house have
// the same given.
func (p *Puzzle) contradictingGivens() *Error {
	if len(p.Givens) == 0 {
		return nil
	}
	contradiction := func(cells []int, key string, args ...any) *Error {
		return &Error{Constraint: -1, Cells: p.CellNames(cells), What: message.New(key, args...)}
	}
	type values struct {
		set   uint64 // bit i stands for the value Low+i
		given bool
	}
	candidates := make([]values, p.Cells())
	for _, g := range p.Givens {
		var set uint64
		for _, v := range g.Values {
			set |= 1 << (v - p.Low)
		}
		open := &candidates[g.Cell]
		if open.given {
			set &= open.set
		}
		if *open = (values{set, true}); set == 0 {
			return contradiction([]int{g.Cell}, "rules.noValue")
		}
	}
	for _, h := range p.houses() {
		var cellOf [64]int // for each value, the cell where it is given
		var seen uint64
		for _, cell := range h.cells {
			one := candidates[cell].set
			if one == 0 || one&(one-1) != 0 {
				continue
			}
			v := bits.TrailingZeros64(one)
			if seen&one != 0 {
				return contradiction([]int{cellOf[v], cell}, "rules.twice", "value", p.Low+v, "house", message.New("kind."+h.kind))
			}
			cellOf[v] = cell
			seen |= one
		}
	}
	return nil
}

// impossibilityOf returns the reason why no grid satisfies a constraint, or nil if it finds none. It does not examine
// the parts of an Or.
func (p *Puzzle) impossibilityOf(c *Constraint) *Error {
	k := KindNamed(c.Kind)
	if k == &or || k == &replicate && len(c.Cells) == 1 { // a Replicate with one cell makes no copies
		return nil
	}
	if k.possible != nil {
		if what := k.possible(p, c); what != nil {
			return &Error{Kind: c.Kind, Cells: p.CellNames(c.Cells), What: *what}
		}
	}
	for i := range c.Parts {
		if e := p.impossibilityOf(&c.Parts[i]); e != nil {
			return e
		}
	}
	return nil
}
