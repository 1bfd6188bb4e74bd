package generate

import (
	"nonet/logic"
	"nonet/message"
	"nonet/sudoku"
)

// Range is from Min to Max, both included; a Max of 0 sets no upper end.
type Range struct{ Min, Max int }

func (r Range) has(n int) bool { return n >= r.Min && (r.Max == 0 || n <= r.Max) }

func (r Range) any() bool { return r == Range{} }

// Pattern is the cells that hold givens; the zero value asks for none in particular.
type Pattern [sudoku.Cells]bool

// PatternOf is the pattern of a grid: its filled cells, whatever they hold.
func PatternOf(g sudoku.Grid) (p Pattern) {
	for c, d := range g.Values() {
		p[c] = d != 0
	}
	return p
}

// Wish is what a puzzle shall be like. The zero value asks for any puzzle with
// one solution; what it gives is minimal as far as its symmetry lets it be.
type Wish struct {
	Seed     uint64
	From     uint64 // the first attempt: with a puzzle's Attempt it comes first
	Symmetry Symmetry
	Pattern  Pattern
	Minimal  bool  // no given can be taken away, not even alone out of a symmetric set
	Givens   Range // how many

	// The following look at the path that HoDoKu's order of techniques takes; see
	// [logic.Path]. Level and Score are HoDoKu's.
	MinLevel, MaxLevel logic.Level // 0 sets no end
	Score              Range
	Require            []logic.Technique // each is used on the path
	Forbid             []logic.Technique // none is used on the path
	Graded             bool              // the path is looked at even if nothing is wished of it
}

// NeedsPath tells whether each puzzle's path is looked at, which takes longer than making it.
func (w *Wish) NeedsPath() bool {
	return w.Graded || w.MinLevel != 0 || w.MaxLevel != 0 || !w.Score.any() || len(w.Require)+len(w.Forbid) > 0
}

// WishError says that a wish contradicts itself or what is proven of Sudoku.
type WishError struct{ what message.Message }

func (e *WishError) Error() string { return e.what.String() }

// Message says what is against the wish.
func (e *WishError) Message() message.Message { return e.what }

// fewestGivens is proven: no puzzle with 16 givens has one solution (McGuire,
// Tugemann and Civario 2012).
const fewestGivens = 17

// refusal is why a wish cannot be met; nil if nothing is known against it.
func (w *Wish) refusal() error {
	refuse := func(key string, args ...any) error {
		return &WishError{message.New("generate."+key, args...)}
	}
	if w.Symmetry >= symmetries {
		return refuse("symmetryUnknown", "value", int(w.Symmetry))
	}
	for _, r := range []struct {
		name string
		Range
	}{{"givens", w.Givens}, {"score", w.Score}} {
		if r.Min < 0 || r.Max < 0 || r.Max != 0 && r.Min > r.Max {
			return refuse("range", "what", message.New("generate."+r.name), "min", r.Min, "max", r.Max)
		}
	}
	if w.MinLevel > logic.Extreme || w.MaxLevel > logic.Extreme {
		return refuse("levelUnknown", "value", int(max(w.MinLevel, w.MaxLevel)))
	}
	if w.MaxLevel != 0 && w.MinLevel > w.MaxLevel {
		return refuse("levelRange", "min", levelName(w.MinLevel), "max", levelName(w.MaxLevel))
	}
	if w.Givens.Max != 0 && w.Givens.Max < fewestGivens {
		return refuse("tooFew", "n", w.Givens.Max)
	}
	if w.Givens.Min > cells {
		return refuse("tooMany", "n", w.Givens.Min)
	}
	if err := w.patternRefusal(refuse); err != nil {
		return err
	}
	o := orbitsOf[w.Symmetry]
	var reachable [cells + 1]bool
	reachable[0] = true
	for i := range o.n {
		for n := cells - len(o.at(uint8(i))); n >= 0; n-- {
			reachable[n+len(o.at(uint8(i)))] = reachable[n+len(o.at(uint8(i)))] || reachable[n]
		}
	}
	possible := false
	for n, ok := range reachable {
		possible = possible || ok && w.Givens.has(n)
	}
	if !possible {
		return refuse("symmetryGivens", "symmetry", w.Symmetry.name(), "min", w.Givens.Min, "max", w.Givens.Max)
	}
	for _, t := range append(append([]logic.Technique(nil), w.Require...), w.Forbid...) {
		if t.Info().ID == "" {
			return refuse("techniqueUnknown", "value", int(t))
		}
	}
	for _, t := range w.Require {
		for _, f := range w.Forbid {
			if t == f {
				return refuse("requiredForbidden", "technique", t.Name())
			}
		}
		if w.MaxLevel != 0 && t.Info().Level > w.MaxLevel {
			return refuse("requiredTooHard", "technique", t.Name(), "level", levelName(t.Info().Level), "max", levelName(w.MaxLevel))
		}
		if w.Score.Max != 0 && t.Info().Score > w.Score.Max {
			return refuse("requiredScore", "technique", t.Name(), "score", t.Info().Score, "max", w.Score.Max)
		}
	}
	return nil
}

func levelName(l logic.Level) message.Message { return message.New("explain.level." + l.String()) }

func (w *Wish) patternRefusal(refuse func(string, ...any) error) error {
	n := 0
	var lines [2][9]int // givens by row, by column
	for c, given := range w.Pattern {
		if given {
			n++
			lines[0][c/9]++
			lines[1][c%9]++
		}
	}
	if n == 0 {
		return nil
	}
	for c := range sudoku.Cell(cells) {
		for _, d := range w.Symmetry.images(int(c)) {
			if w.Pattern[c] != w.Pattern[d] {
				return refuse("patternSymmetry", "symmetry", w.Symmetry.name(), "a", c, "b", sudoku.Cell(d))
			}
		}
	}
	if n < fewestGivens {
		return refuse("patternTooFew", "n", n)
	}
	if !w.Givens.has(n) {
		return refuse("patternGivens", "n", n, "min", w.Givens.Min, "max", w.Givens.Max)
	}
	for kind := range lines {
		for i, a := range lines[kind] {
			for j := i + 1; j < i/3*3+3; j++ {
				if a == 0 && lines[kind][j] == 0 {
					return refuse("patternLines", "a", sudoku.House(kind*9+i).Message(), "b", sudoku.House(kind*9+j).Message())
				}
			}
		}
	}
	return nil
}

func (s Symmetry) name() message.Message {
	return message.New("generate.symmetry." + s.String())
}
