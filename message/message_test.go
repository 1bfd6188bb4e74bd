package message

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

var argument = regexp.MustCompile(`\{[a-zA-Z0-9]+\}`)

func argumentNames(t text) []string {
	names := argument.FindAllString(t.other, -1)
	slices.Sort(names)
	return slices.Compact(names)
}

func (t *text) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &t.other)
	}
	var forms struct{ One, Other string }
	if err := json.Unmarshal(b, &forms); err != nil {
		return err
	}
	t.singular, t.other = forms.One, forms.Other
	return nil
}

// TestMain adds the program's texts, so that the tests check all texts.
func TestMain(m *testing.M) {
	for _, folder := range []string{"../internal/texts/", "../internal/app/httpapi/docs/"} {
		var files [2]string
		for i, lang := range Langs() {
			file, err := os.ReadFile(folder + string(lang) + ".json")
			if err != nil {
				panic(err)
			}
			files[i] = string(file)
		}
		Add(files[0], files[1])
	}
	m.Run()
}

// parseCatalogue returns the catalogue of a language. No key is in two parts.
func parseCatalogue(t *testing.T, lang Lang) map[string]text {
	all, keys := map[string]text{}, 0
	for _, file := range Files(lang) {
		c := map[string]text{}
		if err := json.Unmarshal([]byte(file), &c); err != nil {
			t.Fatal(lang, err)
		}
		maps.Copy(all, c)
		if keys += len(c); len(all) < keys {
			t.Fatalf("%s: a key is in two parts", lang)
		}
	}
	return all
}

// TestFilesAreSorted checks that the files are sorted, for lookup by binary search, and indented.
func TestFilesAreSorted(t *testing.T) {
	for _, lang := range Langs() {
		for part, kept := range Files(lang) {
			var sorted any
			if err := json.Unmarshal([]byte(kept), &sorted); err != nil {
				t.Fatal(lang, err)
			}
			var want strings.Builder
			e := json.NewEncoder(&want)
			e.SetEscapeHTML(false)
			e.SetIndent("", "  ")
			if err := e.Encode(sorted); err != nil {
				t.Fatal(err)
			}
			if line, now, _ := golden.Difference(want.String(), kept); line > 0 {
				t.Errorf("part %d, %s.json:%d: keys sorted by bytes and indented by two blanks would have here\n%s", part, lang, line, now)
			}
		}
	}
}

func TestTextOf(t *testing.T) {
	for i, lang := range Langs() {
		all := parseCatalogue(t, lang)
		for key, text := range all {
			if got := textOf(lang, key); got != text {
				t.Errorf("%s: %q: %q, want %q", Langs()[i], key, got, text)
			}
			for _, none := range []string{"", key + "\x00", key + "x", key[:len(key)-1], key[1:]} {
				if _, is := all[none]; !is && textOf(lang, none).other != none {
					t.Errorf("%s: %q, which there is not, has a text", lang, none)
				}
			}
		}
	}
}

func BenchmarkTextOf(b *testing.B) {
	for b.Loop() {
		textOf(English, "error.command")
	}
}

// TestCataloguesAgree checks that both languages have every key, with the same arguments and a
// text.
func TestCataloguesAgree(t *testing.T) {
	en := parseCatalogue(t, English)
	for _, lang := range Langs() {
		c := parseCatalogue(t, lang)
		for key, text := range c {
			if text.other == "" {
				t.Errorf("%s: %q has no text", lang, key)
			}
			if _, ok := en[key]; !ok {
				t.Errorf("%s: %q is not in the English catalogue", lang, key)
			}
		}
		for key, text := range en {
			other, ok := c[key]
			if !ok {
				t.Errorf("%s: %q is missing", lang, key)
			} else if a, b := argumentNames(text), argumentNames(other); !slices.Equal(a, b) {
				t.Errorf("%s: %q takes %v, in English %v", lang, key, b, a)
			}
		}
	}
}

// TestChinesePunctuation checks that Chinese texts have full-width punctuation between Chinese words and beside
// arguments. Quotations of programs and formats are exempt.
func TestChinesePunctuation(t *testing.T) {
	half := regexp.MustCompile(`[\p{Han}”}）][,;:!?](?:$|[^\w/])|[,;:?]\p{Han}|\p{Han} ?\(|\)\p{Han}`)
	library := strings.NewReplacer(":代码:候选数:盘面:已删:", "", "删减:填入:附加", "")
	for key, text := range parseCatalogue(t, Chinese) {
		for _, form := range []string{text.singular, text.other} {
			if at := half.FindString(library.Replace(form)); at != "" {
				t.Errorf("%q: half-width punctuation in %q", key, at)
			}
		}
	}
}

func TestIn(t *testing.T) {
	m := New("contradiction", "a", "r1c1", "b", "r1c5", "digit", 8, "house", New("house.row", "n", 1))
	for lang, want := range map[Lang]string{
		English:     "r1c1 and r1c5 are both 8 (row 1)",
		Chinese:     "r1c1 和 r1c5 都是 8（第 1 行）",
		Lang("tlh"): "r1c1 and r1c5 are both 8 (row 1)",
	} {
		if got := m.In(lang); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := New("no.such.key").In(Chinese); got != "no.such.key" {
		t.Errorf("a missing key renders as %q", got)
	}
}

type messenger struct{ m Message }

func (e messenger) Error() string    { return e.m.String() }
func (e messenger) Message() Message { return e.m }

func TestOf(t *testing.T) {
	err := fmt.Errorf("while reading: %w", messenger{New("house.row", "n", 3)})
	if got := TextOf(err, Chinese); got != "第 3 行" {
		t.Errorf("wrapped message: %q", got)
	}
	if got := TextOf(errors.New("plain"), Chinese); got != "plain" {
		t.Errorf("an error without a message: %q", got)
	}
}

// TestKeysAreUsed checks that the sources use every text. A source has the text's key, or a beginning of the
// key, of two words or more, which the source continues.
func TestKeysAreUsed(t *testing.T) {
	generators := []string{"internal/techdoc/page_test.go", "internal/app/httpapi/docs_test.go"} // which write documents
	word := regexp.MustCompile(`[A-Za-z][\w-]*(\.[\w-]+)+|"contradictions?"`)
	// "field.pen." + name, `field.pen.${name}`, ask("page.clear.ask") with a continuation elsewhere, "docs.%s"
	begun := regexp.MustCompile("[\"`]([A-Za-z][\\w-]*(?:\\.[\\w-]+)*)\\.(?:\"\\s*[+),]|\\$\\{|%)|[\"`]([a-z]\\w*(?:\\.[\\w-]+){2,})[\"`]")
	used, prefixes := map[string]bool{}, map[string]bool{}
	sources := os.DirFS("..")
	err := fs.WalkDir(sources, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if base := entry.Name(); name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata") || name == "message" || name == "internal/texts" || name == "internal/check" {
				return fs.SkipDir
			}
			return nil
		case strings.HasSuffix(name, "_test.go") && !slices.Contains(generators, name) || !slices.Contains([]string{".go", ".js", ".html"}, path.Ext(name)):
			return nil
		case name == "internal/app/engine/engine.go": // lists beginnings of keys that it leaves out
			return nil
		}
		content, err := fs.ReadFile(sources, name)
		for _, key := range word.FindAllString(string(content), -1) {
			used[strings.Trim(key, `"`)] = true
		}
		for _, match := range begun.FindAllStringSubmatch(string(content), -1) {
			prefixes[match[1]+match[2]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	command := regexp.MustCompile(`^cli(\.\w+)*\.(short|long|example)$`) // keys made of a command's path
	for key := range parseCatalogue(t, English) {
		is := used[key] || command.MatchString(key)
		for i, char := range key {
			is = is || char == '.' && prefixes[key[:i]]
		}
		if !is {
			t.Errorf("no source uses %s", key)
		}
	}
}
