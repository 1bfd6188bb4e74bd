package httpapi

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// The API's description and documentation are made here, from the types of requests and answers. The server embeds
// them, and fills in only its limits and its version.

// The catalogue's texts that only the documentation shows, with the prefix "docs.".
var (
	//go:embed docs/en.json
	englishDocs string
	//go:embed docs/zh-CN.json
	chineseDocs string
)

func init() { message.Add(englishDocs, chineseDocs) }

// translatedFields maps the English descriptions of fields, which are in the Go code, to the Chinese descriptions.
var translatedFields = sync.OnceValue(func() (all map[string]string) {
	b, err := os.ReadFile("docs/fields.zh-CN.json")
	if err == nil {
		err = json.Unmarshal(b, &all)
	}
	if err != nil {
		panic(err)
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

// object is a JSON object in the API's OpenAPI description.
type object = map[string]any

// objectAt returns the object that names lead to, from o inwards, or nil.
func objectAt(o object, names ...string) object {
	for _, name := range names {
		o, _ = o[name].(object)
	}
	return o
}

// address is a method and a path of the API. An operation has one, two or three addresses.
type address struct {
	method, path string
	op           operation.Operation // the zero Operation for health checks
}

// addresses returns all addresses, in the order of the description.
func addresses() (all []address) {
	for _, op := range operation.All() {
		path := apiPath + op.Name
		all = append(all, address{methodOf(op), path, op})
		if op.AcceptsLines() {
			all = append(all, address{http.MethodPost, path + "/batch", op})
		}
		if op.Event != nil {
			all = append(all, address{http.MethodGet, path + "/stream", op}, address{http.MethodPost, path + "/stream", op})
		}
	}
	for _, h := range health {
		all = append(all, address{method: http.MethodGet, path: "/" + h.name})
	}
	return all
}

// descriptionIn returns the API's description in a language, with placeholders for the limits and the version of a
// server.
func descriptionIn(lang message.Lang) object {
	b, err := json.Marshal(newDescription())
	if err != nil {
		panic(err)
	}
	document := parseJSON(b).(object)
	translate(document, lang)
	objectAt(document, "info")["version"] = "@version@"
	schemas := objectAt(document, "components", "schemas")
	for _, a := range addresses() {
		o := objectAt(document, "paths", a.path, strings.ToLower(a.method))
		appendScope(a.op, "", o, lang)
		parameters, _ := o["parameters"].([]any)
		for _, p := range parameters {
			name, ok := p.(object)["name"].(string)
			if !ok {
				continue // skip a reference to a shared parameter
			}
			appendScope(a.op, name, p.(object), lang)
			limitField(a.op, name, objectAt(p.(object), "schema"))
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
				limitField(a.op, name, property.(object))
			}
		}
	}
	return document
}

// limitField writes the placeholders of a server's limits into the schema of a request's field, as its maximum and
// default.
func limitField(op operation.Operation, name any, schema object) {
	if op.Request == nil {
		return
	}
	for _, f := range operation.Fields(op.Request) {
		if limit := f.Tag.Get("limit"); limit != "" && f.Name == name {
			schema["maximum"], schema["default"] = "@"+limit+"@", "@"+limit+":"+cmp.Or(f.Tag.Get("default"), "0")+"@"
		}
	}
}

// appendScope adds a text to the description of an operation or of a field of its request. The text names the puzzles
// that the operation or the field accepts.
func appendScope(op operation.Operation, field string, described object, lang message.Lang) {
	c, ok := operation.CapabilityOf(op.Name, field)
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
	b, err := os.ReadFile("examples/" + op.ID() + ".json")
	if err != nil {
		return nil
	}
	return b
}

// exampleHost is the server's address in the examples of the documentation.
const exampleHost = "http://127.0.0.1:8080"

// docsPage builds the HTML documentation in one language from the API's description.
type docsPage struct {
	lang        message.Lang
	description object
}

func (p *docsPage) text(key string) string { return message.New(key).In(p.lang) }

func (p *docsPage) pageHTML() markup {
	title := p.text("docs.title")
	var links, operations, rules markup
	for _, a := range addresses() {
		if o := objectAt(p.description, "paths", a.path, strings.ToLower(a.method)); o != nil {
			links += formatMarkup("  <li><a href=\"#%v\"><code>%v %v</code></a> %v</li>\n", o["operationId"], a.method, a.path, o["summary"])
			operations += p.operationHTML(a, o)
		}
	}
	for _, rule := range []string{"language", "puzzle", "answer", "deadline", "busy"} {
		rules += formatMarkup("    <li>%v</li>\n", p.text("docs.rule."+rule))
	}
	return formatMarkup(`<!doctype html>
<html lang="%v">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>%v</title>
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
<header>
  <h1>%v <small>%v</small></h1>
  <p>%v
     · <a href="/">%v</a> · <a href="/openapi.json?lang=%v">OpenAPI 3.1</a></p>
</header>
<nav aria-label="%v">
  <ul>
%v  <li><a href="#problems">%v</a></li>
  </ul>
</nav>
<main>
<section>
  <p>%v</p>
  <ul>
%v  </ul>
</section>
%v%v</main>
</body>
</html>
`, p.lang, title, title, objectAt(p.description, "info")["version"], p.languageLinks(), p.text("docs.page"), p.lang, p.text("docs.operations"),
		links, p.text("docs.problems"), p.text("docs.intro"), rules, operations, p.problemTable())
}

func (p *docsPage) languageLinks() (all markup) {
	for i, lang := range message.Langs() {
		var between, current markup
		if i > 0 {
			between = " · "
		}
		if lang == p.lang {
			current = ` aria-current="page"`
		}
		all += formatMarkup(`%v<a href="/docs?lang=%v" lang="%v"%v>%v</a>`, between, lang, lang, current, languageName[lang])
	}
	return all
}

var languageName = map[message.Lang]string{message.English: "English", message.Chinese: "中文"}

func (p *docsPage) operationHTML(a address, o object) markup {
	curl := "curl " + exampleHost + a.path
	var request, parameters markup
	body := objectAt(o, "requestBody", "content")
	switch {
	case body == nil:
	case body["application/json"] != nil:
		curl += " \\\n  -H 'Content-Type: application/json' \\\n  -d '" + compactJSON([]byte(a.op.Example)) + "'"
		request = formatMarkup("  <h3>%v <small>application/json</small></h3>%v", p.text("docs.request"), p.fieldTable(p.fieldRows(objectAt(body, "application/json", "schema"), "")))
	default:
		curl += " \\\n  -H 'Content-Type: " + lineJSON + "' \\\n  --data-binary @puzzles.txt"
		request = formatMarkup("  <h3>%v <small>%v</small></h3><p>%v</p>\n", p.text("docs.request"), lineJSON, p.text("docs.op.batch.requests"))
	}
	list, _ := o["parameters"].([]any)
	for _, one := range list {
		one := p.resolve(one.(object))
		parameters += p.fieldRow(one["name"], objectAt(one, "schema"), one["description"], one["required"] == true)
	}
	if parameters != "" {
		parameters = formatMarkup("  <h3>%v</h3>%v", p.text("docs.parameters"), p.fieldTable(parameters))
	}
	var answer, statuses markup
	for kind, content := range objectAt(o, "responses", "200", "content") {
		answer = formatMarkup("  <h3>%v <small>200 %v</small></h3>\n", p.text("docs.response"), kind)
		schema := objectAt(content.(object), "schema")
		switch kind {
		case "application/json":
			answer += p.fieldTable(p.fieldRows(schema, ""))
			if example := answerExample(a.op); example != nil {
				answer += codeBlock(indentJSON(example))
			}
		case lineJSON:
			answer += formatMarkup("  <p>%v</p>\n", p.text("docs.op.batch.answers"))
		case "text/event-stream":
			if body == nil {
				curl = "curl '" + exampleHost + a.path + "?puzzle=" + url.QueryEscape(examplePuzzle) + "'"
			}
			curl = strings.Replace(curl, "curl ", "curl -N ", 1)
			answer += formatMarkup("  <p>%v</p>\n", p.text("docs.op.stream.events"))
			for _, name := range []string{"progress", "result"} {
				answer += formatMarkup("  <h4><code>event: %v</code></h4>%v", name, p.fieldTable(p.fieldRows(objectAt(schema, "x-events", name), "")))
			}
		default:
			answer += codeBlock(content.(object)["example"])
		}
	}
	for _, status := range slices.Sorted(maps.Keys(objectAt(o, "responses"))) {
		if status != "200" {
			statuses += formatMarkup(`, <a href="#status-%v">%v</a>`, status, status)
		}
	}
	if statuses != "" {
		statuses = formatMarkup("  <p>%v: %v</p>\n", p.text("docs.problems"), statuses[len(", "):])
	}
	return formatMarkup("<section id=\"%v\">\n  <h2><code><b>%v</b> %v</code> %v</h2>\n  <p>%v</p>\n%v%v%v%v%v</section>\n",
		o["operationId"], a.method, a.path, o["summary"], o["description"], codeBlock(curl), request, parameters, answer, statuses)
}

func codeBlock(text any) markup { return formatMarkup("  <pre><code>%v</code></pre>\n", text) }

func (p *docsPage) fieldTable(rows markup) markup {
	return formatMarkup(`<div class="wide"><table>
  <thead><tr><th>%v</th><th>%v</th><th>%v</th></tr></thead>
  <tbody>
%v  </tbody>
</table></div>
`, p.text("docs.field"), p.text("docs.type"), p.text("docs.meaning"), rows)
}

// fieldRows returns a table row for each field of an object. If prefix is not empty, it adds rows for the fields of
// inner objects, such as contradictions[].cells.
func (p *docsPage) fieldRows(schema object, prefix string) (rows markup) {
	schema = p.resolve(schema)
	properties := objectAt(schema, "properties")
	var required []string
	list, _ := schema["required"].([]any)
	for _, name := range list {
		required = append(required, name.(string))
	}
	// Required fields come first, in the order of the Go struct. The description has no order of the other fields, so
	// sort them by name.
	optional := slices.DeleteFunc(slices.Sorted(maps.Keys(properties)), func(name string) bool { return slices.Contains(required, name) })
	for i, name := range slices.Concat(required, optional) {
		property := objectAt(properties, name)
		rows += p.fieldRow(prefix+name, property, property["description"], i < len(required))
		inner, below := p.resolve(property), prefix+name+"."
		if typeIn(inner) == "array" {
			inner, below = p.resolve(objectAt(inner, "items")), prefix+name+"[]."
		}
		if typeIn(inner) == "object" {
			rows += p.fieldRows(inner, below)
		}
	}
	return rows
}

func (p *docsPage) fieldRow(name any, schema object, about any, isRequired bool) markup {
	var required, marks markup
	if isRequired {
		required = formatMarkup(` <abbr title="%v">*</abbr>`, p.text("docs.required"))
	}
	bound := func(format string, args ...any) {
		marks += formatMarkup(` <span class="bound">%v</span>`, fmt.Sprintf(format, args...))
	}
	kind, bounded := typeIn(schema), schema
	if kind == "array" {
		bounded = objectAt(schema, "items")
		kind = typeIn(bounded) + "[]"
		switch least, most := schema["minItems"], schema["maxItems"]; {
		case most != nil && least == most:
			bound("[%v]", most)
		case most != nil:
			bound("[≤ %v]", most)
		}
	}
	switch least, most := bounded["minimum"], bounded["maximum"]; {
	case least != nil && most != nil:
		bound("%v – %v", least, most)
	case most != nil:
		bound("≤ %v", most)
	case least != nil:
		bound("≥ %v", least)
	}
	values, _ := bounded["enum"].([]any)
	for _, v := range values {
		bound("%v", v)
	}
	if value := schema["default"]; value != nil && value != "" {
		marks += formatMarkup(` <span class="default">%v %v</span>`, p.text("docs.default"), value)
	}
	return formatMarkup("  <tr><td><code>%v</code>%v</td>\n    <td>%v%v</td>\n    <td>%v</td></tr>\n", name, required, kind, marks, cmp.Or(about, any("")))
}

// resolve returns the schema that part refers to. It returns part if part is no reference.
func (p *docsPage) resolve(part object) object {
	if ref, ok := part["$ref"].(string); ok {
		return objectAt(p.description, strings.Split(ref, "/")[1:]...)
	}
	return part
}

// typeIn returns the JSON type that a schema requires, such as "string". It ignores the alternative "null".
func typeIn(schema object) string {
	if schema["$ref"] != nil {
		return "object"
	}
	several, _ := schema["type"].([]any)
	for _, name := range several {
		if name != "null" {
			return name.(string)
		}
	}
	name, _ := schema["type"].(string)
	return name
}

// problemTable returns a table of all problem codes. The first problem of each HTTP status has the anchor #status-N.
func (p *docsPage) problemTable() markup {
	stop := ". "
	if p.lang == message.Chinese {
		stop = "。"
	}
	var rows markup
	status := 0
	for _, code := range wire.ProblemCodes() {
		var id markup
		problem := wire.NewProblem(code, p.lang)
		if problem.Status != status {
			status = problem.Status
			id = formatMarkup(` id="status-%v"`, status)
		}
		rows += formatMarkup("    <tr id=\"problem-%v\"><td%v>%v</td><td><code>/docs#problem-%v</code></td><td><b>%v</b>%v</td></tr>\n",
			code, id, status, code, problem.Title+stop, p.text("docs.problem."+string(code)))
	}
	return formatMarkup(`<section id="problems">
  <h2>%v</h2>
  <p>%v</p>
  <div class="wide"><table>
    <thead><tr><th>%v</th><th>type</th><th>%v</th></tr></thead>
    <tbody>
%v    </tbody>
  </table></div>
</section>
`, p.text("docs.problems"), p.text("docs.problems.about"), p.text("docs.status"), p.text("docs.meaning"), rows)
}

// packedDocuments returns the documents as the server embeds them, uncompressed.
func packedDocuments() string {
	var all strings.Builder
	for _, lang := range message.Langs() {
		p := docsPage{lang, descriptionIn(lang)}
		b, err := json.MarshalIndent(p.description, "", "  ")
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(&all, "%s openapi.json\n%s\x00%s docs.html\n%s\x00", lang, b, lang, p.pageHTML())
	}
	return all.String()
}

// markup is HTML. Only formatMarkup creates it; formatMarkup escapes all text that is not markup.
type markup string

// formatMarkup formats HTML, and escapes each argument that is not markup. An argument may be a text or an attribute in
// quotes. It must not be a URL from a visitor.
func formatMarkup(format string, args ...any) markup {
	for i, a := range args {
		if _, ok := a.(markup); !ok {
			args[i] = html.EscapeString(fmt.Sprint(a))
		}
	}
	return markup(fmt.Sprintf(format, args...))
}
