package format

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"nonet/message"
	"nonet/puzzle"
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

// newPartError returns an error in a part of a text. It shortens the part, and each argument that is a string, because
// both may come from the text.
func newPartError(part, key string, args ...any) *PartError {
	for i, arg := range args {
		if text, ok := arg.(string); ok {
			args[i] = shortenPart(text)
		}
	}
	return &PartError{shortenPart(part), message.New(key, args...)}
}

// shortenPart returns the part of a text as an error or a note quotes it: at most mostPart characters, none of them
// control characters.
func shortenPart(text string) string {
	shown := []rune(withoutControls(text))
	if len(shown) > mostPart {
		shown = append(shown[:mostPart], '…')
	}
	return string(shown)
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

// ruleReader has what readers of puzzles with rules share: the puzzle, the notes and the first error.
type ruleReader struct {
	*puzzle.Puzzle
	part  string // the part of the text that is read, for errors
	notes []Note
	err   error
}

func (r *ruleReader) recordError(key string, args ...any) {
	if r.err == nil {
		r.err = newPartError(r.part, key, args...)
	}
}

func (r *ruleReader) addNote(part string) {
	r.notes = append(r.notes, Note{Part: shortenPart(part)})
}

func (r *ruleReader) parseInt(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		r.recordError("rules.notNumber", "text", text)
	}
	return n
}
