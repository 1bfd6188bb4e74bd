// Package sheet draws puzzles for people: a picture of one, as SVG or PNG, and sheets
// of many, as PDF.
//
//	SVG, PNG   a picture of a puzzle                  svg.go, png.go
//	PDF        sheets to print, solutions at the end  pdf.go
//	board.go   how a puzzle looks, for all of them
//
// It must not import who asks, nor anything that serves; WebAssembly does without it,
// as its font weighs more than an engine.
package sheet
