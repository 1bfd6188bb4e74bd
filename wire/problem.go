package wire

import (
	"time"

	"nonet/message"
)

// ProblemCode identifies why a request failed. The URI in Problem.Type ends in the code, and the keys of the texts
// contain the code: api.problem.CODE.title and api.problem.CODE.detail.
type ProblemCode string

// These are the codes of all kinds of problems.
const (
	InvalidRequest   ProblemCode = "invalid-request"   // the value of a field or parameter violates its schema
	InvalidPuzzle    ProblemCode = "invalid-puzzle"    // a text has no puzzle, or has several puzzles where one is expected
	UnknownStrategy  ProblemCode = "unknown-strategy"  // no strategy has this name
	UnknownTechnique ProblemCode = "unknown-technique" // no technique has this name
	InvalidJSON      ProblemCode = "invalid-json"      // the request is not JSON
	UnreadableBody   ProblemCode = "unreadable-body"   // the connection ended before the end of the body
	TooLarge         ProblemCode = "too-large"
	MediaType        ProblemCode = "media-type"
	NotFound         ProblemCode = "not-found"
	WrongMethod      ProblemCode = "method"
	Unauthorized     ProblemCode = "unauthorized"  // the request has no token, or an unknown one
	CrossSite        ProblemCode = "cross-site"    // the request comes from a page of another site
	WrongHost        ProblemCode = "wrong-host"    // the server does not have this host name
	NeedsTLS         ProblemCode = "needs-tls"     // the request came by http, although https is available
	Busy             ProblemCode = "busy"          // no search could begin in time
	TooMany          ProblemCode = "too-many"      // the client has too many requests in progress
	ShuttingDown     ProblemCode = "shutting-down" // the server stops
	InternalError    ProblemCode = "internal"
)

// statuses maps codes to HTTP statuses, in the order of the documentation.
var statuses = []struct {
	code   ProblemCode
	status int
}{
	{InvalidRequest, 422}, {InvalidPuzzle, 422}, {UnknownStrategy, 422}, {UnknownTechnique, 422}, {InvalidJSON, 400}, {UnreadableBody, 400},
	{TooLarge, 413}, {MediaType, 415}, {NotFound, 404}, {WrongMethod, 405}, {Unauthorized, 401}, {CrossSite, 403}, {NeedsTLS, 403}, {WrongHost, 421}, {TooMany, 429}, {Busy, 503}, {ShuttingDown, 503}, {InternalError, 500},
}

// ProblemCodes returns all codes in the order of the documentation.
func ProblemCodes() (all []ProblemCode) {
	for _, s := range statuses {
		all = append(all, s.code)
	}
	return all
}

// Problem is an error in the form of RFC 9457, with texts in the language of the request.
type Problem struct {
	Type   string  `json:"type" format:"uri-reference" doc:"The kind of problem: a link into this server's documentation, which never changes" example:"/docs#problem-invalid-puzzle"`
	Title  string  `json:"title" doc:"The kind of problem in words" example:"The puzzle cannot be read"`
	Status int     `json:"status" doc:"The HTTP status" example:"422"`
	Detail string  `json:"detail" doc:"What is wrong here, and what to do" example:"a grid has 81 cells, this has 80"`
	Errors []Fault `json:"errors,omitempty" doc:"What is wrong, one by one"`
	Line   int     `json:"line,omitempty" doc:"With a puzzle that cannot be read: the line, counted from 1" example:"1"`
	Column int     `json:"column,omitempty" doc:"With a puzzle that cannot be read: the character in the line, counted from 1" example:"81"`
	// RequestID also appears in the server's log.
	RequestID string `json:"request_id,omitempty" doc:"The name of the request in the server's log, as in X-Request-Id" example:"850dcad95b7f0ea513f2c4a528a564d3"`

	Code       ProblemCode   `json:"-"`
	RetryAfter time.Duration `json:"-"` // how long to wait before the next try; 0 unless the problem is temporary
}

// Fault is one error in a request, with its place.
type Fault struct {
	Message  string `json:"message" doc:"What is wrong"`
	Location string `json:"location,omitempty" doc:"Where: body or query, and the field" example:"body.limit"`
	Value    any    `json:"value,omitempty" doc:"What was sent there, if it is short"`
}

func (p *Problem) Error() string { return p.Detail }

// NewProblem returns a problem with the catalogue's texts for the code c.
func NewProblem(c ProblemCode, lang message.Lang, args ...any) *Problem {
	key := "api.problem." + string(c)
	p := &Problem{Type: "/docs#problem-" + string(c), Title: message.New(key + ".title").In(lang), Detail: message.New(key+".detail", args...).In(lang), Code: c}
	for _, s := range statuses {
		if s.code == c {
			p.Status = s.status
		}
	}
	return p
}

// Retry states in p how long the client should wait before the next try, and returns p.
func (p *Problem) Retry(after time.Duration) *Problem {
	p.RetryAfter = after
	return p
}

// AtLocation sets p.Errors to a single Fault: the detail of p, at a location in the request. It returns p.
func (p *Problem) AtLocation(location string) *Problem {
	p.Errors = []Fault{{Message: p.Detail, Location: location}}
	return p
}
