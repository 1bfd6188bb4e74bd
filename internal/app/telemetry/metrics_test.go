package telemetry

import (
	"bytes"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

// families is what Prometheus' own parser makes of the metrics.
func families(t *testing.T, text []byte) map[string]*dto.MetricFamily {
	t.Helper()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	all, err := parser.TextToMetricFamilies(bytes.NewReader(text))
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return all
}

func TestText(t *testing.T) {
	var r Registry
	r.Counter("plain_total", "Without labels.").Add(3)
	labelled := r.Gauge("labelled", "With labels.", "a", "b")
	labelled.Set(math.Inf(1), `"`, "\\\n")
	labelled.Set(-1.5e-9, "é", "")
	h := r.Histogram("h_seconds", "A histogram.", []float64{.5, 1}, "op")
	for _, v := range []float64{.5, .6, 1, 7} {
		h.Observe(v, "x")
	}
	r.Gauge("nothing", "Never set.", "a")
	late := r.Gauge("late", "Read when it is asked for.")
	r.Before(func() { late.Set(9) })
	all := families(t, r.text())

	if got := all["plain_total"].Metric[0].Counter.GetValue(); got != 3 {
		t.Error(got)
	}
	values := map[string]float64{}
	for _, m := range all["labelled"].Metric {
		values[m.Label[0].GetValue()+"|"+m.Label[1].GetValue()] = m.Gauge.GetValue()
	}
	if len(values) != 2 || values["\"|\\\n"] != math.Inf(1) || values["é|"] != -1.5e-9 {
		t.Error(values)
	}
	got := all["h_seconds"].Metric[0].Histogram
	if got.GetSampleCount() != 4 || got.GetSampleSum() != 9.1 || len(got.Bucket) != 3 {
		t.Error(got)
	}
	for i, want := range []uint64{1, 3, 4} {
		if got.Bucket[i].GetCumulativeCount() != want {
			t.Error(got)
		}
	}
	if got := all["late"].Metric[0].Gauge.GetValue(); got != 9 {
		t.Error(got)
	}
}

// What a request did is in the metrics, and the process is.
func TestRequestsAreCounted(t *testing.T) {
	w := New(Config{Version: "v1", Revision: "abc"})
	h := w.Handler(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		SetRoute(r.Context(), "GET /x", "x")
		ctx, end := Stage(r.Context(), "queue")
		end()
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
	text := string(w.Metrics.text())
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
	all := families(t, []byte(text))
	for _, name := range []string{"go_goroutines", "go_memstats_heap_alloc_bytes"} {
		if all[name].GetMetric()[0].GetGauge().GetValue() <= 0 {
			t.Errorf("%s is %v", name, all[name])
		}
	}
	if _, linux := processStat(); !linux {
		t.Skip("the metrics of the process come from /proc, which is not here")
	}
	for _, name := range []string{"process_resident_memory_bytes", "process_virtual_memory_bytes", "process_open_fds", "process_max_fds", "process_start_time_seconds"} {
		if all[name].GetMetric()[0].GetGauge().GetValue() <= 0 {
			t.Errorf("%s is %v", name, all[name])
		}
	}
	if seconds := all["process_cpu_seconds_total"].GetMetric()[0].GetCounter().GetValue(); seconds < 0 || seconds > 1e5 {
		t.Errorf("%v s of processor time", seconds)
	}
}
