package httpapi

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// bodyTimeout is the time in which a body must arrive.
const bodyTimeout = 20 * time.Second

// Before a body that is too large is refused, up to passedOver times its limit is read and
// discarded.
const passedOver = 16

// limitBody sets a read deadline for the body. Without a body it sets none: net/http would take
// an expired deadline for a client that has gone away.
func limitBody(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		// Only tests use a ResponseWriter without deadlines.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	}
}

// typeRefused returns the problem of a body that has none of the media types, or nil.
func typeRefused(r *http.Request, types ...string) *wire.Problem {
	lang := langOf(r.Context())
	refused := func(given string) *wire.Problem {
		return wire.NewProblem(wire.MediaType, lang, "type", operation.ShortenText(given), "want", types[0])
	}
	// A page of another site can send bodies without a type, or with a form's type, without a
	// preflight request.
	given := r.Header.Get("Content-Type")
	kind, params, err := mime.ParseMediaType(given)
	charset := strings.ToLower(params["charset"])
	if err != nil || !slices.Contains(types, kind) || charset != "" && charset != "utf-8" {
		p := refused(given)
		if given == "" {
			p.Detail = message.New("api.problem.media-type.none", "want", types[0]).In(lang)
		}
		return p
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return refused(encoding)
	}
	return nil
}

// readBody reads the whole body. After that net/http notices when the client goes away.
func (s *server) readBody(w http.ResponseWriter, r *http.Request, place *admission.Place) ([]byte, *wire.Problem) {
	lang := langOf(r.Context())
	if p := typeRefused(r, "application/json"); p != nil {
		return nil, p
	}

	// pass reads the rest if the body is only somewhat too large: a client that is still sending
	// when the connection closes may never get the answer.
	pass := func() {
		w.Header().Set("Connection", "close")
		_, _ = io.CopyN(io.Discard, r.Body, passedOver*s.config.Limits.Body)
	}
	if r.ContentLength > s.config.Limits.Body {
		pass()
		return nil, wire.NewProblem(wire.TooLarge, lang, "n", s.config.Limits.Body)
	}
	body, err := io.ReadAll(&held{http.MaxBytesReader(w, r.Body, s.config.Limits.Body), place})
	if err == nil {
		// The search may outlast the body's deadline.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	var large *http.MaxBytesError
	var refused *admission.Refusal
	switch {
	case errors.As(err, &refused):
		w.Header().Set("Connection", "close")
		return nil, problemOf(r, err)
	case errors.As(err, &large):
		pass()
		return nil, wire.NewProblem(wire.TooLarge, lang, "n", s.config.Limits.Body)
	case err != nil:
		w.Header().Set("Connection", "close")
		return nil, wire.NewProblem(wire.UnreadableBody, lang)
	}
	return body, nil
}

// held is a body whose bytes are reserved at the queue as they arrive.
type held struct {
	io.Reader
	place *admission.Place
}

func (h *held) Read(b []byte) (int, error) {
	n, err := h.Reader.Read(b)
	if refused := h.place.Hold(int64(n)); refused != nil {
		return n, refused
	}
	return n, err
}
