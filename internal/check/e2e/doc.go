// Package e2e holds the tests that use the page as a person does, in a real browser with the real server. The tests use
// the mouse, a finger, the keyboard and the clipboard, in both languages, on a desktop and on a phone. The package has
// no code except tests, and nothing imports it.
//
//	browser_test.go   the browser, the server and a page, and how to use them
//	*_test.go         tests of the page, by part of the page
//	testdata/         tests of the modules without a screen; the browser runs them
//
// Without a browser the tests are skipped, unless NONET_E2E=required is set.
package e2e
