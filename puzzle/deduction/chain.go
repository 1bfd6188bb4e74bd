package deduction

import (
	"errors"
	"math/bits"
	"sort"

	"nonet/puzzle"
	"nonet/solve"
)

// suppositionLinks holds the links that follow from a supposition. A true candidate rules out the other
// candidates of its cell and its value in the cells that it sees. It also rules out each candidate that shares
// no way of a rule with it. A false candidate may leave only one candidate in its cell, one place of its value
// in a house, or one value of a cell in the ways of a rule. It then forces this one. Each link follows from one
// other link only.
type suppositionLinks struct {
	*finder
	links []Link
	at    []int32 // for each candidate: the index of its link, or -1
	clash int     // the index of the link that contradicts an earlier link; -1 if no link does
}

// mostLinks is the largest number of links that follow from one supposition.
const mostLinks = 500

func (f *finder) candidateIndex(cell, bit int, on bool) int {
	i := 2 * (cell*f.of.Values() + bit)
	if on {
		i++
	}
	return i
}

func (w *suppositionLinks) addLink(cell, bit int, on bool, from int, pieces []int) {
	if w.clash >= 0 || w.at[w.candidateIndex(cell, bit, on)] != 0 || w.may[cell]>>bit&1 == 0 {
		return
	}
	w.links = append(w.links, Link{Candidate{cell, w.valueOf(bit)}, on, from, pieces})
	w.at[w.candidateIndex(cell, bit, on)] = int32(len(w.links))
	if w.at[w.candidateIndex(cell, bit, !on)] != 0 {
		w.clash = len(w.links) - 1
	}
}

func (w *suppositionLinks) addFalseLinks(cell int, set uint64, from int, pieces []int) {
	for set &= w.may[cell]; set != 0; set &= set - 1 {
		w.addLink(cell, bits.TrailingZeros64(set), false, from, pieces)
	}
}

// linksFrom returns the links that follow from a supposition.
func (f *finder) linksFrom(cell, bit int, on bool) *suppositionLinks {
	var w *suppositionLinks
	if n := len(f.webs); n > 0 {
		w, f.webs = f.webs[n-1], f.webs[:n-1]
	} else {
		w = &suppositionLinks{at: make([]int32, 2*f.of.Values()*len(f.may))}
	}
	w.finder, w.clash = f, -1
	w.addLink(cell, bit, on, -1, nil)
	for i := 0; i < len(w.links) && w.clash < 0 && len(w.links) < mostLinks; i++ {
		l := w.links[i]
		b := f.bitOf(l.Value)
		if l.On {
			w.addLinksFromTrue(i, l.Cell, b)
		} else {
			w.addLinksFromFalse(i, l.Cell, b)
		}
	}
	return w
}

// freeBuffers makes the buffers of the links available again.
func (w *suppositionLinks) freeBuffers() {
	for _, l := range w.links {
		w.at[w.candidateIndex(l.Cell, w.bitOf(l.Value), l.On)] = 0
	}
	w.links = w.links[:0]
	w.webs = append(w.webs, w)
}

func (w *suppositionLinks) addLinksFromTrue(i, cell, bit int) {
	w.addFalseLinks(cell, ^(1 << bit), i, nil)
	for _, p := range w.of.PiecesAt(cell) {
		piece := &w.of.All[p]
		switch {
		case piece.Differ() && len(piece.Rows) == 0:
			for _, c := range piece.Cells {
				if c != cell {
					w.addFalseLinks(c, 1<<bit, i, w.singlePieceList(p))
				}
			}
		case len(piece.Rows) > bit && len(piece.Cells) == 2 && piece.Cells[0] != piece.Cells[1]:
			w.addFalseLinks(piece.Cells[0]+piece.Cells[1]-cell, ^w.compatibleValues(p, cell, bit), i, w.singlePieceList(p))
		}
	}
	for _, x := range w.tableAt[cell] {
		t := &w.finder.links[x.rule]
		if beside := t.beside[x.at*w.of.Values()+bit]; beside != nil {
			for j, c := range t.ways.Cells {
				if c != cell {
					w.addFalseLinks(c, ^beside[j], i, w.rules[x.rule].pieces)
				}
			}
		}
	}
}

func (w *suppositionLinks) addLinksFromFalse(i, cell, bit int) {
	if rest := w.may[cell] &^ (1 << bit); rest&(rest-1) == 0 && rest != 0 {
		w.addLink(cell, bits.TrailingZeros64(rest), true, i, nil)
	}
	for _, p := range w.of.PiecesAt(cell) {
		house := w.houseOf[p]
		if house < 0 {
			continue
		}
		if both := w.pairAt[house*w.of.Values()+bit]; both >= 0 {
			w.addLink(both-cell, bit, true, i, w.singlePieceList(p))
		}
	}
	for _, x := range w.tableAt[cell] {
		t := &w.finder.links[x.rule]
		if len(t.ways.List) > mostWithout {
			continue
		}
		for j, set := range t.forcedValuesWithout(w.State, x.at, bit, w.of.Values()) {
			if set != 0 {
				w.addLink(t.ways.Cells[j], bits.TrailingZeros64(set), true, i, w.rules[x.rule].pieces)
			}
		}
	}
}

// singlePieceList returns a slice with one piece. It does not allocate.
func (f *finder) singlePieceList(piece int) []int { return f.numbers[piece : piece+1 : piece+1] }

// compatibleValues returns the values that one cell of a piece of two cells can have if the other, called cell,
// has the value bit.
func (s *State) compatibleValues(piece, cell, bit int) uint64 {
	p := &s.pieces.All[piece]
	if p.Cells[0] == cell {
		return p.Rows[bit]
	}
	set := uint64(0)
	for v, row := range p.Rows {
		set |= row >> bit & 1 << v
	}
	return set
}

// linksTo returns the links that lead from the supposition to the ends, with new numbers.
func (w *suppositionLinks) linksTo(ends ...int) (some []Link) {
	need := map[int]bool{}
	for _, end := range ends {
		for i := end; i >= 0 && !need[i]; i = w.links[i].From {
			need[i] = true
		}
	}
	number := map[int]int{}
	for i, l := range w.links {
		if need[i] {
			if l.From >= 0 {
				l.From = number[l.From]
			}
			number[i] = len(some)
			some = append(some, l)
		}
	}
	return some
}

// findChainStep returns the step of the shortest chain from a candidate to a contradiction, or nil.
func (f *finder) findChainStep() *Step {
	all := make([]int, len(f.may))
	for i := range all {
		all[i] = i
	}
	if !f.recordIfChanged(searchKey{byChain, 0, 0}, all) {
		return nil
	}
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	var best *Step
	consistent := make([]bool, 2*f.of.Values()*len(f.may)) // for each candidate: it is in a whole web without a clash
	for c, may := range f.may {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		for set := may; may&(may-1) != 0 && set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			for _, on := range []bool{true, false} {
				if consistent[f.candidateIndex(c, bit, on)] {
					continue
				}
				w := f.linksFrom(c, bit, on)
				if w.clash < 0 {
					for i := 0; i < len(w.links) && len(w.links) < mostLinks; i++ {
						consistent[f.candidateIndex(w.links[i].Cell, f.bitOf(w.links[i].Value), w.links[i].On)] = true
					}
					w.freeBuffers()
					continue
				}
				last := w.links[w.clash]
				links := w.linksTo(int(w.at[w.candidateIndex(last.Cell, f.bitOf(last.Value), !last.On)])-1, w.clash)
				w.freeBuffers()
				if best != nil && len(best.Chain) <= len(links) {
					continue
				}
				best = &Step{Technique: byChain, Chain: links, Cells: []int{c}, Values: []int{f.valueOf(bit)}}
				if on {
					best.Removes = []Candidate{{c, f.valueOf(bit)}}
				} else {
					best.Places = []Candidate{{c, f.valueOf(bit)}}
				}
			}
		}
	}
	return best
}

// mostCases is the largest number of cases that a person goes through.
const mostCases = 4

// eachCaseSet calls try with sets of cases: all candidates of a cell, and all places of a value in a house, if
// these are few. The piece is the house, or -1 for a cell.
func (f *finder) eachCaseSet(try func(piece int, cases []Candidate)) {
	for c, may := range f.may {
		if n := bits.OnesCount64(may); n >= 2 && n <= mostCases {
			try(-1, f.candidatesOf(c, may))
		}
		if f.err = f.ctx.Err(); f.err != nil {
			return
		}
	}
	for _, h := range f.houses {
		for bit := range f.of.Puzzle.Values() {
			places := f.placesOf(h, bit)
			if len(places) < 2 || len(places) > mostCases {
				continue
			}
			cases := make([]Candidate, len(places))
			for i, c := range places {
				cases[i] = Candidate{c, f.valueOf(bit)}
			}
			try(h, cases)
		}
	}
}

// findForcingStep returns the shortest step that follows from every candidate of a cell, or from every
// place of a value in a house.
func (f *finder) findForcingStep() *Step {
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	var best *Step
	try := func(piece int, cases []Candidate) {
		webs := make([]*suppositionLinks, len(cases))
		for i, x := range cases {
			webs[i] = f.linksFrom(x.Cell, f.bitOf(x.Value), true)
		}
		for i := range webs[0].links {
			l := webs[0].links[i]
			b := f.bitOf(l.Value)
			ends := make([]int, len(webs))
			length, holds := 0, true
			for j, w := range webs {
				end := int(w.at[w.candidateIndex(l.Cell, b, l.On)]) - 1
				if end < 0 {
					holds = false
					break
				}
				ends[j] = end
				for at := end; at >= 0; at = w.links[at].From {
					length++
				}
			}
			if !holds || f.may[l.Cell]&(f.may[l.Cell]-1) == 0 || best != nil && len(best.Cells) <= length {
				continue
			}
			step := &Step{Technique: byForcing, Values: []int{l.Value}, Cells: make([]int, length)}
			if piece >= 0 {
				step.Pieces = []int{piece}
			}
			if l.On {
				step.Places = []Candidate{l.Candidate}
			} else {
				step.Removes = []Candidate{l.Candidate}
			}
			for j, w := range webs {
				step.Cases = append(step.Cases, w.linksTo(ends[j]))
			}
			best = step
		}
		for _, w := range webs {
			w.freeBuffers()
		}
	}
	f.eachCaseSet(try)
	if f.err != nil {
		return nil
	}
	if best != nil {
		best.Cells = nil
		for _, l := range best.Cases {
			best.Cells = append(best.Cells, l[0].Cell)
		}
	}
	return best
}

// mostSupposed is the largest number of steps after a supposition.
const mostSupposed = 40

type trial struct{ cell, bit int }

// trialCandidates returns the open candidates, sorted by the number of candidates in their cells, the fewest
// first. It returns at most mostTrials of them.
func (f *finder) trialCandidates() (trials []trial) {
	for c, may := range f.may {
		for set := may; may&(may-1) != 0 && set != 0; set &= set - 1 {
			trials = append(trials, trial{c, bits.TrailingZeros64(set)})
		}
	}
	sort.SliceStable(trials, func(a, b int) bool {
		return bits.OnesCount64(f.may[trials[a].cell]) < bits.OnesCount64(f.may[trials[b].cell])
	})
	return trials[:min(len(trials), mostTrials)]
}

// findSuppositionStep supposes a candidate, and applies steps until there is a contradiction. Subsets are the
// hardest steps that it applies. It returns a step that removes the candidate.
func (f *finder) findSuppositionStep() *Step {
	for _, x := range f.trialCandidates() {
		s := f.State.Clone()
		s.placeValue(x.cell, x.bit)
		follow := *f
		follow.Hardest, follow.Suppose, follow.Together, follow.seen, follow.base, follow.pairs = byHiddenSubset, false, false, map[searchKey]uint64{}, f.seen, true
		var steps []*Step
		for start := s.Clone(); len(steps) <= mostSupposed; {
			if end, ok := s.Contradiction(); ok {
				if steps = neededSteps(start, steps, s.cellsOf(end)); len(steps) > mostSupposed {
					break
				}
				return &Step{Technique: Supposition, Cells: []int{x.cell}, Values: []int{f.valueOf(x.bit)},
					Removes: []Candidate{{x.cell, f.valueOf(x.bit)}}, Chain: stepLinks(Candidate{x.cell, f.valueOf(x.bit)}, steps)}
			}
			step, err := follow.Next(f.ctx, s)
			if err != nil {
				f.err = err
				return nil
			}
			if step == nil {
				break
			}
			steps = append(steps, step)
			s.Apply(step)
		}
	}
	return nil
}

// stepLinks returns the conclusions of steps as links. Each link follows from the previous one.
func stepLinks(x Candidate, steps []*Step) []Link {
	links := []Link{{x, true, -1, nil}}
	for _, step := range steps {
		for _, y := range step.Places {
			links = append(links, Link{y, true, len(links) - 1, step.Pieces})
		}
		for _, y := range step.Removes {
			links = append(links, Link{y, false, len(links) - 1, step.Pieces})
		}
	}
	return links
}

// mostSearched limits the nodes of the search that refutes one candidate. mostSearchedInAll limits the nodes in one
// position; on boards of more than largeBoard cells, where a node takes far longer, an eighth of them.
const mostSearched, mostSearchedInAll, largeBoard = 100_000, 1_000_000, 256

func (f *finder) findSearchStep() *Step {
	inAll := uint64(mostSearchedInAll)
	if len(f.may) > largeBoard {
		inAll /= 8
	}
	step, _ := f.searchCandidates(mostSearched, inAll)
	return step
}

// searchCandidates returns a step that removes a candidate for which the engine finds no solution. It does not
// search for the candidates of a solution that it has found. most limits the nodes of each search, and inAll
// the nodes of all searches together: beyond it, no search begins. It returns the nodes that the searches took.
func (f *finder) searchCandidates(most, inAll uint64) (step *Step, spent uint64) {
	possible := make([]uint64, len(f.may))
	for _, t := range f.trialCandidates() {
		if spent > inAll {
			break
		}
		if possible[t.cell]>>t.bit&1 != 0 {
			continue
		}
		p := f.State.asGivens()
		p.Givens = append(p.Givens, puzzle.Given{Cell: t.cell, Values: []int{f.valueOf(t.bit)}})
		r, err := solve.Count(f.ctx, p, puzzle.Limits{Solutions: 1, Nodes: most})
		if f.err = f.ctx.Err(); f.err != nil {
			return nil, spent
		}
		if hasNoSolution(r, err) {
			x := Candidate{t.cell, f.valueOf(t.bit)}
			return &Step{Technique: bySearch, Cells: []int{t.cell}, Values: []int{x.Value}, Removes: []Candidate{x}}, spent
		}
		spent += r.Nodes
		if len(r.Solutions) > 0 {
			for c, v := range r.Solutions[0] {
				possible[c] |= 1 << f.bitOf(v)
			}
		}
	}
	return nil, spent
}

// hasNoSolution reports whether a search proved that there is no solution.
func hasNoSolution(r puzzle.Result, err error) bool {
	return err == nil && r.N == 0 || errors.As(err, new(*puzzle.ContradictionError))
}
