//go:build !amd64 || purego

package minlex

// fullFormsVectorFunc returns nil, because there is no assembly for this machine.
func fullFormsVectorFunc() func(forms, grids [][81]uint8, found []mapChoice) int { return nil }

// puzzleFormsVectorFunc returns nil, because there is no assembly for this machine.
func puzzleFormsVectorFunc() func(forms, grids [][81]uint8) int { return nil }

type puzzleKernel struct {
	name  string
	forms func(forms, grids [][81]uint8) int
}

func puzzleKernels() []puzzleKernel { return nil }
