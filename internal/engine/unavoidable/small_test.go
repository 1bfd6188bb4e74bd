package unavoidable

import (
	"math/bits"
	"testing"
)

const solved = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"

func parseGrid(text string) (g [81]uint8) {
	for i, c := range text {
		g[i] = uint8(c - '0')
	}
	return g
}

// TestSmall checks four things. SmallSets finds each set of two digits, two rows or two columns. No set
// contains another. Sets are in order of size. SmallSets stops when asked to.
func TestSmall(t *testing.T) {
	g := parseGrid(solved)
	all, ok := SmallSets(&g, 10, func() bool { return false })
	if !ok || len(all) != 128 {
		t.Fatalf("%d sets, %v", len(all), ok)
	}
	known := map[Set]bool{}
	for i, s := range all {
		known[s] = true
		for _, x := range all[:i] {
			if x[0]&^s[0]|x[1]&^s[1] == 0 || x.size() > s.size() {
				t.Errorf("%x after %x", s, x)
			}
		}
	}
	var sets [81]Sets
	FindExchangeSets(&g, &sets)
	for i := range Most {
		var s Set
		for c := range uint8(81) {
			if sets[c]>>i&1 != 0 {
				s.addCell(c)
			}
		}
		if n := s.size(); n > 0 && n <= 10 && !known[s] {
			t.Errorf("%x is missing, %d cells", s, n)
		}
	}
	if _, ok := SmallSets(&g, 20, func() bool { return true }); ok {
		t.Error("stopped, and says that it was not")
	}
	if n := bits.OnesCount64(all[0][0]) + bits.OnesCount64(all[0][1]); n != 4 {
		t.Errorf("the first has %d cells", n)
	}
}
