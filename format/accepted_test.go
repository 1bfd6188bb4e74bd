package format_test

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/format"
	"nonet/internal/check/golden"
	"nonet/internal/check/soak"
	"nonet/message"
	"nonet/sudoku"
)

// accepted returns the contents of the files in testdata/accepted, by name.
func accepted(t testing.TB) map[string]string {
	files, err := filepath.Glob("testdata/accepted/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no texts", err)
	}
	all := map[string]string{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".txt")] = string(b)
	}
	return all
}

func names(all map[string]string) []string {
	files, _ := filepath.Glob("testdata/accepted/*.txt")
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), ".txt")
	}
	return files
}

// classics yields the classic puzzles of a text; others are errors.
func classics(r io.Reader) iter.Seq2[format.Puzzle, error] {
	return func(yield func(format.Puzzle, error) bool) {
		for in := format.NewReader(r, format.Options{}); ; {
			p, err := in.NextClassic()
			if _, syntax := err.(*format.SyntaxError); err == io.EOF || !yield(p, err) || err != nil && !syntax {
				return
			}
		}
	}
}

// listing returns everything that is read, one line for each puzzle or error.
func listing(r io.Reader) string {
	var out strings.Builder
	for p, err := range classics(r) {
		if err != nil {
			fmt.Fprintf(&out, "    ! %v\n", err)
			continue
		}
		fmt.Fprintf(&out, "    %-10s line %-3d %v", p.Kind, p.Line, p.Grid)
		if p.Name != "" {
			fmt.Fprintf(&out, " %q", p.Name)
		}
		if e := p.Extra; e != nil {
			fmt.Fprintf(&out, " by %q rules %q values %v", e.Author, e.Rules, p.Position())
			for c := range sudoku.Cells {
				if e.Corner[c]|e.Centre[c] != 0 || e.Colours[c] != 0 {
					fmt.Fprintf(&out, " %v: corner %v centre %v colours %b", sudoku.Cell(c), e.Corner[c], e.Centre[c], e.Colours[c])
				}
			}
		}
		if p.Pencil != nil {
			n := 0
			for _, marks := range p.Pencil {
				n += marks.Len()
			}
			fmt.Fprintf(&out, " %d candidates, %d eliminations", n, p.Eliminations())
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// TestAccepted compares what is read from each text in testdata/accepted with the golden files.
func TestAccepted(t *testing.T) {
	var out strings.Builder
	all := accepted(t)
	for _, name := range names(all) {
		got := listing(strings.NewReader(all[name]))
		fmt.Fprintf(&out, "%s\n%s", name, got)
		if strings.Contains(got, "!") {
			t.Errorf("%s:\n%s", name, got)
		}
	}
	golden.Check(t, "testdata/accepted.txt", out.String())
}

// TestChunks reads every text again in pieces of other sizes.
func TestChunks(t *testing.T) {
	texts, n := accepted(t), 0
	for _, bad := range badTexts {
		texts["bad: "+bad.name] = bad.text
	}
	for name, text := range texts {
		if n++; n%soak.Pick(4, 1) != 0 {
			continue // maps have a random order, so each entry is tested in some run
		}
		want := listing(strings.NewReader(text))
		for how, r := range map[string]io.Reader{
			"one byte":    iotest.OneByteReader(strings.NewReader(text)),
			"half":        iotest.HalfReader(strings.NewReader(text)),
			"data, error": iotest.DataErrReader(strings.NewReader(text)),
			"bytes":       bytes.NewReader([]byte(text)),
		} {
			if got := listing(r); got != want {
				t.Errorf("%s, %s:\n%s\nwant\n%s", name, how, got, want)
			}
		}
	}
}

func TestParse(t *testing.T) {
	all, err := format.Parse(line81 + "\n" + rows9)
	if len(all) != 2 || err != nil || all[0].Kind != format.Line || all[1].Kind != format.Rows || all[1].Line != 2 {
		t.Errorf("%v, %v", all, err)
	}
	all, err = format.Parse(line81 + "\nx\n" + line81)
	if len(all) != 1 || err == nil {
		t.Errorf("%d puzzles, %v", len(all), err)
	}
}

func TestParseOne(t *testing.T) {
	want := sudoku.MustParse(line81)
	for _, text := range []string{line81, "\n" + rows9 + "\n", ints9, drawn9, board9, csvHead + line81, csvCells} {
		if p, err := format.ParseOne(text); p.Grid != want || err != nil {
			t.Errorf("%q: %v, %v", text, p.Grid, err)
		}
	}
	for text, want := range map[string]string{
		"":                                 "line 1, column 1: there is no puzzle here; write 81 characters, 1–9 and . for an empty cell",
		"# nothing":                        "line 1, column 1: there is no puzzle here; write 81 characters, 1–9 and . for an empty cell",
		line81 + "\n\n" + line81:           "line 3, column 1: only one puzzle is expected, but a second begins here",
		line81 + "\n" + lines(rows9, 1, 2): "line 3, column 10: a grid has 9 rows, this ends after 2",
	} {
		if _, err := format.ParseOne(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

func TestKindText(t *testing.T) {
	var styles []string
	for _, k := range format.WritableKinds() {
		styles = append(styles, k.Style())
		text, err := k.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{k.Style(), k.String(), string(text)} {
			read := format.Kind(99)
			if err := read.UnmarshalText([]byte(name)); read != k || err != nil {
				t.Errorf("%s: %v, %v", name, read, err)
			}
		}
	}
	want := `there is no format "Line"; choose one of ` + strings.Join(styles, " ") + `; did you mean line?`
	k := format.CSV
	if err := k.UnmarshalText([]byte("Line")); err == nil || err.Error() != want || k != format.CSV {
		t.Errorf("%v, %v", k, err)
	}
}

// TestCatalogue checks that every key that package format and internal/exchange use is in the
// catalogue, and that every key "format.…" of the catalogue is used.
func TestCatalogue(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	held, _ := filepath.Glob("../internal/exchange/*.go")
	files = append(files, held...)
	used := map[string]bool{}
	for _, k := range format.WritableKinds() {
		used["format.kind."+k.String()] = true
	}
	for _, part := range []format.Part{format.Values, format.Notes, format.CellColours, format.Marks, format.Title, format.About} {
		used["format.part."+string(part)] = true
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"(format\.[a-zA-Z0-9.]*[a-zA-Z0-9])"`).FindAllSubmatch(b, -1) {
			used[string(m[1])] = true
		}
	}
	has := map[string]bool{}
	for _, key := range message.Keys() {
		has[key] = true
		if strings.HasPrefix(key, "format.") && !used[key] {
			t.Errorf("%s is in the catalogue, but no source names it", key)
		}
	}
	for key := range used {
		if !has[key] {
			t.Errorf("%s is missing", key)
		}
	}
}

// TestNotations checks every notation: it has a text that is read, a text that is refused, a name in both
// languages, and a row and a section in docs/FORMATS.md.
func TestNotations(t *testing.T) {
	b, err := os.ReadFile("../docs/FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	document, table := string(b), "| format | `--to` | what the text is |\n|---|---|---|\n"
	texts := accepted(t)
	for _, k := range format.WritableKinds() {
		table += fmt.Sprintf("| `%v` | `%s` | %v |\n", k, k.Style(), k.Message())
		read, refused := false, false
		asKind := regexp.MustCompile("(?m)^    " + k.String() + " +line ")
		for name, text := range texts {
			read = read || strings.HasPrefix(name, k.String()) && asKind.MatchString(listing(strings.NewReader(text)))
		}
		for _, bad := range badFiles() {
			_, err := format.Parse(bad.text)
			refused = refused || bad.name == k.String() && err != nil
		}
		if (!read || !refused) && !isOnlyWritten(k) {
			t.Errorf("%v: a text that is read: %v, one that is refused: %v", k, read, refused)
		}
		if !slices.Contains(message.Keys(), "format.kind."+k.String()) {
			t.Errorf("%v has no name", k)
		}
		if !regexp.MustCompile("(?m)^## .*`" + k.String() + "`").MatchString(document) {
			t.Errorf("docs/FORMATS.md has no section on %v", k)
		}
	}
	if !strings.Contains(document, "\n"+table+"\n") {
		t.Errorf("docs/FORMATS.md lacks the table\n%s", table)
	}
}

// TestDocumentation checks that the examples in docs/FORMATS.md are read as the format of their
// heading.
func TestDocumentation(t *testing.T) {
	b, err := os.ReadFile("../docs/FORMATS.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, m := range regexp.MustCompile("(?ms)^```([\\w-]+)\n(.*?)^```$").FindAllStringSubmatch(string(b), -1) {
		all, err := format.Parse(m[2])
		if err != nil || len(all) == 0 {
			t.Errorf("%s: %d puzzles, %v", m[1], len(all), err)
		}
		for _, p := range all {
			if p.Kind.String() != m[1] && !(m[1] == "line" && p.Kind == format.CSV) {
				t.Errorf("%s, line %d is read as %v", m[1], p.Line, p.Kind)
			}
			grid := p.Grid
			if !p.IsClassic() {
				for _, g := range p.Puzzle().Givens {
					grid = grid.With(sudoku.Cell(g.Cell), sudoku.Digit(g.Values[0]))
				}
			}
			if !grid.Extends(sudoku.MustParse(line81)) {
				t.Errorf("%s, line %d: %v", m[1], p.Line, grid)
			}
		}
		shown[m[1]] = true
	}
	for _, k := range format.WritableKinds() {
		if !shown[k.String()] && !isOnlyWritten(k) {
			t.Errorf("%v is not shown", k)
		}
	}
}
