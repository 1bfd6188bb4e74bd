// Package cli is the command line: commands, flags, languages, exit statuses,
// and the pipeline that reads, solves and writes millions of puzzles in order on
// all processors.
//
// Reading path: main.go (one run), root.go (the commands and their help),
// source.go (arguments, files and standard input become puzzles), pipeline.go
// (puzzles become answers, in order), output.go (answers reach the reader in
// time), then one file a command.
//
// Nothing but cmd/nonet must import it.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"nonet/format"
	"nonet/internal/app/locale"
	"nonet/internal/engine/kernel"
	"nonet/internal/suggest"
	"nonet/message"
)

// Status is how a run ends, as the shell sees it.
type Status int

const (
	Done        Status = 0   // everything was answered
	None        Status = 1   // a puzzle has no solution; for check: not exactly one
	Bad         Status = 2   // bad input or usage, or an output that cannot be written
	Undecided   Status = 3   // a limit that the person set ended a search before it was decided
	Interrupted Status = 130 // by SIGINT or SIGTERM; what was finished has been written
	Pipe        Status = 141 // nobody reads the output any more; as if by SIGPIPE
)

// worse is the one of two statuses that says more: what follows in this list
// covers what stands before it.
func worse(a, b Status) Status {
	rank := map[Status]int{Done: 0, None: 1, Undecided: 2, Bad: 3, Pipe: 4, Interrupted: 5}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// app is one run of the program.
type app struct {
	ctx    context.Context
	lang   message.Lang
	env    func(string) string
	in     io.Reader
	out    *output
	stderr *notes

	json      bool
	keepGoing bool
	color     string

	status Status
}

// Main runs the program: args without its name, env as [os.Getenv]. It returns
// the exit status. It takes the signals SIGINT and SIGTERM while it runs; a
// second one ends the process at once, unless it follows so closely that it is
// the first one again, as from programs that signal a process and its group.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(sameSignal, stop) })

	a := &app{ctx: ctx, env: env, in: stdin, lang: wantedLang(args, env)}
	a.out = newOutput(ctx, stdout)
	a.stderr = &notes{w: stderr, out: a.out}

	root := a.root(args)
	err := a.chooseKernel()
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if flushed := a.out.close(); err == nil {
		err = flushed
	}
	a.stderr.endProgress()
	a.fail(err)
	return int(a.status)
}

// chooseKernel makes the engine that NONET_KERNEL names the one for everything.
func (a *app) chooseKernel() error {
	name := a.env("NONET_KERNEL")
	if name == "" {
		return nil
	}
	k, err := kernelByName(name)
	if err != nil {
		return problem("error.variable", "name", "NONET_KERNEL", "why", err)
	}
	kernel.SetDefault(k)
	return nil
}

// kernelByName is the engine of that name; the error lists those of this machine.
func kernelByName(name string) (kernel.Kernel, error) {
	k, err := kernel.ByName(name)
	if err != nil {
		return nil, unknown("error.kernel", name, kernelNames())
	}
	return k, nil
}

func kernelNames() []string {
	var names []string
	for _, k := range kernel.All() {
		names = append(names, k.Name())
	}
	return names
}

const sameSignal = 300 * time.Millisecond

// wantedLang is the language of the help texts, which must be known before the
// flags are read.
func wantedLang(args []string, env func(string) string) message.Lang {
	for i, arg := range args {
		value, ok := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if arg == "--" {
			break
		}
		if !ok {
			continue
		}
		if lang, err := locale.Parse(value); err == nil {
			return lang
		}
	}
	return locale.FromEnvironment(env)
}

// fail reports why a run failed and sets the status.
func (a *app) fail(err error) {
	var in *inputError
	switch {
	case err == nil:
	case errors.Is(err, syscall.EPIPE), errors.Is(err, io.ErrClosedPipe):
		a.status = worse(a.status, Pipe)
	case a.ctx.Err() != nil && errors.Is(err, a.ctx.Err()):
		a.status = worse(a.status, Interrupted)
	case errors.As(err, &in):
		a.status = worse(a.status, Bad)
		a.stderr.line(a.located(in))
	default:
		a.status = worse(a.status, Bad)
		text := message.Of(err, a.lang)
		if path := new(fs.PathError); errors.As(err, &path) {
			text = a.broken(path.Path, path)
		}
		a.stderr.line("nonet: " + text)
	}
}

// broken is what the operating system says of a file.
func (a *app) broken(name string, err *fs.PathError) string {
	if err.Op == "write" {
		return a.t("error.write", "name", name, "why", err.Err)
	}
	return a.t("error.read", "name", name, "why", err.Err)
}

// inputError is an error in the input and the name of the input.
type inputError struct {
	source string
	err    error
}

func (e *inputError) Error() string { return e.source + ": " + e.err.Error() }
func (e *inputError) Unwrap() error { return e.err }

// located is the text of an error in the input with its place before it, as
// editors understand it: "FILE:LINE:COLUMN: r1c5: what is wrong".
func (a *app) located(err *inputError) string {
	var at *format.SyntaxError
	if path := new(fs.PathError); errors.As(err, &path) {
		return "nonet: " + a.broken(err.source, path)
	} else if !errors.As(err, &at) {
		return fmt.Sprintf("nonet: %s: %s", err.source, message.Of(err.err, a.lang))
	}
	what := at.What.In(a.lang)
	if at.HasCell {
		what = at.Cell.String() + ": " + what
	}
	return fmt.Sprintf("%s:%d:%d: %s", err.source, at.Line, at.Column, what)
}

// t is a text of the catalogue in the run's language.
func (a *app) t(key string, args ...any) string { return message.New(key, args...).In(a.lang) }

// unknown is the error for a name that is none of the known ones.
func unknown(key, name string, known []string) error {
	return &failure{suggest.Suggested(message.New(key, "name", name, "known", strings.Join(known, ", ")), name, known)}
}

func problem(key string, args ...any) error { return &failure{message.New(key, args...)} }

// failure is an error that the command line itself found.
type failure struct{ what message.Message }

func (e *failure) Error() string            { return e.what.String() }
func (e *failure) Message() message.Message { return e.what }

// isTerminal reports whether a person sits at the other end.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colored reports whether standard output shall have colours.
func (a *app) colored() bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return a.env("NO_COLOR") == "" && a.env("TERM") != "dumb" && isTerminal(a.out.w)
}
