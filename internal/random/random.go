// Package random is the chance that puzzles are made from: what a seed gives stays the same,
// whatever the version of Go and the machine.
//
// It imports the standard library alone.
package random

import (
	"math/bits"
	"math/rand/v2"
)

// Source is the chance of one attempt: a PCG generator, whose output Go promises to keep,
// and no method of math/rand/v2, which may change. A golden file pins it.
type Source struct{ rand.PCG }

// Reseed begins the chance of one attempt, of seed and number mixed.
func (r *Source) Reseed(seed, attempt uint64) {
	r.Seed(mixed(seed), mixed(attempt^bits.RotateLeft64(mixed(^seed), 32)))
}

// mixed is the output function of SplitMix64 (Steele, Lea and Flood 2014).
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below is a number from 0 to n−1. Its bias is n/2⁶⁴.
func (r *Source) Below(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Shuffle puts a slice in random order. It draws one number for five places: its bias is n⁵/2⁶⁴.
func Shuffle[T any](r *Source, a []T) {
	var x Fraction
	for i := len(a) - 1; i > 0; i-- {
		if (len(a)-i)%5 == 1 {
			x = Fraction(r.Uint64())
		}
		j := x.Below(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

// Fraction is a random number below 1, in 2⁶⁴ths, that several choices come from.
type Fraction uint64

// Below is a number from 0 to n−1. It takes a factor of n from the 2⁶⁴.
func (x *Fraction) Below(n int) int {
	hi, lo := bits.Mul64(uint64(*x), uint64(n))
	*x = Fraction(lo)
	return int(hi)
}
