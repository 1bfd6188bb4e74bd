package techdoc

import (
	"embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	_ "nonet/internal/texts"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
)

//go:embed about
var aboutFiles embed.FS

// sections has the paragraphs by language and heading.
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

// sizes lists the sizes of fish, two to seven base houses: the end of the technique's ID, and the
// number in words.
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

// AboutTechnique returns a paragraph on how technique t works, why it is valid and how to spot it. It
// returns "" if the language has none for the technique.
func AboutTechnique(t logic.Technique, lang message.Lang) string {
	kind, size := aboutTexts(t, lang)
	if size == "" {
		return kind
	}
	return kind + map[message.Lang]string{message.English: " "}[lang] + size
}

// aboutTexts returns the two parts of a technique's paragraph. For a fish these are the text on its
// kind and the text on its size. Other techniques have only the first part.
func aboutTexts(t logic.Technique, lang message.Lang) (kind, size string) {
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

// RatingOf returns HoDoKu's code, points and level of a technique, or our own points and level if
// HoDoKu does not have it.
func RatingOf(t logic.Technique) message.Message {
	row := hodoku.ColumnsOf(t)
	level := message.New("explain.level." + row.Level.String())
	if row.Code == "" {
		return message.New("techdoc.ours", "score", row.Score, "level", level)
	}
	return message.New("techdoc.hodoku", "code", row.Code, "score", row.Score, "level", level)
}
