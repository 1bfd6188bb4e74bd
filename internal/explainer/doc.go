// Package explainer rates a puzzle like Sudoku Explainer 1.2.1. It solves the puzzle by a ladder of techniques. Each
// step is the first that the easiest successful technique finds. The hardest steps give the ratings ER, EP and ED (see
// [Rating]).
//
// The rating depends on which of several possible steps is taken, so each technique's search order is part of the
// definition. It is the order of Sukaku Explainer 1.18.1 without the techniques that SE 1.2.1 lacks.
//
// Notation. A node is a candidate that is on or off:
//
//	candidate  9 × cell + digit          0–728, cells row by row, digits 0–8
//	node       2 × candidate + 1 if on   0–1457
//	house      0–8 boxes, 9–17 rows, 18–26 columns
//	place      a cell's index in a house, 0–8; in a box row by row
//
// docs/GRADE.md states how often the ratings agree, and the speed.
//
// The package has its own houses, because their order is part of the definition. It must not import logic, whose
// techniques are not Sudoku Explainer's; its puzzles are [81]uint8.
package explainer
