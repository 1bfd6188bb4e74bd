package service

import (
	"net/http"
	"sync/atomic"
	"time"

	"nonet/internal/app/httpapi"
	"nonet/wire"
)

// drain makes clients disconnect before the server stops. If the server closed a connection
// on which a client sends one request after another, the request on its way would be lost.
// So answers first ask the clients to close.
type drain struct{ on atomic.Bool }

func (d *drain) countRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.on.Load() {
			w.Header().Set("Connection", "close") // on HTTP/2 connections net/http sends GOAWAY instead
			if r.URL.Path == "/readyz" {
				httpapi.Refusal(wire.ShuttingDown).ServeHTTP(w, r)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// lingering is the time that the server waits for a client's next request, whose answer asks
// the client to close.
const lingering = 500 * time.Millisecond

// wait starts draining. It returns once atLeast has passed and nobody is connected, or
// lingering has passed, too.
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
