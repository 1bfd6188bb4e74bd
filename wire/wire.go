// Package wire has the JSON types of all answers. The command line prints these objects with --json, one per line, and
// the HTTP API sends them. The package only converts results of the libraries to these types, in the language of the
// request.
//
// A grid is 81 characters, row by row; '.' is an empty cell. Cells have names such as "r1c1". Times are in
// milliseconds. The command line may search several puzzles together. Then each puzzle's answer states an equal share
// of the time, and a node count that depends on the other puzzles. If a search was cut short, the answer has a reason,
// and it has "undecided" or "complete": false.
//
// The package must not import a server, because the types are the same for every sender.
package wire

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nonet/message"
	"nonet/sudoku"
)

// Contradiction is a pair of equal givens in one house.
type Contradiction struct {
	Cells   []string `json:"cells" doc:"The two cells" example:"[\"r1c1\",\"r1c5\"]"`
	Digit   int      `json:"digit" doc:"The digit both hold" example:"8"`
	House   string   `json:"house" doc:"The house: r, c, b, g, d or w for row, column, box, region, diagonal or window, and its number" example:"r1"`
	Message string   `json:"message" doc:"The same as a sentence, in the language asked for" example:"r1c1 and r1c5 are both 8 (row 1)"`
}

// CodesOf returns the codes of cells, houses and the like, such as r1c1 and b3. Codes are the same in all languages.
func CodesOf[T fmt.Stringer](list ...T) (all []string) {
	for _, one := range list {
		all = append(all, one.String())
	}
	return all
}

// Contradictions returns the JSON form of a grid's contradictions.
func Contradictions(all []sudoku.Contradiction, lang message.Lang) []Contradiction {
	var out []Contradiction
	for _, k := range all {
		out = append(out, Contradiction{
			Cells:   CodesOf(k.A, k.B),
			Digit:   int(k.Digit),
			House:   k.House.String(),
			Message: k.Message().In(lang),
		})
	}
	return out
}

// Board holds the size and the values of a board that is not classic.
type Board struct {
	Rows    int `json:"rows" doc:"How many rows it has"`
	Columns int `json:"columns" doc:"How many columns the board has"`
	Low     int `json:"low" doc:"The least value of a cell"`
	High    int `json:"high" doc:"The greatest value of a cell"`
}

// Beside holds the values of a group of cells beside the board, for example of unknown clues.
type Beside struct {
	Name   string `json:"name" doc:"What the cells are called" example:"VA"`
	Values []int  `json:"values" doc:"Their values"`
}

// Part identifies a given, a constraint or a house of a puzzle.
type Part struct {
	Kind  string   `json:"kind" doc:"Its kind; Given for a given" example:"Cage"`
	Cells []string `json:"cells" doc:"Its cells, none for a rule of the whole board" example:"[\"r1c1\",\"r1c2\"]"`
	Name  string   `json:"name" doc:"The same in words, in the language asked for"`
	Index int      `json:"index" doc:"Its place among the puzzle's constraints, from 0, as in the marks of drawing; -1 for a given or a house"`
}

// Published compares the solution in the text of a puzzle with the solution that was found.
type Published struct {
	Solution string `json:"solution" doc:"The solution in the text: a digit a cell, or for greater values numbers with blanks between them; 0 for unknown values"`
	Verdict  string `json:"verdict" enum:"agrees,differs,several,none,open" doc:"agrees: it is the only solution; differs: it does not solve the puzzle as read; several: there are others; none: there is no solution; open: it breaks no rule, but there may be others"`
}

// Solve is the answer of the operation solve: the solutions found, and whether there are more.
type Solve struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON"`
	Board          *Board          `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Outcome        string          `json:"outcome" enum:"found,none,undecided" doc:"found: there is a solution; none: proven that there is none; undecided: cut short before either was known"`
	Solutions      []string        `json:"solutions" doc:"The solutions found, up to the limit: a digit a cell, or with greater values numbers with blanks between them"`
	Beside         []Beside        `json:"beside,omitempty" doc:"The values of the cells beside the board in the first solution"`
	Complete       bool            `json:"complete" doc:"True if it is proven that there are no more than these"`
	Seed           *uint64         `json:"seed,omitempty" doc:"The seed of a random order; the same seed gives the same solution"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Published      *Published      `json:"published,omitempty" doc:"The solution given in the text, compared with the search's result"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string          `json:"reason,omitempty" doc:"Why the search was cut short"`
	Engine         string          `json:"engine,omitempty" doc:"The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed"`
	Nodes          uint64          `json:"nodes" doc:"Guesses made"`
	Milliseconds   float64         `json:"ms" doc:"Time the search took"`
}

// Count is the answer of the operation count: the number of solutions, or an estimate.
type Count struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON"`
	Board          *Board          `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Count          uint64          `json:"count" doc:"Solutions found; 18446744073709551615 stands for that many and more"`
	Decimal        string          `json:"decimal,omitempty" doc:"The count in decimal digits, if it is above 9007199254740992, the limit of exact numbers in many JSON readers"`
	Complete       bool            `json:"complete" doc:"True if that is all of them; otherwise there are at least that many"`
	Estimate       *Estimate       `json:"estimate,omitempty" doc:"The estimated number, from samples, if it was asked for and complete is false"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Published      *Published      `json:"published,omitempty" doc:"The solution given in the text, compared with the search's result"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string          `json:"reason,omitempty" doc:"Why the count was cut short"`
	Engine         string          `json:"engine,omitempty" doc:"The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed"`
	Nodes          uint64          `json:"nodes" doc:"Guesses made"`
	Milliseconds   float64         `json:"ms" doc:"Time the search took"`
}

// Check is the answer of the operation check: whether the solution is unique, and which givens are redundant.
type Check struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters; of one with a board, items of Interactive Sudoku Solver, or nonet's JSON"`
	Board          *Board          `json:"board,omitempty" doc:"Its board, unless it is a classic puzzle"`
	Givens         int             `json:"givens" doc:"How many cells are filled"`
	Constraints    int             `json:"constraints,omitempty" doc:"How many constraints it has besides the board's rules"`
	Valid          bool            `json:"valid" doc:"True if no two givens contradict each other"`
	Solvable       string          `json:"solvable" enum:"yes,no,unknown" doc:"Whether there is a solution"`
	Unique         string          `json:"unique" enum:"yes,no,unknown" doc:"Whether there is exactly one solution"`
	Minimal        string          `json:"minimal" enum:"yes,no,unknown" doc:"Whether the solution is unique, and removing any given would change that"`
	Redundant      []string        `json:"redundant,omitempty" doc:"Givens that could each be removed alone"`
	RedundantParts []Part          `json:"redundant_parts,omitempty" doc:"For a puzzle with other rules: givens and constraints that could each be removed alone"`
	Conflict       []Part          `json:"conflict,omitempty" doc:"For a puzzle with other rules and no solution: givens and constraints that contradict each other; without any one of them the others have a solution"`
	Solutions      []string        `json:"solutions,omitempty" doc:"One solution, or two different ones as proof that there are several"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Published      *Published      `json:"published,omitempty" doc:"The solution given in the text, compared with the search's result"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Reason         string          `json:"reason,omitempty" doc:"Why something is unknown"`
	Engine         string          `json:"engine,omitempty" doc:"The engine that answered: kernel and counting for classic puzzles, csp and clauses for others, target for the best scores of classic ones; absent if no search was needed"`
	Nodes          uint64          `json:"nodes" doc:"Guesses made"`
	Milliseconds   float64         `json:"ms" doc:"Time it took"`
}

// Run is the result of one strategy or engine in a [Lab].
type Run struct {
	Strategy     string  `json:"strategy" doc:"The strategy's name; kernel/NAME for an engine" example:"row-major-tables"`
	Name         string  `json:"name" doc:"Its name in the language asked for"`
	Source       string  `json:"source,omitempty" doc:"Where the strategy comes from"`
	Outcome      string  `json:"outcome" enum:"found,none,undecided" doc:"found: there is a solution; none: proven that there is none; undecided: cut short before either was known"`
	Solutions    uint64  `json:"solutions" doc:"Solutions found, up to the limit"`
	Complete     bool    `json:"complete" doc:"True if the whole space was searched"`
	Solution     string  `json:"solution,omitempty" doc:"The first solution found"`
	Nodes        uint64  `json:"nodes" doc:"Digits placed (by strategies), guesses made (by kernels)"`
	Backtracks   uint64  `json:"backtracks" doc:"Placements undone because they led to no solution; 0 for kernels, which do not count them"`
	Depth        int     `json:"depth" doc:"Greatest number of placements at one time; 0 for kernels"`
	Milliseconds float64 `json:"ms" doc:"Time the search took"`
}

// Lab is the answer of the operation lab: the runs of strategies and engines on one puzzle.
type Lab struct {
	Puzzle         string          `json:"puzzle" doc:"The puzzle as understood, 81 characters"`
	Contradictions []Contradiction `json:"contradictions,omitempty" doc:"Givens that contradict each other"`
	Notes          []string        `json:"notes,omitempty" doc:"What the answer ignores, such as pencil marks, in the language asked for"`
	Runs           []Run           `json:"runs" doc:"One search each, in the order asked for"`
}

// Milliseconds returns d in milliseconds, truncated to microseconds.
func Milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// WhyStopped explains the error of a search. If the givens contradict each other, it returns the contradictions. For
// another error it returns a text in the language lang, and for nil nothing.
func WhyStopped(err error, lang message.Lang) ([]Contradiction, string) {
	var contradiction *sudoku.ContradictionError
	switch {
	case err == nil:
		return nil, ""
	case errors.As(err, &contradiction):
		return Contradictions(contradiction.Contradictions, lang), ""
	case errors.Is(err, context.DeadlineExceeded):
		return nil, message.New("search.deadline").In(lang)
	case errors.Is(err, context.Canceled):
		return nil, message.New("search.cancelled").In(lang)
	default:
		return nil, message.TextOf(err, lang)
	}
}
