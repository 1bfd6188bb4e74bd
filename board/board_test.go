package board

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

const (
	jigsaw    = "jigsaw:" + jigsawIn
	jigsawIn  = "000000012345505012345555112345511112344466212334666222334466667388887777888887777"
	scattered = "classic+jigsaw:001122222000103332100143332111143332504444462577748888577748668577768666555558866"
)

func namedBoards(t *testing.T) map[string]*Board {
	t.Helper()
	all := map[string]*Board{}
	for _, name := range []string{"classic", "x", "windoku", "x+windoku", jigsaw, jigsaw + "+x", scattered} {
		b, err := Parse(name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all[name] = b
	}
	return all
}

// TestBoardFollowsFromHouses checks everything that a board reports against the cells of its
// houses.
func TestBoardFollowsFromHouses(t *testing.T) {
	for name, b := range namedBoards(t) {
		sees := func(c, d Cell) bool {
			return c != d && slices.ContainsFunc(slices.Collect(b.Houses().All()), func(h House) bool {
				return b.Cells(h).Has(c) && b.Cells(h).Has(d)
			})
		}
		for h := range b.Houses().All() {
			if b.Cells(h).Len() != b.Size() {
				t.Errorf("%s: %v has %d cells", name, h, b.Cells(h).Len())
			}
			for g := range b.Houses().All() {
				n := b.Cells(h).And(b.Cells(g)).Len()
				if want := g != h && n > 1; b.Crossing(h).Has(g) != want {
					t.Errorf("%s: crossing %v %v: %v", name, h, g, !want)
				}
				if g != h && n > b.LongestCrossing() {
					t.Errorf("%s: %v and %v share %d cells", name, h, g, n)
				}
			}
		}
		for c := range Cell(Cells) {
			for h := range House(houses) {
				if b.HousesOf(c).Has(h) != b.Cells(h).Has(c) {
					t.Errorf("%s: %v in %v", name, c, h)
				}
			}
			for d := range Cell(Cells) {
				if b.Peers(c).Has(d) != sees(c, d) {
					t.Errorf("%s: %v sees %v: %v", name, c, d, !sees(c, d))
				}
				pair := CellsOf(c, d)
				first, ok := b.HouseWith(pair)
				in := b.HousesWith(pair)
				if ok != (in != 0) || ok && first != in.First() || ok != (c == d || sees(c, d)) {
					t.Errorf("%s: houses with %v: %v %v %v", name, pair, first, ok, in)
				}
				if got := b.CommonPeers(pair); got != b.Peers(c).And(b.Peers(d)) {
					t.Errorf("%s: common peers of %v: %v", name, pair, got)
				}
			}
			if !b.HousesOf(c).Has(b.Block(c)) || !b.Blocks().Has(b.Block(c)) {
				t.Errorf("%s: block of %v: %v", name, c, b.Block(c))
			}
		}
		if b.CommonPeers(CellSet{}) != AllCells() || b.HousesWith(CellSet{}) != 0 {
			t.Errorf("%s: of no cells", name)
		}
	}
}

// TestRectangles checks that a rectangle is swappable exactly if exchanging its digits leaves the
// digits of each house unchanged.
func TestRectangles(t *testing.T) {
	want := map[string]int{"classic": 486}
	for name, b := range namedBoards(t) {
		found := map[CellSet]bool{}
		for i := range b.Rectangles() {
			r := b.Rectangle(i)
			if b.RectangleCells(i) != CellsOf(r[:]...) {
				t.Errorf("%s: %v", name, r)
			}
			found[b.RectangleCells(i)] = true
		}
		n := 0
		for r1 := 1; r1 <= 9; r1++ {
			for r2 := r1 + 1; r2 <= 9; r2++ {
				for c1 := 1; c1 <= 9; c1++ {
					for c2 := c1 + 1; c2 <= 9; c2++ {
						one := CellsOf(CellAt(r1, c1), CellAt(r2, c2))
						two := CellsOf(CellAt(r1, c2), CellAt(r2, c1))
						swappable := true
						for h := range b.Houses().All() {
							in := b.Cells(h)
							swappable = swappable && one.And(in).Len() == two.And(in).Len() && one.And(in).Len() < 2
						}
						if swappable {
							n++
						}
						if swappable != found[one.Or(two)] || swappable != b.Swappable(one, two) {
							t.Errorf("%s: %v %v: %v", name, one, two, !swappable)
						}
					}
				}
			}
		}
		if w := want[name]; w != 0 && n != w || n != b.Rectangles() {
			t.Errorf("%s: %d rectangles, told %d", name, n, b.Rectangles())
		}
		t.Logf("%s: %d rectangles", name[:min(len(name), 10)], n)
	}
}

func TestCounts(t *testing.T) {
	all := namedBoards(t)
	for _, k := range []struct {
		name          string
		houses, peers int // of r5c5
	}{
		{"classic", 27, 20}, {"x", 29, 32}, {"windoku", 31, 20}, {"x+windoku", 33, 32}, {scattered, 36, 20},
	} {
		b := all[k.name]
		if b.Houses().Len() != k.houses || b.Peers(CellAt(5, 5)).Len() != k.peers {
			t.Errorf("%s: %d houses, %d peers", k.name, b.Houses().Len(), b.Peers(CellAt(5, 5)).Len())
		}
	}
	if got := mustParse("windoku").Cells(HouseOf(Window, 4)); got != CellsOf(50, 51, 52, 59, 60, 61, 68, 69, 70) {
		t.Errorf("w4: %v", got)
	}
	if got := X().Cells(HouseOf(Diagonal, 2)).String(); got != "r1c9 r2c8 r3c7 r4c6 r5c5 r6c4 r7c3 r8c2 r9c1" {
		t.Errorf("d2: %v", got)
	}
}

func TestNames(t *testing.T) {
	for name, b := range namedBoards(t) {
		again, err := Parse(b.String())
		if err != nil || again.String() != b.String() || again.Houses() != b.Houses() {
			t.Errorf("%s: %v, %v", name, again, err)
		}
	}
	for in, want := range map[string]string{
		"windoku+x": "x+windoku", "classic+x": "x", "x+x": "x",
		jigsaw: "jigsaw:" + strings.Map(func(r rune) rune { return []rune("abcdefghi")[r-'0'] }, jigsawIn),
	} {
		if b, err := Parse(in); err != nil || b.String() != want {
			t.Errorf("%s: %v, %v", in, b, err)
		}
	}
	var name *NameError
	for _, in := range []string{"", "X", "classic+", "windoku:", "jigsaws:" + jigsawIn, jigsaw + "+" + jigsaw} {
		if _, err := Parse(in); !errors.As(err, &name) || name.Name != in {
			t.Errorf("%q: %v", in, err)
		}
	}
	for in, want := range map[string]string{
		"":                                       "regions are 81 characters, one for each cell, not 0",
		jigsawIn[1:]:                             "regions are 81 characters, one for each cell, not 80",
		jigsawIn + "1":                           "regions are 81 characters, one for each cell, not 82",
		strings.Replace(jigsawIn, "0", "1", 1):   "region “1” has 10 cells instead of 9",
		strings.ReplaceAll(jigsawIn, "0", "1"):   "there must be nine regions, not 8",
		strings.Replace(jigsawIn, "0", "界", 1):   "there must be nine regions, not 10",
		strings.Replace(jigsawIn, "01", "10", 1): "",
	} {
		if _, err := Parse("jigsaw:" + in); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestCodes(t *testing.T) {
	var codes []string
	for h := range House(houses) {
		code, _ := h.MarshalText()
		codes = append(codes, string(code))
		var again House
		if err := again.UnmarshalText(code); err != nil || again != h || HouseOf(h.Kind(), h.Number()) != h || !h.Kind().Houses().Has(h) {
			t.Errorf("%d: %s, %v, %v", h, code, again, err)
		}
	}
	if got, want := strings.Join(codes, " "), "r1 r2 r3 r4 r5 r6 r7 r8 r9 c1 c2 c3 c4 c5 c6 c7 c8 c9 b1 b2 b3 b4 b5 b6 b7 b8 b9 g1 g2 g3 g4 g5 g6 g7 g8 g9 d1 d2 w1 w2 w3 w4"; got != want {
		t.Errorf("codes: %s", got)
	}
	for _, bad := range []string{"", "r", "r0", "d3", "w5", "x1", "r10", "row 1"} {
		if err := new(House).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is a house", bad)
		}
	}
	for c := range Cell(Cells) {
		var again Cell
		if err := again.UnmarshalText([]byte(c.String())); err != nil || again != c || CellAt(c.Row(), c.Column()) != c {
			t.Errorf("%v: %v, %v", c, again, err)
		}
	}
	for _, bad := range []string{"", "r0c1", "r1c0", "c1r1", "r1c10"} {
		if err := new(Cell).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("%q is a cell", bad)
		}
	}
}

func TestHouseOrders(t *testing.T) {
	all := ^HouseSet(0) >> (64 - houses)
	var got []string
	for left := (all &^ Region.Houses()).HumanOrder(); left != 0; {
		got = append(got, left.Pop().String())
	}
	want := "b1 b2 b3 b4 b5 b6 b7 b8 b9 d1 d2 w1 w2 w3 w4 r1 r2 r3 r4 r5 r6 r7 r8 r9 c1 c2 c3 c4 c5 c6 c7 c8 c9"
	if strings.Join(got, " ") != want {
		t.Errorf("lines last: %v", got)
	}
	if got := HouseSet(1<<20 | 1<<0 | 1<<40).String(); got != "r1 b3 w3" {
		t.Errorf("set: %v", got)
	}
	if Lines != Row.Houses()|Column.Houses() {
		t.Error("lines")
	}
}

// TestPageHasTheBoard checks that the page's module has the classic board.
func TestPageHasTheBoard(t *testing.T) {
	type house struct {
		Code  House  `json:"code"`
		Kind  string `json:"kind"`
		N     int    `json:"n"`
		Cells []int  `json:"cells"`
	}
	b := Classic()
	all := struct {
		Name   string  `json:"name"`
		Size   int     `json:"size"`
		Houses []house `json:"houses"`
	}{Name: b.String(), Size: b.Size()}
	for h := range b.Houses().All() {
		row := house{Code: h, Kind: h.Kind().String(), N: h.Number()}
		for c := range b.Cells(h).All() {
			row.Cells = append(row.Cells, int(c))
		}
		all.Houses = append(all.Houses, row)
	}
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "../web/js/game/classic.js", "// The classic board. Code generated by go generate ./board; DO NOT EDIT.\n\nexport const classic = "+string(text)+";\n")
}

// TestBeyond checks that cells and houses beyond the board are empty, and that no index panics.
func TestBeyond(t *testing.T) {
	b := X()
	for i := range 256 {
		c, h := Cell(i), House(i)
		_ = c.String() + h.String() + Kind(i).String()
		if c >= Cells && (b.HousesOf(c) != 0 || !b.Peers(c).Empty()) || h >= houses && !b.Cells(h).Empty() {
			t.Errorf("%d is on the board", i)
		}
		_, _ = b.Block(c), b.Crossing(h)
	}
}
