//go:build !amd64 || purego

package minlex

// avx512 returns nil: there is no assembly for this machine.
func avx512() func(forms, grids [][81]uint8, found []mapChoice) int { return nil }

// vectorPuzzles returns nil: there is no assembly for this machine.
func vectorPuzzles() func(forms, grids [][81]uint8) int { return nil }

type puzzleKernel struct {
	name  string
	forms func(forms, grids [][81]uint8) int
}

func puzzleKernels() []puzzleKernel { return nil }
