package grade

import (
	"nonet/logic"
	"nonet/logic/hodoku"
)

// raise has a limit for each level. If a puzzle's score exceeds the limit of its level, HoDoKu raises the level.
var raise = [...]int{hodoku.Easy: 800, hodoku.Medium: 1000, hodoku.Hard: 1600, hodoku.Unfair: 1800}

// HoDoKu returns HoDoKu's grade of a path. score is the sum of the scores of its steps. level is the level of the
// hardest step, or a higher level if the score exceeds this level's limit. The board must be classic, because HoDoKu
// knows no other board.
func HoDoKu(p *logic.Path) (score int, level hodoku.Level) {
	level = hodoku.Easy
	for i := range p.Steps {
		info := hodoku.ColumnsOf(p.Steps[i].Technique)
		score += info.Score
		level = max(level, info.Level)
	}
	for int(level) < len(raise) && score > raise[level] {
		level++
	}
	return score, level
}

// Hardest returns the technique of the hardest step: the technique that is last in HoDoKu's order of difficulty. ok is
// false if there are no steps.
func Hardest(steps []logic.Step) (hardest logic.Technique, ok bool) {
	var all []logic.Technique
	for i := range steps {
		all = append(all, steps[i].Technique)
	}
	return HardestOf(all)
}

// HardestOf returns the technique that is last in HoDoKu's order of difficulty; ok is false if `list` is empty.
func HardestOf(list []logic.Technique) (hardest logic.Technique, ok bool) {
	for _, t := range list {
		if !ok || Harder(t, hardest) {
			hardest, ok = t, true
		}
	}
	return hardest, ok
}

// Harder reports whether a follows b in HoDoKu's order of difficulty.
func Harder(a, b logic.Technique) bool {
	x, y := hodoku.ColumnsOf(a), hodoku.ColumnsOf(b)
	return x.Level > y.Level || x.Level == y.Level && x.Order > y.Order
}
