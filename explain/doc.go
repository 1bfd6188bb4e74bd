// Package explain tells steps the way a person would, in every language of the
// catalogue, and answers a player who asks for a hint.
//
//	Reason     why a step is right, as sentences        reason.go, chain.go, sets.go
//	Move       what it puts in or takes away            words.go
//	Sentence   both together
//	Next       a hint, in five parts that each tell more   hint.go
//	Drawing    the position with the step in it         drawing.go
//	Short      a path without the steps that nothing later needs; Difficulty
//	           is its grade                             path.go
//	RoundsOf   a grade that does not depend on the orientation  rounds.go
//
// A text is made from the step and the position it was found in, never from how
// it was found; the words themselves stand in the catalogue under "explain." and
// "hint.".
//
// It must not import anything that searches, nor know who shows its words.
package explain
