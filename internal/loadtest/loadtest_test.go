package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestRefusals checks that only loopback addresses are accepted, and that every flag has a
// limit.
func TestRefusals(t *testing.T) {
	for _, args := range [][]string{
		{"-url", "http://192.0.2.1:8080"}, {"-url", "http://example.org"}, {"-url", "http://[2001:db8::1]:80"}, {"-url", "https://127.0.0.1"},
		{"-url", "http://127.0.0.1.example.org"}, {"-for", "1h"}, {"-for", "0"}, {"storm"},
	} {
		if err := run(t.Context(), append([]string{"-for", "1ms"}, args...)); err == nil {
			t.Errorf("%v is taken", args)
		}
	}
	if b := (&bench{target: &target{}, scale: 1e9}); len(b.newClients(1)) != mostClients {
		t.Errorf("%d clients", len(b.newClients(1)))
	}
}

// TestScenarios checks that every scenario counts its answers, and leaves no connection open.
func TestScenarios(t *testing.T) {
	var asked, refused atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		switch {
		case err != nil: // the client went away
		case strings.Contains(string(body), `"limit":0`):
			<-r.Context().Done()
		case asked.Add(1)%7 == 0 && strings.Contains(string(body), "generate"):
			refused.Add(1)
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	for _, s := range scenarios {
		b := &bench{target: new(target), length: 20 * time.Millisecond, scale: 0.02}
		if err := b.connectTo(server.URL); err != nil {
			t.Fatal(err)
		}
		if err := s.run(t.Context(), b); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
	if asked.Load() == 0 {
		t.Error("nobody was asked")
	}
}

func TestTally(t *testing.T) {
	var one tally
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/busy":
			w.WriteHeader(http.StatusServiceUnavailable)
		case "/many":
			w.WriteHeader(http.StatusTooManyRequests)
		case "/wrong":
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	defer server.Close()
	b := &bench{target: new(target), scale: 1}
	if err := b.connectTo(server.URL); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/busy", "/many", "/wrong", "/"} {
		status, err := b.newClient(1).sendRequest(t.Context(), requestBytes("GET", path, ""))
		one.add(status, err, time.Second)
	}
	if one.refused != 2 || one.failed != 1 || len(one.took) != 1 || one.quantile(0.99) != time.Second {
		t.Errorf("%+v", &one)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var all sync.WaitGroup
	askRepeatedly(ctx, &all, b.newClients(3), &one, time.Hour, version)
	all.Wait() // returns at once
}
