package generate

import (
	"math"
	"slices"

	"nonet/internal/random"
)

// randomRegions returns random regions for a jigsaw, connected and of equal size. It starts from boxes or, without
// boxes, from rows. Then it repeatedly exchanges cells of neighbouring regions. It favours exchanges that shorten the
// borders, because the regions would otherwise become long and thin.
func (p *plan) randomRegions(chance *random.Source) [][]int {
	size := p.Size
	w := regionWalk{size: size, regionOf: make([]int, size*size)}
	for cell := range w.regionOf {
		w.regionOf[cell] = cell / size
		w.near = append(w.near, p.board.Neighbours(cell))
	}
	for r, cells := range p.board.Areas() {
		for _, cell := range cells {
			w.regionOf[cell] = r
		}
	}
	images := slices.DeleteFunc(slices.Clone(p.images), func(image []int) bool { return !w.isRegionSymmetry(image) })
	w.length = w.borderLength()
	for range 40 * size * size * len(images) {
		w.exchangeCells(images, chance)
	}
	regions := make([][]int, size)
	for cell, r := range w.regionOf {
		regions[r] = append(regions[r], cell)
	}
	return regions
}

// regionWalk is a random walk over divisions of a board into regions.
type regionWalk struct {
	size     int
	regionOf []int // the region of each cell
	length   int   // the number of pairs of neighbours in different regions
	before   []int
	near     [][]int // the neighbours of each cell, which share a side with it
}

// isRegionSymmetry reports whether image, a map of the cells, takes each region to a region.
func (w *regionWalk) isRegionSymmetry(image []int) bool {
	to := map[int]int{}
	for cell, r := range w.regionOf {
		if region, known := to[r]; known && region != w.regionOf[image[cell]] {
			return false
		}
		to[r] = w.regionOf[image[cell]]
	}
	return true
}

// warmth is the temperature of the random walk. The greater it is, the more often a step lengthens the borders.
const warmth = 2.0

// exchangeCells exchanges a random cell with a cell of a neighbouring region. It also exchanges the images of these two
// cells under each map in images.
func (w *regionWalk) exchangeCells(images [][]int, chance *random.Source) {
	a := chance.Below(len(w.regionOf))
	beside := w.near[a]
	to := w.regionOf[beside[chance.Below(len(beside))]]
	if to == w.regionOf[a] {
		return
	}
	b := chance.Below(len(w.regionOf)) // a random cell of another region that touches a's region
	for tries := 0; w.regionOf[b] != to || !w.hasNeighbourInRegion(b, w.regionOf[a], a); tries++ {
		if tries == 4*len(w.regionOf) {
			return
		}
		b = chance.Below(len(w.regionOf))
	}
	w.before = append(w.before[:0], w.regionOf...)
	for _, image := range images {
		x, y := image[a], image[b]
		if image[a] != a && slices.Equal([]int{w.regionOf[x], w.regionOf[y]}, []int{w.before[y], w.before[x]}) {
			continue // an earlier image has already changed this cell
		}
		w.regionOf[x], w.regionOf[y] = w.regionOf[y], w.regionOf[x]
	}
	length := w.borderLength()
	longer := length - w.length
	// Accept a longer border with a probability that is a power of two, so that the result is the same on every
	// machine.
	if longer > 0 && chance.Below(1<<20) >= int(math.Ldexp(1, 20-int(float64(longer)/warmth+0.5))) || !w.hasConnectedRegions() {
		w.regionOf, w.before = w.before, w.regionOf
		return
	}
	w.length = length
}

// hasNeighbourInRegion reports whether the region contains a neighbour of cell. The cell `leaves` does not count,
// because it is about to leave the region.
func (w *regionWalk) hasNeighbourInRegion(cell, region, leaves int) bool {
	return slices.ContainsFunc(w.near[cell], func(to int) bool { return to != leaves && w.regionOf[to] == region })
}

// borderLength returns the number of pairs of neighbouring cells in different regions.
func (w *regionWalk) borderLength() (n int) {
	for cell, r := range w.regionOf {
		if cell%w.size+1 < w.size && w.regionOf[cell+1] != r {
			n++
		}
		if cell+w.size < len(w.regionOf) && w.regionOf[cell+w.size] != r {
			n++
		}
	}
	return n
}

func (w *regionWalk) hasConnectedRegions() bool {
	seen := make([]bool, len(w.regionOf))
	var next []int
	for cell, r := range w.regionOf {
		if seen[cell] {
			continue
		}
		seen[cell] = true
		next = append(next[:0], cell)
		for n := 0; n < len(next); n++ {
			for _, to := range w.near[next[n]] {
				if !seen[to] && w.regionOf[to] == r {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		if len(next) != w.size { // every region has this size
			return false
		}
	}
	return true
}
