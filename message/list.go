package message

import (
	"fmt"
	"unicode"
)

// Joined returns a list of things with a word such as "and" before the last, which key says; one thing
// stands alone, and of none explain.nothing is told.
func Joined(key string, parts []Message) Message {
	switch n := len(parts); n {
	case 0:
		return New("explain.nothing")
	case 1:
		return parts[0]
	default:
		return New(key, "list", parts[:n-1], "last", parts[n-1])
	}
}

// Strung strings clauses together, of which there is at least one, with the text of key between
// each and the next.
func Strung(key string, clauses []Message) Message {
	all := clauses[0]
	for _, m := range clauses[1:] {
		all = New(key, "a", all, "b", m)
	}
	return all
}

// Words returns things as they are, each a message.
func Words[T any](list []T) (parts []Message) {
	for _, x := range list {
		parts = append(parts, New("explain.word", "x", x))
	}
	return parts
}

// Character returns a character as a text can show it, by its code where it is none that is seen, -1
// standing for what is no character.
func Character(r rune) any {
	// A mark would be drawn upon the quotes.
	if r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
		return string(r)
	}
	return New("char.control", "code", fmt.Sprintf("%04X", max(0, r)))
}
