package practice

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"nonet/logic"
)

// tableText has a line a technique, after how many puzzles were looked at: its ID, in
// how many of a thousand puzzles it was next at some point, and, unless these are many,
// attempts of tableSeed whose puzzles have such a position.
//
//go:embed table.txt
var tableText string

// tableSeed is the seed of the attempts.
const tableSeed = 1

// known is what the table says of a technique.
type known struct {
	perMille float64  // of puzzles have a position in which it is next
	attempts []uint64 // whose puzzles have one; nil where they are frequent, or none was met
}

// frequent is how many of a thousand puzzles have to have a position for a technique
// to be looked for in new ones: then it takes 5 puzzles on average, 18 at the worst of
// 50 times.
const frequent = 200

var table = sync.OnceValue(func() (t struct {
	puzzles int // looked at
	of      map[logic.Technique]known
}) {
	t.of = map[logic.Technique]known{}
	for line := range strings.Lines(tableText) {
		word := strings.Fields(line)
		if len(word) < 2 || word[0] == "#" {
			continue
		}
		if word[0] == "puzzles" {
			t.puzzles, _ = strconv.Atoi(word[1])
			continue
		}
		technique, err := logic.ByID(word[0])
		if err != nil {
			continue
		}
		var k known
		k.perMille, _ = strconv.ParseFloat(word[1], 64)
		for _, w := range word[2:] {
			if n, err := strconv.ParseUint(w, 10, 64); err == nil {
				k.attempts = append(k.attempts, n)
			}
		}
		t.of[technique] = k
	}
	return t
})

// PerMille is in how many of a thousand new puzzles a technique is next at some point of the
// path: 0 where [Next] has no position for it.
func PerMille(t logic.Technique) float64 { return table().of[t].perMille }
