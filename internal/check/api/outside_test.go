package api

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestFromOutside runs the example of package solve as a program of another module. The program imports only
// the libraries. It reads any text, solves the puzzle, and lists its rules.
func TestFromOutside(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(filepath.Join(root, "solve/example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	program := strings.NewReplacer("package solve_test", "package main", "func Example()", "func main()").Replace(string(example))
	for name, text := range map[string]string{
		"main.go": program,
		"go.mod":  "module outside\n\ngo 1.26\n",
		// With -trimpath a module that is required and replaced would be compiled again, in half a minute.
		"go.work": "go 1.26.0\n\nuse (\n\t.\n\t" + strconv.Quote(root) + "\n)\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(t.Context(), "go", "run", ".")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, comment, _ := strings.Cut(program, "// Output:\n")
	want := strings.TrimSpace(strings.TrimSuffix(strings.ReplaceAll(comment, "\t// ", ""), "}\n"))
	if got := strings.TrimSpace(string(out)); got != want {
		t.Errorf("it prints\n%s\nand not\n%s", got, want)
	}
}
