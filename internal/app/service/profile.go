package service

import (
	"context"
	"fmt"
	"net/http"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"time"
)

// serveProfiles serves the same profiles as net/http/pprof, for go tool pprof and go tool trace.
// Importing that package would cost every command 40 µs before main.
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
		_ = p.WriteTo(w, debug) // fails only if the client is gone
	})
	during := func(start func(http.ResponseWriter) error, stop func(), standard float64) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			seconds, err := strconv.ParseFloat(r.FormValue("seconds"), 64)
			if err != nil || !(seconds > 0 && seconds <= 600) {
				seconds = standard
			}
			w.Header().Set("Content-Type", "application/octet-stream")
			if err := start(w); err != nil { // another profile is being recorded
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
