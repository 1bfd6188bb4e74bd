package cli

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"nonet/internal/app/cli/stream"
	"nonet/internal/check/golden"
	"nonet/message"
)

// serveFlags are the flags of nonet serve, as docs/OPERATE.md lists them.
func serveFlags(t *testing.T) *pflag.FlagSet {
	t.Helper()
	a := &app{env: func(string) string { return "" }}
	a.Run = stream.Run{Ctx: t.Context(), Lang: message.English, Out: stream.NewOutput(t.Context(), &bytes.Buffer{})}
	return a.serveCommand().Flags()
}

// The table of flags in docs/OPERATE.md equals the flags of the command; -update rewrites the table.
func TestFlagsInOperate(t *testing.T) {
	const file, begin, end = "../../../docs/OPERATE.md", "<!-- flags: go test ./internal/app/cli -run FlagsInOperate -update -->\n", "<!-- end of flags -->"
	table := "| flag | variable | default | |\n|---|---|---|---|\n"
	serveFlags(t).VisitAll(func(f *pflag.Flag) {
		name, usage := pflag.UnquoteUsage(f)
		flag, value := "--"+f.Name, strings.Trim(f.DefValue, "[]")
		if name != "" {
			flag += " " + name
		}
		if value == "false" || value == "0s" { // such flags count as having no default
			value = ""
		}
		if f.Name == "max-searches" {
			value = "one a processor"
		} else if value != "" {
			value = "`" + value + "`"
		}
		table += fmt.Sprintf("| `%s` | `%s` | %s | %s |\n", flag, variableName(f.Name), value, strings.ReplaceAll(usage, "\n", " "))
	})
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(b), begin)
	kept, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("%s has no place for the table of flags", file)
	case kept == table:
	case golden.IsUpdating():
		golden.Write(t, file, before+begin+table+end+after)
	default:
		t.Errorf("%s lists other flags than nonet serve has; -update writes\n%s", file, table)
	}
}

// nonet serve accepts the flags that the files in deploy/ set.
func TestFlagsInDeploy(t *testing.T) {
	flags := serveFlags(t)
	var known []string
	flags.VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name, variableName(f.Name)) })
	const folder = "../../../deploy"
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	used := 0
	for _, file := range files {
		b, err := os.ReadFile(folder + "/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`(NONET_[A-Z_]+)(?:=(\S+))?|nonet serve (--[a-z-]+)`).FindAllStringSubmatch(string(b), -1) {
			used++
			name := match[1] + match[3]
			if !slices.Contains(known, name) {
				t.Errorf("%s sets %s, which nonet serve does not know", file.Name(), name)
				continue
			}
			if match[2] != "" {
				flags.VisitAll(func(f *pflag.Flag) {
					if variableName(f.Name) == name && f.Value.Set(match[2]) != nil {
						t.Errorf("%s sets %s to %s, which is refused", file.Name(), name, match[2])
					}
				})
			}
		}
	}
	if used < 10 {
		t.Errorf("deploy/ sets %d flags and variables only; is the pattern right?", used)
	}
}
