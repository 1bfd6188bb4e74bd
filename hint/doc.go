// Package hint chooses what to show to a player who needs help: the first mistake, or otherwise
// a step towards the player's goal.
//
//	Next       a hint for a goal, in five levels of disclosure   hint.go
//	Practise   a hint for a step of one technique                hint.go
//	Path       a whole path for a goal                           path.go
//	Short      a path without unnecessary steps                  path.go
//
// The words come from explain. All these functions search for steps and take a context. None
// searches for the solution: the caller passes it.
//
// The package must not depend on the program that asks, nor on the form of its answer.
package hint
