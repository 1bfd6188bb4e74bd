package collection

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"io"
	"iter"
	"math"
	"slices"

	"nonet/sudoku"
)

// Storage makes files for what does not fit into memory.
type Storage interface {
	// Create makes an empty file, which nobody else sees; Close takes it away.
	Create() (io.ReadWriteSeeker, io.Closer, error)
}

// record is a puzzle with what it is sorted by: first by order, then by number.
type record struct {
	key           Key // of isomorphs; not looked at here
	order, number uint64
	cells         [sudoku.Cells]uint8
}

const recordSize = 8*4 + (sudoku.Cells+1)/2

func (r *record) put(b []byte) {
	for i, x := range [4]uint64{r.key[0], r.key[1], r.order, r.number} {
		binary.LittleEndian.PutUint64(b[8*i:], x)
	}
	for i := 0; i < sudoku.Cells; i += 2 {
		b[32+i/2] = r.cells[i]
		if i+1 < sudoku.Cells {
			b[32+i/2] |= r.cells[i+1] << 4
		}
	}
}

func (r *record) get(b []byte) {
	for i, x := range [4]*uint64{&r.key[0], &r.key[1], &r.order, &r.number} {
		*x = binary.LittleEndian.Uint64(b[8*i:])
	}
	for i := range r.cells {
		r.cells[i] = b[32+i/2] >> (i % 2 * 4) & 15
	}
}

// run is a file of records.
type run struct {
	file   io.ReadWriteSeeker
	close  io.Closer
	writer *bufio.Writer
	buffer [recordSize]byte
	n      int
}

func newRun(s Storage) (*run, error) {
	file, closer, err := s.Create()
	if err != nil {
		return nil, err
	}
	return &run{file: file, close: closer, writer: bufio.NewWriterSize(file, 1<<16)}, nil
}

func (f *run) write(r *record) error {
	f.n++
	r.put(f.buffer[:])
	_, err := f.writer.Write(f.buffer[:])
	return err
}

// read yields the records in the order they were written in.
func (f *run) read() (func() (record, bool, error), error) {
	if err := f.writer.Flush(); err != nil {
		return nil, err
	}
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	in, left := bufio.NewReaderSize(f.file, 1<<16), f.n
	return func() (r record, ok bool, err error) {
		if left == 0 {
			return r, false, nil
		}
		left--
		var b [recordSize]byte
		if _, err = io.ReadFull(in, b[:]); err == nil {
			r.get(b[:])
		}
		return r, err == nil, err
	}, nil
}

// head is a run that is being merged and the record it is at.
type head struct {
	record
	next func() (record, bool, error)
}

type heads []head

func (h heads) Len() int           { return len(h) }
func (h heads) Less(i, j int) bool { return compare(&h[i].record, &h[j].record) < 0 }
func (h heads) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *heads) Push(x any)        { *h = append(*h, x.(head)) }
func (h *heads) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func compare(a, b *record) int {
	return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.number, b.number))
}

// merge yields the records of sorted runs in order, and closes the runs.
func merge(runs []*run) iter.Seq2[*record, error] {
	return func(yield func(*record, error) bool) {
		defer closeAll(runs)
		var all heads
		for _, f := range runs {
			next, err := f.read()
			if err == nil {
				var r record
				var ok bool
				if r, ok, err = next(); ok {
					all = append(all, head{r, next})
				}
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
		heap.Init(&all)
		for len(all) > 0 {
			if !yield(&all[0].record, nil) {
				return
			}
			r, ok, err := all[0].next()
			switch {
			case err != nil:
				yield(nil, err)
				return
			case ok:
				all[0].record = r
				heap.Fix(&all, 0)
			default:
				heap.Pop(&all)
			}
		}
	}
}

func closeAll(runs []*run) {
	for _, f := range runs {
		f.close.Close()
	}
}

// Sorter sorts puzzles by a number, those of the same number as they came.
type Sorter struct {
	Storage    Storage
	Descending bool
	Together   int // how many are sorted in memory; 0: a million, some 150 MB
	number     uint64
	some       []record
	runs       []*run
}

// Add adds a puzzle. What is no number comes last.
func (s *Sorter) Add(puzzle [sudoku.Cells]uint8, by float64) error {
	order := math.Float64bits(by)
	if order>>63 != 0 {
		order = ^order
	} else {
		order |= 1 << 63
	}
	if s.Descending {
		order = ^order
	}
	if math.IsNaN(by) {
		order = math.MaxUint64
	}
	s.some = append(s.some, record{order: order, number: s.number, cells: puzzle})
	if s.number++; len(s.some) < cmp.Or(s.Together, 1<<20) {
		return nil
	}
	return s.spill()
}

func (s *Sorter) spill() error {
	slices.SortFunc(s.some, func(a, b record) int { return compare(&a, &b) })
	f, err := newRun(s.Storage)
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	for i := range s.some {
		if err := f.write(&s.some[i]); err != nil {
			return err
		}
	}
	s.some = s.some[:0]
	return nil
}

// All yields the puzzles in order, once.
func (s *Sorter) All() iter.Seq2[*[sudoku.Cells]uint8, error] {
	return func(yield func(*[sudoku.Cells]uint8, error) bool) {
		if s.runs == nil {
			slices.SortFunc(s.some, func(a, b record) int { return compare(&a, &b) })
			for i := range s.some {
				if !yield(&s.some[i].cells, nil) {
					return
				}
			}
			return
		}
		if err := s.spill(); err != nil {
			closeAll(s.runs)
			yield(nil, err)
			return
		}
		for r, err := range merge(s.runs) {
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(&r.cells, nil) {
				return
			}
		}
	}
}
