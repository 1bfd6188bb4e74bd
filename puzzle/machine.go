package puzzle

import (
	"encoding/base64"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/engine/csp"
	"nonet/message"
)

// This file has the kinds whose rule is a table, a pattern or a machine. The texts of tables and machines have
// the format of Interactive Sudoku Solver.

const sixes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// parsePairTable returns a row for each value of the first cell. A row has one bit for each value of the second cell; a
// set bit permits the pair. The bits of all rows are one sequence. Each character holds six of them, the least
// significant first.
func parsePairTable(text string, values int) [][]bool {
	table := make([][]bool, values)
	for i := range table {
		table[i] = make([]bool, values)
		for j := range table[i] {
			if bit := i*values + j; bit/6 < len(text) {
				table[i][j] = strings.IndexByte(sixes, text[bit/6])>>(bit%6)&1 != 0
			}
		}
	}
	return table
}

// PairText returns the Text of a Pair constraint that permits the values a and b if holds(a, b).
func PairText(p *Puzzle, holds func(a, b int) bool) string {
	var text []byte
	n, index := 0, 0
	for a := p.Low; a <= p.High; a++ {
		for b := p.Low; b <= p.High; b++ {
			if holds(a, b) {
				n |= 1 << (index % 6)
			}
			if index++; index%6 == 0 {
				text, n = append(text, sixes[n]), 0
			}
		}
	}
	return strings.TrimRight(string(append(text, sixes[n])), "A")
}

func checkTable(p *Puzzle, c *Constraint) *message.Message {
	if strings.Trim(c.Text, sixes) != "" {
		return newMessage("rules.table")
	}
	return nil
}

// checkTextNotEmpty refuses an empty table or machine, because nothing would satisfy it.
func checkTextNotEmpty(_ *Puzzle, c *Constraint) *message.Message {
	if c.Text == "" {
		return newMessage("rules.noText")
	}
	return nil
}

var pair = Kind{
	Name:    "Pair",
	partial: true,
	Form:    FormText,
	Draw:    Look{Shape: ShapeLine, Core: []float64{9, 0}},
	Least:   2,
	Twice:   true,
	Example: ".Pair~EAEBEAAQAAAAE~_1%3A3~R2C6~R3C6",
	valid:   combineChecks(checkTextNotEmpty, checkTable),
	check: func(g grid, c *Constraint) (broken []int) {
		table := parsePairTable(c.Text, g.Values())
		for i, cell := range c.Cells[1:] {
			if before := c.Cells[i]; !g.isEmpty(before) && !g.isEmpty(cell) && !table[g.v[before]-g.Low][g.v[cell]-g.Low] {
				broken = append(broken, before, cell)
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for i, cell := range c.Cells[1:] {
			b.addPairTable(c.Text, c.Cells[i], cell)
		}
	},
}

var pairX = Kind{
	Name:    "PairX",
	partial: true,
	Form:    FormText,
	Draw:    Look{Shape: ShapeLine, Core: []float64{9, 0}},
	Least:   2,
	Example: ".PairX~8H_xf8H_xf8H_B~_~R1C3~R1C2~R2C2",
	valid:   combineChecks(checkTextNotEmpty, checkTable),
	check: func(g grid, c *Constraint) (broken []int) {
		table := parsePairTable(c.Text, g.Values())
		for i, cell := range c.Cells {
			for _, before := range c.Cells[:i] {
				x, y := g.v[before]-g.Low, g.v[cell]-g.Low
				if !g.isEmpty(before) && !g.isEmpty(cell) && (!table[x][y] || !table[y][x]) {
					broken = append(broken, before, cell)
				}
			}
		}
		return broken
	},
	compile: func(b *builder, c *Constraint) {
		for i := range c.Cells {
			for j := range i {
				b.addPairTable(c.Text, c.Cells[j], c.Cells[i])
				b.addPairTable(c.Text, c.Cells[i], c.Cells[j])
			}
		}
	},
}

// addPairTable requires the values of two cells to be a pair that the table in text permits.
func (b *builder) addPairTable(text string, one, two int) {
	first := b.net.FirstNumber()
	var table [][]bool
	r := b.relationFor(sharedKey{key: key{"table", b.High, 0, 0}, text: text}, func(x, y int) bool {
		if table == nil {
			table = parsePairTable(text, b.Values())
		}
		return x <= b.High && y <= b.High && table[x-first][y-first]
	})
	b.addRelation(one, two, r)
}

// machine is a nondeterministic automaton that reads values. The value Low+i is the symbol i. The symbol after the
// last value separates two lists of cells.
type machine struct {
	starts  []int
	accepts []bool
	edges   [][]machineEdge // for each state, the edges that leave it
}

type machineEdge struct{ symbol, to int }

// bitText reads numbers from a text, the most significant bit first.
type bitText struct {
	bytes   []byte
	offset  int
	isShort bool
}

func (r *bitText) bitsLeft() int { return 8*len(r.bytes) - r.offset }

func (r *bitText) takeBits(n int) (value int) {
	if n > r.bitsLeft() {
		r.isShort = true
		return 0
	}
	for n > 0 {
		in := 8 - r.offset&7 // the number of unread bits of the current byte
		count := min(n, in)
		value = value<<count | int(r.bytes[r.offset>>3])>>(in-count)&(1<<count-1)
		r.offset, n = r.offset+count, n-count
	}
	return value
}

// cachedMachine returns the machine that a text describes. It parses each text once.
//
//	bits   2           4            4         bits of a state     starts   4, if plain
//	      ┌───────────┬────────────┬─────────┬─────────┬─────────┬────────┬────────────┐
//	      │ 0 plain   │ bits of a  │ symbols │ starts  │ accepts │ which  │ bits of a  │
//	      │ 1 packed  │ state − 1  │   − 1   │         │         │ starts │ number of  │
//	      │           │            │         │         │         │ accept │ edges      │
//	      └───────────┴────────────┴─────────┴─────────┴─────────┴────────┴────────────┘
//
// starts is the number of start states. accepts is the number of accepting states that are not start states.
// The start states have the lowest numbers, then come the other accepting states, then the rest. After these
// fields come the data of each state, plain or packed. Plain: the number of edges, and for each edge a symbol
// and a state. Packed: one bit for each symbol, and a state for each bit that is set. The rest of the text is
// zeros.
func cachedMachine(text string) (m machine, ok bool) {
	if text == "" {
		return machine{}, true
	}
	stored := cachedValue(sharedKey{key: key{name: "machine"}, text: text}, func() (*readMachine, int) {
		m, ok := parseMachine(text)
		return &readMachine{m, ok}, 64 + 24*len(m.edges) + 16*m.countEdges() + len(m.accepts)
	})
	return stored.machine, stored.ok
}

type readMachine struct {
	machine
	ok bool
}

func parseMachine(text string) (m machine, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(text), "="))
	if err != nil {
		return m, false
	}
	r := &bitText{bytes: data}
	packed := r.takeBits(2)
	stateBits := r.takeBits(4) + 1
	symbols := r.takeBits(4) + 1
	starts, accepts := r.takeBits(stateBits), r.takeBits(stateBits)
	if r.isShort || packed > 1 || starts < 1 {
		return m, false
	}
	for i := range starts {
		m.starts = append(m.starts, i)
	}
	m.accepts = make([]bool, starts+accepts)
	for i := range m.accepts {
		m.accepts[i] = i >= starts
	}
	for i := range starts { // the least significant bit stands for the lowest start state
		m.accepts[starts-1-i] = r.takeBits(1) == 1
	}
	countBits := 0
	if packed == 0 {
		countBits = r.takeBits(4)
	}
	least := max(countBits, 1)
	if packed == 1 {
		least = symbols
	}
	for r.bitsLeft() >= least && !r.isShort && (packed == 1 || countBits > 0) {
		var edges []machineEdge
		if packed == 1 {
			set := r.takeBits(symbols)
			edges = make([]machineEdge, 0, bits.OnesCount(uint(set)))
			for symbol := 0; set != 0; symbol, set = symbol+1, set>>1 {
				if set&1 != 0 {
					edges = append(edges, machineEdge{symbol, r.takeBits(stateBits)})
				}
			}
		} else {
			n := r.takeBits(countBits)
			edges = make([]machineEdge, 0, min(n, r.bitsLeft()))
			for range n {
				edges = append(edges, machineEdge{r.takeBits(bits.Len(uint(symbols - 1))), r.takeBits(stateBits)})
			}
		}
		m.edges = append(m.edges, edges)
	}
	states := len(m.accepts)
	for _, edges := range m.edges {
		for _, e := range edges {
			states = max(states, e.to+1)
		}
	}
	m.edges = append(m.edges, make([][]machineEdge, max(0, states-len(m.edges)))...)
	m.accepts = append(m.accepts, make([]bool, len(m.edges)-len(m.accepts))...)
	return m, !r.isShort
}

func (m *machine) statesAfter(from []int, symbol int) (to []int) {
	for _, s := range from {
		for _, e := range m.edges[s] {
			if e.symbol == symbol && !slices.Contains(to, e.to) {
				to = append(to, e.to)
			}
		}
	}
	return to
}

var nfa = Kind{
	Name:    "NFA",
	Form:    FormMachine,
	Draw:    Look{Shape: ShapeLine, Core: []float64{9, 0}},
	Twice:   true,
	Example: ".NFA~RhX_AqqA6v_q____6qo~_circle-turns~R1C1~R1C2~R2C2~R3C2",
	valid: combineChecks(checkTextNotEmpty, func(p *Puzzle, c *Constraint) *message.Message {
		if _, ok := cachedMachine(c.Text); !ok {
			return newMessage("rules.machine")
		}
		return nil
	}),
	check: func(g grid, c *Constraint) []int {
		m, _ := cachedMachine(c.Text)
		states := m.starts
		for i, set := range c.Sets {
			if i > 0 {
				states = m.statesAfter(states, g.Values())
			}
			for _, v := range g.valuesAt(set) {
				states = m.statesAfter(states, v-g.Low)
			}
		}
		return cellsUnless(slices.ContainsFunc(states, func(s int) bool { return m.accepts[s] }), slices.Concat(c.Sets...))
	},
	compile: func(b *builder, c *Constraint) {
		k := sharedKey{key: key{"nfa", 0, b.High, len(c.Sets)}, text: c.Text}
		if len(c.Sets) > 1 { // a machine needs one cache entry for one list of cells, another for several lists
			for _, set := range c.Sets {
				k.text += " " + strconv.Itoa(len(set))
			}
		}
		a := b.cachedAutomaton(k, func() *csp.Automaton {
			m, _ := cachedMachine(c.Text)
			if len(c.Sets) == 1 {
				b.net.Spend(100 * (len(m.edges) + m.countEdges()))
				return m.toAutomaton(b.Values())
			}
			return m.unrollOverCells(c.Sets, b.Values(), b.net.Spend)
		})
		b.into.Automaton(cspCells(slices.Concat(c.Sets...)), a)
	},
}

func (m *machine) toAutomaton(values int) *csp.Automaton {
	a := &csp.Automaton{Start: m.starts, Accepting: m.accepts, Edges: make([][]csp.Edge, len(m.edges))}
	for s, edges := range m.edges {
		targets := map[int]csp.Set{}
		for _, e := range edges {
			if e.symbol < values {
				targets[e.to] |= 1 << e.symbol
			}
		}
		a.Edges[s] = sortEdgesByTarget(targets)
	}
	return a
}

// sortEdgesByTarget converts a map from target states to symbols into a list of edges, sorted by target.
func sortEdgesByTarget(targets map[int]csp.Set) (all []csp.Edge) {
	for _, to := range slices.Sorted(maps.Keys(targets)) {
		all = append(all, csp.Edge{To: to, Values: targets[to]})
	}
	return all
}

func (m *machine) countEdges() (n int) {
	for _, edges := range m.edges {
		n += len(edges)
	}
	return n
}

// unrollOverCells returns an automaton with one copy of the machine's states before each cell, and one copy after the
// last cell. Between two lists of cells the machine also reads a separator: the edge that reads the last cell of a list
// reads the separator, too.
func (m *machine) unrollOverCells(sets [][]int, values int, spend func(steps int)) *csp.Automaton {
	states := len(m.edges)
	a := &csp.Automaton{Start: m.starts}
	var breaks []int // for each cell, the number of lists that end between it and the next cell
	ended := 0
	for i, set := range sets {
		for range set {
			breaks = append(breaks, 0)
		}
		switch {
		case i == len(sets)-1:
		case len(breaks) == 0:
			a.Start = m.statesAfter(a.Start, values)
		default:
			breaks[len(breaks)-1]++
		}
	}
	edges := m.countEdges()
	for cell, ends := range breaks {
		ended = cell + 1
		for _, from := range m.edges {
			spend(200 + 100*len(from)*(1+ends*edges/max(1, states)))
			targets := map[int]csp.Set{}
			for _, e := range from {
				if e.symbol >= values {
					continue
				}
				to := []int{e.to}
				for range ends {
					to = m.statesAfter(to, values)
				}
				for _, t := range to {
					targets[ended*states+t] |= 1 << e.symbol
				}
			}
			a.Edges = append(a.Edges, sortEdgesByTarget(targets))
			a.Accepting = append(a.Accepting, false)
		}
	}
	a.Edges = append(a.Edges, make([][]csp.Edge, states)...)
	a.Accepting = append(a.Accepting, m.accepts...)
	return a
}

var regex = Kind{
	Name:    "Regex",
	Form:    FormText,
	Draw:    Look{Shape: ShapeLine, Core: []float64{9, 0}},
	Twice:   true,
	Example: ".Regex~LiooMTJ8MjQpLio~R1C1~R1C2~R1C3~R1C4",
	valid: combineChecks(checkTextNotEmpty, func(p *Puzzle, c *Constraint) *message.Message {
		type reading struct {
			ok   bool
			what string
		}
		read := cachedValue(sharedKey{key: key{name: "pattern"}, text: c.Text}, func() (reading, int) {
			if what := patternMistake(c.Text); what != "" {
				return reading{what: what}, len(what)
			}
			return reading{parsePattern(c.Text) != nil, c.Text}, 0
		})
		if !read.ok {
			return newMessage("rules.pattern", "what", read.what)
		}
		return nil
	}),
	check: func(g grid, c *Constraint) []int {
		var text []byte
		for _, v := range g.valuesAt(c.Cells) {
			text = append(text, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[v])
		}
		return cellsUnless(patternMatches(c.Text, text), c.Cells)
	},
	compile: func(b *builder, c *Constraint) {
		k := sharedKey{key: key{"regex", b.High, 0, 0}, text: c.Text}
		b.into.Automaton(cspCells(c.Cells), b.cachedAutomaton(k, func() *csp.Automaton {
			p := parsePattern(c.Text)
			for _, next := range p.follow {
				b.net.Spend(len(p.reads) + 16*len(next))
			}
			return p.toAutomaton(b.Low, b.High)
		}))
	},
}
