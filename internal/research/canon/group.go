package canon

import (
	"context"
	"slices"
	"sort"

	"nonet/internal/engine/minlex"
	"nonet/sudoku"
)

// Group is the automorphisms of a grid: the transformations that leave it as it is, counted by what
// they do to cells.
type Group struct {
	// Order is how many there are, the identity among them.
	Order uint64
	// Generators make all others, composed; none if the identity is the only one.
	Generators []Transformation

	grid sudoku.Grid
}

// listed is up to how many automorphisms a group lists: a full grid has at most 648.
const listed = 20_000

// Automorphisms returns the group of g's automorphisms. Few grids have any but the identity, 560,151
// of the 5,472,730,538 essentially different full ones. The error is ctx's.
func Automorphisms(ctx context.Context, g sudoku.Grid) (Group, error) {
	v := g.Values()
	_, maps, err := minlex.Least(ctx, &v)
	if err != nil {
		return Group{}, err
	}
	back := Transformation{maps[0]}.Inverse()
	all := make([]Transformation, 0, len(maps))
	for i := range maps {
		all = append(all, Transformation{maps[i]}.Then(back).tidy(g))
	}
	group := Group{Order: uint64(len(all)), grid: g}
	// Equal lines may change places, which the maps to the form leave out.
	exchanges, n := exchanges(g, maps[0].Transposed)
	group.Order *= n
	if group.Order > listed {
		group.Generators = append(exchanges, all[1:]...)
		return group, nil
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].order() > all[j].order() })
	have := map[places]bool{Identity().places(): true}
	for _, t := range append(exchanges, all...) {
		if !have[t.places()] {
			group.Generators = append(group.Generators, t)
			members, err := group.elements(ctx)
			if err != nil {
				return Group{}, err
			}
			for _, x := range members {
				have[x.places()] = true
			}
		}
	}
	return group, nil
}

// All returns the automorphisms, the identity first; nil if there are more than 20,000.
func (g Group) All() []Transformation {
	all, _ := g.elements(context.Background())
	return all
}

// elements returns All until ctx ends. The error is ctx's.
func (g Group) elements(ctx context.Context) ([]Transformation, error) {
	if g.Order > listed {
		return nil, nil
	}
	all := []Transformation{Identity().tidy(g.grid)}
	have := map[places]bool{all[0].places(): true}
	for i := 0; i < len(all); i++ {
		if i&255 == 255 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, x := range g.Generators {
			if y := all[i].Then(x); !have[y.places()] {
				have[y.places()] = true
				all = append(all, y.tidy(g.grid))
			}
		}
	}
	return all, nil
}

// places is what a transformation does to cells.
type places struct {
	transposed    bool
	rows, columns [9]uint8
}

func (t Transformation) places() places { return places{t.m.Transposed, t.m.Rows, t.m.Columns} }

// tidy returns t, which makes g of g, with names for the digits that g lacks in order.
func (t Transformation) tidy(g sudoku.Grid) Transformation {
	var has [10]bool
	for c := range sudoku.Cell(sudoku.Cells) {
		has[g.At(c)] = true
	}
	lacks := []uint8{}
	for d := uint8(1); d <= 9; d++ {
		if !has[d] {
			lacks = append(lacks, d)
		}
	}
	for i, d := range lacks { // those that g has change among themselves
		t.m.Digits[d] = lacks[i]
	}
	return t
}

// order returns how often t has to be done until every cell is where it was.
func (t Transformation) order() int {
	n := 1
	for x := t; x.places() != Identity().places(); x = x.Then(t) {
		n++
	}
	return n
}

// exchanges returns transformations that exchange equal lines of a chute, or equal stacks, of g, and how
// many orders of these there are. If transposed, it exchanges equal bands in place of stacks: maps to
// the form that transpose first leave those out. In a grid without contradictions equal lines are empty.
func exchanges(g sudoku.Grid, transposed bool) (all []Transformation, orders uint64) {
	orders = 1
	rows := equalLines(func(i, j int) uint8 { return uint8(g.At(sudoku.Cell(9*i + j))) })
	columns := equalLines(func(i, j int) uint8 { return uint8(g.At(sudoku.Cell(9*j + i))) })
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
		var chutes [3][]uint8 // the lines of each, those of equal chutes in the same order
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

// equalLines gives each of nine lines the number of the first line that is equal.
func equalLines(at func(line, place int) uint8) (class [9]uint8) {
	for i := range class {
		for j := 0; ; j++ {
			equal := true
			for place := range 9 {
				equal = equal && at(i, place) == at(j, place)
			}
			if equal {
				class[i] = uint8(j)
				break
			}
		}
	}
	return class
}

// Symmetry says what a transformation does to cells. It is the same for what the transformation
// becomes where the grid is transformed.
type Symmetry struct {
	// Name is one that people use, such as half-turn, or the empty text. It is a code, not a text.
	Name string
	// Order is how often it has to be done until every cell is where it was.
	Order int
	// Fixed is how many cells it leaves where they are.
	Fixed int
	// Size is how many of the 3,359,232 ways to move the cells are of this kind.
	Size int
}

// The names of symmetries that people use. With all of them digits change their names.
const (
	None        = "identity"
	HalfTurn    = "half-turn"    // by 180°
	QuarterTurn = "quarter-turn" // by 90°
	Diagonal    = "diagonal"     // reflection in a diagonal
	Sticks      = "sticks"       // stacks 1 and 3 change places, and two rows of each band
	BandCycle   = "band-cycle"   // the three bands, or stacks, go round
	RowCycle    = "row-cycle"    // the rows of each band, or the columns of each stack, go round
)

// Symmetry returns t's kind.
func (t Transformation) Symmetry() (s Symmetry) {
	s.Order, s.Fixed = t.order(), t.FixedCells()
	rows, columns := shapeOf(t.m.Rows), shapeOf(t.m.Columns)
	if t.m.Transposed {
		// What t does twice to rows tells its kind.
		twice := shapeOf(t.Then(t).m.Rows)
		s.Size = 1296 * twice.size()
		switch twice {
		case shape{1, "111"}:
			s.Name = Diagonal
		case shape{2, "12"}:
			s.Name = QuarterTurn
		}
		return s
	}
	s.Size = rows.size() * columns.size()
	if rows != columns {
		s.Size *= 2
	}
	a, b := rows, columns
	for range 2 {
		switch {
		case a == still && b == still:
			s.Name = None
		case a == shape{2, "12"} && b == a:
			s.Name = HalfTurn
		case a == shape{1, "222"} && b == shape{2, "11"}:
			s.Name = Sticks
		case a == shape{3, "1"} && b == still:
			s.Name = BandCycle
		case a == shape{1, "333"} && b == still:
			s.Name = RowCycle
		}
		a, b = b, a
	}
	return s
}

// shape is what an order of nine lines has in common with those that are it in other places:
// how many chutes go round together, and for each such ring, what comes of its lines
// after one round: 1, 2 or 3 that go round.
type shape struct {
	chutes int
	rings  string // of two chutes the ring's comes first
}

var still = shape{1, "111"}

func shapeOf(lines [9]uint8) (s shape) {
	var rings []byte
	var seen [3]bool
	for chute := range 3 {
		if seen[chute] {
			continue
		}
		n, at := 0, [3]uint8{0, 1, 2}
		for i := range at {
			at[i] += uint8(3 * chute)
		}
		for c := chute; !seen[c]; c = int(at[0] / 3) {
			seen[c] = true
			n++
			for i := range at {
				at[i] = lines[at[i]]
			}
		}
		moved := byte(0)
		for i, x := range at {
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
		slices.Sort(rings)
	}
	s.rings = string(rings)
	return s
}

// size returns how many orders of nine lines have the shape.
func (s shape) size() int {
	within := map[byte]int{'1': 1, '2': 3, '3': 2}
	n := 1
	for _, r := range []byte(s.rings) {
		n *= within[r]
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
