package clauses

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var threads = flag.Int("threads", 1, "threads for -only")

var turns = flag.Bool("turns", false, "threads for -only take turns, so that each run takes as many conflicts")

var only = flag.String("only", "", "boards of ../shared whose names begin so, with their figures")

// boardProblem returns the problem of an n×n board with these regions and givens. Variable n·cell +
// digit says that the cell has this digit, counted from 0. Givens count digits from 1; 0 is an
// empty cell.
func boardProblem(n int, region, givens []int) *Problem {
	p := &Problem{}
	houses := make([][]int, 3*n*n)
	for c := range n * n {
		cell := make([]int, n)
		for d := range n {
			v := p.AddVariable()
			cell[d] = v
			for _, h := range [3]int{c / n, n + c%n, 2*n + region[c]} {
				houses[h*n+d] = append(houses[h*n+d], v)
			}
			if g := givens[c]; g != 0 {
				if g == d+1 {
					p.AddClause(PositiveLiteral(v))
				} else {
					p.AddClause(NegativeLiteral(v))
				}
			}
		}
		p.AddExactlyOne(cell...)
	}
	for _, h := range houses {
		p.AddExactlyOne(h...)
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

// turn makes threads run one at a time. A thread's turn ends when it checks its context.
type turn struct {
	mu   sync.Mutex
	next sync.Cond
	of   int
	over []bool
}

// passTurn gives the turn to the next thread that is still running. Unless thread i is over, it waits for i's next
// turn.
func (t *turn) passTurn(i int, over bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over[i] = over
	for t.of = (i + 1) % len(t.over); t.over[t.of] && t.of != i; {
		t.of = (t.of + 1) % len(t.over)
	}
	t.next.Broadcast()
	for !over && t.of != i {
		t.next.Wait()
	}
}

type inTurn struct {
	context.Context
	turn   *turn
	thread int
}

func (c inTurn) Err() error {
	c.turn.passTurn(c.thread, false)
	return c.Context.Err()
}

// countInTurns is like countInParallel, but threads take turns, so that each run gives the same
// result.
func countInTurns(ctx context.Context, p *Problem, l Limits) Result {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &exchange{heard: make([]int, l.Threads)}
	t := &turn{over: make([]bool, l.Threads)}
	t.next.L = &t.mu
	var running sync.WaitGroup
	for i := range l.Threads {
		running.Go(func() {
			t.mu.Lock()
			for t.of != i {
				t.next.Wait()
			}
			t.mu.Unlock()
			if e.runThread(inTurn{ctx, t, i}, p, l, i) {
				cancel()
			}
			t.passTurn(i, true)
		})
	}
	running.Wait()
	return e.result
}

func TestBoards(t *testing.T) {
	for _, b := range sharedBoards(t) {
		if *only == "" && b.n > 16 || !strings.HasPrefix(b.name, *only) || b.n > MaxGroup {
			continue
		}
		start := time.Now()
		p := boardProblem(b.n, b.region, b.givens)
		count := Count
		if *turns {
			count = countInTurns
		}
		r := count(context.Background(), p, Limits{Solutions: 2, Threads: *threads})
		if r.Outcome() != Found || !p.isSatisfiedBy(r.Kept[0]) {
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
