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
// To add a text, give it a key in both files and run
//
//	go generate ./message
//
// which writes the table that texts are looked up in. The page reads the same two
// files, through the server.
//
// It must not import anything of this module: everything that speaks stands on
// it. Which language a person wants, the caller decides.
package message

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:generate go test . -run TestTable -update

// Lang is a language, named as in BCP 47. The catalogue speaks [Langs].
type Lang string

const (
	English Lang = "en"
	Chinese Lang = "zh-CN"
)

// Langs are the catalogue's languages, the default first.
func Langs() []Lang { return []Lang{English, Chinese} }

//go:embed en.json zh-CN.json
var files embed.FS

// Files holds the catalogue as LANG.json, one file a language, for the page.
func Files() fs.FS { return files }

// text is what one key says; one is empty where the number does not matter.
type text struct{ one, other string }

// A row is where a key and its texts, in the order of Langs, end in the generated
// strings, in which they stand without gaps. They are found without a pointer and
// close together, as a run of the program needs two dozen of a thousand texts.
type row struct {
	key   uint32
	texts [2]uint32
}

// textOf is what a key says in lang, or else in English; where there is no such key,
// the key itself, so that a gap shows and never hides the rest.
func textOf(lang Lang, key string) text {
	below, above := 0, len(rows)-1 // rows[0] is the beginning of the strings
	for below < above {
		if middle := (below + above) / 2; keyOf(middle) < key {
			below = middle + 1
		} else {
			above = middle
		}
	}
	if keyOf(below) != key {
		return text{other: key}
	}
	l := max(0, slices.Index(Langs(), lang))
	t := texts[l][rows[below].texts[l]:rows[below+1].texts[l]]
	if one, other, counts := strings.Cut(t, "\x00"); counts {
		return text{one, other}
	}
	return text{other: t}
}

func keyOf(i int) string {
	if i == len(rows)-1 {
		return ""
	}
	return keys[rows[i].key:rows[i+1].key]
}

// Message is a text still to be put into a language.
type Message struct {
	Key  string // in the catalogue
	Args []any  // name, value, name, value, …
}

// New is the message of a key with its arguments as name, value pairs. A value
// may itself be a Message, or a []Message, which is rendered as a list.
func New(key string, args ...any) Message { return Message{key, args} }

// In is the message in lang, or in English where the catalogue does not speak
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

// Keys are all keys of the catalogue, sorted.
func Keys() []string {
	all := make([]string, len(rows)-1)
	for i := range all {
		all[i] = keyOf(i)
	}
	return all
}
