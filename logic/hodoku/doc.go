// Package hodoku drives package logic as HoDoKu's solver would: its table of techniques with
// codes, scores, levels and order ([Of]), its paths ([PathOf]), and the format and the pass
// rule of its regression library ([Read], [Case.Append], [Case.Run]). docs/GRADE.md says how
// equal it is.
//
// A search has to choose one of many chains for a step: [logic.FirstByRow] asks for HoDoKu's
// choice.
//
// It must not import an engine: if its caller passes no solution of a position, it asks logic for
// one.
package hodoku
