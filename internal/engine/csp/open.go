package csp

import (
	"context"
	"slices"
	"sync"
)

// This file is what another engine needs that goes on with a search: package lanes.

// Search is a search that can be left and handed on.
type Search struct {
	s *search
}

// Begin makes a network ready to search, and has made no guess yet. The error is Result.Err.
func Begin(ctx context.Context, n *Network, limits Limits) (*Search, error) {
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	var x Search
	err := n.budget.Within(func() { x.s = newSearch(ctx, n, limits) })
	return &x, err
}

// Run searches to an end, or until so many nodes are seen or so many branches are open; 0 is no
// bound. Where the Outcome is Stopped, the context's error nil, and the nodes fewer than the
// limit, the search goes on with another Run, or elsewhere.
func (x *Search) Run(nodes int64, open int) Result {
	s := x.s
	s.mostOpen = open
	limit := s.limits.Nodes
	if nodes > 0 && (limit == 0 || nodes < limit) {
		s.limits.Nodes = nodes
	}
	if s.root == nil {
		s.run()
	} else {
		s.resume()
	}
	s.limits.Nodes = limit
	return s.result
}

// Done says that nothing more is asked of the search, nor of what Open returned.
func (x *Search) Done() { x.s.release() }

// Frame is a branch that a search has not taken yet.
type Frame struct {
	Domains []Set
	Cell    Cell // that was decided there
}

// Open returns the root, whose domains nothing narrows further, and the branches that Run
// left open, the one it was on last.
func (x *Search) Open() (root []Set, frames []Frame) {
	s := x.s
	n := len(s.root)
	for i, cell := range s.decided {
		frames = append(frames, Frame{s.frames[i*n : (i+1)*n], cell})
	}
	return s.root, append(frames, Frame{slices.Clone(s.d.sets), s.last})
}

// Weights returns how often each cell had to do with a contradiction, in steps.
func (x *Search) Weights() []float64 {
	w := slices.Clone(x.s.weight)
	for i := range w {
		w[i] /= x.s.step
	}
	return w
}

// Completes reports whether the hidden cells have values that fit those of the other cells in these
// domains.
func (x *Search) Completes(domains []Set) bool {
	s := x.s
	t := &search{program: s.program, ctx: s.ctx, limits: Limits{Solutions: 1, Keep: 1}, step: 1, restarted: true}
	t.d.sets = slices.Clone(domains)
	t.dirty = make([]uint64, s.words)
	t.weight = make([]float64, len(domains))
	t.memo, t.union, t.trials = s.memo, s.union, make([]trial, len(s.either))
	t.run()
	return t.result.Count > 0
}

// Alternatives is how many there are in all eithers.
func (x *Search) Alternatives() (n int) {
	for i := range x.s.either {
		n += len(x.s.either[i].blocks)
	}
	return n
}

// Tellable tells whether Flat has no propagator of KindOther.
func (x *Search) Tellable() bool { return x.s.tellable(x.s.props) }

func (s *search) tellable(props []prop) bool {
	for _, q := range props {
		switch q.kind {
		case kindApart, kindOccur, kindNumbered, kindAdded, kindConnected, kindRegions:
			return false
		case kindRequired:
			if s.required[q.at].never {
				return false
			}
		case kindEither:
			for _, b := range s.either[q.at].blocks {
				if !s.tellable(b.props) {
					return false
				}
			}
		}
	}
	return true
}

// Kind is what sort of propagator a Prop is.
type Kind uint8

const (
	// KindOther is one that only csp has a routine for.
	KindOther     Kind = iota
	KindRelation       // Cells are a and b, To, From
	KindDistinct       // Cells differ
	KindRequired       // Cells, Times
	KindCount          // Cells, Set, Lo, Hi
	KindSets           // Cells, Sets
	KindCrossing       // Segments
	KindSum            // Cliques, Lo, Hi
	KindAutomaton      // Cells, Layers
	KindPlaces         // what a house needs leaves the cells that see all its places
	KindEither         // Cells are those that some of Blocks narrow
)

// Prop is a propagator, as far as its kind has it.
type Prop struct {
	Kind     Kind
	Cells    []Cell
	Relation *Relation
	Sets     []Set
	Set      Set
	Lo, Hi   int
	Times    []int
	Cliques  []Clique
	Segments []Segment
	Lines    [2]int   // of a crossing, how many lines and boxes
	Free     [2][]int // of these, what has no say
	Layers   []Layer
	Groups   []Set // of an automaton that is a cover: sets that each have a cell
	Blocks   []Block
}

// Block is an alternative of an either, which narrows no cells but those of the either.
type Block struct {
	Allowed []Allowed
	Props   []Prop
}

// Allowed is what a cell may be.
type Allowed struct {
	Cell Cell
	Set  Set
}

// Clique is cells that differ, of one coefficient.
type Clique struct {
	Cells       []Cell
	Coefficient int
}

// Segment is what a line and a box of a crossing share.
type Segment struct {
	Cells     []Cell
	Line, Box int
}

// Layer is the edges of an automaton on one cell. States is how many there are before it.
type Layer struct {
	States int
	Edges  []LayerEdge
}

// LayerEdge leads from a state to one of the next layer.
type LayerEdge struct {
	From, To int
	On       Set
}

// To is what the second cell can be by the value of the first, From the other way round.
func (r *Relation) To() []Set   { return r.to }
func (r *Relation) From() []Set { return r.from }

// Flat is a network as its search sees it: what each cell can be at first, which cells
// differ, and the propagators beside that.
type Flat struct {
	First, Values int
	Counted       int   // cells whose values make a solution: the first
	Start         []Set // what each cell can be at first
	Peers         [][]Cell
	Sees          []uint64 // the same as bit sets, as many words a cell as all cells take
	Alike         [][]Cell // by cell and value, or nil: which others lose that value once the cell has it
	Props         []Prop
	Houses        [][]Cell // in which each value has its place, no hidden cells among them
}

// Flat lists what the search runs: all that narrows a cell, so that what is added to the search
// has to be told here. Nothing of it may be changed, and nothing used after Done.
func (x *Search) Flat() *Flat {
	s := x.s
	f := &Flat{First: s.first, Values: s.all.Len(), Counted: s.counted, Start: s.start, Peers: s.peers, Sees: s.sees, Alike: s.alike, Houses: s.branch}
	if cap(s.kept.props) < len(s.props) {
		s.kept.props = make([]Prop, len(s.props))
	}
	f.Props = s.kept.props[:len(s.props)]
	var cliques []Clique
	for i, q := range s.props {
		s.describe(&f.Props[i], q, s.scope[i], &cliques)
	}
	return f
}

// describe writes what a propagator is, with room for cliques.
func (s *search) describe(p *Prop, q prop, cells []Cell, room *[]Clique) {
	p.Cells = cells
	switch q.kind {
	case kindRelation:
		p.Kind, p.Relation = KindRelation, s.relations[q.at].r
	case kindDistinct, kindUnequal:
		p.Kind = KindDistinct
	case kindRequired:
		r := &s.required[q.at]
		if !r.never {
			p.Kind, p.Times = KindRequired, r.times
		}
	case kindCount:
		c := &s.counts[q.at]
		p.Kind, p.Set, p.Lo, p.Hi = KindCount, c.set, c.lo, c.hi
	case kindPlaces:
		p.Kind = KindPlaces
	case kindCover:
		x := &s.covers[q.at]
		p.Kind, p.Layers, p.Groups = KindAutomaton, x.shape(s.all).layers(), x.groups
	case kindBalance:
		p.Kind, p.Layers = KindAutomaton, shape{cells: len(s.balance[q.at].cells), all: s.all, bit: s.balance[q.at].bit}.layers()
	case kindSets:
		p.Kind, p.Sets = KindSets, s.sets[q.at].list.sets
	case kindCrossing:
		c := &s.crossings[q.at]
		p.Kind, p.Lines, p.Free = KindCrossing, [2]int{c.lines, c.boxes}, c.free
		p.Segments = make([]Segment, len(c.segments))
		for i, g := range c.segments {
			p.Segments[i] = Segment{g.cells, g.line, g.box}
		}
	case kindSum:
		c := &s.sums[q.at]
		p.Kind, p.Lo, p.Hi = KindSum, c.lo, c.hi
		n := len(c.cliques)
		if len(*room) < n {
			*room = make([]Clique, max(n, 64))
		}
		p.Cliques, *room = (*room)[:n:n], (*room)[n:]
		for i, q := range c.cliques {
			p.Cliques[i] = Clique{q.cells, q.k}
		}
	case kindAutomaton:
		p.Kind, p.Layers = KindAutomaton, s.automata[q.at].a.flatten()
	case kindEither:
		p.Kind = KindEither
		for _, b := range s.either[q.at].blocks {
			to := Block{Props: make([]Prop, len(b.props))}
			for _, a := range b.allowed {
				to.Allowed = append(to.Allowed, Allowed{a.cell, a.set})
			}
			for i, q := range b.props {
				s.describe(&to.Props[i], q, s.cellsOf(q), room)
			}
			p.Blocks = append(p.Blocks, to)
		}
	}
}

// flatten is the layers as Flat has them.
func (a *layers) flatten() []Layer {
	a.once.Do(func() {
		a.flat = make([]Layer, len(a.layer))
		for i, l := range a.layer {
			to := Layer{States: l.states, Edges: make([]LayerEdge, 0, len(l.edges))}
			for state := range min(l.states, len(l.first)-1) {
				for _, e := range l.edges[l.first[state]:l.first[state+1]] {
					to.Edges = append(to.Edges, LayerEdge{state, e.To, e.On})
				}
			}
			a.flat[i] = to
		}
	})
	return a.flat
}

// shape is what the layers of a cover or a balance depend on: those of one shape are one list.
type shape struct {
	cells  int
	all    Set
	bit    Set            // of a balance
	groups [mostCover]Set // of a cover, as far as they are not empty
}

func (x *cover) shape(all Set) shape {
	s := shape{cells: len(x.cells), all: all}
	copy(s.groups[:], x.groups)
	return s
}

// shapes keeps the layers of shapes of up to mostShapeCells cells for the process.
var shapes struct {
	sync.RWMutex
	of map[shape][]Layer
}

const (
	mostShapes     = 200
	mostShapeCells = 40
)

func (s shape) layers() []Layer {
	shapes.RLock()
	known := shapes.of[s]
	shapes.RUnlock()
	if known != nil {
		return known
	}
	made := s.balance
	if s.bit == 0 {
		made = s.cover
	}
	all := made()
	if s.cells <= mostShapeCells {
		shapes.Lock()
		if shapes.of == nil || len(shapes.of) == mostShapes {
			shapes.of = make(map[shape][]Layer)
		}
		shapes.of[s] = all
		shapes.Unlock()
	}
	return all
}

// cover is a cover as an automaton: its states are the groups that have had a cell.
func (s shape) cover() []Layer {
	groups := s.groups[:]
	for groups[len(groups)-1] == 0 {
		groups = groups[:len(groups)-1]
	}
	n, most := s.cells, 1<<len(groups)
	other := s.all
	for _, g := range groups {
		other &^= g
	}
	layers := make([]Layer, n+1)
	next := map[int]int{most - 1: 0} // the number of a state of the layer after
	layers[n].States = 1
	for i := n - 1; i >= 0; i-- {
		now := make(map[int]int)
		for k := range most {
			edge := func(to int, on Set) {
				if t, ok := next[to]; ok && on != 0 {
					if _, ok := now[k]; !ok {
						now[k] = len(now)
					}
					layers[i].Edges = append(layers[i].Edges, LayerEdge{now[k], t, on})
				}
			}
			same := other
			for j, g := range groups {
				if k>>j&1 != 0 {
					same |= g
				} else {
					edge(k|1<<j, g)
				}
			}
			edge(k, same)
			if i == 0 {
				break // only nothing so far
			}
		}
		layers[i].States, next = len(now), now
	}
	return layers
}

// balance is a balance as an automaton: its states are by how many the first list is ahead.
func (s shape) balance() []Layer {
	n := s.cells
	layers := make([]Layer, n+1)
	states := func(i int) int { return min(i, n-i) + 1 }
	for i := range layers {
		layers[i].States = states(i)
		if i == n {
			break
		}
		by := 1
		if i >= n/2 {
			by = -1
		}
		for k := range states(i) {
			for j, on := range [2]Set{s.all &^ s.bit, s.bit} {
				to := k + j*by
				if to >= 0 && to < states(i+1) && on != 0 {
					layers[i].Edges = append(layers[i].Edges, LayerEdge{k, to, on})
				}
			}
		}
	}
	return layers
}

// Irreflexive tells whether no value goes with itself.
func (r *Relation) Irreflexive() bool { return r.irreflexive() }
