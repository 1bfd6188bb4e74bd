package httpapi

import (
	"net/http"

	"nonet/wire"
)

// health lists the checks for supervisors and load balancers: whether the process answers, and
// whether it has room for more requests. They need no place in the queue.
var health = []struct {
	name  string
	ready bool // also checks that the queue is not full
}{{"livez", false}, {"readyz", true}, {"healthz", false}}

func (s *server) serveHealth() {
	for _, h := range health {
		s.mux.HandleFunc("GET /"+h.name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			if after, full := s.config.Queue.Full(); h.ready && full {
				answerProblem(w, r, wire.NewProblem(wire.Busy, langOf(r.Context())).Retry(after))
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write([]byte("ok"))
		})
		s.addresses = append(s.addresses, address{method: http.MethodGet, path: "/" + h.name})
	}
}
