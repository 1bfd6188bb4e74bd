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

// listenAt returns listeners at HOST:PORT, at unix:PATH, or, for "systemd", at the sockets that systemd passes
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
	// Until Chmod, only the owner can connect, given the usual umask.
	if err := os.Chmod(path, mode); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return []net.Listener{l}, nil
}

// removeStaleSocket removes the socket of a process that has ended.
func removeStaleSocket(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Type() != fs.ModeSocket {
		return nil // the path does not exist, or is not a socket
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
		l, err := net.FileListener(f) // FileListener duplicates the descriptor
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// sdNotify sends the state of the service to systemd, if systemd expects this (sd_notify(3)).
func sdNotify(state string) error {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return nil
	}
	c, err := net.Dial("unixgram", path) // package net, like systemd, takes a leading @ for an abstract name
	if err != nil {
		return err
	}
	_, err = c.Write([]byte(state))
	return errors.Join(err, c.Close())
}
