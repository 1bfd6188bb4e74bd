// Package picture draws a classic puzzle through a [Pen], and a puzzle of any rules through a
// [Brush]; or either as SVG. The kinds of a puzzle's constraints define their marks.
//
// The package must not import its users. It needs no font, because WebAssembly uses it, too.
package picture
