package generate

import (
	"math/bits"
	"math/rand/v2"
)

// random is the chance of one attempt: a PCG generator, whose output Go promises
// to keep, and no more of math/rand/v2, whose methods may change. So a seed means
// the same puzzles for ever.
type random struct{ rand.PCG }

// reseed begins the chance of one attempt. Attempts are neighbours in number, so
// both are mixed before they become the generator's state.
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

func (r *random) shuffle(a []uint8) {
	for i := len(a) - 1; i > 0; i-- {
		j := r.below(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}
