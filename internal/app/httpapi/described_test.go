package httpapi

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"nonet/internal/app/engine"
	"nonet/internal/app/operation"
	"nonet/internal/check/golden"
	"nonet/message"
	"nonet/wire"
)

// textsOf returns the part of the catalogue's keys for the texts of an address. All streams
// share their texts, and all batches.
func textsOf(method, path, id string) string {
	if strings.HasSuffix(path, "/batch") {
		return "docs.op.batch"
	}
	if strings.HasSuffix(path, "/stream") {
		return "docs.op.stream." + strings.ToLower(method)
	}
	return "docs.op." + id
}

// descriptions caches the descriptions of servers.
var descriptions sync.Map

// englishDescription returns the server's description in English.
func (s *server) englishDescription() *openAPIDocument {
	if known, ok := descriptions.Load(s); ok {
		return known.(*openAPIDocument)
	}
	d := &openAPIDocument{}
	if err := json.Unmarshal([]byte(s.documentIn(message.English, "openapi.json")), d); err != nil {
		panic(err)
	}
	for _, path := range d.Paths {
		for method, o := range map[string]*pathOperation{http.MethodGet: path.Get, http.MethodPost: path.Post} {
			if o != nil {
				o.Method = method
				d.inlineReferences(o)
			}
		}
	}
	descriptions.Store(s, d)
	return d
}

// responsePlace is the prefix of a Ref to a shared response.
const responsePlace = "#/components/responses/"

// inlineReferences replaces references to shared parameters and responses.
func (d *openAPIDocument) inlineReferences(o *pathOperation) {
	for i, p := range o.Parameters {
		if name, ok := strings.CutPrefix(p.Ref, parameterPlace); ok {
			o.Parameters[i] = d.Components.Parameters[name]
		}
	}
	for status, r := range o.Responses {
		if name, ok := strings.CutPrefix(r.Ref, responsePlace); ok {
			o.Responses[status] = d.Components.Responses[name]
		}
	}
}

func englishText(key string, args ...any) string { return message.New(key, args...).String() }

// newDescription generates openapi.json from the types of requests and answers. It has the default limits and
// no examples. Texts are keys of the catalogue.
func newDescription() *openAPIDocument {
	d := &openAPIDocument{
		OpenAPI: "3.1.0",
		Info: map[string]any{
			"title": "Nonet", "version": "unknown", "description": "docs.intro", "contact": map[string]string{"name": "Nonet"},
			"license": map[string]string{"name": "Apache-2.0", "identifier": "Apache-2.0"},
		},
		Servers: []map[string]string{{"url": "/", "description": "docs.server"}},
		// The operator decides whether a server needs a token.
		Security: []map[string][]string{{}, {"token": {}}},
		Tags:     tags(),
		Paths:    map[string]*pathMethod{},
	}
	d.Components.Schemas = map[string]*typeSchema{}
	d.Components.Responses = map[string]*payload{}
	d.Components.Parameters = map[string]*parameter{}
	for _, p := range d.parametersOf(reflect.TypeFor[operation.Language]()) {
		d.Components.Parameters[p.Name] = p
	}
	d.Components.SecuritySchemes = map[string]map[string]string{"token": {"type": "http", "scheme": "bearer", "description": "docs.token"}}
	for _, op := range operation.All() {
		d.describe(op)
		if op.AcceptsLines() {
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

// groups holds the operations' tags, by the first part of their names; all others have "puzzles".
var groups = map[string][]string{
	"steps":   {"hint", "why", "explain", "steps", "grade", "techniques", "chapter", "practice"},
	"setting": {"generate", "minimise", "complete", "candidates", "daily"},
	"scores":  {"target"},
	"lab":     {"lab"},
	"canon":   {"canon", "iso", "catalog", "minimal", "unavoidable", "backdoor"},
	"texts":   {"parse", "export", "print"},
	"service": {"version", "healthz", "livez", "readyz"},
}

func tags() (all []map[string]string) {
	for _, name := range append([]string{"puzzles"}, slices.Sorted(maps.Keys(groups))...) {
		all = append(all, map[string]string{"name": name, "description": "docs.tag." + name})
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

// describe describes an operation. Its texts have keys docs.op.ID.
func (d *openAPIDocument) describe(op operation.Operation) {
	answer := map[string]*mediaType{"application/json": {Schema: d.schemaOf(op.Answer)}}
	o := &pathOperation{Method: methodOf(op), OperationID: op.ID()}
	d.addOperation(op, apiPath+op.Name, o, &payload{Description: "OK", Content: answer})
}

// describeStream describes the address at which an operation streams progress.
func (d *openAPIDocument) describeStream(op operation.Operation, method string) {
	schema := d.schemaOfParts("", op.Event, op.Answer)
	schema.Events = map[string]*typeSchema{"progress": d.schemaOf(op.Event), "result": d.schemaOf(op.Answer)}
	o := &pathOperation{Method: method, OperationID: op.ID() + "-stream"}
	if method == http.MethodGet {
		o.OperationID += "-get"
		o.Parameters = d.parametersOf(op.Request)
	}
	d.addOperation(op, apiPath+op.Name+"/stream", o, &payload{Description: "docs.op.stream.events", Content: map[string]*mediaType{"text/event-stream": {Schema: schema}}})
}

// schemaOfParts describes a text that consists of JSON in lines or events.
func (d *openAPIDocument) schemaOfParts(about string, types ...reflect.Type) *typeSchema {
	part := &typeSchema{}
	for _, t := range types {
		part.AnyOf = append(part.AnyOf, d.schemaOf(t))
	}
	return &typeSchema{Type: "string", Description: about, ContentMediaType: "application/json", ContentSchema: part}
}

// describeBatch describes the address at which an operation answers many requests.
func (d *openAPIDocument) describeBatch(op operation.Operation) {
	lines := func(about string, types ...reflect.Type) map[string]*mediaType {
		return map[string]*mediaType{lineJSON: {Schema: d.schemaOfParts(about, types...)}}
	}
	o := &pathOperation{Method: http.MethodPost, OperationID: op.ID() + "-batch"}
	for _, p := range d.parametersOf(op.Request) {
		if p.Name != "puzzle" {
			o.Parameters = append(o.Parameters, p)
		}
	}
	o.RequestBody = &payload{Required: true, Content: lines("docs.op.batch.requests", reflect.TypeFor[string](), op.Request)}
	const about = "docs.op.batch.answers"
	d.addOperation(op, apiPath+op.Name+"/batch", o, &payload{Description: about, Content: lines(about, op.Answer, reflect.TypeFor[wire.Problem]())})
}

// parameterPlace is the prefix of a Ref to a shared parameter.
const parameterPlace = "#/components/parameters/"

// addOperation adds what all operations have in common, and those with POST.
func (d *openAPIDocument) addOperation(op operation.Operation, path string, o *pathOperation, ok *payload) {
	var shared []*parameter
	for _, name := range slices.Sorted(maps.Keys(d.Components.Parameters)) {
		shared = append(shared, &parameter{Ref: parameterPlace + name})
	}
	o.Parameters = append(shared, o.Parameters...)
	var refusals []int
	if o.Method == http.MethodPost {
		if o.RequestBody == nil {
			body := map[string]*mediaType{"application/json": {Schema: d.schemaOf(op.Request)}}
			o.RequestBody = &payload{Required: true, Content: body}
			for _, f := range operation.Fields(op.Request) {
				setDefaultLimits(f, d.resolveSchema(d.schemaOf(op.Request)).Properties[f.Name])
			}
		}
		refusals = []int{http.StatusBadRequest, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType}
	}
	texts := textsOf(o.Method, path, o.OperationID)
	o.Summary, o.Description = texts+".summary", texts+".about"
	o.Responses = map[string]*payload{"200": ok}
	for _, status := range append(refusals, http.StatusUnprocessableEntity, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusServiceUnavailable) {
		o.Responses[strconv.Itoa(status)] = d.problemResponse(status)
	}
	d.add(path, o)
}

func (d *openAPIDocument) add(path string, o *pathOperation) {
	o.Tags = []string{tagOf(path)}
	item := d.Paths[path]
	if item == nil {
		item = &pathMethod{}
		d.Paths[path] = item
	}
	if o.Method == http.MethodGet {
		item.Get = o
	} else {
		item.Post = o
	}
}

// problemResponse returns a reference to the response for a status, and adds that to the
// document.
func (d *openAPIDocument) problemResponse(status int) *payload {
	text := http.StatusText(status)
	name := strings.ReplaceAll(text, " ", "")
	problem := map[string]*mediaType{problemJSON: {Schema: d.schemaOf(reflect.TypeFor[wire.Problem]())}}
	d.Components.Responses[name] = &payload{Description: text, Content: problem}
	return &payload{Ref: responsePlace + name}
}

// parametersOf returns the fields of a request that can be query parameters.
func (d *openAPIDocument) parametersOf(request reflect.Type) (all []*parameter) {
	for _, f := range operation.Fields(request) {
		if operation.IsParameter(f.Type) {
			schema := d.fieldSchema(f)
			setDefaultLimits(f, schema)
			all = append(all, &parameter{Name: f.Name, In: "query", Description: schema.Description, Required: !f.Optional, Explode: new(bool), Schema: schema})
		}
	}
	return all
}

// setDefaultLimits sets the default limits in a field's schema.
func setDefaultLimits(f operation.Field, schema *typeSchema) {
	if greatest, ifAbsent, ok := (operation.Limits{}).WithDefaults().FieldLimit(f); ok {
		maximum := float64(greatest)
		schema.Maximum, schema.Default = &maximum, ifAbsent
	}
}

func (d *openAPIDocument) describeHealth() {
	for _, h := range health {
		o := &pathOperation{
			Method: http.MethodGet, OperationID: h.name, Summary: "docs.op." + h.name + ".summary", Description: "docs.op." + h.name + ".about",
			Responses: map[string]*payload{"405": d.problemResponse(http.StatusMethodNotAllowed), "200": {
				Description: "OK",
				Content:     map[string]*mediaType{"text/plain": {Schema: &typeSchema{Type: "string", Const: "ok"}, Example: "ok"}},
			}},
		}
		if h.ready {
			o.Responses["503"] = d.problemResponse(http.StatusServiceUnavailable)
		}
		d.add("/"+h.name, o)
	}
}

// inOrder returns JSON with sorted fields, one per line.
func inOrder(t *testing.T, document any) string {
	t.Helper()
	b, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = json.MarshalIndent(parseJSON(b), "", "  "); err != nil {
		t.Fatal(err)
	}
	return string(b) + "\n"
}

// The embedded documents are generated from the types and the texts. A server's documents have that server's limits and
// version; the rest is the same.
func TestDescriptionIsOfTheTypes(t *testing.T) {
	golden.Check(t, "testdata/openapi.json", inOrder(t, newDescription()))
	packed, err := engine.Decompress(packedDocs)
	if documents := packedDocuments(); golden.IsUpdating() {
		if string(packed) != documents {
			golden.Write(t, "docs.br", string(engine.Compress([]byte(documents))))
		}
		return // the embedded documents were linked before the update
	} else if err != nil || string(packed) != documents {
		t.Fatalf("docs.br is older than the types, the texts or the examples; -update writes it, and after it the API's other files (%v)", err)
	}
	limits := operation.Limits{Time: 4 * time.Second, Solutions: 3, Count: 1 << 53}
	s := newServer(Config{Version: "other", Limits: limits})
	limits = limits.WithDefaults()
	d := s.englishDescription()
	for _, op := range operation.All() {
		for _, f := range operation.Fields(op.Request) {
			greatest, ifAbsent, ok := limits.FieldLimit(f)
			if !ok {
				continue
			}
			if p := d.Components.Schemas[op.Request.Name()].Properties[f.Name]; *p.Maximum != float64(greatest) || p.Default != float64(ifAbsent) {
				t.Errorf("%s.%s: at most %v, else %v", op.Name, f.Name, *p.Maximum, p.Default)
			}
		}
	}
	served := sendRequest(t, s, "GET", "/openapi.json", "").body
	if key := regexp.MustCompile(`"docs\.[^"]*"`).FindString(served); key != "" {
		t.Errorf("a key stands for its text: %s", key)
	}
	if d.Info["version"] != "other" {
		t.Errorf("version %v", d.Info["version"])
	}
}
