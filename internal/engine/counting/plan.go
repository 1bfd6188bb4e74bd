package counting

import "math"

// orderChutes chooses the order of stacks and bands for which the sum costs least. It transposes the grid if the cost
// is then lower.
func (n *network) orderChutes() {
	best, cost := arrangement{}, math.Inf(1)
	for _, transposed := range []bool{false, true} {
		e := n.estimateCost(transposed)
		for _, stacks := range permutations {
			for first := range 3 {
				if c := e.stackOrderCost(stacks, first); c < cost {
					best, cost = arrangement{transposed, stacks, first}, c
				}
			}
		}
	}
	for i, stack := range best.stacks {
		n.empty[i] = n.columns[stack]
		if best.transposed {
			n.empty[i] = n.rows[stack]
		}
	}
	old := n.boxes
	for i := range 9 {
		band, stack := (best.first+i/3)%3, best.stacks[i%3]
		if best.transposed {
			b := old[stack][band]
			b.across, b.down = b.down, b.across
			for k := range b.fillings {
				f := &b.fillings[k]
				f.across, f.down = f.down, f.across
			}
			n.boxes[i/3][i%3] = b
		} else {
			n.boxes[i/3][i%3] = old[band][stack]
		}
	}
}

type arrangement struct {
	transposed bool
	stacks     [3]uint8
	first      int // the index of the sum's first band
}

// estimate holds the numbers that determine the cost of an order.
type estimate struct {
	triples  [3]float64    // for each stack, the number of its triples, where permutations of empty columns count as one
	fillings [3][3]float64 // for each box, the number of its fillings
	downs    [3][3]float64 // for each box, the number of its splits down
	density  [3]float64    // for each band, the share of entries of its slabs that are not 0
}

func (n *network) estimateCost(transposed bool) (e estimate) {
	var acrosses [3][3]float64
	place := func(band, stack int) (b *box, across, down *[splits]bool) {
		if transposed {
			b = n.boxes[stack][band]
			return b, &b.down, &b.across
		}
		b = n.boxes[band][stack]
		return b, &b.across, &b.down
	}
	for band := range 3 {
		for stack := range 3 {
			b, across, down := place(band, stack)
			e.fillings[band][stack] = float64(len(b.fillings))
			acrosses[band][stack], e.downs[band][stack] = countSplits(across), countSplits(down)
		}
	}
	for i := range 3 {
		var across, down [3]*[splits]bool
		e.density[i] = 1
		for k := range 3 {
			_, across[k], _ = place(i, k)
			_, _, down[k] = place(k, i)
			e.density[i] *= e.fillings[i][k] / acrosses[i][k] / e.downs[i][k]
		}
		empty := n.columns[i]
		if transposed {
			empty = n.rows[i]
		}
		e.triples[i] = float64(n.countTriples(down[0], down[1], down[2])) / float64(len(boxRelabelings(empty)))
		e.density[i] = min(1, e.density[i]*float64(n.countTriples(across[0], across[1], across[2])))
	}
	return e
}

// stackOrderCost returns the approximate number of operations of the sum with this order of stacks and this first band.
func (e *estimate) stackOrderCost(stacks [3]uint8, first int) float64 {
	x, y, z := stacks[0], stacks[1], stacks[2]
	second, third := (first+1)%3, (first+2)%3
	slabs := 0.0
	for band := range 3 {
		slabs += e.downs[band][x] * e.fillings[band][y] * e.downs[band][z] / 4
	}
	gathered := e.downs[second][z] + e.downs[third][z]
	return slabs + e.triples[x]*e.triples[y]*(gathered+e.triples[z]*e.density[first]/2)
}

func countSplits(set *[splits]bool) (n float64) {
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

func (n *network) countTriples(a, b, c *[splits]bool) (count int) {
	for s := range a {
		if a[s] {
			for _, p := range n.completions[s] {
				if b[p.b] && c[p.c] {
					count++
				}
			}
		}
	}
	return count
}
