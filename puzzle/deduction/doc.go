// Package deduction finds what a person can conclude about a puzzle of any board and any rules,
// step by step, says why, and proves each step.
//
// Reading path: [State] is what each cell may still be; [Finder.Next] the easiest step there
// ([Techniques] lists what is looked for, in that order); [State.Sentence] explains it; [PathOf] goes
// on to the solution. verify.go proves steps, for the tests.
//
//	pieces        what package puzzle takes a puzzle apart into: a house, two cells of a line, a cage
//	ways          how the cells of a few pieces can be filled, which the engine lists
//	reach         what a cell is in one of the ways; all else goes
//
// Locked values, subsets, fish, patterns, wings and almost locked sets are package logic's, found on the
// puzzle's own houses and peers. Singles and chains are found here. What rules of other kinds
// allow is asked of the engine, a rule or two at a time, so that every kind has deductions from the
// day it is in the table. verifyStep fills the cells by itself and asks the kinds' checkers, which share
// no code with that; where that is too much, the engine, with the rules of the step alone.
//
// It imports board, logic, puzzle, solve and message.
package deduction
