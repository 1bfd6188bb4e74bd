package message

import (
	"fmt"
	"unicode"
)

// JoinList joins parts to a list, with a word such as "and" before the last part. key is the key of a message with two
// arguments: `last` is the last part, and `list` has the parts before the last. JoinList returns a single part
// unchanged. For no parts it returns the message explain.nothing.
func JoinList(key string, parts []Message) Message {
	switch n := len(parts); n {
	case 0:
		return New("explain.nothing")
	case 1:
		return parts[0]
	default:
		return New(key, "list", parts[:n-1], "last", parts[n-1])
	}
}

// JoinClauses joins clauses by the message with this key: its argument a is the text so far, and b is the next clause.
// There must be at least one clause.
func JoinClauses(key string, clauses []Message) Message {
	all := clauses[0]
	for _, m := range clauses[1:] {
		all = New(key, "a", all, "b", m)
	}
	return all
}

// WordsOf returns a message for each element of `list`. The text of the message is the element.
func WordsOf[T any](list []T) (parts []Message) {
	for _, x := range list {
		parts = append(parts, New("explain.word", "x", x))
	}
	return parts
}

// Character returns r as an argument of a text: the character itself or, if it is invisible, its code. The rune −1
// stands for bytes that are no character.
func Character(r rune) any {
	// A combining mark needs its code, too, because it would be drawn over the quotation mark.
	if r == ' ' || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
		return string(r)
	}
	return New("char.control", "code", fmt.Sprintf("%04X", max(0, r)))
}
