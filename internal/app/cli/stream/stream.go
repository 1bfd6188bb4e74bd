// Package stream carries millions of puzzles through a command: from arguments, files,
// pipes and persons, on all processors, in order, in bounded memory, to a reader who
// sees each answer in time.
//
// It knows no command and no flag, and must not import an engine.
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
	"nonet/message"
)

// Status is how a run ends, as the shell sees it.
type Status int

const (
	Done        Status = 0   // everything was answered
	None        Status = 1   // a puzzle has no solution; for check: not exactly one
	Bad         Status = 2   // bad input or usage, or an output that cannot be written
	Several     Status = 4   // of a part: a puzzle takes several lines, so that there should be no parts
	Undecided   Status = 3   // a limit that the person set ended a search before it was decided
	Interrupted Status = 130 // by SIGINT or SIGTERM; what was finished has been written
	Pipe        Status = 141 // nobody reads the output any more; as if by SIGPIPE
)

// Worse makes s the one of two statuses that says more: what follows in this list
// covers what stands before it.
func (s *Status) Worse(other Status) {
	rank := map[Status]int{Done: 0, None: 1, Undecided: 2, Bad: 3, Several: 4, Pipe: 5, Interrupted: 6}
	if rank[other] > rank[*s] {
		*s = other
	}
}

// Run is one run of the program, as far as it reads and writes.
type Run struct {
	Ctx   context.Context // ends with the first signal
	Lang  message.Lang
	In    io.Reader
	Out   *Output
	Notes *Notes
	// Beside is a file that a command writes beside its answers, in their order; nil unless
	// it does.
	Beside io.Writer

	Status    Status
	KeepGoing bool // after bad input
	Part      *Part
	Dumb      bool // a terminal can show no line that changes
	// Refusal says that the command takes no puzzle with these rules; nil: the reader's own words do.
	Refusal func(rules any) message.Message
}

// Part says that standard input is a part of an input, and what is printed goes between what
// is printed for others. It may hold no puzzle, and all that is wrong with it is told.
type Part struct {
	Workers   int           // how many batches are worked on at once
	Continues bool          // something was printed before
	Name      string        // of the input; lines are counted from the part's first
	Puzzles   *atomic.Int64 // grows by each puzzle that is answered; or nil
	Section   *format.Section
	Memory    *Memory // with one worker, what the command before left; or nil
}

// Memory is the buffers that a command leaves to the next: to get and to collect them takes as long as to solve
// a few thousand puzzles. The zero value has none; it belongs to one command at a time.
type Memory struct {
	batch batch
	text  []byte
}

// mostLeft is how long a buffer is that is worth keeping.
const mostLeft = 1 << 20

// tidy leaves nothing but buffers, and none that one large answer made.
func (m *Memory) tidy() {
	m.batch.reset(nil)
	clear(m.batch.apart[:cap(m.batch.apart)])
	clear(m.batch.report.notes[:cap(m.batch.report.notes)])
	for _, b := range []*[]byte{&m.text, &m.batch.report.Out, &m.batch.report.Beside} {
		if cap(*b) > mostLeft {
			*b = nil
		}
	}
}

// Continues reports whether something stands before what is printed.
func (r *Run) Continues() bool { return r.Part != nil && r.Part.Continues }

// Answered counts puzzles of a part.
func (r *Run) Answered(n int) {
	if r.Part != nil && r.Part.Puzzles != nil {
		r.Part.Puzzles.Add(int64(n))
	}
}

// T is a text of the catalogue in the run's language.
func (r *Run) T(key string, args ...any) string { return message.New(key, args...).In(r.Lang) }

// Fail reports why a run failed and sets the status.
func (r *Run) Fail(err error) {
	var in *InputError
	switch {
	case err == nil:
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		r.Status.Worse(Pipe)
	case r.Ctx.Err() != nil && errors.Is(err, r.Ctx.Err()):
		r.Status.Worse(Interrupted)
	case errors.As(err, &in):
		r.Status.Worse(Bad)
		mark := ""
		if at := new(format.SyntaxError); r.Part != nil && errors.As(err, &at) && at.What.Key == format.ManyLines {
			r.Status.Worse(Several)
			mark = SeveralMark
		}
		r.Notes.Line(mark + r.located(in))
	default:
		r.Status.Worse(Bad)
		text := message.Of(err, r.Lang)
		if path := new(fs.PathError); errors.As(err, &path) {
			text = r.broken(path.Path, path)
		}
		r.Notes.Line("nonet: " + text)
	}
}

// broken is what the operating system says of a file.
func (r *Run) broken(name string, err *fs.PathError) string {
	if err.Op == "write" {
		return r.T("error.write", "name", name, "why", err.Err)
	}
	return r.T("error.read", "name", name, "why", err.Err)
}

// InputError is an error in the input and the name of the input.
type InputError struct {
	Source string
	Err    error
}

func (e *InputError) Error() string { return e.Source + ": " + e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// located is the text of an error in the input with its place before it, as
// editors understand it: "FILE:LINE:COLUMN: r1c5: what is wrong".
func (r *Run) located(err *InputError) string {
	var at *format.SyntaxError
	if path := new(fs.PathError); errors.As(err, &path) {
		return "nonet: " + r.broken(err.Source, path)
	} else if !errors.As(err, &at) {
		return fmt.Sprintf("nonet: %s: %s", err.Source, message.Of(err.Err, r.Lang))
	}
	message := r.within(at.What)
	if at.What.Key == format.OtherRules && r.Refusal != nil {
		message = r.Refusal(at.What.Args[1])
	}
	what := message.In(r.Lang)
	if at.HasCell {
		what = at.Cell.String() + ": " + what
	}
	return fmt.Sprintf("%s:%d:%d: %s", err.Source, at.Line, at.Column, what)
}

// LineMark stands in the notes of a part before the number of a line, counted from the part's first, that is told within a text;
// SeveralMark before a note that goes with [Several].
const LineMark, SeveralMark = "\ue001", "\ue002"

// within is what is wrong with a puzzle of a part, in which numbers of lines are marked.
func (r *Run) within(m message.Message) message.Message {
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

// Problem is an error that the command line itself found.
func Problem(key string, args ...any) error { return &problem{message.New(key, args...)} }

// ProblemOf is Problem of a message at hand.
func ProblemOf(m message.Message) error { return &problem{m} }

type problem struct{ what message.Message }

func (e *problem) Error() string            { return e.what.String() }
func (e *problem) Message() message.Message { return e.what }

// IsTerminal reports whether a person sits at the other end.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width is how many columns of a terminal a text takes.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x2E80 && r < 0xFFE0 && !(r >= 0xFF61 && r <= 0xFFDC) {
			n++
		}
	}
	return n
}

// printable is the text without what a terminal would obey.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' {
		return unicode.ReplacementChar
	}
	return r
}
