package lanes

import (
	"slices"

	"nonet/internal/engine/csp"
)

func (b *builder) addSum(q *csp.Prop) bool {
	terms, size, least, most, shift := 0, 0, 0, 0, 0
	for _, x := range q.Cliques {
		n, k := len(x.Cells), x.Coefficient
		terms += n
		size += n * max(k, -k) * (b.values + 1)
		shift += n * k
		least += n * min(k, k*b.values)
		most += n * max(k, k*b.values)
	}
	if terms > maxTerms || len(q.Cliques) > maxCliques || size > 8000 {
		return false
	}
	if terms == 3 {
		b.addTriple(q)
		return true
	}
	if b.level > 0 && terms > mostTermsInside {
		return false // csp prunes long sums better; for Rectangle Sums, lanes needed 200 times as many nodes
	}
	at := b.nextCodeOffset()
	for _, x := range q.Cliques {
		b.code = append(b.code, uint32(len(x.Cells)), uint32(x.Coefficient))
		b.code = appendCells(b.code, x.Cells)
	}
	lo, hi := max(q.Lo+shift, least-1), min(q.Hi+shift, most+1)
	if lo > hi {
		lo, hi = most+1, most+1 // no value satisfies this sum
	}
	b.appendStep(kindSum, record{code: at, n: uint32(len(q.Cliques)), a: uint32(b.values + 1), lo: uint32(lo), hi: uint32(hi)}, q.Cells, nil)
	return true
}

// addTriple adds a sum of three cells as a table of the values that they may have.
func (b *builder) addTriple(q *csp.Prop) {
	var cells []csp.Cell
	var k []int
	for _, x := range q.Cliques {
		for _, c := range x.Cells {
			cells, k = append(cells, c), append(k, x.Coefficient)
		}
	}
	key := tripleKey{a: k[0], b: k[1], c: k[2], lo: q.Lo, hi: q.Hi}
	for i, p := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		if b.mustDiffer(cells[p[0]], cells[p[1]]) {
			key.differ |= 1 << i
		}
	}
	b.addTripleTable(cells, key, func(v, w int) (third csp.Set) {
		if key.differ&1 != 0 && v == w {
			return 0
		}
		for x := range b.values {
			s := k[0]*v + k[1]*w + k[2]*x
			if s >= q.Lo && s <= q.Hi && (key.differ&2 == 0 || v != x) && (key.differ&4 == 0 || w != x) {
				third |= 1 << x
			}
		}
		return third
	})
}

// addSetTriple adds a table that requires the values of three cells to form one of the sets.
func (b *builder) addSetTriple(cells []csp.Cell, sets []csp.Set) {
	text := make([]byte, 0, 2*len(sets))
	for _, s := range sets {
		text = append(text, byte(s), byte(s>>8))
	}
	b.addTripleTable(cells, tripleKey{sets: string(text)}, func(v, w int) (third csp.Set) {
		pair := csp.Set(1<<v | 1<<w)
		if v == w {
			return 0
		}
		for _, s := range sets {
			if pair&^s == 0 {
				third |= s &^ pair
			}
		}
		return third
	})
}

// addTripleTable adds a constraint on three cells. of(v, w) returns the values that the third cell may have if the
// first has value v and the second has value w. key identifies the table in the cache.
func (b *builder) addTripleTable(cells []csp.Cell, key tripleKey, of func(v, w int) csp.Set) {
	key.values, key.half = b.values, b.half
	table, ok := b.triples[key]
	if !ok {
		table = b.nextTableOffset()
		b.tables = append(b.tables, triples.Get(key, mostTriples, func() []row {
			t := program{half: b.half, values: b.values}
			for v := range b.values {
				var to, from [mostValues]csp.Set
				for w := range b.values {
					to[w] = of(v, w)
					for m := to[w]; m != 0; m &= m - 1 {
						from[m.Min()] |= 1 << w
					}
				}
				t.appendTable(to[:])
				t.appendTable(from[:])
			}
			return t.tables
		})...)
		if b.triples == nil {
			b.triples = make(map[tripleKey]uint32)
		}
		b.triples[key] = table
	}
	b.appendStep(kindTriple, record{code: b.appendList(cells), n: uint32(b.values), table: table}, cells, nil)
}

// triples caches the tables that addTripleTable makes. With nine values a table takes about 2 kB, with sixteen up to 8
// kB.
var triples csp.Cache[tripleKey, []row]

const mostTriples = 500

// maxEdges limits the edges of an automaton that lanes run.
const maxEdges = 1 << 16

func (b *builder) addAutomaton(q *csp.Prop) bool {
	n := len(q.Cells)
	states, edges, most := 0, 0, 0
	for _, l := range q.Layers {
		states += l.States
		edges += len(l.Edges)
	}
	if q.Layers[0].States == 0 || q.Layers[n].States == 0 || edges > maxEdges {
		return false
	}
	at := len(b.code)
	const header = 6
	if like, ok := b.automata[&q.Layers[0]]; ok { // the same automaton has been added for other cells
		b.code = append(b.code, b.code[like.from:like.to]...)
		for i, c := range q.Cells {
			b.code[at+header+i] += uint32(at-like.from) * 4
			b.code[b.codeIndexOf(b.code[at+header+i])] = rowOffset(c)
		}
		b.appendStep(kindAutomaton, record{code: uint32(at) * 4, n: uint32(n)}, q.Cells, nil)
		return true
	}
	b.code = append(b.code, make([]uint32, header+n)...)
	wipe := (2*states*4 + 63) / 64
	has := uint32(wipe * 64)
	from := uint32(0)
	var index [1 << 8]struct {
		on csp.Set
		j  uint32
	} // a hash table for the function find, from the set `on` to its index `j`
	var room [64]csp.Set
	for i, c := range q.Cells {
		l := &q.Layers[i]
		to := from + uint32(l.States)*4
		b.code[at+header+i] = b.nextCodeOffset()
		b.code = append(b.code, rowOffset(c), 0, 0, has)
		clear(index[:])
		on := room[:0]
		find := func(s csp.Set) uint32 {
			h := (s * 0x9e37 >> 7) & 255
			if index[h].on == s {
				return index[h].j
			}
			j := slices.Index(on, s)
			if j < 0 {
				j = len(on)
				on = append(on, s)
			}
			index[h].on, index[h].j = s, uint32(j)
			return uint32(j)
		}
		list := b.edges[:0]
		for state := range l.States {
			edges := l.Edges[l.First[state]:l.First[state+1]]
			list = append(list, from+uint32(state)*4, uint32(len(edges)))
			for _, e := range edges {
				list = append(list, to+uint32(e.To)*4, has+find(e.Values)*4)
			}
		}
		b.edges = list
		head := b.code[b.codeIndexOf(b.code[at+header+i]):]
		head[1], head[2] = uint32(len(on)), uint32(l.States)
		for _, s := range on {
			b.code = append(b.code, uint32(s))
		}
		b.code = append(b.code, list...)
		has += uint32(len(on)) * 4
		most = max(most, len(on))
		from = to
	}
	copy(b.code[at:], []uint32{uint32(wipe), uint32(states * 4), has, uint32(q.Layers[0].States), from, uint32(q.Layers[n].States)})
	b.states = max(b.states, int(has)+4*most+64)
	if b.automata == nil {
		b.automata = make(map[*csp.Layer]span)
	}
	b.automata[&q.Layers[0]] = span{at, len(b.code)}
	b.appendStep(kindAutomaton, record{code: uint32(at) * 4, n: uint32(n)}, q.Cells, nil)
	return true
}
