package format

import "io"

// Text reads a text line by line as [Reader] does, for notations that this package does not know.
// It understands a byte order mark, UTF-16, and the line ends LF, CR LF and CR.
type Text struct{ src source }

// NewText returns a Text of r. It reads no further than it needs: Line returns each line as soon as the line is
// complete.
func NewText(r io.Reader) *Text { return &Text{newSource(r)} }

// Line returns the next line without its end, and its number, from 1. After the last line the error is io.EOF.
// If a line has more than [MaxLine] bytes, the error is a *SyntaxError; the next call continues with the next
// line. Any other error comes from the underlying reader.
func (t *Text) Line() (text string, number int, err error) {
	ln, err := t.src.restOfLine()
	if err == errLongLine {
		err = newSyntaxError(ln.no, MaxLine+1, "format.longLine", "n", MaxLine)
	}
	if err != nil {
		return "", ln.no, err
	}
	return string(ln.raw), ln.no, nil
}
