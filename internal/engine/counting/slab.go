package counting

import "context"

// slab holds the numbers of ways to fill a band whose first box has a certain split down. It has a row for each split
// down of the second box, with an entry for each split down of the third box. Entries have 16 bits, four in a word; the
// greatest possible entry is 1,728.
type slab struct {
	words   int // the number of words in a row
	at      []uint64
	nonzero []bool // for each row, whether it has an entry other than 0
	bound   uint64 // an upper bound of all entries
}

func (s *slab) row(k int) []uint64 { return s.at[k*s.words:][:s.words] }

func slabEntry(row []uint64, k int) uint64 { return row[k>>2] >> (k & 3 * 16) & 0xffff }

// slabScratch is memory for computing a slab. It is reused for the next slab.
type slabScratch struct {
	rows []uint64 // for each split across of the second box, a row with the same layout as a row of a slab
	used [splits]bool
}

// computeSlab sets s to the slab of a band for split number k of its first box. It returns early if ctx ends.
//
//	rows' split of box 1 ─ completions ─▶ rows' splits of boxes 2 and 3
//	                                          │               └─▶ columns of box 3: a row of ones
//	                                          └─▶ columns of box 2: where the rows are added up
func (w *slabScratch) computeSlab(ctx context.Context, n *network, band *[3]*box, k int, s *slab) {
	second, third := band[1], band[2]
	s.words = wordsPerSlabRow(third)
	s.at = zeroedSlice(s.at, len(second.downs)*s.words)
	s.nonzero = zeroedSlice(s.nonzero, len(second.downs))
	if len(w.rows) < splits*s.words {
		w.rows = make([]uint64, splits*s.words)
	}
	clear(w.used[:])
	for i, p := range band[0].byDown[k] {
		if i%64 == 0 && checkCancelled(ctx) {
			return
		}
		for _, q := range n.completions[p] {
			if !second.across[q.b] || !third.across[q.c] {
				continue
			}
			row := w.rows[int(q.b)*s.words:][:s.words]
			if !w.used[q.b] {
				w.used[q.b] = true
				clear(row)
			}
			for _, c := range third.byRow[q.c] {
				row[c>>2] += 1 << (c & 3 * 16)
			}
		}
	}
	var any uint64 // the union of the bits of all entries
	for k, all := range second.byDown {
		if k%64 == 0 && checkCancelled(ctx) {
			return
		}
		sum := s.row(k)
		for _, p := range all {
			if w.used[p] {
				s.nonzero[k] = true
				for i, x := range w.rows[int(p)*s.words:][:len(sum)] {
					sum[i] += x
				}
			}
		}
		for _, x := range sum {
			any |= x
		}
	}
	s.bound = (any | any>>16 | any>>32 | any>>48) & 0xffff
}

// zeroedSlice returns n zeros, in the memory of old if that is large enough.
func zeroedSlice[T any](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n)
	}
	old = old[:n]
	clear(old)
	return old
}

func wordsPerSlabRow(third *box) int { return (len(third.downs) + 3) / 4 }
