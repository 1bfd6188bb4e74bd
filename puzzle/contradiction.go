package puzzle

import (
	"math/bits"
	"slices"

	"nonet/message"
)

// ContradictionError says why a puzzle has no solution, where this shows without a search: givens that
// exclude each other, or a constraint that no grid keeps. It names the cells.
type ContradictionError Error

func (e *ContradictionError) Error() string { return (*Error)(e).Error() }

// Message names the constraint and the cells, and says what is contradictory.
func (e *ContradictionError) Message() message.Message { return (*Error)(e).Message() }

// Contradiction returns a [*ContradictionError] where a puzzle that [Puzzle.Validate] accepts visibly has no
// solution, else nil: then only a search can tell.
func (p *Puzzle) Contradiction() error {
	if e := p.contradiction(); e != nil {
		return (*ContradictionError)(e)
	}
	return nil
}

// ContradictionOfGivens returns a [*ContradictionError] where the given values break a rule by themselves, by the
// rules' checkers, else nil. It looks at more than [Puzzle.Contradiction], and costs more.
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
	return &ContradictionError{Constraint: broken[0].Constraint, What: p.Reason(broken[0])}
}

func (p *Puzzle) contradiction() *Error {
	if e := p.contradictingGivens(); e != nil {
		return e
	}
	for i := range p.Constraints {
		if e := p.impossible(&p.Constraints[i]); e != nil {
			e.Constraint = i
			return e
		}
	}
	return nil
}

// contradictingGivens returns a cell whose givens leave no value, or two cells of a house with one value.
func (p *Puzzle) contradictingGivens() *Error {
	if len(p.Givens) == 0 {
		return nil
	}
	contradiction := func(cells []int, key string, args ...any) *Error {
		return &Error{Constraint: -1, Cells: p.CellNames(cells), What: message.New(key, args...)}
	}
	type values struct {
		set   uint64 // bit i for Low+i
		given bool
	}
	may := make([]values, p.Cells())
	for _, g := range p.Givens {
		var set uint64
		for _, v := range g.Values {
			set |= 1 << (v - p.Low)
		}
		at := &may[g.Cell]
		if at.given {
			set &= at.set
		}
		if *at = (values{set, true}); set == 0 {
			return contradiction([]int{g.Cell}, "rules.noValue")
		}
	}
	for _, h := range p.houses() {
		var cellOf [64]int // by value
		var seen uint64
		for _, cell := range h.cells {
			one := may[cell].set
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

// impossible returns why no grid keeps a constraint. An Or is left to the search.
func (p *Puzzle) impossible(c *Constraint) *Error {
	k := KindNamed(c.Kind)
	if k == &or || k == &replicate && len(c.Cells) == 1 { // which holds nowhere
		return nil
	}
	if k.possible != nil {
		if what := k.possible(p, c); what != nil {
			return &Error{Kind: c.Kind, Cells: p.CellNames(c.Cells), What: *what}
		}
	}
	for i := range c.Parts {
		if e := p.impossible(&c.Parts[i]); e != nil {
			return e
		}
	}
	return nil
}
