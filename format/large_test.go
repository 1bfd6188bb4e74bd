package format

import (
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"nonet/puzzle"
	"nonet/solve"
)

// TestTooLarge checks short texts that state millions of relations or states. They must be refused before they
// take much memory, and the error must name the constraint.
func TestTooLarge(t *testing.T) {
	cells := func(n, columns int) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, "~R%dC%d", i/columns+1, i%columns+1)
		}
		return s.String()
	}
	replicate := ".Thermo~R1C1~R2C1"
	for range 8 {
		replicate = ".Replicate~" + strings.Repeat("_", 17) + replicate + ".End"
	}
	pattern := base64.RawURLEncoding.EncodeToString([]byte("(((((.?){9})*){9})*){9}"))
	for _, one := range []struct{ kind, text string }{
		{"Replicate", ".Shape~20x20" + replicate},
		{"AntiTaxicab", ".Shape~64x64" + ".AntiTaxicab"},
		{"Lunchbox", ".Shape~64x64.NoBoxes" + strings.Repeat(".Lunchbox~500"+cells(60, 64), 100)},
		{"Sum", ".Shape~64x64" + strings.Repeat(".Sum~5000"+cells(4000, 64), 30)},
		{"Regex", ".Shape~64x64.Regex~" + pattern + cells(4000, 64)},
		{"SumLine", ".Shape~64x64.SumLine~100000" + cells(4000, 64)},
		{"PairX", ".Shape~64x64.PairX~_________" + cells(2000, 64)},
		{"", ".Shape~9x9" + strings.Repeat(".StrictKropki", 20_001)},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := ReadISS(one.text)
		if err == nil {
			_, err = solve.Count(t.Context(), p, puzzle.Limits{Solutions: 2})
		}
		runtime.ReadMemStats(&after)
		var refused *puzzle.Error
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; !errors.As(err, &refused) || refused.Kind != one.kind || mb > 300 {
			t.Errorf("%s: %d MB, %.200v", one.kind, mb, err)
		}
	}
}
