// Package hodoku makes package logic solve like HoDoKu's solver. It has HoDoKu's table of techniques with
// codes, scores, levels and order ([ColumnsOf]). It finds HoDoKu's solution paths ([PathOf]). It reads and
// runs HoDoKu's regression library ([Read], [Case.Append], [Case.Run]). docs/GRADE.md describes how close to
// HoDoKu it is.
//
// If a step can have one of several chains, [logic.FirstByRow] selects HoDoKu's.
//
// The package must not import an engine. If the caller does not pass the solution of a position, it asks
// package logic for it.
package hodoku
