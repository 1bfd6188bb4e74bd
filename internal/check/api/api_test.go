// Package api guards the public surface of the libraries. api.txt has one sorted line for each
// exported constant, variable, function, type, field and method of the packages outside
// internal, cmd and web. A change shows in its diff; go test ./internal/check/api -update writes
// the file.
package api

import (
	"bytes"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

const module = "nonet/"

// libraries returns the packages that other modules may import, type-checked.
func libraries(t *testing.T) []*types.Package {
	t.Helper()
	return packages(t, isLibrary)
}

// isLibrary reports whether other modules may import the package of a path within the module.
func isLibrary(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !slices.Contains([]string{"internal", "cmd", "web"}, first)
}

// packages returns this module's packages whose path within the module is wanted.
func packages(t *testing.T, wanted func(path string) bool) (packages []*types.Package) {
	t.Helper()
	list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...")
	list.Dir = "../../.."
	var said bytes.Buffer
	list.Stderr = &said
	out, err := list.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", list, err, &said)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	from := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	for path := range exports {
		inner, ours := strings.CutPrefix(path, module)
		if !ours || !wanted(inner) {
			continue
		}
		pkg, err := from.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, pkg)
	}
	slices.SortFunc(packages, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return packages
}

// lister writes the lines of one package.
type lister struct {
	pkg     *types.Package
	lines   []string
	foreign map[string]bool // internal packages that a line names
}

func (l *lister) qualifier(p *types.Package) string {
	if strings.HasPrefix(p.Path(), module+"internal/") {
		l.foreign[p.Path()] = true
	}
	if p == l.pkg {
		return ""
	}
	return p.Name()
}

func (l *lister) add(format string, args ...any) {
	line := strings.TrimPrefix(l.pkg.Path(), module) + ": " + fmt.Sprintf(format, args...)
	for internal := range l.foreign {
		line += " // of " + internal
	}
	clear(l.foreign)
	l.lines = append(l.lines, line)
}

func (l *lister) typ(t types.Type) string { return types.TypeString(t, l.qualifier) }

// signature returns a function's type without the names of its parameters, which a caller does
// not write.
func (l *lister) signature(f *types.Func) string {
	s := f.Type().(*types.Signature)
	nameless := func(tuple *types.Tuple) *types.Tuple {
		vars := make([]*types.Var, tuple.Len())
		for i := range vars {
			vars[i] = types.NewParam(token.NoPos, nil, "", tuple.At(i).Type())
		}
		return types.NewTuple(vars...)
	}
	var typed []*types.TypeParam
	for p := range s.TypeParams().TypeParams() {
		typed = append(typed, p)
	}
	if typed != nil {
		return strings.TrimPrefix(l.typ(s), "func")
	}
	return strings.TrimPrefix(l.typ(types.NewSignatureType(nil, nil, nil, nameless(s.Params()), nameless(s.Results()), s.Variadic())), "func")
}

func (l *lister) object(o types.Object) {
	switch o := o.(type) {
	case *types.Const:
		l.add("const %s %s = %s", o.Name(), l.typ(o.Type()), o.Val())
	case *types.Var:
		l.add("var %s %s", o.Name(), l.typ(o.Type()))
	case *types.Func:
		l.add("func %s%s", o.Name(), l.signature(o))
	case *types.TypeName:
		if o.IsAlias() {
			l.add("type %s = %s", o.Name(), l.typ(types.Unalias(o.Type())))
			return
		}
		switch under := o.Type().Underlying().(type) {
		case *types.Struct:
			l.add("type %s struct", o.Name())
			for f := range under.Fields() {
				if f.Exported() {
					l.add("type %s struct, %s %s", o.Name(), f.Name(), l.typ(f.Type()))
				}
			}
		case *types.Interface:
			l.add("type %s interface", o.Name())
		default:
			l.add("type %s %s", o.Name(), l.typ(under))
		}
		values := types.NewMethodSet(o.Type())
		for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
			star := "*"
			if values.Lookup(m.Obj().Pkg(), m.Obj().Name()) != nil {
				star = ""
			}
			if m.Obj().Exported() {
				l.add("method (%s%s) %s%s", star, o.Name(), m.Obj().Name(), l.signature(m.Obj().(*types.Func)))
			}
		}
		if _, is := o.Type().Underlying().(*types.Interface); is {
			for m := range values.Methods() {
				l.add("method (%s) %s%s", o.Name(), m.Obj().Name(), l.signature(m.Obj().(*types.Func)))
			}
		}
	}
}

func lines(packages []*types.Package) (all []string) {
	for _, pkg := range packages {
		l := lister{pkg: pkg, foreign: map[string]bool{}}
		for _, name := range pkg.Scope().Names() {
			if token.IsExported(name) {
				l.object(pkg.Scope().Lookup(name))
			}
		}
		slices.Sort(l.lines)
		all = append(all, l.lines...)
	}
	return all
}

// TestAPI also limits the number of names to learn. It counts constants, variables, functions, types and
// methods. It does not count fields of structs, nor packages wire and client, which mirror the HTTP API.
func TestAPI(t *testing.T) {
	all := lines(libraries(t))
	golden.Check(t, "api.txt", strings.Join(all, "\n")+"\n")
	for _, line := range all {
		if _, internal, leaks := strings.Cut(line, " // of "); leaks {
			t.Errorf("%s: a stranger cannot write a type of %s", line, internal)
		}
	}
	const most = 1_000
	things := 0
	for _, line := range all {
		pkg, thing, _ := strings.Cut(line, ": ")
		if pkg != "wire" && pkg != "client" && !strings.Contains(thing, " struct, ") {
			things++
		}
	}
	if things >= most {
		t.Errorf("the libraries export %d things; fewer than %d are wanted: does each serve somebody outside its package?", things, most)
	}
}
