// Package grade says how hard a puzzle is for a person. [Explainer] rates it on
// Sudoku Explainer's scale; the engine is in grade/explainer.
//
// The package may import sudoku, grade/explainer and message; it must
// not import net/http, os or log.
package grade
