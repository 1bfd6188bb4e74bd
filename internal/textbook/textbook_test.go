package textbook_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/internal/textbook"

	"pgregory.net/rapid"
)

// many is the limit of the counts in testdata/puzzles.txt.
const many = 1000

type example struct {
	name   string
	puzzle [81]uint8
	count  int // the number of solutions; many if there are at least that many
}

// readExamples reads testdata/puzzles.txt.
func readExamples(t testing.TB) (all []example) {
	t.Helper()
	file, err := os.Open("testdata/puzzles.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.SplitN(lines.Text(), " ", 3)
		count, err := strconv.Atoi(strings.TrimSuffix(fields[1], "+"))
		if err != nil || len(fields) != 3 {
			t.Fatalf("testdata/puzzles.txt:%d: want a puzzle, a number and a name: %q", n, lines.Text())
		}
		all = append(all, example{fmt.Sprintf("line %d, %s", n, fields[2]), mustGrid(fields[0]), count})
	}
	return all
}

// lineOf returns the inverse of mustGrid for full grids.
func lineOf(grid *[81]uint8) string {
	var b [81]byte
	for i, digit := range grid {
		b[i] = '0' + digit
	}
	return string(b[:])
}

// isSolution checks the definition: the givens are kept, and each house has nine different
// digits.
func isSolution(puzzle, grid *[81]uint8) bool {
	for i := range 81 {
		if puzzle[i] != 0 && puzzle[i] != grid[i] {
			return false
		}
	}
	const all = 0b11_1111_1110
	for house := range 9 {
		row, col, box := 0, 0, 0
		for i := range 9 {
			row |= 1 << grid[house*9+i]
			col |= 1 << grid[i*9+house]
			box |= 1 << grid[(house/3*3+i/3)*9+house%3*3+i%3]
		}
		if row != all || col != all || box != all {
			return false
		}
	}
	return true
}

// collectSolutions returns the report of a search, and its solutions in the order found.
func collectSolutions(s textbook.Strategy, puzzle [81]uint8, limits textbook.Limits) (textbook.Report, []string) {
	var found []string
	report := s.Search(context.Background(), puzzle, limits, nil, func(grid *[81]uint8) bool {
		found = append(found, lineOf(grid))
		clear(grid[:]) // the callback may modify its argument
		return true
	})
	return report, found
}

func TestAllStrategiesFindAllSolutions(t *testing.T) {
	for _, e := range readExamples(t) {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			var all []string // solutions of the first strategy, sorted
			for _, s := range textbook.Strategies() {
				for _, limit := range []int{many, 2, 1} {
					report, found := collectSolutions(s, e.puzzle, textbook.Limits{Solutions: uint64(limit)})
					want := textbook.Complete
					if e.count >= limit {
						want = textbook.LimitReached
					}
					if report.Outcome != want || int(report.Solutions) != min(e.count, limit) || len(found) != min(e.count, limit) {
						t.Fatalf("%s to %d: outcome %d, %d solutions, %d handed out; want outcome %d, %d solutions",
							s.ID, limit, report.Outcome, report.Solutions, len(found), want, min(e.count, limit))
					}
					if report.Strategy != s.ID {
						t.Errorf("the report of %s names %s", s.ID, report.Strategy)
					}
					if report.Outcome == textbook.Complete && report.Nodes != report.Backtracks {
						t.Errorf("%s: everything was searched, yet of %d placements %d were undone", s.ID, report.Nodes, report.Backtracks)
					}
					if len(found) == 0 {
						continue
					}
					if lineOf(&report.First) != found[0] {
						t.Errorf("%s: the first solution found was %s, the report says %s", s.ID, found[0], lineOf(&report.First))
					}
					for _, line := range found {
						if grid := mustGrid(line); !isSolution(&e.puzzle, &grid) {
							t.Fatalf("%s found %s, which is no solution", s.ID, line)
						}
					}
					if isLexicographic(s.ID) && !slices.IsSorted(found) {
						t.Errorf("%s: solutions are not in lexicographic order", s.ID)
					}
					slices.Sort(found)
					if len(slices.Compact(slices.Clone(found))) != len(found) {
						t.Fatalf("%s found a solution twice", s.ID)
					}
					// Beyond the limit, each strategy may find different solutions.
					if limit != many || e.count == many && !isLexicographic(s.ID) {
						continue
					}
					if all == nil {
						all = found
					}
					if !slices.Equal(found, all) {
						t.Errorf("%s and %s found different solutions", s.ID, textbook.RowMajorScan)
					}
				}
			}
		})
	}
}

func isLexicographic(id textbook.ID) bool {
	return id == textbook.RowMajorScan || id == textbook.RowMajorTables || id == textbook.EmptyList
}

// The scan, the tables and the list search the same tree.
func TestThreeStrategiesSearchOneTree(t *testing.T) {
	for _, e := range readExamples(t) {
		var reports []textbook.Report
		for _, s := range textbook.Strategies()[:3] {
			report := s.Search(context.Background(), e.puzzle, textbook.Limits{Solutions: many, Nodes: 50_000}, nil, nil)
			reports = append(reports, report)
		}
		for _, r := range reports[1:] {
			if first := reports[0]; r.Nodes != first.Nodes || r.Backtracks != first.Backtracks || r.MaxDepth != first.MaxDepth || r.First != first.First {
				t.Errorf("%s: %s has %d nodes, %s %d", e.name, r.Strategy, r.Nodes, first.Strategy, first.Nodes)
			}
		}
		if reports[0].Nodes > 0 && (reports[1].Reads >= reports[0].Reads || reports[2].Reads > reports[1].Reads) {
			t.Errorf("%s: reads of scan, tables and list are %d, %d and %d, not each cheaper than the one before",
				e.name, reports[0].Reads, reports[1].Reads, reports[2].Reads)
		}
	}
}

// replay applies events to a puzzle like a page, and fails on an event that is not possible.
type replay struct {
	grid   [81]uint8
	placed []uint8 // cells in the order of placement

	places, undos, solutions uint64
	deepest                  int
	failure                  error
}

func (r *replay) apply(puzzle *[81]uint8, e textbook.Event) bool {
	fail := func(why string) bool {
		r.failure = fmt.Errorf("event %d %+v: %s", r.places+r.undos+r.solutions, e, why)
		return false
	}
	switch e.Kind {
	case textbook.Place:
		r.places++
		if e.Cell > 80 || e.Digit < 1 || e.Digit > 9 || r.grid[e.Cell] != 0 {
			return fail("not a digit into an empty cell")
		}
		for cell, digit := range r.grid {
			row, col := int(e.Cell)/9, int(e.Cell)%9
			sees := cell/9 == row || cell%9 == col || cell/27 == row/3 && cell%9/3 == col/3
			if sees && digit == e.Digit {
				return fail(fmt.Sprintf("cell %d has the digit already", cell))
			}
		}
		r.grid[e.Cell] = e.Digit
		r.placed = append(r.placed, e.Cell)
	case textbook.Undo:
		r.undos++
		if len(r.placed) == 0 || r.placed[len(r.placed)-1] != e.Cell || r.grid[e.Cell] != e.Digit {
			return fail("not the placement made last")
		}
		r.grid[e.Cell] = 0
		r.placed = r.placed[:len(r.placed)-1]
	case textbook.Solution:
		r.solutions++
		if e.Cell != 0 || e.Digit != 0 || !isSolution(puzzle, &r.grid) {
			return fail("not a solution")
		}
	default:
		return fail("no such kind")
	}
	if int(e.Depth) != len(r.placed) {
		return fail(fmt.Sprintf("%d placements stand", len(r.placed)))
	}
	r.deepest = max(r.deepest, len(r.placed))
	return true
}

// checkTrace searches with a trace and compares it with the report.
func checkTrace(s textbook.Strategy, puzzle [81]uint8, limits textbook.Limits) (textbook.Report, error) {
	r := replay{grid: puzzle}
	var last [81]uint8
	report := s.Search(context.Background(), puzzle, limits,
		func(e textbook.Event) bool { return r.apply(&puzzle, e) },
		func(grid *[81]uint8) bool { last = *grid; return true })
	switch {
	case r.failure != nil:
		return report, r.failure
	case r.places != report.Nodes || r.undos != report.Backtracks || r.solutions != report.Solutions || r.deepest != report.MaxDepth:
		return report, fmt.Errorf("%d places, %d undos, %d solutions, depth %d in the trace of %+v", r.places, r.undos, r.solutions, r.deepest, report)
	case report.Outcome == textbook.Complete && r.grid != puzzle:
		return report, errors.New("everything was searched, and placements stand")
	case report.Outcome == textbook.LimitReached && r.grid != last:
		return report, errors.New("the trace does not end at the last solution")
	}
	return report, nil
}

func TestTraceReplays(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine: the race detector learns nothing from it")
	}
	for _, e := range readExamples(t) {
		for _, s := range textbook.Strategies() {
			for _, limit := range []uint64{1, 2, 50} {
				if _, err := checkTrace(s, e.puzzle, textbook.Limits{Solutions: limit, Nodes: 20_000}); err != nil {
					t.Errorf("%s, %s to %d: %v", e.name, s.ID, limit, err)
				}
			}
		}
	}
}

// The signature pins the work of each search. A change that is not meant to alter a search leaves the signature
// unchanged. The commit message of any other change states the old and the new signature.
func TestSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and one goroutine: the race detector learns nothing from it")
	}
	var got bytes.Buffer
	fmt.Fprintln(&got, "# All of testdata/puzzles.txt to 1000 solutions each: go test -run Signature -update rewrites this file.")
	fmt.Fprintf(&got, "%-16s %9s %9s %10s %10s %6s\n", "# strategy", "solutions", "nodes", "backtracks", "reads", "depth")
	for _, s := range textbook.Strategies() {
		var sum textbook.Report
		for _, e := range readExamples(t) {
			r := s.Search(context.Background(), e.puzzle, textbook.Limits{Solutions: many}, nil, nil)
			sum.Solutions += r.Solutions
			sum.Nodes += r.Nodes
			sum.Backtracks += r.Backtracks
			sum.Reads += r.Reads
			sum.MaxDepth += r.MaxDepth
		}
		fmt.Fprintf(&got, "%-16s %9d %9d %10d %10d %6d\n", s.ID, sum.Solutions, sum.Nodes, sum.Backtracks, sum.Reads, sum.MaxDepth)
	}
	golden.Check(t, "testdata/signature.txt", got.String())
}

// The strategies print the same as the seeds' programs, if these are correct.
func TestSeedsPrograms(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("testdata/seeds", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	// squares reads digits and ignores everything else.
	squares := func(s string) (grids [][81]uint8) {
		s = strings.NewReplacer(" ", "", "\n", "").Replace(s)
		for ; len(s) >= 81; s = s[81:] {
			grids = append(grids, mustGrid(s[:81]))
		}
		return grids
	}
	nine := func(line string) string {
		var b strings.Builder
		for ; line != ""; line = line[9:] {
			b.WriteString(line[:9] + "\n")
		}
		return b.String()
	}
	runs := map[string]func(s textbook.Strategy, in string) string{
		"written-test": func(s textbook.Strategy, in string) string {
			grid := squares(in)[0]
			if report, _ := collectSolutions(s, grid, textbook.Limits{}); report.Solutions > 0 {
				grid = report.First
			}
			var b strings.Builder
			for i, digit := range grid {
				fmt.Fprintf(&b, "%d ", digit)
				if i%3 == 2 {
					b.WriteString("  ")
				}
				if i%9 == 8 {
					b.WriteString("\n")
				}
				if i%27 == 26 {
					b.WriteString("\n")
				}
			}
			return b.String()
		},
		"poj2676": func(s textbook.Strategy, in string) string {
			var b strings.Builder
			_, in, _ = strings.Cut(in, "\n")
			for _, puzzle := range squares(in) {
				if report, _ := collectSolutions(s, puzzle, textbook.Limits{}); report.Solutions > 0 {
					b.WriteString(nine(lineOf(&report.First)))
				}
			}
			return b.String()
		},
		"enumerate": func(s textbook.Strategy, in string) string {
			_, found := collectSolutions(s, squares(in)[0], textbook.Limits{Solutions: many})
			return nine(strings.Join(found, ""))
		},
		"p1074": func(s textbook.Strategy, in string) string {
			best := -1
			_, found := collectSolutions(s, squares(in)[0], textbook.Limits{Solutions: 1 << 40})
			for _, line := range found {
				score := 0
				for i, digit := range []byte(line) {
					row, col := i/9, i%9
					score += int(digit-'0') * (6 + min(row, col, 8-row, 8-col))
				}
				best = max(best, score)
			}
			return fmt.Sprintln(best)
		},
	}
	strategyOf := map[string]textbook.ID{
		"written-test": textbook.RowMajorScan,
		"poj2676":      textbook.RowMajorTables,
		"enumerate":    textbook.EmptyList,
		"p1074":        textbook.MostFilled,
	}
	variants := map[string]string{
		"written-test": "-several -unsolvable -full -empty",
		"poj2676":      "-sample -unsolvable",
		"enumerate":    "-several -unsolvable -full",
		"p1074":        "-sample2 -several -unsolvable -full -post",
	}
	for program, cases := range variants {
		s, ok := textbook.ByID(strategyOf[program])
		if !ok {
			t.Fatal("the strategy is not there")
		}
		for _, variant := range append(strings.Fields(cases), "") {
			name := program + variant
			if got, want := runs[program](s, read(name+".in")), read(name+".out"); got != want {
				t.Errorf("%s: %s gives\n%s\nthe program printed\n%s", name, s.ID, got, want)
			}
		}
	}
}

func TestContradictionsAreFoundAtOnce(t *testing.T) {
	two := func(a, b int) (grid [81]uint8) {
		grid[a], grid[b] = 7, 7
		return grid
	}
	for name, puzzle := range map[string][81]uint8{
		"row":      two(36, 44),
		"column":   two(4, 76),
		"box":      two(60, 80),
		"10":       {80: 10},
		"255":      {0: 255},
		"ten full": [81]uint8(bytes.Repeat([]byte{10}, 81)),
	} {
		for _, s := range textbook.Strategies() {
			report := s.Search(context.Background(), puzzle, textbook.Limits{},
				func(textbook.Event) bool { t.Errorf("%s: %s searches", name, s.ID); return false },
				func(*[81]uint8) bool { t.Errorf("%s: %s finds a solution", name, s.ID); return false })
			if report.Outcome != textbook.Complete || report.Solutions != 0 || report.Nodes != 0 || report.Reads != 0 {
				t.Errorf("%s: %s: %+v", name, s.ID, report)
			}
		}
	}
}

func TestNodeLimit(t *testing.T) {
	puzzle := mustGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
	for _, s := range textbook.Strategies() {
		whole := s.Search(context.Background(), puzzle, textbook.Limits{Solutions: 2}, nil, nil)
		for _, limit := range []uint64{1, 2, whole.Nodes - 1} {
			if r := s.Search(context.Background(), puzzle, textbook.Limits{Solutions: 2, Nodes: limit}, nil, nil); r.Outcome != textbook.Stopped || r.Nodes != limit {
				t.Errorf("%s, limit %d: %+v", s.ID, limit, r)
			}
		}
		if r := s.Search(context.Background(), puzzle, textbook.Limits{Solutions: 2, Nodes: whole.Nodes}, nil, nil); r.Outcome != textbook.Complete || r.Nodes != whole.Nodes {
			t.Errorf("%s: as many nodes as the search needs are too few: %+v", s.ID, r)
		}
	}
}

// dyingContext ends after a number of calls.
type dyingContext struct {
	context.Context
	looks int
}

func (c *dyingContext) Err() error {
	c.looks--
	if c.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancellation(t *testing.T) {
	// Without givens there are far too many solutions to count.
	const all = 1 << 62
	for _, s := range textbook.Strategies() {
		canceled, cancel := context.WithCancel(context.Background())
		cancel()
		if r := s.Search(canceled, [81]uint8{}, textbook.Limits{}, nil, nil); r.Outcome != textbook.Stopped || r.Nodes != 0 || r.Solutions != 0 {
			t.Errorf("%s, canceled before: %+v", s.ID, r)
		}

		dying := &dyingContext{context.Background(), 20}
		if r := s.Search(dying, [81]uint8{}, textbook.Limits{Solutions: all, Nodes: 1_000_000}, nil, nil); r.Outcome != textbook.Stopped || r.Nodes == 0 || r.Nodes > 20*64 {
			t.Errorf("%s, canceled at the 21st look: %+v", s.ID, r)
		}
		for _, of := range []textbook.EventKind{textbook.Place, textbook.Undo, textbook.Solution} {
			ctx, cancel := context.WithCancel(context.Background())
			after := 0
			r := s.Search(ctx, [81]uint8{}, textbook.Limits{Solutions: all}, func(e textbook.Event) bool {
				if ctx.Err() != nil {
					after++
				}
				if e.Kind == of {
					cancel()
				}
				return true
			}, nil)
			if r.Outcome != textbook.Stopped || after != 0 {
				t.Errorf("%s: canceled in trace at a %d: %d events more, %+v", s.ID, of, after, r)
			}
			cancel()

			r = s.Search(context.Background(), [81]uint8{}, textbook.Limits{Solutions: all}, func(e textbook.Event) bool { return e.Kind != of }, nil)
			if r.Outcome != textbook.Stopped || of == textbook.Undo && r.Backtracks != 1 || of == textbook.Place && r.Nodes != 1 || of == textbook.Solution && r.Solutions != 1 {
				t.Errorf("%s: trace stops at a %d: %+v", s.ID, of, r)
			}
		}
		calls := 0
		ctx, cancel := context.WithCancel(context.Background())
		r := s.Search(ctx, [81]uint8{}, textbook.Limits{Solutions: all}, nil, func(*[81]uint8) bool {
			if calls++; calls == 5 {
				cancel()
			}
			return true
		})
		if r.Outcome != textbook.Stopped || calls != 5 || r.Solutions != 5 {
			t.Errorf("%s: canceled in found: %d calls, %+v", s.ID, calls, r)
		}
		cancel()
		r = s.Search(context.Background(), [81]uint8{}, textbook.Limits{Solutions: all}, nil, func(*[81]uint8) bool { return false })
		if r.Outcome != textbook.Stopped || r.Solutions != 1 {
			t.Errorf("%s: found stops: %+v", s.ID, r)
		}
	}
}

func TestZeroStrategyKnowsNothing(t *testing.T) {
	if r := (textbook.Strategy{}).Search(context.Background(), [81]uint8{}, textbook.Limits{}, nil, nil); r.Outcome != textbook.Stopped || r.Solutions != 0 {
		t.Errorf("%+v", r)
	}
}

func TestByID(t *testing.T) {
	var ids []string
	for _, s := range textbook.Strategies() {
		ids = append(ids, string(s.ID))
		if got, ok := textbook.ByID(s.ID); !ok || got.ID != s.ID || got.Source == "" {
			t.Errorf("ByID(%q) = %v, %v", s.ID, got.ID, ok)
		}
	}
	if want := []string{"row-major-scan", "row-major-tables", "empty-list", "most-filled", "mrv", "dancing-links"}; !slices.Equal(ids, want) {
		t.Errorf("strategies %q, want %q", ids, want)
	}
	for _, id := range []textbook.ID{"", "MRV", "mrv ", "x\x00"} {
		if _, ok := textbook.ByID(id); ok {
			t.Errorf("ByID(%q) finds something", id)
		}
	}
}

// This test takes a solution, empties some cells, relabels digits, and exchanges rows within a band. The puzzle
// still has that solution, and all strategies must agree.
func TestStrategiesAgreeOnRandomPuzzles(t *testing.T) {
	base := mustGrid("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.Permutation([]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "names")
		rows := rapid.Permutation([]int{0, 1, 2}).Draw(t, "rows")
		empty := rapid.SliceOfNDistinct(rapid.IntRange(0, 80), 0, 50, rapid.ID[int]).Draw(t, "empty")
		var solution [81]uint8
		for cell := range 81 {
			row := cell / 9
			solution[cell] = names[base[(row/3*3+rows[row%3])*9+cell%9]-1]
		}
		puzzle := solution
		for _, cell := range empty {
			puzzle[cell] = 0
		}
		if rapid.IntRange(0, 3).Draw(t, "spoil") == 0 {
			puzzle[rapid.IntRange(0, 80).Draw(t, "cell")] = rapid.Uint8Range(1, 9).Draw(t, "digit")
		}
		limits := textbook.Limits{Solutions: 500, Nodes: 5_000}
		var counts []string
		var sets [][]string
		for _, s := range textbook.Strategies() {
			report, err := checkTrace(s, puzzle, limits)
			if err != nil {
				t.Fatalf("%s: %v", s.ID, err)
			}
			if report.Outcome != textbook.Complete {
				continue
			}
			_, found := collectSolutions(s, puzzle, limits)
			slices.Sort(found)
			if isSolution(&puzzle, &solution) && !slices.Contains(found, lineOf(&solution)) {
				t.Fatalf("%s misses %s", s.ID, lineOf(&solution))
			}
			counts, sets = append(counts, fmt.Sprint(s.ID, " ", report.Solutions)), append(sets, found)
		}
		for _, set := range sets {
			if !slices.Equal(set, sets[0]) {
				t.Fatalf("different solutions: %v", counts)
			}
		}
	})
}

func FuzzStrategies(f *testing.F) {
	f.Add([]byte(""))
	f.Add([]byte("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
	f.Add([]byte("812753649943682175675491283154237896369845721287169534521974368438526917796318452"))
	f.Add(bytes.Repeat([]byte("0"), 81))
	f.Add(bytes.Repeat([]byte{10}, 81))
	f.Fuzz(func(t *testing.T, data []byte) {
		// A character that is a digit gives this digit; other bytes give small numbers, some of them above 9.
		var puzzle [81]uint8
		for i, c := range data[:min(len(data), 81)] {
			if '0' <= c && c <= '9' {
				puzzle[i] = c - '0'
			} else if c < 12 {
				puzzle[i] = c
			}
		}
		var first *textbook.Report
		for _, s := range textbook.Strategies() {
			report, err := checkTrace(s, puzzle, textbook.Limits{Solutions: 20, Nodes: 400})
			if err != nil {
				t.Fatalf("%s: %v", s.ID, err)
			}
			if report.Solutions > 0 && !isSolution(&puzzle, &report.First) {
				t.Fatalf("%s: the first solution is none", s.ID)
			}
			if report.Outcome == textbook.Stopped {
				continue
			}
			if first == nil {
				first = &report
			}
			if report.Outcome != first.Outcome || report.Solutions != first.Solutions {
				t.Fatalf("%s: %d solutions, %s: %d", first.Strategy, first.Solutions, s.ID, report.Solutions)
			}
		}
	})
}

// Searches for two solutions, as a test for uniqueness does.
func BenchmarkSearch(b *testing.B) {
	for _, s := range textbook.Strategies() {
		for name, puzzle := range map[string][81]uint8{
			"easy": mustGrid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
			"hard": mustGrid("98.7..6..76..9..5...4....9.3...7.9....8.....2.....1.3..5..6.3....7..4......2....1"),
		} {
			b.Run(string(s.ID)+"/"+name, func(b *testing.B) {
				var nodes uint64
				for b.Loop() {
					nodes = s.Search(context.Background(), puzzle, textbook.Limits{Solutions: 2}, nil, nil).Nodes
				}
				b.ReportMetric(float64(nodes), "nodes/op")
			})
		}
	}
}
