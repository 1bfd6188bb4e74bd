// Package random generates random numbers for the generators of puzzles. A seed gives the
// same numbers on every machine and with every version of Go.
//
// The package must import only the standard library.
package random

import (
	"math/bits"
	"math/rand/v2"
)

// Source generates the numbers of one attempt. It is a PCG generator, whose output Go promises to keep. It uses nothing
// else of math/rand/v2, where other functions may change their output. A golden file pins the output of Source.
type Source struct{ rand.PCG }

// Reseed restarts the source for one attempt, from a mix of seed and attempt.
func (r *Source) Reseed(seed, attempt uint64) {
	r.Seed(splitMix(seed), splitMix(attempt^bits.RotateLeft64(splitMix(^seed), 32)))
}

// splitMix returns x mixed by the function of SplitMix64 (Steele, Lea and Flood 2014).
func splitMix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Below returns a random number from 0 to n−1. The relative error of each number's probability is at most n/2⁶⁴.
func (r *Source) Below(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}

// Shuffle puts the elements of a into a random order. It draws one number for every five places; the bias is
// n⁵/2⁶⁴.
func Shuffle[T any](r *Source, a []T) {
	var x Fraction
	for i := len(a) - 1; i > 0; i-- {
		if (len(a)-i)%5 == 1 {
			x = Fraction(r.Uint64())
		}
		j := x.TakeBelow(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

// Fraction is a random number below 1, in units of 2⁻⁶⁴. Several choices can be drawn from it.
type Fraction uint64

// TakeBelow returns a random number from 0 to n−1. It keeps the rest of x for later choices, with n times fewer
// possible values.
func (x *Fraction) TakeBelow(n int) int {
	hi, lo := bits.Mul64(uint64(*x), uint64(n))
	*x = Fraction(lo)
	return int(hi)
}
