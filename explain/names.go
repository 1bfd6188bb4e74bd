package explain

import (
	"slices"

	"nonet/logic"
	"nonet/message"
)

// Names holds words for cells, values and houses. It serves boards whose cells, values or houses have no usual names.
type Names struct {
	Cell   func(logic.Cell) any
	Value  func(logic.Digit) any
	Houses func([]logic.House) message.Message
}

// Reason returns the reason why a step found in position s is valid, with the words of n.
func (n Names) Reason(s *logic.State, step *logic.Step) message.Message {
	return n.substituteNames(reasonText(s, step))
}

// substituteNames returns a copy of the text m that names cells, digits and houses by the words of n.
func (n Names) substituteNames(m message.Message) message.Message {
	m.Args = slices.Clone(m.Args)
	for i, arg := range m.Args {
		switch x := arg.(type) {
		case []logic.House:
			return n.Houses(x)
		case logic.Cell:
			m.Args[i] = n.Cell(x)
		case logic.Digit:
			m.Args[i] = n.Value(x)
		case message.Message:
			m.Args[i] = n.substituteNames(x)
		case []message.Message:
			list := slices.Clone(x)
			for k := range list {
				list[k] = n.substituteNames(list[k])
			}
			m.Args[i] = list
		}
	}
	return m
}
