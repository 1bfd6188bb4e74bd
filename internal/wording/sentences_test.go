package wording

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// testdata/sentences.txt has sentences with their meanings, as "sentence => meaning". A meaning is kinds,
// "usual", "-" for nothing, or "?" for one that is not understood. To teach a phrase, add its sentence there
// first.
func TestSentences(t *testing.T) {
	b, err := os.ReadFile("testdata/sentences.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n") {
		text, want, is := strings.Cut(line, " => ")
		if !is || strings.HasPrefix(line, "#") {
			continue
		}
		n++
		var got []string
		for _, s := range Read(text) {
			if s.Meanings == nil {
				got = append(got, "?")
			}
			for _, m := range s.Meanings {
				said := map[Sense]string{Idle: "-", Usual: "usual", Latin: "latin", Irregular: "irregular"}[m.Sense]
				if m.Sense == Explains || m.Sense == Adds {
					said = strings.Join(m.Kinds, ",")
				}
				if len(m.Colours) > 0 {
					said += "/" + m.Colours[0]
				}
				if r := m.Relation; r != nil {
					said += " " + r.String()
				} else if m.Number >= 0 {
					said += fmt.Sprint(" ", m.Number)
				}
				if said != "-" || len(s.Meanings) == 1 {
					got = append(got, said)
				}
			}
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%q: %s, not %s", text, strings.Join(got, "; "), want)
		}
	}
	if n < 600 {
		t.Errorf("only %d sentences", n)
	}
}

// TestPublishedTexts counts the rules of published puzzles that are understood. -v logs the count.
func TestPublishedTexts(t *testing.T) {
	f, err := os.Open(filepath.Join("..", "..", "..", "shared", "formats", "rules.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("../shared/formats is absent")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	texts, whole, sentences, read := 0, 0, 0, 0
	for lines.Scan() {
		var row struct{ Rules string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		all := true
		for _, s := range Read(row.Rules) {
			if sentences++; s.Meanings != nil {
				read++
			} else if all = false; testing.Verbose() {
				t.Logf("unread: %s", s.Text)
			}
		}
		if texts++; all {
			whole++
		}
	}
	t.Logf("%d of %d texts are understood whole, %d of %d sentences", whole, texts, read, sentences)
	if whole < 240 {
		t.Errorf("%d texts are understood, 240 were", whole)
	}
}
