// Package message is the one catalogue of every text a person sees, in English
// and Simplified Chinese.
//
// The catalogue is en.json and zh-CN.json, flat maps from a key to a text. A
// text names its arguments in braces: "{a} and {b} are both {digit}". Where the
// number matters the value is an object {"one": …, "other": …} and the argument
// n chooses. The page reads the same two files, through the server.
//
// Errors of the library packages carry a Message instead of a sentence: their
// Error method gives the English text, and a front end that speaks another
// language asks for it with [Of].
//
// It must not import anything of this module: everything that speaks stands on
// it. Which language a person wants, the caller decides.
package message

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

// Lang is a language the catalogue speaks.
type Lang string

const (
	English Lang = "en"
	Chinese Lang = "zh-CN"
)

// Langs are the catalogue's languages, the default first.
func Langs() []Lang { return []Lang{English, Chinese} }

//go:embed en.json zh-CN.json
var files embed.FS

//go:embed en.json
var english string

//go:embed zh-CN.json
var chinese string

var catalogues = map[Lang]string{English: english, Chinese: chinese}

// Files holds the catalogue as LANG.json, one file a language, for the page.
func Files() fs.FS { return files }

type text struct{ one, other string }

func (t *text) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &t.other)
	}
	var forms struct{ One, Other string }
	if err := json.Unmarshal(b, &forms); err != nil {
		return err
	}
	t.one, t.other = forms.One, forms.Other
	return nil
}

// found holds the texts that were looked up, so that a text costs its search once.
var found sync.Map // entry → text

type entry struct {
	lang Lang
	key  string
}

func textOf(lang Lang, key string) (text, bool) {
	if t, ok := found.Load(entry{lang, key}); ok {
		return t.(text), true
	}
	t, ok := lookUp(catalogues[lang], key)
	if ok {
		found.Store(entry{lang, key}, t)
	}
	return t, ok
}

// start of an entry. No text holds it, as JSON has no bare line ends in them.
const start = "\n  \""

// lookUp finds a key by bisection in the text of a catalogue: most runs of the
// program need a dozen of a thousand texts, and to parse them all took longer
// than to solve a puzzle. It relies on what a test asserts: keys are sorted,
// each begins a line, indented by two blanks.
func lookUp(catalogue, key string) (t text, ok bool) {
	for lo, hi := 0, len(catalogue); lo < hi; {
		mid := (lo + hi) / 2
		at := strings.Index(catalogue[mid:], start)
		if at < 0 || mid+at >= hi {
			hi = mid
			continue
		}
		rest := catalogue[mid+at+len(start):]
		name, value, _ := strings.Cut(rest, `": `)
		switch {
		case key < name:
			hi = mid
		case key > name:
			lo = len(catalogue) - len(rest)
		default:
			if object, _, _ := strings.Cut(value, "\n  }"); value[0] == '{' {
				value = object + "}"
			} else {
				value, _, _ = strings.Cut(value, "\n")
				value = strings.TrimSuffix(value, ",")
				if !strings.Contains(value, `\`) {
					return text{other: value[1 : len(value)-1]}, true
				}
			}
			err := json.Unmarshal([]byte(value), &t)
			return t, err == nil
		}
	}
	return text{}, false
}

// Message is a text still to be put into a language.
type Message struct {
	Key  string
	Args []any // name, value, name, value, …
}

// New is the message of a key with its arguments as name, value pairs. A value
// may itself be a Message, or a []Message, which is rendered as a list.
func New(key string, args ...any) Message { return Message{key, args} }

// In renders the message in lang; a key that lang lacks is rendered in English,
// and one that nobody has as the key itself, so that a gap shows and never hides
// the rest.
func (m Message) In(lang Lang) string {
	t, ok := textOf(lang, m.Key)
	if !ok {
		if t, ok = textOf(English, m.Key); !ok {
			t = text{other: m.Key}
		}
	}
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

// String is the English text.
func (m Message) String() string { return m.In(English) }

// Messenger is an error, or anything else, that carries a Message.
type Messenger interface{ Message() Message }

// Of is the text of err in lang: its Message where err or one it wraps carries
// one, else err's own words.
func Of(err error, lang Lang) string {
	var m Messenger
	if errors.As(err, &m) {
		return m.Message().In(lang)
	}
	return err.Error()
}

// Keys are all keys of lang's catalogue, for tests and for the page.
func Keys(lang Lang) (keys []string) {
	for part := range strings.SplitSeq(catalogues[lang], start) {
		if key, _, ok := strings.Cut(part, `": `); ok {
			keys = append(keys, key)
		}
	}
	return keys
}
