package logic

import "slices"

// This file finds nice loops and alternating inference chains (AIC). They are shortest paths (ways.go) through the
// graph of implications (graph.go).
//
//	start false → end true       one of the two is true (AIC)
//	start → start                the loop decides about its start (discontinuous),
//	                             or every weak link in it is strong (continuous)
//
// The package documentation says which paths between two ends are reported.

const (
	ContinuousNiceLoop = Technique(FamilyLoop)<<familyShift + iota
	DiscontinuousNiceLoop
	AIC
	GroupedContinuousNiceLoop
	GroupedDiscontinuousNiceLoop
	GroupedAIC
)

var loopRows = []row{
	{ContinuousNiceLoop, "continuous-nice-loop", 0, newNiceLoopSearch(false), HoDoKu{"0706", 280, Unfair, 5600, true}},
	{DiscontinuousNiceLoop, "discontinuous-nice-loop", 0, newNiceLoopSearch(false), HoDoKu{"0707", 280, Unfair, 5600, true}},
	{AIC, "aic", 0, newNiceLoopSearch(false), HoDoKu{"0708", 280, Unfair, 5600, true}},
	{GroupedContinuousNiceLoop, "grouped-continuous-nice-loop", 0, newNiceLoopSearch(true), HoDoKu{"0709", 300, Unfair, 5650, true}},
	{GroupedDiscontinuousNiceLoop, "grouped-discontinuous-nice-loop", 0, newNiceLoopSearch(true), HoDoKu{"0710", 300, Unfair, 5650, true}},
	{GroupedAIC, "grouped-aic", 0, newNiceLoopSearch(true), HoDoKu{"0711", 300, Unfair, 5650, true}},
}

func newNiceLoopSearch(grouped bool) func(*Finder) { return func(f *Finder) { f.findLoops(grouped) } }

func (f *Finder) findLoops(grouped bool) {
	if f.Options.Chains == FirstByRow {
		f.emitTableLoops(grouped)
		return
	}
	g := f.buildGraph(grouped, grouped && f.Options.SetsInChains)
	s := &f.state
	for c := range s.digits[0].All() {
		g.waiting = g.waiting[:0]
		for d := range s.cands[c].Digits() {
			for isOn := range vertex(2) {
				if f.stopped {
					return
				}
				start := 2*nodeOf(c, d) + isOn
				g.shortestPaths(start, allLinks, farthest)
				if f.technique != AIC && f.technique != GroupedAIC {
					for e := range s.cands[c].Digits() {
						f.examineLoop(g, grouped, start, 2*nodeOf(c, e))
						f.examineLoop(g, grouped, start, 2*nodeOf(c, e)+1)
					}
				}
				if isOn == 0 && (f.technique == AIC || f.technique == GroupedAIC) {
					f.emitAICsFrom(g, grouped, c, d)
				}
			}
		}
		for i := range g.waiting {
			f.stopped = f.stopped || !f.yield(&g.waiting[i].step)
		}
	}
}

func (f *Finder) emitAICsFrom(g *graph, grouped bool, c Cell, d Digit) {
	s := &f.state
	start := 2 * nodeOf(c, d)
	chain := func(end Cell, e Digit) {
		v := 2*nodeOf(end, e) + 1
		if g.dist[v] <= link1 || f.stopped {
			return
		}
		g.chooseChains(start, v, false, nil)
		if g.chooseReportedPath(grouped) {
			f.emitChainStep(g, AIC, Candidate{c, d}, Candidate{end, e})
		}
	}
	// Type 1: both ends have the same digit. If only one candidate can be eliminated, the chain is a loop, which is
	// found elsewhere. So there must be two eliminations.
	for end := range s.digits[d].All() {
		if end != c && f.board.Peers(c).And(f.board.Peers(end)).And(s.digits[d]).Len() >= 2 {
			chain(end, d)
		}
	}
	// Type 2: the ends see each other, and each loses the digit of the other.
	for end := range f.board.Peers(c).And(s.digits[d]).All() {
		for e := range (s.cands[end] & s.cands[c]).Without(d).Digits() {
			chain(end, e)
		}
	}
}

// examineLoop examines the paths from `start` to `end`, which are two vertices of the same cell.
func (f *Finder) examineLoop(g *graph, grouped bool, start, end vertex) {
	if g.dist[end] <= link1 || f.stopped {
		return
	}
	a, b := &g.nodes[start/2], &g.nodes[end/2]
	e := loopEnds{a.head, a.digit, b.digit, start&1 == 0, end&1 == 1}
	technique, ok := f.loopTechnique(e, grouped)
	if !ok || !f.isWanted(technique) {
		return
	}
	if technique.isContinuous() {
		f.keepBestLoops(g, technique, e, start, end)
		return
	}
	if e.provesPlacement() && f.state.cands[e.cell].Len() == 1 {
		return // a naked single makes the same placement
	}
	g.chooseChains(start, end, true, nil)
	// A loop with one elimination is reported only if no path visits a cell twice. A path that visits a cell twice
	// contains a shorter loop.
	if !e.provesPlacement() && g.choice.crossed || !g.chooseReportedPath(grouped) {
		return
	}
	f.beginLoopStep(g, technique, e)
	f.addChainReason(g)
	f.emitStep()
}

// heldLoop is a continuous loop that is reported unless another loop with the same ends has more eliminations.
type heldLoop struct {
	ends [2]vertex
	step Step
}

// keepBestLoops keeps in g.held, for each pair of ends, the loops with the most eliminations: one loop for each set of
// eliminations.
func (f *Finder) keepBestLoops(g *graph, technique Technique, e loopEnds, start, end vertex) {
	take := func() int {
		f.beginLoopStep(g, technique, e)
		f.finishStep()
		return len(f.step.Eliminations)
	}
	g.chooseChains(start, end, true, take)
	ends := [2]vertex{start, end}
	if back := [2]vertex{end ^ 1, start ^ 1}; back[0] < start {
		ends = back
	}
	for _, path := range g.choice.paths {
		g.path = append(g.path[:0], path...)
		if g.hasOnlySingleNodes() == (technique == GroupedContinuousNiceLoop) || take() == 0 {
			continue
		}
		more := func(h heldLoop) bool {
			return h.ends == ends && (len(h.step.Eliminations) > len(f.step.Eliminations) || slices.Equal(h.step.Eliminations, f.step.Eliminations))
		}
		if slices.ContainsFunc(g.waiting, more) {
			continue
		}
		g.waiting = slices.DeleteFunc(g.waiting, func(h heldLoop) bool {
			return h.ends == ends && len(h.step.Eliminations) < len(f.step.Eliminations)
		})
		f.addChainReason(g)
		g.waiting = append(g.waiting, heldLoop{ends, f.step.Clone()})
	}
}
