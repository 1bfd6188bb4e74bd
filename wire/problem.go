package wire

import (
	"time"

	"nonet/message"
)

// ProblemCode is a kind of problem. The problem's type ends in it, and the keys of its texts
// contain it: api.problem.CODE.title and api.problem.CODE.detail.
type ProblemCode string

// The kinds of problems.
const (
	InvalidRequest   ProblemCode = "invalid-request"   // a field or parameter violates its tags
	InvalidPuzzle    ProblemCode = "invalid-puzzle"    // a text has no puzzle, or several where one is expected
	UnknownStrategy  ProblemCode = "unknown-strategy"  // no strategy has this name
	UnknownTechnique ProblemCode = "unknown-technique" // no technique has this name
	InvalidJSON      ProblemCode = "invalid-json"      // the request is not JSON
	UnreadableBody   ProblemCode = "unreadable-body"   // the body broke off
	TooLarge         ProblemCode = "too-large"
	MediaType        ProblemCode = "media-type"
	NotFound         ProblemCode = "not-found"
	WrongMethod      ProblemCode = "method"
	Unauthorized     ProblemCode = "unauthorized"  // no token, or an unknown one
	CrossSite        ProblemCode = "cross-site"    // the request comes from a page of another site
	WrongHost        ProblemCode = "wrong-host"    // the server does not have this host name
	NeedsTLS         ProblemCode = "needs-tls"     // http was used where https is available
	Busy             ProblemCode = "busy"          // no search could begin in time
	TooMany          ProblemCode = "too-many"      // the client has too many requests in progress
	ShuttingDown     ProblemCode = "shutting-down" // the server stops
	InternalError    ProblemCode = "internal"
)

// statuses holds the kinds with their HTTP statuses, in the order of the documentation.
var statuses = []struct {
	code   ProblemCode
	status int
}{
	{InvalidRequest, 422}, {InvalidPuzzle, 422}, {UnknownStrategy, 422}, {UnknownTechnique, 422}, {InvalidJSON, 400}, {UnreadableBody, 400},
	{TooLarge, 413}, {MediaType, 415}, {NotFound, 404}, {WrongMethod, 405}, {Unauthorized, 401}, {CrossSite, 403}, {NeedsTLS, 403}, {WrongHost, 421}, {TooMany, 429}, {Busy, 503}, {ShuttingDown, 503}, {InternalError, 500},
}

// ProblemCodes returns the codes of all kinds in the order of the documentation.
func ProblemCodes() (all []ProblemCode) {
	for _, s := range statuses {
		all = append(all, s.code)
	}
	return all
}

// Problem is an error as in RFC 9457, with texts in the person's language.
type Problem struct {
	Type   string  `json:"type" format:"uri-reference" doc:"The kind of problem: a link into this server's documentation, which never changes" example:"/docs#problem-invalid-puzzle"`
	Title  string  `json:"title" doc:"The kind of problem in words" example:"The puzzle cannot be read"`
	Status int     `json:"status" doc:"The HTTP status" example:"422"`
	Detail string  `json:"detail" doc:"What is wrong here, and what to do" example:"a grid has 81 cells, this has 80"`
	Errors []Fault `json:"errors,omitempty" doc:"What is wrong, one by one"`
	Line   int     `json:"line,omitempty" doc:"With a puzzle that cannot be read: the line, counted from 1" example:"1"`
	Column int     `json:"column,omitempty" doc:"With a puzzle that cannot be read: the character in the line, counted from 1" example:"81"`
	// The server's log has RequestID, too.
	RequestID string `json:"request_id,omitempty" doc:"The name of the request in the server's log, as in X-Request-Id" example:"850dcad95b7f0ea513f2c4a528a564d3"`

	Code       ProblemCode   `json:"-"`
	RetryAfter time.Duration `json:"-"` // when to try again; 0 unless the problem is temporary
}

// Fault is one error in a request.
type Fault struct {
	Message  string `json:"message" doc:"What is wrong"`
	Location string `json:"location,omitempty" doc:"Where: body or query, and the field" example:"body.limit"`
	Value    any    `json:"value,omitempty" doc:"What was sent there, if it is short"`
}

func (p *Problem) Error() string { return p.Detail }

// NewProblem returns a problem of a kind, with the catalogue's texts.
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

// Retry sets when to try again, and returns p.
func (p *Problem) Retry(after time.Duration) *Problem {
	p.RetryAfter = after
	return p
}

// AtLocation sets the problem's only Fault: its detail, at a location in the request. It returns p.
func (p *Problem) AtLocation(location string) *Problem {
	p.Errors = []Fault{{Message: p.Detail, Location: location}}
	return p
}
