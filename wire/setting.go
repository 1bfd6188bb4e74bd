package wire

import (
	"time"

	"nonet/message"
	"nonet/sudoku"
)

// TrueCandidates lists, for each cell, the values that occur in solutions of the puzzle. It may also count the
// solutions with each value.
type TrueCandidates struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON"`
	Board          *Board          `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: there is a solution; none: proven that there is none; undecided: cut short before either was known"`
	Candidates     []string        `json:"candidates" doc:"True candidates: the digits that some solution has in each cell, row by row; greater values as numbers with blanks between them"`
	Open           []string        `json:"open,omitempty" doc:"If the search was cut short: the digits of each cell for which this is not known"`
	Each           [][]uint64      `json:"each,omitempty" doc:"How many solutions have each of the candidates, up to the limit asked for, in the order of the candidates" example:"[[4],[1,3]]"`
	Count          uint64          `json:"count" doc:"Solutions found, up to the limit"`
	Complete       bool            `json:"complete" doc:"True if that is all of them; otherwise there are at least that many"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Published      *Published      `json:"published,omitempty" doc:"The solution given in the text, compared with the search's result"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string          `json:"reason,omitempty" doc:"Why something is not known"`
	Engine         string          `json:"engine,omitempty" doc:"The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed"`
	Nodes          uint64          `json:"nodes" doc:"Guesses made"`
	Milliseconds   float64         `json:"ms" doc:"Time the search took"`
}

// Revised is a puzzle with givens removed or added.
type Revised struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"none: there is no such puzzle, as reason says; undecided: cut short before there was one"`
	Revised        string          `json:"revised,omitempty" doc:"The puzzle with its givens changed, 81 characters"`
	Givens         int             `json:"givens,omitempty" doc:"How many givens it has"`
	Changed        []string        `json:"changed,omitempty" doc:"The cells that lost or got a given"`
	Solution       string          `json:"solution,omitempty" doc:"Its solution, 81 characters"`
	Seed           uint64          `json:"seed" doc:"The seed of the random choices; the same seed and request give the same puzzle, if time suffices"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string          `json:"reason,omitempty" doc:"Why there is none"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// RevisedOf returns the JSON form of a puzzle before and after a revision with a seed. It uses the grid `after` only if
// outcome is Found.
func RevisedOf(before, after, solution sudoku.Grid, seed uint64, outcome sudoku.Outcome, err error, took time.Duration, lang message.Lang) Revised {
	w := Revised{Puzzle: before.String(), Outcome: outcome.String(), Seed: seed, Milliseconds: Milliseconds(took)}
	if outcome == sudoku.Found {
		w.Revised, w.Givens, w.Solution = after.String(), after.Givens(), solution.String()
		for c := range sudoku.Cell(sudoku.Cells) {
			if before.At(c) != after.At(c) {
				w.Changed = append(w.Changed, c.String())
			}
		}
	}
	w.Contradictions, w.Reason = WhyStopped(err, lang)
	return w
}
