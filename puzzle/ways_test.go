package puzzle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nonet/internal/engine/csp"
)

// The lister finds the same ways as the engine, and the same possible values of each cell.
func TestListerAgreesWithEngine(t *testing.T) {
	p := New(6, 6)
	p.Constraints = []Constraint{
		{Kind: "Cage", Cells: []int{0, 1, 6}, Numbers: []int{11}},
		{Kind: "Cage", Cells: []int{7, 8, 14}, Numbers: []int{9}},
		{Kind: "Sum", Cells: []int{2, 9, 16}, Numbers: []int{10}},
		{Kind: "Arrow", Cells: []int{20, 21, 28}},
		{Kind: "Renban", Cells: []int{12, 13, 19}},
		{Kind: "Thermo", Cells: []int{30, 24, 18}},
		{Kind: "WhiteDot", Cells: []int{3, 4}},
		{Kind: "Whisper", Cells: []int{5, 11, 17}, Numbers: []int{3}},
	}
	q, err := p.Pieces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	compared, some := 0, 0
	for range 3000 {
		var pieces, cells []int
		for range 1 + chance.IntN(3) {
			i := chance.IntN(len(q.All))
			pieces, cells = append(pieces, i), append(cells, q.All[i].Cells...)
		}
		slices.Sort(pieces)
		pieces, cells = slices.Compact(pieces), distinctCells(cells)
		l := q.newLister(t.Context(), pieces, cells)
		if l == nil {
			continue
		}
		may := make([]uint64, p.Cells())
		for c := range may {
			may[c] = uint64(1+chance.IntN(63)) | uint64(1+chance.IntN(63))
		}
		const most = 500
		ways, all, ok := l.listWays(selectElements(may, cells), most)
		found, err := q.searchFillings(t.Context(), pieces, cells, selectElements(may, cells), most)
		if err != nil || !ok {
			t.Fatal(err, ok)
		}
		if len(ways) < most && all != (found.Outcome == csp.Complete) || len(ways) != len(found.Solutions) {
			t.Fatalf("%v: %d ways, all %v; the engine has %d, %v", pieces, len(ways), all, len(found.Solutions), found.Outcome)
		}
		if compared++; len(ways) > 0 {
			some++
		}
		if !all {
			continue
		}
		want := make([]uint64, len(cells))
		for _, solution := range found.Solutions {
			for i, c := range cells {
				want[i] |= 1 << (solution[c] - p.Low)
			}
		}
		// A filler finds the same, by the lister or by the engine, both at first and after a position with more
		// values.
		wide := make([]uint64, p.Cells())
		for c := range wide {
			wide[c] = may[c] | uint64(1+chance.IntN(63))
		}
		for _, byEngine := range []bool{false, true} {
			x := q.NewFiller(pieces)
			if byEngine {
				if compared%10 > 0 {
					continue
				}
				x.inner = nil
			}
			for _, position := range [][]uint64{may, wide, may} {
				left, err := x.PossibleValues(t.Context(), position)
				if err != nil || &position[0] == &may[0] && !slices.Equal(left, want) {
					t.Fatalf("%v: %b left, the engine has %b, %v", pieces, left, want, err)
				}
			}
		}
	}
	if compared < 1000 || some < compared/10 {
		t.Errorf("%d lists compared, %d of them not empty", compared, some)
	}
}
