//go:build !js

package operation

import (
	"nonet/canon"
	"nonet/sudoku"
	"nonet/wire"
)

// CanonForms are the names of the canonical forms.
var CanonForms = []string{"minlex", "solution-minlex", "pattern-minlex"}

// CanonicalForm is the form of g that a name among [CanonForms] asks for, and what makes it of
// g. Solution is g's only one where the form goes by it.
func CanonicalForm(g sudoku.Grid, form string, solution sudoku.Grid) (sudoku.Grid, canon.Transformation) {
	switch form {
	case "solution-minlex":
		f, t, _ := canon.SolutionMinlex(g, solution)
		return f, t
	case "pattern-minlex":
		return canon.PatternMinlex(g)
	}
	return canon.Minlex(g)
}

// mostGenerators bounds an answer: of more, which only grids with many empty lines have, the
// first are told.
const mostGenerators = 100

// CanonOf is a form as an object.
func CanonOf(g sudoku.Grid, form string, canonical sudoku.Grid, t canon.Transformation) wire.Canon {
	w := wire.Canon{Form: form, Puzzle: g.String(), Canonical: canonical.String(), Transformation: t.String()}
	group := canon.Automorphisms(g)
	w.Automorphisms = group.Order
	for _, x := range group.Generators[:min(len(group.Generators), mostGenerators)] {
		s := x.Symmetry()
		w.Generators = append(w.Generators, wire.Automorphism{Transformation: x.String(), Name: s.Name, Order: s.Order, Fixed: s.Fixed})
	}
	return w
}

// NoCanon is the object in place of a form that there is not.
func NoCanon(form, reason string) wire.Canon { return wire.Canon{Form: form, Reason: reason} }

// IsoOf is what [canon.Isomorphic] found, as an object.
func IsoOf(t canon.Transformation, ok bool) wire.Iso {
	if !ok {
		return wire.Iso{}
	}
	return wire.Iso{Isomorphic: true, Transformation: t.String()}
}

// RankedOf is the rank of a grid as an object.
func RankedOf(rank uint64, g sudoku.Grid) wire.Ranked {
	form, _ := canon.Minlex(g)
	return wire.Ranked{Rank: rank, Grid: form.String()}
}
