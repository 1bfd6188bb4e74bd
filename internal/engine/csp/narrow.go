package csp

// This file holds what each short constraint takes away. A routine returns false where
// nothing is left; called on cells with a single value each it tells whether they keep the
// constraint. Peers of a cell with one value have lost that value before any of it runs.

// narrow runs a propagator.
func (s *search) narrow(q prop, d *Domains) bool {
	p := s.program
	switch q.kind {
	case kindUnequal:
		return narrowUnequal(p.unequal[q.at], d)
	case kindRelation:
		return p.relations[q.at].narrow(d)
	case kindDistinct:
		return p.distinct[q.at].narrow(d)
	case kindRequired:
		return s.narrowRequired(&p.required[q.at], d)
	case kindCount:
		return narrowCount(&p.counts[q.at], d)
	case kindCover:
		return s.narrowCover(&p.covers[q.at], d)
	case kindBalance:
		return p.balance[q.at].narrow(d)
	case kindPlaces:
		return s.narrowPlaces(p.places[q.at], d)
	case kindSets:
		return s.narrowSets(&p.sets[q.at], d)
	case kindCrossing:
		return s.narrowCrossing(&p.crossings[q.at], d)
	case kindOccur:
		return s.narrowOccur(&p.occurs[q.at], d)
	case kindNumbered:
		return p.numbered[q.at].narrow(d)
	case kindApart:
		return p.apart[q.at].narrow(d)
	case kindSum:
		return s.narrowSum(&p.sums[q.at], d)
	case kindAutomaton:
		return s.narrowAutomaton(&p.automata[q.at], d)
	case kindAdded:
		return p.added[q.at].Narrow(d)
	case kindRegions:
		return s.narrowRegions(&p.regions[q.at], d)
	case kindConnected:
		return s.narrowConnected(&p.connected[q.at], d)
	default:
		return s.narrowEither(int(q.at), d)
	}
}

// distinct is cells that see each other and are nearly as many as their values.
type distinct struct{ cells []Cell }

// narrow finds hidden singles, where there are as many values as cells.
func (h *distinct) narrow(d *Domains) bool {
	var one, two, fixed Set
	for _, c := range h.cells {
		m := d.sets[c]
		two |= one & m
		one |= m
		if m&(m-1) == 0 {
			fixed |= m
		}
	}
	if n := one.Len(); n != len(h.cells) {
		return n > len(h.cells)
	}
	hidden := one &^ two &^ fixed
	if hidden == 0 {
		return true
	}
	for _, c := range h.cells {
		if m := d.sets[c] & hidden; m != 0 && (m&(m-1) != 0 || !d.Keep(c, m)) {
			return false
		}
	}
	return true
}

// narrowUnequal takes the value of each cell that has but one from the others.
func narrowUnequal(cells []Cell, d *Domains) bool {
	for {
		var one, fixed Set
		for _, c := range cells {
			m := d.sets[c]
			one |= m
			if m.Single() {
				if fixed&m != 0 {
					return false
				}
				fixed |= m
			}
		}
		if one.Len() < len(cells) {
			return false
		}
		again := false
		for _, c := range cells {
			if m := d.sets[c]; m&fixed != 0 && !m.Single() {
				if !d.Keep(c, ^fixed) {
					return false
				}
				again = again || d.sets[c].Single()
			}
		}
		if !again {
			return true
		}
	}
}

// relation is a pair of cells and what each value of one allows in the other: where there
// are at most 16 values, as two tables of what half a set allows.
type relation struct {
	cells [2]Cell
	r     *Relation
	to    *[2][256]uint16
	from  *[2][256]uint16
}

func newRelation(a, b Cell, r *Relation) relation {
	q := relation{cells: [2]Cell{a, b}, r: r}
	if len(r.to) <= 16 {
		q.to, q.from = r.halves()
	}
	return q
}

// halves returns what each set of the first eight, and of the other values allows.
func (r *Relation) halves() (to, from *[2][256]uint16) {
	r.once.Do(func() {
		fill := func(t *[2][256]uint16, row []Set) {
			for v, allowed := range row {
				half, bit := v>>3, 1<<(v&7)
				for s := bit; s < 256; s = (s + 1) | bit {
					t[half][s] |= uint16(allowed)
				}
			}
		}
		fill(&r.halfTo, r.to)
		fill(&r.halfFrom, r.from)
	})
	return &r.halfTo, &r.halfFrom
}

func (q *relation) narrow(d *Domains) bool {
	a, b := d.sets[q.cells[0]], d.sets[q.cells[1]]
	var to, from Set
	if q.to != nil {
		to = Set(q.to[0][a&255] | q.to[1][a>>8])
		b &= to
		from = Set(q.from[0][b&255] | q.from[1][b>>8])
	} else {
		for m := a; m != 0; m &= m - 1 {
			to |= q.r.to[m.Min()]
		}
		for m := b & to; m != 0; m &= m - 1 {
			from |= q.r.from[m.Min()]
		}
	}
	return d.Keep(q.cells[1], to) && d.Keep(q.cells[0], from)
}

// narrowCount sees to a number of cells with a value of a set.
func narrowCount(x *countOf, d *Domains) bool {
	may, must := 0, 0
	for _, c := range x.cells {
		m := d.sets[c]
		if m&x.set != 0 {
			may++
			if m&^x.set == 0 {
				must++
			}
		}
	}
	if may < x.lo || must > x.hi {
		return false
	}
	if may == must {
		return true
	}
	if may == x.lo {
		for _, c := range x.cells {
			if d.sets[c]&x.set != 0 && !d.Keep(c, x.set) {
				return false
			}
		}
	} else if must == x.hi {
		for _, c := range x.cells {
			if d.sets[c]&^x.set != 0 && !d.Keep(c, ^x.set) {
				return false
			}
		}
	}
	return true
}

// required is values that stand in some of the cells.
type required struct {
	cells []Cell
	any   Set
	times []int // by index of the value
	spare int   // cells that need none of them
	never bool
}

func (c *compiler) newRequired(x requiredOf) required {
	r := required{cells: x.cells, times: make([]int, c.all.Len()), spare: len(x.cells) - len(x.values)}
	for _, v := range x.values {
		if i := v - c.first; i < 0 || i >= c.all.Len() {
			r.never = true
		} else {
			r.times[i]++
			r.any |= 1 << i
		}
	}
	return r
}

func (s *search) narrowRequired(x *required, d *Domains) bool {
	out := 0
	var one, two Set
	for _, c := range x.cells {
		m := d.sets[c]
		if m&x.any == 0 {
			out++
		}
		two |= one & m
		one |= m
	}
	if x.never || out > x.spare || x.any&^one != 0 {
		return false
	}
	if out == x.spare {
		for _, c := range x.cells {
			if d.sets[c]&x.any != 0 && !d.Keep(c, x.any) {
				return false
			}
		}
	}
	for m := x.any; m != 0; m &= m - 1 {
		v, bit := m.Min(), m&-m
		if bit&two != 0 && x.times[v] == 1 {
			if !s.leavePeers(x.cells, bit, d) {
				return false
			}
			continue
		}
		places := 0
		for _, c := range x.cells {
			if d.sets[c]&bit != 0 {
				places++
			}
		}
		if places < x.times[v] {
			return false
		}
		if places == x.times[v] {
			for _, c := range x.cells {
				if d.sets[c]&bit != 0 && !d.Keep(c, bit) {
					return false
				}
			}
		}
	}
	return true
}

// leavePeers takes a value, which one of the cells has, from the cells that see all of
// those that can have it.
func (s *search) leavePeers(cells []Cell, bit Set, d *Domains) bool {
	p := s.program
	w, sees := p.seeWords, p.sees
	if p.seesBy != nil {
		sees = p.seesBy[bit.Min()]
	}
	if w <= 2 {
		a, b := ^uint64(0), ^uint64(0)
		places := 0
		for _, c := range cells {
			if d.sets[c]&bit != 0 {
				i := int(c) * w
				a &= sees[i]
				b &= sees[i+w-1]
				places++
			}
		}
		if places == 0 {
			return false
		}
		if w == 1 {
			b = 0
		}
		for ; a != 0; a &= a - 1 {
			if c := Cell(Set(a).Min()); d.sets[c]&bit != 0 && !d.Keep(c, ^bit) {
				return false
			}
		}
		for ; b != 0; b &= b - 1 {
			if c := Cell(64 + Set(b).Min()); d.sets[c]&bit != 0 && !d.Keep(c, ^bit) {
				return false
			}
		}
		return true
	}
	for k := range w {
		m := ^uint64(0)
		places := 0
		for _, c := range cells {
			if d.sets[c]&bit != 0 {
				m &= sees[int(c)*w+k]
				places++
			}
		}
		if places == 0 {
			return false
		}
		for ; m != 0; m &= m - 1 {
			if c := Cell(k<<6 + Set(m).Min()); d.sets[c]&bit != 0 && !d.Keep(c, ^bit) {
				return false
			}
		}
	}
	return true
}

// setList is sets that cells may have together; lists of one network differ in id, those
// that are not shared have -1.
type setList struct {
	sets []Set
	id   int
}

type setsKey struct{ cells, lo, hi int }

// setsProp is distinct cells and the sets of values that they may have together.
type setsProp struct {
	cells []Cell
	list  *setList
}

func (c *compiler) newSets(cells []Cell, list *setList) setsProp {
	if list.id < 0 {
		list.id = len(c.sets)
	}
	return setsProp{cells, list}
}

// setsMemo remembers what the sets between fixed and possible values have in all and in
// common; the same question comes up on branch after branch.
type setsMemo struct {
	list       *setList
	one, fixed Set
	any, every Set
}

const memoSize = 1 << 11

// fewSets is how many sets are quicker looked through than looked up.
const fewSets = 6

// within returns the union and the intersection of the sets that hold all of fixed and
// nothing beyond one; the union is empty where there are none.
func (s *search) within(list *setList, one, fixed Set) (any, every Set) {
	if len(list.sets) <= fewSets {
		return list.within(one, fixed)
	}
	h := (uint64(one)*0x9e3779b97f4a7c15 ^ uint64(fixed)*0xc2b2ae3d27d4eb4f ^ uint64(list.id)*0x165667b19e3779f9) >> 53
	m := &s.memo[h%memoSize]
	if m.list != list || m.one != one || m.fixed != fixed {
		any, every = list.within(one, fixed)
		*m = setsMemo{list, one, fixed, any, every}
	}
	return m.any, m.every
}

func (l *setList) within(one, fixed Set) (any, every Set) {
	every = ^Set(0)
	for _, t := range l.sets {
		if t&^one|fixed&^t == 0 {
			any |= t
			every &= t
		}
	}
	return any, every
}

// exactSets is how many cells are open at most where narrowSets deals each set to them.
const exactSets = 3

func (s *search) narrowSets(x *setsProp, d *Domains) bool {
	var one, two, fixed Set
	var open [4]Cell
	n := 0
	for _, c := range x.cells {
		m := d.sets[c]
		two |= one & m
		one |= m
		if m&(m-1) == 0 {
			fixed |= m
		} else {
			if n < exactSets {
				open[n] = c
			}
			n++
		}
	}
	var any, every Set
	if n > 1 && n <= exactSets {
		var keep [4]Set
		every = ^Set(0)
		for _, t := range x.list.sets {
			if t&^one|fixed&^t != 0 {
				continue
			}
			if deal(open[:n], t&^fixed, d, &keep) {
				any |= t
				every &= t
			}
		}
		if any == 0 {
			return false
		}
		for i, c := range open[:n] {
			if !d.Keep(c, keep[i]) {
				return false
			}
		}
	} else {
		if n > 1 && len(x.list.sets) <= fitSets {
			every = ^Set(0)
			for _, t := range x.list.sets {
				if t&^one|fixed&^t == 0 && fits(x.cells, t, d) {
					any |= t
					every &= t
				}
			}
		} else {
			any, every = s.within(x.list, one, fixed)
		}
		if any == 0 {
			return false
		}
		if any != one {
			for _, c := range x.cells {
				if !d.Keep(c, any) {
					return false
				}
			}
		}
	}
	for m := every &^ fixed; m != 0; m &= m - 1 {
		bit := m & -m
		if bit&two != 0 {
			if !s.leavePeers(x.cells, bit, d) {
				return false
			}
			continue
		}
		for _, c := range x.cells {
			if d.sets[c]&bit != 0 && !d.Keep(c, bit) {
				return false
			}
		}
	}
	return true
}

// fitSets is of how many sets each is looked at.
const fitSets = 130

// fits tells whether each cell has a value of the set, and no two nothing but the same one.
func fits(cells []Cell, set Set, d *Domains) bool {
	var taken Set
	for _, c := range cells {
		m := d.sets[c] & set
		if m&(m-1) == 0 {
			if m == 0 || m&taken != 0 {
				return false
			}
			taken |= m
		}
	}
	return true
}

// deal gives the values of a set to as many cells in every way that their domains allow, adds
// to keep what each cell can have, and tells whether there is a way.
func deal(cells []Cell, set Set, d *Domains, keep *[4]Set) bool {
	a, b := d.sets[cells[0]]&set, d.sets[cells[1]]&set
	if a == 0 || b == 0 {
		return false
	}
	switch len(cells) {
	case 2:
		low := set & -set
		high := set &^ low
		ok := false
		if a&low != 0 && b&high != 0 {
			keep[0] |= low
			keep[1] |= high
			ok = true
		}
		if a&high != 0 && b&low != 0 {
			keep[0] |= high
			keep[1] |= low
			ok = true
		}
		return ok
	case 3:
		c := d.sets[cells[2]] & set
		var ka, kb, kc Set
		for m := a; m != 0; m &= m - 1 {
			v := m & -m
			rest := set &^ v
			low := rest & -rest
			high := rest &^ low
			if b&low != 0 && c&high != 0 {
				ka |= v
				kb |= low
				kc |= high
			}
			if b&high != 0 && c&low != 0 {
				ka |= v
				kb |= high
				kc |= low
			}
		}
		if ka == 0 {
			return false
		}
		keep[0] |= ka
		keep[1] |= kb
		keep[2] |= kc
		return true
	}
	c, e := d.sets[cells[2]]&set, d.sets[cells[len(cells)-1]]&set
	var ka, kb, kc, ke Set
	for m := a; m != 0; m &= m - 1 {
		v := m & -m
		for l := b &^ v; l != 0; l &= l - 1 {
			w := l & -l
			rest := set &^ (v | w)
			low := rest & -rest
			high := rest &^ low
			if c&low != 0 && e&high != 0 {
				ka |= v
				kb |= w
				kc |= low
				ke |= high
			}
			if c&high != 0 && e&low != 0 {
				ka |= v
				kb |= w
				kc |= high
				ke |= low
			}
		}
	}
	if ka == 0 {
		return false
	}
	keep[0] |= ka
	keep[1] |= kb
	keep[2] |= kc
	keep[3] |= ke
	return true
}

// crossing is segments, each of which lies in one of several lines and in one of several
// boxes, and is all that these two share. Of lines and boxes, most are houses.
//
//	box 0   box 1   box 2
//	s0 s0 | s1 s1 | s2 s2   line 0     A value that line 0 can have in s0 alone leaves
//	s3 s3 | s4 s4 | s5 s5   line 1     s3, one that box 0 can have in s0 alone s1 and s2.
type crossing struct {
	cells        []Cell // all
	segments     []segment
	lines, boxes int
	// of lines and of boxes that do not need every value, and have no say; then one for the
	// cells that are in none
	free [2][]int
	band *[9][3]Cell // three lines and three boxes that are houses, of nine segments of three cells
}

type segment struct {
	cells     []Cell
	line, box int
}

// asBand notes that the crossing is a band.
func (x *crossing) asBand() {
	if x.lines != 3 || x.boxes != 3 || len(x.segments) != 9 || len(x.free[0]) != 1 || len(x.free[1]) != 1 {
		return
	}
	var band [9][3]Cell
	for i, g := range x.segments {
		if g.line != i/3 || g.box != i%3 || len(g.cells) != 3 {
			return
		}
		copy(band[i][:], g.cells)
	}
	x.band = &band
}

// narrowBand is narrowCrossing of a band.
func narrowBand(band *[9][3]Cell, d *Domains) bool {
	in := func(g *[3]Cell) Set { return d.sets[g[0]] | d.sets[g[1]] | d.sets[g[2]] }
	u := [9]Set{in(&band[0]), in(&band[1]), in(&band[2]), in(&band[3]), in(&band[4]), in(&band[5]), in(&band[6]), in(&band[7]), in(&band[8])}
	twice := func(a, b, c Set) Set { return a&b | (a|b)&c }
	line := [3]Set{twice(u[0], u[1], u[2]), twice(u[3], u[4], u[5]), twice(u[6], u[7], u[8])}
	box := [3]Set{twice(u[0], u[3], u[6]), twice(u[1], u[4], u[7]), twice(u[2], u[5], u[8])}
	// most often each value is in two segments of each line, and of each box, or in none
	if (u[0]|u[1]|u[2])&^line[0]|(u[3]|u[4]|u[5])&^line[1]|(u[6]|u[7]|u[8])&^line[2]|
		(u[0]|u[3]|u[6])&^box[0]|(u[1]|u[4]|u[7])&^box[1]|(u[2]|u[5]|u[8])&^box[2] == 0 {
		return true
	}
	var fromLine, fromBox [3]Set
	for l := range 3 {
		for b := range 3 {
			m := u[3*l+b]
			once := m &^ (line[l] & box[b])
			fromBox[b] |= once & box[b]
			fromLine[l] |= once & line[l]
		}
	}
	for l := range 3 {
		for b := range 3 {
			m := u[3*l+b]
			gone := (fromBox[b]&line[l] | fromLine[l]&box[b]) & m
			if alone := m &^ (line[l] & box[b]) &^ gone; alone != 0 {
				if k := alone.Len(); k > 3 {
					return false
				} else if k == 3 {
					gone |= m &^ alone
				}
			}
			if gone == 0 {
				continue
			}
			for _, c := range band[3*l+b] {
				if !d.Keep(c, ^gone) {
					return false
				}
			}
		}
	}
	return true
}

func (s *search) narrowCrossing(x *crossing, d *Domains) bool {
	if x.band != nil {
		return narrowBand(x.band, d)
	}
	type seen struct{ one, two Set } // of a line or box: what stands in a segment, in two
	var line, box [maxCrossing]seen
	for i := range x.segments {
		g := &x.segments[i]
		var u Set
		for _, c := range g.cells {
			u |= d.sets[c]
		}
		s.union[i] = u
		l, b := &line[g.line], &box[g.box]
		l.two |= l.one & u
		l.one |= u
		b.two |= b.one & u
		b.one |= u
	}
	for _, l := range x.free[0] {
		line[l].two = ^Set(0)
	}
	for _, b := range x.free[1] {
		box[b].two = ^Set(0)
	}
	// what a line needs in a segment, the rest of its box loses; and the other way round
	var fromBox, fromLine [maxCrossing]Set
	for i := range x.segments {
		g := &x.segments[i]
		u := s.union[i]
		fromBox[g.box] |= u &^ line[g.line].two & box[g.box].two
		fromLine[g.line] |= u &^ box[g.box].two & line[g.line].two
	}
	fromBox[x.boxes], fromLine[x.lines] = 0, 0
	for i := range x.segments {
		g := &x.segments[i]
		u := s.union[i]
		l, b := line[g.line].two, box[g.box].two
		// a value alone here in its line may be what the box loses elsewhere
		gone := (fromBox[g.box]&l | fromLine[g.line]&b) & u
		// as many values as cells that have their place here alone leave no room for others
		if n := len(g.cells); n > 1 {
			if alone := u &^ (l & b) &^ gone; alone != 0 {
				if k := alone.Len(); k > n {
					return false
				} else if k == n {
					gone |= u &^ alone
				}
			}
		}
		if gone == 0 {
			continue
		}
		for _, c := range g.cells {
			if !d.Keep(c, ^gone) {
				return false
			}
		}
	}
	return true
}

// maxCrossing is the most lines, and the most boxes, of one crossing.
const maxCrossing = 16

// apart is cells that have different values where their groups are the same.
type apart struct {
	apartOf
	scope []Cell
	all   Set // groups that there are
}

func (c *compiler) newApart(x apartOf) apart {
	return apart{x, append(append([]Cell(nil), x.cells...), x.groups...), c.unionOf(x.groups)}
}

func (x *apart) narrow(d *Domains) bool {
	type group struct {
		one, two, fixed Set // what may be in it, and in two of its cells; what surely is
		must, may       int
		hidden          Set
	}
	var groups [64]group
	for i, c := range x.cells {
		m, in := d.sets[c], d.sets[x.groups[i]]
		if in.Single() {
			g := &groups[in.Min()]
			g.must++
			if m.Single() {
				if g.fixed&m != 0 {
					return false
				}
				g.fixed |= m
			}
		}
		for ; in != 0; in &= in - 1 {
			g := &groups[in.Min()]
			g.may++
			g.two |= g.one & m
			g.one |= m
		}
	}
	for all := x.all; all != 0 && x.size > 0; all &= all - 1 {
		g := &groups[all.Min()]
		if g.may < x.size || g.must > x.size || g.one.Len() < x.size {
			return false
		}
		if g.one.Len() == x.size {
			g.hidden = g.one &^ g.two
		}
	}
	for i, c := range x.cells {
		in := d.sets[x.groups[i]]
		if in.Single() {
			g := &groups[in.Min()]
			m := d.sets[c]
			if m.Single() {
				continue
			}
			if h := m & g.hidden; h != 0 {
				m &= h
			}
			if !d.Keep(c, m&^g.fixed) {
				return false
			}
			continue
		}
		for ; in != 0; in &= in - 1 {
			g, m := &groups[in.Min()], d.sets[c]
			if h := m & g.hidden; h != 0 {
				if !d.Keep(c, h) || !d.Keep(x.groups[i], in&-in) {
					return false
				}
				break
			}
			if m&^g.fixed == 0 && !d.Keep(x.groups[i], ^(in&-in)) {
				return false
			}
		}
	}
	return true
}

// narrowEither keeps of each cell what one of the alternatives leaves it.
func (s *search) narrowEither(at int, d *Domains) bool {
	e := &s.program.either[at]
	t := &s.trials[at]
	if t.d.sets == nil {
		t.d.sets = make([]Set, len(d.sets))
		t.union = make([]Set, len(e.scope))
	}
	clear(t.union)
	alive := false
	for k := range e.blocks {
		i := (k + t.last) % len(e.blocks)
		for _, c := range e.scope {
			t.d.sets[c] = d.sets[c]
		}
		if !s.narrowBlock(&e.blocks[i], &t.d) {
			continue
		}
		alive = true
		open := false
		for i, c := range e.scope {
			t.union[i] |= t.d.sets[c]
			open = open || t.union[i] != d.sets[c]
		}
		if !open {
			t.last = i
			return true
		}
	}
	for i, c := range e.scope {
		if !d.Keep(c, t.union[i]) {
			return false
		}
	}
	return alive
}

// trial is where an either tries its alternatives.
type trial struct {
	d     Domains
	union []Set
	last  int // the alternative that took nothing away last
}

// narrowBlock runs the propagators of an alternative until nothing changes.
func (s *search) narrowBlock(b *block, d *Domains) bool {
	d.clear()
	for _, a := range b.allowed {
		if !d.Keep(a.cell, a.set) {
			return false
		}
	}
	for {
		d.clear()
		for _, q := range b.props {
			if !s.narrow(q, d) {
				return false
			}
		}
		if len(d.changed) == 0 || len(b.props) == 1 && b.props[0].kind != kindConnected {
			return true
		}
	}
}
