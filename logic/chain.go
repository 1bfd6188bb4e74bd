package logic

// This file finds chains of one kind of link. X-chains use one digit, and houses where it has two places. XY-chains use
// cells with two candidates. Remote pairs use cells with the same two candidates. Turbot fish are X-chains of four
// places.
//
// 	start not x ═ … ═ end x    so x is at the start or at the end,
// 	                           and what sees both cannot be x
//
// A chain is first searched as a shortest path. If that path crosses itself, a second search looks for a path that does
// not. A chain visits each cell at most once.

const (
	RemotePair = Technique(FamilyChain)<<familyShift + iota
	XChain
	XYChain
)

var chainRows = []row{
	{RemotePair, "remote-pairs", 0, findRemotePairs},
	{XChain, "x-chain", 0, findXChains},
	{XYChain, "xy-chain", 0, findXYChains},
}

const (
	longestChain = 20   // the maximum number of nodes of a chain
	pathBudget   = 4000 // how many nodes the search for a path that does not cross itself may visit
)

// pathFinder finds the alternating chains of one digit, or of the bivalue cells.
type pathFinder struct {
	f      *Finder
	digit  Digit          // for X-chains: the digit of the chain
	strong [cells]CellSet // for X-chains: for each cell, its partners in houses where the digit has two places
	path   [longestChain + 1]Cell
	left   int
	end    Cell
	goal   Digit // for XY-chains: the digit at both ends of the chain
}

func (p *pathFinder) findStrongLinks() {
	s := p.f.state.digits[p.digit]
	for left := s; !left.Empty(); {
		p.strong[left.Pop()] = CellSet{}
	}
	for h := range p.f.board.Houses().All() {
		if at := p.f.placesIn(h, p.digit); at.Len() == 2 {
			a := at.Pop()
			b := at.First()
			p.strong[a].Add(b)
			p.strong[b].Add(a)
		}
	}
}

// followXChains follows the supposition "start is false". For each place, on has the step after which the place is
// true. from holds the place before each place in the chain: in from[0] if the place is false, in from[1] if it is
// true.
func (p *pathFinder) followXChains(start Cell, on *[cells]uint8, from *[2][cells]Cell) {
	*on = [cells]uint8{}
	frontier := CellsOf(start)
	var seen [2]CellSet
	for level := uint8(1); level < longestChain && !frontier.Empty(); level++ {
		side := level % 2
		var next CellSet
		for c := range frontier.All() {
			to := p.strong[c]
			if side == 0 {
				to = p.f.board.Peers(c).And(p.f.state.digits[p.digit])
				to.Remove(start)
			}
			to = to.Less(seen[side])
			seen[side], next = seen[side].Or(to), next.Or(to)
			for t := range to.All() {
				from[side][t] = c
				if side == 1 {
					on[t] = level
				}
			}
		}
		frontier = next
	}
}

// xChainBetween returns the chain from start to end with n links. If that chain crosses itself, xChainBetween searches
// for another. It returns nil if every chain crosses itself.
func (p *pathFinder) xChainBetween(start, end Cell, n uint8, from *[2][cells]Cell) []Cell {
	if n >= 3 {
		c, ok := end, true
		var visited CellSet
		for i := int(n); i > 0; i-- {
			p.path[i] = c
			ok = ok && !visited.Has(c)
			visited.Add(c)
			c = from[i%2][c]
		}
		p.path[0] = c
		if ok && (end == start || !visited.Has(start)) {
			return p.path[:n+1]
		}
	}
	return p.findSimplePath(start, end, 0, 3, 2)
}

// findSimplePath finds a path that does not cross itself. It first tries the given number of links, then more and more,
// up to the longest chain. Its cost grows with the length.
func (p *pathFinder) findSimplePath(start, end Cell, d Digit, links, more int) []Cell {
	p.left, p.end, p.path[0] = pathBudget, end, start
	longest := longestChain * more / 2 // a cell has two nodes in an XY-chain, one in an X-chain
	for ; links < longest && p.left > 0; links += more {
		if p.extendPath(start, d, CellsOf(start), 1, links) {
			return p.path[:links+1]
		}
	}
	return nil
}

// extendPath extends a path by the given number of links from c, without crossing itself. X-chains alternate strong and
// weak links. In XY-chains, d is the digit that c takes.
func (p *pathFinder) extendPath(c Cell, d Digit, visited CellSet, level, links int) bool {
	s := &p.f.state
	to := p.f.board.Peers(c)
	switch {
	case p.goal != 0:
		to = to.And(p.f.bivalue).And(s.digits[d])
	case level%2 == 0:
		to = to.And(s.digits[p.digit])
	default:
		to = p.strong[c]
	}
	if level == links {
		p.path[level] = p.end
		return to.Has(p.end) && (p.goal == 0 || otherDigit(s.cands[p.end], d) == p.goal)
	}
	to = to.Less(visited)
	to.Remove(p.end)
	for ; !to.Empty() && p.left > 0 && !p.f.countNode(); p.left-- {
		t := to.Pop()
		p.path[level] = t
		with := visited
		with.Add(t)
		if p.extendPath(t, otherDigit(s.cands[t], d), with, level+1, links) {
			return true
		}
	}
	return false
}

func (p *pathFinder) emitXChain(t Technique, path []Cell) {
	f := p.f
	f.beginStep(t, digitBit(p.digit))
	f.addDigitChain(p.digit, path...)
	for i, c := range path {
		f.step.markDigit(Pattern, p.digit, CellsOf(c))
		if i%2 == 1 {
			f.addConfiningHouseTruth(p.digit, CellsOf(path[i-1], c))
		}
	}
	f.eliminate(p.digit, f.board.Peers(path[0]).And(f.board.Peers(path[len(path)-1])))
	f.emitStep()
}

// findXChains finds two places of a digit that a chain of alternating links connects, so that one place is true. It
// also finds places that cannot be false.
func findXChains(f *Finder) {
	p := pathFinder{f: f}
	var on [cells]uint8
	var from [2][cells]Cell
	for p.digit = 1; p.digit <= 9; p.digit++ {
		all := f.state.digits[p.digit]
		if f.hasNoElimination(p.digit) {
			continue
		}
		p.findStrongLinks()
		for starts := all; !starts.Empty() && !f.stopped; {
			start := starts.Pop()
			if p.strong[start].Empty() {
				continue
			}
			p.followXChains(start, &on, &from)
			for ends := all; !ends.Empty() && !f.countNode(); {
				end := ends.Pop()
				if end < start || on[end] == 0 || !f.board.Peers(start).And(f.board.Peers(end)).Meets(all) {
					continue
				}
				if path := p.xChainBetween(start, end, on[end], &from); path != nil {
					p.emitXChain(XChain, path)
				}
			}
		}
	}
}

// findTurbotFish finds X-chains of four places.
func findTurbotFish(f *Finder) {
	p := pathFinder{f: f}
	for p.digit = 1; p.digit <= 9; p.digit++ {
		all := f.state.digits[p.digit]
		if f.hasNoElimination(p.digit) {
			continue
		}
		p.findStrongLinks()
		for a := range all.All() {
			for b := range p.strong[a].All() {
				cs := f.board.Peers(b).And(all)
				cs.Remove(a)
				for !cs.Empty() {
					c := cs.Pop()
					ds := p.strong[c]
					ds.Remove(b)
					for !ds.Empty() && !f.stopped {
						if d := ds.Pop(); d >= a && f.board.Peers(a).And(f.board.Peers(d)).Meets(all) {
							p.emitXChain(TurbotFish, []Cell{a, b, c, d})
						}
					}
				}
			}
		}
	}
}

// findXYChains finds chains of cells with two candidates, each of which forces the next.
func findXYChains(f *Finder) {
	p := pathFinder{f: f}
	s := &f.state
	type key struct {
		c Cell
		d Digit
	}
	var dist [cells][10]uint8
	var from [cells][10]Cell
	var queue [cells * 2]key
	for starts := f.bivalue; !starts.Empty() && !f.stopped; {
		start := starts.Pop()
		for x := range s.cands[start].Digits() {
			y := otherDigit(s.cands[start], x)
			p.goal = x
			dist = [cells][10]uint8{}
			// dist[c][d] is the number of cells of the shortest path to the claim that c is d.
			dist[start][y] = 1
			queue[0] = key{start, y}
			n := 1
			for i := 0; i < n; i++ {
				k := queue[i]
				if dist[k.c][k.d] >= longestChain/2 {
					continue
				}
				for t := range f.board.Peers(k.c).And(f.bivalue).And(s.digits[k.d]).All() {
					e := otherDigit(s.cands[t], k.d)
					if t != start && dist[t][e] == 0 {
						dist[t][e], from[t][e] = dist[k.c][k.d]+1, k.c
						queue[n] = key{t, e}
						n++
					}
				}
			}
			for ends := f.bivalue.And(s.digits[x]); !ends.Empty() && !f.countNode(); {
				end := ends.Pop()
				if end <= start || dist[end][x] == 0 || !f.board.Peers(start).And(f.board.Peers(end)).Meets(s.digits[x]) {
					continue
				}
				if path := p.xyChainBack(start, end, y, &dist, &from); path != nil {
					f.emitXYChain(path, x)
				}
			}
		}
	}
}

// xyChainBack returns the shortest chain from start to end, built from its end. If this chain visits a cell twice,
// xyChainBack searches for a chain that does not.
func (p *pathFinder) xyChainBack(start, end Cell, y Digit, dist *[cells][10]uint8, from *[cells][10]Cell) []Cell {
	s := &p.f.state
	n := int(dist[end][p.goal])
	c, d := end, p.goal
	var visited CellSet
	ok := true
	for i := n - 1; i >= 0; i-- {
		p.path[i] = c
		ok = ok && !visited.Has(c)
		visited.Add(c)
		if i > 0 {
			d = otherDigit(s.cands[c], d) // the digit of the cell before c in the chain
			c = from[c][otherDigit(s.cands[c], d)]
		}
	}
	if ok {
		return p.path[:n]
	}
	return p.findSimplePath(start, end, y, 2, 1)
}

// otherDigit returns the digit of a pair that is not d.
func otherDigit(pair Digits, d Digit) Digit {
	other, _ := onlyDigit(pair.Without(d))
	return other
}

// addPairChain adds a chain of bivalue cells to the step, as nodes. d is the digit that the first cell does not have.
func (f *Finder) addPairChain(path []Cell, d Digit) {
	step, s := &f.step, &f.state
	for _, c := range path {
		e := otherDigit(s.cands[c], d)
		step.Nodes = append(step.Nodes, Node{Cells: CellsOf(c), Digit: d}, Node{Cells: CellsOf(c), Digit: e, On: true})
		f.addCell(Pattern, c)
		d = e
	}
}

func (f *Finder) emitXYChain(path []Cell, x Digit) {
	f.beginStep(XYChain, digitBit(x))
	f.addPairChain(path, x)
	f.eliminate(x, f.board.Peers(path[0]).And(f.board.Peers(path[len(path)-1])))
	f.emitStep()
}

// findRemotePairs finds chains of cells with the same two candidates, in which each cell sees the next. Two cells an
// odd number of links apart hold different digits, so together they hold both.
func findRemotePairs(f *Finder) {
	for starts := f.bivalue; !starts.Empty() && !f.stopped; {
		c := starts.Pop()
		var same CellSet
		for left := f.bivalue; !left.Empty(); {
			if t := left.Pop(); f.state.cands[t] == f.state.cands[c] {
				same.Add(t)
			}
		}
		if same.Len() >= 4 {
			p := pathFinder{f: f, left: pathBudget}
			p.path[0] = c
			p.extendRemotePair(same.Less(CellsOf(c)), 1)
		}
	}
}

func (p *pathFinder) extendRemotePair(same CellSet, n int) {
	f := p.f
	if n >= 4 && n%2 == 0 && p.path[n-1] > p.path[0] {
		pair := f.state.cands[p.path[0]]
		f.beginStep(RemotePair, pair)
		for i := 0; i < n; i++ {
			for j := i + 3; j < n; j += 2 {
				for d := range pair.Digits() {
					f.eliminate(d, f.board.Peers(p.path[i]).And(f.board.Peers(p.path[j])))
				}
			}
		}
		d, _ := lowestDigit(pair)
		f.addPairChain(p.path[:n], otherDigit(pair, d))
		f.emitStep()
	}
	if n == longestChain/2 {
		return
	}
	for to := f.board.Peers(p.path[n-1]).And(same); !to.Empty() && p.left > 0 && !f.countNode(); p.left-- {
		t := to.Pop()
		p.path[n] = t
		p.extendRemotePair(same.Less(CellsOf(t)), n+1)
	}
}
