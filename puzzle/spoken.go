package puzzle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"nonet/message"
)

// This file names cells and constraints for people. A cell name such as CC12 is for programs; people read "the region
// of r2c3". VAL12 is the value of a cell with a factor.

// These limit the cells, and the parts, that a text names. If a list has more cells, the text names only the first and
// the last.
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

// RuleOf returns the rule of a constraint of the puzzle as a sentence, with the constraint's numbers and choices.
func (p *Puzzle) RuleOf(c *Constraint) message.Message {
	k, n, list := KindNamed(c.Kind), 0, statedNumbersOf(c)
	first, variant, number := 0, "", k.TypedForm() == typedNumber
	if len(list) > 0 {
		first = list[0]
		n = first
	}
	numbers := strings.Fields(numbersText(list))
	switch {
	case k.Form == FormWord && slices.Contains(k.Words, c.Text):
		variant = c.Text
	case k == &entropic || k == &globalEntropy:
		if p.Low != 1 || p.High != 9 {
			variant, numbers = "of", p.entropyClassTexts()
		}
	case k.Name == doublersName:
		variant, n = cmp.Or(c.Text, "of"), len(list)
	case len(list) == 0:
	case k.Form == FormControl:
		variant = strconv.Itoa(first)
	case k == &antiMove || k == &lookAndSay:
		if numbers, variant = pairTexts(list), "of"; k == &antiMove && c.Text != "" {
			variant = "some"
		}
	case k == &connectedValues:
		if numbers, variant = numbers[1:], "of"; first > 0 {
			variant = "count"
		}
	case k.Name == multipliersName && c.Text == lines:
		variant = lines
	case (k == &cage || k == &cageAmong) && first == 0 && len(list) == 1:
		return allDifferent.Rule()
	case k == &freeSum && len(list) > 1:
		variant, numbers = "times", numbers[1:]
	case number || k == &disjointSets || k.TypedForm() == typedValues:
		if variant = "of"; !number {
			n = len(list)
		}
	}
	if variant == "" {
		return k.Rule()
	}
	return message.New(k.Rule().Key+"."+variant, "n", n, "number", first, "values", c.Text, "numbers", message.WordsOf(numbers))
}

// statedNumbersOf returns those numbers of a constraint that its text states, in the order of the text.
func statedNumbersOf(c *Constraint) []int {
	switch c.Kind {
	case cageAmong.Name, sumAmong.Name:
		return distinctCells(c.Numbers)
	case doublersName:
		return factorsOf(c)
	}
	return c.Numbers
}

// pairTexts returns pairs of numbers as texts such as 2×3.
func pairTexts(numbers []int) (list []string) {
	for i := 1; i < len(numbers); i += 2 {
		list = append(list, strconv.Itoa(numbers[i-1])+"×"+strconv.Itoa(numbers[i]))
	}
	return list
}

// entropyClassTexts returns the low, the middle and the high values as ranges such as 1–3.
func (p *Puzzle) entropyClassTexts() (list []string) {
	first := p.Low
	for v := p.Low; v <= p.High; v++ {
		if v == p.High || entropyClassOf(p, v+1) != entropyClassOf(p, v) {
			text := strconv.Itoa(v)
			if first < v {
				text = strconv.Itoa(first) + "–" + text
			}
			list, first = append(list, text), v+1
		}
	}
	return list
}

// Rule is an entry in a list of rules. It stands for all constraints of one kind whose rule is the same sentence.
type Rule struct {
	Kind        *Kind
	Name, Text  message.Message
	Which       message.Message // the rule's numbers, perhaps with cells, if constraints of its kind have different numbers; otherwise no message
	Constraints []int           // the index of each constraint with this rule, or of the constraint that contains it as a part

	key string // the rule's name and sentence in English; "" if this entry stands for all constraints of its kind
	all []*Constraint
}

// FullName returns the rule's name, followed by the field Which if the kind has several rules.
func (r *Rule) FullName() message.Message {
	if r.Which.Key == "" {
		return r.Name
	}
	return message.New("rules.drawn.number", "rule", r.Name, "n", r.Which)
}

// These limit the sentences for a kind in a list of rules. Beyond the limit, one sentence without a number stands for
// all.
const (
	mostSentences = 9
	mostOfShown   = 3 // the limit if the board shows the numbers
)

// RuleList returns the rules of the puzzle's constraints and of their parts as sentences. If constraints of a kind have
// different numbers, each number has its own sentence. Such a sentence names the number and, if the board does not show
// the number, the cells of a few constraints.
func (p *Puzzle) RuleList() []*Rule {
	var list ruleList
	for i := range p.Constraints {
		list.add(p, i, &p.Constraints[i])
	}
	for i, r := range list {
		for k, other := range list {
			if k != i && other.Kind == r.Kind {
				p.setWhich(r)
				break
			}
		}
	}
	return list
}

type ruleList []*Rule

// add adds the rules of a constraint and of its parts. top is the index of c, or of the puzzle's constraint that
// contains c.
func (l *ruleList) add(p *Puzzle, top int, c *Constraint) {
	for i := range c.Parts {
		defer l.add(p, top, &c.Parts[i])
	}
	k, n := KindNamed(c.Kind), 0
	name, text := ruleName(k, c), p.RuleOf(c)
	key := name.In(message.English) + text.In(message.English)
	var first *Rule
	for _, r := range *l {
		if r.Kind != k {
			continue
		}
		if r.key == key || r.key == "" {
			r.Constraints, r.all = append(r.Constraints, top), append(r.all, c)
			return
		}
		if n++; first == nil {
			first = r
		}
	}
	if n == mostSentences || n == mostOfShown && !k.hidesNumber() {
		first.Name, first.Text, first.key = k.Label(), k.Rule(), ""
		sound := (*l)[:0]
		for _, r := range *l {
			if r.Kind == k && r != first {
				first.Constraints = append(first.Constraints, r.Constraints...)
			} else {
				sound = append(sound, r)
			}
		}
		first.Constraints = append(first.Constraints, top)
		slices.Sort(first.Constraints)
		*l = sound
		return
	}
	*l = append(*l, &Rule{Kind: k, Name: name, Text: text, Constraints: []int{top}, key: key, all: []*Constraint{c}})
}

// hidesNumber reports whether the board does not show the number of a constraint.
func (k *Kind) hidesNumber() bool {
	return k == &whisper || k == &lockout || k == &modular || k == &sameValues || k.Form == FormWord || k.Form == FormControl
}

// setWhich sets r.Which to the numbers that distinguish the rule from others of its kind. If the board does not show
// these numbers, a few cells may follow. setWhich does nothing if the rule's name already states the numbers.
func (p *Puzzle) setWhich(r *Rule) {
	if typed := r.Kind.TypedForm(); typed != typedNumber && typed != typedValues || r.Name.Key == "rules.caption.says" {
		return
	}
	r.Which = message.New("explain.word", "x", numbersText(statedNumbersOf(r.all[0])))
	if !r.Kind.hidesNumber() || len(r.all) > fewParts {
		return
	}
	var ends []string
	for _, c := range r.all {
		if n := len(c.Cells); n > 0 {
			ends = append(ends, p.CellName(c.Cells[0])+"–"+p.CellName(c.Cells[n-1]))
		}
	}
	r.Which = message.New("rules.part", "kind", r.Which, "cells", message.WordsOf(ends))
}

// RuleName returns the name of a constraint for a list of rules: its kind, with arguments that the board does not show.
func RuleName(c *Constraint) message.Message { return ruleName(KindNamed(c.Kind), c) }

func ruleName(k *Kind, c *Constraint) message.Message {
	var text message.Message
	switch {
	case k == &connectedValues && len(c.Numbers) > 1:
		text = message.New("explain.word", "x", numbersText(c.Numbers[1:]))
		if n := c.Numbers[0]; n > 0 {
			text = message.New("rules.caption.connected", "n", n, "values", numbersText(c.Numbers[1:]))
		}
	case k.Form == FormWord && len(k.Words) > 0:
		text = WordLabel(c.Text)
	case k.Form == FormControl && slices.Equal(c.Numbers, []int{1}):
		text = message.New("rules.caption.others")
	case k.Form == FormChoice && len(k.Words) == 0:
		text = message.New("explain.word", "x", strings.TrimSuffix(numbersText(c.Numbers)+"; "+c.Text, "; "))
	case (k.Name == doublersName || k == &disjointSets) && len(c.Numbers)+len(c.Text) > 0:
		text = message.New("explain.word", "x", strings.TrimSpace(numbersText(c.Numbers)+" "+c.Text))
	default:
		return k.Label()
	}
	return message.New("rules.caption.says", "kind", k.Label(), "says", text)
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
