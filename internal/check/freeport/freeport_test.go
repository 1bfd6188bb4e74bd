package freeport_test

import (
	"net"
	"testing"

	"nonet/internal/check/freeport"
)

// An address can be listened at, and is none that somebody who asks for any port may have got.
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
