package csp

import (
	"context"
	"testing"
)

// TestRelationBetweenCellsThatDiffer checks that a relation ignores equal values if its cells must differ. In a
// row, neither cell of a pair with sum 10 can be 5; without a shared house both can.
func TestRelationBetweenCellsThatDiffer(t *testing.T) {
	for _, differ := range []bool{true, false} {
		n := New(1, 9, 2)
		if differ {
			n.Distinct(0, 1)
		}
		n.Relation(0, 1, NewRelation(1, 9, func(a, b int) bool { return a+b == 10 }))
		want, solutions := n.AllNumbers(), 9
		if differ {
			want, solutions = want&^n.SetOf(5), 8
		}
		s := newSearch(context.Background(), n, Limits{})
		s.markAllDirty()
		if !s.propagate() || s.d.DomainOf(0) != want || s.d.DomainOf(1) != want {
			t.Errorf("differ %v: the cells can be %b and %b, not %b", differ, s.d.DomainOf(0), s.d.DomainOf(1), want)
		}
		if r := Count(context.Background(), n, Limits{Solutions: 10}); r.Count != solutions || r.Outcome != Complete {
			t.Errorf("differ %v: %d solutions, outcome %d; there are %d", differ, r.Count, r.Outcome, solutions)
		}
	}
}
