package csp

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// TestCombinations states sums over disjoint cells of a 4×4 board. It checks that the network has as many
// solutions as there are grids with these sums. At least one network must have combined sums.
func TestCombinations(t *testing.T) {
	all := Count(context.Background(), boardOf(0, 4, 2, 2), Limits{Solutions: 1000, Keep: 1000}).Solutions
	combined := 0
	rapid.Check(t, func(t *rapid.T) {
		n := boardOf(0, 4, 2, 2)
		grid := all[rapid.IntRange(0, len(all)-1).Draw(t, "grid")]
		cells := rapid.Permutation([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}).Draw(t, "cells")
		type part struct {
			cells []int
			sum   int
		}
		var parts []part
		for range rapid.IntRange(2, 4).Draw(t, "sums") {
			size := rapid.IntRange(3, 5).Draw(t, "size")
			if size > len(cells) {
				break
			}
			p := part{cells: cells[:size], sum: rapid.IntRange(-1, 1).Draw(t, "off")}
			cells = cells[size:]
			var terms []Term
			for _, c := range p.cells {
				terms = append(terms, Term{Cell(c), 1})
				p.sum += grid[c]
			}
			n.Sum(terms, p.sum, p.sum)
			parts = append(parts, p)
		}
		want := 0
		for _, g := range all {
			right := true
			for _, p := range parts {
				sum := 0
				for _, c := range p.cells {
					sum += g[c]
				}
				right = right && sum == p.sum
			}
			if right {
				want++
			}
		}
		if r := Count(context.Background(), n, Limits{Solutions: 1000}); r.Count != want || r.Outcome != Complete {
			t.Fatalf("%d solutions, outcome %d; %d grids have these sums", r.Count, r.Outcome, want)
		}
		for _, s := range compile(n, new(rooms)).sums {
			for _, p := range parts {
				if len(s.cells) > len(p.cells) {
					combined++
				}
			}
		}
	})
	if combined == 0 {
		t.Error("no puzzle had sums that could be combined")
	}
}

// TestAddedSlack compares the slack of sums that are added one by one with the slack of the same sums counted
// together.
func TestAddedSlack(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		const sums = 6
		d := &cellDistribution{values: 9, groups: 5, in: make([]uint8, sums*5), counts: make([]int, 5), sums: make([]groupTotal, sums)}
		for i := range d.in {
			d.in[i] = uint8(chance.IntN(3))
		}
		for i := range d.sums {
			d.sums[i].sum = chance.IntN(40)
		}
		slack := [2]int{}
		slack[0], slack[1] = d.slackToBounds(1)
		for i := 1; i < sums; i++ {
			slack[0], slack[1] = slack[0]+d.addedSlack(i, 0), slack[1]+d.addedSlack(i, 1)
			if low, high := d.slackToBounds(2<<i - 1); slack != [2]int{low, high} {
				t.Fatalf("%d sums: %v, want %d, %d", i+1, slack, low, high)
			}
		}
	}
}
