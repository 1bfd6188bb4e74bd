package puzzle_test

import (
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/internal/check/reference"
	"nonet/internal/engine/csp"
	"nonet/puzzle"
)

// signatureNodes is the maximum number of guesses of a search in the signature: enough for most
// of the corpus, and some seconds for all of it.
const signatureNodes = 120

// TestSearchSignature pins the portable engine's search for two solutions of each kind's example. If a change
// only makes the search faster, the file does not change. A change may affect the search, or the constraints to
// which a kind is compiled. Its commit message then states the old and new sums. go test -update rewrites the
// file.
func TestSearchSignature(t *testing.T) {
	lines := []string{"# The search signature of the kinds' examples; see TestSearchSignature.", fmt.Sprintf("%-20s %9s %9s %9s", "# kind", "solutions", "nodes", "failures")}
	var sum csp.Result
	for _, k := range puzzle.Kinds() {
		text := k.Example
		if strings.HasPrefix(text, `{"kind"`) {
			text = `{"nonet":1,"rows":9,"columns":9,"constraints":[` + text + `]}`
		}
		if k.Name == "Doppelganger" {
			text = ".Shape~9x9~0-9" + text
		}
		read, err := format.ParseOne(text)
		p := read.Puzzle()
		if err != nil {
			t.Errorf("%s: %s: %v", k.Name, text, err)
			continue
		}
		r := searchPuzzle(t, p)
		sum.Nodes, sum.Failures = sum.Nodes+r.Nodes, sum.Failures+r.Failures
		lines = append(lines, fmt.Sprintf("%-20s %9d %9d %9d", k.Name, r.Count, r.Nodes, r.Failures))
	}
	lines = append(lines, fmt.Sprintf("%-20s %9s %9d %9d", "sum", "", sum.Nodes, sum.Failures))
	golden.Check(t, "testdata/signature.txt", strings.Join(lines, "\n")+"\n")
}

func searchPuzzle(t *testing.T, p *puzzle.Puzzle) csp.Result {
	r, err := p.SearchPortable(t.Context(), csp.Limits{Solutions: 2, Nodes: signatureNodes})
	if err != nil || r.Err != nil {
		t.Errorf("%v, %v", err, r.Err)
	}
	return r
}

// TestCorpusSignature does the same for the corpus, if that is present, with one sum. The sum includes each
// puzzle, so a change in any of them is visible.
func TestCorpusSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("the short run has the examples")
	}
	puzzles, decided, nodes := 0, 0, int64(0)
	each := fnv.New32a()
	for _, one := range reference.Variants(t) {
		p, err := format.ReadISS(one.Text)
		if err != nil {
			t.Errorf("%s: %v", one.Name, err)
			continue
		}
		r := searchPuzzle(t, p)
		puzzles++
		if r.Outcome != csp.Stopped {
			decided++
		}
		nodes += r.Nodes
		fmt.Fprintln(each, r.Count, r.Nodes, r.Failures)
	}
	golden.Check(t, "testdata/corpus.txt", fmt.Sprintf("# The search signature of the corpus; see TestCorpusSignature.\npuzzles %d\ndecided within %d nodes %d\nnodes %d\nhash %08x\n", puzzles, signatureNodes, decided, nodes, each.Sum32()))
}
