package sudoku

import "testing"

func TestHouseNames(t *testing.T) {
	for code, name := range map[string]string{
		"r1": "row 1", "c9": "column 9", "b6": "box 6", "g3": "region 3", "w4": "window 4", "d1": "the main diagonal", "d2": "the anti-diagonal",
	} {
		var h House
		if err := h.UnmarshalText([]byte(code)); err != nil || HouseName(h).String() != name {
			t.Errorf("house %s is %q, want %q: %v", code, HouseName(h), name, err)
		}
	}
}

func TestCandidates(t *testing.T) {
	s := CandidatesOf(1, 4, 7, 0, 17)
	if s.String() != "147" || s.Len() != 3 || !s.Has(4) || s.Has(5) || s.Has(0) || s.Has(200) {
		t.Errorf("the set is %q", s)
	}
	if s.Without(4).With(9).With(0).Without(0).Without(99).String() != "179" {
		t.Errorf("changed: %q", s.Without(4).With(9))
	}
	if AllDigits.String() != "123456789" {
		t.Errorf("all digits: %q", AllDigits)
	}
	for d := range AllDigits.Digits() {
		if d == 3 {
			break
		}
	}
}
