package service

import (
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"
)

// connections bounds how many connections there are, in all and of one address, over all
// listeners.
type connections struct {
	all       chan struct{} // one element for each; nil sets no bound
	ofAddress uint          // 0 sets no bound
	makeRoom  func()        // closes those on which nothing happens
	log       *slog.Logger

	mu    sync.Mutex
	by    map[netip.Prefix]uint
	again map[string]time.Time // when to tell of a shortage next
}

func newConnections(all, ofAddress uint, makeRoom func(), log *slog.Logger) *connections {
	c := &connections{ofAddress: ofAddress, makeRoom: makeRoom, log: log, by: map[netip.Prefix]uint{}, again: map[string]time.Time{}}
	if all > 0 {
		c.all = make(chan struct{}, all)
	}
	return c
}

// tellInterval is how often a shortage that lasts is told.
const tellInterval = 10 * time.Second

func (c *connections) tell(what string, args ...any) {
	c.mu.Lock()
	now := time.Now()
	late := now.After(c.again[what])
	if late {
		c.again[what] = now.Add(tellInterval)
	}
	c.mu.Unlock()
	if late {
		c.log.Warn(what, args...)
	}
}

// prefixOf is whose connection it is, for the bound: an address, of IPv6 the network that one
// customer has. Not valid are this machine's own, and what has no address.
func prefixOf(addr net.Addr) (p netip.Prefix) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return p
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	if ip.IsLoopback() {
		return p
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ = ip.Prefix(bits)
	return p
}

// enter counts a connection, unless its address has too many.
func (c *connections) enter(p netip.Prefix) bool {
	if c.ofAddress == 0 || !p.IsValid() {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by[p] >= c.ofAddress {
		return false
	}
	c.by[p]++
	return true
}

func (c *connections) leave(p netip.Prefix) {
	if c.all != nil {
		<-c.all
	}
	if c.ofAddress == 0 || !p.IsValid() {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by[p]--; c.by[p] == 0 {
		delete(c.by, p)
	}
}

// bounded is l within the bounds.
func (c *connections) bounded(l net.Listener) net.Listener {
	return &boundedListener{Listener: l, c: c, closed: make(chan struct{})}
}

type boundedListener struct {
	net.Listener
	c      *connections
	once   sync.Once
	closed chan struct{}
}

func (l *boundedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// Accept waits while there are too many connections, or no file descriptor is left for
// another, and makes room.
func (l *boundedListener) Accept() (net.Conn, error) {
	if l.c.all != nil {
		select {
		case l.c.all <- struct{}{}:
		default:
			l.c.tell("all connections are taken; --max-connections allows more", "connections", cap(l.c.all))
			l.c.makeRoom()
			select {
			case l.c.all <- struct{}{}:
			case <-l.closed:
				return nil, net.ErrClosed
			}
		}
	}
	for {
		conn, err := l.Listener.Accept()
		switch {
		case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
			l.c.tell("no file descriptor is left for another connection; raise the limit (ulimit -n, LimitNOFILE=) or lower --max-connections", "error", err)
			l.c.makeRoom()
			select {
			case <-time.After(50 * time.Millisecond):
			case <-l.closed:
			}
		case err != nil:
			if l.c.all != nil {
				<-l.c.all
			}
			return nil, err
		default:
			p := prefixOf(conn.RemoteAddr())
			if l.c.enter(p) {
				return &boundedConn{Conn: conn, leave: sync.OnceFunc(func() { l.c.leave(p) })}, nil
			}
			l.c.tell("an address has too many connections; --max-connections-per-address allows more", "address", p.String(), "connections", l.c.ofAddress)
			_ = conn.Close() // whoever it was gets no answer either way
		}
	}
}

type boundedConn struct {
	net.Conn
	leave func()
}

func (c *boundedConn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// CloseWrite lets the last answer arrive before the connection closes; net/http asks for it.
func (c *boundedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
