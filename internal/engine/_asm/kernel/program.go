package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// program is straight-line vector code in single assignment form. A sweep has more values than the machine has
// registers, so emit keeps each value in a register while it is needed. If no register is free, the value whose next
// use is farthest away moves to memory. This way to choose is Belady's rule, optimal for code without branches.
type program struct {
	logic   logic
	isa     isa // the instruction set; nil if a lane is a byte, see octets
	ops     []op
	defs    []int // for each value, the op that makes it
	base    reg.Register
	scratch Mem // the first vec of scratch memory
	slots   int // the number of vecs of scratch memory used so far
	known   map[uint16]value
	lower   bool   // set if new values have only 32 bytes, in the lower halves of registers
	half    []bool // for each value, whether lower was set when it was made
	// folds is set if a value in memory may be an operand of several instructions. With AVX2, a load counts among the
	// instructions that start in a cycle, and an operand in memory does not. But a processor may read only two vectors
	// in a cycle, so a value that is used again soon gets a register; see nearUse.
	folds bool
}

// value is the number of a vector that the program computes.
type value int

type op struct {
	kind opKind
	args []value
	mem  Mem // the address of a load or store
	// write emits the instruction. dst is the register of the result, and args are the registers of the arguments. The
	// last argument may be in memory if lastMem is set.
	write func(dst reg.Register, args []Op)
	// lastMem is set if the last argument may be a memory operand.
	lastMem bool
	// commutes is set if the two arguments may be exchanged.
	commutes bool
	// clobbers is set if the result overwrites the first argument. permute, if not nil, returns the function `write`
	// for another order of the three arguments.
	clobbers bool
	// separate is set if the result needs a register of its own, because write emits several instructions.
	separate bool
	permute  func(order []int) func(dst reg.Register, args []Op)
	result   value
}

// logic lists the operations that all instruction sets have. Each operation appends ops to the program. An argument
// that may be read from memory must be the last.
type logic interface {
	move(from, to Op)
	constant(v uint16) value
	and(a, b value) value
	or(a, b value) value
	or3(a, b, c value) value
	and3(a, b, c value) value
}

// isa lists the further operations that sweeps of 16-bit lanes, or of 64 lanes, need.
type isa interface {
	cellLogic
	exactlyOne(a, b, c value) value
	// atMostOne returns the digits that are in at most one of a, b and c.
	atMostOne(a, b, c value) value
	// loneDigits returns the digits that are in only one of a, b and c. An implementation may return the digits that
	// are in at least two of them instead, because only loneInBoth and hiddenDigits use the result.
	loneDigits(a, b, c value) value
	// loneInBoth returns the digits that are lone in a and in b, which are results of loneDigits.
	loneInBoth(a, b value) value
	// hiddenDigits returns the digits that are hidden in the cells of a miniline, in the form that narrowCell and
	// storeNarrowed expect. These are the lone digits of box (if not none), and the digits that are lone both in the
	// miniline and among the minilines of the line. `keep` holds the digits that locked candidates leave in the
	// miniline.
	hiddenDigits(box, inLine, amongLines, keep value) value
	// orAnd returns a | b & c.
	orAnd(a, b, c value) value
	// keepSingles returns x, cell i of a band, in lanes where x has one digit, and 0 elsewhere.
	keepSingles(x value, i int) value
	// narrowCell returns y & hidden in lanes where this is not 0, and y & keep elsewhere.
	narrowCell(y, keep, hidden value) value
	// storeNarrowed stores narrowCell(y, keep, hidden) as cell i of a stack at to, and updates alive and sum.
	storeNarrowed(y, keep, hidden value, i int, to Mem, alive, sum *value)
	// unitWhereBivalue returns unit where x has two digits, and 0 elsewhere. It also saves this set of lanes as mask p.
	unitWhereBivalue(x, unit value, p int) value
	// addWhereUnbound returns a + more in lanes where x and bound have no common digit, and a elsewhere.
	addWhereUnbound(a, more, bound, x value) value
	// betterKey returns the larger of best and key in lanes where cell p is bivalue, and best elsewhere.
	betterKey(best, key value, p int) value
	// storeEqualLanes stores, in the workspace at offset, the set of lanes in which a equals b.
	storeEqualLanes(a, b value, offset int)
}

type opKind int

const (
	compute opKind = iota
	load
	store
)

const none value = -1

func (p *program) appendOp(o op, hasResult bool) value {
	o.result = none
	if hasResult {
		o.result = value(len(p.defs))
		p.defs = append(p.defs, len(p.ops))
		p.half = append(p.half, p.lower)
	}
	p.ops = append(p.ops, o)
	return o.result
}

// load returns the vec at m. Nothing may write to m before the last use of the value. A load costs nothing if it
// becomes an operand of an instruction.
func (p *program) load(m Mem) value { return p.appendOp(op{kind: load, mem: m}, true) }

// constant returns a vector in which each 16-bit lane is v.
func (p *program) constant(v uint16) value {
	c, ok := p.known[v]
	if !ok {
		c = p.load(onto.constantAddress(v))
		p.known[v] = c
	}
	return c
}

func (p *program) store(v value, m Mem) { p.appendOp(op{kind: store, mem: m, args: []value{v}}, false) }

func (p *program) storeNarrowed(y, keep, hidden value, _ int, to Mem, alive, sum *value) {
	z := p.isa.narrowCell(y, keep, hidden)
	p.store(z, to)
	accumulate(alive, z, func(a, b value) value { return p.appendTwoSource(VPMINUW, a, b) })
	accumulate(sum, z, p.addWords)
}

func accumulate(total *value, v value, f func(a, b value) value) {
	if *total == none {
		*total = v
	} else {
		*total = f(*total, v)
	}
}

func (p *program) addWords(a, b value) value { return p.appendTwoSource(VPADDW, a, b) }

// appendTwoSource appends an instruction that has two sources and overwrites neither. The last source may be in memory.
func (p *program) appendTwoSource(f func(ops ...Op), a, b value) value {
	return p.appendOp(op{args: []value{a, b}, lastMem: true, write: func(dst reg.Register, x []Op) { f(x[1], x[0], dst) }}, true)
}

// appendCommutative is like appendTwoSource, for an instruction whose sources may be exchanged.
func (p *program) appendCommutative(f func(ops ...Op), a, b value) value {
	v := p.appendTwoSource(f, a, b)
	p.ops[len(p.ops)-1].commutes = true
	return v
}

func (p *program) emitCode(registers []reg.Register) {
	e := &emitter{program: p, registers: registers,
		uses:   make([][]int, len(p.defs)),
		where:  slices.Repeat([]int{-1}, len(p.defs)),
		home:   make([]*Mem, len(p.defs)),
		holds:  slices.Repeat([]value{none}, len(registers)),
		slotOf: map[value]int{},
	}
	for i, o := range p.ops {
		for _, v := range o.args {
			e.uses[v] = append(e.uses[v], i)
		}
	}
	for i, o := range p.ops {
		e.freeSlots, e.vacated = append(e.freeSlots, e.vacated...), nil
		switch o.kind {
		case load:
			m := o.mem
			e.home[o.result] = &m
		case store:
			e.writeStore(i, o)
		default:
			e.writeInstruction(i, o)
		}
	}
}

// emitter assigns registers, and slots in memory, to the values of a program.
type emitter struct {
	*program
	registers []reg.Register
	uses      [][]int // for each value, the ops that use it
	where     []int   // for each value, its register, or -1
	home      []*Mem  // for each value, its address in memory, or nil
	holds     []value // for each register, the value in it
	// A slot in vacated becomes free after the last op that may read it.
	freeSlots, vacated []int
	slotOf             map[value]int
}

// registerFor returns register r in the width of v.
func (e *emitter) registerFor(v value, r int) reg.Register {
	if e.half[v] {
		return e.registers[r].(reg.VecPhysical).AsY()
	}
	return e.registers[r]
}

// nextUse returns the number of the first op that uses v and whose number is at least `after`. If there is none, it
// returns the number of ops.
func (e *emitter) nextUse(v value, after int) int {
	for _, u := range e.uses[v] {
		if u >= after {
			return u
		}
	}
	return len(e.ops)
}

func (e *emitter) isLastUse(v value, i int) bool { return e.nextUse(v, i+1) == len(e.ops) }

// isFoldable reports whether op i can read v from memory.
func (e *emitter) isFoldable(v value, i int) bool {
	if !e.folds || i == len(e.ops) || !e.ops[i].lastMem {
		return false
	}
	args := e.ops[i].args
	k := slices.Index(args, v)
	return k == len(args)-1 || e.ops[i].commutes && args[1-k] != v
}

// A value that is used again within nearUse ops stays in a register. 12 was fastest on a Zen 3.
const nearUse = 12

// staysInMemory reports whether op i should read v from memory, because no later op needs v in a register soon.
func (e *emitter) staysInMemory(v value, i int) bool {
	if e.where[v] >= 0 {
		return false
	}
	next := e.nextUse(v, i+1)
	return next == len(e.ops) || next-i > nearUse && e.isFoldable(v, next)
}

// release frees the register and the slot of v.
func (e *emitter) release(v value) {
	if r := e.where[v]; r >= 0 {
		e.holds[r], e.where[v] = none, -1
	}
	if s, ok := e.slotOf[v]; ok {
		e.vacated = append(e.vacated, s)
		delete(e.slotOf, v)
	}
	e.home[v] = nil
}

// freeRegister returns a register that is free at op i. If no register is free, it spills a value that is not in
// `keep`.
func (e *emitter) freeRegister(i int, keep []value) int {
	worst, farthest := -1, -1
	for r, v := range e.holds {
		if v == none {
			return r
		}
		if slices.Contains(keep, v) {
			continue
		}
		n := 2 * e.nextUse(v, i)
		if e.home[v] != nil {
			n++ // this value needs no store, so freeing its register is cheaper
		}
		if n > farthest {
			worst, farthest = r, n
		}
	}
	v := e.holds[worst]
	if e.home[v] == nil {
		e.spill(v, worst)
	}
	e.holds[worst], e.where[v] = none, -1
	return worst
}

// spill stores v, which is in register r, in a slot.
func (e *emitter) spill(v value, r int) {
	if len(e.freeSlots) == 0 {
		e.freeSlots = append(e.freeSlots, e.slots)
		if e.slots++; e.slots > scratchVecs {
			panic("the workspace's scratch is too small")
		}
	}
	last := len(e.freeSlots) - 1
	e.slotOf[v] = e.freeSlots[last]
	e.freeSlots = e.freeSlots[:last]
	m := e.scratch.Offset(e.slotOf[v] * vecBytes)
	e.logic.move(e.registerFor(v, r), m)
	e.home[v] = &m
}

// loadIntoRegister loads v into a register for op i, without spilling the values in `keep`.
func (e *emitter) loadIntoRegister(v value, i int, keep []value) {
	if e.where[v] >= 0 {
		return
	}
	r := e.freeRegister(i, keep)
	e.logic.move(*e.home[v], e.registerFor(v, r))
	e.holds[r], e.where[v] = v, r
}

func (e *emitter) writeStore(i int, o op) {
	v := o.args[0]
	e.loadIntoRegister(v, i, nil)
	e.logic.move(e.registerFor(v, e.where[v]), o.mem)
	for w, h := range e.home {
		if h != nil && *h == o.mem && value(w) != v && !e.isLastUse(value(w), i) {
			panic(fmt.Sprintf("op %d overwrites a value still needed", i))
		}
	}
	if e.isLastUse(v, i) {
		e.release(v)
	}
}

// bestArgumentOrder chooses the order of the arguments of op i. The op overwrites the first argument, so this should be
// one that is not needed again. The last argument may be in memory, so it should be one that is in memory and not used
// again soon.
func (e *emitter) bestArgumentOrder(i int, o op) (args []value, write func(reg.Register, []Op)) {
	rank := func(k int) int {
		v := o.args[k]
		switch {
		case e.where[v] >= 0 && e.isLastUse(v, i):
			return 0
		case e.where[v] < 0 && !e.isLastUse(v, i):
			return 1
		case e.where[v] >= 0:
			return 2
		default:
			return 3 // the value is in memory, and this is its last use
		}
	}
	order := []int{0, 1, 2}
	slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
	return []value{o.args[order[0]], o.args[order[1]], o.args[order[2]]}, o.permute(order)
}

func (e *emitter) writeInstruction(i int, o op) {
	args, write := o.args, o.write
	if o.permute != nil {
		args, write = e.bestArgumentOrder(i, o)
	}
	if o.commutes && e.staysInMemory(args[0], i) && !e.staysInMemory(args[1], i) {
		args = []value{args[1], args[0]}
	}
	operands := make([]Op, len(args))
	for k, v := range args {
		if k == len(args)-1 && o.lastMem && e.staysInMemory(v, i) && !slices.Contains(args[:k], v) {
			operands[k] = *e.home[v]
			continue
		}
		e.loadIntoRegister(v, i, args)
		operands[k] = e.registerFor(v, e.where[v])
	}
	dst := -1
	switch {
	case o.clobbers && e.isLastUse(args[0], i):
		dst = e.where[args[0]]
		e.holds[dst], e.where[args[0]] = none, -1
	case o.clobbers:
		dst = e.freeRegister(i, args)
		e.logic.move(operands[0], e.registerFor(o.result, dst))
		operands[0] = e.registerFor(o.result, dst)
	case o.separate:
		dst = e.freeRegister(i, args)
	}
	for _, v := range o.args {
		if e.isLastUse(v, i) {
			e.release(v)
		}
	}
	if o.result == none {
		write(nil, operands)
		return
	}
	if dst < 0 {
		// An instruction reads before it writes. Therefore the result may take the register of an argument that is not
		// used again.
		dst = e.freeRegister(i+1, nil)
	}
	write(e.registerFor(o.result, dst), operands)
	if !e.isLastUse(o.result, i) {
		e.holds[dst], e.where[o.result] = o.result, dst
	}
}
