package counting

import (
	"math/bits"
	"sync"
)

const (
	// splits is the number of ways to assign nine digits to three lines, three to each: 9!/(3!·3!·3!).
	splits = 1680
	// partners is the number of pairs of splits that complete a split to a triple. In 2 of these pairs, the lines
	// exchange whole sets of three digits; in 2·3³ of them, each line gives single digits to the others.
	partners = 56
)

type tables struct {
	// line[split][digit] is the line, 0 to 2, to which a split assigns a digit. Digits are counted from 0.
	line [splits][9]uint8
	// number holds the number of each split. Its indices are the ranks of the digit sets of lines 0 and 1.
	number [84][84]uint16
	// rank gives a number to each of the 84 sets of three digits.
	rank [512]uint8
	// completions[split] holds the pairs of splits that complete split to a triple: every line of the chute then has
	// every digit once.
	completions [splits][partners]pair
}

// pair holds the splits of two boxes of a chute; together with a split of the third box, they form a triple.
type pair struct{ b, c uint16 }

var shared = sync.OnceValue(func() *tables {
	t := new(tables)
	n := uint8(0)
	for set := range 512 {
		if bits.OnesCount(uint(set)) == 3 {
			t.rank[set] = n
			n++
		}
	}
	s := uint16(0)
	var deal func(digit int, line [9]uint8, sets [3]int)
	deal = func(digit int, line [9]uint8, sets [3]int) {
		if digit == 9 {
			t.line[s] = line
			t.number[t.rank[sets[0]]][t.rank[sets[1]]] = s
			s++
			return
		}
		for l := range sets {
			if bits.OnesCount(uint(sets[l])) < 3 {
				sets := sets
				sets[l] |= 1 << digit
				line[digit] = uint8(l)
				deal(digit+1, line, sets)
			}
		}
	}
	deal(0, [9]uint8{}, [3]int{})
	for a := range t.completions {
		n := 0
		var choose func(digit int, b, c [3]int)
		choose = func(digit int, b, c [3]int) {
			if digit == 9 {
				t.completions[a][n] = pair{t.splitNumberOf(b[0], b[1]), t.splitNumberOf(c[0], c[1])}
				n++
				return
			}
			for i := range 2 {
				x := (int(t.line[a][digit]) + 1 + i) % 3
				y := (int(t.line[a][digit]) + 2 - i) % 3
				if bits.OnesCount(uint(b[x])) < 3 && bits.OnesCount(uint(c[y])) < 3 {
					b, c := b, c
					b[x] |= 1 << digit
					c[y] |= 1 << digit
					choose(digit+1, b, c)
				}
			}
		}
		choose(0, [3]int{}, [3]int{})
	}
	return t
})

// splitNumberOf returns the number of the split whose first two lines have the given sets of digits.
func (t *tables) splitNumberOf(first, second int) uint16 {
	return t.number[t.rank[first]][t.rank[second]]
}
