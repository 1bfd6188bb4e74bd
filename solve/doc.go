// Package solve answers questions about the solutions of a puzzle of any board and any rules.
//
//	question                                   call
//	is there a solution, how many up to n      Count
//	the first n, in ascending order            Solutions, Least, Ascending
//	how many in all                            CountAll
//	is it a proper puzzle                      Check, Redundant, Conflict
//	which values do its solutions have         CandidatesOf
//	which solution scores best                 Best, Leaders, CountBest
//	fewer givens and rules, the same solution  Minimal
//
// Each call picks the engine from the puzzle alone, in one place (engineOf), and the answer names
// it. A classic puzzle goes to package sudoku and package target, every other to the engine for
// constraints, whatever notation it was written in.
//
// Limits bound each search of a question, but Time bounds the question. An error says why an
// answer is incomplete or empty; what the answer claims is proven all the same.
//
// It must not import what reads or writes text, and nothing that people's techniques need.
package solve
