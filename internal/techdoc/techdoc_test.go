package techdoc

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"nonet/internal/check/golden"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
)

// The examples are the first golden cases of package logic. Pages and pictures are generated from
// them. With -update the test rewrites the files; otherwise it compares them.
func TestUpToDate(t *testing.T) {
	files := map[string][]byte{}
	examplesFile = firstCases(t)
	files["examples.txt"] = []byte(examplesFile)
	for _, k := range hodoku.Techniques() {
		s, step, err := Example(k)
		if err != nil {
			t.Errorf("%s: %v", k, err)
			continue
		}
		files["../../docs/img/techniques/"+PictureName(k)] = Picture(&s, &step)
	}
	for lang, name := range pageNames {
		page, err := Page(lang)
		if err != nil {
			t.Errorf("%s: %v", lang, err)
		}
		files["../../docs/"+name] = []byte(page)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		golden.Check(t, name, string(files[name]))
	}
	pictures, err := filepath.Glob("../../docs/img/techniques/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pictures {
		if _, made := files[filepath.ToSlash(name)]; !made {
			t.Errorf("%s belongs to no technique", name)
		}
	}
}

// firstCases returns the lines of the first golden case of each technique, in the order of the
// table.
func firstCases(t *testing.T) string {
	first := map[logic.Technique]string{}
	files, err := filepath.Glob("../../logic/testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			c, err := hodoku.Read(line)
			if err != nil {
				continue
			}
			if k, err := c.Technique(); err == nil && first[k] == "" {
				first[k] = line
			}
		}
	}
	var b strings.Builder
	for _, k := range hodoku.Techniques() {
		b.WriteString(first[k])
	}
	return b.String()
}

// Every technique has a paragraph of reasonable length in each language, and every paragraph
// belongs to a technique.
func TestAbout(t *testing.T) {
	for _, lang := range message.Langs() {
		used := map[string]logic.Technique{}
		for _, k := range hodoku.Techniques() {
			text := AboutTechnique(k, lang)
			n := utf8.RuneCountInString(text)
			least, most := 200, 700
			if lang == message.Chinese {
				least, most = 80, 400
			}
			if n < least || n > most || strings.ContainsAny(text, "{}\n|") || !utf8.ValidString(text) {
				t.Errorf("%s: %s: %d characters; want %d to %d, without braces, bars and line ends: %q", lang, k, n, least, most, text)
			}
			if other, twice := used[text]; twice {
				t.Errorf("%s: %s has the text of %s", lang, k, other)
			}
			used[text] = k
		}
		for id := range sections()[lang] {
			_, err := logic.ByID(id)
			isPart := strings.HasSuffix(id, "fish") || strings.HasPrefix(id, "size-")
			if err != nil && !isPart {
				t.Errorf("%s: no technique is called %q", lang, id)
			}
			for _, other := range message.Langs() {
				if sections()[other][id] == "" {
					t.Errorf("%q is missing in %s", id, other)
				}
			}
		}
	}
	if AboutTechnique(255, message.English) != "" || AboutTechnique(logic.XWing, "tlh") != "" {
		t.Error("a text for a technique or a language that is none")
	}
}

// Every picture is well-formed, small, and shows every candidate that changes.
func TestPictures(t *testing.T) {
	for _, k := range hodoku.Techniques() {
		s, step, err := Example(k)
		if err != nil {
			t.Errorf("%s: %v", k, err)
			continue
		}
		picture := Picture(&s, &step)
		if !bytes.Equal(picture, Picture(&s, &step)) {
			t.Errorf("%s: not the same picture twice", k)
		}
		if len(picture) > 20_000 {
			t.Errorf("%s: %d bytes", k, len(picture))
		}
		d := xml.NewDecoder(bytes.NewReader(picture))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", k, err)
			}
		}
		if n := bytes.Count(picture, []byte(`class="strike"`)); n != len(step.Eliminations) {
			t.Errorf("%s: %d eliminations are drawn, %d there are", k, n, len(step.Eliminations))
		}
		if n := bytes.Count(picture, []byte(`class="placed"`)); n != len(step.Placements) {
			t.Errorf("%s: %d placements are drawn, %d there are", k, n, len(step.Placements))
		}
	}
}

func TestCaseErrors(t *testing.T) {
	good := strings.TrimSpace(exampleLines()[logic.XWing])
	if _, _, err := ReadLibraryLine(good); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"", ":", ":0300", ":9999:1:" + strings.Repeat(".", 81) + ":::", "\x00", "\ufeff" + good,
		":0300:1:" + strings.Repeat(".", 80) + "::::", ":0300:1:" + strings.Repeat(".", 81) + ":41:::", ":0300:1:" + strings.Repeat(".", 81) + "::::", good + "x"} {
		if _, _, err := ReadLibraryLine(line); err == nil {
			t.Errorf("Case(%q): no error", line)
		}
	}
}
