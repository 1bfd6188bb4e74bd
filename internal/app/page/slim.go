package page

import (
	"bytes"
	"path"
)

// slim returns a script or a style sheet without the comments that have lines of their own,
// a third of what a browser would load and not read. The lines that are left keep their
// numbers. Comments are found line by line; a text that cannot be read like this, as its
// backquotes do not pair, stays as it is.
func slim(name string, content []byte) []byte {
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
			// What follows the comment on its line is not for us to move.
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
