package kernel

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

const signatureFile = "testdata/signature.txt"

// TestSignature pins the work of each engine, but not its speed: the numbers of solutions and of guesses, for
// every puzzle, up to two solutions. If a change only cleans up or speeds up the search, the file does not
// change. The commit message of a change to the search states the old and the new figures. go test -update
// rewrites the file. Lines of shared corpora are checked, and rewritten, only where the corpora are present.
func TestSignature(t *testing.T) {
	kept, err := os.ReadFile(signatureFile)
	if err != nil && !golden.IsUpdating() {
		t.Fatal(err)
	}
	now := []string{
		"# The search signature; see TestSignature.",
		fmt.Sprintf("%-8s %-20s %8s %10s %10s", "# engine", "corpus", "puzzles", "solutions", "guesses"),
	}
	add := func(t *testing.T, k Kernel, corpus string, puzzles [][81]uint8) {
		results := make([]Result, len(puzzles))
		k.Search(context.Background(), puzzles, Limits{Solutions: 2}, results)
		var solutions, guesses uint64
		for _, r := range results {
			solutions += r.Solutions
			guesses += r.Nodes
		}
		name := fmt.Sprintf("%-8s %-20s ", k.Name(), corpus)
		text := name + fmt.Sprintf("%8d %10d %10d", len(puzzles), solutions, guesses)
		now = append(now, text)
		if golden.IsUpdating() {
			return
		}
		for was := range strings.Lines(string(kept)) {
			if was = strings.TrimRight(was, "\r\n"); strings.HasPrefix(was, name) {
				if was != text {
					t.Errorf("the search has changed:\nwas %s\nis  %s", was, text)
				}
				return
			}
		}
		t.Errorf("%s has no line for %s on %s", signatureFile, k.Name(), corpus)
	}
	onEach(t, func(t *testing.T, k Kernel) {
		add(t, k, "own", readGrids(t, ownCorpus))
		for _, name := range sharedCorpora {
			t.Run(name, func(t *testing.T) {
				puzzles := sharedCorpus(t, name)
				if len(puzzles) > 10000 {
					puzzles = sample(puzzles, 10000)
					name += "/10000"
				}
				if name == "hardest_11plus/10000" {
					puzzles = sample(puzzles, 2000)
					name = "hardest_11plus/2000"
				}
				add(t, k, name, puzzles)
			})
		}
	})
	if golden.IsUpdating() {
		// Keep the lines of engines and corpora that this machine does not have.
		var text strings.Builder
		done := map[string]bool{}
		for _, s := range now {
			fmt.Fprintln(&text, s)
			done[key(s)] = true
		}
		for was := range strings.Lines(string(kept)) {
			if !done[key(was)] {
				text.WriteString(was)
			}
		}
		if err := os.WriteFile(signatureFile, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// key returns a line's engine and corpus, its first two words.
func key(line string) string {
	fields := strings.Fields(line)
	return strings.Join(fields[:min(2, len(fields))], " ")
}
