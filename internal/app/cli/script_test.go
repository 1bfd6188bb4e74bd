package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"nonet": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)) },
	})
}

// Each script in testdata/script tests a promise of the command line. With -update the scripts
// rewrite their expected output.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata/script")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir, // the commands may change the working directory
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=10") // otherwise the race detector delays the end of each command by a second
			env.Setenv("LANG", "C")
			env.Setenv("IN_PROCESS", "yes")
			env.Setenv("INKALA", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
			env.Setenv("EMPTY", ".................................................................................")
			env.Setenv("CLASH", "8...8......36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
			env.Setenv("HOPELESS", "12345678..................9......................................................")
			// eval "$BUSY" waits until process $p has used 0.2 s of processor time, or has ended.
			env.Setenv("BUSY", `until set -- $(cut -d' ' -f3,14 /proc/$p/stat 2> busy.txt || { sleep 0.5; echo Z 0; }); test $1 = Z -o $2 -ge 20; do sleep 0.02; done`)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": checkExitStatus},
	})
}

// Every example in docs/CLI.md and docs/COLLECTIONS.md prints the documented output. An example is a
// line "$ COMMAND" in a console block; its output is the lines up to the next.
func TestDocumentation(t *testing.T) {
	if testing.Short() {
		t.Skip("what the documents show, the scripts do as well; a minute with the race detector")
	}
	for _, name := range []string{"CLI.md", "COLLECTIONS.md"} {
		t.Run(name, func(t *testing.T) { checkCommandsInDocument(t, name) })
	}
}

func checkCommandsInDocument(t *testing.T, name string) {
	doc, err := os.ReadFile("../../../docs/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var script, files strings.Builder
	examples, open := 0, false
	for line := range strings.Lines(string(doc)) {
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			open = strings.TrimSpace(line) == "```console"
		case open && isCommand:
			examples++
			fmt.Fprintf(&script, "exec sh -c '. ./command%d 2>&1 || true'\ncmp stdout want%d\n", examples, examples)
			fmt.Fprintf(&files, "-- command%d --\n%s-- want%d --\n", examples, command, examples)
		case open:
			files.WriteString(line)
		}
	}
	if examples < 14 {
		t.Fatalf("only %d examples found", examples)
	}
	name = filepath.Join(t.TempDir(), "documentation.txtar")
	if err := os.WriteFile(name, []byte(script.String()+files.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Files: []string{name}, RequireExplicitExec: true, Setup: func(env *testscript.Env) error {
		env.Setenv("LC_ALL", "C.UTF-8")
		return nil
	}})
}

// checkExitStatus runs a command and checks its exit status: exits 1 nonet check FILE. A word after < is the file for its
// standard input: exits 1 <FILE nonet check. It runs nonet within the test, since starting a process takes
// longer than most commands. It starts a process in two cases: NONET_KERNEL is set, because it selects the
// engine of a whole process, or IN_PROCESS is empty. exec does the same.
func checkExitStatus(ts *testscript.TestScript, negated bool, args []string) {
	if negated || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS [<FILE] COMMAND [ARGUMENT...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	args = args[1:]
	input, isInput := strings.CutPrefix(args[0], "<")
	if isInput {
		input, args = ts.ReadFile(input), args[1:]
	}
	got := 0
	if args[0] == "nonet" && ts.Getenv("NONET_KERNEL") == "" && ts.Getenv("IN_PROCESS") != "" {
		got = runInProcess(ts, input, args[1:])
	} else if isInput {
		ts.Fatalf("this process takes no input")
	} else {
		err = ts.Exec(args[0], args[1:]...)
		var status *exec.ExitError
		if errors.As(err, &status) {
			got = status.ExitCode()
		} else {
			ts.Check(err)
		}
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// folder is held while a command runs within the test, as there is only one working directory.
var folder sync.Mutex

// runInProcess runs nonet within the test, in the script's directory.
func runInProcess(ts *testscript.TestScript, input string, args []string) int {
	folder.Lock()
	defer folder.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	return Main(args, strings.NewReader(input), ts.Stdout(), ts.Stderr(), ts.Getenv)
}
