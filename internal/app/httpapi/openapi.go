package httpapi

import (
	"bytes"
	"cmp"
	"compress/flate"
	"embed"
	"encoding/json"
	"io"
	"strings"

	"nonet/internal/app/operation"
	"nonet/internal/app/page"
	"nonet/message"
)

var (
	// openAPI is the API's description for the usual limits, without examples, and with the keys of the
	// catalogue's texts for these: a test writes it from the types of requests and answers, and beside it
	// testdata/openapi.json, which people read. Deflated it takes a tenth.
	//
	//go:embed openapi.deflate
	openAPI []byte
	// examples are the answers to the examples of the table; a test compares them.
	//
	//go:embed examples/*.json
	examples embed.FS
)

const apiPath = "/api/v1/"

// address is one at which something can be asked, by one method: an operation in one of its three ways.
type address struct {
	method, path string
	op           operation.Operation // none of those that tell whether the server is well
}

// textsOf is the part of the catalogue's keys that the texts of an address have; all streams
// have the same, and so have all batches.
func textsOf(method, path, id string) string {
	if strings.HasSuffix(path, "/batch") {
		return "docs.op.batch"
	}
	if strings.HasSuffix(path, "/stream") {
		return "docs.op.stream." + strings.ToLower(method)
	}
	return "docs.op." + id
}

// object is JSON's.
type object = map[string]any

// in is what stands in an object, below these names; nil where nothing does.
func in(o object, names ...string) object {
	for _, name := range names {
		o, _ = o[name].(object)
	}
	return o
}

func (s *server) serveDescription() {
	s.serveInLanguages("GET /openapi.json", func(lang message.Lang) *page.File { return page.NewFile("openapi.json", s.descriptionIn(lang)) })
}

// inflated is what a test deflated.
func inflated(b []byte) []byte {
	b, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
	if err != nil {
		panic("httpapi: openapi.deflate: " + err.Error()) // a build's fault
	}
	return b
}

// descriptionIn is this server's description with its texts in a language.
func (s *server) descriptionIn(lang message.Lang) []byte {
	document := parsed(inflated(openAPI)).(object)
	translate(document, lang)
	in(document, "info")["version"] = s.config.Version
	schemas := in(document, "components", "schemas")
	for _, a := range s.addresses {
		o := in(document, "paths", a.path, strings.ToLower(a.method))
		if o == nil {
			continue // an operation that is newer than the file, which a test tells
		}
		scope(a.op, "", o, lang)
		parameters, _ := o["parameters"].([]any)
		for _, p := range parameters {
			name, ok := p.(object)["name"].(string)
			if !ok {
				continue // it refers to one that all operations share
			}
			scope(a.op, name, p.(object), lang)
			s.limit(a.op, name, in(p.(object), "schema"))
		}
		switch {
		case a.op.Request == nil:
		case strings.HasSuffix(a.path, "/batch"):
			in(o, "requestBody", "content", lineJSON)["example"] = batchExample(a.op)
		case !strings.HasSuffix(a.path, "/stream"):
			// One without the file is too long to be shown, as a test says.
			if example := answerExample(a.op); example != nil {
				in(o, "responses", "200", "content", "application/json")["example"] = parsed(example)
			}
		}
		if body := in(o, "requestBody", "content", "application/json"); body != nil {
			body["example"] = parsed([]byte(a.op.Example))
			ref, _ := in(body, "schema")["$ref"].(string)
			for name, property := range in(schemas, ref[strings.LastIndexByte(ref, '/')+1:], "properties") {
				scope(a.op, name, property.(object), lang)
				s.limit(a.op, name, property.(object))
			}
		}
	}
	b, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		panic("httpapi: the description: " + err.Error())
	}
	return b
}

// limit puts the server's limits into the schema of a request's field.
func (s *server) limit(op operation.Operation, name any, schema object) {
	if op.Request == nil {
		return
	}
	for _, f := range operation.Fields(op.Request) {
		if greatest, ifAbsent, ok := s.config.Limits.Limit(f); ok && f.Name == name {
			schema["maximum"], schema["default"] = float64(greatest), ifAbsent
		}
	}
}

// scope adds to the description of an operation or of a field of its request for which puzzles alone it is.
func scope(op operation.Operation, field string, described object, lang message.Lang) {
	c, ok := operation.OfOperation(op.Name, field)
	if !ok || op.Request == nil || c.For == operation.AnyPuzzle {
		return
	}
	text, _ := described["description"].(string)
	key := "capability.only"
	if field == "" {
		key = "capability.takes"
	}
	add := message.New(key, "puzzles", c.For.Message()).In(lang)
	if !strings.HasSuffix(text, add) { // a request's schema stands at several addresses
		described["description"] = text + add
	}
}

// parsed is an embedded text in JSON.
func parsed(text []byte) (v any) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // seeds and bounds beyond a float's precision
	if err := decoder.Decode(&v); err != nil {
		panic("httpapi: an embedded text: " + err.Error())
	}
	return v
}

// translate puts texts of a language in place of the catalogue's keys, and of the English in which
// Go's sources tell the fields.
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
				part[key] = textIn(text, lang)
			default:
				translate(inner, lang)
			}
		}
	}
}

func textIn(text string, lang message.Lang) string {
	if strings.HasPrefix(text, "docs.") {
		return message.New(text).In(lang)
	}
	if lang == message.Chinese {
		return cmp.Or(translatedFields()[text], text)
	}
	return text
}

// batchExample is what to send to an operation's address for lines.
func batchExample(op operation.Operation) string {
	return compact([]byte(op.Example)) + "\n\"" + examplePuzzle + "\"\n" + examplePuzzle + "\n"
}

// answerExample is what an operation answers to its example; nil where that is too long.
func answerExample(op operation.Operation) []byte {
	b, err := examples.ReadFile("examples/" + op.ID() + ".json")
	if err != nil {
		return nil
	}
	return b
}
