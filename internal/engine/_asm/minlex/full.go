// Command asm writes two files of package minlex: avx512_amd64.s, for the forms of full grids and of puzzles, and
// avx2_amd64.s, for the forms of puzzles. In that package, full.go and puzzle.go explain the methods; vector_amd64.go
// and vector_puzzle_amd64.go define the tables and state which processor features are needed.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// These are offsets in vectors, the tables, and in the workspace.
const (
	offFirst    = 0                      // for each pair of chutes: the first cell of each comparison
	offSecond   = offFirst + 3*64        // for each pair of chutes: the second cell of each comparison
	offOthers   = offSecond + 3*64       // for each chute: the cells of the six rows outside it, first four rows, then two, 16 bytes for each row
	offPlace    = offOthers + 6*128      // the bit of each digit in an index of deal
	offLeft     = offPlace + 64          // the first digit of each pair to compare, to sort the rows
	offRight    = offLeft + 64           // the second digit of each pair to compare
	offOrder    = offRight + 64          // for each result of the comparisons: the cells of rows 4 to 9 in order
	offColumns  = offOrder + 128*64      // for each result of comparisons in boxes 2 and 3: the columns in order
	offOrdered2 = offColumns + 64*16     // for each result of the comparisons in a box: the number of the order, times 36
	offOrdered3 = offOrdered2 + 512*2    // for each result of the comparisons in a box: the number of the order
	offDeal     = offOrdered3 + 512*2    // a copy of deal
	offBand     = offDeal + 4096*4       // pointers to the tables class, from and ways
	offLeast    = offBand + 3*8          //
	offNext     = offLeast + 8           // for each kind of house and each distance from 1 to 4: the cell at this distance after each cell
	offNames    = 0                      // in the workspace: the labels that each chute gives to digits
	offSums     = offNames + 6*16        //
	offBands    = offSums + 64           // the number of each chute's band, 4 bytes each
	offCompared = offBands + 6*4         // the results of each chute's comparisons, 4 bytes each
	offClass    = offCompared + 6*4 + 16 // the class of each chute, 4 bytes each
)

func chuteCell(chute, r, c int) int {
	if chute < 3 {
		return (3*chute+r)*9 + c
	}
	return 9*c + 3*(chute-3) + r
}

func main() {
	avx2 := flag.Bool("avx2", false, "for AVX2, not AVX-512")
	flag.Parse()
	AVX512 = !*avx2
	ConstraintExpr("!purego")
	if AVX512 {
		writeFull()
	}
	writePuzzle()
	WriteDeclarations()
	Generate()
}

// fullForms writes the function for full grids. The fields are registers that several phases use.
type fullForms struct {
	t, w, forms, grids, found, n reg.Register // the parameters of the function
	zero, ones, place, at9       reg.VecVirtual
	tail, rest, deals, few       reg.Register // mask registers

	lo, hi             reg.VecVirtual // the cells of the grid
	best, ties         reg.GPVirtual  // the least class of a chute, and the number of maps to the form
	class, from, ways  reg.Register   // the addresses of tables
	least              reg.Register   // the least band of the class in the field best
	bound, left, right reg.VecVirtual
	form               reg.VecVirtual
}

func writeFull() {
	Begin("leastFullAVX512", "(t *vectors, w *workspace, forms, grids *[81]uint8, found *mapChoice, n int) (left int)",
		"writes the form of each of n grids, and how it came about, until one is not full or has\n"+
			"// contradictions. It returns how many are left.")
	f := &fullForms{t: Parameter("t"), w: Parameter("w"), forms: Parameter("forms"),
		grids: Parameter("grids"), found: Parameter("found"), n: Parameter("n")}
	f.setConstants()
	Label("grid")
	f.readGrid()
	f.nameDigits()
	f.classifyChutes()
	f.beginForm()
	for h := range 6 {
		f.tryChute(h)
	}
	f.writeForm()
	DECQ(f.n)
	JNZ(LabelRef("grid"))
	Label("end")
	Store(f.n, Return("left"))
	End()
}

// gather returns the bytes of lo and hi, 128 in all, whose indices are at m.
func gather(m Mem, lo, hi reg.VecVirtual) reg.VecVirtual {
	v := ToZ(VMOVDQU64, m)
	VPERMI2B(hi, lo, v)
	return v
}

func (f *fullForms) setConstants() {
	f.zero, f.ones = ZMM(), ZMM()
	VPXORD(f.zero, f.zero, f.zero)
	VPTERNLOGD(U8(0xFF), f.ones, f.ones, f.ones)
	f.tail, f.rest, f.deals, f.few = MaskOf(0x1FFFF), MaskOf(1<<54-1), MaskOf(0x071C0000071C0000), MaskOf(7<<6)
	f.place = ToZ(VMOVDQU64, addressAt(f.t, offPlace))
	f.at9 = repeatedBytes(0x0909090909090909)
}

// readGrid loads the next grid into registers. It jumps to the end if a cell is empty or above 9, or equals another
// cell of its house.
func (f *fullForms) readGrid() {
	f.lo = ToZ(VMOVDQU64, addressAt(f.grids, 0))
	f.hi = ToZ(VMOVDQU8_Z, addressAt(f.grids, 64), f.tail)
	bad := ToK(VPTESTNMB, f.lo, f.lo)
	k := ToK(VPTESTNMB, f.hi, f.hi, f.tail)
	KORQ(k, bad, bad)
	{
		high := ToZ(VPMAXUB, f.lo, f.hi)
		nine := ToZ(VPSUBUSB, f.at9, high)
		VPTESTMB(nine, nine, k)
		KORQ(k, bad, bad)
	}
	for i := range 12 {
		for half, own := range []reg.VecVirtual{f.lo, f.hi} {
			next, k := gather(addressAt(f.t, offNext+64*(2*i+half)), f.lo, f.hi), K()
			if half == 0 {
				VPCMPEQB(own, next, k)
			} else {
				VPCMPEQB(own, next, f.tail, k)
			}
			KORQ(k, bad, bad)
		}
	}
	KORTESTQ(bad, bad)
	JNE(LabelRef("end"))
}

// nameDigits writes each chute's labels: digits 1 to 9 in the order of its first box.
func (f *fullForms) nameDigits() {
	VMOVDQU64(f.zero, addressAt(f.w, offNames))
	VMOVDQU64(f.zero.AsY(), addressAt(f.w, offNames+64))
	for i := range 9 {
		for h := range 6 {
			r := To64(MOVBQZX, addressAt(f.grids, chuteCell(h, i/3, i%3)))
			MOVB(U8(i+1), Mem{Base: f.w, Disp: offNames + 16*h, Index: r, Scale: 1})
		}
	}
}

// classifyChutes finds two numbers for each chute: the number of its band in the tables, and its class. Then it finds
// the least class. It handles two chutes at a time.
func (f *fullForms) classifyChutes() {
	f.best = To64(MOVQ, I32(0xFFFF))
	f.class, f.from, f.ways = GP64(), GP64(), GP64()
	MOVQ(addressAt(f.t, offBand), f.class)
	for p := range 3 {
		a := gather(addressAt(f.t, offFirst+64*p), f.lo, f.hi)
		b, names := gather(addressAt(f.t, offSecond+64*p), f.lo, f.hi), ZMM()
		VMOVDQU64(addressAt(f.w, offNames+32*p), names.AsY())
		VSHUFI64X2(U8(0x50), names, names, names)
		VPSHUFB(a, names, a)
		VPSHUFB(b, names, b)
		k := ToK(VPCMPUB, U8(6), b, a)
		compared := To64(KMOVQ, k)
		sums := ToZ(VPSHUFB_Z, a, f.place, f.deals)
		VPSADBW(f.zero, sums, sums)
		VMOVDQU64(sums, addressAt(f.w, offSums))
		for half := range 2 {
			f.classifyChute(2*p+half, compared)
			if half == 0 {
				SHRQ(U8(32), compared)
			}
		}
	}
}

// classifyChute finds the class of chute h; compared holds the results of the chute's comparisons.
func (f *fullForms) classifyChute(h int, compared reg.GPVirtual) {
	half := h % 2
	s, x := To64(MOVQ, addressAt(f.w, offSums+32*half+16)), GP64()
	SHLQ(U8(6), s)
	ADDQ(addressAt(f.w, offSums+32*half+24), s)
	band := ToLow(MOVL, Mem{Base: f.t, Disp: offDeal, Index: s, Scale: 4})
	MOVL(compared.As32(), x.As32())
	MOVL(x.As32(), addressAt(f.w, offCompared+4*h))
	ANDL(U32(511), x.As32())
	MOVWQZX(Mem{Base: f.t, Disp: offOrdered2, Index: x, Scale: 2}, x)
	ADDQ(x, band)
	y := ToLow(MOVL, compared.As32())
	SHRL(U8(9), y.As32())
	ANDL(U32(511), y.As32())
	MOVWQZX(Mem{Base: f.t, Disp: offOrdered3, Index: y, Scale: 2}, y)
	ADDQ(y, band)
	MOVL(band.As32(), addressAt(f.w, offBands+4*h))
	c := To64(MOVWQZX, Mem{Base: f.class, Index: band, Scale: 2})
	MOVL(c.As32(), addressAt(f.w, offClass+4*h))
	CMPQ(c, f.best)
	CMOVQLT(c, f.best)
}

// beginForm begins the form with the least band of the best class. The rest of the form becomes the greatest possible
// value.
func (f *fullForms) beginForm() {
	MOVQ(addressAt(f.t, offBand+8), f.from)
	MOVQ(addressAt(f.t, offBand+16), f.ways)
	f.least = To64(MOVQ, f.best)
	SHLQ(U8(5), f.least)
	ADDQ(addressAt(f.t, offLeast), f.least)
	f.bound = ToZ(VPBROADCASTB, addressAt(f.least, 31))
	f.form = ToZ(VMOVDQU8_Z, f.ones, f.rest)
	f.ties = GP64()
	XORL(f.ties.As32(), f.ties.As32())
	f.left = ToZ(VMOVDQU64, addressAt(f.t, offLeft))
	f.right = ToZ(VMOVDQU64, addressAt(f.t, offRight))
}

// tryChute tries every map from chute h to the least band, if h has the least class.
func (f *fullForms) tryChute(h int) {
	named := func(label string) string { return label + string(rune('0'+h)) }
	CMPL(f.best.As32(), addressAt(f.w, offClass+4*h))
	JNE(LabelRef(named("skip")))
	x := gather(addressAt(f.t, offOthers+128*h), f.lo, f.hi)
	y := gather(addressAt(f.t, offOthers+128*h+64), f.lo, f.hi)
	k2 := ToLow(MOVL, addressAt(f.w, offCompared+4*h))
	k3 := ToLow(MOVL, k2.As32())
	ANDL(U8(7), k2.As32())
	SHRL(U8(6), k3.As32())
	ANDL(U8(0x38), k3.As32())
	ORL(k3.As32(), k2.As32())
	SHLL(U8(4), k2.As32())
	columns := ToX(VMOVDQU64, Mem{Base: f.t, Disp: offColumns, Index: k2, Scale: 1})
	names := ToX(VMOVDQU64, addressAt(f.w, offNames+16*h))
	band := ToLow(MOVL, addressAt(f.w, offBands+4*h))
	i := ToLow(MOVL, Mem{Base: f.from, Index: band, Scale: 4})
	end := ToLow(MOVL, Mem{Base: f.from, Index: band, Scale: 4, Disp: 4})
	SHLQ(U8(5), i)
	SHLQ(U8(5), end)
	Label(named("way"))
	column, digit := ZMM(), ZMM()
	VMOVDQU64(Mem{Base: f.ways, Index: i, Scale: 1}, column.AsX())
	VPSHUFB(column.AsX(), columns, column.AsX())
	VMOVDQU64(Mem{Base: f.ways, Index: i, Scale: 1, Disp: 16}, digit.AsX())
	VPSHUFB(names, digit.AsX(), digit.AsX())
	VSHUFI64X2(U8(0), column, column, column)
	VSHUFI64X2(U8(0), digit, digit, digit)
	u, v := ToZ(VPSHUFB, column, x), ZMM()
	VPSHUFB(u, digit, u)
	VPSHUFB(column, y, v)
	VPSHUFB(v, digit, v)
	f.keepLeast(h, i, f.orderRows(u, v), named)
	JumpToNext(named("way"), i, U8(32), end)
	Label(named("skip"))
}

// orderRows returns the rows in u and v, rows 4 to 9, sorted by their first digits.
func (f *fullForms) orderRows(u, v reg.VecVirtual) (rows reg.VecVirtual) {
	a, b := ToZ(VMOVDQA64, f.left), ZMM()
	VPERMI2B(v, u, a)
	VMOVDQU8(f.bound, f.few, a)
	VMOVDQA64(f.right, b)
	VPERMI2B(v, u, b)
	k := ToK(VPCMPUB, U8(6), b, a)
	key := To64(KMOVQ, k)
	second := ToLow(MOVL, key.As32())
	ANDL(U8(63), key.As32())
	SHRL(U8(6), second.As32())
	ANDL(U8(7), second.As32())
	ADDL(U8(7), second.As32())
	ANDL(U8(8), second.As32())
	SHLL(U8(3), second.As32())
	ORL(second.As32(), key.As32())
	SHLL(U8(6), key.As32())
	rows = ToZ(VMOVDQU64, Mem{Base: f.t, Disp: offOrder, Index: key, Scale: 1})
	VPERMI2B_Z(v, u, f.rest, rows)
	return rows
}

// keepLeast compares `rows`, which come from map i of chute h, with rows 4 to 9 of the form. If `rows` are less, they
// replace the form's rows. If they are equal, keepLeast counts a tie.
func (f *fullForms) keepLeast(h int, i reg.GPVirtual, rows reg.VecVirtual, named func(string) string) {
	kn, kl := ToK(VPCMPUB, U8(4), f.form, rows), K()
	ne := To64(KMOVQ, kn)
	TESTQ(ne, ne)
	JEQ(LabelRef(named("same")))
	VPCMPUB(U8(1), f.form, rows, kl)
	lt := To64(KMOVQ, kl)
	BLSIQ(ne, ne)
	TESTQ(ne, lt)
	JEQ(LabelRef(named("next")))
	VMOVDQA64(rows, f.form)
	MOVL(U32(1), f.ties.As32())
	MOVL(U32(h), addressAt(f.found, 0))
	MOVL(i.As32(), addressAt(f.found, 4))
	JMP(LabelRef(named("next")))
	Label(named("same"))
	INCL(f.ties.As32())
	Label(named("next"))
}

// writeForm writes the form, and jumps to the code for the next grid.
func (f *fullForms) writeForm() {
	MOVL(f.ties.As32(), addressAt(f.found, 8))
	y := ToY(VMOVDQU64, addressAt(f.least, 0))
	VMOVDQU64(y, addressAt(f.forms, 0))
	VMOVDQU8(f.form, f.rest, addressAt(f.forms, 27))
	ADDQ(U8(81), f.forms)
	ADDQ(U8(81), f.grids)
	ADDQ(U8(12), f.found)
}
