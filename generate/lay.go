package generate

import (
	"cmp"
	"slices"
	"sort"

	"nonet/board"
	"nonet/internal/random"
	"nonet/puzzle"
)

// constraintLayer places constraints that the attempt's solution satisfies.
type constraintLayer struct {
	*attempt
	p      *puzzle.Puzzle
	closer int // how much denser than usual constraints are placed, in quarters; 2 means 1.5 times as many
	used   usedCells
	tiled  board.CellSet // cells used by cages
}

// usedCells holds the cells that lines or areas use, and the corners that lines cross. A corner has the number of the
// cell to its upper left. Example: corner 0 is the lower right corner of r1c1.
type usedCells struct{ cells, corners board.CellSet }

func (u *usedCells) meets(v *usedCells) bool {
	return u.cells.Meets(v.cells) || u.corners.Meets(v.corners)
}

// layAllKinds places constraints of all wanted kinds. ok is false if it finds no place for some kind.
func (a *attempt) layAllKinds(empty *puzzle.Puzzle, closer int) (laid *puzzle.Puzzle, ok bool) {
	next := *empty
	next.Constraints = slices.Clone(empty.Constraints)
	l := constraintLayer{attempt: a, p: &next, closer: closer}
	lines := 0 // the number of kinds whose lines and areas share the cells
	for _, k := range a.kinds {
		if way := k.Way(); way == puzzle.WayLine || way == puzzle.WaySets || way == puzzle.WayCells && !k.Lay.Tiles {
			lines++
		}
	}
	for _, k := range a.kinds {
		before := len(next.Constraints)
		l.layKind(k, max(lines, 1))
		if len(next.Constraints) == before && !a.keep[k.Name] {
			return nil, false
		}
	}
	a.sortByKindAndPlace(next.Constraints[len(empty.Constraints):])
	for _, k := range a.negative {
		next.Constraints = append(next.Constraints, ruleOf(k)...)
	}
	return &next, true
}

// sortByKindAndPlace sorts constraints in place: first by kind, in the order of p's kinds, and then by position, from
// the top left.
func (p *plan) sortByKindAndPlace(laid []puzzle.Constraint) {
	rank := map[string]int{}
	for i, k := range p.kinds {
		rank[k.Name] = i
	}
	sort.SliceStable(laid, func(i, j int) bool {
		x, y := &laid[i], &laid[j]
		return cmp.Or(rank[x.Kind]-rank[y.Kind], firstCell(x)-firstCell(y)) < 0
	})
}

func firstCell(c *puzzle.Constraint) int {
	return slices.Min(slices.Concat(c.Cells, slices.Concat(c.Sets...)))
}

// layKind places the constraints of kind k. sharing is the number of kinds that share the board's cells.
func (l *constraintLayer) layKind(k *puzzle.Kind, sharing int) {
	n := len(l.solution)
	if c, one := l.p.LayOnce(k, l.solution, l.chance.Below); one {
		if len(c.Cells) > 0 {
			l.p.Constraints = append(l.p.Constraints, c)
		}
		return
	}
	switch way := k.Way(); {
	case k.Lay.Tiles:
		l.layTiles(k)
		return
	case way == puzzle.WayCells, way == puzzle.WayLine, way == puzzle.WaySets:
		// Try often, so that even a kind that rarely fits gets a place.
		room := n * min(k.Lay.Share*(4+l.closer)/4, 90) / 100 / sharing
		for tries := 40 * n; tries > 0 && room >= max(k.Lay.Least, 2); tries-- {
			cells := l.growShape(k, room)
			if way == puzzle.WaySets {
				cells = l.appendMatchingArea(cells)
			}
			if cells != nil && l.addConstraint(k, cells) {
				used := l.usedBy(k, cells)
				l.used.cells, l.used.corners = l.used.cells.Or(used.cells), l.used.corners.Or(used.corners)
				room -= len(cells)
			}
		}
		return
	}
	places := l.placesFor(k)
	random.Shuffle(&l.chance, places)
	for most := (len(places)*k.Lay.Share*(4+l.closer)/4 + 99) / 100; most > 0 && len(places) > 0; places = places[1:] {
		cells := places[0]
		if l.addConstraint(k, cells) || k.Way() == puzzle.WaySide && l.addConstraint(k, []int{cells[1], cells[0]}) {
			most--
		}
	}
}

// addConstraint adds a constraint on cells if the solution satisfies it, and reports whether the constraint was added.
func (l *constraintLayer) addConstraint(k *puzzle.Kind, cells []int) bool {
	c, ok := l.p.LayConstraint(k, cells, l.solution)
	if ok {
		if c.Sets == nil {
			c.Cells = slices.Clone(cells)
		}
		l.p.Constraints = append(l.p.Constraints, c)
	}
	return ok
}

// placesFor returns the places where a constraint of the kind can be: one list of cells for each place. It returns nil
// for kinds of lines and areas.
func (l *constraintLayer) placesFor(k *puzzle.Kind) (all [][]int) {
	size := l.Size
	step := func(from, down, right int) (cells []int) {
		for row, column := from/size, from%size; row >= 0 && row < size && column >= 0 && column < size; row, column = row+down, column+right {
			cells = append(cells, row*size+column)
		}
		return cells
	}
	switch k.Way() {
	case puzzle.WaySpots:
		for cell := range l.solution {
			all = append(all, []int{cell})
		}
	case puzzle.WaySide:
		for cell := range l.solution {
			if cell%size+1 < size {
				all = append(all, []int{cell, cell + 1})
			}
			if cell+size < len(l.solution) {
				all = append(all, []int{cell, cell + size})
			}
		}
	case puzzle.WayCorner:
		for cell := range l.solution {
			if square := l.p.Square(cell); square != nil {
				all = append(all, square)
			}
		}
	case puzzle.WayOutside:
		for i := range size {
			all = append(all, step(i*size, 0, 1), step(i, 1, 0))
			if k.Lay.Ends {
				all = append(all, step(i*size+size-1, 0, -1), step((size-1)*size+i, -1, 0))
			}
		}
	case puzzle.WayDiagonal: // only the directions that Interactive Sudoku Solver supports
		last := size - 1
		for i := range last {
			all = append(all, step(i*size, 1, 1), step(i+1, 1, -1))
			if i > 0 {
				all = append(all, step(i*size+last, -1, -1), step(last*size+i, -1, 1))
			}
		}
		all = slices.DeleteFunc(all, func(cells []int) bool { return len(cells) < 3 })
	}
	return all
}

// growShape returns the cells of a random line or area for a kind, or nil if it finds none.
func (l *constraintLayer) growShape(k *puzzle.Kind, room int) (cells []int) {
	least, most := k.Lay.Least, k.Lay.Most
	if least == 0 {
		least, most = l.Size, l.Size
	}
	if most = min(most, room, l.p.Values()); most < least {
		return nil
	}
	length := least + l.chance.Below(most-least+1)
	start := l.chance.Below(len(l.solution))
	if l.isUsed(start) {
		return nil
	}
	cells = []int{start}
	if k.Lay.Middle {
		cells = l.extendBothEnds(k, cells, length)
	} else {
		cells = l.extendCells(k, cells, length)
	}
	if len(cells) < least {
		return nil
	}
	return cells
}

// extendCells adds cells to a line or area until the shape has `length` cells, or until no cell can be added.
func (l *constraintLayer) extendCells(k *puzzle.Kind, cells []int, length int) []int {
	for len(cells) < length {
		var next []int
		switch {
		case k.Lay.Straight:
			next = l.nextStraightCells(cells)
		case k.Way() == puzzle.WayLine:
			next = l.nextLineCells(cells)
		default:
			next = l.freeSides(cells, l.used.cells)
		}
		grew := false
		for len(next) > 0 && !grew {
			i := l.chance.Below(len(next))
			to := next[i]
			next[i] = next[len(next)-1]
			next = next[:len(next)-1]
			cells = append(cells, to)
			if grew = l.p.MayGrow(k, cells, l.solution); !grew {
				cells = cells[:len(cells)-1]
			}
		}
		if !grew {
			break
		}
	}
	return cells
}

func (l *constraintLayer) extendBothEnds(k *puzzle.Kind, cells []int, length int) []int {
	for len(cells)+2 <= length {
		var longer [][]int
		for _, last := range l.nextLineCells(cells) {
			line := append(slices.Clone(cells), last)
			slices.Reverse(line)
			for _, first := range l.nextLineCells(line) {
				next := append(slices.Clone(line), first)
				if _, ok := l.p.LayConstraint(k, next, l.solution); ok && !l.endStepsCross(next) {
					longer = append(longer, next)
				}
			}
		}
		if len(longer) == 0 {
			break
		}
		cells = longer[l.chance.Below(len(longer))]
	}
	return cells
}

func (l *constraintLayer) endStepsCross(line []int) bool {
	n := len(line)
	step := func(a, b int) int {
		if a/l.Size == b/l.Size || a%l.Size == b%l.Size {
			return -1
		}
		return cornerOf(l.Size, a, b)
	}
	from := step(line[0], line[1])
	return from >= 0 && from == step(line[n-2], line[n-1])
}

// nextLineCells returns the free cells to which a line can continue without crossing another line. The line must not
// curl. A new cell may touch the line's last cell. It may touch the last cell but one only at a corner, and no other
// cell of the line.
func (l *constraintLayer) nextLineCells(line []int) (next []int) {
	size := l.Size
	last := line[len(line)-1]
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			row, column := last/size+down, last%size+right
			to := row*size + column
			if row < 0 || row >= size || column < 0 || column >= size || l.isUsed(to) || to == last ||
				down != 0 && right != 0 && l.used.corners.Has(board.Cell(cornerOf(size, last, to))) {
				continue
			}
			curls := slices.ContainsFunc(line[:len(line)-1], func(cell int) bool {
				rows, columns := distance(row, cell/size), distance(column, cell%size)
				before := len(line) > 1 && cell == line[len(line)-2]
				return rows+columns < 2 || !before && max(rows, columns) < 2
			})
			if !curls {
				next = append(next, to)
			}
		}
	}
	return next
}

// nextStraightCells returns the free cells to which a straight line can continue to the right or down. A line of one
// cell can have both.
func (l *constraintLayer) nextStraightCells(cells []int) (next []int) {
	last := cells[len(cells)-1]
	if right := last%l.Size+1 < l.Size; right && (len(cells) == 1 || last-1 == cells[len(cells)-2]) {
		next = append(next, last+1)
	}
	if down := last+l.Size < len(l.solution); down && (len(cells) == 1 || last-l.Size == cells[len(cells)-2]) {
		next = append(next, last+l.Size)
	}
	return slices.DeleteFunc(next, l.isUsed)
}

// appendMatchingArea returns the cells of an area, followed by those of another area with the same shape and the same
// values. It returns nil if the board has no such area.
func (l *constraintLayer) appendMatchingArea(area []int) []int {
	if area == nil {
		return nil
	}
	for from := range l.solution {
		down, right := from/l.Size-area[0]/l.Size, from%l.Size-area[0]%l.Size
		copied := slices.Clone(area)
		fits := !slices.ContainsFunc(area, func(cell int) bool {
			row, column := cell/l.Size+down, cell%l.Size+right
			to := row*l.Size + column
			return row < 0 || row >= l.Size || column < 0 || column >= l.Size ||
				l.isUsed(to) || slices.Contains(area, to) || l.solution[to] != l.solution[cell]
		})
		if !fits {
			continue
		}
		for i := range copied {
			copied[i] += down*l.Size + right
		}
		return append(slices.Clone(area), copied...)
	}
	return nil
}

func (l *constraintLayer) isUsed(cell int) bool { return l.used.cells.Has(board.Cell(cell)) }

func distance(a, b int) int { return max(a, b) - min(a, b) }

// cornerOf returns the corner at which two cells touch diagonally, as the number of the cell at its upper left.
func cornerOf(size, a, b int) int { return min(a/size, b/size)*size + min(a%size, b%size) }

// freeSides returns the neighbours of the area's cells that are neither in the area nor in `used`.
func (l *constraintLayer) freeSides(area []int, used board.CellSet) (next []int) {
	for _, cell := range area {
		for _, to := range l.board.Neighbours(cell) {
			if !used.Has(board.Cell(to)) && !slices.Contains(area, to) && !slices.Contains(next, to) {
				next = append(next, to)
			}
		}
	}
	return next
}

func (l *constraintLayer) usedBy(k *puzzle.Kind, cells []int) (used usedCells) {
	for i, cell := range cells {
		used.cells.Add(board.Cell(cell))
		if k.Way() == puzzle.WaySets { // two adjacent areas would look like one
			for _, beside := range l.board.Neighbours(cell) {
				used.cells.Add(board.Cell(beside))
			}
		}
		if i > 0 && k.Way() == puzzle.WayLine && cell/l.Size != cells[i-1]/l.Size && cell%l.Size != cells[i-1]%l.Size {
			used.corners.Add(board.Cell(cornerOf(l.Size, cell, cells[i-1])))
		}
	}
	return used
}
