// Package freeport finds ports for tests whose servers cannot be asked which one they were given.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// No system gives these to connections, or to who asks for any port, unless told to: what was free
// a moment ago is free still, whatever other tests do meanwhile.
const first, last = 10000, 32767

var (
	mu    sync.Mutex
	given = map[int]bool{}
)

// Address is an address of this machine at which nobody listens, over TCP and UDP. Each call has
// another.
func Address(t testing.TB) string {
	t.Helper()
	mu.Lock()
	defer mu.Unlock()
	for range 1000 {
		port := first + rand.IntN(last-first+1)
		address := fmt.Sprintf("127.0.0.1:%d", port)
		if !given[port] && free(address) {
			given[port] = true
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

func free(address string) bool {
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
