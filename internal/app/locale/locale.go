// Package locale chooses one of the catalogue's languages by an Accept-Language header, the environment, or a flag.
//
// It must not import net/http or os: the caller passes the header's value, or the function that reads the environment.
package locale

import (
	"cmp"
	"strconv"
	"strings"

	_ "nonet/internal/texts"
	"nonet/message"
)

// spoken maps the first part of a language tag to the catalogue's language. (golang.org/x/text/language knows more, but
// costs every command 0.1 ms at the start. A test compares the results of x/text/language with those of this package.)
var spoken = [...]struct {
	base string
	lang message.Lang
}{{"en", message.English}, {"zh", message.Chinese}, {"cmn", message.Chinese}}

// languageOf returns the catalogue's language for a tag of BCP 47 or POSIX, such as zh-Hant-HK or en_GB.
func languageOf(tag string) (lang message.Lang, ok bool) {
	const longest = 100 // longest limits the length of a tag in bytes; tags in use have at most a third of it
	if len(tag) > longest {
		return "", false
	}
	base, rest := "", false
	for part := range strings.FieldsFuncSeq(strings.ToLower(tag), func(r rune) bool { return r == '-' || r == '_' }) {
		if len(part) > 8 || strings.Trim(part, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return "", false
		}
		if !rest {
			base, rest = part, true
		}
	}
	for _, l := range &spoken {
		if l.base == base {
			return l.lang, true
		}
	}
	return "", false
}

// FromHeader returns the catalogue's language with the greatest weight in an Accept-Language header; among equal
// weights, the first. Malformed parts are ignored. The default is English.
func FromHeader(acceptLanguage string) message.Lang {
	best, most := message.English, 0.0
	for part := range strings.SplitSeq(acceptLanguage, ",") {
		tag, parameter, weighted := strings.Cut(part, ";")
		weight := 1.0
		if weighted {
			text, is := strings.CutPrefix(strings.TrimSpace(parameter), "q=")
			var err error
			if weight, err = strconv.ParseFloat(text, 64); !is || err != nil || weight > 1 {
				continue
			}
		}
		if lang, ok := languageOf(strings.TrimSpace(tag)); ok && weight > most {
			best, most = lang, weight
		}
	}
	return best
}

// FromEnvironment returns the language of messages by POSIX's rule: the first of LC_ALL, LC_MESSAGES and LANG
// that is not empty determines it. "C", "POSIX" and unknown names mean English.
func FromEnvironment(getenv func(string) string) message.Lang {
	value, _, _ := strings.Cut(cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")), "@")
	value, _, _ = strings.Cut(value, ".")
	if lang, ok := languageOf(value); ok {
		return lang
	}
	return message.English
}

// Parse returns the language that a person named, such as "zh", "zh_TW" or "en-GB" in any case. An unknown language is
// an error that lists the catalogue's languages.
func Parse(flag string) (message.Lang, error) {
	if lang, ok := languageOf(strings.TrimSpace(flag)); ok {
		return lang, nil
	}
	var names []string
	for _, lang := range message.Langs() {
		names = append(names, string(lang))
	}
	return "", message.NewError("locale.unknown", "name", flag, "languages", strings.Join(names, ", "))
}
