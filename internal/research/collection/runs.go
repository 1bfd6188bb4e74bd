package collection

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"io"
	"iter"
	"slices"

	"nonet/sudoku"
)

// Storage creates temporary files for data that does not fit into memory.
type Storage interface {
	// Create returns a new private file, which is empty. The Closer removes the file.
	Create() (io.ReadWriteSeeker, io.Closer, error)
}

// record is a puzzle with the key by which it is sorted.
type record struct {
	words [maxWords]uint64
	cells [sudoku.Cells]uint8
}

// maxWords is the greatest number of words of a key. In shorter keys, the further words are 0.
const (
	maxWords    = gridWords + 1
	packedCells = (sudoku.Cells + 1) / 2
)

func (r *record) writeWords(b []byte, words int) {
	for i, x := range r.words[:words] {
		binary.LittleEndian.PutUint64(b[8*i:], x)
	}
	b = b[8*words:]
	for i := 0; i < sudoku.Cells; i += 2 {
		b[i/2] = r.cells[i]
		if i+1 < sudoku.Cells {
			b[i/2] |= r.cells[i+1] << 4
		}
	}
}

func (r *record) readWords(b []byte, words int) {
	for i := range r.words[:words] {
		r.words[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	b = b[8*words:]
	for i := range r.cells {
		r.cells[i] = b[i/2] >> (i % 2 * 4) & 15
	}
}

// run is a file of records, which are usually sorted.
type run struct {
	file   io.ReadWriteSeeker
	close  io.Closer
	writer *bufio.Writer
	words  int // the number of words in a record's key
	buffer [8*maxWords + packedCells]byte
	n      int
}

func newRun(s Storage, words int) (*run, error) {
	file, closer, err := s.Create()
	if err != nil {
		return nil, err
	}
	return &run{file: file, close: closer, writer: bufio.NewWriterSize(file, 1<<16), words: words}, nil
}

func (f *run) write(r *record) error {
	f.n++
	r.writeWords(f.buffer[:], f.words)
	_, err := f.writer.Write(f.buffer[:8*f.words+packedCells])
	return err
}

// newRecordReader flushes the run. It returns a function that reads one record after the other.
func (f *run) newRecordReader() (func() (record, bool, error), error) {
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
		b := f.buffer[:8*f.words+packedCells]
		if _, err = io.ReadFull(in, b); err == nil {
			r.readWords(b, f.words)
		}
		return r, err == nil, err
	}, nil
}

// head is a run that is being merged, with its next record.
type head struct {
	record
	next func() (record, bool, error)
}

type heads []head

func (h heads) Len() int           { return len(h) }
func (h heads) Less(i, j int) bool { return compareRecords(&h[i].record, &h[j].record) < 0 }
func (h heads) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *heads) Push(x any)        { *h = append(*h, x.(head)) }
func (h *heads) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func compareRecords(a, b *record) int { return slices.Compare(a.words[:], b.words[:]) }

// mergeRuns yields the puzzles of sorted runs in ascending order of their records, and then closes the runs.
func mergeRuns(runs []*run) iter.Seq2[*[sudoku.Cells]uint8, error] {
	return func(yield func(*[sudoku.Cells]uint8, error) bool) {
		defer closeAll(runs)
		var all heads
		for _, f := range runs {
			next, err := f.newRecordReader()
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
			if !yield(&all[0].cells, nil) {
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

// Sorter sorts puzzles by a column. Puzzles with equal values keep their order.
type Sorter struct {
	Storage    Storage
	By         Column
	Descending bool
	Memory     int // the greatest number of puzzles that are sorted in memory; 0 means a million, which take some 150 MB
	number     uint64
	records    []record
	runs       []*run
}

// Add adds a puzzle with the value by which it is sorted. Unknown values come last, in ascending and in descending
// order.
func (s *Sorter) Add(puzzle [sudoku.Cells]uint8, value any) error {
	r := record{cells: puzzle}
	key := r.words[:s.By.keyWordCount()]
	if s.By.writeKey(value, key) && s.Descending {
		for i := range key {
			key[i] = ^key[i]
		}
	}
	r.words[len(key)] = s.number
	s.records = append(s.records, r)
	if s.number++; len(s.records) < cmp.Or(s.Memory, 1<<20) {
		return nil
	}
	return s.writeRun()
}

// sortedRecords returns pointers to the records in memory, sorted. Pointers are faster to sort, because they are
// smaller.
func (s *Sorter) sortedRecords() []*record {
	order := make([]*record, len(s.records))
	for i := range s.records {
		order[i] = &s.records[i]
	}
	slices.SortFunc(order, compareRecords)
	return order
}

func (s *Sorter) writeRun() error {
	f, err := newRun(s.Storage, s.By.keyWordCount()+1)
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	for _, r := range s.sortedRecords() {
		if err := f.write(r); err != nil {
			return err
		}
	}
	s.records = s.records[:0]
	return nil
}

// All yields the puzzles in order. It can be called once.
func (s *Sorter) All() iter.Seq2[*[sudoku.Cells]uint8, error] {
	return func(yield func(*[sudoku.Cells]uint8, error) bool) {
		if s.runs == nil {
			for _, r := range s.sortedRecords() {
				if !yield(&r.cells, nil) {
					return
				}
			}
			return
		}
		if err := s.writeRun(); err != nil {
			closeAll(s.runs)
			yield(nil, err)
			return
		}
		mergeRuns(s.runs)(yield)
	}
}
