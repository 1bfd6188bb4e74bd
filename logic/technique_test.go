package logic

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"nonet/internal/check/reference"
	"nonet/message"
	"nonet/sudoku"
)

func TestTable(t *testing.T) {
	ids, codes := map[string]bool{}, map[string]bool{}
	for _, k := range Techniques() {
		info := k.Info()
		if info.ID == "" || ids[info.ID] || info.Code != "" && codes[info.Code] {
			t.Errorf("%d: ID %q or code %q is empty or there twice", k, info.ID, info.Code)
		}
		ids[info.ID], codes[info.Code] = true, true
		if (info.find == nil) != (k == BruteForce) {
			t.Errorf("%s: has no finder", k)
		}
		if back, ok := ByID(info.ID); !ok || back != k {
			t.Errorf("ByID(%s) is %s", info.ID, back)
		}
		if back, ok := ByCode(info.Code); info.Code != "" && (!ok || back != k) {
			t.Errorf("ByCode(%s) is %s", info.Code, back)
		}
		for _, lang := range message.Langs {
			for _, m := range []message.Message{k.Name(), info.Family.Name()} {
				if m.In(lang) == m.Key {
					t.Errorf("%s: no text for %s in %s", k, m.Key, lang)
				}
			}
		}
	}
	if (techniques+5).String() != "" || FamilyForce.String() != "force" {
		t.Error("a technique that is none has a name")
	}
}

// Scores, levels and order are HoDoKu's.
func TestScores(t *testing.T) {
	read := func(path string, column int) map[string][]string {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		rows := map[string][]string{}
		for scan := bufio.NewScanner(file); scan.Scan(); {
			f := strings.Split(scan.Text(), "\t")
			rows[f[column]] = f
		}
		return rows
	}
	scores := read(reference.File(t, "techniques/hodoku_scores.tsv"), 0)
	checked := 0
	for name, row := range read(reference.File(t, "techniques/hodoku_codes.tsv"), 0) {
		k, ok := ByCode(row[2])
		s := scores[name]
		if !ok || s == nil {
			continue // not in our table, or scored with its kin
		}
		info := k.Info()
		if strconv.Itoa(info.Score) != s[1] || !strings.EqualFold(info.Level.String(), s[2]) || strconv.FormatBool(info.Default) != s[3] || strconv.Itoa(info.Order) != s[4] {
			t.Errorf("%s: %+v, want %v", k, info, s)
		}
		checked++
	}
	if checked < 70 {
		t.Errorf("only %d techniques were checked", checked)
	}
}

func TestParseLibraryErrors(t *testing.T) {
	for _, test := range []struct{ grid, deleted string }{
		{"", ""}, {hardPuzzle[1:], ""}, {hardPuzzle + ".", ""}, {hardPuzzle + "+", ""}, {"+" + hardPuzzle[1:] + ".", ""},
		{"x" + hardPuzzle[1:], ""}, {"++" + hardPuzzle, ""}, {hardPuzzle, "41"}, {hardPuzzle, "410"}, {hardPuzzle, "4111"}, {hardPuzzle, "\x00"},
		{"\ufeff" + hardPuzzle, ""}, {hardPuzzle, "４１１"},
	} {
		if _, err := ParseLibrary(test.grid, test.deleted); err == nil {
			t.Errorf("ParseLibrary(%q, %q): no error", test.grid, test.deleted)
		}
	}
	s, err := ParseLibrary("+8"+hardPuzzle[1:], "118 218")
	if err != nil || s.Given(0) || s.Value(0) != 8 || s.Grid() != sudoku.MustParse(hardPuzzle) {
		t.Errorf("%v, %v", s.Given(0), err)
	}
}

// The candidates are kept twice; whatever happens, they stay in step.
func TestTwinsStayInStep(t *testing.T) {
	s := NewState(sudoku.MustParse(hardPuzzle))
	s.Eliminate(1, 1)
	s.Eliminate(200, 1)
	s.Eliminate(1, 0)
	s.Place(1, 2)
	s.Place(1, 3)
	s.Place(2, 77)
	s.SetCandidates(3, 0b111)
	s.SetCandidates(0, 0b111)
	for c := range Cell(cells) {
		for d := Digit(1); d <= 9; d++ {
			if s.Candidates(c).Has(d) != s.Places(d).Has(c) {
				t.Fatalf("%s: %d is in one of the twins only", c, d)
			}
		}
		if (s.Value(c) == 0) != s.EmptyCells().Has(c) || s.Value(c) != 0 && s.Candidates(c) != 0 {
			t.Fatalf("%s: filled or not?", c)
		}
	}
}
