package csp

// unionAndIntersection considers the sets of the list that contain `fixed` and are subsets of `one`. It returns their
// union and their intersection. If there are no such sets, the union is empty.
func unionAndIntersection(sets []Set, one, fixed Set) (any, every Set) {
	every = ^Set(0)
	for _, t := range sets {
		if t&^one|fixed&^t == 0 {
			any |= t
			every &= t
		}
	}
	return any, every
}

// exactSets is the largest number of open cells for which narrowSets tries all assignments of a set.
const exactSets = 3

func (s *search) narrowSets(x *setsOf, d *Domains) bool {
	var one, two, fixed Set
	var open [exactSets]Cell
	n := 0
	for _, c := range x.cells {
		m := d.sets[c]
		two |= one & m
		one |= m
		if m&(m-1) == 0 {
			fixed |= m
		} else {
			if n < exactSets {
				open[n] = c
			}
			n++
		}
	}
	var any, every Set
	if n > 1 && n <= exactSets {
		var keep [exactSets]Set
		every = ^Set(0)
		for _, t := range x.sets {
			if t&^one|fixed&^t != 0 {
				continue
			}
			if keepAssignableValues(open[:n], t&^fixed, d, &keep) {
				any |= t
				every &= t
			}
		}
		if any == 0 {
			return false
		}
		for i, c := range open[:n] {
			if !d.Keep(c, keep[i]) {
				return false
			}
		}
	} else {
		if n > 1 && len(x.sets) <= fitSets {
			every = ^Set(0)
			for _, t := range x.sets {
				if t&^one|fixed&^t == 0 && mayAssignSet(x.cells, t, d) {
					any |= t
					every &= t
				}
			}
		} else {
			any, every = unionAndIntersection(x.sets, one, fixed)
		}
		if any == 0 {
			return false
		}
		if any != one && !d.keepAll(x.cells, one, any) {
			return false
		}
	}
	for m := every &^ fixed; m != 0; m &= m - 1 {
		bit := m & -m
		if bit&two != 0 {
			if !s.removeFromCommonPeers(x.cells, bit, d) {
				return false
			}
			continue
		}
		if !d.keepAll(x.cells, bit, bit) {
			return false
		}
	}
	return true
}

// fitSets limits the sets that narrowSets checks with mayAssignSet.
const fitSets = 130

// mayAssignSet reports whether each cell has a value of `set`, and whether cells with only one such value have
// different ones. This is necessary for an assignment, but not sufficient.
func mayAssignSet(cells []Cell, set Set, d *Domains) bool {
	var used Set
	for _, c := range cells {
		m := d.sets[c] & set
		if m&(m-1) == 0 {
			if m == 0 || m&used != 0 {
				return false
			}
			used |= m
		}
	}
	return true
}

// keepAssignableValues assigns the values of `set` to as many cells, two or three, in every way that the domains allow.
// It adds the values that each cell has in these assignments to the cell's set in `keep`. It reports whether an
// assignment exists.
func keepAssignableValues(cells []Cell, set Set, d *Domains, keep *[exactSets]Set) bool {
	a, b := d.sets[cells[0]]&set, d.sets[cells[1]]&set
	if a == 0 || b == 0 {
		return false
	}
	if len(cells) == 2 {
		return keepAssignablePair(a, b, set, &keep[0], &keep[1])
	}
	c := d.sets[cells[2]]
	var first Set
	for ; a != 0; a &= a - 1 {
		if v := a & -a; keepAssignablePair(b, c, set&^v, &keep[1], &keep[2]) {
			first |= v
		}
	}
	keep[0] |= first
	return first != 0
}

// keepAssignablePair does the work of keepAssignableValues for two cells with the domains a and b.
func keepAssignablePair(a, b, set Set, keepA, keepB *Set) bool {
	low := set & -set
	high := set &^ low
	ok := false
	if a&low != 0 && b&high != 0 {
		*keepA |= low
		*keepB |= high
		ok = true
	}
	if a&high != 0 && b&low != 0 {
		*keepA |= high
		*keepB |= low
		ok = true
	}
	return ok
}
