// Package hint chooses what to tell a player who is stuck: the first mistake, or
// else a step, by what the player wants of it.
//
//	Next       a hint towards a goal, in five levels that each tell more   hint.go
//	Practise   a hint at a step of one technique                           hint.go
//	Path       a whole path with a goal                                    path.go
//	Short      a path without the steps that nothing later needs           path.go
//
// What a step is told with comes from explain. All of this searches for steps and
// takes a context; none of it searches for the solution, which the caller hands in.
//
// It must not know who asks, nor how an answer is written.
package hint
