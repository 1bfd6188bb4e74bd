package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/httpapi"
)

// patience is the limit for waits that would otherwise hang; nothing is measured with it.
const patience = 30 * time.Second

// newTestService returns a service, with an address of its own unless config has one.
func newTestService(t *testing.T, config Config, handler http.Handler) *Service {
	t.Helper()
	if config.Addrs == nil {
		config.Addrs = []string{"127.0.0.1:0"}
	}
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits()
	}
	s, err := New(config, handler)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.close)
	return s
}

// startService runs a service until stop is called; ended receives Run's result.
func startService(t *testing.T, config Config, handler http.Handler) (_ *Service, stop func(), ended <-chan error) {
	t.Helper()
	s := newTestService(t, config, handler)
	ctx, cancel := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() { end <- s.Run(ctx) }()
	t.Cleanup(cancel)
	return s, cancel, end
}

// baseURL returns the service's first URL, without a final slash.
func (s *Service) baseURL() string { return strings.TrimSuffix(s.URLs()[0], "/") }

// fetchText returns the server's answer or the error.
func fetchText(client *http.Client, url string) string {
	response, err := client.Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	b, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(response.StatusCode, " ", string(b))
}

// Requests in progress at the end finish within the grace period.
func TestShutdownWaits(t *testing.T) {
	t.Parallel()
	begun, stopping := make(chan struct{}), make(chan struct{})
	s, stop, ended := startService(t, Config{Grace: patience}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-stopping
		fmt.Fprint(w, "done, and its context ", r.Context().Err())
	}))
	answered := make(chan string, 1)
	go func() { answered <- fetchText(http.DefaultClient, s.baseURL()) }()
	<-begun
	stop()
	close(stopping)
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	if got := <-answered; got != "200 done, and its context <nil>" {
		t.Error(got)
	}
	if _, err := http.Get(s.baseURL()); err == nil {
		t.Error("it still answers")
	}
}

// Longer requests are cut short, and know why.
func TestShutdownCutsShort(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{})
	s, stop, ended := startService(t, Config{Grace: time.Millisecond}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		fmt.Fprint(w, errors.Is(context.Cause(r.Context()), httpapi.ErrStopping))
	}))
	answered := make(chan string, 1)
	go func() { answered <- fetchText(http.DefaultClient, s.baseURL()) }()
	<-begun
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Run: %v", err)
	}
	if got := <-answered; got != "200 true" {
		t.Error(got)
	}
}

func TestRunFailsWithItsListener(t *testing.T) {
	s := newTestService(t, Config{}, yes)
	s.listeners[0].Close()
	if err := s.Run(t.Context()); err == nil {
		t.Error("no error")
	}
}

func newQuiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
