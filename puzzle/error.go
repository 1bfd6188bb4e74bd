package puzzle

import (
	"strings"

	"nonet/message"
)

// Error describes a fault that validation or a quick test, without a search, finds in a puzzle.
type Error struct {
	Kind       string   // the kind of the constraint; "" for the board itself
	Constraint int      // the constraint's index in Constraints; −1 for the board itself
	Cells      []string // the names of the cells concerned
	What       message.Message
}

func (e *Error) Error() string { return e.Message().String() }

// Message returns the fault, after the kind and the cells if these are known. Example: "Killer cage at r1c1 r1c2: …".
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
