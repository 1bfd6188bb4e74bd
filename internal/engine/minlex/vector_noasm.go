//go:build !amd64 || purego

package minlex

// avx512 makes forms of full grids by AVX-512, which this program does without.
func avx512() func(forms, grids [][81]uint8, found []how) int { return nil }

// puzzlesAVX512 makes forms of puzzles by AVX-512, which this program does without.
func puzzlesAVX512() func(forms, grids [][81]uint8) int { return nil }
