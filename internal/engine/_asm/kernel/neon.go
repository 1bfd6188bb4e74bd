package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// neon implements octets on arm64, in two halves of 16 lanes that are 16 bytes apart in each vec. arm64 has 32
// registers and bitwise selections (BSL, BIT), but no operands in memory.
type neon struct{ *program }

func vectorName(r Op) string { return fmt.Sprintf("V%d.B16", registerIndex(r)) }

func registerIndex(r Op) int { return int(r.(reg.Physical).PhysicalIndex()) }

func isMemory(x Op) bool { _, ok := x.(Mem); return ok }

func (m *neon) move(from, to Op) {
	switch {
	case isMemory(from):
		arm.writeLine("FMOVQ %s, F%d", arm.addressText(from.(Mem)), registerIndex(to))
	case isMemory(to):
		arm.writeLine("FMOVQ F%d, %s", registerIndex(from), arm.addressText(to.(Mem)))
	default:
		arm.writeLine("VORR %s, %s, %s", vectorName(from), vectorName(from), vectorName(to))
	}
}

// appendInstruction appends an instruction. Its sources are in the order of the processor's manual, which Go's
// assembler reverses.
func (m *neon) appendInstruction(name string, args ...value) value {
	return m.appendOp(op{args: args, write: func(dst reg.Register, x []Op) { arm.writeInstruction(name, dst, x) }}, true)
}

// appendOverwriting is appendInstruction for an instruction that overwrites its first source.
func (m *neon) appendOverwriting(name string, args ...value) value {
	return m.appendOp(op{args: args, clobbers: true, write: func(dst reg.Register, x []Op) { arm.writeInstruction(name, dst, x[1:]) }}, true)
}

// appendEncoded is appendInstruction for an instruction that Go's assembler lacks. code is its encoding without
// registers.
func (m *neon) appendEncoded(name string, code uint32, args ...value) value {
	return m.appendOp(op{args: args, write: func(dst reg.Register, x []Op) {
		w := code | uint32(registerIndex(dst)) | uint32(registerIndex(x[0]))<<5
		text := fmt.Sprintf("%s v%d.16b, v%d.16b", name, registerIndex(dst), registerIndex(x[0]))
		if len(x) > 1 {
			w |= uint32(registerIndex(x[1])) << 16
			text += fmt.Sprintf(", v%d.16b", registerIndex(x[1]))
		}
		arm.writeLine("WORD $0x%08x // %s", w, text)
	}}, true)
}

func (m *neon) and(a, b value) value        { return m.appendInstruction("VAND", a, b) }
func (m *neon) or(a, b value) value         { return m.appendInstruction("VORR", a, b) }
func (m *neon) xor(a, b value) value        { return m.appendInstruction("VEOR", a, b) }
func (m *neon) removeFrom(a, b value) value { return m.appendEncoded("bic", 0x4E601C00, b, a) }
func (m *neon) or3(a, b, c value) value     { return m.or(m.or(a, b), c) }
func (m *neon) and3(a, b, c value) value    { return m.and(m.and(a, b), c) }
func (m *neon) add8(a, b value) value       { return m.appendInstruction("VADD", a, b) }
func (m *neon) subtract8(a, b value) value  { return m.appendInstruction("VSUB", a, b) }
func (m *neon) larger(a, b value) value     { return m.appendInstruction("VUMAX", a, b) }
func (m *neon) whereEqual(a, b value) value { return m.appendInstruction("VCMEQ", a, b) }
func (m *neon) whereZero(x value) value     { return m.appendEncoded("cmeq #0:", 0x4E209800, x) }
func (m *neon) lookupIndex(x value) value   { return m.and(x, m.constant(0x0707)) }
func (m *neon) lookup(table, x value) value { return m.lookUpTable(table, x) }
func (m *neon) whereAnyLowBit(o *octets, x value) value {
	return m.appendInstruction("VCMTST", x, m.constant(0x0707))
}
func (m *neon) popCount(_ *octets, x value) value  { return m.appendInstruction("VCNT", x) }
func (m *neon) inSeveral(a, b, c value) value      { return m.appendOverwriting("VBSL", m.xor(a, b), c, a) }
func (m *neon) unite(a, b, c value) (_, _ value)   { return m.or3(a, b, c), m.inSeveral(a, b, c) }
func (m *neon) andNotOr(a, b, c value) value       { return m.appendOverwriting("VBIT", a, c, b) }
func (m *neon) selectByMask(all, a, b value) value { return m.appendOverwriting("VBIT", b, a, all) }

func (m *neon) lookUpTable(table, x value) value {
	return m.appendOp(op{args: []value{table, x}, write: func(dst reg.Register, x []Op) {
		arm.writeLine("VTBL %s, [%s], %s", vectorName(x[1]), vectorName(x[0]), vectorName(dst))
	}}, true)
}

func (m *neon) shiftRight(x value, n int) value {
	return m.appendOp(op{args: []value{x}, write: func(dst reg.Register, x []Op) {
		arm.writeLine("VUSHR $%d, %s, %s", n, vectorName(x[0]), vectorName(dst))
	}}, true)
}

// interleave returns the elements of a and b by turns: low from their low halves, high from their high halves.
// `words` selects elements of 16 bits instead of bytes.
func (m *neon) interleave(a, b value, words bool) (low, high value) {
	if words {
		return m.appendEncoded("zip1 (8h)", 0x4E403800, a, b), m.appendEncoded("zip2 (8h)", 0x4E407800, a, b)
	}
	return m.appendEncoded("zip1", 0x4E003800, a, b), m.appendEncoded("zip2", 0x4E007800, a, b)
}

// storeLaneBits only stores x: endFunction turns both halves into bits together.
func (m *neon) storeLaneBits(x value, offset int, not bool) {
	m.store(x, m.vecAddress(offMask, len(arm.kept)))
	arm.kept = append(arm.kept, keptBits{offset, not})
}

type keptBits struct {
	offset int
	not    bool
}

// arm64 writes text for Go's assembler. avo's operands are used as they are, and its virtual registers as
// names.
type arm64 struct {
	bytes.Buffer
	pool      []string // constants, 16 bytes each
	registers map[reg.ID]int
	workspace reg.GPVirtual
	kept      []keptBits
}

var arm = &arm64{}

const (
	half     = 16
	poolAt   = 20 // R20: the address of the pool of constants
	atStart  = 21 // R21: the workspace, which is in R0 only in the first half
	atSecond = 22 // R22: the second half of the workspace
)

func (a *arm64) writeLine(format string, args ...any) {
	fmt.Fprintf(a, "\t"+format+"\n", args...)
}

// registerNumber returns the number of the general register that name stands for.
func (a *arm64) registerNumber(name reg.Register) int {
	v := name.(reg.GPVirtual)
	if v == poolBase {
		return poolAt
	}
	n, ok := a.registers[v.ID()]
	if !ok {
		if n = len(a.registers); n > 15 {
			panic("too few registers")
		}
		a.registers[v.ID()] = n
	}
	return n
}

func (a *arm64) addressText(m Mem) string {
	return fmt.Sprintf("%d(R%d)", m.Disp, a.registerNumber(m.Base))
}

func (a *arm64) writeInstruction(name string, dst reg.Register, sources []Op) {
	list := make([]string, 0, 4)
	for _, x := range sources {
		list = append([]string{vectorName(x)}, list...)
	}
	a.writeLine("%s %s", name, strings.Join(append(list, vectorName(dst)), ", "))
}

var poolBase = GP64().(reg.GPVirtual)

// writeFunctionHead writes a function's beginning. size is the size of its arguments and results in bytes.
func (a *arm64) writeFunctionHead(name, signature, does string, size int) {
	Declare(name, signature)
	fmt.Fprintf(a, "\n// func %s%s\n// %s %s\nTEXT ·%s(SB), NOSPLIT, $0-%d\n", name, signature, name, does, name, size)
}

func (a *arm64) beginFunction(name, does string) reg.GPVirtual {
	name += "NEON"
	a.writeFunctionHead(name, "(w *workspace)", does, 8)
	a.registers, a.kept = map[reg.ID]int{}, nil
	a.workspace = GP64().(reg.GPVirtual)
	a.writeLine("MOVD w+0(FP), R%d", a.registerNumber(a.workspace))
	a.writeLine("MOVD $pool<>(SB), R%d", poolAt)
	a.writeLine("MOVD R%d, R%d", a.registerNumber(a.workspace), atStart)
	a.writeLine("ADD $%d, R%d, R%d", half, a.registerNumber(a.workspace), atSecond)
	a.writeLabel("half")
	return a.workspace
}

func (a *arm64) endFunction() {
	w := a.registerNumber(a.workspace)
	a.writeLine("ADD $%d, R%d", half, w)
	a.writeLine("CMP R%d, R%d", atSecond, w)
	a.writeLine("BEQ half")
	// Mask one bit of each byte, then add neighbouring bytes three times to collect them.
	if len(a.kept) > 0 {
		a.writeLine("FMOVQ %s, F2", a.addressText(a.dataAddress(func(i int) int { return 1 << (i % 8) })))
	}
	for i, k := range a.kept {
		for h := range 2 {
			a.writeLine("FMOVQ %d(R%d), F%d", offMask+i*vecBytes+h*half, atStart, h)
			if k.not {
				a.writeLine("VCMTST V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", h)
			} else {
				a.writeLine("WORD $0x%08x // cmeq #0: v%[2]d.16b, v%[2]d.16b", 0x4E209800|h|h<<5, h)
			}
			a.writeLine("VAND V2.B16, V%[1]d.B16, V%[1]d.B16", h)
		}
		a.writeLine("VADDP V1.B16, V0.B16, V0.B16")
		a.writeLine("VADDP V0.B16, V0.B16, V0.B16")
		a.writeLine("VADDP V0.B16, V0.B16, V0.B16")
		a.writeLine("VMOV V0.S[0], R1")
		a.writeLine("MOVD R1, %d(R%d)", k.offset, atStart)
	}
	a.writeLine("RET")
}

func (a *arm64) loadAddress(m Mem, to reg.GPVirtual) {
	a.writeLine("ADD $%d, R%d, R%d", m.Disp, a.registerNumber(m.Base), a.registerNumber(to))
}
func (a *arm64) advanceRegister(r reg.GPVirtual, bytes int) {
	a.writeLine("ADD $%d, R%d", bytes, a.registerNumber(r))
}
func (a *arm64) writeLabel(name string) { fmt.Fprintf(a, "%s:\n", name) }
func (a *arm64) jumpUnlessEqual(x, y reg.GPVirtual, label string) {
	a.writeLine("CMP R%d, R%d", a.registerNumber(y), a.registerNumber(x))
	a.writeLine("BNE %s", label)
}

// dataAddress addresses 16 bytes in the pool, which it adds if they are new.
func (a *arm64) dataAddress(entry func(i int) int) Mem {
	var b [16]byte
	for i := range b {
		b[i] = byte(entry(i))
	}
	for i, x := range a.pool {
		if x == string(b[:]) {
			return Mem{Base: poolBase, Disp: 16 * i}
		}
	}
	a.pool = append(a.pool, string(b[:]))
	return Mem{Base: poolBase, Disp: 16 * (len(a.pool) - 1)}
}

func (a *arm64) constantAddress(v uint16) Mem {
	return a.dataAddress(func(i int) int { return int(v) >> (i % 2 * 8) })
}

func (a *arm64) tableAddress(_ string, entry func(i int) int) Mem { return a.dataAddress(entry) }

// writeRestore writes a function that restores some of 32 lanes from the path.
func (a *arm64) writeRestore() {
	a.writeFunctionHead("restoreNEON", "(w *workspace)", "fills some lanes from the path.", 8)
	a.writeLine("MOVD w+0(FP), R0")
	a.writeLine("ADD $%d, R0, R1", offServed)
	a.writeLine("VLD1 (R1), [V0.B16, V1.B16]")
	a.writeLine("ADD $%d, R0, R1", offPath)
	a.writeVecLoop("VLD1 (R0), [V2.B16, V3.B16]",
		"VLD1 (R1), [V4.B16, V5.B16]",
		"VBIT V0.B16, V4.B16, V2.B16",
		"VBIT V1.B16, V5.B16, V3.B16",
		"VST1 [V2.B16, V3.B16], (R0)")
}

// writePermute writes a function that moves lanes. VTBX keeps a byte whose index is beyond the table.
func (a *arm64) writePermute() {
	a.writeFunctionHead("permuteNEON", "(to, from *plane, order *[laneCount]uint8)",
		"fills lanes of a plane: the bytes of order are the lanes they come from, or more than 31 for those that stay.", 24)
	a.writeLine("MOVD to+0(FP), R0")
	a.writeLine("MOVD from+8(FP), R1")
	a.writeLine("MOVD order+16(FP), R2")
	a.writeLine("VLD1 (R2), [V0.B16, V1.B16]")
	a.writeVecLoop("VLD1 (R1), [V2.B16, V3.B16]",
		"VLD1 (R0), [V4.B16, V5.B16]",
		"VTBX V0.B16, [V2.B16, V3.B16], V4.B16",
		"VTBX V1.B16, [V2.B16, V3.B16], V5.B16",
		"VST1 [V4.B16, V5.B16], (R0)")
}

// writeLoad writes a function that fills a plane with puzzles, 16 for each half. Interleaving registers i and i+8
// four times transposes 16 cells of 16 puzzles.
func (a *arm64) writeLoad() {
	a.writeFunctionHead("loadNEON", "(to *plane, puzzles *[laneCount][81]uint8) uint32",
		"fills the lanes of a plane with 32 puzzles. It answers which of them have a given twice in a box.", 20)
	const low, given, nine, clash, spare, minirow, placed, nines = 24, 25, 26, 31, 17, 30, 18, 21
	digit := func(r, other int, entry func(d int) int) {
		a.writeLine("FMOVQ %s, F%d", a.addressText(a.dataAddress(func(i int) int {
			if i > 9 {
				return other
			}
			return entry(i)
		})), r)
	}
	a.writeLine("MOVD to+0(FP), R0")
	a.writeLine("MOVD puzzles+8(FP), R1")
	a.writeLine("MOVD $pool<>(SB), R%d", poolAt)
	digit(low, 0, func(d int) int {
		if d == 0 {
			return 0xFF
		}
		return 1 << d >> 1 & 0xFF
	})
	digit(given, 0, func(d int) int { return 1 << d >> 1 & 0xFF })
	digit(nine, 9, func(int) int { return 9 })
	for k := range 3 {
		digit(nine+1+k, 0, func(d int) int {
			switch d {
			case 0:
				return 1 << k
			case 9:
				return 0x11 << k
			}
			return 0
		})
	}
	a.writeLine("MOVD $81, R5")
	a.writeLine("MOVD ZR, R6")
	a.writeLine("MOVD $2, R7")
	a.writeLabel("half")
	a.writeLine("VEOR V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", clash)
	// seen adds the digits x, 1 to 8 or 9, to before, the digits of the box. It adds the digits that the box already
	// has to clash.
	seen := func(x, before int, first bool) {
		if first {
			a.writeLine("VORR V%[1]d.B16, V%[1]d.B16, V%[2]d.B16", x, before)
			return
		}
		a.writeLine("VAND V%d.B16, V%d.B16, V16.B16", before, x)
		a.writeLine("VORR V16.B16, V%[1]d.B16, V%[1]d.B16", clash)
		a.writeLine("VORR V%d.B16, V%[2]d.B16, V%[2]d.B16", x, before)
	}
	finish := func(d, c int) {
		lookup := func(table, to int) { a.writeLine("VTBL V%d.B16, [V%d.B16], V%d.B16", d, table, to) }
		box, k, first := c%9/3, c%3, c%27/9 == 0 && c%3 == 0
		lookup(low, spare)
		a.writeLine("FMOVQ F%d, %d(R0)", spare, c*vecBytes)
		lookup(given, spare)
		seen(spare, placed+box, first)
		a.writeLine("VCMEQ V%d.B16, V%d.B16, V%d.B16", nine, d, spare)
		seen(spare, nines+box, first)
		if k == 0 {
			lookup(nine+1, minirow)
			return
		}
		lookup(nine+1+k, spare)
		a.writeLine("VORR V%d.B16, V%[2]d.B16, V%[2]d.B16", spare, minirow)
		if k == 2 {
			a.writeLine("FMOVQ F%d, %d(R0)", minirow, offNine+c/3*vecBytes)
		}
	}
	for piece := range 5 {
		var at [16]int // the registers of the cells
		a.writeLine("ADD $%d, R1, R3", 16*piece)
		for l := range at {
			at[l] = l
			a.writeLine("VLD1.P (R3)(R5), [V%d.B16]", l)
		}
		free := 16
		for range 4 {
			var next [16]int
			for i := range 8 {
				x, y := at[i], at[i+8]
				a.writeLine("VZIP1 V%d.B16, V%d.B16, V%d.B16", y, x, free)
				a.writeLine("VZIP2 V%[1]d.B16, V%[2]d.B16, V%[1]d.B16", y, x)
				next[2*i], next[2*i+1], free = free, y, x
			}
			at = next
		}
		// seen uses V16, so it must be free.
		if free != 16 {
			for i, r := range at {
				if r == 16 {
					a.writeLine("VORR V16.B16, V16.B16, V%d.B16", free)
					at[i] = free
				}
			}
		}
		for i, r := range at {
			finish(r, 16*piece+i)
		}
	}
	a.writeLine("ADD $80, R1, R3")
	for l := range 16 {
		a.writeLine("VLD1.P (R3)(R5), V0.B[%d]", l)
	}
	finish(0, 80)
	a.writeLine("FMOVQ %s, F0", a.addressText(a.dataAddress(func(i int) int { return 1 << (i % 8) })))
	a.writeLine("VCMTST V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", clash)
	a.writeLine("VAND V0.B16, V%[1]d.B16, V%[1]d.B16", clash)
	for range 3 {
		a.writeLine("VADDP V%[1]d.B16, V%[1]d.B16, V%[1]d.B16", clash)
	}
	a.writeLine("VMOV V%d.H[0], R8", clash)
	a.writeLine("LSR $16, R6")
	a.writeLine("ORR R8<<16, R6")
	a.writeLine("ADD $%d, R0", half)
	a.writeLine("ADD $%d, R1", half*81)
	a.writeLine("SUBS $1, R7")
	a.writeLine("BNE half")
	a.writeLine("MOVW R6, ret+16(FP)")
	a.writeLine("RET")
}

// writeVecLoop writes the rest of a function: a loop over the vecs at R0 and R1, which R2 counts.
func (a *arm64) writeVecLoop(lines ...string) {
	a.writeLine("MOVD $108, R2")
	a.writeLabel("vecs")
	a.writeLine("%s", strings.Join(lines, "\n\t"))
	a.writeLine("ADD $%d, R0\n\tADD $%[1]d, R1\n\tSUBS $1, R2\n\tBNE vecs\n\tRET", vecBytes)
}

func writeNEON() {
	onto, middle, middleOfBand = arm, 0, 0
	newByteLogic = func(p *program) byteLogic { return &neon{p} }
	for i := range 32 {
		byteRegisters = append(byteRegisters, ymmRegisters[i])
	}
	writeOctetSweep()
	writeOctetChoose()
	writeOctetGuess()
	arm.writeRestore()
	arm.writePermute()
	arm.writeLoad()
	var file bytes.Buffer
	fmt.Fprintf(&file, "// Code generated by command: go run . -kernel neon -out %s -pkg kernel. DO NOT EDIT.\n\n//go:build !purego\n\n#include \"textflag.h\"\n",
		flag.Lookup("out").Value)
	file.Write(arm.Bytes())
	fmt.Fprintln(&file)
	for i, x := range arm.pool {
		for k := 0; k < 16; k += 8 {
			var w uint64
			for j := range 8 {
				w |= uint64(x[k+j]) << (8 * j)
			}
			fmt.Fprintf(&file, "DATA pool<>+%d(SB)/8, $0x%016x\n", 16*i+k, w)
		}
	}
	fmt.Fprintf(&file, "GLOBL pool<>(SB), RODATA|NOPTR, $%d\n", 16*len(arm.pool))
	if err := os.WriteFile(flag.Lookup("out").Value.String(), file.Bytes(), 0o644); err != nil {
		panic(err)
	}
}
