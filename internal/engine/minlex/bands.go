package minlex

import (
	_ "embed"
	"math/bits"
	"sync"
)

// A chute is a band, or a stack read as a band. The digits of its first box are renamed to 1 to 9, row by row, and the
// columns of each other box are sorted by their first digit. Then bandCount bands are possible: the digits of box 2 can
// be assigned to rows in 56 ways, and boxes 2 and 3 each have 36 orders of rows 2 and 3.
const (
	deals     = 56
	bandCount = deals * 36 * 36
	classes   = 416
)

// first holds, for each class of isomorphic bands, rows 2 and 3 of its least band. Row 1 is always 123456789.
// Classes are numbered in ascending order of their least bands.
//
//go:embed bands.txt
var first string

// bandMap is a transformation of a band into the least band of the band's class.
type bandMap struct {
	column [16]uint8 // for each place in the new band, the column of the old band
	digit  [16]uint8
}

type bands struct {
	class [bandCount]uint16
	from  [bandCount + 1]uint32 // the maps of band b are ways[from[b]:from[b+1]]
	ways  []bandMap             // the maps of all bands; there are 89,856 of them
	least [classes][27]uint8
}

var (
	// deal gives numbers to the assignments of digits to rows. The upper six bits of the index mark digits 4 to 9 in
	// row 1 of box 2, the lower six bits digits 1 to 3 and 7 to 9 in row 2. The entry is the assignment's number times
	// bandCount/deals, or 0 if the index is impossible.
	deal [4096]int32
	// place has, for each digit, its bit in an index of deal.
	place = [16]uint8{0, 1, 2, 4, 1, 2, 4, 8, 16, 32}
	// ordered gives numbers below 36 to the orders of rows 2 and 3 of a box whose columns are sorted by row 1. The
	// index is boxComparisonBits.
	ordered [512]uint8
	// sorted holds the indices of the least, the middle and the greatest of three digits. The index is the
	// comparisonBits of the three values.
	sorted [8][4]uint8
)

func comparisonBits(a, b, c uint8) uint32 {
	return oneIfGreater(a, b) | oneIfGreater(a, c)<<1 | oneIfGreater(b, c)<<2
}

// oneIfGreater returns 1 if a > b, and otherwise 0. a and b must be less than 128.
func oneIfGreater(a, b uint8) uint32 { return uint32((b - a) >> 7) }

var bandTable = sync.OnceValue(func() *bands {
	buildOrderTables()
	t := &bands{}
	type found struct {
		band uint32
		way  bandMap
	}
	all := make([]found, 0, classes*216)
	for class := range classes {
		b := &t.least[class]
		for i := range 9 {
			b[i] = uint8(i + 1)
			b[9+i] = first[19*class+i] - '0'
			b[18+i] = first[19*class+9+i] - '0'
		}
		for _, stacks := range orders {
			for _, rows := range orders {
				for _, columns := range orders {
					band, w := relabelBand(b, stacks, rows, columns)
					t.class[band] = uint16(class)
					t.from[band+1]++
					all = append(all, found{band, w})
				}
			}
		}
	}
	for b := range bandCount {
		t.from[b+1] += t.from[b]
	}
	t.ways = make([]bandMap, len(all))
	var filled [bandCount]uint8
	for i := range all {
		f := &all[i]
		t.ways[t.from[f.band]+uint32(filled[f.band])] = f.way
		filled[f.band]++
	}
	return t
})

// relabelBand permutes the stacks and rows of b, and the columns of the box that becomes the first. It returns the
// number of the resulting band, and the map from this band back to b.
func relabelBand(b *[27]uint8, stacks, rows, columns [3]uint8) (band uint32, back bandMap) {
	var digit [10]uint8
	for i, r := range rows {
		for j, c := range columns {
			d := b[9*r+3*stacks[0]+c]
			digit[d] = uint8(3*i + j + 1)
			back.digit[3*i+j+1] = d
		}
	}
	for j, c := range columns {
		back.column[3*stacks[0]+c] = uint8(j)
	}
	var x [2][9]uint8
	var k [2]uint32
	for s := range 2 {
		for i, r := range rows {
			for c := range 3 {
				x[s][3*i+c] = digit[b[int(9*r+3*stacks[1+s])+c]]
			}
		}
		k[s] = boxComparisonBits(&x[s])
		for j, c := range sorted[k[s]&7][:3] {
			back.column[3*stacks[1+s]+c] = uint8(3 + 3*s + j)
		}
	}
	return bandNumberOf(&x[0], k[0], k[1]), back
}

// boxComparisonBits returns the comparisonBits of the three rows of a box, nine bits in all.
func boxComparisonBits(x *[9]uint8) uint32 {
	return oneIfGreater(x[0], x[1]) | oneIfGreater(x[0], x[2])<<1 | oneIfGreater(x[1], x[2])<<2 |
		oneIfGreater(x[3], x[4])<<3 | oneIfGreater(x[3], x[5])<<4 | oneIfGreater(x[4], x[5])<<5 |
		oneIfGreater(x[6], x[7])<<6 | oneIfGreater(x[6], x[8])<<7 | oneIfGreater(x[7], x[8])<<8
}

// bandNumberOf returns the number of the band whose box 2 is x. k2 and k3 are boxComparisonBits of boxes 2 and 3.
func bandNumberOf(x *[9]uint8, k2, k3 uint32) uint32 {
	s := uint32(place[x[0]&15]|place[x[1]&15]|place[x[2]&15])<<6 | uint32(place[x[3]&15]|place[x[4]&15]|place[x[5]&15])
	return uint32(deal[s&4095]) + uint32(ordered[k2&511])*36 + uint32(ordered[k3&511])
}

// readBand reads three rows, and writes to `labels` the label that each digit gets in their first box. It returns the
// number of the rows' band, and the boxComparisonBits of boxes 2 and 3.
func readBand(b *[27]uint8, labels *[16]uint8) (band, k2, k3 uint32) {
	l := labels
	l[b[0]&15], l[b[1]&15], l[b[2]&15] = 1, 2, 3
	l[b[9]&15], l[b[10]&15], l[b[11]&15] = 4, 5, 6
	l[b[18]&15], l[b[19]&15], l[b[20]&15] = 7, 8, 9
	x := [9]uint8{l[b[3]&15], l[b[4]&15], l[b[5]&15], l[b[12]&15], l[b[13]&15], l[b[14]&15], l[b[21]&15], l[b[22]&15], l[b[23]&15]}
	y := [9]uint8{l[b[6]&15], l[b[7]&15], l[b[8]&15], l[b[15]&15], l[b[16]&15], l[b[17]&15], l[b[24]&15], l[b[25]&15], l[b[26]&15]}
	k2, k3 = boxComparisonBits(&x), boxComparisonBits(&y)
	return bandNumberOf(&x, k2, k3), k2, k3
}

// sortedColumns returns the columns of a band in order. k2 and k3 are boxComparisonBits of boxes 2 and 3.
func sortedColumns(k2, k3 uint32) [16]uint8 {
	s2, s3 := &sorted[k2&7], &sorted[k3&7]
	return [16]uint8{0, 1, 2, 3 + s2[0], 3 + s2[1], 3 + s2[2], 6 + s3[0], 6 + s3[1], 6 + s3[2]}
}

func buildOrderTables() {
	var valid [8]bool
	var number [8]uint8
	for i, o := range orders {
		k := comparisonBits(o[0], o[1], o[2])
		valid[k], number[k] = true, uint8(i)
		for j, x := range o {
			sorted[k][x] = uint8(j)
		}
	}
	pattern := func(k int) [3]uint8 { return orders[number[k]] }
	for k := range 512 {
		a, b, c := k&7, k>>3&7, k>>6
		if !valid[a] || !valid[b] || !valid[c] {
			continue
		}
		by := func(k int) uint8 {
			p, s := pattern(k), &sorted[a]
			return number[comparisonBits(p[s[0]], p[s[1]], p[s[2]])]
		}
		ordered[k] = by(b)*6 + by(c)
	}
	n := int32(0)
	for s := range deal {
		deal[s] = 0
		row1, row2 := digitSetOfBits(s>>6, 4), digitSetOfBits(s&63, 1)
		if bits.OnesCount(uint(row1)) == 3 && bits.OnesCount(uint(row2)) == 3 && row1&row2 == 0 {
			row3 := 0x3FE &^ (row1 | row2)
			if row3&0x380 == 0 {
				deal[s] = n * (bandCount / deals)
				n++
			}
		}
	}
}

// digitSetOfBits returns the set of digits that six bits select. Bits 0 to 2 stand for the digits `from`, from+1 and
// from+2, and bits 3 to 5 for the digits 7 to 9.
func digitSetOfBits(bits, from int) int { return bits&7<<from | bits>>3<<7 }
