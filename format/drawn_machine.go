package format

import (
	"encoding/base64"
	"slices"

	"nonet/puzzle"
)

// This file converts rules of lines that have no kind of their own into automata, which read the values of a line; see
// kind NFA.

// mostStates limits the states of an automaton. A drawing that needs more states is not read.
const mostStates = 16000

// automatonRule returns a constraint for an automaton that reads the values of cells in order. step returns the next
// state, or false if the automaton rejects the value v. accepts reports whether the automaton may end in a state.
// States must be comparable. ok is false if the automaton has too many states, the puzzle too many values, or the line
// too many cells.
func automatonRule(r *fpuzzlesReader, cells []int, label string, start any, step func(at any, v int) (any, bool), accepts func(any) bool) (c puzzle.Constraint, ok bool) {
	if r.Values() > 16 || len(cells) > 64 {
		return c, false
	}
	of, all := map[any]int{start: 0}, []any{start}
	edges := [][]int{} // edges[state][value] is the next state, -1 if there is none
	for i := 0; i < len(all); i++ {
		row := make([]int, r.Values())
		for v := range row {
			row[v] = -1
			to, is := step(all[i], v+r.Low)
			if !is {
				continue
			}
			n, known := of[to]
			if !known {
				if n = len(all); n == mostStates {
					return c, false
				}
				of[to], all = n, append(all, to)
			}
			row[v] = n
		}
		edges = append(edges, row)
	}
	// The states have this order: the start, the accepting states, the others.
	order := []int{0}
	for _, accepting := range []bool{true, false} {
		for i := 1; i < len(all); i++ {
			if accepts(all[i]) == accepting {
				order = append(order, i)
			}
		}
	}
	at := make([]int, len(all))
	accepting := 0
	for i, s := range order {
		at[s] = i
		if i > 0 && accepts(all[s]) {
			accepting++
		}
	}
	w := &bitWriter{}
	bits := 1
	for 1<<bits < len(all)+1 {
		bits++
	}
	w.write(1, 2)
	w.write(bits-1, 4)
	w.write(r.Values()-1, 4)
	w.write(1, bits)
	w.write(accepting, bits)
	if accepts(start) {
		w.write(1, 1)
	} else {
		w.write(0, 1)
	}
	for _, s := range order {
		set := 0
		for v, to := range edges[s] {
			if to >= 0 {
				set |= 1 << v
			}
		}
		w.write(set, r.Values())
		for _, to := range edges[s] {
			if to >= 0 {
				w.write(at[to], bits)
			}
		}
	}
	return puzzle.Constraint{Kind: "NFA", Text: base64.RawURLEncoding.EncodeToString(w.bytes), Sets: [][]int{cells}, Label: label}, true
}

// bitWriter collects numbers as bits, each number from its highest bit.
type bitWriter struct {
	bytes []byte
	n     int
}

func (w *bitWriter) write(value, bits int) {
	for bits--; bits >= 0; bits-- {
		if w.n%8 == 0 {
			w.bytes = append(w.bytes, 0)
		}
		w.bytes[w.n/8] |= byte(value>>bits&1) << (7 - w.n%8)
		w.n++
	}
}

// buildParityLines makes lines that alternate between odd and even values.
func buildParityLines(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	return automatonRules(r, all, "parity", 2, func(at any, v int) (any, bool) { return v & 1, at != v&1 })
}

// automatonRules calls automatonRule for each picture. The automata may end in any state.
func automatonRules(r *fpuzzlesReader, all []picture, label string, start any, next func(any, int) (any, bool)) (some []puzzle.Constraint) {
	for _, d := range all {
		c, ok := automatonRule(r, d.cells, label, start, next, func(any) bool { return true })
		if !ok {
			return nil
		}
		some = append(some, c)
	}
	return some
}

// buildCloseLines makes lines on which adjacent values differ by at most the number in the words.
func buildCloseLines(r *fpuzzlesReader, all []picture, said amount) []puzzle.Constraint {
	number := said.number
	if number < 0 {
		return nil
	}
	const none = -1 << 20
	return automatonRules(r, all, "close", none, func(state any, v int) (any, bool) {
		at := state.(int)
		return v, at == none || v-at <= number && at-v <= number
	})
}

// buildSequenceLines makes lines whose values form an arithmetic sequence.
func buildSequenceLines(_ *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	for _, d := range all {
		for i := 2; i < len(d.cells); i++ {
			some = append(some, puzzle.Constraint{Kind: "Sum", Numbers: []int{0, 1, -2, 1}, Cells: slices.Clone(d.cells[i-2 : i+1])})
		}
	}
	if some == nil {
		return []puzzle.Constraint{{Kind: "Nothing"}}
	}
	return some
}

// buildSameDifferences makes lines on which all pairs of adjacent values have the same difference.
func buildSameDifferences(r *fpuzzlesReader, all []picture, _ amount) []puzzle.Constraint {
	const none = -1
	return automatonRules(r, all, "difference", [2]int{none, none}, func(state any, v int) (any, bool) {
		at := state.([2]int)
		if at[0] == none {
			return [2]int{v, none}, true
		}
		apart := max(at[0]-v, v-at[0])
		return [2]int{v, apart}, at[1] == none || at[1] == apart
	})
}

// A clueStep returns the next state of an automaton that reads a line, beginning at the clue. at is the current state,
// at first 0, and v is the next value. In the state `met`, the line satisfies the clue; in the state `failed`, it
// contradicts the clue.
type clueStep func(clue, at, v int) int

const (
	met     = -1
	failed  = -2
	mostSum = 1 << 10 // exceeds every sum in a state
)

// clueMachineBuilder makes an automaton of each number beside the board. The line must reach the state met.
//
//go:noinline
func clueMachineBuilder(label string, next clueStep) func(*fpuzzlesReader, []picture, amount) []puzzle.Constraint {
	return func(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
		for _, d := range all {
			clue := r.parseInt(d.text)
			c, ok := automatonRule(r, d.cells, label, 0, func(at any, v int) (any, bool) {
				if at == met {
					return met, true
				}
				to := next(clue, at.(int), v)
				return to, to != failed
			}, func(at any) bool { return at == met })
			if !ok || clue >= mostSum {
				return nil
			}
			some = append(some, c)
		}
		return some
	}
}

// firstOfParity requires the first odd value, or the first even one, to be the clue.
func firstOfParity(parity int) clueStep {
	return func(clue, at, v int) int {
		switch {
		case v&1 != parity:
			return at
		case v == clue:
			return met
		}
		return failed
	}
}

// buildSumsBefore makes clues that give the sum of the values before a certain value: the value in the words, or the
// greatest one.
func buildSumsBefore(r *fpuzzlesReader, all []picture, said amount) []puzzle.Constraint {
	last := said.number
	if last < 0 {
		last = r.High
	}
	return clueMachineBuilder("sum before", func(clue, at, v int) int {
		switch {
		case v == last && at == clue:
			return met
		case v == last || at+v > clue:
			return failed
		}
		return at + v
	})(r, all, said)
}

// nextOfAscending requires the clue to be the sum of the ascending values at the beginning of the line. A state
// combines two numbers: the previous value plus 1, and the sum.
func nextOfAscending(clue, at, v int) int {
	last, sum := at/mostSum-1, at%mostSum
	switch {
	case v <= last && sum == clue:
		return met
	case v <= last || sum+v > clue:
		return failed
	}
	return (v+1)*mostSum + sum + v
}

// buildDifferenceCounts makes lines on which adjacent values differ, and each difference d that occurs occurs exactly d
// times.
func buildDifferenceCounts(r *fpuzzlesReader, all []picture, _ amount) (some []puzzle.Constraint) {
	type state struct {
		last  int
		begun bool
		often [16]uint8
	}
	for _, d := range all {
		edges := len(d.cells) - 1
		c, ok := automatonRule(r, d.cells, "differences", state{}, func(from any, v int) (any, bool) {
			at := from.(state)
			if at.begun {
				apart := max(at.last-v, v-at.last)
				if apart == 0 || apart > edges || apart > 15 {
					return at, false
				}
				at.often[apart]++
				missing, read := 0, 0
				for n, often := range at.often {
					if int(often) > n {
						return at, false
					}
					if read += int(often); often > 0 {
						missing += n - int(often)
					}
				}
				if missing > edges-read {
					return at, false
				}
			}
			at.begun, at.last = true, v
			return at, true
		}, func(last any) bool {
			for n, often := range last.(state).often {
				if often > 0 && int(often) != n {
					return false
				}
			}
			return true
		})
		if !ok {
			return nil
		}
		some = append(some, c)
	}
	return some
}
