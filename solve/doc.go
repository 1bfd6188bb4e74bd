// Package solve answers questions about the solutions of a puzzle of any board and any rules.
//
//	question                                   call
//	is there a solution, how many up to n      Count
//	the first n, in ascending order            Solutions, LeastSolutions, AscendingSolutions
//	how many in all                            CountAll
//	is it unique, is it minimal                Check, RedundantParts
//	why is there no solution                   ContradictingParts
//	which values do its solutions have         CandidatesOf
//	which solution scores best                 Best, BestSolutions, CountBest
//	fewer givens and rules, the same solution  MinimalParts
//
// Each call chooses the engine by the puzzle alone, and the result names the engine. Packages sudoku and target answer
// for a classic puzzle, and the constraint engine for any other puzzle. The notation of the puzzle does not matter.
//
// All limits but Time apply to each search of a call. Time limits the whole call. An error is the reason why a result
// is incomplete or empty. Even an incomplete result states only proven facts.
//
// The package must not import anything that reads or writes text, nor anything for human techniques.
package solve
