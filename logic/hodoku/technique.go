package hodoku

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"nonet/logic"
	"nonet/message"
)

// Level is HoDoKu's level of difficulty, from Easy to Extreme; 0 means no level.
type Level uint8

const (
	Easy Level = iota + 1
	Medium
	Hard
	Unfair
	Extreme
)

var levelNames = [...]string{"", "easy", "medium", "hard", "unfair", "extreme"}

// String returns the level's name in JSON, such as "hard".
func (l Level) String() string { return levelNames[int(l)%len(levelNames)] }

// Name returns the level's name as a message.
func (l Level) Name() message.Message { return message.New("explain.level." + l.String()) }

// MarshalText returns the level as [Level.String] writes it.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText sets the level to the one with this name; an empty text sets 0, for no level.
func (l *Level) UnmarshalText(text []byte) error {
	i := slices.Index(levelNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("hodoku: no level is named %q", text)
	}
	*l = Level(i)
	return nil
}

// Columns is HoDoKu's data about a technique, as [logic.HoDoKu] explains.
type Columns struct {
	Technique logic.Technique
	Code      string
	Score     int
	Level     Level
	Order     int
	Default   bool
}

// ColumnsOf returns the data of a technique, or zero Columns for an unknown one.
func ColumnsOf(t logic.Technique) Columns {
	info := t.Info()
	if info.ID == "" {
		return Columns{}
	}
	h := info.HoDoKu
	return Columns{t, h.Code, h.Score, Level(h.Level), h.Order, h.Default}
}

// byCode returns the technique with a library code of four digits, or five for a Siamese fish. The
// error is a *[logic.UnknownTechniqueError].
func byCode(code string) (logic.Technique, error) {
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
