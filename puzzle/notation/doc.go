// Package notation reads and writes puzzles of any board and any rules:
//
//	iss        .Shape~6x6.Cage~7~R1C1~R1C2.~R3C4_5     Interactive Sudoku Solver
//
// A reader takes text from anywhere: it never panics, bounds what it builds, and says in
// an [Error] what is wrong and where. What it returns has passed [puzzle.Puzzle.Validate].
//
// [Write] writes what it reads, and names what a style has no place for.
//
// It imports variant, format and message, and lzstring for links.
package notation
