// Package explain puts steps into words as a person would, in every language of the catalogue.
//
//	Reason     why a step is right, as sentences             reason.go, and by family
//	                                                         unique.go, chain.go, sets.go, forcing.go
//	Move       what it puts in or takes away                 words.go
//	Sentence   both together
//	Parts      a step in five parts that each tell more      parts.go
//	Drawing    the position with the step in it              drawing.go
//
// A text is made from the step and its position, never from how the step was found. The words are
// in the catalogue under "explain." and "hint.".
//
// It must not look for steps or solutions: it uses only the vocabulary of logic, which a test
// checks. It does not know who shows its words.
package explain
