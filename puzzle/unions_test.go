package puzzle

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestKeepJoined compares the result with all choices.
func TestKeepJoined(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kept := 0
	for range 3000 {
		values := 1 + r.IntN(MostJoined)
		lists := make([][]uint64, 1+r.IntN(4))
		for k := range lists {
			for range r.IntN(7) {
				lists[k] = append(lists[k], r.Uint64N(1<<values)&r.Uint64N(1<<values))
			}
			slices.Sort(lists[k])
			lists[k] = slices.Compact(lists[k])
		}
		var wanted []uint64
		for range 1 + r.IntN(8) {
			set := uint64(0)
			for _, list := range lists {
				if len(list) > 0 {
					set |= list[r.IntN(len(list))]
				}
			}
			wanted = append(wanted, set)
		}
		want := make([][]uint64, len(lists))
		chosen := make([]uint64, len(lists))
		var choose func(k int, union uint64)
		choose = func(k int, union uint64) {
			if k == len(lists) {
				for i := range chosen {
					if slices.Contains(wanted, union) && !slices.Contains(want[i], chosen[i]) {
						want[i] = append(want[i], chosen[i])
					}
				}
				return
			}
			for _, set := range lists[k] {
				if chosen[k] = set; union&set == 0 {
					choose(k+1, union|set)
				}
			}
		}
		choose(0, 0)
		able := KeepDisjointSets(lists, wanted, values)
		for k := range lists {
			slices.Sort(want[k])
			if kept += len(lists[k]); !slices.Equal(lists[k], want[k]) || able != (len(want[0]) > 0) {
				t.Fatalf("list %d of %d values is %b, not %b; able %v", k, values, lists[k], want[k], able)
			}
		}
	}
	if kept < 1000 {
		t.Fatalf("only %d sets were kept", kept)
	}
}

// TestReachSets compares the result with the ways that the lister lists.
func TestReachSets(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	p := &Puzzle{Rows: 9, Columns: 9, Low: 1, High: 9, Constraints: []Constraint{{Kind: cage.Name, Cells: []int{0, 10, 20, 30, 40, 50}, Numbers: []int{31}}}}
	q, err := p.Pieces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	piece := slices.IndexFunc(q.All, func(p Piece) bool { return p.Constraint == 0 && p.sets != nil })
	for range 500 {
		may := make([]uint64, 6)
		for i := range may {
			may[i] = r.Uint64N(1<<9) | r.Uint64N(1<<9)
		}
		got, ok := q.reachableValues([]int{piece}, may)
		want := make([]uint64, len(may))
		ways, _, _ := q.newLister(t.Context(), []int{piece}, q.All[piece].Cells).listWays(may, 1<<20)
		for _, way := range ways {
			for i, v := range way {
				want[i] |= 1 << (v - p.Low)
			}
		}
		if !ok || !slices.Equal(got, want) {
			t.Fatalf("of %b remain %b, not %b", may, got, want)
		}
	}
}
