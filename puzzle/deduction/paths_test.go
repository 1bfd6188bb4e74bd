package deduction

import (
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/internal/check/reference"
	"nonet/message"
)

// TestPathsSame compares the paths of the corpus with testdata/paths.txt, because a faster finder must not
// change any step. With -update it writes the lines of the puzzles that -every and -only choose.
func TestPathsSame(t *testing.T) {
	const file = "testdata/paths.txt"
	text, err := os.ReadFile(file)
	if err != nil && !golden.IsUpdating() {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		known[name] = rest
	}
	names := regexp.MustCompile(*only)
	var all []string
	for i, puzzle := range reference.Variants(t) {
		if (i+1+*offset)%*every == 0 && *only == "" || *only != "" && names.MatchString(puzzle.Name) {
			if p, err := format.ReadISS(puzzle.Text); err == nil {
				path, err := pathOf(t.Context(), p, false)
				if err != nil {
					t.Fatal(err)
				}
				digest := fnv.New64a()
				for _, step := range path.Steps {
					digestStep(digest, step)
				}
				got := fmt.Sprintf("%d\t%016x", len(path.Steps), digest.Sum64())
				if got != known[puzzle.Name] && !golden.IsUpdating() {
					t.Errorf("%s: steps and digest are %s, not %s", puzzle.Name, got, known[puzzle.Name])
				}
				known[puzzle.Name] = got
			}
		}
		if line, ok := known[puzzle.Name]; ok {
			all = append(all, puzzle.Name+"\t"+line+"\n")
		}
	}
	if golden.IsUpdating() {
		if err := os.WriteFile(file, []byte(strings.Join(all, "")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// digestStep adds all parts of a step except its words to a digest. Its tuples are in no order, so it sorts them.
func digestStep(w io.Writer, step *Step) {
	own := *step
	own.Parts, own.Name, own.Reason, own.Ways.List = nil, message.Message{}, message.Message{}, slices.SortedFunc(slices.Values(own.Ways.List), slices.Compare)
	fmt.Fprintln(w, strings.Replace(fmt.Sprintf("%+v", own), fmt.Sprintf(" Name:%+v", own.Name), "", 1))
	for _, part := range step.Parts {
		digestStep(w, part)
	}
}
