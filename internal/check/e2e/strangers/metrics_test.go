package strangers

import (
	"math"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"nonet/internal/app/telemetry"
)

// TestPrometheusReadsTheMetrics checks that Prometheus' own parser reads the metrics with the
// right values.
func TestPrometheusReadsTheMetrics(t *testing.T) {
	watch := telemetry.New(telemetry.Config{Version: "v1"})
	r := &watch.Metrics
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
	r.BeforeWrite(func() { late.Set(9) })
	watch.Handler(yes, nil).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))

	answer := httptest.NewRecorder()
	r.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	parser := expfmt.NewTextParser(model.UTF8Validation)
	all, err := parser.TextToMetricFamilies(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
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
	if got := all["nonet_http_requests_total"].Metric[0].Counter.GetValue(); got != 1 {
		t.Error(got)
	}
	if got := all["go_goroutines"].Metric[0].Gauge.GetValue(); got < 1 {
		t.Error(got)
	}
}
