package csp

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"
)

// search is a depth-first search for the solutions of a program.
type search struct {
	*program
	network *Network
	ctx     context.Context
	limits  Limits
	result  Result
	before  Result // the result when the search restarted

	mostOpen     int // the number of open branches at which to stop; 0 means no limit
	d            Domains
	dirty        []uint64 // the propagators of which a cell has changed since their last run, one bit each
	frames       []Set    // the domains of the open branches, one after the other
	decided      []Cell   // for each open branch, the cell that was decided there
	root         []Set
	weight       []float64 // for each cell, its share in contradictions; recent contradictions count more
	step         float64   // the amount that the next contradiction adds to a weight
	last         Cell      // the cell of the last decision
	restarted    bool
	inOrder      bool // set after searchInGroupOrder has run
	lastConflict Cell // the cell of the last decision that failed
	haveLast     bool

	runs    int  // the number of propagators run since the context was last checked
	stopped bool // set if the context ended during propagation

	valued []Cell     // for each cell whose value is the number of a region: the board cell in that region; nil unless regions are numbered freely
	branch [][]Cell   // the houses without hidden cells, for branching on the places of a value
	sought []placesOf // the arguments of Network.AddBranchQuestion
	chance *rand.PCG  // chooses the value to try first; nil chooses the least value

	// The fields from here on are scratch.
	pooled      *rooms
	union       []Set
	states      []uint64
	ranges      []cliqueRange
	reach       walkScratch
	regionsRoom *regionsState
	occurRoom   *occurRoom
	members     [][]membership // for each connectedCells, the membership of its cells when it last pruned nothing, followed by scratch memory
	trials      []trialScratch
	flat        []Prop // the propagators that Flatten returns
}

// These are parameters of weights and restarts; see docs/VARIANTS-ENGINE.md.
const (
	growth       = 1.0005
	blameOthers  = 0.5 // the share of a failure's blame that goes to the cells of the failed propagator
	blameAlike   = 4   // if a failed propagator has more cells than this, all its cells together get the blame of this number of cells
	lastAtMost   = 4   // the cell of the last failure is decided first if it has at most this number of values
	restartAfter = 1000
	inOrderAfter = 300 // after this number of nodes, searchInGroupOrder runs
	soughtShare  = 0.7 // the score of the places of an AddBranchQuestion, divided by the score of a cell with as many values as there are places
	valuedScores = 4   // the factor for the score of a cell that holds the region of a cell with a known value
	valuedAfter  = 300 // the number of nodes before valuedScores applies
)

const none = ^Cell(0)

// askAfter is the number of propagators run between two checks of the context.
const askAfter = 1024

func newSearch(ctx context.Context, n *Network, limits Limits) *search {
	pooled := keptRooms.Get().(*rooms)
	s := &search{network: n, program: compile(n, pooled), ctx: ctx, limits: limits, step: 1, pooled: pooled}
	cells := len(s.start)
	s.d.sets = pooled.domains.Allocate(cells)
	s.d.changed, s.d.fixed = pooled.changed.OpenList(), pooled.fixed.OpenList()
	copy(s.d.sets, s.start)
	s.dirty = pooled.words.Allocate(s.words)
	s.weight = pooled.weights.Allocate(cells)
	for c := range s.weight {
		for _, m := range s.wake[c*s.words : (c+1)*s.words] {
			s.weight[c] += 0.1 * float64(Set(m).Len())
		}
		if limits.Seed != 0 {
			h := (uint64(c)*0x9e3779b97f4a7c15 ^ limits.Seed) * 0xbf58476d1ce4e5b9
			s.weight[c] += float64(h>>56) / 512
		}
	}
	s.sought = n.places
	for i := range s.regions {
		if x := &s.regions[i]; x.free != nil {
			s.valued = slices.Repeat([]Cell{none}, cells)
			for k, c := range x.groups {
				s.valued[c] = x.cells[k]
			}
		}
	}
	if limits.Shuffle {
		s.chance = rand.NewPCG(limits.Seed, 0)
	}
	s.branch = pooled.lists.Allocate(len(s.houses))[:0]
	for _, h := range s.houses {
		if cells := s.distinct[h].cells; int(slices.Max(cells)) < s.counted {
			s.branch = append(s.branch, cells)
		}
	}
	s.frames = pooled.frames.OpenList()
	s.trials = make([]trialScratch, len(s.either))
	most := 0
	for i := range s.crossings {
		most = max(most, len(s.crossings[i].segments))
	}
	s.union = pooled.domains.Allocate(most)
	return s
}

// keptRooms holds the memory of searches that have ended.
var keptRooms = sync.Pool{New: func() any { return new(rooms) }}

// release frees the memory for another search. After that, s must not be used.
func (s *search) release() {
	if k := s.pooled; k != nil {
		k.release(s)
		s.pooled, s.frames = nil, nil
		keptRooms.Put(k)
	}
}

func (s *search) markAllDirty() {
	s.d.clearChanges()
	for i := range s.props {
		s.dirty[i>>6] |= 1 << (i & 63)
	}
	for c, m := range s.d.sets {
		if m.Single() {
			s.d.fixed = append(s.d.fixed, Cell(c))
		}
	}
}

// run searches until the whole space has been searched or a limit is reached.
func (s *search) run() {
	if s.ctx.Err() != nil {
		return
	}
	for _, m := range s.d.sets {
		s.never = s.never || m == 0
	}
	s.markAllDirty()
	if s.never || !s.propagate() {
		if !s.stopped {
			s.result.Outcome = Complete
		}
		return
	}
	s.root = s.pooled.domains.Allocate(len(s.d.sets))
	copy(s.root, s.d.sets)
	s.resume()
}

// resume continues a search from its current node.
func (s *search) resume() {
	cells := len(s.root)
	for {
		cell, bit := s.nextDecision()
		if s.chance != nil && bit != 0 && bit == s.d.sets[cell]&-s.d.sets[cell] && s.named == nil {
			bit = s.randomValue(s.d.sets[cell])
		}
		if bit == 0 {
			if s.recordSolution() {
				return
			}
			if !s.nextBranch() {
				return
			}
			continue
		}
		if s.shouldStop() {
			return
		}
		s.result.Nodes++
		s.frames = append(s.frames, s.d.sets...)
		s.frames[len(s.frames)-cells+int(cell)] &^= s.impliedExclusions(cell, bit)
		s.decided = append(s.decided, cell)
		if s.step *= growth; s.step > 1e100 {
			for c := range s.weight {
				s.weight[c] *= 1e-100
			}
			s.step *= 1e-100
		}
		s.last = cell
		s.d.Keep(cell, bit)
		if !s.propagate() && (s.stopped || !s.nextBranch()) {
			return
		}
		if s.named != nil && s.result.Nodes >= inOrderAfter && !s.inOrder && s.searchInGroupOrder() {
			return
		}
		if s.result.Nodes >= restartAfter && !s.restarted {
			s.restart()
		}
	}
}

// searchInGroupOrder searches a limited number of nodes, and numbers groups in the order in which they begin. It
// reports whether this completed the search. In this order a board with few clues about its groups is soon filled, row
// by row. The usual order first divides the board into groups. It may then find no values for these groups, and takes
// long to refute the division.
func (s *search) searchInGroupOrder() bool {
	s.inOrder = true
	limits := s.limits
	if most := 2 * int64(len(s.root)); limits.Nodes == 0 || limits.Nodes > s.result.Nodes+most {
		limits.Nodes = most
	} else if limits.Nodes -= s.result.Nodes; limits.Nodes <= 0 {
		return false
	}
	n := *s.network
	n.ordered = true
	var t *search
	if n.budget.Run(func() { t = newSearch(s.ctx, &n, limits) }) != nil {
		return false
	}
	defer t.release()
	t.run()
	t.result.Nodes += s.result.Nodes
	t.result.Failures += s.result.Failures
	if t.result.Outcome == Stopped {
		s.result.Nodes, s.result.Failures = t.result.Nodes, t.result.Failures
		return false
	}
	s.result = t.result
	return true
}

// impliedExclusions returns the values to exclude from cell after the value bit has been refuted: bit and all values
// that are interchangeable with it.
func (s *search) impliedExclusions(cell Cell, bit Set) Set {
	if x := s.named; x != nil && x.in[cell] {
		if open := x.unfixedValues(&s.d); open&bit != 0 {
			return open
		}
	}
	return bit
}

// redundantValues returns the values that the search need not try: all interchangeable values except one.
func (s *search) redundantValues() Set {
	if s.named == nil {
		return 0
	}
	open := s.named.unfixedValues(&s.d)
	return open & (open - 1)
}

func (s *search) randomValue(m Set) Set {
	skip, _ := bits.Mul64(s.chance.Uint64(), uint64(m.Len()))
	for ; skip > 0; skip-- {
		m &= m - 1
	}
	return m & -m
}

func (s *search) shouldStop() bool {
	return s.mostOpen > 0 && len(s.decided) >= s.mostOpen || s.limits.Nodes > 0 && s.result.Nodes >= s.limits.Nodes || s.ctx.Err() != nil
}

// recordSolution counts and perhaps keeps the solution. It drops open branches in which solutions could differ from
// this solution only in hidden cells. It reports whether the limit of solutions is reached.
func (s *search) recordSolution() bool {
	r := &s.result
	if r.Count++; len(r.Solutions) < s.limits.Keep {
		solution := make([]int, s.counted)
		for c := range solution {
			solution[c] = s.first + s.d.sets[c].Min()
		}
		if s.named != nil {
			s.named.renumber(solution, s.first)
		}
		r.Solutions = append(r.Solutions, solution)
	}
	if r.Count >= s.limits.Solutions {
		r.Outcome = LimitReached
		return true
	}
	for n := len(s.decided); n > 0 && int(s.decided[n-1]) >= s.counted; n-- {
		s.decided = s.decided[:n-1]
		s.frames = s.frames[:len(s.frames)-len(s.root)]
	}
	return false
}

// nextBranch continues with the latest open branch that leads to no contradiction. If no branch is left, it sets the
// outcome to Complete and returns false.
func (s *search) nextBranch() bool {
	cells := len(s.root)
	for n := len(s.decided); n > 0; n-- {
		s.last = s.decided[n-1]
		s.decided = s.decided[:n-1]
		first := len(s.frames) - cells
		copy(s.d.sets, s.frames[first:])
		s.frames = s.frames[:first]
		s.d.clearChanges()
		m := s.d.sets[s.last]
		s.d.changed = append(s.d.changed, s.last)
		if m.Single() {
			s.d.fixed = append(s.d.fixed, s.last)
		}
		if s.ctx.Err() != nil {
			return false
		}
		if s.propagate() {
			return true
		}
		if s.stopped {
			return false
		}
	}
	s.result.Outcome = Complete
	return false
}

// restart returns to the root and keeps the weights. It begins a new count, because the search will find the solutions
// again.
func (s *search) restart() {
	s.restarted, s.before = true, s.result
	s.frames, s.decided = s.frames[:0], s.decided[:0]
	copy(s.d.sets, s.root)
	s.d.clearChanges()
	s.result.Count, s.result.Solutions = 0, nil
}

// propagate runs the dirty propagators, cheap ones first, until nothing changes. On a contradiction it
// increases the weights of the cells involved and returns false.
func (s *search) propagate() bool {
	d := &s.d
	words := s.words
	for {
		for len(d.fixed) > 0 {
			c := d.fixed[len(d.fixed)-1]
			d.fixed = d.fixed[:len(d.fixed)-1]
			m := d.sets[c]
			if !s.removeFromAll(s.peers[c], m) || s.alike != nil && !s.removeFromAll(s.alike[int(c)*s.all.Len()+m.Min()&63], m) {
				return false
			}
		}
		s.markAffectedDirty()
		k := 0
		for k < words && s.dirty[k] == 0 {
			k++
		}
		if k == words {
			return true
		}
		i := k<<6 + Set(s.dirty[k]).Min()
		s.dirty[k] &= s.dirty[k] - 1
		q := s.props[i]
		if s.runs++; s.runs == askAfter {
			if s.runs = 0; s.ctx.Err() != nil {
				s.stopped = true
				return false
			}
		}
		if !s.runPropagator(q, d) {
			blame, cells := s.step*blameOthers, s.scope[i]
			if n := len(cells); n > blameAlike {
				blame *= blameAlike / float64(n)
			}
			for _, c := range cells {
				s.weight[c] += blame
			}
			s.recordContradiction()
			return false
		}
		if q.kind.isIdempotent() && !(q.kind == kindAutomaton && s.automata[q.index].twice) {
			s.markAffectedDirty()
			s.dirty[k] &^= 1 << (i & 63)
		}
	}
}

// removeFromAll removes the value m from the cells. If a cell has no value left, it records the contradiction and
// returns false.
func (s *search) removeFromAll(cells []Cell, m Set) bool {
	for _, c := range cells {
		if was := s.d.sets[c]; was&m != 0 && !s.d.changeCell(c, was&^m) {
			s.weight[c] += s.step * blameOthers
			s.recordContradiction()
			return false
		}
	}
	return true
}

func (s *search) markAffectedDirty() {
	dirty := s.dirty
	for _, c := range s.d.changed {
		wake := s.wake[int(c)*len(dirty):][:len(dirty)]
		for k := range dirty {
			dirty[k] |= wake[k]
		}
	}
	s.d.changed = s.d.changed[:0]
}

// recordContradiction counts a failure, and raises the weight of the cell that was decided last. It forgets which cells
// have changed and which propagators are dirty.
func (s *search) recordContradiction() {
	s.result.Failures++
	s.weight[s.last] += s.step
	s.lastConflict, s.haveLast = s.last, true
	s.d.clearChanges()
	clear(s.dirty)
}

// nextDecision returns the next decision: a cell, and the values to try first. The cell of the last failure has
// priority. Otherwise nextDecision prefers cells with few values and many contradictions. It may also choose one of two
// places of a value in a house. Hidden cells come last. The set is empty if every cell is decided.
func (s *search) nextDecision() (Cell, Set) {
	others := s.redundantValues()
	x := s.bestCell(others)
	if x.set == 0 {
		return s.firstOpenHiddenCell()
	}
	if s.haveLast { // the cell of the last failure has priority
		m := s.valuesToTry(int(s.lastConflict), others)
		if m&(m-1) != 0 && m.Len() <= lastAtMost && int(s.lastConflict) < s.counted {
			return s.lastConflict, m & -m
		}
		s.haveLast = false
	}
	values := s.d.sets[x.cell]
	x.set = values & -values
	if values.Len() == 2 && s.sought == nil {
		return Cell(x.cell), x.set
	}
	s.compareSoughtPlaces(&x)
	s.comparePlacesInHouses(&x)
	return Cell(x.cell), x.set
}

// decision is a cell, the values to try first, and a score by which decisions are compared.
type decision struct {
	cell  int
	set   Set
	score float64
}

// valuesToTry returns the values of cell c. If c is numbered freely, it omits the values in `others`, which are
// interchangeable with a value that is tried.
func (s *search) valuesToTry(c int, others Set) Set {
	if others != 0 && s.named.in[c] {
		return s.d.sets[c] &^ others
	}
	return s.d.sets[c]
}

// bestCell returns the open cell with the greatest score, and its values. If no cell is open, the set is empty.
func (s *search) bestCell(others Set) (best decision) {
	inverse := 1 / s.step
	sets := s.d.sets
	valued := s.valued
	if s.result.Nodes < valuedAfter {
		valued = nil
	}
	for c, m := range sets[:s.counted] {
		if m&(m-1) == 0 {
			continue
		}
		n := s.valuesToTry(c, others).Len()
		x := (1 + s.weight[c]*inverse) / float64((n-1)*n)
		if valued != nil && valued[c] != none && sets[valued[c]].Single() {
			x *= valuedScores
		}
		if x > best.score {
			best = decision{c, m, x}
		}
	}
	return best
}

func (s *search) firstOpenHiddenCell() (Cell, Set) {
	for c := s.counted; c < len(s.d.sets); c++ {
		if m := s.d.sets[c]; m&(m-1) != 0 {
			return Cell(c), m & -m
		}
	}
	return 0, 0
}

// compareSoughtPlaces replaces `best` if the places of a question that [Network.AddBranchQuestion] added have a higher
// score.
func (s *search) compareSoughtPlaces(best *decision) {
	inverse := 1 / s.step
	sets := s.d.sets
	for _, x := range s.sought {
		n, at, most := 0, -1, math.Inf(-1)
		for _, c := range x.cells {
			if sets[c]&x.set != 0 {
				if n++; s.weight[c] > most && sets[c]&^x.set != 0 {
					at, most = int(c), s.weight[c]
				}
			}
		}
		if n < 2 || at < 0 {
			continue
		}
		if y := soughtShare * (1 + most*inverse) / float64(n); y > best.score {
			*best = decision{at, sets[at] & x.set, y}
		}
	}
}

// comparePlacesInHouses replaces `best` if a value with two places in a house has a higher score.
func (s *search) comparePlacesInHouses(best *decision) {
	inverse := 1 / s.step
	sets := s.d.sets
	for _, cells := range s.branch {
		var one, two, three Set
		for _, c := range cells {
			m := sets[c]
			three |= two & m
			two |= one & m
			one |= m
		}
		for v := two &^ three; v != 0; v &= v - 1 {
			b := v & -v
			at, most := -1, math.Inf(-1)
			for _, c := range cells {
				if sets[c]&b != 0 && s.weight[c] > most {
					at, most = int(c), s.weight[c]
				}
			}
			if x := (1 + most*inverse) / 4; x > best.score {
				*best = decision{at, b, x}
			}
		}
	}
}
