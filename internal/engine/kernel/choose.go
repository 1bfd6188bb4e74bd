package kernel

import "math/bits"

// history counts, for each cell, the guesses that failed there. Guesses in cells with many failures decide a puzzle
// soonest.
type history struct {
	// failures counts, for each cell, the guesses that immediately led to a contradiction. It is indexed
	// like peersAt. When a count reaches 255, all counts are halved.
	failures [128]uint8
	// failedLo and failedHi are the set of cells whose count is not 0.
	failedLo, failedHi uint64
}

// recordFailure records that a guess in the cell failed immediately.
func (h *history) recordFailure(cell int) {
	s := &cellSets[cell]
	h.failedLo |= s.lo
	h.failedHi |= s.hi
	at := bits.TrailingZeros64(s.lo) & 127
	if s.lo == 0 {
		at = 64 + bits.TrailingZeros64(s.hi)&63
	}
	if h.failures[at]++; h.failures[at] == 255 {
		for i := range h.failures {
			h.failures[i] /= 2
		}
	}
}

// scored limits how many cells chooseCell compares. Comparing more cells costs more time than it saves.
const scored = 8

// digitsOf[set] holds the two digits of a set, from 0: the lower digit in bits 0–3, the higher in bits 4–7.
var digitsOf [512]uint8

func init() {
	for set := range digitsOf {
		if rest := set & (set - 1); rest != 0 && rest&(rest-1) == 0 {
			digitsOf[set] = uint8(bits.TrailingZeros(uint(set)) | bits.TrailingZeros(uint(rest))<<4)
		}
	}
}

// chooseCell returns the cell in which to guess, on a board that propagate has finished. pairsLo and pairsHi are the
// set of bivalue cells. If this set is empty, chooseCell returns a cell with the fewest candidates.
//
// Before the first failed guess, chooseCell returns the first cell of pairs. Later it compares the first eight cells of
// pairs in which guesses have failed or, if there are none, the first eight cells of pairs. The score of a cell is
// twice the number of its failures, plus the number of candidates that a guess would immediately remove from the cell's
// peers.
func (b *board) chooseCell(pairsLo, pairsHi uint64, h *history) int {
	if pairsLo|pairsHi == 0 {
		return b.fewestCandidates()
	}
	if h.failedLo|h.failedHi == 0 {
		return firstCell(pairsLo, pairsHi)
	}
	if lo, hi := pairsLo&h.failedLo, pairsHi&h.failedHi; lo|hi != 0 {
		pairsLo, pairsHi = lo, hi
	}
	best := 0 // 128 times the score, plus the cell's index in peersAt
	for left := scored; pairsLo|pairsHi != 0 && left > 0; left-- {
		var at int
		var set uint64 // the cell's two digits
		if pairsLo != 0 {
			at = bits.TrailingZeros64(pairsLo) & 63
			pairsLo &= pairsLo - 1
			for d := range b.digits {
				set |= b.digits[d].lo >> at & 1 << d
			}
		} else {
			at = bits.TrailingZeros64(pairsHi) & 63
			pairsHi &= pairsHi - 1
			for d := range b.digits {
				set |= b.digits[d].hi >> at & 1 << d
			}
			at += 64
		}
		digits := digitsOf[set&511]
		g, k := &b.digits[digits&15], &b.digits[digits>>4]
		peers := &peersAt[at&127]
		score := bits.OnesCount64(g.lo&peers.lo) + bits.OnesCount64(g.hi&peers.hi) +
			bits.OnesCount64(k.lo&peers.lo) + bits.OnesCount64(k.hi&peers.hi) +
			2*int(h.failures[at&127])
		best = max(best, score<<7|at)
	}
	if at := best & 127; at < 64 {
		return at - at/32*5
	} else {
		return 54 + at - 64
	}
}

// fewestCandidates returns a free cell with the fewest candidates. No cell may be bivalue.
func (b *board) fewestCandidates() int {
	best, few := 0, 10
	for lo, hi := b.freeLo, b.freeHi; lo|hi != 0; {
		cell := firstCell(lo, hi)
		lo &^= cellSets[cell].lo
		hi &^= cellSets[cell].hi
		if n := bits.OnesCount16(b.candidates(cell)); n < few {
			best, few = cell, n
			if n == 3 {
				break
			}
		}
	}
	return best
}
