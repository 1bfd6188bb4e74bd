package generate

import (
	"math/bits"
	"math/rand/v2"
)

// random is the chance of one attempt: a PCG generator, whose output Go promises to keep,
// and no method of math/rand/v2, which may change. A golden file pins it.
type random struct{ rand.PCG }

// reseed begins the chance of one attempt, of seed and number mixed.
func (r *random) reseed(seed, attempt uint64) {
	r.Seed(mixed(seed), mixed(attempt^bits.RotateLeft64(mixed(^seed), 32)))
}

// mixed is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below is a number from 0 to n−1. Its bias is n/2⁶⁴.
func (r *random) below(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// shuffle draws one number for five places: its bias is n⁵/2⁶⁴.
func (r *random) shuffle(a []uint8) {
	var x fraction
	for i := len(a) - 1; i > 0; i-- {
		if (len(a)-i)%5 == 1 {
			x = fraction(r.Uint64())
		}
		j := x.below(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

// fraction is a random number below 1, in 2⁶⁴ths, that several choices come from.
type fraction uint64

// below is a number from 0 to n−1. It takes a factor of n from the 2⁶⁴.
func (x *fraction) below(n int) int {
	hi, lo := bits.Mul64(uint64(*x), uint64(n))
	*x = fraction(lo)
	return int(hi)
}
