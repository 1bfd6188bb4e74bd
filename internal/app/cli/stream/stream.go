// Package stream passes millions of puzzles from arguments, files, pipes and terminals through a command. All
// processors work in parallel, but the answers appear in the order of the puzzles. Memory is bounded, and each answer
// is written without delay.
//
// The package knows no commands or flags, and must not import an engine.
package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"unicode"

	"golang.org/x/term"

	"nonet/format"
	_ "nonet/internal/texts"
	"nonet/message"
)

// Status is the exit status of a run. RaiseTo orders statuses by severity, not by their numbers.
type Status int

const (
	Done        Status = 0   // all puzzles were answered
	None        Status = 1   // a puzzle has no solution; in nonet check, also a puzzle with several solutions
	Bad         Status = 2   // bad input, wrong usage, or an output that cannot be written
	Several     Status = 4   // the status of a shard, not of the program: a puzzle takes several lines, so the job must not cut the input
	Undecided   Status = 3   // a search reached a limit that the user set
	Interrupted Status = 130 // SIGINT or SIGTERM ended the run; finished answers have been written
	Pipe        Status = 141 // the reader of the output is gone, as with SIGPIPE
)

// RaiseTo sets s to the more severe of s and `other`.
func (s *Status) RaiseTo(other Status) {
	rank := map[Status]int{Done: 0, None: 1, Undecided: 2, Bad: 3, Several: 4, Pipe: 5, Interrupted: 6}
	if rank[other] > rank[*s] {
		*s = other
	}
}

// Run holds the input and output of one run of the program, its language and its exit status.
type Run struct {
	Ctx   context.Context // the run's context, which ends with the first signal
	Lang  message.Lang
	In    io.Reader
	Out   *Output
	Notes *Notes
	// Beside, if not nil, receives a command's additional output, such as certificates, in the order of the answers.
	Beside io.Writer

	Status    Status
	Limited   Occurrences // the items of [Each] that have more answers than the run shows
	KeepGoing bool        // true if the run continues after bad input
	Part      *Part
	Dumb      bool // true if the terminal cannot overwrite a line
	// Refusal returns a text that refuses a puzzle with these rules. If Refusal is nil, the reader's own text is used.
	Refusal func(rules any) message.Message
}

// Part describes a run whose standard input is one part of a larger input. Its output will be joined with the outputs
// of the other parts. A part without puzzles is no error. The run prints all errors of a part, not only the first ones.
type Part struct {
	Workers   int           // how many batches workers answer at the same time
	Continues bool          // true if the output follows the output of another part
	Name      string        // the name of the input; line numbers in notes begin with 1 at the part's first line
	Puzzles   *atomic.Int64 // if not nil, the number of answered puzzles, updated during the run
	Section   *format.Section
	Memory    *Memory // if not nil, buffers that the previous command left
}

// Memory holds buffers that one command leaves to the next command. Allocating and collecting the buffers takes as long
// as solving a few thousand puzzles. The zero value is empty. Only one command at a time may use a Memory.
type Memory struct {
	batch batch
	text  []byte
}

// mostLeft limits the capacity, in bytes, of the buffers that a Memory keeps.
const mostLeft = 1 << 20

// emptyBuffers empties the buffers for the next command.
func (m *Memory) emptyBuffers() {
	m.batch.reset(nil)
	clear(m.batch.singles[:cap(m.batch.singles)])
	clear(m.batch.report.notes[:cap(m.batch.report.notes)])
	for _, b := range []*[]byte{&m.text, &m.batch.report.Out, &m.batch.report.Beside} {
		if cap(*b) > mostLeft {
			*b = nil
		}
	}
}

// Continues reports whether the run's output is appended to the output of another part.
func (r *Run) Continues() bool { return r.Part != nil && r.Part.Continues }

// CountAnswered adds n to r.Part.Puzzles, if this run is a part that counts its puzzles.
func (r *Run) CountAnswered(n int) {
	if r.Part != nil && r.Part.Puzzles != nil {
		r.Part.Puzzles.Add(int64(n))
	}
}

// TextOf returns the catalogue's text with this key, in the run's language.
func (r *Run) TextOf(key string, args ...any) string { return message.New(key, args...).In(r.Lang) }

// Fail prints err, which ended the run, and sets the exit status.
func (r *Run) Fail(err error) {
	var in *InputError
	switch {
	case err == nil:
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		r.Status.RaiseTo(Pipe)
	case r.Ctx.Err() != nil && errors.Is(err, r.Ctx.Err()):
		r.Status.RaiseTo(Interrupted)
	case errors.As(err, &in):
		r.Status.RaiseTo(Bad)
		mark := ""
		if syntax := new(format.SyntaxError); r.Part != nil && errors.As(err, &syntax) && syntax.What.Key == format.ManyLines {
			r.Status.RaiseTo(Several)
			mark = SeveralMark
		}
		r.Notes.Line(mark + r.placeText(in))
	default:
		r.Status.RaiseTo(Bad)
		text := message.TextOf(err, r.Lang)
		if path := new(fs.PathError); errors.As(err, &path) {
			text = r.fileErrorText(path.Path, path)
		}
		r.Notes.Line("nonet: " + text)
	}
}

func (r *Run) fileErrorText(name string, err *fs.PathError) string {
	if err.Op == "write" {
		return r.TextOf("error.write", "name", name, "why", err.Err)
	}
	return r.TextOf("error.read", "name", name, "why", err.Err)
}

// InputError is an error in an input, with the name of the file or argument.
type InputError struct {
	Source string
	Err    error
}

func (e *InputError) Error() string { return e.Source + ": " + e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// placeText returns a text that begins with the error's place, in the form that editors understand: "FILE:LINE:COLUMN:
// r1c5: what is wrong".
func (r *Run) placeText(err *InputError) string {
	var syntax *format.SyntaxError
	if path := new(fs.PathError); errors.As(err, &path) {
		return "nonet: " + r.fileErrorText(err.Source, path)
	} else if !errors.As(err, &syntax) {
		return fmt.Sprintf("nonet: %s: %s", err.Source, message.TextOf(err.Err, r.Lang))
	}
	message := r.markLineNumbers(syntax.What)
	if syntax.What.Key == format.OtherRules && r.Refusal != nil {
		message = r.Refusal(syntax.What.Args[1])
	}
	what := message.In(r.Lang)
	if syntax.HasCell {
		what = syntax.Cell.String() + ": " + what
	}
	return fmt.Sprintf("%s:%d:%d: %s", err.Source, syntax.Line, syntax.Column, what)
}

// These marks occur in the notes of a part. LineMark precedes a line number, counted from the part's first line.
// SeveralMark precedes a note that belongs to the status [Several].
const LineMark, SeveralMark = "\ue001", "\ue002"

// markLineNumbers returns m with LineMark before its line numbers. If the run is not a part, it returns m.
func (r *Run) markLineNumbers(m message.Message) message.Message {
	if r.Part == nil || !strings.HasPrefix(m.Key, "format.") {
		return m
	}
	m.Args = slices.Clone(m.Args)
	for i := 0; i+1 < len(m.Args); i += 2 {
		n, ok := m.Args[i+1].(int)
		switch name := m.Args[i]; {
		case !ok:
		case name == "line", (name == "from" || name == "to") && strings.HasPrefix(m.Key, "format.cells"), name == "empty" && m.Key == "format.listOrNumber":
			m.Args[i+1] = LineMark + strconv.Itoa(n)
		}
	}
	return m
}

// Problem returns an error about the command line. `key` is its text's key in the catalogue.
func Problem(key string, args ...any) error { return message.NewError(key, args...) }

// IsTerminal reports whether stream is an *os.File that is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// TextWidth returns the number of columns that s occupies on a terminal. Chinese characters occupy two columns.
func TextWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x2E80 && r < 0xFFE0 && !(r >= 0xFF61 && r <= 0xFFDC) {
			n++
		}
	}
	return n
}

func printableRune(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' {
		return unicode.ReplacementChar
	}
	return r
}
