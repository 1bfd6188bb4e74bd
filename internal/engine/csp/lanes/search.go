package lanes

import (
	"context"
	"math"
	"math/bits"
	"sync"

	"nonet/internal/engine/csp"
)

// These are parameters of weights and restarts; see docs/VARIANTS-ENGINE.md.
const (
	growth      = 1.002
	blameOthers = 0.5 // how much of a failure's blame goes to the cells of the failed propagator
	blameAlike  = 4   // if a failed propagator has more cells than this, all its cells together get the blame of this number of cells
	fewChanged  = 2   // a lane branches after a sweep that changed no more values than this
	weighEvery  = 4   // the number of branchings between two updates of the weights
)

// block is a stack of frames. A frame is a branch that is still open; it takes one lane of each row. The last row has
// the cells whose decisions led to the frames.
type block struct {
	rows  []row
	n     int
	share [lanes]float64 // the share of each frame; see attempt
	dirty []uint64       // the propagators that had not yet run on some frame when it was stored
}

// search is the state of one search of a program.
type search struct {
	*program
	machine
	schedule
	kernel    *kernel
	narrow    [kinds]func(*machine, int, int)
	running   *part // the part whose records the machine has now
	ctx       context.Context
	limits    csp.Limits
	result    csp.Result
	network   *csp.Search
	keep      func(*machine, int, int) // the kernel's routine for kindEither
	grid      []row                    // the domains in all lanes: a row for each cell, then rows for the copies that eithers work on
	dirty     []uint64
	attempt   // the current attempt; until restarted is set, the search that csp began
	others    []attempt
	before    attempt        // what the search had found when the first attempt began
	share     [lanes]float64 // for each lane, the share of its branch; see attempt
	rest      [lanes]float64 // for each lane that has just branched, the share of the other branch
	restarted bool           // the first attempt has begun
	sliceEnd  int64          // the number of nodes at which another attempt may continue
	spare     []block
	kept      *keptSearch
	root      []csp.Set
	weight    []float64
	step      float64
	decided   row // for each lane: the cell of its last decision
	weights   []uint16
	bounds    []uint16 // for each house: the greatest weight of its cells
	weighed   int      // how many branchings remain until the weights are updated
	index     row      // the lanes from which move copies; a field, because a local variable would be allocated at each call
	busy      int64
	sweeps    int64
}

func newSearch(ctx context.Context, p *program, k *kernel, network *csp.Search, limits csp.Limits) *search {
	s := &search{program: p, kernel: k, ctx: ctx, limits: limits, network: network, step: 1, sliceEnd: restartAfter}
	s.narrow = k.narrow
	if p.values > 10 {
		s.narrow = k.wide
	}
	s.keep = s.narrow[kindEither]
	s.narrow[kindEither] = func(m *machine, from, to int) { s.runDirtyAlternatives(from, to) }
	s.kept = keptSearches.Get().(*keptSearch)
	s.spare = s.kept.blocks
	s.grid = s.kept.rows.Allocate(p.cells * (1 + 2*p.levels))
	s.running = &p.part
	s.dirty = make([]uint64, p.words)
	s.weights = make([]uint16, p.cells)
	m := &s.machine
	m.cells = &s.grid[0]
	m.words = uint64(p.words)
	if p.words > 0 {
		m.dirty, m.records, m.near = &s.dirty[0], &p.records[0], &p.near[0]
		m.code = &p.code[0]
	}
	if len(p.tables) > 0 {
		m.tables = &p.tables[0]
	}
	scratch := s.kept.rows.Allocate(singleRows + p.cells)
	m.scratch = &scratch[0]
	if p.states > 0 {
		m.states = &s.kept.states.Allocate(p.states/4 + 16)[0]
	}
	m.may = math.MaxUint64
	m.weights = &s.weights[0]
	m.ncells = uint64(p.counted)
	if p.nhouses > 0 {
		m.houses, m.nhouses = &p.houses[0], uint64(p.nhouses)
		s.bounds = make([]uint16, p.nhouses)
		m.bounds = &s.bounds[0]
	}
	copy(scratch[highRows:], p.constantRows())
	for n := 2; n <= mostValues; n++ {
		m.base[n] = uint16(131070 / (n * (n - 1)))
	}
	return s
}

// constantRows returns the tables for scratch from row highRows on.
func (p *program) constantRows() []row {
	half := 0
	if p.half {
		half = 1
	}
	kept := &constants[half][p.values]
	kept.once.Do(func() {
		rows := make([]row, singleRows-highRows)
		p.appendRows(rows[:0], func(first, set int) uint16 { return uint16(first + bits.Len(uint(set))) })
		p.appendRows(rows[:reverseRows-highRows], func(first, set int) (reverse uint16) {
			for ; set != 0; set &= set - 1 {
				if w := p.values - 1 - first - bits.TrailingZeros(uint(set)); w >= 0 {
					reverse |= 1 << w
				}
			}
			return reverse
		})
		kept.rows = rows
	})
	return kept.rows
}

// constants caches the results of constantRows. The first index is 1 if vectors are half a row; the second is the
// number of values.
var constants [2][mostValues + 1]struct {
	once sync.Once
	rows []row
}

func setLaneDomains(rows []row, l int, domains []csp.Set) {
	for c, d := range domains {
		rows[c][l] = uint16(d)
	}
}

// takeOver continues a search that csp began, with its open branches, its weights and its result so far.
func (s *search) takeOver(root []csp.Set, frames []csp.Frame, weight []float64, so csp.Result) {
	s.root, s.weight, s.result = root, weight, so
	s.result.Outcome = csp.Stopped
	for _, f := range frames {
		b := s.blockForNextFrame()
		setLaneDomains(b.rows, b.n, f.Domains)
		b.rows[s.cellCount()][b.n] = uint16(f.Cell)
		b.n++
	}
	s.markAllDirty()
}

func (s *search) cellCount() int { return s.program.cells }

func (s *search) markAllDirty() { copy(s.dirty, s.all) }

func (s *search) markReadersDirty(c int) {
	for k, m := range s.wake[c*s.propagatorWords():][:s.propagatorWords()] {
		s.dirty[k] |= m
	}
}

func (s *search) propagatorWords() int { return s.program.words }

// blockForNextFrame returns the last block if it has room for a frame, or a new one.
func (s *search) blockForNextFrame() *block {
	if n := len(s.stack); n == 0 || s.stack[n-1].n == lanes {
		var b block
		if m := len(s.spare); m > 0 {
			b, s.spare = s.spare[m-1], s.spare[:m-1]
			b.n = 0
		}
		b.dirty = append(b.dirty[:0], make([]uint64, s.propagatorWords())...)
		if n := s.cellCount() + 1; cap(b.rows) >= n { // old contents are overwritten, so they need not be cleared
			b.rows = b.rows[:n]
		} else {
			b.rows = make([]row, n)
		}
		s.stack = append(s.stack, b)
	}
	return &s.stack[len(s.stack)-1]
}

// run searches the whole space, within the limits.
func (s *search) run() {
	m := &s.machine
	for {
		if s.ctx.Err() != nil {
			return
		}
		if m.live != math.MaxUint32 {
			s.refillLanes()
		}
		if m.live == 0 {
			s.result.Outcome = csp.Complete
			return
		}
		s.sweeps++
		s.busy += int64(bits.OnesCount32(m.live))
		m.changed = row{}
		m.fails = 0
		began := m.live
		s.sweep()
		for dead := began &^ m.live; dead != 0; dead &= dead - 1 {
			s.ended += s.share[bits.TrailingZeros32(dead)]
		}
		for _, f := range m.failed[:m.fails] {
			s.raiseWeights(f.lanes, s.blame[f.propagator])
		}
		if m.live == 0 {
			clear(s.dirty)
			continue
		}
		still := m.live
		for l, c := range m.changed {
			if bits.OnesCount16(c) > fewChanged {
				still &^= 1 << l
			}
		}
		if still != 0 && !s.branchSettledLanes(still) {
			return
		}
		if s.result.Nodes >= s.sliceEnd {
			s.nextSlice()
		}
	}
}

// usePart points the machine at the propagators of a part. The propagators in dirty are to run.
func (s *search) usePart(p *part, dirty []uint64) {
	s.running, s.dirty = p, dirty
	m := &s.machine
	m.dirty, m.records, m.near, m.words = &dirty[0], &p.records[0], &p.near[0], uint64(p.words)
}

// runDirtyAlternatives runs the dirty constraints Either whose bits are in the words from `from` to `to`, not including
// `to`.
func (s *search) runDirtyAlternatives(from, to int) {
	m, p, dirty, may := &s.machine, s.running, s.dirty, s.may
	for w := from; w < to; w++ {
		for todo := dirty[w] & may; todo != 0 && m.live != 0; todo &= todo - 1 {
			at := w*64 + bits.TrailingZeros64(todo)
			s.runAlternatives(&p.eithers[p.records[at].a])
			s.usePart(p, dirty)
			m.may = todo & -todo
			s.keep(m, w, w+1)
			m.may = math.MaxUint64
		}
	}
}

func (s *search) runPropagators(p *part, k kind) {
	s.may = p.may[k]
	from, to := p.span[k], p.span[k+1]
	if p.words == 1 {
		from, to = 0, 1
	}
	s.narrow[k](&s.machine, from, to)
	s.may = math.MaxUint64
}

// runAlternatives runs the propagators of each alternative of e. The values that at least one alternative leaves go to
// the rows at distance e.left.
func (s *search) runAlternatives(e *either) {
	m := &s.machine
	live, changed, fails := m.live, m.changed, m.fails
	for _, c := range e.scope {
		s.grid[int(c)+e.left] = row{}
	}
	rest := live // the lanes in which the alternatives so far have not left all values
	for k := range e.parts {
		i := (e.last + k) % len(e.parts)
		p := &e.parts[i]
		s.usePart(p, e.dirty[i])
		copy(s.dirty, p.all)
		m.live, m.fails = rest, fails // restore the earlier failures, and drop those of the alternatives
		s.runPropagators(p, kindEnter)
		for again := true; again && m.live != 0; {
			for k := range kindEnter {
				if p.may[k] != 0 && m.live != 0 {
					s.runPropagators(p, k)
				}
			}
			again = false
			for _, d := range s.dirty {
				again = again || d != 0
			}
		}
		if m.live == 0 {
			continue
		}
		m.changed = row{}
		s.dirty[p.leave>>6] |= 1 << (p.leave & 63)
		s.runPropagators(p, kindLeave)
		for alive := m.live; alive != 0; alive &= alive - 1 {
			if l := bits.TrailingZeros32(alive); m.changed[l] == 0 {
				rest &^= 1 << l
			}
		}
		if rest == 0 {
			e.last = i
			break
		}
	}
	m.live, m.changed, m.fails = live, changed, fails
}

// raiseWeights raises, for each lane of `dead`, the weight of the cell that was decided last in the lane. It also
// raises the weights of `cells`, the cells of the propagator that failed.
func (s *search) raiseWeights(dead uint32, cells []csp.Cell) {
	n := bits.OnesCount32(dead)
	s.result.Failures += int64(n)
	for ; dead != 0; dead &= dead - 1 {
		s.weight[s.decided[bits.TrailingZeros32(dead)]] += s.step
	}
	blame := s.step * blameOthers * float64(n)
	if n := len(cells); n > blameAlike {
		blame *= blameAlike / float64(n)
	}
	for _, c := range cells {
		s.weight[c] += blame
	}
}

// branchSettledLanes branches in the lanes of the set `still`. In these lanes propagation has ended, or the last sweep
// changed few values. If all cells of such a lane are decided, and a complete sweep changed nothing, it records the
// solution. It returns false if the search is over.
func (s *search) branchSettledLanes(still uint32) bool {
	m := &s.machine
	s.updateWeights()
	m.asked = still
	s.kernel.choose(m)
	split := uint32(0)
	for set := still; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		if m.best[l] != 0 {
			split |= 1 << l
			continue
		}
		if !s.complete || m.changed[l] != 0 {
			s.prove = true
			continue
		}
		m.live &^= 1 << l
		s.ended += s.share[l]
		if s.recordSolution(l) {
			s.result.Outcome = csp.LimitReached
			return false
		}
		if s.ctx.Err() != nil {
			return false
		}
	}
	n := int64(bits.OnesCount32(split))
	if s.limits.Nodes > 0 && s.result.Nodes+n > s.limits.Nodes {
		return false
	}
	s.result.Nodes += n
	s.nodes += n
	for set := split; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		values := float64(bits.OnesCount16(s.grid[m.at[l]][l]))
		s.rest[l] = s.share[l] * (values - 1) / values
		s.share[l] /= values
	}
	if free := ^m.live; len(s.stack) == 0 && bits.OnesCount32(free) >= bits.OnesCount32(split) {
		s.forkLanes(split, free)
	} else {
		s.pushFrames(split, true)
	}
	for ; split != 0; split &= split - 1 {
		l := bits.TrailingZeros32(split)
		c := m.at[l]
		s.grid[c][l] = m.bit[l]
		s.decided[l] = c
		s.markReadersDirty(int(c))
	}
	s.step *= math.Pow(growth, float64(n))
	if s.step > 1e100 {
		for c := range s.weight {
			s.weight[c] *= 1e-100
		}
		s.step *= 1e-100
	}
	return true
}

// updateWeights updates the weights that the routine `choose` reads, if they are out of date. It scales them so that
// the heaviest cell gets the greatest number that fits.
func (s *search) updateWeights() {
	if s.weighed--; s.weighed > 0 {
		return
	}
	s.weighed = weighEvery
	most := 0.0
	for _, w := range s.weight {
		most = max(most, w)
	}
	unit := 65535 / (1 + most/s.step)
	per := unit / s.step
	for c, w := range s.weight {
		s.weights[c] = uint16(max(1, unit+w*per))
	}
	houses := s.program.houses
	for i := range s.bounds {
		cells := houses[1 : 1+houses[0]]
		houses = houses[1+houses[0]:]
		bound := uint16(0)
		for _, c := range cells {
			bound = max(bound, s.weights[c/64])
		}
		s.bounds[i] = bound
	}
}

// recordSolution records the solution in lane l. It reports whether the limit of solutions is reached.
func (s *search) recordSolution(l int) bool {
	if s.counted < s.cellCount() {
		open := false
		all := make([]csp.Set, s.cellCount())
		for c := range all {
			all[c] = csp.Set(s.grid[c][l])
			open = open || !all[c].Single()
		}
		if open && !s.network.HasCompletion(all) {
			return false
		}
	}
	r := &s.result
	if r.Count++; len(r.Solutions) < s.limits.Keep {
		solution := make([]int, s.counted)
		for c := range solution {
			solution[c] = s.first + bits.TrailingZeros16(s.grid[c][l])
		}
		r.Solutions = append(r.Solutions, solution)
	}
	return r.Count >= s.limits.Solutions
}

// forkLanes copies each lane of the set `split` to a lane of the set `free`, which then searches the other branch.
// Without forkLanes, pushFrames would store the other branches, and refillLanes would load them at once.
func (s *search) forkLanes(split, free uint32) {
	m := &s.machine
	set := uint32(0)
	for ; split != 0; free &= free - 1 {
		from, to := bits.Len32(split)-1, bits.TrailingZeros32(free)
		split &^= 1 << from
		s.index[to] = uint16(from)
		set |= 1 << to
	}
	s.kernel.move(s.grid, s.grid, &s.index, set, s.cellCount())
	m.live |= set
	for ; set != 0; set &= set - 1 {
		l := bits.TrailingZeros32(set)
		from := s.index[l]
		c := m.at[from]
		s.share[l] = s.rest[from]
		s.grid[c][l] &^= m.bit[from]
		s.decided[l] = c
	}
}

// pushFrames stores the set of lanes `of` as frames. If `others` is set, the lanes have just branched, and pushFrames
// stores their other branches instead.
func (s *search) pushFrames(of uint32, others bool) {
	m := &s.machine
	for of != 0 {
		b := s.blockForNextFrame()
		var from [lanes]uint8
		set, first := uint32(0), b.n
		for ; of != 0 && b.n < lanes; of &= of - 1 {
			l := bits.TrailingZeros32(of)
			s.index[b.n], from[b.n] = uint16(l), uint8(l)
			set |= 1 << b.n
			b.n++
		}
		s.kernel.move(b.rows, s.grid, &s.index, set, s.cellCount())
		for k, m := range s.dirty {
			b.dirty[k] |= m
		}
		for i := first; i < b.n; i++ {
			l := from[i]
			c, share := s.decided[l], s.share[l]
			if others {
				c, share = m.at[l], s.rest[l]
				b.rows[c][i] &^= m.bit[l]
			}
			b.rows[s.cellCount()][i] = c
			b.share[i] = share
		}
	}
}

// refillLanes loads the latest frames into the lanes that have no search.
func (s *search) refillLanes() {
	m := &s.machine
	for free := ^m.live; free != 0 && len(s.stack) > 0; {
		b := &s.stack[len(s.stack)-1]
		set := uint32(0)
		for ; free != 0 && b.n > 0; free &= free - 1 {
			l := bits.TrailingZeros32(free)
			b.n--
			s.index[l] = uint16(b.n)
			s.share[l] = b.share[b.n]
			c := b.rows[s.cellCount()][b.n]
			s.decided[l] = c
			set |= 1 << l
			s.markReadersDirty(int(c))
		}
		s.kernel.move(s.grid, b.rows, &s.index, set, s.cellCount())
		for k, m := range b.dirty {
			s.dirty[k] |= m
		}
		m.live |= set
		if b.n == 0 {
			s.spare = append(s.spare, *b)
			s.stack = s.stack[:len(s.stack)-1]
		}
	}
}
