package format

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
)

// wikiAddress is the beginning of the links below, which the site shows or writes.
const wikiAddress = "https://www.sudokuwiki.org/"

// TestSudokuWikiCodes reads the site's codes of each kind, and compares them with the digits of the same puzzles.
func TestSudokuWikiCodes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// An example of the site with candidates, and the link to its start.
		{wikiAddress + "sudoku.htm?bd=S9B020u1a074u094r430601093y4y5q5e6i5u022q083u1f2302a2039m0f0745054503b904b60d0l0i516t4z0c5x0e0c0545095x045x065u2q0631034l4j640962080t2j1h0i1f3e0503090o14045g07504401",
			"200709006190000002080002030070503040000000000050904060060300090800000053900407001"},
		{"s9b03epep090607epep01ep04ep03ep02ep08epep02epepepepep07epep07epepepepep09epepepep080703epepep05epepep01epepep03epep0407ep0501epep09ep05epepep02ep0708epep060201epep04",
			"300967001040302080020000070070000090000873000500010003004705100905000207800621004"},
		{wikiAddress + "SudokuX.aspx?bd=X9B011g05440d074y0903c838d40abobo5e0476b604cy0603bm026a0a0794bl101xb65r5k5gc4904504cy035f78785c144h5u1x1w5r6g097s9k06dg6c044m014k800180bo5g5g074o5g0e082c03380a091g04",
			"105007093000000040040630200700000000000403000000000009006004010010000700080300904 Diagonal Diagonal"},
		{wikiAddress + "SudokuX.aspx?bd=105007093000000040040630200700000000000403000000000009006004010010000700080300904",
			"105007093000000040040630200700000000000403000000000009006004010010000700080300904 Diagonal Diagonal"},
		{"my puzzle: W9B080603epepepepepepepepepepepepepep04ep04epep05ep0306epep03epep06epep09epep05ep04ep03ep08epep07epep09epep05epep0904ep02epep03ep05epepepepepepepepepepepepepep060205",
			"863000000000000004040050360030060090050403080070090050094020030500000000000000625 Windoku"},
		{wikiAddress + "Jigsaw_Sudoku_Player?bd=J9B0ep0ep0ep0ep3kh1751751751750ep0060ep3kh3kh3kh1750sn1750ep55d36135t3kh35x35u5xt1750ep4qv55d6q96q96q95xt5xt0sk4qr55d4qw6q96q96q95j95xt5ja2dh55d55d6q96bn6q95xt5j61zl2s155d3yb3yf4cx3yc3ye5xt1zl2s12de2s14cx4cx4cx1zl1kz1zl2s12s12s12s14cx1ky1zl1zl1zl",
			"000000000060000070009105200070000004308000506500030020003704600020000030000002000 regions 111123333111222333142222253144666553444666555744666558749999958777999888777798888"},
		{wikiAddress + "jigsaw.aspx?shape=33&bd=900210000060000001080000009500034007003102900200780004700000040800000010000096002&jigmap=111112222113345522133444552134444452637777752633777559638878859668888899666699999",
			"900210000060000001080000009500034007003102900200780004700000040800000010000096002 regions 111112222113345522133444552134444452637777752633777559638878859668888899666699999"},
	} {
		p, err := ParseOne(c.text)
		if err != nil {
			t.Errorf("%.60s: %v", c.text, err)
			continue
		}
		got, rules := []byte(strings.Repeat("0", 81)), ""
		for _, g := range p.Puzzle().Givens {
			if len(g.Values) == 1 {
				got[g.Cell] = byte('0' + g.Values[0])
			}
		}
		for _, one := range p.Puzzle().Constraints {
			rules += " " + one.Kind
		}
		if of := p.Puzzle().Regions; len(of) > 0 {
			layout := make([]byte, 81)
			for i, region := range of {
				for _, cell := range region {
					layout[cell] = byte('1' + i)
				}
			}
			rules += " regions " + string(layout)
		}
		if at := strings.LastIndexByte(c.want, ' ') + 1; strings.Contains(c.want, "regions") { // the regions in the order of their first cells
			names := map[rune]rune{}
			c.want = c.want[:at] + strings.Map(func(r rune) rune {
				if names[r] == 0 {
					names[r] = rune('1' + len(names))
				}
				return names[r]
			}, c.want[at:])
		}
		if p.Kind != kindSudokuWiki || string(got)+rules != c.want {
			t.Errorf("%.60s: %v\n%s%s\nwant\n%s", c.text, p.Kind, got, rules, c.want)
		}
		if p.Pencil == nil && !strings.HasPrefix(c.text, "s9b") && strings.Contains(c.text, "S9B") {
			t.Errorf("%.60s: no candidates", c.text)
		}
	}
}

// TestSudokuWikiCages reads puzzles with cages in all forms: each has one solution.
func TestSudokuWikiCages(t *testing.T) {
	const killer = "L9B0jdd00ep1jpt1ez50du900ep1g5n08b500ep00ep00ep1ez509w11mvl1ez53bpt2tjl2tjl1rm92zgx00ep00ep31g10g7l1t752tjl0ikx1ez505xt1rm92tjl2tjl00ep1ez51ez500ep1ez500ep1ez54nwx484100ep31g11ez500ep0ff51jbj05xt00ep484100ep2tjl4hld00ep00ep3ci92tjl1qtt2wpd2tjl04cx48411no100ep2tjl2tjl1ez54hld484100ep3dap1ez500ep2tjl0aoh00ep00ep2tjl2tjl2tjl1ez5"
	var colours, sums, packed, marks strings.Builder
	for i := 3; i < len(killer); i += 4 {
		n, err := strconv.ParseInt(killer[i:i+4], 36, 64)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&colours, "%d", n>>16+1)
		fmt.Fprintf(&sums, "%02d", n>>10&63)
		fmt.Fprintf(&packed, "%02s", strconv.FormatInt(n>>10&63<<3|n>>16, 32))
		marks.WriteString("vu")
	}
	plain := colours.String() + "," + sums.String()
	for _, c := range []struct {
		text  string
		cages int
		side  int
	}{
		{wikiAddress + "Killer_Sudoku_Player?bd=" + killer, 30, 9},
		{wikiAddress + "KillerSudoku.aspx?bd=" + plain, 30, 9},
		{"see " + wikiAddress + "KillerSudoku.aspx?bd=" + packed.String() + "," + marks.String() + " there", 30, 9},
		{plain, 30, 9},
		{"M9B00h01000ep0b8y90cw7l0cnip0behd0b8y90o1ld0mqz501sep031g10e2350z4lt0xzip10zrl0e2350nw290mhht01ez501ez50fvo111xqp0xq1d10j690bhn50mhht0o74h007ip000ep1oett11xqp0xq1d0xq1d29ogh0pamp0nw291ammp01ez51nehd1n09d1y8sx28ff5282s10mntd2hwr51ad5d19c0h1k74h1vfo1204r51wu8h270up2jqc12jbbl1ad5d18ykx1m0pd1llox1zndd2avwx26o7l2jbbl2jbbl1cikx1brpt1n09d1wu8h1vnkh1x5ap26o7l2l5ox2kpw11brpt1brpt1n09d1llox1vfo1282s1282s12kpw12kphm", 27, 9},
		{"K6C02ff00cr5oaz01jf5r2j00uj5nijb9l75mmj00cr5mmj005n5mmjb8p7b8ln00235mbvbbkb5mbvgvgrgv63guvfb8lnb8wb018r005n5o3v5mmj5mbv00qz0023bfpnb8wbb8ln0023005n", 13, 6},
	} {
		p, err := ParseOne(c.text)
		if err != nil {
			t.Errorf("%.60s: %v", c.text, err)
			continue
		}
		if p.IsClassic() {
			t.Errorf("%.60s: %v %v", c.text, p.Kind, p.Grid)
			continue
		}
		cells := 0
		for _, cage := range p.Puzzle().Constraints {
			cells += len(cage.Cells)
		}
		r, err := solve.Count(t.Context(), p.Puzzle(), puzzle.Limits{Solutions: 2})
		if err != nil || r.N != 1 || cells != c.side*c.side || len(p.Puzzle().Constraints) != c.cages || p.Puzzle().Rows != c.side {
			t.Errorf("%.60s: %d solutions, %v, %d cages of %d cells", c.text, r.N, err, len(p.Puzzle().Constraints), cells)
		}
	}
}

// TestSudokuWikiErrors checks that a text that cannot be read is not read as another puzzle.
func TestSudokuWikiErrors(t *testing.T) {
	digits := strings.ReplaceAll(board81, ".", "0")
	code := "X9B" + strings.Repeat("ep", 81)
	for page, want := range map[string]string{
		"sudoku.htm?bd=" + digits:                                         "line 30 givens",
		"Sudoku_X?bd=" + digits:                                           "Diagonal",
		"jigsaw.aspx?shape=1&bd=" + digits:                                "only sudokuwiki.org knows the layout",
		"jigsaw.aspx?bd=" + digits:                                        "only sudokuwiki.org knows the layout",
		"jigsaw.aspx?shape=33&bd=" + digits + "&jigmap=" + digits:         "sudokuwiki 9×9",
		"jigsaw.aspx?shape=33&bd=" + digits + "&jigmap=" + digits[1:]:     "after bd=, these are 80",
		"windoku.aspx?bd=" + digits:                                       "Windoku",
		"windoku.aspx?bd=" + digits[1:]:                                   "after bd=, these are 80",
		"KillerSudoku.aspx?bd=" + digits + "," + strings.Repeat("00", 81): "has 0 sums",
		"KillerSudoku.aspx?bd=" + digits:                                  "rules that nonet cannot read",
		"Str8ts.aspx?bd=" + digits:                                        "rules that nonet cannot read",
		"Str8ts.aspx?bd=T9B" + strings.Repeat("ey", 81):                   "rules that nonet cannot read",
		"sudoku.htm?bd=" + code[:len(code)-1]:                             "after X9B, these are 164",
		"sudoku.htm?bd=S" + code[1:len(code)-5]:                           "after S9B, these are 160",
		"sudoku.htm?bd=X9Z" + code[3:]:                                    "rules that nonet cannot read",
		"sudoku.htm?bd=X9Bzz" + code[5:]:                                  "“zz” at r1c1",
		"sudoku.htm?bd=S9Bzz" + code[5:]:                                  "“zz” at r1c1",
	} {
		if got := readings(wikiAddress + page); !strings.Contains(got, want) {
			t.Errorf("%s\nis %s\nwant %s", page, got, want)
		}
	}
}

// TestSudokuWikiWritten writes puzzles as links and reads them. They must come back, or the writer names what is lost.
func TestSudokuWikiWritten(t *testing.T) {
	cages := ""
	for i := range 27 { // each cage is a row of three cells, in every other box a column
		top, left := i/9*3, i/3%3*3
		for k, cells := 0, []string{}; k < 3; k++ {
			row, column := top+i%3, left+k
			if i/3%2 == 1 {
				row, column = top+k, left+i%3
			}
			if cells = append(cells, fmt.Sprintf(`"r%dc%d"`, row+1, column+1)); k == 2 {
				cages += fmt.Sprintf(`,{"kind":"Cage","numbers":[%d],"cells":[%s]}`, 10+i%9, strings.Join(cells, ","))
			}
		}
	}
	const board, jigsaw = `{"nonet":1,"rows":9,"columns":9,"givens":{"r1c1":[5],"r9c8":[7]}`, `,"regions":["111112222","113345522","133444552","134444452","637777752","633777559","638878859","668888899","666699999"]`
	for text, want := range map[string]string{
		board + `,"constraints":[{"kind":"Diagonal","numbers":[1]},{"kind":"Diagonal","numbers":[-1]}]}`: "",
		board + `,"constraints":[{"kind":"Windoku"}]}`:                                                   "",
		board + jigsaw + "}":                                                       "",
		board + `,"constraints":[` + cages[1:] + "]}":                              "",
		board + jigsaw + `,"constraints":[` + cages[1:] + "]}":                     "",
		board + `,"constraints":[{"kind":"AntiKing"}` + cages + "]}":               "Anti-king",
		board + `,"constraints":[{"kind":"Diagonal","numbers":[1]}]}`:              "Diagonal",
		board + `,"constraints":[{"kind":"Cage","numbers":[7],"cells":["r1c1"]}]}`: "Killer cage",
		`{"nonet":1,"rows":9,"columns":9,"givens":{"r1c1":[5],"r9c8":[7,8]}}`:      "",
		`{"nonet":1,"rows":6,"columns":6}`:                                         "cannot",
	} {
		p, err := parseNonet(text)
		if err != nil {
			t.Fatal(text, err)
		}
		written, lost, err := writeAs(p, "sudokuwiki")
		if err != nil || len(lost.All()) > 0 {
			if got := lost.All(); (err == nil || want != "cannot") && (len(got) != 1 || got[0].In(message.English) != want) {
				t.Errorf("%s: %v, %v", text, got, err)
			}
			continue
		}
		back, err := ParseOne(written)
		if err != nil || back.Kind != kindSudokuWiki || want != "" {
			t.Errorf("%s: %v %v", written, back.Kind, err)
			continue
		}
		sorted := func(p *puzzle.Puzzle) string { return fmt.Sprint(p.Regions, p.Box, contentTexts(p)) }
		if got, want := sorted(back.Puzzle()), sorted(p); got != want && back.Pencil == nil {
			t.Errorf("%s came back as\n%s\nfrom %s", want, got, written)
		}
	}
}
