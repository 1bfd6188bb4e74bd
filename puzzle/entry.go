package puzzle

import "nonet/message"

// How a person sets a constraint follows from its kind's form and look; what neither says,
// its row does: Usual and Words.

// Way is what a person does on the board to set a constraint of a kind.
type Way string

const (
	WayNone     Way = ""         // not by hand
	WayBoard    Way = "board"    // a switch: the rule is one of the whole board
	WayLine     Way = "line"     // a line through cells, in their order
	WayCells    Way = "cells"    // cells together
	WaySpots    Way = "spots"    // cells one by one, all of one constraint
	WaySide     Way = "side"     // the side of two neighbours
	WayCorner   Way = "corner"   // the corner of four cells
	WaySets     Way = "sets"     // several sets of cells
	WayOutside  Way = "outside"  // a place beside the board, before a row or a column
	WayDiagonal Way = "diagonal" // a place beside the board, before a diagonal
)

// Way is how a constraint of the kind is set.
func (k *Kind) Way() Way {
	switch k.Form {
	case FormNone:
		if k.Name == "ChaosConstruction" { // comes with a group of cells
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
		if k.Name != "Regex" { // a table that programs write
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

// What a person types for a constraint.
const (
	typedNothing = ""
	typedNumber  = "number" // one number
	typedValues  = "values" // numbers
	typedWord    = "word"   // one of the kind's Words; of FormChoice they are numbers
	typedText    = "text"
)

// Typed returns what a person types for a constraint of the kind: "number" for one number, "values"
// for several, "word" for one of Words, "text", or "" for nothing.
func (k *Kind) Typed() string {
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

// Family is which kinds a person looks for in one place.
type Family string

// Families are all of them, in the order in which they are shown.
func Families() []Family {
	return []Family{"cages", "lines", "dots", "outside", "cells", "areas", "board"}
}

// Family is the kind's.
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

// Label is the family's name.
func (f Family) Label() message.Message { return message.New("kind.family." + string(f)) }

// WordLabel is what a person calls one of the kind's Words.
func WordLabel(word string) message.Message { return message.New("kind.word." + word) }
