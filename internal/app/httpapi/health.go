package httpapi

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"nonet/wire"
)

// health is what supervisors and load balancers ask, by name: whether the process answers
// at all, and whether it has room for more. It needs no place in the queue.
var health = []struct {
	name  string
	ready bool // not where the server has as much to do as it takes on
}{{"livez", false}, {"readyz", true}, {"healthz", false}}

func (s *server) serveHealth() {
	for _, h := range health {
		s.mux.HandleFunc("GET /"+h.name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "no-store")
			if after, full := s.config.Queue.Full(); h.ready && full {
				fail(w, r, wire.NewProblem(wire.Busy, langOf(r.Context())).Retry(after))
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write([]byte("ok"))
		})
		d := &huma.Operation{
			Method: http.MethodGet, Path: "/" + h.name, OperationID: h.name,
			Summary: english("docs.op." + h.name + ".summary"), Description: english("docs.op." + h.name + ".about"),
			Tags: []string{tagOf("/" + h.name)},
			Responses: map[string]*huma.Response{"405": s.problemResponse(http.StatusMethodNotAllowed), "200": {
				Description: "OK",
				Content:     map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString, Const: "ok"}, Example: "ok"}},
			}},
		}
		if h.ready {
			d.Responses["503"] = s.problemResponse(http.StatusServiceUnavailable)
		}
		s.api.AddOperation(d)
		s.paths = append(s.paths, d.Path)
	}
}
