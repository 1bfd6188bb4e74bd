// Package deduction finds what a person can conclude about a puzzle, on any board and with any rules, step by step. It
// explains each step and proves it.
//
// Reading path: [State] holds the candidates of each cell. [State.NextOnBoard] returns the easiest step.
// [Techniques] lists the techniques that NextOnBoard tries, in this order. [State.Sentence] explains the step.
// [State.Path] solves a puzzle. verify_test.go proves steps, for the tests.
//
//	pieces        the parts of a puzzle that package puzzle returns: a house, two cells of a line, a cage
//	tuples        the lists, with one value for each cell, that satisfy a few pieces; the engine finds them
//	reach         the values that a cell has in at least one tuple; all other candidates are removed
//
// Package logic finds steps that use only the puzzle's own houses and peers: locked values, subsets, fish, patterns,
// wings and almost locked sets. Package explain puts these steps into words. This package finds singles and chains. For
// all other rules the engine lists the allowed values, one or two rules at a time. So every kind of constraint has
// deductions. verifyStep fills cells itself, and calls the kinds' checkers, which share no code with the finders. If
// that takes too long, it asks the engine about the rules of the step alone.
//
// The package must not import package format, or a program that displays its texts.
package deduction
