package telemetry

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The metrics count the work of a request, and describe the process.
func TestRequestsAreCounted(t *testing.T) {
	w := New(Config{Version: "v1", Revision: "abc"})
	h := w.Handler(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		SetOperation(r.Context(), "x")
		ctx := r.Context()
		BeginStage(ctx, "queue")()
		AddPuzzles(ctx, 5)
		if r.URL.Path == "/no" {
			SetOutcome(ctx, "busy")
			rw.WriteHeader(http.StatusServiceUnavailable)
		}
		if n := w.inFlight.Value(); n != 1 {
			t.Errorf("%v requests are in flight", n)
		}
		_, _ = rw.Write([]byte("1234"))
	}), nil)
	for _, path := range []string{"/yes", "/no", "/no"} {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
	}
	text := string(w.Metrics.metricsText())
	for _, want := range []string{
		`nonet_http_requests_total{operation="x",status="200"} 1`, `nonet_http_requests_total{operation="x",status="503"} 2`,
		`nonet_http_refused_total{reason="busy"} 2`, "nonet_http_requests_in_flight 0", "nonet_http_response_bytes_total 12",
		`nonet_http_request_duration_seconds_count{operation="x"} 3`, `nonet_stage_duration_seconds_count{stage="queue",operation="x"} 3`,
		`nonet_puzzles_total{operation="x"} 15`, `nonet_build_info{version="v1",revision="abc",goversion="go`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	value := func(name string) float64 {
		m := regexp.MustCompile(`(?m)^` + name + ` (.+)$`).FindStringSubmatch(text)
		if m == nil {
			t.Errorf("there is no %s", name)
			return 0
		}
		v, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			t.Error(err)
		}
		return v
	}
	names := []string{"go_goroutines", "go_memstats_heap_alloc_bytes"}
	if _, linux := processStat(); linux {
		names = append(names, "process_resident_memory_bytes", "process_virtual_memory_bytes", "process_open_fds", "process_max_fds", "process_start_time_seconds")
		if seconds := value("process_cpu_seconds_total"); seconds < 0 || seconds > 1e5 {
			t.Errorf("%v s of processor time", seconds)
		}
	}
	for _, name := range names {
		if v := value(name); v <= 0 {
			t.Errorf("%s is %v", name, v)
		}
	}
}
