package generate

import (
	"slices"

	"nonet/internal/random"
	"nonet/puzzle"
)

// tiles covers the board with areas of a kind, such as cages: each of a size that people find
// pleasant, more round than long, and as the symmetry has it. What no area takes in is left out.
func (l *layer) tiles(k *puzzle.Kind) {
	covered := l.tiled
	put := func(area []int) {
		for _, image := range l.images {
			moved := make([]int, len(area))
			for i, cell := range area {
				moved[i] = image[cell]
			}
			if covered[moved[0]] {
				continue // the area is one with this image
			}
			slices.Sort(moved)
			for _, cell := range moved {
				covered[cell] = true
			}
			if len(moved) >= k.Lay.Least {
				l.add(k, moved)
			}
		}
	}
	fits := func(area []int) bool {
		for _, image := range l.images {
			moved := make([]int, len(area))
			for i, cell := range area {
				moved[i] = image[cell]
			}
			if !l.p.MayGrow(k, moved, l.values) {
				return false
			}
		}
		return true
	}
	cells := make([]int, len(covered))
	for i := range cells {
		cells[i] = i
	}
	random.Shuffle(l.chance, cells)
	for {
		start, least := -1, 5 // the most hemmed in comes first, lest it is left over
		for _, cell := range cells {
			if !covered[cell] {
				if n := len(l.freeSides([]int{cell}, covered)); n < least {
					start, least = cell, n
				}
			}
		}
		if start < 0 {
			return
		}
		area := []int{start}
		want := l.tile(k)
		for len(area) < want {
			to := l.nextTo(area, covered, func(next []int) bool { return fits(append(slices.Clone(area), next...)) })
			if to == nil || len(area)+len(to) > k.Lay.Most {
				break
			}
			area = append(area, to...)
		}
		put(area)
	}
}

// tile is how many cells the next area is to have: most have two or three, on large boards two.
func (l *layer) tile(k *puzzle.Kind) int {
	sizes := []int{0, 0, 0, 1, 1, 1, 1, 2, 2, 3}
	sizes = sizes[:max(2, len(sizes)-2*l.closer-max(0, l.Size-9))]
	return min(k.Lay.Least+sizes[l.chance.Below(len(sizes))], k.Lay.Most)
}

// nextTo is what an area takes in next: of its free neighbours that fit, one that has the most
// of them at its sides. In the middle of a symmetric board that is several cells.
func (l *layer) nextTo(area []int, covered []bool, fits func([]int) bool) (best []int) {
	stay := 0 // how many images leave the area where it is
	for _, image := range l.images[1:] {
		if image[area[0]] == area[0] {
			stay++
		}
	}
	own := stay > 0
	if own && stay < len(l.images)-1 {
		return nil
	}
	most := -1
	for _, to := range l.freeSides(area, covered) {
		next := []int{to}
		if own { // an area that is its own image takes in whole orbits
			for _, image := range l.images {
				if at := image[to]; !slices.Contains(next, at) {
					next = append(next, at)
				}
			}
		} else if slices.ContainsFunc(l.images[1:], func(image []int) bool { return image[to] == to || slices.Contains(area, image[to]) }) {
			continue // it would run into its image
		}
		touching := 0
		for _, side := range sides(l.Size, to) {
			if slices.Contains(area, side) || covered[side] {
				touching++
			}
		}
		// Chance decides between those that touch as many, and now and then against them.
		if score := 4*touching + l.chance.Below(9); score > most && fits(next) {
			most, best = score, next
		}
	}
	return best
}
