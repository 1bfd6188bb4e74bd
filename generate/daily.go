package generate

import (
	"time"

	"nonet/logic"
	"nonet/logic/hodoku"
)

// easyGivens is the minimum number of givens of an easy puzzle of the day. In a puzzle with fewer givens, even singles
// would be hard to see.
const easyGivens = 34

// Daily returns the Spec whose first puzzle is the puzzle of a day, at a level from [hodoku.Easy] to
// [hodoku.Extreme]. It uses only the year, month and day of date, in date's own time zone. Everyone gets the same
// puzzle. The puzzle has half-turn symmetry, and HoDoKu's techniques solve it without brute force. Generating the
// puzzle takes milliseconds; see docs/GENERATE.md.
func Daily(date time.Time, level hodoku.Level) Spec {
	year, month, day := date.Date()
	s := Spec{
		Seed:     uint64(max(year, 0)*100_000 + int(month)*1000 + day*10 + int(level)),
		Symmetry: Rotate180, MinLevel: level, MaxLevel: level,
		Forbid: []logic.Technique{logic.BruteForce},
	}
	if level == hodoku.Easy {
		s.Givens.Min = easyGivens
	}
	return s
}
