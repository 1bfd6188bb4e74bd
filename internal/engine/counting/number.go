package counting

import (
	"math/big"
	"math/bits"
)

// Number is a whole number below 2¹²⁸. The count of full grids, 6,670,903,752,021,072,936,960, is about 2⁷².
type Number struct{ hi, lo uint64 }

func NumberOf(n uint64) Number { return Number{0, n} }

// Uint64 returns the number and true. If the number is too great, Uint64 returns the greatest uint64 and false.
func (n Number) Uint64() (uint64, bool) {
	if n.hi != 0 {
		return ^uint64(0), false
	}
	return n.lo, true
}

// Big converts n to a type of package math/big.
func (n Number) Big() *big.Int {
	b := new(big.Int).SetUint64(n.hi)
	return b.Or(b.Lsh(b, 64), new(big.Int).SetUint64(n.lo))
}

func (n Number) isAtLeast(limit uint64) bool { return n.hi != 0 || n.lo >= limit }

func (n Number) addNumber(m Number) Number {
	lo, carry := bits.Add64(n.lo, m.lo, 0)
	return Number{n.hi + m.hi + carry, lo}
}

func productOf(a, b uint64) Number {
	hi, lo := bits.Mul64(a, b)
	return Number{hi, lo}
}
