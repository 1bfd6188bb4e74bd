// Package techdoc is what can be said of the techniques themselves: a paragraph
// and an example for each.
//
//	About      the paragraph, from about/LANG.md          about.go
//	Worth      its code, points and level in HoDoKu       about.go
//	Example    a position and a step of the technique     example.go
//
// The paragraphs are prose of this size and stand in files of their own, not in
// the catalogue, which every page loads. Every technique of logic's table needs
// one in each language. The examples are the first golden cases of logic/testdata,
// copied to examples.txt.
//
// The generator of docs/TECHNIQUES.md, docs/TECHNIQUES.zh-CN.md and the examples'
// pictures stands with the test that holds them up to date (page_test.go,
// picture_test.go): no command draws them. Rewrite all that is generated with
//
//	go generate ./internal/app/techdoc
//
// It must not write files: its test does.
package techdoc

//go:generate go test . -run UpToDate -update
