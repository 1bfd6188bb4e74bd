package httpapi

import (
	"fmt"
	"html"
	"strings"

	"nonet/internal/app/page"
	"nonet/message"
	"nonet/wire"
)

// docsPage is the content of the documentation page in one language.
type docsPage struct {
	lang       message.Lang
	version    string
	operations []docOperation
	problems   []docProblem
}

func (p *docsPage) text(key string) string { return message.New(key).In(p.lang) }

func (p *docsPage) html() markup {
	title := p.text("docs.title")
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
`, p.lang, title, title, p.version, p.languageLinks(), p.text("docs.page"), p.lang, p.text("docs.operations"),
		eachMarkup(p.operations, func(_ int, o docOperation) markup {
			return formatMarkup("  <li><a href=\"#%v\"><code>%v %v</code></a> %v</li>\n", o.ID, o.Method, o.Path, o.Summary)
		}),
		p.text("docs.problems"), p.text("docs.intro"),
		eachMarkup([]string{"language", "puzzle", "answer", "deadline", "busy"}, func(_ int, rule string) markup {
			return formatMarkup("    <li>%v</li>\n", p.text("docs.rule."+rule))
		}),
		eachMarkup(p.operations, func(_ int, o docOperation) markup { return p.operation(o) }), p.problemTable())
}

// languageLinks returns links to the page in every language.
func (p *docsPage) languageLinks() markup {
	return eachMarkup(message.Langs(), func(i int, lang message.Lang) markup {
		var between, current markup
		if i > 0 {
			between = " · "
		}
		if lang == p.lang {
			current = ` aria-current="page"`
		}
		return formatMarkup(`%v<a href="/docs?lang=%v" lang="%v"%v>%v</a>`, between, lang, lang, current, languageName[lang])
	})
}

var languageName = map[message.Lang]string{message.English: "English", message.Chinese: "中文"}

func (p *docsPage) operation(o docOperation) markup {
	all := formatMarkup("<section id=\"%v\">\n  <h2><code><b>%v</b> %v</code> %v</h2>\n  <p>%v</p>\n  <pre><code>%v</code></pre>\n",
		o.ID, o.Method, o.Path, o.Summary, o.About, o.Curl)
	if o.RequestAbout != "" {
		all += formatMarkup("  <h3>%v <small>%v</small></h3><p>%v</p>\n", p.text("docs.request"), lineJSON, o.RequestAbout)
	}
	if len(o.Request) > 0 {
		all += formatMarkup("  <h3>%v <small>application/json</small></h3>%v", p.text("docs.request"), p.fields(o.Request))
	}
	if len(o.Parameters) > 0 {
		all += formatMarkup("  <h3>%v</h3>%v", p.text("docs.parameters"), p.fields(o.Parameters))
	}
	all += formatMarkup("  <h3>%v <small>200 %v</small></h3>\n", p.text("docs.response"), o.Answer)
	if o.AnswerAbout != "" {
		all += formatMarkup("  <p>%v</p>\n", o.AnswerAbout)
	}
	all += eachMarkup(o.Events, func(_ int, e docEvent) markup {
		return formatMarkup("  <h4><code>event: %v</code></h4>%v", e.Name, p.fields(e.Fields))
	})
	if len(o.Response) > 0 {
		all += p.fields(o.Response)
	}
	if o.Example != "" {
		all += formatMarkup("  <pre><code>%v</code></pre>\n", o.Example)
	}
	if len(o.Statuses) > 0 {
		all += formatMarkup("  <p>%v: %v</p>\n", p.text("docs.problems"), eachMarkup(o.Statuses, func(i int, status string) markup {
			var between markup
			if i > 0 {
				between = ", "
			}
			return formatMarkup(`%v<a href="#status-%v">%v</a>`, between, status, status)
		}))
	}
	return all + "</section>\n"
}

func (p *docsPage) fields(all []docField) markup {
	return formatMarkup(`<div class="wide"><table>
  <thead><tr><th>%v</th><th>%v</th><th>%v</th></tr></thead>
  <tbody>
%v  </tbody>
</table></div>
`, p.text("docs.field"), p.text("docs.type"), p.text("docs.meaning"), eachMarkup(all, func(_ int, f docField) markup {
		var required, value markup
		if f.Required {
			required = formatMarkup(` <abbr title="%v">*</abbr>`, p.text("docs.required"))
		}
		if f.Default != "" {
			value = formatMarkup(` <span class="default">%v %v</span>`, p.text("docs.default"), f.Default)
		}
		bounds := eachMarkup(f.Bounds, func(_ int, bound string) markup { return formatMarkup(` <span class="bound">%v</span>`, bound) })
		return formatMarkup("  <tr><td><code>%v</code>%v</td>\n    <td>%v%v%v</td>\n    <td>%v</td></tr>\n", f.Name, required, f.Type, bounds, value, f.About)
	}))
}

// problemTable lists the problems. The first problem of each status has the anchor #status-N.
func (p *docsPage) problemTable() markup {
	stop := ". "
	if p.lang == message.Chinese {
		stop = "。"
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
`, p.text("docs.problems"), p.text("docs.problems.about"), p.text("docs.status"), p.text("docs.meaning"), eachMarkup(p.problems, func(i int, d docProblem) markup {
		var id markup
		if i == 0 || p.problems[i-1].Status != d.Status {
			id = formatMarkup(` id="status-%v"`, d.Status)
		}
		return formatMarkup("    <tr id=\"problem-%v\"><td%v>%v</td><td><code>/docs#problem-%v</code></td><td><b>%v</b>%v</td></tr>\n",
			d.Code, id, d.Status, d.Code, d.Title+stop, d.Detail)
	}))
}

// serveDocs serves the documentation, which is made once per language.
func (s *server) serveDocs() {
	s.serveInLanguages("GET /docs", func(lang message.Lang) *page.File { return page.NewFile("docs.html", s.docsIn(lang)) })
	s.serveFile("GET /docs/docs.css", page.NewFile("docs.css", docsStyle), revalidate)
}

func (s *server) docsIn(lang message.Lang) []byte {
	p := docsPage{lang: lang, version: s.config.Version, operations: s.docOperations(lang)}
	for _, c := range wire.ProblemCodes() {
		problem := wire.NewProblem(c, lang)
		p.problems = append(p.problems, docProblem{c, problem.Status, problem.Title, p.text("docs.problem." + string(c))})
	}
	return []byte(p.html())
}

// markup is HTML. Only formatMarkup and eachMarkup make it; they escape everything else.
//
// html/template could do this, but it calls methods by name, so the linker would keep every
// exported method of every type: six megabytes.
type markup string

// formatMarkup formats HTML and escapes each argument that is not markup. An argument may stand in
// text or in a quoted attribute, but not in a URL that a visitor can choose.
func formatMarkup(format string, args ...any) markup {
	for i, a := range args {
		if _, ok := a.(markup); !ok {
			args[i] = html.EscapeString(fmt.Sprint(a))
		}
	}
	return markup(fmt.Sprintf(format, args...))
}

// eachMarkup returns the concatenated markup of all items.
func eachMarkup[T any](items []T, of func(i int, item T) markup) markup {
	var b strings.Builder
	for i, item := range items {
		b.WriteString(string(of(i, item)))
	}
	return markup(b.String())
}
