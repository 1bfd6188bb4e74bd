// Package soak decides how much of a corpus a test uses. make test uses a fixed sample, make quick (-short) a
// smaller one, and make soak (-soak) the whole corpus.
//
// Only tests import the package, and it imports nothing of this module.
package soak

import (
	"flag"
	"testing"
)

var on = flag.Bool("soak", false, "take corpora whole instead of a fixed sample")

// On reports whether the test was run with the flag -soak.
func On() bool { return *on }

// Pick returns `soaking` if the test was run with -soak, and otherwise `usually`.
func Pick[T any](usually, soaking T) T {
	if *on {
		return soaking
	}
	return usually
}

// PickOfThree returns `short` if the test was run with -short but not with -soak. Otherwise it returns what Pick
// returns.
func PickOfThree[T any](short, usually, soaking T) T {
	if testing.Short() && !*on {
		return short
	}
	return Pick(usually, soaking)
}
