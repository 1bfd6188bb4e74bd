// Package hint chooses what to show to a player who needs help: the first mistake or, if there is none, a step towards
// the player's goal.
//
//	Position      a position in any puzzle: HelpOnHouses, HelpByRules    help.go
//	FirstMistake  a wrong value or a missing pencil mark, on any board   hint.go
//	Path          a whole path for a goal                                path.go
//	ShortenPath   a path without unnecessary steps                       path.go
//
// HelpOnHouses and the paths have the steps of package logic, for puzzles whose only rules are houses. HelpByRules has
// the steps of package puzzle/deduction, for puzzles with more rules, such as killers.
//
// Package explain provides the words. A function that takes a context searches for steps or for the solution. Only the
// methods of Position search for the solution. To a function that is not such a method, the caller passes the solution.
//
// The package must import neither the program that uses it nor package wire.
package hint
