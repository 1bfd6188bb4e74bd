package logic

import (
	"context"
	"slices"

	"nonet/board"
	"nonet/sudoku"
)

// Options select variants of techniques whose definitions differ between authors. The zero value selects the strict
// variant of each technique.
type Options struct {
	TwoCandidateRectangles bool // accept empty rectangles with only two candidates in the box
	Siamese                bool // combine two fish with the same base into one step
	MissingCorners         bool // accept unique rectangles in which a corner has lost a digit of the pair
	SetsInChains           bool // use almost locked sets as nodes of chains
	OverlappingSets        bool // permit almost locked sets that share cells
	CellsOfSet             int  // the maximum number of cells of an almost locked set; 0 means 8
	Chains                 ChainChoice

	// Nodes limits the nodes of the search for one technique; with 0, only the context limits it. A search in a real
	// position takes a few thousand nodes. In a contradictory position, it may take any number.
	Nodes uint64
}

// ChainChoice selects which loops and chains between two ends are reported.
type ChainChoice uint8

const (
	// Shortest selects the shortest chains. The choice does not depend on the orientation of the board.
	Shortest ChainChoice = iota
	// FirstByRow selects the chain that a search row by row finds first. Among chains of sets, it considers only those
	// that end in a later set, and selects the chain with the most eliminations. HoDoKu's solver makes the same choice,
	// and its scores depend on it.
	FirstByRow
)

// Finder finds steps in a position. The position of a zero Finder has no candidates. A Finder is not safe for
// concurrent use. A Finder that is reused for the next position ([Finder.Reset]) hardly allocates.
type Finder struct {
	Options Options
	state   State
	board   *board.Board // the board of the position in state
	size    Digit        // the number of digits of the board

	technique Technique
	others    []Technique // techniques other than the wanted one; the caller takes their steps if the same search finds them
	yield     func(*Step) bool
	stopped   bool
	ctx       context.Context
	progress  func(Progress) // the function that receives the progress of searches; nil for none
	nodes     uint64
	cut       error                         // the reason why the search was cut short; nil if it was not
	step      Step                          // the step that is being built
	del       [board.MostValues + 1]CellSet // for each digit, the cells from which the step eliminates it; some may lack this candidate

	facts

	// These are buffers that each family reuses.
	fish  fishScratch
	als   alsScratch
	graph graph // the graph for the loop family

	templates [10][]CellSet // the templates of each digit
}

// facts are properties of a position that several families use. Most are computed when they are first needed.
type facts struct {
	position uint64     // the position's number, from 1; a new number makes the facts invalid
	few      [5]CellSet // few[n], for n from 2 to 4, has the cells with 2 to n candidates

	digitTemplates [board.MostValues + 1]templateFacts // facts about one digit; they stay valid as long as the digit's places do not change
	sets           setFacts
	net            *net
}

// NewFinder returns a finder for the position s with the options o.
func NewFinder(s State, o Options) *Finder {
	f := &Finder{Options: o}
	f.Reset(s)
	return f
}

// Reset sets the position to s. It keeps the finder's buffers, and the facts about digits whose places have not
// changed.
func (f *Finder) Reset(s State) {
	for c, d := range s.values {
		if was := f.state.values[c]; was != d {
			f.digitTemplates[was].known, f.digitTemplates[d].known = false, false
		}
	}
	if b := s.Board(); b != f.board {
		f.board, f.size, f.digitTemplates = b, Digit(b.Size()), facts{}.digitTemplates
		clear(f.del[:])
	}
	f.state, f.state.board = s, f.board
	f.few = f.state.cellsWithFewCandidates()
	f.position++
}

// cellsWithFewCandidates returns sets of empty cells: few[n], for n from 2 to 4, has those with 2 to n candidates.
func (s *State) cellsWithFewCandidates() (few [5]CellSet) {
	var least [6]CellSet // least[n] has the cells with at least n candidates
	for _, places := range s.digits[1 : s.boardSize()+1] {
		for n := 5; n > 1; n-- {
			least[n] = least[n].Or(least[n-1].And(places))
		}
		least[1] = least[1].Or(places)
	}
	for n := 2; n <= 4; n++ {
		few[n] = least[2].Without(least[n+1])
	}
	return few
}

// Each calls yield with every step of technique t until yield returns false. The order is the same in every run.
// Several patterns may have the same eliminations. The step is valid until yield returns; clone it to keep it. If the
// search for t finds steps of the techniques in `others`, Each yields these steps, too. If the search was cut short, the
// steps yielded so far are valid. The error is then the context's, or a *sudoku.NodeLimitError if the search reached
// Options.Nodes.
func (f *Finder) Each(ctx context.Context, t Technique, yield func(*Step) bool, others ...Technique) error {
	info := t.info()
	if f.position == 0 {
		f.Reset(State{})
	}
	if info.find == nil || !info.large && (f.size > 9 || f.board.All().Len() > cells) {
		return nil
	}
	f.technique, f.others, f.yield, f.stopped, f.ctx, f.nodes, f.cut = t, others, yield, false, ctx, 0, nil
	if f.cut = context.Cause(ctx); f.cut == nil {
		if f.progress, _ = ctx.Value(progressKey{}).(func(Progress)); f.progress != nil {
			f.progress(Progress{t, 0, &f.state})
		}
		info.find(f)
	}
	f.yield, f.ctx, f.progress, f.others = nil, nil, nil, nil
	if f.cut != nil {
		f.position++ // invalidate the facts, because an interrupted search may have left them incomplete
	}
	return f.cut
}

// countNode counts one node of the search, and reports progress after every 256 nodes. It returns true if the search
// must stop.
func (f *Finder) countNode() bool {
	f.nodes++
	switch {
	case f.stopped:
	case f.Options.Nodes > 0 && f.nodes > f.Options.Nodes:
		f.stopped, f.cut = true, &sudoku.NodeLimitError{Nodes: f.nodes}
	case f.nodes%256 == 0 && f.ctx != nil:
		if f.progress != nil {
			f.progress(Progress{f.technique, f.nodes, &f.state})
		}
		if f.ctx.Err() != nil {
			f.stopped, f.cut = true, context.Cause(f.ctx)
		}
	}
	return f.stopped
}

// Progress holds the work that the search for a technique has done so far.
type Progress struct {
	Technique Technique
	Nodes     uint64 // the number of nodes so far; for searches by suppositions, the number of suppositions
	State     *State // the position, valid during the call
}

type progressKey struct{}

// WithProgress returns a context for searches that report their progress. Each search of a [Finder] calls report at the
// start and then every 256 nodes, in the goroutine of the search.
func WithProgress(ctx context.Context, report func(Progress)) context.Context {
	return context.WithValue(ctx, progressKey{}, report)
}

// First returns the step that [Finder.Each] yields first. The outcome is Found, None, or Undecided with the error of
// Each.
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

func (f *Finder) beginStep(t Technique, digits Digits) *Step {
	s := &f.step
	*s = Step{
		Technique: t, Digits: digits,
		Placements: s.Placements[:0], Eliminations: s.Eliminations[:0], Marks: s.Marks[:0],
		Base: s.Base[:0], Cover: s.Cover[:0], Sets: s.Sets[:0], Nodes: s.Nodes[:0], Truths: s.Truths[:0],
	}
	clear(f.del[:f.size+1])
	return s
}

// extendSets yields the non-empty subsets of `from`. With each subset, it yields the union of digits and the candidates
// of the subset's cells. It extends a subset only if yield returns true.
func (f *Finder) extendSets(from, in CellSet, digits Digits, yield func(CellSet, Digits) bool) {
	for !from.Empty() && !f.countNode() {
		c := from.Pop()
		joined, all := in, digits|f.state.cands[c]
		joined.Add(c)
		if yield(joined, all) {
			f.extendSets(from, joined, all, yield)
		}
	}
}

// eliminate adds the candidates d in the given cells to the eliminations of the step.
func (f *Finder) eliminate(d Digit, in CellSet) { f.del[d] = f.del[d].Or(in) }

func (f *Finder) eliminateAll(c Cell, set Digits) {
	for d := range set.Digits() {
		f.del[d].Add(c)
	}
}

// hasEffect reports whether the step found so far would remove a candidate of the position.
func (f *Finder) hasEffect() bool {
	f.finishStep()
	return len(f.step.Eliminations) > 0
}

func (f *Finder) isWanted(t Technique) bool {
	return t == f.technique || len(f.others) > 0 && slices.Contains(f.others, t)
}

// emitStep yields the current step if it removes or places a candidate, and the caller wants its technique.
func (f *Finder) emitStep() {
	s := &f.step
	if f.stopped || !f.isWanted(s.Technique) {
		return
	}
	f.finishStep()
	if len(s.Eliminations)+len(s.Placements) > 0 {
		f.stopped = !f.yield(s)
	}
}

// finishStep stores the collected eliminations in the step, without those of absent candidates.
func (f *Finder) finishStep() {
	s := &f.step
	s.Eliminations = s.Eliminations[:0]
	for d := Digit(1); d <= f.size; d++ {
		for left := f.del[d].And(f.state.digits[d]); !left.Empty(); {
			s.Eliminations = append(s.Eliminations, Candidate{left.Pop(), d})
		}
	}
}

func (s *Step) markDigit(r Role, d Digit, in CellSet) {
	for !in.Empty() {
		s.Marks = append(s.Marks, Mark{Candidate{in.Pop(), d}, r})
	}
}

func (s *Step) markCell(r Role, c Cell, digits Digits) {
	for d := range digits.Digits() {
		s.Marks = append(s.Marks, Mark{Candidate{c, d}, r})
	}
}

func (s *Step) addCellTruth(c Cell) {
	s.Truths = append(s.Truths, Truth{Kind: CellTruth, Cell: c})
}

func (s *Step) addCellTruths(set CellSet) {
	for !set.Empty() {
		s.addCellTruth(set.Pop())
	}
}

// addCell adds cell c to the step: it marks the candidates of c with role r, and adds the truth that c holds one of
// them.
func (f *Finder) addCell(r Role, c Cell) {
	f.step.markCell(r, c, f.state.cands[c])
	f.step.addCellTruth(c)
}

func (s *Step) addHouseTruth(h House, d Digit) {
	s.Truths = append(s.Truths, Truth{Kind: HouseTruth, House: h, Digit: d})
}

// addBase adds house h to the base of the step, and the truth that d has a place in h.
func (s *Step) addBase(h House, d Digit) {
	s.Base = append(s.Base, h)
	s.addHouseTruth(h, d)
}

// addConfiningHouseTruth adds to the step the truth that d has a place in a house. The house is the first one in which
// the cells in `in` are exactly the places of d. If no house is like this, it adds nothing.
func (f *Finder) addConfiningHouseTruth(d Digit, in CellSet) {
	for h := range f.board.HousesWith(in).All() {
		if f.placesIn(h, d) == in {
			f.step.addHouseTruth(h, d)
			return
		}
	}
}

func (f *Finder) placesIn(h House, d Digit) CellSet { return f.state.digits[d].And(f.board.Cells(h)) }

func digitBit(d Digit) Digits { return 1 << (d - 1) }
