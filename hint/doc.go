// Package hint chooses what to show a player who is stuck: the first mistake, or else a step
// towards the player's goal.
//
//	Next       a hint towards a goal, in five levels that each tell more   hint.go
//	Practise   a hint at a step of one technique                           hint.go
//	Path       a whole path with a goal                                    path.go
//	Short      a path without the steps that nothing later needs           path.go
//
// The words of a step come from explain. All of these functions search for steps and take a
// context. None searches for the solution, which the caller passes.
//
// It must not know who asks, nor how an answer is written.
package hint
