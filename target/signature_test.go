package target_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/target"
)

// TestSignature pins the node counts of searches, which are the same on every machine and in every run. A
// change to the search changes these counts; -update writes the new counts.
func TestSignature(t *testing.T) {
	var b strings.Builder
	for _, i := range slices.Concat(readInstances(t, "testdata/rings.tsv"), readInstances(t, "testdata/tail.tsv")) {
		for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
			r := proveOptimum(t, i.grid, target.RingWeights(), goal)
			fmt.Fprintf(&b, "%s %v %d nodes %d\n", i.name, goal, r.Score, r.Nodes)
		}
	}
	golden.Check(t, "testdata/signature.txt", b.String())
}
