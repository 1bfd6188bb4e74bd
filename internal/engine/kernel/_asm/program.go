package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A program is straight-line vector code in single assignment form. It exists
// because a sweep has more values than the machine has registers: emit gives
// each value a register while it is needed, and when none is left moves the value
// whose next use is farthest away to memory (Belady's rule, the best without branches).
type program struct {
	logic   logic
	isa     isa // nil where a lane is a byte: see octets
	ops     []op
	defs    []int // the op that makes each value
	base    reg.Register
	scratch Mem // the first vec of scratch memory
	slots   int // vecs of scratch memory used so far
	known   map[uint16]value
	lower   bool   // values made now are but 32 bytes, in the lower halves of registers
	half    []bool // of each value: it is
}

// A value is one vector of lanes.
type value int

type op struct {
	kind opKind
	args []value
	mem  Mem // of a load, a store or a mask
	// write emits the instruction: dst is the result's register, args are
	// registers, except that the last may be memory where lastMem allows it.
	write func(dst reg.Register, args []Op)
	// lastMem: the last argument may be a memory operand.
	lastMem bool
	// commutes: the two arguments may change places.
	commutes bool
	// clobbers: the result overwrites the first argument. permute, if not nil,
	// says how to write the op, of three arguments, with these permuted.
	clobbers bool
	// separate: the result's register must not be an argument's, because write
	// emits several instructions.
	separate bool
	permute  func(order []int) func(dst reg.Register, args []Op)
	result   value
}

// logic is what all instruction sets have. Functions of values add to the program; c of a
// three-input function and b of a two-input one are best in memory.
type logic interface {
	move(from, to Op)
	constant(v uint16) value
	and(a, b value) value
	or(a, b value) value
	or3(a, b, c value) value
	and3(a, b, c value) value
}

// isa is what a sweep of 16-bit lanes, or of 64 lanes, asks of an instruction set.
type isa interface {
	logic
	exactlyOne(a, b, c value) value
	// atMostOne has what is in at most one of three.
	atMostOne(a, b, c value) value
	// lone has what is in one of three, of what is in any. Its form is the instruction
	// set's own, for both and hidden only: it may be what is in several.
	lone(a, b, c value) value
	// both is what is lone in two ways.
	both(a, b value) value
	// hidden is what is hidden in the cells of a miniline, in a form for narrowed and finish:
	// what is lone in box, unless that is none, or both in the miniline and among its line's
	// minilines. keep is what the locked candidates leave of the miniline.
	hidden(box, inLine, amongLines, keep value) value
	// without is a &^ b | c.
	without(a, b, c value) value
	// also is a | b & c.
	also(a, b, c value) value
	// single is x where x, cell i of a band, has one digit, else nothing.
	single(x value, i int) value
	// narrowed is y & hidden where that has a digit, else y & keep.
	narrowed(y, keep, hidden value) value
	// finish stores what is narrowed, cell i of a stack, and adds it to alive and sum.
	finish(y, keep, hidden value, i int, to Mem, alive, sum *value)
	// bivalue is unit where x has two digits, else 0; it keeps the answer in
	// vec p of the masks.
	bivalue(x, unit value, p int) value
	// plusWhere is a, and more where x has nothing of bound.
	plusWhere(a, more, bound, x value) value
	// better is the larger of best and key where cell p is bivalue, else best.
	better(best, key value, p int) value
	// status writes one bit a lane to the workspace at offset: where a is b.
	status(a, b value, offset int)
}

type opKind int

const (
	compute opKind = iota
	load
	store
)

const none value = -1

func (p *program) put(o op, hasResult bool) value {
	o.result = none
	if hasResult {
		o.result = value(len(p.defs))
		p.defs = append(p.defs, len(p.ops))
		p.half = append(p.half, p.lower)
	}
	p.ops = append(p.ops, o)
	return o.result
}

// load is the value of a vec in memory, which must not be stored to before the
// value's last use. It costs nothing where it can be an operand.
func (p *program) load(m Mem) value { return p.put(op{kind: load, mem: m}, true) }

// constant is a vector whose lanes all hold v.
func (p *program) constant(v uint16) value {
	c, ok := p.known[v]
	if !ok {
		c = p.load(onto.constant(v))
		p.known[v] = c
	}
	return c
}

func (p *program) store(v value, m Mem) { p.put(op{kind: store, mem: m, args: []value{v}}, false) }

func (p *program) finish(y, keep, hidden value, _ int, to Mem, alive, sum *value) {
	z := p.isa.narrowed(y, keep, hidden)
	p.store(z, to)
	gather(alive, z, func(a, b value) value { return p.two(VPMINUW, a, b) })
	gather(sum, z, p.add)
}

// gather makes total, of which none is the first, what f makes of it and v.
func gather(total *value, v value, f func(a, b value) value) {
	if *total == none {
		*total = v
	} else {
		*total = f(*total, v)
	}
}

// add is the sums of words.
func (p *program) add(a, b value) value { return p.two(VPADDW, a, b) }

// two is a non-destructive instruction of two sources, the last perhaps in memory.
func (p *program) two(f func(ops ...Op), a, b value) value {
	return p.put(op{args: []value{a, b}, lastMem: true, write: func(dst reg.Register, x []Op) { f(x[1], x[0], dst) }}, true)
}

// either is two where the sources may change places.
func (p *program) either(f func(ops ...Op), a, b value) value {
	v := p.two(f, a, b)
	p.ops[len(p.ops)-1].commutes = true
	return v
}

// emit writes the program. Registers are those it may use.
func (p *program) emit(registers []reg.Register) {
	uses := make([][]int, len(p.defs))
	for i, o := range p.ops {
		for _, v := range o.args {
			uses[v] = append(uses[v], i)
		}
	}
	where := slices.Repeat([]int{-1}, len(p.defs)) // a value's register, or -1
	home := make([]*Mem, len(p.defs))              // where memory holds it
	// register is the r-th as v needs it.
	register := func(v value, r int) reg.Register {
		if p.half[v] {
			return registers[r].(reg.VecPhysical).AsY()
		}
		return registers[r]
	}
	holds := slices.Repeat([]value{none}, len(registers))
	// A slot is free for others only after the op that may read it as its operand.
	var freeSlots, vacated []int
	slotOf := map[value]int{}
	nextUse := func(v value, after int) int {
		for _, u := range uses[v] {
			if u >= after {
				return u
			}
		}
		return len(p.ops)
	}
	release := func(v value) {
		if r := where[v]; r >= 0 {
			holds[r], where[v] = none, -1
		}
		if s, ok := slotOf[v]; ok {
			vacated = append(vacated, s)
			delete(slotOf, v)
		}
		home[v] = nil
	}
	// vacant is a free register; those in keep stay.
	vacant := func(at int, keep []value) int {
		worst, farthest := -1, -1
		for r, v := range holds {
			if v == none {
				return r
			}
			if slices.Contains(keep, v) {
				continue
			}
			n := 2 * nextUse(v, at)
			if home[v] != nil {
				n++ // it is in memory already: cheaper to let go
			}
			if n > farthest {
				worst, farthest = r, n
			}
		}
		v := holds[worst]
		if home[v] == nil {
			if len(freeSlots) == 0 {
				freeSlots = append(freeSlots, p.slots)
				if p.slots++; p.slots > scratchVecs {
					panic("the workspace's scratch is too small")
				}
			}
			slotOf[v] = freeSlots[len(freeSlots)-1]
			freeSlots = freeSlots[:len(freeSlots)-1]
			m := p.scratch.Offset(slotOf[v] * vecBytes)
			p.logic.move(register(v, worst), m)
			home[v] = &m
		}
		holds[worst], where[v] = none, -1
		return worst
	}
	bring := func(v value, at int, keep []value) {
		if where[v] >= 0 {
			return
		}
		r := vacant(at, keep)
		p.logic.move(*home[v], register(v, r))
		holds[r], where[v] = v, r
	}
	for i, o := range p.ops {
		last := func(v value) bool { return nextUse(v, i+1) == len(p.ops) }
		freeSlots, vacated = append(freeSlots, vacated...), nil
		switch o.kind {
		case load:
			m := o.mem
			home[o.result] = &m
			continue
		case store:
			v := o.args[0]
			bring(v, i, nil)
			p.logic.move(register(v, where[v]), o.mem)
			for w, h := range home {
				if h != nil && *h == o.mem && value(w) != v && !last(value(w)) {
					panic(fmt.Sprintf("op %d overwrites a value still needed", i))
				}
			}
			if last(v) {
				release(v)
			}
			continue
		}
		args, write := o.args, o.write
		if o.permute != nil {
			// Overwrite an argument that is not needed any more, and read
			// from memory one that is there and needed but once.
			rank := func(k int) int {
				v := o.args[k]
				switch {
				case where[v] >= 0 && last(v):
					return 0
				case where[v] < 0 && !last(v):
					return 1
				case where[v] >= 0:
					return 2
				default:
					return 3 // in memory, and for the last time
				}
			}
			order := []int{0, 1, 2}
			slices.SortStableFunc(order, func(a, b int) int { return rank(a) - rank(b) })
			args = []value{o.args[order[0]], o.args[order[1]], o.args[order[2]]}
			write = o.permute(order)
		}
		if inMemory := func(v value) bool { return where[v] < 0 && last(v) }; o.commutes && inMemory(args[0]) && !inMemory(args[1]) {
			args = []value{args[1], args[0]}
		}
		operands := make([]Op, len(args))
		for k, v := range args {
			if k == len(args)-1 && o.lastMem && where[v] < 0 && last(v) && !slices.Contains(args[:k], v) {
				operands[k] = *home[v]
				continue
			}
			bring(v, i, args)
			operands[k] = register(v, where[v])
		}
		dst := -1
		switch {
		case o.clobbers && last(args[0]):
			dst = where[args[0]]
			holds[dst], where[args[0]] = none, -1
		case o.clobbers:
			dst = vacant(i, args)
			p.logic.move(operands[0], register(o.result, dst))
			operands[0] = register(o.result, dst)
		case o.separate:
			dst = vacant(i, args)
		}
		for _, v := range o.args {
			if last(v) {
				release(v)
			}
		}
		if o.result == none {
			write(nil, operands)
			continue
		}
		if dst < 0 {
			// A dying argument's register may serve for the result, since an
			// instruction reads before it writes.
			dst = vacant(i+1, nil)
		}
		write(register(o.result, dst), operands)
		if !last(o.result) {
			holds[dst], where[o.result] = o.result, dst
		}
	}
}
