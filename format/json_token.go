package format

import (
	"slices"
	"unicode/utf8"

	"nonet/sudoku"
)

// readToken reads one token, whose first byte is b.
func (r *Reader) readToken(b byte) *SyntaxError {
	j, where, top := &r.json, r.nextPlace(), r.json.topFrame()
	inKey := top.object && top.key == noKey
	quote := b == '"' || b == '\''
	switch {
	case j.skip > 0 || (top.key >= keyOfKind || j.bare && len(j.frames) == 2) && (b == '[' || b == '{'):
		return r.skipToken(b)
	case b == ',' && top.after:
		r.src.skipByte()
		top.after, top.comma = false, true
		return nil
	case b == top.closer && (!top.comma || top.holds == aBoard || top.n == 9 || top.n == sudoku.Cells) && top.key == noKey:
		r.src.skipByte()
		return r.closeFrame(where)
	case top.after || inKey && !quote:
		return r.unexpectedError(where)
	}
	switch {
	case b == '{' && len(j.frames) == 4 && j.frames[1].key == keyOfBoard && !j.frames[2].object && !top.object:
		j.isPayload, j.skip = true, 2
		j.frames = j.frames[:2]
		j.frames[1].key = keyOfOther
		return r.skipToken(b)
	case b == '[' || b == '{':
		if len(j.frames) > maxDepth {
			return where.errorHere("format.json.deep", "n", maxDepth)
		}
		if b == '[' && len(j.frames) == 2 && !j.frames[1].object && top.n == 0 && r.beginsCage() {
			j.bare, j.caged = true, true
			return r.skipToken(b)
		}
		if b == '[' && len(j.frames) == 2 && !j.frames[1].object {
			r.src.keepBytes(false)
		}
		r.src.skipByte()
		object := b == '{' && !r.isInitialiser()
		j.frames = append(j.frames, frame{place: where, object: object, closer: b + 2}) // in ASCII, ] is [ + 2, and } is { + 2
		return nil
	case quote:
		text, e := r.readString(b)
		switch {
		case e != nil:
			return e
		case inKey:
			return r.readKey(top, text)
		}
		return r.readStringValue(top, text, where)
	}
	return r.readBareValue(top, where)
}

// skipToken reads one token of an array or object that the reader skips.
func (r *Reader) skipToken(b byte) *SyntaxError {
	j := &r.json
	if b == '"' {
		text, e := r.readString(b)
		j.mayHaveRules = j.mayHaveRules || len(j.frames) == 2 && j.frames[1].object && slices.Contains(cellMembers, plainName(string(text)))
		return e
	}
	switch r.src.skipByte(); b {
	case '[', '{':
		j.skip++
	case ']', '}':
		if j.skip--; j.skip == 0 {
			j.topFrame().recordValueEnd()
		}
	}
	return nil
}

func (r *Reader) unexpectedError(where place) *SyntaxError {
	e := where.runeError(r.peekRune())
	if e.What.Key == "format.char" {
		e.What.Key = "format.json.token"
	}
	return e
}

// isInitialiser reports whether the next brace begins an initialiser in C, not an object.
func (r *Reader) isInitialiser() bool {
	b, err := r.peekToken()
	return err == nil && (b == '{' || b == '\'' || isDigit(b))
}

// peekToken skips space and line ends and returns the next byte without reading it.
func (r *Reader) peekToken() (byte, error) {
	for {
		b, err := r.src.peek()
		if err != nil || b != ' ' && b != '\t' && b != '\n' && b != '\r' {
			return b, err
		}
		r.src.skipByte()
	}
}

// peekRune returns the next character without reading it, or −1 if it is not UTF-8.
func (r *Reader) peekRune() rune {
	s := &r.src
	for !utf8.FullRune(s.buf[s.r:s.w]) && s.readMore() {
	}
	ru, _ := decodeRune(s.buf[s.r:s.w])
	return ru
}

// readString reads a string and returns it without its quotes. It decodes only the escapes \" and \\, because no other
// escape stands for a cell.
func (r *Reader) readString(quote byte) ([]byte, *SyntaxError) {
	where, j := r.nextPlace(), &r.json
	j.text = j.text[:0]
	r.src.skipByte()
	for escaped := false; ; {
		b, err := r.src.peek()
		switch {
		case err != nil || b == '\n' || b == '\r':
			return nil, where.errorHere("format.json.string")
		case b < ' ' || utf8.RuneStart(b) && b >= utf8.RuneSelf && r.peekRune() < 0:
			return nil, r.nextPlace().runeError(r.peekRune())
		}
		r.src.skipByte()
		if !escaped && b == quote {
			return j.text, nil
		}
		escaped = !escaped && b == '\\'
		if !escaped && len(j.text) < maxString {
			j.text = append(j.text, b)
		}
	}
}
