package deduction

import (
	"errors"
	"math/bits"
	"slices"
	"sort"

	"nonet/puzzle"
	"nonet/solve"
)

// table holds the implications among the cells of a rule, derived from its ways.
type table struct {
	ways    puzzle.Ways
	at      []uint64   // the candidates when the ways were listed; nil before that
	known   bool       // the ways are few enough for a person
	beside  [][]uint64 // by (cell, bit), then by cell: values possible with it
	without [][]uint64 // by (cell, bit), then by cell: the value forced without it, or 0; nil if not computed yet

	holding []wayset // by (cell, bit), the ways that hold the value
	last    []int32  // by (cell, bit), the word of holding that last had a possible way
	room    wayset
	shares  map[int]*shares // by house
}

// wayset is a set of ways, by their indices.
type wayset []uint64

func (s wayset) meets(t wayset) bool {
	for w, word := range s {
		if word&t[w] != 0 {
			return true
		}
	}
	return false
}

// held adds to sets the values that the cells have in some of the ways.
func (t *table) held(ways wayset, may, sets []uint64) {
	wide := len(t.holding) / len(t.ways.Cells)
	for i, c := range t.ways.Cells {
		for rest := may[c]; rest != 0; rest &= rest - 1 {
			if ways.meets(t.holding[i*wide+bits.TrailingZeros64(rest)]) {
				sets[i] |= rest & -rest
			}
		}
	}
}

// index lists the ways by the values that they hold.
func (t *table) index(s *State) {
	wide, words := s.pieces.Values(), (len(t.ways.List)+63)/64
	n := len(t.ways.Cells) * wide
	t.holding, t.last, t.room, t.shares = make([]wayset, n), make([]int32, n), make(wayset, words), nil
	backing := make(wayset, n*words)
	for i := range t.holding {
		t.holding[i], backing = backing[:words:words], backing[words:]
	}
	for i, way := range t.ways.List {
		for at, v := range way {
			t.holding[at*wide+s.bitOf(v)][i/64] |= 1 << (i % 64)
		}
	}
}

// fillRoom sets room to all ways.
func (t *table) fillRoom() {
	for w := range t.room {
		t.room[w] = ^uint64(0)
	}
	if n := len(t.ways.List) % 64; n > 0 {
		t.room[len(t.room)-1] = 1<<n - 1
	}
}

// possible returns the ways that are possible with fewer candidates than those of the table. The set is
// valid until the next call.
func (t *table) possible(may []uint64) wayset {
	t.fillRoom()
	set, wide := t.room, len(t.holding)/len(t.ways.Cells)
	for i, c := range t.ways.Cells {
		for gone := t.at[i] &^ may[c]; gone != 0; gone &= gone - 1 {
			for w, word := range t.holding[i*wide+bits.TrailingZeros64(gone)] {
				set[w] &^= word
			}
		}
	}
	return set
}

// left returns the values that the possible ways leave the cells. loses is false if they lose none.
func (t *table) left(may []uint64) (sets []uint64, loses bool) {
	possible, wide := t.possible(may), len(t.holding)/len(t.ways.Cells)
	for i, c := range t.ways.Cells {
	values:
		for rest := may[c]; rest != 0; rest &= rest - 1 {
			at := i*wide + bits.TrailingZeros64(rest)
			holding := t.holding[at]
			if w := t.last[at]; int(w) < len(possible) && possible[w]&holding[w] != 0 {
				continue
			}
			for w, word := range holding {
				if possible[w]&word != 0 {
					t.last[at] = int32(w)
					continue values
				}
			}
			if sets == nil {
				sets = (&State{may: may}).mayOf(t.ways.Cells)
			}
			sets[i] &^= rest & -rest
		}
	}
	return sets, sets != nil
}

// mostWays limits the ways of a table. mostKnown limits those of a table that links are derived
// from.
const mostWays, mostKnown = 2000, 200

// updateTables updates the tables of the rules to the current position.
func (f *finder) updateTables() error {
	for i := range f.rules {
		r, t := &f.rules[i], &f.links[i]
		n := f.countOpen(r.cells)
		if n < 2 || n > 9 {
			t.known, t.at = false, nil
			continue
		}
		if !f.isFresh(key{byChain, i + 1, 0}, r.cells) {
			continue
		}
		if !f.narrowTable(t) {
			ways, err := f.waysOf(i, mostWays)
			if err != nil {
				return err
			}
			*t = table{ways: ways}
			if !ways.All {
				continue
			}
		}
		t.at = f.mayOf(t.ways.Cells)
		t.index(f.State)
		if t.known = len(t.ways.List) > 0 && len(t.ways.List) <= mostKnown; t.known {
			wide := f.of.Values()
			t.beside = make([][]uint64, len(t.ways.Cells)*wide)
			t.without = make([][]uint64, len(t.ways.Cells)*wide)
			for _, way := range t.ways.List {
				for a, v := range way {
					at := a*wide + f.bitOf(v)
					if t.beside[at] == nil {
						t.beside[at] = make([]uint64, len(t.ways.Cells))
					}
					for b, w := range way {
						t.beside[at][b] |= 1 << f.bitOf(w)
					}
				}
			}
		}
	}
	f.tableAt = make([][]tableCell, len(f.may))
	for i := range f.links {
		if t := &f.links[i]; t.known {
			for at, c := range t.ways.Cells {
				f.tableAt[c] = append(f.tableAt[c], tableCell{i, at})
			}
		}
	}
	f.pairAt = make([]int, len(f.houses)*f.of.Values())
	for i, h := range f.houses {
		for bit := range f.of.Puzzle.Values() {
			n, sum := 0, 0
			for _, c := range f.of.All[h].Cells {
				if f.may[c]>>bit&1 != 0 {
					n++
					sum += c
				}
			}
			if n != 2 {
				sum = -1
			}
			f.pairAt[i*f.of.Values()+bit] = sum
		}
	}
	return nil
}

// mayOf returns the candidates of the given cells.
func (s *State) mayOf(cells []int) []uint64 {
	list := make([]uint64, len(cells))
	for i, c := range cells {
		list[i] = s.may[c]
	}
	return list
}

// isPossible reports whether cells can have the values of a way.
func (s *State) isPossible(cells, way []int) bool {
	for i, v := range way {
		if s.may[cells[i]]>>s.bitOf(v)&1 == 0 {
			return false
		}
	}
	return true
}

// narrowTable drops the ways of a table that have become impossible. It returns false if a cell has
// gained candidates since the ways were listed.
func (f *finder) narrowTable(t *table) bool {
	if t.at == nil {
		return false
	}
	for i, c := range t.ways.Cells {
		if f.may[c]&^t.at[i] != 0 {
			return false
		}
	}
	var list [][]int
	for w, word := range t.possible(f.may) {
		for ; word != 0; word &= word - 1 {
			list = append(list, t.ways.List[w*64+bits.TrailingZeros64(word)])
		}
	}
	t.ways.List = list
	return true
}

// knownWays returns the ways of a rule from its table, which may be of an earlier position.
// Without a table the ways are incomplete.
func (f *finder) knownWays(rule int) puzzle.Ways {
	t := f.links[rule]
	if !f.narrowTable(&t) {
		return puzzle.Ways{}
	}
	return t.ways
}

// waysOf lists the ways of a rule if there are at most most. Otherwise All is not set, and it remembers
// the first ways, which show in later positions, while they are possible, that there are more.
func (f *finder) waysOf(rule, most int) (puzzle.Ways, error) {
	n, known := 0, &f.many[rule]
	if len(known.List) > most {
		for _, way := range known.List {
			if f.isPossible(known.Cells, way) {
				if n++; n > most {
					return puzzle.Ways{}, nil
				}
			}
		}
	}
	ways, err := f.of.Ways(f.ctx, f.rules[rule].pieces, f.may, most+1)
	if len(ways.List) > most {
		*known, ways.All = ways, false
	}
	return ways, err
}

// meeting is a pair of cells of two tables, by their indices, that are the same cell or must differ.
type meeting struct {
	own, other int
	same       bool
}

// allTogether reports whether two rules together leave all candidates of their cells: each is in a way
// of one rule that is compatible with a way of the other. It costs far less than asking the engine. If
// it cannot decide, it returns false.
func (f *finder) allTogether(a, b *table) bool {
	if a.at == nil || b.at == nil {
		return false
	}
	foundA, foundB := make([]uint64, len(a.ways.Cells)), make([]uint64, len(b.ways.Cells))
	return f.haveCompatible(a, b, foundA, foundB) && f.haveCompatible(b, a, foundB, foundA)
}

// haveCompatible reports whether each candidate of a table's cells is in a way that is compatible with a
// way of the other table. It adds the candidates of such ways to own and other.
func (f *finder) haveCompatible(t, with *table, own, other []uint64) bool {
	var meetings []meeting
	for i, c := range t.ways.Cells {
		for j, d := range with.ways.Cells {
			if c == d || f.of.MustDiffer(c, d) {
				meetings = append(meetings, meeting{i, j, c == d})
			}
		}
	}
	wide := f.of.Values()
	for i, c := range t.ways.Cells {
	values:
		for left := f.may[c] &^ own[i]; left != 0; left = left & (left - 1) &^ own[i] {
			for w, word := range t.holding[i*wide+bits.TrailingZeros64(left)] {
				for ; word != 0; word &= word - 1 {
					way := t.ways.List[w*64+bits.TrailingZeros64(word)]
					set := with.room
					with.fillRoom()
					for _, m := range meetings {
						holding := with.holding[m.other*wide+f.bitOf(way[m.own])]
						for x := range set {
							if m.same {
								set[x] &= holding[x]
							} else {
								set[x] &^= holding[x]
							}
						}
					}
					x := slices.IndexFunc(set, func(word uint64) bool { return word != 0 })
					if x < 0 {
						continue
					}
					for i, v := range way {
						own[i] |= 1 << f.bitOf(v)
					}
					for i, v := range with.ways.List[x*64+bits.TrailingZeros64(set[x])] {
						other[i] |= 1 << f.bitOf(v)
					}
					continue values
				}
			}
			return false
		}
	}
	return true
}

// tableCell is an index of a rule's table and of a cell in it.
type tableCell struct{ rule, at int }

// mostWithout limits the ways of a table that forcedValues examines.
const mostWithout = 40

// forcedValues returns for each cell of a table the only value left if the cell at index at does not
// have bit. It returns 0 for a cell with several values left, or with a known value.
func (t *table) forcedValues(s *State, at, bit, wide int) []uint64 {
	i := at*wide + bit
	if t.without[i] != nil {
		return t.without[i]
	}
	left := make([]uint64, len(t.ways.Cells))
	for _, way := range t.ways.List {
		if s.bitOf(way[at]) != bit {
			for j, v := range way {
				left[j] |= 1 << s.bitOf(v)
			}
		}
	}
	for j, set := range left {
		if j == at || set&(set-1) != 0 || s.may[t.ways.Cells[j]] == set {
			left[j] = 0
		}
	}
	t.without[i] = left
	return left
}

// web holds the links that follow from a supposition. A true candidate rules out the others of its
// cell, its value in the cells that it sees, and what no way of a rule combines with it. A false
// candidate forces the last candidate of its cell, the last place of its value in a house, or the
// last value in the ways of a rule. Each link has a single premise.
type web struct {
	*finder
	links []Link
	at    []int32 // index of the link that contradicts an earlier one, or -1
	clash int     // the link that contradicts an earlier one; -1
}

// mostLinks limits the links of a web.
const mostLinks = 500

func (w *web) index(cell, bit int, on bool) int {
	i := 2 * (cell*w.of.Values() + bit)
	if on {
		i++
	}
	return i
}

func (w *web) add(cell, bit int, on bool, from int, pieces []int) {
	if w.clash >= 0 || w.at[w.index(cell, bit, on)] != 0 || w.may[cell]>>bit&1 == 0 {
		return
	}
	w.links = append(w.links, Link{Candidate{cell, w.valueOf(bit)}, on, from, pieces})
	w.at[w.index(cell, bit, on)] = int32(len(w.links))
	if w.at[w.index(cell, bit, !on)] != 0 {
		w.clash = len(w.links) - 1
	}
}

func (w *web) addOff(cell int, set uint64, from int, pieces []int) {
	for set &= w.may[cell]; set != 0; set &= set - 1 {
		w.add(cell, bits.TrailingZeros64(set), false, from, pieces)
	}
}

// follow returns the web of a supposition.
func (f *finder) follow(cell, bit int, on bool) *web {
	var w *web
	if n := len(f.webs); n > 0 {
		w, f.webs = f.webs[n-1], f.webs[:n-1]
	} else {
		w = &web{at: make([]int32, 2*f.of.Values()*len(f.may))}
	}
	w.finder, w.clash = f, -1
	w.add(cell, bit, on, -1, nil)
	for i := 0; i < len(w.links) && w.clash < 0 && len(w.links) < mostLinks; i++ {
		l := w.links[i]
		b := f.bitOf(l.Value)
		if l.On {
			w.fromOn(i, l.Cell, b)
		} else {
			w.fromOff(i, l.Cell, b)
		}
	}
	return w
}

// freeBuffers returns the buffers of a web for reuse.
func (w *web) freeBuffers() {
	for _, l := range w.links {
		w.at[w.index(l.Cell, w.bitOf(l.Value), l.On)] = 0
	}
	w.links = w.links[:0]
	w.webs = append(w.webs, w)
}

func (w *web) fromOn(i, cell, bit int) {
	w.addOff(cell, ^(1 << bit), i, nil)
	for _, p := range w.of.At(cell) {
		piece := &w.of.All[p]
		switch {
		case piece.Differ() && len(piece.Rows) == 0:
			for _, c := range piece.Cells {
				if c != cell {
					w.addOff(c, 1<<bit, i, w.onePiece(p))
				}
			}
		case len(piece.Rows) > bit && len(piece.Cells) == 2 && piece.Cells[0] != piece.Cells[1]:
			w.addOff(piece.Cells[0]+piece.Cells[1]-cell, ^w.partners(p, cell, bit), i, w.onePiece(p))
		}
	}
	for _, x := range w.tableAt[cell] {
		t := &w.finder.links[x.rule]
		if beside := t.beside[x.at*w.of.Values()+bit]; beside != nil {
			for j, c := range t.ways.Cells {
				if c != cell {
					w.addOff(c, ^beside[j], i, w.rules[x.rule].pieces)
				}
			}
		}
	}
}

func (w *web) fromOff(i, cell, bit int) {
	if rest := w.may[cell] &^ (1 << bit); rest&(rest-1) == 0 && rest != 0 {
		w.add(cell, bits.TrailingZeros64(rest), true, i, nil)
	}
	for _, p := range w.of.At(cell) {
		house := w.houseOf[p]
		if house < 0 {
			continue
		}
		if both := w.pairAt[house*w.of.Values()+bit]; both >= 0 {
			w.add(both-cell, bit, true, i, w.onePiece(p))
		}
	}
	for _, x := range w.tableAt[cell] {
		t := &w.finder.links[x.rule]
		if len(t.ways.List) > mostWithout {
			continue
		}
		for j, set := range t.forcedValues(w.State, x.at, bit, w.of.Values()) {
			if set != 0 {
				w.add(t.ways.Cells[j], bits.TrailingZeros64(set), true, i, w.rules[x.rule].pieces)
			}
		}
	}
}

// onePiece returns a slice with one piece. It does not allocate.
func (f *finder) onePiece(piece int) []int { return f.numbers[piece : piece+1 : piece+1] }

// partners returns the values of the other cell of a two-cell piece that are compatible with bit in
// cell.
func (f *finder) partners(piece, cell, bit int) uint64 {
	p := &f.of.All[piece]
	if p.Cells[0] == cell {
		return p.Rows[bit]
	}
	set := uint64(0)
	for v, row := range p.Rows {
		set |= row >> bit & 1 << v
	}
	return set
}

// linksTo returns the links that lead from the start to the ends, renumbered.
func (w *web) linksTo(ends ...int) (some []Link) {
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

// chainStep returns the step of the shortest chain from a candidate to a contradiction, or nil.
func (f *finder) chainStep() *Step {
	all := make([]int, len(f.may))
	for i := range all {
		all[i] = i
	}
	if !f.isFresh(key{byChain, 0, 0}, all) {
		return nil
	}
	if f.err = f.updateTables(); f.err != nil {
		return nil
	}
	var best *Step
	for c, may := range f.may {
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		for set := may; may&(may-1) != 0 && set != 0; set &= set - 1 {
			bit := bits.TrailingZeros64(set)
			for _, on := range []bool{true, false} {
				w := f.follow(c, bit, on)
				if w.clash < 0 {
					w.freeBuffers()
					continue
				}
				last := w.links[w.clash]
				links := w.linksTo(int(w.at[w.index(last.Cell, f.bitOf(last.Value), !last.On)])-1, w.clash)
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

// mostCases limits the cases that a person goes through.
const mostCases = 4

// eachCases calls try with all candidates of a cell and with all places of a value in a house, if they
// are few. The piece is the house, or -1 for a cell.
func (f *finder) eachCases(try func(piece int, cases []Candidate)) {
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

// forcingStep returns the shortest step that follows from every candidate of a cell, or from every
// place of a value in a house.
func (f *finder) forcingStep() *Step {
	if f.err = f.updateTables(); f.err != nil {
		return nil
	}
	var best *Step
	try := func(piece int, cases []Candidate) {
		webs := make([]*web, len(cases))
		for i, x := range cases {
			webs[i] = f.follow(x.Cell, f.bitOf(x.Value), true)
		}
		for i := range webs[0].links {
			l := webs[0].links[i]
			b := f.bitOf(l.Value)
			ends := make([]int, len(webs))
			length, holds := 0, true
			for j, w := range webs {
				end := int(w.at[w.index(l.Cell, b, l.On)]) - 1
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
	f.eachCases(try)
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

// mostSupposed limits the steps that follow a supposition.
const mostSupposed = 40

type trial struct{ cell, bit int }

// trialCandidates returns the open candidates, those of cells with the fewest candidates first.
func (f *finder) trialCandidates() (trials []trial) {
	for c, may := range f.may {
		for set := may; may&(may-1) != 0 && set != 0; set &= set - 1 {
			trials = append(trials, trial{c, bits.TrailingZeros64(set)})
		}
	}
	sort.SliceStable(trials, func(a, b int) bool {
		return bits.OnesCount64(f.may[trials[a].cell]) < bits.OnesCount64(f.may[trials[b].cell])
	})
	return trials
}

// suppositionStep supposes a candidate and applies steps up to subsets until there is a contradiction.
// It returns a step that removes the candidate.
func (f *finder) suppositionStep() *Step {
	for _, x := range f.trialCandidates() {
		s := f.State.Clone()
		s.place(x.cell, x.bit)
		follow := *f
		follow.Hardest, follow.Suppose, follow.Together, follow.seen, follow.base, follow.pairs = byHiddenSubset, false, false, map[key]uint64{}, f.seen, true
		var steps []*Step
		for start := s.Clone(); len(steps) <= mostSupposed; {
			if end, ok := s.Contradiction(); ok {
				if steps = neededSteps(start, steps, s.cellsOf(end)); len(steps) > mostSupposed {
					break
				}
				return &Step{Technique: Supposition, Cells: []int{x.cell}, Values: []int{f.valueOf(x.bit)},
					Removes: []Candidate{{x.cell, f.valueOf(x.bit)}}, Chain: linksOf(Candidate{x.cell, f.valueOf(x.bit)}, steps)}
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

// linksOf returns the conclusions of steps as links, each of which follows from the one before.
func linksOf(x Candidate, steps []*Step) []Link {
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

// mostSearched limits the nodes of the search that refutes one candidate.
const mostSearched = 100_000

// searchStep returns a step that removes a candidate for which the engine finds no solution.
func (f *finder) searchStep() *Step {
	for _, t := range f.trialCandidates() {
		p := f.State.asGivens()
		p.Givens = append(p.Givens, puzzle.Given{Cell: t.cell, Values: []int{f.valueOf(t.bit)}})
		r, err := solve.Count(f.ctx, p, puzzle.Limits{Solutions: 1, Nodes: mostSearched})
		if f.err = f.ctx.Err(); f.err != nil {
			return nil
		}
		if hasNone(r, err) {
			x := Candidate{t.cell, f.valueOf(t.bit)}
			return &Step{Technique: bySearch, Cells: []int{t.cell}, Values: []int{x.Value}, Removes: []Candidate{x}}
		}
	}
	return nil
}

// hasNone reports whether a search proved that there is no solution.
func hasNone(r puzzle.Result, err error) bool {
	return err == nil && r.N == 0 || errors.As(err, new(*puzzle.ContradictionError))
}
