// Package reference finds reference material outside the module: ../shared with its corpora, ratings and published
// figures. If a test's material is absent, the test is skipped with a message that names the file.
//
// Only tests import the package, and it imports nothing of this module.
package reference

import (
	"os"
	"path/filepath"
	"testing"
)

// File returns the path of a file in ../shared, such as "corpora/17_clue.txt". It skips the test if the file is absent.
func File(t testing.TB, name string) string {
	t.Helper()
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			t.Fatal("no go.mod in the test's folder or above it")
		}
	}
	path := filepath.Join(root, "..", "shared", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the reference file ../shared/%s is absent", name)
	}
	return path
}
