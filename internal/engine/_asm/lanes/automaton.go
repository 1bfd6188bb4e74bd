package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"

	. "nonet/internal/engine/asm/emit"
)

// writeAutomaton writes the routine that propagates an automaton along its cells. The routine's list is a header, the
// offsets of the n layers, and the layers.
//
//   - The header has six numbers: how many blocks of 64 bytes to clear, which hold states; the offset of the states
//     reached from the end; the offset of the lanes in which the sets of a layer are kept; the number of start states;
//     the offset of the first final state; the number of final states.
//   - A layer is its cell, the number of its sets, the number of its states, the offset of the lanes of its sets, the sets,
//     and the states.
//   - A state is the number of its edges, followed by the next state and the set of each edge. An edge refers to its set by
//     the offset of the set's lanes.
//
// In memory, a state is four bytes, one bit for each lane. The routine skips the edges of states that no lane has
// reached.
func writeAutomaton(r *routine) {
	x := &paths{routine: r, f: GP64()}
	MOVQ(r.machineField(offStates), x.f)
	x.markStartStates()
	x.b = x.loadListField(headEnds)
	ADDQ(x.f, x.b)
	x.followForwards()
	x.followBackwards()
}

// These constants are offsets in the header of an automaton's list.
const (
	headWipe   = 0
	headEnds   = 4
	headKeeps  = 8
	headStarts = 12
	headLast   = 16
	headLasts  = 20
	headBytes  = 24
)

// paths is the state of an automaton's routine. f is the address of the states that can be reached from the start. b is
// the address of the states that can be reached backwards from the end.
type paths struct {
	*routine
	f, b reg.GPVirtual
}

func (x *paths) loadListField(off int) reg.GPVirtual {
	v := x.listStart()
	MOVL(Mem{Base: v, Disp: off}, v.As32())
	return v
}

// markStartStates clears the states, and marks the start states as reached in all live lanes.
func (x *paths) markStartStates() {
	at, none := GP64(), zeroVec()
	MOVQ(x.f, at)
	emitLoop(x.loadListField(headWipe), func() {
		storeVec(none, Mem{Base: at})
		if !AVX512 {
			storeVec(none, Mem{Base: at, Disp: row / 2})
		}
		ADDQ(I8(row), at)
	})
	live := ToLow(MOVL, x.liveLanesAddress())
	MOVQ(x.f, at)
	emitLoop(x.loadListField(headStarts), func() {
		MOVL(live.As32(), Mem{Base: at})
		ADDQ(I8(4), at)
	})
}

// eachReachedState runs body for each state that some lane has reached. body receives the state's offset, the lanes that
// reached the state, and the number of its edges. The edges come next in the list.
func (x *paths) eachReachedState(states reg.GPVirtual, body func(from, in, edges reg.GPVirtual)) {
	emitLoop(states, func() {
		from, in, edges := ToLow(MOVL, Mem{Base: x.at}), GP64(), GP64()
		MOVL(Mem{Base: x.at, Disp: 4}, edges.As32())
		ADDQ(I8(8), x.at)
		MOVL(Mem{Base: x.f, Index: from, Scale: 1}, in.As32())
		some, end := newLabel("in"), newLabel("out")
		TESTL(in.As32(), in.As32())
		JNZ(LabelRef(some))
		LEAQ(Mem{Base: x.at, Index: edges, Scale: 8}, x.at)
		JMP(LabelRef(end))
		Label(some)
		body(from, in, edges)
		Label(end)
	})
}

// readEdge reads the next edge. `to` is the offset of the state to which the edge leads, and `set` the offset of its
// set's lanes.
func (x *paths) readEdge() (to, set reg.GPVirtual) {
	to = ToLow(MOVL, Mem{Base: x.at})
	set = ToLow(MOVL, Mem{Base: x.at, Disp: 4})
	ADDQ(I8(8), x.at)
	return to, set
}

// followForwards follows the edges from the first cell to the last. For each set of a layer, it stores the lanes in
// which the cell can have a value of the set.
func (x *paths) followForwards() {
	n := x.loadRecordField(recN)
	LEAQ(Mem{Base: x.listStart(), Index: n, Scale: 4, Disp: headBytes}, x.at)
	emitLoop(n, func() {
		off := x.nextListNumber()
		var y []reg.VecVirtual
		for _, p := range x.parts {
			y = append(y, loadVec(x.cellRowAt(off).Offset(p.disp)))
		}
		sets, states, h := x.nextListNumber(), x.nextListNumber(), x.nextListNumber()
		ADDQ(x.f, h)
		emitLoop(sets, func() {
			s := toVec(VPBROADCASTW, Mem{Base: x.at})
			var has reg.GPVirtual
			if AVX512 {
				has = lanesOf(whereCommon(s, y[0]))
			} else {
				has = lanesOfBoth(whereDisjoint(s, y[0]), whereDisjoint(s, y[1]))
				NOTL(has.As32())
			}
			MOVL(has.As32(), Mem{Base: h})
			ADDQ(I8(4), x.at)
			ADDQ(I8(4), h)
		})
		x.eachReachedState(states, func(from, in, edges reg.GPVirtual) {
			emitLoop(edges, func() {
				to, set := x.readEdge()
				MOVL(Mem{Base: x.f, Index: set, Scale: 1}, set.As32())
				ANDL(in.As32(), set.As32())
				ORL(set.As32(), Mem{Base: x.f, Index: to, Scale: 1})
			})
		})
	})
}

// followBackwards follows the edges from the end. It restricts the cells to values on accepted paths.
func (x *paths) followBackwards() {
	left, i := x.loadListField(headLasts), x.loadListField(headLast)
	emitLoop(left, func() {
		v := ToLow(MOVL, Mem{Base: x.f, Index: i, Scale: 1})
		MOVL(v.As32(), Mem{Base: x.b, Index: i, Scale: 1})
		ADDQ(I8(4), i)
	})
	n := x.loadRecordField(recN)
	emitLoop(n, func() {
		toLayer := func(at reg.GPVirtual) {
			MOVL(Mem{Base: x.listStart(), Index: n, Scale: 4, Disp: headBytes - 4}, at.As32())
			ADDQ(x.machineField(offCode), at)
		}
		toLayer(x.at)
		ADDQ(I8(4), x.at)
		sets, states, has := x.nextListNumber(), x.nextListNumber(), x.nextListNumber()
		keeps := x.loadListField(headKeeps)
		ADDQ(x.f, keeps)
		k := To64(MOVQ, keeps)
		left := To64(MOVQ, sets)
		emitLoop(left, func() {
			MOVL(I32(0), Mem{Base: k})
			ADDQ(I8(4), k)
		})
		LEAQ(Mem{Base: x.at, Index: sets, Scale: 4}, x.at)
		SUBQ(has, keeps) // now the offset in an edge leads to the set's lanes in keeps
		x.traceEdges(states, keeps)
		x.keepSets(toLayer, keeps, k)
	})
}

// traceEdges marks, for each set and each state of a layer, the lanes in which the set or state is on an accepted path.
func (x *paths) traceEdges(states, keeps reg.GPVirtual) {
	x.eachReachedState(states, func(from, _, edges reg.GPVirtual) {
		alive := GP64()
		XORL(alive.As32(), alive.As32())
		emitLoop(edges, func() {
			to, set := x.readEdge()
			MOVL(Mem{Base: x.b, Index: to, Scale: 1}, to.As32())
			ANDL(Mem{Base: x.f, Index: from, Scale: 1}, to.As32())
			ANDL(Mem{Base: x.f, Index: set, Scale: 1}, to.As32())
			ORL(to.As32(), alive.As32())
			ORL(to.As32(), Mem{Base: keeps, Index: set, Scale: 1})
		})
		ORL(alive.As32(), Mem{Base: x.b, Index: from, Scale: 1})
	})
}

// keepSets restricts the cell of a layer. In each lane, the cell keeps only the values of those sets for which keeps
// has the lane. k is scratch.
func (x *paths) keepSets(toLayer func(reg.GPVirtual), keeps, k reg.GPVirtual) {
	var keep []reg.VecVirtual
	for range x.parts {
		keep = append(keep, zeroVec())
	}
	off, first := GP64(), GP64()
	toLayer(first)
	MOVL(Mem{Base: first}, off.As32())
	count := ToLow(MOVL, Mem{Base: first, Disp: 4})
	MOVL(Mem{Base: first, Disp: 12}, k.As32())
	ADDQ(k, keeps)
	ADDQ(I8(16), first)
	emitLoop(count, func() {
		s := toVec(VPBROADCASTW, Mem{Base: first})
		for i, p := range x.parts {
			orWhere(keep[i], s, loadMask(Mem{Base: keeps, Disp: p.disp / 16}))
		}
		ADDQ(I8(4), keeps)
		ADDQ(I8(4), first)
	})
	for i, p := range x.parts {
		x.d, x.z = p.d, p.z
		cell := x.cellRowAt(off).Offset(p.disp)
		y := loadVec(cell)
		and(y, keep[i], keep[i])
		x.storeCell(cell, y, keep[i])
	}
}
