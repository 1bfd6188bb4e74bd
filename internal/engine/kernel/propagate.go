package kernel

// propagate removes candidates by naked singles, hidden singles and locked candidates until nothing changes. It returns
// the set of bivalue cells (pairs), and whether the board may still have a solution. A possible board without free
// cells is a solution.
//
// Closing works on all bands and stacks of a digit's board at once. It is repeated only after the digit has lost a
// candidate:
//
//	cells ──▶ columns occupied, by band ──▶ closed by stack ──▶ cells
//	cells ──▶ minirows occupied         ──▶ closed by band  ──▶ cells, placed
//
// A pattern states where a digit may go in a 3×3 array. For example, in a band the digit takes one minirow of each row
// and of each box. Closing a pattern keeps the places that belong to a permutation matrix inside the pattern; an
// impossible pattern closes to nothing. On a closed board, a digit's last place in a house is also its last place in
// its row, column and box. Thus the search for single minirows finds every hidden single.
func (b *board) propagate() (pairsLo, pairsHi uint64, possible bool) {
	freeLo, freeHi := b.freeLo, b.freeHi
	for {
		closed := 0 // how many digits in succession needed no closing
		next := uint(0)
	closing:
		for {
			var g *digitBoard
			var lo, hi uint64
			for {
				if next >= 9 {
					next = 0
				}
				g = &b.digits[next]
				next++
				lo = g.lo & (freeLo | g.placedLo)
				hi = g.hi & (freeHi | g.placedHi)
				if lo+hi != g.closed {
					break
				}
				if closed++; closed == 9 {
					break closing
				}
			}
			closed = 0

			columnsLo := (lo | lo>>9 | lo>>18) & rowsBits
			columnsHi := (hi | hi>>9 | hi>>18) & rowBits
			minicolumns := fittingMinicolumns((columnsLo | columnsLo>>23 | columnsHi<<18) & band)
			lo &= (minicolumns | minicolumns<<23) & rowsBits * spread
			hi &= minicolumns >> 18 * spread
			// If the code below removes a candidate, the sum at the end differs, and the digit counts as not closed.
			g.closed = lo + hi

			lo1, lo2 := lo>>1, lo>>2
			hi1, hi2 := hi>>1, hi>>2
			occupiedLo := (lo | lo1 | lo2) & minirows2
			occupiedHi := (hi | hi1 | hi2) & minirows
			severalLo := (lo&lo1 | (lo|lo1)&lo2) & minirows2
			severalHi := (hi&hi1 | (hi|hi1)&hi2) & minirows
			// Rows are 9 bits apart, and boxes 3. These shifts gather the first cells of a band's minirows in the bits
			// 3·box+row.
			occupiedLo |= occupiedLo>>8 | occupiedLo>>16
			occupiedHi |= occupiedHi>>8 | occupiedHi>>16
			band1 := &closedBands[occupiedLo&0o777]
			band2 := &closedBands[occupiedLo>>32&0o777]
			band3 := &closedBands[occupiedHi&0o777]
			if band1.cells == 0 || band2.cells == 0 || band3.cells == 0 {
				return 0, 0, false
			}
			lo &= uint64(band1.cells) | uint64(band2.cells)<<32
			hi &= uint64(band3.cells)
			placedLo := lo & (uint64(band1.single) | uint64(band2.single)<<32) &^ (severalLo * fill)
			placedHi := hi & uint64(band3.single) &^ (severalHi * fill)
			g.lo, g.hi, g.placedLo, g.placedHi = lo, hi, placedLo, placedHi
			freeLo &^= placedLo
			freeHi &^= placedHi
		}
		b.freeLo, b.freeHi = freeLo, freeHi
		if freeLo|freeHi == 0 {
			return 0, 0, true
		}

		// the cells with at least one, two, three candidates
		var one, two, three uint64
		var oneHi, twoHi, threeHi uint64
		for d := range b.digits {
			g := &b.digits[d]
			three |= two & g.lo
			two |= one & g.lo
			one |= g.lo
			threeHi |= twoHi & g.hi
			twoHi |= oneHi & g.hi
			oneHi |= g.hi
		}
		if one != bands || oneHi != band {
			return 0, 0, false
		}
		nakedLo, nakedHi := freeLo&^two, freeHi&^twoHi
		if nakedLo|nakedHi == 0 {
			return two &^ three, twoHi &^ threeHi, true
		}
		for nakedLo|nakedHi != 0 {
			s := &cellSets[firstCell(nakedLo, nakedHi)]
			nakedLo &^= s.lo
			nakedHi &^= s.hi
			for d := range b.digits {
				g := &b.digits[d]
				if g.lo&s.lo|g.hi&s.hi != 0 {
					// Closing will place the digit here, or find that no place is possible.
					g.lo &= s.keepLo
					g.hi &= s.keepHi
					g.closed = 0
					break
				}
			}
		}
	}
}

// fittingMinicolumns closes the patterns of the three stacks. Bit 9·band+column of x is set if the digit may stand in
// this column of the band.
func fittingMinicolumns(x uint64) uint64 {
	// Rotate the columns of each box by one place, right or left.
	right := x<<1&0o666666666 | x>>2&0o111111111
	left := x<<2&0o444444444 | x>>1&0o333333333
	// Copy the bits above bit 27, so that shifts rotate the bands.
	right |= right << 27
	left |= left << 27
	return x & (right>>9&(left>>18) | left>>9&(right>>18))
}

// closedBands[p] is the result of closing pattern p of a band, where bit 3·box+row stands for a minirow. `cells` has
// the cells that stay. `single` has the cells of each minirow that is the only one left in its row.
var closedBands [512]struct{ cells, single uint32 }

// init runs at every start of the program. Visiting the permutation matrices and, for each, the patterns that contain
// it is faster than visiting the patterns.
func init() {
	for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		minirows := 1<<(3*p[0]) | 1<<(3*p[1]+1) | 1<<(3*p[2]+2)
		var cells uint32
		for row, box := range p {
			cells |= fill << (9*row + 3*box)
		}
		for pattern := minirows; pattern < len(closedBands); pattern = (pattern + 1) | minirows {
			closedBands[pattern].cells |= cells
		}
	}
	for pattern := range closedBands {
		b := &closedBands[pattern]
		for row := 0; row < 27; row += 9 {
			if left := b.cells & (0o777 << row); left == fill<<row || left == fill<<(row+3) || left == fill<<(row+6) {
				b.single |= left
			}
		}
	}
}
