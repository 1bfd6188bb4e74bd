package format

import "io"

// Text reads a text by lines as [Reader] does, for notations that this package does
// not know: a byte order mark, UTF-16, and the ends LF, CR LF and CR are understood.
type Text struct{ src source }

// NewText reads from r, no further than it needs: a line is returned as soon as it is
// complete.
func NewText(r io.Reader) *Text { return &Text{newSource(r)} }

// Line returns the next line without its end, and its number, counted from 1. The
// error is io.EOF after the last one; a *SyntaxError for a line of more than
// [MaxLine] bytes, after which Line goes on with the one that follows; and else the
// error of the underlying reader.
func (t *Text) Line() (text string, number int, err error) {
	ln, err := t.src.line()
	if err == errLongLine {
		err = fail(ln.no, MaxLine+1, "format.longLine", "n", MaxLine)
	}
	if err != nil {
		return "", ln.no, err
	}
	return string(ln.raw), ln.no, nil
}
