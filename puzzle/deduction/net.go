package deduction

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"sort"

	"nonet/puzzle"
	"nonet/solve"
)

// mostInNet limits the reading effort of a net. For a net that has not been shortened yet, mostShortened is the limit.
const mostInNet, mostShortened = 40, 120

// findChainStep searches for contradictions by singles, two-cell rules, and single constraints or houses. If each link
// of the net found follows from a single link, the net is a chain, and findChainStep returns it. Any other net is
// stored for findNetStep.
func (f *finder) findChainStep() *Step {
	f.net = nil
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	if f.peers == nil {
		f.listWatchedCells()
		f.reached, f.nets = map[reachKey]*restriction{}, nil
	}
	if len(f.reached) > mostRemembered {
		clear(f.reached)
	}
	f.houseBudget, f.reachBudget = mostHoused, mostReached
	step := f.findNet(f.nets, mostInNet)
	if step == nil {
		f.releaseFollowers()
		f.followers, f.implied = map[Candidate]*follower{}, map[Candidate]*follower{}
		step = f.refuteTrials(simplePhase, mostInNet)
	}
	if step != nil && step.Technique == byNet {
		step, f.net = nil, step
	}
	return step
}

// findNetStep returns the net that findChainStep found in the same position. If findChainStep found no net, findNetStep
// searches again. This search also fills each house with all tuples that the house's rules permit.
func (f *finder) findNetStep() *Step {
	if f.net != nil || f.followers == nil {
		return f.net
	}
	return f.refuteTrials(housePhase, mostInNet)
}

// followUpTo returns the follower of candidate x, after it has drawn the conclusions of the given phase.
func (f *finder) followUpTo(x Candidate, phase opKind) *follower {
	w := f.followers[x]
	if w == nil {
		w = f.newFollower()
		w.followFrom(x)
		f.followers[x] = w
	}
	for _, next := range [...]opKind{housePhase, wholePhase} {
		if w.clash == nil && w.phase < next && next <= phase && f.err == nil {
			w.phase = next
			w.drawConclusions()
		}
	}
	return w
}

// refuteTrials follows each candidate up to a phase, until it finds a net of at most enoughNet conclusions that ends in
// a contradiction. Of the nets found, it returns the shortest whose reading effort is at most `limit` after shortening,
// or nil. If following candidate x makes candidate y true without a contradiction, refuteTrials skips y: y implies
// nothing that x does not imply.
func (f *finder) refuteTrials(phase opKind, limit int) *Step {
	clear(f.implied)
	var nets []net
	fewest := limit + 1
	for _, x := range f.trialCandidates() {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		if w := f.followers[x]; f.implied[x] != nil || w != nil && w.clash != nil && limit == mostInNet {
			continue
		}
		w := f.followUpTo(x, phase)
		if f.err != nil {
			return nil
		}
		if w.clash == nil {
			w.markImplied()
			continue
		}
		found := w.netTo(w.clash)
		if found.effort <= max(limit, mostShortened) {
			nets = append(nets, found)
		}
		if found.effort < fewest {
			if fewest = found.effort; len(found.list) <= enoughNet {
				break
			}
		}
	}
	sort.SliceStable(nets, func(a, b int) bool { return nets[a].effort < nets[b].effort })
	return f.findNet(nets, limit)
}

// findNet returns a step from the first of the nets that still ends in a contradiction and whose reading effort is at
// most `limit` after shortening. It keeps nets of small effort for the next position.
func (f *finder) findNet(nets []net, limit int) *Step {
	w := f.newFollower()
	defer func() { f.idle = append(f.idle, w) }()
	f.nets = nil
	for i, x := range nets {
		if f.may[x.start.at]>>x.start.size&1 == 0 || x.saved && !w.replayNet(x) {
			continue
		}
		if x = w.shorten(x); x.effort > limit {
			continue
		}
		for j, other := range nets[i:] { // include this net too, because the caller may prefer an easier step
			if other.saved = true; other.effort <= mostInNet && (j > 0 || !x.saved) {
				f.nets = append(f.nets, other)
			}
		}
		if w.replayNet(x) { // replay the net, because without the omitted conclusion, a later conclusion may remove fewer candidates
			x.list = w.list[1:]
		}
		technique := byChain
		if slices.ContainsFunc(x.list, func(l conclusion) bool { return len(l.after) > 1 }) {
			technique = byNet
		}
		links := f.linksOf(x)
		refuted := links[0].Candidate
		return &Step{Technique: technique, Cells: []int{refuted.Cell}, Values: []int{refuted.Value}, Removes: []Candidate{refuted}, Chain: links}
	}
	return nil
}

// mostTrials limits the candidates followed in one position; candidates in cells with the fewest candidates come first.
// mostRemembered limits the cached results of rules and houses. The search stops when it finds a net of at most
// enoughNet conclusions.
const mostTrials, mostRemembered, enoughNet = 800, 50_000, 4

// mostHoused limits the houses that nets fill with their rules in one position.
const mostHoused = 600

// findCasesStep searches for a conclusion that follows in each of a few cases. If it finds none, it follows candidates
// further, with arguments and with rules without a table. Then it searches first for a contradiction, and after that
// for a conclusion that follows in every case.
func (f *finder) findCasesStep() *Step {
	if f.followers == nil {
		return nil
	}
	if step := f.findCommonEliminationStep(); step != nil || f.err != nil {
		return step
	}
	if step := f.refuteTrials(wholePhase, mostInNet); step != nil || f.err != nil {
		return step
	}
	return f.findCommonEliminationStep()
}

// findSuppositionStep returns a net of any length, as refuteTrials chooses it, or nil. findNetStep found none that was
// short enough.
func (f *finder) findSuppositionStep() *Step {
	if f.followers == nil {
		return nil
	}
	step := f.refuteTrials(wholePhase, math.MaxInt/2)
	if step != nil {
		step.Technique = Supposition
	}
	return step
}

// findCommonEliminationStep returns the shortest step whose conclusion follows in each of several cases. The cases are
// the values of a cell, or the places of a value in a house.
func (f *finder) findCommonEliminationStep() *Step {
	var best *Step
	fewest := mostCases*mostInNet + 1
	width := f.of.Values()
	try := func(piece int, cases []Candidate) {
		ws := make([]*follower, len(cases))
		for i, x := range cases {
			if ws[i] = f.implied[x]; ws[i] == nil {
				ws[i] = f.followers[x]
			}
			if ws[i] == nil || ws[i].clash != nil {
				return
			}
		}
		// common returns the candidates of a cell that are false in all the cases.
		common := func(cell int) uint64 {
			set := f.may[cell]
			for _, w := range ws {
				set &^= w.may[cell]
			}
			return set
		}
		if !slices.ContainsFunc(f.whole, func(c int) bool { return common(c) != 0 }) {
			return
		}
		for i, x := range cases {
			if ws[i] = f.followUpTo(x, ws[i].phase); ws[i].clash != nil || f.err != nil {
				return
			}
		}
		for c := range f.may {
			for removed := common(c); removed != 0; removed &= removed - 1 {
				bit := bits.TrailingZeros64(removed)
				n := 0
				proofs := make([]net, len(ws))
				for i, w := range ws {
					proofs[i] = w.netTo([]int{int(w.removedBy[c*width+bit])})
					if n += proofs[i].effort; proofs[i].effort > mostInNet {
						n = fewest
					}
				}
				if n >= fewest {
					continue
				}
				fewest = n
				best = &Step{Technique: byCases, Values: []int{f.valueOf(bit)}, Removes: []Candidate{{c, f.valueOf(bit)}}}
				if piece >= 0 {
					best.Pieces = []int{piece}
				}
				for i, proof := range proofs {
					best.Cells = append(best.Cells, cases[i].Cell)
					links := f.linksOf(proof)
					if last := (Link{Candidate{c, f.valueOf(bit)}, false, len(links) - 1, nil}); links[len(links)-1].Candidate != last.Candidate || links[len(links)-1].On {
						links = append(links, last)
					}
					best.Cases = append(best.Cases, links)
				}
			}
		}
	}
	f.eachCaseSet(try)
	return best
}

func (s *State) candidatesOf(cell int, set uint64) (all []Candidate) {
	for _, v := range s.valuesOf(set) {
		all = append(all, Candidate{cell, v})
	}
	return all
}

// singletonOf returns a slice with a cell or a piece as its only element, without allocating.
func (f *finder) singletonOf(i int) []int { return f.numbers[i : i+1 : i+1] }

// mostCases limits the cases of one step. A person does not examine more cases.
const mostCases = 4

// eachCaseSet calls try with each small set of cases: the candidates of a cell, or the places of a value in a house.
// `piece` is the house, or -1 for a cell.
func (f *finder) eachCaseSet(try func(piece int, cases []Candidate)) {
	for c, values := range f.may {
		if n := bits.OnesCount64(values); n >= 2 && n <= mostCases {
			try(-1, f.candidatesOf(c, values))
		}
		if f.err = f.ctx.Err(); f.err != nil {
			return
		}
	}
	for _, h := range f.houses {
		for bit := range f.of.Puzzle.Values() {
			places := f.placesOf(f.of.All[h].Cells, 1<<bit)
			if len(places) < 2 || len(places) > mostCases {
				continue
			}
			var cases []Candidate
			for _, c := range places {
				cases = append(cases, Candidate{c, f.valueOf(bit)})
			}
			try(h, cases)
		}
	}
}

// trialCandidates returns at most mostTrials open candidates, sorted by the number of candidates in their cells.
func (f *finder) trialCandidates() (trials []Candidate) {
	for c, values := range f.may {
		if values&(values-1) != 0 {
			trials = append(trials, f.candidatesOf(c, values)...)
		}
	}
	sort.SliceStable(trials, func(a, b int) bool {
		return bits.OnesCount64(f.may[trials[a].Cell]) < bits.OnesCount64(f.may[trials[b].Cell])
	})
	return trials[:min(len(trials), mostTrials)]
}

// mostSearched limits the nodes of the search that refutes one candidate. mostSearchedInAll limits the nodes of all
// searches in one position. On boards of more than largeBoard cells a node takes far longer, so the limit is an eighth
// of mostSearchedInAll.
const mostSearched, mostSearchedInAll, largeBoard = 100_000, 1_000_000, 256

func (f *finder) findSearchStep() *Step {
	inAll := uint64(mostSearchedInAll)
	if len(f.may) > largeBoard {
		inAll /= 8
	}
	step, _ := f.searchCandidates(mostSearched, inAll)
	return step
}

// searchCandidates returns a step that removes a candidate for which the engine finds no solution. It skips candidates
// that occur in a solution found earlier. Each search takes at most `limit` nodes. No search begins after all searches
// together have taken more than `inAll` nodes. `spent` is the number of nodes taken.
func (f *finder) searchCandidates(limit, inAll uint64) (step *Step, spent uint64) {
	possible := make([]uint64, len(f.may))
	for _, x := range f.trialCandidates() {
		if spent > inAll {
			break
		}
		if possible[x.Cell]>>f.bitOf(x.Value)&1 != 0 {
			continue
		}
		p := f.State.asGivens()
		p.Givens = append(p.Givens, puzzle.Given{Cell: x.Cell, Values: []int{x.Value}})
		r, err := solve.Count(f.ctx, p, puzzle.Limits{Solutions: 1, Nodes: limit})
		if f.err = f.ctx.Err(); f.err != nil {
			return nil, spent
		}
		if hasNoSolution(r, err) {
			return &Step{Technique: bySearch, Cells: []int{x.Cell}, Values: []int{x.Value}, Removes: []Candidate{x}}, spent
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

func hasNoSolution(r puzzle.Result, err error) bool {
	return err == nil && r.N == 0 || errors.As(err, new(*puzzle.ContradictionError))
}
