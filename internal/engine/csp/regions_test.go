package csp

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestRegions divides boards of up to 128 cells at random, and gives each cell other candidates, too.
// Propagation must not remove anything of this division. The test is run with fixed numbers of regions, and
// with numbers that are mere names.
func TestRegions(t *testing.T) {
	tried := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 7))
		rows, columns := 2+r.IntN(10), 2+r.IntN(14)
		cells := rows * columns
		size := 2 + r.IntN(8)
		if cells > mostInArea || cells%size != 0 || cells/size > 40 || cells/size < 2 {
			continue
		}
		beside := make([][]int, cells)
		for i := range cells {
			if i%columns > 0 {
				beside[i] = append(beside[i], i-1)
			}
			if i%columns < columns-1 {
				beside[i] = append(beside[i], i+1)
			}
			if i >= columns {
				beside[i] = append(beside[i], i-columns)
			}
			if i+columns < cells {
				beside[i] = append(beside[i], i+columns)
			}
		}
		// Draw a snake along the rows or the columns and cut it into regions.
		region, value := make([]int, cells), make([]int, cells)
		down := r.IntN(2) == 0
		for k := range cells {
			at := k/columns*columns + k%columns
			if k/columns%2 == 1 {
				at = k/columns*columns + columns - 1 - k%columns
			}
			if down {
				if at = k%rows*columns + k/rows; k/rows%2 == 1 {
					at = (rows-1-k%rows)*columns + k/rows
				}
			}
			region[at], value[at] = k/size, k%size
		}
		swap(r, beside, region, value)
		values := max(cells/size, size+r.IntN(2))
		n := New(0, values, 2*cells)
		var own, groups []Cell
		some := func(v, most int) Set { // v, and other values at random
			set := Set(1) << v
			for range r.IntN(4) {
				set |= 1 << r.IntN(most)
			}
			return set
		}
		free := r.IntN(2) == 0
		for i := range cells {
			own, groups = append(own, Cell(i)), append(groups, Cell(cells+i))
			n.Allow(Cell(i), some(value[i], values))
			if free {
				n.Allow(groups[i], 1<<(cells/size)-1)
			} else {
				n.Allow(groups[i], some(region[i], cells/size))
			}
		}
		for g := range cells / size {
			n.Connected(groups, beside, 1<<g, size)
		}
		n.DistinctInGroups(own, groups, size)
		if free {
			n.FirstOccurrencesAscend(groups)
		}
		for range r.IntN(12) { // pairs of cells known to be in one region, or in two
			a, b := r.IntN(cells), r.IntN(cells)
			if j := beside[a]; r.IntN(2) == 0 {
				b = j[r.IntN(len(j))]
			}
			if region[a] == region[b] {
				n.Equal(groups[a], groups[b])
			} else {
				n.Distinct(groups[a], groups[b])
			}
		}
		s := newSearch(context.Background(), n, Limits{})
		if len(s.regions) != 1 || free != (s.named != nil) {
			t.Fatalf("seed %d: %d×%d cells by %d are no regions", seed, rows, columns, size)
		}
		tried++
		s.markAllDirty()
		if s.never || !s.propagate() {
			t.Fatalf("seed %d: no way to divide %d×%d cells by %d, and there is one", seed, rows, columns, size)
		}
		if free { // fix cells one by one as in the division; nothing of the division may be removed
			name := map[int]Set{} // by region
			for i, g := range groups {
				if m := s.d.sets[g]; m.Single() {
					if was, ok := name[region[i]]; ok && was != m {
						t.Fatalf("seed %d: a region has two names", seed)
					}
					name[region[i]] = m
				}
			}
		}
		for _, i := range r.Perm(cells) {
			want := Set(1) << region[i]
			if free {
				m := s.d.sets[groups[i]]
				open := s.named.unfixedValues(&s.d)
				want = 0
				for j, g := range groups {
					if x := s.d.sets[g]; region[j] == region[i] && x.Single() {
						want = x
					}
				}
				if want == 0 {
					want = m & open & -(m & open)
				}
			}
			if want == 0 || s.d.sets[groups[i]]&want == 0 || s.d.sets[i]>>value[i]&1 == 0 {
				t.Fatalf("seed %d, free %v: cell %d of %d×%d by %d lost its region %d or its value", seed, free, i, rows, columns, size, region[i])
			}
			s.d.Keep(groups[i], want)
			if !s.propagate() {
				t.Fatalf("seed %d, free %v: cell %d in its region is a contradiction on %d×%d by %d", seed, free, i, rows, columns, size)
			}
		}
	}
	if tried < 50 {
		t.Errorf("only %d boards", tried)
	}
}

// swap exchanges random pairs of cells between regions, if both regions stay connected. This makes the regions'
// shapes irregular.
func swap(r *rand.Rand, beside [][]int, region, value []int) {
	whole := func(g int) bool {
		var cells []int
		for i, x := range region {
			if x == g {
				cells = append(cells, i)
			}
		}
		met := map[int]bool{cells[0]: true}
		for todo := []int{cells[0]}; len(todo) > 0; todo = todo[1:] {
			for _, j := range beside[todo[0]] {
				if region[j] == g && !met[j] {
					met[j] = true
					todo = append(todo, j)
				}
			}
		}
		return len(met) == len(cells)
	}
	for range 600 {
		a, b := r.IntN(len(region)), r.IntN(len(region))
		if region[a] == region[b] {
			continue
		}
		region[a], region[b], value[a], value[b] = region[b], region[a], value[b], value[a]
		if !whole(region[a]) || !whole(region[b]) {
			region[a], region[b], value[a], value[b] = region[b], region[a], value[b], value[a]
		}
	}
}
