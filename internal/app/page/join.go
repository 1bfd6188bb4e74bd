package page

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// mainName is the module that index.html loads first.
const mainName = "js/main.js"

// imported matches an import statement in the form that the page's modules use.
var imported = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^import (?:\{([^{}]*)\} from )?"(\.[^"]+)";?$`)
})

// joinModules adds to main.js all modules that it imports statically. So a browser loads one file instead of fifty; it
// would request only six at a time. Each module becomes a function that returns its exports. These functions are called
// in the order in which a browser would run the modules. Modules that are loaded later import the joined modules from
// main.js, because the joined modules no longer have addresses.
//
// An error means that modules import each other in a circle, or that an import or export has another form.
func (p *Page) joinModules() error {
	all, err := p.addImports(mainName, "", nil)
	if err != nil || len(all) == 0 {
		return err
	}
	exported := regexp.MustCompile(`(?m)^export (?:\{ (\w+) \};$|((?:async )?(?:function\*?|class|const) (\w+)))`)
	relative := regexp.MustCompile(`\bimport\("(\.[^"]+)"\)|\bimport\.meta\.url\b`)
	another := regexp.MustCompile(`(?m)^(?:import|export)\b[^(.].*$`)
	var script bytes.Buffer
	var scopes []string
	for _, name := range all {
		code := p.withScopesForImports(name, all, func([]string) string { return "" })
		var names []string
		code = exported.ReplaceAllStringFunc(code, func(statement string) string {
			m := exported.FindStringSubmatch(statement)
			names = append(names, m[1]+m[3])
			return m[2]
		})
		if rest := another.FindString(code); rest != "" {
			return fmt.Errorf("%s cannot be joined: %s", name, rest)
		}
		code = relative.ReplaceAllStringFunc(code, func(use string) string {
			if address := relative.FindStringSubmatch(use)[1]; address != "" {
				return fmt.Sprintf("import(%q)", relativeAddress(mainName, path.Join(path.Dir(name), address)))
			}
			return fmt.Sprintf("new URL(%q, import.meta.url)", relativeAddress(mainName, name))
		})
		fmt.Fprintf(&script, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", scopeOf(name), code, strings.Join(names, ", "))
		scopes = append(scopes, scopeOf(name))
	}
	fmt.Fprintf(&script, "export { %s };\n", strings.Join(scopes, ", "))
	for _, name := range all {
		delete(p.Files, name)
	}
	for name := range p.Files {
		if path.Ext(name) != ".js" {
			continue
		}
		code := p.withScopesForImports(name, all, func(names []string) string {
			return fmt.Sprintf("import { %s } from %q;\n", strings.Join(names, ", "), relativeAddress(name, mainName))
		})
		p.Files[name] = NewFile(name, []byte(code))
	}
	p.Files[mainName] = NewFile(mainName, script.Bytes())
	return nil
}

// addImports appends to `names` the modules that the module `name` imports statically, each after its own imports, and
// then the module itself. To find import cycles, `reached` holds the modules whose imports are being added, each
// followed by a space.
func (p *Page) addImports(name, reached string, names []string) ([]string, error) {
	f := p.Files[name]
	if f == nil || slices.Contains(names, name) {
		return names, nil
	}
	if strings.Contains(reached, name+" ") {
		return nil, fmt.Errorf("modules import each other in a circle: %s%s", reached, name)
	}
	var err error
	for _, m := range imported().FindAllSubmatch(f.content, -1) {
		if names, err = p.addImports(path.Join(path.Dir(name), string(m[2])), reached+name+" ", names); err != nil {
			return nil, err
		}
	}
	return append(names, name), nil
}

// withScopesForImports returns the code of the module `name`, changed: an import of a joined module becomes a
// statement that reads the module's variable; see scopeOf. If the code has such statements, it begins with the result
// of `head` for their variables.
func (p *Page) withScopesForImports(name string, joined []string, head func(names []string) string) string {
	var names []string
	code := imported().ReplaceAllStringFunc(string(p.Files[name].content), func(statement string) string {
		m := imported().FindStringSubmatch(statement)
		from := path.Join(path.Dir(name), m[2])
		if !slices.Contains(joined, from) {
			return statement
		}
		names = append(names, scopeOf(from))
		return fmt.Sprintf("const {%s} = %s;", strings.ReplaceAll(m[1], " as ", ": "), scopeOf(from))
	})
	if len(names) == 0 {
		return code
	}
	slices.Sort(names)
	return head(slices.Compact(names)) + code
}

// scopeOf returns the name of the variable in main.js that has a module's exports: $game_grid for js/game/grid.js.
func scopeOf(name string) string {
	return "$" + strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(name, "js/"), ".js"), "/", "_")
}

func relativeAddress(base, name string) string {
	return strings.Repeat("../", strings.Count(base, "/")) + name
}
