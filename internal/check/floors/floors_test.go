package floors

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "nonet/"

func among(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(pattern string) bool {
		prefix, open := strings.CutSuffix(pattern, "/...")
		return pkg == prefix || open && strings.HasPrefix(pkg, prefix+"/")
	})
}

// wrong is why a package with this floor may not import pkg, or "".
func wrong(floor Floor, pkg string) string {
	first, _, _ := strings.Cut(pkg, "/")
	switch inner, ours := strings.CutPrefix(pkg, module); {
	case ours && !among(floor.Module, inner):
		return "it stands on another floor"
	case ours:
		return ""
	case strings.Contains(first, "."):
		if !among(floor.Extern, pkg) {
			return "it comes from another module"
		}
	case floor.Embeds && pkg != "embed":
		return "a package of embedded files has no logic"
	case !floor.System && among(Forbidden, pkg):
		return "a library package neither serves, nor touches files, nor writes logs"
	case among([]string{"unsafe", "C"}, pkg):
		return "the house is built without it"
	}
	return ""
}

// Every import of every Go file that is not a test stands in the policy, every
// package has its line there, and every line its package.
func TestImportsKeepToTheFloors(t *testing.T) {
	root := os.DirFS("../../..")
	seen := map[string]bool{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() {
			if name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "node_modules") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		pkg := path.Dir(name)
		at := slices.IndexFunc(Policy, func(f Floor) bool { return among([]string{f.Package}, pkg) })
		if at < 0 {
			if !seen[pkg] {
				t.Errorf("%s has no line in the policy: say in internal/check/floors what it may import", pkg)
			}
			seen[pkg] = true
			return nil
		}
		seen[Policy[at].Package] = true
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			imported, _ := strconv.Unquote(spec.Path.Value)
			if why := wrong(Policy[at], imported); why != "" {
				t.Errorf("%s imports %s: %s", name, imported, why)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, floor := range Policy {
		if !seen[floor.Package] {
			t.Errorf("the policy has a line for %s, which is not there", floor.Package)
		}
	}
}

// The test itself can fail.
func TestWrong(t *testing.T) {
	library := Floor{Package: "sudoku", Module: []string{"internal/engine/kernel"}}
	for pkg, bad := range map[string]bool{
		"nonet/internal/engine/kernel": false, "nonet/internal/app/cli": true, "nonet/internal/kernelx": true,
		"net/http": true, "os": true, "log/slog": true, "net": true, "strings": false, "iter": false,
		"github.com/spf13/cobra": true, "unsafe": true,
	} {
		if got := wrong(library, pkg); (got != "") != bad {
			t.Errorf("sudoku importing %s: %q", pkg, got)
		}
	}
	if wrong(Floor{System: true}, "net/http") != "" || wrong(Floor{Embeds: true}, "strings") == "" {
		t.Error("System and Embeds are not heeded")
	}
}

// A lower floor never names a higher one: the policy itself has no cycle.
func TestPolicyIsOrdered(t *testing.T) {
	below := map[string]bool{}
	for _, floor := range Policy {
		for _, m := range floor.Module {
			if !below[strings.TrimSuffix(m, "/...")] {
				t.Errorf("%s may import %s, which stands above it or nowhere", floor.Package, m)
			}
		}
		below[floor.Package] = true
	}
}
