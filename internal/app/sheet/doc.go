// Package sheet puts puzzles on paper: sheets of many as PDF, and a picture of one as PNG.
//
//	PDF   sheets to print, solutions at the end  pdf.go
//	PNG   a picture of a puzzle                  png.go
//
// How a puzzle looks is package picture's. It must not import who asks, nor anything
// that serves; WebAssembly does without it, as its font weighs half an engine.
package sheet
