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

	"nonet/internal/app/httpapi"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/wire"
)

// Config is how to serve. The zero value logs nothing and has the limits below.
type Config struct {
	// Logger gets one record a request; nil means none.
	Logger *slog.Logger
	// Grace is how long requests under way may go on once the server is to stop,
	// before their searches are cut short; default 5 s.
	Grace time.Duration

	// AllowOrigins are the sites whose pages may ask, such as https://example.org; * is all.
	AllowOrigins []string
	// AllowHosts are names by which this server may be asked, besides those of this machine,
	// as localhost. With none of them a server that is not bound to a loopback address
	// answers to every name.
	AllowHosts []string
}

// problem is what is wrong with a configuration; it knows both languages.
func problem(key string, args ...any) error { return &configError{message.New(key, args...)} }

type configError struct{ what message.Message }

func (e *configError) Error() string            { return e.what.String() }
func (e *configError) Message() message.Message { return e.what }

func (c Config) withDefaults() Config {
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
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
	handler, err := config.guarded(handler, listener.Addr())
	if err != nil {
		return err
	}
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	srv := &http.Server{
		Handler:           patient(telemetry.Handler(handler, httpapi.Refusal(wire.InternalError), config.Logger)),
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      writeTimeout, // for what net/http answers by itself; see patient
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(config.Logger.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
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
