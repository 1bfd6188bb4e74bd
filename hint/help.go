package hint

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nonet/explain"
	"nonet/logic"
	"nonet/message"
	"nonet/puzzle"
	"nonet/puzzle/deduction"
	"nonet/solve"
	"nonet/sudoku"
)

// Position is a player's position in a puzzle with any board and any rules.
type Position struct {
	Puzzle *puzzle.Puzzle
	Values []int   // one value per cell of the board, [puzzle.Empty] for an open cell; nil means that only the givens are filled
	Marks  [][]int // the player's candidates for each cell of the board; a nil list, or a nil entry, permits all
}

// Help answers a player who needs help: the first mistake or, if there is none, a step of package logic or deduction.
type Help struct {
	explain.Parts // one text per level; for a step of package logic, also its houses and cells
	Mistake       *Mistake

	// For a step of package logic, State is the position of the step.
	State logic.State
	Step  logic.Step

	// For a step of package deduction, Rules is the position of the step, and Pieces are the step's houses and rules.
	// Earlier has the texts of the steps outside the board that the step needs.
	Rules     *deduction.State
	Deduction *deduction.Step
	Pieces    []deduction.Part
	Earlier   []message.Message
}

// HelpOnHouses returns help with the steps of package logic: a step towards the goal or, if technique is not nil, a step
// of this technique. Houses must be the puzzle's only rules. If the outcome is None or Undecided, the error is the
// reason.
func (p *Position) HelpOnHouses(ctx context.Context, goal Goal, technique *logic.Technique) (h Help, outcome sudoku.Outcome, err error) {
	solution, outcome, err := p.Solution(ctx)
	if outcome != sudoku.Found || p.findMistake(&h, puzzle.GridValues(solution)) {
		return h, outcome, err
	}
	h.State = p.State()
	outcome, err = h.findStep(ctx, solution, goal, technique)
	return h, outcome, err
}

// HelpByRules returns help with the steps of package deduction. If the player has entered values or marks, it first
// searches for the unique solution, for at most half of the time until ctx ends. If it finds the unique solution, it
// compares the player's values and marks with the solution. If the outcome is None or Undecided, the error is the
// reason.
func (p *Position) HelpByRules(ctx context.Context) (h Help, outcome sudoku.Outcome, err error) {
	if p.Values != nil || p.Marks != nil {
		limits := puzzle.Limits{Solutions: 2, Keep: 1}
		if end, ok := ctx.Deadline(); ok {
			limits.Time = max(time.Until(end)/2, 1)
		}
		found, err := solve.Count(ctx, p.Puzzle, limits)
		switch {
		case err != nil && ctx.Err() != nil:
			return h, sudoku.Undecided, err
		case found.Exact && found.N == 0:
			return h, sudoku.None, cmp.Or(err, message.NewError("hint.noSolution"))
		case err == nil && found.N == 1 && p.findMistake(&h, found.Solutions[0]):
			return h, sudoku.Found, nil
		}
	}
	if h.Rules, err = p.Deduce(ctx); err == nil {
		h.Deduction, h.Earlier, err = h.Rules.NextOnBoard(ctx)
	}
	switch {
	case err != nil && p.Puzzle.Contradiction() == nil:
		return h, sudoku.Undecided, err
	case err != nil:
		return h, sudoku.None, err
	case h.Rules.IsContradictory():
		return h, sudoku.None, message.NewError("hint.noSolution")
	case h.Deduction == nil && p.isFull(h.Rules):
		return h, sudoku.None, message.NewError("hint.done")
	case h.Deduction == nil:
		return h, sudoku.None, message.NewError("deduction.stuck")
	}
	h.Texts, h.Pieces = h.Rules.Hint(ctx, h.Deduction), h.Rules.Parts(h.Deduction)
	h.Texts[3] = message.JoinClauses("explain.then", append(h.Earlier, h.Texts[3]))
	return h, sudoku.Found, nil
}

// findMistake sets the mistake and the texts of h if the player's position differs from the solution. Otherwise it
// returns false.
func (p *Position) findMistake(h *Help, solution []int) bool {
	mistake, ok := FirstMistake(p.Values, p.Marks, solution)
	if ok {
		h.Mistake, h.Texts = &mistake, mistake.Texts(p.Puzzle.CellName(mistake.Cell))
	}
	return ok
}

// isFull reports whether no cell of the board has two or more candidates.
func (p *Position) isFull(s *deduction.State) bool {
	for cell := range p.Puzzle.BoardCells() {
		if candidates := s.CandidateSet(cell); !p.Puzzle.IsHole(cell) && candidates&(candidates-1) != 0 {
			return false
		}
	}
	return true
}

// PathOnHouses returns the path of package logic from the position to the solution. Errors are those of HelpOnHouses.
func (p *Position) PathOnHouses(ctx context.Context, goal Goal) (logic.Path, sudoku.Outcome, error) {
	s := p.State()
	solution, outcome, err := onlySolution(ctx, p.WithValues())
	if outcome != sudoku.Found {
		return logic.Path{Start: s}, outcome, err
	}
	return Path(ctx, s, &solution, goal)
}

// Solution returns the only solution of the puzzle. It ignores the player's values. Errors are those of HelpOnHouses.
func (p *Position) Solution(ctx context.Context) (sudoku.Grid, sudoku.Outcome, error) {
	return onlySolution(ctx, p.Puzzle)
}

func onlySolution(ctx context.Context, p *puzzle.Puzzle) (sudoku.Grid, sudoku.Outcome, error) {
	found, err := solve.Count(ctx, p, puzzle.Limits{Solutions: 2, Keep: 1})
	switch {
	case found.N > 1 || found.Exact && found.N == 0 && (err == nil || errors.As(err, new(*message.Error))):
		return sudoku.Grid{}, sudoku.None, message.NewError("hint.notOne")
	case !found.Exact:
		return sudoku.Grid{}, sudoku.Undecided, err
	case found.N == 0:
		return sudoku.Grid{}, sudoku.None, err
	}
	if _, _, ok := p.NamedBoard(); !ok {
		return sudoku.Grid{}, sudoku.None, errors.New("hint: the puzzle has rules other than houses")
	}
	return puzzle.GridOf(found.Solutions[0]), sudoku.Found, nil
}

// State converts the position to the state type of package logic. Houses must be the puzzle's only rules. The
// candidates of a cell are its marks; without marks, they are all digits that no peer has.
func (p *Position) State() logic.State {
	board, grid, _ := p.Puzzle.NamedBoard()
	if p.Values != nil {
		grid = puzzle.GridOf(p.Values)
	}
	s := logic.NewStateOn(board, grid)
	var given logic.CellSet
	for _, g := range p.Puzzle.Givens {
		given.Add(logic.Cell(g.Cell))
	}
	s.SetGivens(given)
	for c, marks := range p.Marks {
		if marks != nil {
			var set sudoku.Candidates
			for _, d := range marks {
				set = set.With(sudoku.Digit(d))
			}
			s.SetCandidates(logic.Cell(c), set)
		}
	}
	return s
}

// Deduce converts the position to the state type of package deduction.
func (p *Position) Deduce(ctx context.Context) (*deduction.State, error) {
	s, err := deduction.NewState(ctx, p.Puzzle)
	if err == nil {
		s.Narrow(p.Values, p.Marks)
	}
	return s, err
}

// WithValues returns a copy of the puzzle with the player's values as additional givens.
func (p *Position) WithValues() *puzzle.Puzzle {
	extended := *p.Puzzle
	extended.Givens = slices.Clip(extended.Givens)
	for cell, v := range p.Values {
		if v != puzzle.Empty && !extended.IsHole(cell) {
			extended.Givens = append(extended.Givens, puzzle.Given{Cell: cell, Values: []int{v}})
		}
	}
	return &extended
}
