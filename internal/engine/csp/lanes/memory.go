package lanes

import (
	"sync"

	"nonet/internal/engine/csp"
)

// keptProgram is memory for the next program.
type keptProgram struct {
	code    []uint32
	tables  []row
	steps   []step
	cells   csp.SliceArena[csp.Cell]
	lists   csp.SliceArena[[]csp.Cell]
	words   csp.SliceArena[uint64]
	records csp.SliceArena[record]
	numbers csp.SliceArena[int]
}

var keptPrograms = sync.Pool{New: func() any { return new(keptProgram) }}

// mostKept is the largest amount of memory, in bytes of code, tables and steps, that a program leaves for the
// next one.
const mostKept = 1 << 19

// release leaves the program's memory to the next program.
func (p *program) release() {
	k := p.kept
	k.code, k.tables = p.code, p.tables
	clear(k.steps) // the steps refer to a network
	k.cells.Reset()
	k.lists.ClearAndReset()
	k.words.Reset()
	k.records.Reset()
	k.numbers.Reset()
	if 4*cap(k.code)+64*cap(k.tables)+128*cap(k.steps) > mostKept {
		k.code, k.tables, k.steps = nil, nil, nil
	}
	p.kept = nil
	keptPrograms.Put(k)
}

// keptSearch is memory for the next search.
type keptSearch struct {
	rows   csp.SliceArena[row]
	states csp.SliceArena[uint32]
	blocks []block
}

var keptSearches = sync.Pool{New: func() any { return new(keptSearch) }}

// A search keeps blocks for later searches. mostBlocks is the largest number of blocks kept. mostRows is the
// largest number of cells in a search that keeps its blocks.
const (
	mostBlocks = 64
	mostRows   = 300
)

// release leaves the search's memory to the next search.
func (s *search) release() {
	k := s.kept
	k.rows.Reset()
	k.states.Reset()
	k.blocks = append(s.spare, s.stack...)
	most := mostBlocks
	if s.cellCount() > mostRows {
		most = 0
	}
	clear(k.blocks[min(most, len(k.blocks)):])
	k.blocks = k.blocks[:min(most, len(k.blocks))]
	s.kept = nil
	keptSearches.Put(k)
}
