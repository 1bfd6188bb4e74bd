package httpapi

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"nonet/internal/check/golden"
	"nonet/internal/check/soak"
)

// linted is the checksum of the last description that the linters passed.
const linted = "testdata/linted.sha256"

// The description passes the default rules of two widely used linters, including warnings. The test runs them
// if the description has changed since they passed it; -update records that they passed it.
func TestLinters(t *testing.T) {
	description := sendRequest(t, newServer(testConfig()), "GET", "/openapi.json", "").body
	sum := fmt.Sprintf("%x\n", sha256.Sum256([]byte(description)))
	if kept, _ := os.ReadFile(linted); string(kept) == sum && !golden.IsUpdating() && !soak.On() {
		t.Skip("the linters have passed this description: make soak asks them again")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) []byte {
		c := npmCommand(t, dir, args...)
		c.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
		out, err := c.Output()
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	write("openapi.json", description)
	write("spectral.yaml", `extends: ["spectral:oas"]`)
	out := run("@redocly/cli@1.34.5", "lint", "--extends=recommended", "--format=json", "openapi.json")
	var found struct {
		Totals struct{ Errors, Warnings int }
	}
	if err := json.Unmarshal(out, &found); err != nil || found.Totals.Errors+found.Totals.Warnings > 0 {
		t.Errorf("redocly: %v\n%s", err, out)
	}
	run("@stoplight/spectral-cli@6.15.0", "lint", "--fail-severity=hint", "--ruleset=spectral.yaml", "openapi.json")
	if golden.IsUpdating() && !t.Failed() {
		golden.Write(t, linted, sum)
	}
}

// npmCommand returns a command of an npm package, which it downloads. It skips the test unless CI is
// set and npx exists.
func npmCommand(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("npx")
	if err != nil || os.Getenv("CI") == "" || testing.Short() {
		t.Skip("programs of npm's (set CI=1, with npx installed, to run them)")
	}
	c := exec.CommandContext(t.Context(), path, append([]string{"--yes"}, args...)...)
	c.Dir = dir
	return c
}
