package main

import (
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// swar is pure Go: 4 lanes of 16 bits in a uint64. A cell fills nine bits of its
// lane, so that bit 15 is free: x|high-ones leaves it set in the lanes where x is
// not 0, and no lane borrows from the next.
type swar struct {
	*program
	kept map[int]value
}

func (m *swar) move(from, to Op) { panic("Go has no registers") }

func (m *swar) expression(source string, args ...value) value {
	return m.program.add(op{args: args, source: source}, true)
}

func (m *swar) and(a, b value) value { return m.expression("%s & %s", a, b) }
func (m *swar) or(a, b value) value  { return m.expression("%s | %s", a, b) }
func (m *swar) add(a, b value) value { return m.expression("%s + %s", a, b) }

// less is x less one in every lane, with bit 15 where x is not 0.
func (m *swar) less(x value) value { return m.expression("(%s | high) - ones", x) }

// spread is 15 bits in the lanes where bit 15 of x is.
func (m *swar) spread(x value) value {
	top := m.expression("%s & high", x)
	return m.expression("%s - %s>>15", top, top)
}
func (m *swar) open(x value) value { return m.spread(m.less(x)) }
func (m *swar) rest(x value) value { return m.and(m.less(x), x) }

func (m *swar) or3(a, b, c value) value  { return m.expression("%s | %s | %s", a, b, c) }
func (m *swar) and3(a, b, c value) value { return m.expression("%s & %s & %s", a, b, c) }
func (m *swar) exactlyOne(a, b, c value) value {
	return m.expression("(%s ^ %s ^ %s) &^ (%s & %s & %s)", a, b, c, a, b, c)
}
func (m *swar) atMostOne(a, b, c value) value {
	return m.expression("^(%s & %s | (%s | %s) & %s)", a, b, a, b, c)
}
func (m *swar) without(a, b, c value) value { return m.expression("%s &^ %s | %s", a, b, c) }
func (m *swar) also(a, b, c value) value    { return m.expression("%s | %s & %s", a, b, c) }
func (m *swar) single(x value, _ int) value { return m.expression("%s &^ %s", x, m.open(m.rest(x))) }

func (m *swar) narrowed(y, keep, forced value) value {
	found := m.and(y, forced)
	return m.expression("%s & %s &^ %s | %s", y, keep, m.open(found), found)
}

func (m *swar) bivalue(x, unit value, p int) value {
	one := m.rest(x)
	m.kept[p] = m.expression("%s &^ %s", m.open(one), m.open(m.rest(one)))
	return m.and(m.kept[p], unit)
}

func (m *swar) plusWhere(a, more, bound, x value) value {
	found := m.and(bound, x)
	return m.expression("%s + %s &^ %s", a, more, m.open(found))
}

func (m *swar) better(best, key value, p int) value {
	key = m.and(key, m.kept[p])
	return m.greater(best, key)
}

func (m *swar) greater(best, key value) value {
	atLeast := m.spread(m.expression("(%s | high) - %s", best, key))
	return m.expression("%s & %s | %s &^ %s", best, atLeast, key, atLeast)
}

func (m *swar) living(alive, x value) value {
	if alive == none {
		return m.less(x)
	}
	return m.and(alive, m.less(x))
}

func (m *swar) status(name, lanes string, args ...value) {
	m.program.add(op{args: args, source: "b." + name + " |= bitPerLane(" + lanes + ") << (4 * g)"}, false)
}
func (m *swar) dead(alive value)      { m.status("dead", "^%s", alive) }
func (m *swar) still(a, b value)      { m.status("still", "^differing(%s, %s)", a, b) }
func (m *swar) pairs(x value)         { m.status("pairs", "^differing(%s, %s)", x, m.constant(0)) }
func (m *swar) sans(a, b value) value { return m.expression("%s &^ %s", b, a) }
func (m *swar) full(a, b value)       { m.status("full", "^differing(%s, %s)", a, b) }

// place is the Go expression of a row of the block.
func place(m Mem) string {
	for v, c := range constants {
		if m == c {
			return fmt.Sprintf("%#x * ones", v)
		}
	}
	switch {
	case m.Disp < offNine:
		return fmt.Sprintf("b.cell[%d][g]", m.Disp/row)
	case m.Disp == offPrev:
		return "b.prev[g]"
	case m.Disp == offServed:
		return "b.served[g]"
	case m.Disp >= offPath:
		return fmt.Sprintf("b.path[%d][g]", (m.Disp-offPath)/row)
	case m.Disp >= offPicked:
		return fmt.Sprintf("b.picked[%d][g]", (m.Disp-offPicked)/row)
	default:
		return "b.key[g]"
	}
}

func (p *program) goSource(w *strings.Builder) {
	used := map[value]bool{}
	for _, o := range slices.Backward(p.ops) {
		if o.result == none || used[o.result] {
			for _, v := range o.args {
				used[v] = true
			}
		}
	}
	name := func(v value) any { return fmt.Sprintf("v%d", v) }
	for _, o := range p.ops {
		if o.result != none && !used[o.result] {
			continue
		}
		switch {
		case o.kind == load:
			fmt.Fprintf(w, "%s := uint64(%s)\n", name(o.result), place(o.mem))
			continue
		case o.kind == store:
			fmt.Fprintf(w, "%s = %s\n", place(o.mem), name(o.args[0]))
			continue
		}
		var args []any
		for _, v := range o.args {
			args = append(args, name(v))
		}
		if o.result == none {
			fmt.Fprintf(w, o.source+"\n", args...)
		} else {
			fmt.Fprintf(w, "%s := "+o.source+"\n", append([]any{name(o.result)}, args...)...)
		}
	}
}

func writeSWAR(out string) {
	var w strings.Builder
	w.WriteString("// Code generated by command: go run . -kernel swar -out " + out + ". DO NOT EDIT.\n\npackage kernel\n")
	for _, f := range []struct {
		name, doc string
		write     func(*program)
	}{
		{"sweepSWAR", "propagates lanes 4g to 4g+3 once; it adds to the status.", sweep},
		{"chooseSWAR", "finds the branching cells of lanes 4g to 4g+3.", choose},
		{"guessSWAR", "guesses cells of some of lanes 4g to 4g+3; it adds to pairs.", guess},
		{"restoreSWAR", "fills some of lanes 4g to 4g+3 from the path.", restore},
	} {
		fmt.Fprintf(&w, "\n// %s %s\nfunc %s(b *block, g int) {\ng &= 7\n", f.name, f.doc, f.name)
		p := newProgram(reg.RAX)
		p.isa = &swar{program: p, kept: map[int]value{}}
		f.write(p)
		p.goSource(&w)
		w.WriteString("}\n")
	}
	text, err := format.Source([]byte(w.String()))
	if err == nil {
		err = os.WriteFile(out, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
