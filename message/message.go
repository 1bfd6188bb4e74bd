// Package message has the texts that people see, in English and Simplified Chinese.
//
// A [Message] is a text that is independent of language: a key of the catalogue and the values of its arguments.
// [Message.In] returns its text in a language. The errors of this module's libraries have a Message. Their Error method
// returns its English text, and [TextOf] returns its text in another language:
//
//	_, outcome, err := sudoku.Solve(ctx, puzzle, sudoku.Limits{})
//	fmt.Println(message.TextOf(err, message.Chinese))
//
// # The catalogue
//
// The catalogue is en.json and zh-CN.json, flat maps from a key to a text, sorted by key. A text names its arguments in
// braces: "{a} and {b} are both {digit}". If a text depends on a number, it is an object {"one": …, "other": …},
// and the argument n selects one of the two. To add a text, add its key to both files. The program looks up texts in
// the embedded files, and the page reads the same two files. Texts that programs show but libraries do not are in two
// more such files, in package internal/texts. That package adds its files with [Add].
//
// The package must not import any package of this module, because all of them can use it. Its callers choose
// the language.
package message

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
)

// Lang is the BCP 47 tag of a language. The catalogue has the languages that [Langs] returns.
type Lang string

const (
	English Lang = "en"
	Chinese Lang = "zh-CN"
)

// Langs returns the languages of the catalogue, the default first.
func Langs() []Lang { return []Lang{English, Chinese} }

// The catalogue's files are sorted by key, with two spaces before each key:
//
//	{
//	  "a.key": "its text",
//	  "a.key.counted": {
//	    "one": "{n} thing",
//	    "other": "{n} things"
//	  },
//
//go:embed en.json
var english string

//go:embed zh-CN.json
var chinese string

// parts has the parts of the catalogue. The first part is that of this package.
var parts = []part{{english, chinese}}

// part is a part of the catalogue: one JSON file in each language.
type part struct{ english, chinese string }

func (p part) fileInLanguage(lang Lang) string {
	if lang == Chinese {
		return p.chinese
	}
	return p.english
}

// Add adds a part to the catalogue: the texts of a program, in files like those of this package. Each key must occur in
// only one part. Call Add from an init function.
func Add(english, chinese string) { parts = append(parts, part{english, chinese}) }

// Files returns the contents of the catalogue's files in a language: JSON objects from keys to texts. For an unknown
// language it returns the English files.
func Files(lang Lang) []string {
	files := make([]string, len(parts))
	for i, p := range parts {
		files[i] = p.fileInLanguage(lang)
	}
	return files
}

// text is what the catalogue holds for one key in one language. If the text depends on a number, `singular` is the text for
// 1; otherwise `singular` is empty.
type text struct{ singular, other string }

// begin is the text before each key in a file: a line end, two blanks and a quotation mark.
const begin = "\n  \""

// textOf returns the text of key in lang, or else in English. If both lack the key, it returns the key itself, so that
// people notice the missing text. It searches the file instead of parsing all of it, because a command needs only some
// two dozen of a thousand texts.
func textOf(lang Lang, key string) text {
	place := textPlace{lang == Chinese, key}
	if t, ok := foundTexts.Load(place); ok {
		return t.(text)
	}
	for _, lang := range []Lang{lang, English} {
		for _, p := range parts {
			if t, ok := findText(p.fileInLanguage(lang), key); ok {
				foundTexts.Store(place, t)
				return t
			}
		}
	}
	return text{other: key}
}

// foundTexts maps a textPlace to the text that textOf found there. It cannot grow beyond the catalogue.
var foundTexts sync.Map

type textPlace struct {
	chinese bool
	key     string
}

// findText returns the text of key in a file.
func findText(file, key string) (t text, ok bool) {
	low, high := 0, len(file) // the line before the key's line ends in file[below:above]
	for low < high {
		middle := low + (high-low)/2
		start := strings.Index(file[middle:min(high+len(begin)-1, len(file))], begin)
		if start < 0 {
			high = middle
			continue
		}
		start += middle + len(begin)
		end := start + strings.IndexByte(file[start:], '"')
		switch line := file[start:end]; {
		case line == key:
			return parseText(file[end+len(`": `):]), true
		case line < key:
			low = start
		default:
			high = middle
		}
	}
	return t, false
}

func parseText(file string) text {
	if file[0] != '{' {
		return text{other: parseFirstString(file)}
	}
	object, _, _ := strings.Cut(file, "\n  }")
	_, one, _ := strings.Cut(object, `"one": `)
	_, other, _ := strings.Cut(object, `"other": `)
	return text{parseFirstString(one), parseFirstString(other)}
}

// parseFirstString parses the JSON string at the beginning of file, or returns "" if file is empty.
func parseFirstString(file string) string {
	if file == "" {
		return ""
	}
	line, _, _ := strings.Cut(file, "\n")
	line = strings.TrimSuffix(strings.TrimSuffix(line, ","), `"`)[1:]
	if !strings.Contains(line, `\`) {
		return line
	}
	return unescape.Replace(line)
}

// unescape undoes the escapes that the files use; a test checks that there are no others.
var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n")

// Message is a text in any language: a key of the catalogue, and values for the text's arguments.
type Message struct {
	Key  string // the key of the text in the catalogue
	Args []any  // the arguments: name, value, name, value, …
}

// New returns a message with the given key and arguments, which are pairs of a name and a value. A value may be a
// Message, or a []Message, which becomes a list.
func New(key string, args ...any) Message { return Message{key, args} }

// In returns the text in lang, or in English if the catalogue does not have lang. If the catalogue lacks the key, In
// returns the key.
func (m Message) In(lang Lang) string {
	t := textOf(lang, m.Key)
	form := t.other
	if n, ok := m.valueOf("n"); ok && t.singular != "" && fmt.Sprint(n) == "1" {
		form = t.singular
	}
	var filled strings.Builder
	for {
		before, rest, found := strings.Cut(form, "{")
		if !found && filled.Len() == 0 {
			return form
		}
		filled.WriteString(before)
		if !found {
			return filled.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		if value, ok := m.valueOf(name); closed && ok {
			filled.WriteString(renderValue(value, lang))
			form = after
		} else {
			filled.WriteByte('{')
			form = rest
		}
	}
}

func (m *Message) valueOf(name string) (value any, ok bool) {
	for i := 0; i+1 < len(m.Args); i += 2 {
		if m.Args[i] == name {
			return m.Args[i+1], true
		}
	}
	return nil, false
}

func renderValue(value any, lang Lang) string {
	switch v := value.(type) {
	case string:
		return v
	case Message:
		return v.In(lang)
	case []Message:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = m.In(lang)
		}
		return strings.Join(parts, New("list.separator").In(lang))
	case error:
		return TextOf(v, lang)
	default:
		return fmt.Sprint(v)
	}
}

// String returns the English text.
func (m Message) String() string { return m.In(English) }

// Error is an error that consists of a message. Errors that callers must distinguish have their own types.
type Error struct{ What Message }

// NewError returns an [Error] whose message has the given key and arguments.
func NewError(key string, args ...any) error { return &Error{New(key, args...)} }

func (e *Error) Error() string { return e.What.String() }

// Message returns the message that was passed to [NewError].
func (e *Error) Message() Message { return e.What }

// Messenger is an error, or another type, that has a Message.
type Messenger interface{ Message() Message }

// TextOf returns err in the language lang if err, or an error that it wraps, has a Message. Otherwise it returns
// err.Error().
func TextOf(err error, lang Lang) string {
	var m Messenger
	if errors.As(err, &m) {
		return m.Message().In(lang)
	}
	return err.Error()
}

// Keys returns all keys of the catalogue, one part after another. The keys of each part are sorted.
func Keys() (all []string) {
	for _, p := range parts {
		_, rest, more := strings.Cut(p.english, begin)
		for more {
			var line string
			line, rest, more = strings.Cut(rest, begin)
			key, _, _ := strings.Cut(line, `"`)
			all = append(all, key)
		}
	}
	return all
}
