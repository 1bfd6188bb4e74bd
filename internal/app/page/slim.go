package page

import (
	"bytes"
	"path"
)

// withoutComments returns a script or style sheet without the comments that stand on lines of their
// own. These are a third of its size. The other lines keep their numbers. It works line by line. If
// code follows the end of a comment, or backquotes are unbalanced, it returns the content
// unchanged.
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
			// Removing this line would remove the code after the comment, too.
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
