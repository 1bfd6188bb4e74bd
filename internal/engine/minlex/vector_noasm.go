//go:build !amd64 || purego

package minlex

// avx512 makes forms of full grids by AVX-512, which this program does without.
func avx512() func(forms, grids [][81]uint8, found []how) int { return nil }

// vectorPuzzles makes forms of puzzles in vectors, which this program does without.
func vectorPuzzles() func(forms, grids [][81]uint8) int { return nil }

type puzzleKernel struct {
	name  string
	forms func(forms, grids [][81]uint8) int
}

func puzzleKernels() []puzzleKernel { return nil }
