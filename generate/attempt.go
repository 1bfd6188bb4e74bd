package generate

import (
	"context"
	"math/bits"

	"nonet/internal/kernel"
)

// An attempt is a solution and an order in which its cells are taken away, each
// unless the puzzle would get a second solution. The two alone decide what
// remains; an engine is asked only for what is not known yet:
//
//	A cell stays exactly when it is the last, in the order, of an unavoidable set
//	in which nothing before it has stayed.
//
// For when its turn comes, all that went before it is gone but what stayed, and
// all that comes after is still there. So each unavoidable set at hand may save a
// search. By those, a few cells ahead are decided; if the puzzle is then unique,
// that was right. Else its second solution teaches a set that was missing, and
// they are decided again. Which second solution an engine finds changes how long
// this takes, never how it ends.
//
// With a symmetry, orbits take the place of cells.
//
//	order   · · · · · · · · · · · · · · · · · · · ·
//	        └── proven ──┘└── decided ──┘└ not yet ┘ all there
type attempt struct {
	number   uint64
	chance   random
	orbits   *orbits
	solution grid
	puzzle   grid         // what is to be tested
	order    [cells]uint8 // the orbits
	at       [cells]uint8 // a cell's orbit's position in the order
	first    [cells]int16 // by position: the first set that ends there, −1 for none
	sets     []unavoidable
	sure     set // of the proven positions, those that stay
	kept     set // of the decided positions, those that stay
	proven   int
	decided  int
	goes     int // the last position that was decided to go

	probing    bool   // the puzzle has one more given, which the solution contradicts
	probe      int    // which cell of the orbit that goes
	candidates uint16 // digits still to be tried there
}

type unavoidable struct {
	set
	next int16 // the next set that ends at the same position, −1 for none
}

// How many cells more are decided to go at once: at the beginning, when they can
// be spared nearly always, and later. docs/GENERATE.md has the figures.
const (
	firstStride = 38
	stride      = 2
)

// begin makes the solution and the order.
func (a *attempt) begin(seed, number uint64, o *orbits) {
	a.number, a.orbits = number, o
	a.chance.reseed(seed, number)
	fill(&a.solution, &a.chance)
	a.order = identity
	a.chance.shuffle(a.order[:o.n])
	a.start()
}

// start takes the solution and the order as they are.
func (a *attempt) start() {
	o := a.orbits
	var position [cells]uint8
	for i, x := range a.order[:o.n] {
		position[x] = uint8(i)
	}
	for c := range a.at {
		a.at[c] = position[o.of[c]]
		a.first[c] = -1
	}
	a.sets = a.sets[:0]
	a.puzzle = a.solution
	a.sure, a.proven, a.decided, a.probing = set{}, 0, 0, false
	swapsOfDigits(&a.solution, a.learn)
	swapsOfLines(&a.solution, a.learn)
	a.decide(firstStride * o.n / cells)
}

var identity = func() (all [cells]uint8) {
	for i := range all {
		all[i] = uint8(i)
	}
	return all
}()

// learn adds an unavoidable set.
func (a *attempt) learn(group []uint8) {
	var u unavoidable
	last := uint8(0)
	for _, c := range group {
		i := a.at[c%cells]
		u.add(int(i))
		last = max(last, i)
	}
	u.next = a.first[last%cells]
	a.first[last%cells] = int16(len(a.sets))
	a.sets = append(a.sets, u)
}

// decide decides by the sets known, from the proven positions on, until one more
// than so many could go.
func (a *attempt) decide(going int) {
	for i := a.proven; i < a.decided; i++ {
		if !a.kept.has(i) {
			a.fillIn(i)
		}
	}
	a.kept = a.sure
	for a.decided = a.proven; a.decided < a.orbits.n; a.decided++ {
		i := a.decided
		stays := false
		for u := a.first[i]; u >= 0 && !stays; u = a.sets[u].next {
			stays = !a.sets[u].meets(a.kept)
		}
		if stays {
			a.kept.add(i)
			continue
		}
		if going--; going < 0 {
			break
		}
		a.goes = i
		for _, c := range a.orbits.at(a.order[i]) {
			a.puzzle[c] = 0
		}
	}
}

func (a *attempt) fillIn(i int) {
	for _, c := range a.orbits.at(a.order[i]) {
		a.puzzle[c] = a.solution[c]
	}
}

// take takes in what a search of the puzzle for two solutions found, and answers
// whether the attempt is at its end; if not, there is another puzzle to test.
func (a *attempt) take(r *kernel.Result) (done bool) {
	wasProbing := a.probing
	if wasProbing {
		a.puzzle[a.orbits.at(a.order[a.goes])[a.probe]] = 0
	}
	switch {
	case r.Solutions == 0 && wasProbing:
		return !a.nextProbe() && a.confirm()
	case r.Solutions == 1 && !wasProbing:
		return a.confirm()
	case r.First != a.solution:
		var group [cells]uint8
		n := 0
		for c, d := range r.First {
			if d != a.solution[c] {
				group[n] = uint8(c)
				n++
			}
		}
		a.learn(group[:n])
		a.probing = false
		a.decide(stride)
	default:
		// There is another solution, but the engine has shown ours. Let one
		// cell go at a time: another solution differs there.
		a.decide(1)
		a.probing, a.probe, a.candidates = true, -1, 0
		return !a.nextProbe() && a.confirm()
	}
	return false
}

// nextProbe puts another digit where one went that may stand there by the rules,
// and answers whether there was one left to try.
func (a *attempt) nextProbe() bool {
	orbit := a.orbits.at(a.order[a.goes])
	for a.candidates == 0 {
		if a.probe++; a.probe == len(orbit) {
			a.probing = false
			return false
		}
		c := orbit[a.probe]
		used := uint16(1) << a.solution[c]
		for _, p := range &peers[c] {
			used |= 1 << a.puzzle[p]
		}
		a.candidates = 0x3fe &^ used
	}
	a.puzzle[orbit[a.probe]] = uint8(bits.TrailingZeros16(a.candidates))
	a.candidates &= a.candidates - 1
	return true
}

// confirm takes in that the puzzle is unique: what was decided is right.
func (a *attempt) confirm() (done bool) {
	a.probing = false
	a.proven, a.sure = a.decided, a.kept
	if a.proven == a.orbits.n {
		return true
	}
	decidedToGo := a.goes
	a.decide(stride)
	// Nothing more goes: what is left stays, by the sets known.
	return a.decided == a.orbits.n && a.goes == decidedToGo
}

// bench is a window of attempts that are tested together, so that the engine has
// many puzzles at a time.
type bench struct {
	attempts [window]attempt
	puzzles  [window]grid
	results  [window]kernel.Result
}

const window = 128

// run makes the attempts from number on, handing each to yield at its end, in any
// order. It answers false if the context ended first.
func (b *bench) run(ctx context.Context, k kernel.Kernel, seed, number uint64, n int, o *orbits, yield func(*attempt)) bool {
	var live, idle []*attempt
	for i := range b.attempts {
		idle = append(idle, &b.attempts[i])
	}
	for started := 0; ; {
		for len(idle) > 0 && started < n {
			a := idle[len(idle)-1]
			idle = idle[:len(idle)-1]
			a.begin(seed, number+uint64(started), o)
			live = append(live, a)
			started++
		}
		if len(live) == 0 {
			return true
		}
		for i, a := range live {
			b.puzzles[i] = a.puzzle
		}
		if k.Search(ctx, b.puzzles[:len(live)], kernel.Limits{Solutions: 2}, b.results[:]) < len(live) {
			return false
		}
		left := live[:0]
		for i, a := range live {
			if !a.take(&b.results[i]) {
				left = append(left, a)
				continue
			}
			yield(a)
			idle = append(idle, a)
		}
		live = left
	}
}

var peers = func() (all [cells][20]uint8) {
	for c := range all {
		n := 0
		p := &placeOf[c]
		for d := range all {
			q := &placeOf[d]
			if c != d && (p.row == q.row || p.column == q.column || p.box == q.box) {
				all[c][n] = uint8(d)
				n++
			}
		}
	}
	return all
}()
