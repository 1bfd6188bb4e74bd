package board_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/board"
	"nonet/message"
)

// TestKinds checks that each kind of house occurs on some board and has its messages and an entry
// in the glossary.
func TestKinds(t *testing.T) {
	glossary, err := os.ReadFile("../docs/GLOSSARY.md")
	if err != nil {
		t.Fatal(err)
	}
	keys := message.Keys()
	var all board.HouseSet
	for _, name := range []string{"classic", "x", "windoku", "jigsaw:" + strings.Repeat("111222333", 3) + strings.Repeat("444555666", 3) + strings.Repeat("777888999", 3)} {
		b, err := board.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		all |= b.Houses()
	}
	last := board.Window
	if (last + 1).String() != board.Kind(0).String() {
		t.Fatalf("%s is not the last kind", last)
	}
	for kind := range last + 1 {
		if kind.Houses()&^all != 0 {
			t.Errorf("no board here has every %s", kind)
		}
		for _, key := range []string{"house." + kind.String(), "explain.houses." + kind.String()} {
			if !slices.Contains(keys, key) {
				t.Errorf("the catalogue has no %s", key)
			}
		}
		if !strings.Contains(string(glossary), kind.String()) {
			t.Errorf("docs/GLOSSARY.md does not say what a %s is", kind)
		}
	}
}
