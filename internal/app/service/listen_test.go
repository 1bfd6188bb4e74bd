package service

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// overUnix returns a client for the server at a Unix socket.
func overUnix(path string) *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
}

// A Unix socket serves everybody who may open it. A stale socket is replaced. A socket in use, and other files,
// are not replaced.
func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	left, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	left.(*net.UnixListener).SetUnlinkOnClose(false)
	left.Close()

	config := Config{Addrs: []string{"unix:" + path, "127.0.0.1:0"}, SocketMode: 0o600}
	s, stop, ended := startService(t, config, yes)
	if s.baseURL() != "unix:"+path {
		t.Error(s.baseURL())
	}
	if got := fetchText(overUnix(path), "http://nonet/"); got != "200 answered" {
		t.Error(got)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if _, err := New(config, yes); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Error(err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Error("the socket is left behind")
	}
	if err := os.WriteFile(path, []byte("letters"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(config, yes); err == nil {
		t.Error("a file is taken for a socket")
	}
	if b, _ := os.ReadFile(path); string(b) != "letters" {
		t.Error("a file is gone")
	}
}

// asSystemd is set in a process of this test that serves the sockets of systemd.
const asSystemd = "NONET_TEST_SYSTEMD"

func TestMain(m *testing.M) {
	if os.Getenv(asSystemd) == "" {
		os.Exit(m.Run())
	}
	s, err := New(Config{Addrs: []string{"systemd"}, Limits: DefaultLimits()}, yes)
	if err == nil {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		err = s.Run(ctx)
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// Systemd opens the sockets, and is notified when the service is ready and when it stops. No earlier client is
// lost.
func TestSystemd(t *testing.T) {
	dir := t.TempDir()
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	_ = told.SetReadDeadline(time.Now().Add(patience))
	say := func() string {
		b := make([]byte, 100)
		n, err := told.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	open, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	other, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	other.(*net.UnixListener).SetUnlinkOnClose(false)
	url := "http://" + open.Addr().String()
	early := make(chan string, 1)
	go func() { early <- fetchText(http.DefaultClient, url) }()

	// LISTEN_PID must be the process's own ID: the shell sets it, and then becomes the process.
	child := exec.Command("/bin/sh", "-c", `LISTEN_PID=$$ exec "$0" -test.run=none`, os.Args[0])
	child.Env = append(os.Environ(), asSystemd+"=1", "LISTEN_FDS=2", "NOTIFY_SOCKET="+told.LocalAddr().String())
	for _, l := range []net.Listener{open, other} {
		f, err := l.(interface{ File() (*os.File, error) }).File()
		if err != nil {
			t.Fatal(err)
		}
		child.ExtraFiles = append(child.ExtraFiles, f)
		l.(interface{ Close() error }).Close()
	}
	child.Stdout, child.Stderr = os.Stderr, os.Stderr
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Process.Kill()
	if got := say(); got != "READY=1" {
		t.Error(got)
	}
	for _, got := range []string{<-early, fetchText(overUnix(other.Addr().String()), "http://nonet/")} {
		if got != "200 answered" {
			t.Error(got)
		}
	}
	if err := child.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if got := say(); got != "STOPPING=1" {
		t.Error(got)
	}
	if err := child.Wait(); err != nil {
		t.Error(err)
	}
}
