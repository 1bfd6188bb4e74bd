package faults

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// wallClock are the files of the service that may ask what time it is.
var wallClock = map[string]string{
	"service/follow.go":    "when a file was changed, which is compared with itself",
	"telemetry/export.go":  "when a span began, for people; how long it took is measured apart",
	"telemetry/process.go": "when the process began, for people",
}

// No test can set the machine's clock, so this is shown otherwise: what the service measures and
// waits for it takes from time.Now, Since, Until, timers and contexts, which go by Go's monotonic
// clock, and nowhere does it turn a time into one of the wall clock, to which alone a jump matters.
func TestClockJumps(t *testing.T) {
	var files []string
	for _, folder := range []string{"../../app/service", "../../app/admission", "../../app/httpapi", "../../app/telemetry", "../../app/netjob", "../../app/natsjob", "../../app/natsjob/broker", "../../app/batch", "../../../job", "../../pausing"} {
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
			if constant && len(call.Args) > 0 { // time.Unix(1, 0), a deadline that is long past
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

var clockSet = flag.Bool("clock-set", false, "set the clock of jobs by five minutes while they run; everything is compiled anew for that")

// A clock that is set is tried on a package time that is given one: with an overlay, as no test may set the machine's.
func TestClockIsSet(t *testing.T) {
	if !*clockSet {
		t.Skip("compiles the standard library anew; make soak does it, or -clock-set")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	b, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, change := range [][2]string{
		{"func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n", "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n\tsec += setBy.Load()\n"},
		{"import (\n", "import (\n\t\"sync/atomic\"\n"},
	} {
		if strings.Count(text, change[0]) != 1 {
			t.Fatalf("%s has changed: %q", source, change[0])
		}
		text = strings.Replace(text, change[0], change[1], 1)
	}
	text += "\nvar setBy atomic.Int64 // seconds\n\n// SetBy sets the clock.\nfunc SetBy(d Duration) { setBy.Store(int64(d / Second)) }\n"
	dir := t.TempDir()
	changed, overlay := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	files, err := json.Marshal(map[string]map[string]string{"Replace": {source: changed}})
	if err == nil {
		err = os.WriteFile(overlay, files, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-overlay", overlay, "-tags", "clockset", "-run", "TestClockIsSet", "-v", "nonet/internal/app/natsjob/broker").CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Error(err)
	}
}
