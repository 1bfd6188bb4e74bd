package canon

import (
	"math/rand/v2"
	"testing"

	"nonet/sudoku"
)

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

// TestGroup: transformations are a group, which acts on grids and cells, and texts tell them.
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
			if got, want := moved.At(a.Cell(cell)), a.Digit(puzzle.At(cell)); got != want {
				t.Fatalf("%v takes %v to %v, where %v is, want %v", a, cell, a.Cell(cell), got, want)
			}
		}
		if back, err := ParseTransformation(a.String()); back != a || err != nil {
			t.Fatalf("%q is read as %v, %v", a, back, err)
		}
	}
	if n := Identity().FixedCells(); n != 81 {
		t.Errorf("the identity fixes %d cells", n)
	}
	for _, bad := range []string{"x", "r12345678", "r123456788", "r142356789", "tt", "r123456789r123456789", "t r123456789 c", "d1234567890"} {
		if got, err := ParseTransformation(bad); err == nil {
			t.Errorf("%q is read as %v", bad, got)
		}
	}
}

// TestIsomorphs: what is made of a grid is its isomorph, and found to be.
func TestIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	contradictory := puzzle.With(1, 8).With(2, 8)
	for _, g := range []sudoku.Grid{puzzle, solution, contradictory, {}, sudoku.Grid{}.With(40, 5), solution.With(0, 0)} {
		form, to := Minlex(g)
		if to.Apply(g) != form {
			t.Errorf("%v makes %v of %v, want %v", to, to.Apply(g), g, form)
		}
		if again, _ := Minlex(form); again != form || form.Compare(g) > 0 {
			t.Errorf("%v has the form %v, and that %v", g, form, again)
		}
		moved := randomTransformation(r).Apply(g)
		if by, ok := Isomorphic(g, moved); !ok || by.Apply(g) != moved {
			t.Errorf("%v and %v are isomorphic by %v: %v", g, moved, by, ok)
		}
	}
	if _, ok := Isomorphic(puzzle, solution); ok {
		t.Error("a puzzle is isomorphic to its solution")
	}
	if _, ok := Isomorphic(puzzle, puzzle.With(1, 1)); ok {
		t.Error("a puzzle is isomorphic to another")
	}
}

// TestSolutionMinlex: the form by the solution is an isomorph that all isomorphs share, also
// where the solution has automorphisms.
func TestSolutionMinlex(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	symmetric := sudoku.MustParse("123456789456789123789123456231564897564897231897231564312645978645978312978312645")
	for _, s := range []sudoku.Grid{solution, symmetric} {
		p := s
		for _, c := range r.Perm(81)[:50] {
			p = p.With(sudoku.Cell(c), 0)
		}
		want, to, ok := SolutionMinlex(p, s)
		if least, _ := Minlex(s); !ok || to.Apply(p) != want || to.Apply(s) != least {
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
