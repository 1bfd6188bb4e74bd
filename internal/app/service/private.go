package service

import (
	"context"
	"fmt"
	"net/http"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/telemetry"
)

// privateHandler returns a handler for operators. It serves metrics and profiles, and the health checks of public.
func privateHandler(watch *telemetry.Telemetry, public http.Handler) http.Handler {
	var mux http.ServeMux
	mux.Handle("GET /metrics", &watch.Metrics)
	serveProfiles(&mux)
	for _, path := range []string{"/livez", "/readyz", "/healthz"} {
		mux.Handle("GET "+path, public)
	}
	return &mux
}

func addQueueMetrics(queue *admission.Queue, draining *drain, m *telemetry.Registry) {
	ready := m.Gauge("nonet_ready", "1 where /readyz says ok, 0 where the queue is full or the server is about to stop.")
	m.BeforeWrite(func() {
		full := false
		if queue != nil {
			_, full = queue.IsFull()
		}
		ready.Set(map[bool]float64{true: 1}[!full && !draining.draining.Load()])
	})
	if queue == nil {
		return
	}
	processors := m.Gauge("nonet_search_processors", "Long searches that one client may have at once.")
	busy := m.Counter("nonet_search_seconds_total", "Time for which searches ran, each on a processor of its own.")
	running := m.Gauge("nonet_searches_running", "Searches that run, by the class of their slots.", "class")
	waiting := m.Gauge("nonet_searches_waiting", "Searches that wait for a slot, by its class.", "class")
	places := m.Gauge("nonet_queue_requests", "Requests let in, the waiting and the reading among them.")
	clients := m.Gauge("nonet_queue_clients", "Clients with requests let in.")
	gauge := m.Gauge("nonet_queue_bytes", "Bytes of requests let in.")
	m.BeforeWrite(func() {
		s := queue.State()
		processors.Set(float64(queue.Processors()))
		busy.Set(s.Busy.Seconds())
		for class, name := range []string{admission.Short: "short", admission.Medium: "medium", admission.Long: "long"} {
			running.Set(float64(s.Running[class]), name)
			waiting.Set(float64(s.Waiting[class]), name)
		}
		places.Set(float64(s.Requests))
		clients.Set(float64(s.Clients))
		gauge.Set(float64(s.Bytes))
	})
}

// serveProfiles serves the profiles of net/http/pprof, for go tool pprof and go tool trace. Importing that
// package would cost every command 40 µs before main.
func serveProfiles(mux *http.ServeMux) {
	mux.HandleFunc("GET /debug/pprof/{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "profile?seconds=30\ntrace?seconds=1")
		for _, p := range pprof.Profiles() {
			fmt.Fprintf(w, "%s?debug=1 (%d)\n", p.Name(), p.Count())
		}
	})
	mux.HandleFunc("GET /debug/pprof/{name}", func(w http.ResponseWriter, r *http.Request) {
		p := pprof.Lookup(r.PathValue("name"))
		if p == nil {
			http.NotFound(w, r)
			return
		}
		debug, _ := strconv.Atoi(r.FormValue("debug"))
		if debug == 0 {
			w.Header().Set("Content-Type", "application/octet-stream")
		}
		_ = p.WriteTo(w, debug) // writing fails only if the client is gone
	})
	during := func(start func(http.ResponseWriter) error, stop func(), standard float64) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			seconds, err := strconv.ParseFloat(r.FormValue("seconds"), 64)
			if err != nil || !(seconds > 0 && seconds <= 600) {
				seconds = standard
			}
			w.Header().Set("Content-Type", "application/octet-stream")
			if err := start(w); err != nil { // start fails if another profile is being recorded
				http.Error(w, err.Error(), http.StatusConflict)
				return
			}
			defer stop()
			ctx, cancel := context.WithTimeout(r.Context(), time.Duration(seconds*float64(time.Second)))
			defer cancel()
			<-ctx.Done()
		}
	}
	mux.HandleFunc("GET /debug/pprof/profile", during(func(w http.ResponseWriter) error { return pprof.StartCPUProfile(w) }, pprof.StopCPUProfile, 30))
	mux.HandleFunc("GET /debug/pprof/trace", during(func(w http.ResponseWriter) error { return trace.Start(w) }, trace.Stop, 1))
}
