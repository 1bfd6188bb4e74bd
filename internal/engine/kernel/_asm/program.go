package main

import (
	"fmt"
	"slices"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// A program is straight-line vector code in single assignment form. A sweep has more values than
// the machine has registers. emit gives each value a register while it is needed; if none is left,
// emit moves the value whose next use is farthest away to memory (Belady's rule, which is optimal
// for code without branches).
type program struct {
	logic   logic
	isa     isa // nil if a lane is a byte: see octets
	ops     []op
	defs    []int // the op that makes each value
	base    reg.Register
	scratch Mem // the first vec of scratch memory
	slots   int // vecs of scratch memory used so far
	known   map[uint16]value
	lower   bool   // values now defined have only 32 bytes, in the lower halves of registers
	half    []bool // by value: lower at its definition
	// folds: values that stay in memory are read from there more than once. With AVX2 a load takes a
	// place among the instructions that start in a cycle, an operand in memory does not.
	folds bool
}

// A value is one vector of lanes.
type value int

type op struct {
	kind opKind
	args []value
	mem  Mem // of a load or store
	// write emits the instruction. dst is the result's register; args are registers, except that
	// the last may be memory if lastMem is set.
	write func(dst reg.Register, args []Op)
	// lastMem: the last argument may be a memory operand.
	lastMem bool
	// commutes: the two arguments may change places.
	commutes bool
	// clobbers: the result overwrites the first argument. permute, if not nil, returns a write for
	// the three arguments in another order.
	clobbers bool
	// separate: the result's register must differ from the arguments', because write emits several
	// instructions.
	separate bool
	permute  func(order []int) func(dst reg.Register, args []Op)
	result   value
}

// logic is the operations that all instruction sets have. They append ops to the program. The last
// argument is the best one to have in memory.
type logic interface {
	move(from, to Op)
	constant(v uint16) value
	and(a, b value) value
	or(a, b value) value
	or3(a, b, c value) value
	and3(a, b, c value) value
}

// isa is the operations that a sweep of 16-bit lanes, or of 64 lanes, needs of an instruction set.
type isa interface {
	logic
	exactlyOne(a, b, c value) value
	// atMostOne returns what is in at most one of the three.
	atMostOne(a, b, c value) value
	// lone returns which of the digits in a, b or c are in only one of them. The result is for both
	// and hidden only: an instruction set may return the complement, what is in several.
	lone(a, b, c value) value
	// both returns what is lone in both a and b, which are results of lone.
	both(a, b value) value
	// hidden returns the digits hidden in the cells of a miniline, in the form that narrowed and
	// finish expect. A digit is hidden if it is lone in box, if box is not none, or if it is lone
	// both in the miniline and among its line's minilines. keep has the digits that locked
	// candidates leave in the miniline.
	hidden(box, inLine, amongLines, keep value) value
	// without returns a &^ b | c.
	without(a, b, c value) value
	// also returns a | b & c.
	also(a, b, c value) value
	// single returns x, cell i of a band, in the lanes where it has one digit, else 0.
	single(x value, i int) value
	// narrowed returns y & hidden in the lanes where that has a digit, else y & keep.
	narrowed(y, keep, hidden value) value
	// finish stores narrowed(y, keep, hidden), cell i of a stack, and adds it to alive and sum.
	finish(y, keep, hidden value, i int, to Mem, alive, sum *value)
	// bivalue returns unit where x has two digits, else 0. It stores the answer in vec p of the
	// masks.
	bivalue(x, unit value, p int) value
	// plusWhere returns a + more where x and bound share no digit, else a.
	plusWhere(a, more, bound, x value) value
	// better returns the larger of best and key where cell p is bivalue, else best.
	better(best, key value, p int) value
	// status writes a bit for each lane to the workspace at offset: whether a equals b.
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

// load returns the vec at m, which must not be overwritten before the value's last use. A load
// costs nothing if it can be an operand of an instruction.
func (p *program) load(m Mem) value { return p.put(op{kind: load, mem: m}, true) }

// constant returns a vector whose 16-bit lanes all hold v.
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

// gather sets total to f(total, v), or to v if total is none.
func gather(total *value, v value, f func(a, b value) value) {
	if *total == none {
		*total = v
	} else {
		*total = f(*total, v)
	}
}

// add returns the sums of words.
func (p *program) add(a, b value) value { return p.two(VPADDW, a, b) }

// two appends an instruction with two sources that overwrites neither. The last may be in memory.
func (p *program) two(f func(ops ...Op), a, b value) value {
	return p.put(op{args: []value{a, b}, lastMem: true, write: func(dst reg.Register, x []Op) { f(x[1], x[0], dst) }}, true)
}

// either is two for an instruction whose sources may be exchanged.
func (p *program) either(f func(ops ...Op), a, b value) value {
	v := p.two(f, a, b)
	p.ops[len(p.ops)-1].commutes = true
	return v
}

// emit writes the program's instructions, with the given registers.
func (p *program) emit(registers []reg.Register) {
	uses := make([][]int, len(p.defs))
	for i, o := range p.ops {
		for _, v := range o.args {
			uses[v] = append(uses[v], i)
		}
	}
	where := slices.Repeat([]int{-1}, len(p.defs)) // by value: its register, or -1
	home := make([]*Mem, len(p.defs))              // by value: where memory holds it, or nil
	// register returns register r in the width that v needs.
	register := func(v value, r int) reg.Register {
		if p.half[v] {
			return registers[r].(reg.VecPhysical).AsY()
		}
		return registers[r]
	}
	holds := slices.Repeat([]value{none}, len(registers))
	// A slot is reused only after the op that may read it as an operand.
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
	// foldable reports whether op i can read v from memory, in a program that folds.
	foldable := func(v value, i int) bool {
		if !p.folds || i == len(p.ops) || !p.ops[i].lastMem {
			return false
		}
		args := p.ops[i].args
		k := slices.Index(args, v)
		return k == len(args)-1 || p.ops[i].commutes && args[1-k] != v
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
	// vacant returns a free register; it spills a value that is not in keep if there is none.
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
				n++ // no store needed, so cheaper to evict
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
			// Overwrite an argument that is not needed any more. Read one from memory if it is
			// there and this is its last use.
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
		// inMemory reports whether v is best read from memory: no later op needs it in a register.
		inMemory := func(v value) bool {
			return where[v] < 0 && (last(v) || foldable(v, nextUse(v, i+1)))
		}
		if o.commutes && inMemory(args[0]) && !inMemory(args[1]) {
			args = []value{args[1], args[0]}
		}
		operands := make([]Op, len(args))
		for k, v := range args {
			if k == len(args)-1 && o.lastMem && inMemory(v) && !slices.Contains(args[:k], v) {
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
			// The result may take the register of an argument that is not used again, since an
			// instruction reads before it writes.
			dst = vacant(i+1, nil)
		}
		write(register(o.result, dst), operands)
		if !last(o.result) {
			holds[dst], where[o.result] = o.result, dst
		}
	}
}
