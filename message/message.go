// Package message holds every text that a person sees, in English and Simplified
// Chinese, and puts them into words.
//
// A [Message] is a text that is not in a language yet: a key of the catalogue and
// the values of its arguments. [Message.In] makes a sentence of it. The errors of
// this module's libraries carry one: their Error method gives the English text, and
// who speaks another language asks [Of]:
//
//	_, outcome, err := sudoku.Solve(ctx, puzzle, sudoku.Limits{})
//	fmt.Println(message.Of(err, message.Chinese))
//
// # The catalogue
//
// It is en.json and zh-CN.json, flat maps from a key to a text, sorted by key. A
// text names its arguments in braces: "{a} and {b} are both {digit}". Where the
// number matters it is an object {"one": …, "other": …}, and the argument n chooses.
// To add a text, give it a key in both files. Texts are looked up in the files as they
// are embedded, and the page reads the same two.
//
// It must not import anything of this module: everything that speaks stands on
// it. Which language a person wants, the caller decides.
package message

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
)

// Lang is a language, named as in BCP 47. The catalogue speaks [Langs].
type Lang string

const (
	English Lang = "en"
	Chinese Lang = "zh-CN"
)

// Langs returns the catalogue's languages, the default first.
func Langs() []Lang { return []Lang{English, Chinese} }

// The catalogue's files, sorted by key, two blanks before each key:
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

// File returns the catalogue of a language, a JSON object from keys to texts. It is the
// English one if there is none in lang.
func File(lang Lang) string {
	if lang == Chinese {
		return chinese
	}
	return english
}

// text is what one key says; one is empty where the number does not matter.
type text struct{ one, other string }

// begin is what every line with a key begins with, after the line above it.
const begin = "\n  \""

// textOf returns the text of key in lang, or else in English. A key that is in neither
// stands for itself, so that a gap shows and never hides the rest. It is found by
// bisection, as a command needs two dozen of some thousand texts.
func textOf(lang Lang, key string) text {
	t, ok := find(File(lang), key)
	if !ok && lang != English {
		t, ok = find(english, key)
	}
	if !ok {
		return text{other: key}
	}
	return t
}

// find returns the text of key in a catalogue.
func find(file, key string) (t text, ok bool) {
	below, above := 0, len(file) // the line before the key's ends in file[below:above]
	for below < above {
		middle := below + (above-below)/2
		start := strings.Index(file[middle:min(above+len(begin)-1, len(file))], begin)
		if start < 0 {
			above = middle
			continue
		}
		start += middle + len(begin)
		end := start + strings.IndexByte(file[start:], '"')
		switch at := file[start:end]; {
		case at == key:
			return value(file[end+len(`": `):]), true
		case at < key:
			below = start
		default:
			above = middle
		}
	}
	return t, false
}

// value reads the text that file begins with.
func value(file string) text {
	if file[0] != '{' {
		return text{other: quoted(file)}
	}
	object, _, _ := strings.Cut(file, "\n  }")
	_, one, _ := strings.Cut(object, `"one": `)
	_, other, _ := strings.Cut(object, `"other": `)
	return text{quoted(one), quoted(other)}
}

// quoted reads the JSON string that file begins with, if it begins with one.
func quoted(file string) string {
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

// unescape undoes the escapes that the files have; a test says that there are no others.
var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n")

// Message is a text still to be put into a language.
type Message struct {
	Key  string // in the catalogue
	Args []any  // name, value, name, value, …
}

// New returns the message of a key with its arguments as name, value pairs. A value
// may itself be a Message, or a []Message, which is rendered as a list.
func New(key string, args ...any) Message { return Message{key, args} }

// In returns the message in lang, or in English where the catalogue does not speak
// lang. A key that is not in the catalogue stands for itself.
func (m Message) In(lang Lang) string {
	t := textOf(lang, m.Key)
	form := t.other
	for i := 0; i+1 < len(m.Args); i += 2 {
		if m.Args[i] == "n" && t.one != "" && fmt.Sprint(m.Args[i+1]) == "1" {
			form = t.one
		}
	}
	if !strings.Contains(form, "{") {
		return form
	}
	pairs := make([]string, 0, len(m.Args))
	for i := 0; i+1 < len(m.Args); i += 2 {
		pairs = append(pairs, fmt.Sprint("{", m.Args[i], "}"), render(m.Args[i+1], lang))
	}
	return strings.NewReplacer(pairs...).Replace(form)
}

func render(value any, lang Lang) string {
	switch v := value.(type) {
	case Message:
		return v.In(lang)
	case []Message:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = m.In(lang)
		}
		return strings.Join(parts, New("list.separator").In(lang))
	case error:
		return Of(v, lang)
	default:
		return fmt.Sprint(v)
	}
}

// String returns the English text.
func (m Message) String() string { return m.In(English) }

// Messenger is an error, or anything else, that carries a Message.
type Messenger interface{ Message() Message }

// Of returns the text of err in lang: its Message where err or one it wraps carries
// one, else err's own words.
func Of(err error, lang Lang) string {
	var m Messenger
	if errors.As(err, &m) {
		return m.Message().In(lang)
	}
	return err.Error()
}

// Keys returns all keys of the catalogue, sorted.
func Keys() (all []string) {
	for rest := english; ; {
		_, line, more := strings.Cut(rest, begin)
		if !more {
			return all
		}
		key, _, _ := strings.Cut(line, `"`)
		all, rest = append(all, key), line
	}
}
