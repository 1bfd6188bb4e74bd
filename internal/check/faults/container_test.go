//go:build linux

package faults

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

const containerfile = "deploy/Containerfile"

// instructions returns the instructions of the Containerfile. A repeated instruction fails the test.
func instructions(t *testing.T) map[string]string {
	t.Helper()
	b, err := os.ReadFile("../../../" + containerfile)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(b)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" || name[0] == '#' {
			continue
		}
		if _, twice := all[name]; twice {
			t.Fatalf("%s has two %s: mend the test", containerfile, name)
		}
		all[name] = rest
	}
	return all
}

// TestContainer builds the image if a builder is available. The image's content then serves in an
// empty root, as a user without rights.
func TestContainer(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a binary without C")
	}
	from := instructions(t)
	folder := t.TempDir()
	arch := map[string]string{"ARCH=amd64": runtime.GOARCH}[from["ARG"]]
	copied := strings.Fields(strings.ReplaceAll(from["COPY"], "${ARCH}", arch))
	if from["FROM"] != "scratch" || arch == "" || len(copied) != 3 || copied[2] != "/nonet" || copied[0] != "--chmod=0555" {
		t.Fatalf("%v", from)
	}
	binary := filepath.Join(folder, copied[1])
	const release = "v0.0.0-test"
	build := exec.Command("go", "build", "-ldflags", "-X nonet/internal/app/cli.release="+release, "-o", binary, "nonet/cmd/nonet")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Run("built", func(t *testing.T) {
		buildah := func(args ...string) ([]byte, error) {
			return exec.Command("buildah", append([]string{"--storage-driver", "vfs", "--root", folder + "/images", "--runroot", folder + "/run"}, args...)...).CombinedOutput()
		}
		if _, err := buildah("info"); err != nil {
			t.Skipf("no builder of images is at hand (Debian: apt-get install buildah): %v", err)
		}
		if out, err := buildah("bud", "--isolation", "chroot", "--build-arg", "ARCH="+arch, "-f", "../../../"+containerfile, folder); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("serves", func(t *testing.T) {
		if os.Getuid() != 0 {
			t.Skip("only root may have a root folder of its own choice")
		}
		root := t.TempDir()
		if err := os.Rename(binary, root+copied[2]); err != nil {
			t.Fatal(err)
		}
		var entry, command []string
		if json.Unmarshal([]byte(from["ENTRYPOINT"]), &entry) != nil || json.Unmarshal([]byte(from["CMD"]), &command) != nil {
			t.Fatalf("%v", from)
		}
		user, group, _ := strings.Cut(from["USER"], ":")
		uid, err1 := strconv.ParseUint(user, 10, 32)
		gid, err2 := strconv.ParseUint(group, 10, 32)
		if err1 != nil || err2 != nil || uid < 1000 || gid < 1000 {
			t.Fatalf("USER %s", from["USER"])
		}
		if err := os.Chmod(root, 0o555); err != nil {
			t.Fatal(err)
		}
		// The test uses its own addresses: any port, and only loopback.
		args := append(append(entry[1:], command...), "--json", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0")
		c := exec.Command(entry[0], args...)
		c.Path, c.Err = entry[0], nil // within its root
		c.Dir, c.Env = "/", strings.Fields(from["ENV"])
		c.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		defer c.Process.Kill()
		line, err := bufio.NewReader(out).ReadString('\n')
		var ready struct{ URL, Private string }
		if err != nil || json.Unmarshal([]byte(line), &ready) != nil {
			t.Fatalf("%q %v", line, err)
		}
		for url, want := range map[string]string{
			ready.URL: "<html", ready.URL + "readyz": "ok",
			// The server reports its release everywhere.
			ready.URL + "api/v1/version": `"version":"` + release + `"`, ready.Private + "metrics": `nonet_build_info{version="` + release + `"`,
		} {
			response, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(response.Body)
			if response.Body.Close(); response.StatusCode != 200 || err != nil || !strings.Contains(string(b), want) {
				t.Errorf("%s: %d %.300s %v", url, response.StatusCode, b, err)
			}
		}
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
}
