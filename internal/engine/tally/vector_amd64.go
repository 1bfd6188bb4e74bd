//go:build !purego

package tally

import "golang.org/x/sys/cpu"

//go:generate go run -C _asm . -out ../avx512_amd64.s -pkg tally

//go:noescape
func fillAVX512(rows *Row, solutions *[81]uint8, n int, cells *[2][64]uint8, bits *[64]uint8, kept *[16]uint64)

//go:noescape
func transposedAVX512(block *[64]uint64, words *uint64, places *[8]uint64)

//go:noescape
func countAVX512(c *Counter, rows *Row, in *uint64, words int, n int) (left int)

var vectors = avx512Routines()

func avx512Routines() routines {
	if x := &cpu.X86; !x.HasAVX512F || !x.HasAVX512BW || !x.HasAVX512VL || !x.HasAVX512DQ || !x.HasAVX512VBMI || !x.HasBMI1 {
		return routines{}
	}
	return routines{fillVectors, transposeVectors, countVectors}
}

// digitBits holds a number for each of seven cells in a word. The cell's digit plus this number is the index of the bit
// for the digit.
var digitBits = func() (bits [64]uint8) {
	for i := range bits {
		bits[i] = uint8(9*(i%8) - 1)
	}
	return bits
}()

func fillVectors(l *Layout, rows []Row, solutions [][81]uint8) {
	fillAVX512(&rows[0], &solutions[0], len(rows), &l.place, &digitBits, &l.kept)
}

// places holds the byte offsets of one word in eight successive rows.
var places = [8]uint64{0, 96, 2 * 96, 3 * 96, 4 * 96, 5 * 96, 6 * 96, 7 * 96}

func transposeVectors(block *[64]uint64, rows *[64]Row, k int) {
	transposedAVX512(block, &rows[0][k], &places)
}

func countVectors(c *Counter, rows []Row, in []uint64, n int) bool {
	countAVX512(c, &rows[0], &in[0], len(in), n)
	return c.word < len(in)
}
