package target

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"nonet/sudoku"
)

// search is one branch and bound. Internally, higher scores are better; for Minimum, sign negates the weights.
type search struct {
	ctx     context.Context
	opt     *Options
	weights *Weights
	sign    int64

	root  node
	stack []*node // the nodes of the current path; the index is the depth
	dirty [6]uint64
	blame [constraints]uint32 // how often each constraint refuted a node
	relaxation
	templates  *templates // the bound by templates; nil until it is needed
	tightened  bool       // set if the root has duals for the bound by templates
	tight      bool       // set if the bound by templates limits all nodes, not only the root
	windowEnds uint64     // at this number of nodes, the search leaves its window and changes to the bound by templates; 0 means never
	givenUp    bool       // set if the current window was abandoned
	cut        int64      // the least score that the search still looks for, scaled
	unit       float64    // the unit of temperatures, scaled: a 72nd of the widest range of weights in a cell; about a point for ring weights
	worst      int64      // a lower bound of the scores of all completions

	// visit is called with each completion whose score is at least cut. visit may raise the cut, and returns false to
	// end the search.
	visit func(score int64, g sudoku.Grid) bool

	proof *proof // receives the branches that the search closes, and the duals that close them; may be nil

	best      int64 // the incumbent's score
	found     bool
	incumbent sudoku.Grid
	bound     int64 // an upper bound of the scores of all completions
	nodes     uint64
	optima    uint64 // the number of optimal completions counted so far
	probeEnds uint64 // the number of nodes at which a probe is abandoned; 0 if the search is no probe
	stopped   error
}

// The cut `nothing` excludes no score.
const nothing = math.MinInt64 / 2

// These parameters were found by experiment (docs/TARGET.md). Temperatures are multiples of search.unit.
const (
	rootTemperature, rootLevels, rootSweeps = 8, 7, 10
	nodeSweeps                              = 8
	coldest, hottest                        = 0.06, 2
	roomShare                               = 0.02 // the temperature is this share of the room between bound and cut, but at least coldest and at most hottest
	wideRoom                                = 20   // the least room between bound and cut at which first children are relaxed, too
	exactSteps                              = 2    // the number of windows at the beginning that have width 0
	probeAfter, probeNodes                  = 100, 300
	evenBlame                               = 30 // the blame of each constraint at the beginning

	windowNodesAll, windowNodes            = 40, 15          // windowNodesAll: the node limit of all windows together; windowNodes: of each window
	narrow                                 = 4               // the width of the widest window, in units, for templates
	rootTightest                           = 0.0625          // the last of three temperatures at the root, for templates
	tightColdest, tightHottest, tightShare = 0.06, 0.5, 0.05 // coldest, hottest and roomShare for the bound by templates
)

// newSearch returns a search for g and w whose root has a first bound. The error is for a weight out of range or for
// contradicting givens. If propagation proves that there is no completion, newSearch returns nil, nil.
func newSearch(ctx context.Context, g sudoku.Grid, w *Weights, opt *Options) (*search, error) {
	if err := w.validate(); err != nil {
		return nil, err
	}
	if all := g.Contradictions(); all != nil {
		return nil, &sudoku.ContradictionError{Contradictions: all}
	}
	ready()
	s := workspaces.Get().(*search)
	*s = search{ctx: ctx, opt: opt, weights: w, sign: 1, stack: s.stack,
		templates: s.templates, relaxation: relaxation{members: s.members, which: s.which, ends: s.ends}}
	if opt.Goal%2 == Minimum { // all odd values are Minimum, as in Goal.String
		s.sign = -1
	}
	s.visit = s.keepIfBetter
	n := &s.root
	for k := range n.open {
		n.open[k] = 1<<9 - 1
	}
	for v := range n.regret {
		n.regret[v] = 1 // a regret above 0, so that excludeCandidate queues only constraints with one candidate left
	}
	s.cut = nothing
	for c, d := range g.Values() {
		if d != 0 {
			s.excludeCellRivals(n, uint16(c*9)+uint16(d)-1)
		}
	}
	if !s.propagateNode(n) {
		s.release()
		return nil, nil
	}
	// The first dual of each cell is its greatest weight. The sum of these is the first bound.
	n.dual, n.bound = [constraints]int64{}, 0
	spread := int64(1)
	for c := range n.open[:sudoku.Cells] {
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		for m := n.open[c]; m != 0; m &= m - 1 {
			d := bits.TrailingZeros16(m)
			weight := s.sign * w[c][d+1]
			n.regret[c*9+d] = -weight << shift
			low, high = min(low, weight), max(high, weight)
		}
		n.subtractDual(uint16(c), -high<<shift)
		s.worst += low
		spread = max(spread, high-low)
	}
	s.unit = float64(spread) * (1 << shift) / 72
	s.bound = n.bound >> shift
	s.reportProgress()
	return s, nil
}

var workspaces = sync.Pool{New: func() any { return new(search) }}

func (s *search) release() {
	s.ctx, s.opt, s.weights, s.visit, s.proof = nil, nil, nil, nil, nil
	workspaces.Put(s)
}

// searchWindows searches windows of scores, from the highest scores down. The first window has only the score of the
// root's bound, and the second window only the next lower score; further windows become wider and wider. An empty
// window proves a better bound. Before each window it calls `begin`, which may raise the cut. After the window it calls
// `enough` with the window's least score; `enough` reports whether the completions found suffice.
func (s *search) searchWindows(begin func(), enough func(floor int64) bool) {
	if s.mustStop() {
		return
	}
	s.queueAllConstraints()
	s.propagateNode(&s.root)
	s.searchBetterDuals(&s.root, rootTemperature*s.unit, rootLevels, rootSweeps)
	s.queueAllConstraints()
	s.propagateNode(&s.root)
	s.improveBound(s.root.bound >> shift)
	dived := false
	window := int64(0)
	for step := 1; ; step++ {
		if step > exactSteps {
			window = max(2*window, int64(s.unit)>>(shift+1), 1)
		}
		floor := max(s.bound-window, s.worst)
		s.cut = floor << shift
		begin()
		isNarrow := float64(window<<shift) <= narrow*s.unit
		s.tight = isNarrow && s.tightened
		if isNarrow && !s.tightened {
			s.windowEnds = max(s.nodes+windowNodes, windowNodesAll)
		}
		ended := !s.descend(0)
		s.windowEnds = 0
		if s.givenUp {
			s.givenUp = false
			s.switchToTemplates()
			step, window = 0, 0
			continue
		}
		if ended {
			return
		}
		switch {
		case floor == s.worst || enough(floor):
			if s.found {
				s.improveBound(s.best)
			}
			return
		case s.found:
			s.improveBound(max(floor-1, s.best))
		default:
			s.improveBound(floor - 1)
			if !dived && s.nodes >= probeAfter {
				s.findAny()
				dived = true
			}
		}
	}
}

// findAny searches for some completion, so that an undecided result can show one.
func (s *search) findAny() {
	s.cut, s.probeEnds = s.worst<<shift, s.nodes+probeNodes
	s.tight, s.windowEnds = false, 0
	s.descend(0)
	s.probeEnds = 0
}

// runToOptimum searches for the best completion, which is the incumbent at the end.
func (s *search) runToOptimum() {
	s.searchWindows(func() {
		if s.found {
			s.cut = max(s.cut, (s.best+1)<<shift)
		}
	}, func(floor int64) bool { return s.found && s.best >= floor-1 })
}

func (s *search) recordBest(score int64, g sudoku.Grid) {
	if !s.found || score > s.best {
		s.best, s.found, s.incumbent = score, true, g
		s.reportProgress()
	}
}

// keepIfBetter keeps a completion and raises the cut above its score. It returns false if no better
// completion can exist.
func (s *search) keepIfBetter(score int64, g sudoku.Grid) bool {
	s.recordBest(score, g)
	s.cut = max(s.cut, (s.best+1)<<shift)
	return s.best < s.bound
}

// descend searches below the node at depth; the root has depth 0. It returns false if the search must end.
func (s *search) descend(depth int) bool {
	for len(s.stack) <= depth+1 {
		s.stack = append(s.stack, new(node))
	}
	n, child := s.stack[depth], s.stack[depth+1]
	if depth == 0 {
		*n = s.root
		s.queueAllConstraints()
	}
	for first := true; ; first = false {
		if s.mustStop() {
			return false
		}
		if !s.propagateNode(n) {
			return true
		}
		if cells, ok := n.completion(); ok {
			g, err := sudoku.FromCells(cells)
			return err == nil && s.visit(s.sign*s.weights.Score(g), g) && s.probeEnds == 0
		}
		// Most first children lead to a completion, so improving their bound costs more than it saves.
		room := float64(n.bound - s.cut)
		if s.tight {
			if !s.propagateTemplates(n, !first) {
				return true
			}
		} else if !first || room > wideRoom*s.unit {
			temperature := max(min(roomShare*room, hottest*s.unit), coldest*s.unit)
			if s.searchBetterDuals(n, temperature, 1, nodeSweeps) {
				for _, k := range s.which {
					s.queueConstraint(k)
				}
				if !s.propagateNode(n) {
					return true
				}
			}
		}
		v, ok := s.chooseCandidate(n)
		if !ok {
			continue
		}
		if limit := s.opt.Limits.Nodes; limit != 0 && s.nodes >= limit {
			s.stopped = &sudoku.NodeLimitError{Nodes: s.nodes}
			return false
		}
		s.givenUp = s.windowEnds != 0 && s.nodes >= s.windowEnds
		if s.probeEnds != 0 && s.nodes >= s.probeEnds || s.givenUp {
			return false
		}
		s.nodes++
		*child = *n
		if s.proof != nil {
			s.proof.beginRefutation(v)
		}
		s.excludeCellRivals(child, v)
		if !s.descend(depth + 1) {
			return false
		}
		if s.proof != nil {
			s.proof.endRefutation()
		}
		s.excludeCandidate(n, v)
	}
}

// chooseCandidate returns the candidate to branch on. It takes the constraint with the most blame per open candidate,
// and there the candidate with the least regret. If the second-best candidate has a large regret, the constraint counts
// less. ok is false if no constraint has several candidates.
func (s *search) chooseCandidate(n *node) (v uint16, ok bool) {
	if s.tight {
		return s.chooseByTemplates(n)
	}
	top := 0.0
	for k := range n.open {
		m := n.open[k]
		size := bits.OnesCount16(m)
		if size < 2 {
			continue
		}
		rate := (evenBlame + float64(s.blame[k])) / float64(size)
		if rate <= top {
			continue
		}
		u, _, second := n.twoLeastRegrets(uint16(k))
		if rate /= 1 + float64(second)/s.unit; rate > top {
			v, top = u, rate
		}
	}
	return v, top > 0
}

func (s *search) mustStop() bool {
	if s.stopped == nil && s.ctx.Err() != nil {
		s.stopped = context.Cause(s.ctx)
	}
	return s.stopped != nil
}

func (s *search) improveBound(bound int64) {
	if bound < s.bound {
		s.bound = bound
		s.reportProgress()
	}
}

func (s *search) reportProgress() {
	if s.opt.Progress != nil {
		s.opt.Progress(s.currentResult())
	}
}

// currentResult returns what the search has found, without an outcome.
func (s *search) currentResult() Result {
	return Result{
		Score: s.sign * s.best, HasGrid: s.found, Grid: s.incumbent,
		Bound: s.sign * s.bound, Nodes: s.nodes, N: s.optima,
	}
}

func (s *search) finalResult() (Result, error) {
	r := s.currentResult()
	switch {
	case s.found && s.best == s.bound:
		r.Outcome = sudoku.Found
	case s.stopped != nil:
		return r, s.stopped
	default:
		r.Outcome, r.Exact, r.Complete, r.Bound = sudoku.None, true, true, 0
	}
	return r, nil
}
