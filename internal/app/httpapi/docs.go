package httpapi

import (
	_ "embed"
	"html"
	"regexp"
	"strconv"
	"strings"

	"nonet/internal/app/engine"
	"nonet/internal/app/page"
	"nonet/message"
)

const apiPath = "/api/v1/"

var (
	//go:embed docs/docs.css
	docsStyle []byte
	// packedDocs is the API's OpenAPI description and its HTML documentation in each language, compressed by brotli. A
	// test generates them from the types of requests and answers. Each document follows a line with its language and its
	// name, and a zero byte ends it. A server's limits and version have placeholders; see [server.documentIn].
	//
	//go:embed docs.br
	packedDocs []byte
)

func (s *server) serveDocs() {
	for pattern, name := range map[string]string{"GET /openapi.json": "openapi.json", "GET /docs": "docs.html"} {
		s.serveInLanguages(pattern, func(lang message.Lang) *page.File { return page.NewFile(name, []byte(s.documentIn(lang, name))) })
	}
	s.serveFile("GET /docs/docs.css", page.NewFile("docs.css", docsStyle), revalidate)
}

// documentIn returns a document in a language, with the server's version and limits instead of placeholders. The
// placeholders are @version@, and @time@, @solutions@ and @count@ for the greatest values of fields. A placeholder such
// as @time:N@ stands for N, or for the limit if N exceeds the limit. In JSON, quotes enclose the placeholder of a
// number.
func (s *server) documentIn(lang message.Lang, name string) string {
	all, err := engine.Decompress(packedDocs)
	_, text, found := strings.Cut(string(all), string(lang)+" "+name+"\n")
	if err != nil || !found {
		panic("httpapi: docs.br lacks " + name) // cannot happen, because the build contains a valid file
	}
	text, _, _ = strings.Cut(text, "\x00")
	l := s.config.Limits
	limits := map[string]uint64{"time": uint64(l.Time.Milliseconds()), "solutions": uint64(l.Solutions), "count": l.Count}
	placeholder := regexp.MustCompile(`"?@(time|solutions|count):?(\d*)@"?`)
	text = placeholder.ReplaceAllStringFunc(text, func(found string) string {
		part := placeholder.FindStringSubmatch(found)
		value := limits[part[1]]
		if n, err := strconv.ParseUint(part[2], 10, 64); err == nil {
			value = min(value, n)
		}
		return strconv.FormatUint(value, 10)
	})
	return strings.ReplaceAll(text, "@version@", html.EscapeString(s.config.Version))
}
