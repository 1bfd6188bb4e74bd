package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/operation"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/wire"
)

func (s *server) registerOperations() {
	for _, op := range operation.All() {
		s.registerRoute(op, methodOf(op), "", s.answerOnce)
		if op.AcceptsLines() {
			s.registerRoute(op, http.MethodPost, "/batch", s.answerBatch)
		}
		if op.Event != nil {
			s.registerRoute(op, http.MethodGet, "/stream", s.answerStream)
			s.registerRoute(op, http.MethodPost, "/stream", s.answerStream)
		}
	}
}

// serving answers a request to an operation. An error means that nothing was written; it is a *[wire.Problem].
type serving func(op operation.Operation, w http.ResponseWriter, r *http.Request) error

// registerRoute registers one address of an operation. `suffix` is the path after the operation's name.
func (s *server) registerRoute(op operation.Operation, method, suffix string, serve serving) {
	s.mux.HandleFunc(method+" "+apiPath+op.Name+suffix, func(w http.ResponseWriter, r *http.Request) {
		if err := serve(op, w, r); err != nil {
			answerProblem(w, r, err)
		}
	})
}

func methodOf(op operation.Operation) string {
	if op.Request.NumField() == 0 {
		return http.MethodGet
	}
	return http.MethodPost
}

func (s *server) callOf(r *http.Request) *operation.Call {
	return &operation.Call{Lang: langOf(r.Context()), Limits: s.config.Limits, Version: s.config.Version, Best: s.best}
}

func (s *server) answerOnce(op operation.Operation, w http.ResponseWriter, r *http.Request) error {
	answer, err := s.answer(op, w, r)
	if err == nil {
		_ = writeJSON(w, http.StatusOK, "application/json", answer) // an error means that the client is gone
	}
	return err
}

// answer prepares a request, waits for a slot, and returns the operation's answer.
func (s *server) answer(op operation.Operation, w http.ResponseWriter, r *http.Request) (answer any, err error) {
	call := s.callOf(r)
	place, err := s.admitRequest(r)
	if err != nil {
		return nil, err
	}
	defer place.Leave()
	prepared, err := s.prepareRequest(op, call, w, r, place)
	if err != nil {
		return nil, err
	}
	if err := s.runInSlot(r, place, prepared, func(ctx context.Context) {
		call.Cut = nil // reset, because the search may have run before in a shorter slot
		answer = prepared.Run(ctx)
	}); err != nil {
		return nil, err
	}
	if errors.Is(call.Cut, ErrStopping) {
		return nil, wire.NewProblem(wire.ShuttingDown, call.Lang)
	}
	s.recordAnswer(r.Context(), prepared, call)
	return answer, nil
}

func (s *server) recordAnswer(ctx context.Context, prepared *operation.Prepared, call *operation.Call) {
	telemetry.SetOutcome(ctx, call.Outcome)
	if prepared.Cost != operation.Direct {
		telemetry.AddPuzzles(ctx, 1)
	}
}

// large is the least length, in bytes, of a request that waits for a slot before it is parsed. Parsing a mebibyte takes
// 10 to 40 ms and cannot be interrupted.
const large = 64 << 10

// parametersOf returns the query parameters of a request. A malformed query is a problem; url.URL.Query would ignore
// the malformed parts.
func parametersOf(r *http.Request, lang message.Lang) (url.Values, *wire.Problem) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		p := wire.NewProblem(wire.InvalidRequest, lang)
		p.Detail = message.New("api.query").In(lang)
		return nil, p.AtLocation("query")
	}
	return query, nil
}

// prepareRequest reads and checks a request: the JSON body of a POST, or the parameters of a GET.
func (s *server) prepareRequest(op operation.Operation, call *operation.Call, w http.ResponseWriter, r *http.Request, place *admission.Place) (*operation.Prepared, error) {
	query, p := parametersOf(r, call.Lang)
	if p != nil {
		return nil, p
	}
	call.Turn = func(limit time.Duration, search func(context.Context)) {
		// If the queue is full, search does not run, and the answer has fewer notes.
		_ = place.Run(r.Context(), admission.Work{Within: limit}, search)
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return op.PrepareQuery(call, query)
	}
	body, p := s.readBody(w, r, place)
	if p != nil {
		return nil, p
	}
	if err := call.ReadParameters(query); err != nil {
		return nil, err
	}
	if place.HeldBytes() > large {
		turn, err := place.Begin(r.Context(), admission.Work{}, admission.Medium)
		if err != nil {
			return nil, problemOf(r, err)
		}
		defer turn.End()
	}
	return op.Prepare(call, body)
}

func (s *server) admitRequest(r *http.Request) (*admission.Place, error) {
	place, err := s.config.Queue.Admit(r.Context())
	if err != nil {
		return nil, problemOf(r, err)
	}
	return place, nil
}

// workOf returns the request's time limit, for the queue. The limit covers waiting and searching. If the searches have
// time limits of their own, it covers only waiting.
func workOf(prepared *operation.Prepared) admission.Work {
	return admission.Work{Within: prepared.Within, OnlyWait: prepared.Cost == operation.Searches}
}

// runInSlot waits for a slot and calls run. If the slot's time ends first, it calls run again in a longer slot. If the
// request needs no search, it waits for a slot only if the request is large.
func (s *server) runInSlot(r *http.Request, place *admission.Place, prepared *operation.Prepared, run func(context.Context)) error {
	if prepared.Cost == operation.Direct {
		if place.HeldBytes() > large {
			turn, err := place.Begin(r.Context(), workOf(prepared), admission.Medium)
			if err != nil {
				return problemOf(r, err)
			}
			defer turn.End()
		}
		run(r.Context())
		return nil
	}
	waited := telemetry.BeginStage(r.Context(), "queue")
	err := place.Run(r.Context(), workOf(prepared), func(ctx context.Context) {
		waited()
		searched := telemetry.BeginStage(r.Context(), "search")
		run(ctx)
		searched()
		waited = telemetry.BeginStage(r.Context(), "queue")
	})
	if err != nil {
		waited()
		return problemOf(r, err)
	}
	return nil
}

// problemOf returns the problem for a request that the queue refused or could not begin in time. err is the queue's
// error.
func problemOf(r *http.Request, err error) *wire.Problem {
	lang := langOf(r.Context())
	refusal, refused := errors.AsType[*admission.Refusal](err)
	switch {
	case errors.Is(err, ErrStopping):
		return wire.NewProblem(wire.ShuttingDown, lang)
	case !refused:
		return wire.NewProblem(wire.Busy, lang)
	case refusal.Client:
		return wire.NewProblem(wire.TooMany, lang).Retry(refusal.RetryAfter)
	}
	return wire.NewProblem(wire.Busy, lang).Retry(refusal.RetryAfter)
}

// answerProblem sends err, which must be a *[wire.Problem]. Any other error is a bug in the server, so answerProblem
// panics.
func answerProblem(w http.ResponseWriter, r *http.Request, err error) {
	var p *wire.Problem
	if !errors.As(err, &p) {
		panic(err)
	}
	telemetry.SetOutcome(r.Context(), string(p.Code))
	p.RequestID = telemetry.RequestID(r.Context())
	writeProblem(w, p, langOf(r.Context()))
}

func writeJSON(w http.ResponseWriter, status int, kind string, v any) error {
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

const problemJSON = "application/problem+json"

func writeProblem(w http.ResponseWriter, p *wire.Problem, lang message.Lang) {
	w.Header().Set("Content-Language", string(lang))
	if p.Code == wire.Busy || p.Code == wire.TooMany {
		w.Header().Set("Retry-After", strconv.Itoa(int(max(1, math.Ceil(p.RetryAfter.Seconds())))))
	}
	// an error means that the client is gone
	_ = writeJSON(w, p.Status, problemJSON, p)
}
