package httpapi

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"nonet/message"
	"nonet/wire"
)

// examples holds for each operation a request and the answer to it; a test sends
// the one and compares the other.
//
//go:embed examples/*.json
var examples embed.FS

type example struct {
	Request  json.RawMessage `json:"request,omitempty"`
	Response json.RawMessage `json:"response"`
}

func exampleOf(id string) (e example) {
	b, err := examples.ReadFile("examples/" + id + ".json")
	if err == nil {
		err = json.Unmarshal(b, &e)
	}
	if err != nil {
		panic("httpapi: the embedded example of " + id + ": " + err.Error())
	}
	return e
}

const apiPath = "/api/v1/"

func english(key string, args ...any) string { return message.New(key, args...).String() }

func describe(version string) *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Nonet", Version: version, Description: english("docs.intro"),
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Components: &huma.Components{Schemas: huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)},
	}
}

func (s *server) registry() huma.Registry { return s.api.OpenAPI().Components.Schemas }

// operation describes one operation under /api/v1: its texts are in the
// catalogue under docs.op.ID, its example in examples/ID.json.
func (s *server) operation(method, name string, statuses ...int) huma.Operation {
	id := strings.ReplaceAll(name, "/", "-")
	op := huma.Operation{
		Method: method, Path: apiPath + name, OperationID: id,
		Summary: english("docs.op." + id + ".summary"), Description: english("docs.op." + id + ".about"),
		Responses: map[string]*huma.Response{},
	}
	e := exampleOf(id)
	if e.Response != nil {
		op.Responses["200"] = &huma.Response{Content: map[string]*huma.MediaType{"application/json": {Example: e.Response}}}
	}
	if method == http.MethodPost {
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Example: e.Request}}}
	}
	schema := s.registry().Schema(reflect.TypeFor[Problem](), true, "Problem")
	for _, status := range append(statuses, http.StatusInternalServerError, http.StatusServiceUnavailable) {
		op.Responses[strconv.Itoa(status)] = &huma.Response{
			Description: http.StatusText(status),
			Content:     map[string]*huma.MediaType{problemJSON: {Schema: schema}},
		}
	}
	return op
}

func (s *server) streamOperation() huma.Operation {
	op := s.operation(http.MethodGet, "target/stream", http.StatusUnprocessableEntity)
	events := map[string]any{
		"progress": s.registry().Schema(reflect.TypeFor[wire.TargetProgress](), true, ""),
		"result":   s.registry().Schema(reflect.TypeFor[wire.Target](), true, ""),
	}
	op.Responses["200"] = &huma.Response{
		Description: english("docs.op.target-stream.events"),
		Content: map[string]*huma.MediaType{"text/event-stream": {
			Schema: &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"x-events": events}},
		}},
	}
	return op
}

// limitSchemas puts the server's limits into the schemas that huma holds
// requests against.
func (s *server) limitSchemas() {
	timeout := s.config.MaxTime.Milliseconds()
	for name, schema := range s.registry().Map() {
		if field := schema.Properties["timeout_ms"]; field != nil && strings.HasSuffix(name, "Request") {
			limit(field, float64(timeout), s.timeout(0).Milliseconds())
		}
	}
	for _, p := range s.api.OpenAPI().Paths[apiPath+"target/stream"].Get.Parameters {
		if p.Name == "timeout_ms" {
			limit(p.Schema, float64(timeout), s.timeout(0).Milliseconds())
		}
	}
	schemas := s.registry().Map()
	limit(schemas["SolveRequest"].Properties["limit"], float64(s.config.MaxSolutions), min(2, s.config.MaxSolutions))
	limit(schemas["CountRequest"].Properties["limit"], float64(s.config.MaxCount), min(1_000_000, s.config.MaxCount))
}

func limit(schema *huma.Schema, maximum float64, ifAbsent any) {
	schema.Maximum, schema.Default = &maximum, ifAbsent
	schema.PrecomputeMessages()
}

func (s *server) serveDescription() {
	// huma registers its own form of errors, which transform never lets out.
	delete(s.registry().Map(), "ErrorModel")
	delete(s.registry().Map(), "ErrorDetail")
	s.api.OpenAPI().AddOperation(&huma.Operation{
		Method: http.MethodGet, Path: "/healthz", OperationID: "healthz",
		Summary: english("docs.op.healthz.summary"), Description: english("docs.op.healthz.about"),
		Responses: map[string]*huma.Response{"200": {
			Description: "OK",
			Content:     map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString, Const: "ok"}, Example: "ok"}},
		}},
	})
	b, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		panic("httpapi: the description: " + err.Error())
	}
	s.serveInLanguages("GET /openapi.json", "openapi.json", func(lang message.Lang) []byte { return describedIn(lang, b) })
}

// describedIn is the description with its texts in a language: those of the
// catalogue, and those of fields.
func describedIn(lang message.Lang, description []byte) []byte {
	texts := map[string]string{}
	for _, key := range message.Keys(message.English) {
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

// etagOf is a strong entity tag.
func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}
