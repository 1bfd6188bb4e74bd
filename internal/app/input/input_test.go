package input

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"nonet/format"
)

const (
	libraryLine = ":0300:5:6+4.+7.1..+2.9+8+4+25....+7236.4..+2...+3...14.7..+63.983.......+72..4.6...+8461297.+9...7+3..+4:329 378 518:579::"
	puzzleLine  = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
)

// listEntries lists what a text contains: for each entry its line and its code or kind, for each error its place
// and key.
func listEntries(t *testing.T, from io.Reader) string {
	t.Helper()
	var all []string
	for in := NewReader(from, format.Options{}); ; {
		e, err := in.Next()
		var at *format.SyntaxError
		switch {
		case err == io.EOF:
			return strings.Join(all, ", ")
		case errors.As(err, &at):
			all = append(all, fmt.Sprintf("%d:%d %s", at.Line, at.Column, at.What.Key))
		case err != nil:
			t.Fatal(err)
		case e.Case != nil:
			all = append(all, fmt.Sprint(e.Puzzle.Line, " ", e.Case.Code))
		default:
			all = append(all, fmt.Sprint(e.Puzzle.Line, " ", e.Puzzle.Kind, e.Puzzle.Name))
		}
	}
}

// The first line that is not a comment decides the kind of a text, and errors have their place.
func TestReader(t *testing.T) {
	utf16 := "\xfe\xff"
	for _, r := range libraryLine + "\r\n" {
		utf16 += "\x00" + string(r)
	}
	for _, c := range []struct{ name, text, want string }{
		{"puzzles", puzzleLine + "\n# name\n" + puzzleLine, "1 line, 3 linename"},
		{"a library", "# of one\r\n\r\n" + libraryLine + "\r" + libraryLine, "3 0300, 4 0300"},
		{"byte order marks", "\ufeff" + libraryLine + "\n\ufeff" + libraryLine, "1 0300, 2 0300"},
		{"UTF-16", utf16, "1 0300"},
		{"a puzzle in a library", " " + libraryLine + "\n  " + puzzleLine + "\n" + libraryLine, "1 0300, 2:3 operation.libraryLine, 3 0300"},
		{"a library among puzzles", puzzleLine + "\n" + libraryLine, "1 line, 2:1 format.char"},
		{"fields", " :0300:5:６:::::\n:0300:5:" + strings.Repeat(".", 81) + "::111:é\n:０:x", "1:10 logic.libraryField, 2:96 logic.libraryField, 3:1 operation.libraryLine"},
		{"a long line", libraryLine + "\n:" + strings.Repeat("1", format.MaxLine) + "\n" + libraryLine, "1 0300, 2:65537 format.longLine, 3 0300"},
		{"many comments", strings.Repeat("# a comment\n", lookAhead/20) + libraryLine, fmt.Sprint(lookAhead/20+1, " 0300")},
		{"nothing", "# nothing\n\n", "1:1 format.none"},
		{"no bytes", "", "1:1 format.none"},
	} {
		if got := listEntries(t, strings.NewReader(c.text)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got := listEntries(t, iotest.OneByteReader(strings.NewReader(c.text))); got != c.want {
			t.Errorf("%s, byte by byte: %s, want %s", c.name, got, c.want)
		}
	}
	broken := errors.New("broken")
	if _, err := NewReader(iotest.ErrReader(broken), format.Options{}).Next(); err != broken {
		t.Errorf("a reader's error: %v", err)
	}
}

// Quoted text cannot harm or flood a terminal.
func TestLibraryErrorsAreShort(t *testing.T) {
	_, err := NewCasesReader(strings.NewReader(":0300:5:\x1b[31m" + strings.Repeat("é\x00", 5000) + ":::::")).Next()
	if err == nil || len(err.Error()) > 400 || strings.ContainsAny(err.Error(), "\x1b\x00") {
		t.Errorf("%q", err)
	}
}

// No text makes the reader panic, stop early or loop. Line numbers begin with 1 and ascend.
func FuzzReader(f *testing.F) {
	f.Add(libraryLine + "\n" + puzzleLine)
	f.Add("\xff\xfe:\x000\x00\r\x00")
	f.Add("#\n\ufeff :::::::\n:0300:5::::::\n")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for in := NewReader(strings.NewReader(text), format.Options{}); ; {
			e, err := in.Next()
			if err == io.EOF {
				return
			}
			line := e.Puzzle.Line
			var at *format.SyntaxError
			if errors.As(err, &at) {
				line = at.Line
			} else if err != nil {
				t.Fatal(err)
			}
			if e.Case != nil && line <= last || line < 1 {
				t.Fatalf("line %d after %d", line, last)
			}
			last = line
		}
	})
}
