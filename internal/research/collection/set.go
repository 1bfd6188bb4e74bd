package collection

import (
	"cmp"
	"iter"

	"nonet/sudoku"
)

// keys is a hash set of keys with open addressing. At most three quarters of its slots are full.
type keys struct {
	slots []Key
	n     int
	zero  bool // set if the set contains the zero key, which otherwise marks free slots
}

func (s *keys) add(k Key) bool {
	if k == (Key{}) {
		was := s.zero
		s.zero = true
		return !was
	}
	if 4*s.n >= 3*len(s.slots) {
		old := s.slots
		s.slots = make([]Key, max(1024, 2*len(old)))
		for _, k := range old {
			if k != (Key{}) {
				*s.slotOf(k) = k
			}
		}
	}
	at := s.slotOf(k)
	if *at == k {
		return false
	}
	*at = k
	s.n++
	return true
}

func (s *keys) slotOf(k Key) *Key {
	mask := uint64(len(s.slots) - 1)
	for i := k[0] & mask; ; i = (i + 1) & mask {
		if at := &s.slots[i]; *at == k || *at == (Key{}) {
			return at
		}
	}
}

func (s *keys) has(k Key) bool {
	if k == (Key{}) {
		return s.zero
	}
	return s.n > 0 && *s.slotOf(k) == k
}

// Set finds the new puzzles in a stream. It keeps up to Memory keys in memory. When it holds so many keys, puzzles with
// other keys go to files. At the end, Set decides about them in constant memory.
type Set struct {
	Storage Storage
	Memory  int // the greatest number of keys in memory; 0 means six million, which take some 200 MB
	known   keys
	later   [parts]*run
	number  uint64
}

// parts is the number of files into which a set of puzzles is divided. Only one file at a time is read into memory. For
// 10⁹ puzzles, each file has 16 million.
const parts = 64

// setWords is the number of words in a record of a Set: a number and a key.
const setWords = 3

// Add reports whether a puzzle is certainly new. If Add cannot know this yet, it returns false, and
// [Set.NewUndecidedPuzzles] may yield the puzzle later.
func (s *Set) Add(k Key, puzzle *[sudoku.Cells]uint8) (fresh bool, err error) {
	s.number++
	if s.known.n < cmp.Or(s.Memory, 6<<20) {
		return s.known.add(k), nil
	}
	if s.known.has(k) {
		return false, nil
	}
	part := &s.later[k[1]%parts]
	if *part == nil {
		if *part, err = newRun(s.Storage, setWords); err != nil {
			return false, err
		}
	}
	return false, (*part).write(&record{words: [maxWords]uint64{s.number, k[0], k[1]}, cells: *puzzle})
}

// NewUndecidedPuzzles yields those puzzles that Add has left undecided and that are new, in the order of the calls of
// Add. It can be called once.
func (s *Set) NewUndecidedPuzzles() iter.Seq2[*[sudoku.Cells]uint8, error] {
	return func(yield func(*[sudoku.Cells]uint8, error) bool) {
		s.known = keys{}
		var fresh []*run
		var err error
		for i, part := range s.later {
			if part == nil || err != nil {
				continue
			}
			var f *run
			if f, err = newRun(s.Storage, setWords); err == nil {
				fresh = append(fresh, f)
				err = copyDistinctRecords(part, f)
			}
			part.close.Close()
			s.later[i] = nil
		}
		if err != nil {
			closeAll(fresh)
			s.Close()
			yield(nil, err)
			return
		}
		mergeRuns(fresh)(yield)
	}
}

// Close removes the files. NewUndecidedPuzzles removes them, too, so Close need not be called after it.
func (s *Set) Close() {
	for i, part := range s.later {
		if part != nil {
			part.close.Close()
			s.later[i] = nil
		}
	}
}

func copyDistinctRecords(from, to *run) error {
	next, err := from.newRecordReader()
	if err != nil {
		return err
	}
	var seen keys
	for {
		r, ok, err := next()
		if !ok {
			return err
		}
		if seen.add(Key{r.words[1], r.words[2]}) {
			if err := to.write(&r); err != nil {
				return err
			}
		}
	}
}

// Members is a set of puzzles in memory. Other puzzles are compared with it. It takes 32 bytes for each puzzle.
type Members struct{ known keys }

func (m *Members) Add(k Key) { m.known.add(k) }

func (m *Members) Has(k Key) bool { return m.known.has(k) }
