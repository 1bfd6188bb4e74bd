package page

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"sync"
	"sync/atomic"

	"nonet/internal/app/engine"
)

// File is what one address answers.
type File struct {
	Kind string // media type
	ETag string // of the content; that of a coding ends in its name

	content []byte
	plain   func() []byte
	coded   map[string]func() []byte

	packing sync.Once
	packed  atomic.Bool // whether the best coding is made
}

// Codings returns the compressions there are, the best first.
func Codings() []string { return []string{"br", "gzip"} }

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

// compressible reports whether a file is of a kind that is not compressed already.
func compressible(name string) bool {
	return slices.Contains([]string{".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}, path.Ext(name))
}

func kindOf(name string) string {
	if kind := mediaTypes[path.Ext(name)]; kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// NewFile returns a file of a name, from which its kind follows, and a content.
func NewFile(name string, content []byte) *File { return newFile(name, content) }

func newFile(name string, content []byte) *File {
	f := &File{Kind: kindOf(name), ETag: etagOf(content), content: content, plain: func() []byte { return content }}
	if compressible(name) {
		f.coded = map[string]func() []byte{
			"br":   sync.OnceValue(func() []byte { return smaller(engine.Compress(content), content) }),
			"gzip": sync.OnceValue(func() []byte { return smaller(engine.Zipped(content), content) }),
		}
	}
	return f
}

// smaller returns coded, or nil if that saves nothing.
func smaller(coded, content []byte) []byte {
	if len(coded) >= len(content)*9/10 {
		return nil
	}
	return coded
}

// newPacked returns a file that is there compressed by brotli.
func newPacked(name string, packed []byte) *File {
	plain := sync.OnceValue(func() []byte {
		b, err := engine.Decompressed(packed)
		if err != nil {
			panic("page: " + name + ": " + err.Error()) // a build's fault
		}
		return b
	})
	f := &File{Kind: kindOf(name), ETag: etagOf(packed), content: packed, plain: plain, coded: map[string]func() []byte{
		"br": func() []byte { return packed }, "gzip": sync.OnceValue(func() []byte { return engine.Zipped(plain()) }),
	}}
	f.packed.Store(true)
	return f
}

// Plain returns the content.
func (f *File) Plain() []byte { return f.plain() }

// Coded returns the content in a coding, or nil where that would save nothing. It is made when
// it is first asked for.
func (f *File) Coded(coding string) []byte {
	if make := f.coded[coding]; make != nil {
		return make()
	}
	return nil
}

// Ready returns Coded without the wait for the best coding, which takes the longest to make,
// two seconds for all of a page: it is nil until that is made, in the background.
func (f *File) Ready(coding string) []byte {
	if coding != Codings()[0] || f.coded[coding] == nil || f.packed.Load() {
		return f.Coded(coding)
	}
	f.packing.Do(func() {
		go func() {
			packers <- struct{}{}
			defer func() { <-packers }()
			f.Coded(coding)
			f.packed.Store(true)
		}()
	})
	return nil
}

// packers are those at work: one, since whoever waits for an answer needs the processor, too.
var packers = make(chan struct{}, 1)

func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}
