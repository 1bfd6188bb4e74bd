package kernel

import (
	"context"
	"encoding/binary"
	"math/bits"
	"sync"
)

type scalar struct{}

func (scalar) Name() string { return "scalar" }

const (
	band    = 1<<27 - 1
	twoBand = band | band<<32

	row      = 0o777
	rows2    = row | row<<32
	columns  = 0o001001001
	minirows = 0o111111111
	mini2    = minirows | minirows<<32
)

type digit struct {
	lo, hi       uint64
	ownLo, ownHi uint64
	sum          uint64
}

type board struct {
	digits         [9]digit
	freeLo, freeHi uint64
}

var empty board

// peersLo, peersHi: for each cell, the cells that may hold the same digit once it is placed there (itself and non peers)
var keepLo, keepHi [128]uint64

func cellBit(cell int) (lo, hi uint64) {
	if cell < 54 {
		return 1 << (cell%27 + cell/27*32), 0
	}
	return 0, 1 << (cell - 54)
}

var two [512]uint8
var peers [128]struct{ lo, hi uint64 }

var rowTable [512]uint64

func init() {
	for i := range rowTable {
		var y uint64
		for m := range 9 {
			if i>>m&1 != 0 {
				y |= 1 << (m%3*9 + m/3*3)
			}
		}
		y = closeRows(y) & minirows
		s := y &^ (y<<3&0o770770770 | y>>6&0o007007007 | y<<6&0o700700700 | y>>3&0o077077077)
		rowTable[i] = y*7 | s*7<<32
	}

	for m := range two {
		if bits.OnesCount(uint(m)) == 2 {
			two[m] = uint8(bits.TrailingZeros(uint(m)) | bits.TrailingZeros(uint(m&(m-1)))<<4)
		}
	}
	defer func() {
		for c := range 81 {
			l, h := cellBit(c)
			p := &peers[c-54+64&127]
			if c < 54 {
				p = &peers[bits.TrailingZeros64(l)]
			}
			_ = h
			p.lo = twoBand &^ keepLo[c]
			p.hi = band &^ keepHi[c]
		}
	}()

	for c := range 81 {
		for p := range 81 {
			if p == c || p/9 != c/9 && p%9 != c%9 && (p/27 != c/27 || p%9/3 != c%9/3) {
				lo, hi := cellBit(p)
				keepLo[c] |= lo
				keepHi[c] |= hi
			}
		}
	}
	for d := range empty.digits {
		empty.digits[d].lo = twoBand
		empty.digits[d].hi = band
	}
	empty.freeLo, empty.freeHi = twoBand, band
}

// load places the givens; it reports whether they are free of contradiction.
func (b *board) load(p *[81]uint8) bool {
	*b = empty
	var bad uint64
	for w := 0; w < 88; w += 8 {
		var v uint64
		if w < 80 {
			v = binary.LittleEndian.Uint64(p[w:])
		} else {
			v = uint64(p[80])
		}
		for v != 0 {
			sh := bits.TrailingZeros64(v) &^ 7
			d := (v >> sh) & 255
			v &^= 255 << sh
			if d > 9 {
				return false
			}
			bad |= b.place(w+sh>>3, int(d-1))
		}
	}
	return bad == 0
}

func (b *board) place(cell, d int) (bad uint64) {
	lo, hi := cellBit(cell)
	g := &b.digits[d]
	bad = lo&^g.lo | hi&^g.hi
	g.lo &= keepLo[cell]
	g.hi &= keepHi[cell]
	g.ownLo |= lo
	g.ownHi |= hi
	b.freeLo &^= lo
	b.freeHi &^= hi
	return bad
}

func closeColumns(x uint64) uint64 {
	r1 := x<<1&0o666666666 | x>>2&0o111111111
	r2 := x<<2&0o444444444 | x>>1&0o333333333
	r1 |= r1 << 27
	r2 |= r2 << 27
	return x & (r1>>9&(r2>>18) | r2>>9&(r1>>18))
}

func closeRows(y uint64) uint64 {
	r1 := y<<3&0o770770770 | y>>6&0o007007007
	r2 := y<<6&0o700700700 | y>>3&0o077077077
	r1 |= r1 << 27
	r2 |= r2 << 27
	return y & (r1>>9&(r2>>18) | r2>>9&(r1>>18))
}

// propagate returns false when contradiction. Otherwise pairs are the bivalue cells.
func (b *board) propagate() (pairsLo, pairsHi uint64, ok bool) {
	freeLo, freeHi := b.freeLo, b.freeHi
	for {
		for clean := 0; clean < 9; {
			for d := range b.digits {
				g := &b.digits[d]
				lo := g.lo & (freeLo | g.ownLo)
				hi := g.hi & (freeHi | g.ownHi)
				if lo+hi == g.sum {
					clean++
					continue
				}
				clean = 0
				// columns
				cl := (lo | lo>>9 | lo>>18) & rows2
				ch := (hi | hi>>9 | hi>>18) & row
				x := closeColumns((cl | cl>>23 | ch<<18) & band)
				lo &= ((x | x<<23) & rows2) * columns
				hi &= (x >> 18) * columns
				g.sum = lo + hi
				// rows
				l1, l2 := lo>>1, lo>>2
				yl := (lo | l1 | l2) & mini2
				tl := (lo&l1 | (lo|l1)&l2) & mini2
				yl |= yl>>8 | yl>>16
				v0 := rowTable[yl&511]
				v1 := rowTable[yl>>32&511]
				h1, h2 := hi>>1, hi>>2
				yh := (hi | h1 | h2) & minirows
				th := (hi&h1 | (hi|h1)&h2) & minirows
				yh |= yh>>8 | yh>>16
				v2 := rowTable[yh&511]
				lo &= v0&0xffffffff | v1<<32
				hi &= v2 & 0xffffffff
				if uint32(lo) == 0 || lo>>32 == 0 || hi == 0 {
					return 0, 0, false
				}
				ownLo := lo & (v0>>32 | v1>>32<<32) &^ (tl * 7)
				ownHi := hi & (v2 >> 32) &^ (th * 7)
				g.lo, g.hi, g.ownLo, g.ownHi = lo, hi, ownLo, ownHi
				freeLo &^= ownLo
				freeHi &^= ownHi
			}
		}
		if freeLo|freeHi == 0 {
			b.freeLo, b.freeHi = 0, 0
			return 0, 0, true
		}
		var one, two, three, one2, two2, three2 uint64
		for d := range b.digits {
			g := &b.digits[d]
			three |= two & g.lo
			two |= one & g.lo
			one |= g.lo
			three2 |= two2 & g.hi
			two2 |= one2 & g.hi
			one2 |= g.hi
		}
		if one != twoBand || one2 != band {
			return 0, 0, false
		}
		nLo := freeLo &^ two
		nHi := freeHi &^ two2
		if nLo|nHi == 0 {
			b.freeLo, b.freeHi = freeLo, freeHi
			return two &^ three, two2 &^ three2, true
		}
		for nLo|nHi != 0 {
			c := cellOf(nLo, nHi)
			l, h := cellBit(c)
			nLo &^= l
			nHi &^= h
			for d := range b.digits {
				g := &b.digits[d]
				if g.lo&l|g.hi&h != 0 {
					g.lo &= keepLo[c]
					g.hi &= keepHi[c]
					g.sum = 0
					break
				}
			}
		}
	}
}

type frame struct {
	board
	cell int
	left uint16
}

type searcher struct {
	stack [82]frame
}

var searchers = sync.Pool{New: func() any { return new(searcher) }}

func (scalar) Search(ctx context.Context, puzzles [][81]uint8, limits Limits, results []Result) int {
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	for i := range puzzles {
		s.search(ctx, &puzzles[i], Any, limits, &results[i], nil)
		if results[i].Outcome == Stopped && ctx.Err() != nil {
			return i
		}
	}
	return len(puzzles)
}

func (scalar) Enumerate(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, yield func(*[81]uint8) bool) Result {
	s := searchers.Get().(*searcher)
	defer searchers.Put(s)
	var r Result
	s.search(ctx, puzzle, order, limits, &r, yield)
	return r
}

func (b *board) candidates(cell int) (m uint16) {
	if cell < 54 {
		at := (cell%27 + cell/27*32) & 63
		for d := range b.digits {
			m |= uint16(b.digits[d].lo>>at&1) << d
		}
		return m
	}
	at := (cell - 54) & 63
	for d := range b.digits {
		m |= uint16(b.digits[d].hi>>at&1) << d
	}
	return m
}

func cellOf(lo, hi uint64) int {
	if lo != 0 {
		at := bits.TrailingZeros64(lo)
		return at - at>>5*5
	}
	return 54 + bits.TrailingZeros64(hi)
}

func (b *board) choose(pLo, pHi uint64) int {
	if pLo|pHi != 0 {
		top := 0
		qLo, qHi := pLo, pHi
		_, _ = qLo, qHi
		k := 8
		for ; pLo != 0 && k > 0; pLo &= pLo - 1 {
			at := bits.TrailingZeros64(pLo) & 63
			k--
			p := &peers[at]
			m := uint16(b.digits[0].lo>>at&1) | uint16(b.digits[1].lo>>at&1)<<1 | uint16(b.digits[2].lo>>at&1)<<2 |
				uint16(b.digits[3].lo>>at&1)<<3 | uint16(b.digits[4].lo>>at&1)<<4 | uint16(b.digits[5].lo>>at&1)<<5 |
				uint16(b.digits[6].lo>>at&1)<<6 | uint16(b.digits[7].lo>>at&1)<<7 | uint16(b.digits[8].lo>>at&1)<<8
			x := two[m&511]
			g, h := &b.digits[x&15], &b.digits[x>>4]
			n := bits.OnesCount64(g.lo&p.lo) + bits.OnesCount64(g.hi&p.hi) + bits.OnesCount64(h.lo&p.lo) + bits.OnesCount64(h.hi&p.hi)
			top = max(top, n<<8|at)
		}
		for ; pHi != 0 && k > 0; pHi &= pHi - 1 {
			at := bits.TrailingZeros64(pHi) & 63
			k--
			p := &peers[at+64]
			m := uint16(b.digits[0].hi>>at&1) | uint16(b.digits[1].hi>>at&1)<<1 | uint16(b.digits[2].hi>>at&1)<<2 |
				uint16(b.digits[3].hi>>at&1)<<3 | uint16(b.digits[4].hi>>at&1)<<4 | uint16(b.digits[5].hi>>at&1)<<5 |
				uint16(b.digits[6].hi>>at&1)<<6 | uint16(b.digits[7].hi>>at&1)<<7 | uint16(b.digits[8].hi>>at&1)<<8
			x := two[m&511]
			g, h := &b.digits[x&15], &b.digits[x>>4]
			n := bits.OnesCount64(g.lo&p.lo) + bits.OnesCount64(g.hi&p.hi) + bits.OnesCount64(h.lo&p.lo) + bits.OnesCount64(h.hi&p.hi)
			top = max(top, n<<8|at|64)
		}
		top &= 255
		if top >= 64 {
			return 54 + top - 64
		}
		return top - top>>5*5
	}
	best, few := 0, 10
	for lo, hi := b.freeLo, b.freeHi; lo|hi != 0; {
		c := cellOf(lo, hi)
		l, h := cellBit(c)
		lo &^= l
		hi &^= h
		if n := bits.OnesCount16(b.candidates(c)); n < few {
			few, best = n, c
			if n == 3 {
				break
			}
		}
	}
	return best
}

func (b *board) solution(out *[81]uint8) {
	for d := range b.digits {
		for lo, hi := b.digits[d].lo, b.digits[d].hi; lo|hi != 0; {
			c := cellOf(lo, hi)
			if lo != 0 {
				lo &= lo - 1
			} else {
				hi &= hi - 1
			}
			out[c] = uint8(d + 1)
		}
	}
}

func (s *searcher) search(ctx context.Context, puzzle *[81]uint8, order Order, limits Limits, r *Result, yield func(*[81]uint8) bool) {
	*r = Result{}
	want := max(limits.Solutions, 1)
	depth := 0
	if !s.stack[0].load(puzzle) {
		r.Outcome = Complete
		return
	}
	var grid [81]uint8
	for {
		f := &s.stack[depth]
		pLo, pHi, ok := f.propagate()
		if ok && f.freeLo|f.freeHi != 0 {
			if order == Lexicographic {
				f.cell = cellOf(f.freeLo, f.freeHi)
			} else {
				f.cell = f.choose(pLo, pHi)
			}
			f.left = f.candidates(f.cell)
		} else {
			if ok {
				if r.Solutions == 0 || yield != nil {
					f.solution(&grid)
					if r.Solutions == 0 {
						r.First = grid
					}
				}
				r.Solutions++
				if yield != nil && !yield(&grid) {
					return
				}
				if r.Solutions == want {
					r.Outcome = LimitReached
					return
				}
			}
			if depth == 0 {
				r.Outcome = Complete
				return
			}
			depth--
		}
		if limits.Nodes != 0 && r.Nodes >= limits.Nodes {
			return
		}
		r.Nodes++
		if r.Nodes&255 == 0 && ctx.Err() != nil {
			return
		}
		f = &s.stack[depth]
		cell, d := f.cell, bits.TrailingZeros16(f.left)
		f.left &= f.left - 1
		if f.left != 0 {
			s.stack[depth+1].board = f.board
			depth++
			f = &s.stack[depth]
		}
		f.place(cell, d)
	}
}
