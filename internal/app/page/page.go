// Package page is the page as files at addresses: those of package web, the texts it
// shows, and the engine if there is one, with hashes, compressed, and with what begins
// to load at once. httpapi serves them, "nonet site" writes them down.
//
//	index.html                       the page, relative to which all addresses are
//	sw.js                            the service worker, whose scope is that of its address
//	favicon.svg
//	assets/HASH/js/main.js           js/main.js of the files
//	assets/HASH/messages/en.json     the texts that the page shows
//	assets/HASH/engine/nonet.wasm    the engine
//
// HASH is that of all files, so that a browser may keep them for ever and never mixes
// two releases.
//
// It must not import what serves, nor the command line.
package page

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nonet/internal/app/engine"
	"nonet/message"
)

// What index.html and sw.js have in place of what is put in.
const (
	assetsMark  = "@assets@" // the path of the files
	filesMark   = "@files@"  // JSON: the names of those that a service worker keeps at once
	homesMark   = "@homes@"  // where requests are answered: "server", "engine" or both
	engineMark  = "@engine@" // the engine's address, empty if there is none
	versionMark = "@version@"
	preloadMark = "@preload@" // the links of what loads at once
	langMark    = "@lang@"
)

// Names of the files made here.
const (
	messagesDir = "messages/"
	// EngineWorker runs the engine, so that it needs leave to.
	EngineWorker = "js/engine/worker.js"

	moduleName = "engine/nonet.wasm"
	scriptName = "engine/wasm_exec.js"
	indexName  = "index.html"
	workerName = "sw.js"
	iconName   = "favicon.svg"
)

// Page is all files of a page.
type Page struct {
	// Base is the path of the files, relative to the page: assets/HASH.
	Base string
	// Files are the files under Base by their names.
	Files map[string]*File

	version string
	homes   []string
	// Whether index.html comes in the browser's language; else its texts would be loaded in vain.
	answersLanguage bool
	engine          string
	modules         []string // those of the first paint, in the order in which they are found
}

// New returns the page of the assets, index.html at their root, for a server that may have the
// engine, too, or nil. The error is one of reading.
func New(assets fs.FS, built *engine.Files, version string) (*Page, error) {
	p := &Page{Files: map[string]*File{}, version: version, homes: []string{"server"}, answersLanguage: true}
	if built != nil {
		p.homes = append(p.homes, "engine")
		p.engine = moduleName
		p.Files[moduleName] = newPacked(moduleName, built.Module)
		p.Files[scriptName] = newFile(scriptName, built.Script)
	}
	return p, p.read(assets)
}

// NewStatic returns the page for a web space that knows neither nonet nor how to compress, so
// that it is the engine that answers, and comes compressed by gzip. The error is one of
// reading.
func NewStatic(assets fs.FS, built *engine.Files, version string) (*Page, error) {
	p := &Page{Files: map[string]*File{}, version: version, homes: []string{"engine"}, engine: moduleName + ".gz"}
	p.Files[scriptName] = newFile(scriptName, built.Script)
	module, err := engine.Decompressed(built.Module)
	if err != nil {
		return nil, err
	}
	p.Files[p.engine] = newFile(p.engine, engine.Zipped(module))
	return p, p.read(assets)
}

// read adds the assets and the texts.
func (p *Page) read(assets fs.FS) error {
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".go" {
			return err
		}
		content, err := fs.ReadFile(assets, name)
		if err == nil {
			p.Files[name] = newFile(name, slim(name, content))
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, lang := range message.Langs() {
		texts, err := p.textsIn(lang)
		if err != nil {
			return err
		}
		for _, part := range append(slices.Clone(late), "") {
			some := texts
			if part != "" {
				some = maps.Clone(texts)
				maps.DeleteFunc(some, func(key string, _ json.RawMessage) bool { return !strings.HasPrefix(key, part) })
				maps.DeleteFunc(texts, func(key string, _ json.RawMessage) bool { return strings.HasPrefix(key, part) })
			}
			if part != "" && len(some) == 0 {
				continue
			}
			b, err := json.Marshal(some)
			if err != nil {
				return err
			}
			name := messagesDir + strings.Replace(part, ".", "/", 1) + string(lang) + ".json"
			p.Files[name] = newFile(name, b)
		}
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		f := p.Files[name]
		fmt.Fprintf(sum, "%s\x00%s\x00", name, f.ETag)
	}
	p.Base = "assets/" + hex.EncodeToString(sum.Sum(nil)[:8])
	p.modules = p.imported("js/main.js", nil)
	if f := p.Files[indexName]; f != nil {
		p.Files[indexName] = newFile(indexName, p.inlined(f.content))
	}
	return nil
}

// Index returns index.html in a language, or nil if there is none: what is drawn first, texts
// and styles, is in it. What a policy has to allow for that are its Sources.
func (p *Page) Index(lang message.Lang) *File {
	f := p.Files[indexName]
	if f == nil {
		return nil
	}
	// The texts were read before.
	texts, _ := p.textsIn(lang)
	return newFile(indexName, p.fillMarks(translated(f.content, texts), lang))
}

// Worker returns the service worker, or nil if there is none.
func (p *Page) Worker() *File {
	f := p.Files[workerName]
	if f == nil {
		return nil
	}
	return newFile(workerName, p.fillMarks(f.content, message.English))
}

// Tree returns every file of the page by its path, with the page in a language.
func (p *Page) Tree(lang message.Lang) map[string]*File {
	all := map[string]*File{indexName: p.Index(lang), workerName: p.Worker(), iconName: p.Files[iconName]}
	for name, f := range p.Files {
		if name != indexName && name != workerName {
			all[p.Base+"/"+name] = f
		}
	}
	maps.DeleteFunc(all, func(_ string, f *File) bool { return f == nil })
	return all
}

// fillMarks returns a text with everything put in for its marks.
func (p *Page) fillMarks(text []byte, lang message.Lang) []byte {
	kept := []string{} // whatever is part of the page; the engine and fonts are kept once used
	for name := range p.Files {
		if name != indexName && name != workerName && !strings.HasPrefix(name, "engine/") && compressible(name) {
			kept = append(kept, name)
		}
	}
	slices.Sort(kept)
	names, _ := json.Marshal(kept) // strings cannot fail
	address := func(name string) string {
		if name == "" {
			return ""
		}
		return p.Base + "/" + name
	}
	return []byte(strings.NewReplacer(
		preloadMark, p.preload(lang), assetsMark, p.Base, filesMark, string(names), homesMark, strings.Join(p.homes, " "), engineMark, address(p.engine), versionMark, escape.Replace(p.version), langMark, string(lang),
	).Replace(string(text)))
}

// preload returns what a browser loads before it knows that it needs it: else it would find
// one module in another, and the texts last of all. None of it may hold up what stands in
// the document, which can be drawn without.
func (p *Page) preload(lang message.Lang) string {
	var b strings.Builder
	for _, name := range p.modules {
		fmt.Fprintf(&b, "<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"%s/%s\">\n  ", p.Base, name)
	}
	if !p.answersLanguage {
		return strings.TrimSpace(b.String())
	}
	fmt.Fprintf(&b, "<link rel=\"preload\" as=\"fetch\" crossorigin fetchpriority=\"low\" href=\"%s/%s%s.json\">", p.Base, messagesDir, lang)
	return b.String()
}

// static is an import that a module waits for; import() is none.
var static = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:import|export)\b[^;"']*?["'](\.[^"']+)["'];?$`)
})

// imported adds to names that of a module and of all that it waits for.
func (p *Page) imported(name string, names []string) []string {
	f := p.Files[name]
	if f == nil || slices.Contains(names, name) {
		return names
	}
	names = append(names, name)
	for _, m := range static().FindAllSubmatch(f.content, -1) {
		names = p.imported(path.Join(path.Dir(name), string(m[1])), names)
	}
	return names
}

// late are the beginnings of keys whose texts a part of the page loads when it is first used
// (I18n.more), from messages/draft/en.json.
var late = []string{"cards.", "draft.", "field."}

// textsIn returns the texts that the page may show. It asks for them by keys that stand in
// quotes, or begin there: "page.hint", `strategy.${id}`. All of a beginning are its.
func (p *Page) textsIn(lang message.Lang) (map[string]json.RawMessage, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(message.File(lang)), &all); err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for name, f := range p.Files {
		if ext := path.Ext(name); ext == ".js" || ext == ".html" {
			for _, m := range quoted().FindAllSubmatch(f.content, -1) {
				asked[strings.TrimRight(string(m[1]), "\"'`")] = true
			}
		}
	}
	maps.DeleteFunc(all, func(key string, _ json.RawMessage) bool {
		first, _, _ := strings.Cut(key, ".")
		return !asked[key] && !asked[first+"."]
	})
	return all, nil
}

// quoted is a key, or the first word of one with its dot.
var quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[\"'`]([a-z]+\\.|[a-z]+[\"'`])") })

// What an element shows that has a text's key: data-t its content, the others an attribute.
var (
	tagged     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[a-z][^<>]*\sdata-t[^<>]*>`) })
	keyed      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\sdata-t(-[a-z]+)?="([^"]*)"`) })
	attributes = map[string]string{"-label": "aria-label", "-title": "title", "-placeholder": "placeholder"}
)

// translated returns a document in which elements have their texts.
func translated(document []byte, texts map[string]json.RawMessage) []byte {
	return tagged().ReplaceAllFunc(document, func(tag []byte) []byte {
		content := ""
		added := keyed().ReplaceAllStringFunc(string(tag), func(attribute string) string {
			m := keyed().FindStringSubmatch(attribute)
			var text string
			// What it says may depend on what the page knows: one that counts is an object, too.
			if json.Unmarshal(texts[m[2]], &text) != nil || strings.Contains(text, "{") {
				return attribute
			}
			text = escape.Replace(text)
			if m[1] == "" {
				content = text
				return attribute
			}
			return attribute + " " + attributes[m[1]] + `="` + text + `"`
		})
		return append([]byte(added), content...)
	})
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
