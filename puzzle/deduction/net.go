package deduction

import (
	"math"
	"math/bits"
	"slices"
	"sort"
)

// mostInNet limits the reading effort of a net. For a net that has not been shortened yet, mostShortened is the limit.
const mostInNet, mostShortened = 40, 120

// findChainStep searches for contradictions by singles, two-cell rules, and single constraints or houses. If the
// contradiction that refuteTrials returns is a chain, in which each link follows from one other link, it returns a
// step. Otherwise it stores the net for findNetStep.
func (f *finder) findChainStep() *Step {
	f.net = nil
	if f.err = f.updateRuleTables(); f.err != nil {
		return nil
	}
	if f.around.peers == nil {
		f.buildCellIndex()
		f.reached, f.kept = map[reachKey]*restriction{}, nil
	}
	if len(f.reached) > mostRemembered {
		clear(f.reached)
	}
	f.houseBudget, f.reachBudget = mostHoused, mostReached
	step := f.findSavedNetStep()
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

// findNetStep returns the net that findChainStep found in the same position. If findChainStep found none, findNetStep
// searches again, and also fills each house in all ways that the house's rules permit.
func (f *finder) findNetStep() *Step {
	if f.net != nil || f.followers == nil {
		return f.net
	}
	return f.refuteTrials(housePhase, mostInNet)
}

// followUpTo returns the follower of candidate x, after it has drawn the conclusions of the given phase.
func (f *finder) followUpTo(x Candidate, phase followerPhase) *follower {
	w := f.followers[x]
	if w == nil {
		w = f.newFollower()
		w.followFrom(x)
		f.followers[x] = w
	}
	for w.clash == nil && w.phase < phase && f.err == nil {
		w.phase++
		w.drawConclusions()
	}
	return w
}

// refuteTrials follows each candidate up to a phase. It returns a net that ends in a contradiction. The search ends at
// a proof of at most enoughNet lines. Otherwise it returns the net with the least reading effort. If all efforts exceed
// `most`, it shortens the nets, and returns the first that then fits, or nil. It skips candidates that are true in a
// follower without a contradiction, because that follower has all their consequences.
func (f *finder) refuteTrials(phase followerPhase, most int) *Step {
	clear(f.implied)
	again := f.newFollower()
	defer func() { f.idle = append(f.idle, again) }()
	var best *follower
	var proof []int
	fewest := most + 1
	f.kept = nil
	var long []*follower
	for _, x := range f.trialCandidates() {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		if f.implied[x] != nil {
			continue
		}
		if w := f.followers[x]; w != nil && w.clash != nil && most == mostInNet {
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
		all := w.allPremisesOf(w.clash)
		switch n := w.readingEffort(all); {
		case n <= most:
			if n <= mostInNet {
				f.kept = append(f.kept, savedNet{w.list[0].op, w.conclusionOps(all), n})
			}
			if n < fewest {
				best, proof, fewest = w, all, n
			}
		case n <= mostShortened:
			long = append(long, w)
		}
		if best != nil && len(proof) <= enoughNet {
			break
		}
	}
	sort.SliceStable(f.kept, func(a, b int) bool { return f.kept[a].cost < f.kept[b].cost })
	if best != nil {
		return f.buildNetStep(best, again, best.neededConclusions(again, proof))
	}
	sort.SliceStable(long, func(a, b int) bool {
		return long[a].readingEffort(long[a].allPremisesOf(long[a].clash)) < long[b].readingEffort(long[b].allPremisesOf(long[b].clash))
	})
	for _, w := range long {
		if all := w.neededConclusions(again, w.allPremisesOf(w.clash)); w.readingEffort(all) <= most {
			return f.buildNetStep(w, again, all)
		}
	}
	return nil
}

// savedNet is a net that was found in an earlier position and may still be valid.
type savedNet struct {
	start op
	ops   []op
	cost  int
}

// findSavedNetStep returns the first saved net that still ends in a contradiction.
func (f *finder) findSavedNetStep() *Step {
	if len(f.kept) == 0 {
		return nil
	}
	w, again := f.newFollower(), f.newFollower()
	defer func() { f.idle = append(f.idle, w, again) }()
	for i, k := range f.kept {
		if f.may[k.start.at]>>k.start.of&1 == 0 || !w.repeatToContradiction(k.start, k.ops) {
			continue
		}
		f.kept = f.kept[i+1:]
		var all []int
		for i := range w.list[1:] {
			all = append(all, i+2)
		}
		return f.buildNetStep(w, again, w.neededConclusions(again, all))
	}
	f.kept = nil
	return nil
}

// buildNetStep turns a net into a step. The second follower repeats only the net's conclusions. There a conclusion may
// remove fewer candidates than in w.
func (f *finder) buildNetStep(w, again *follower, all []int) *Step {
	if again.repeatToContradiction(w.list[0].op, w.conclusionOps(all)) {
		w, all = again, nil
		for i := range again.list[1:] {
			all = append(all, i+2)
		}
	}
	links := w.conclusionLinks(all)
	x := links[0].Candidate
	technique := byChain
	if slices.ContainsFunc(all, func(i int) bool { return len(w.list[i-1].after) > 1 }) {
		technique = byNet
	}
	return &Step{Technique: technique, Cells: []int{x.Cell}, Values: []int{x.Value}, Removes: []Candidate{x}, Chain: links}
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
	wide := f.of.Values()
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
		if !f.haveCommonRemoval(ws) {
			return
		}
		for i, x := range cases {
			if ws[i] = f.followUpTo(x, ws[i].phase); ws[i].clash != nil || f.err != nil {
				return
			}
		}
		for c := range f.may {
			common := f.commonRemovals(ws, c)
			for ; common != 0; common &= common - 1 {
				bit := bits.TrailingZeros64(common)
				n := 0
				ends := make([][]int, len(ws))
				for i, w := range ws {
					ends[i] = w.allPremisesOf([]int{int(w.by[c*wide+bit])})
					if own := w.readingEffort(ends[i]); own > mostInNet {
						n = 1 << 20
					} else {
						n += own
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
				for i, w := range ws {
					best.Cells = append(best.Cells, cases[i].Cell)
					links := w.conclusionLinks(ends[i])
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

// commonRemovals returns the candidates of a cell that are false in all the followers.
func (f *finder) commonRemovals(ws []*follower, cell int) uint64 {
	common := f.may[cell]
	for _, w := range ws {
		common &^= w.may[cell]
	}
	return common
}

// haveCommonRemoval reports whether some candidate is false in all the followers.
func (f *finder) haveCommonRemoval(ws []*follower) bool {
	for c := range f.may {
		if f.commonRemovals(ws, c) != 0 {
			return true
		}
	}
	return false
}

// candidatesOf combines a cell with each value of `set`. It does not check whether these are candidates in s.
func (s *State) candidatesOf(cell int, set uint64) (all []Candidate) {
	for _, v := range s.valuesOf(set) {
		all = append(all, Candidate{cell, v})
	}
	return all
}
