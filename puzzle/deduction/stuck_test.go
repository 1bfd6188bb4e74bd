package deduction

import (
	"regexp"
	"slices"
	"testing"

	"nonet/format"
	"nonet/internal/check/reference"
)

// TestStuck logs, with -each, the ends of the paths of the corpus. It logs how many candidates remain, how many
// of them a follower refutes and in how many conclusions, and which rules the follower could not follow.
func TestStuck(t *testing.T) {
	if !*each {
		t.Skip("tells figures only, with -each")
	}
	names := regexp.MustCompile(*only)
	for i, puzzle := range reference.Variants(t) {
		if (i+1+*offset)%*every != 0 && *only == "" || !names.MatchString(puzzle.Name) {
			continue
		}
		p, err := format.ReadISS(puzzle.Text)
		if err != nil {
			continue
		}
		path, err := pathOf(t.Context(), p, false)
		if err != nil || path.Solved {
			continue
		}
		f := finder{Hardest: byNakedSingle}
		s := path.End
		if step, _ := f.Next(t.Context(), s); step != nil {
			t.Errorf("%s: not stuck", puzzle.Name)
		}
		f.findNetStep()
		left, sizes := 0, []int{}
		again := f.newFollower()
		for _, candidate := range f.trialCandidates() {
			left++
			w := f.followers[candidate]
			if w == nil || w.clash == nil {
				continue
			}
			x := w.netTo(w.clash)
			if len(x.list) < 20 {
				x = again.shorten(x)
			}
			sizes = append(sizes, len(x.list))
		}
		slices.Sort(sizes)
		untold := map[string]int{}
		for i := range f.rules {
			r := &f.rules[i]
			if n := f.countOpen(r.cells); n < 2 || f.links[i].at != nil {
				continue
			}
			kind := "sum"
			if c := f.of.All[r.pieces[0]].Constraint; c >= 0 {
				kind = p.Constraints[c].Kind
			}
			if r.listed {
				kind += " listed"
			}
			untold[kind]++
		}
		t.Logf("%-40s ISS %8.2f ms, after %d steps %d left, refuted in %v; without a table %v", puzzle.Name, puzzle.Milliseconds, len(path.Steps), left, sizes, untold)
	}
}
