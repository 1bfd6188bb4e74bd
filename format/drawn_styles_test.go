package format

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nonet/message"
	"nonet/puzzle"
)

// The same drawings in the styles of several setters: other colours, thicknesses, shapes and texts.

// at is a place in rows and columns, in SudokuPad's notation.
type at [2]float64

func stroke(member, colour string, thick float64, points ...at) string {
	var all []string
	for _, p := range points {
		all = append(all, fmt.Sprintf("[%g,%g]", p[0], p[1]))
	}
	head := ""
	if member == "arrows" {
		head = `,"headLength":0.3`
	}
	return fmt.Sprintf(`%s:{"wayPoints":[%s],"color":%q,"thickness":%g%s}`, member, strings.Join(all, ","), colour, thick, head)
}

func shaped(member string, where at, width, height float64, more string) string {
	return fmt.Sprintf(`%s:{"center":[%g,%g],"width":%g,"height":%g%s}`, member, where[0], where[1], width, height, more)
}

func disc(where at, size float64, fill, border string) string {
	return shaped("overlays", where, size, size, fmt.Sprintf(`,"rounded":true,"backgroundColor":%q,"borderColor":%q`, fill, border))
}

func box(where at, size float64, fill string) string {
	return shaped("underlays", where, size, size, fmt.Sprintf(`,"backgroundColor":%q`, fill))
}

func label(where at, text string) string {
	return shaped("overlays", where, 0.5, 0.5, fmt.Sprintf(`,"text":%q,"fontSize":20`, text))
}

func cageOf(value string, cells ...at) string {
	var all []string
	for _, p := range cells {
		all = append(all, fmt.Sprintf("[%g,%g]", p[0], p[1]))
	}
	return fmt.Sprintf(`cages:{"cells":[%s],"value":%q}`, strings.Join(all, ","), value)
}

// drawnWith combines drawings; each has the form "member:object".
func drawnWith(all ...string) string {
	by := map[string][]string{}
	for _, one := range all {
		member, object, _ := strings.Cut(one, ":")
		by[member] = append(by[member], object)
	}
	text := ""
	for member, objects := range by {
		text += fmt.Sprintf(`,%q:[%s]`, member, strings.Join(objects, ","))
	}
	return text
}

func TestDrawnStyles(t *testing.T) {
	const usual = "Normal sudoku rules apply. "
	const arrowRule = usual + "Digits along an arrow sum to the digit in its circle."
	const thermoRule = usual + "Digits increase along a thermometer from the bulb."
	const whisper = usual + "Adjacent digits along a green line differ by at least 5."
	const kropki = usual + "A white dot joins consecutive digits, a black dot digits in a ratio of 1:2."
	const xv = usual + "Cells joined by an X sum to 10, cells joined by a V sum to 5."
	const unequal = usual + "Inequality signs point to the smaller digit."
	const killers = usual + "Numbers outside the grid give the sum of the digits along the marked diagonal."
	const sandwich = usual + "Numbers outside the grid give the sum of the digits between the 1 and the 9 in that row or column."
	const quad = usual + "Digits in a circle appear in the four surrounding cells."
	const diff = usual + "A number in a white circle gives the difference between the two digits."
	const cage = usual + "Digits in a cage do not repeat and sum to the number in its corner."
	row := []at{{0.5, 0.5}, {0.5, 1.5}, {0.5, 2.5}}
	other := []at{{2.5, 0.5}, {2.5, 1.5}, {2.5, 2.5}}
	for _, one := range []struct{ name, rules, drawn, want string }{
		// Lines.
		{"pink beside purple", usual + "Pink lines are palindromes. Purple lines are renban lines.", drawnWith(stroke("lines", "#f067f0", 10, row...), stroke("lines", "#ffccff", 10, other...)), "Renban[][0 1 2] Palindrome[][18 19 20]"},
		{"pink beside grey", usual + "Pink lines are palindromes. Grey lines are renban lines.", drawnWith(stroke("lines", "#cfcfcf", 10, row...), stroke("lines", "#ffccff", 10, other...)), "Renban[][0 1 2] Palindrome[][18 19 20]"},
		{"orange beside brown", usual + "Orange lines are palindromes. Brown lines are renban lines.", drawnWith(stroke("lines", "#8b5a2b", 10, row...), stroke("lines", "#f7b038", 10, other...)), "Renban[][0 1 2] Palindrome[][18 19 20]"},
		{"light beside dark", usual + "Light blue lines are palindromes. Dark blue lines are renban lines.", drawnWith(stroke("lines", "#2222cc", 10, row...), stroke("lines", "#2ecbff", 10, other...)), "Renban[][0 1 2] Palindrome[][18 19 20]"},
		{"neither light nor dark", usual + "Light blue lines are palindromes. Dark blue lines are renban lines.", drawnWith(stroke("lines", "#2ecbff", 10, row...)), "!blue lines (1) !“Light blue lines are palindromes” !“Dark blue lines are renban lines”"},
		{"two words for a colour", usual + "Lime lines are palindromes. Green lines are renban lines.", drawnWith(stroke("lines", "#67f067", 10, row...)), "!green lines (1) !“Lime lines are palindromes” !“Green lines are renban lines”"},
		{"lime", whisper, drawnWith(stroke("lines", "#67F067", 12, row...)), "Whisper[5][0 1 2]"},
		{"dark green", whisper, drawnWith(stroke("lines", "#0a800a", 10, row...)), "Whisper[5][0 1 2]"},
		{"see-through green", whisper, drawnWith(stroke("lines", "#00ff0055", 16, row...)), "Whisper[5][0 1 2]"},
		{"rgba green", whisper, drawnWith(stroke("lines", "rgba(103, 240, 103, 1)", 10, row...)), "Whisper[5][0 1 2]"},
		{"outlined", whisper, drawnWith(stroke("lines", "#000000", 14, row...), stroke("lines", "#67f067", 10, row...)), "Whisper[5][0 1 2]"},
		{"outlined in dark green", whisper, drawnWith(stroke("lines", "#206020", 14, row...), stroke("lines", "#67f067", 10, row...)), "Whisper[5][0 1 2]"},
		{"white inside", whisper, drawnWith(stroke("lines", "#67f067", 14, row...), stroke("lines", "#ffffff", 6, row...)), "Whisper[5][0 1 2]"},
		{"drawn twice", whisper, drawnWith(stroke("lines", "#67f067", 10, row...), stroke("lines", "#67f067", 10, row[2], row[1], row[0])), "Whisper[5][0 1 2]"},
		{"in pieces", whisper, drawnWith(stroke("lines", "#67f067", 10, row[0], row[1]), stroke("lines", "#67f067", 10, row[1], row[2])), "Whisper[5][0 1 2]"},
		{"renban in pieces", usual + "Purple lines are renbans: they contain consecutive digits in any order.", drawnWith(stroke("lines", "#f067f0", 10, row[0], row[1]), stroke("lines", "#f067f0", 10, row[1], row[2])), "Renban[][0 1 2]"},
		{"pieces that begin in one cell", usual + "Purple lines are renbans: they contain consecutive digits in any order.", drawnWith(stroke("lines", "#f067f0", 10, row[1], row[0]), stroke("lines", "#f067f0", 10, row[1], row[2])), "Renban[][0 1 2]"},
		{"pieces that end in one cell", usual + "Purple lines are renbans: they contain consecutive digits in any order.", drawnWith(stroke("lines", "#f067f0", 10, row[0], row[1]), stroke("lines", "#f067f0", 10, row[2], row[1])), "Renban[][0 1 2]"},
		{"pieces across another line", usual + "Purple lines are renbans: they contain consecutive digits in any order. Green lines are German whispers.", drawnWith(stroke("lines", "#f067f0", 10, row[0], row[1]), stroke("lines", "#f067f0", 10, row[1], row[2]), stroke("lines", "#67f067", 10, row[1], at{1.5, 1.5})), "Renban[][0 1 2] Whisper[5][1 10]"},
		{"lines with a gap between", usual + "Purple lines are renbans: they contain consecutive digits in any order.", drawnWith(stroke("lines", "#f067f0", 10, row[0], at{0.5, 1.3}), stroke("lines", "#f067f0", 10, at{0.5, 1.7}, row[2])), "Renban[][0 1] Renban[][1 2]"},
		{"a zipper", usual + "Purple lines are zipper lines.", drawnWith(stroke("lines", "#df88ff", 10, row...), disc(row[1], 0.4, "#df88ff", "")), "Zipper[][0 1 2]"},
		{"halves of a zipper", usual + "Purple lines are zipper lines.", drawnWith(stroke("lines", "#df88ff", 10, row[0], row[1]), stroke("lines", "#df88ff", 10, row[1], row[2]), disc(row[1], 0.4, "#df88ff", "")), "!purple lines (2)"},
		{"dots at its ends", whisper, drawnWith(stroke("lines", "#67f067", 10, row...), disc(row[0], 0.16, "#67f067", "#67f067"), disc(row[2], 0.16, "#67f067", "#67f067")), "Whisper[5][0 1 2]"},
		{"f-puzzles' purple", usual + "Pink lines contain consecutive digits in any order.", drawnWith(stroke("lines", "#F067F0", 12, row...)), "Renban[][0 1 2]"},
		{"teal called blue", usual + "Box borders divide blue lines into segments of the same sum.", drawnWith(stroke("lines", "#2ECBFF", 12, row...)), "RegionSumLine[][0 1 2]"},
		{"brown called orange", usual + "Adjacent digits along an orange line differ by at least 4.", drawnWith(stroke("lines", "#e6a23c", 12, row...)), "Whisper[4][0 1 2]"},
		{"bordeaux called red", usual + "Digits along a red line alternate between odd and even.", drawnWith(stroke("lines", "#c00020", 12, row...)), "NFA"},
		{"a loop that sums", usual + "Digits on a red line sum to 20.", drawnWith(stroke("lines", "#e00000", 10, at{0.5, 0.5}, at{0.5, 1.5}, at{1.5, 1.5}, at{1.5, 0.5}, at{0.5, 0.5})), "Sum[20][0 1 10 9]"},
		{"a loop without repeats", usual + "Digits do not repeat on a red line.", drawnWith(stroke("lines", "#e00000", 10, at{0.5, 0.5}, at{0.5, 1.5}, at{1.5, 1.5}, at{1.5, 0.5}, at{0.5, 0.5})), "AllDifferent[][0 1 10 9]"},
		{"only drawn", usual + "Purple lines are renban lines. The grey line is purely decorative.", drawnWith(stroke("lines", "#f067f0", 10, row...), stroke("lines", "#999999", 10, other...)), "Renban[][0 1 2]"},
		{"decoration of another colour", usual + "Purple lines are renban lines. The red line is purely decorative.", drawnWith(stroke("lines", "#f067f0", 10, row...), stroke("lines", "#999999", 10, other...)), "Renban[][0 1 2] !grey lines (1) !“The red line is purely decorative”"},
		{"heading with a colour", usual + "Renban (purple): the digits form a set of consecutive digits in any order. Whispers (green): adjacent digits differ by at least 5.", drawnWith(stroke("lines", "#f067f0", 10, row...), stroke("lines", "#67f067", 10, other...)), "Renban[][0 1 2] Whisper[5][18 19 20]"},
		{"grey palindrome", usual + "Lines are palindromes.", drawnWith(stroke("lines", "#00000040", 12, row...)), "Palindrome[][0 1 2]"},
		{"between", usual + "Digits on a line lie between the digits in the circles at its ends.", drawnWith(stroke("lines", "#cfcfcf", 6, row...), disc(row[0], 0.8, "#ffffff", "#cfcfcf"), disc(row[2], 0.8, "#ffffff", "#cfcfcf")), "Between[][0 1 2]"},
		{"between, from the rims", usual + "Digits on a line lie between the digits in the circles at its ends.", drawnWith(stroke("lines", "#cfcfcf", 6, at{0.5, 0.9}, at{0.5, 1.5}, at{0.5, 2.1}), disc(row[0], 0.8, "#ffffff", "#cfcfcf"), disc(row[2], 0.8, "#ffffff", "#cfcfcf")), "Between[][0 1 2]"},
		{"lockout", usual + "Digits on a lockout line cannot be between or equal to the digits in the diamonds, which differ by at least 4.", drawnWith(stroke("lines", "#9999ff", 6, row...), shaped("overlays", row[0], 0.6, 0.6, `,"angle":45,"backgroundColor":"#fff","borderColor":"#99f"`), shaped("overlays", row[2], 0.6, 0.6, `,"angle":45,"backgroundColor":"#fff","borderColor":"#99f"`)), "Lockout[4][0 1 2]"},
		{"no line of a colour", usual + "Blue lines are renban lines. Orange lines are palindromes.", drawnWith(stroke("lines", "#2ecbff", 10, row...)), "Renban[][0 1 2] !“Orange lines are palindromes”"},
		{"thick and thin", usual + "Thick purple lines are palindromes. Thin purple lines are renban lines.", drawnWith(stroke("lines", "#f067f0", 12, row...), stroke("lines", "#f067f0", 4, other...)), "Palindrome[][0 1 2] Palindrome[][18 19 20] !“Thin purple lines are renban lines”"},
		{"renban without repeats", usual + "Purple lines are renban lines. Renban lines may not contain repeated digits.", drawnWith(stroke("lines", "#f067f0", 12, row...)), "Renban[][0 1 2]"},
		{"grey circles of a line", usual + "Digits on a line lie between the digits in the circles at its ends.", drawnWith(stroke("lines", "#b0b0b0", 6, row...), disc(row[0], 0.8, "#cfcfcf", ""), disc(row[2], 0.8, "#cfcfcf", ""), disc(other[0], 0.8, "#cfcfcf", "")), "Between[][0 1 2] Odd[][18]"},
		{"a circle on a diagonal", usual + "Digits cannot repeat on the blue diagonal.", drawnWith(stroke("lines", "#34bbe6", 2, at{0.5, 0.5}, at{8.5, 8.5}), disc(at{0.5, 0.5}, 0.8, "#ffffff", "#000000")), "Diagonal[-1][] !white circles (1)"},
		// Thermometers.
		{"bulb over", thermoRule, drawnWith(stroke("lines", "#cfcfcf", 20, row...), disc(row[0], 0.85, "#cfcfcf", "#cfcfcf")), "Thermo[][0 1 2]"},
		{"bulb of another grey", thermoRule, drawnWith(stroke("lines", "#c8c8c8", 20, row...), disc(row[0], 0.8, "#d3d3d3", "#00000000")), "Thermo[][0 1 2]"},
		{"bulb with a black rim", thermoRule, drawnWith(stroke("lines", "#cfcfcf", 20, row...), disc(row[0], 0.8, "#cfcfcf", "#000000")), "Thermo[][0 1 2]"},
		{"outlined thermometer", thermoRule, drawnWith(stroke("lines", "#000000", 22, row...), disc(row[0], 0.9, "#000000", "#000000"), stroke("lines", "#cfcfcf", 18, row...), disc(row[0], 0.8, "#cfcfcf", "#cfcfcf")), "Thermo[][0 1 2]"},
		{"hollow bulb", thermoRule, drawnWith(stroke("lines", "#cfcfcf", 16, row...), disc(row[0], 0.7, "#ffffff", "#cfcfcf")), "Thermo[][0 1 2]"},
		{"red thermometer", thermoRule, drawnWith(stroke("lines", "#ff000055", 20, row...), disc(row[0], 0.8, "#ff000055", "#00000000")), "Thermo[][0 1 2]"},
		{"two branches", thermoRule, drawnWith(stroke("lines", "#cfcfcf", 20, row...), stroke("lines", "#cfcfcf", 20, row[0], at{1.5, 0.5}), disc(row[0], 0.85, "#cfcfcf", "#cfcfcf")), "Thermo[][0 1 2] Thermo[][0 9]"},
		// Arrows.
		{"average", usual + "Digits along an arrow average to the digit in its circle.", drawnWith(disc(at{0.5, 0.5}, 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, at{0.5, 0.9}, row[1], row[2])), "Sum[0 -2 1 1][0 1 2]"},
		{"product", usual + "Digits along an arrow multiply to the digit in its circle.", drawnWith(disc(at{0.5, 0.5}, 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, at{0.5, 0.9}, row[1], row[2])), "Or[][]"},
		{"average and sum", usual + "Digits along an arrow average to the digit in its circle. Digits along an arrow sum to the digit in its circle.", drawnWith(disc(at{0.5, 0.5}, 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, at{0.5, 0.9}, row[1], row[2])), "Sum[0 -2 1 1][0 1 2] !“Digits along an arrow sum to the digit in its circle”"},
		{"fast thermo", usual + "Along thermometers, digits increase by at least 2 from the bulb end.", drawnWith(disc(row[0], 0.85, "#ccc", "#ccc"), stroke("lines", "#ccc", 15, row...)), "Thermo[][0 1 2] Whisper[2][0 1 2]"},
		{"small digits", usual + "Cells with circles contain digits from 1 to 4.", drawnWith(disc(row[0], 0.8, "#fff", "#999")), "Given[1 2 3 4][0]"},
		{"digits above the greatest", usual + "Digits in grey cells are greater than 9.", drawnWith(shaped("underlays", row[0], 1, 1, `,"backgroundColor":"#cccccc"`)), "!grey shades (1)"},
		{"circle under", arrowRule, drawnWith(shaped("underlays", row[0], 0.8, 0.8, `,"rounded":true,"backgroundColor":"#fff","borderColor":"#aaa"`), stroke("arrows", "#aaa", 5, at{0.5, 0.9}, row[1], row[2])), "Arrow[][0 1 2]"},
		{"grey circle", arrowRule, drawnWith(disc(row[0], 0.8, "#d0d0d0", "#d0d0d0"), stroke("arrows", "#d0d0d0", 4, row...)), "Arrow[][0 1 2]"},
		{"end short of the middle", arrowRule, drawnWith(disc(row[0], 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, at{0.5, 0.9}, row[1], at{0.5, 2.3})), "Arrow[][0 1 2]"},
		{"end beyond the middle", arrowRule, drawnWith(disc(row[0], 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, row[0], row[1], at{0.5, 2.7})), "Arrow[][0 1 2]"},
		{"line and head", arrowRule, drawnWith(disc(row[0], 0.8, "#fff", "#999"), stroke("lines", "#999", 4, row...), stroke("lines", "#999", 4, at{0.3, 2.3}, row[2], at{0.7, 2.3})), "Arrow[][0 1 2]"},
		{"two arrows of a circle", arrowRule, drawnWith(disc(row[0], 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, row...), stroke("arrows", "#999", 4, row[0], at{1.5, 0.5}, at{2.5, 0.5})), "Arrow[][0 1 2] Arrow[][0 9 18]"},
		{"pill", usual + "Digits along an arrow sum to the 2-digit number in its pill.", drawnWith(shaped("overlays", at{0.5, 1}, 1.8, 0.8, `,"rounded":true,"backgroundColor":"#fff","borderColor":"#999"`), stroke("arrows", "#999", 4, at{0.5, 1.9}, row[2], at{0.5, 3.5})), "PillArrow[2][0 1 2 3]"},
		{"upright pill", usual + "Digits along an arrow sum to the 2-digit number in its pill.", drawnWith(shaped("overlays", at{1, 0.5}, 0.8, 1.8, `,"rounded":true,"backgroundColor":"#fff","borderColor":"#999"`), stroke("arrows", "#999", 4, at{1.5, 0.9}, at{1.5, 1.5}, at{1.5, 2.5})), "PillArrow[2][0 9 10 11]"},
		// Dots and letters.
		{"dots", kropki, drawnWith(disc(at{0.5, 1}, 0.35, "#ffffff", "#000000"), disc(at{2, 0.5}, 0.35, "#000000", "#000000")), "WhiteDot[][0 1] BlackDot[][9 18]"},
		{"dots without a rim", kropki, drawnWith(disc(at{0.5, 1}, 0.35, "#ffffff", ""), disc(at{2, 0.5}, 0.35, "#111111", "")), "WhiteDot[][0 1] BlackDot[][9 18]"},
		{"near-white dot", kropki, drawnWith(disc(at{0.5, 1}, 0.3, "#fefefe", "#222222")), "WhiteDot[][0 1]"},
		{"dots as letters", kropki, drawnWith(label(at{0.5, 1}, "○"), label(at{2, 0.5}, "●")), "WhiteDot[][0 1] BlackDot[][9 18]"},
		{"disc behind a dot", kropki, drawnWith(disc(at{0.5, 1}, 0.4, "#000000", "#000000"), disc(at{0.5, 1}, 0.34, "#ffffff", "")), "WhiteDot[][0 1]"},
		{"difference in a circle", diff, drawnWith(shaped("overlays", at{0.5, 1}, 0.4, 0.4, `,"rounded":true,"backgroundColor":"#fff","borderColor":"#000","text":"3"`)), "Difference[3][0 1]"},
		{"difference on a circle", diff, drawnWith(disc(at{0.5, 1}, 0.4, "#fff", "#000"), label(at{0.5, 1}, "3")), "Difference[3][0 1]"},
		{"letters", xv, drawnWith(label(at{0.5, 1}, "X"), label(at{2, 0.5}, "V")), "X[][0 1] V[][9 18]"},
		{"letters of Rome", xv, drawnWith(label(at{0.5, 1}, "Ⅹ"), label(at{2, 0.5}, "Ⅴ")), "X[][0 1] V[][9 18]"},
		{"small letters", xv, drawnWith(label(at{0.5, 1}, "x"), label(at{2, 0.5}, "v")), "X[][0 1] V[][9 18]"},
		{"letters on white", xv, drawnWith(disc(at{0.5, 1}, 0.4, "#fff", ""), label(at{0.5, 1}, "X")), "X[][0 1]"},
		{"letters in circles", xv, drawnWith(shaped("overlays", at{0.5, 1}, 0.4, 0.4, `,"rounded":true,"backgroundColor":"#ffffff","text":"X"`)), "X[][0 1]"},
		{"off the edge by a little", xv, drawnWith(label(at{0.52, 1.03}, "X")), "X[][0 1]"},
		// Signs.
		{"sign", unequal, drawnWith(label(at{0.5, 1}, ">")), "GreaterThan[][0 1]"},
		{"turned sign", unequal, drawnWith(shaped("overlays", at{1, 0.5}, 0.5, 0.5, `,"text":">","angle":90`)), "GreaterThan[][0 9]"},
		{"sign turned round", unequal, drawnWith(shaped("overlays", at{0.5, 1}, 0.5, 0.5, `,"text":">","angle":180`)), "GreaterThan[][1 0]"},
		{"sign turned back", unequal, drawnWith(shaped("overlays", at{1, 0.5}, 0.5, 0.5, `,"text":"<","angle":90`)), "GreaterThan[][9 0]"},
		{"chevron", unequal, drawnWith(stroke("lines", "#000", 2, at{0.35, 0.93}, at{0.5, 1.07}, at{0.65, 0.93})), "GreaterThan[][0 1]"},
		{"chevron down", unequal, drawnWith(stroke("lines", "#777", 4, at{0.9, 0.3}, at{1.1, 0.5}, at{0.9, 0.7})), "GreaterThan[][0 9]"},
		{"v as a sign", unequal, drawnWith(label(at{1, 0.5}, "v"), label(at{0.5, 1}, "<")), "GreaterThan[][0 9] GreaterThan[][1 0]"},
		{"v turned round", unequal, drawnWith(shaped("overlays", at{1, 0.5}, 0.5, 0.5, `,"text":"v","angle":180`)), "GreaterThan[][9 0]"},
		{"v turned left", unequal, drawnWith(shaped("overlays", at{0.5, 1}, 0.5, 0.5, `,"text":"v","angle":90`), shaped("overlays", at{4.5, 1}, 0.5, 0.5, `,"text":"v","angle":-90`)), "GreaterThan[][1 0] GreaterThan[][36 37]"},
		{"turned v as a letter", xv, drawnWith(shaped("overlays", at{0.5, 1}, 0.5, 0.5, `,"text":"v","angle":-90`)), "V[][0 1]"},
		// Quadruples.
		{"digits in a circle", quad, drawnWith(shaped("overlays", at{1, 1}, 0.6, 0.6, `,"rounded":true,"backgroundColor":"#fff","borderColor":"#000","text":"1 2 3"`)), "Quad[1 2 3][0 1 9 10]"},
		{"digits on a circle", quad, drawnWith(disc(at{1, 1}, 0.6, "#fff", "#000"), label(at{1, 1}, "12")), "Quad[1 2][0 1 9 10]"},
		{"digits in two lines", quad, drawnWith(disc(at{1, 1}, 0.6, "#fff", "#000"), label(at{0.9, 1}, "1 2"), label(at{1.1, 1}, "3")), "Quad[1 2 3][0 1 9 10]"},
		// Beside the board.
		{"killer", killers, drawnWith(stroke("arrows", "#000", 3, at{-0.3, 0.7}, at{-0.05, 0.95}), label(at{-0.5, 0.5}, "20")), "LittleKiller[20][1 11 21 31 41 51 61 71]"},
		{"killer, number behind", killers, drawnWith(stroke("arrows", "#000", 3, at{-0.4, 0.6}, at{-0.1, 0.9}), label(at{-0.75, 0.3}, "20")), "LittleKiller[20][1 11 21 31 41 51 61 71]"},
		{"killer by a sign", killers, drawnWith(label(at{-0.5, 0.5}, "20"), label(at{-0.2, 0.8}, "↘")), "LittleKiller[20][1 11 21 31 41 51 61 71]"},
		{"killer with a sign", killers, drawnWith(label(at{-0.5, 0.5}, "20↘")), "LittleKiller[20][1 11 21 31 41 51 61 71]"},
		{"killer upwards", killers, drawnWith(stroke("arrows", "#000", 3, at{9.3, 0.7}, at{9.05, 0.95}), label(at{9.5, 0.5}, "20")), "LittleKiller[20][73 65 57 49 41 33 25 17]"},
		{"killer that reaches in", killers, drawnWith(stroke("arrows", "#000", 3, at{-0.4, 0.6}, at{0.2, 1.2}), label(at{-0.5, 0.5}, "20")), "LittleKiller[20][1 11 21 31 41 51 61 71]"},
		{"sandwich", sandwich, drawnWith(label(at{-0.5, 0.5}, "20"), label(at{0.5, -0.5}, "7")), "Sandwich[20][0 9 18 27 36 45 54 63 72] Sandwich[7][0 1 2 3 4 5 6 7 8]"},
		{"first odd", usual + "A clue outside the grid is the first odd digit seen from there.", drawnWith(label(at{0.5, -0.5}, "7")), "NFA"},
		{"first even", usual + "Clues outside the grid show the first even digit in that direction.", drawnWith(label(at{0.5, -0.5}, "4")), "NFA"},
		{"sum before nine", usual + "Clues outside the grid show the sum of the digits before the 9.", drawnWith(label(at{0.5, -0.5}, "4")), "NFA"},
		{"ascending starters", usual + "Clues outside the grid give the sum of the first run of ascending digits from the clue.", drawnWith(label(at{0.5, -0.5}, "4")), "NFA"},
		{"hidden skyscraper", usual + "Clues outside the grid show the first skyscraper that is hidden by a taller one.", drawnWith(label(at{0.5, -0.5}, "4")), "HiddenSkyscraper[4][0 1 2 3 4 5 6 7 8]"},
		{"sum of two cells", usual + "The digits on either side of a number sum to that number.", drawnWith(label(at{0.5, 1}, "9")), "Sum[9][0 1]"},
		{"bold mathematical letters", xv, drawnWith(label(at{0.5, 1}, "\U0001d417"), label(at{1, 0.5}, "\U0001d415")), "X[][0 1] V[][0 9]"},
		{"a sign of multiplication", xv, drawnWith(label(at{0.5, 1}, "×")), "!letters (1) !“Cells joined by an X sum to 10, cells joined by a V sum to 5”"},
		{"wide dots", kropki, drawnWith(disc(at{0.5, 1}, 0.7, "#ffffff", "#000000"), disc(at{1, 0.5}, 0.75, "#000000", "#000000")), "WhiteDot[][0 1] BlackDot[][0 9]"},
		{"a pill of a line", usual + "Digits along an arrow sum to the number in the pill.", drawnWith(stroke("lines", "#999999", 50, at{4.5, 4.5}, at{4.5, 5.5}), stroke("lines", "#ffffff", 46, at{4.5, 4.5}, at{4.5, 5.5}), stroke("arrows", "#999999", 5, at{4.9, 5.5}, at{7.5, 5.5})), "PillArrow[2][40 41 50 59 68]"},
		{"sandwich in boxes", sandwich, drawnWith(shaped("underlays", at{-0.5, 0.5}, 1, 1, `,"backgroundColor":"#eee","borderColor":"#000","text":"20"`)), "Sandwich[20][0 9 18 27 36 45 54 63 72]"},
		{"sandwich on boxes", sandwich, drawnWith(box(at{-0.5, 0.5}, 1, "#eeeeee"), label(at{-0.5, 0.5}, "20")), "Sandwich[20][0 9 18 27 36 45 54 63 72]"},
		{"sandwich near the edge", sandwich, drawnWith(label(at{-0.3, 0.5}, "20")), "Sandwich[20][0 9 18 27 36 45 54 63 72]"},
		{"title above", usual, drawnWith(label(at{-1.5, 4.5}, "Summer"), label(at{10.5, 8.5}, "by me")), ""},
		{"title just above", usual, drawnWith(label(at{-0.5, 4.5}, "Summer")), ""},
		{"emoji", usual, drawnWith(label(at{4.5, 4.5}, "🐍")), ""},
		// Cells.
		{"odd and even", usual + "Grey circles are odd, grey squares are even.", drawnWith(disc(at{0.5, 0.5}, 0.7, "#cfcfcf", ""), box(at{4.5, 4.5}, 0.7, "#cfcfcf")), "Even[][40] Odd[][0]"},
		{"hollow circle", usual + "Circled digits are odd.", drawnWith(disc(at{0.5, 0.5}, 0.75, "#ffffff00", "#000000")), "Odd[][0]"},
		{"counting circles", usual + "A digit in a circle says how many circles contain that digit.", drawnWith(disc(at{0.5, 0.5}, 0.75, "", "#000000"), disc(at{1.5, 5.5}, 0.75, "", "#000000")), "CountingCircles[][0 14]"},
		{"shaded by colour", usual + "Shaded cells are even.", drawnWith(box(at{0.5, 0.5}, 1, "#ffff00aa")), "Even[][0]"},
		{"diagonals", usual + "Digits cannot repeat on the marked diagonals.", drawnWith(stroke("lines", "#34bbe6", 2, at{0, 0}, at{9, 9}), stroke("lines", "#34bbe6", 2, at{0, 9}, at{9, 0})), "Diagonal[-1][] Diagonal[1][]"},
		{"one diagonal", usual + "Digits cannot repeat on the blue diagonal.", drawnWith(stroke("lines", "#34bbe6", 2, at{9, 0}, at{0, 9})), "Diagonal[1][]"},
		{"background", usual, drawnWith(shaped("underlays", at{4.5, 4.5}, 9, 9, `,"backgroundColor":"#ffffff"`)), ""},
		// Cages.
		{"cage", cage, drawnWith(cageOf("9", at{0, 0}, at{0, 1})), "Cage[9][0 1]"},
		{"cage with a text as its sum", cage, drawnWith(cageOf("", at{0, 0}, at{0, 1}), shaped("overlays", at{0.15, 0.15}, 0.3, 0.3, `,"text":"9"`)), "Cage[9][0 1]"},
		{"cage of lines", cage, drawnWith(stroke("lines", "#000", 1, at{0.1, 0.1}, at{0.1, 1.9}, at{0.9, 1.9}, at{0.9, 0.1}, at{0.1, 0.1}), shaped("overlays", at{0.15, 0.15}, 0.3, 0.3, `,"text":"9"`)), "Cage[9][0 1]"},
		// Similar drawings with another meaning.
		{"thermometers that share a tip", thermoRule, drawnWith(stroke("lines", "#cfcfcf", 20, row...), stroke("lines", "#cfcfcf", 20, at{2.5, 2.5}, at{1.5, 2.5}, at{0.5, 2.5}), disc(row[0], 0.85, "#cfcfcf", ""), disc(at{2.5, 2.5}, 0.85, "#cfcfcf", "")), "Thermo[][0 1 2] Thermo[][20 11 2]"},
		{"lines of two rules", usual + "Green lines are German whispers. Grey lines are palindromes.", drawnWith(stroke("lines", "#cccccc", 14, row...), stroke("lines", "#67f067", 8, row...)), "Palindrome[][0 1 2] Whisper[5][0 1 2]"},
		{"lines that meet in a circle", usual + "Digits on a line lie between the digits in the circles at its ends.", drawnWith(stroke("lines", "#cfcfcf", 6, row...), stroke("lines", "#cfcfcf", 6, row[2], at{1.5, 2.5}, at{2.5, 2.5}), disc(row[0], 0.8, "#fff", "#cfcfcf"), disc(row[2], 0.8, "#fff", "#cfcfcf"), disc(at{2.5, 2.5}, 0.8, "#fff", "#cfcfcf")), "Between[][0 1 2] Between[][2 11 20]"},
		{"a number in a counting circle", usual + "A digit in a circle says how many circles contain that digit.", drawnWith(disc(row[0], 0.75, "", "#000000"), label(row[0], "3")), "CountingCircles[][0] !texts (1)"},
		{"an outline that no words speak of", usual, drawnWith(stroke("lines", "#000", 1, at{0.1, 0.1}, at{0.1, 1.9}, at{0.9, 1.9}, at{0.9, 0.1}, at{0.1, 0.1})), "!cages (1)"},
		{"a clue of letters", usual, drawnWith(label(at{-0.5, 4.5}, "AB")), "!outsides (1)"},
		{"a line with a circle", usual + "Lines are palindromes. Circled digits are odd.", drawnWith(stroke("lines", "#cfcfcf", 10, row...), disc(row[0], 0.8, "#fff", "#000")), "Palindrome[][0 1 2] Odd[][0]"},
		// Further rules about the same drawing, or about no drawing, are not lost.
		{"circles of arrows", arrowRule + " Circled digits are even.", drawnWith(disc(row[0], 0.8, "#fff", "#999"), stroke("arrows", "#999", 4, row...)), "Arrow[][0 1 2] !“Circled digits are even”"},
		{"circles of lines", usual + "Digits on a line lie between the digits in the circles at its ends. Circles contain odd digits.", drawnWith(stroke("lines", "#cfcfcf", 6, row...), disc(row[0], 0.8, "#ffffff", "#cfcfcf"), disc(row[2], 0.8, "#ffffff", "#cfcfcf")), "Between[][0 1 2] Odd[][0 2]"},
		{"diagonals that are not drawn", usual + "Digits cannot repeat on either diagonal. Diagonals have no repeats.", drawnWith(label(at{0.5, 1}, "")), "!“Digits cannot repeat on either diagonal” !“Diagonals have no repeats”"},
		{"indexers", usual + "Column 1 tells where the digit 1 is in that row.", drawnWith(label(at{0.5, 1}, "")), "Indexing[][0 9 18 27 36 45 54 63 72]"},
		{"one line of two rules", usual + "Lines are German whispers. Lines are palindromes.", drawnWith(stroke("lines", "#67f067", 12, row...)), "Whisper[5][0 1 2] !“Lines are palindromes”"},
		{"one line of two coloured rules", usual + "Green lines are German whispers and palindromes.", drawnWith(stroke("lines", "#67f067", 12, row...)), "!green lines (1) !“Green lines are German whispers and palindromes”"},
		{"one line of two differences", usual + "Adjacent digits on a line differ by at least 5. Adjacent digits on a line differ by at least 4.", drawnWith(stroke("lines", "#67f067", 12, row...)), "Whisper[5][0 1 2] !“Adjacent digits on a line differ by at least 4”"},
		{"between and palindrome", usual + "Digits on a line lie between the digits in the circles at its ends. Lines are palindromes.", drawnWith(stroke("lines", "#cfcfcf", 6, row...), disc(row[0], 0.8, "#ffffff", "#cfcfcf"), disc(row[2], 0.8, "#ffffff", "#cfcfcf")), "Between[][0 1 2] !“Lines are palindromes”"},
		{"product and distinct", usual + "Digits in a cage multiply to the number. They do not repeat.", drawnWith(cageOf("12", at{0, 0}, at{0, 1})), "AllDifferent[][0 1] Product[12][0 1]"},
		{"may repeat", usual + "Digits in a cage sum to the number. Digits may repeat in cages.", drawnWith(cageOf("12", at{0, 0}, at{0, 1})), "Sum[12][0 1]"},
		{"a line on a line", usual + "Green lines are German whispers. Black lines are palindromes.", drawnWith(stroke("lines", "#67f067", 12, row...), stroke("lines", "#111111", 3, row...)), "Whisper[5][0 1 2] Palindrome[][0 1 2]"},
		{"turned letter", xv, drawnWith(shaped("overlays", at{0.5, 1}, 0.5, 0.5, `,"text":"X","angle":90`)), "X[][0 1]"},
		{"aslant sign", unequal, drawnWith(shaped("overlays", at{0.5, 1}, 0.5, 0.5, `,"text":">","angle":45`)), "!letters (1) !“Inequality signs point to the smaller digit”"},
		{"look and say", usual + "Cages are look-and-say cages.", drawnWith(cageOf("1223", at{0, 0}, at{0, 1}, at{0, 2})), "LookAndSay[1 2 2 3][0 1 2]"},
		{"same difference", usual + "All adjacent digits on a line have the same difference.", drawnWith(stroke("lines", "#67f067", 12, row...)), "NFA"},
	} {
		p, notes, err := readAny(drawnPad(one.rules, one.drawn))
		if err != nil {
			t.Errorf("%s: %v", one.name, err)
			continue
		}
		var got []string
		for _, c := range p.Constraints {
			if c.Kind == "NFA" {
				got = append(got, "NFA")
				continue
			}
			got = append(got, fmt.Sprintf("%s%v%v", c.Kind, c.Numbers, c.Cells))
		}
		for _, n := range notes {
			if n.IsOmission() && !n.Cosmetic {
				got = append(got, "!"+n.Part)
			}
		}
		if strings.Join(got, " ") != one.want {
			t.Errorf("%s: %s, not %s", one.name, strings.Join(got, " "), one.want)
		}
	}
}

// TestDrawnKindsHaveNames checks that every rule that a drawing can mean has a name in all languages.
func TestDrawnKindsHaveNames(t *testing.T) {
	for _, row := range drawnKinds {
		for _, lang := range message.Langs() {
			if key := "rules.drawn.kind." + row.kind; puzzle.KindNamed(row.kind) == nil && message.New(key).In(lang) == key {
				t.Errorf("%s has no %s", lang, key)
			}
		}
	}
}

// TestBranches checks lines that branch, cross or close, and circles that are counted together with those of
// arrows.
func TestBranches(t *testing.T) {
	line := func(points string) string {
		return `{"wayPoints":[` + points + `],"color":"#2ecbffff","thickness":9.6}`
	}
	for _, one := range []struct{ rules, drawn, want string }{
		{"Box borders divide blue lines into segments with the same sum.", `,"lines":[` + line("[1.5,0.5],[1.5,4.5]") + "," + line("[1.5,1.5],[3.5,1.5]") + "]", "EqualSum[][] [[9 10 11 19] [12 13] [28]]"},
		{"Box borders divide blue lines into segments with the same sum.", `,"lines":[` + line("[1.5,0.5],[1.5,4.5]") + "," + line("[1.7,1.5],[3.5,1.5]") + "]", "RegionSumLine[][9 10 11 12 13] [] RegionSumLine[][10 19 28] []"},
		{"Digits on a blue line are consecutive in any order.", `,"lines":[` + line("[1.5,0.5],[1.5,3.5]") + "," + line("[1.5,1.5],[2.5,1.5]") + "]", "Renban[][9 10 11 12 19] []"},
		{"All lines of the same colour have the same sum.", `,"lines":[` + line("[0.5,0.5],[0.5,1.5]") + "," + line("[1.5,0.5],[1.5,1.5]") + "," + strings.ReplaceAll(line("[2.5,0.5],[2.5,1.5]")+","+line("[4.5,0.5],[4.5,1.5]"), "#2ecbffff", "#ff0000ff") + "]", "EqualSum[][] [[0 1] [9 10]]\nEqualSum[][] [[18 19] [36 37]]"},
		{"Blue lines can be divided into segments that each sum to 10.", `,"lines":[` + line("[0.5,0.5],[0.5,2.5],[2.5,2.5],[0.5,0.5]") + "]", "SumLine[10][0 1 2 11 20 10] [] loop"},
		{"A circled digit indicates exactly how many circles contain that digit. Digits on an arrow sum to the digit in the circle.", strings.Replace(arrowDrawn, `"overlays":[`, `"overlays":[{"center":[0.5,0.5],"width":0.8,"height":0.8,"rounded":true,"backgroundColor":"#fff","borderColor":"#999"},`, 1), "CountingCircles[][0 40] [] Arrow[][40 41 42] []"},
	} {
		p, _, err := readAny(drawnPad("Normal sudoku rules apply. "+one.rules, one.drawn))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range p.Constraints {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s%v%v %v %s", c.Kind, c.Numbers, c.Cells, c.Sets, c.Text)))
		}
		slices.Sort(got)
		want := strings.Split(strings.NewReplacer(" RegionSumLine", "\nRegionSumLine", " Arrow", "\nArrow").Replace(one.want), "\n")
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", one.rules, got, want)
		}
	}
}
