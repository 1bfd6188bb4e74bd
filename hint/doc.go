// Package hint chooses what to tell a player who is stuck: the first mistake, or
// else a step, by what the player wants of it.
//
//	Next    a hint, in five levels that each tell more              hint.go
//	Path    a whole path with a goal                                path.go
//	Short   a path without the steps that nothing later needs       path.go
//
// What a step is told with comes from explain. All of this searches, so all of it
// takes a context.
//
// It must not know who asks, nor how an answer is written.
package hint
