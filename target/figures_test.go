//go:build unix

package target_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nonet/internal/check/reference"
	"nonet/sudoku"
	"nonet/target"
)

var (
	figures = flag.Bool("figures", false, "measure what docs/TARGET.md shows; takes minutes")
	seed    = flag.Uint64("seed", 20261121, "of the random instances that -figures measures")
	each    = flag.Int("each", 160, "how many random ring grids -figures draws for each number of givens from 0 to 35")
)

// processorTime returns the processor time that this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// leastTime returns the least processor time of several runs. Other processes use the machine, too.
func leastTime(t *testing.T, runs int, g sudoku.Grid, w target.Weights) (target.Result, time.Duration) {
	least := time.Hour
	var r target.Result
	for range runs {
		start := processorTime()
		found, err := target.Optimum(background, g, w, target.Options{})
		least = min(least, processorTime()-start)
		if err != nil || found.Outcome != sudoku.Found {
			t.Fatalf("%v: %v", g, err)
		}
		r = found
	}
	return r, least
}

// quantilesText sorts all and returns a text with some of its quantiles.
func quantilesText[T any](all []T, compare func(a, b T) int) string {
	slices.SortFunc(all, compare)
	at := func(q float64) T { return all[min(int(q*float64(len(all))), len(all)-1)] }
	return fmt.Sprintf("median %v, 99%% %v, 99.9%% %v, worst %v", at(0.5), at(0.99), at(0.999), all[len(all)-1])
}

// TestFiguresOfRings measures random ring grids: random full grids with cells removed.
func TestFiguresOfRings(t *testing.T) {
	if !*figures {
		t.Skip("measures, which takes -figures")
	}
	random := rand.New(rand.NewPCG(*seed, 36))
	var times []time.Duration
	var nodes []uint64
	late := 0
	for givens := range 36 {
		for range *each {
			g := somePuzzle(givens, random)
			r, took := leastTime(t, 3, g, target.RingWeights())
			times, nodes = append(times, took.Round(time.Microsecond)), append(nodes, r.Nodes)
			if took > 5*time.Millisecond {
				late++
				t.Logf("%v: %d, %d nodes, %v", g, r.Score, r.Nodes, took)
			}
		}
	}
	t.Logf("%d random ring grids, seed %d: %d take more than 5 ms", len(times), *seed, late)
	t.Logf("time: %s", quantilesText(times, func(a, b time.Duration) int { return int(a - b) }))
	t.Logf("nodes: %s", quantilesText(nodes, func(a, b uint64) int { return int(a) - int(b) }))
}

var cbcTries = regexp.MustCompile(`Enumerated nodes:\s+([0-9]+)`)

// TestFiguresOfRandomWeights compares the optimiser with CBC on random weights. Both solve each instance in
// turn. The optimiser's figure is the least processor time of three runs in this process, and CBC's is the
// processor time of its process.
func TestFiguresOfRandomWeights(t *testing.T) {
	if !*figures {
		t.Skip("measures, which takes -figures")
	}
	cbc := cbcPath(t)
	file := filepath.Join(t.TempDir(), "target.lp")
	random := rand.New(rand.NewPCG(*seed, 81))
	measure := func(name string, all []instance, weights func() target.Weights) {
		var ours, theirs, ratios []float64
		nodes, cbcNodes := uint64(0), 0
		for _, i := range all {
			w := weights()
			r, took := leastTime(t, 3, i.grid, w)
			if err := os.WriteFile(file, []byte(integerProgram(i.grid, w, target.Maximum)), 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(cbc, file, "-sec", "120", "-solve", "-quit")
			out, err := cmd.CombinedOutput()
			m := objective.FindSubmatch(out)
			if err != nil || m == nil || string(m[1]) != fmt.Sprintf("%d.00000000", r.Score) && !strings.Contains(string(out), "Stopped on time") {
				t.Fatalf("%s: CBC does not find %d: %v\n%s", name, r.Score, err, out)
			}
			if n := cbcTries.FindSubmatch(out); n != nil {
				var tried int
				fmt.Sscan(string(n[1]), &tried)
				cbcNodes += tried
			}
			ms, peerMs := took.Seconds()*1e3, (cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Seconds()*1e3
			ours, theirs, ratios = append(ours, ms), append(theirs, peerMs), append(ratios, peerMs/ms)
			nodes += r.Nodes
		}
		slices.Sort(ours)
		slices.Sort(theirs)
		slices.Sort(ratios)
		last := len(ours) - 1
		t.Logf("| %s | %.2f ms | %.2f ms | %d | %.0f–%.0f ms | %d | %.0f | %.0f |", name, ours[len(ours)/2], ours[last], nodes,
			theirs[0], theirs[last], cbcNodes, ratios[0], ratios[len(ratios)/2])
	}
	t.Log("| instances | median | worst | nodes in all | CBC | its nodes | least × | median × |")
	measure("rings, reference", readInstances(t, reference.File(t, "targets/rings.tsv")), target.RingWeights)
	measure("rings, tail", readInstances(t, "testdata/tail.tsv"), target.RingWeights)
	for _, kind := range []string{"cells", "signed", "table"} {
		for _, givens := range []int{30, 16, 8, 0} {
			var all []instance
			for range 10 {
				all = append(all, instance{grid: somePuzzle(givens, random)})
			}
			measure(fmt.Sprintf("%s, %d givens", kind, givens), all, func() target.Weights { return randomWeights(kind, random) })
		}
	}
}
