package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// mostBytes is the maximum size of the binary on linux/amd64, built as make and the releases build
// it: without cgo. A C compiler adds 80 kB, for the resolver of names.
const mostBytes = 35_000_000

// TestSize checks that the binary stays small. Each struct type that slices.SortFunc sorts costs about 25 kB,
// so rarely sorted types use sort.Slice. If code looks up methods by name, as a template does, the linker must
// keep every exported method of every type: a seventh of the binary.
func TestSize(t *testing.T) {
	if testing.Short() {
		t.Skip("linking the binary takes some seconds")
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("how large it is on other systems")
	}
	binary := filepath.Join(t.TempDir(), "nonet")
	build := exec.Command("go", "build", "-trimpath", "-o", binary, ".")
	build.Env = append(build.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	content, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB", float64(len(content))/1e6)
	if len(content) > mostBytes {
		t.Errorf("the binary has %d bytes, %d more than it may", len(content), len(content)-mostBytes)
	}
	if bytes.Contains(content, []byte("reflect.Value.MethodByName\x00")) { // the name in the table of functions
		t.Error("something looks methods up by name")
	}
}
