package httpapi

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nonet/internal/app/operation"
	"nonet/internal/app/page"
	"nonet/message"
	"nonet/wire"
)

// examples are the answers to the examples of the table; a test compares them.
//
//go:embed examples/*.json
var examples embed.FS

const apiPath = "/api/v1/"

func english(key string, args ...any) string { return message.New(key, args...).String() }

func newDescription(version string) *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Nonet", Version: version, Description: english("docs.intro"),
			Contact: &huma.Contact{Name: "Nonet"},
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Servers: []*huma.Server{{URL: "/", Description: english("docs.server")}},
		// What a server wants of its clients its keeper says: nothing, or a token.
		Security: []map[string][]string{{}, {"token": {}}},
		Components: &huma.Components{
			Schemas:         huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
			SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: english("docs.token")}},
		},
		Tags: tags(),
	}
}

// groups has the operations' tags by the first part of their names; the others are "puzzles".
var groups = map[string][]string{
	"steps":   {"hint", "why", "explain", "steps", "grade", "techniques", "chapter", "practice", "deduce"},
	"setting": {"generate", "minimise", "complete", "candidates", "daily"},
	"scores":  {"target"},
	"lab":     {"lab"},
	"canon":   {"canon", "iso", "catalog", "minimal", "unavoidable", "backdoor"},
	"texts":   {"parse", "export", "print"},
	"service": {"version", "healthz", "livez", "readyz"},
}

func tags() (all []*huma.Tag) {
	for _, name := range append([]string{"puzzles"}, slices.Sorted(maps.Keys(groups))...) {
		all = append(all, &huma.Tag{Name: name, Description: english("docs.tag." + name)})
	}
	return all
}

func tagOf(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, apiPath), "/"), "/")
	for tag, names := range groups {
		if slices.Contains(names, first) {
			return tag
		}
	}
	return "puzzles"
}

func (s *server) registry() huma.Registry { return s.api.Components.Schemas }

// schemaOf is the schema of a type, which the description then has.
func (s *server) schemaOf(t reflect.Type) *huma.Schema { return s.registry().Schema(t, true, "") }

// describe describes an operation, its texts being in the catalogue under docs.op.ID.
func (s *server) describe(op operation.Operation) {
	answer := &huma.MediaType{Schema: s.schemaOf(op.Answer)}
	// One without the file is too long to be shown, as a test says.
	if example, err := examples.ReadFile("examples/" + op.ID() + ".json"); err == nil {
		answer.Example = json.RawMessage(example)
	}
	d := huma.Operation{Method: methodOf(op), Path: apiPath + op.Name, OperationID: op.ID()}
	s.addDescription(op, d, &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": answer}})
}

// describeStream describes an address at which an operation tells how far it is.
func (s *server) describeStream(op operation.Operation, method string) {
	schema := s.parts(op.Event, op.Answer)
	schema.Extensions["x-events"] = map[string]any{"progress": s.schemaOf(op.Event), "result": s.schemaOf(op.Answer)}
	d := huma.Operation{Method: method, Path: apiPath + op.Name + "/stream", OperationID: op.ID() + "-stream"}
	if method == http.MethodGet {
		d.OperationID += "-get"
		d.Parameters = s.parametersOf(op.Request)
	}
	s.addDescription(op, d, &huma.Response{
		Description: english("docs.op.stream.events"),
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: schema}},
	})
}

// parts is a text in whose parts, lines or events, JSON stands.
func (s *server) parts(types ...reflect.Type) *huma.Schema {
	var part huma.Schema
	for _, t := range types {
		part.AnyOf = append(part.AnyOf, s.schemaOf(t))
	}
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"contentMediaType": "application/json", "contentSchema": &part}}
}

// describeBatch describes the address at which an operation answers many requests.
func (s *server) describeBatch(op operation.Operation) {
	lines := func(about string, types ...reflect.Type) *huma.Schema {
		schema := s.parts(types...)
		schema.Description = english(about)
		return schema
	}
	d := huma.Operation{Method: http.MethodPost, Path: apiPath + op.Name + "/batch", OperationID: op.ID() + "-batch"}
	for _, p := range s.parametersOf(op.Request) {
		if p.Name != "puzzle" {
			d.Parameters = append(d.Parameters, p)
		}
	}
	d.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{lineJSON: {
		Schema:  lines("docs.op.batch.requests", reflect.TypeFor[string](), op.Request),
		Example: compact(json.RawMessage(op.Example)) + "\n\"" + examplePuzzle + "\"\n" + examplePuzzle + "\n",
	}}}
	s.addDescription(op, d, &huma.Response{
		Description: english("docs.op.batch.answers"),
		Content:     map[string]*huma.MediaType{lineJSON: {Schema: lines("docs.op.batch.answers", op.Answer, reflect.TypeFor[wire.Problem]())}},
	})
}

// textsOf is the part of the catalogue's keys that an operation's texts have; all streams
// have the same, and so have all batches.
func textsOf(d *huma.Operation) string {
	if strings.HasSuffix(d.Path, "/batch") {
		return "docs.op.batch"
	}
	if strings.HasSuffix(d.Path, "/stream") {
		return "docs.op.stream." + strings.ToLower(d.Method)
	}
	return "docs.op." + d.OperationID
}

// addDescription adds what all operations have, and those that are posted.
func (s *server) addDescription(op operation.Operation, d huma.Operation, ok *huma.Response) {
	d.Parameters = append(s.parametersOf(reflect.TypeFor[operation.Language]()), d.Parameters...)
	var refusals []int
	if d.Method == http.MethodPost {
		if d.RequestBody == nil {
			body := &huma.MediaType{Schema: s.schemaOf(op.Request), Example: json.RawMessage(op.Example)}
			s.limit(op.Request)
			d.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": body}}
		}
		refusals = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}
	}
	d.Summary, d.Description = english(textsOf(&d)+".summary"), english(textsOf(&d)+".about")
	d.Responses = map[string]*huma.Response{"200": ok}
	for _, status := range append(refusals, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable) {
		d.Responses[strconv.Itoa(status)] = s.problemResponse(status)
	}
	d.Tags = []string{tagOf(d.Path)}
	s.api.AddOperation(&d)
	if !slices.Contains(s.paths, d.Path) {
		s.paths = append(s.paths, d.Path)
	}
}

func (s *server) problemResponse(status int) *huma.Response {
	problem := map[string]*huma.MediaType{problemJSON: {Schema: s.schemaOf(reflect.TypeFor[wire.Problem]())}}
	return &huma.Response{Description: http.StatusText(status), Content: problem}
}

// parametersOf are the fields of a request that can stand in a query.
func (s *server) parametersOf(request reflect.Type) (all []*huma.Param) {
	schema, inQuery := huma.SchemaFromType(s.registry(), request), false
	for _, f := range operation.Fields(request) {
		if property := schema.Properties[f.Name]; operation.IsParameter(f.Type) {
			s.limitField(f, property)
			all = append(all, &huma.Param{Name: f.Name, In: "query", Description: property.Description, Required: !f.Optional, Explode: &inQuery, Schema: property})
		}
	}
	return all
}

// limit puts the server's limits into a request's schema.
func (s *server) limit(request reflect.Type) {
	for _, f := range operation.Fields(request) {
		s.limitField(f, s.resolved(s.schemaOf(request)).Properties[f.Name])
	}
}

func (s *server) limitField(f operation.Field, schema *huma.Schema) {
	if greatest, ifAbsent, ok := s.config.Limits.Limit(f); ok {
		maximum := float64(greatest)
		schema.Maximum, schema.Default = &maximum, ifAbsent
	}
}

func (s *server) serveDescription() {
	b, err := json.Marshal(s.api)
	if err != nil {
		panic("httpapi: the description: " + err.Error())
	}
	s.serveInLanguages("GET /openapi.json", func(lang message.Lang) *page.File { return page.NewFile("openapi.json", describedIn(lang, b)) })
}

// describedIn is the description with its texts in a language.
func describedIn(lang message.Lang, description []byte) []byte {
	texts := map[string]string{}
	for _, key := range message.Keys() {
		if strings.HasPrefix(key, "docs.") {
			texts[english(key)] = message.New(key).In(lang)
		}
	}
	about := aboutIn(lang)
	var translate func(any)
	translate = func(part any) {
		switch part := part.(type) {
		case []any:
			for _, inner := range part {
				translate(inner)
			}
		case map[string]any:
			for key, inner := range part {
				text, is := inner.(string)
				switch {
				case key == "example":
				case is && (key == "description" || key == "summary"):
					part[key] = cmp.Or(texts[text], about(text))
				default:
					translate(inner)
				}
			}
		}
	}
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(description))
	decoder.UseNumber() // seeds and bounds beyond a float's precision
	err := decoder.Decode(&document)
	if err == nil {
		translate(document)
		description, err = json.MarshalIndent(document, "", "  ")
	}
	if err != nil {
		panic("httpapi: the description: " + err.Error())
	}
	return description
}
