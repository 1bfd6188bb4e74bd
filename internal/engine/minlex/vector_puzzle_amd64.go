//go:build !purego

package minlex

import (
	"math/bits"
	"sync"

	"golang.org/x/sys/cpu"
)

// puzzleVectors holds the tables of leastPuzzleAVX512 and leastPuzzleAVX2. _asm relies on their offsets. A line is 16
// bytes: four for each stack, of which the last is unused, and four unused bytes.
type puzzleVectors struct {
	lines     [6][64]uint8    // for each chute: the cells of its lines
	houses    [5][64]uint8    // houses[k]: cell k of each of 27 houses in the lower half, cell k+5 in the upper half
	minirows  [3][64]uint8    // minirows[i]: cell i of each of 54 minirows and minicolumns
	stacks    [2][64]uint8    // for each line: the indices of the counts of its second and third minirow
	first     [512][16]uint8  // for each set of filled cells of a first line: its columns in order
	start     [18][2]uint32   // for each line: its offset in the workspace, and the meta of its node
	_         [48]uint8       // aligns the following fields to cache lines
	constants [32][16]uint8   // the constants that _asm/minlex/layout.go lists
	groups    [28]columnGroup // for each stack and each set of equal columns in it: their permutations; then the same for each set of equal stacks
	// The following fields are only for AVX2.
	fresh  [512][2][16]uint8 // for each set of columns with new labels: these columns in order, and the index of each
	few    [10][16]uint8     // for each n: n bytes of all ones
	kept   [8][4]uint64      // for each set of remaining rows of a chute: words that make the keys of used rows greatest; the chute's second row comes last
	swaps  [2][8][16]uint8   // for each set of stacks: columns 1 and 2 exchanged in these stacks, and columns 2 and 3 exchanged
	starts [28][2]uint32     // like start, but rows have the indices 0 to 8, and columns 16 to 24
	twice  [26][32]uint8     // the constants of 32 bytes that _asm/minlex/layout.go lists
}

type columnGroup struct {
	n      uint8
	_      [15]uint8
	orders [5][16]uint8 // the orders of three things, except the identity
}

// puzzleWorkspace is scratch memory for the puzzle kernels. The size of puzzleWorkspace limits how many symmetries a
// puzzle may have.
type puzzleWorkspace struct {
	chutes                 [6][64]uint8
	form                   [128]uint8
	_                      [64]uint8
	orders                 [1296][16]uint8
	nodes                  [2][1024][64]uint8
	keys, sorted, sortedBy [1024][64]uint8
	settled                [12][16]uint8
}

var puzzleWorkspaces = sync.Pool{New: func() any {
	w := new(puzzleWorkspace)
	for i := range w.orders[0] {
		w.orders[0][i] = uint8(i)
	}
	return w
}}

// puzzleFormsVectorFunc returns the best function that this machine has and SelectKernel allows, or nil. The function
// computes the forms of puzzles. It stops at a puzzle that is full, has contradictions, or has too many symmetries, and
// returns how many forms it has computed.
var puzzleFormsVectorFunc = sync.OnceValue(func() func(forms, grids [][81]uint8) int {
	for _, k := range puzzleKernels() {
		if isKernelAllowed(k.name) {
			return k.forms
		}
	}
	return nil
})

// puzzleKernel is a function that puzzleFormsVectorFunc may return, with the name of its instruction set.
type puzzleKernel struct {
	name  string
	forms func(forms, grids [][81]uint8) int
}

// puzzleKernels returns the kernels that this machine can run, the best first.
func puzzleKernels() (all []puzzleKernel) {
	t := sync.OnceValue(newPuzzleVectors)
	add := func(name string, least func(t *puzzleVectors, w *puzzleWorkspace, forms, grids *[81]uint8, n int) (left int)) {
		all = append(all, puzzleKernel{name, func(forms, grids [][81]uint8) int {
			w := puzzleWorkspaces.Get().(*puzzleWorkspace)
			defer puzzleWorkspaces.Put(w)
			return len(grids) - least(t(), w, &forms[0], &grids[0], len(grids))
		}})
	}
	x := &cpu.X86
	if x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512DQ && x.HasAVX512VBMI && x.HasAVX512VBMI2 && x.HasBMI1 && x.HasBMI2 {
		add("avx512", leastPuzzleAVX512)
	}
	if x.HasAVX2 && x.HasBMI1 && x.HasPOPCNT {
		add("avx2", leastPuzzleAVX2)
	}
	return all
}

func newPuzzleVectors() *puzzleVectors {
	t := &puzzleVectors{}
	t.fillGatherIndices()
	t.buildColumnOrders()
	t.fillLineStarts()
	t.fillConstants()
	t.fillColumnPermutations()
	t.fillAVX2Tables()
	return t
}

// fillGatherIndices fills the tables lines, houses, minirows and stacks.
func (t *puzzleVectors) fillGatherIndices() {
	const none = 84 // a cell outside the grid, which is always empty
	place := func(q int) int { return 4*(q/3) + q%3 }
	for i := range t.lines {
		for b := range t.lines[i] {
			t.lines[i][b] = none
		}
		for j := range 27 {
			r, q := i%3*3+j/9, j%9
			c := 9*r + q
			if i >= 3 {
				c = 9*q + r
			}
			t.lines[i][16*(j/9)+place(q)] = uint8(c)
		}
	}
	for k := range t.houses {
		for b := range t.houses[k] {
			t.houses[k][b] = none
		}
		for h := range 9 {
			for half := range 2 {
				i := k + 5*half
				if i > 8 {
					break
				}
				to := t.houses[k][32*half:]
				to[h], to[9+h], to[18+h] = uint8(9*h+i), uint8(9*i+h), uint8(h/3*27+h%3*3+i/3*9+i%3)
			}
		}
	}
	for i := range t.minirows {
		for b := range t.minirows[i] {
			t.minirows[i][b] = none
		}
		for j := range 27 {
			s, l := j/9, j%9
			t.minirows[i][18*s+l] = uint8(9*l + 3*s + i)
			t.minirows[i][18*s+9+l] = uint8(9*(3*s+i) + l)
		}
	}
	for l := range 64 {
		t.stacks[0][l], t.stacks[1][l] = uint8(min(18+l, 63)), uint8(min(36+l, 63))
	}
}

// buildColumnOrders fills t.first. For each set of filled cells of a line, it has the order of the columns: stacks with
// fewer filled cells come first and, within each stack, empty columns come first. A byte of 0x80 stands for no column.
func (t *puzzleVectors) buildColumnOrders() {
	for m := range t.first {
		of := func(s int) int { return bits.OnesCount(uint(m >> (3 * s) & 7)) }
		stacks := [3]int{0, 1, 2}
		for _, i := range []int{0, 1, 0} {
			if of(stacks[i]) > of(stacks[i+1]) {
				stacks[i], stacks[i+1] = stacks[i+1], stacks[i]
			}
		}
		to := &t.first[m]
		for i := range to {
			to[i] = 0x80
		}
		for s, from := range stacks {
			n := 0
			for filled := range 2 {
				for i := range 3 {
					if m>>(3*from+i)&1 == filled {
						to[4*s+n] = uint8(4*from + i)
						n++
					}
				}
			}
		}
	}
}

func (t *puzzleVectors) fillLineStarts() {
	for l := range uint32(18) {
		chute, row := l/3, l%3
		other := func(by uint32) uint32 { return 8 * (chute/3*3 + (chute+by)%3) }
		t.start[l] = [2]uint32{64*chute + 16*row, 8*chute | (0b10101&^(1<<(2*row)))<<8 | other(1)<<16 | other(2)<<24}
	}
	for l := range t.starts {
		if l%16 > 8 {
			continue
		}
		line := uint32(l/16*9 + l%16)
		bit := 2 * (line % 3) % 3 // bits 0, 1 and 2 stand for lines 1, 3 and 2 of a chute
		t.starts[l] = t.start[line]
		t.starts[l][1] = t.start[line][1]&0xFFFF00FF | (0b111&^(1<<bit))<<8
	}
}

func (t *puzzleVectors) fillConstants() {
	bytes16 := func(of func(i int) int) (to [16]uint8) {
		for i := range to {
			to[i] = uint8(of(i))
		}
		return to
	}
	list := func(to ...uint8) func(i int) int {
		return func(i int) int {
			if i < len(to) {
				return int(to[i])
			}
			return 0x80
		}
	}
	zeros := func(f func(i int) int) func(i int) int { return func(i int) int { return f(i) % 0x80 } }
	for i, c := range []func(i int) int{
		func(i int) int { return 1 << i >> 1 & 0xFF },
		zeros(list(0, 10, 13, 14)),
		func(i int) int { return int(oneIf(i > 0 && i < 10)) * 0xF0 },
		func(i int) int { return i },
		list(0, 1, 2, 4, 5, 6, 8, 9, 10),
		list(),
		func(i int) int { return []int{16, 1, 1, 0}[i%4] },
		func(i int) int { return []int{16, 0, 1, 0}[i%4] },
		list(8, 9, 4, 5, 0, 1),
		list(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 8, 9, 4, 5, 0, 1),
		func(i int) int { return i/4*4 + []int{1, 0, 2, 3}[i%4] },
		func(i int) int { return i/4*4 + []int{0, 2, 1, 3}[i%4] },
		func(i int) int { return []int{8, 0, 4, 0, 0, 0, 0, 0}[i%8] },
		func(i int) int { return i/8*8 + []int{0, 1, 4, 5, 2, 3, 6, 7}[i%8] },
		func(i int) int { return i/8*8 + []int{2, 3, 0, 1, 4, 5, 6, 7}[i%8] },
		list(4, 4, 4, 0x80, 2, 2, 2, 0x80, 0, 0, 0),
		func(i int) int { return []int{0, 1, 2, 15}[i%4] | i/12*15 },
		zeros(list(44, 40, 36, 28, 24, 20, 12, 8, 4)),
	} {
		t.constants[i] = bytes16(c)
	}
	broadcast := 18
	for i := range 9 {
		t.constants[broadcast+i] = bytes16(func(int) int { return i })
	}
	t.constants[broadcast+9] = bytes16(list(0, 0, 1, 1, 2, 2, 3, 3))
	t.constants[broadcast+10] = bytes16(list(4, 4, 5, 5, 5, 5, 5, 5))
}

func (t *puzzleVectors) fillColumnPermutations() {
	for i := range t.groups {
		g := &t.groups[i]
		for n, o := range orders {
			in := true // set if the order moves only equal columns or stacks
			for j := range 3 {
				equal := i>>j&1 == 1
				if i >= 24 {
					equal = []bool{i == 25 || i == 27, i != 24, i == 26 || i == 27}[j]
				}
				in = in && (equal || int(o[j]) == j)
			}
			if !in {
				continue
			}
			g.n++
			if n == 0 {
				continue
			}
			to := &g.orders[g.n-2]
			for q := range to {
				to[q] = uint8(q)
				if s := q / 4; q%4 == 3 || s == 3 {
					to[q] = 15
				} else if i >= 24 {
					to[q] = 4*o[s] + uint8(q%4)
				} else if s == i/8 {
					to[q] = uint8(4*s) + o[q%4]
				}
			}
		}
	}
}

func (t *puzzleVectors) fillAVX2Tables() {
	for m := range t.fresh {
		at, number := &t.fresh[m][0], &t.fresh[m][1]
		for i := range at {
			at[i], number[i] = 0x80, 0x80
		}
		n := uint8(0)
		for q := range 9 {
			if m>>q&1 == 1 {
				at[n], number[q] = uint8(4*(q/3)+q%3), n
				n++
			}
		}
	}
	for n := range t.few {
		for i := range n {
			t.few[n][i] = 0xFF
		}
	}
	const base, never = 0x3FF0 << 48, 0x4FF0 << 48
	for left := range t.kept {
		for i := range t.kept[left] {
			t.kept[left][i] = never
			if left>>i&1 == 1 {
				t.kept[left][i] = base
			}
		}
	}
	for k := range t.swaps {
		for stacks := range t.swaps[k] {
			for i := range 16 {
				s, c := i/4, i%4
				if stacks>>s&1 == 1 && (c == k || c == k+1) {
					c = 2*k + 1 - c
				}
				t.swaps[k][stacks][i] = uint8(4*s + c)
			}
		}
	}
	all := func(v uint8) func(i int) uint8 { return func(int) uint8 { return v } }
	from := func(c int) func(i int) uint8 { return func(i int) uint8 { return t.constants[c][i] } }
	where := func(in func(i int) bool, v uint8) func(i int) uint8 {
		return func(i int) uint8 { return v * uint8(oneIf(in(i))) }
	}
	line := func(later int) func(i int) uint8 {
		return func(i int) uint8 {
			if i%4 == 3 || i > 11 {
				return 0x80
			}
			return uint8(i/4*3 + i%4 + later)
		}
	}
	word := func(v uint64) func(i int) uint8 { return func(i int) uint8 { return uint8(v >> (8 * (i % 8))) } }
	bytes := []uint8{5, 5, 4, 3, 3, 2, 1, 1, 0}
	for i, of := range []func(i int) uint8{
		from(0), from(1), from(6), from(7), from(12), from(13), from(14), from(3),
		all(9), all(1), word(0x0001000100010001), all(0xF0), word(0xFFF0FFF0FFF0FFF0),
		where(func(i int) bool { return i%4 == 1 }, 0xFF), where(func(i int) bool { return i%4 == 2 }, 0xFF),
		word(base), word(0x7FFFFFFFFFFFFFFF), from(8), from(9),
		func(i int) uint8 { return []uint8{uint8(i + 1), uint8(i + 1), uint8(i - 2), 0x80}[i%4] },
		line(0), line(7),
		where(func(i int) bool { return i < 9 && i%3 != 1 }, 0x0F), where(func(i int) bool { return i < 9 && i%3 == 1 }, 0x0F),
		func(i int) uint8 {
			if i < len(bytes) {
				return bytes[i]
			}
			return 0x80
		},
		all(0x0C),
	} {
		for k := range 32 {
			t.twice[i][k] = of(k % 16)
		}
	}
}
