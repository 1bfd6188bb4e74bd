// Package page prepares the files of the page: the assets of package web, the texts that the page shows, and the engine
// if the binary has it. Addresses contain a hash, files are compressed, and the modules that the page needs first are
// one file. httpapi serves the files; "nonet site" writes them to disk.
//
//	index.html                       the page; all addresses are relative to it
//	sw.js                            the service worker; its address is its scope
//	favicon.svg
//	assets/HASH/js/main.js           js/main.js of the assets and all modules that it imports
//	assets/HASH/messages/en.json     the texts that the page shows
//	assets/HASH/engine/nonet.wasm    the engine
//
// HASH depends on all files, so a browser may cache them forever and never mixes two releases.
//
// The package must import neither the server nor the command line.
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
	_ "nonet/internal/texts"
	"nonet/message"
)

// New replaces these placeholders in index.html and sw.js.
const (
	assetsMark  = "@assets@" // replaced by the path of the files
	filesMark   = "@files@"  // replaced by the list, in JSON, of files that a service worker caches at the start
	homesMark   = "@homes@"  // replaced by the places where requests can be answered: "server", "engine" or both
	engineMark  = "@engine@" // replaced by the address of the engine, or ""
	versionMark = "@version@"
	preloadMark = "@preload@" // replaced by a link by which the browser loads the texts early
	langMark    = "@lang@"
)

// This package generates the files with these names.
const (
	messagesDir = "messages/"
	// EngineWorker is the script that runs the engine. The script's content security policy must permit compiling the
	// engine.
	EngineWorker = "js/engine/worker.js"

	moduleName = "engine/nonet.wasm"
	scriptName = "engine/wasm_exec.js"
	indexName  = "index.html"
	workerName = "sw.js"
	iconName   = "favicon.svg"
)

// Page holds all files of a page, ready to be served or written.
type Page struct {
	// Base is the directory of the files, assets/HASH, relative to the page.
	Base string
	// Files maps names below Base to files.
	Files map[string]*File

	version string
	homes   []string
	// answersLanguage is set if the server sends index.html in the browser's language. Otherwise the page has no link
	// that preloads texts, because it may need texts in another language.
	answersLanguage bool
	engine          string
}

// New returns the page for a server. `assets` has index.html at its root. built is the engine, or nil for none. An
// error means that an asset cannot be read.
func New(assets fs.FS, built *engine.Files, version string) (*Page, error) {
	p := &Page{Files: map[string]*File{}, version: version, homes: []string{"server"}, answersLanguage: true}
	if built != nil {
		p.homes = append(p.homes, "engine")
		p.engine = moduleName
		p.Files[moduleName] = newPackedFile(moduleName, built.Module)
		p.Files[scriptName] = NewFile(scriptName, built.Script)
	}
	return p, p.readAssets(assets)
}

// NewStatic returns the uncompressed page for a web host that only serves files. The engine in the browser answers all
// requests; its module is compressed by gzip. An error means that an asset cannot be read.
func NewStatic(assets fs.FS, built *engine.Files, version string) (*Page, error) {
	p := &Page{Files: map[string]*File{}, version: version, homes: []string{"engine"}, engine: moduleName + ".gz"}
	p.Files[scriptName] = NewFile(scriptName, built.Script)
	module, err := engine.Decompress(built.Module)
	if err != nil {
		return nil, err
	}
	p.Files[p.engine] = NewFile(p.engine, engine.CompressGzip(module))
	return p, p.readAssets(assets)
}

func (p *Page) readAssets(assets fs.FS) error {
	err := fs.WalkDir(assets, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) == ".go" {
			return err
		}
		content, err := fs.ReadFile(assets, name)
		if err == nil {
			p.Files[name] = NewFile(name, withoutComments(name, content))
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
			copied := texts
			if part != "" {
				copied = maps.Clone(texts)
				maps.DeleteFunc(copied, func(key string, _ json.RawMessage) bool { return !strings.HasPrefix(key, part) })
				maps.DeleteFunc(texts, func(key string, _ json.RawMessage) bool { return strings.HasPrefix(key, part) })
			}
			if part != "" && len(copied) == 0 {
				continue
			}
			b, err := json.Marshal(copied)
			if err != nil {
				return err
			}
			name := messagesDir + strings.Replace(part, ".", "/", 1) + string(lang) + ".json"
			p.Files[name] = NewFile(name, b)
		}
	}
	if err := p.joinModules(); err != nil {
		return err
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		f := p.Files[name]
		fmt.Fprintf(sum, "%s\x00%s\x00", name, f.ETag)
	}
	p.Base = "assets/" + hex.EncodeToString(sum.Sum(nil)[:8])
	if f := p.Files[indexName]; f != nil {
		p.Files[indexName] = NewFile(indexName, p.inlineAssets(f.content))
	}
	return nil
}

// Index returns index.html in a language, with the texts and styles of the first paint. It returns nil if the page has
// no index.html. The content security policy of the answer must list the hashes that [File.Sources] returns.
func (p *Page) Index(lang message.Lang) *File {
	f := p.Files[indexName]
	if f == nil {
		return nil
	}
	// readAssets has checked the texts
	texts, _ := p.textsIn(lang)
	return NewFile(indexName, p.fillPlaceholders(insertTexts(f.content, texts), lang))
}

// Worker returns the script of the service worker, or nil if the page has none.
func (p *Page) Worker() *File {
	f := p.Files[workerName]
	if f == nil {
		return nil
	}
	return NewFile(workerName, p.fillPlaceholders(f.content, message.English))
}

// FilesByPath returns every file of the page by its path, with index.html in the given language.
func (p *Page) FilesByPath(lang message.Lang) map[string]*File {
	all := map[string]*File{indexName: p.Index(lang), workerName: p.Worker(), iconName: p.Files[iconName]}
	for name, f := range p.Files {
		if name != indexName && name != workerName {
			all[p.Base+"/"+name] = f
		}
	}
	maps.DeleteFunc(all, func(_ string, f *File) bool { return f == nil })
	return all
}

func (p *Page) fillPlaceholders(text []byte, lang message.Lang) []byte {
	kept := []string{} // the names of all files except the engine and the fonts, which are cached at the first use
	for name := range p.Files {
		if name != indexName && name != workerName && !strings.HasPrefix(name, "engine/") && isCompressible(name) {
			kept = append(kept, name)
		}
	}
	slices.Sort(kept)
	names, _ := json.Marshal(kept) // Marshal cannot fail for strings
	address := func(name string) string {
		if name == "" {
			return ""
		}
		return p.Base + "/" + name
	}
	return []byte(strings.NewReplacer(
		preloadMark, p.preloadLink(lang), assetsMark, p.Base, filesMark, string(names), homesMark, strings.Join(p.homes, " "), engineMark, address(p.engine), versionMark, escape.Replace(p.version), langMark, string(lang),
	).Replace(string(text)))
}

// preloadLink returns a link by which the browser requests the texts before the scripts run. The priority is low,
// because the browser can draw the document without these texts.
func (p *Page) preloadLink(lang message.Lang) string {
	if !p.answersLanguage {
		return ""
	}
	return fmt.Sprintf("<link rel=\"preload\" as=\"fetch\" crossorigin fetchpriority=\"low\" href=\"%s/%s%s.json\">", p.Base, messagesDir, lang)
}

// late lists prefixes of keys. Parts of the page load the texts with such keys on first use, with I18n.more from
// messages/draft/en.json.
var late = []string{"draft.", "field."}

// textsIn returns the texts that the page may show. The keys of these texts occur in the scripts, as in "page.hint". If
// only the beginning of a key occurs, as in `strategy.${id}`, all texts with this beginning are included.
func (p *Page) textsIn(lang message.Lang) (map[string]json.RawMessage, error) {
	var all map[string]json.RawMessage
	for _, file := range message.Files(lang) {
		if err := json.Unmarshal([]byte(file), &all); err != nil { // Unmarshal adds the keys of this file to those of earlier files
			return nil, err
		}
	}
	imported := map[string]bool{}
	for name, f := range p.Files {
		if ext := path.Ext(name); ext == ".js" || ext == ".html" {
			for _, m := range quoted().FindAllSubmatch(f.content, -1) {
				imported[strings.TrimRight(string(m[1]), "\"'`")] = true
			}
		}
	}
	maps.DeleteFunc(all, func(key string, _ json.RawMessage) bool {
		first, _, _ := strings.Cut(key, ".")
		return !imported[key] && !imported[first+"."]
	})
	return all, nil
}

// quoted matches a key in quotes, or only the key's first part and its dot.
var quoted = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("[\"'`]([a-z]+\\.|[a-z]+[\"'`])") })

// The attribute data-t has the key of the text that becomes the element's content. Attributes such as data-t-label have
// the keys of the texts for aria-label, title and placeholder.
var (
	tagged     = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<[a-z][^<>]*\sdata-t[^<>]*>`) })
	keyed      = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\sdata-t(-[a-z]+)?="([^"]*)"`) })
	attributes = map[string]string{"-label": "aria-label", "-title": "title", "-placeholder": "placeholder"}
)

// insertTexts returns the document with the texts of its elements, and with the attributes that contain texts. Texts
// with placeholders or plural forms are left to the scripts.
func insertTexts(document []byte, texts map[string]json.RawMessage) []byte {
	return tagged().ReplaceAllFunc(document, func(tag []byte) []byte {
		content := ""
		added := keyed().ReplaceAllStringFunc(string(tag), func(attribute string) string {
			m := keyed().FindStringSubmatch(attribute)
			var text string
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
