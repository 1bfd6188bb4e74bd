package faults

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wallClock lists the files of the service that may read the wall clock.
var wallClock = map[string]string{
	"batch/gather.go":      "Truncate cuts a file there, no time",
	"service/follow.go":    "when a file was changed, which is compared with itself",
	"telemetry/metrics.go": "when the process began, for people",
}

// TestClockJumps checks the source, because a test cannot set the machine's clock. The service measures time by
// time.Now, Since, Until, timers and contexts, which use Go's monotonic clock. It never converts such a time to
// the wall clock. A jump affects only the wall clock.
func TestClockJumps(t *testing.T) {
	var files []string
	for _, folder := range []string{"../../app/service", "../../app/admission", "../../app/httpapi", "../../app/telemetry", "../../app/jobqueue", "../../app/batch", "../../job"} {
		found, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d files, %v", folder, len(found), err)
		}
		files = append(files, found...)
	}
	used := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			s, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !slices.Contains([]string{"Unix", "UnixMilli", "UnixMicro", "UnixNano", "UTC", "Local", "AddDate", "ParseInLocation", "Truncate"}, s.Sel.Name) {
				return true
			}
			constant := !slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { _, ok := arg.(*ast.BasicLit); return !ok })
			if constant && len(call.Args) > 0 { // time.Unix(1, 0), a deadline in the past
				return true
			}
			name := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
			if used[name] = true; wallClock[name] == "" {
				t.Errorf("%s: %s is of the wall clock, which may be set at any time; measure with time.Since", set.Position(s.Pos()), s.Sel.Name)
			}
			return true
		})
	}
	for name := range wallClock {
		if !used[name] {
			t.Errorf("%s asks for no time: delete its line", name)
		}
	}
}
