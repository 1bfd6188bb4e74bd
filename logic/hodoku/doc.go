// Package hodoku makes package logic solve as HoDoKu's solver does: it has HoDoKu's table of
// techniques with codes, scores, levels and order ([Of]), its solution paths ([PathOf]), and the
// format and the pass rule of its regression library ([Read], [Case.Append], [Case.Run]).
// docs/GRADE.md describes how close it is.
//
// If a search can choose one of many chains for a step, [logic.FirstByRow] selects HoDoKu's choice.
//
// It must not import an engine: if its caller passes no solution of a position, it gets one from
// package logic.
package hodoku
