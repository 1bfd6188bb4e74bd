package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// outcome is a test that records what Check reports.
type outcome struct {
	testing.TB
	said string
}

func (o *outcome) Helper() {}

func (o *outcome) Fatalf(format string, args ...any) {
	o.said = strings.TrimSpace(strings.Split(format, ";")[0])
	for _, a := range args {
		if s, ok := a.(string); ok {
			o.said += " | " + s
		}
	}
}

func TestCheck(t *testing.T) {
	file := filepath.Join(t.TempDir(), "folder", "file.txt")
	check := func(got string) string {
		o := &outcome{TB: t}
		Check(o, file, got)
		return o.said
	}
	*update = true
	if said := check("one\ntwo\n"); said != "" {
		t.Errorf("written: %s", said)
	}
	*update = false
	if kept, err := os.ReadFile(file); err != nil || string(kept) != "one\ntwo\n" {
		t.Errorf("%q, %v", kept, err)
	}
	if said := check("one\ntwo\n"); said != "" {
		t.Errorf("equal: %s", said)
	}
	if said := check("one\nthree\n"); !strings.HasSuffix(said, "| three | two") {
		t.Errorf("another line: %s", said)
	}
}

func TestDifference(t *testing.T) {
	for _, test := range []struct {
		a, b     string
		line     int
		inA, inB string
	}{
		{"", "", 0, "", ""},
		{"a\nb", "a\nb", 0, "", ""},
		{"a\nb", "a\nc", 2, "b", "c"},
		{"a", "a\n", 2, "(the end)", ""},
		{"a\nb\nc", "a\nb", 3, "c", "(the end)"},
	} {
		if line, inA, inB := Difference(test.a, test.b); line != test.line || inA != test.inA || inB != test.inB {
			t.Errorf("%q and %q: line %d, %q and %q", test.a, test.b, line, inA, inB)
		}
	}
}
