package freeport_test

import (
	"net"
	"testing"

	"nonet/internal/check/freeport"
)

// TestAddress checks that a server can listen at an address, and that its port is outside those
// that systems assign.
func TestAddress(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		address := freeport.Address(t)
		if seen[address] {
			t.Errorf("%s twice", address)
		}
		seen[address] = true
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Error(err)
			continue
		}
		l.Close()
		other, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		if port := other.Addr().(*net.TCPAddr).Port; port <= 32767 {
			t.Skipf("this system gives port %d to who asks for any", port)
		}
		other.Close()
	}
}
