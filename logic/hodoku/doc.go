// Package hodoku drives package logic as HoDoKu's solver would: its table of
// techniques with codes, scores, levels and order ([Of]), its paths ([PathOf]) and
// their grade ([Grade]), and the format and the pass rule of its regression library
// ([Read], [Append], [Case.Run]). Of 500 puzzles the level is HoDoKu's in all and the
// score in 496; the others part at forcing nets, of which HoDoKu finds different ones.
//
// A step's choice among many chains has to be made inside the finder:
// [logic.FirstByRow] asks for HoDoKu's.
//
// It must not import an engine: it asks sudoku for the solution of a position where its
// caller has none to hand in.
package hodoku
