package generate

import (
	"slices"

	"nonet/board"
	"nonet/internal/random"
	"nonet/puzzle"
)

// layTiles covers the board with areas of a kind, such as cages, and respects the symmetry. Most areas have two or
// three cells and a compact shape. Cells that fit in no area stay uncovered.
func (l *constraintLayer) layTiles(k *puzzle.Kind) {
	put := func(area []int) {
		for _, image := range l.images {
			moved := imageOf(area, image)
			if l.tiled.Has(board.Cell(moved[0])) {
				continue // the area is its own image under this map
			}
			slices.Sort(moved)
			for _, cell := range moved {
				l.tiled.Add(board.Cell(cell))
			}
			if len(moved) >= k.Lay.Least {
				l.addConstraint(k, moved)
			}
		}
	}
	fits := func(area []int) bool {
		return !slices.ContainsFunc(l.images, func(image []int) bool { return !l.p.MayGrow(k, imageOf(area, image), l.solution) })
	}
	cells := make([]int, len(l.solution))
	for i := range cells {
		cells[i] = i
	}
	random.Shuffle(&l.chance, cells)
	for {
		start, least := -1, 5 // begin with the most enclosed cell, because later no area might fit there
		for _, cell := range cells {
			if l.tiled.Has(board.Cell(cell)) {
				continue
			}
			if n := len(l.freeSides([]int{cell}, l.tiled)); n < least {
				start, least = cell, n
			}
		}
		if start < 0 {
			return
		}
		area := []int{start}
		size := l.nextTileSize(k)
		for len(area) < size {
			to := l.nextAreaCells(area, func(next []int) bool { return fits(append(slices.Clone(area), next...)) })
			if to == nil || len(area)+len(to) > k.Lay.Most {
				break
			}
			area = append(area, to...)
		}
		put(area)
	}
}

func imageOf(area, image []int) []int {
	moved := make([]int, len(area))
	for i, cell := range area {
		moved[i] = image[cell]
	}
	return moved
}

// nextTileSize returns the number of cells of the next area: usually two or three, on large boards two.
func (l *constraintLayer) nextTileSize(k *puzzle.Kind) int {
	sizes := []int{0, 0, 0, 1, 1, 1, 1, 2, 2, 3}
	sizes = sizes[:max(2, len(sizes)-2*l.closer-max(0, l.Size-9))]
	return min(k.Lay.Least+sizes[l.chance.Below(len(sizes))], k.Lay.Most)
}

// nextAreaCells returns the cells with which an area grows, or nil if none fit. Usually this is one cell: the free
// neighbour of the area that touches the most cells of this and other areas. Chance decides between similar neighbours.
// If the symmetry maps the area to itself, nextAreaCells returns the neighbour's whole orbit.
func (l *constraintLayer) nextAreaCells(area []int, fits func([]int) bool) (best []int) {
	stay := 0 // the number of maps that take the area to itself
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
	for _, to := range l.freeSides(area, l.tiled) {
		next := []int{to}
		if own { // an area that is its own image grows by whole orbits
			for _, image := range l.images {
				if target := image[to]; !slices.Contains(next, target) {
					next = append(next, target)
				}
			}
		} else if slices.ContainsFunc(l.images[1:], func(image []int) bool { return image[to] == to || slices.Contains(area, image[to]) }) {
			continue // the area would touch its own image
		}
		touching := 0
		for _, side := range l.board.Neighbours(to) {
			if slices.Contains(area, side) || l.tiled.Has(board.Cell(side)) {
				touching++
			}
		}
		// A random number decides between equal cells, and sometimes prefers a cell with fewer contacts.
		if score := 4*touching + l.chance.Below(9); score > most && fits(next) {
			most, best = score, next
		}
	}
	return best
}
