package format

import "io"

// Text reads lines as [Reader] does, for notations that other packages implement. It understands a byte order mark,
// UTF-16, and the line ends LF, CR LF and CR.
type Text struct{ src source }

// NewText returns a Text that reads ahead in r no further than needed: Line returns a line as soon as it is complete.
func NewText(r io.Reader) *Text { return &Text{newSource(r)} }

// Line returns the next line without its end, and its number, from 1. After the last line the error is io.EOF. If a
// line has more than [MaxLine] bytes, the error is a *SyntaxError, and the next call returns the next line. Any other
// error comes from the underlying reader.
func (t *Text) Line() (text string, number int, err error) {
	ln, err := t.src.readRestOfLine()
	if err == errLongLine {
		err = newSyntaxError(ln.number, MaxLine+1, "format.longLine", "n", MaxLine)
	}
	if err != nil {
		return "", ln.number, err
	}
	return string(ln.raw), ln.number, nil
}
