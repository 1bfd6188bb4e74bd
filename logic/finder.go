package logic

import (
	"context"
	"slices"

	"nonet/board"
	"nonet/sudoku"
)

// Options choose between variants of techniques on which people differ. The zero
// value is the strict reading of each.
type Options struct {
	TwoCandidateRectangles bool // empty rectangles with two candidates in the box
	Siamese                bool // tell two fish with one base as one step
	MissingCorners         bool // unique rectangles with a pair's digit already gone from a corner
	SetsInChains           bool // almost locked sets as nodes of chains
	OverlappingSets        bool // almost locked sets that share cells
	Chains                 ChainChoice

	// Nodes is how many nodes the search for one technique may take; 0 leaves it to
	// the context. Real positions take a few thousand, spoilt ones any number.
	Nodes uint64
}

// ChainChoice is which are told of the many loops and chains between two ends.
type ChainChoice uint8

const (
	// Shortest tells the shortest; which ones does not depend on how the board lies.
	Shortest ChainChoice = iota
	// FirstByRow tells the one that a search from row to row comes to first, for
	// chains of sets the one from each set to later ones only that takes most: what
	// HoDoKu's solver tells, so that its scores need it.
	FirstByRow
)

// Finder looks for steps in a position, for a zero Finder one without candidates. One
// goroutine uses it at a time; kept for the next position ([Finder.Reset]), it hardly
// allocates.
type Finder struct {
	Options Options
	state   State
	board   *board.Board // the state's
	size    Digit        // of it

	want    Technique
	also    []Technique // found by the same search and wanted, too
	yield   func(*Step) bool
	stopped bool
	ctx     context.Context
	told    func(Progress) // of the context
	nodes   uint64
	cut     error                         // why the search was cut short
	step    Step                          // the step under construction
	del     [board.MostValues + 1]CellSet // its eliminations by digit, before the candidates are looked at

	facts

	// What each family keeps between searches, so as not to allocate it again.
	fish  fishScratch
	als   alsScratch
	graph graph // of loops

	templates [10][]CellSet // by digit
}

// facts are what several families read of a position, made when first asked for and stamped.
type facts struct {
	position uint64 // its number; a finder begins with 1

	fewOf   uint64
	few     [5]CellSet // the cells with two to so many candidates, from 2 to 4
	bivalue CellSet    // those with two

	screens [board.MostValues + 1]screen // stamped with the digit's places
	sets    setFacts
	net     *netFacts
}

// NewFinder is a finder for one position.
func NewFinder(s State, o Options) *Finder {
	f := &Finder{Options: o}
	f.Reset(s)
	return f
}

// Reset puts another position before the finder, keeping its memory, and what is
// known of digits that the positions have in common.
func (f *Finder) Reset(s State) {
	for c, d := range s.values {
		if was := f.state.values[c]; was != d {
			f.screens[was].known, f.screens[d].known = false, false
		}
	}
	if b := s.Board(); b != f.board {
		f.board, f.size, f.screens = b, Digit(b.Size()), facts{}.screens
		clear(f.del[:])
	}
	f.state, f.state.board = s, f.board
	f.position++
}

// countFacts computes the facts that cost next to nothing.
func (f *Finder) countFacts() {
	if f.fewOf != f.position {
		f.fewOf = f.position
		f.few = f.state.withFew()
		f.bivalue = f.few[2]
	}
}

// withCandidates are the empty cells that have n candidates.
func (s *State) withCandidates(n int) CellSet {
	var set CellSet
	for left := s.digits[0]; !left.Empty(); {
		if c := left.Pop(); s.cands[c].Len() == n {
			set.Add(c)
		}
	}
	return set
}

// withFew are the empty cells that have from two to n candidates, for n from 2 to 4.
func (s *State) withFew() (few [5]CellSet) {
	var least [6]CellSet // the cells with at least so many
	for _, places := range s.digits[1 : s.size()+1] {
		for n := 5; n > 1; n-- {
			least[n] = least[n].Or(least[n-1].And(places))
		}
		least[1] = least[1].Or(places)
	}
	for n := 2; n <= 4; n++ {
		few[n] = least[2].Less(least[n+1])
	}
	return few
}

// Each hands every step of technique t to yield until yield returns false, in the same order
// on every run; a pattern may come more than once with the same eliminations. The step lives
// until yield returns; a keeper clones it. The error says that the search was cut short, by
// the context or by Options.Nodes (a *sudoku.NodeLimitError); the steps handed out are sound
// all the same. Steps of the techniques in also come, too, if the search for t meets them.
func (f *Finder) Each(ctx context.Context, t Technique, yield func(*Step) bool, also ...Technique) error {
	find := t.info().find
	if find == nil {
		return nil
	}
	return f.run(ctx, t, yield, also, find)
}

// run makes a search for steps of t, and of those also wanted.
func (f *Finder) run(ctx context.Context, t Technique, yield func(*Step) bool, also []Technique, find func(*Finder)) error {
	if f.position == 0 {
		f.Reset(State{})
	}
	if !t.info().large && (f.size > 9 || f.board.All().Len() > cells) {
		return nil
	}
	f.want, f.also, f.yield, f.stopped, f.ctx, f.nodes, f.cut = t, also, yield, false, ctx, 0, nil
	if f.cut = context.Cause(ctx); f.cut == nil {
		if f.told, _ = ctx.Value(progressKey{}).(func(Progress)); f.told != nil {
			f.told(Progress{t, 0, &f.state})
		}
		f.countFacts()
		find(f)
	}
	f.yield, f.ctx, f.told, f.also = nil, nil, nil, nil
	if f.cut != nil {
		f.position++ // what was collected may be incomplete
	}
	return f.cut
}

// countNode counts a node and reports whether the search is stopped or cut short.
func (f *Finder) countNode() bool {
	f.nodes++
	switch {
	case f.stopped:
	case f.Options.Nodes > 0 && f.nodes > f.Options.Nodes:
		f.stopped, f.cut = true, &sudoku.NodeLimitError{Nodes: f.nodes}
	case f.nodes%256 == 0 && f.ctx != nil:
		if f.told != nil {
			f.told(Progress{f.want, f.nodes, &f.state})
		}
		if f.ctx.Err() != nil {
			f.stopped, f.cut = true, context.Cause(f.ctx)
		}
	}
	return f.stopped
}

// Progress is how far the search for a technique is.
type Progress struct {
	Technique Technique
	Nodes     uint64 // of this search; where suppositions are made, how many
	State     *State // the position, to be read while one is told
}

type progressKey struct{}

// WithProgress is a context for searches that tell told how far they are, in their own
// goroutine: each search of a [Finder] as it begins, and then every 256 nodes.
func WithProgress(ctx context.Context, told func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, told)
}

// First is the first step of technique t: found, none, or undecided with the
// error of [Finder.Each].
func (f *Finder) First(ctx context.Context, t Technique) (Step, sudoku.Outcome, error) {
	var step Step
	outcome := sudoku.None
	err := f.Each(ctx, t, func(s *Step) bool {
		step, outcome = s.Clone(), sudoku.Found
		return false
	})
	if err != nil && outcome == sudoku.None {
		outcome = sudoku.Undecided
	}
	return step, outcome, err
}

// begin starts a new step of technique t.
func (f *Finder) begin(t Technique, digits Digits) *Step {
	s := &f.step
	*s = Step{
		Technique: t, Digits: digits,
		Placements: s.Placements[:0], Eliminations: s.Eliminations[:0], Marks: s.Marks[:0],
		Base: s.Base[:0], Cover: s.Cover[:0], Sets: s.Sets[:0], Nodes: s.Nodes[:0], Truths: s.Truths[:0],
	}
	clear(f.del[:f.size+1])
	return s
}

// eliminate adds d to the eliminations in all of the cells that have it.
func (f *Finder) eliminate(d Digit, in CellSet) { f.del[d] = f.del[d].Or(in) }

// eliminateAll adds the digits of set to the eliminations of c.
func (f *Finder) eliminateAll(c Cell, set Digits) {
	for d := range set.Digits() {
		f.del[d].Add(c)
	}
}

// effective reports whether the eliminations noted so far take anything away.
func (f *Finder) effective() bool {
	for d := range f.size + 1 {
		if f.del[d].Meets(f.state.digits[d]) {
			return true
		}
	}
	return false
}

// isWanted reports whether steps of t are asked for.
func (f *Finder) isWanted(t Technique) bool {
	return t == f.want || len(f.also) > 0 && slices.Contains(f.also, t)
}

// emit hands out the step under construction if it does something and is wanted.
func (f *Finder) emit() {
	s := &f.step
	if f.stopped || !f.isWanted(s.Technique) {
		return
	}
	f.finish()
	if len(s.Eliminations)+len(s.Placements) > 0 {
		f.stopped = !f.yield(s)
	}
}

// finish adds to the step under construction the eliminations that take something.
func (f *Finder) finish() {
	s := &f.step
	for d := Digit(1); d <= f.size; d++ {
		for left := f.del[d].And(f.state.digits[d]); !left.Empty(); {
			s.Eliminations = append(s.Eliminations, Candidate{left.Pop(), d})
		}
	}
}

func (s *Step) mark(r Role, d Digit, in CellSet) {
	for !in.Empty() {
		s.Marks = append(s.Marks, Mark{Candidate{in.Pop(), d}, r})
	}
}

func (s *Step) markCell(r Role, c Cell, digits Digits) {
	for d := range digits.Digits() {
		s.Marks = append(s.Marks, Mark{Candidate{c, d}, r})
	}
}

func (s *Step) cellTruth(c Cell) {
	s.Truths = append(s.Truths, Truth{Kind: CellTruth, Cell: c})
}

func (s *Step) cellTruths(set CellSet) {
	for !set.Empty() {
		s.cellTruth(set.Pop())
	}
}

// addCell adds a cell to the step: its candidates, in a role, and that it holds one.
func (f *Finder) addCell(r Role, c Cell) {
	f.step.markCell(r, c, f.state.cands[c])
	f.step.cellTruth(c)
}

func (s *Step) houseTruth(h House, d Digit) {
	s.Truths = append(s.Truths, Truth{Kind: HouseTruth, House: h, Digit: d})
}

// confinedTruth adds the truth of the first house whose places for d are these cells.
func (f *Finder) confinedTruth(d Digit, in CellSet) {
	for h := range f.board.HousesWith(in).All() {
		if f.places(h, d) == in {
			f.step.houseTruth(h, d)
			return
		}
	}
}

// places are the cells of h that have d as a candidate.
func (f *Finder) places(h House, d Digit) CellSet { return f.state.digits[d].And(f.board.Cells(h)) }

func bit(d Digit) Digits { return 1 << (d - 1) }
