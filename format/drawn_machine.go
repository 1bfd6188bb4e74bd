package format

import (
	"encoding/base64"
	"math/bits"
	"slices"
	"strconv"

	"nonet/puzzle"
)

// Some rules about lines have no kind of constraint. This file converts these rules into automata that read the values
// of a line; see the kind NFA.

// mostStates limits the states of an automaton. A drawing that needs more states is not read.
const mostStates = 16000

// automatonRule returns a constraint for an automaton that reads the values of cells in order. step returns the next
// state, or false if the automaton rejects the value v. accepts reports whether the automaton may end in a state; nil
// means that it may end in any. States must be comparable. ok is false if the automaton has too many states, the puzzle
// too many values, or the line too many cells.
func automatonRule(r *fpuzzlesReader, cells []int, label string, start any, step func(from any, v int) (any, bool), accepts func(any) bool) (c puzzle.Constraint, ok bool) {
	if r.Values() > 16 || len(cells) > 64 {
		return c, false
	}
	if accepts == nil {
		accepts = func(any) bool { return true }
	}
	index, all := map[any]int{start: 0}, []any{start}
	edges := [][]int{} // edges[state][value] is the next state, -1 if there is none
	for i := 0; i < len(all); i++ {
		row := make([]int, r.Values())
		for v := range row {
			row[v] = -1
			to, holds := step(all[i], v+r.Low)
			if !holds {
				continue
			}
			n, known := index[to]
			if !known {
				if n = len(all); n == mostStates {
					return c, false
				}
				index[to], all = n, append(all, to)
			}
			row[v] = n
		}
		edges = append(edges, row)
	}
	// The states have this order: the start, the accepting states, the others.
	order, accepting := []int{0}, 0
	for _, isAccepting := range []bool{true, false} {
		for i := 1; i < len(all); i++ {
			if accepts(all[i]) == isAccepting {
				order = append(order, i)
			}
		}
		if isAccepting {
			accepting = len(order) - 1
		}
	}
	place := make([]int, len(all))
	for i, s := range order {
		place[s] = i
	}
	var digits []byte             // the automaton in binary digits
	write := func(value, n int) { // writes n digits
		digits = append(digits, strconv.FormatInt(1<<n|int64(value), 2)[1:]...)
	}
	width := bits.Len(uint(len(all)))
	write(1, 2)
	write(width-1, 4)
	write(r.Values()-1, 4)
	write(1, width)
	write(accepting, width)
	if accepts(start) {
		write(1, 1)
	} else {
		write(0, 1)
	}
	for _, s := range order {
		set := 0
		for v, to := range edges[s] {
			if to >= 0 {
				set |= 1 << v
			}
		}
		write(set, r.Values())
		for _, to := range edges[s] {
			if to >= 0 {
				write(place[to], width)
			}
		}
	}
	var packed []byte
	for eight := range slices.Chunk(digits, 8) {
		b, _ := strconv.ParseUint(string(eight)+"0000000"[len(eight)-1:], 2, 8)
		packed = append(packed, byte(b))
	}
	return puzzle.Constraint{Kind: "NFA", Text: base64.RawURLEncoding.EncodeToString(packed), Sets: [][]int{cells}, Label: label}, true
}

func automatonOfPicture(r *fpuzzlesReader, d *picture, label string, start any, step func(any, int) (any, bool), accepts func(any) bool) []puzzle.Constraint {
	if c, ok := automatonRule(r, d.cells, label, start, step, accepts); ok {
		return []puzzle.Constraint{c}
	}
	return nil
}

// parityLine returns a line that alternates between odd and even values.
func parityLine(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	return automatonOfPicture(r, d, "parity", 2, func(from any, v int) (any, bool) { return v & 1, from != v&1 }, nil)
}

// closeLine returns a line on which adjacent values differ by at most the number in the words, or by less.
func closeLine(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	if stated.kind == "LessThan" {
		stated.number--
	}
	if stated.number < 0 {
		return nil
	}
	const none = -1 << 20
	return automatonOfPicture(r, d, "close", none, func(state any, v int) (any, bool) {
		from := state.(int)
		return v, from == none || v-from <= stated.number && from-v <= stated.number
	}, nil)
}

// sequenceLine returns a line whose values form an arithmetic sequence.
func sequenceLine(_ *fpuzzlesReader, d *picture, _ amount) (built []puzzle.Constraint) {
	for i := 2; i < len(d.cells); i++ {
		built = append(built, singleConstraint("Sum", slices.Clone(d.cells[i-2:i+1]), 0, 1, -2, 1)...)
	}
	if built == nil {
		return singleConstraint("Nothing", nil)
	}
	return built
}

// sameDifferenceLine returns a line on which all pairs of adjacent values have the same difference.
func sameDifferenceLine(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	const none = -1
	return automatonOfPicture(r, d, "difference", [2]int{none, none}, func(state any, v int) (any, bool) {
		from := state.([2]int)
		if from[0] == none {
			return [2]int{v, none}, true
		}
		difference := max(from[0]-v, v-from[0])
		return [2]int{v, difference}, from[1] == none || from[1] == difference
	}, nil)
}

const (
	met     = -1
	failed  = -2
	mostSum = 1 << 10 // a number that exceeds every sum in a state of an automaton
)

// clueMachine returns an automaton that reads a line from its clue beside the board. `next` returns the state that
// follows the state `end` when the automaton reads the value v. The first state is 0. In the state `met` the line agrees
// with the clue, and in the state `failed` the line contradicts the clue.
func clueMachine(r *fpuzzlesReader, d *picture, label string, next func(clue, from, v int) int) []puzzle.Constraint {
	clue := r.parseInt(d.text)
	if clue >= mostSum {
		return nil
	}
	return automatonOfPicture(r, d, label, 0, func(from any, v int) (any, bool) {
		if from == met {
			return met, true
		}
		to := next(clue, from.(int), v)
		return to, to != failed
	}, func(end any) bool { return end == met })
}

// firstOfParity requires the first odd value, or the first even one, to be the clue.
func firstOfParity(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	label, parity := "first odd", 1
	if stated.kind == "FirstEven" {
		label, parity = "first even", 0
	}
	return clueMachine(r, d, label, func(clue, from, v int) int {
		switch {
		case v&1 != parity:
			return from
		case v == clue:
			return met
		}
		return failed
	})
}

// sumBefore requires the clue to be the sum of the values before a certain value: said.number, or the greatest value
// if the words of the rules state no number.
func sumBefore(r *fpuzzlesReader, d *picture, stated amount) []puzzle.Constraint {
	last := stated.number
	if last < 0 {
		last = r.High
	}
	return clueMachine(r, d, "sum before", func(clue, from, v int) int {
		switch {
		case v == last && from == clue:
			return met
		case v == last || from+v > clue:
			return failed
		}
		return from + v
	})
}

// ascendingClue requires the clue to be the sum of the ascending values at the beginning of the line. A state has the
// previous value, plus 1, and the sum.
func ascendingClue(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	return clueMachine(r, d, "ascending", func(clue, from, v int) int {
		last, sum := from/mostSum-1, from%mostSum
		switch {
		case v <= last && sum == clue:
			return met
		case v <= last || sum+v > clue:
			return failed
		}
		return (v+1)*mostSum + sum + v
	})
}

// differenceCountLine returns a line with this rule for each n: either no pair of adjacent values has the difference n,
// or exactly n pairs do.
func differenceCountLine(r *fpuzzlesReader, d *picture, _ amount) []puzzle.Constraint {
	type state struct {
		last  int
		begun bool
		often [16]uint8
	}
	edges := len(d.cells) - 1
	return automatonOfPicture(r, d, "differences", state{}, func(from any, v int) (any, bool) {
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
}
