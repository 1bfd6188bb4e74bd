// Package picture draws a puzzle: how a board looks, through any [Pen], and as SVG. The marks
// of a puzzle of any rules come from its kinds.
//
// The package must not import its users, nor need a font: WebAssembly uses it, too.
package picture
