package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"nonet/internal/app/engine"
)

// File is the content of one address, plain and compressed.
type File struct {
	Kind string // the media type
	ETag string // the tag of the plain content; the tag of a compressed form also has the coding's name

	content []byte
	plain   func() []byte
	coded   map[string]func() []byte

	packing sync.Once
	packed  atomic.Bool // set if the content in the best coding is ready
}

// Codings returns the content codings, best first.
func Codings() []string { return []string{"br", "gzip"} }

// mediaTypes lists the media types of the page's files, because the system's table differs between machines.
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

// isCompressible reports whether a file with this extension usually becomes smaller by compression.
func isCompressible(name string) bool {
	return slices.Contains([]string{".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}, path.Ext(name))
}

func mediaTypeOf(name string) string {
	if kind := mediaTypes[path.Ext(name)]; kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// NewFile returns a file for the server to send. The extension of the name determines the media type.
func NewFile(name string, content []byte) *File {
	f := &File{Kind: mediaTypeOf(name), ETag: etagOf(content), content: content, plain: func() []byte { return content }}
	if isCompressible(name) {
		f.coded = map[string]func() []byte{
			"br":   sync.OnceValue(func() []byte { return ifSmaller(engine.Compress(content), content) }),
			"gzip": sync.OnceValue(func() []byte { return ifSmaller(engine.CompressGzip(content), content) }),
		}
	}
	return f
}

func ifSmaller(coded, content []byte) []byte {
	if len(coded) >= len(content)*9/10 {
		return nil
	}
	return coded
}

// newPackedFile returns a file for content that brotli has compressed to packed.
func newPackedFile(name string, packed []byte) *File {
	plain := sync.OnceValue(func() []byte {
		b, err := engine.Decompress(packed)
		if err != nil {
			panic("page: " + name + ": " + err.Error()) // cannot happen: the build packs the file by brotli
		}
		return b
	})
	f := &File{Kind: mediaTypeOf(name), ETag: etagOf(packed), content: packed, plain: plain, coded: map[string]func() []byte{
		"br": func() []byte { return packed }, "gzip": sync.OnceValue(func() []byte { return engine.CompressGzip(plain()) }),
	}}
	f.packed.Store(true)
	return f
}

func (f *File) PlainContent() []byte { return f.plain() }

// ContentIn returns the content in a coding, or nil if compression saves too little. The first call for each coding
// compresses the content.
func (f *File) ContentIn(coding string) []byte {
	if make := f.coded[coding]; make != nil {
		return make()
	}
	return nil
}

// ReadyContent is ContentIn without waiting. Compressing the whole page in the best coding takes two seconds, so for
// this coding it returns nil until a goroutine in the background has finished.
func (f *File) ReadyContent(coding string) []byte {
	if coding != Codings()[0] || f.coded[coding] == nil || f.packed.Load() {
		return f.ContentIn(coding)
	}
	f.packing.Do(func() { go f.Compress() })
	return nil
}

// Compress compresses the content in the best coding, for ReadyContent.
func (f *File) Compress() {
	packers <- struct{}{}
	defer func() { <-packers }()
	f.ContentIn(Codings()[0])
	f.packed.Store(true)
}

// packers has room for one token. The goroutine that has the token may compress. All other goroutines wait, because
// requests also need the processor.
var packers = make(chan struct{}, 1)

func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// blocking matches elements that delay the first paint: style sheets, and scripts that are not modules.
var blocking = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<link rel="stylesheet" href="@assets@/([^"]+)">|<script src="@assets@/([^"]+)"></script>`)
})

// inlineAssets returns the document with the content of its style sheets and scripts inserted, so that a browser can
// draw it after one answer. It removes the inserted files from the page.
func (p *Page) inlineAssets(document []byte) []byte {
	return blocking().ReplaceAllFunc(document, func(tag []byte) []byte {
		m := blocking().FindSubmatch(tag)
		name, element := string(m[1])+string(m[2]), "style"
		if len(m[2]) > 0 {
			element = "script"
		}
		f := p.Files[name]
		if f == nil || bytes.Contains(f.content, []byte("</")) {
			return tag
		}
		delete(p.Files, name)
		// URLs in a style sheet are relative to the style sheet's own path.
		text := strings.ReplaceAll(string(f.content), `url("../`, `url("`+assetsMark+`/`)
		var b bytes.Buffer
		b.WriteString("<" + element + ">")
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				b.WriteString(line + "\n")
			}
		}
		b.WriteString("</" + element + ">")
		return b.Bytes()
	})
}

var within = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)<(style|script)>(.*?)</`) })

// Sources returns the hashes of the inline elements called `element`, "style" or "script", in the form of a content
// security policy.
func (f *File) Sources(element string) []string {
	var all []string
	for _, m := range within().FindAllSubmatch(f.content, -1) {
		if string(m[1]) == element {
			sum := sha256.Sum256(m[2])
			all = append(all, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
	}
	return all
}

// withoutComments returns a script or style sheet without comments that have lines of their own. Such comments are
// about a third of a file. Other lines keep their numbers. If code follows the end of a comment, or backquotes are
// unbalanced, the content is unchanged.
func withoutComments(name string, content []byte) []byte {
	script := path.Ext(name) == ".js"
	if !script && path.Ext(name) != ".css" {
		return content
	}
	var out bytes.Buffer
	comment, quoted := false, false
	for line := range bytes.Lines(content) {
		text := bytes.TrimSpace(line)
		switch {
		case quoted:
		case comment || bytes.HasPrefix(text, []byte("/*")):
			end := bytes.Index(text, []byte("*/"))
			if comment = end < 0; comment || end == len(text)-2 {
				out.WriteByte('\n')
				continue
			}
			// This line has code, not only a comment.
			if !bytes.HasPrefix(text, []byte("/*")) {
				return content
			}
		case script && bytes.HasPrefix(text, []byte("//")):
			out.WriteByte('\n')
			continue
		}
		if script && bytes.Count(line, []byte("`"))%2 == 1 {
			quoted = !quoted
		}
		out.Write(line)
	}
	if comment || quoted {
		return content
	}
	return out.Bytes()
}
