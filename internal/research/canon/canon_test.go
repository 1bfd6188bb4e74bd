package canon

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/sudoku"
)

// equal has 81 equal digits; each row of stripes has nine equal digits.
var (
	equal   = sudoku.MustParse(strings.Repeat("1", 81))
	stripes = func() (g sudoku.Grid) {
		for c := range sudoku.Cell(sudoku.Cells) {
			g = g.With(c, sudoku.Digit(c/9+1))
		}
		return g
	}()
)

// stack is the first stack of a solution. The two other stacks are empty, so they can be permuted, and so can
// the columns within each.
var stack = func() (g sudoku.Grid) {
	for c := range sudoku.Cell(sudoku.Cells) {
		if c%9 < 3 {
			g = g.With(c, solution.At(c))
		}
	}
	return g
}()

// TestEnds checks that a function that takes more than some microseconds ends with its context. It then returns
// an error and no answer.
func TestEnds(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	// Grids that break the rules; the first and the last also have patterns with many symmetries.
	for _, g := range []sudoku.Grid{equal, solution.With(0, 2), equal.With(40, 0)} {
		if f, _, err := Minlex(ended, g); err == nil || f != (sudoku.Grid{}) {
			t.Errorf("%v has the form %v", g, f)
		}
		if f, _, err := PatternMinlex(ended, g); err == nil || f != (sudoku.Grid{}) {
			t.Errorf("%v has the form %v", g, f)
		}
		if group, err := Automorphisms(ended, g); err == nil || group.Order != 0 {
			t.Errorf("%v has %d automorphisms", g, group.Order)
		}
		if _, ok, err := Isomorphic(ended, g, g); err == nil || ok {
			t.Errorf("%v is its own isomorph without being looked at", g)
		}
		if MinlexAll(ended, make([][81]uint8, 1), [][81]uint8{g.Values()}) == nil {
			t.Errorf("%v has a form", g)
		}
	}
	if _, _, err := PatternMinlex(ended, solution.With(40, 0)); err == nil {
		t.Error("41,472 symmetries were tried after the end")
	}
}

func randomTransformation(r *rand.Rand) (t Transformation) {
	lines := func() (to [9]uint8) {
		for i, chute := range r.Perm(3) {
			for j, x := range r.Perm(3) {
				to[3*i+j] = uint8(3*chute + x)
			}
		}
		return to
	}
	t.m.Transposed, t.m.Rows, t.m.Columns = r.IntN(2) == 1, lines(), lines()
	for i, d := range r.Perm(9) {
		t.m.Digits[i+1] = uint8(d + 1)
	}
	return t
}

var (
	puzzle   = sudoku.MustParse("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
	solution = sudoku.MustParse("812753649943682175675491283154237896369845721287169534521974368438526917796318452")
)

// transformationOf returns the transformation whose text, without some parts, this is.
func transformationOf(text string) Transformation {
	t := Identity()
	for _, part := range strings.Fields(text) {
		t.m.Transposed = t.m.Transposed || part == "t"
		for i, x := range []byte(part[1:]) {
			switch part[0] {
			case 'r':
				t.m.Rows[i] = x - '1'
			case 'c':
				t.m.Columns[i] = x - '1'
			case 'd':
				t.m.Digits[i+1] = x - '0'
			}
		}
	}
	return t
}

// TestGroup checks that transformations form a group, that they act on grids and cells, and that String describes them.
func TestGroup(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		a, b, c := randomTransformation(r), randomTransformation(r), randomTransformation(r)
		if a.Then(b).Then(c) != a.Then(b.Then(c)) {
			t.Fatalf("(%v, %v), %v: not associative", a, b, c)
		}
		if a.Then(a.Inverse()) != Identity() || a.Inverse().Then(a) != Identity() || a.Then(Identity()) != a || Identity().Then(a) != a {
			t.Fatalf("%v has inverse %v", a, a.Inverse())
		}
		if got, want := a.Then(b).Apply(puzzle), b.Apply(a.Apply(puzzle)); got != want {
			t.Fatalf("%v then %v makes %v, want %v", a, b, got, want)
		}
		moved := a.Apply(puzzle)
		for cell := range sudoku.Cell(sudoku.Cells) {
			if got, want := moved.At(a.Cell(cell)), sudoku.Digit(a.m.Digits[puzzle.At(cell)]); got != want {
				t.Fatalf("%v takes %v to %v, where %v is, want %v", a, cell, a.Cell(cell), got, want)
			}
		}
		if back := transformationOf(a.String()); back != a {
			t.Fatalf("%q is read as %v", a, back)
		}
	}
	if n := Identity().FixedCells(); n != 81 {
		t.Errorf("the identity fixes %d cells", n)
	}
}

// TestIsomorphs checks that the forms and isomorphs of a grid are isomorphic to the grid, and that
// Isomorphic finds a transformation.
func TestIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	contradictory := puzzle.With(1, 8).With(2, 8)
	for _, g := range []sudoku.Grid{puzzle, solution, contradictory, {}, sudoku.Grid{}.With(40, 5), solution.With(0, 0), equal, stripes, equal.With(40, 0).With(9, 0)} {
		form, to, _ := Minlex(t.Context(), g)
		if to.Apply(g) != form {
			t.Errorf("%v makes %v of %v, want %v", to, to.Apply(g), g, form)
		}
		if again, _, _ := Minlex(t.Context(), form); again != form || form.Compare(g) > 0 {
			t.Errorf("%v has the form %v, and that %v", g, form, again)
		}
		moved := randomTransformation(r).Apply(g)
		if by, ok, _ := Isomorphic(t.Context(), g, moved); !ok || by.Apply(g) != moved {
			t.Errorf("%v and %v are isomorphic by %v: %v", g, moved, by, ok)
		}
	}
	for _, g := range []sudoku.Grid{puzzle, contradictory, solution.With(0, 2), equal} {
		form, to, _ := PatternMinlex(t.Context(), g)
		moved, _, _ := PatternMinlex(t.Context(), randomTransformation(r).Apply(g))
		if to.Apply(g) != form || moved != form {
			t.Errorf("%v has the form by its pattern %v, %v makes %v of it, an isomorph has %v", g, form, to, to.Apply(g), moved)
		}
	}
	if _, ok, _ := Isomorphic(t.Context(), puzzle, solution); ok {
		t.Error("a puzzle is isomorphic to its solution")
	}
	if _, ok, _ := Isomorphic(t.Context(), puzzle, puzzle.With(1, 1)); ok {
		t.Error("a puzzle is isomorphic to another")
	}
}

// TestSolutionMinlex checks the form by the solution. It must be an isomorph of the puzzle, and all isomorphs
// must share it, even if the solution has automorphisms.
func TestSolutionMinlex(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	symmetric := sudoku.MustParse("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	for _, s := range []sudoku.Grid{solution, symmetric} {
		p := s
		for _, c := range r.Perm(81)[:50] {
			p = p.With(sudoku.Cell(c), 0)
		}
		want, to, ok := SolutionMinlex(p, s)
		if least, _, _ := Minlex(t.Context(), s); !ok || to.Apply(p) != want || to.Apply(s) != least {
			t.Fatalf("%v by %v makes %v of %v: %v", want, to, to.Apply(p), p, ok)
		}
		for range 20 {
			m := randomTransformation(r)
			got, _, _ := SolutionMinlex(m.Apply(p), m.Apply(s))
			all := [][81]uint8{m.Apply(p).Values()}
			SolutionMinlexAll(all, all, [][81]uint8{m.Apply(s).Values()})
			if got != want || all[0] != want.Values() {
				t.Fatalf("%v, isomorph by %v: %v, %v, want %v", p, m, got, all[0], want)
			}
		}
	}
	if _, _, ok := SolutionMinlex(puzzle, puzzle); ok {
		t.Error("a puzzle passes for a solution")
	}
}

// TestAutomorphisms checks groups of known orders: a group's members must leave the grid unchanged,
// and isomorphs must have groups of the same order.
func TestAutomorphisms(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	most := sudoku.MustParse("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	for _, c := range []struct {
		grid  sudoku.Grid
		order uint64
	}{
		{most, 648}, {solution, 1}, {puzzle, 1}, {sudoku.Grid{}, 3359232}, {sudoku.Grid{}.With(40, 5), 3359232 / 81},
		{equal, 3359232}, {equal.With(40, 2), 3359232 / 81}, {equal.With(40, 0), 3359232 / 81}, {stripes, 1296 * 1296},
		{stack, 72},
	} {
		g, _ := Automorphisms(t.Context(), c.grid)
		if g.Order != c.order {
			t.Errorf("%v has %d automorphisms, want %d", c.grid, g.Order, c.order)
		}
		moved := randomTransformation(r).Apply(c.grid)
		if same, _ := Automorphisms(t.Context(), moved); same.Order != c.order {
			t.Errorf("%v has %d automorphisms, its isomorph %d", c.grid, g.Order, same.Order)
		}
		all, _ := g.allElements(t.Context())
		if len(all) != int(c.order) && all != nil || len(g.Generators) > 50_000 {
			t.Errorf("%v: %d generators make %d of %d automorphisms", c.grid, len(g.Generators), len(all), c.order)
		}
		for _, x := range append(all, g.Generators...) {
			if x.Apply(c.grid) != c.grid {
				t.Errorf("%v is no automorphism of %v", x, c.grid)
			}
		}
	}
}

// orders lists all orders of automorphism groups of full grids, with a grid for each. Russell and Jarvis
// counted the essentially different grids by this order. 5,472,170,387 grids have only the identity; one grid
// has order 648.
var orders = []struct {
	order uint64
	grid  string
}{
	{1, "812753649943682175675491283154237896369845721287169534521974368438526917796318452"},
	{2, "123456789456789123789123456214365897365897214978214365541978632632541978897632541"},
	{3, "123456789456789123789123456214365897365897214897214365531642978642978531978531642"},
	{4, "123456789456789123789123456214365897378912564965874231547698312632541978891237645"},
	{6, "123456789456789123789123456214365897365897214897214365541632978632978541978541632"},
	{8, "123456789456789123789123456214635978675948312938217645341562897567894231892371564"},
	{9, "123456789456789123789123456214368597368597214597214368635871942871942635942635871"},
	{12, "123456789456789123789123456231564897564897231897231564312645978648972315975318642"},
	{18, "123456789456789123789123456214537968537968214968214537341672895672895341895341672"},
	{27, "123456789456789123789123456231897564564231897897564231348672915672915348915348672"},
	{36, "123456789456789123789123456231564897564897231978312645312645978645978312897231564"},
	{54, "123456789456789123789123456231564897564897231897231564348672915672915348915348672"},
	{72, "123456789456789123789123456231564978564897312897231645312978564645312897978645231"},
	{108, "123456789456789123789123456231564897564897231897231564312978645645312978978645312"},
	{162, "123456789456789123789123456267591834591834267834267591375618942618942375942375618"},
	{648, "123456789456789123789123456231564897564897231897231564312645978645978312978312645"},
}

// TestOrders moves a grid of each order by a random transformation. The grid's group must have this order, be
// closed and have inverses. Each member must leave the grid unchanged.
func TestOrders(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, c := range orders {
		g := randomTransformation(r).Apply(sudoku.MustParse(c.grid))
		group, _ := Automorphisms(t.Context(), g)
		all, _ := group.allElements(t.Context())
		if group.Order != c.order || len(all) != int(c.order) {
			t.Errorf("%s: order %d, %d members, want %d", c.grid, group.Order, len(all), c.order)
			continue
		}
		member := map[Transformation]bool{}
		for _, x := range all {
			if member[x] = true; x.Apply(g) != g {
				t.Errorf("%s: %v is no automorphism", c.grid, x)
			}
		}
		for range 50 {
			x, y := all[r.IntN(len(all))], all[r.IntN(len(all))]
			if len(member) != len(all) || !member[x.Then(y)] || !member[x.Inverse()] {
				t.Errorf("%s: %v and %v lead out of the group", c.grid, x, y)
			}
		}
	}
}

// TestSymmetries checks that named symmetries are recognised in any position. Their order, their number of
// fixed cells and the number of transformations of their kind must be right.
func TestSymmetries(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for text, want := range map[string]Symmetry{
		"":                        {None, 1, 81, 1},
		"r987654321 c987654321":   {HalfTurn, 2, 1, 2916},
		"t c987654321":            {QuarterTurn, 4, 1, 69984},
		"t":                       {Diagonal, 2, 9, 1296},
		"t r987654321 c987654321": {Diagonal, 2, 9, 1296},
		"r213546879 c789456123":   {Sticks, 2, 9, 972},
		"r456789123":              {BandCycle, 3, 0, 144},
		"r231564897":              {RowCycle, 3, 0, 16},
		"r231564897 c231564897":   {"", 3, 0, 64},
	} {
		x := transformationOf(text)
		if got := x.Symmetry(); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
		y := randomTransformation(r)
		if got := y.Inverse().Then(x).Then(y).Symmetry(); got != want {
			t.Errorf("%q elsewhere is %+v, want %+v", text, got, want)
		}
	}
	// Each shape must have as many orders of lines as its size says.
	shapes := map[cycleShape]int{}
	perm := [6][3]uint8{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for n := range 1296 {
		var lines [9]uint8
		for i, k := range [3]int{n / 36 % 6, n / 6 % 6, n % 6} {
			for j, x := range perm[k] {
				lines[3*i+j] = 3*perm[n/216][i] + x
			}
		}
		shapes[cycleShapeOf(lines)]++
	}
	for s, n := range shapes {
		if s.classSize() != n {
			t.Errorf("%+v is the shape of %d orders, it says %d", s, n, s.classSize())
		}
	}
	if len(shapes) != 22 {
		t.Errorf("%d shapes, want 22", len(shapes))
	}
}
