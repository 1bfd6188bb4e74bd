package csp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

// TestSignature pins the search. For each of these networks, the file has the number of solutions (up to two),
// of nodes and of contradictions. If a change only cleans up or speeds up the search, the file does not change.
// The commit message of a change to the search states the old and the new figures. go test -update rewrites the
// file.
func TestSignature(t *testing.T) {
	lines := []string{
		"# The search signature; see TestSignature.",
		fmt.Sprintf("%-24s %9s %9s %9s", "# network", "solutions", "nodes", "failures"),
	}
	for _, x := range puzzles() {
		r := Count(context.Background(), x.network, Limits{Solutions: 2})
		again := Count(context.Background(), x.network, Limits{Solutions: 2})
		if r.Outcome == Stopped || r.Nodes != again.Nodes || r.Failures != again.Failures {
			t.Errorf("%s: outcome %d, %d nodes, then %d", x.name, r.Outcome, r.Nodes, again.Nodes)
		}
		lines = append(lines, fmt.Sprintf("%-24s %9d %9d %9d", x.name, r.Count, r.Nodes, r.Failures))
	}
	golden.Check(t, "testdata/signature.txt", strings.Join(lines, "\n")+"\n")
}

type puzzle struct {
	name    string
	network *Network
}

// puzzles returns networks of boards of several sizes. They have several kinds of rules, and a known grid
// satisfies them. They are the same on each call.
func puzzles() (all []puzzle) {
	add := func(name string, n *Network) { all = append(all, puzzle{name, n}) }
	hard := "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	n := boardOf(1, 9, 3, 3)
	for c, ch := range hard {
		if ch != '.' {
			n.Allow(Cell(c), n.SetOf(int(ch-'0')))
		}
	}
	add("9x9 givens", n)
	for seed := range uint64(4) {
		n, grid, r := boardOf(1, 9, 3, 3), gridOf(9, 3, 3, seed), rand.New(rand.NewPCG(seed, 1))
		addCages(n, grid, 9, 5, r)
		add(fmt.Sprintf("9x9 cages %d", seed), n)
	}
	for seed := range uint64(3) {
		n, grid, r := boardOf(0, 9, 3, 3), gridOf(9, 3, 3, 10+seed), rand.New(rand.NewPCG(seed, 2))
		less := NewRelation(0, 9, func(a, b int) bool { return a < b })
		far := NewRelation(0, 9, func(a, b int) bool { return a-b >= 4 || b-a >= 4 })
		for c := range 80 {
			d := c + 1
			if c%9 == 8 {
				continue
			}
			switch a, b := grid[c], grid[d]; {
			case r.IntN(3) == 0 && a < b:
				n.Relation(Cell(c), Cell(d), less)
			case r.IntN(2) == 0 && (a-b >= 4 || b-a >= 4):
				n.Relation(Cell(c), Cell(d), far)
			}
		}
		// The clue is the sum of the cells between the least and the greatest value of a row.
		for row := 0; row < 9; row += 2 {
			var cells []Cell
			sum, in := 0, false
			for c := row * 9; c < row*9+9; c++ {
				cells = append(cells, Cell(c))
				if grid[c] == 0 || grid[c] == 8 {
					in = !in
				} else if in {
					sum += grid[c]
				}
			}
			type state struct{ edges, sum int }
			n.Automaton(cells, NewAutomaton(0, 9, 500, state{}, func(s state, v int) (state, bool) {
				switch {
				case v == 0 || v == 8:
					s.edges++
				case s.edges == 1:
					s.sum += v
				}
				return s, s.sum <= sum && s.edges <= 2
			}, func(s state) bool { return s.sum == sum && s.edges == 2 }))
		}
		add(fmt.Sprintf("9x9 order %d", seed), n)
	}
	n, grid := boardOf(1, 16, 4, 4), gridOf(16, 4, 4, 30)
	r := rand.New(rand.NewPCG(30, 3))
	for c, v := range grid {
		if r.IntN(10) < 4 {
			n.Allow(Cell(c), n.SetOf(v+1))
		}
	}
	add("16x16 givens", n)
	n, grid, r = boardOf(1, 6, 2, 3), gridOf(6, 2, 3, 40), rand.New(rand.NewPCG(40, 4))
	for c := range 36 {
		if r.IntN(3) > 0 {
			continue
		}
		// Either the cell has the value of this grid, or its sum with another cell is 7.
		a, b := new(Constraints), new(Constraints)
		a.Allow(Cell(c), n.SetOf(grid[c]+1))
		b.Sum([]Term{{Cell(c), 1}, {Cell((c + 7) % 36), 1}}, 7, 7)
		n.Either(a, b)
	}
	add("6x6 either", n)
	return all
}

// gridOf returns a full grid with values from 0, row by row.
func gridOf(side, rows, columns int, seed uint64) []int {
	r := rand.New(rand.NewPCG(seed, 0))
	n := boardOf(0, side, rows, columns)
	values := r.Perm(side)
	for i, v := range values {
		n.Allow(Cell(i), 1<<v)
	}
	for i := range side / 2 {
		n.Allow(Cell((side+1)*(i+columns)%(side*side)), ^Set(1<<r.IntN(side)))
	}
	return Count(context.Background(), n, Limits{Seed: seed + 1}).Solutions[0]
}

// addCages divides the board into connected cages of at most most cells, with their sums.
func addCages(n *Network, grid []int, side, most int, r *rand.Rand) {
	taken := make([]bool, len(grid))
	for start := range grid {
		if taken[start] {
			continue
		}
		cage := []int{start}
		values := map[int]bool{grid[start]: true}
		taken[start] = true
		for want := 1 + r.IntN(most); len(cage) < want; {
			var next []int
			for _, c := range cage {
				for _, d := range []int{c - side, c + side, c - 1, c + 1} {
					beside := d >= 0 && d < len(grid) && (d%side == c%side || d/side == c/side)
					if beside && !taken[d] && !values[grid[d]] {
						next = append(next, d)
					}
				}
			}
			if len(next) == 0 {
				break
			}
			d := next[r.IntN(len(next))]
			cage, taken[d], values[grid[d]] = append(cage, d), true, true
		}
		var cells []Cell
		var terms []Term
		sum := 0
		for _, c := range cage {
			cells = append(cells, Cell(c))
			terms = append(terms, Term{Cell(c), 1})
			sum += grid[c] + n.FirstNumber()
		}
		n.Distinct(cells...)
		n.Sum(terms, sum, sum)
	}
}
