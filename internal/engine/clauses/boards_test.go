package clauses

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

var threads = flag.Int("threads", 1, "threads for -only")

var only = flag.String("only", "", "boards of ../shared whose names begin so, with their figures")

// boardProblem is a board of n values with regions: variable cell·n + digit.
func boardProblem(n int, region, givens []int) *Problem {
	p := &Problem{}
	houses := make([][]int, 3*n*n)
	for c := range n * n {
		cell := make([]int, n)
		for d := range n {
			v := p.Variable()
			cell[d] = v
			for _, h := range [3]int{c / n, n + c%n, 2*n + region[c]} {
				houses[h*n+d] = append(houses[h*n+d], v)
			}
			if g := givens[c]; g != 0 {
				if g == d+1 {
					p.Clause(In(v))
				} else {
					p.Clause(Out(v))
				}
			}
		}
		p.ExactlyOne(cell...)
	}
	for _, h := range houses {
		p.ExactlyOne(h...)
	}
	return p
}

type sharedBoard struct {
	name, solution, verdict string
	n                       int
	region, givens          []int
}

func sharedBoards(t testing.TB) (all []sharedBoard) {
	f, err := os.Open("../../../../shared/variants/bigboards.tsv")
	if err != nil {
		t.Skip("../shared is not here: its boards are not tried")
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 1<<24)
	numbers := func(s string) (n []int) {
		for _, w := range strings.Fields(s) {
			x, _ := strconv.Atoi(w)
			n = append(n, x)
		}
		return n
	}
	for in.Scan() {
		w := strings.Split(in.Text(), "\t")
		b := sharedBoard{name: w[0], givens: numbers(w[3]), solution: w[4], verdict: w[5]}
		b.n, _ = strconv.Atoi(w[1])
		if regions, ok := strings.CutPrefix(w[2], "J:"); ok {
			b.region = numbers(regions)
		} else {
			var r, c int
			fmt.Sscanf(w[2], "%dx%d", &r, &c)
			for i := range b.n * b.n {
				b.region = append(b.region, i/b.n/r*(b.n/c)+i%b.n/c)
			}
		}
		all = append(all, b)
	}
	return all
}

func TestBoards(t *testing.T) {
	for _, b := range sharedBoards(t) {
		if *only == "" && b.n > 16 || !strings.HasPrefix(b.name, *only) || b.n > MaxGroup {
			continue
		}
		start := time.Now()
		p := boardProblem(b.n, b.region, b.givens)
		r := Count(context.Background(), p, Limits{Solutions: 2, Threads: *threads})
		if r.Outcome() != Found || !p.holds(r.Kept[0]) {
			t.Errorf("%s: %v", b.name, r.Outcome())
			continue
		}
		if r.Solutions != map[string]int{"unique": 1, "multiple": 2}[b.verdict] && b.verdict != "limit" {
			t.Errorf("%s: %d solutions, not %s", b.name, r.Solutions, b.verdict)
		}
		if *only != "" {
			fmt.Printf("%s\t%d\t%v\t%+v\n", b.name, b.n, time.Since(start), r.Counts)
		}
		var s []string
		for v, in := range r.Kept[0] {
			if in {
				s = append(s, strconv.Itoa(v%b.n+1))
			}
		}
		if got := strings.Join(s, " "); b.verdict == "unique" && got != b.solution {
			t.Errorf("%s: not the solution", b.name)
		}
	}
}
