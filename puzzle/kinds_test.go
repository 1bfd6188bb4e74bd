package puzzle

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"nonet/message"
)

// smallBoards returns small boards whose grids can all be enumerated.
func smallBoards() []*Puzzle {
	free := func(rows, columns, low, high int) *Puzzle {
		return &Puzzle{Rows: rows, Columns: columns, Low: low, High: high, Free: true}
	}
	holed := New(4, 4)
	holed.Holes = []int{1, 6, 11, 12}
	return []*Puzzle{New(4, 4), free(2, 3, 1, 3), free(3, 3, 0, 1), free(1, 5, 0, 4), free(1, 4, 1, 6), New(3, 3), New(2, 4), New(1, 4), holed}
}

// permittedGrids returns all grids that a board's houses and givens permit.
func permittedGrids(p *Puzzle) (all [][]int) {
	values := make([]int, p.BoardCells())
	houses := p.houses()
	var next func(cell int)
	next = func(cell int) {
		if cell == len(values) {
			all = append(all, slices.Clone(values))
			return
		}
		for v := p.Low; v <= p.High; v++ {
			fits := v == p.Low || !p.IsHole(cell)
			fits = fits && !slices.ContainsFunc(p.Givens, func(g Given) bool { return g.Cell == cell && !slices.Contains(g.Values, v) })
			for _, h := range houses {
				for _, other := range h.cells {
					if other < cell && slices.Contains(h.cells, cell) && values[other] == v {
						fits = false
					}
				}
			}
			if fits {
				values[cell] = v
				next(cell + 1)
			}
		}
	}
	next(0)
	return all
}

// randomLine returns a line of neighbours, or any cells if the kind needs no line.
func randomLine(r *rand.Rand, p *Puzzle, least, most int) (cells []int) {
	want := least + r.IntN(most-least+1)
	if r.IntN(3) == 0 {
		return r.Perm(p.BoardCells())[:min(want, p.BoardCells())]
	}
	for try := 0; try < 20; try++ {
		cells = []int{r.IntN(p.BoardCells())}
		for len(cells) < want {
			beside := slices.DeleteFunc(p.layerOf(0).orthogonalNeighboursOf(cells[len(cells)-1]), func(c int) bool { return slices.Contains(cells, c) })
			if len(beside) == 0 {
				break
			}
			cells = append(cells, beside[r.IntN(len(beside))])
		}
		if len(cells) == want {
			break
		}
	}
	return cells
}

// Tables and machines for kinds with a text. The machines are those of the corpus.
var patterns = []string{"[12]*3.*", "(1|23)+.?", "[^2]{2,3}.*", "(12|21)*[34]*", ".*", "2?1*[2-4]{0,3}", "(.3)*.?"}

// randomArguments returns random arguments for a kind on a board.
func randomArguments(r *rand.Rand, p *Puzzle, k *Kind) Constraint {
	c := Constraint{Kind: k.Name}
	value := func() int { return p.Low + r.IntN(p.Values()) }
	most := max(k.Least, min(6, p.BoardCells()))
	if k.Most > 0 {
		most = k.Most
	}
	switch k.Form {
	case FormCells:
		c.Cells = randomLine(r, p, max(k.Least, 1), most)
	case FormNumber:
		c.Cells = randomLine(r, p, max(k.Least, 1), most)
		c.Numbers = []int{r.IntN(2*p.High + 2)}
		switch k.Name {
		case "Difference", "Ratio", "Whisper", "Lockout", "Modular":
			c.Numbers[0] = 1 + r.IntN(3)
		case "PillArrow":
			c.Numbers[0] = 2
		case "SameValues":
			c.Numbers[0] = 2 + r.IntN(2)
			c.Cells = r.Perm(p.BoardCells())
			c.Cells = c.Cells[:len(c.Cells)/c.Numbers[0]*c.Numbers[0]]
		case "SumLine":
			if r.IntN(3) == 0 {
				c.Text = loop
			}
		case "Sum":
			if r.IntN(2) == 0 {
				for range c.Cells {
					c.Numbers = append(c.Numbers, r.IntN(5)-2)
				}
			}
		}
	case FormValues:
		c.Cells = randomLine(r, p, max(k.Least, 1), most)
		for range 1 + r.IntN(min(3, max(1, len(c.Cells)))) {
			c.Numbers = append(c.Numbers, value())
		}
		switch k.Name {
		case "LookAndSay":
			c.Numbers = []int{r.IntN(3), value()}
		case "Quad":
			if c.Cells = p.Square(r.IntN(p.BoardCells())); c.Cells == nil {
				c.Cells = []int{0, 1, 2, 3}
			}
		}
	case FormClue:
		lines := p.linesInBothDirections()
		c.Cells, c.Numbers = lines[r.IntN(len(lines))], []int{r.IntN(3 * p.High)}
	case FormDiagonal:
		c.Cells, c.Numbers = randomLine(r, p, 1, most), []int{r.IntN(4 * p.High)}
	case FormSets:
		n := 1 + r.IntN(3)
		for range 2 + r.IntN(2) {
			c.Sets = append(c.Sets, randomLine(r, p, n, n))
		}
	case FormText:
		c.Cells = randomLine(r, p, max(2, k.Least), most)
		c.Text = patterns[r.IntN(len(patterns))]
		if k.Name != "Regex" {
			c.Text = PairText(p, func(a, b int) bool { return r.IntN(3) > 0 })
		}
	case FormMachine:
		c.Text = "RhX_AqqA6v_q____6qo"
		c.Sets = [][]int{randomLine(r, p, 1, most)}
	case FormChoice:
		c.Numbers = []int{1 - 2*r.IntN(2)}
		if k.Name != "Diagonal" {
			c.Numbers[0] = 1 + r.IntN(3)
		}
		if k.Name == "AntiMove" {
			c.Numbers = append(c.Numbers, r.IntN(3))
			if r.IntN(2) == 0 {
				c.Text = strconv.Itoa(value())
			}
		}
	case FormNone:
		if k.Name == "DisjointSets" {
			c.Numbers = r.Perm(4)[:r.IntN(3)]
		}
	case FormWord:
		switch k.Name {
		case "FullRankTies":
			c.Text = []string{"none", "any", "only-unclued"}[r.IntN(3)]
		case "Indexing":
			c.Text, c.Cells = indexWords[r.IntN(len(indexWords))], randomLine(r, p, 1, 2)
		case "ConnectedValues":
			c.Numbers = []int{r.IntN(4), value(), value()}
		}
	case FormParts:
		simple := []*Kind{&cage, &thermo, &whisper, &arrow, &given, &freeSum, &skyscraper, &allDifferent, &blackDot,
			&containExact, &numberedRoom, &hiddenSkyscraper}
		for range 1 + r.IntN(3) {
			part := randomArguments(r, p, simple[r.IntN(len(simple))])
			if p.constraintError(&part, 0) == nil {
				c.Parts = append(c.Parts, part)
			}
		}
		if k.Name == "Replicate" {
			c.Cells = []int{0, r.IntN(p.BoardCells())}
		}
	}
	return c
}

var seeds = flag.Uint64("seeds", 40, "random arguments tried of each kind")

// FuzzCount compares the engine's count with that of the checkers, which try every grid. It uses one to three
// random constraints on a small board, and tries some hundred boards per second.
func FuzzCount(f *testing.F) {
	small := smallBoards()
	all := make([][][]int, len(small))
	for i, p := range small {
		all[i] = permittedGrids(p)
	}
	kinds := slices.DeleteFunc(Kinds(), func(k *Kind) bool {
		return slices.Contains([]string{"ChaosArrow", "ChaosCount", "ChaosConstruction", "Doppelganger", "DutchFlatmates", "Doublers", "Multipliers"}, k.Name)
	})
	for i := range kinds {
		f.Add(uint64(i), uint8(i), uint8(3*i), uint8(7*i), uint8(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, board, one, two, three uint8) {
		i := int(board) % len(small)
		p := *small[i]
		p.Constraints = nil
		r := rand.New(rand.NewPCG(seed, 5))
		for n, kind := range []uint8{one, two, three} {
			if k := int(kind) % (2 * len(kinds)); n == 0 || k < len(kinds) {
				p.Constraints = append(p.Constraints, randomArguments(r, &p, kinds[k%len(kinds)]))
			}
		}
		if p.Validate() != nil {
			t.Skip("refused")
		}
		want, check := 0, p.fullChecker()
		for _, g := range all[i] {
			if len(check(g)) == 0 {
				want++
			}
		}
		got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20})
		if wrong := unlessContradiction(err); wrong != nil || int(got.N) != want {
			t.Errorf("on %d×%d, %d to %d, %+v: %d solutions, %v; the checkers leave %d", p.Rows, p.Columns, p.Low, p.High, p.Constraints, got.N, err, want)
		}
	})
}

// unlessContradiction returns err. For a contradiction, which means that there are no solutions, it returns
// nil.
func unlessContradiction(err error) error {
	if errors.As(err, new(*ContradictionError)) {
		return nil
	}
	return err
}

// The engine's solutions are the grids that the checkers accept.
func TestKindsAgainstCheckers(t *testing.T) {
	small := smallBoards()
	all := make([][][]int, len(small))
	for i, p := range small {
		all[i] = permittedGrids(p)
	}
	for _, k := range Kinds() {
		if k.Name == "ChaosArrow" || k.Name == "ChaosCount" || k.Name == "ChaosConstruction" || k.Name == "Doppelganger" || k.Name == "DutchFlatmates" || modifiesValues(k.Name) {
			continue // see TestRegionsToFind, TestDoppelganger, TestDutchFlatmates, TestValues
		}
		tried, some := 0, 0
		for seed := range *seeds {
			r := rand.New(rand.NewPCG(seed, 1))
			i := r.IntN(len(small))
			p := *small[i]
			p.Constraints = []Constraint{randomArguments(r, &p, k)}
			if k.Name == "FullRank" { // sometimes together with a rule for ties
				p.Constraints = append(p.Constraints, randomArguments(r, &p, &fullRankTies))
			}
			if p.Validate() != nil {
				continue
			}
			if p.Contradiction() == nil {
				tried++
			}
			var want [][]int
			check := p.fullChecker()
			for _, g := range all[i] {
				if len(check(g)) == 0 {
					want = append(want, g)
				}
			}
			if len(want) > 0 && len(want) < len(all[i]) {
				some++
			}
			p.checkParts(t, r, want)
			if len(want) > 3000 { // there are enough grids, and too many to list
				continue
			}
			got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20, Keep: 1 << 20})
			slices.SortFunc(got.Solutions, slices.Compare)
			if wrong := unlessContradiction(err); wrong != nil || !slices.EqualFunc(got.Solutions, want, slices.Equal[[]int]) {
				t.Errorf("%s on %d×%d, %d to %d, %+v: %d solutions, %v; the checker leaves %d", k.Name, p.Rows, p.Columns, p.Low, p.High, p.Constraints, got.N, err, len(want))
				for j, g := range got.Solutions {
					if j == len(want) || !slices.Equal(g, want[j]) {
						t.Logf("the first that differs: %v, broken %v", g, check(g))
						break
					}
				}
				break
			}
		}
		if tried == 0 || some == 0 && k.Name != "Nothing" {
			t.Errorf("%s: %d arguments tried, of which %d tell grids apart", k.Name, tried, some)
		}
	}
}

// Every kind has its texts, and a complete row.
func TestKindsHaveTexts(t *testing.T) {
	seen := map[string]bool{}
	keys := message.Keys()
	for _, k := range Kinds() {
		if seen[k.Name] || (k.check == nil || k.compile == nil) == (k.pair == nil && k.groups == nil && k.set == nil && k.sum == nil && k.equal == nil) || k.Example == "" {
			t.Errorf("%s: twice, or without checker, engine or example", k.Name)
		}
		seen[k.Name] = true
		for _, m := range []message.Message{k.Label(), k.Rule()} {
			if !slices.Contains(keys, m.Key) {
				t.Errorf("%s: the catalogue has no %s", k.Name, m.Key)
			}
		}
	}
}

// Solutions with regions to be found, and with clues about them, are the grids and region
// numbers that the checkers accept.
func TestRegionsToFind(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := New([]int{2, 3}[seed%2], []int{4, 3}[seed%2])
		p.Box = Box{}
		p.AddRegionsToFind()
		clue := &chaosArrow
		if r.IntN(2) == 0 {
			clue = &chaosCount
		}
		control := r.IntN(p.BoardCells())
		p.Constraints = append(p.Constraints, Constraint{
			Kind: clue.Name, Cells: []int{control}, Numbers: []int{r.IntN(2)}, Sets: p.Surroundings(clue.Name, control),
		})
		if err := p.Validate(); err != nil {
			t.Fatal(err)
		}
		var want [][]int
		all, check := permittedGrids(p), p.fullChecker()
		numbers := make([]int, p.BoardCells())
		var next func(cell, highest int)
		next = func(cell, highest int) {
			if cell == len(numbers) {
				whole := grid{p, append(slices.Clone(all[0]), numbers...)}
				for _, g := range all {
					copy(whole.v, g)
					if len(check(whole.v)) == 0 {
						want = append(want, slices.Clone(whole.v))
					}
				}
				return
			}
			for n := p.Low; n <= min(highest+1, p.layerOf(p.BoardCells()).high); n++ {
				if countOf(numbers[:cell], n) < p.Size() {
					numbers[cell] = n
					next(cell+1, max(highest, n))
				}
			}
		}
		next(0, p.Low-1)
		got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20, Keep: 1 << 20})
		slices.SortFunc(got.Solutions, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		p.checkParts(t, r, want)
		if err != nil || !slices.EqualFunc(got.Solutions, want, slices.Equal[[]int]) {
			t.Errorf("%+v: %d solutions, %v; the checker leaves %d", p.Constraints[1], got.N, err, len(want))
		}
	}
}

// Doppelganger needs more values than a row has cells. Its solutions must be those that the checker accepts
// among all 4×4 grids, with and without boxes, for some first row.
func TestDoppelganger(t *testing.T) {
	some := 0
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := &Puzzle{Rows: 4, Columns: 4, Low: 0, High: 4, Constraints: []Constraint{{Kind: "Doppelganger"}}}
		p.AddGroup(Group{Name: "DGC", Count: 4})
		p.AddGroup(Group{Name: "DGR", Count: 4})
		if seed%2 == 0 {
			p.Box = Box{2, 2}
			p.AddGroup(Group{Name: "DGB", Count: 4})
		}
		for cell, v := range append(r.Perm(4), r.Perm(5)[:2]...) {
			p.Givens = append(p.Givens, Given{cell, []int{v}})
		}
		if p.Validate() != nil {
			continue
		}
		var want [][]int
		check := p.fullChecker()
		for _, g := range permittedGrids(p) {
			// the groups have the values that are not in their lines
			whole := slices.Clone(g)
			for _, lines := range p.rowsColumnsAndBoxes() {
				for _, line := range lines {
					lacks := 10 // the sum of 0 to 4
					for _, cell := range line {
						lacks -= g[cell]
					}
					whole = append(whole, lacks)
				}
			}
			if len(check(whole)) == 0 {
				want = append(want, whole)
			}
		}
		some += len(want)
		p.checkSolutions(t, want)
	}
	if some == 0 {
		t.Error("no grid keeps the rule")
	}
}

// checkParts fails the test if a part of a solution has conflicts. So no grid that can be completed is called broken.
func (p *Puzzle) checkParts(t *testing.T, r *rand.Rand, solutions [][]int) {
	t.Helper()
	for range min(len(solutions), 20) {
		part := slices.Clone(solutions[r.IntN(len(solutions))])
		if r.IntN(2) == 0 {
			part = part[:p.BoardCells()]
		}
		for _, cell := range r.Perm(len(part))[:r.IntN(len(part)+1)] {
			part[cell] = Empty
		}
		if broken, err := p.Conflicts(part); err != nil || len(broken) > 0 {
			t.Errorf("%+v %+v: a part of a solution, %v, has conflicts: %+v, %v", p.Givens, p.Constraints, part, broken, err)
		}
	}
}

// checkSolutions fails the test unless these are the engine's solutions.
func (p *Puzzle) checkSolutions(t *testing.T, want [][]int) {
	t.Helper()
	p.checkParts(t, rand.New(rand.NewPCG(uint64(len(want)), 6)), want)
	got, err := p.Search(t.Context(), Limits{Solutions: 1 << 20, Keep: 1 << 20})
	slices.SortFunc(got.Solutions, slices.Compare)
	slices.SortFunc(want, slices.Compare)
	if err := unlessContradiction(err); err != nil || !slices.EqualFunc(got.Solutions, want, slices.Equal[[]int]) {
		t.Errorf("%+v %+v: %d solutions, %v; the checker leaves %d", p.Givens, p.Constraints, got.N, err, len(want))
	}
}

// Dutch flatmates need the values 1 to 9. The solutions must be those that the checker accepts among all
// fillings of a few cells.
func TestDutchFlatmates(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 4))
		shape := [][2]int{{3, 2}, {6, 1}, {2, 3}}[seed%3]
		p := &Puzzle{Rows: shape[0], Columns: shape[1], Low: 1, High: 9, Free: true, Constraints: []Constraint{{Kind: "DutchFlatmates"}}}
		for cell := range p.BoardCells() { // three values for each cell, mostly 1, 5 and 9
			values := []int{[]int{1, 5, 5, 9}[r.IntN(4)]}
			for len(values) < 3 {
				if v := []int{1 + r.IntN(9), 1, 5, 9}[r.IntN(4)]; !slices.Contains(values, v) {
					values = append(values, v)
				}
			}
			p.Givens = append(p.Givens, Given{cell, values})
		}
		var want [][]int
		values, check := make([]int, p.BoardCells()), p.fullChecker()
		var next func(cell int)
		next = func(cell int) {
			if cell == len(values) {
				if len(check(values)) == 0 {
					want = append(want, slices.Clone(values))
				}
				return
			}
			for _, v := range p.Givens[cell].Values {
				values[cell] = v
				next(cell + 1)
			}
		}
		next(0)
		p.checkSolutions(t, want)
	}
}

// Each kind is found by its name, and by no other.
func TestKindNamed(t *testing.T) {
	for _, k := range Kinds() {
		if KindNamed(k.Name) != k {
			t.Errorf("%s is not found", k.Name)
		}
		for _, name := range []string{k.Name + "s", k.Name[1:], "_" + k.Name} {
			if other := KindNamed(name); other != nil && other.Name != name {
				t.Errorf("%s is found as %s", name, other.Name)
			}
		}
	}
	if KindNamed("") != nil {
		t.Error("there is a kind without a name")
	}
}
