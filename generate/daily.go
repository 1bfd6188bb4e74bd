package generate

import (
	"time"

	"nonet/logic"
	"nonet/logic/hodoku"
)

// easyGivens is how many givens an easy puzzle of the day has at least: the fewest that
// removal leaves make even singles hard to see.
const easyGivens = 34

// Daily returns the Spec whose first puzzle is that of a date in its own place, of a level
// from [hodoku.Easy] to [hodoku.Extreme]: the same for everyone, half-turn symmetric,
// solved by HoDoKu's techniques without trying. To find it takes milliseconds; see
// docs/GENERATE.md.
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
