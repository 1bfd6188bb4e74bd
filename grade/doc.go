// Package grade says how hard a puzzle is for a person. [Explainer] rates it on
// Sudoku Explainer's scale; the engine is in grade/explainer.
//
// It must not import what is graded for somebody: neither generate nor explain.
package grade
