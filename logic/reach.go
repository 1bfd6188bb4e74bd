package logic

// This file computes the consequences of each supposition of a position, on demand.

// reach holds the consequences of one supposition: the claims, their distances, and whether they contradict each other.
type reach struct {
	claims [(claims + 63) / 64]uint64
	far    [claims]uint16
	absurd bool
	end    int // the length of the longest path to the contradiction
}

// currentNet returns f.net, after it has discarded the results of an earlier position.
func (f *Finder) currentNet() *net {
	t := f.net
	if t == nil {
		t = &net{base: &f.state, isOver: f.countNode}
		for i := range t.number {
			t.number[i] = noLine
		}
		f.net = t
	}
	if t.position != f.position {
		t.position, t.index, t.used = f.position, [netKinds][claims]uint16{}, 0
		t.safe = [len(t.safe)][len(reach{}.claims)]uint64{}
		t.findGroupLinks()
	}
	return t
}

// consequencesOf follows the claim n by a net of the given kind, and caches the result.
func (t *net) consequencesOf(kind netKind, n claim) *reach {
	if k := t.index[kind][n]; k > 0 {
		return t.list[k-1]
	}
	if t.used == len(t.list) {
		t.list = append(t.list, new(reach))
	}
	r := t.list[t.used]
	t.used++
	t.index[kind][n] = uint16(t.used)
	t.reset(kind)
	t.followSupposition(n)
	r.claims, r.absurd, r.end = [len(r.claims)]uint64{}, t.absurd, 0 // r.far keeps old numbers, and is valid only for claims that follow
	if t.absurd {
		r.end = int(t.end[0].far) + int(t.end[1].far)
	}
	for i := range t.lines {
		l := &t.lines[i]
		if l.depth == 0 {
			r.claims[l.claim/64] |= 1 << (l.claim % 64)
			r.far[l.claim] = l.far
		}
	}
	if !r.absurd && kind <= singleNet {
		for w, b := range r.claims {
			t.safe[kind][w] |= b
		}
	}
	return r
}
