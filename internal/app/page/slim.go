package page

import (
	"bytes"
	"path"
)

// withoutComments returns a script or style sheet without the comments that stand on lines of their own,
// which are a third of its size. The remaining lines keep their numbers. slim works line by
// line; it returns a content unchanged that cannot be read like this, because its backquotes
// are unbalanced.
func withoutComments(name string, content []byte) []byte {
	script := path.Ext(name) == ".js"
	if !script && path.Ext(name) != ".css" {
		return content
	}
	var out bytes.Buffer
	comment, quoted := false, false
	for line := range bytes.Lines(content) {
		text := bytes.TrimSpace(line)
		switch {
		case quoted:
		case comment || bytes.HasPrefix(text, []byte("/*")):
			end := bytes.Index(text, []byte("*/"))
			if comment = end < 0; comment || end == len(text)-2 {
				out.WriteByte('\n')
				continue
			}
			// Code after the comment on its last line would be lost.
			if !bytes.HasPrefix(text, []byte("/*")) {
				return content
			}
		case script && bytes.HasPrefix(text, []byte("//")):
			out.WriteByte('\n')
			continue
		}
		if script && bytes.Count(line, []byte("`"))%2 == 1 {
			quoted = !quoted
		}
		out.Write(line)
	}
	if comment || quoted {
		return content
	}
	return out.Bytes()
}
