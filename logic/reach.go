package logic

// This file computes the consequences of each supposition of a position, on demand.

// reach holds the consequences of one supposition: the claims, their distances, and a contradiction if they have one.
type reach struct {
	claims [(claims + 63) / 64]uint64
	far    [claims]uint16
	absurd bool
	end    int // the length of the longest path to the contradiction
}

// netFacts holds what nets have found in one position: the consequences of each supposition, and which suppositions
// are safe.
type netFacts struct {
	of    uint64 // the number of the position
	net   *net
	index [netKinds][claims]uint16 // for each supposition, 1 plus the index of its consequences in list; 0 if not computed
	list  []*reach
	used  int
	safe  [netKinds][len(reach{}.claims)]uint64 // the suppositions that are known to lead to no contradiction
}

// netsOfPosition returns f.net, after it has discarded the results of an earlier position.
func (f *Finder) netsOfPosition() *netFacts {
	g := f.net
	if g == nil {
		g = &netFacts{net: newNet()}
		g.net.base, g.net.over = &f.state, f.countNode
		f.net = g
	}
	if g.of != f.position {
		g.of, g.index, g.used = f.position, [netKinds][claims]uint16{}, 0
		g.safe = [netKinds][len(reach{}.claims)]uint64{}
		g.net.findGroupLinks()
	}
	return g
}

// consequencesOf returns the consequences of the claim n in a net of the given kind. It caches the result.
func (g *netFacts) consequencesOf(kind netKind, n claim) *reach {
	if k := g.index[kind][n]; k > 0 {
		return g.list[k-1]
	}
	if g.used == len(g.list) {
		g.list = append(g.list, new(reach))
	}
	r := g.list[g.used]
	g.used++
	g.index[kind][n] = uint16(g.used)
	t := g.net
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
	if !r.absurd {
		for w, b := range r.claims {
			g.safe[kind][w] |= b
		}
	}
	return r
}
