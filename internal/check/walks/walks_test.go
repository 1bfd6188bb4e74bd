// Package walks holds how often one answer enters each floor of the program.
package walks

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

// tracer is the source of a package that exists only in the traced program. Every exported function calls Enter, which
// writes the function and its caller in this module.
const tracer = `package walk

import ("os"; "runtime"; "strings")

var out, _ = os.Create(os.Getenv("NONET_WALK"))

func Enter() {
	var calls [24]uintptr
	frames := runtime.CallersFrames(calls[:runtime.Callers(2, calls[:])])
	own, more := frames.Next()
	for by := own; more; {
		if by, more = frames.Next(); strings.HasPrefix(by.Function, "nonet/") {
			out.WriteString(by.Function + " " + own.Function + "\n")
			return
		}
	}
}
`

// floors maps the packages on an answer's way to their floors, the highest first. Types, tables and texts for people
// are on no floor.
var floors = map[string]string{
	"internal/app/cli": "0 command line", "internal/app/cli/stream": "0 command line", "internal/app/operation": "1 operation",
	"format": "2 format", "internal/app/input": "2 format",
	"solve": "3 questions", "hint": "3 questions", "explain": "3 questions", "grade": "3 questions", "logic": "3 questions",
	"logic/hodoku": "3 questions", "puzzle/deduction": "3 questions",
}

// floorOf returns the floor of a function's package, or "".
func floorOf(function string) string {
	slash := strings.LastIndexByte(function, '/') + 1
	name, _, _ := strings.Cut(function[slash:], ".")
	return floors[strings.TrimPrefix(function[:slash]+name, "nonet/")]
}

// run runs a program in the root of this module, and returns its output.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = "../../.."
	var notes strings.Builder
	cmd.Stderr = &notes
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, &notes)
	}
	return string(out)
}

// buildTraced builds the program so that the exported functions of all floors call the tracer. The packages below are
// compiled as usual, and so come from the build cache. It returns the program's path.
func buildTraced(t *testing.T) string {
	temp, replaced := t.TempDir(), map[string]string{}
	replace := func(file, content string) {
		replaced[file] = filepath.Join(temp, fmt.Sprint(len(replaced), ".go"))
		golden.Write(t, replaced[file], content)
	}
	list := []string{"list", "-f", "{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}\n{{end}}"}
	for _, name := range slices.Sorted(maps.Keys(floors)) {
		list = append(list, "./"+name)
	}
	for file := range strings.Lines(run(t, "go", list...)) {
		if file = strings.TrimSpace(file); file == "" {
			continue // go list ends each package with a line end
		}
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, file, nil, 0)
		source, failed := os.ReadFile(file)
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		traced := false
		for _, d := range slices.Backward(tree.Decls) {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && f.Name.IsExported() {
				traced = true
				source = slices.Insert(source, files.Position(f.Body.Lbrace).Offset+1, []byte(" walk_.Enter();")...)
			}
		}
		if traced {
			replace(file, string(slices.Insert(source, files.Position(tree.Name.End()).Offset, []byte(`; import walk_ "nonet/internal/walk"`)...)))
		}
	}
	root, _ := filepath.Abs("../../..")
	replace(filepath.Join(root, "internal/walk/walk.go"), tracer)
	overlay, _ := json.Marshal(map[string]any{"Replace": replaced})
	golden.Write(t, filepath.Join(temp, "overlay.json"), string(overlay))
	run(t, "go", "build", "-buildvcs=false", "-overlay", filepath.Join(temp, "overlay.json"), "-o", filepath.Join(temp, "nonet"), "./cmd/nonet")
	return filepath.Join(temp, "nonet")
}

// TestWalks checks how often the answer to one puzzle enters each floor from above: a solve and a hint, of a classic
// puzzle and of a killer. Each enters the operations once and the questions once. The text takes more entries into the
// formats: the next puzzle is read until the input ends, and the puzzle is converted and written.
func TestWalks(t *testing.T) {
	program, trace, walks := buildTraced(t), filepath.Join(t.TempDir(), "trace"), ""
	t.Setenv("NONET_WALK", trace)
	for _, puzzle := range []string{"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		".Shape~4x4.Cage~5~R1C1~R2C1.Cage~5~R1C2~R2C2.Cage~7~R1C3~R1C4~R2C3.Cage~5~R2C4~R3C4.Cage~10~R3C1~R3C2~R3C3~R4C2.Cage~7~R4C3~R4C4"} {
		for _, command := range []string{"solve", "hint"} {
			run(t, program, command, puzzle)
			text, _ := os.ReadFile(trace)
			entered, total := map[string]int{}, map[string]int{}
			for call := range strings.Lines(string(text)) {
				by, function, _ := strings.Cut(strings.TrimSpace(call), " ")
				if from, to := floorOf(by), floorOf(function); strings.HasSuffix(function, "stream.(*Run).Sources") {
					clear(entered) // the flags are read, and the puzzle is not
					clear(total)
				} else if from != "" && from < to {
					entered[to+" "+strings.TrimPrefix(function, "nonet/")]++
					total[to]++
				}
			}
			walks += fmt.Sprintf("nonet %s %.6s… %v\n", command, puzzle, total)
			for _, function := range slices.Sorted(maps.Keys(entered)) {
				walks += fmt.Sprintf("%8d × %s\n", entered[function], function[2:])
			}
		}
	}
	golden.Check(t, "testdata/walks.txt", walks)
}
