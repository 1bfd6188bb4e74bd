package format

import (
	"strings"
	"unicode/utf8"

	"nonet/message"
)

// PartError is an error in a part of a text, such as a member or an item.
type PartError struct {
	Part string // the part as the text has it, at most mostPart characters
	What message.Message
}

func (e *PartError) Error() string { return e.Message().String() }

// Message returns a text with the part and the reason.
func (e *PartError) Message() message.Message {
	if e.Part == "" {
		return e.What
	}
	return message.New("rules.in", "part", e.Part, "what", e.What)
}

// mostPart limits the characters of the input that an error quotes.
const mostPart = 60

func newPartError(part, key string, args ...any) *PartError {
	shown := []rune(withoutControls(part))
	if len(shown) > mostPart {
		shown = append(shown[:mostPart], '…')
	}
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = withoutControls(text)
		}
	}
	return &PartError{string(shown), message.New(key, args...)}
}

// withoutControls returns text with U+FFFD in place of each control character and each byte that is not UTF-8. A
// terminal would obey control characters.
func withoutControls(text string) string {
	return strings.Map(func(r rune) rune {
		if isPrintable(r) {
			return r
		}
		return utf8.RuneError
	}, text)
}
