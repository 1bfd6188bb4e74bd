package notation

import "nonet/message"

// Error is what is wrong with a text.
type Error struct {
	Part string // the part of the text that is concerned, cut short
	What message.Message
}

func (e *Error) Error() string { return e.Message().String() }

// Message is the part, and what is wrong with it.
func (e *Error) Message() message.Message {
	if e.Part == "" {
		return e.What
	}
	return message.New("variant.in", "part", e.Part, "what", e.What)
}

// mostPart is how much of a text an error shows.
const mostPart = 60

func wrong(part, key string, args ...any) *Error {
	shown := []rune(part)
	if len(shown) > mostPart {
		shown = append(shown[:mostPart], '…')
	}
	return &Error{string(shown), message.New(key, args...)}
}
