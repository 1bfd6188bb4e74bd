// Package service is the process round a handler: it listens, guards, bounds what a
// connection may take, and stops without losing an accepted request.
//
// What is answered is httpapi's business, what is told about it telemetry's. Nothing but
// internal/app/cli must import it.
package service

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/wire"
)

// Config is how to serve. The zero value tells nobody anything and has the limits below.
type Config struct {
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
	// as localhost. With none of them a server that is not bound to a loopback address
	// answers to every name.
	AllowHosts []string

	// Drain is how long a server that is to stop goes on as before, but says on /readyz that
	// it is not ready and asks with each answer for another connection.
	Drain time.Duration
	// Private serves metrics, profiles and health; nil serves them nowhere, but for health.
	Private net.Listener
}

// problem is what is wrong with a configuration; it knows both languages.
func problem(key string, args ...any) error { return &configError{message.New(key, args...)} }

type configError struct{ what message.Message }

func (e *configError) Error() string            { return e.what.String() }
func (e *configError) Message() message.Message { return e.what }

func (c Config) withDefaults() Config {
	if c.Telemetry == nil {
		c.Telemetry = telemetry.New(telemetry.Config{})
	}
	c.Grace = cmp.Or(max(c.Grace, 0), 5*time.Second)
	return c
}

// lastGrace is how long searches that were cut short have to answer.
const lastGrace = 5 * time.Second

// Serve answers with handler on listener until ctx ends, gives requests under way
// config.Grace to finish, and ends their contexts with [httpapi.ErrStopping] after that. The
// error is nil unless the listener failed or an answer could not be finished even so.
func Serve(ctx context.Context, config Config, handler http.Handler, listener net.Listener) error {
	config = config.withDefaults()
	guarded, err := config.guarded(handler, listener.Addr())
	if err != nil {
		return err
	}
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	draining := &drain{}
	tellOf(config.Queue, draining, &config.Telemetry.Metrics)
	srv := &http.Server{
		Handler:           patient(config.Telemetry.Handler(draining.handler(guarded), httpapi.Refusal(wire.InternalError))),
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      writeTimeout, // for what net/http answers by itself; see patient
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ConnState:         config.Telemetry.Connection,
		ErrorLog:          slog.NewLogLogger(config.Telemetry.Logger().Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 2)
	go func() { ended <- srv.Serve(listener) }()
	if config.Private != nil {
		own := &http.Server{Handler: private(config.Telemetry, draining.handler(handler)), ReadHeaderTimeout: 10 * time.Second, ErrorLog: srv.ErrorLog}
		go func() { ended <- own.Serve(config.Private) }()
		defer own.Close() // it tells to the end that the server is not ready
	}
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	draining.wait(config.Drain, config.Telemetry.Connected)
	shutdown := func(within time.Duration) error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
		defer cancel()
		return srv.Shutdown(ctx)
	}
	err = shutdown(config.Grace)
	if errors.Is(err, context.DeadlineExceeded) {
		cut(httpapi.ErrStopping)
		err = shutdown(lastGrace)
	}
	if err != nil {
		err = errors.Join(err, srv.Close())
	}
	return err
}
