package practice

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"nonet/logic"
)

// tableText begins with the number of puzzles searched. Each further line has a technique's ID, how many of a
// thousand puzzles have a position in which it is next, and, if these are few, the attempts of tableSeed that
// yield such puzzles.
//
//go:embed table.txt
var tableText string

const tableSeed = 1

// tableEntry states how often a technique occurs in generated puzzles, and which attempts of the seed make a puzzle in
// which it occurs.
type tableEntry struct {
	perMille float64  // of a thousand puzzles, how many have a position in which the technique is next
	attempts []uint64 // attempts whose puzzles have such a position; nil if such puzzles are frequent, or if none was found
}

var table = sync.OnceValue(func() (t struct {
	puzzles int
	entries map[logic.Technique]tableEntry
}) {
	t.entries = map[logic.Technique]tableEntry{}
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
		var k tableEntry
		k.perMille, _ = strconv.ParseFloat(word[1], 64)
		for _, w := range word[2:] {
			if n, err := strconv.ParseUint(w, 10, 64); err == nil {
				k.attempts = append(k.attempts, n)
			}
		}
		t.entries[technique] = k
	}
	return t
})

// FrequencyPerMille returns how many of a thousand new puzzles have a position on their path in which the technique is
// next. It is 0 if [Next] has no position for the technique.
func FrequencyPerMille(t logic.Technique) float64 { return table().entries[t].perMille }
