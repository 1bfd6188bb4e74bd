// Package hodoku makes package logic solve as HoDoKu's solver does: it has HoDoKu's table of
// techniques with codes, scores, levels and order ([ColumnsOf]), its solution paths ([PathOf]), and the
// format and the pass rule of its regression library ([Read], [Case.Append], [Case.Run]).
// docs/GRADE.md describes how close it is.
//
// If a step can have one of many chains, [logic.FirstByRow] selects HoDoKu's choice.
//
// The package must not import an engine: if its caller does not pass the solution of a position,
// it asks package logic for the solution.
package hodoku
