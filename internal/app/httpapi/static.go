package httpapi

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"nonet/internal/app/operation"
	"nonet/internal/app/page"
	"nonet/message"
	"nonet/wire"
)

const (
	forEver    = "public, max-age=31536000, immutable"
	revalidate = "no-cache" // browsers may store the file, but must ask each time whether it has changed
)

// serveContent sends a file, in the best content coding that the client accepts. caching is the header Cache-Control.
func serveContent(w http.ResponseWriter, r *http.Request, f *page.File, caching string) {
	h := w.Header()
	h.Set("Content-Type", f.Kind)
	h.Set("Cache-Control", caching)
	h.Add("Vary", "Accept-Encoding")
	accepted := newCodingCheck(r)
	tag := func(coding string) string { return strings.TrimSuffix(f.ETag, `"`) + "-" + coding + `"` }
	has := func(coding string) bool { return strings.Contains(r.Header.Get("If-None-Match"), tag(coding)) }
	// A client that has stored the file in one coding need not load it in another.
	codings := page.Codings()
	codings = codings[max(0, slices.IndexFunc(codings, has)):]
	for _, coding := range codings {
		if !accepted(coding) {
			continue
		}
		if b := f.ReadyContent(coding); b != nil {
			h.Set("Content-Encoding", coding)
			h.Set("ETag", tag(coding))
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
			return
		}
	}
	h.Set("ETag", f.ETag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.PlainContent()))
}

func newCodingCheck(r *http.Request) func(coding string) bool {
	var all []string
	for part := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		coding, weight, _ := strings.Cut(part, ";")
		weight = strings.ReplaceAll(weight, " ", "")
		if weight == "" || strings.Trim(strings.TrimPrefix(weight, "q="), "0.") != "" {
			all = append(all, strings.TrimSpace(coding))
		}
	}
	return func(coding string) bool { return slices.Contains(all, coding) }
}

func (s *server) serveFile(pattern string, f *page.File, caching string) {
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { serveContent(w, r, f, caching) })
}

// serveInLanguages serves one file per language at the addresses of pattern. It returns a function that returns these
// files. This function calls file once per language, at the first request, so that the server starts quickly.
func (s *server) serveInLanguages(pattern string, file func(message.Lang) *page.File) func(message.Lang) *page.File {
	type servedFile struct {
		file   *page.File
		policy string
	}
	in := map[message.Lang]func() servedFile{}
	for _, lang := range message.Langs() {
		in[lang] = sync.OnceValue(func() servedFile {
			f := file(lang)
			return servedFile{f, policyFor(f)}
		})
	}
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		lang := langOf(r.Context())
		it := in[lang]()
		w.Header().Set("Content-Language", string(lang))
		w.Header().Add("Vary", "Accept-Language")
		w.Header().Set("Content-Security-Policy", it.policy)
		serveContent(w, r, it.file, revalidate)
	})
	return func(lang message.Lang) *page.File { return in[lang]().file }
}

// policyFor returns the constant `policy`, extended by the hashes of the styles and scripts inside the document f.
func policyFor(f *page.File) string {
	allowed := policy
	for _, element := range []string{"style", "script"} {
		if sources := f.Sources(element); len(sources) > 0 {
			allowed += "; " + element + "-src 'self' " + strings.Join(sources, " ")
		}
	}
	return allowed
}

func (s *server) servePage() {
	if s.config.Assets == nil {
		return
	}
	p, err := page.New(s.config.Assets, s.config.Engine, s.config.Version)
	if err != nil {
		panic("httpapi: the page's files: " + err.Error())
	}
	if p.Files["index.html"] != nil {
		index := s.serveInLanguages("GET /{$}", p.Index)
		if s.config.CompressAhead {
			go func() {
				for _, lang := range message.Langs() {
					index(lang).Compress()
				}
				for name, f := range p.Files {
					if name != "index.html" && name != "sw.js" { // Index and Worker return the served form of these two files
						f.Compress()
					}
				}
			}()
		}
	}
	for name, f := range map[string]*page.File{"sw.js": p.Worker(), "favicon.svg": p.Files["favicon.svg"]} {
		if f != nil {
			s.serveFile("GET /"+name, f, revalidate)
		}
	}
	s.mux.HandleFunc("GET /assets/{hash}/{path...}", func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("path")
		f := p.Files[name]
		if f == nil || "assets/"+r.PathValue("hash") != p.Base {
			answerProblem(w, r, wire.NewProblem(wire.NotFound, langOf(r.Context()), "path", operation.ShortenText(r.URL.Path)))
			return
		}
		if name == page.EngineWorker {
			w.Header().Set("Content-Security-Policy", policy+"; script-src 'self' 'wasm-unsafe-eval'")
		}
		serveContent(w, r, f, forEver)
	})
}
