package cli

import (
	"testing"

	"nonet/wire"
)

func TestDisagreement(t *testing.T) {
	cut := func(n uint64) wire.Run { return wire.Run{Strategy: "cut", Solutions: n} }
	complete := func(n uint64) wire.Run { return wire.Run{Strategy: "complete", Solutions: n, Complete: true} }
	for _, c := range []struct {
		runs []wire.Run
		want bool
	}{
		{nil, false},
		{[]wire.Run{cut(0), cut(2), cut(1)}, false},
		{[]wire.Run{complete(1), cut(1), cut(0), complete(1)}, false},
		{[]wire.Run{cut(1), complete(0)}, true},
		{[]wire.Run{complete(0), complete(1)}, true},
		{[]wire.Run{complete(1), complete(2)}, true},
		{[]wire.Run{cut(2), complete(2)}, false},
	} {
		most, fewest, got := disagreeingRuns(c.runs)
		if got != c.want || got && (most.Solutions <= fewest.Solutions || !fewest.Complete) {
			t.Errorf("%v: %v, %v, %v", c.runs, most, fewest, got)
		}
	}
}
