// Package explainer rates a puzzle as Sudoku Explainer 1.2.1 does: it solves the
// puzzle by a fixed ladder of techniques, takes the first step of the first rung
// that has one, and reports the hardest steps it needed (ER, EP, ED).
//
// The figure depends on which step is taken when several are open, so the order
// in which each technique looks around is part of the definition; the order here
// is that of Sukaku Explainer 1.18.1 with the techniques that SE 1.2.1 lacks
// switched off, the scale in common use. The files, in reading order:
//
//	board.go    the position: candidates by cell and by house, and how both change
//	ladder.go   the rungs, the loop that climbs them, the ratings
//	basic.go    singles, locked candidates, subsets, fish, wings
//	unique.go   unique loops and BUGs
//	aligned.go  aligned pair and triplet exclusion
//	links.go    a fixed position's strong and weak links, for the searches below
//	cycles.go   X-, Y- and XY-cycles and forcing chains
//	run.go      one supposition and all that follows from it
//	forcing.go  Nishio, cell, region, double and contradiction chains
//	nested.go   what chains that lean on other techniques may conclude
//
// Notation. A node is one candidate, on or off:
//
//	candidate  9 × cell + digit          0–728, cells row by row, digits 0–8
//	node       2 × candidate + 1 if on   0–1457
//	house      0–8 boxes, 9–17 rows, 18–26 columns
//	place      where in a house a cell stands, 0–8: in a box row by row
//
// Speed, in CPU time of both on one machine in one sitting (AMD EPYC, Java 17, its
// compiler's time included, the machine under load): 1,229 puzzles of 17 givens 0.12 s against
// Sukaku Explainer's 12 s; 100 puzzles of all kinds up to ER 9.2 0.50 s against 22 s.
// Three puzzles of ER 11 took 0.5 s each, against 97 to 394 s of elapsed time.
//
// It has houses of its own, classic only: the order in which they are looked at is the
// definition. It must not import logic, whose techniques are not Explainer's: it speaks [81]uint8.
package explainer
