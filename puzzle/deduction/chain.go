package deduction

import (
	"errors"
	"math/bits"
	"sort"

	"nonet/puzzle"
	"nonet/solve"
)

// singlePieceList returns a slice with piece as its only element, without allocating.
func (f *finder) singlePieceList(piece int) []int { return f.numbers[piece : piece+1 : piece+1] }

// compatibleValues returns the values that one cell of a two-cell piece can have if its other cell, `cell`, has value
// number `bit`.
func (s *State) compatibleValues(piece, cell, bit int) uint64 {
	p := &s.pieces.All[piece]
	if p.Cells[0] == cell {
		return p.Rows[bit]
	}
	set := uint64(0)
	for v, row := range p.Rows {
		set |= row >> bit & 1 << v
	}
	return set
}

// mostCases limits the cases of one step. A person does not examine more cases.
const mostCases = 4

// eachCaseSet calls try with each small set of cases: the candidates of a cell, or the places of a value in a house.
// piece is the house, or -1 for a cell.
func (f *finder) eachCaseSet(try func(piece int, cases []Candidate)) {
	for c, may := range f.may {
		if n := bits.OnesCount64(may); n >= 2 && n <= mostCases {
			try(-1, f.candidatesOf(c, may))
		}
		if f.err = f.ctx.Err(); f.err != nil {
			return
		}
	}
	for _, h := range f.houses {
		for bit := range f.of.Puzzle.Values() {
			places := f.placesOf(f.of.All[h].Cells, 1<<bit)
			if len(places) < 2 || len(places) > mostCases {
				continue
			}
			cases := make([]Candidate, len(places))
			for i, c := range places {
				cases[i] = Candidate{c, f.valueOf(bit)}
			}
			try(h, cases)
		}
	}
}

// trialCandidates returns at most mostTrials open candidates, sorted by the number of candidates in their cells.
func (f *finder) trialCandidates() (trials []Candidate) {
	for c, may := range f.may {
		if may&(may-1) != 0 {
			trials = append(trials, f.candidatesOf(c, may)...)
		}
	}
	sort.SliceStable(trials, func(a, b int) bool {
		return bits.OnesCount64(f.may[trials[a].Cell]) < bits.OnesCount64(f.may[trials[b].Cell])
	})
	return trials[:min(len(trials), mostTrials)]
}

// mostSearched limits the nodes of the search that refutes one candidate. mostSearchedInAll limits the nodes of all
// searches in one position. On boards of more than largeBoard cells a node takes far longer, so the limit is an eighth
// of mostSearchedInAll.
const mostSearched, mostSearchedInAll, largeBoard = 100_000, 1_000_000, 256

func (f *finder) findSearchStep() *Step {
	inAll := uint64(mostSearchedInAll)
	if len(f.may) > largeBoard {
		inAll /= 8
	}
	step, _ := f.searchCandidates(mostSearched, inAll)
	return step
}

// searchCandidates returns a step that removes a candidate for which the engine finds no solution. It skips candidates
// that occur in a solution found earlier. No search takes more than `most` nodes. No search begins after all searches
// together have taken more than inAll nodes. spent is the number of nodes taken.
func (f *finder) searchCandidates(most, inAll uint64) (step *Step, spent uint64) {
	possible := make([]uint64, len(f.may))
	for _, x := range f.trialCandidates() {
		if spent > inAll {
			break
		}
		if possible[x.Cell]>>f.bitOf(x.Value)&1 != 0 {
			continue
		}
		p := f.State.asGivens()
		p.Givens = append(p.Givens, puzzle.Given{Cell: x.Cell, Values: []int{x.Value}})
		r, err := solve.Count(f.ctx, p, puzzle.Limits{Solutions: 1, Nodes: most})
		if f.err = f.ctx.Err(); f.err != nil {
			return nil, spent
		}
		if hasNoSolution(r, err) {
			return &Step{Technique: bySearch, Cells: []int{x.Cell}, Values: []int{x.Value}, Removes: []Candidate{x}}, spent
		}
		spent += r.Nodes
		if len(r.Solutions) > 0 {
			for c, v := range r.Solutions[0] {
				possible[c] |= 1 << f.bitOf(v)
			}
		}
	}
	return nil, spent
}

// hasNoSolution reports whether a search proved that there is no solution.
func hasNoSolution(r puzzle.Result, err error) bool {
	return err == nil && r.N == 0 || errors.As(err, new(*puzzle.ContradictionError))
}
