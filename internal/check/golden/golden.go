// Package golden compares results of tests with files that people review. To change a file, run its test with
// -update, and read the difference before you commit the file. make golden rewrites all files.
//
// Only tests import the package, and it imports nothing of this module.
package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the golden files; read the difference before you commit it")

// IsUpdating reports whether the test was run with -update. Tests use it for results that Check does
// not compare.
func IsUpdating() bool { return *update }

// Check fails the test if the content of file differs from got, and shows the first line that differs. file is relative
// to the test's directory. With -update, Check writes got to the file instead.
func Check(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		Write(t, file, got)
		return
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; to write it: %s", err, updateCommand(t))
	}
	if line, now, was := Difference(got, string(kept)); line > 0 {
		t.Fatalf("%s differs in line %d; if that is meant, rewrite it: %s\n now %s\n was %s", file, line, updateCommand(t), now, was)
	}
}

// updateCommand returns the command that rewrites the golden files of the running test.
func updateCommand(t testing.TB) string {
	test, _, _ := strings.Cut(t.Name(), "/")
	directory, _ := os.Getwd() // the package's directory, unless the test has changed it
	return fmt.Sprintf("go test -C %s -run '^%s$' . -update", directory, test)
}

// Write writes text to a file, and creates the file's directory if necessary.
func Write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Difference finds the first line in which two texts differ. It returns the line's number, counted from 1, and
// the line in each text. line is 0 if the texts are equal.
func Difference(a, b string) (line int, inA, inB string) {
	if a == b {
		return 0, "", ""
	}
	const end = "(the end)"
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		inA, inB = end, end
		if i < len(as) {
			inA = as[i]
		}
		if i < len(bs) {
			inB = bs[i]
		}
		if inA != inB {
			return i + 1, inA, inB
		}
	}
	panic("unreachable: texts that differ have a line that does")
}
