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
//	Branch     what follows from a supposition, line by line   branch.go
//	Verify     the checker that trusts no finder               verify.go
//	Path       a whole solution, step by step                  path.go,
//	           the order of its singles                        singles_queue.go
//
// One file holds one family: singles, locked, subset, fish, pattern, colour,
// wing, unique, chain, loop, als, template, forcing.
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
// Forcing (forcing.go) supposes something and follows it to its end, over nets of
// growing reach (net.go): chains, nets, nets with patterns, nets within nets. Such
// a step carries its branches (branch.go), each line with the lines and truths
// that it follows from, and the checker proves them line by line. Kraken fish
// (kraken.go) are fish whose fins lead on by chains. Deadly patterns beyond the
// rectangle are in deadly.go, aligned exclusion is in aligned.go.
//
// The default order is HoDoKu's; where that would guess come nets with patterns
// and nested nets, counted as guesses. They have solved every puzzle tried, the
// hardest known included; [BruteForce] is left for what they might not, so that a
// path is never left unfinished. What HoDoKu lacks but does not guess for (WXYZ-wing,
// unique loops, BUG types 2 to 4, aligned exclusion, Nishio, and forcing chains from
// a cell or a region by themselves) is not in the default order, so as not to change
// HoDoKu's scores; any order may name it.
//
// What is not here: nested nets that end in a verity, or that suppose three things
// at once; kraken fish of boxes, of more than four lines or two fins; almost locked
// sets in forcing chains.
//
// Of chains there are more than anyone wants to see. For two given ends the loop
// family looks at the shortest ways, up to a hundred, and of these at those whose
// groups come last; it tells an AIC or a loop that places a digit if one of them is a
// chain; a loop that takes one candidate if all are (else there is a shorter loop in
// it); and of continuous loops each set of eliminations that no other exceeds. That
// does not depend on the board's orientation, and with it the 1,112 cases of HoDoKu's
// library pass, as they stand and under any isomorph. HoDoKu itself tells one chain
// between two ends, which it chooses by row number, and none where its choice crosses
// itself; 25 of the library's 175 loops and AICs it does not find so under all of 30
// isomorphs. Chains of sets it follows only from a set to later ones (alschain.go).
// Options.RowOrder asks for its choice; [Path] does, so that the score is HoDoKu's.
//
// It must not import an engine: the last resort in [Path] is handed the solution.
package logic
