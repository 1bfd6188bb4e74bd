package csp

// Room is memory for slices. One search takes slices of it until it calls Reset or Forget; then a
// later search takes the same memory.
type Room[T any] struct {
	all, left []T // all of a block of memory, and what has not been taken of it
	used      int // elements taken since the last Reset, from any block
	want      int // elements of the next block, or 0
}

const (
	roomBlock = 1 << 9  // elements of a block whose needed size is not known
	mostRoom  = 1 << 14 // the most elements of a block
)

// Take returns n cleared elements.
func (r *Room[T]) Take(n int) []T {
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

// Reset makes all memory free again. The next block has room for as many elements as were taken,
// but at most mostRoom.
//
//go:noinline
func (r *Room[T]) Reset() {
	if len(r.all) > mostRoom || len(r.all) < min(r.used, mostRoom) {
		r.all, r.want = nil, min(r.used+r.used/4, mostRoom)
	}
	r.left, r.used = r.all, 0
}

// Forget is Reset for elements with pointers. It also clears the taken elements, which may refer
// to a network.
//
//go:noinline
func (r *Room[T]) Forget() {
	clear(r.all[:len(r.all)-len(r.left)])
	r.Reset()
}

// Open returns an empty slice with all memory that is left, for a list of unknown length. The caller
// then calls Close.
func (r *Room[T]) Open() []T { return r.left[:0] }

// Close clears a list that was appended to the result of Open, and keeps its memory for the next
// list. Like Reset and Forget it is not inlined, because release would become three times as large.
//
//go:noinline
func (r *Room[T]) Close(list []T) {
	clear(list)
	if n := cap(list); n > mostRoom {
		r.all = nil
	} else if n > 0 {
		r.all = list[:n]
	}
	r.left = r.all
}

// rooms is the memory of a program and its search.
type rooms struct {
	words   Room[uint64]
	domains Room[Set]
	cells   Room[Cell]
	lists   Room[[]Cell]
	props   Room[prop]
	cliques Room[clique]
	ints    Room[int]
	weights Room[float64]
	steps   Room[automatonStep] // for layered.last

	// One list each, of the program or the search.
	sums      Room[sum]
	sets      Room[setsProp]
	relations Room[relation]
	crossings Room[crossing]
	frames    Room[Set]
	changed   Room[Cell]
	fixed     Room[Cell]
	flat      Room[Prop]
	scratch
}

// release leaves the memory of s to another search.
func (r *rooms) release(s *search) {
	r.sums.Close(s.sums)
	r.sets.Close(s.sets)
	r.relations.Close(s.relations)
	r.crossings.Close(s.crossings)
	r.frames.Close(s.frames)
	r.changed.Close(s.d.changed)
	r.fixed.Close(s.d.fixed)
	r.flat.Close(s.flat)
	r.words.Reset()
	r.domains.Reset()
	r.cells.Reset()
	r.lists.Forget()
	r.props.Reset()
	r.cliques.Forget()
	r.ints.Reset()
	r.weights.Reset()
	r.steps.Reset()
}
