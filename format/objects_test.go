package format

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/internal/check/soak"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

const solution81 = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

const board81 = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"

// readings returns the kind, the board, the constraints and the notes of each puzzle of a text.
func readings(text string) string {
	var out []string
	in := NewReader(strings.NewReader(text), Options{IgnoreUnknown: true})
	p, err := in.Next()
	for ; err == nil; p, err = in.Next() {
		one := p.Kind.String()
		if o := p.Puzzle(); p.IsClassic() {
			one += fmt.Sprint(" ", p.Grid.Givens(), " givens")
		} else {
			one += fmt.Sprintf(" %d×%d %d givens", o.Rows, o.Columns, len(o.Givens))
			for _, c := range o.Constraints {
				one += "; " + c.Kind
				for _, n := range c.Numbers {
					one += fmt.Sprint(" ", n)
				}
				for _, set := range append([][]int{c.Cells}, c.Sets...) {
					if len(set) > 0 {
						one += " " + strings.Join(o.CellNames(set), "")
					}
				}
			}
		}
		for _, n := range told(p.Notes) {
			one += " [" + n.Part + "]"
		}
		out = append(out, one)
	}
	if err != io.EOF {
		out = append(out, err.Error())
	}
	return strings.Join(out, "\n")
}

// sudokuMaker returns a 4×4 board in SudokuMaker's JSON with the given elements.
func sudokuMaker(elements string) string {
	return `{"formatVersion":"1.5.0","puzzle":{"size":4,"cells":[{"given":true,"value":1}` + strings.Repeat(",{}", 15) + `],"constraints":[{"type":0}` + elements + `]}}`
}

// TestGroups compares SudokuMaker's rules about any groups of values with their meaning, for all values of the cells.
func TestGroups(t *testing.T) {
	// has reports whether cells have a value of each group.
	has := func(groups []int, values ...int) bool {
		for _, group := range groups {
			if !slices.ContainsFunc(values, func(v int) bool { return group>>v&1 == 1 }) {
				return false
			}
		}
		return true
	}
	for _, groups := range [][]int{{6, 8, 16}, {6, 24}, {2, 4, 8, 16}, {2, 4}, {10, 16}} {
		list := strings.Join(strings.Fields(fmt.Sprint(groups)), ",")
		for _, element := range []string{`{"type":406,"lines":[[0,1,2,3,7]],"groups":` + list + `}`, `{"type":16,"groups":` + list + `}`} {
			text := strings.Replace(sudokuMaker(","+element), `"given":true,"value":1`, "", 1)
			p, notes, err := readAny(strings.Replace(text, `{"type":0},`, "", 1))
			if err != nil || len(notes) > 0 {
				t.Errorf("%s: %v %v", element, notes, err)
				continue
			}
			p.Free, p.Box = true, puzzle.Box{}
			for i := range 1 << 12 {
				values := make([]int, 16)
				for cell := range values {
					values[cell] = 1 + i>>(cell%6*2)&3
				}
				want := true
				if n := len(groups); strings.Contains(element, "lines") {
					line := []int{values[0], values[1], values[2], values[3], values[7]}
					for k := range len(line) - n + 1 {
						want = want && has(groups, line[k:k+n]...)
					}
				} else {
					for _, cell := range []int{0, 1, 2, 4, 5, 6, 8, 9, 10} {
						want = want && has(groups, values[cell], values[cell+1], values[cell+4], values[cell+5])
					}
				}
				if broken, err := p.Check(values); err != nil || (len(broken) == 0) != want {
					t.Fatalf("%s, %v: %v %v; want %v", element, values, broken, err, want)
				}
			}
		}
	}
	for _, element := range []string{`{"type":406,"lines":[[0,1,2]],"groups":[6,6]}`, `{"type":16,"groups":[2,4,8,16,32]}`, `{"type":16,"groups":[6]}`, `{"type":16,"groups":[-2,4]}`, `{"type":16,"groups":"x"}`} {
		if p, notes, err := readAny(sudokuMaker("," + element)); err != nil || len(notes) != 1 {
			t.Errorf("%s: %v %v %v", element, p, notes, err)
		}
	}
}

// TestObjects reads puzzles that programs write as one JSON object. The boards of SudokuMaker have four
// columns. Edge n is vertical and in row n/8 if n%8 is 1 to 3; otherwise it is below a cell. Corners have five
// in a row, and places outside six.
func TestObjects(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{sudokuMaker(``), "sudokumaker 4×4 1 givens"},
		{sudokuMaker(`,{"type":200,"clues":[{"value":1,"edge":1},{"value":2,"edge":12}]}`), "sudokumaker 4×4 1 givens; WhiteDot r1c1r1c2; Difference 2 r2c1r3c1"},
		{sudokuMaker(`,{"type":201,"clues":[{"value":2,"edge":11}],"negative":[2],"overrideNegativeDifferences":true}`), "sudokumaker 4×4 1 givens; BlackDot r2c3r2c4; StrictRatio 2"},
		{sudokuMaker(`,{"type":2000,"lines":[[{"x":0.5,"y":0.5},{"x":1.5,"y":1.5}]],"style":{"color":"#cccccc","thickness":0.3}},{"type":2002,"symbols":[{"position":{"x":0.5,"y":0.5},"params":{"type":"ellipse","fill":"#cccccc","rx":0.4,"ry":0.4}},{"position":{"x":3,"y":0.5},"params":{"type":"ellipse","fill":"#000000","rx":0.12,"ry":0.12}}]}`), "sudokumaker 4×4 1 givens; BlackDot r1c3r1c4; Thermo r1c1r2c2 [black dots (1)] [grey thermos (1)]"},
		{sudokuMaker(`,{"type":2001,"cages":[{"cells":[0,1],"value":"5"}]},{"type":2002,"symbols":[{"position":{"x":1},"params":{}}]}`), "sudokumaker 4×4 1 givens [type 2002] [cages: 5]"},
		{sudokuMaker(`,{"type":202,"clues":[{"value":5,"edge":4}]}`), "sudokumaker 4×4 1 givens; V r1c1r2c1"},
		{sudokuMaker(`,{"type":303,"clues":[{"corner":7,"digits":[1,2]}]}`), "sudokumaker 4×4 1 givens; Quad 1 2 r1c2r1c3r2c2r2c3"},
		{sudokuMaker(`,{"type":501,"clues":[{"value":2,"outerCell":6},{"value":3,"outerCell":4}]}`), "sudokumaker 4×4 1 givens; Sandwich 2 r1c1r1c2r1c3r1c4; Sandwich 3 r1c4r2c4r3c4r4c4"},
		{sudokuMaker(`,{"type":500,"clues":[{"value":6,"outerCell":4,"diagonal":1},{"value":6,"outerCell":0,"diagonal":-1}]}`), "sudokumaker 4×4 1 givens; LittleKiller 6 r1c3r2c2r3c1; LittleKiller 6 r1c1r2c2r3c3r4c4"},
		{sudokuMaker(`,{"type":302,"groups":[[0,5],[1,6]]}`), "sudokumaker 4×4 1 givens; Clone r1c1r1c2 r2c2r2c3"},
		{sudokuMaker(`,{"type":408,"bulbsWithArrows":[{"bulbCells":[1,0],"arrows":[[1,5,9]]}]}`), "sudokumaker 4×4 1 givens; PillArrow 2 r1c1r1c2r2c2r3c2"},
		{sudokuMaker(`,{"type":406,"lines":[[0,1]],"groups":[20,10]}`), "sudokumaker 4×4 1 givens; Modular 2 r1c1r1c2"},
		{sudokuMaker(`,{"type":405,"lines":[[0,5,10,15],[1,2]]}`), "sudokumaker 4×4 1 givens; Sum 0 1 -2 1 r1c1r2c2r3c3; Sum 0 1 -2 1 r2c2r3c3r4c4"},
		{sudokuMaker(`,{"type":301,"cages":[{"cells":[0,1],"value":3}]},{"type":12,"disabled":true}`), "sudokumaker 4×4 1 givens; Cage 3 r1c1r1c2"},
		{sudokuMaker(`,{"type":1000,"definition":{"name":"My rule"}},{"type":2000,"lines":[[]]},{"type":4000,"lightCells":[1]}`), "sudokumaker 4×4 1 givens [My rule]"},
		{sudokuMaker(`,{"type":300,"thermometers":[[0,99]]}`), "there is no cell 99"},
		{sudokuMaker(`,{"type":200,"clues":[{"value":1,"edge":8}]}`), "there is no cell edge 8"},

		{`{"rules":"Normal sudoku rules apply.","initial_board":"` + board81 + `","rows":9,"cols":9,"visual_elements":"[]"}`, "sudoku-bench 30 givens"},
		{`{"initial_board":"` + board81 + `","rows":9,"cols":9,"visual_elements":"[{\"type\":\"line\"}]"}`, "sudoku-bench 9×9 30 givens [visual_elements]"},
		{`{"rules":"Normal 6x6 sudoku rules apply.","initial_board":"1` + strings.Repeat(".", 35) + `","rows":6,"cols":6}`, "sudoku-bench 6×6 1 givens"},
		{`{"initial_board":"1..","rows":9,"cols":9}`, "no readable puzzle"},

		{`{"cages":[{"sum":3,"cells":[[0,0],[0,1]]}]}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2"},
		{`{"cages":[{"sum":3,"cells":[[1,1],[1,2]]},{"sum":9,"cells":[[9,8],[9,9]]}]}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 9 r9c8r9c9"},
		{`{"cages":[{"sum":3,"cells":[[1,1],[1,2]]}]}`, "from 0 or from 1"},
		{`{"puzzle":"` + board81 + `","areas":[{"sum":8,"cells":[[0,0],[0,1]]}]}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"mission":"` + board81 + `","cages":[[0,1],[2,3]]}`, "killer-json 9×9 30 givens; Cage 0 r1c1r1c2; Cage 0 r1c3r1c4"},
		{`{"mission":"` + board81 + `","solution":"` + solution81 + `","cages":[[0,1],[2,3]]}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2; Cage 10 r1c3r1c4"}, // the sums of the solution
		{`{"mission":"` + board81 + `","solution":"` + strings.Repeat(".", 81) + `","cages":[[0,1],[2,3]]}`, "killer-json 9×9 30 givens; Cage 0 r1c1r1c2; Cage 0 r1c3r1c4"},
		{`{"solution":"` + solution81 + `","cages":[[0,1],[8,[2,3]]]}`, "killer-json 9×9 0 givens; Cage 0 r1c1r1c2; Cage 8 r1c3r1c4"},
		{`{"solution":"` + solution81 + `","cages":[{"cells":[0,1]}]}`, "killer-json 9×9 0 givens; Cage 0 r1c1r1c2"},
		{`[{"result":3,"indices":[[1,1],[1,2]]},{"result":9,"indices":[[9,8],[9,9]]}]`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 9 r9c8r9c9"},
		{`{"size":4,"grid":[[1,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],"cages":[{"total":3,"cells":[{"row":1,"col":0},{"row":0,"col":1}]}]}`, "killer-json 4×4 1 givens; Cage 3 r2c1r1c2"},
		{`{"size":4,"cages":[{"target":7,"operation":"add","cells":["r1c1","B2"]},{"target":8,"operation":"*","cells":["r3c1","r4c1"]}]}`, "killer-json 4×4 0 givens; Cage 7 r1c1r2c2 [cages: *]"},
		{`[{"sum":3,"cells":[[0,0],[0,1]]},{"sum":9,"positions":[[8,8],[8,7]]}]`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 9 r9c9r9c8"},
		{"[\n  {\"sum\": 3,\n   \"cells\": [[0,0],[0,1]]},\n\n  {\"total\": 9,\n   \"cells\": [[8,8],[8,7]]}\n]", "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 9 r9c9r9c8"},
		{`{"cages":[{"result":3,"positions":["r1c1","r1c2"]}]}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2"},
		{`{"rules":"Normal killer sudoku rules apply. Cells a knight's move apart cannot contain the same digit. Each digit in a blue cell must be prime.","cages":[{"sum":3,"cells":["r1c1","r1c2"]}]}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; AntiKnight [“Each digit in a blue cell must be prime”]"},
		{`{"cages":[{"weight":3,"cells":["r1c1","r1c2"]}]}`, "killer-json 9×9 0 givens [cages: weight 3]"},
		{`{"type":"killer","variant":"Killer X","antiknight":true,"windoku":false,"thermos":[[1,2]],"difficulty":3,"cages":[{"sum":3,"cells":["r1c1","r1c2"]}]}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2 [antiknight] [thermos] [variant: Killer X]"},
		{`{"cages":{"b":{"sum":9,"cells":[[8,7],[8,8]]},"a":{"sum":3,"cells":[[0,0],[0,1]]}}}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 9 r9c8r9c9"},
		{`{"grid":"` + board81 + `","killer_cages":[{"sum":8,"cells":["r0c0","r0c1"]}]}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"id":3,"data":{"grid":"` + board81 + `","Cages":[{"sum":8,"cells":[{"row":0,"col":0},{"position":{"row":0,"col":1}}]}]}}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"grid":"` + board81 + `","cageList":[{"sum":8,"cells":["0-0","(0, 1)"]}]}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"grid":"` + board81 + `","constraints":[{"type":"killer cage","sum":8,"cells":["0-0","(0, 1)"]}]}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"grid":"` + board81 + `","constraints":[{"type":"cage","sum":8,"cells":["0-0","0-1"]},{"type":"thermo","sum":8,"cells":["0-0","0-1"]}]}`, "killer-json 9×9 30 givens [constraints]"},
		{`{"regions":[{"sum":8,"cells":[[0,0],[0,1]]}],"grid":"` + board81 + `"}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"regions":[{"cells":[[0,0],[0,1]]}],"grid":"` + board81 + `"}`, "killer-json 9×9 30 givens [regions]"},
		{`{"groups":[{"sum":3,"cell_indices":[0,1]}]}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2"},
		{`{"cages":[{"first":3,"second":[{"first":0,"second":0},{"first":0,"second":1}]}],"type":"Killer","filledGrid":"` + solution81 + `"}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2"},
		{`{"rows":4,"cols":4,"cells":[1` + strings.Repeat(",null", 15) + `],"cages":[{"cells":[0,1],"target":3}]}`, "killer-json 4×4 1 givens; Cage 3 r1c1r1c2"},
		{`{"cages":{"0,0;0,1":3,"1,1":5}}`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 5 r2c2"},
		{`[[3, [[0, 0], [0, 1]]], [12, [[8, 7], [8, 8]]]]`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 12 r9c8r9c9"},
		{`[[[[0, 0], [0, 1]], 3], [[[8, 7], [8, 8]], 12]]`, "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 12 r9c8r9c9"},
		{"problem = [[3, [[1, 1], [1, 2]]],\n           [12, [[9, 8], [9, 9]]]]", "killer-json 9×9 0 givens; Cage 3 r1c1r1c2; Cage 12 r9c8r9c9"},
		{"problem = [\n  [12, [[9, 8], [9, 9]]],\n  [3, [[1, 1], [1, 2]]]\n]", "killer-json 9×9 0 givens; Cage 12 r9c8r9c9; Cage 3 r1c1r1c2"},
		{`{"variant":"xsudoku","givens":"` + board81 + `"}`, "killer-json 9×9 30 givens; Diagonal -1; Diagonal 1"},
		{`{"givens":"` + board81 + `","variant":"anti-king"}`, "killer-json 9×9 30 givens [variant: anti-king]"},
		{`{"variant":"classic","givens":"` + board81 + `"}`, "json 30 givens"},
		{`{"variant":"jigsaw","size":4,"givens":"` + strings.Repeat(".", 16) + `","box_of":[0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3]}`, "killer-json 4×4 0 givens"},
		{`{"variant":"jigsaw","size":4,"givens":"` + strings.Repeat(".", 16) + `","box_of":[0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,2]}`, "killer-json 4×4 0 givens [box_of] [variant: jigsaw]"},
		{`{"grid":"` + board81 + `","cages":{"r1c1,r1c2":8}}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"grid":"` + board81 + `","cages":[{"s":8,"c":"A1 A2"}]}`, "killer-json 9×9 30 givens; Cage 8 r1c1r1c2"},
		{`{"size":4,"cages":[[1,1,2,2],[1,1,2,2],[3,3,4,4],[3,3,4,4]],"cageSums":[10,11,9,10]}`, "killer-json 4×4 0 givens; Cage 10 r1c1r1c2r2c1r2c2; Cage 11 r1c3r1c4r2c3r2c4; Cage 9 r3c1r3c2r4c1r4c2; Cage 10 r3c3r3c4r4c3r4c4"},
		{`{"size":4,"cages":[[5,5,6,6],[5,5,6,6],[7,7,8,8],[7,7,8,8]],"cageSums":[10]}`, "killer-json 4×4 0 givens [cages: sum of 5] [cages: sum of 6] [cages: sum of 7] [cages: sum of 8]"},           // no cage has the number of a sum
		{`{"size":4,"cages":[[1,1,0,0],[1,1,0,0],[2,2,3,3],[2,2,3,3]],"cageSums":[10,11,9]}`, "killer-json 4×4 0 givens; Cage 10 r1c1r1c2r2c1r2c2; Cage 11 r3c1r3c2r4c1r4c2; Cage 9 r3c3r3c4r4c3r4c4"}, // 0: no cage
		{`{"size":4,"cages":[[1,1,2,2],[1,1,2,2],[3,3,3,3],[0,0,0,0]],"cageSums":[0,10,11,9]}`, "killer-json 4×4 0 givens; Cage 10 r1c1r1c2r2c1r2c2; Cage 11 r1c3r1c4r2c3r2c4; Cage 9 r3c1r3c2r3c3r3c4"},
		{`{"size":4,"cages":[[1,1,2,2],[1,1,2,2],[3,3,3,3],[0,0,0,0]],"cageSums":{"1":10,"2":11,"3":9,"4":6}}`, "killer-json 4×4 0 givens; Cage 10 r1c1r1c2r2c1r2c2; Cage 11 r1c3r1c4r2c3r2c4; Cage 9 r3c1r3c2r3c3r3c4 [sums]"},
		{`{"size":4,"cages":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]],"cageSums":{"0":10}}`, "killer-json 4×4 0 givens; Cage 10 r1c1r1c2r1c3r1c4r2c1r2c2r2c3r2c4r3c1r3c2r3c3r3c4r4c1r4c2r4c3r4c4"},
		{`{"cages":[[0,1],[3,4]],"sums":[3,9]}`, "killer-json 9×9 0 givens; Cage 0 r1c1r1c2; Cage 0 r1c4r1c5 [sums]"}, // no number for each cell
		{`{"size":4,"cages":[["-9223372036854775808","9223372036854775807",6,6],[6,6,6,6],[7,7,8,8],[7,7,8,8]],"cageSums":[10]}`, "killer-json 4×4 0 givens [cages: sum of -9223372036854775808] [cages: sum of 9223372036854775807] [cages: sum of 6] [cages: sum of 7] [cages: sum of 8]"},
		{`{"grid":"` + board81 + `","diagonal":false,"thermos":[[1,2]]}`, "killer-json 9×9 30 givens [thermos]"},
		{`[{"grid":"` + board81 + `","thermos":[[1,2]]}]`, "json 9×9 30 givens [thermos]"},
		{`[{"grid":"` + board81 + `","thermos":[],"diagonal":false}]`, "json 30 givens"},
		{`{"cages":[{"sum":3,"cells":[[0,0],[0,17]]}]}`, "there is no cell 0,17"},

		{`{"difficulty_category":"easy","time_elapsed":1,"cells":[{"position":[0,0],"value":5,"fixed":true,"earmarks":[]},{"position":[0,1],"value":3,"fixed":false,"earmarks":[]}]}`, "gnome-sudoku 1 givens"},
		{`{"time_elapsed":1,"cells":[{"position":[0,9],"value":5,"fixed":true}]}`, "there is no cell cells: 1"},

		{"https://puzz.link/p?sudoku/4/4/1g2h3m4", "puzz-link 4×4 4 givens"},
		{"http://pzv.jp/p.html?sudoku/16/16/-10" + strings.Repeat("z", 12) + "u", "puzz-link 16×16 1 givens"},
		{"https://puzz.link/p?sudoku/4/4/1g2h3m45", "5 is not a value of this cell"},
		{"https://puzz.link/p?sudoku/8/8/1zzzi", "this is no Sudoku of puzz.link"}, // its boxes would be 2×2
	} {
		if got := readings(c.text); got != c.want && (strings.Contains(c.want, " givens") || !strings.Contains(got, c.want)) {
			t.Errorf("%s\nis %s\nwant %s", c.text, got, c.want)
		}
	}
	if p, err := ParseOne(`{"time_elapsed":1,"cells":[{"position":[0,0],"value":0,"fixed":false,"earmarks":[1,4]}]}`); err != nil || p.Extra == nil || p.Extra.Corner[0].Len() != 2 {
		t.Error("notes of GNOME Sudoku", err)
	}
}

// TestObjectOrder checks that the members of an object may come in any order, and that a board
// with cages is not a classic puzzle.
func TestObjectOrder(t *testing.T) {
	for _, text := range []string{
		`{"cages":[{"sum":8,"cells":[[0,0],[0,1]]}],"board":"` + board81 + `"}`,
		`{"board":"` + board81 + `","cages":[{"sum":8,"cells":[[0,0],[0,1]]}]}`,
	} {
		if got := readings(text + "\n" + text); got != strings.Repeat("killer-json 9×9 30 givens; Cage 8 r1c1r1c2\n", 2)[:len(got)] || strings.Count(got, "Cage") != 2 {
			t.Errorf("%s is %s", text, got)
		}
	}
	text := sudokuMaker(``)
	_, rest, _ := strings.Cut(text, `,"puzzle"`)
	if got := readings(`{"puzzle"` + strings.TrimSuffix(rest, "}") + `,"formatVersion":"1.5.0"}`); got != "sudokumaker 4×4 1 givens" {
		t.Error(got)
	}
}

// TestKSudokuHistory checks that the player's moves are read in their order, and reported if they have no
// place.
func TestKSudokuHistory(t *testing.T) {
	document := func(order, cells int, moves string) string {
		return `<!DOCTYPE ksudoku>
<ksudoku><game><puzzle><graph order="` + strconv.Itoa(order) + `" type="sudoku"/><values>b` + strings.Repeat("_", cells-1) + `</values></puzzle>
<history>` + moves + `</history></game></ksudoku>
`
	}
	moves := `<simple-event index="1" value="7"/><simple-event markers="0110" index="9"/>
<complex-event><simple-event index="2" value="3"/><simple-event index="1" value="4"/></complex-event><simple-event index="2" value="0"/><simple-event index="3" given="true" value="2"/>`
	p, err := ParseOne(document(9, 81, moves))
	if err != nil {
		t.Fatal(err)
	}
	e := p.Extra
	if e == nil || p.Grid.At(0) != 1 || e.Values.At(9) != 4 || e.Values.At(18) != 0 || e.Values.At(27) != 2 || e.Corner[1] != sudoku.CandidatesOf(2, 3) || len(p.Notes) > 0 {
		t.Errorf("%+v, %v", e, p.Notes)
	}
	if _, err := ParseOne(document(9, 81, strings.Repeat(moves+"\n", 200))); err != nil {
		t.Error(err)
	}
	if _, err := ParseOne(document(9, 81, strings.Repeat(moves+"\n", 2000))); err == nil || !strings.Contains(err.Error(), "64 KB") {
		t.Error(err)
	}
	p, err = ParseOne(document(4, 16, strings.Replace(moves, `value="7"`, `value="1"`, 1)))
	if err != nil || len(p.Notes) != 2 || p.Notes[0].Part != noteDigits || p.Notes[1].Part != noteNotes {
		t.Errorf("%v, %+v", err, p.Notes)
	}
	for _, move := range []string{`index="81" value="1"`, `index="0" value="10"`, `index="0"`, `index="0" value="1" markers="1"`, `value="1"`, `index="0" markers="x"`} {
		if _, err := ParseOne(document(9, 81, "<simple-event "+move+"/>")); err == nil {
			t.Errorf("%s was read", move)
		}
	}
}

// TestKSudokuWritten writes puzzles as games of KSudoku and reads them. What KSudoku lacks must be named.
func TestKSudokuWritten(t *testing.T) {
	for text, want := range map[string]string{
		`{"nonet":1,"rows":4,"columns":4,"givens":{"r1c2":[3],"r4c1":[2]}}`:                                                                            "",
		`{"nonet":1,"rows":6,"columns":6,"givens":{"r1c2":[6]}}`:                                                                                       "",
		`{"nonet":1,"rows":5,"columns":5,"boxes":[],"givens":{"r1c2":[5]}}`:                                                                            "",
		`{"nonet":1,"rows":16,"columns":16,"givens":{"r1c2":[16],"r2c1":[10]}}`:                                                                        "",
		`{"nonet":1,"rows":4,"columns":4,"regions":["1112","1322","3324","3444"],"givens":{"r1c4":[1]}}`:                                               "",
		`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"Diagonal","numbers":[1]},{"kind":"Diagonal","numbers":[-1]}]}`:                        "",
		`{"nonet":1,"rows":4,"columns":4,"boxes":[],"constraints":[{"kind":"Diagonal","numbers":[-1]}]}`:                                               "",
		`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"Cage","numbers":[7],"cells":["r1c1","r1c2"]}]}`:                                       "",
		`{"nonet":1,"rows":4,"columns":4,"constraints":[{"kind":"ExtraRegion","cells":["r1c1","r2c3","r3c2","r4c4"]}]}`:                                "",
		`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"Cage","numbers":[0],"cells":["r1c1","r1c2"]},{"kind":"AntiKnight"}],"title":"<&\"A"}`: "the title, Anti-knight, Killer cage",
		`{"nonet":1,"rows":4,"columns":4,"givens":{"r1c1":[1,2]}}`:                                                                                     "givens with several possible values",
		`{"nonet":1,"rows":9,"columns":9,"values":[0,8]}`:                                                                                              "cannot",
		`{"nonet":1,"rows":36,"columns":36}`:                                                                                                           "cannot",
	} {
		p, err := parseNonet(text)
		if err != nil {
			t.Fatal(text, err)
		}
		written, lost, err := writeAs(p, "ksudoku")
		var got []string
		for _, one := range lost.All() {
			got = append(got, one.In(message.English))
		}
		if all := strings.Join(got, ", "); err != nil || all != "" || want != "" {
			if all != want && (err == nil || want != "cannot") {
				t.Errorf("%s loses %q, %v", text, all, err)
			}
			continue
		}
		back, notes, err := readAny(written)
		if err != nil || len(notes) > 0 {
			t.Errorf("%s: %v, %v in\n%s", text, err, notes, written)
		} else if got := WriteNonet(back); got != WriteNonet(p) {
			t.Errorf("%s came back as %s", text, got)
		}
	}
}

// TestKSudoku reads generated documents of KSudoku, whose cells count column by column.
func TestKSudoku(t *testing.T) {
	document := func(graph, values string) string {
		return "<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle>\n" + graph + "<values>" + values + "</values>\n</puzzle></game></ksudoku>\n"
	}
	for _, c := range []struct{ text, want string }{
		{document(`<graph order="4" type="sudoku"/>`, "_b__"+strings.Repeat("_", 12)), "ksudoku 4×4 1 givens"},
		{document(`<graph order="4" type="custom" sizeX="4" sizeY="4" sizeZ="1" specific-type="KillerSudoku"><sudokugroups at="0" withblocks="1"/><cage operator="4" value="3" size="2"> 0 1 </cage></graph>`, strings.Repeat("_", 16)), "ksudoku 4×4 0 givens; Cage 3 r1c1r2c1"},
		{document(`<graph order="4" type="custom" sizeX="4" sizeY="4" sizeZ="1" specific-type="Mathdoku"><sudokugroups at="0" withblocks="0"/><cage operator="3" value="8" size="2"> 0 1 </cage></graph>`, strings.Repeat("_", 16)), "ksudoku 4×4 0 givens; Product 8 r1c1r2c1"},
		{document(`<graph order="4" type="custom" sizeX="4" sizeY="4" sizeZ="1"><sudokugroups at="0" withblocks="1"/><clique size="4">0 5 10 15</clique></graph>`, strings.Repeat("_", 16)), "ksudoku 4×4 0 givens; Diagonal -1"},
		{document(`<graph order="4" type="sudoku"/>`, "_b"), "2"},
		{"<!DOCTYPE ksudoku>\n<ksudoku>\n", "ends before </ksudoku>"},
		{document(`<graph order="99" type="sudoku"/>`, ""), "99"},
	} {
		if got := readings(c.text); got != c.want && (strings.HasPrefix(c.want, "ksudoku") || !strings.Contains(got, c.want)) {
			t.Errorf("%s\nis %s\nwant %s", c.text, got, c.want)
		}
	}
	p, err := ParseOne(document(`<graph order="4" type="sudoku"/>`, "_b__"+strings.Repeat("_", 12)))
	if err != nil || p.Puzzle().Givens[0].Cell != 4 {
		t.Error("the second symbol is in the second row:", err)
	}
	// Two 4×4 boards that share a corner of 2×2: eight cells belong to neither.
	two := `<graph order="4" type="custom" sizeX="6" sizeY="6" sizeZ="1"><sudokugroups at="0"/><sudokugroups at="14"/></graph>`
	p, err = ParseOne(document(two, strings.Repeat("_", 36)))
	if err != nil || !p.Puzzle().Free || len(p.Puzzle().Givens) != 0 || len(p.Puzzle().Holes) != 8 || len(p.Puzzle().Constraints) != 16 || p.Puzzle().Box != (puzzle.Box{Rows: 2, Columns: 2}) {
		t.Error("two boards", err, readings(document(two, strings.Repeat("_", 36))))
	}
	shapes, _ := filepath.Glob("../../shared/formats/ksudoku/*.xml")
	if len(shapes) == 0 {
		t.Skip("no ../shared/formats/ksudoku")
	}
	for _, file := range shapes {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ParseOne(string(b)); (err == nil) == strings.Contains(file, "Settable") { // the player chooses the size of such puzzles
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestSudokuMakerFile reads the reference file in ../shared, and a link with the same content.
func TestSudokuMakerFile(t *testing.T) {
	file, err := os.ReadFile("../../shared/formats/sudokumaker.json")
	link, err2 := os.ReadFile("../../shared/formats/sudokumaker-link.txt")
	if err != nil || err2 != nil {
		t.Skip("no ../shared/formats/sudokumaker.json")
	}
	p, err := ParseOne(string(file))
	q, err2 := ParseOne(string(link))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if WriteNonet(p.Puzzle()) != WriteNonet(q.Puzzle()) || len(p.Puzzle().Constraints) < 37 || len(p.Notes) > 0 {
		t.Errorf("%d constraints, %v\n%d constraints, %v", len(p.Puzzle().Constraints), p.Notes, len(q.Puzzle().Constraints), q.Notes)
	}
	if !slices.ContainsFunc(p.Puzzle().Constraints, func(c puzzle.Constraint) bool { return c.Kind == "NumberedRoom" }) {
		t.Error("no numbered room")
	}
	written, lost, err := writeAs(p.Puzzle(), "sudokumaker")
	back, err2 := ParseOne(written)
	if err != nil || err2 != nil || len(lost.All()) > 0 {
		t.Fatal(lost, err, err2)
	}
	sorted := func(p *puzzle.Puzzle) []string {
		var all []string
		for _, c := range p.Constraints {
			all = append(all, fmt.Sprint(c))
		}
		slices.Sort(all)
		return all
	}
	if a, b := sorted(p.Puzzle()), sorted(back.Puzzle()); !slices.Equal(a, b) {
		t.Errorf("written and read again:\n%q\n%q", a, b)
	}
}

// TestSudokuMakerWritten writes the example of each kind, and boards of other shapes, as SudokuMaker's JSON. What is
// read back must be the same puzzle, or the writer names the kind as lost.
func TestSudokuMakerWritten(t *testing.T) {
	texts := []string{
		`{"nonet":1,"rows":4,"columns":6,"boxes":[],"values":[0,6],"givens":{"r1c2":[3],"r4c1":[0]}}`,
		`{"nonet":1,"rows":6,"columns":6,"boxes":[3,2],"title":"T","author":"A","rules":"Enjoy!"}`,
		`{"nonet":1,"rows":4,"columns":4,"regions":["1112","1322","3324","3444"],"givens":{"r1c4":[1]}}`,
		`{"nonet":1,"rows":4,"columns":4,"free":true,"boxes":[2,2]}`,
		`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"WhiteDot","cells":["r1c2","r1c1","r2c1"]},{"kind":"X","cells":["r9c9","r8c9"]},{"kind":"StrictKropki"},{"kind":"StrictXV"}]}`,
	}
	kept := 0
	for _, k := range puzzle.Kinds() {
		texts = append(texts, WriteNonet(exampleOf(t, k)))
	}
	for _, text := range texts {
		p, err := parseNonet(text)
		if err != nil {
			t.Fatal(text, err)
		}
		written, lost, err := writeAs(p, "sudokumaker-json")
		if err != nil || len(lost.All()) > 0 {
			if len(p.Constraints) == 0 && len(p.Givens) == 0 || err != nil {
				t.Errorf("%s: %v, %v", text, lost, err)
			}
			continue
		}
		kept++
		back, notes, err := readAny(written)
		if err != nil || len(notes) > 0 {
			t.Errorf("%s: %v, %v in\n%s", text, err, notes, written)
			continue
		}
		for _, pair := range [][2]*puzzle.Puzzle{{p, back}, {back, p}} {
			for _, s := range someSolutions(t, pair[0]) {
				if !solves(pair[1], s) {
					t.Errorf("%s came back as %s", text, WriteNonet(back))
				}
			}
		}
		if back.Free != p.Free || back.Low != p.Low || back.High != p.High || len(back.Areas()) != len(p.Areas()) || back.Title != p.Title || back.Rules != p.Rules {
			t.Errorf("%s came back as %s", text, WriteNonet(back))
		}
	}
	if kept != 53 {
		t.Errorf("%d puzzles are written whole", kept)
	}
}

// TestProgramsLeaveOthers checks texts that only look like a board in a program. They must be left to other
// notations.
func TestProgramsLeaveOthers(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(strings.Repeat("[0 0 0 0 0 0 0 0 0]\n", 9)), "\n")
	for _, text := range []string{
		"a = [1 2 3]", "f(x)", "[1 2]", "let x = [[u8; 9]; 9]", "x = [" + strings.Join(rows[:8], "\n") + "]", "a = [[" + strings.Repeat("1 ", 40), "vec![", "A = {{}}", "x = []",
	} {
		if all, err := Parse(text + "\n"); len(all) > 0 || err == nil {
			t.Errorf("%q: %d puzzles, %v", text, len(all), err)
		}
	}
	two := "[[" + strings.Join(rows, "\n ") + "]\n\n [" + strings.Join(rows, "\n ") + "]]"
	if all, err := Parse(two); len(all) != 2 || err != nil {
		t.Errorf("a list of two boards: %d, %v", len(all), err)
	}
}

// TestManyBeginnings checks lines each of which begins an endless board. The reader may examine only some of
// them, and then reads the text after them.
func TestManyBeginnings(t *testing.T) {
	puzzle := strings.Repeat(".", 80) + "1\n"
	for _, text := range []string{"a=(", "a = [[1", "<table", "[table]", "{|", `\begin{array}`, "<html>", "row 1:", "r1c1=1", "f(1,1,1)", "{", "[1,"} {
		all := 0
		for in := NewReader(strings.NewReader(strings.Repeat(text+"\n", soak.Pick(3_000, 20_000))+"\n"+puzzle), Options{}); ; {
			p, err := in.Next()
			if err == io.EOF {
				break
			}
			if err == nil && strings.HasPrefix(p.Grid.String(), "........") {
				all++
			}
		}
		if all != 1 {
			t.Errorf("%q: %d", text, all)
		}
	}
}

// TestTableWithinPage checks that the text after a table on a page is read, too.
func TestTableWithinPage(t *testing.T) {
	table := "<div class=\"a\">\n<table>\n" + strings.Repeat("<tr>"+strings.Repeat("<td><input value=''></td>", 9)+"</tr>\n", 9) + "</table></div>\n"
	puzzle := strings.Repeat(".", 80) + "1\n"
	all, err := Parse(table + puzzle + table + "</div>\n" + puzzle)
	if len(all) != 4 || err != nil {
		t.Errorf("%d puzzles, %v", len(all), err)
	}
}

// TestTags checks tags without a name, and attributes with quotes of either kind or none.
func TestTags(t *testing.T) {
	all := tagsOf(`< ><><a b="1 2" c='3' d=4 e>text</a><`)
	if len(all) != 3 || all[2].name != "a" || all[2].text != "text" || len(all[2].attributes) != 3 || all[2].intAttribute("c", 0)+all[2].intAttribute("d", 0) != 7 || all[2].attributes["b"] != "1 2" {
		t.Errorf("%+v", all)
	}
}

// TestHalfCells checks that regions and cages of SudokuPad at halves of cells are refused, and not rounded to
// whole cells.
func TestHalfCells(t *testing.T) {
	const cells = `{"cells":[[{"value":1},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],`
	for _, x := range []struct{ text, want string }{
		{cells + `"regions":[[[0,0],[0,0.5],[1,0],[1,1]]]}`, "“regions”: there is no cell [0 0.5]"},
		{cells + `"cages":[{"cells":[[0,0],[0,1.5]],"value":5}]}`, "“cages”: there is no cell 0 1.5"},
	} {
		if got := readings(x.text); !strings.HasSuffix(got, x.want) {
			t.Errorf("%s\nis %s\nwant %s", x.text, got, x.want)
		}
	}
}

// TestPuzzLink writes boards of all sizes as links of puzz.link, and reads them. A board on which the site would draw
// other boxes must be refused, or its boxes named.
func TestPuzzLink(t *testing.T) {
	for n := 2; n <= puzzle.Most; n++ {
		p := puzzle.New(n, n)
		for cell := 0; cell < n*n; cell += n + 3 {
			p.Givens = append(p.Givens, puzzle.Given{Cell: cell, Values: []int{cell/n + 1}})
		}
		text, lost, err := writeAs(p, "puzz-link")
		if root := int(math.Sqrt(float64(n))); n != 6 && (root*root != n) != (err != nil) {
			t.Errorf("%d rows: %v", n, err)
		}
		if err != nil {
			continue
		}
		back, notes, err := readAny(text)
		if err != nil || len(notes)+len(lost.All()) > 0 || WriteNonet(back) != WriteNonet(p) {
			t.Errorf("%d rows: %v, %v in %s of %s", n, err, notes, text, WriteNonet(p))
		}
	}
	for text, want := range map[string]string{
		`{"nonet":1,"rows":6,"columns":6,"boxes":[3,2],"title":"A"}`:                         "the title, boxes or regions",
		`{"nonet":1,"rows":9,"columns":9,"boxes":[]}`:                                        "boxes or regions",
		`{"nonet":1,"rows":9,"columns":9,"givens":{"r1c1":[1,2]}}`:                           "givens with several possible values",
		`{"nonet":1,"rows":9,"columns":9,"constraints":[{"kind":"Diagonal","numbers":[1]}]}`: "Diagonal",
		`{"nonet":1,"rows":9,"columns":9,"values":[0,8]}`:                                    "cannot",
		`{"nonet":1,"rows":6,"columns":9}`:                                                   "cannot",
	} {
		p, err := parseNonet(text)
		if err != nil {
			t.Fatal(err)
		}
		_, lost, err := writeAs(p, "puzz-link")
		var got []string
		for _, one := range lost.All() {
			got = append(got, one.In(message.English))
		}
		if all := strings.Join(got, ", "); all != want && (err == nil || want != "cannot") {
			t.Errorf("%s loses %q, %v", text, all, err)
		}
	}
}

// TestNumbersOfDots reads nonet's sentences for differences of 1 and ratios of 2, which f-puzzles reads back as dots.
func TestNumbersOfDots(t *testing.T) {
	for kind, n := range map[string]int{"Difference": 1, "Ratio": 2} {
		p := puzzle.New(9, 9)
		p.Constraints = []puzzle.Constraint{{Kind: kind, Numbers: []int{n}, Cells: []int{0, 1}}}
		text, lost, err := Write(p, FPuzzlesJSON)
		if err != nil || len(lost.All()) > 0 {
			t.Fatal(lost, err)
		}
		if back, err := ParseOne(text); err != nil || len(back.UnknownRules()) > 0 {
			t.Errorf("%v, %v for %s", err, back.UnknownRules(), text)
		}
	}
}

// TestSudokuMakerEmptyElement reads elements whose lines a user has removed.
func TestSudokuMakerEmptyElement(t *testing.T) {
	cells := strings.TrimSuffix(strings.Repeat("{},", 81), ",")
	for _, element := range []string{`{"type":300,"slow":false,"thermometers":[]}`, `{"type":403,"lines":[]}`, `{"type":400,"lines":[]}`} {
		if _, err := ParseOne(`{"formatVersion":"1.5.0","puzzle":{"cells":[` + cells + `],"constraints":[{"type":0},` + element + `]}}`); err != nil {
			t.Errorf("%s: %v", element, err)
		}
	}
}
