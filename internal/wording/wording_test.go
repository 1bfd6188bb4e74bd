package wording

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestRead checks the meanings of sentences. They are the kinds that a sentence adds or explains, "-" for no
// more than the usual rules, or "?" for one that is not understood.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"Normal sudoku rules apply.":                                                     "-",
		"NORMAL SUDOKU RULES APPLY!!! Enjoy":                                             "- -",
		"Normal sudoku\nrules apply":                                                     "-",
		"Place the digits 1 to 9 once each in every row, column, and box.":               "-",
		"1) Normal sudoku rules apply.\\n2) Thanks!":                                     "- -",
		"Enjoy! https://example.org/abc.def?a=b":                                         "-",
		"Solve it at https://example.org/abc.":                                           "-",
		"Identical digits cannot be a knight's move apart.":                              "AntiKnight",
		"Cells separated by a knight’s move (in chess) cannot contain the same digit":    "AntiKnight",
		"Cells separated by a knight's or king's move cannot contain the same digit.":    "AntiKnight+AntiKing",
		"Normal sudoku rules apply and identical digits cannot be a knight's move apart": "AntiKnight",
		"Identical digits can be a knight's move apart.":                                 "?",
		"Identical digits must be a knight's move apart.":                                "?",
		"Identical digits cannot be a knight's move apart, except in the grey cells.":    "?",
		"Identical digits cannot be a knight's move apart in boxes 1 and 2.":             "?",
		"In one row identical digits cannot be a knight's move apart.":                   "?",
		"Digits cannot repeat on either of the main diagonals.":                          "Diagonal 1+Diagonal -1",
		"Digits cannot repeat on the marked diagonal.":                                   "Diagonal",
		"This is my first puzzle with a twist. Hope you like it!":                        "- -",
		"This is the ideal Sudoku":                                                       "-",
		"This is the usual, but mirrored left to right.":                                 "?",
		"Das ist mein Rätsel, Springer inklusive":                                        "?",
		"It is what it is: 3 in the middle":                                              "?",
		"+ Antiknight rule applies":                                                      "AntiKnight",
		"A black dot shows a ratio of 1:2 between two cells":                             "BlackDot",
		"Standard kropki rules apply (no negative constraint)":                           "WhiteDot",
		"In cages, digits must sum to the small clue in the top left corner.":            "Cage",
		"In cages, digits must not sum to the small clue in the top left corner.":        "?",
		"Digits may repeat within cages.":                                                "Sum",
		"Adjacent digits on a green line must differ by at least 5.":                     "Whisper",
		"Normal sudoku rules do not apply.":                                              "?",
		"Normal sudoku rules apply, but the boxes are to be found.":                      "?",
		"Normal sudoku rules apply < and more":                                           "?",
		"标准数独规则":                                                                         "-",
		"无马数独":                                                                           "AntiKnight",
		"没有两匹马在一个格子里":                                                                    "?",
		"":                                                                               "",
	} {
		var got []string
		for _, s := range Read(text) {
			said := "-"
			if s.Meanings == nil {
				said = "?"
			}
			for _, m := range s.Meanings {
				switch m.Sense {
				case Adds:
					said = strings.Join(m.Kinds, "+")
				case Explains:
					said = m.Kinds[0]
				}
			}
			got = append(got, said)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// TestNothingIsLost puts a word that no phrase has at any place of a text. Some sentence must then not be
// understood. A heading may have any name.
func TestNothingIsLost(t *testing.T) {
	sentences := []string{"Normal sudoku rules apply", "Identical digits cannot be a knight's move apart", "In cages, digits must sum to the small clue in the top left corner of the cage",
		"Place the digits 1-9 once in each row, column and box", "Not all dots are given", "Thanks", "and", "ie"}
	ends := []string{". ", "\n", "! ", "; ", ", ", " and ", "\n\n", " "}
	rapid.Check(t, func(t *rapid.T) {
		var words []string
		for range rapid.IntRange(1, 5).Draw(t, "sentences") {
			words = append(words, strings.SplitAfter(rapid.SampledFrom(sentences).Draw(t, "sentence")+rapid.SampledFrom(ends).Draw(t, "end"), " ")...)
		}
		at := rapid.IntRange(0, len(words)).Draw(t, "at")
		text := strings.Join(words[:at], "") + " xylophone " + strings.Join(words[at:], "")
		for _, s := range Read(text) {
			if s.Meanings == nil {
				return
			}
		}
		t.Fatalf("%q is understood", text)
	})
}

// FuzzRead checks that any text is read within the limits, and that its sentences are printable.
func FuzzRead(f *testing.F) {
	f.Add("Normal sudoku rules apply.\n- e.g. r1c1 <br> \xff\xfe i.e. 1) (((( 6x6 2x3 '''")
	f.Add(strings.Repeat("1 to 9 in each row, column and box ", 1000))
	f.Fuzz(func(t *testing.T, text string) {
		for _, s := range Read(text) {
			if len([]rune(s.Text)) > mostShown+1 || strings.ContainsAny(s.Text, "\n\x1b\x00") {
				t.Fatalf("%q shows %q", text, s.Text)
			}
		}
	})
}
