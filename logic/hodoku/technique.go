package hodoku

import (
	"cmp"
	"slices"
	"sync"

	"nonet/logic"
)

// Level is HoDoKu's level of difficulty.
type Level = logic.Level

const (
	Easy    = logic.Easy
	Medium  = logic.Medium
	Hard    = logic.Hard
	Unfair  = logic.Unfair
	Extreme = logic.Extreme
)

// Columns is HoDoKu's data about a technique.
type Columns = logic.HoDoKu

// ColumnsOf returns the data of a technique, or zero Columns for an unknown one.
func ColumnsOf(t logic.Technique) Columns { return t.Info().HoDoKu }

// techniqueByCode returns the technique with a library code of four digits, or five for a Siamese fish. The
// error is a *[logic.UnknownTechniqueError].
func techniqueByCode(code string) (logic.Technique, error) {
	four := code
	if len(code) == 5 && code[4] == '1' {
		four = code[:4]
	}
	for _, t := range inOrder() {
		if four != "" && ColumnsOf(t).Code == four {
			return t, nil
		}
	}
	return 0, &logic.UnknownTechniqueError{Name: code}
}

var inOrder = sync.OnceValue(func() []logic.Technique {
	all := logic.Techniques()
	Sort(all)
	return all
})

// Techniques returns all techniques in HoDoKu's order of search, which begins with easy techniques.
func Techniques() []logic.Technique { return slices.Clone(inOrder()) }

// Sort sorts techniques into HoDoKu's order of search.
func Sort(list []logic.Technique) {
	slices.SortFunc(list, func(a, b logic.Technique) int {
		return cmp.Or(cmp.Compare(ColumnsOf(a).Order, ColumnsOf(b).Order), cmp.Compare(a, b))
	})
}

// DefaultOrder returns the techniques that HoDoKu's solver uses by default, in its order;
// [logic.BruteForce] is the last.
func DefaultOrder() []logic.Technique {
	return slices.DeleteFunc(Techniques(), func(t logic.Technique) bool { return !ColumnsOf(t).Default })
}
