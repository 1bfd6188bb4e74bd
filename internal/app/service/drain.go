package service

import (
	"net/http"
	"sync/atomic"
	"time"

	"nonet/internal/app/httpapi"
	"nonet/wire"
)

// drain lets clients go once the server is to stop. A server that closes connections on
// which clients send one request after another loses what is on its way; so it first asks
// them to close, with the answer to their next request.
type drain struct{ on atomic.Bool }

func (d *drain) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.on.Load() {
			w.Header().Set("Connection", "close") // of HTTP/2 connections net/http makes a GOAWAY
			if r.URL.Path == "/readyz" {
				httpapi.Refusal(wire.ShuttingDown).ServeHTTP(w, r)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// wait begins to drain and returns when nobody is connected any more, at last after the time
// that is given.
func (d *drain) wait(atMost time.Duration, connected func() int) {
	d.on.Store(true)
	over := time.NewTimer(atMost)
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
