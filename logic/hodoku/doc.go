// Package hodoku drives package logic as HoDoKu's solver would: its table of techniques with
// codes, scores, levels and order ([Of]), its paths ([PathOf]), and the format and the pass
// rule of its regression library ([Read], [Case.Append], [Case.Run]). docs/GRADE.md says how
// equal it is.
//
// Which of many chains a step tells has to be chosen while searching:
// [logic.FirstByRow] asks for HoDoKu's.
//
// It must not import an engine: it asks logic for the solution of a position where its
// caller has none to hand in.
package hodoku
