package main

import "maps"

// pace is reorderOps's model of the processor. width is the number of ops that start in a cycle; 0 keeps the program's
// order. `load`, `one` and `several` are latencies in cycles: of a load, of an op with one instruction, and of other
// ops. reorderOps looks ahead at window ops.
type pace struct{ width, window, load, one, several int }

// reorderOps reorders the ops: the op whose arguments are ready first comes next.
func (p *program) reorderOps(m pace) {
	if m.width == 0 {
		return
	}
	latency := func(o op) int {
		switch {
		case o.kind == load:
			return m.load
		case o.kind == store:
			return 0
		case o.separate:
			return m.several
		}
		return m.one
	}

	// waits holds, for each op, the ops that must come before it: those that make its arguments. A load must wait for
	// the last store to its address. A store must wait for all uses of the value that it overwrites.
	waits := make([][]int, len(p.ops))
	stored := map[string]int{}
	held := map[value]string{} // for each value, the address from which it was loaded, unless overwritten since
	users := map[string][]int{}
	for i, o := range p.ops {
		for _, v := range o.args {
			waits[i] = append(waits[i], p.defs[v])
			if at, ok := held[v]; ok {
				users[at] = append(users[at], i)
			}
		}
		if o.kind == compute {
			continue
		}
		at := o.mem.Asm()
		if s, ok := stored[at]; ok {
			waits[i] = append(waits[i], s)
		}
		if o.kind == load {
			held[o.result] = at
			continue
		}
		waits[i] = append(waits[i], users[at]...)
		delete(users, at)
		maps.DeleteFunc(held, func(_ value, m string) bool { return m == at })
		stored[at] = i
	}

	done := make([]bool, len(p.ops))
	finish := make([]int, len(p.ops))
	var order []op
	now, begun := 0, 0
	for first := 0; len(order) < len(p.ops); {
		for done[first] {
			first++
		}
		best, start := -1, 0
	candidates:
		for i, seen := first, 0; i < len(p.ops) && seen < m.window; i++ {
			if done[i] {
				continue
			}
			seen++
			ready := 0
			for _, j := range waits[i] {
				if !done[j] {
					continue candidates
				}
				ready = max(ready, finish[j])
			}
			if p.ops[i].kind != compute { // width counts neither loads nor stores
				best, start = i, ready
				break
			}
			if ready = max(ready, now); best < 0 || ready < start {
				best, start = i, ready
			}
		}
		o := p.ops[best]
		done[best] = true
		finish[best] = start + latency(o)
		if o.kind == compute {
			if start > now {
				now, begun = start, 0
			}
			if begun++; begun == m.width {
				now, begun = now+1, 0
			}
		}
		if o.result != none {
			p.defs[o.result] = len(order)
		}
		order = append(order, o)
	}
	p.ops = order
}
