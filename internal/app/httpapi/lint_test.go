package httpapi

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The description passes the default rules of two widely used linters, including warnings.
func TestLinters(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) []byte {
		c := npx(t, dir, args...)
		c.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
		out, err := c.Output()
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	write("openapi.json", ask(t, newServer(testConfig()), "GET", "/openapi.json", "").body)
	write("spectral.yaml", `extends: ["spectral:oas"]`)
	out := run("@redocly/cli@1.34.5", "lint", "--extends=recommended", "--format=json", "openapi.json")
	var found struct {
		Totals struct{ Errors, Warnings int }
	}
	if err := json.Unmarshal(out, &found); err != nil || found.Totals.Errors+found.Totals.Warnings > 0 {
		t.Errorf("redocly: %v\n%s", err, out)
	}
	run("@stoplight/spectral-cli@6.15.0", "lint", "--fail-severity=hint", "--ruleset=spectral.yaml", "openapi.json")
}

// npx returns a command of an npm package, which it downloads. It skips the test unless CI is
// set and npx exists.
func npx(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath("npx")
	if err != nil || os.Getenv("CI") == "" || testing.Short() {
		t.Skip("programs of npm's (set CI=1, with npx installed, to run them)")
	}
	c := exec.CommandContext(t.Context(), path, append([]string{"--yes"}, args...)...)
	c.Dir = dir
	return c
}
