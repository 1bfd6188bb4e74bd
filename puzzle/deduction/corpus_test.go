package deduction

import (
	"flag"
	"regexp"
	"slices"
	"testing"
	"time"

	"nonet/format"
	"nonet/internal/check/reference"
)

var (
	every  = flag.Int("every", 60, "one in so many puzzles of the corpus")
	offset = flag.Int("offset", 0, "which of so many")
	each   = flag.Bool("each", false, "tell of each puzzle")
	verify = flag.Int("verify", 20, "one in so many steps")
	only   = flag.String("only", "", "puzzles whose names match this")
)

// TestCorpus checks that no step of a path removes a candidate of the published solution.
func TestCorpus(t *testing.T) {
	names := regexp.MustCompile(*only)
	n, solved, easy, easySolved := 0, 0, 0, 0
	techniques := map[Technique]int{}
	verdicts := map[Technique][3]int{}
	used := map[Technique]int{}
	var times, hints []time.Duration
	for i, puzzle := range reference.Variants(t) {
		if (i+1+*offset)%*every != 0 && *only == "" || !names.MatchString(puzzle.Name) {
			continue
		}
		name, solution := puzzle.Name, puzzle.Values()
		p, err := format.ReadISS(puzzle.Text)
		if err != nil {
			continue
		}
		began := time.Now()
		path, err := pathOf(t.Context(), p, false)
		took := time.Since(began)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		at := path.Start.Clone()
		for i, step := range path.Steps {
			if i%*verify == 0 {
				began := time.Now()
				f := finder{Suppose: true}
				if next, err := f.Next(t.Context(), at); next == nil || err != nil {
					t.Errorf("%s: step %d has no hint: %v", name, i, err)
				}
				hints = append(hints, time.Since(began))
				verdict, err := verifyStep(t.Context(), at, step)
				if err != nil || verdict == verdictRefuted {
					t.Errorf("%s: step %d, %v: %v, %v", name, i, step, verdict, err)
				}
				if verdict == verdictUnproved && *each {
					t.Logf("%s: not proved: %s", name, at.Sentence(t.Context(), step, nil))
				}
				n := verdicts[step.Technique]
				n[verdict]++
				verdicts[step.Technique] = n
			}
			at.Apply(step)
			techniques[step.Technique]++
			for _, x := range step.Removes {
				if x.Cell < len(solution) && x.Value == solution[x.Cell] {
					t.Errorf("%s: %v removes %v, which is the solution", name, step, x)
				}
			}
			for _, x := range step.Places {
				if x.Cell < len(solution) && x.Value != solution[x.Cell] {
					t.Errorf("%s: %v places %v, which is not the solution", name, step, x)
				}
			}
		}
		n++
		times = append(times, took/time.Duration(len(path.Steps)+1))
		hardest := byNakedSingle
		for _, s := range path.Steps {
			hardest = max(hardest, s.Technique)
		}
		if path.Solved {
			used[hardest]++
			solved++
		}
		if puzzle.Milliseconds < 3 {
			easy++
			if path.Solved {
				easySolved++
			}
		}
		if *each {
			t.Logf("%-50s ISS %8.2f ms  solved %-5v %3d steps, hardest %-12v %8v %s", name, puzzle.Milliseconds, path.Solved, len(path.Steps), hardest, took.Round(time.Millisecond), puzzle.Kinds)
		}
	}
	slices.Sort(times)
	slices.Sort(hints)
	if n > 0 {
		t.Logf("%d of %d solved, %d of %d easy; hardest %v; %v; a step takes %v at the median, a hint by itself %v, of ten the slowest %v; unproved, proved, refuted %v", solved, n, easySolved, easy, used, techniques, times[n/2], hints[len(hints)/2], hints[len(hints)*9/10], verdicts)
	}
}
