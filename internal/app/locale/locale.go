// Package locale decides which of the catalogue's languages a person wants: from
// an Accept-Language header, from the environment, or from a flag.
//
// It must not import net/http or os: the caller passes the header's value or the
// function that reads the environment.
package locale

import (
	"cmp"
	"strconv"
	"strings"

	"nonet/message"
)

// spoken has the catalogue's languages by the first part of a tag. (x/text/language knows more, and
// costs every command a tenth of a millisecond before it begins; a test holds this against it.)
var spoken = [...]struct {
	base string
	lang message.Lang
}{{"en", message.English}, {"zh", message.Chinese}, {"cmn", message.Chinese}}

// match is the catalogue's language of a tag as BCP 47 and POSIX write them, such as zh-Hant-HK and en_GB;
// not ok if it is of another language, or none.
func match(tag string) (lang message.Lang, ok bool) {
	const longest = 100 // no tag in use has a third of that
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

// FromHeader is the language for the value of an Accept-Language header: that of the
// greatest weight which the catalogue speaks, the first of several. Parts that cannot be read are
// passed over; with nothing left it is the default.
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
		if lang, ok := match(strings.TrimSpace(tag)); ok && weight > most {
			best, most = lang, weight
		}
	}
	return best
}

// FromEnvironment is the language of messages by POSIX's rule: the first of
// LC_ALL, LC_MESSAGES and LANG that is set and not empty. "C", "POSIX" and names
// that cannot be read mean the default.
func FromEnvironment(getenv func(string) string) message.Lang {
	value, _, _ := strings.Cut(cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")), "@")
	value, _, _ = strings.Cut(value, ".")
	if lang, ok := match(value); ok {
		return lang
	}
	return message.English
}

// UnknownError is a name of no language of the catalogue.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string { return e.Message().String() }

// Message names the languages there are.
func (e *UnknownError) Message() message.Message {
	var names []string
	for _, lang := range message.Langs() {
		names = append(names, string(lang))
	}
	return message.New("locale.unknown", "name", e.Name, "languages", strings.Join(names, ", "))
}

// Parse is the language a person named, as "zh", "zh_TW" or "en-GB" in any case;
// an *UnknownError for a language that the catalogue does not speak.
func Parse(flag string) (message.Lang, error) {
	// Who reads Welsh gets English; a person who names a language gets that one, or hears that
	// there is none.
	if lang, ok := match(strings.TrimSpace(flag)); ok {
		return lang, nil
	}
	return "", &UnknownError{flag}
}
