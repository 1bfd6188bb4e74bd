package wire

import (
	"time"

	"nonet/message"
)

// ProblemCode names a kind of problem: it ends the problem's type and chooses its
// title and detail in the catalogue (api.problem.CODE.title and .detail).
type ProblemCode string

// The kinds of problems.
const (
	InvalidRequest   ProblemCode = "invalid-request"   // a field or parameter that the request's tags refuse
	InvalidPuzzle    ProblemCode = "invalid-puzzle"    // a text that holds no puzzle, or several where one is meant
	UnknownStrategy  ProblemCode = "unknown-strategy"  // a strategy that nobody knows
	UnknownTechnique ProblemCode = "unknown-technique" // a technique that nobody knows
	InvalidJSON      ProblemCode = "invalid-json"      // a request that is no JSON
	UnreadableBody   ProblemCode = "unreadable-body"   // a body that broke off
	TooLarge         ProblemCode = "too-large"
	MediaType        ProblemCode = "media-type"
	NotFound         ProblemCode = "not-found"
	WrongMethod      ProblemCode = "method"
	Unauthorized     ProblemCode = "unauthorized"  // no token, or none that is known
	CrossSite        ProblemCode = "cross-site"    // a page of another site asked
	WrongHost        ProblemCode = "wrong-host"    // the server does not answer to the name it is asked by
	NeedsTLS         ProblemCode = "needs-tls"     // asked by http where https is to be had
	Busy             ProblemCode = "busy"          // no search could begin in time
	TooMany          ProblemCode = "too-many"      // the client has too many requests under way
	ShuttingDown     ProblemCode = "shutting-down" // the server stops
	InternalError    ProblemCode = "internal"
)

// statuses are the kinds' HTTP statuses, in the order in which the documentation lists
// them.
var statuses = []struct {
	code   ProblemCode
	status int
}{
	{InvalidRequest, 422}, {InvalidPuzzle, 422}, {UnknownStrategy, 422}, {UnknownTechnique, 422}, {InvalidJSON, 400}, {UnreadableBody, 400},
	{TooLarge, 413}, {MediaType, 415}, {NotFound, 404}, {WrongMethod, 405}, {Unauthorized, 401}, {CrossSite, 403}, {NeedsTLS, 403}, {WrongHost, 421}, {TooMany, 429}, {Busy, 503}, {ShuttingDown, 503}, {InternalError, 500},
}

// ProblemCodes returns all kinds, in the order in which the documentation lists them.
func ProblemCodes() (all []ProblemCode) {
	for _, s := range statuses {
		all = append(all, s.code)
	}
	return all
}

// Problem is an error as RFC 9457 has it, in the person's language.
type Problem struct {
	Type   string  `json:"type" format:"uri-reference" doc:"The kind of problem: a link into this server's documentation, and a name that never changes" example:"/docs#problem-invalid-puzzle"`
	Title  string  `json:"title" doc:"The kind of problem in words" example:"The puzzle cannot be read"`
	Status int     `json:"status" doc:"The HTTP status" example:"422"`
	Detail string  `json:"detail" doc:"What is wrong here, and what to do" example:"a grid has 81 cells, this has 80"`
	Errors []Fault `json:"errors,omitempty" doc:"What is wrong, one by one"`
	Line   int     `json:"line,omitempty" doc:"With a puzzle that cannot be read: the line, counted from 1" example:"1"`
	Column int     `json:"column,omitempty" doc:"With a puzzle that cannot be read: the character in the line, counted from 1" example:"81"`
	// RequestID is what the log and the traces call the request, too.
	RequestID string `json:"request_id,omitempty" doc:"The name of the request in the server's log, as X-Request-Id has it" example:"850dcad95b7f0ea513f2c4a528a564d3"`

	Code       ProblemCode   `json:"-"`
	RetryAfter time.Duration `json:"-"` // when to come again, of one that may pass
}

// Fault is one thing wrong with a request.
type Fault struct {
	Message  string `json:"message" doc:"What is wrong"`
	Location string `json:"location,omitempty" doc:"Where: body or query, and the field" example:"body.limit"`
	Value    any    `json:"value,omitempty" doc:"What was sent there, if it is short"`
}

func (p *Problem) Error() string { return p.Detail }

// NewProblem returns a problem of a kind, with the catalogue's words for it.
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

// Retry says when to come again.
func (p *Problem) Retry(after time.Duration) *Problem {
	p.RetryAfter = after
	return p
}

// At puts the detail at a place in the request.
func (p *Problem) At(location string) *Problem {
	p.Errors = []Fault{{Message: p.Detail, Location: location}}
	return p
}
