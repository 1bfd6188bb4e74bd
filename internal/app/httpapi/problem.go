package httpapi

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"nonet/internal/suggest"
	"nonet/message"
)

// code names a kind of problem: it ends the problem's type and chooses its
// title and detail in the catalogue (api.problem.CODE.title and .detail).
type code string

const (
	invalidRequest   code = "invalid-request"   // a field or parameter the schema refuses
	invalidPuzzle    code = "invalid-puzzle"    // a text that holds no puzzle, or several where one is meant
	unknownStrategy  code = "unknown-strategy"  // a strategy that nobody knows
	unknownTechnique code = "unknown-technique" // a technique that nobody knows
	invalidJSON      code = "invalid-json"      // a body that is no JSON
	unreadableBody   code = "unreadable-body"   // a body that broke off
	tooLarge         code = "too-large"
	mediaType        code = "media-type"
	notFound         code = "not-found"
	wrongMethod      code = "method"
	busy             code = "busy"          // no search could begin in time
	shuttingDown     code = "shutting-down" // the server stops
	internalError    code = "internal"
)

// codes are all kinds, in the order in which the documentation lists them.
var codes = []code{invalidRequest, invalidPuzzle, unknownStrategy, unknownTechnique, invalidJSON, unreadableBody, tooLarge, mediaType, notFound, wrongMethod, busy, shuttingDown, internalError}

var statusOf = map[code]int{
	invalidRequest:   http.StatusUnprocessableEntity,
	invalidPuzzle:    http.StatusUnprocessableEntity,
	unknownStrategy:  http.StatusUnprocessableEntity,
	unknownTechnique: http.StatusUnprocessableEntity,
	invalidJSON:      http.StatusBadRequest,
	unreadableBody:   http.StatusBadRequest,
	tooLarge:         http.StatusRequestEntityTooLarge,
	mediaType:        http.StatusUnsupportedMediaType,
	notFound:         http.StatusNotFound,
	wrongMethod:      http.StatusMethodNotAllowed,
	busy:             http.StatusServiceUnavailable,
	shuttingDown:     http.StatusServiceUnavailable,
	internalError:    http.StatusInternalServerError,
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

	code code
	lang message.Lang
}

// Fault is one thing wrong with a request.
type Fault struct {
	Message  string `json:"message" doc:"What is wrong"`
	Location string `json:"location,omitempty" doc:"Where: body or query, and the field" example:"body.limit"`
	Value    any    `json:"value,omitempty" doc:"What was sent there, if it is short"`
}

func (p *Problem) Error() string  { return p.Detail }
func (p *Problem) GetStatus() int { return p.Status }

// ContentType makes huma send it as problem+json.
func (p *Problem) ContentType(string) string { return problemJSON }

const problemJSON = "application/problem+json"

func problem(c code, lang message.Lang, args ...any) *Problem {
	key := "api.problem." + string(c)
	return &Problem{
		Type: "/docs#problem-" + string(c), Title: message.New(key + ".title").In(lang),
		Status: statusOf[c], Detail: message.New(key+".detail", args...).In(lang), code: c, lang: lang,
	}
}

// at puts the detail at a place in the request.
func (p *Problem) at(location string) *Problem {
	p.Errors = []Fault{{Message: p.Detail, Location: location}}
	return p
}

func writeProblem(w http.ResponseWriter, p *Problem) {
	w.Header().Set("Content-Type", problemJSON)
	w.Header().Set("Content-Language", string(p.lang))
	if p.code == busy {
		w.Header().Set("Retry-After", "1")
	}
	w.WriteHeader(p.Status)
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	// The only way to fail is a client that is gone.
	_ = enc.Encode(p)
}

// transform is huma's hook before it writes a body. Errors that huma made itself
// become problems in the person's language.
func (s *server) transform(ctx huma.Context, _ string, v any) (any, error) {
	note := noteOf(ctx.Context())
	var p *Problem
	switch v := v.(type) {
	case *Problem:
		p = v
	case *huma.ErrorModel:
		if v.Status < 500 {
			fields, parameters := s.taken(ctx.Operation())
			p = faultsOf(v.Errors, fields, parameters, note.lang)
		} else {
			s.config.Logger.ErrorContext(ctx.Context(), "unexpected error", "path", ctx.Operation().Path, "detail", v.Detail, "errors", fmt.Sprint(v.Errors))
			p = problem(internalError, note.lang)
		}
		p.Status = v.Status // already on its way
	default:
		return v, nil
	}
	if p.code == busy {
		ctx.SetHeader("Retry-After", "1")
	}
	note.outcome = string(p.code)
	return p, nil
}

// maxFaults bounds an answer about a body in which everything is wrong.
const maxFaults = 10

// taken are the names of the fields and the parameters that an operation takes.
func (s *server) taken(op *huma.Operation) (fields, parameters []string) {
	for _, p := range op.Parameters {
		if p.In == "query" {
			parameters = append(parameters, p.Name)
		}
	}
	if op.RequestBody != nil {
		fields = slices.Sorted(maps.Keys(s.resolved(op.RequestBody.Content["application/json"].Schema).Properties))
	}
	return fields, parameters
}

// faultsOf is what huma found wrong with a request that takes these fields and parameters.
func faultsOf(details []*huma.ErrorDetail, fields, parameters []string, lang message.Lang) *Problem {
	p := problem(invalidRequest, lang)
	details = slices.DeleteFunc(slices.Clone(details), func(d *huma.ErrorDetail) bool { return d == nil })
	// huma goes through objects in no order.
	slices.SortStableFunc(details, func(a, b *huma.ErrorDetail) int { return cmp.Compare(a.Location, b.Location) })
	var texts []string
	for _, d := range details[:min(len(details), maxFaults)] {
		f := Fault{Location: shortened(d.Location), Value: scalar(d.Value)}
		_, field, _ := strings.Cut(f.Location, ".")
		if field == "" {
			field = f.Location
		}
		what := reworded(d.Message)
		switch what.Key {
		case "api.fault.unknownField":
			what = suggest.Suggested(what, field, fields)
		case "api.fault.unknownParameter":
			what = suggest.Suggested(what, field, parameters)
		}
		f.Message = what.In(lang)
		p.Errors = append(p.Errors, f)
		texts = append(texts, message.New("api.fault", "field", field, "message", f.Message).In(lang))
	}
	if texts != nil {
		p.Detail = strings.Join(texts, message.New("api.faultSeparator").In(lang))
	}
	return p
}

const maxEcho = 100 // characters of the request that an answer repeats

func shortened(s string) string {
	if utf8.RuneCountInString(s) <= maxEcho {
		return s
	}
	return string([]rune(s)[:maxEcho]) + "…"
}

// scalar is v where it is short enough to repeat, else nil.
func scalar(v any) any {
	switch v := v.(type) {
	case string:
		if v != "" && utf8.RuneCountInString(v) <= maxEcho {
			return v
		}
	case bool, float64, int64, uint64:
		return v
	}
	return nil
}

// wording is one of huma's sentences and the catalogue's key for it.
type wording struct {
	pattern *regexp.Regexp
	key     string
}

// huma words its findings in English only, from templates that it exports; the
// others stand in its source.
var wordings = sync.OnceValue(func() (all []wording) {
	for _, t := range []struct{ template, key string }{
		{validation.MsgUnexpectedProperty, "api.fault.unknownField"},
		{"unknown query parameter", "api.fault.unknownParameter"},
		{validation.MsgExpectedRequiredProperty, "api.fault.required"},
		{"required query parameter is missing", "api.fault.requiredParameter"},
		{validation.MsgExpectedInteger, "api.fault.integer"},
		{"invalid integer", "api.fault.integer"},
		{validation.MsgExpectedNumber, "api.fault.integer"}, // the API has no other numbers
		{validation.MsgExpectedString, "api.fault.string"},
		{validation.MsgExpectedArray, "api.fault.array"},
		{validation.MsgExpectedObject, "api.fault.object"},
		{validation.MsgExpectedOneOf, "api.fault.oneOf"},
		{validation.MsgExpectedMinimumNumber, "api.fault.minimum"},
		{validation.MsgExpectedMaximumNumber, "api.fault.maximum"},
		{validation.MsgExpectedMinItems, "api.fault.minItems"},
		{validation.MsgExpectedMaxItems, "api.fault.maxItems"},
		{"json: cannot unmarshal number %v into Go %v", "api.fault.plainInteger"}, // 1e3 and 1.0 pass the schema
	} {
		quoted := regexp.QuoteMeta(t.template)
		for _, verb := range []string{"%v", "%d", "%s"} {
			quoted = strings.ReplaceAll(quoted, verb, "(.*)")
		}
		all = append(all, wording{regexp.MustCompile("^" + quoted + "$"), t.key})
	}
	return all
})

// reworded is huma's sentence for any language of the catalogue.
func reworded(text string) message.Message {
	for _, w := range wordings() {
		if m := w.pattern.FindStringSubmatch(text); m != nil {
			value := ""
			if len(m) > 1 {
				value = m[1]
			}
			// huma writes limits as 1e+09.
			if f, err := strconv.ParseFloat(value, 64); err == nil {
				value = strconv.FormatFloat(f, 'f', -1, 64)
			}
			return message.New(w.key, "value", value)
		}
	}
	return message.New("api.fault.other")
}
