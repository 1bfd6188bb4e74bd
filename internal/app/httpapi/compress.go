package httpapi

import (
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"slices"
	"sync"

	"github.com/andybalholm/brotli"

	"nonet/internal/app/page"
)

// worthPacking is the least length, in bytes, of an answer that is compressed. Shorter answers fit into one packet
// anyway.
const worthPacking = 1200

// packer is a compressor for one content coding, such as gzip or zstd.
type packer interface {
	io.WriteCloser
	Flush() error
	Reset(io.Writer)
}

// packers maps each content coding to a pool of compressors, at the fastest level. Solved puzzles shrink to a fifth, at
// 80 MB/s on each core.
var packers = map[string]*sync.Pool{
	"br":   {New: func() any { return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: 1, LGWin: 18}) }},
	"gzip": {New: func() any { w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed); return w }},
}

// compressAnswers returns a handler that compresses the answers of next if the client accepts this: JSON from
// worthPacking bytes on, and lines when they are flushed. Server-sent events are not compressed, because they are few
// and short; nor are files of the page, because they are already compressed.
func compressAnswers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept-Encoding")
		i := slices.IndexFunc(page.Codings(), newCodingCheck(r))
		if i < 0 {
			next.ServeHTTP(w, r)
			return
		}
		p := &compressedResponse{ResponseWriter: w, coding: page.Codings()[i]}
		next.ServeHTTP(p, r)
		p.close() // not deferred: after a panic, the answer must look incomplete
	})
}

// compressedResponse is a ResponseWriter that decides after the first worthPacking bytes, or at a flush, whether to
// compress.
type compressedResponse struct {
	http.ResponseWriter
	coding  string
	status  int
	first   []byte // the answer's first bytes, until beginBody writes them
	decided bool
	packer  packer // the compressor; nil if the answer is not compressed
}

// Unwrap returns the underlying writer. http.ResponseController calls it.
func (p *compressedResponse) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *compressedResponse) WriteHeader(status int) {
	if status < 200 {
		p.ResponseWriter.WriteHeader(status)
	} else if p.status == 0 {
		p.status = status
	}
}

func (p *compressedResponse) Write(b []byte) (int, error) {
	p.WriteHeader(http.StatusOK)
	if !p.decided && len(p.first)+len(b) < worthPacking {
		p.first = append(p.first, b...)
		return len(b), nil
	}
	if err := p.beginBody(true); err != nil {
		return 0, err
	}
	if p.packer != nil {
		return p.packer.Write(b)
	}
	return p.ResponseWriter.Write(b)
}

// beginBody decides whether to compress, and then writes the header and the first bytes. worth is true if the answer is
// long enough, or is flushed. Later calls do nothing.
func (p *compressedResponse) beginBody(worth bool) (err error) {
	if p.decided {
		return nil
	}
	p.decided = true
	h := p.Header()
	kind, _, _ := mime.ParseMediaType(h.Get("Content-Type"))
	if worth && h.Get("Content-Encoding") == "" && slices.Contains([]string{"application/json", problemJSON, lineJSON}, kind) {
		h.Set("Content-Encoding", p.coding)
		h.Del("Content-Length")
		p.packer = packers[p.coding].Get().(packer)
		p.packer.Reset(p.ResponseWriter)
	}
	p.ResponseWriter.WriteHeader(p.status)
	switch {
	case len(p.first) == 0:
	case p.packer != nil:
		_, err = p.packer.Write(p.first)
	default:
		_, err = p.ResponseWriter.Write(p.first)
	}
	p.first = nil
	return err
}

// FlushError implements Flush for http.ResponseController. A flushed answer may be compressed even if it is short so
// far, because more of it follows.
func (p *compressedResponse) FlushError() error {
	p.WriteHeader(http.StatusOK)
	err := p.beginBody(true)
	if err == nil && p.packer != nil {
		err = p.packer.Flush()
	}
	if err != nil {
		return err
	}
	return http.NewResponseController(p.ResponseWriter).Flush()
}

// close writes the rest of the answer. It ignores errors, which mean that the client is gone.
func (p *compressedResponse) close() {
	if p.status != 0 {
		_ = p.beginBody(false)
	}
	if p.packer != nil {
		_ = p.packer.Close()
		p.packer.Reset(nil)
		packers[p.coding].Put(p.packer)
	}
}
