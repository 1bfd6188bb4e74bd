// Package cli implements the command line: commands, flags, languages and exit statuses.
//
// No package except cmd/nonet must import this one.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/locale"
	"nonet/internal/app/operation"
	"nonet/internal/engine/csp/lanes"
	"nonet/internal/engine/kernel"
	"nonet/internal/engine/minlex"
	"nonet/internal/ordered"
	"nonet/internal/suggest"
	"nonet/message"
)

// app holds the flags that several commands share, and the input and output of one run of the program.
type app struct {
	stream.Run
	env  func(string) string
	tree func(*app, []string) *cobra.Command // builds the command tree, for commands that run other commands

	asks    string       // the name in refusals: the command, or a flag that refuses puzzles which the command accepts
	added   format.Added // the rules from the flags --add and --on
	as      [][2]string  // {name, kind} for each flag --as name:kind
	json    bool
	color   string
	ignore  bool   // true if answers ignore rules that nonet does not know
	letters string // the value of --letters: which value the letter A has in puzzles
	reading operation.Reading
}

// Main runs the program and returns its exit status. args excludes the program's name; env is a function like
// [os.Getenv]. While Main runs, the first SIGINT or SIGTERM ends the run after the finished answers are written. A second
// signal ends the process at once. A second signal immediately after the first is ignored, because some programs signal
// both a process and its group.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(sameSignal, stop) })
	return run(ctx, args, stdin, stdout, stderr, env)
}

// run implements [Main]. The run stops when ctx ends.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	a := &app{env: env, tree: (*app).commandTree, reading: operation.Reading{Spare: new(operation.SharedTimeBudget)}}
	a.Run = stream.Run{Ctx: ctx, Lang: helpLang(args, env), In: stdin, Out: stream.NewOutput(ctx, stdout), Dumb: env("TERM") == "dumb", Refusal: a.refusalOf}
	a.Notes = stream.NewNotes(stderr, a.Out)

	root := a.commandTree(args)
	err := a.chooseKernel()
	if err == nil {
		if failure := ordered.Try(func() { err = root.ExecuteContext(ctx) }); failure != nil {
			err = &stream.OwnFault{Panic: failure} // the code below still writes the finished answers
		}
	}
	if flushed := a.Out.Close(); err == nil {
		err = flushed
	}
	a.Notes.EndProgress()
	a.Fail(err)
	return int(a.Status)
}

// chooseKernel sets the engine of all searches to the one that the variable NONET_KERNEL names. If the variable is
// empty, the machine's best engine is used.
func (a *app) chooseKernel() error {
	name := a.env("NONET_KERNEL")
	if name == "" {
		return nil
	}
	k, err := kernelByName(name)
	if err != nil {
		return stream.Problem("error.variable", "name", "NONET_KERNEL", "why", err)
	}
	kernel.SetDefault(k)
	lanes.SelectKernel(name)
	minlex.SelectKernel(name)
	return nil
}

func kernelByName(name string) (kernel.Kernel, error) {
	k, err := kernel.ByName(name)
	if err != nil {
		return nil, unknownNameError("error.kernel", name, kernel.Names())
	}
	return k, nil
}

const sameSignal = 300 * time.Millisecond

// helpLang returns the language of the help texts. It parses --lang itself, because help texts are needed before the
// flags are parsed.
func helpLang(args []string, env func(string) string) message.Lang {
	for i, arg := range args {
		value, ok := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, ok = args[i+1], true
		}
		if arg == "--" {
			break
		}
		if lang, err := locale.Parse(value); ok && err == nil {
			return lang
		}
	}
	return locale.FromEnvironment(env)
}

func unknownNameError(key, name string, known []string) error {
	what := message.New(key, "name", name, "known", strings.Join(known, ", "))
	return &message.Error{What: suggest.WithSuggestions(what, name, known)}
}

func (a *app) hasColors() bool {
	switch a.color {
	case "always":
		return true
	case "never":
		return false
	}
	return a.env("NO_COLOR") == "" && a.env("TERM") != "dumb" && a.Out.IsTerminal()
}

// versionInfo is the JSON object that nonet version prints.
type versionInfo struct {
	Version  string   `json:"version"`
	Revision string   `json:"revision,omitempty"`
	Time     string   `json:"time,omitempty"`
	Modified bool     `json:"modified,omitempty"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Kernels  []string `json:"kernels"` // names of the engines that this machine can run, the best first
	Kernel   string   `json:"kernel"`  // the name of the engine in use
}

// release is the program's version. The linker sets it in make build. In all other builds it is "".
var release string

// buildVersion returns the version that the build recorded, and the names of this machine's engines.
func buildVersion() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = s.Value
			case "vcs.time":
				v.Time = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
	}
	v.Version = cmp.Or(release, v.Version)
	v.Kernels, v.Kernel = kernel.Names(), kernel.Default().Name()
	return v
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Args: refuseArguments, RunE: func(*cobra.Command, []string) error { return a.showVersion() }}
}

func (a *app) showVersion() error {
	v := buildVersion()
	kernels := a.TextOf("cli.version.kernels", "list", v.Kernels, "name", v.Kernel)
	return a.printTextOrObject(v, fmt.Sprintf("nonet %s %s %s\n%s\n", v.Version, v.Go, v.Platform, kernels))
}
