package csp

// room is memory for slices: one search takes them, and a later search reuses the memory.
type room[T any] struct {
	all  []T
	used int // how many elements were taken, including those for which all was too short
}

// take returns n cleared elements.
func (r *room[T]) take(n int) []T {
	from := r.used
	if r.used += n; r.used > len(r.all) {
		return make([]T, n)
	}
	to := r.all[from:r.used:r.used]
	clear(to)
	return to
}

// reset makes all memory free again, and makes room for as many elements as were taken, but for no
// more than most.
func (r *room[T]) reset(most int) {
	if r.used > len(r.all) || len(r.all) > most {
		r.all = make([]T, min(r.used+r.used/4, most))
	} else {
		clear(r.all[:r.used]) // it may refer to a network
	}
	r.used = 0
}

// rooms is the memory of a program and its search.
type rooms struct {
	words   room[uint64]
	sets    room[Set]
	cells   room[Cell]
	lists   room[[]Cell]
	props   room[prop]
	cliques room[clique]
	ints    room[int]
	weights room[float64]
}

// mostRoom is the most elements that a room keeps.
const mostRoom = 1 << 13

func (r *rooms) reset() {
	r.words.reset(mostRoom)
	r.sets.reset(mostRoom)
	r.cells.reset(mostRoom)
	r.lists.reset(mostRoom)
	r.props.reset(mostRoom)
	r.cliques.reset(mostRoom)
	r.ints.reset(mostRoom)
	r.weights.reset(mostRoom)
}
