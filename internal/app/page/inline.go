package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
	"sync"
)

// What holds up the first paint: style sheets and scripts that are no modules.
var blocking = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<link rel="stylesheet" href="@assets@/([^"]+)">|<script src="@assets@/([^"]+)"></script>`)
})

// inlined returns a document that has its style sheets and scripts in it, so that a browser
// draws what one answer brings. They are no files of their own any more.
func (p *Page) inlined(document []byte) []byte {
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
		// A style sheet names files from where it stands.
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

// within are the style sheets and scripts that stand in a document.
var within = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?s)<(style|script)>(.*?)</`) })

// Sources returns what a content security policy has to name for what stands in the file
// itself: the elements of a kind, "style" or "script", by their hashes.
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
