package logic

// This file finds chains with a single kind of link. X-chains use one digit, and houses where it has two places.
// XY-chains use cells with two candidates. Remote pairs use cells with the same two candidates. Turbot fish are
// X-chains of four places.
//
//	start not x ═ … ═ end x    so x is at the start or at the end,
//	                           and what sees both cannot be x
//
// X-chains and XY-chains are shortest paths through the graph of implications. The path of a remote pair need not be a
// shortest one. A chain visits each cell at most once.

const (
	RemotePair = Technique(FamilyChain)<<familyShift + iota
	XChain
	XYChain
)

var chainRows = []row{
	{RemotePair, "remote-pairs", 0, findRemotePairs, HoDoKu{"0703", 110, Hard, 2800, true}},
	{XChain, "x-chain", 0, findXChains, HoDoKu{"0701", 260, Unfair, 5400, true}},
	{XYChain, "xy-chain", 0, findXYChains, HoDoKu{"0702", 260, Unfair, 5500, true}},
}

const (
	longestChain = 20   // the maximum number of nodes of a chain
	pairBudget   = 4000 // the maximum number of cells that the search for remote pairs visits from one cell
)

// findXChains finds two places of a digit connected by a chain of alternating links, so that one of the places is true.
// If the chain begins and ends at the same place, this place is true.
func findXChains(f *Finder) {
	most := longestChain
	if f.technique == TurbotFish {
		most = 4
	}
	for d := range f.activeDigits {
		for c := range f.state.digits[d].All() {
			f.findChainsFrom(c, d, digitLinks, most, f.state.digits[d])
		}
	}
}

// findXYChains finds chains of cells with two candidates. The value of each cell forces the value of the next cell.
func findXYChains(f *Finder) {
	for c := range f.few[2].All() {
		for d := range f.state.cands[c].Digits() {
			f.findChainsFrom(c, d, pairLinks, longestChain, f.state.digits[d].And(f.few[2]).Without(CellsOf(c)))
		}
	}
}

// findChainsFrom finds chains which show that d is in c or in a cell of `ends`. They have at most `limit` nodes.
func (f *Finder) findChainsFrom(c Cell, d Digit, follow links, limit int, ends CellSet) {
	g := f.buildGraph(false, false)
	start := 2 * nodeOf(c, d)
	if g.from[start] == g.from[start+1] || f.stopped {
		return
	}
	g.shortestPaths(start, follow, (limit-1)*link1)
	for end := range ends.All() {
		v := 2*nodeOf(end, d) + 1
		removed := f.board.Peers(c).And(f.board.Peers(end))
		if end < c || g.dist[v] <= link1 || f.stopped || !removed.Meets(f.state.digits[d]) {
			continue
		}
		g.chooseChains(start, v, c == end, nil)
		if g.chooseReportedPath(false) {
			f.emitChainStep(g, f.technique, Candidate{c, d}, Candidate{end, d})
		}
	}
}

// findRemotePairs finds chains of cells with the same two candidates, in which each cell sees the next. If an odd
// number of links connects two cells, the cells hold different digits, so one of them holds each digit.
func findRemotePairs(f *Finder) {
	for starts := f.few[2]; !starts.Empty() && !f.stopped; {
		c := starts.Pop()
		same := f.few[2]
		for d := range f.state.cands[c].Digits() {
			same = same.And(f.state.digits[d])
		}
		if same.Len() >= 4 {
			p := pairSearch{f: f, left: pairBudget}
			p.path[0] = c
			p.extendRemotePair(same.Without(CellsOf(c)), 1)
		}
	}
}

// pairSearch finds the remote pairs that begin in one cell.
type pairSearch struct {
	f    *Finder
	path [longestChain / 2]Cell
	left int
}

func (p *pairSearch) extendRemotePair(same CellSet, n int) {
	f := p.f
	if n >= 4 && n%2 == 0 && p.path[n-1] > p.path[0] {
		pair := f.state.cands[p.path[0]]
		step := f.beginStep(RemotePair, pair)
		for i := 0; i < n; i++ {
			for j := i + 3; j < n; j += 2 {
				for d := range pair.Digits() {
					f.eliminate(d, f.board.Peers(p.path[i]).And(f.board.Peers(p.path[j])))
				}
			}
		}
		first, rest := lowestDigit(pair)
		off, _ := onlyDigit(rest)
		for _, c := range p.path[:n] {
			step.Nodes = append(step.Nodes, Node{Cells: CellsOf(c), Digit: off}, Node{Cells: CellsOf(c), Digit: first, On: true})
			f.addCell(Pattern, c)
			first, off = off, first
		}
		f.emitStep()
	}
	if n == longestChain/2 {
		return
	}
	for to := f.board.Peers(p.path[n-1]).And(same); !to.Empty() && p.left > 0 && !f.countNode(); p.left-- {
		t := to.Pop()
		p.path[n] = t
		p.extendRemotePair(same.Without(CellsOf(t)), n+1)
	}
}
