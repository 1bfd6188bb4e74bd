package format

import (
	"fmt"
	"strings"
	"testing"
)

// TestDrawnRules checks rules that combine several sentences, or sentences and drawings. Each rule has a
// counter-example: a similar text that must be left over ("!").
func TestDrawnRules(t *testing.T) {
	green := func(row float64) string {
		return stroke("lines", "#67f067", 9, at{row, 0.5}, at{row, 2.5})
	}
	mint := stroke("lines", "#33bbaa", 9, at{4.5, 0.5}, at{4.5, 2.5})
	dot := func(row float64, fill string) string { return disc(at{row, 1}, 0.3, fill, "#000000") }
	bulb := func(row float64) string { return disc(at{row, 0.5}, 0.8, "#ffffff", "#888888") }
	shaft := func(row float64) string { return stroke("arrows", "#888888", 3, at{row, 0.5}, at{row, 2.5}) }
	const kinds = "Each constraint type may contain no repeated digits anywhere in the puzzle. Adjacent digits on a green line differ by at least 5."
	for _, one := range []struct{ name, rules, drawn, want string }{
		{"clues of a kind", kinds, drawnWith(green(0.5), green(2.5)), "Whisper[5][0 1 2] Whisper[5][18 19 20] AllDifferent[][0 1 2 18 19 20]"},
		{"too many cells", kinds, drawnWith(green(0.5), green(2.5), green(4.5), green(6.5)), "!“Each constraint type may contain no repeated digits anywhere in the puzzle”"},
		{"both rules", "Digits on a line form a palindrome. Digits on a line sum to 15. All lines obey both rules.", drawnWith(green(0.5)), "Sum[15][0 1 2] Palindrome[][0 1 2]"},
		{"which rule?", "Grey lines are palindromes. Adjacent digits on a line differ by at least 5. Digits on a line are consecutive in any order.", drawnWith(stroke("lines", "#ff0000", 9, at{0.5, 0.5}, at{0.5, 2.5})), "!“Grey lines are palindromes”"},
		{"two names", "Each green line is both a palindrome and a renban line.", drawnWith(green(0.5)), "Palindrome[][0 1 2] Renban[][0 1 2]"},
		{"mint and green", "Adjacent digits on a green line differ by at least 5. Mint lines are palindromes.", drawnWith(green(0.5), mint), "Whisper[5][0 1 2] Palindrome[][36 37 38]"},
		{"mint or green", "Adjacent digits on a green line differ by at least 5. Mint lines are palindromes.", drawnWith(green(0.5)), "!green lines (1)"},
		{"all white dots", "A white dot joins consecutive digits. All dots are given.", drawnWith(dot(0.5, "#ffffff")), "StrictDifference[1][] WhiteDot[][0 1]"},
		{"all dots", "White dots join consecutive digits, black dots join digits in a 1:2 ratio. All dots are given.", drawnWith(dot(0.5, "#ffffff"), dot(2.5, "#000000")), "StrictKropki[][] WhiteDot[][0 1] BlackDot[][18 19]"},
		{"dots of a colour that no dot has", "Digits separated by a brown dot are either consecutive or in a 1:2 ratio.", drawnWith(dot(0.5, "#000000")), "!“Digits separated by a brown dot are either consecutive or in a 1:2 ratio”"},
		{"apart", "Orthogonally adjacent cells must have a difference of at least 3.", "", "StrictDifference[1 2][]"},
		{"too far apart", "Orthogonally adjacent cells must have a difference of at least 99.", "", "!“Orthogonally adjacent cells must have a difference of at least 99”"},
		{"sums of a cage", "Digits in each cage sum to 12.", drawnWith(cageOf("", at{0, 0}, at{0, 1})), "Sum[12][0 1]"},
		{"sums of first cells", "A clue outside the grid gives the sum of the first three cells in that row or column.", drawnWith(label(at{0.5, -0.5}, "12")), "Sum[12][0 1 2]"},
		{"sums around a corner", "A circled clue gives the sum of the four cells surrounding it.", drawnWith(disc(at{1, 1}, 0.6, "#ffffff", "#000000"), label(at{1, 1}, "12")), "Sum[12][0 1 9 10]"},
		{"fewer than", "Adjacent digits on a green line must not differ by 5 or more.", drawnWith(green(0.5)), "NFA"},
		{"spots of zippers", "Digits an equal distance from the centre of a green zipper line sum to the same total.", drawnWith(stroke("lines", "#67f067", 9, at{0.5, 0.5}, at{0.5, 3.5}), disc(at{0.5, 2}, 0.3, "#55ff55", "")), "Zipper[][0 1 2 3]"},
		{"circles that differ", "In this puzzle, all circles must contain different digits.", drawnWith(bulb(0.5), shaft(0.5), bulb(2.5), shaft(2.5)), "AllDifferent[][0 18] Arrow[][0 1 2] Arrow[][18 19 20]"},
		{"vaulted cages", "Digits in a cage may not appear in any cell orthogonally adjacent to that cage.", drawnWith(cageOf("5", at{0, 0}, at{0, 1})), "AllDifferent[][0 2] AllDifferent[][0 9] AllDifferent[][0 10] AllDifferent[][1 2] AllDifferent[][1 9] AllDifferent[][1 10] Cage[5][0 1]"},
		{"dots of one difference", "Cells joined by a white dot differ by the same value, to be determined.", drawnWith(dot(0.5, "#ffffff"), dot(2.5, "#ffffff")), "Or[][]"},
		{"dots with a ratio", "Cells separated by a blue dot have a 1-to-3 ratio.", drawnWith(dot(0.5, "#2222ff")), "Ratio[3][0 1]"},
		{"dots with a difference", "Digits separated by a red dot differ by 2.", drawnWith(dot(0.5, "#ff0000")), "Difference[2][0 1]"},
		{"dots of another colour", "Digits separated by a red dot differ by 2.", drawnWith(dot(0.5, "#2222ff")), "!“Digits separated by a red dot differ by 2”"},
		{"dots far apart", "Digits separated by a green spot have a difference of at least 5.", drawnWith(dot(0.5, "#22cc22")), "Whisper[5][0 1]"},
		{"no sums", "No orthogonally adjacent pair of digits sums to 3.", "", "Pair[][0 1] Pair[][1 2]"},
		{"sums on a line", "Adjacent digits on a green line sum to 7, 8 or 9.", drawnWith(green(0.5)), "Pair[][0 1 2]"},
		{"two relations", "Adjacent digits on a green line sum to at least 5. Adjacent digits on a green line have the same parity.", drawnWith(green(0.5)), "Pair[][0 1 2] Pair[][0 1 2]"},
		{"a relation of another colour", "Adjacent digits on a red line sum to 7, 8 or 9.", drawnWith(green(0.5)), "!green lines (1)"},
		{"a relation that no digits have", "Adjacent digits on a green line sum to 40.", drawnWith(green(0.5)), "!green lines (1)"},
		{"a relation that all digits have", "Adjacent digits on a green line sum to at least 2.", drawnWith(green(0.5)), "!green lines (1)"},
		{"two kinds of lines", "Adjacent digits on a line sum to at least 5. Digits on a line are consecutive in any order.", drawnWith(stroke("lines", "#ff0000", 9, at{0.5, 0.5}, at{0.5, 2.5})), "!“Adjacent digits on a line sum to at least 5”"},
		{"sums of cages", "Digits in cages sum to 7 or 13.", drawnWith(cageOf("", at{0, 0}, at{0, 1})), "SumAmong[7 13][0 1]"},
		{"sums of other cages", "Digits in cages sum to 7 or 13.", drawnWith(cageOf("12", at{0, 0}, at{0, 1})), "!“Digits in cages sum to 7 or 13”"},
		{"an even line", "All the digits on a green line sum to an even number.", drawnWith(green(0.5)), "SumAmong[4 6 8 10 12 14 16 18 20 22 24 26][0 1 2]"},
		{"neighbours at corners", "Diagonally adjacent digits must have a difference of at least 2.", "", "Pair[][0 10] Pair[][1 11]"},
		{"neighbours by a knight's move", "Cells a knight's move apart may not sum to ten.", "", "Pair[][0 11] Pair[][1 12]"},
		{"three alike", "In every row and column, strings of 3 digits are never all even nor all odd.", "", "NFA[][] NFA[][]"},
		{"diagonals of three digits", "The marked diagonal contains only three distinct digits.", drawnWith(stroke("lines", "#2222ff", 2, at{0, 0}, at{9, 9})), "SameValues[3][0 10 20 30 40 50 60 70 80]"},
		{"an X and cages", "Cells separated by an X contain digits summing to 10. Digits cannot repeat within cages.", drawnWith(label(at{2.5, 1}, "X"), cageOf("", at{0, 0}, at{0, 1})), "Cage[0][0 1]"},
		{"bulbs and whispers", "Digits along green thermometers increase from the bulb. Adjacent digits on a green line differ by at least 5.", drawnWith(green(0.5), green(2.5), disc(at{0.5, 0.5}, 0.6, "#cc4444", "")), "Thermo[][0 1 2] Whisper[5][18 19 20]"},
		{"arrows of a maximum", "Digits in yellow cells are greater than all orthogonally adjacent cells.", drawnWith(box(at{4.5, 4.5}, 1, "#ffee66"), stroke("arrows", "#000000", 2, at{4.3, 4.5}, at{4.05, 4.5})), "GreaterThan"},
		{"arrows beside a maximum", "Digits in yellow cells are greater than all orthogonally adjacent cells.", drawnWith(box(at{4.5, 4.5}, 1, "#ffee66"), stroke("arrows", "#000000", 2, at{7.3, 4.5}, at{7.05, 4.5})), "!pointers (1)"},
		{"a block of shades", "Grey cells are even.", drawnWith(shaped("underlays", at{0.5, 1}, 2, 1, `,"backgroundColor":"#cccccc"`)), "Even[][0 1]"},
		{"a large block", "Grey cells are even.", drawnWith(shaped("underlays", at{4.5, 4.5}, 9, 9, `,"backgroundColor":"#cccccc"`)), "!grey other drawings (1)"},
		{"faint circles", "Grey circles are odd.", drawnWith(disc(at{0.5, 0.5}, 0.8, "#eeeeee", "")), "Odd[][0]"},
		{"a colour by name", "Grey circles are odd.", drawnWith(disc(at{0.5, 0.5}, 0.8, "lightgrey", "")), "Odd[][0]"},
		{"an unknown colour", "Grey circles are odd.", drawnWith(disc(at{0.5, 0.5}, 0.8, "hsl(0,0%,80%)", "")), "!other drawings (1)"},
		{"split peas", "Digits between two circles on a green line sum to a two-digit number formed by the circled digits in either order.", drawnWith(green(0.5), bulb(0.5), disc(at{0.5, 2.5}, 0.8, "#ffffff", "#888888")), "Or[][]"},
		{"split peas without a circle", "Digits between two circles on a green line sum to a two-digit number formed by the circled digits in either order.", drawnWith(green(0.5), bulb(0.5)), "!green lines (1)"},
		{"cells that index columns", "Red cells are column indexers.", drawnWith(box(at{4.5, 4.5}, 1, "#ff6666")), "Indexing[][40]"},
		{"cells that index rows", "If a blue cell in row N contains X, then N is in row X of the same column.", drawnWith(box(at{4.5, 4.5}, 1, "#6666ff")), "Indexing[][40]"},
		{"cells that do not index", "Red cells index the column of the digit below.", drawnWith(box(at{4.5, 4.5}, 1, "#ff6666")), "!“Red cells index the column of the digit below”"},
		{"queens", "No two 9s may be on the same diagonal.", "", "AntiMove[1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8][]"},
		{"queens of no value", "No two 0s may be on the same diagonal.", "", "!“No two 0s may be on the same diagonal”"},
		{"rules of the board", "Normal sudoku rules apply.", `,"global":["antiknight"]`, "AntiKnight[][]"},
		{"unknown rules of the board", "Normal sudoku rules apply.", `,"global":["antibishop"]`, "!global"},
		{"an invisible cage", "Digits in cages sum to the total.", `,"cages":[{"cells":[[0,0],[0,1]],"value":"12"},{"cells":[[2,2]],"value":"13","outlineC":"#fff0"}]`, "!texts (1)"},
	} {
		p, notes, err := readAny(drawnPad(one.rules, one.drawn))
		if err != nil {
			t.Errorf("%s: %v", one.name, err)
			continue
		}
		var got []string
		for _, c := range p.Constraints {
			got = append(got, fmt.Sprintf("%s%v%v", c.Kind, c.Numbers, c.Cells))
		}
		for _, n := range notes {
			if n.IsOmission() && !n.Cosmetic {
				got = append(got, "!"+n.Part)
			}
		}
		if all := strings.Join(got, " "); !strings.Contains(all, one.want) || one.want[0] != '!' && strings.Contains(all, "!") {
			t.Errorf("%s: %s, not %s", one.name, all, one.want)
		}
	}
}

// TestDrawnClues checks clues beside the board that are read as automata: the first row fits one number, and no other.
func TestDrawnClues(t *testing.T) {
	values := make([]int, 81)
	copy(values, []int{2, 4, 6, 3, 8, 9, 1, 5, 7})
	for rules, fits := range map[string]int{
		"A clue outside the grid is the first odd digit seen from there.":                         3,
		"A clue outside the grid is the first even digit seen from there.":                        2,
		"Clues outside the grid show the sum of the digits before the 9.":                         23,
		"Clues outside the grid show the sum of the digits before the 8.":                         15,
		"Clues outside the grid give the sum of the first run of ascending digits from the clue.": 12,
	} {
		for clue := 1; clue <= 30; clue++ {
			p, _, err := readAny(drawnPad("Normal sudoku rules apply. "+rules, drawnWith(label(at{0.5, -0.5}, fmt.Sprint(clue)))))
			if err != nil || len(p.Constraints) == 0 {
				continue // no line has this clue
			}
			if is := p.Satisfies(&p.Constraints[0], values); is != (clue == fits) {
				t.Errorf("%s %d: %v", rules, clue, is)
			}
		}
	}
}

// TestDrawnValues checks sentences with which a puzzle changes its values, or names the columns that index.
func TestDrawnValues(t *testing.T) {
	p, _, err := readAny(drawnPad("Place the digits 0 to 8 once each in every row, column and 3x3 box. Digits in a cage sum to the total.", ""))
	if err != nil || p.Low != 0 || p.High != 8 {
		t.Errorf("%d to %d, %v", p.Low, p.High, err)
	}
	p, _, err = readAny(drawnPad("Place the digits 0 to 6 once each in every row, column and 3x3 box.", ""))
	if err != nil || p.Low != 1 || p.High != 9 {
		t.Errorf("%d to %d, %v", p.Low, p.High, err)
	}
	p, _, err = readAny(drawnPad("Normal sudoku rules apply. In this puzzle the digits 0-8 are used.", ""))
	if err != nil || p.Low != 0 || p.High != 8 {
		t.Errorf("%d to %d, %v", p.Low, p.High, err)
	}
	p, _, err = readAny(drawnPad("Normal sudoku rules apply. Digits in column 1 indicate the column in which the digit 1 appears in that row. The same is true of column 5 and the digit 5, and column 9 and the digit 9.", ""))
	if err != nil || len(p.Constraints) != 2 || p.Constraints[0].Kind != "Indexing" || len(p.Constraints[0].Cells) != 9 || len(p.Constraints[1].Cells) != 18 {
		t.Errorf("%v, %v", p.Constraints, err)
	}
}

// TestRulesElsewhere checks puzzles whose rules, or some of them, are not in the usual member. None may be lost.
func TestRulesElsewhere(t *testing.T) {
	pad := drawnPad("", bulb)
	with := func(metadata, more string) string {
		return strings.Replace(pad[:len(pad)-1], `"rules":""`, metadata, 1) + more + "}"
	}
	ruleCage := func(text string) string { return `,"cages":[{"value":"` + text + `","cells":[]}]` }
	for _, one := range []struct{ name, text, want string }{
		{"no rules", with(``, ""), "Thermo[0 1 2]"},
		{"a list of rules", with(`"rules":["Normal sudoku rules apply.","Frogs hop."]`, ""), "Thermo[0 1 2] !“Frogs hop”"},
		{"a cage", with(``, ruleCage("Rules: Frogs hop along lines.")), "Thermo[0 1 2] !“Frogs hop along lines”"},
		{"rules and a cage", with(`"rules":"Normal sudoku rules apply."`, ruleCage("rules: Frogs hop along lines.")), "Thermo[0 1 2] !“Frogs hop along lines”"},
		{"a cage of a rule", with(``, ruleCage("antiknight: true")), "Thermo[0 1 2] !cages: antiknight: true"},
		{"a cage with an unknown key", with(``, `,"cages":[{"value":"frogs: 12","cells":[[0,0],[0,1]]}]`), "Thermo[0 1 2] !cages: frogs: 12"},
		{"a link", with(`"rules":"Rules: https://example.org/x"`, ""), "Thermo[0 1 2] !“Rules: https://example.org/x”"},
		{"the description", with(`"description":"Frogs hop along lines"`, ""), "Thermo[0 1 2] !“Frogs hop along lines”"},
		{"another language", with(`"rules":"Règles classiques. Le cavalier est interdit."`, ""), "Thermo[0 1 2] !“Règles classiques” !“Le cavalier est interdit”"},
		{"a title", with(`"title":"Summer Breeze"`, ""), "Thermo[0 1 2]"},
		{"a title that names a rule", with(`"title":"Slow Thermos"`, ""), "SlowThermo[0 1 2]"},
		{"a title that names an unknown rule", with(`"title":"Fickle Thermometers"`, ""), "Thermo[0 1 2] !“Fickle Thermometers”"},
		{"a text beside the board", with(`"rules":"Normal sudoku rules apply."`, `,"overlays":[{"center":[11.5,4.5],"width":9,"height":1,"text":"Adjacent digits are never consecutive"}]`), "Thermo[0 1 2] !texts (1)"},
	} {
		p, notes, err := readAny(one.text)
		if err != nil {
			t.Errorf("%s: %v", one.name, err)
			continue
		}
		var got []string
		for _, c := range p.Constraints {
			got = append(got, fmt.Sprint(c.Kind, c.Cells))
		}
		for _, n := range notes {
			if n.IsOmission() && !n.Cosmetic {
				got = append(got, "!"+n.Part)
			}
		}
		if all := strings.Join(got, " "); all != one.want {
			t.Errorf("%s: %s, not %s", one.name, all, one.want)
		}
	}
}
