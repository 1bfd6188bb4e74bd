package format

import (
	"errors"
	"strings"
	"testing"
)

// TestWordsOfAnotherBoard checks sentences about clues that name digits which the board lacks. They must not be
// understood.
func TestWordsOfAnotherBoard(t *testing.T) {
	for rule, want := range map[string]int{"between the 1 and the 9": 1, "between the 2 and the 8": 0} {
		p, err := readPart(`{"cells":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 9), ",") + `],"overlays":[{"center":[0.5,-0.5],"text":"12","width":1,"height":1}],"metadata":{"rules":"Clues outside the grid give the sum of the digits ` + rule + `."}}`)
		if err != nil {
			t.Fatal(err)
		}
		if n, unread := len(p.Puzzle().Constraints), p.UnknownRules(); n != want || (len(unread) == 0) != (want > 0) {
			t.Errorf("%s: %d constraints, left over %q", rule, n, unread)
		}
	}
}

// TestDoublersInWords checks that doublers are read only if the words state their whole rule. It must also be
// clear which values the other rules compare.
func TestDoublersInWords(t *testing.T) {
	const places, digits, values = "There is one doubler in each row, column and box. ", "Each digit is doubled exactly once. ", "Doublers count as twice their digit. "
	green := `"lines":[{"wayPoints":[[0.5,0.5],[0.5,1.5]],"color":"#67f067","thickness":10}],`
	for _, test := range []struct {
		lines, rules string
		want         bool
	}{
		{"", values + digits + places, true},
		{"", places + digits, false},
		{"", places + values, false},
		{"", digits + values, false},
		{"", places + values + "Each digit from 1 to 8 is doubled once.", false},
		{green, places + digits + values + "Adjacent digits on a green line differ by at least 5.", false},
		{green, places + digits + values + "Digits on a green line sum to 20.", true},
	} {
		p, err := readPart(`{"cells":[` + strings.TrimSuffix(strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 9), ",") + `],` + test.lines + `"metadata":{"rules":"` + test.rules + `"}}`)
		if err != nil {
			t.Fatal(err)
		}
		kinds := ""
		for _, c := range p.Puzzle().Constraints {
			kinds += c.Kind + " "
		}
		if unread := p.UnknownRules(); strings.Contains(kinds, "Doublers") != test.want || (len(unread) == 0) != test.want {
			t.Errorf("%s: %s, left over %q", test.rules, kinds, unread)
		}
	}
}

// TestUnknownRules checks that every way to read a text refuses rules that nonet does not know, unless the
// reader is to ignore them.
func TestUnknownRules(t *testing.T) {
	text := `{"cages":[{"sum":3,"cells":["r1c1","r1c2"]}],"rules":"Normal killer sudoku rules apply. The snake never bites its tail."}`
	_, one := ParseOne(text)
	_, all := Parse(text)
	_, classic := ParseClassic(text)
	unread, err := NewReader(strings.NewReader(text), Options{}).NextUnread()
	if err == nil {
		_, err = unread.Read()
	}
	for name, err := range map[string]error{"ParseOne": one, "Parse": all, "NextUnread": err} {
		if e, ok := errors.AsType[*SyntaxError](err); !ok || e.What.Key != UnknownRules || !strings.Contains(err.Error(), "snake") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if e, ok := errors.AsType[*SyntaxError](classic); !ok || e.What.Key != OtherRules {
		t.Errorf("ParseClassic: %v", classic)
	}
	p, err := readPart(text)
	if err != nil || len(p.UnknownRules()) != 1 || len(p.Puzzle().Constraints) != 1 {
		t.Errorf("ignored: %v, %v", p.UnknownRules(), err)
	}
}
