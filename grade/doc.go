// Package grade says how hard a puzzle is for a person: by HoDoKu's score and level
// ([HoDoKu]), by a grade that does not depend on the board's orientation ([RoundsOf]), and by
// Sudoku Explainer's rating ([Explainer]).
//
// Rounds are counted on any board; the two programs know only the classic one.
//
// It must import neither generate nor explain.
package grade
