// Package locale decides which of the catalogue's languages a person wants: from
// an Accept-Language header, from the environment, or from a flag.
//
// It must not import net/http or os: the caller passes the header's value or the
// function that reads the environment.
package locale

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"nonet/message"
)

var tags = sync.OnceValue(func() (all []language.Tag) {
	for _, lang := range message.Langs() {
		all = append(all, language.MustParse(string(lang)))
	}
	return all
})

var matcher = sync.OnceValue(func() language.Matcher { return language.NewMatcher(tags()) })

// match is the catalogue's language that serves a reader of these best, by its index: the
// tag that comes with it carries extensions of what was asked for.
func match(wanted ...language.Tag) message.Lang {
	_, i, _ := matcher().Match(wanted...)
	return message.Langs()[i]
}

// FromHeader is the language for the value of an Accept-Language header. Parts
// that cannot be read are passed over; with nothing left it is the default.
func FromHeader(acceptLanguage string) message.Lang {
	var readable []string
	for part := range strings.SplitSeq(acceptLanguage, ",") {
		if _, _, err := language.ParseAcceptLanguage(part); err == nil {
			readable = append(readable, part)
		}
	}
	// The whole is parsed at once because that sorts it by weight.
	wanted, _, err := language.ParseAcceptLanguage(strings.Join(readable, ","))
	if err != nil || len(wanted) == 0 {
		return message.English
	}
	return match(wanted...)
}

// FromEnvironment is the language of messages by POSIX's rule: the first of
// LC_ALL, LC_MESSAGES and LANG that is set and not empty. "C", "POSIX" and names
// that cannot be read mean the default.
func FromEnvironment(getenv func(string) string) message.Lang {
	value, _, _ := strings.Cut(cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG")), "@")
	value, _, _ = strings.Cut(value, ".")
	tag, err := language.Parse(value)
	if err != nil || value == "C" || value == "POSIX" {
		return message.English
	}
	return match(tag)
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
	tag, err := language.Parse(strings.TrimSpace(flag))
	if err != nil {
		return "", &UnknownError{flag}
	}
	// The matcher would give English to a reader of Welsh; a person who names a
	// language gets that one, or hears that there is none.
	base, _ := tag.Base()
	ours := slices.ContainsFunc(tags(), func(t language.Tag) bool {
		b, _ := t.Base()
		return b == base
	})
	if !ours || tag == language.Und {
		return "", &UnknownError{flag}
	}
	return match(tag), nil
}
