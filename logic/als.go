package logic

import "math/bits"

// Two or three linked almost locked sets.
//
//	A ─x─ B          z, in both, is in A or in B: what sees all its places goes
//	A ─x─ C ─y─ B    the same with a hinge (XY-wing); with more of them see alschain.go

// alsXZ: two linked sets. With two links, each set is locked on its own too.
func alsXZ(f *Finder) {
	f.collectSets(1)
	for _, l := range f.collectLinks() {
		if f.stopped {
			return
		}
		a, b := &f.sets[l.a], &f.sets[l.b]
		if l.common.Len() == 1 && !between(a, b, ^l.common) {
			continue
		}
		f.setsStep(ALSXZ, a, b)
		for x := range l.common.Digits() {
			f.eliminateBetween(a, b, ^bit(x))
		}
		if l.common.Len() > 1 {
			for d := range (a.digits &^ l.common).Digits() {
				f.eliminate(d, a.sees[d].Less(b.cells))
			}
			for d := range (b.digits &^ l.common).Digits() {
				f.eliminate(d, b.sees[d].Less(a.cells))
			}
		}
		f.emit()
	}
}

// alsXYWings: two sets linked to a third by different digits.
func alsXYWings(f *Finder) {
	f.collectSets(1)
	next := f.neighbours()
	f.pairSets()
	w := (len(f.sets) + 63) / 64
	f.linked = cleared(f.linked, w)
	for c := range f.sets {
		if f.over() {
			return
		}
		near := next[c]
		for _, l := range near {
			f.linked[l.to/64] |= 1 << (l.to % 64)
		}
		for i, l := range near {
			// Those of the later ones with which something goes; neighbours come in order.
			j, paired := i+1, f.paired[int(l.to)*w:(int(l.to)+1)*w]
			f.linked[l.to/64] &^= 1 << (l.to % 64)
			for k := int(l.to) / 64; k < w; k++ {
				for both := f.linked[k] & paired[k]; both != 0; both &= both - 1 {
					to := int32(64*k + bits.TrailingZeros64(both))
					for near[j].to != to {
						j++
					}
					m := near[j]
					if f.over() {
						return
					}
					a, b := &f.sets[l.to], &f.sets[to]
					if l.common == m.common && l.common.Len() == 1 || !between(a, b, ^(l.common|m.common)) {
						continue
					}
					if !f.Options.OverlappingSets && a.cells.Meets(b.cells) || a.cells.Within(b.cells) || b.cells.Within(a.cells) {
						continue
					}
					f.setsStep(ALSXYWing, a, &f.sets[c], b)
					f.eliminateBetween(a, b, ^(l.common | m.common))
					f.emit()
				}
			}
		}
	}
}

// pairSets fills f.paired with a row of bits for each set: those later sets that see
// with it, in all their places of some digit, a candidate of that digit.
func (f *Finder) pairSets() {
	n := len(f.sets)
	w := (n + 63) / 64
	f.paired = cleared(f.paired, n*w)
	f.seers = cleared(f.seers, 9*cells*w)
	for i := n - 1; i >= 0; i-- {
		a := &f.sets[i]
		row := f.paired[i*w : (i+1)*w]
		for d := range a.digits.Digits() {
			for left := a.sees[d]; !left.Empty(); {
				k := int(single(left.pop(), d)) * w
				seers := f.seers[k : k+w]
				join(row[i/64:], seers[i/64:])
				seers[i/64] |= 1 << (i % 64)
			}
		}
	}
}
