package lanes

import (
	"sync"

	"nonet/internal/engine/csp"
)

// keptProgram is memory that the next program reuses.
type keptProgram struct {
	code    []uint32
	tables  []row
	steps   []step
	blame   [][]csp.Cell
	records []record
	near    []uint64
	woken   []uint64
	rooms   slabs
}

var keptPrograms = sync.Pool{New: func() any { return new(keptProgram) }}

// mostKept is the most memory, in bytes, that a program or a search leaves for reuse.
const mostKept = 1 << 20

// release leaves the program's memory to the next program.
func (p *program) release() {
	k := p.kept
	k.code, k.tables = p.code, p.tables
	clear(k.steps) // they refer to a network
	clear(k.blame)
	k.rooms.cells.reset()
	k.rooms.words.reset()
	k.rooms.records.reset()
	k.rooms.numbers.reset()
	if 4*cap(k.code)+64*cap(k.tables)+8*cap(k.near)+32*cap(k.records)+128*cap(k.steps) > mostKept {
		k = new(keptProgram)
	}
	p.kept = nil
	keptPrograms.Put(k)
}

// takeCleared resizes *kept to n cleared elements, and returns it.
func takeCleared[T any](kept *[]T, n int) []T {
	if cap(*kept) < n {
		*kept = make([]T, n)
	}
	*kept = (*kept)[:n]
	clear(*kept)
	return *kept
}

// slab allocates many small slices from larger ones, of which it reuses the last after a reset.
type slab[T any] struct{ all, left []T }

func (s *slab[T]) reset() { s.left = s.all }

// allocate returns n cleared elements.
func (s *slab[T]) allocate(n int) []T {
	const many = 1024
	if n > len(s.left) {
		if n > many/4 {
			return make([]T, n)
		}
		s.all = make([]T, many)
		s.left = s.all
	}
	to := s.left[:n:n]
	s.left = s.left[n:]
	clear(to)
	return to
}
