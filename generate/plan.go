package generate

import (
	"cmp"
	"slices"
	"strings"

	"nonet/internal/suggest"
	"nonet/logic"
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

// plan is a validated Spec.
type plan struct {
	Spec
	isClassic bool // the kernel makes the puzzles, and HoDoKu's techniques grade them
	jigsaw    bool
	board     *puzzle.Puzzle  // the empty board, with the constraints on the whole board
	kinds     []*puzzle.Kind  // the kinds whose constraints are placed on the board
	negative  []*puzzle.Kind  // the kinds that restrict places without a mark, such as neighbours without a dot
	keep      map[string]bool // the kinds whose constraints all stay
	images    [][]int         // for each map of the symmetry, the image of each cell
	orbits    [][]int         // the sets of cells that the symmetry maps to each other
	exchange  [][]int         // the exchanges of values after which every constraint is still satisfied
	free      []*puzzle.Kind  // the kinds whose constraints can be left out one by one; kinds that cover the board are excluded
	noGivens  bool
	graded    bool // each puzzle must be graded, which takes longer than generating it

	// For classic puzzles, hardest is the technique that Spec.Hardest names. For other puzzles, hardestDeduction is.
	hardest          logic.Technique
	hardestDeduction deduction.Technique
	// Both are for classic puzzles. require has the required techniques, including the hardest. order has the
	// techniques that a path may use, in the order in which they are tried.
	require, order []logic.Technique
}

// newPlan validates a Spec. The error is a [*SpecError].
func (s Spec) newPlan() (*plan, error) {
	s.Size = cmp.Or(s.Size, 9)
	p := &plan{Spec: s, keep: map[string]bool{}}
	for _, check := range []func() error{s.rangeError, p.chooseKinds, p.checkGivens, p.findHardest, p.checkTechniques} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	p.graded = p.Graded || s.MinLevel != 0 || s.MaxLevel != 0 || p.Score != Range{} || len(p.Require)+len(p.Forbid) > 0 ||
		s.Hardest != "" || s.Logic
	return p, nil
}

// chooseKinds fills the fields of p that describe the board and its constraints.
func (p *plan) chooseKinds() error {
	if p.Size < Smallest || p.Size > Largest {
		return newSpecError("rules.make.size", "n", p.Size, "least", Smallest, "most", Largest)
	}
	p.board = puzzle.New(p.Size, p.Size)
	var negative []*puzzle.Kind
	for _, word := range p.Kinds {
		word = strings.ToLower(strings.TrimSpace(word))
		if word == Jigsaw {
			p.jigsaw = true
			continue
		}
		kinds := puzzle.KindsToLay(word)
		if len(kinds) == 0 {
			what := message.New("rules.make.kind", "word", word, "words", strings.Join(Words(), " "))
			return &SpecError{What: suggest.WithSuggestions(what, word, Words())}
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
		if !slices.ContainsFunc(p.kinds, func(mark *puzzle.Kind) bool { return slices.Contains(k.ExemptMarks(), mark.Name) }) {
			p.addRule(k) // the puzzle has no constraints with such marks, so k restricts all places of the board
			continue
		}
		p.negative = append(p.negative, k)
		for _, mark := range append(k.ExemptMarks(), k.Name) {
			p.keep[mark] = true
		}
	}
	wrong := p.board.Validate()
	if wrong == nil {
		wrong = p.board.Contradiction()
	}
	if what, ok := wrong.(message.Messenger); ok {
		return &SpecError{What: what.Message()}
	}
	for _, k := range p.kinds {
		if way := k.Way(); !p.keep[k.Name] && !k.Lay.Tiles && k.Lay.Share > 0 && way != puzzle.WaySets {
			p.free = append(p.free, k)
		}
	}
	_, isClassic := p.board.Classic()
	p.isClassic = isClassic && !p.jigsaw && len(p.kinds) == 0
	if !p.isClassic {
		p.Pattern, p.Score, p.Require, p.Forbid, p.Graded = Pattern{}, Range{}, nil, nil, false
	}
	p.images = p.Symmetry.Images(p.Size)
	p.orbits = orbitsOf(p.images)
	return nil
}

// fewestGivens is 17, because no classic puzzle with 16 givens has a unique solution (McGuire, Tugemann and Civario
// 2012).
const fewestGivens = 17

// checkGivens returns a *SpecError if no unique puzzle has the wanted numbers and places of givens.
func (p *plan) checkGivens() error {
	n := p.Size * p.Size
	if p.Givens.Min > n {
		return newSpecError("rules.make.tooMany", "n", p.Givens.Min, "cells", n)
	}
	p.noGivens = p.NoGivens || p.noGivens && p.Givens == Range{}
	need, exchange := p.fewestGivens()
	if p.isClassic {
		need = fewestGivens
	}
	switch tooFew := p.noGivens && need > 0 || p.Givens.Max > 0 && p.Givens.Max < need; {
	case tooFew && p.isClassic:
		return newSpecError("generate.tooFew", "n", p.Givens.Max)
	case tooFew:
		return newSpecError("rules.make.exchange", "n", need, "a", exchange[0], "b", exchange[1])
	case p.isClassic:
		if err := p.patternError(); err != nil {
			return err
		}
	case p.Minimal:
		return nil // the givens of a minimal puzzle may lack the symmetry
	}
	reachable := make([]bool, n+1) // the numbers of cells in several orbits together
	reachable[0] = true
	for _, orbit := range p.orbits {
		for n := n - len(orbit); n >= 0; n-- {
			reachable[n+len(orbit)] = reachable[n+len(orbit)] || reachable[n]
		}
	}
	for n, ok := range reachable {
		if ok && p.Givens.has(n) {
			return nil
		}
	}
	return newSpecError("generate.symmetryGivens", "symmetry", p.Symmetry.name(), "min", p.Givens.Min, "max", p.Givens.Max)
}

// fewestGivens returns the minimum number of givens for a unique solution. Example: if any two of the values 7, 8 and 9
// can be exchanged, at least two of these values need a given. `exchange` has two values that could be exchanged in a
// puzzle with fewer givens.
func (p *plan) fewestGivens() (need int, exchange [2]int) {
	kinds := slices.Concat(p.kinds, p.negative)
	for _, c := range p.board.Constraints {
		kinds = append(kinds, puzzle.KindNamed(c.Kind))
	}
	board := *p.board
	if p.jigsaw {
		board.Box = puzzle.Box{}
	}
	p.exchange = board.Exchanges(kinds)
	isCounted := map[int]bool{} // the greater value of each swap counted so far; each such value requires one given
	for _, to := range p.exchange {
		var moved []int
		for i, v := range to {
			if v != p.board.Low+i {
				moved = append(moved, p.board.Low+i)
			}
		}
		first, last := moved[0], moved[len(moved)-1]
		if len(moved) == 2 && !isCounted[last] || len(moved) > 2 && need == 0 {
			isCounted[last] = true
			need, exchange = need+1, [2]int{first, last}
		}
	}
	return need, exchange
}

func (p *plan) addRule(k *puzzle.Kind) {
	p.keep[k.Name] = true
	p.board.Constraints = append(p.board.Constraints, ruleOf(k)...)
}

// ruleOf returns the constraints for a kind that is about the whole board.
func ruleOf(k *puzzle.Kind) (all []puzzle.Constraint) {
	if k.Lay.Numbers == nil {
		return []puzzle.Constraint{{Kind: k.Name}}
	}
	for _, n := range k.Lay.Numbers {
		all = append(all, puzzle.Constraint{Kind: k.Name, Numbers: n})
	}
	return all
}
