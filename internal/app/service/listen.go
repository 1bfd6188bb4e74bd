package service

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"

	"nonet/message"
)

// listenAt listens at HOST:PORT, unix:PATH, or "systemd" for the sockets that systemd passes
// (sd_listen_fds(3)).
func listenAt(addr string, mode fs.FileMode) ([]net.Listener, error) {
	if addr == "systemd" {
		return inheritedListeners(os.Getenv, os.Getpid())
	}
	path, isUnix := strings.CutPrefix(addr, "unix:")
	if !isUnix {
		l, err := net.Listen("tcp", addr)
		return []net.Listener{l}, err
	}
	if err := removeStaleSocket(path); err != nil {
		return nil, err
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	// Before this, with the usual umask, only the owner can connect.
	if err := os.Chmod(path, mode); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return []net.Listener{l}, nil
}

// removeStaleSocket removes a socket whose process is gone.
func removeStaleSocket(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != fs.ModeSocket {
		return nil // no file, or one that is not ours to remove
	}
	c, err := net.Dial("unix", path)
	if err == nil {
		return errors.Join(syscall.EADDRINUSE, c.Close())
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return os.Remove(path)
	}
	return nil
}

// firstInherited is the descriptor of the first socket that systemd passes.
const firstInherited = 3

func inheritedListeners(env func(string) string, pid int) (all []net.Listener, err error) {
	n, err := strconv.Atoi(env("LISTEN_FDS"))
	if err != nil || n < 1 || env("LISTEN_PID") != strconv.Itoa(pid) {
		return nil, message.NewError("error.systemd")
	}
	for fd := firstInherited; fd < firstInherited+n; fd++ {
		f := os.NewFile(uintptr(fd), "socket "+strconv.Itoa(fd))
		l, err := net.FileListener(f) // duplicates the descriptor
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// sdNotify sends the service's state to systemd, if systemd wants it (sd_notify(3)).
func sdNotify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	c, err := net.Dial("unixgram", path) // like systemd, net takes a leading @ for an abstract name
	if err != nil {
		return err
	}
	_, err = c.Write([]byte(state))
	return errors.Join(err, c.Close())
}
