// Package hodoku makes package logic solve like HoDoKu's solver. It has HoDoKu's table of techniques with codes,
// scores, levels and order ([ColumnsOf]). It finds HoDoKu's solution paths ([PathOf]). It reads and runs HoDoKu's
// regression library ([Read], [Case.Append], [Case.Run]). docs/GRADE.md shows how closely the results agree with
// HoDoKu's.
//
// If a step can have one of several chains, [logic.FirstByRow] selects the chain that HoDoKu finds.
//
// The package must not import an engine. If the caller does not pass the solution of a position, it asks package logic
// for the solution.
package hodoku
