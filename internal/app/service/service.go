// Package service is the process round a handler: it listens, guards, bounds what a
// connection may take, and stops without losing an accepted request.
//
//	config ─ New ─→ listeners bound, files read; what is wrong is told before anything is served
//	                listen.go, tls.go, token.go
//	Run ─→ connections, bounded                    connections.go
//	       TLS, if asked for
//	       each write in its time                  patience.go
//	       telemetry
//	       hosts, origins, tokens                  guard.go, token.go
//	       the handler
//
// What is answered is httpapi's business, what is told about it telemetry's. Nothing but
// internal/app/cli must import it.
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

// Config is how to serve.
type Config struct {
	// Addrs are where to listen: HOST:PORT, unix:PATH, or systemd for the sockets that it
	// hands on.
	Addrs []string
	// SocketMode are the permissions of a Unix socket; default 0660.
	SocketMode fs.FileMode

	// Queue is the handler's, to be told of in the metrics; nil if it is not known.
	Queue *admission.Queue
	// Telemetry watches; nil means that nobody does.
	Telemetry *telemetry.Telemetry
	// Grace is how long requests under way may go on once the server is to stop,
	// before their searches are cut short; default 5 s.
	Grace time.Duration

	// AllowOrigins are the sites whose pages may ask, such as https://example.org; * is all.
	AllowOrigins []string
	// AllowHosts are names by which this server may be asked, besides those of this machine,
	// as localhost. With none of them a listener that is not bound to a loopback address
	// answers to every name.
	AllowHosts []string

	// Drain is how long a server that is to stop goes on as before, but says on /readyz that
	// it is not ready and asks with each answer for another connection.
	Drain time.Duration
	// PrivateAddr is where metrics, profiles and health are served; "" is nowhere, but for
	// health.
	PrivateAddr string

	// TokenFile names those who may ask, and their tokens; "" lets everybody.
	TokenFile string

	TLS TLS // of the listeners that are no Unix sockets
	// RedirectAddr is where requests without TLS are sent on to TLS from, and where an ACME
	// authority asks; "" is nowhere.
	RedirectAddr string

	Limits Limits
}

// Limits bound what connections may take; 0 connections are without bound.
type Limits struct {
	Connections, OfAddress uint          // at once, in all and from one address
	Header, Idle           time.Duration // for a request's head to arrive, and between two requests
}

// DefaultLimits returns those that serve a public server on a small machine.
func DefaultLimits() Limits {
	return Limits{Connections: 10_000, OfAddress: 1_000, Header: 10 * time.Second, Idle: 2 * time.Minute}
}

// problem returns what is wrong with a configuration; it knows both languages.
func problem(key string, args ...any) error { return &configError{message.New(key, args...)} }

type configError struct{ what message.Message }

func (e *configError) Error() string            { return e.what.String() }
func (e *configError) Message() message.Message { return e.what }

// Service has what it needs to serve, and serves once.
type Service struct {
	config    Config
	log       *slog.Logger
	own       http.Handler // the one that was given
	handler   http.Handler // the same behind the guards
	listeners []net.Listener
	redirect  net.Listener // nil without
	private   net.Listener // nil without
	secured   *secured     // nil without TLS
	refresh   []func()     // read files again
}

// New binds all addresses and reads all files. The error says what is wrong with the
// configuration.
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
	if s.handler, err = s.guarded(handler); err != nil {
		return nil, err
	}
	if s.secured, err = config.TLS.secure(s.log); err != nil {
		return nil, err
	}
	if s.secured != nil {
		s.refresh = append(s.refresh, s.secured.followed.refresh)
		s.handler = strictly(s.handler)
	} else if config.RedirectAddr != "" {
		return nil, problem("error.redirect")
	}
	if len(config.Addrs) == 0 {
		return nil, problem("error.noAddr")
	}
	for _, addr := range config.Addrs {
		some, err := bind(addr, config.SocketMode)
		if err != nil {
			return nil, listenError(addr, err)
		}
		s.listeners = append(s.listeners, some...)
	}
	if s.redirect, err = listen(config.RedirectAddr); err != nil {
		return nil, err
	}
	if s.private, err = listen(config.PrivateAddr); err != nil {
		return nil, err
	}
	if s.config.TokenFile != "" && s.secured == nil && slices.ContainsFunc(s.listeners, isExposed) {
		s.log.Warn("tokens come unencrypted, for everybody on the way to read: use TLS, or listen at a loopback address or a Unix socket behind a proxy that does")
	}
	return s, nil
}

// listen returns nil where addr is "".
func listen(addr string) (net.Listener, error) {
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
	var known *configError
	if errors.As(err, &known) {
		return err
	}
	return problem("error.listen", "addr", addr, "why", err)
}

// isExposed reports whether other machines reach a listener.
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

// URLs returns where it can be reached: a browser on this machine can open those that begin with
// http.
func (s *Service) URLs() (all []string) {
	scheme, host := "http", ""
	if s.secured != nil {
		scheme = "https"
		if domains := s.config.TLS.Domains; len(domains) > 0 {
			host = domains[0]
		}
	}
	for _, l := range s.listeners {
		all = append(all, address(scheme, host, l.Addr()))
	}
	return all
}

// PrivateURL returns where the private address can be reached, "" where there is none.
func (s *Service) PrivateURL() string {
	if s.private == nil {
		return ""
	}
	return address("http", "", s.private.Addr())
}

// address returns how a browser on this machine reaches addr, by the name of host if it is not "".
func address(scheme, host string, addr net.Addr) string {
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

// lastGrace is how long searches that were cut short have to answer.
const lastGrace = 5 * time.Second

// Run serves until ctx ends, gives requests under way the grace to finish, and ends their
// contexts with [httpapi.ErrStopping] after that. SIGHUP reads all files again. The error is nil
// unless a listener failed or an answer could not be finished even so.
func (s *Service) Run(ctx context.Context) error {
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	draining := &drain{}
	tellOf(s.config.Queue, draining, &s.config.Telemetry.Metrics)
	main := s.server(base, s.config.Telemetry.Handler(draining.handler(s.handler), httpapi.Refusal(wire.InternalError)))
	servers := []*http.Server{main}
	bounds := newConnections(s.config.Limits.Connections, s.config.Limits.OfAddress, s.config.Telemetry.IsProxy, s.log)
	main.ConnState = func(c net.Conn, state http.ConnState) {
		noteState(c, state)
		s.config.Telemetry.Connection(c, state)
	}
	ended := make(chan error, len(s.listeners)+2)
	for _, l := range s.listeners {
		within := bounds.bounded(l)
		if _, isTCP := l.Addr().(*net.TCPAddr); isTCP && s.secured != nil {
			go func() { ended <- main.ServeTLS(within, "", "") }()
		} else {
			go func() { ended <- main.Serve(within) }()
		}
	}
	if s.redirect != nil {
		other := s.server(base, s.secured.redirect(s.tlsPort()))
		servers = append(servers, other)
		go func() { ended <- other.Serve(bounds.bounded(s.redirect)) }()
	}
	if s.private != nil {
		own := s.server(base, private(s.config.Telemetry, draining.handler(s.own)))
		own.Handler = hosts{names: []string{hostOf(s.config.PrivateAddr)}}.guard(origins{}.guard(own.Handler))
		own.WriteTimeout = 0 // a profile takes as long as is asked for
		go func() { ended <- own.Serve(newConnections(0, 0, s.config.Telemetry.IsProxy, s.log).bounded(s.private)) }()
		defer own.Close() // it tells to the end that the server is not ready
	}
	go giveBack(base, s.config.Queue)
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
	draining.wait(s.config.Drain, s.config.Telemetry.Connected)
	shutdown := func(within time.Duration) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
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
	if err := notify(state); err != nil {
		s.log.Warn("systemd does not listen", "error", err)
	}
}

// tlsPort returns where the service can be asked by TLS.
func (s *Service) tlsPort() string {
	for _, l := range s.listeners {
		if tcp, ok := l.Addr().(*net.TCPAddr); ok {
			return strconv.Itoa(tcp.Port)
		}
	}
	return "443"
}

// streams is how many requests of one HTTP/2 connection are under way at once.
const streams = 100

// server returns one with the limits, whose requests' contexts are of base.
func (s *Service) server(base context.Context, handler http.Handler) *http.Server {
	srv := &http.Server{
		Handler:     patient(handler),
		BaseContext: func(net.Listener) context.Context { return base },
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			b := boundedOf(c)
			return context.WithValue(ctx, isLocalKey{}, b != nil && b.isLocal)
		},
		ReadHeaderTimeout: s.config.Limits.Header,
		WriteTimeout:      writeTimeout, // for what net/http answers by itself; see patient
		IdleTimeout:       s.config.Limits.Idle,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          log.New(complaints{s.log}, "", 0),
		Protocols:         new(http.Protocols),
		HTTP2:             &http.HTTP2Config{MaxConcurrentStreams: streams, SendPingTimeout: s.config.Limits.Idle, WriteByteTimeout: writeTimeout},
	}
	srv.Protocols.SetHTTP1(true)
	srv.Protocols.SetHTTP2(true)
	srv.Protocols.SetUnencryptedHTTP2(true)
	if s.secured != nil {
		srv.TLSConfig = s.secured.config.Clone() // which net/http completes
	}
	return srv
}

// complaints is where net/http writes what it cannot tell otherwise.
type complaints struct{ log *slog.Logger }

func (c complaints) Write(b []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.Contains(b, []byte("TLS handshake error")) {
		level = slog.LevelDebug // of whom has no certificate, or tries doors
	}
	c.log.Log(context.Background(), level, string(bytes.TrimSpace(b)))
	return len(b), nil
}

// isLocalKey tells of a request's context whether its listener is bound to this machine alone.
type isLocalKey struct{}
