package csp

import (
	"reflect"
	"testing"
)

// TestPieces checks that Pieces returns a piece for the constraints of every list of type Constraints.
// Explanations would ignore a rule that Pieces leaves out.
func TestPieces(t *testing.T) {
	n := New(1, 4, 4)
	lists := reflect.ValueOf(&n.Constraints).Elem()
	want := 0
	for i := range lists.NumField() {
		if lists.Type().Field(i).Type.Kind() == reflect.Slice {
			want++
		}
	}
	all := []Cell{0, 1, 2, 3}
	c := &n.Constraints
	c.Allow(0, 1)
	c.Distinct(all...)
	c.OneOfSets(all[:2], []Set{3, 6})
	c.Relation(0, 1, NewRelation(1, 4, func(a, b int) bool { return a < b }))
	c.NotBoth(0, 2, 3)
	c.Equal(0, 3)
	c.Sum([]Term{{0, 1}, {1, 2}}, 5, 5)
	c.Count(all, 3, 1, 2)
	c.RequiredNumbers(all, 1, 1)
	c.Automaton(all, NewAutomaton(1, 4, 10, 0, func(s, v int) (int, bool) { return s, true }, func(int) bool { return true }))
	c.Connected(all, [][]int{{1}, {0, 2}, {1, 3}, {2}}, 1, 0)
	c.DistinctInGroups(all[:2], all[2:], 0)
	c.OccurrenceCounts(all, []Set{3})
	c.FirstOccurrencesAscend(all)
	c.SameValues(all[:2], all[2:])
	either := n.NewAlternative()
	either.Allow(2, 1)
	c.Either(either)
	c.Add(always{})
	pieces := n.Pieces(c)
	if len(pieces) != want {
		t.Fatalf("%d pieces of one constraint in each of %d lists", len(pieces), want)
	}
	again := n.CopyWithPieces(make([]Set, 4), pieces...)
	for i := range lists.NumField() {
		f := reflect.ValueOf(&again.Constraints).Elem().Field(i)
		if f.Kind() == reflect.Slice && f.Len() != 1 {
			t.Errorf("%d constraints in the list %s of the pieces' network", f.Len(), lists.Type().Field(i).Name)
		}
	}
}

type always struct{}

func (always) Cells() []Cell        { return []Cell{0} }
func (always) Narrow(*Domains) bool { return true }
