package puzzle

import (
	"strings"

	"nonet/message"
)

// Error is what is wrong with a puzzle, found before any search.
type Error struct {
	Kind       string   // of the constraint concerned; "" for the board itself
	Constraint int      // its index in Constraints, -1 for none
	Cells      []string // the cells concerned, by name
	What       message.Message
}

func (e *Error) Error() string { return e.Message().String() }

// Message is "Killer cage at r1c1, r1c2: " and what is wrong.
func (e *Error) Message() message.Message {
	cells := strings.Join(e.Cells, " ")
	switch {
	case e.Kind != "" && cells != "":
		return message.New("rules.kindAt", "kind", message.New("kind."+e.Kind), "cells", cells, "what", e.What)
	case e.Kind != "":
		return message.New("rules.kind", "kind", message.New("kind."+e.Kind), "what", e.What)
	case cells != "":
		return message.New("rules.at", "cells", cells, "what", e.What)
	}
	return e.What
}

func newMessage(key string, args ...any) *message.Message {
	m := message.New(key, args...)
	return &m
}
