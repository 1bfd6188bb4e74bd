package explainer

import "slices"

// forcingKind is one rung of forcing chains.
type forcingKind struct {
	multiple, dynamic, nishio bool
	level                     int // 0 links only, 1 basic techniques too, 2 and more nested chains
	inner                     int // the level of the dynamic chains nested at level 4
	rating                    float64
}

var forcingKinds = [...]forcingKind{
	{dynamic: true, nishio: true, rating: 7.5},
	{multiple: true, rating: 8.0},
	{multiple: true, dynamic: true, rating: 8.5},
	{multiple: true, dynamic: true, level: 1, rating: 9.0},
	{multiple: true, dynamic: true, level: 2, rating: 9.5},
	{multiple: true, dynamic: true, level: 3, rating: 10.0},
	{multiple: true, dynamic: true, level: 4, inner: 0, rating: 10.5},
	{multiple: true, dynamic: true, level: 4, inner: 1, rating: 10.5},
	{multiple: true, dynamic: true, level: 4, inner: 2, rating: 10.5},
	{multiple: true, dynamic: true, level: 4, inner: 3, rating: 10.5},
}

// sharedForcer is the index of the first rung of dynamic chains.
const sharedForcer = 2

// chainKind is the shape of a forcing chain; of equally complex ones the lower wins.
type chainKind uint8

const (
	double        chainKind = 1
	cellForcing   chainKind = 5
	regionForcing chainKind = 6
	contradiction chainKind = 7
)

// forcingHint is a conclusion that several runs share, or a contradiction in one.
type forcingHint struct {
	complexity int
	kind       chainKind
	order      uint32 // of discovery
	node       uint16 // what is concluded: the candidate, on or off
	house      uint8  // of regionForcing: the kind of house, 0–2
	sources    [9]uint16
	count      uint8 // of sources
}

// better tells whether h ranks before o.
func (h *forcingHint) better(o *forcingHint) bool {
	if h.complexity != o.complexity {
		return h.complexity < o.complexity
	}
	if h.kind != o.kind {
		return h.kind < o.kind
	}
	return h.order < o.order
}

// forcer looks for forcing chains from every cell of a position.
type forcer struct {
	forcingKind
	ctx    caller
	shared bool // searches of one position at rising levels share their runs
	all    bool // the easiest for each elimination is wanted, not just the easiest of all
	base   *board
	last   marks // the position that the runs are of

	runs  [nodes]*run
	valid [nodes]uint32 // the search that a run is of
	turn  uint32

	// One run.
	work                  board
	pendingOn, pendingOff []uint16
	list                  []uint16

	// Counting ancestors.
	stamps []uint32
	stamp  uint32
	todo   []uint16
	inside []int32 // nested hints met

	found bool
	best  forcingHint
	byKey map[uint32]int
	hints []forcingHint
	group uint32

	patterns patternList
	cycles   *cycleFinder
	static   *forcer
	deeper   *forcer
	known    []nestedRecord
	nested   []nestedHint
	owed     owedFinder
}

// caller is asked now and then whether the search is still wanted.
type caller interface{ Err() error }

// newForcer is a forcer for one kind of chains, and if that is shared for those of
// all levels below 4.
func newForcer(kind forcingKind, shared bool) *forcer {
	f := &forcer{forcingKind: kind, shared: shared}
	if kind.level >= 4 {
		f.deeper = newForcer(forcingKind{multiple: true, dynamic: true, level: kind.inner}, false)
		f.deeper.all = true
	}
	if shared || kind.level == 2 || kind.level == 3 {
		f.cycles = &cycleFinder{all: true}
		f.static = newForcer(forcingKind{multiple: true}, false)
		f.static.all = true
	}
	return f
}

// attend sets whom f and all nested in it ask whether to go on.
func (f *forcer) attend(ctx caller) {
	f.ctx = ctx
	for _, inner := range [2]*forcer{f.static, f.deeper} {
		if inner != nil {
			inner.attend(ctx)
		}
	}
}

// forcer is the one for a rung. Dynamic chains of levels 0 to 3 have one in common:
// each goes on where the last left off.
func (s *solver) forcer(i int) *forcer {
	kind := forcingKinds[i]
	shared := kind.multiple && kind.dynamic && kind.level < 4
	at := i
	if shared {
		at = sharedForcer
	}
	if s.forcing[at] == nil {
		s.forcing[at] = newForcer(kind, shared)
	}
	s.forcing[at].forcingKind = kind
	return s.forcing[at]
}

// force takes the easiest chain of a rung.
func (s *solver) force(i int) bool {
	f := s.forcer(i)
	f.attend(s.ctx)
	f.search(s.board)
	if s.ctx.Err() != nil {
		s.stopped = true
		f.last = marks{} // some runs are cut short
		return false
	}
	if !f.found {
		return false
	}
	h := &f.best
	e := f.removal(h.node)
	s.found.removed = append(s.found.removed[:0], e)
	s.eliminates(f.technique(h.kind), f.rating+lengthening(h.complexity))
	if h.node&1 != 0 {
		s.found.place = int(h.node >> 1)
	}
	return true
}

func (f *forcer) technique(k chainKind) Technique {
	if f.nishio {
		return Nishio
	}
	var first Technique
	switch {
	case f.level >= 2:
		first = NestedCell
	case f.level == 1:
		first = PlusCell
	case f.dynamic:
		first = DynamicCell
	default:
		first = CellForcing
	}
	switch k {
	case regionForcing:
		first++
	case double:
		first += 2
	case contradiction:
		first += 3
	}
	return first
}

// removal is what a conclusion takes away: the candidate, or all others of its cell.
func (f *forcer) removal(node uint16) elimination {
	n := node >> 1
	c, d := uint8(n/9), n%9
	if node&1 != 0 {
		return elimination{c, f.base.cand[c] &^ (1 << d)}
	}
	return elimination{c, 1 << d}
}

// search finds the easiest hint of a position, or of each elimination. When the
// context ends it returns early, and what it found is void.
func (f *forcer) search(b *board) {
	f.found, f.hints, f.group = false, f.hints[:0], 0
	if f.base = b; !f.shared || f.last != b.marks {
		f.last = b.marks
		f.turn++
		f.known = append(f.known[:0], nestedRecord{})
	}
	if f.all {
		if f.byKey == nil {
			f.byKey = map[uint32]int{}
		}
		clear(f.byKey)
	}
	for c := range cells {
		m := b.cand[c]
		if n := ones[m]; n < 2 || n == 2 && !f.dynamic {
			continue
		}
		if f.ctx.Err() != nil {
			return
		}
		f.searchCell(c, m)
	}
}

// of is the run of a supposition, made when first asked for.
func (f *forcer) of(node int) *run {
	r := f.runs[node]
	if f.valid[node] != f.turn {
		if r == nil {
			r = &run{}
			f.runs[node] = r
		}
		f.valid[node] = f.turn
		f.propagate(r, node)
	} else if r.level < f.level && !r.absurd {
		f.resume(r)
	}
	return r
}

func (f *forcer) searchCell(c int, m uint16) {
	var sources [9]uint16
	for i, d := range digitsOf[m] {
		n := 9*c + int(d)
		on := uint16(2*n + 1)
		sources[i] = on
		if f.dynamic {
			f.contradiction(on)
			f.contradiction(uint16(2 * n))
			if f.multiple && ones[m] >= 3 {
				both := [9]uint16{on, uint16(2 * n)}
				f.reduce(double, 0, &both, 2)
			}
		}
		if !f.nishio {
			f.regions(c, d)
		}
	}
	if !f.nishio {
		f.reduce(cellForcing, 0, &sources, int(ones[m]))
	}
}

// regions looks at each house of which the candidate is the first place.
func (f *forcer) regions(c int, d uint8) {
	for kind, h := range cellHouse[c] {
		at := f.base.at[d][h]
		places := digitsOf[at]
		if len(places) < 2 || places[0] != cellPlace[c][kind] {
			continue
		}
		var sources [9]uint16
		for i, p := range places {
			sources[i] = uint16(2*(9*int(houseCell[h][p])+int(d)) + 1)
		}
		f.reduce(regionForcing, uint8(kind), &sources, len(places))
	}
}

func (f *forcer) contradiction(source uint16) {
	f.group++
	r := f.of(int(source))
	if !r.absurd {
		return
	}
	h := forcingHint{kind: contradiction, order: f.group << 12, node: source ^ 1, count: 1}
	h.sources[0] = source
	least := int(r.entries[r.absurdOn].depth) + int(r.entries[r.absurdOff].depth)
	if !f.promising(&h, least) {
		return
	}
	f.inside = f.inside[:0]
	h.complexity = f.ancestors(r, r.absurdOn) + f.ancestors(r, r.absurdOff)
	f.addNested(&h)
	f.keep(&h)
}

// reduce looks for what all sources imply: first all that is on, then what is off.
func (f *forcer) reduce(kind chainKind, house uint8, sources *[9]uint16, count int) {
	var runs [9]*run
	on, off := nodeSet{}, nodeSet{}
	for i := range count {
		r := f.of(int(sources[i]))
		runs[i] = r
		if i == 0 {
			on, off = r.on, r.off
			continue
		}
		for w := range on {
			on[w] &= r.on[w]
			off[w] &= r.off[w]
		}
	}
	for side, set := range [2]*nodeSet{&on, &off} {
		f.group++
		for w, b := range set {
			for ; b != 0; b &= b - 1 {
				n := w<<6 + trailing(b)
				node := uint16(2*n + 1 - side)
				if side == 0 && ones[f.base.cand[n/9]] < 2 {
					continue
				}
				least := 0
				for _, r := range runs[:count] {
					least += int(r.entries[r.number(node)].depth)
				}
				h := forcingHint{
					kind: kind, house: house, node: node, sources: *sources, count: uint8(count),
					order: f.group<<12 | uint32(runs[0].number(node)),
				}
				if !f.promising(&h, least) {
					continue
				}
				f.inside = f.inside[:0]
				for _, r := range runs[:count] {
					h.complexity += f.ancestors(r, r.number(node))
				}
				f.addNested(&h)
				f.keep(&h)
			}
		}
	}
}

func (r *run) number(node uint16) uint16 {
	if node&1 != 0 {
		return r.numberOn[node>>1]
	}
	return r.numberOff[node>>1]
}

func (f *forcer) key(node uint16) uint32 {
	e := f.removal(node)
	return uint32(e.cell)<<9 | uint32(e.digits)
}

// promising tells whether h, at its least possible complexity, is of use.
func (f *forcer) promising(h *forcingHint, least int) bool {
	rival := &f.best
	if f.all {
		i, known := f.byKey[f.key(h.node)]
		if !known {
			return true
		}
		rival = &f.hints[i]
	} else if !f.found {
		return true
	}
	if least != rival.complexity {
		return least < rival.complexity
	}
	if h.kind != rival.kind {
		return h.kind < rival.kind
	}
	return h.order < rival.order
}

func (f *forcer) keep(h *forcingHint) {
	if !f.all {
		if !f.found || h.better(&f.best) {
			f.found, f.best = true, *h
		}
		return
	}
	key := f.key(h.node)
	if i, known := f.byKey[key]; !known {
		f.byKey[key] = len(f.hints)
		f.hints = append(f.hints, *h)
	} else if h.better(&f.hints[i]) {
		f.hints[i] = *h
	}
}

// ancestors counts the nodes that entry number e owes itself to, itself included,
// and notes the nested hints among them.
func (f *forcer) ancestors(r *run, e uint16) int {
	if !f.dynamic {
		return int(r.entries[e].depth)
	}
	if size := r.entries[e].size; size != 0 && f.level < 2 {
		return int(size)
	}
	for len(f.stamps) < len(r.entries) {
		f.stamps = append(f.stamps, 0)
	}
	f.stamp++
	f.todo = append(f.todo[:0], e)
	f.stamps[e] = f.stamp
	for i := 0; i < len(f.todo); i++ {
		x := &r.entries[f.todo[i]]
		if x.nested != 0 {
			f.inside = append(f.inside, x.nested)
		}
		for _, p := range r.parentsOf(x) {
			if f.stamps[p] != f.stamp {
				f.stamps[p] = f.stamp
				f.todo = append(f.todo, p)
			}
		}
	}
	r.entries[e].size = uint16(len(f.todo))
	return len(f.todo)
}

// addNested adds the complexity of the nested hints inside, each chain once.
func (f *forcer) addNested(h *forcingHint) {
	for i, n := range f.inside {
		k := &f.known[n]
		if !slices.ContainsFunc(f.inside[:i], func(m int32) bool { return f.known[m].identity == k.identity }) {
			h.complexity += k.complexity
		}
	}
}
