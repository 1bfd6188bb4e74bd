package floors

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "nonet/"
	file   = "internal/check/floors/floors.txt"
)

// policy parses a text of floors: the packages from the ground up, and the imports of each.
func policy(text string) (packages []string, imports map[string][]string, err error) {
	imports = map[string][]string{}
	statement := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		statement += strings.TrimSpace(line)
		if statement == "" || strings.HasSuffix(statement, ",") || !strings.Contains(statement, "<") {
			continue
		}
		below, above, _ := strings.Cut(statement, "<")
		for _, pkg := range names(above) {
			if imports[pkg] != nil {
				return nil, nil, fmt.Errorf("%s has two lines", pkg)
			}
			packages = append(packages, pkg)
			imports[pkg] = names(below)
		}
		statement = ""
	}
	if statement != "" {
		return nil, nil, fmt.Errorf("%q has no package to the right of a <", statement)
	}
	slices.Reverse(packages)
	return packages, imports, nil
}

// names returns the packages of one side of a line.
func names(list string) []string {
	packages := []string{}
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name != "NONE" {
			packages = append(packages, name)
		}
	}
	return packages
}

// line returns the correct line of a package.
func line(pkg string, below []string) string {
	if len(below) == 0 {
		return "NONE < " + pkg
	}
	below = slices.SortedFunc(slices.Values(below), func(a, b string) int {
		return strings.Compare(strings.Replace(a, "internal/", "~", 1), strings.Replace(b, "internal/", "~", 1))
	})
	text, width := "", 0
	for i, name := range below {
		if i > 0 {
			text += ","
			if width+len(name) > 80 {
				text, width = text+"\n\t\t", 4
			} else {
				text, width = text+" ", width+2
			}
		}
		text, width = text+name, width+len(name)
	}
	return text + " < " + pkg
}

// wrong returns the differences between a policy and made, the actual imports of packages.
func wrong(text string, made map[string][]string) (complaints []string) {
	complain := func(format string, args ...any) {
		complaints = append(complaints, file+": "+fmt.Sprintf(format, args...))
	}
	packages, permitted, err := policy(text)
	if err != nil {
		complain("%v", err)
		return complaints
	}
	for _, pkg := range slices.Sorted(maps.Keys(made)) {
		here := slices.Index(packages, pkg)
		if here < 0 {
			complain("%s has no line; above the lines of what it imports, add\n\t%s", pkg, line(pkg, made[pkg]))
			continue
		}
		var more, less []string
		for _, below := range made[pkg] {
			if !slices.Contains(permitted[pkg], below) {
				more = append(more, below)
			}
			if at := slices.Index(packages, below); at >= here {
				complain("%s imports %s, which stands above it: move one of their lines, or do without the import", pkg, below)
			}
			if in(below, "internal/app") && !in(pkg, "internal/app") && !in(pkg, "cmd") || in(below, "internal/check") {
				complain("%s imports %s, which its folder says that only applications may, and only tests what is in internal/check", pkg, below)
			}
		}
		for _, below := range permitted[pkg] {
			if !slices.Contains(made[pkg], below) {
				less = append(less, below)
			}
		}
		if len(more) > 0 || len(less) > 0 {
			complain("%s imports %v without permission, and is permitted %v without need; if that is meant, its line reads\n\t%s",
				pkg, more, less, line(pkg, made[pkg]))
		}
	}
	for _, pkg := range packages {
		if made[pkg] == nil {
			complain("%s is not there: delete its line", pkg)
		}
	}
	return complaints
}

// in reports whether a package is in a folder.
func in(pkg, folder string) bool { return strings.HasPrefix(pkg, folder+"/") }

// foreign returns the reason why a package may not import a package of another module, or "" if it may.
func foreign(pkg, imported string) string {
	first, _, _ := strings.Cut(imported, "/")
	switch {
	case imported == "unsafe", imported == "C":
		return "the house is built without it"
	case slices.Contains(Embeds, pkg) && imported != "embed":
		return "a package of embedded files has no logic"
	case strings.Contains(first, "."):
		if !among(Extern[pkg], imported) {
			return "Extern does not name it"
		}
	case among(Forbidden, imported) && !slices.Contains(System, pkg):
		return "a library neither serves, nor touches files, nor writes logs"
	}
	return ""
}

func among(list []string, pkg string) bool {
	return slices.ContainsFunc(list, func(pattern string) bool {
		prefix, open := strings.CutSuffix(pattern, "/...")
		return pkg == prefix || open && strings.HasPrefix(pkg, prefix+"/")
	})
}

// tree reads the imports of every Go file that is not a test. For each package it returns the imports of this
// module, the other imports, and the package's documentation.
func tree(t *testing.T) (ours, others map[string][]string, docs map[string]string) {
	root := os.DirFS("../../..")
	ours, others, docs = map[string][]string{}, map[string][]string{}, map[string]string{}
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
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			return err
		}
		pkg := path.Dir(name)
		docs[pkg] += parsed.Doc.Text()
		for to, list := range map[bool]map[string][]string{true: ours, false: others} {
			if list[pkg] == nil {
				list[pkg] = []string{}
			}
			for _, spec := range parsed.Imports {
				imported, _ := strconv.Unquote(spec.Path.Value)
				inner, own := strings.CutPrefix(imported, module)
				if own == to && !slices.Contains(list[pkg], inner) {
					list[pkg] = append(list[pkg], inner)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ours, others, docs
}

// TestImportsKeepToTheFloors checks that the packages have exactly the imports of the policy.
func TestImportsKeepToTheFloors(t *testing.T) {
	text, err := os.ReadFile("floors.txt")
	if err != nil {
		t.Fatal(err)
	}
	ours, others, docs := tree(t)
	for pkg, doc := range docs {
		if doc == "" {
			t.Errorf("%s does not say what it is for: it has no package comment", pkg)
		}
		if strings.Contains(strings.Join(strings.Fields(doc), " "), " may import ") {
			t.Errorf("%s says what it may import: that is in %s; its comment says what it must not", pkg, file)
		}
	}
	for _, complaint := range wrong(string(text), ours) {
		t.Error(complaint)
	}
	for pkg, list := range others {
		for _, imported := range list {
			if why := foreign(pkg, imported); why != "" {
				t.Errorf("%s imports %s: %s", pkg, imported, why)
			}
		}
	}
	for pkg, patterns := range Extern {
		for _, pattern := range patterns {
			if !slices.ContainsFunc(others[pkg], func(imported string) bool { return among([]string{pattern}, imported) }) {
				t.Errorf("floors.go: Extern permits %s to import %s, which it does not", pkg, pattern)
			}
		}
	}
	for _, pkg := range System {
		if !slices.ContainsFunc(others[pkg], func(imported string) bool { return among(Forbidden, imported) }) {
			t.Errorf("floors.go: System names %s, which does without", pkg)
		}
	}
	for _, pkg := range Embeds {
		if others[pkg] == nil {
			t.Errorf("floors.go: Embeds names %s, which is not there", pkg)
		}
	}
}

// TestMakeKnowsTheModules checks that make test runs the tests of each module.
func TestMakeKnowsTheModules(t *testing.T) {
	make, err := os.ReadFile("../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^(BROWSER|MODULES) +:= (.*)$`)
	var listed []string
	for _, m := range line.FindAllStringSubmatch(string(make), -1) {
		listed = append(listed, strings.Fields(m[2])...)
	}
	root := os.DirFS("../../..")
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") || base == "testdata" || base == "node_modules"):
			return fs.SkipDir
		case base == "go.mod" && !slices.Contains(listed, path.Dir(name)):
			t.Errorf("%s: the Makefile's MODULES do not name the folder, so its tests do not run", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestWrong checks that the test can fail.
func TestWrong(t *testing.T) {
	const house = "kernel, message < sudoku\nNONE < kernel,\n    message # words\n"
	if packages, _, _ := policy(house); !slices.Equal(packages, []string{"message", "kernel", "sudoku"}) {
		t.Errorf("from the ground up: %v", packages)
	}
	for _, test := range []struct {
		name, text string
		made       map[string][]string
		said       string // "" if there is none
	}{
		{"as it is", house, map[string][]string{"sudoku": {"kernel", "message"}, "kernel": {}, "message": {}}, ""},
		{"one more", house, map[string][]string{"sudoku": {"kernel", "message"}, "kernel": {"message"}, "message": {}}, "\tmessage < kernel"},
		{"one less", house, map[string][]string{"sudoku": {"kernel"}, "kernel": {}, "message": {}}, "\tkernel < sudoku"},
		{"upwards", house, map[string][]string{"sudoku": {"kernel", "message"}, "kernel": {"sudoku"}, "message": {}}, "stands above it"},
		{"new package", house, map[string][]string{"sudoku": {"kernel", "message"}, "kernel": {}, "message": {}, "grade": {"sudoku"}}, "\tsudoku < grade"},
		{"lost package", house, map[string][]string{"sudoku": {"kernel", "message"}, "kernel": {}}, "delete its line"},
		{"roof", "internal/app/cli < sudoku\nNONE < internal/app/cli\n", map[string][]string{"sudoku": {"internal/app/cli"}, "internal/app/cli": {}}, "its folder says"},
		{"two lines", house + "NONE < kernel\n", nil, "two lines"},
		{"no end", house + "kernel,\n", nil, "to the right"},
	} {
		said := strings.Join(wrong(test.text, test.made), "\n")
		if (said == "") != (test.said == "") || !strings.Contains(said, test.said) {
			t.Errorf("%s: %q", test.name, said)
		}
	}
	for imported, bad := range map[string]bool{
		"net/http": true, "os": true, "log/slog": true, "net": true, "strings": false, "iter": false,
		"github.com/spf13/cobra": true, "unsafe": true, "golang.org/x/sys/cpu": false,
	} {
		if why := foreign("internal/engine/kernel", imported); (why != "") != bad {
			t.Errorf("the kernel importing %s: %q", imported, why)
		}
	}
	if foreign("internal/app/cli", "net/http") != "" || foreign("web", "strings") == "" {
		t.Error("System and Embeds are not heeded")
	}
}
