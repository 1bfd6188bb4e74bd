package httpapi

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// The page's files are served under a path that carries the hash of them all,
// so that a browser may keep them for ever and never mixes two releases.
//
//	/                               index.html, with the path put in for @assets@
//	/sw.js                          the service worker, with that and the names of all files put in for @files@
//	/assets/HASH/js/main.js         js/main.js of the files
//	/assets/HASH/messages/en.json   the catalogue
const (
	assetsMark  = "@assets@"
	filesMark   = "@files@"
	messagesDir = "messages/"

	forEver    = "public, max-age=31536000, immutable"
	revalidate = "no-cache" // keep it, but ask each time
)

// file is what one address answers.
type file struct {
	kind    string // media type
	content []byte
	zipped  []byte // nil if that would save nothing
	etag    string
}

// mediaTypes are those of a page's files; the system's table differs from one
// machine to the next.
var mediaTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

func newFile(name string, content []byte) *file {
	f := &file{kind: mediaTypes[path.Ext(name)], content: content, etag: etagOf(content)}
	if f.kind == "" {
		f.kind = "application/octet-stream"
	}
	var b bytes.Buffer
	// Writing to memory at a valid level cannot fail.
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = z.Write(content)
	_ = z.Close()
	if b.Len() < len(content)*9/10 {
		f.zipped = b.Bytes()
	}
	return f
}

func (f *file) serve(w http.ResponseWriter, r *http.Request, caching string) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", caching)
	content, etag := f.content, f.etag
	if f.zipped != nil {
		h.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			h.Set("Content-Encoding", "gzip")
			content, etag = f.zipped, strings.TrimSuffix(etag, `"`)+`-gzip"`
		}
	}
	h.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(coding) == "gzip" {
			weight = strings.ReplaceAll(weight, " ", "")
			return strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != "" || weight == ""
		}
	}
	return false
}

func (s *server) serveFile(pattern string, f *file, caching string) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { f.serve(w, r, caching) })
}

// serveInLanguages serves a file that is made once for each language.
func (s *server) serveInLanguages(pattern, name string, content func(message.Lang) []byte) {
	files := map[message.Lang]*file{}
	for _, lang := range message.Langs() {
		files[lang] = newFile(name, content(lang))
	}
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		lang := noteOf(r.Context()).lang
		w.Header().Set("Content-Language", string(lang))
		w.Header().Add("Vary", "Accept-Language")
		files[lang].serve(w, r, revalidate)
	})
}

func (s *server) servePage() {
	if s.config.Assets == nil {
		return
	}
	files := map[string]*file{}
	sum := sha256.New()
	add := func(name string, content []byte) {
		files[name] = newFile(name, content)
		fmt.Fprintf(sum, "%s\x00%d\x00", name, len(content))
		sum.Write(content)
	}
	for _, tree := range []struct {
		files fs.FS
		under string
	}{{s.config.Assets, ""}, {message.Files(), messagesDir}} {
		// WalkDir goes in lexical order, so that the hash depends on nothing else.
		err := fs.WalkDir(tree.files, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(name) == ".go" {
				return err
			}
			content, err := fs.ReadFile(tree.files, name)
			if err == nil {
				add(tree.under+name, content)
			}
			return err
		})
		if err != nil {
			panic("httpapi: the page's files: " + err.Error())
		}
	}
	hash := hex.EncodeToString(sum.Sum(nil)[:8])
	base := "/assets/" + hash

	// Files whose address is no part of the tree's: the worker's scope is that of its address.
	names, _ := json.Marshal(slices.Sorted(maps.Keys(files))) // strings cannot fail
	for name, pattern := range map[string]string{"index.html": "GET /{$}", "sw.js": "GET /sw.js"} {
		if f := files[name]; f != nil {
			content := bytes.ReplaceAll(f.content, []byte(assetsMark), []byte(base))
			s.serveFile(pattern, newFile(name, bytes.ReplaceAll(content, []byte(filesMark), names)), revalidate)
		}
	}
	if icon := files["favicon.svg"]; icon != nil {
		s.serveFile("GET /favicon.svg", icon, revalidate)
	}
	s.mux.HandleFunc("GET /assets/{hash}/{path...}", func(w http.ResponseWriter, r *http.Request) {
		f := files[r.PathValue("path")]
		if f == nil || r.PathValue("hash") != hash {
			fail(w, r, wire.NewProblem(wire.NotFound, noteOf(r.Context()).lang, "path", operation.Shortened(r.URL.Path)))
			return
		}
		f.serve(w, r, forEver)
	})
}
