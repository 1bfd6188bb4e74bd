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

// lingering is how long clients may take to send their next request, which tells them to go.
const lingering = 500 * time.Millisecond

// wait begins to drain. It returns once the given time is over and nobody is connected any more,
// or the others have not left in time.
func (d *drain) wait(atLeast time.Duration, connected func() int) {
	d.on.Store(true)
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
