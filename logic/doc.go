// Package logic solves as people do: it finds steps, states their reasons, and proves them.
//
// A [State] is a position on a board. A [Finder] yields the steps of a [Technique] in it; a technique belongs to a
// [Family]. A [Step] has placements or eliminations, the candidates of the pattern by role, and a reason. The reason is
// [Truth]s, such as "this cell holds one of its candidates", or [Branch]es, which list what follows from suppositions.
// [Verify] proves steps without trusting a finder.
//
// Each family has a file. The file has a row for each technique of the family, and the data of the family's searches.
// Code that several techniques share is in other files: graph.go, ways.go and tabling.go for loops, almostlocked.go for
// sets, net.go, reach.go and conclusion.go for forcing.
//
// A technique writes its steps into the memory of its Finder, and most techniques allocate nothing. To keep a step for
// longer, clone it.
//
// Every step names the truths on which it rests. A step is proven if its truths cannot all hold when an eliminated
// candidate is taken as true. Steps that rely on a unique solution name the deadly pattern, which becomes one more
// truth. Branches are proven line by line.
//
// Other packages decide how hard techniques are, and in which order they are tried: logic/hodoku solves whole puzzles
// in the order of the Java program HoDoKu.
//
// # Boards
//
// A State belongs to a board ([NewStateFrom]), by default to the classic one. Finders and Verify know only the houses
// of this board. No technique asks which board it works on. Instead of boxes, a technique takes any house that crosses
// a line. Pointing starts from a house that is not a line. Claiming starts from a line. Groups and Sue de Coq lie where
// two houses cross. Only kites and empty rectangles use the boxes, or the regions that replace them. Franken fish take
// any house that is not a line. The cells of a deadly pattern are swappable ([board.Board.Swappable]). So a rectangle
// that a diagonal crosses is not a deadly pattern, and a bivalue grave needs two places in the diagonal, too.
//
// # Loops and chains
//
// A position has more chains than anyone wants to see. For two given ends, the loop family examines up to a hundred of
// the shortest paths. If these paths have groups of cells, the family examines only the paths whose groups come as late
// as possible, counted from either end. An AIC, or a loop that places a digit, is reported if any of these paths is a
// chain. A loop that removes one candidate is reported only if all these paths are chains. Of continuous loops, each
// set of eliminations is reported unless another set contains it. The result does not depend on the board's
// orientation. X-chains and XY-chains are shortest paths, too, but follow fewer kinds of links.
//
// Between two ends, HoDoKu reports the first chain that its search finds row by row, or none if this chain crosses
// itself. HoDoKu follows chains of sets only from a set to later sets. HoDoKu's scores depend on this. [FirstByRow]
// selects the same chains.
//
// # What is not here
//
// The package lacks three kinds of steps: nested nets that end in a verity or suppose three claims together; kraken
// fish of boxes, of more than four lines, or with more than two fins; and forcing chains with almost locked sets.
//
// The package must not import an engine, nor package hodoku, which calls it.
package logic
