// Package logic solves the way people do: it finds steps, states their reasons,
// and proves them.
//
// Notation and reading path:
//
//	State      values, givens and candidates of a position     state.go
//	CellSet    81 cells as two words                           cellset.go
//	Step       what a technique found: placements or
//	           eliminations, the pattern by role, the reason   step.go
//	Truth      one reason: "this cell holds one of its
//	           candidates", "this house holds this digit"      step.go
//	Technique  a row of the one table of techniques            technique.go
//	Finder     a state with the scratch that techniques share  finder.go
//	Verify     the checker that trusts no finder               verify.go
//	Path       a whole solution, step by step                  path.go
//
// One file holds one family: singles, locked, subset, fish, pattern, colour,
// wing, unique, chain, loop, als, template.
//
// A technique reads a Finder and emits steps into a Finder's scratch; it keeps no
// state of its own, and emitting allocates nothing. Whoever keeps a step clones
// it, which [Steps] and [Path] do.
//
// Every step names the truths it rests on. A step is proven when the
// eliminated candidate, taken as true, leaves those truths, and only those,
// no way to hold together: [Verify] searches that, knowing nothing of how the
// step was found. Steps that rely on the puzzle having one solution name the
// deadly pattern, which becomes one more truth.
//
// What is here is complete and proven; what is not here yet is absent from the
// table: kraken fish, forcing chains and nets, WXYZ-wings, and what Sudoku
// Explainer has beyond HoDoKu (unique loops, BUG types 2 to 4, aligned pair and
// triplet exclusion, Nishio, cell and region forcing chains). [BruteForce] stands
// in for all of them, so that a path is never left unfinished.
//
// Of chains there are more than anyone wants to see. For two given ends the loop
// family reports one, of the shortest; among equally short ones its choice does
// not depend on the board's orientation (linkClass). HoDoKu also reports one, but
// chooses by row number, and reports none where its choice crosses itself.
//
// The package may import sudoku and internal/message; it must not import
// net/http, os or log. It calls no engine: the last resort in [Path] is handed
// the solution.
package logic
