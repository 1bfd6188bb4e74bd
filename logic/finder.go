package logic

// Options choose between variants of techniques on which people differ. The zero
// value is HoDoKu's default for one step at a time.
type Options struct {
	TwoCandidateRectangles bool // empty rectangles with two candidates in the box
	Siamese                bool // tell two fish with one base as one step
	MissingCorners         bool // unique rectangles with a pair's digit already gone from a corner
	SetsInChains           bool // almost locked sets as nodes of chains
	OverlappingSets        bool // almost locked sets that share cells
}

// Finder is a position with the scratch that the techniques share. One goroutine
// uses it at a time; it is worth keeping for the next position ([Finder.Reset]),
// after which finding allocates nothing.
type Finder struct {
	State   State
	Options Options

	bivalue CellSet // the cells with two candidates

	want    Technique
	yield   func(*Step) bool
	stopped bool
	step    Step        // the step under construction
	del     [10]CellSet // its eliminations by digit, before the candidates are looked at

	fish    fishScratch
	sets    []als
	setsM   int // the least size of the sets collected, 0 if none are
	links   []link
	linksOf int // 0: links of sets apart, 1: of overlapping sets too, -1: not collected
	graph   graph
}

// NewFinder is a finder for one position.
func NewFinder(s State, o Options) *Finder {
	f := &Finder{Options: o}
	f.Reset(s)
	return f
}

// Reset puts another position before the finder, keeping its memory.
func (f *Finder) Reset(s State) {
	f.State = s
	f.refresh()
}

func (f *Finder) refresh() {
	f.bivalue = f.State.withCandidates(2)
	f.setsM, f.linksOf = 0, -1
	f.graph.built = false
}

// withCandidates are the empty cells that have n candidates.
func (s *State) withCandidates(n int) CellSet {
	var set CellSet
	for left := s.digits[0]; !left.Empty(); {
		if c := left.pop(); s.cands[c].Len() == n {
			set.Add(c)
		}
	}
	return set
}

// Each hands every step of technique t to yield until yield returns false. The
// step lives until yield returns; a keeper clones it. The order is the same on
// every run. A pattern may come more than once with the same eliminations.
func (f *Finder) Each(t Technique, yield func(*Step) bool) {
	find := t.Info().find
	if find == nil {
		return
	}
	f.want, f.yield, f.stopped = t, yield, false
	find(f)
	f.yield = nil
}

// First is the first step of technique t.
func (f *Finder) First(t Technique) (Step, bool) {
	var first Step
	found := false
	f.Each(t, func(s *Step) bool {
		first, found = s.Clone(), true
		return false
	})
	return first, found
}

// Steps are all steps of technique t open in the position.
func Steps(s State, t Technique, o Options) []Step {
	var all []Step
	NewFinder(s, o).Each(t, func(s *Step) bool {
		all = append(all, s.Clone())
		return true
	})
	return all
}

// begin starts a new step of technique t.
func (f *Finder) begin(t Technique, digits Digits) *Step {
	s := &f.step
	*s = Step{
		Technique: t, Digits: digits,
		Placements: s.Placements[:0], Eliminations: s.Eliminations[:0], Marks: s.Marks[:0],
		Base: s.Base[:0], Cover: s.Cover[:0], Sets: s.Sets[:0], Nodes: s.Nodes[:0], Truths: s.Truths[:0],
	}
	f.del = [10]CellSet{}
	return s
}

// gone adds d to the eliminations in all of the cells that have it.
func (f *Finder) gone(d Digit, in CellSet) { f.del[d] = f.del[d].Or(in) }

// goneAll adds the digits of set to the eliminations of c.
func (f *Finder) goneAll(c Cell, set Digits) {
	for d := range set.Digits() {
		f.del[d].Add(c)
	}
}

// effective reports whether the eliminations noted so far take anything away.
func (f *Finder) effective() bool {
	for d := 1; d <= 9; d++ {
		if f.del[d].Meets(f.State.digits[d]) {
			return true
		}
	}
	return false
}

// emit hands out the step under construction if it does something and is of the
// technique wanted.
func (f *Finder) emit() {
	s := &f.step
	if f.stopped || s.Technique != f.want {
		return
	}
	for d := Digit(1); d <= 9; d++ {
		for left := f.del[d].And(f.State.digits[d]); !left.Empty(); {
			s.Eliminations = append(s.Eliminations, Candidate{left.pop(), d})
		}
	}
	if len(s.Eliminations)+len(s.Placements) > 0 {
		f.stopped = !f.yield(s)
	}
}

func (s *Step) mark(r Role, d Digit, in CellSet) {
	for !in.Empty() {
		s.Marks = append(s.Marks, Mark{Candidate{in.pop(), d}, r})
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
		s.cellTruth(set.pop())
	}
}

func (s *Step) houseTruth(h House, d Digit) {
	s.Truths = append(s.Truths, Truth{Kind: HouseTruth, House: h, Digit: d})
}

// places are the cells of h that have d as a candidate.
func (f *Finder) places(h House, d Digit) CellSet { return f.State.digits[d].And(houseSet[h]) }

func bit(d Digit) Digits { return 1 << (d - 1) }
