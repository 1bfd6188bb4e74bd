package hodoku

import (
	"bufio"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nonet/internal/check/reference"
	"nonet/logic"
)

// TestTable checks that every technique of package logic has a row, and that the rows are in order.
func TestTable(t *testing.T) {
	all := Techniques()
	if list := logic.Techniques(); len(list) != len(all) {
		t.Errorf("%d rows for %d techniques", len(all), len(list))
	}
	codes := map[string]bool{}
	for i, k := range all {
		row := ColumnsOf(k)
		if k.String() == "" || i > 0 && row.Order < ColumnsOf(all[i-1]).Order || row.Score == 0 || row.Level == 0 {
			t.Errorf("%s: %+v", k, row)
		}
		if row.Code == "" {
			continue
		}
		if back, err := techniqueByCode(row.Code); err != nil || back != k || codes[row.Code] {
			t.Errorf("ByCode(%s) is %s, %v", row.Code, back, err)
		}
		codes[row.Code] = true
	}
	if k, err := techniqueByCode("03111"); k != logic.FinnedXWing+1 || err != nil {
		t.Error(k, err)
	}
	var unknown *logic.UnknownTechniqueError
	if _, err := techniqueByCode(""); !errors.As(err, &unknown) {
		t.Error(err)
	}
	if ColumnsOf(1<<15) != (Columns{}) || ColumnsOf(logic.FullHouse+40) != (Columns{}) {
		t.Error("a technique that is none has a row")
	}
	mixed := slices.Clone(all)
	slices.Reverse(mixed)
	if Sort(mixed); !slices.Equal(mixed, all) {
		t.Error("sorting does not put the techniques in order")
	}
	for l := Easy; l <= Extreme; l++ {
		var back Level
		if err := back.UnmarshalText([]byte(l.String())); err != nil || back != l {
			t.Error(l, back, err)
		}
	}
	if new(Level).UnmarshalText([]byte("none")) == nil {
		t.Error("a level that there is not has a name")
	}
}

// TestScores checks that scores, levels and the order of techniques are HoDoKu's.
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
		k, err := techniqueByCode(row[2])
		s := scores[name]
		if err != nil || s == nil {
			continue // not in our table, or scored like a related technique
		}
		info := ColumnsOf(k)
		if strconv.Itoa(info.Score) != s[1] || !strings.EqualFold(info.Level.String(), s[2]) || strconv.FormatBool(info.Default) != s[3] || strconv.Itoa(info.Order) != s[4] {
			t.Errorf("%s: %+v, want %v", k, info, s)
		}
		checked++
	}
	if checked < 70 {
		t.Errorf("only %d techniques were checked", checked)
	}
}
