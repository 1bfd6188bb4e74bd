package generate

import (
	"cmp"
	"slices"
	"strings"

	"nonet/internal/suggest"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
)

// Jigsaw is the word for irregular regions, which are not a kind of constraint.
const Jigsaw = "jigsaw"

// Words returns the words for Spec.Kinds. Spec.Kinds may also contain the name of any kind that has a [puzzle.Lay].
func Words() []string { return append([]string{Jigsaw}, puzzle.LayWords()...) }

// Smallest and Largest are the minimum and the maximum number of rows of a generated board.
const (
	Smallest = 4
	Largest  = 16
)

// plan is a validated Spec for puzzles that are not classic.
type plan struct {
	Spec
	jigsaw   bool
	board    *puzzle.Puzzle  // the empty board, with the constraints on the whole board
	kinds    []*puzzle.Kind  // the kinds whose constraints are placed on the board
	negative []*puzzle.Kind  // the kinds that restrict places without a mark, such as neighbours without a dot
	keep     map[string]bool // the kinds whose constraints all stay
	images   [][]int         // for each map of the symmetry, the image of each cell
	orbits   [][]int         // the sets of cells that the symmetry maps to each other
	exchange [][]int         // the exchanges of values after which every constraint is still satisfied
	free     []*puzzle.Kind  // the kinds whose constraints can be left out one by one; kinds that cover the board are excluded
	noGivens bool
}

// newPlan validates a Spec of puzzles that are not classic. The error is a [*SpecError].
func (s Spec) newPlan() (*plan, error) {
	refuse := func(key string, args ...any) (*plan, error) { return nil, newSpecError(key, args...) }
	s.Size = cmp.Or(s.Size, 9)
	if s.Size < Smallest || s.Size > Largest {
		return refuse("rules.make.size", "n", s.Size, "least", Smallest, "most", Largest)
	}
	if err := s.rangeError(); err != nil {
		return nil, err
	}
	if s.Givens.Min > s.Size*s.Size {
		return refuse("rules.make.tooMany", "n", s.Givens.Min, "cells", s.Size*s.Size)
	}
	if t := s.HardestDeduction; t != nil {
		switch least, most := t.Levels(); {
		case *t >= deduction.Supposition:
			return refuse("rules.make.supposes", "technique", t.Label())
		case s.MaxLevel != 0 && least > s.MaxLevel:
			return refuse("generate.requiredTooHard", "technique", t.Label(), "level", least.Name(), "max", s.MaxLevel.Name())
		case most < s.MinLevel:
			return refuse("generate.hardestTooEasy", "technique", t.Label(), "level", most.Name(), "min", s.MinLevel.Name())
		}
	}
	p := &plan{Spec: s, board: puzzle.New(s.Size, s.Size), keep: map[string]bool{}}
	var negative []*puzzle.Kind
	for _, word := range s.Kinds {
		word = strings.ToLower(strings.TrimSpace(word))
		if word == Jigsaw {
			p.jigsaw = true
			continue
		}
		kinds := puzzle.KindsToLay(word)
		if len(kinds) == 0 {
			what := message.New("rules.make.kind", "word", word, "words", strings.Join(Words(), " "))
			return nil, &SpecError{What: suggest.WithSuggestions(what, word, Words())}
		}
		for _, k := range kinds {
			switch {
			case slices.Contains(p.kinds, k):
			case k.Lay.Negative:
				negative = append(negative, k)
			case k.Way() == puzzle.WayBoard:
				p.addRule(k)
			default:
				p.kinds = append(p.kinds, k)
				p.noGivens = p.noGivens || k.Lay.Tiles
			}
		}
	}
	for _, k := range negative {
		if !slices.ContainsFunc(p.kinds, func(mark *puzzle.Kind) bool { return slices.Contains(k.Marks(), mark.Name) }) {
			p.addRule(k) // without these marks on the board, k is a rule of the whole board
			continue
		}
		p.negative = append(p.negative, k)
		for _, mark := range append(k.Marks(), k.Name) {
			p.keep[mark] = true
		}
	}
	wrong := p.board.Validate()
	if wrong == nil {
		wrong = p.board.Contradiction()
	}
	if what, ok := wrong.(message.Messenger); ok {
		return nil, &SpecError{What: what.Message()}
	}
	for _, k := range p.kinds {
		if way := k.Way(); !p.keep[k.Name] && !k.Lay.Tiles && k.Lay.Share > 0 && way != puzzle.WaySets {
			p.free = append(p.free, k)
		}
	}
	p.noGivens = s.NoGivens || p.noGivens && s.Givens == Range{}
	if need, exchange := p.fewestGivens(); p.noGivens && need > 0 || s.Givens.Max > 0 && s.Givens.Max < need {
		return refuse("rules.make.exchange", "n", need, "a", exchange[0], "b", exchange[1])
	}
	p.images = s.Symmetry.Images(s.Size)
	p.orbits = orbitsOf(p.images)
	return p, nil
}

// fewestGivens returns the minimum number of givens for a unique solution. Among values that can all be exchanged with
// each other, at most one can have no given. With fewer givens, the two values in `exchange` could be exchanged.
func (p *plan) fewestGivens() (need int, exchange [2]int) {
	kinds := slices.Concat(p.kinds, p.negative)
	for _, c := range p.board.Constraints {
		kinds = append(kinds, puzzle.KindNamed(c.Kind))
	}
	low := p.board.Low
	least := make([]int, p.board.Values()) // for each value, the least value that exchanges map to it
	for i := range least {
		least[i] = i
	}
	board := *p.board
	if p.jigsaw {
		board.Box = puzzle.Box{}
	}
	p.exchange = board.Exchanges(kinds)
	for _, to := range p.exchange {
		var moved []int
		for i, v := range to {
			if v != low+i {
				moved = append(moved, i)
			}
		}
		first, last := moved[0], moved[len(moved)-1]
		switch {
		case len(moved) == 2 && least[last] == last:
			need++
		case len(moved) == 2 || need > 0:
			continue
		default:
			need = 1
		}
		if len(moved) == 2 {
			least[last] = first
		}
		exchange = [2]int{low + first, low + last}
	}
	return need, exchange
}

// addRule adds a kind's constraints on the whole board to p.board.
func (p *plan) addRule(k *puzzle.Kind) {
	p.keep[k.Name] = true
	p.board.Constraints = append(p.board.Constraints, ruleOf(k)...)
}

// ruleOf returns the constraints that a kind about the whole board requires.
func ruleOf(k *puzzle.Kind) (all []puzzle.Constraint) {
	if k.Lay.Numbers == nil {
		return []puzzle.Constraint{{Kind: k.Name}}
	}
	for _, n := range k.Lay.Numbers {
		all = append(all, puzzle.Constraint{Kind: k.Name, Numbers: n})
	}
	return all
}
