package telemetry

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// BenchmarkHandler measures the cost of observing and logging a request with a queue and a
// search.
func BenchmarkHandler(b *testing.B) {
	work := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetOperation(r.Context(), "solve")
		waited := BeginStage(r.Context(), "queue")
		waited()
		searched := BeginStage(r.Context(), "search")
		searched()
		AddPuzzles(r.Context(), 1)
		SetOutcome(r.Context(), "found")
	})
	for _, format := range []string{"none", "text", "json"} {
		b.Run("log="+format, func(b *testing.B) {
			config := Config{}
			if format != "none" {
				log, sink, err := NewLogger(io.Discard, format, "info")
				if err != nil {
					b.Fatal(err)
				}
				defer sink.Close(b.Context())
				config.Logger = log
			}
			h := New(config).Handler(work, nil)
			r, w := httptest.NewRequest("POST", "/api/v1/solve", nil), httptest.NewRecorder()
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(w, r)
			}
		})
	}
}
