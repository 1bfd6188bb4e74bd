package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"nonet/internal/app/httpapi"
)

// patience bounds what would otherwise hang; nothing is measured by it.
const patience = 30 * time.Second

// serving serves handler until stop is called; ended tells what Serve returned.
func serving(t *testing.T, config Config, handler http.Handler) (base string, stop func(), ended <-chan error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	end := make(chan error, 1)
	go func() { end <- Serve(ctx, config, handler, listener) }()
	return "http://" + listener.Addr().String(), cancel, end
}

// answer is what the server answers, or the error.
func answer(url string) string {
	response, err := http.Get(url)
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

// What is under way at the end is finished within the grace period.
func TestShutdownWaits(t *testing.T) {
	begun, stopping := make(chan struct{}), make(chan struct{})
	base, stop, ended := serving(t, Config{Grace: patience}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-stopping
		fmt.Fprint(w, "done, and its context ", r.Context().Err())
	}))
	answered := make(chan string, 1)
	go func() { answered <- answer(base) }()
	<-begun
	stop()
	close(stopping)
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if got := <-answered; got != "200 done, and its context <nil>" {
		t.Error(got)
	}
	if _, err := http.Get(base); err == nil {
		t.Error("it still answers")
	}
}

// What is under way for longer is cut short, and knows why.
func TestShutdownCutsShort(t *testing.T) {
	begun := make(chan struct{})
	base, stop, ended := serving(t, Config{Grace: time.Millisecond}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		fmt.Fprint(w, errors.Is(context.Cause(r.Context()), httpapi.ErrStopping))
	}))
	answered := make(chan string, 1)
	go func() { answered <- answer(base) }()
	<-begun
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if got := <-answered; got != "200 true" {
		t.Error(got)
	}
}

func TestServeFailsWithItsListener(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	if err := Serve(t.Context(), Config{}, http.NotFoundHandler(), listener); err == nil {
		t.Error("no error")
	}
}
