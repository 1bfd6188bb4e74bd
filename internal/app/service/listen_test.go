package service

import (
	"context"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// overUnix is a client of the server at a Unix socket.
func overUnix(path string) *http.Client {
	return &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
}

// A Unix socket serves whoever may open it; one that was left behind is replaced, one in use
// and what is no socket are not.
func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "socket")
	left, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	left.(*net.UnixListener).SetUnlinkOnClose(false)
	left.Close()

	config := Config{Addrs: []string{"unix:" + path, "127.0.0.1:0"}, SocketMode: 0o600}
	s, stop, ended := serving(t, config, yes)
	if s.base() != "unix:"+path {
		t.Error(s.base())
	}
	if got := answer(overUnix(path), "http://nonet/"); got != "200 answered" {
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
