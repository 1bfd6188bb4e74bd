// Package sheet prints puzzles: many as a PDF, or one as a PNG picture.
//
//	PDF   sheets to print, solutions at the end  pdf.go
//	PNG   a picture of a puzzle                  png.go
//
// Package picture decides how a puzzle looks. Package sheet must import neither its users nor a
// server. It is not part of the WebAssembly module, as its font is half as large as the engine.
package sheet
