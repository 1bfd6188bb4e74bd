// Package hint chooses what to show to a player who needs help: the first mistake or, if there is none, a step towards
// the player's goal.
//
//	Position      a position in any puzzle: HelpOnHouses, HelpByRules    help.go
//	FirstMistake  a wrong value or a missing pencil mark, on any board   hint.go
//	Path          a whole path for a goal                                path.go
//	ShortenPath   a path without unnecessary steps                       path.go
//
// HelpOnHouses and the paths have the steps of package logic, on boards of houses. HelpByRules has those
// of package puzzle/deduction, for other rules, such as killers.
//
// Package explain provides the words. All functions that take a context search for steps. Only the methods of Position
// search for the solution; to the other functions, the caller passes it.
//
// The package must import neither the program that uses it nor package wire.
package hint
