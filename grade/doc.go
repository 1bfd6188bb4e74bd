// Package grade says how hard a puzzle is for a person, on three scales:
//
//	HoDoKu      a path's score and level                                   hodoku.go
//	RoundsOf    a grade that does not depend on the board's orientation    rounds.go
//	Explainer   Sudoku Explainer's rating; its engine is grade/explainer   explainer.go
//
// Rounds are counted on any board; the two programs know the classic one alone.
//
// It must not import what is graded for somebody: neither generate nor explain.
package grade
