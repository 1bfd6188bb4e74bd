// Package techdoc documents the techniques: a paragraph and an example for each.
//
// The paragraphs are in files of this package. They are not in the catalogue, because every page
// loads that. Every technique needs a paragraph in each language. The examples are the first golden
// cases of logic/testdata, copied to examples.txt.
//
// Tests generate docs/TECHNIQUES.md, docs/TECHNIQUES.zh-CN.md and the pictures of the examples,
// and check that they are up to date. To generate them again, run
//
//	go generate ./internal/app/techdoc
//
// The package itself must not write files.
package techdoc

//go:generate go test . -run UpToDate -update
