package csp

// SliceArena is memory for the slices of one search. Reset or ClearAndReset frees it for a later search.
type SliceArena[T any] struct {
	all, left []T // the current block, and its unused end
	used      int // the number of elements taken since the last Reset, from any block
	want      int // the number of elements that the next block will have; 0 if unknown
}

const (
	roomBlock = 1 << 9  // the number of elements of a block, if the need is not known
	mostRoom  = 1 << 14 // the maximum number of elements of a block
)

// Allocate returns a slice of n zero elements.
func (r *SliceArena[T]) Allocate(n int) []T {
	r.used += n
	if n > len(r.left) {
		block := max(r.want, roomBlock)
		if n > block/4 && r.want == 0 {
			return make([]T, n)
		}
		r.all, r.want = make([]T, max(n, block)), 0
		r.left = r.all[n:]
		return r.all[:n:n]
	}
	to := r.left[:n:n]
	r.left = r.left[n:]
	clear(to)
	return to
}

// Reset frees all memory. The next block gets room for as many elements as were taken, up to mostRoom.
//
//go:noinline
func (r *SliceArena[T]) Reset() {
	if len(r.all) > mostRoom || len(r.all) < min(r.used, mostRoom) {
		r.all, r.want = nil, min(r.used+r.used/4, mostRoom)
	}
	r.left, r.used = r.all, 0
}

// ClearAndReset clears the taken elements, which may refer to a network, before Reset.
//
//go:noinline
func (r *SliceArena[T]) ClearAndReset() {
	clear(r.all[:len(r.all)-len(r.left)])
	r.Reset()
}

// OpenList returns an empty slice for a list of unknown length. Its capacity is all free memory of the block. The
// caller must call CloseList.
func (r *SliceArena[T]) OpenList() []T { return r.left[:0] }

// CloseList clears the elements of a list begun by OpenList, and frees its memory for the next list. Like Reset
// and ClearAndReset, it is not inlined, because release would become three times as large.
//
//go:noinline
func (r *SliceArena[T]) CloseList(list []T) {
	clear(list)
	if n := cap(list); n > mostRoom {
		r.all = nil
	} else if n > 0 {
		r.all = list[:n]
	}
	r.left = r.all
}

// rooms is the memory of a program and its search, which one search leaves to the next.
type rooms struct {
	words   SliceArena[uint64]
	domains SliceArena[Set]
	cells   SliceArena[Cell]
	lists   SliceArena[[]Cell]
	props   SliceArena[prop]
	cliques SliceArena[Clique]
	ints    SliceArena[int]
	weights SliceArena[float64]
	steps   SliceArena[automatonStep] // memory for layeredAutomaton.last

	// Each of the following arenas holds one list of the program or of the search.
	sums      SliceArena[sum]
	sets      SliceArena[setsOf]
	relations SliceArena[relation]
	crossings SliceArena[crossing]
	frames    SliceArena[Set]
	changed   SliceArena[Cell]
	fixed     SliceArena[Cell]
	flat      SliceArena[Prop]
	scratch
}

func (r *rooms) release(s *search) {
	r.sums.CloseList(s.sums)
	r.sets.CloseList(s.sets)
	r.relations.CloseList(s.relations)
	r.crossings.CloseList(s.crossings)
	r.frames.CloseList(s.frames)
	r.changed.CloseList(s.d.changed)
	r.fixed.CloseList(s.d.fixed)
	r.flat.CloseList(s.flat)
	r.words.Reset()
	r.domains.Reset()
	r.cells.Reset()
	r.lists.ClearAndReset()
	r.props.Reset()
	r.cliques.ClearAndReset()
	r.ints.Reset()
	r.weights.Reset()
	r.steps.Reset()
}
