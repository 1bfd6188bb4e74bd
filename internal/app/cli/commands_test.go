package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/internal/app/cli/stream"
	"nonet/message"
)

// A signal may end the context before a command reads its first puzzle.
func TestEndedBeforeTheFirstPuzzle(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	certificate := filepath.Join(t.TempDir(), "certificate")
	for _, args := range [][]string{
		{"solve"}, {"count"}, {"check"}, {"candidates"}, {"hint"}, {"steps"}, {"grade"}, {"target"}, {"target", "--certify", certificate},
		{"minimal"}, {"neighbours"}, {"canon"}, {"iso", inkala}, {"convert"}, {"print"}, {"render"}, {"bench"}, {"lab"},
	} {
		var out, notes bytes.Buffer
		status := run(ended, append(args, inkala), strings.NewReader(""), &out, &notes, func(string) string { return "" })
		if stream.Status(status) != stream.Interrupted {
			t.Errorf("%v: status %d, %s%s", args, status, &out, &notes)
		}
	}
}

// Each command has a script, its texts, and a section in docs/CLI.md in the order of the help.
// Each group has a text in each language.
func TestCommands(t *testing.T) {
	document, err := os.ReadFile("../../../docs/CLI.md")
	if err != nil {
		t.Fatal(err)
	}
	headings := strings.Join(regexp.MustCompile(`(?m)^## .*$`).FindAllString(string(document), -1), "\n")
	keys := message.Keys()
	var all []command
	for _, g := range groups {
		all = append(all, g.commands...)
		for _, lang := range message.Langs() {
			if key := "cli.group." + g.name; message.New(key).In(lang) == key {
				t.Errorf("the catalogue for %s has no %s", lang, key)
			}
		}
	}
	last := 0
	for _, c := range all {
		script, err := os.ReadFile(filepath.Join("testdata", "script", c.name+".txtar"))
		if err != nil || !strings.Contains(string(script), "nonet "+c.name) {
			t.Errorf("testdata/script/%s.txtar does not run the command: %v", c.name, err)
		}
		for _, what := range []string{"short", "long", "example"} {
			if key := "cli." + c.name + "." + what; !slices.Contains(keys, key) && c.name != "version" {
				t.Errorf("the catalogue has no %s", key)
			}
		}
		at := regexp.MustCompile(`\bnonet ` + c.name + `\b`).FindStringIndex(headings)
		if at == nil {
			t.Errorf("no section of docs/CLI.md is about nonet %s", c.name)
			continue
		}
		// A section about two commands is at the place of the first.
		if begin := strings.LastIndexByte(headings[:at[0]], '\n') + 1; begin < last && strings.HasPrefix(headings[begin:], "## nonet "+c.name) {
			t.Errorf("the section of docs/CLI.md about nonet %s stands elsewhere than in the help", c.name)
		} else {
			last = max(last, begin)
		}
	}
}
