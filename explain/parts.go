package explain

import (
	"slices"

	"nonet/board"
	"nonet/logic"
	"nonet/message"
)

// Levels is the number of parts in which a step is explained.
const Levels = 5

// Parts explains a step in parts of increasing detail: its family, where to look, the pattern, the reason, the move. If
// the pattern of a placement would reveal the move, the parts before the move show less.
type Parts struct {
	Texts  [Levels]message.Message
	Houses []logic.House // where to look; shown from the second part on
	// Cells are the cells of the pattern, shown from the third part on. The set is empty if these cells would reveal
	// the move, as for a hidden single.
	Cells logic.CellSet
}

func hintText(key string, args ...any) message.Message { return message.New("hint."+key, args...) }

// PartsOf returns the parts of a step that was found in position s.
func PartsOf(s *logic.State, step *logic.Step) Parts {
	at := PatternCells(step)
	houses := Where(s, step)
	where, cells, digits, technique := housesJoinedByAnd(houses), cellsJoinedByAnd(at), digitsJoinedByAnd(step.Digits), step.Technique.Name()
	p := Parts{Houses: houses, Cells: at}
	look, pattern, reason := hintText("where", "where", where, "digits", digits), hintText("pattern", "technique", technique, "cells", cells, "digits", digits), reasonText(s, step)
	if len(step.Placements) > 0 {
		single := hintText("reason."+step.Technique.String(), "house", where, "cell", cells, "digit", digits)
		look, pattern = hintText("look", "where", where), hintText("pattern.cells", "technique", technique, "cells", cells)
		switch step.Technique {
		case logic.FullHouse:
			pattern, reason = hintText("pattern.houses", "technique", technique, "where", where), single
			p.Cells = logic.CellSet{}
		case logic.HiddenSingle, logic.TemplateSet:
			look = hintText("where", "where", where, "digits", digits)
			pattern, reason = hintText("pattern.digits", "technique", technique, "where", where, "digits", digits), single
			p.Cells = logic.CellSet{}
		case logic.NakedSingle, logic.BUGPlus1, logic.BruteForce:
			reason = single
		}
		// For suppositions, the hint shows the beginning of the reason before it reveals the move.
		var supposed logic.CellSet
		for _, b := range step.Branches {
			for _, l := range b.Lines[:min(1, len(b.Lines))] {
				supposed.Add(l.Candidate.Cell)
			}
		}
		switch len(step.Branches) {
		case 0:
		case 1:
			reason = hintText("reason.contradiction", "cells", cellsJoinedByAnd(supposed))
		default:
			reason = hintText("reason.verity", "cells", cellsJoinedByAnd(supposed))
		}
	}
	p.Texts = [Levels]message.Message{hintText("family", "family", step.Technique.Info().Family.Name()), look, pattern, reason, moveSentence(step)}
	return p
}

// PatternCells returns the cells of the step's marks, nodes and sets.
func PatternCells(step *logic.Step) (cells logic.CellSet) {
	cells = markedCells(step)
	for _, n := range step.Nodes {
		cells = cells.Or(n.Cells)
	}
	for _, set := range step.Sets {
		cells = cells.Or(set.Cells)
	}
	return cells
}

// Where returns the houses in which a person should look for a step: the houses of the step's reason or, if the reason
// names none, the boxes of the step's cells.
func Where(s *logic.State, step *logic.Step) []logic.House {
	var houses board.HouseSet
	for _, h := range step.Base {
		houses |= 1 << h
	}
	if houses == 0 && len(step.Truths) == 1 && step.Truths[0].Kind == logic.HouseTruth {
		houses = 1 << step.Truths[0].House
	}
	if houses == 0 {
		for c := range PatternCells(step).All() {
			houses |= 1 << s.Board().Block(c)
		}
	}
	return slices.AppendSeq([]logic.House(nil), houses.All())
}
