package service

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener in memory. A client chooses its address.
type pipes struct {
	come   chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{come: make(chan net.Conn, 100), closed: make(chan struct{})} }

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.come:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// dialPipe returns the client's end of a new connection.
func (p *pipes) dialPipe(addr string) net.Conn {
	here, there := net.Pipe()
	p.come <- remote{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}
	return here
}

type remote struct {
	net.Conn
	addr net.Addr
}

func (r remote) RemoteAddr() net.Addr { return r.addr }

// An address has at most its number of connections. A customer's IPv6 network counts as one
// address; this machine's own addresses, such as a proxy's, are not counted.
func TestConnectionsOfAnAddress(t *testing.T) {
	l := newPipes()
	c := newConnections(0, 2, func(ip netip.Addr) bool { return ip == netip.MustParseAddr("203.0.113.1") }, newQuiet())
	bounded := c.limitListener(l)
	accepted := func(addr string) (all []net.Conn) {
		for range 3 {
			l.dialPipe(addr)
		}
		l.dialPipe("127.0.0.1:1") // such connections are always admitted; this one comes last
		for {
			conn, err := bounded.Accept()
			if err != nil {
				t.Fatal(err)
			}
			if conn.RemoteAddr().String() == "127.0.0.1:1" {
				return all
			}
			all = append(all, conn)
		}
	}
	for _, addr := range []string{"192.0.2.1:5", "192.0.2.2:5", "[2001:db8::1]:5", "[2001:db8:0:1::1]:5"} {
		if got := accepted(addr); len(got) != 2 {
			t.Errorf("%s has %d connections", addr, len(got))
		}
	}
	for _, addr := range []string{"192.0.2.1:9", "[2001:db8::ffff]:9", "[::ffff:192.0.2.2]:9"} {
		if got := accepted(addr); len(got) != 0 {
			t.Errorf("%s has %d connections more", addr, len(got))
		}
	}
	if got := accepted("203.0.113.1:5"); len(got) != 3 {
		t.Errorf("a proxy has %d connections", len(got))
	}
	for _, conn := range accepted("198.51.100.1:5") {
		conn.Close()
		conn.Close() // counts once
	}
	if got := accepted("198.51.100.1:6"); len(got) != 2 {
		t.Errorf("places are not given back: %d", len(got))
	}
}

// When all connections are taken, the server closes those that were idle for long. A connection is idle between
// two requests, and while its first request arrives byte by byte. Time is simulated.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes()
		c := newConnections(40, 0, func(netip.Addr) bool { return false }, newQuiet())
		bounded := c.limitListener(l)
		var all []net.Conn
		for range 40 {
			l.dialPipe("192.0.2.1:5")
			conn, err := bounded.Accept()
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, conn)
		}
		recordIdleTime(all[0], http.StateActive) // a request in progress
		time.Sleep(2 * quietEnough)
		recordIdleTime(all[1], http.StateActive)
		recordIdleTime(all[1], http.StateIdle) // just served
		l.dialPipe("192.0.2.1:5")
		if _, err := bounded.Accept(); err != nil {
			t.Fatal(err)
		}
		closed := 0
		for i, conn := range all {
			conn.SetReadDeadline(time.Now().Add(-time.Second))
			if _, err := conn.Read(make([]byte, 1)); err == io.ErrClosedPipe {
				if closed++; i < 2 {
					t.Errorf("connection %d is closed in the midst", i)
				}
			}
		}
		if closed == 0 || closed > 20 {
			t.Errorf("%d connections make room for one", closed)
		}
		// If none has been idle for long enough, new connections wait.
		for range closed - 1 {
			l.dialPipe("192.0.2.1:5")
			if _, err := bounded.Accept(); err != nil {
				t.Fatal(err)
			}
		}
		for _, conn := range all {
			recordIdleTime(conn, http.StateActive)
		}
		l.dialPipe("192.0.2.1:5")
		waits := make(chan error, 1)
		go func() { _, err := bounded.Accept(); waits <- err }()
		time.Sleep(quietEnough / 2)
		select {
		case err := <-waits:
			t.Errorf("one too many: %v", err)
		default:
		}
		bounded.Close()
		if err := <-waits; err == nil {
			t.Error("it goes on waiting though the listener is closed")
		}
	})
}
