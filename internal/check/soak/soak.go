// Package soak says how much of a corpus tests take: a fixed sample, as make test does, with -short
// a smaller one, as make quick does, or with -soak all of it, as make soak does.
//
// Only tests import it, and it imports nothing of this module.
package soak

import (
	"flag"
	"testing"
)

var on = flag.Bool("soak", false, "take corpora whole instead of a fixed sample")

// On tells whether the test was run with -soak.
func On() bool { return *on }

// Pick is what a test takes usually, or what it takes with -soak.
func Pick[T any](usually, soaking T) T {
	if *on {
		return soaking
	}
	return usually
}

// Share is Pick with what a short run takes before.
func Share[T any](short, usually, soaking T) T {
	if testing.Short() && !*on {
		return short
	}
	return Pick(usually, soaking)
}
