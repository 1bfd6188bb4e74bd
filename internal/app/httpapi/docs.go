package httpapi

import (
	"bytes"
	"cmp"
	"compress/flate"
	"embed"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"sync"

	"nonet/internal/app/operation"
	"nonet/internal/app/page"
	"nonet/message"
)

var (
	//go:embed docs/docs.css
	docsStyle []byte
	//go:embed docs/fields.zh-CN.json
	fieldsInChinese []byte
)

// translatedFields maps the English descriptions of fields, which are in the Go code, to the Chinese descriptions in a
// file of this package.
var translatedFields = sync.OnceValue(func() (all map[string]string) {
	if err := json.Unmarshal(fieldsInChinese, &all); err != nil {
		panic("httpapi: the embedded translations: " + err.Error())
	}
	return all
})

// examplePuzzle is a puzzle by Arto Inkala. The page also shows it at the start.
const examplePuzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

func compactJSON(example []byte) string {
	var b bytes.Buffer
	if err := json.Compact(&b, example); err != nil {
		panic("httpapi: an embedded example: " + err.Error())
	}
	return b.String()
}

// flat matches a list or object of several lines without an inner list or object.
var flat = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\[{]\n\s*([^][{}]*?)\n\s*[\]}]`) })

// indentJSON formats JSON with one field per line. It writes a short list or object without inner ones on one line.
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

var (
	// openAPI describes the API with the default limits, without examples, and with keys of the catalogue
	// instead of texts. A test generates it from the types of requests and answers, together with
	// testdata/openapi.json for people. Compressed, it has a tenth of the size.
	//go:embed openapi.deflate
	openAPI []byte
	// examples holds the answers to the operations' example requests; a test checks them.
	//
	//go:embed examples/*.json
	examples embed.FS
)

const apiPath = "/api/v1/"

// address is a method and a path of the API. An operation has one, two or three addresses.
type address struct {
	method, path string
	op           operation.Operation // the zero Operation for health checks
}

// object is a JSON object in the API's OpenAPI description.
type object = map[string]any

// objectAt returns the object that names lead to, from o inwards, or nil.
func objectAt(o object, names ...string) object {
	for _, name := range names {
		o, _ = o[name].(object)
	}
	return o
}

func decompress(b []byte) []byte {
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	if err != nil {
		panic("httpapi: openapi.deflate: " + err.Error()) // impossible, because the build contains a valid file
	}
	return b
}

func (s *server) descriptionIn(lang message.Lang) object {
	document := parseJSON(decompress(openAPI)).(object)
	translate(document, lang)
	objectAt(document, "info")["version"] = s.config.Version
	schemas := objectAt(document, "components", "schemas")
	for _, a := range s.addresses {
		o := objectAt(document, "paths", a.path, strings.ToLower(a.method))
		if o == nil {
			continue // the file lacks a newer operation; a test reports this
		}
		appendScope(a.op, "", o, lang)
		parameters, _ := o["parameters"].([]any)
		for _, p := range parameters {
			name, ok := p.(object)["name"].(string)
			if !ok {
				continue // skip a reference to a shared parameter
			}
			appendScope(a.op, name, p.(object), lang)
			s.limitField(a.op, name, objectAt(p.(object), "schema"))
		}
		switch {
		case a.op.Request == nil:
		case strings.HasSuffix(a.path, "/batch"):
			objectAt(o, "requestBody", "content", lineJSON)["example"] = batchExample(a.op)
		case !strings.HasSuffix(a.path, "/stream"):
			// Some answers are too long to show, so they have no file. A test lists them.
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
	return document
}

func (s *server) serveDescription() {
	s.serveInLanguages("GET /openapi.json", func(lang message.Lang) *page.File {
		b, err := json.MarshalIndent(s.descriptionIn(lang), "", "  ")
		if err != nil {
			panic("httpapi: the description: " + err.Error())
		}
		return page.NewFile("openapi.json", b)
	})
}

// limitField writes the server's limits into the schema of a request's field, as its maximum and default.
func (s *server) limitField(op operation.Operation, name any, schema object) {
	if op.Request == nil {
		return
	}
	for _, f := range operation.Fields(op.Request) {
		if greatest, ifAbsent, ok := s.config.Limits.FieldLimit(f); ok && f.Name == name {
			schema["maximum"], schema["default"] = greatest, ifAbsent
		}
	}
}

// appendScope adds a text to the description of an operation or of a field of its request. The text names the puzzles
// that the operation or the field accepts.
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
	if !strings.HasSuffix(text, add) { // addresses that share the schema must not add the text twice
		described["description"] = text + add
	}
}

func parseJSON(text []byte) (v any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // seeds and limits may be too large for a float to be exact
	if err := decoder.Decode(&v); err != nil {
		panic("httpapi: an embedded text: " + err.Error())
	}
	return v
}

// translate replaces texts in part of the description by texts in lang: keys of the catalogue, and English descriptions
// of fields.
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

// batchExample returns example requests, one per line, for an operation's batch address.
func batchExample(op operation.Operation) string {
	return compactJSON([]byte(op.Example)) + "\n\"" + examplePuzzle + "\"\n" + examplePuzzle + "\n"
}

// answerExample returns the JSON answer to op.Example, or nil if it is too long to show.
func answerExample(op operation.Operation) []byte {
	b, err := examples.ReadFile("examples/" + op.ID() + ".json")
	if err != nil {
		return nil
	}
	return b
}
