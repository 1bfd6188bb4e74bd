package canon

import (
	"context"
	"slices"
	"sort"

	"nonet/internal/engine/minlex"
	"nonet/sudoku"
)

// Group is the group of a grid's automorphisms: the transformations that map the grid to itself. Automorphisms that
// move the cells in the same way count as one.
type Group struct {
	// Order is the number of automorphisms, including the identity.
	Order uint64
	// Generators generate the group. The slice is empty if the identity is the only element.
	Generators []Transformation

	grid sudoku.Grid
}

// listed is the greatest order of a group whose automorphisms are listed. A full grid has at most 648 automorphisms.
const listed = 20_000

// Automorphisms finds the transformations that map g to itself. Of the 5,472,730,538 essentially different full grids,
// only 560,151 have other automorphisms than the identity. The error is ctx.Err().
func Automorphisms(ctx context.Context, g sudoku.Grid) (Group, error) {
	v := g.Values()
	_, maps, err := minlex.LeastForm(ctx, &v)
	if err != nil {
		return Group{}, err
	}
	back := Transformation{maps[0]}.Inverse()
	all := make([]Transformation, 0, len(maps))
	for i := range maps {
		all = append(all, Transformation{maps[i]}.Then(back).fixAbsentDigits(g))
	}
	group := Group{Order: uint64(len(all)), grid: g}
	// The maps to the form do not include exchanges of equal lines. They are added here.
	exchanges, n := lineExchanges(g, maps[0].Transposed)
	group.Order *= n
	if group.Order > listed {
		group.Generators = append(exchanges, all[1:]...)
		return group, nil
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].order() > all[j].order() })
	have := map[cellMapping]bool{Identity().cellMapping(): true}
	for _, t := range append(exchanges, all...) {
		if !have[t.cellMapping()] {
			group.Generators = append(group.Generators, t)
			members, err := group.allElements(ctx)
			if err != nil {
				return Group{}, err
			}
			for _, x := range members {
				have[x.cellMapping()] = true
			}
		}
	}
	return group, nil
}

// allElements returns the automorphisms, beginning with the identity. It returns nil if there are more than `listed`
// automorphisms.
func (g Group) allElements(ctx context.Context) ([]Transformation, error) {
	if g.Order > listed {
		return nil, nil
	}
	all := []Transformation{Identity().fixAbsentDigits(g.grid)}
	have := map[cellMapping]bool{all[0].cellMapping(): true}
	for i := 0; i < len(all); i++ {
		if i&255 == 255 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, x := range g.Generators {
			if y := all[i].Then(x); !have[y.cellMapping()] {
				have[y.cellMapping()] = true
				all = append(all, y.fixAbsentDigits(g.grid))
			}
		}
	}
	return all, nil
}

// cellMapping says to which cell a transformation moves each cell.
type cellMapping struct {
	transposed    bool
	rows, columns [9]uint8
}

func (t Transformation) cellMapping() cellMapping {
	return cellMapping{t.m.Transposed, t.m.Rows, t.m.Columns}
}

// fixAbsentDigits returns a copy of t, an automorphism of g, that maps each digit that g lacks to itself.
func (t Transformation) fixAbsentDigits(g sudoku.Grid) Transformation {
	var fixed [10]bool
	for c := range sudoku.Cell(sudoku.Cells) {
		fixed[g.At(c)] = true
	}
	lacks := []uint8{}
	for d := uint8(1); d <= 9; d++ {
		if !fixed[d] {
			lacks = append(lacks, d)
		}
	}
	for i, d := range lacks { // the images of digits that g lacks
		t.m.Digits[d] = lacks[i]
	}
	return t
}

// order returns how often t must be applied until every cell is back in its place; at least 1.
func (t Transformation) order() int {
	n := 1
	for x := t; x.cellMapping() != Identity().cellMapping(); x = x.Then(t) {
		n++
	}
	return n
}

// lineExchanges returns transformations of g to itself that exchange equal lines of a chute, or equal stacks. `orders`
// is the number of permutations that they generate. [minlex.LeastForm] returns only one of several maps that differ by
// such exchanges. If its maps transpose g (`transposed`), equal bands take the place of equal stacks. In a grid without
// contradictions, equal lines are empty.
func lineExchanges(g sudoku.Grid, transposed bool) (all []Transformation, orders uint64) {
	orders = 1
	values := g.Values()
	rows, columns := minlex.FirstEqualLines(&values, 9, 1), minlex.FirstEqualLines(&values, 1, 9)
	rowsOf := func(t *Transformation) *[9]uint8 { return &t.m.Rows }
	columnsOf := func(t *Transformation) *[9]uint8 { return &t.m.Columns }
	exchange := func(linesOf func(*Transformation) *[9]uint8, a, b []uint8) {
		t := Identity()
		lines := linesOf(&t)
		for i := range a {
			lines[a[i]], lines[b[i]] = b[i], a[i]
		}
		all = append(all, t)
	}
	for _, x := range []struct {
		class   *[9]uint8
		linesOf func(*Transformation) *[9]uint8
		chutes  bool
	}{{&rows, rowsOf, transposed}, {&columns, columnsOf, !transposed}} {
		for i := range uint8(9) {
			n, last := uint64(1), i
			for j := i / 3 * 3; j < i; j++ {
				if x.class[j] == x.class[i] {
					n, last = n+1, j
				}
			}
			if orders *= n; n > 1 {
				exchange(x.linesOf, []uint8{last}, []uint8{i})
			}
		}
		var chutes [3][]uint8 // the lines of each chute; equal chutes have their lines in the same order
		for i := range chutes {
			chutes[i] = []uint8{uint8(3 * i), uint8(3*i + 1), uint8(3*i + 2)}
			sort.SliceStable(chutes[i], func(a, b int) bool { return x.class[chutes[i][a]] < x.class[chutes[i][b]] })
			n, last := uint64(1), i
			for j := range i {
				if x.chutes && slices.EqualFunc(chutes[j], chutes[i], func(a, b uint8) bool { return x.class[a] == x.class[b] }) {
					n, last = n+1, j
				}
			}
			if orders *= n; n > 1 {
				exchange(x.linesOf, chutes[last], chutes[i])
			}
		}
	}
	return all, orders
}

// Symmetry describes how a transformation moves cells, up to conjugation: an automorphism of a grid has the same
// Symmetry in all isomorphs of the grid.
type Symmetry struct {
	// Name is the usual name, such as half-turn, or "" if there is none. It is a code, not a text for people.
	Name string
	// Order is the least n > 0 such that applying the transformation n times leaves every cell in place.
	Order int
	// Fixed is the number of cells that the transformation leaves in place.
	Fixed int
	// Size is the number of ways to move the cells that have this Symmetry. There are 3,359,232 ways in all.
	Size int
}

// These are the usual names of symmetries. A transformation with such a name may also rename digits.
const (
	None        = "identity"
	HalfTurn    = "half-turn"    // rotation by 180°
	QuarterTurn = "quarter-turn" // rotation by 90°
	Diagonal    = "diagonal"     // reflection in a diagonal
	Sticks      = "sticks"       // an exchange of stacks 1 and 3, and of two rows in each band
	BandCycle   = "band-cycle"   // a rotation of the three bands, or stacks
	RowCycle    = "row-cycle"    // a rotation of the rows of each band, or of the columns of each stack
)

func (t Transformation) Symmetry() (s Symmetry) {
	s.Order, s.Fixed = t.order(), t.FixedCells()
	rows, columns := cycleShapeOf(t.m.Rows), cycleShapeOf(t.m.Columns)
	if t.m.Transposed {
		// The square of t, that is t.Then(t), determines the kind of t by how it moves the rows.
		twice := cycleShapeOf(t.Then(t).m.Rows)
		s.Size = 1296 * twice.classSize()
		switch twice {
		case cycleShape{1, "111"}:
			s.Name = Diagonal
		case cycleShape{2, "12"}:
			s.Name = QuarterTurn
		}
		return s
	}
	s.Size = rows.classSize() * columns.classSize()
	if rows != columns {
		s.Size *= 2
	}
	a, b := rows, columns
	for range 2 {
		switch {
		case a == still && b == still:
			s.Name = None
		case a == cycleShape{2, "12"} && b == a:
			s.Name = HalfTurn
		case a == cycleShape{1, "222"} && b == cycleShape{2, "11"}:
			s.Name = Sticks
		case a == cycleShape{3, "1"} && b == still:
			s.Name = BandCycle
		case a == cycleShape{1, "333"} && b == still:
			s.Name = RowCycle
		}
		a, b = b, a
	}
	return s
}

// cycleShape classifies permutations of nine lines that keep the lines of a chute together, up to conjugation. chutes
// is the length of the longest cycle of chutes. rings has a digit for each cycle of chutes. After one round of the
// cycle, the lines of a chute are in place (1), two of them are exchanged (2), or all three are rotated (3).
type cycleShape struct {
	chutes int
	rings  string // one digit for each cycle of chutes; the digit of a longer cycle comes first
}

var still = cycleShape{1, "111"}

func cycleShapeOf(lines [9]uint8) (s cycleShape) {
	var rings []byte
	var seen [3]bool
	for chute := range 3 {
		if seen[chute] {
			continue
		}
		n, rank := 0, [3]uint8{0, 1, 2}
		for i := range rank {
			rank[i] += uint8(3 * chute)
		}
		for c := chute; !seen[c]; c = int(rank[0] / 3) {
			seen[c] = true
			n++
			for i := range rank {
				rank[i] = lines[rank[i]]
			}
		}
		moved := byte(0)
		for i, x := range rank {
			if int(x) != 3*chute+i {
				moved++
			}
		}
		s.chutes = max(s.chutes, n)
		ring := '0' + max(moved, 1)
		if n == 2 {
			rings = append([]byte{ring}, rings...)
		} else {
			rings = append(rings, ring)
		}
	}
	if s.chutes == 1 {
		sort.Slice(rings, func(i, j int) bool { return rings[i] < rings[j] })
	}
	s.rings = string(rings)
	return s
}

func (s cycleShape) classSize() int {
	weights := map[byte]int{'1': 1, '2': 3, '3': 2}
	n := 1
	for _, r := range []byte(s.rings) {
		n *= weights[r]
	}
	switch s.chutes {
	case 1:
		if a := s.rings; a[0] != a[2] {
			if n *= 3; a[0] != a[1] && a[1] != a[2] {
				n *= 2
			}
		}
	case 2:
		n *= 3 * 6
	default:
		n *= 2 * 36
	}
	return n
}
