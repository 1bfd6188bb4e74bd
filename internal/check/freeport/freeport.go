// Package freeport finds free ports for tests. It is for servers that cannot choose a free port themselves.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// By default, no operating system assigns these ports to connections or servers, so a free port stays free until the
// test's server uses it.
const first, last = 10000, 32767

var (
	mu    sync.Mutex
	given = map[int]bool{}
)

// Address returns a free address of this machine, for TCP and UDP. Each call returns a different address.
func Address(t testing.TB) string {
	t.Helper()
	mu.Lock()
	defer mu.Unlock()
	for range 1000 {
		port := first + rand.IntN(last-first+1)
		address := fmt.Sprintf("127.0.0.1:%d", port)
		if !given[port] && isFree(address) {
			given[port] = true
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

func isFree(address string) bool {
	stream, err := net.Listen("tcp", address)
	if err != nil {
		return false
	}
	defer stream.Close()
	packets, err := net.ListenPacket("udp", address)
	if err != nil {
		return false
	}
	packets.Close()
	return true
}
