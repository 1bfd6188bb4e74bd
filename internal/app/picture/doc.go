// Package picture draws a puzzle for people: how a board looks, whatever it is drawn
// with, and an SVG of it. What is drawn of a puzzle of any rules its kinds say.
//
// It must not import who asks, nor need a font: WebAssembly draws by it, too.
package picture
