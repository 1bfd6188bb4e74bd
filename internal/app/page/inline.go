package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

// blocking matches what delays the first paint: style sheets, and scripts that are not modules.
var blocking = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<link rel="stylesheet" href="@assets@/([^"]+)">|<script src="@assets@/([^"]+)"></script>`)
})

// inlineAssets returns the document with its style sheets and scripts inserted, so that a browser
// can draw it after one answer. Their own files are removed from the page.
func (p *Page) inlineAssets(document []byte) []byte {
	return blocking().ReplaceAllFunc(document, func(tag []byte) []byte {
		m := blocking().FindSubmatch(tag)
		name, element := string(m[1])+string(m[2]), "style"
		if len(m[2]) > 0 {
			element = "script"
		}
		f := p.Files[name]
		if f == nil || bytes.Contains(f.content, []byte("</")) {
			return tag
		}
		delete(p.Files, name)
		// URLs in a style sheet are relative to its own path.
		text := strings.ReplaceAll(string(f.content), `url("../`, `url("`+assetsMark+`/`)
		var b bytes.Buffer
		b.WriteString("<" + element + ">")
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				b.WriteString(line + "\n")
			}
		}
		b.WriteString("</" + element + ">")
		return b.Bytes()
	})
}

// within matches the style sheets and scripts inside a document.
var within = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)<(style|script)>(.*?)</`) })

// Sources returns the hashes of the inline elements, either "style" or "script", in the form in
// which a content security policy names them.
func (f *File) Sources(element string) []string {
	var all []string
	for _, m := range within().FindAllSubmatch(f.content, -1) {
		if string(m[1]) == element {
			sum := sha256.Sum256(m[2])
			all = append(all, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
	}
	return all
}
