// Package logic solves the way people do: it finds steps, states their reasons,
// and proves them.
//
// A [State] is a position on a board. A [Finder] yields the steps of a [Technique] in it; a
// technique belongs to a [Family]. A [Step] says what was found: placements or eliminations, the
// pattern by role, and as its reason [Truth]s, such as "this cell holds one of its candidates", or
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
// Other packages decide the order of the techniques and how hard they are: logic/hodoku solves
// whole puzzles in HoDoKu's order.
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
// There are more chains than anyone wants to see. For two given ends the loop family looks at the
// shortest ways, up to a hundred, and of these at those whose groups come last. It reports an AIC,
// or a loop that places a digit, if one of these ways is a chain; a loop that takes one candidate
// if all are; and, of continuous loops, each set of eliminations that no other exceeds. The result
// does not depend on the board's orientation.
//
// HoDoKu reports one chain between two ends, the first that its search finds row by row, and none
// if that chain crosses itself. It follows chains of sets only from a set to later ones. Its
// scores depend on that choice: [FirstByRow] asks for it.
//
// # What is not here
//
// Nested nets that end in a verity, or that suppose three things at once; kraken fish
// of boxes, of more than four lines or two fins; almost locked sets in forcing chains.
//
// It must not import an engine, nor hodoku, which drives it.
package logic
