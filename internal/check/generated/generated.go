// Package generated compares committed assembly with the output of its generator. Only tests use it.
package generated

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Compare runs the generator of package pkg, which is in internal/engine/_asm, with args, and compares its output with
// file. It skips the test under -short, or if the generator's modules are not available.
func Compare(t *testing.T, pkg, file string, args ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: the generator takes some seconds")
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), file)
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	module, own, _ := strings.Cut(filepath.ToSlash(folder), "/internal/engine/")
	generators := filepath.Join(module, "internal", "engine", "_asm")
	args = slices.Concat([]string{"run", "-C", generators, "./" + pkg}, args, []string{"-out", out, "-pkg", pkg})
	if text, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		if s := string(text); strings.Contains(s, "cannot find module") || strings.Contains(s, "dial tcp") || strings.Contains(s, "module lookup disabled") {
			t.Skip("the generator's modules are not to be had here: ", s)
		}
		t.Fatalf("%v\n%s", err, text)
	}
	compareDeclarations(t, file, out)
	now, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(now), out, "../"+own+"/"+file) != string(kept) {
		t.Errorf("%s is not what go generate writes in this package", file)
	}
}

// compareDeclarations compares the Go file that the generator writes next to the assembly.
func compareDeclarations(t *testing.T, file, out string) {
	t.Helper()
	now, err := os.ReadFile(strings.TrimSuffix(out, ".s") + ".go")
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile(strings.TrimSuffix(file, ".s") + ".go"); err != nil || string(now) != string(kept) {
		t.Errorf("the declarations of %s are not what go generate writes in this package: %v", file, err)
	}
}
