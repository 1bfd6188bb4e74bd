package csp

// This file prunes by the simple constraints. A function narrow… returns false if it leaves some cell without a
// value. When all cells of a constraint have single values, the function decides whether the constraint is satisfied.
// Before it runs, each single value of a cell has been removed from the cell's peers.

func (s *search) runPropagator(q prop, d *Domains) bool {
	p := s.program
	switch q.kind {
	case kindUnequal:
		return narrowUnequal(p.unequal[q.index], d)
	case kindRelation:
		return p.relations[q.index].narrow(d)
	case kindDistinct:
		return p.distinct[q.index].narrow(d)
	case kindRequired:
		return s.narrowRequired(&p.required[q.index], d)
	case kindCount:
		return narrowCount(&p.counts[q.index], d)
	case kindCover:
		return s.narrowCover(&p.covers[q.index], d)
	case kindBalance:
		return p.balance[q.index].narrow(d)
	case kindPlaces:
		return s.narrowPlaces(p.places[q.index], d)
	case kindSets:
		return s.narrowSets(&p.sets[q.index], d)
	case kindCrossing:
		return s.narrowCrossing(&p.crossings[q.index], d)
	case kindOccur:
		return s.narrowOccurrences(&p.occurs[q.index], d)
	case kindNumbered:
		return p.numbered[q.index].narrow(d)
	case kindApart:
		return p.differing[q.index].narrow(d)
	case kindSum:
		return s.narrowSum(&p.sums[q.index], d)
	case kindAutomaton:
		return s.narrowAutomaton(&p.automata[q.index], d)
	case kindAdded:
		return p.added[q.index].Narrow(d)
	case kindRegions:
		return s.narrowRegions(&p.regions[q.index], d)
	case kindConnected:
		return s.narrowConnected(&p.connected[q.index], d)
	default:
		return s.narrowAlternatives(int(q.index), d)
	}
}

// distinctCells holds cells that must have different values. compile adds this propagator only if the number of values
// is less than twice the number of cells, because otherwise it rarely prunes.
type distinctCells struct{ cells []Cell }

// narrow finds hidden singles if the cells together have exactly as many values left as there are cells. If fewer
// values are left, it returns false.
func (h *distinctCells) narrow(d *Domains) bool {
	var one, two, fixed Set
	sets := d.sets
	for _, c := range h.cells {
		m := sets[c]
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

// If a cell has a single value, narrowUnequal removes this value from the other cells.
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

// relation is a constraint on a pair of cells. If there are at most 16 values, the fields `to` and `from` hold lookup
// tables: index 0 is the table for the lower eight bits of a set, and index 1 the table for the upper eight. An entry
// has the values that these bits allow in the other cell.
type relation struct {
	cells [2]Cell
	r     *Relation
	to    *[2][256]uint16
	from  *[2][256]uint16
}

func newRelation(a, b Cell, r *Relation) relation {
	q := relation{cells: [2]Cell{a, b}, r: r}
	if len(r.to) <= 16 {
		q.to, q.from = r.allowedValueTables()
	}
	return q
}

// allowedValueTables returns the lookup tables of the relation, as described at the type relation.
func (r *Relation) allowedValueTables() (to, from *[2][256]uint16) {
	r.once.Do(func() {
		fill := func(t *[2][256]uint16, row []Set) {
			for v, allowed := range row {
				byteIndex, bit := v>>3, 1<<(v&7)
				for s := bit; s < 256; s = (s + 1) | bit {
					t[byteIndex][s] |= uint16(allowed)
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

func narrowCount(x *countOf, d *Domains) bool {
	possible, required := 0, 0
	for _, c := range x.cells {
		m := d.sets[c]
		if m&x.set != 0 {
			possible++
			if m&^x.set == 0 {
				required++
			}
		}
	}
	if possible < x.lo || required > x.hi {
		return false
	}
	if possible == required {
		return true
	}
	if possible == x.lo {
		return d.keepAll(x.cells, x.set, x.set)
	}
	return required != x.hi || d.keepAll(x.cells, ^x.set, ^x.set)
}

// requiredValues requires each value v of a list to occur in at least times[v] of the cells.
type requiredValues struct {
	cells []Cell
	any   Set
	times []int // for each value, the number of cells that must have it
	spare int   // the number of cells that need not have a required value
	never bool
}

func (c *compiler) newRequiredValues(x requiredOf) requiredValues {
	r := requiredValues{cells: x.cells, times: make([]int, c.all.Len()), spare: len(x.cells) - len(x.values)}
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

func (s *search) narrowRequired(x *requiredValues, d *Domains) bool {
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
	if out == x.spare && !d.keepAll(x.cells, x.any, x.any) {
		return false
	}
	for m := x.any; m != 0; m &= m - 1 {
		v, bit := m.Min(), m&-m
		if bit&two != 0 && x.times[v] == 1 {
			if !s.removeFromCommonPeers(x.cells, bit, d) {
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
		if places == x.times[v] && !d.keepAll(x.cells, bit, bit) {
			return false
		}
	}
	return true
}

// removeFromCommonPeers requires that at least one of the cells has the value `bit`. It removes this value from every
// cell that sees all of the value's possible places in `cells`. It returns false if there is no possible place, or if a
// cell has no value left.
func (s *search) removeFromCommonPeers(cells []Cell, bit Set, d *Domains) bool {
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
		return d.removeValue(bit, a, 0) && d.removeValue(bit, b, 64)
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
		if !d.removeValue(bit, m, k<<6) {
			return false
		}
	}
	return true
}

// removeValue removes a value from up to 64 cells. Bit i of the set `cells` stands for the cell first+i.
func (d *Domains) removeValue(bit Set, cells uint64, first int) bool {
	for ; cells != 0; cells &= cells - 1 {
		if c := Cell(first + Set(cells).Min()); d.sets[c]&bit != 0 && !d.Keep(c, ^bit) {
			return false
		}
	}
	return true
}

// groupDistinct requires cells of one group to have different values.
type groupDistinct struct {
	apartOf
	scope []Cell
	all   Set // the union of the values that the cells in groups may have
}

func (c *compiler) newGroupDistinct(x apartOf) groupDistinct {
	return groupDistinct{x, append(append([]Cell(nil), x.cells...), x.groups...), c.unionOf(x.groups)}
}

func (x *groupDistinct) narrow(d *Domains) bool {
	type group struct {
		one, two, fixed    Set // one: the values possible in at least one cell that may be in the group; two: in at least two such cells; fixed: the single values of cells certainly in the group
		required, possible int
		hidden             Set
	}
	var groups [64]group
	for i, c := range x.cells {
		m, in := d.sets[c], d.sets[x.groups[i]]
		if in.Single() {
			g := &groups[in.Min()]
			g.required++
			if m.Single() {
				if g.fixed&m != 0 {
					return false
				}
				g.fixed |= m
			}
		}
		for ; in != 0; in &= in - 1 {
			g := &groups[in.Min()]
			g.possible++
			g.two |= g.one & m
			g.one |= m
		}
	}
	for all := x.all; all != 0 && x.size > 0; all &= all - 1 {
		g := &groups[all.Min()]
		if g.possible < x.size || g.required > x.size || g.one.Len() < x.size {
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

// narrowAlternatives restricts each cell to the values that at least one of the alternatives permits. `index` is the index
// of the constraint.
func (s *search) narrowAlternatives(index int, d *Domains) bool {
	e := &s.program.either[index]
	t := &s.trials[index]
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

// trialScratch is scratch memory of narrowAlternatives.
type trialScratch struct {
	d     Domains
	union []Set
	last  int // the alternative that last had nothing to prune, which is tried first
}

// narrowBlock runs the propagators of an alternative until nothing changes. It returns false on a
// contradiction.
func (s *search) narrowBlock(b *block, d *Domains) bool {
	d.clearChanges()
	for _, a := range b.allowed {
		if !d.Keep(a.Cell, a.Set) {
			return false
		}
	}
	for {
		d.clearChanges()
		for _, q := range b.props {
			if !s.runPropagator(q, d) {
				return false
			}
		}
		if len(d.changed) == 0 || len(b.props) == 1 && b.props[0].kind != kindConnected {
			return true
		}
	}
}
