package httpapi

import (
	"bytes"
	"cmp"
	"compress/flate"
	"embed"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

var (
	//go:embed docs/docs.css
	docsStyle []byte
	//go:embed docs/fields.zh-CN.json
	fieldsInChinese []byte
)

// translatedFields maps the English descriptions of fields to the Chinese descriptions. The
// English texts are in Go next to the fields, the translations in a file of this package.
var translatedFields = sync.OnceValue(func() (all map[string]string) {
	if err := json.Unmarshal(fieldsInChinese, &all); err != nil {
		panic("httpapi: the embedded translations: " + err.Error())
	}
	return all
})

// exampleHost stands for this server's address in the examples.
const exampleHost = "http://127.0.0.1:8080"

// docOperation is an operation in the form that the page shows.
type docOperation struct {
	ID, Method, Path string
	Summary, About   string
	Parameters       []docField
	RequestAbout     string // about the lines of a request
	Request          []docField
	Curl             string
	Answer           string // media type
	AnswerAbout      string
	Response         []docField
	Events           []docEvent
	Example          string
	Statuses         []string
}

type docEvent struct {
	Name   string
	Fields []docField
}

// docField is a field or parameter. Name is its path, such as contradictions[].cells.
type docField struct {
	Name, Type, About string
	Bounds            []string
	Default           string
	Required          bool
}

type docProblem struct {
	Code          wire.ProblemCode
	Status        int
	Title, Detail string
}

// document has the parts of the API's description that the page shows.
type document struct {
	Paths      map[string]map[string]*describedAt
	Components struct {
		Schemas    map[string]*schema
		Parameters map[string]shownParameter
	}
}

// parameterPlace is the prefix of a Ref to a shared parameter.
const parameterPlace = "#/components/parameters/"

type shownParameter struct {
	Ref               string `json:"$ref"`
	Name, Description string
	Required          bool
	Schema            *schema
}

// describedAt is the description of one address and method.
type describedAt struct {
	OperationID, Summary, Description string
	Parameters                        []shownParameter
	RequestBody                       *struct{ Content map[string]content }
	Responses                         map[string]struct{ Content map[string]content }
}

type content struct {
	Schema  *schema
	Example any
}

type schema struct {
	Ref                string `json:"$ref"`
	Type               typeName
	Description        string
	Default            any
	Minimum, Maximum   *float64
	MinItems, MaxItems *int
	Enum               []any
	Items              *schema
	Properties         map[string]*schema
	Required           []string
	Events             map[string]*schema `json:"x-events"`
}

// typeName is a JSON type, without a "null" alternative.
type typeName string

func (n *typeName) UnmarshalJSON(text []byte) error {
	if text[0] != '[' {
		return json.Unmarshal(text, (*string)(n))
	}
	var names []string
	err := json.Unmarshal(text, &names)
	for _, name := range slices.Backward(names) {
		if name != "null" {
			*n = typeName(name)
		}
	}
	return err
}

// docOperations returns the operations in the form that the page shows.
func (s *server) docOperations(lang message.Lang) []docOperation {
	text := func(key string, args ...any) string { return message.New(key, args...).In(lang) }
	var d document
	decoder := json.NewDecoder(bytes.NewReader(s.descriptionIn(lang)))
	decoder.UseNumber()
	if err := decoder.Decode(&d); err != nil {
		panic("httpapi: the documentation: " + err.Error())
	}
	var operations []docOperation
	for _, a := range s.addresses {
		if is := d.Paths[a.path][strings.ToLower(a.method)]; is != nil {
			operations = append(operations, d.docOf(a, is, text))
		}
	}
	return operations
}

func (d *document) docOf(a address, is *describedAt, text func(string, ...any) string) docOperation {
	o := docOperation{ID: is.OperationID, Method: a.method, Path: a.path, Summary: is.Summary, About: is.Description}
	for _, p := range is.Parameters {
		if name, ok := strings.CutPrefix(p.Ref, parameterPlace); ok {
			p = d.Components.Parameters[name]
		}
		f := fieldOf(p.Name, p.Schema, p.Required)
		f.About = p.Description
		o.Parameters = append(o.Parameters, f)
	}
	o.Curl = "curl " + exampleHost + a.path
	if is.RequestBody != nil {
		if body, ok := is.RequestBody.Content["application/json"]; ok {
			o.Request = d.fieldsOf(body.Schema, "")
			o.Curl = fmt.Sprintf("curl %s%s \\\n  -H 'Content-Type: application/json' \\\n  -d '%s'", exampleHost, a.path, compactJSON([]byte(a.op.Example)))
		} else {
			o.RequestAbout = text("docs.op.batch.requests")
			o.Curl = fmt.Sprintf("curl %s%s \\\n  -H 'Content-Type: %s' \\\n  --data-binary @puzzles.txt", exampleHost, a.path, lineJSON)
		}
	}
	for _, status := range slices.Sorted(maps.Keys(is.Responses)) {
		response := is.Responses[status]
		if status != "200" {
			o.Statuses = append(o.Statuses, status)
			continue
		}
		for kind, content := range response.Content {
			o.Answer = kind
			switch kind {
			case "application/json":
				o.Response = d.fieldsOf(content.Schema, "")
				if example := answerExample(a.op); example != nil {
					o.Example = indentJSON(example)
				}
			case lineJSON:
				o.AnswerAbout = text("docs.op.batch.answers")
			case "text/event-stream":
				if is.RequestBody == nil {
					o.Curl = fmt.Sprintf("curl '%s%s?puzzle=%s'", exampleHost, a.path, url.QueryEscape(examplePuzzle))
				}
				o.Curl = strings.Replace(o.Curl, "curl ", "curl -N ", 1)
				o.AnswerAbout = text("docs.op.stream.events")
				for _, name := range []string{"progress", "result"} {
					o.Events = append(o.Events, docEvent{name, d.fieldsOf(content.Schema.Events[name], "")})
				}
			default:
				o.Example = fmt.Sprint(content.Example)
			}
		}
	}
	return o
}

// examplePuzzle is a puzzle by Arto Inkala, with which the page opens too.
const examplePuzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func compactJSON(example []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, example); err != nil {
		panic("httpapi: an embedded example: " + err.Error())
	}
	return b.String()
}

// flat returns a regular expression. It matches a list or object over several lines that contains neither
// lists nor objects.
var flat = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\[{]\n\s*([^][{}]*?)\n\s*[\]}]`) })

// indentJSON formats JSON with one field per line. Short lists and objects of plain values stay
// on one line.
func indentJSON(text json.RawMessage) string {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		panic("httpapi: an embedded example: " + err.Error())
	}
	const small = 64
	return flat().ReplaceAllStringFunc(b.String(), func(part string) string {
		open, end := part[:1], part[len(part)-1:]
		lines := strings.Split(strings.Trim(part[1:len(part)-1], "\n "), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimSpace(line)
		}
		if one := open + strings.Join(lines, " ") + end; open == "[" || len(one) <= small {
			return one
		}
		return part
	})
}

// fieldsOf returns the fields of an object and, with a prefix, of the objects in it.
func (d *document) fieldsOf(schema *schema, prefix string) []docField {
	schema = d.resolve(schema)
	var all []docField
	// Required fields come first, in the order of the Go struct. For the others that order is lost,
	// so they are sorted.
	optional := slices.DeleteFunc(slices.Sorted(maps.Keys(schema.Properties)), func(name string) bool {
		return slices.Contains(schema.Required, name)
	})
	for _, name := range slices.Concat(schema.Required, optional) {
		property := schema.Properties[name]
		f := fieldOf(prefix+name, property, slices.Contains(schema.Required, name))
		all = append(all, f)
		inner, below := d.resolve(property), prefix+name+"."
		if inner.Type == "array" {
			inner, below = d.resolve(inner.Items), prefix+name+"[]."
		}
		if inner.Type == "object" {
			all = append(all, d.fieldsOf(inner, below)...)
		}
	}
	return all
}

func (d *document) resolve(schema *schema) *schema {
	if schema.Ref != "" {
		return d.Components.Schemas[schema.Ref[strings.LastIndexByte(schema.Ref, '/')+1:]]
	}
	return schema
}

func fieldOf(name string, schema *schema, required bool) docField {
	f := docField{Name: name, Type: string(schema.Type), About: schema.Description, Required: required}
	if schema.Ref != "" {
		f.Type = "object"
	}
	if schema.Default != nil {
		f.Default = fmt.Sprint(schema.Default)
	}
	bounded := schema
	if schema.Type == "array" {
		bounded = schema.Items
		inner := string(bounded.Type)
		if bounded.Ref != "" {
			inner = "object"
		}
		f.Type = inner + "[]"
		switch {
		case schema.MinItems != nil && schema.MaxItems != nil && *schema.MinItems == *schema.MaxItems:
			f.Bounds = append(f.Bounds, fmt.Sprintf("[%d]", *schema.MaxItems))
		case schema.MaxItems != nil:
			f.Bounds = append(f.Bounds, fmt.Sprintf("[≤ %d]", *schema.MaxItems))
		}
	}
	number := func(v float64) string { return fmt.Sprintf("%.0f", v) }
	switch {
	case bounded.Minimum != nil && bounded.Maximum != nil:
		f.Bounds = append(f.Bounds, number(*bounded.Minimum)+" – "+number(*bounded.Maximum))
	case bounded.Maximum != nil:
		f.Bounds = append(f.Bounds, "≤ "+number(*bounded.Maximum))
	case bounded.Minimum != nil:
		f.Bounds = append(f.Bounds, "≥ "+number(*bounded.Minimum))
	}
	for _, v := range bounded.Enum {
		f.Bounds = append(f.Bounds, fmt.Sprint(v))
	}
	return f
}

var (
	// openAPI is the compressed description of the API with the default limits and without examples. It
	// has keys of the catalogue in place of texts. A test generates it from the types of requests and
	// answers, together with testdata/openapi.json, which people can read. Compressed, it has a tenth
	// of the size.
	//
	//go:embed openapi.deflate
	openAPI []byte
	// examples has the answers to the example requests of the operations; a test checks them.
	//
	//go:embed examples/*.json
	examples embed.FS
)

const apiPath = "/api/v1/"

// address is a method and path of the API: one of the up to three ways to call an operation.
type address struct {
	method, path string
	op           operation.Operation // zero for the health checks
}

// object is a JSON object.
type object = map[string]any

// objectAt returns the object at a path of names within o, or nil.
func objectAt(o object, names ...string) object {
	for _, name := range names {
		o, _ = o[name].(object)
	}
	return o
}

// inflate decompresses an embedded file.
func inflate(b []byte) []byte {
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	if err != nil {
		panic("httpapi: openapi.deflate: " + err.Error()) // cannot happen in a correct build
	}
	return b
}

// descriptionIn returns the description of this server's API, as JSON, in a language.
func (s *server) descriptionIn(lang message.Lang) []byte {
	document := parseJSON(inflate(openAPI)).(object)
	translate(document, lang)
	objectAt(document, "info")["version"] = s.config.Version
	schemas := objectAt(document, "components", "schemas")
	for _, a := range s.addresses {
		o := objectAt(document, "paths", a.path, strings.ToLower(a.method))
		if o == nil {
			continue // the operation is newer than the file; a test reports that
		}
		appendScope(a.op, "", o, lang)
		parameters, _ := o["parameters"].([]any)
		for _, p := range parameters {
			name, ok := p.(object)["name"].(string)
			if !ok {
				continue // a reference to a shared parameter
			}
			appendScope(a.op, name, p.(object), lang)
			s.limitField(a.op, name, objectAt(p.(object), "schema"))
		}
		switch {
		case a.op.Request == nil:
		case strings.HasSuffix(a.path, "/batch"):
			objectAt(o, "requestBody", "content", lineJSON)["example"] = batchExample(a.op)
		case !strings.HasSuffix(a.path, "/stream"):
			// An answer without a file is too long to show; a test checks which these are.
			if example := answerExample(a.op); example != nil {
				objectAt(o, "responses", "200", "content", "application/json")["example"] = parseJSON(example)
			}
		}
		if body := objectAt(o, "requestBody", "content", "application/json"); body != nil {
			body["example"] = parseJSON([]byte(a.op.Example))
			ref, _ := objectAt(body, "schema")["$ref"].(string)
			for name, property := range objectAt(schemas, ref[strings.LastIndexByte(ref, '/')+1:], "properties") {
				appendScope(a.op, name, property.(object), lang)
				s.limitField(a.op, name, property.(object))
			}
		}
	}
	b, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		panic("httpapi: the description: " + err.Error())
	}
	return b
}

// limitField sets the maximum and default of a field in a request's schema to the server's limits.
func (s *server) limitField(op operation.Operation, name any, schema object) {
	if op.Request == nil {
		return
	}
	for _, f := range operation.Fields(op.Request) {
		if greatest, ifAbsent, ok := s.config.Limits.Limit(f); ok && f.Name == name {
			schema["maximum"], schema["default"] = float64(greatest), ifAbsent
		}
	}
}

// appendScope appends the scope to the description of an operation or of a request's field: the puzzles for which it
// is available.
func appendScope(op operation.Operation, field string, described object, lang message.Lang) {
	c, ok := operation.OperationCapability(op.Name, field)
	if !ok || op.Request == nil || c.For == operation.AnyPuzzle {
		return
	}
	text, _ := described["description"].(string)
	key := "capability.only"
	if field == "" {
		key = "capability.takes"
	}
	add := message.New(key, "puzzles", c.For.Message()).In(lang)
	if !strings.HasSuffix(text, add) { // the schema may be shared by several addresses
		described["description"] = text + add
	}
}

// parseJSON returns the value of an embedded JSON text.
func parseJSON(text []byte) (v any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // seeds and limits exceed a float's precision
	if err := decoder.Decode(&v); err != nil {
		panic("httpapi: an embedded text: " + err.Error())
	}
	return v
}

// translate replaces, within part, the catalogue's keys and the English descriptions of fields by
// texts in lang.
func translate(part any, lang message.Lang) {
	switch part := part.(type) {
	case []any:
		for _, inner := range part {
			translate(inner, lang)
		}
	case object:
		for key, inner := range part {
			text, is := inner.(string)
			switch {
			case key == "example":
			case is && (key == "description" || key == "summary"):
				part[key] = translateFieldText(text, lang)
			default:
				translate(inner, lang)
			}
		}
	}
}

func translateFieldText(text string, lang message.Lang) string {
	if strings.HasPrefix(text, "docs.") {
		return message.New(text).In(lang)
	}
	if lang == message.Chinese {
		return cmp.Or(translatedFields()[text], text)
	}
	return text
}

// batchExample returns example lines to send to an operation's batch address.
func batchExample(op operation.Operation) string {
	return compactJSON([]byte(op.Example)) + "\n\"" + examplePuzzle + "\"\n" + examplePuzzle + "\n"
}

// answerExample returns the operation's answer to its example request, or nil if it is too long
// to show.
func answerExample(op operation.Operation) []byte {
	b, err := examples.ReadFile("examples/" + op.ID() + ".json")
	if err != nil {
		return nil
	}
	return b
}
