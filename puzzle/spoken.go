package puzzle

import (
	"slices"
	"strconv"
	"strings"

	"nonet/message"
)

// This file names cells and constraints for people. A cell name such as CC12 is for programs; people read "the region
// of r2c3". VAL12 is the value of a cell with a factor.

// The maximum number of cells, and of parts, that a text names. If there are more cells, a text names only the first
// and the last.
const (
	fewCells = 6
	fewParts = 4
)

// CellWords returns the names of cells for people. Consecutive cells of one group have a common entry. Without cells,
// the list is empty.
func (p *Puzzle) CellWords(cells []int) (list []message.Message) {
	for from := 0; from < len(cells); {
		g, first := p.groupOf(cells[from])
		to := from + 1
		for to < len(cells) && cells[to] >= first && (g == nil && cells[to] < p.BoardCells() || g != nil && cells[to] < first+g.Count) {
			to++
		}
		names := p.CellNames(cells[from:to])
		switch {
		case g == nil:
		case g.Name == "CC":
			for i := range names {
				names[i] = p.CellName(cells[from+i] - first)
			}
			list = append(list, message.New("rules.regionsOf", "n", len(names), "cells", strings.Join(names, " ")))
			names = nil
		case g.Name == groupOfValues && g.Count == p.BoardCells():
			key := "rules.valuesOf"
			w, _ := p.findValueCells()
			if w.plus > 0 {
				key = "rules.valuesOf.more"
			}
			for i := range names {
				names[i] = p.CellName(cells[from+i] - first)
			}
			list = append(list, message.New(key, "n", len(names), "plus", w.plus, "cells", strings.Join(names, " ")))
			names = nil
		case g.Label != "":
			for i, name := range names {
				names[i] = strings.TrimRight(g.Label+" "+strings.TrimPrefix(name, g.Name), " ")
			}
		}
		if len(names) > 0 {
			list = append(list, message.New("explain.word", "x", strings.Join(names, " ")))
		}
		from = to
	}
	return list
}

// groupOf returns the group that contains a cell beside the board, and the group's first cell. For a cell of the board,
// g is nil.
func (p *Puzzle) groupOf(cell int) (g *Group, first int) {
	end := p.BoardCells()
	for i := range p.Groups {
		if cell < end {
			break
		}
		g, first = &p.Groups[i], end
		end += g.Count
	}
	return g, first
}

// Caption describes a constraint in words, for people who do not see the board: its kind, its clue, and its place or
// its parts.
func (p *Puzzle) Caption(constraint int) message.Message {
	return p.captionOf(&p.Constraints[constraint])
}

func (p *Puzzle) captionOf(c *Constraint) message.Message {
	k := KindNamed(c.Kind)
	if k.Form == FormParts {
		return p.compositeText(k, c)
	}
	cells, label := c.allCells(), ruleName(k, c)
	if k.Form == FormChoice && len(k.Words) > 0 { // the drawing already shows the constraint's word
		label = message.New("rules.caption.says", "kind", label, "says", WordLabel(numbersText(c.Numbers)))
	}
	var clue string
	switch typed := k.TypedForm(); {
	case typed == typedText || typed == typedNothing || len(cells) == 0 || len(c.Numbers) == 0:
	case typed == typedNumber && c.Numbers[0] == 0 && c.Kind == "Cage":
	default:
		clue = " " + numbersText(c.Numbers)
	}
	if c.Label != "" {
		clue += " “" + c.Label + "”"
	}
	switch n := len(cells); {
	case n == 0:
		return label
	case n <= fewCells:
		return message.New("rules.caption", "kind", label, "clue", clue, "cells", p.CellWords(cells))
	default:
		return message.New("rules.caption.long", "kind", label, "clue", clue, "first", p.CellWords(cells[:1]), "last", p.CellWords(cells[n-1:]), "n", n)
	}
}

// RuleOf returns the rule of a constraint as a sentence. If the kind has several rules, the constraint's arguments
// select one.
func RuleOf(c *Constraint) message.Message {
	k := KindNamed(c.Kind)
	switch {
	case k == &indexing && slices.Contains(indexWords, c.Text):
		return message.New("kind.Indexing.rule." + c.Text)
	case k == &antiMove && len(c.Numbers)%2 == 0:
		moves := make([]string, 0, len(c.Numbers)/2)
		for at := range slices.Chunk(c.Numbers, 2) {
			moves = append(moves, strconv.Itoa(at[0])+"×"+strconv.Itoa(at[1]))
		}
		if c.Text == "" {
			return message.New("kind.AntiMove.rule.all", "moves", strings.Join(moves, ", "))
		}
		return message.New("kind.AntiMove.rule.some", "moves", strings.Join(moves, ", "), "values", c.Text)
	case k == &disjointSets && len(c.Numbers) > 0:
		return message.New("kind.DisjointSets.rule.some", "n", len(c.Numbers), "places", numbersText(c.Numbers))
	case k.Name == doublersName && c.Text == lines:
		return message.New("kind.Doublers.rule.lines", "n", len(factorsOf(c)), "factors", numbersText(factorsOf(c)))
	case k.Name == doublersName:
		return message.New("kind.Doublers.rule.of", "n", len(factorsOf(c)), "factors", numbersText(factorsOf(c)))
	}
	return k.Rule()
}

// RuleName returns the name of a constraint in a list of rules: its kind, and arguments that the board does not show.
func RuleName(c *Constraint) message.Message { return ruleName(KindNamed(c.Kind), c) }

func ruleName(k *Kind, c *Constraint) message.Message {
	var says message.Message
	switch {
	case k == &connectedValues && len(c.Numbers) > 1:
		says = message.New("explain.word", "x", numbersText(c.Numbers[1:]))
		if n := c.Numbers[0]; n > 0 {
			says = message.New("rules.caption.connected", "n", n, "values", numbersText(c.Numbers[1:]))
		}
	case k.Form == FormWord && len(k.Words) > 0:
		says = WordLabel(c.Text)
	case k.Form == FormControl && slices.Equal(c.Numbers, []int{1}):
		says = message.New("rules.caption.others")
	case k.Form == FormChoice && len(k.Words) == 0:
		says = message.New("explain.word", "x", strings.TrimSuffix(numbersText(c.Numbers)+"; "+c.Text, "; "))
	case (k.Name == doublersName || k == &disjointSets) && len(c.Numbers)+len(c.Text) > 0:
		says = message.New("explain.word", "x", strings.TrimSpace(numbersText(c.Numbers)+" "+c.Text))
	default:
		return k.Label()
	}
	return message.New("rules.caption.says", "kind", k.Label(), "says", says)
}

// compositeText describes a constraint and its parts in words.
func (p *Puzzle) compositeText(k *Kind, c *Constraint) message.Message {
	var parts []message.Message
	for i := range c.Parts[:min(len(c.Parts), fewParts)] {
		part := p.captionOf(&c.Parts[i])
		if len(c.Parts[i].Parts) > 0 {
			part = message.New("rules.caption.inner", "part", part)
		}
		parts = append(parts, part)
	}
	if more := len(c.Parts) - len(parts); more > 0 {
		parts = append(parts, message.New("rules.caption.more", "n", more))
	}
	what := message.New("rules.caption.parts", "kind", k.Label(), "parts", message.JoinClauses("rules.caption.also", parts))
	if len(c.Cells) < 2 {
		return what
	}
	// The text for a Replicate names its first cell first, and its targets after that.
	others := c.Cells[1:]
	if n := len(others); n > fewCells {
		return message.New("rules.caption.copies", "what", what, "first", p.CellWords(c.Cells[:1]), "cells", []message.Message{message.New("rules.cells", "n", n)})
	}
	return message.New("rules.caption.copies", "what", what, "first", p.CellWords(c.Cells[:1]), "cells", p.CellWords(others))
}

// PartName returns the name of a part for people: its kind, with its cells if it has any.
func (p *Puzzle) PartName(part Part) message.Message {
	kind, cells := "Given", []int(nil)
	if part.Given {
		cells = []int{p.Givens[part.Index].Cell}
	} else {
		c := &p.Constraints[part.Index]
		if len(c.Parts) > 0 {
			return p.captionOf(c)
		}
		kind, cells = c.Kind, c.allCells()
	}
	if len(cells) == 0 {
		return message.New("kind." + kind)
	}
	return message.New("rules.part", "kind", message.New("kind."+kind), "cells", p.CellWords(cells))
}
