package service

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sort"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"nonet/internal/app/httpapi"
	"nonet/wire"
)

// connections limits the open connections of all listeners together: their total number, and the number for each client
// address.
type connections struct {
	all       chan struct{} // has one element for each connection; nil means no limit
	ofAddress uint          // the limit for each client address; 0 means no limit
	isProxy   func(netip.Addr) bool
	log       *slog.Logger
	begun     time.Time

	mu     sync.Mutex
	open   map[*boundedConn]struct{}
	counts map[netip.Prefix]uint
	again  map[string]time.Time // for each message, the earliest time at which it may be logged again
}

func newConnections(all, ofAddress uint, isProxy func(netip.Addr) bool, log *slog.Logger) *connections {
	c := &connections{ofAddress: ofAddress, isProxy: isProxy, log: log, begun: time.Now(), open: map[*boundedConn]struct{}{}, counts: map[netip.Prefix]uint{}, again: map[string]time.Time{}}
	if all > 0 {
		c.all = make(chan struct{}, all)
	}
	return c
}

// warningInterval is the minimum time between two warnings with the same message.
const warningInterval = 10 * time.Second

// warnAtIntervals logs a warning, unless it logged one with the same message a short time ago.
func (c *connections) warnAtIntervals(what string, args ...any) {
	c.mu.Lock()
	now := time.Now()
	late := now.After(c.again[what])
	if late {
		c.again[what] = now.Add(warningInterval)
	}
	c.mu.Unlock()
	if late {
		c.log.Warn(what, args...)
	}
}

// prefixOf returns the range of addresses that counts as one client: one IPv4 address, or the IPv6 network of one
// customer. The range is invalid for addresses of this machine, for trusted proxies, and if addr is not an address.
func (c *connections) prefixOf(addr net.Addr) (p netip.Prefix) {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok {
		return p
	}
	ip := tcp.AddrPort().Addr().Unmap().WithZone("")
	if ip.IsLoopback() || c.isProxy(ip) {
		return p
	}
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ = ip.Prefix(bits)
	return p
}

// admitConn wraps and counts a new connection. It returns nil if the client address has too many connections.
func (c *connections) admitConn(conn net.Conn, isLocal bool) *boundedConn {
	b := &boundedConn{Conn: conn, prefix: c.prefixOf(conn.RemoteAddr()), owner: c, isLocal: isLocal}
	b.quiet.Store(c.elapsedTime())
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ofAddress > 0 && b.prefix.IsValid() {
		if c.counts[b.prefix] >= c.ofAddress {
			return nil
		}
		c.counts[b.prefix]++
	}
	c.open[b] = struct{}{}
	return b
}

func (c *connections) removeConn(b *boundedConn) {
	c.freePlace()
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, b)
	if c.ofAddress > 0 && b.prefix.IsValid() {
		if c.counts[b.prefix]--; c.counts[b.prefix] == 0 {
			delete(c.counts, b.prefix)
		}
	}
}

// elapsedTime returns the nanoseconds since c.begun, plus 1 so that the result is never 0. It uses the monotonic clock.
func (c *connections) elapsedTime() int64 { return int64(time.Since(c.begun)) + 1 }

// boundedOf returns the boundedConn beneath a connection of net/http.
func boundedOf(conn net.Conn) *boundedConn {
	if over, ok := conn.(*tls.Conn); ok {
		conn = over.NetConn()
	}
	b, _ := conn.(*boundedConn)
	return b
}

// recordIdleTime records when a connection becomes idle. It is used as http.Server.ConnState.
func recordIdleTime(conn net.Conn, state http.ConnState) {
	if b := boundedOf(conn); b != nil {
		switch state {
		case http.StateActive:
			b.quiet.Store(0)
		case http.StateIdle:
			b.quiet.Store(b.owner.elapsedTime())
		}
	}
}

// quietEnough is how long a connection must have been idle before the server may close it to make room for others. A
// connection whose request header is still arriving counts as idle.
const quietEnough = 5 * time.Second

func (c *connections) closeIdleConnections() {
	before := c.elapsedTime() - int64(quietEnough)
	type idle struct {
		conn  *boundedConn
		since int64
	}
	var all []idle
	c.mu.Lock()
	for b := range c.open {
		if since := b.quiet.Load(); since != 0 && since < before {
			all = append(all, idle{b, since})
		}
	}
	c.mu.Unlock()
	sort.Slice(all, func(i, j int) bool { return all[i].since < all[j].since })
	for _, it := range all[:min(len(all), max(16, len(all)/8))] {
		if it.conn.quiet.Load() == it.since {
			_ = it.conn.Close() // the connection's server notices the end itself
		}
	}
}

func (c *connections) limitListener(l net.Listener) net.Listener {
	_, isTCP := l.Addr().(*net.TCPAddr)
	return &boundedListener{Listener: l, c: c, isLocal: isTCP && !isExposed(l), closed: make(chan struct{})}
}

type boundedListener struct {
	net.Listener
	c       *connections
	isLocal bool // set if only this machine can reach the listener
	once    sync.Once
	closed  chan struct{}
}

func (l *boundedListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

const roomInterval = 50 * time.Millisecond

// Accept returns the next connection. While there are too many connections or no free file descriptors, it closes an
// idle connection or waits.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		switch {
		case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
			l.c.warnAtIntervals("no file descriptor is left for another connection; raise the limit (ulimit -n, LimitNOFILE=) or lower --max-connections", "error", err)
			l.c.closeIdleConnections()
			select {
			case <-time.After(roomInterval):
			case <-l.closed:
			}
			continue
		case err != nil:
			return nil, err
		}
		// A connection that the code below refuses gets no answer, because connections are scarce, and an answer would
		// keep one open longer.
		if !l.waitForPlace() {
			return nil, errors.Join(net.ErrClosed, conn.Close())
		}
		if b := l.c.admitConn(conn, l.isLocal); b != nil {
			return b, nil
		}
		l.c.freePlace()
		l.c.warnAtIntervals("an address has too many connections; --max-connections-per-address allows more", "address", conn.RemoteAddr().String(), "connections", l.c.ofAddress)
		_ = conn.Close()
	}
}

func (c *connections) freePlace() {
	if c.all != nil {
		<-c.all
	}
}

// waitForPlace waits until the limit permits another connection. It returns false if the listener is closed.
func (l *boundedListener) waitForPlace() bool {
	if l.c.all == nil {
		return true
	}
	select {
	case l.c.all <- struct{}{}:
		return true
	default:
	}
	again := time.NewTicker(roomInterval)
	defer again.Stop()
	for {
		l.c.warnAtIntervals("all connections are taken; --max-connections allows more", "connections", cap(l.c.all))
		l.c.closeIdleConnections()
		select {
		case l.c.all <- struct{}{}:
			return true
		case <-again.C:
		case <-l.closed:
			return false
		}
	}
}

type boundedConn struct {
	net.Conn
	owner   *connections
	prefix  netip.Prefix
	isLocal bool         // set if only this machine can reach the listener
	quiet   atomic.Int64 // when the connection became idle; 0 while a request runs
	once    sync.Once
}

func (c *boundedConn) Close() error {
	defer c.once.Do(func() { c.owner.removeConn(c) })
	return c.Conn.Close()
}

// CloseWrite closes only the sending side, so that the last answer arrives. net/http calls it.
func (c *boundedConn) CloseWrite() error {
	if closer, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return closer.CloseWrite()
	}
	return nil
}

// writeTimeout limits how long a client may take to accept one write. A whole answer has no limit: streams are long,
// and searches have deadlines.
const writeTimeout = 30 * time.Second

// withWriteDeadlines returns a handler that calls `next` and sets a new deadline for each write to the client.
func withWriteDeadlines(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &patientWriter{w}
		p.extendDeadline()
		next.ServeHTTP(p, r)
	})
}

type patientWriter struct{ http.ResponseWriter }

// Unwrap returns the underlying writer, for http.ResponseController.
func (w *patientWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *patientWriter) extendDeadline() {
	// Only a test's ResponseWriter has no deadlines.
	_ = http.NewResponseController(w.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout))
}

func (w *patientWriter) WriteHeader(status int) {
	w.extendDeadline()
	w.ResponseWriter.WriteHeader(status)
}

func (w *patientWriter) Write(b []byte) (int, error) {
	w.extendDeadline()
	return w.ResponseWriter.Write(b)
}

// drain asks clients to disconnect before the server stops. If the server closed a connection, a request on its way
// could be lost, so the answers ask the clients to close.
type drain struct{ draining atomic.Bool }

func (d *drain) countRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.draining.Load() {
			w.Header().Set("Connection", "close") // on HTTP/2 connections, net/http sends GOAWAY instead of this header
			if r.URL.Path == "/readyz" {
				httpapi.Refusal(wire.ShuttingDown).ServeHTTP(w, r)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// lingering is how long the server waits for a client's next request. The answer to that request asks the client to
// close the connection.
const lingering = 500 * time.Millisecond

// waitUntilDrained starts draining, and waits for the time `atLeast`. Then it waits until nobody is connected, but at
// most for the time `lingering`.
func (d *drain) waitUntilDrained(atLeast time.Duration, connected func() int) {
	d.draining.Store(true)
	time.Sleep(atLeast)
	over := time.NewTimer(lingering)
	defer over.Stop()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for connected() > 0 {
		select {
		case <-over.C:
			return
		case <-look.C:
		}
	}
}
