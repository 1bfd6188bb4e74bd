// Package techdoc is what can be said of the techniques themselves: a paragraph
// and an example for each, the example's picture, and the pages made of them,
// docs/TECHNIQUES.md and docs/TECHNIQUES.zh-CN.md.
//
//	About      the paragraph, from about/LANG.md          about.go
//	Example    a position and a step of the technique     example.go
//	Picture    a step as an SVG image                     picture.go
//	Page       the whole page in one language             page.go
//
// The paragraphs are prose of this size and stand in files of their own, not in
// the catalogue, which every page loads. Every technique of logic's table needs
// one in each language. The examples are the first golden cases of logic/testdata,
// copied to examples.txt. Rewrite all that is generated with
//
//	go generate ./internal/app/techdoc
//
// It must not write files: its test does.
package techdoc

//go:generate go test . -run UpToDate -update
