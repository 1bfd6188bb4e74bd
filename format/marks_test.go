package format

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestMarks checks that a line of pencil marks is read and written unchanged.
func TestMarks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var line strings.Builder
		for range 81 {
			for d, may := range rapid.SliceOfN(rapid.Bool(), 9, 9).Draw(t, "marks") {
				line.WriteByte(map[bool]byte{true: '1' + byte(d), false: '.'}[may])
			}
		}
		p, _, err := readAny(line.String())
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := marksText(p, &losses{p: p}); !ok || strings.TrimSpace(got) != line.String() {
			t.Fatalf("%s is written as %s", &line, got)
		}
	})
}
