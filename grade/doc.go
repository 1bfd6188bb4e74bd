// Package grade rates how hard a puzzle is for people. It has HoDoKu's score and level ([HoDoKu]), a grade that does
// not depend on the board's orientation ([RoundsOf]), and Sudoku Explainer's rating ([Explainer]).
//
// [RoundsOf] works on any board; HoDoKu and Sudoku Explainer know only the classic board. GradeOf of package
// puzzle/deduction grades puzzles with other rules, such as killers.
//
// The package must import neither generate nor explain.
package grade
