// Package explainer rates a puzzle as Sudoku Explainer 1.2.1 does: it solves the
// puzzle by a fixed ladder of techniques, takes the first step of the first rung
// that has one, and reports the hardest steps it needed (ER, EP, ED).
//
// The figure depends on which step is taken when several are open, so the order in which
// each technique looks around is part of the definition: that of Sukaku Explainer 1.18.1
// with the techniques that SE 1.2.1 lacks switched off.
//
// Notation. A node is one candidate, on or off:
//
//	candidate  9 × cell + digit          0–728, cells row by row, digits 0–8
//	node       2 × candidate + 1 if on   0–1457
//	house      0–8 boxes, 9–17 rows, 18–26 columns
//	place      where in a house a cell stands, 0–8: in a box row by row
//
// docs/GRADE.md has how equal and how fast it is.
//
// It has houses of its own, classic only: the order in which they are looked at is the
// definition. It must not import logic, whose techniques are not Explainer's: it speaks [81]uint8.
package explainer
