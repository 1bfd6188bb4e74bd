package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"nonet/internal/app/engine"
	"nonet/message"
	"nonet/web"
)

var small = fstest.MapFS{
	"index.html": {Data: []byte(`<html lang="@lang@" data-homes="@homes@" data-engine="@engine@" data-version="@version@">@preload@
		<button class="x" data-t="page.cancel" data-t-title="page.dismiss"></button><input data-t-placeholder="page.hint"><b data-t="page.givens"></b><link rel="stylesheet" href="@assets@/css/page.css"><script src="@assets@/js/early.js"></script><script type="module" src="@assets@/js/main.js"></script>`)},
	"sw.js":        {Data: []byte(`keep("@assets@", @files@)`)},
	"js/main.js":   {Data: []byte("import { a } from \"./a/a.js\";\nimport \"./b.js\";\nconst later = () => import(\"./later.js\");\nt(`strategy.${a}`); t(\"contradiction\");")},
	"js/a/a.js":    {Data: []byte("import {\n  b as c,\n} from \"../b.js\";\nexport const a = import.meta.url;\nexport async function* d() { await import(\"./../later.js\"); }\nclass E {}\nexport { E };\n")},
	"js/b.js":      {Data: []byte("export class b {}\n")},
	"js/later.js":  {Data: []byte("import { a as b } from \"./a/a.js\";\nimport { f } from \"./own.js\";\n")},
	"js/own.js":    {Data: []byte("export const f = 1;\n")},
	"js/font.bin":  {Data: []byte("\x00\x01")},
	"js/early.js":  {Data: []byte("// why\n  early();\n")},
	"css/page.css": {Data: []byte("/* why */\na { b: url(\"../icon.svg\") }\n\n  c {}\n")},
	"css/late.css": {Data: []byte("a{}")},
}

func pageOf(t *testing.T, static bool) *Page {
	t.Helper()
	built := &engine.Files{Module: engine.Compress([]byte("\x00asm" + strings.Repeat("x", 1000))), Script: []byte("go")}
	make := New
	if static {
		make = NewStatic
	}
	p, err := make(small, built, "v1<2")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Buttons have their labels in the document, in the requested language. So even on a slow network no button is
// without a label.
func TestIndex(t *testing.T) {
	p := pageOf(t, false)
	for _, lang := range message.Langs() {
		got := string(p.Index(lang).PlainContent())
		text := func(key string) string { return message.New(key).In(lang) }
		for _, want := range []string{
			`<html lang="` + string(lang) + `" data-homes="server engine" data-engine="` + p.Base + `/engine/nonet.wasm" data-version="v1&lt;2">`,
			`<button class="x" data-t="page.cancel" data-t-title="page.dismiss" title="` + text("page.dismiss") + `">` + text("page.cancel") + `</button>`,
			`<input data-t-placeholder="page.hint" placeholder="` + text("page.hint") + `">`,
			`<b data-t="page.givens"></b>`, // this text has a number
			`<link rel="preload" as="fetch" crossorigin fetchpriority="low" href="` + p.Base + `/messages/` + string(lang) + `.json">`,
			`<script type="module" src="` + p.Base + `/js/main.js">`,
			// The first paint waits for no file.
			"<style>a { b: url(\"" + p.Base + "/icon.svg\") }\nc {}\n</style><script>early();\n</script>",
		} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %s\nis not in\n%s", lang, want, got)
			}
		}
		if strings.Contains(got, "@") {
			t.Errorf("%s: %s", lang, got)
		}
	}
	if static := string(pageOf(t, true).Index(message.English).PlainContent()); !strings.Contains(static, `data-homes="engine" data-engine="assets/`) || !strings.Contains(static, `nonet.wasm.gz"`) {
		t.Error(static)
	}
}

// Sources lists the inline elements, and nothing else.
func TestSources(t *testing.T) {
	f := pageOf(t, false).Index(message.English)
	for element, text := range map[string]string{"style": "a { b: url(\"" + pageOf(t, false).Base + "/icon.svg\") }\nc {}\n", "script": "early();\n"} {
		sum := sha256.Sum256([]byte(text))
		if got, want := f.Sources(element), "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'"; !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %s", element, got, want)
		}
	}
}

// main.js must contain all modules that it imports statically. Each must come after the modules that it
// imports. Other modules take their imports of these modules from main.js.
func TestJoinModules(t *testing.T) {
	p := pageOf(t, false)
	for name, want := range map[string]string{
		"js/main.js": "const $b = (() => {\nclass b {}\n\nreturn { b };\n})();\n" +
			"const $a_a = (() => {\nconst {\n  b: c,\n} = $b;\nconst a = new URL(\"../js/a/a.js\", import.meta.url);\nasync function* d() { await import(\"../js/later.js\"); }\nclass E {}\n\n\nreturn { a, d, E };\n})();\n" +
			"const $main = (() => {\nconst { a } = $a_a;\nconst {} = $b;\nconst later = () => import(\"../js/later.js\");\nt(`strategy.${a}`); t(\"contradiction\");\nreturn {  };\n})();\nexport { $b, $a_a, $main };\n",
		"js/later.js": "import { $a_a } from \"../js/main.js\";\nconst { a: b } = $a_a;\nimport { f } from \"./own.js\";\n",
		"js/own.js":   "export const f = 1;\n",
	} {
		if got := string(p.Files[name].PlainContent()); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
	if got := string(p.Worker().PlainContent()); !strings.HasSuffix(got, `["css/late.css","js/later.js","js/main.js","js/own.js","messages/en.json","messages/zh-CN.json"])`) {
		t.Errorf("the worker keeps %s", got)
	}
	for want, modules := range map[string]fstest.MapFS{
		"in a circle: js/main.js js/a.js js/b.js js/a.js": {"js/main.js": {Data: []byte("import \"./a.js\";")}, "js/a.js": {Data: []byte("import \"./b.js\";")}, "js/b.js": {Data: []byte("import \"./a.js\";")}},
		"js/main.js cannot be joined: export default 1;":  {"js/main.js": {Data: []byte("export default 1;\n")}},
		"joined: export let a = 1;":                       {"js/main.js": {Data: []byte("export let a = 1;\n")}},
		"joined: export const { a } = b;":                 {"js/main.js": {Data: []byte("export const { a } = b;\n")}},
		"joined: import all from":                         {"js/main.js": {Data: []byte("import all from \"./a.js\";\n")}},
		"joined: export * from":                           {"js/main.js": {Data: []byte("export * from \"./a.js\";\n")}},
		"joined: export { a as b };":                      {"js/main.js": {Data: []byte("export { a as b };\n")}},
	} {
		if _, err := New(modules, nil, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// The page gets the texts that it uses, and not those of the command line.
func TestTexts(t *testing.T) {
	for _, p := range []*Page{pageOf(t, false), func() *Page {
		p, err := New(web.Files, nil, "")
		if err != nil {
			t.Fatal(err)
		}
		return p
	}()} {
		for _, lang := range message.Langs() {
			var texts map[string]any
			if err := json.Unmarshal(p.Files["messages/"+string(lang)+".json"].PlainContent(), &texts); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{"page.cancel", "page.givens", "strategy.mrv.name", "contradiction"} {
				if texts[key] == nil {
					t.Errorf("%s lacks %s", lang, key)
				}
			}
			for key := range texts {
				if strings.HasPrefix(key, "cli.") || strings.HasPrefix(key, "oj.") {
					t.Errorf("%s has %s", lang, key)
				}
			}
		}
	}
}

// The page's own modules and placeholders have the form that this package expects.
func TestThePage(t *testing.T) {
	p, err := New(web.Files, nil, "v1")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"js/engine/api.js", "js/text/i18n.js"} {
		if p.Files[name] != nil || !strings.Contains(string(p.Files[mainName].PlainContent()), "const "+scopeOf(name)+" = ") {
			t.Errorf("%s is not part of main.js", name)
		}
	}
	n := 0
	for name, f := range p.Files {
		if path.Ext(name) != ".js" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)(?:^import .*from |^[^*\n]*\bimport\()"([^"]+)"`).FindAllStringSubmatch(string(f.PlainContent()), -1) {
			if n++; p.Files[path.Join(path.Dir(name), m[1])] == nil && !strings.Contains(m[1], "wasm_exec") {
				t.Errorf("%s imports %s, which is not there", name, m[1])
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d imports were found", n)
	}
	for _, f := range []*File{p.Index(message.English), p.Worker()} {
		if i := bytes.IndexByte(f.PlainContent(), '@'); i >= 0 && bytes.HasPrefix(f.PlainContent()[i:], []byte("@assets@")) {
			t.Errorf("a mark is left: %s", f.PlainContent()[i:i+20])
		}
	}
	if p.Files[EngineWorker] == nil {
		t.Error("the engine's worker has another name")
	}
}

// TestCompress checks that a file that was compressed ahead has its best coding at once. A file without a
// coding must have none.
func TestCompress(t *testing.T) {
	for name, want := range map[string]bool{"a.js": true, "a.png": false} {
		f := NewFile(name, []byte(strings.Repeat("compress this. ", 100)))
		f.Compress()
		if got := f.ReadyContent("br") != nil; got != want {
			t.Errorf("%s: compressed is %t", name, got)
		}
	}
}

func TestCodings(t *testing.T) {
	p := pageOf(t, false)
	module := p.Files["engine/nonet.wasm"]
	if module.Kind != "application/wasm" || !bytes.HasPrefix(module.PlainContent(), []byte("\x00asm")) || len(module.ContentIn("br")) > 200 || len(module.ContentIn("gzip")) > 200 {
		t.Errorf("%s, %d", module.Kind, len(module.ContentIn("br")))
	}
	if f := p.Files["js/font.bin"]; f.ContentIn("br") != nil || f.ContentIn("gzip") != nil || f.Kind != "application/octet-stream" {
		t.Error("what does not get smaller is compressed")
	}
}

// Comments on lines of their own are removed, whatever else the text contains.
func TestSlim(t *testing.T) {
	for _, c := range []struct{ name, in, out string }{
		{"a.js", "// @ts-check\n/** doc */\nconst a = 1; // why\n  /*\n   * b `\n   */\n  b();\n", "\n\nconst a = 1; // why\n\n\n\n  b();\n"},
		{"a.js", "const t = `\n// text\n/* text */\n${a}`;\n// comment\n", "const t = `\n// text\n/* text */\n${a}`;\n\n"},
		{"a.js", "const a = /** @type {A} */ (b);\n/* c */ d();\n", "const a = /** @type {A} */ (b);\n/* c */ d();\n"},
		{"a.js", "const odd = /`/;\n// comment\n", "const odd = /`/;\n// comment\n"},
		{"a.js", "/* never\nends\n", "/* never\nends\n"},
		{"a.css", "/* c */\na { b: url(//c) }\n// d\n", "\na { b: url(//c) }\n// d\n"},
		{"a.svg", "/* c */\n", "/* c */\n"},
	} {
		if got := string(withoutComments(c.name, []byte(c.in))); got != c.out {
			t.Errorf("%q became %q, want %q", c.in, got, c.out)
		}
	}
	all, kept := 0, 0
	for _, files := range []string{"js/*.js", "js/*/*.js", "css/*.css"} {
		names, err := fs.Glob(web.Files, files)
		if err != nil || len(names) == 0 {
			t.Fatal(names, err)
		}
		for _, name := range names {
			b, err := web.Files.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := withoutComments(name, b)
			if all, kept = all+len(b), kept+len(got); bytes.Count(b, []byte("\n")) != bytes.Count(got, []byte("\n")) {
				t.Errorf("%s has other lines", name)
			}
		}
	}
	if t.Logf("%d bytes of %d", kept, all); kept > all*9/10 {
		t.Error("nothing got smaller")
	}
}
