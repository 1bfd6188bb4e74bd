// Package explain puts steps into words, in every language of the catalogue.
//
//	Reason     why a step is valid, as sentences             reason.go, and by family
//	                                                         unique.go, chain.go, sets.go, forcing.go
//	Move       the candidates that it places or removes     words.go
//	Sentence   both together
//	Parts      a step in five parts, each more detailed      parts.go
//	Drawing    the position with the step marked             drawing.go
//	Names      the words for boards that have no name        names.go
//
// A text depends only on the step and its position, and not on how the step was found. The words are in the catalogue
// under "explain." and "hint.". Package puzzle/deduction explains steps of puzzles with other rules, such as killers.
//
// The package must not search for steps or solutions, and must not import programs that display the texts. Of package
// logic it uses only the types for steps; a test checks this.
package explain
