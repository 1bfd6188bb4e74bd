// Package service runs a handler as a server process. It listens, guards requests, limits connections, and stops
// without losing an accepted request.
//
//	config ─ New ─→ listeners bound, files read; errors are reported before anything is served
//	                listen.go, tls.go, token.go
//	Run ─→ connections within limits               connections.go
//	       TLS, if configured
//	       a deadline for each write               connections.go
//	       telemetry
//	       hosts, origins, tokens                  guard.go, token.go
//	       the handler
//
// The handler comes from package httpapi, logs and metrics from package telemetry. No package but internal/app/cli must
// import this package.
package service

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/wire"
)

// Config holds the addresses, the limits and the guards of a Service.
type Config struct {
	// Addrs lists the addresses to listen at: HOST:PORT, unix:PATH, or "systemd" for the sockets that systemd passes.
	Addrs []string
	// SocketMode holds the permissions of a Unix socket; the default is 0660.
	SocketMode fs.FileMode

	// Queue is the queue that the handler uses, for the metrics. It may be nil.
	Queue *admission.Queue
	// Telemetry logs and counts requests. It may be nil.
	Telemetry *telemetry.Telemetry
	// Grace is how long requests may continue after the server is asked to stop. After that time, the contexts of
	// requests end. The default is 5 s.
	Grace time.Duration

	// AllowOrigins lists other sites whose pages may send requests, such as https://example.org; * allows all sites.
	AllowOrigins []string
	// AllowHosts lists host names of this server in addition to names of this machine, such as localhost. If it is
	// empty, listeners that other machines can reach accept every host name.
	AllowHosts []string

	// Drain is how long a server that stops still serves all requests, while /readyz reports that it is not ready and
	// answers ask clients to disconnect.
	Drain time.Duration
	// PrivateAddr is the address for metrics, profiles and health checks. If it is "", the public addresses serve
	// health checks, and no address serves metrics and profiles.
	PrivateAddr string

	// TokenFile is the path of a list of clients and their tokens. If it is "", no token is needed.
	TokenFile string

	TLS TLS // the certificates, for all listeners except Unix sockets
	// RedirectAddr is an address whose requests are redirected from http to https. It also answers ACME challenges. ""
	// means none.
	RedirectAddr string

	Limits Limits
}

type Limits struct {
	Connections, OfAddress uint          // the greatest number of open connections, in total and for each client address
	Header, Idle           time.Duration // how long a request's header may take to arrive, and how long a connection may be idle
}

// DefaultLimits returns limits that fit a public server on a small machine.
func DefaultLimits() Limits {
	return Limits{Connections: 10_000, OfAddress: 1_000, Header: 10 * time.Second, Idle: 2 * time.Minute}
}

// Service is a configured server. It can run once.
type Service struct {
	config    Config
	log       *slog.Logger
	own       http.Handler // the handler that New got
	handler   http.Handler // the handler own, behind all guards
	listeners []net.Listener
	redirect  net.Listener // the listener of Config.RedirectAddr, or nil
	private   net.Listener // the listener of Config.PrivateAddr, or nil
	secured   *tlsState    // the TLS configuration; nil without TLS
	refresh   []func()     // functions that read the files of the configuration again
}

// New binds all addresses and reads all files, so that a wrong configuration is an error before anything is served.
func New(config Config, handler http.Handler) (_ *Service, err error) {
	if config.Telemetry == nil {
		config.Telemetry = telemetry.New(telemetry.Config{})
	}
	config.Grace = cmp.Or(max(config.Grace, 0), 5*time.Second)
	config.SocketMode = cmp.Or(config.SocketMode, 0o660)
	s := &Service{config: config, log: config.Telemetry.Logger(), own: handler}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.handler, err = s.addGuards(handler); err != nil {
		return nil, err
	}
	if s.secured, err = config.TLS.newTLSState(s.log); err != nil {
		return nil, err
	}
	if s.secured != nil {
		s.refresh = append(s.refresh, s.secured.followed.readFiles)
		s.handler = withHSTS(s.handler)
	} else if config.RedirectAddr != "" {
		return nil, message.NewError("error.redirect")
	}
	if len(config.Addrs) == 0 {
		return nil, message.NewError("error.noAddr")
	}
	for _, addr := range config.Addrs {
		listeners, err := listenAt(addr, config.SocketMode)
		if err != nil {
			return nil, listenError(addr, err)
		}
		s.listeners = append(s.listeners, listeners...)
	}
	if s.redirect, err = listenIfSet(config.RedirectAddr); err != nil {
		return nil, err
	}
	if s.private, err = listenIfSet(config.PrivateAddr); err != nil {
		return nil, err
	}
	if s.config.TokenFile != "" && s.secured == nil && slices.ContainsFunc(s.listeners, isExposed) {
		s.log.Warn("tokens come unencrypted, for everybody on the way to read: use TLS, or listen at a loopback address or a Unix socket behind a proxy that does")
	}
	return s, nil
}

func listenIfSet(addr string) (net.Listener, error) {
	if addr == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, listenError(addr, err)
	}
	return l, nil
}

func listenError(addr string, err error) error {
	if errors.As(err, new(*message.Error)) {
		return err
	}
	return message.NewError("error.listen", "addr", addr, "why", err)
}

// isExposed reports whether other machines can reach the listener.
func isExposed(l net.Listener) bool {
	tcp, ok := l.Addr().(*net.TCPAddr)
	return ok && !tcp.IP.IsLoopback()
}

func (s *Service) close() {
	for _, l := range append(s.listeners, s.redirect, s.private) {
		if l != nil {
			_ = l.Close()
		}
	}
}

// URLs returns the addresses at which the service can be reached. A browser on this machine can open the addresses that
// begin with http.
func (s *Service) URLs() (all []string) {
	scheme, host := "http", ""
	if s.secured != nil {
		scheme = "https"
		if domains := s.config.TLS.Domains; len(domains) > 0 {
			host = domains[0]
		}
	}
	for _, l := range s.listeners {
		all = append(all, browserURL(scheme, host, l.Addr()))
	}
	return all
}

func (s *Service) PrivateURL() string {
	if s.private == nil {
		return ""
	}
	return browserURL("http", "", s.private.Addr())
}

// browserURL returns the URL of addr for a browser on this machine. If host is not "", it replaces the host of addr.
func browserURL(scheme, host string, addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	switch {
	case !ok:
		return "unix:" + addr.String()
	case host == "" && tcp.IP.IsUnspecified():
		host = "localhost"
	case host == "":
		host = tcp.IP.String()
	}
	implied := map[string]string{"http": ":80", "https": ":443"}[scheme]
	return scheme + "://" + strings.TrimSuffix(net.JoinHostPort(host, strconv.Itoa(tcp.Port)), implied) + "/"
}

// lastGrace is how long requests may still take after their contexts have ended.
const lastGrace = 5 * time.Second

// Run serves until ctx ends. After that, requests have Config.Grace to finish; then the contexts of the remaining
// requests end with [httpapi.ErrStopping]. SIGHUP rereads all files. The error is nil unless a listener failed, or a
// request did not finish after its context had ended.
func (s *Service) Run(ctx context.Context) error {
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	draining := &drain{}
	addQueueMetrics(s.config.Queue, draining, &s.config.Telemetry.Metrics)
	main := s.newServer(base, s.config.Telemetry.Handler(draining.countRequests(s.handler), httpapi.Refusal(wire.InternalError)))
	servers := []*http.Server{main}
	bounds := newConnections(s.config.Limits.Connections, s.config.Limits.OfAddress, s.config.Telemetry.IsProxy, s.log)
	main.ConnState = func(c net.Conn, state http.ConnState) {
		recordIdleTime(c, state)
		s.config.Telemetry.CountConnection(c, state)
	}
	ended := make(chan error, len(s.listeners)+2)
	for _, l := range s.listeners {
		limited := bounds.limitListener(l)
		if _, isTCP := l.Addr().(*net.TCPAddr); isTCP && s.secured != nil {
			go func() { ended <- main.ServeTLS(limited, "", "") }()
		} else {
			go func() { ended <- main.Serve(limited) }()
		}
	}
	if s.redirect != nil {
		other := s.newServer(base, s.secured.redirectHandler(s.tlsPort()))
		servers = append(servers, other)
		go func() { ended <- other.Serve(bounds.limitListener(s.redirect)) }()
	}
	if s.private != nil {
		server := s.newServer(base, privateHandler(s.config.Telemetry, draining.countRequests(s.own)))
		server.Handler = hosts{names: []string{hostOf(s.config.PrivateAddr)}}.guardHosts(origins{}.guardOrigins(server.Handler))
		server.WriteTimeout = 0 // a profile takes as long as its request demands
		go func() {
			ended <- server.Serve(newConnections(0, 0, s.config.Telemetry.IsProxy, s.log).limitListener(s.private))
		}()
		defer server.Close() // this server closes last, because its /readyz reports that the service stops
	}
	go releaseIdleMemory(base, s.config.Queue)
	hangup := make(chan os.Signal, 1)
	signal.Notify(hangup, syscall.SIGHUP)
	defer signal.Stop(hangup)
	s.notifySystemd("READY=1")
	for open := true; open; {
		select {
		case err := <-ended:
			s.close()
			return err
		case <-hangup:
			for _, again := range s.refresh {
				again()
			}
		case <-ctx.Done():
			open = false
		}
	}
	s.notifySystemd("STOPPING=1")
	draining.waitUntilDrained(s.config.Drain, s.config.Telemetry.OpenConnections)
	shutdown := func(timeout time.Duration) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), timeout)
		defer cancel()
		var all sync.WaitGroup
		errs := make([]error, len(servers))
		for i, srv := range servers {
			all.Go(func() { errs[i] = srv.Shutdown(ctx) })
		}
		all.Wait()
		return errors.Join(errs...)
	}
	err := shutdown(s.config.Grace)
	if errors.Is(err, context.DeadlineExceeded) {
		cut(httpapi.ErrStopping)
		err = shutdown(lastGrace)
	}
	if err != nil {
		for _, srv := range servers {
			err = errors.Join(err, srv.Close())
		}
	}
	return err
}

func (s *Service) notifySystemd(state string) {
	if err := sdNotify(state); err != nil {
		s.log.Warn("systemd does not listen", "error", err)
	}
}

func (s *Service) tlsPort() string {
	for _, l := range s.listeners {
		if tcp, ok := l.Addr().(*net.TCPAddr); ok {
			return strconv.Itoa(tcp.Port)
		}
	}
	return "443"
}

// streams limits how many requests of one HTTP/2 connection run at the same time.
const streams = 100

// newServer returns an http.Server with the limits of s. The contexts of its requests derive from the context base.
func (s *Service) newServer(base context.Context, handler http.Handler) *http.Server {
	srv := &http.Server{
		Handler:     withWriteDeadlines(handler),
		BaseContext: func(net.Listener) context.Context { return base },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			b := boundedOf(c)
			return context.WithValue(ctx, isLocalKey{}, b != nil && b.isLocal)
		},
		ReadHeaderTimeout: s.config.Limits.Header,
		WriteTimeout:      writeTimeout, // for answers that net/http itself gives; see withWriteDeadlines for all other answers
		IdleTimeout:       s.config.Limits.Idle,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          log.New(errorLog{s.log}, "", 0),
		Protocols:         new(http.Protocols),
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: streams, SendPingTimeout: s.config.Limits.Idle, WriteByteTimeout: writeTimeout},
	}
	srv.Protocols.SetHTTP1(true)
	srv.Protocols.SetHTTP2(true)
	srv.Protocols.SetUnencryptedHTTP2(true)
	if s.secured != nil {
		srv.TLSConfig = s.secured.config.Clone() // a copy, because net/http changes the configuration
	}
	return srv
}

// errorLog logs errors that net/http can report in no other way.
type errorLog struct{ log *slog.Logger }

func (c errorLog) Write(b []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.Contains(b, []byte("TLS handshake error")) {
		level = slog.LevelDebug // handshakes fail often, for example those of port scanners
	}
	c.log.Log(context.Background(), level, string(bytes.TrimSpace(b)))
	return len(b), nil
}

// isLocalKey is the key of a context value that is set if only this machine can reach the listener.
type isLocalKey struct{}

const (
	calmInterval = 2 * time.Second
	// calm is the load below which the service counts as idle, in processors.
	calm = 0.1
	// worthwhile is the least number of unused bytes that are returned to the system.
	worthwhile = 8 << 20
)

// releaseIdleMemory returns unused memory to the system whenever the service becomes idle, until ctx ends. By itself,
// the Go runtime keeps such memory for minutes.
func releaseIdleMemory(ctx context.Context, queue *admission.Queue) {
	if queue == nil {
		return
	}
	looks := time.NewTicker(calmInterval)
	defer looks.Stop()
	busy := queue.State().Busy
	for {
		select {
		case <-ctx.Done():
			return
		case <-looks.C:
			before := busy
			busy = queue.State().Busy
			if (busy-before).Seconds() < calm*calmInterval.Seconds() && unusedMemory() > worthwhile {
				debug.FreeOSMemory() // this call takes about 20 ms of processor time
			}
		}
	}
}

// unusedMemory estimates how many bytes of the heap are free or garbage; Go lets the heap grow to twice the live data.
func unusedMemory() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapIdle-m.HeapReleased) + max(0, int64(m.HeapAlloc)-int64(m.NextGC/2))
}
