package puzzle

import (
	"context"
	"math/rand/v2"
	"slices"
)

// Clue is a given or a constraint that can be added to a puzzle.
type Clue struct {
	Given      *Given
	Constraint *Constraint
	Replaces   int // the index of the constraint that the clue replaces, or −1 if it replaces none
}

// Clues holds clues that make the solution of a puzzle unique, each by itself or all together.
type Clues struct {
	// Alone has the clues that make the solution unique when only one of them is added. It is empty if some solutions
	// are unknown.
	Alone []Clue
	// Together has clues that make the solution unique only if all of them are added. It is empty if Alone has clues.
	Together []Clue
	// Unique is true if the solution is unique, with the clues or without them.
	Unique bool
}

const (
	sampled    = 128 // the number of solutions against which clues are checked
	mostAlone  = 24
	mostClues  = 400 // the maximum length of Together
	perKind    = 6   // the maximum number of clues of one kind in Alone
	mostTyped  = 400 // the largest number that a clue may have
	mostSpared = 64  // the maximum length of a list from which redundant clues are removed
)

// Searcher searches a puzzle with the same results as [Puzzle.Search].
type Searcher func(context.Context, *Puzzle, Limits) (Result, error)

// CluesOf returns clues of the given kinds that make the solution unique, for a setter who completes a puzzle. "Given"
// is one of the possible kinds. All clues agree with one solution, which seed selects. CluesOf repeatedly searches for
// up to 128 solutions, and adds a clue that excludes many of them. search is [Puzzle.Search] or a faster function. If
// search returns an error, CluesOf returns that error and the clues found so far.
func (p *Puzzle) CluesOf(ctx context.Context, kinds []string, seed uint64, limits Limits, search Searcher) (all Clues, err error) {
	r := rand.New(rand.NewPCG(seed, 1))
	limits.Solutions, limits.Keep, limits.Seed = sampled, sampled, seed
	found, err := search(ctx, p, limits)
	if err != nil || found.N < 2 {
		return Clues{Unique: err == nil && found.N == 1 && found.Exact}, err
	}
	if found.Exact {
		if all.Alone = p.singleClues(r, kinds, found.Solutions); len(all.Alone) > 0 {
			all.Unique = true
			return all, nil
		}
	}
	// Choose a solution. In each round, add a clue that holds in this solution and in the fewest others.
	solution := found.Solutions[r.IntN(len(found.Solutions))]
	next := *p
	next.Givens, next.Constraints = slices.Clip(p.Givens), slices.Clone(p.Constraints)
	for len(all.Together) < mostClues {
		if found.N == 1 && found.Exact {
			all.Unique = true
			break
		}
		clue, fewer := next.sharpestClue(r, kinds, solution, found.Solutions)
		if !fewer { // no clue of these kinds distinguishes the solutions
			break
		}
		all.Together = append(all.Together, clue)
		next = *clue.addToPuzzle(&next)
		if found, err = search(ctx, &next, limits); err != nil {
			return all, err
		}
	}
	if all.Unique && len(all.Together) <= mostSpared {
		err = p.removeRedundantClues(ctx, &all, limits, search)
	}
	return all, err
}

// removeRedundantClues removes from Together each clue without which the solution is still unique.
func (p *Puzzle) removeRedundantClues(ctx context.Context, all *Clues, limits Limits, search Searcher) error {
	limits.Solutions, limits.Keep = 2, 1
	for i := 0; i < len(all.Together); {
		less := p
		for j, c := range all.Together {
			if j != i {
				less = c.addToPuzzle(less)
			}
		}
		found, err := search(ctx, less, limits)
		if err != nil {
			return err
		}
		if found.N == 1 && found.Exact {
			all.Together = slices.Delete(all.Together, i, i+1)
		} else {
			i++
		}
	}
	return nil
}

// addToPuzzle returns a copy of p to which the clue is added.
func (c Clue) addToPuzzle(p *Puzzle) *Puzzle {
	next := *p
	switch {
	case c.Given != nil:
		next.Givens = append(slices.Clip(p.Givens), *c.Given)
	case c.Replaces >= 0:
		next.Constraints = slices.Clone(p.Constraints)
		next.Constraints[c.Replaces] = *c.Constraint
	default:
		next.Constraints = append(slices.Clip(p.Constraints), *c.Constraint)
	}
	return &next
}

// singleClues returns randomly chosen clues, several of each kind. Each clue agrees with exactly one of the solutions.
func (p *Puzzle) singleClues(r *rand.Rand, kinds []string, solutions [][]int) (all []Clue) {
	places := p.cluePlaces(kinds)
	indexOf := map[string]int{}
	for _, index := range r.Perm(len(places)) {
		place := places[index]
		kind := place.kind()
		if indexOf[kind] == perKind || len(all) == mostAlone {
			continue
		}
		// Compare the clues that agree with each solution at this place. If a clue agrees with only one solution, this
		// clue alone makes that solution unique.
		times := map[int]int{}
		first := map[int]Clue{}
		for _, s := range solutions {
			if clue, what, ok := p.solutionClueAt(place, s); ok {
				if times[what]++; times[what] == 1 {
					first[what] = clue
				}
			}
		}
		var sole []int
		for what, n := range times {
			if n == 1 {
				sole = append(sole, what)
			}
		}
		if len(sole) > 0 {
			slices.Sort(sole)
			all = append(all, first[sole[r.IntN(len(sole))]])
			indexOf[kind]++
		}
	}
	return all
}

// sharpestClue returns a clue that is true for the solution `solution`, and for as few of the other solutions as possible.
// `fewer` is false if every clue of these kinds is true for all solutions.
func (p *Puzzle) sharpestClue(r *rand.Rand, kinds []string, solution []int, solutions [][]int) (best Clue, fewer bool) {
	least := len(solutions)
	places := p.cluePlaces(kinds)
	for _, index := range r.Perm(len(places)) {
		clue, _, ok := p.solutionClueAt(places[index], solution)
		if !ok {
			continue
		}
		left := 0
		for _, s := range solutions {
			if clue.Given != nil && s[clue.Given.Cell] == clue.Given.Values[0] || clue.Constraint != nil && len(grid{p, s}.brokenCells(clue.Constraint)) == 0 {
				left++
			}
		}
		if left < least {
			best, least, fewer = clue, left, true
		}
	}
	return best, fewer
}

// cluePlace is a place for a clue: a cell for a given, or the cells of a constraint. If numbered is set, the clue has a
// number, which comes from a solution.
type cluePlace struct {
	cell     int
	c        *Constraint
	numbered bool
	replaces int
}

func (c *cluePlace) kind() string {
	if c.c == nil {
		return "Given"
	}
	return c.c.Kind
}

// solutionClueAt returns the clue at a place that agrees with a solution. `what` is the clue's digit or number. ok is
// false if no clue at this place agrees with the solution.
func (p *Puzzle) solutionClueAt(place cluePlace, solution []int) (clue Clue, what int, ok bool) {
	if place.c == nil {
		v := solution[place.cell]
		return Clue{Given: &Given{Cell: place.cell, Values: []int{v}}, Replaces: -1}, v, true
	}
	g := grid{p, solution}
	c := *place.c
	if !place.numbered {
		return Clue{Constraint: &c, Replaces: place.replaces}, 0, len(g.brokenCells(&c)) == 0
	}
	most := min(mostTyped, len(c.Cells)*p.High)
	for n := range most + 1 {
		c.Numbers = []int{n}
		if len(g.brokenCells(&c)) == 0 {
			return Clue{Constraint: &c, Replaces: place.replaces}, n, true
		}
	}
	return Clue{}, 0, false
}

// cluePlaces returns the places where the puzzle has room for another clue of one of the kinds.
func (p *Puzzle) cluePlaces(kinds []string) (all []cluePlace) {
	hasKind := func(kind string, cells []int) bool {
		return slices.ContainsFunc(p.Constraints, func(c Constraint) bool { return c.Kind == kind && slices.Equal(c.Cells, cells) })
	}
	add := func(k *Kind, cells []int, numbered bool) {
		c := Constraint{Kind: k.Name, Cells: cells}
		if numbered {
			c.Numbers = []int{p.Low + 1}
		}
		if !hasKind(k.Name, cells) && p.constraintError(&c, 0) == nil {
			all = append(all, cluePlace{c: &c, numbered: numbered, replaces: -1})
		}
	}
	board := p.layerOf(0)
	for _, name := range kinds {
		k := KindNamed(name)
		switch {
		case k == nil:
		case name == "Given":
			given := map[int]bool{}
			for _, g := range p.Givens {
				given[g.Cell] = true
			}
			for _, cell := range p.cellsOfBoard() {
				if !given[cell] {
					all = append(all, cluePlace{cell: cell, replaces: -1})
				}
			}
		case k.Way() == WaySide:
			for _, cell := range p.cellsOfBoard() {
				for _, other := range board.orthogonalNeighboursOf(cell) {
					if other > cell || k.Draw.Shape == ShapeGreater {
						add(k, []int{cell, other}, k.Form == FormNumber)
					}
				}
			}
		case k.Way() == WaySpots && k.Name != "CountingCircles":
			for _, cell := range p.cellsOfBoard() {
				in := func(c Constraint) bool { return c.Kind == name && slices.Contains(c.Cells, cell) }
				if !slices.ContainsFunc(p.Constraints, in) {
					add(k, []int{cell}, false)
				}
			}
		case k.Form == FormClue:
			for _, line := range p.linesInBothDirections() {
				add(k, line, true)
			}
		case k.Form == FormDiagonal:
			for _, line := range p.borderDiagonals() {
				add(k, line, true)
			}
		case k.Name == "Cage":
			for i := range p.Constraints {
				if c := p.Constraints[i]; c.Kind == name && c.Numbers[0] == 0 {
					all = append(all, cluePlace{c: &c, numbered: true, replaces: i})
				}
			}
		}
	}
	return all
}

// borderDiagonals returns each rising and each falling diagonal that begins at a border and has at least two cells.
func (p *Puzzle) borderDiagonals() (all [][]int) {
	board := p.layerOf(0)
	for _, cell := range p.cellsOfBoard() {
		row, column := board.rowAndColumnOf(cell)
		for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			if board.cellAt(row-d[0], column-d[1]) >= 0 {
				continue
			}
			var line []int
			for r, c := row, column; board.cellAt(r, c) >= 0; r, c = r+d[0], c+d[1] {
				line = append(line, board.cellAt(r, c))
			}
			if len(line) > 1 {
				all = append(all, line)
			}
		}
	}
	return all
}
