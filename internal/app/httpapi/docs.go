package httpapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"nonet/internal/app/page"
	"nonet/message"
	"nonet/wire"
)

var (
	//go:embed docs/docs.html
	docsPage string
	//go:embed docs/docs.css
	docsStyle []byte
	//go:embed docs/fields.zh-CN.json
	fieldsInChinese []byte
)

// aboutIn is what a field is, in a language: its English words stand in Go where
// it is declared, their translations in a file of this package.
func aboutIn(lang message.Lang) func(english string) string {
	if lang != message.Chinese {
		return func(english string) string { return english }
	}
	translations := translatedFields()
	return func(english string) string { return cmp.Or(translations[english], english) }
}

var translatedFields = sync.OnceValue(func() (all map[string]string) {
	if err := json.Unmarshal(fieldsInChinese, &all); err != nil {
		panic("httpapi: the embedded translations: " + err.Error())
	}
	return all
})

// exampleHost stands in the examples for wherever this server is.
const exampleHost = "http://127.0.0.1:8080"

// docOperation is one operation as the page shows it.
type docOperation struct {
	ID, Method, Path string
	Summary, About   string
	Parameters       []docField
	RequestAbout     string // of lines
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

// docField is one field or parameter; Name is its path: contradictions[].cells.
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

// serveDocs makes a page for people from the description, once for each language.
func (s *server) serveDocs() {
	s.serveInLanguages("GET /docs", func(lang message.Lang) *page.File { return page.NewFile("docs.html", s.docs(lang)) })
	s.serveFile("GET /docs/docs.css", page.NewFile("docs.css", docsStyle), revalidate)
}

func (s *server) docs(lang message.Lang) []byte {
	text := func(key string, args ...any) string { return message.New(key, args...).In(lang) }
	var operations []docOperation
	for _, path := range s.paths {
		item := s.api.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post} {
			if op != nil {
				operations = append(operations, s.docOf(op, text))
			}
		}
	}
	var problems []docProblem
	for _, c := range wire.ProblemCodes() {
		p := wire.NewProblem(c, lang)
		problems = append(problems, docProblem{c, p.Status, p.Title, text("docs.problem." + string(c))})
	}
	var b bytes.Buffer
	page := template.Must(template.New("docs").Funcs(template.FuncMap{"text": text, "about": aboutIn(lang)}).Parse(docsPage))
	err := page.Execute(&b, map[string]any{
		"Lang": lang, "Langs": message.Langs(), "Version": s.config.Version, "Host": exampleHost,
		"Operations": operations, "Problems": problems,
	})
	if err != nil {
		panic("httpapi: the documentation: " + err.Error())
	}
	return b.Bytes()
}

func (s *server) docOf(op *huma.Operation, text func(string, ...any) string) docOperation {
	d := docOperation{
		ID: op.OperationID, Method: op.Method, Path: op.Path,
		Summary: text(textsOf(op) + ".summary"), About: text(textsOf(op) + ".about"),
	}
	for _, p := range op.Parameters {
		f := fieldOf(p.Name, p.Schema, p.Required)
		f.About = p.Description
		d.Parameters = append(d.Parameters, f)
	}
	d.Curl = "curl " + exampleHost + op.Path
	if op.RequestBody != nil {
		body := op.RequestBody.Content["application/json"]
		if body == nil {
			d.RequestAbout = text("docs.op.batch.requests")
			d.Curl = fmt.Sprintf("curl %s%s \\\n  -H 'Content-Type: %s' \\\n  --data-binary @puzzles.txt", exampleHost, op.Path, lineJSON)
		} else {
			d.Request = s.fieldsOf(body.Schema, "")
			d.Curl = fmt.Sprintf("curl %s%s \\\n  -H 'Content-Type: application/json' \\\n  -d '%s'", exampleHost, op.Path, compact(body.Example))
		}
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		response := op.Responses[status]
		if status != "200" {
			d.Statuses = append(d.Statuses, status)
			continue
		}
		for kind, content := range response.Content {
			d.Answer = kind
			switch kind {
			case "application/json":
				d.Response = s.fieldsOf(content.Schema, "")
				if example, ok := content.Example.(json.RawMessage); ok {
					d.Example = indented(example)
				}
			case lineJSON:
				d.AnswerAbout = text("docs.op.batch.answers")
			case "text/event-stream":
				if op.RequestBody == nil {
					d.Curl = fmt.Sprintf("curl '%s%s?puzzle=%s'", exampleHost, op.Path, url.QueryEscape(examplePuzzle))
				}
				d.Curl = strings.Replace(d.Curl, "curl ", "curl -N ", 1)
				d.AnswerAbout = text("docs.op.stream.events")
				events := content.Schema.Extensions["x-events"].(map[string]any)
				for _, name := range []string{"progress", "result"} {
					d.Events = append(d.Events, docEvent{name, s.fieldsOf(events[name].(*huma.Schema), "")})
				}
			default:
				d.Example = fmt.Sprint(content.Example)
			}
		}
	}
	return d
}

// examplePuzzle is Inkala's, with which the page opens too.
const examplePuzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func compact(example any) string {
	var b bytes.Buffer
	if err := json.Compact(&b, example.(json.RawMessage)); err != nil {
		panic("httpapi: an embedded example: " + err.Error())
	}
	return b.String()
}

// flat matches a list that holds no lists or objects, spread over lines.
var flat = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\[{]\n\s*([^][{}]*?)\n\s*[\]}]`) })

// indented is JSON with one field a line, and lists of plain values and small
// objects of them on one.
func indented(text json.RawMessage) string {
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

// fieldsOf are an object's fields and those of the objects in it.
func (s *server) fieldsOf(schema *huma.Schema, prefix string) []docField {
	schema = s.resolved(schema)
	var all []docField
	// The order of the Go struct, which huma keeps in the required list only,
	// is lost: required fields come first.
	optional := slices.DeleteFunc(slices.Sorted(maps.Keys(schema.Properties)), func(name string) bool {
		return slices.Contains(schema.Required, name)
	})
	for _, name := range slices.Concat(schema.Required, optional) {
		property := schema.Properties[name]
		f := fieldOf(prefix+name, property, slices.Contains(schema.Required, name))
		all = append(all, f)
		inner, below := s.resolved(property), prefix+name+"."
		if inner.Type == huma.TypeArray {
			inner, below = s.resolved(inner.Items), prefix+name+"[]."
		}
		if inner.Type == huma.TypeObject {
			all = append(all, s.fieldsOf(inner, below)...)
		}
	}
	return all
}

func (s *server) resolved(schema *huma.Schema) *huma.Schema {
	if schema.Ref != "" {
		return s.registry().SchemaFromRef(schema.Ref)
	}
	return schema
}

func fieldOf(name string, schema *huma.Schema, required bool) docField {
	f := docField{Name: name, Type: schema.Type, About: schema.Description, Required: required}
	if schema.Ref != "" {
		f.Type = huma.TypeObject
	}
	if schema.Default != nil {
		f.Default = fmt.Sprint(schema.Default)
	}
	bounded := schema
	if schema.Type == huma.TypeArray {
		bounded = schema.Items
		inner := bounded.Type
		if bounded.Ref != "" {
			inner = huma.TypeObject
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
