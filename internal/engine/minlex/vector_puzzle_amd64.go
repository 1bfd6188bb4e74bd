//go:build !purego

package minlex

import (
	"math/bits"
	"sync"

	"golang.org/x/sys/cpu"
)

//go:noescape
func leastPuzzleAVX2(t *puzzleVectors, w *puzzleWorkspace, forms, grids *[81]uint8, n int) (left int)

// puzzleVectors holds the tables of leastPuzzleAVX2. _asm relies on their offsets. A line is 16 bytes: four for each
// stack, of which the last is unused, and four unused bytes.
type puzzleVectors struct {
	first     [512][16]uint8    // for each set of filled cells of a first line: its columns in order
	constants [14][16]uint8     // the constants that _asm/layout.go lists
	groups    [28]columnGroup   // for each stack and set of equal columns: their permutations; then for each set of equal stacks
	fresh     [512][2][16]uint8 // for each set of columns with new labels: these columns in order, and the index of each
	few       [10][16]uint8     // for each n: n bytes of all ones
	kept      [8][4]uint64      // for each set of remaining rows of a chute: words that make the keys of used rows greatest; the chute's second row comes last
	swaps     [2][8][16]uint8   // for each set of stacks: columns 1 and 2 exchanged in these stacks, and columns 2 and 3 exchanged
	starts    [28][2]uint32     // for each line, rows numbered from 0 and columns from 16: its offset in the workspace, and the meta of its node
	twice     [26][32]uint8     // the constants of 32 bytes that _asm/layout.go lists
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

// puzzleFormsVectorFunc returns a function that computes the forms of puzzles with AVX2. It returns nil if SelectKernel
// permits no vectors, or if puzzleFormsAVX2 does.
var puzzleFormsVectorFunc = sync.OnceValue(func() func(forms, grids [][81]uint8) int {
	if !isKernelAllowed("avx2") && !isKernelAllowed("avx512") {
		return nil
	}
	return puzzleFormsAVX2()
})

// puzzleFormsAVX2 returns a function that computes the forms of puzzles, or nil if the machine lacks AVX2. The function
// stops at a puzzle that is full, has contradictions, or has too many symmetries, and returns how many forms it has
// computed.
func puzzleFormsAVX2() func(forms, grids [][81]uint8) int {
	if x := &cpu.X86; !x.HasAVX2 || !x.HasBMI1 || !x.HasPOPCNT {
		return nil
	}
	t := newPuzzleVectors()
	return func(forms, grids [][81]uint8) int {
		w := puzzleWorkspaces.Get().(*puzzleWorkspace)
		defer puzzleWorkspaces.Put(w)
		return len(grids) - leastPuzzleAVX2(t, w, &forms[0], &grids[0], len(grids))
	}
}

func newPuzzleVectors() *puzzleVectors {
	t := &puzzleVectors{}
	t.buildColumnOrders()
	t.fillLineStarts()
	t.fillConstants()
	t.fillColumnPermutations()
	t.fillFurtherTables()
	return t
}

// base is the start value of a key.
const base = 0x3FF0 << 48

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
	for l := range t.starts {
		if l%16 > 8 {
			continue
		}
		line := uint32(l/16*9 + l%16)
		chute, row := line/3, line%3
		other := func(by uint32) uint32 { return 8 * (chute/3*3 + (chute+by)%3) }
		bit := 2 * row % 3 // bits 0, 1 and 2 stand for lines 1, 3 and 2 of a chute
		t.starts[l] = [2]uint32{64*chute + 16*row, 8*chute | (0b111&^(1<<bit))<<8 | other(1)<<16 | other(2)<<24}
	}
}

func (t *puzzleVectors) fillConstants() {
	list := func(to ...uint8) func(i int) uint8 {
		return func(i int) uint8 {
			if i < len(to) {
				return to[i]
			}
			return 0x80
		}
	}
	repeat := func(to ...uint8) func(i int) uint8 { return func(i int) uint8 { return to[i%len(to)] } }
	within := func(n int, to ...uint8) func(i int) uint8 {
		return func(i int) uint8 { return uint8(i/n*n) + to[i%n] }
	}
	word := func(v uint64) func(i int) uint8 { return func(i int) uint8 { return uint8(v >> (8 * (i % 8))) } }
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
	place := func(i int) uint8 { return uint8(i) }
	const broadcast = 5
	for i := range t.constants {
		of := repeat(uint8(i - broadcast))
		if i < broadcast {
			of = []func(i int) uint8{
				where(func(i int) bool { return i > 0 && i < 10 }, 0xF0), place,
				list(0, 1, 2, 4, 5, 6, 8, 9, 10),
				list(4, 4, 4, 0x80, 2, 2, 2, 0x80, 0, 0, 0),
				func(i int) uint8 { return []uint8{0, 1, 2, 15}[i%4] | uint8(i/12*15) },
			}[i]
		}
		for k := range 16 {
			t.constants[i][k] = of(k)
		}
	}
	for i, of := range []func(i int) uint8{
		list(0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0),
		func(i int) uint8 { return list(0, 10, 13, 14)(i) % 0x80 },
		repeat(16, 1, 1, 0), repeat(16, 0, 1, 0), repeat(8, 0, 4, 0, 0, 0, 0, 0),
		within(8, 0, 1, 4, 5, 2, 3, 6, 7), within(8, 2, 3, 0, 1, 4, 5, 6, 7), place,
		repeat(9), repeat(1), repeat(1, 0), repeat(0xF0), repeat(0xF0, 0xFF),
		where(func(i int) bool { return i%4 == 1 }, 0xFF), where(func(i int) bool { return i%4 == 2 }, 0xFF),
		word(base), word(0x7FFFFFFFFFFFFFFF),
		list(8, 9, 4, 5, 0, 1), list(0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 8, 9, 4, 5, 0, 1),
		func(i int) uint8 { return []uint8{uint8(i + 1), uint8(i + 1), uint8(i - 2), 0x80}[i%4] },
		line(0), line(7),
		where(func(i int) bool { return i < 9 && i%3 != 1 }, 0x0F), where(func(i int) bool { return i < 9 && i%3 == 1 }, 0x0F),
		list(5, 5, 4, 3, 3, 2, 1, 1, 0), repeat(0x0C),
	} {
		for k := range 32 {
			t.twice[i][k] = of(k % 16)
		}
	}
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

func (t *puzzleVectors) fillFurtherTables() {
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
	const never = 0x4FF0 << 48
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
}
