package deduction

import (
	"cmp"
	"slices"

	"nonet/message"
)

// Part is a house or a constraint from which a step follows, with its cells.
type Part struct {
	Name       message.Message
	Constraint int    // the constraint's index in the puzzle's Constraints; -1 for a house
	Kind       string // the constraint's kind, or "row", "column", "box" or "region" for a house
	Cells      []int
}

// Parts returns the houses and constraints from which a step follows, each constraint once, so that a caller can draw
// them. A sum of houses and rules is not a part; Parts returns these houses and rules instead.
func (s *State) Parts(step *Step) (parts []Part) {
	pieces := slices.Concat(step.Pieces, step.Across)
	for _, l := range step.links() {
		pieces = append(pieces, l.Pieces...)
	}
	shown := map[int]bool{}
	for len(pieces) > 0 {
		i := pieces[0]
		p := &s.pieces.All[i]
		if pieces = pieces[1:]; shown[i] {
			continue
		}
		if shown[i] = true; p.From != nil {
			pieces = slices.Concat(p.From, pieces)
			continue
		}
		if p.Constraint >= 0 {
			if index := slices.IndexFunc(parts, func(other Part) bool { return other.Constraint == p.Constraint }); index >= 0 {
				parts[index].Cells = distinctCells(append(parts[index].Cells, p.Cells...))
				continue
			}
		}
		parts = append(parts, Part{Name: s.pieceName(i), Constraint: p.Constraint, Kind: cmp.Or(p.House, s.kindOf(i)), Cells: slices.Clone(p.Cells)})
	}
	for i := range parts {
		if index := parts[i].Constraint; index >= 0 {
			parts[i].Name = s.ruleName(index, parts[i].Cells)
		}
	}
	return parts
}

func distinctCells(cells []int) []int {
	slices.Sort(cells)
	return slices.Compact(cells)
}

// Pattern returns the candidates that a step uses, except those that the step places or removes. Examples: the
// candidates of a subset in its cells, or the places of a value in a house. If the step follows from a rule, they are
// the values of the rule's cells that occur in at least one tuple.
func (s *State) Pattern(step *Step) (all []Candidate) {
	add := func(x Candidate) {
		if s.may[x.Cell]>>s.bitOf(x.Value)&1 != 0 && !slices.Contains(step.Removes, x) && !slices.Contains(step.Places, x) && !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	switch {
	case step.Chain != nil || step.Cases != nil:
		for _, l := range step.links() {
			add(l.Candidate)
		}
	case len(step.Values) > 0:
		for _, c := range step.Cells {
			for _, v := range step.Values {
				add(Candidate{c, v})
			}
		}
	default:
		for i, c := range step.Ways.Cells {
			for _, tuple := range step.Ways.List {
				add(Candidate{c, tuple[i]})
			}
		}
	}
	return all
}
