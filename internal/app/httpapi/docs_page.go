package httpapi

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"net/url"
	"slices"
	"strings"

	"nonet/internal/app/page"
	"nonet/message"
	"nonet/wire"
)

// exampleHost is the server's address in the examples of the documentation.
const exampleHost = "http://127.0.0.1:8080"

// docsPage builds the HTML documentation in one language from the API's description.
type docsPage struct {
	lang        message.Lang
	description object
}

func (p *docsPage) text(key string) string { return message.New(key).In(p.lang) }

func (p *docsPage) pageHTML(addresses []address) markup {
	title := p.text("docs.title")
	var links, operations, rules markup
	for _, a := range addresses {
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

func (s *server) serveDocs() {
	s.serveInLanguages("GET /docs", func(lang message.Lang) *page.File {
		p := docsPage{lang, s.descriptionIn(lang)}
		return page.NewFile("docs.html", []byte(p.pageHTML(s.addresses)))
	})
	s.serveFile("GET /docs/docs.css", page.NewFile("docs.css", docsStyle), revalidate)
}

// markup is HTML. Only formatMarkup creates it; formatMarkup escapes all text that is not markup.
//
// html/template is not used because it calls methods by name. The linker would keep every exported method of every
// type, which takes six megabytes.
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
