//go:build !amd64 || purego

package minlex

// fullFormsVectorFunc returns nil, because there is no assembly for this machine.
func fullFormsVectorFunc() func(forms, grids [][81]uint8, found []mapChoice) int { return nil }

// puzzleFormsVectorFunc returns nil, because there is no assembly for this machine.
func puzzleFormsVectorFunc() func(forms, grids [][81]uint8) int { return nil }

func puzzleFormsAVX2() func(forms, grids [][81]uint8) int { return nil }
