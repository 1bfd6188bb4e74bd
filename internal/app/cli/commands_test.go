package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/message"
)

// Each command has a script of its own that runs it, its texts, and a section of
// docs/CLI.md.
func TestCommands(t *testing.T) {
	document, err := os.ReadFile("../../../docs/CLI.md")
	if err != nil {
		t.Fatal(err)
	}
	headings := strings.Join(regexp.MustCompile(`(?m)^## .*$`).FindAllString(string(document), -1), "\n")
	keys := message.Keys()
	for _, c := range commands {
		script, err := os.ReadFile(filepath.Join("testdata", "script", c.name+".txtar"))
		if err != nil || !strings.Contains(string(script), "nonet "+c.name) {
			t.Errorf("testdata/script/%s.txtar does not run the command: %v", c.name, err)
		}
		for _, what := range []string{"short", "long", "example"} {
			if key := "cli." + c.name + "." + what; !slices.Contains(keys, key) && c.name != "version" {
				t.Errorf("the catalogue has no %s", key)
			}
		}
		if !regexp.MustCompile(`\bnonet ` + c.name + `\b`).MatchString(headings) {
			t.Errorf("no section of docs/CLI.md is about nonet %s", c.name)
		}
	}
}
