package techdoc

import (
	"embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
)

//go:embed about
var aboutFiles embed.FS

// sections are the paragraphs of a language by their headings.
var sections = sync.OnceValue(func() map[message.Lang]map[string]string {
	all := map[message.Lang]map[string]string{}
	for _, lang := range message.Langs() {
		all[lang] = map[string]string{}
		data, _ := aboutFiles.ReadFile("about/" + string(lang) + ".md")
		parts := strings.Split("\n"+strings.ReplaceAll(string(data), "\r\n", "\n"), "\n## ")
		for _, part := range parts[1:] {
			id, text, _ := strings.Cut(part, "\n")
			all[lang][strings.TrimSpace(id)] = strings.TrimSpace(text)
		}
	}
	return all
})

// sizes are what the fish of two to seven houses are called, in IDs and in words.
var sizes = []struct {
	id    string
	words map[message.Lang]string
}{
	{"x-wing", map[message.Lang]string{message.English: "two", message.Chinese: "两"}},
	{"swordfish", map[message.Lang]string{message.English: "three", message.Chinese: "三"}},
	{"jellyfish", map[message.Lang]string{message.English: "four", message.Chinese: "四"}},
	{"squirmbag", map[message.Lang]string{message.English: "five", message.Chinese: "五"}},
	{"whale", map[message.Lang]string{message.English: "six", message.Chinese: "六"}},
	{"leviathan", map[message.Lang]string{message.English: "seven", message.Chinese: "七"}},
}

// About returns a paragraph on how technique t works, why it is right and how to spot it,
// or "" if the technique or the language has none.
func About(t logic.Technique, lang message.Lang) string {
	kind, size := about(t, lang)
	if size == "" {
		return kind
	}
	return kind + map[message.Lang]string{message.English: " "}[lang] + size
}

// about returns the two parts of the paragraph: what all fish of a kind share, and what is
// said of their size. Only fish have a second part.
func about(t logic.Technique, lang message.Lang) (kind, size string) {
	texts := sections()[lang]
	id := t.String()
	if text, ok := texts[id]; ok {
		return text, ""
	}
	for _, s := range sizes {
		prefix, ok := strings.CutSuffix(id, s.id)
		if text, also := texts[prefix+"fish"]; ok && also && t.Info().Family == logic.FamilyFish {
			text = strings.ReplaceAll(text, "{n}", s.words[lang])
			first, n := utf8.DecodeRuneInString(text)
			return string(unicode.ToUpper(first)) + text[n:], strings.ReplaceAll(texts["size-"+s.id], "{n}", s.words[lang])
		}
	}
	return "", ""
}

// Worth returns HoDoKu's code, points and level of a technique, or our points and level
// if HoDoKu's library does not have it.
func Worth(t logic.Technique) message.Message {
	row := hodoku.Of(t)
	level := message.New("explain.level." + row.Level.String())
	if row.Code == "" {
		return message.New("techdoc.ours", "score", row.Score, "level", level)
	}
	return message.New("techdoc.hodoku", "code", row.Code, "score", row.Score, "level", level)
}
