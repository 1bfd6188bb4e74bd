package format

import "nonet/message"

// PartError is what is wrong with a text.
type PartError struct {
	Part string // the part of the text that is concerned, cut short
	What message.Message
}

func (e *PartError) Error() string { return e.Message().String() }

// Message is the part, and what is wrong with it.
func (e *PartError) Message() message.Message {
	if e.Part == "" {
		return e.What
	}
	return message.New("rules.in", "part", e.Part, "what", e.What)
}

// mostPart is how much of a text an error shows.
const mostPart = 60

func wrong(part, key string, args ...any) *PartError {
	shown := []rune(part)
	if len(shown) > mostPart {
		shown = append(shown[:mostPart], '…')
	}
	return &PartError{string(shown), message.New(key, args...)}
}
