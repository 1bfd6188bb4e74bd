package operation

import (
	"strings"

	"nonet/format"
	"nonet/generate"
	"nonet/grade"
	"nonet/logic"
	"nonet/wire"
)

// Grades are the names of what a wish may say of the level: any, or one of
// HoDoKu's.
func Grades() []string {
	names := []string{"any"}
	for l := logic.Easy; l <= logic.Extreme; l++ {
		names = append(names, l.String())
	}
	return names
}

// levelNamed is the level of a name, 0 for "any" and what is none.
func levelNamed(name string) logic.Level {
	for l := logic.Easy; l <= logic.Extreme; l++ {
		if l.String() == name {
			return l
		}
	}
	return 0
}

// LevelRange is the easiest and the hardest level of two names: that of the first alone
// where the second is "any".
func LevelRange(grade, maxGrade string) (from, to logic.Level) {
	from, to = levelNamed(grade), levelNamed(maxGrade)
	if to == 0 {
		to = from
	}
	return from, to
}

// Symmetries are the names of symmetries.
func Symmetries() []string {
	var names []string
	for _, s := range generate.Symmetries() {
		names = append(names, s.String())
	}
	return append(names, "mirror")
}

// PatternIn reads which cells hold givens from a text in any format of one puzzle:
// those with a digit; or, where there is no digit from 1 to 9, those with x, # or *.
// An error is that of [format.ParseOne].
func PatternIn(text string) (generate.Pattern, error) {
	if !strings.ContainsAny(text, "123456789") {
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune("xX#*@", r) {
				return '1'
			}
			return r
		}, text)
	}
	p, err := format.ParseOne(text)
	return generate.PatternOf(p.Grid), err
}

// GeneratedOf is the wire form of a puzzle made from a seed.
func GeneratedOf(p *generate.Puzzle, seed uint64) wire.Generated {
	w := wire.Generated{
		Puzzle: p.Grid.String(), Solution: p.Solution.String(), Givens: p.Grid.Givens(), Seed: seed, Attempt: p.Attempt, Score: p.Score,
	}
	if p.Level > 0 {
		w.Level = p.Level.String()
	}
	for _, t := range p.Techniques {
		w.Techniques = append(w.Techniques, t.String())
	}
	if hardest, ok := grade.HardestOf(p.Techniques); ok {
		w.Hardest = hardest.String()
	}
	return w
}
