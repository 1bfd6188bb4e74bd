//go:build !purego

package minlex

import (
	"sync"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C ../_asm ./minlex -out ../minlex/avx512_amd64.s -pkg minlex
//go:generate go run -C ../_asm ./minlex -avx2 -out ../minlex/avx2_amd64.s -pkg minlex

// vectors holds the tables of leastFullAVX512. _asm relies on their offsets. The cells in tables are indices into the
// grid, or into rows 4 to 9, which have 16 bytes each.
type vectors struct {
	first, second [3][64]uint8    // for each pair of chutes: the cells to compare, 9 pairs in box 2 and 9 in box 3, then the cells of box 2 for the index of deal
	others        [6][2][64]uint8 // for each chute: the cells of the six rows outside the chute
	place         [64]uint8       // for each digit: its bit in an index of deal
	left, right   [64]uint8       // the pairs of digits to compare, to sort rows: 3 pairs in each band, and the pairs with the least digit of the second band
	order         [128][64]uint8  // for each set of comparison results: the cells of rows 4 to 9 in order
	columns       [64][16]uint8   // for each set of comparison results in boxes 2 and 3: the columns in order
	ordered2      [512]uint16     // 36 times ordered
	ordered3      [512]uint16
	deal          [4096]int32
	class         *[bandCount]uint16
	from          *[bandCount + 1]uint32
	ways          *bandMap
	least         *[classes][32]uint8 // for each class, its least band; the last byte is 1 plus the least digit that column 1 lacks
	// For each kind of house and each distance from 1 to 4: the cell at this distance after each cell, around the
	// house.
	next [3][4][128]uint8
}

// workspace is scratch memory of leastFullAVX512.
type workspace struct {
	names    [6][16]uint8
	sums     [8]uint64
	bands    [6]uint32
	compared [10]uint32
	class    [6]uint32
}

// fullFormsVectorFunc returns a function that computes the forms of full grids with AVX-512. It returns nil if the
// machine lacks AVX-512 or SelectKernel forbids AVX-512. The function stops at a grid that is not full or has
// contradictions, and returns how many forms it has computed.
var fullFormsVectorFunc = sync.OnceValue(func() func(forms, grids [][81]uint8, found []mapChoice) int {
	if x := &cpu.X86; !isKernelAllowed("avx512") || !x.HasAVX512F || !x.HasAVX512BW || !x.HasAVX512VL || !x.HasAVX512VBMI || !x.HasBMI1 {
		return nil
	}
	t := bandTable()
	v := &vectors{class: &t.class, from: &t.from, ways: &t.ways[0], least: new([classes][32]uint8), deal: deal}
	cell := func(chute, r, c int) uint8 {
		if chute < 3 {
			return uint8((3*chute+r)*9 + c)
		}
		return uint8(9*c + 3*(chute-3) + r)
	}
	pairs := [3][2]int{{0, 1}, {0, 2}, {1, 2}}
	for h := range 6 {
		a, b := v.first[h/2][32*(h%2):], v.second[h/2][32*(h%2):]
		for i := range 18 {
			box, r, p := 1+i/9, i/3%3, pairs[i%3]
			a[i], b[i] = cell(h, r, 3*box+p[0]), cell(h, r, 3*box+p[1])
		}
		for i := range 3 { // rows 1 and 2 of box 2, each in a group of 8 bytes whose sum is computed
			a[18+i], a[24+i] = cell(h, 0, 3+i), cell(h, 1, 3+i)
		}
		for n := range 6 { // the rows of the other two bands, or of the other two stacks read as bands
			chute := h/3*3 + (h+1+n/3)%3
			for c := range 9 {
				v.others[h][n/4][16*(n%4)+c] = cell(chute, n%3, c)
			}
		}
	}
	for i := range v.place {
		v.place[i] = place[i%16]
	}
	row := func(r int) uint8 { return uint8(16 * r) }
	for i, p := range pairs {
		v.left[i], v.right[i] = row(p[0]), row(p[1])
		v.left[3+i], v.right[3+i] = row(3+p[0]), row(3+p[1])
		v.right[6+i] = row(3 + i)
	}
	for key := range v.order {
		a, b := &sorted[key&7], &sorted[key>>3&7]
		rows := []uint8{a[0], a[1], a[2], 3 + b[0], 3 + b[1], 3 + b[2]}
		if key>>6 == 1 {
			rows = append(rows[3:], rows[:3]...)
		}
		for i := range 54 {
			v.order[key][i] = 16*rows[i/9] + uint8(i%9)
		}
	}
	for k := range v.columns {
		v.columns[k] = sortedColumns(uint32(k&7), uint32(k>>3))
	}
	for k, o := range ordered {
		v.ordered2[k], v.ordered3[k] = 36*uint16(o), uint16(o)
	}
	for c := range t.least {
		l := &v.least[c]
		copy(l[:], t.least[c][:])
		has := 1<<l[0] | 1<<l[9] | 1<<l[18]
		for l[31] = 1; has>>l[31]&1 == 1; l[31]++ {
		}
		l[31]++
	}
	for c := range 81 {
		r, q := c/9, c%9
		for d := range 4 {
			x := func(i int) int { return (i + d + 1) % 9 }
			v.next[0][d][c] = uint8(9*r + x(q))
			v.next[1][d][c] = uint8(9*x(r) + q)
			i := x(r%3*3 + q%3)
			v.next[2][d][c] = uint8(9*(r/3*3+i/3) + q/3*3 + i%3)
		}
	}
	return func(forms, grids [][81]uint8, found []mapChoice) int {
		var w workspace
		return len(grids) - leastFullAVX512(v, &w, &forms[0], &grids[0], &found[0], len(grids))
	}
})
