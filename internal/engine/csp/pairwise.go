package csp

// This file derives possible sets of values for cells from the relations between them.

// IsIrreflexive reports whether no value is related to itself, so that related cells always differ.
func (r *Relation) IsIrreflexive() bool {
	for v, to := range r.to {
		if to>>v&1 != 0 {
			return false
		}
	}
	return true
}

// withoutEquals returns the relation restricted to pairs of different values. The result is cached.
func (r *Relation) withoutEquals() *Relation {
	if r.IsIrreflexive() {
		return r
	}
	r.apartOnce.Do(func() {
		r.differing = NewRelation(0, len(r.to), func(v, w int) bool { return v != w && r.to[v]>>w&1 != 0 })
	})
	return r.differing
}

func (r *Relation) isSymmetric() bool {
	for v, to := range r.to {
		if r.from[v] != to {
			return false
		}
	}
	return true
}

// recordDifferingPeers makes the cells of irreflexive relations peers.
func (c *compiler) recordDifferingPeers(relations []relationOf) {
	for _, x := range relations {
		if x.a != x.b && x.relation.IsIrreflexive() {
			c.recordPeerPair(x.a, x.b)
		}
	}
}

// maxPairwise limits the sets of values that listCliques lists for a group of cells.
const maxPairwise = 600

// findPairwiseGroups finds groups of three or more cells of which every two have the same irreflexive relation. For
// each group it adds a OneOfSets constraint with the sets of values that the group can have.
func (c *compiler) findPairwiseGroups(relations []relationOf) {
	if len(relations) < 3 {
		return
	}
	byRelation := make(map[*Relation][]relationOf)
	var order []*Relation
	var last *Relation
	fits := false
	for _, x := range relations {
		if x.relation != last { // often the same relation occurs many times in a row
			last = x.relation
			fits = last.IsIrreflexive() && last.isSymmetric()
		}
		if !fits {
			continue
		}
		if byRelation[x.relation] == nil {
			order = append(order, x.relation)
		}
		byRelation[x.relation] = append(byRelation[x.relation], x)
	}
	for _, r := range order {
		if len(byRelation[r]) < 3 || !c.hasTriangle(byRelation[r]) {
			continue
		}
		next := make(map[Cell][]Cell)
		in := make(map[[2]Cell]bool)
		for _, x := range byRelation[r] {
			if !in[[2]Cell{x.a, x.b}] {
				in[[2]Cell{x.a, x.b}], in[[2]Cell{x.b, x.a}] = true, true
				next[x.a], next[x.b] = append(next[x.a], x.b), append(next[x.b], x.a)
			}
		}
		covered := make(map[[2]Cell]bool)
		for _, x := range byRelation[r] {
			if covered[[2]Cell{x.a, x.b}] {
				continue
			}
			group := []Cell{x.a, x.b}
			c.budget.Spend(4 * len(next[x.a]))
		candidates:
			for _, y := range next[x.a] {
				c.budget.Spend(8 * len(group))
				for _, z := range group {
					if y == z || !in[[2]Cell{y, z}] {
						continue candidates
					}
				}
				group = append(group, y)
			}
			if len(group) < 3 {
				continue
			}
			for _, y := range group {
				for _, z := range group {
					covered[[2]Cell{y, z}] = true
				}
			}
			if sets, ok := r.listCliques(len(group), c.all); ok {
				c.sets = append(c.sets, setsOf{group, sets})
				c.props = append(c.props, prop{kindSets, int32(len(c.sets) - 1)})
			}
		}
	}
}

// hasTriangle reports whether `pairs` has three cells of which every two are related.
func (c *compiler) hasTriangle(pairs []relationOf) bool {
	w := c.seeWords
	c.budget.Spend(len(c.start)*w + 4*len(pairs)*w)
	differing := make([]uint64, len(c.start)*w)
	for _, x := range pairs {
		differing[int(x.a)*w+int(x.b>>6)] |= 1 << (x.b & 63)
		differing[int(x.b)*w+int(x.a>>6)] |= 1 << (x.a & 63)
	}
	for _, x := range pairs {
		both := differing[int(x.b)*w:][:w]
		for k, m := range differing[int(x.a)*w:][:w] {
			if m&both[k] != 0 {
				return true
			}
		}
	}
	return false
}

// mostExtended limits the sets that listCliques examines.
const mostExtended = 100_000

// listCliques lists the sets of n values in which every two values are related. ok is false if it lists more than
// maxPairwise sets, or would have to examine more than mostExtended sets.
func (r *Relation) listCliques(n int, all Set) (sets []Set, ok bool) {
	steps := 0
	var extend func(have, possible Set, left int)
	extend = func(have, possible Set, left int) {
		steps++
		if left == 0 {
			sets = append(sets, have)
			return
		}
		for ; possible.Len() >= left && len(sets) <= maxPairwise && steps <= mostExtended; possible &= possible - 1 {
			v := possible.Min()
			extend(have|1<<v, (possible&(possible-1))&r.to[v], left-1)
		}
	}
	extend(0, all, n)
	return sets, len(sets) <= maxPairwise && steps <= mostExtended
}
