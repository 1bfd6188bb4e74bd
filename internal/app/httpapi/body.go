package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"nonet/message"
)

// bodyTimeout is how long a body may take to arrive.
const bodyTimeout = 20 * time.Second

// passedOver is how many times as much as it may be of a body is read before it is
// refused.
const passedOver = 16

// limitBody bounds the time that a body may take, whoever reads it: the server,
// too, waits for the rest of a body that no operation wanted. Without a body
// there is no deadline, for its end would be taken for the client's going away.
func limitBody(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		// Not every ResponseWriter has deadlines; a real connection's has.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout))
	}
}

// readBody is huma's middleware that reads the body whole before huma does, so
// that what is wrong with it is told in the person's language, and so that
// net/http notices from then on when the client goes away.
func (s *server) readBody(ctx huma.Context, next func(huma.Context)) {
	if ctx.Operation().RequestBody == nil {
		next(ctx)
		return
	}
	r, w := humago.Unwrap(ctx)
	if p := s.bodyProblem(w, r); p != nil {
		noteOf(r.Context()).outcome = string(p.code)
		writeProblem(w, p)
		return
	}
	next(ctx)
}

func (s *server) bodyProblem(w http.ResponseWriter, r *http.Request) *Problem {
	lang := noteOf(r.Context()).lang
	// A request without a type is taken for JSON; browsers cannot send one from a form.
	if given := r.Header.Get("Content-Type"); given != "" {
		kind, params, err := mime.ParseMediaType(given)
		charset := strings.ToLower(params["charset"])
		if err != nil || kind != "application/json" || charset != "" && charset != "utf-8" {
			return problem(mediaType, lang, "type", shortened(given))
		}
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		return problem(mediaType, lang, "type", shortened(encoding))
	}
	r.Header.Set("Content-Type", "application/json")

	// What is somewhat too large is read to its end: a client that is still sending
	// when the connection closes may never see the answer.
	pass := func() {
		w.Header().Set("Connection", "close")
		_, _ = io.CopyN(io.Discard, r.Body, passedOver*s.config.MaxBody)
	}
	if r.ContentLength > s.config.MaxBody {
		pass()
		return problem(tooLarge, lang, "n", s.config.MaxBody)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.config.MaxBody))
	if err == nil {
		// The search may take longer than the body was allowed to.
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		pass()
		return problem(tooLarge, lang, "n", s.config.MaxBody)
	case err != nil:
		w.Header().Set("Connection", "close")
		return problem(unreadableBody, lang)
	}

	body = bytes.TrimPrefix(body, []byte("\ufeff")) // as files of some editors begin
	if len(bytes.TrimSpace(body)) == 0 {
		p := problem(invalidJSON, lang)
		p.Detail = message.New("api.emptyBody").In(lang)
		return p.at("body")
	}
	var raw json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		offset := int64(len(body))
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			offset = min(syntax.Offset, offset)
		}
		before := body[:max(offset-1, 0)]
		line := bytes.Count(before, []byte("\n")) + 1
		column := len([]rune(string(before[bytes.LastIndexByte(before, '\n')+1:]))) + 1
		return problem(invalidJSON, lang, "line", line, "column", column).at("body")
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}
