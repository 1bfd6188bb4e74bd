package csp

import (
	"context"
	"slices"
)

// This file lets package lanes continue a search of this package.

// Search is a search that can be interrupted and continued elsewhere.
type Search struct {
	s *search
}

// Begin compiles a network, and returns a search that has not yet guessed. The error is ErrLarge or the context's.
func Begin(ctx context.Context, n *Network, limits Limits) (*Search, error) {
	limits.Solutions, limits.Keep = max(limits.Solutions, 1), max(limits.Keep, 1)
	var x Search
	err := n.budget.Run(func() { x.s = newSearch(ctx, n, limits) })
	return &x, err
}

// Run searches until the search ends, has made `nodes` nodes, or has `open` open branches. If `nodes` or `open` is 0,
// it is no limit. If nodes is 0 and the search is stopped, Run returns the result before or after the restart,
// whichever has more solutions. Otherwise, Run or package lanes can continue the search if the Outcome is Stopped, the
// context has not ended, and Nodes is below the limit.
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
	if r := s.result; nodes == 0 && r.Outcome == Stopped && r.Count < s.before.Count {
		r.Count, r.Solutions = s.before.Count, s.before.Solutions
		return r
	}
	return s.result
}

// Release frees the memory of the search for others. After that, neither the search nor the results of OpenBranches may
// be used.
func (x *Search) Release() { x.s.release() }

// Frame is a branch that a search has left open.
type Frame struct {
	Domains []Set
	Cell    Cell // the cell whose decision left the branch open
}

// OpenBranches returns the domains at the root, after propagation, and the open branches, the current branch last.
func (x *Search) OpenBranches() (root []Set, frames []Frame) {
	s := x.s
	n := len(s.root)
	for i, cell := range s.decided {
		frames = append(frames, Frame{s.frames[i*n : (i+1)*n], cell})
	}
	return s.root, append(frames, Frame{slices.Clone(s.d.sets), s.last})
}

// Weights returns the weights of the cells. The unit is what a contradiction now adds to the weight of the cell decided
// last.
func (x *Search) Weights() []float64 {
	w := slices.Clone(x.s.weight)
	for i := range w {
		w[i] /= x.s.step
	}
	return w
}

// HasCompletion reports whether the hidden cells can satisfy the constraints. In `domains`, every cell that is not
// hidden has a single value.
func (x *Search) HasCompletion(domains []Set) bool {
	s := x.s
	t := &search{program: s.program, ctx: s.ctx, limits: Limits{Solutions: 1, Keep: 1}, step: 1, restarted: true, pooled: s.pooled}
	t.d.sets = slices.Clone(domains)
	t.dirty = make([]uint64, s.words)
	t.weight = make([]float64, len(domains))
	t.union, t.trials = s.union, make([]trialScratch, len(s.either))
	t.run()
	return t.result.Count > 0
}

// CountAlternatives returns the total number of alternatives in all Either constraints.
func (x *Search) CountAlternatives() (n int) {
	for i := range x.s.either {
		n += len(x.s.either[i].blocks)
	}
	return n
}

// CanFlatten reports whether package lanes can run all propagators. It returns false if Flatten would return a
// propagator of KindOther.
func (x *Search) CanFlatten() bool { return x.s.canFlattenAll(x.s.props) }

func (s *search) canFlattenAll(props []prop) bool {
	for _, q := range props {
		switch q.kind {
		case kindApart, kindOccur, kindNumbered, kindAdded, kindConnected, kindRegions:
			return false
		case kindRequired:
			if s.required[q.index].never {
				return false
			}
		case kindEither:
			for _, b := range s.either[q.index].blocks {
				if !s.canFlattenAll(b.props) {
					return false
				}
			}
		}
	}
	return true
}

// Kind determines how a [Prop] prunes, and which fields it uses.
type Kind uint8

const (
	// KindOther is a propagator that only package csp can run.
	KindOther     Kind = iota
	KindRelation       // uses Cells (a and b), To, From
	KindDistinct       // uses Cells, which must all differ
	KindRequired       // uses Cells, Times
	KindCount          // uses Cells, Set, Lo, Hi
	KindBalance        // uses Set, each of whose values occurs equally often in the two halves of Cells
	KindSets           // uses Cells, Sets
	KindCrossing       // uses Segments, Lines, Free
	KindBand           // uses Cells: 27 cells, line by line; the first three cells of each line are in one box, and so are the next three and the last three
	KindSum            // uses Cliques, Lo, Hi
	KindAutomaton      // uses Cells, Layers
	KindPlaces         // uses Cells; a cell outside that sees all places of a value among Cells loses the value
	KindEither         // uses Blocks, and Cells: the cells that at least one block prunes
)

// Prop is a propagator of a flattened network. Only the fields that its kind uses are set.
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
	Lines    [2]int   // for a crossing: the number of lines and the number of boxes
	Free     [2][]int // for a crossing: Free[0] has the indices of the lines that prune nothing, and Free[1] those of the boxes
	Layers   []Layer
	Groups   []Set // for an automaton that is a cover, the groups of values that each need a cell
	Blocks   []Block
}

// Block is one alternative of a KindEither propagator. It prunes only the propagator's Cells.
type Block struct {
	Allowed []Allowed
	Props   []Prop
}

// Segment holds the cells that a line and a box of a crossing share.
type Segment struct {
	Cells     []Cell
	Line, Box int
}

// SecondByFirst returns, for each value of the first cell, the values that the second cell may have. FirstBySecond
// returns the reverse table.
func (r *Relation) SecondByFirst() []Set { return r.to }
func (r *Relation) FirstBySecond() []Set { return r.from }

// Flat is a compiled network: the domains at the root, the pairs of cells that differ, and the propagators.
type Flat struct {
	First, Values int
	Counted       int   // the number of cells that a solution has; hidden cells come after these
	Start         []Set // the domains at the root
	Peers         [][]Cell
	Sees          []uint64 // Peers as bit sets, with equally many words for each cell
	Alike         [][]Cell // for each cell and value, the other cells that lose the value when the cell takes it; may be nil
	Props         []Prop
	Houses        [][]Cell // the groups in which each value has a place, except those with hidden cells
}

// Flatten returns the compiled network, for package lanes. Any new kind of pruning must also be added here. The caller
// must not change the result, nor use it after Release.
func (x *Search) Flatten() *Flat {
	s := x.s
	f := &Flat{First: s.first, Values: s.all.Len(), Counted: s.counted, Start: s.start, Peers: s.peers, Sees: s.sees, Alike: s.alike, Houses: s.branch}
	s.flat = slices.Grow(s.pooled.flat.OpenList(), len(s.props))[:len(s.props)]
	f.Props = s.flat
	for i, q := range s.props {
		s.describePropagator(&f.Props[i], q, s.scope[i])
	}
	return f
}

func (s *search) describePropagator(p *Prop, q prop, cells []Cell) {
	p.Cells = cells
	switch q.kind {
	case kindRelation:
		p.Kind, p.Relation = KindRelation, s.relations[q.index].r
	case kindDistinct, kindUnequal:
		p.Kind = KindDistinct
	case kindRequired:
		r := &s.required[q.index]
		if !r.never {
			p.Kind, p.Times = KindRequired, r.times
		}
	case kindCount:
		c := &s.counts[q.index]
		p.Kind, p.Set, p.Lo, p.Hi = KindCount, c.set, c.lo, c.hi
	case kindPlaces:
		p.Kind = KindPlaces
	case kindCover:
		x := &s.covers[q.index]
		p.Kind, p.Layers, p.Groups = KindAutomaton, x.layersKey(s.all).cachedLayers(), x.groups
	case kindBalance:
		p.Kind, p.Set = KindBalance, s.balance[q.index].bit
	case kindSets:
		p.Kind, p.Sets = KindSets, s.sets[q.index].sets
	case kindCrossing:
		c := &s.crossings[q.index]
		if p.Kind = KindBand; c.band != nil {
			break
		}
		p.Kind, p.Segments, p.Lines, p.Free = KindCrossing, c.segments, [2]int{c.lines, c.boxes}, c.free
	case kindSum:
		c := &s.sums[q.index]
		p.Kind, p.Cliques, p.Lo, p.Hi = KindSum, c.cliques, c.lo, c.hi
	case kindAutomaton:
		p.Kind, p.Layers = KindAutomaton, s.automata[q.index].a.layer
	case kindEither:
		p.Kind = KindEither
		for _, b := range s.either[q.index].blocks {
			to := Block{Allowed: b.allowed, Props: make([]Prop, len(b.props))}
			for i, q := range b.props {
				s.describePropagator(&to.Props[i], q, s.cellsOf(q))
			}
			p.Blocks = append(p.Blocks, to)
		}
	}
}

// layersKey identifies the layers of a cover in a cache.
type layersKey struct {
	cells  int
	all    Set
	groups [mostCover]Set // the groups of the cover, followed by empty sets
}

func (x *cover) layersKey(all Set) layersKey {
	s := layersKey{cells: len(x.cells), all: all}
	copy(s.groups[:], x.groups)
	return s
}

// shapes caches the layers of at most mostShapes covers, each with at most mostShapeCells cells.
var shapes Cache[layersKey, []Layer]

const (
	mostShapes     = 200
	mostShapeCells = 40
)

func (s layersKey) cachedLayers() []Layer {
	if s.cells > mostShapeCells {
		return s.buildCoverLayers()
	}
	return shapes.Get(s, mostShapes, s.buildCoverLayers)
}

// buildCoverLayers returns the layers of a cover as an automaton. A state is the set of groups for which a cell was
// found.
func (s layersKey) buildCoverLayers() []Layer {
	values := s.all.Len()
	all := 0
	step := func(seen, v int) (int, bool) {
		for j, g := range s.groups {
			seen |= int(g>>v&1) << j
		}
		return seen, true
	}
	for v := range values {
		all, _ = step(all, v)
	}
	a := NewAutomaton(0, values, 1<<mostCover, 0, step, func(seen int) bool { return seen == all })
	return a.layersFor(s.cells, nil).layer
}
