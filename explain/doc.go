// Package explain tells steps the way a person would, in every language of the
// catalogue.
//
//	Reason     why a step is right, as sentences             reason.go, and by family
//	                                                         unique.go, chain.go, sets.go, forcing.go
//	Move       what it puts in or takes away                 words.go
//	Sentence   both together
//	Parts      a step in five parts that each tell more      parts.go
//	Drawing    the position with the step in it              drawing.go
//
// A text is made from the step and the position it was found in, never from how it was
// found; the words stand in the catalogue under "explain." and "hint.".
//
// It must not look for steps or solutions: of logic it uses the vocabulary alone,
// which a test holds. Nor does it know who shows its words.
package explain
