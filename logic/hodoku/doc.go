// Package hodoku makes package logic solve like HoDoKu's solver. It has HoDoKu's table of techniques with
// codes, scores, levels and order ([ColumnsOf]), its solution paths ([PathOf]), and its regression library with
// the format and the rule for passing ([Read], [Case.Append], [Case.Run]). docs/GRADE.md describes how close to
// HoDoKu it is.
//
// If a step can have one of several chains, [logic.FirstByRow] selects the one that HoDoKu takes.
//
// The package must not import an engine. If its caller does not pass the solution of a position, it asks
// package logic for it.
package hodoku
