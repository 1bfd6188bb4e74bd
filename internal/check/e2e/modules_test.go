package e2e

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	_ "nonet/internal/texts"
	"nonet/message"
	"nonet/web"
)

// TestModules runs in the browser the tests of modules that need no screen. So testing the page needs no other
// JavaScript engine.
func TestModules(t *testing.T) {
	t.Parallel()
	p := open(t, setting{message.English, false})
	p.tolerate("422")
	p.tolerate("404")
	p.server.hold("/api/v1/held")
	for _, file := range []string{"modules.js", "midend.js", "drawing.js"} {
		eval[moduleResult](p, `import("/testdata/`+file+`").then((m) => m.run())`).check(t, file)
	}
}

// moduleResult is the result of a file of JavaScript tests.
type moduleResult struct {
	Passed   int      `json:"passed"`
	Failures []string `json:"failures"`
}

func (r moduleResult) check(t *testing.T, file string) {
	t.Helper()
	for _, failure := range r.Failures {
		t.Errorf("%s: %s", file, failure)
	}
	if r.Passed+len(r.Failures) < 8 {
		t.Errorf("%s: only %d tests ran", file, r.Passed+len(r.Failures))
	}
}

// TestModulesInNode runs the tests of the midend and of drawing without a browser, which takes a second.
func TestModulesInNode(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("Node is not installed; TestModules runs the same tests in the browser")
	}
	for _, file := range []string{"midend.js", "drawing.js"} {
		out, err := exec.CommandContext(t.Context(), node, "testdata/node.mjs", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		var r moduleResult
		must(t, json.Unmarshal(out, &r))
		r.check(t, file)
	}
}

// TestScripts checks that no module imports itself through others, and that all scripts have at most 16,000
// lines.
func TestScripts(t *testing.T) {
	t.Parallel()
	imports := map[string][]string{}
	lines := 0
	static := regexp.MustCompile(`(?m)^(?:import|export) [^;]*?from "([^"]+)";|^import "([^"]+)";`)
	must(t, fs.WalkDir(web.Files, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".js" {
			return err
		}
		b, err := fs.ReadFile(web.Files, name)
		lines += bytes.Count(b, []byte("\n"))
		for _, m := range static.FindAllSubmatch(b, -1) {
			imports[name] = append(imports[name], path.Join(path.Dir(name), string(m[1])+string(m[2])))
		}
		return err
	}))
	if lines > 16_000 {
		t.Errorf("the scripts have %d lines", lines)
	}
	if n := len(imports["js/main.js"]); n < 20 {
		t.Fatalf("js/main.js imports %d modules", n)
	}
	done := map[string]bool{}
	var visit func(name string, way []string)
	visit = func(name string, way []string) {
		if i := slices.Index(way, name); i >= 0 {
			t.Errorf("a circle of imports: %s", strings.Join(append(way[i:], name), " → "))
			return
		}
		if done[name] {
			return
		}
		for _, other := range imports[name] {
			visit(other, append(way, name))
		}
		done[name] = true
	}
	for name := range imports {
		visit(name, nil)
	}
}

// TestTexts checks that the catalogue has every text that the page requests by a literal key. Composed keys are
// covered by tests that look for keys on the page.
func TestTexts(t *testing.T) {
	keys := message.Keys()
	asked := regexp.MustCompile(`(?:\.t\(|\.count\(|data-t(?:-[a-z]+)?=)"([a-zA-Z0-9.-]+)"`)
	n := 0
	must(t, fs.WalkDir(web.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(web.Files, name)
		for _, m := range asked.FindAllSubmatch(b, -1) {
			n++
			if !slices.Contains(keys, string(m[1])) {
				t.Errorf("%s asks for %q, which the catalogue lacks", name, m[1])
			}
		}
		return err
	}))
	if n < 100 {
		t.Errorf("only %d keys were found in the page", n)
	}
}

// TestIDs checks that no two elements of the page have the same ID; a selector would find only the first of
// them.
func TestIDs(t *testing.T) {
	late, err := fs.Glob(web.Files, "html/*.html")
	must(t, err)
	seen := map[string]bool{}
	for _, name := range append(late, "index.html") {
		b, err := fs.ReadFile(web.Files, name)
		must(t, err)
		for _, m := range regexp.MustCompile(`\bid="([^"]+)"`).FindAllSubmatch(b, -1) {
			id := string(m[1])
			if seen[id] {
				t.Errorf("two elements have the ID %q", id)
			}
			seen[id] = true
		}
	}
	if len(seen) < 100 {
		t.Errorf("only %d IDs were found", len(seen))
	}
}

// TestNamedModules checks that the modules that comments name exist, in the folder that they name.
func TestNamedModules(t *testing.T) {
	all := []string{"/js/engine/types.js"} // the file is types.d.ts, which the page does not load
	must(t, fs.WalkDir(web.Files, "js", func(name string, _ fs.DirEntry, err error) error {
		all = append(all, "/"+name)
		return err
	}))
	named := regexp.MustCompile(`(?m)^\s*(?:/?\*|//).*?\b((?:[a-z]+/)?[a-z0-9]+\.js)\b`)
	n := 0
	for _, name := range all {
		b, err := fs.ReadFile(web.Files, name[1:])
		if err != nil {
			continue // a folder, or a file of types
		}
		for _, m := range named.FindAllSubmatch(b, -1) {
			n++
			if !slices.ContainsFunc(all, func(one string) bool { return strings.HasSuffix(one, "/"+string(m[1])) }) {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
	}
	if n < 30 {
		t.Errorf("only %d modules are named", n)
	}
}

// TestNoLightDark checks that no style uses light-dark(). Browsers without it would draw a board without lines.
// A colour of a theme is written "var(--light, …) var(--dark, …)", as the head of page.css explains.
func TestNoLightDark(t *testing.T) {
	must(t, fs.WalkDir(web.Files, "css", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := fs.ReadFile(web.Files, name)
		for _, use := range regexp.MustCompile(`light-dark\([^)].*`).FindAllString(string(b), -1) {
			t.Errorf("%s: %s", name, use)
		}
		return err
	}))
}

// TestNoGapsInTexts checks that no tab shows a key such as "page.…" instead of its text.
func TestNoGapsInTexts(t *testing.T) {
	bothSettings(t, func(t *testing.T, p *client) {
		for _, tab := range []string{"#tab-play", "#tab-target", "#tab-lab", "#tab-learn", "the sheets", "the menus"} {
			if tab == "the sheets" {
				p.press("#settings-open")
				p.wait(`document.querySelectorAll("#settings select option").length > 3`)
				p.press(`#settings [data-action="help"]`)
				p.wait(`document.querySelectorAll("#help-keys tr").length > 20`)
			} else if tab == "the menus" {
				eval[bool](p, `(document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close()), true)`)
				p.press("#tab-play")
				p.press(action("hint"))
				p.waitLevel(1)
				eval[bool](p, `document.querySelector('[data-action="new"]').click() ?? true`) // the button is under the hint's sheet on a phone
				p.wait(`document.querySelector("#maker-technique")?.options.length > 20`)
			} else {
				p.press(tab)
			}
			gaps := eval[[]string](p, `[...document.querySelectorAll("body, body *")].flatMap((e) => [...e.attributes].map((a) => a.value).concat([...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data)))
				.filter((s) => /(^|\s)(page|strategy|house|contradiction|technique|explain|generate|hint|operation)\.[a-z]/.test(s) && !/\bdata-t/.test(s) && !document.querySelector('[data-t="' + s + '"], [data-t-label="' + s + '"], [data-t-title="' + s + '"], [data-t-placeholder="' + s + '"]'))`)
			if len(gaps) > 0 {
				t.Errorf("%s: %q", tab, gaps)
			}
			if raw := eval[[]string](p, `[...document.querySelectorAll("[data-t]")].filter((e) => !e.textContent.trim() || e.textContent === e.dataset.t).map((e) => e.outerHTML)`); len(raw) > 0 {
				t.Errorf("%s: without a text: %q", tab, raw)
			}
		}
	})
}
