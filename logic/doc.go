// Package logic solves the way people do: it finds steps, states their reasons,
// and proves them.
//
// A [State] is a position on a board, a [Finder] hands out the steps of a [Technique] in it,
// one of a [Family]. A [Step] says what was found: placements or eliminations, the pattern
// by role, and as its reason [Truth]s, such as "this cell holds one of its candidates", or
// [Branch]es of what follows from suppositions. [Verify] is the checker that trusts no finder.
//
// A family's file has its techniques, a row for each, and what its searches keep; what
// they have in common stands beside it: graph.go, ways.go and tabling.go for loops,
// almostlocked.go for sets, net.go, reach.go and conclusion.go for forcing.
//
// A technique emits steps into its Finder's scratch, which allocates nothing. Whoever
// keeps a step clones it.
//
// Every step names the truths it rests on. It is proven when the eliminated candidate, taken
// as true, leaves those truths, and only those, no way to hold together. Steps that rely on
// the puzzle having one solution name the deadly pattern, which becomes one more truth;
// branches are proven line by line.
//
// Which technique is looked for when, and how hard it is, is for others to say:
// logic/hodoku solves whole puzzles in HoDoKu's order.
//
// # Boards
//
// A State is of a board ([NewStateOn]; classic unless told otherwise), and finders and
// Verify know no other houses than the board's. No technique asks which board it is. Where
// people say "box", any house that crosses a line will do: pointing goes from a house that
// is no line, claiming from a line, groups and Sue de Coq stand where two houses cross;
// only kites and empty rectangles keep to the boxes, or the regions in their place. Fish
// called Franken take any house that is no line. A deadly pattern is cells that are
// swappable ([board.Board.Swappable]): a rectangle that a diagonal crosses is none, a
// bivalue grave needs two places in the diagonal, too.
//
// # Loops and chains
//
// Of chains there are more than anyone wants to see. For two given ends the loop
// family looks at the shortest ways, up to a hundred, and of these at those whose
// groups come last; it tells an AIC or a loop that places a digit if one of them is a
// chain; a loop that takes one candidate if all are; and of continuous loops each set of
// eliminations that no other exceeds. That does not depend on the board's orientation.
//
// HoDoKu tells one chain between two ends, the first that its search comes upon row by
// row, and none where that crosses itself; chains of sets it follows only from a set to
// later ones. Its scores depend on that choice: [FirstByRow] asks for it.
//
// # What is not here
//
// Nested nets that end in a verity, or that suppose three things at once; kraken fish
// of boxes, of more than four lines or two fins; almost locked sets in forcing chains.
//
// It must not import an engine, nor hodoku, which drives it.
package logic
