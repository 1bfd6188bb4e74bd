package exchange

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"nonet/message"
)

// tree parses JSON to any: Object, []any, string, float64, bool or nil. It also parses SudokuPad's short form of JSON.
// In the short form, quotation marks are single, and keys have no quotation marks. An omitted element is {}. t and f
// are true and false. A colour has neither # nor quotes:
//
//	{cs:50,ce:[[{v:5},,],[]],ca:[{v:'title: A name'}]}
//
// encoding/json does not parse this form, and its errors do not state the place of the fault.
type tree struct {
	text    string
	offset  int
	depth   int
	isShort bool // set if the text is in SudokuPad's short form
}

// Object holds the members of an object by name. A nil object has no members.
type Object map[string]any

// Error reports why a text cannot be parsed.
type Error struct{ What message.Message }

func newError(key string, args ...any) *Error { return &Error{message.New(key, args...)} }

func errorAt(i int, key string, args ...any) *Error {
	return newError("format.tree.at", "at", i+1, "what", message.New(key, args...))
}

// maxTree limits how deep arrays and objects may be nested.
const maxTree = 64

// Parse parses a text that is a single JSON value, perhaps in the short form.
func Parse(text string) (v any, e *Error) {
	t := tree{text: text}
	t.skipSpace()
	// If the first key has no double quotes, the text is in the short form.
	i := strings.IndexFunc(text[t.offset:], func(r rune) bool { return !strings.ContainsRune("{[ \t\r\n", r) })
	t.isShort = i >= 0 && text[t.offset+i] != '"' && text[t.offset+i] != '}' && text[t.offset+i] != ']'
	if v, e = t.readValue(); e != nil {
		return nil, e
	}
	if t.skipSpace(); t.offset < len(text) {
		return nil, t.wrongCharacterError()
	}
	return v, nil
}

func (t *tree) skipSpace() {
	for t.offset < len(t.text) && strings.IndexByte(" \t\r\n\ufeff"[:4], t.text[t.offset]) >= 0 {
		t.offset++
	}
}

// peek skips space, and returns the next byte, or 0 at the end.
func (t *tree) peek() byte {
	if t.skipSpace(); t.offset < len(t.text) {
		return t.text[t.offset]
	}
	return 0
}

func (t *tree) wrongCharacterError() *Error {
	if t.offset >= len(t.text) {
		return errorAt(len(t.text), "format.tree.end")
	}
	r, n := utf8.DecodeRuneInString(t.text[t.offset:])
	if n == 1 && r == utf8.RuneError {
		r = -1
	}
	return errorAt(t.offset, "format.tree.char", "char", message.Character(r))
}

func (t *tree) readValue() (any, *Error) {
	switch b := t.peek(); b {
	case '{', '[':
		if t.depth++; t.depth > maxTree {
			return nil, errorAt(t.offset, "format.json.deep", "n", maxTree)
		}
		defer func() { t.depth-- }()
		t.offset++
		if b == '{' {
			return t.readObject()
		}
		return t.readArray()
	case '"', '\'':
		return t.readString(b)
	}
	return t.readBareValue()
}

func (t *tree) readObject() (any, *Error) {
	o := Object{}
	for {
		b := t.peek()
		if b == '}' && len(o) == 0 {
			t.offset++
			return o, nil
		}
		key, e := "", (*Error)(nil)
		if b == '"' || b == '\'' {
			key, e = t.readString(b)
		} else if key = t.readWord(); key == "" || !t.isShort {
			e = t.wrongCharacterError()
		}
		if e != nil {
			return nil, e
		}
		if t.peek() != ':' {
			return nil, t.wrongCharacterError()
		}
		t.offset++
		v, e := t.readValue()
		if e != nil {
			return nil, e
		}
		if long, ok := longKeys[key]; ok && t.isShort {
			key = long
		}
		o[key] = v
		switch t.peek() {
		case ',':
			t.offset++
		case '}':
			t.offset++
			return o, nil
		default:
			return nil, t.wrongCharacterError()
		}
	}
}

func (t *tree) readArray() (any, *Error) {
	a := []any{} // an empty list must be written as [], not as null
	for {
		b := t.peek()
		if b == ']' && len(a) == 0 && !t.isShort {
			t.offset++
			return a, nil
		}
		if t.isShort && (b == ',' || b == ']') {
			a = append(a, Object(nil))
		} else if v, e := t.readValue(); e != nil {
			return nil, e
		} else {
			a = append(a, v)
		}
		switch t.peek() {
		case ',':
			t.offset++
		case ']':
			t.offset++
			return a, nil
		default:
			return nil, t.wrongCharacterError()
		}
	}
}

// readWord reads a run of letters, digits and other characters that numbers and colours contain.
func (t *tree) readWord() string {
	from := t.offset
	for t.offset < len(t.text) && (t.text[t.offset] >= '0' && t.text[t.offset] <= '9' || t.text[t.offset]|0x20 >= 'a' && t.text[t.offset]|0x20 <= 'z' || strings.IndexByte("+-.#_", t.text[t.offset]) >= 0) {
		t.offset++
	}
	return t.text[from:t.offset]
}

func (t *tree) readBareValue() (any, *Error) {
	from := t.offset
	word := t.readWord()
	switch {
	case word == "true" || word == "t" && t.isShort:
		return true, nil
	case word == "false" || word == "f" && t.isShort:
		return false, nil
	case word == "null":
		return nil, nil
	case t.isShort && word == "#0":
		return "#000000", nil
	case t.isShort && word == "#F":
		return "#FFFFFF", nil
	case t.isShort && len(word) == 6 && strings.Trim(word, "0123456789abcdefABCDEF") == "":
		return "#" + word, nil
	}
	if n, err := strconv.ParseFloat(word, 64); err == nil && strings.IndexFunc(word, func(r rune) bool { return r > '9' && r|0x20 != 'e' }) < 0 {
		return n, nil
	}
	t.offset = from
	return nil, t.wrongCharacterError()
}

func (t *tree) readString(quote byte) (string, *Error) {
	from := t.offset
	t.offset++
	var text []byte
	for {
		n := strings.IndexFunc(t.text[t.offset:], func(r rune) bool { return r == '\\' || r == rune(quote) || r < ' ' && !t.isShort })
		if n < 0 {
			return "", errorAt(from, "format.tree.string")
		}
		text = append(text, t.text[t.offset:t.offset+n]...)
		t.offset += n
		switch b := t.text[t.offset]; b {
		case quote:
			t.offset++
			return string(text), nil
		case '\\':
			r, n := unescapeCharacter(t.text[t.offset:])
			if n == 0 {
				return "", t.wrongCharacterError()
			}
			text = utf8.AppendRune(text, r)
			t.offset += n
		default:
			return "", t.wrongCharacterError()
		}
	}
}

// unescapeCharacter returns the character that an escape sequence stands for, and the length of the sequence in bytes.
// The length is 0 if the sequence is invalid.
func unescapeCharacter(text string) (rune, int) {
	if len(text) < 2 {
		return 0, 0
	}
	if i := strings.IndexByte(`"\/'bfnrt`, text[1]); i >= 0 {
		return rune("\"\\/'\b\f\n\r\t"[i]), 2
	}
	unit := func(s string) rune {
		if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
			return -1
		}
		n, err := strconv.ParseUint(s[2:6], 16, 16)
		if err != nil {
			return -1
		}
		return rune(n)
	}
	r := unit(text)
	switch {
	case r < 0:
		return 0, 0
	case !utf16.IsSurrogate(r):
		return r, 6
	}
	if pair := utf16.DecodeRune(r, unit(text[6:])); pair != utf8.RuneError {
		return pair, 12
	}
	return utf8.RuneError, 6
}

// longKeys maps the keys of the short form to the full names.
var longKeys = map[string]string{
	"c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor", "ce": "cells", "cs": "cellSize",
	"a": "arrows", "o": "overlays", "u": "underlays", "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines",
	"r": "rounded", "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints", "t": "title",
	"te": "text", "d": "duration", "d2": "d",
}

// The following methods return a member of an object by its key. If the member has another type, they return the zero
// value.

func (o Object) Text(key string) string {
	switch v := o[key].(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any: // f-puzzles may store a text of several lines as a list of lines
		var lines []string
		for _, line := range v {
			if line, ok := line.(string); ok {
				lines = append(lines, line)
			}
		}
		return strings.Join(lines, "\n")
	}
	return ""
}

func (o Object) List(key string) []any {
	list, _ := o[key].([]any)
	return list
}

// IsTrue reports whether a member is present, and neither false nor empty.
func (o Object) IsTrue(key string) bool {
	switch v := o[key].(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case Object:
		return len(v) > 0
	}
	return true
}
