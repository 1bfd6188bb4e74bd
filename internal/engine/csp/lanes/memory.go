package lanes

import (
	"sync"

	"nonet/internal/engine/csp"
)

// keptProgram is memory that one program leaves to the next.
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

// mostKept limits the memory that a program leaves to the next, in bytes of code, tables and steps.
const mostKept = 1 << 19

func (p *program) release() {
	k := p.kept
	k.code, k.tables = p.code, p.tables
	clear(k.steps) // steps must not keep a network alive
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

// keptSearch is memory that one search leaves to the next.
type keptSearch struct {
	rows   csp.SliceArena[row]
	states csp.SliceArena[uint32]
	blocks []block
}

var keptSearches = sync.Pool{New: func() any { return new(keptSearch) }}

// mostBlocks limits the blocks that a search leaves to the next. A search with more than mostRows cells leaves none.
const (
	mostBlocks = 64
	mostRows   = 300
)

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
