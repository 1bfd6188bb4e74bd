package target_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"nonet/target"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A search's node count is the same on every machine and every run: whoever
// changes the search sees here what that does, and writes it down by -update.
func TestSignature(t *testing.T) {
	var b strings.Builder
	for _, i := range slices.Concat(instances(t, "testdata/rings.tsv"), instances(t, "testdata/tail.tsv")) {
		for _, goal := range []target.Goal{target.Maximum, target.Minimum} {
			r := optimum(t, i.grid, target.Rings(), goal)
			fmt.Fprintf(&b, "%s %v %d nodes %d\n", i.name, goal, r.Score, r.Nodes)
		}
	}
	const golden = "testdata/signature.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the search changed:\n%s\nwant:\n%s", b.String(), want)
	}
}
