package puzzle

import "nonet/message"

// This file derives how a person enters a constraint on the board. The form and the look of the kind determine the
// input, together with the fields Usual and Words in the kind's row.

// Way is the gesture by which a person enters a constraint on the page's board.
type Way string

const (
	WayNone     Way = ""         // a person cannot enter the constraint
	WayBoard    Way = "board"    // a switch, for a rule about the whole board
	WayLine     Way = "line"     // a line through cells in order
	WayCells    Way = "cells"    // a set of cells
	WaySpots    Way = "spots"    // single cells, which all go into one constraint
	WaySide     Way = "side"     // the side between two neighbours
	WayCorner   Way = "corner"   // the corner of four cells
	WaySets     Way = "sets"     // several sets of cells
	WayOutside  Way = "outside"  // a place outside the board, in line with a row or a column
	WayDiagonal Way = "diagonal" // a place outside the board, in line with a diagonal
)

// Way returns the gesture by which a person enters constraints of the kind on the board, or WayNone.
func (k *Kind) Way() Way {
	switch k.Form {
	case FormNone:
		if k.Name == "ChaosConstruction" { // a person cannot enter it, because it needs a group of cells
			return WayNone
		}
		return WayBoard
	case FormChoice:
		return WayBoard
	case FormSets:
		return WaySets
	case FormClue:
		return WayOutside
	case FormDiagonal:
		return WayDiagonal
	case FormParts, FormControl, FormMachine:
		return WayNone
	case FormText:
		if k.Name != "Regex" { // a person types only this kind of text; programs write the texts of other kinds
			return WayNone
		}
	}
	switch k.Draw.Shape {
	case ShapeLine:
		return WayLine
	case ShapeCage, ShapeArea:
		return WayCells
	case ShapeDot, ShapeLetter, ShapeGreater:
		return WaySide
	case ShapeQuad:
		return WayCorner
	case ShapeCircle, ShapeSquare, ShapeRing, ShapeMinimum, ShapeMaximum:
		return WaySpots
	}
	if k.Form == FormWord && len(k.Words) > 0 {
		return WayBoard
	}
	return WayNone
}

// These are the values of TypedForm: the input that a person types for a constraint.
const (
	typedNothing = ""
	typedNumber  = "number" // one number
	typedValues  = "values" // several numbers, such as values of cells
	typedWord    = "word"   // one of the kind's Words; if the form is FormChoice, Words are numbers
	typedText    = "text"
)

// TypedForm returns what a person types for a constraint of the kind: "number" for one number, "values" for
// several, "word" for one of Words, "text", or "" for nothing.
func (k *Kind) TypedForm() string {
	switch {
	case len(k.Words) > 0:
		return typedWord
	case k.Form == FormNumber, k.Form == FormClue, k.Form == FormDiagonal:
		return typedNumber
	case k.Form == FormValues, k.Form == FormChoice:
		return typedValues
	case k.Form == FormText:
		return typedText
	}
	return typedNothing
}

// Family is a group of kinds in a list, such as "lines" or "cages".
type Family string

// Families returns all families in the order in which they are shown.
func Families() []Family {
	return []Family{"cages", "lines", "dots", "outside", "cells", "areas", "board"}
}

// Family returns the group under which a list shows the kind, such as "lines" or "cages".
func (k *Kind) Family() Family {
	switch k.Way() {
	case WayLine:
		return "lines"
	case WaySide, WayCorner:
		return "dots"
	case WayOutside, WayDiagonal:
		return "outside"
	case WaySpots:
		return "cells"
	case WayCells, WaySets:
		if k.Draw.Shape == ShapeCage {
			return "cages"
		}
		return "areas"
	}
	return "board"
}

// Label returns the family's name for people, in any language of the catalogue.
func (f Family) Label() message.Message { return message.New("kind.family." + string(f)) }

// WordLabel returns the label for one of the Words of a kind.
func WordLabel(word string) message.Message { return message.New("kind.word." + word) }
