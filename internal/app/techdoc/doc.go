// Package techdoc is what can be said of the techniques themselves: a paragraph
// and an example for each.
//
// The paragraphs stand in files of their own, not in the catalogue, which every page loads;
// every technique needs one in each language. The examples are the first golden cases of
// logic/testdata, copied to examples.txt.
//
// docs/TECHNIQUES.md, docs/TECHNIQUES.zh-CN.md and the examples' pictures are made by the
// tests that hold them up to date. Rewrite all that is generated with
//
//	go generate ./internal/app/techdoc
//
// It must not write files: its test does.
package techdoc

//go:generate go test . -run UpToDate -update
