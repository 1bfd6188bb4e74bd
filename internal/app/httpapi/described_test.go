package httpapi

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"nonet/internal/app/operation"
	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/wire"
)

// huma keeps this in a variable of its package; without it every list in the
// description might be null.
func init() { huma.DefaultArrayNullable = false }

// description is what a server does, as huma tells it from the types of requests and answers. The
// program has it as a file, since each of its commands would start what huma consists of.
type description struct {
	*huma.OpenAPI
	limits operation.Limits
	// asKept leaves out what the file is without: the examples, and the texts, for which it has their keys.
	asKept bool
}

// descriptions are those of servers asked for before.
var descriptions sync.Map

// api is the server's description.
func (s *server) api() *description {
	if known, ok := descriptions.Load(s); ok {
		return known.(*description)
	}
	d := newDescription(s.config, false)
	descriptions.Store(s, d)
	return d
}

func english(key string, args ...any) string { return message.New(key, args...).String() }

func newDescription(config Config, asKept bool) *description {
	config = config.withDefaults()
	d := &description{limits: config.Limits, asKept: asKept}
	d.OpenAPI = d.frame(config.Version)
	for _, op := range operation.All() {
		d.describe(op)
		if op.HasLines() {
			d.describeBatch(op)
		}
		if op.Event != nil {
			d.describeStream(op, http.MethodPost)
			d.describeStream(op, http.MethodGet)
		}
	}
	d.describeHealth()
	return d
}

// text is one of the catalogue's.
func (d *description) text(key string) string {
	if d.asKept {
		return key
	}
	return english(key)
}

// example is one in JSON, or nothing.
func (d *description) example(text []byte) any {
	if d.asKept {
		return nil
	}
	return json.RawMessage(text)
}

func (d *description) frame(version string) *huma.OpenAPI {
	return &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Nonet", Version: version, Description: d.text("docs.intro"),
			Contact: &huma.Contact{Name: "Nonet"},
			License: &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"},
		},
		Servers: []*huma.Server{{URL: "/", Description: d.text("docs.server")}},
		// What a server wants of its clients its keeper says: nothing, or a token.
		Security: []map[string][]string{{}, {"token": {}}},
		Components: &huma.Components{
			Schemas:         huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer),
			SecuritySchemes: map[string]*huma.SecurityScheme{"token": {Type: "http", Scheme: "bearer", Description: d.text("docs.token")}},
		},
		Tags: d.tags(),
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

func (d *description) tags() (all []*huma.Tag) {
	for _, name := range append([]string{"puzzles"}, slices.Sorted(maps.Keys(groups))...) {
		all = append(all, &huma.Tag{Name: name, Description: d.text("docs.tag." + name)})
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

func (d *description) registry() huma.Registry { return d.Components.Schemas }

// schemaOf is the schema of a type, which the description then has.
func (d *description) schemaOf(t reflect.Type) *huma.Schema { return d.registry().Schema(t, true, "") }

// describe describes an operation, its texts being in the catalogue under docs.op.ID.
func (d *description) describe(op operation.Operation) {
	answer := &huma.MediaType{Schema: d.schemaOf(op.Answer)}
	// One without the file is too long to be shown, as a test says.
	if example, err := examples.ReadFile("examples/" + op.ID() + ".json"); err == nil {
		answer.Example = d.example(example)
	}
	o := huma.Operation{Method: methodOf(op), Path: apiPath + op.Name, OperationID: op.ID()}
	d.addDescription(op, o, &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": answer}})
}

// describeStream describes an address at which an operation tells how far it is.
func (d *description) describeStream(op operation.Operation, method string) {
	schema := d.parts(op.Event, op.Answer)
	schema.Extensions["x-events"] = map[string]any{"progress": d.schemaOf(op.Event), "result": d.schemaOf(op.Answer)}
	o := huma.Operation{Method: method, Path: apiPath + op.Name + "/stream", OperationID: op.ID() + "-stream"}
	if method == http.MethodGet {
		o.OperationID += "-get"
		o.Parameters = d.parametersOf(op.Request)
	}
	d.addDescription(op, o, &huma.Response{
		Description: d.text("docs.op.stream.events"),
		Content:     map[string]*huma.MediaType{"text/event-stream": {Schema: schema}},
	})
}

// parts is a text in whose parts, lines or events, JSON stands.
func (d *description) parts(types ...reflect.Type) *huma.Schema {
	var part huma.Schema
	for _, t := range types {
		part.AnyOf = append(part.AnyOf, d.schemaOf(t))
	}
	return &huma.Schema{Type: huma.TypeString, Extensions: map[string]any{"contentMediaType": "application/json", "contentSchema": &part}}
}

// describeBatch describes the address at which an operation answers many requests.
func (d *description) describeBatch(op operation.Operation) {
	lines := func(about string, types ...reflect.Type) *huma.Schema {
		schema := d.parts(types...)
		schema.Description = d.text(about)
		return schema
	}
	o := huma.Operation{Method: http.MethodPost, Path: apiPath + op.Name + "/batch", OperationID: op.ID() + "-batch"}
	for _, p := range d.parametersOf(op.Request) {
		if p.Name != "puzzle" {
			o.Parameters = append(o.Parameters, p)
		}
	}
	content := &huma.MediaType{Schema: lines("docs.op.batch.requests", reflect.TypeFor[string](), op.Request)}
	if !d.asKept {
		content.Example = batchExample(op)
	}
	o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{lineJSON: content}}
	d.addDescription(op, o, &huma.Response{
		Description: d.text("docs.op.batch.answers"),
		Content:     map[string]*huma.MediaType{lineJSON: {Schema: lines("docs.op.batch.answers", op.Answer, reflect.TypeFor[wire.Problem]())}},
	})
}

// addDescription adds what all operations have, and those that are posted.
func (d *description) addDescription(op operation.Operation, o huma.Operation, ok *huma.Response) {
	o.Parameters = append(d.parametersOf(reflect.TypeFor[operation.Language]()), o.Parameters...)
	var refusals []int
	if o.Method == http.MethodPost {
		if o.RequestBody == nil {
			body := &huma.MediaType{Schema: d.schemaOf(op.Request), Example: d.example([]byte(op.Example))}
			d.limit(op.Request)
			o.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": body}}
		}
		refusals = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}
	}
	o.Summary, o.Description = d.text(textsOf(o.Method, o.Path, o.OperationID)+".summary"), d.text(textsOf(o.Method, o.Path, o.OperationID)+".about")
	o.Responses = map[string]*huma.Response{"200": ok}
	for _, status := range append(refusals, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable) {
		o.Responses[strconv.Itoa(status)] = d.problemResponse(status)
	}
	o.Tags = []string{tagOf(o.Path)}
	d.AddOperation(&o)
}

func (d *description) problemResponse(status int) *huma.Response {
	problem := map[string]*huma.MediaType{problemJSON: {Schema: d.schemaOf(reflect.TypeFor[wire.Problem]())}}
	return &huma.Response{Description: http.StatusText(status), Content: problem}
}

// parametersOf are the fields of a request that can stand in a query.
func (d *description) parametersOf(request reflect.Type) (all []*huma.Param) {
	schema, inQuery := huma.SchemaFromType(d.registry(), request), false
	for _, f := range operation.Fields(request) {
		if property := schema.Properties[f.Name]; operation.IsParameter(f.Type) {
			d.limitField(f, property)
			all = append(all, &huma.Param{Name: f.Name, In: "query", Description: property.Description, Required: !f.Optional, Explode: &inQuery, Schema: property})
		}
	}
	return all
}

// limit puts the server's limits into a request's schema.
func (d *description) limit(request reflect.Type) {
	for _, f := range operation.Fields(request) {
		d.limitField(f, d.resolved(d.schemaOf(request)).Properties[f.Name])
	}
}

func (d *description) limitField(f operation.Field, schema *huma.Schema) {
	if greatest, ifAbsent, ok := d.limits.Limit(f); ok {
		maximum := float64(greatest)
		schema.Maximum, schema.Default = &maximum, ifAbsent
	}
}

func (d *description) resolved(schema *huma.Schema) *huma.Schema {
	if schema.Ref != "" {
		return d.registry().SchemaFromRef(schema.Ref)
	}
	return schema
}

func (d *description) describeHealth() {
	for _, h := range health {
		o := &huma.Operation{
			Method: http.MethodGet, Path: "/" + h.name, OperationID: h.name,
			Summary: d.text("docs.op." + h.name + ".summary"), Description: d.text("docs.op." + h.name + ".about"),
			Tags: []string{tagOf("/" + h.name)},
			Responses: map[string]*huma.Response{"405": d.problemResponse(http.StatusMethodNotAllowed), "200": {
				Description: "OK",
				Content:     map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString, Const: "ok"}, Example: "ok"}},
			}},
		}
		if h.ready {
			o.Responses["503"] = d.problemResponse(http.StatusServiceUnavailable)
		}
		d.AddOperation(o)
	}
}

// inOrder is JSON with its fields in order, indented.
func (d *description) inOrder(t *testing.T) string {
	t.Helper()
	b, err := json.Marshal(d.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	var all any
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.UseNumber() // seeds and bounds beyond a float's precision
	if err := decoder.Decode(&all); err != nil {
		t.Fatal(err)
	}
	if b, err = json.MarshalIndent(all, "", "  "); err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

// The description that the program has is what huma makes of the types, and what a server makes
// of it is what huma would make for that server.
func TestDescriptionIsOfTheTypes(t *testing.T) {
	golden.Check(t, "openapi.json", newDescription(Config{}, true).inOrder(t))
	if golden.Update() {
		return // what is served is what was linked
	}
	for _, config := range []Config{testConfig(), {Version: "other", Limits: operation.Limits{Time: 4 * time.Second, Solutions: 3, Count: 1 << 63}}} {
		got := ask(t, newServer(config), "GET", "/openapi.json", "").body + "\n"
		if line, is, want := golden.Difference(got, newDescription(config, false).inOrder(t)); line > 0 {
			t.Errorf("version %s, line %d: %s, want %s", config.Version, line, is, want)
		}
	}
}
