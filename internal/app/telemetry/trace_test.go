package telemetry

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector takes what is sent by OTLP, and answers first with the statuses that it is given.
type collector struct {
	mu       sync.Mutex
	statuses []int
	requests []*http.Request
	spans    map[string]*otlp.Span // by name
	resource []*common.KeyValue
	failure  error
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests = append(c.requests, r)
	if len(c.statuses) > 0 {
		w.WriteHeader(c.statuses[0])
		c.statuses = c.statuses[1:]
		return
	}
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		body, c.failure = gzip.NewReader(r.Body)
	}
	b, err := io.ReadAll(body)
	// The same fields on the wire as ExportTraceServiceRequest has.
	var data otlp.TracesData
	if err == nil {
		err = proto.UnmarshalOptions{}.Unmarshal(b, &data)
	}
	if err != nil || len(data.ProtoReflect().GetUnknown()) > 0 {
		c.failure = err
		return
	}
	c.resource = data.ResourceSpans[0].Resource.Attributes
	for _, s := range data.ResourceSpans[0].ScopeSpans[0].Spans {
		c.spans[s.Name] = s
	}
}

// collected are the spans of requests served with this environment.
func collected(t *testing.T, statuses []int, env map[string]string, requests ...*http.Request) *collector {
	t.Helper()
	c := &collector{statuses: statuses, spans: map[string]*otlp.Span{}}
	ts := httptest.NewServer(c)
	defer ts.Close()
	env["OTEL_EXPORTER_OTLP_ENDPOINT"] = ts.URL + "/"
	var log bytes.Buffer
	tracer, err := NewTracer(func(name string) string { return env[name] }, "v1", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	h := New(Config{Tracer: tracer}).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		SetRoute(r.Context(), "POST /api/v1/solve", "solve")
		_, queue := Stage(r.Context(), "queue")
		queue()
		ctx, search := Stage(r.Context(), "search")
		_, inner := Start(ctx, "inner")
		inner.Set("deep", true)
		inner.End()
		search()
		SetOutcome(ctx, "busy")
		w.WriteHeader(http.StatusServiceUnavailable)
	}), nil)
	for _, r := range requests {
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tracer.Close(ctx)
	if c.failure != nil || log.Len() > 0 {
		t.Fatalf("%v %s", c.failure, log.String())
	}
	return c
}

func texts(all []*common.KeyValue) map[string]string {
	m := map[string]string{}
	for _, a := range all {
		m[a.Key] = strings.Trim(a.Value.String()[strings.Index(a.Value.String(), ":")+1:], `"`)
	}
	return m
}

const (
	theirTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	theirSpan  = "00f067aa0ba902b7"
)

func traced(flags string) *http.Request {
	r := httptest.NewRequest("POST", "/api/v1/solve", nil)
	r.Header.Set("Traceparent", "00-"+theirTrace+"-"+theirSpan+"-"+flags)
	r.Header.Set("Tracestate", "vendor=1")
	return r
}

// A collector gets the spans of a request, as OpenTelemetry's own types read them.
func TestTraces(t *testing.T) {
	before := uint64(time.Now().UnixNano())
	c := collected(t, []int{503}, map[string]string{
		"OTEL_SERVICE_NAME": "sudoku", "OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=a%20b,service.name=other",
		"OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Bearer%20x", "OTEL_EXPORTER_OTLP_COMPRESSION": "gzip",
	}, traced("01"))
	if last := c.requests[len(c.requests)-1]; len(c.requests) != 2 || last.URL.Path != "/v1/traces" || last.Header.Get("Authorization") != "Bearer x" || last.Header.Get("Content-Type") != "application/x-protobuf" {
		t.Errorf("%d requests, %v", len(c.requests), last)
	}
	if got := texts(c.resource); got["service.name"] != "sudoku" || got["service.version"] != "v1" || got["deployment.environment"] != "a b" {
		t.Error(got)
	}
	for _, edge := range [][2]string{{"POST /api/v1/solve", ""}, {"queue", "POST /api/v1/solve"}, {"search", "POST /api/v1/solve"}, {"inner", "search"}} {
		s, parent := c.spans[edge[0]], theirSpan
		if edge[1] != "" {
			parent = hex.EncodeToString(c.spans[edge[1]].SpanId)
		}
		if hex.EncodeToString(s.TraceId) != theirTrace || hex.EncodeToString(s.ParentSpanId) != parent || len(s.SpanId) != 8 || s.TraceState != "vendor=1" ||
			s.StartTimeUnixNano < before || s.EndTimeUnixNano < s.StartTimeUnixNano || s.EndTimeUnixNano > uint64(time.Now().UnixNano()) {
			t.Errorf("%s is %v", edge[0], s)
		}
	}
	request := c.spans["POST /api/v1/solve"]
	got := texts(request.Attributes)
	for name, want := range map[string]string{
		"http.request.method": "POST", "url.path": "/api/v1/solve", "http.response.status_code": "503", "error.type": "busy",
		"nonet.operation": "solve", "client.address": "192.0.2.1",
	} {
		if got[name] != want {
			t.Errorf("%s is %q", name, got[name])
		}
	}
	if request.Kind != otlp.Span_SPAN_KIND_SERVER || request.Status.GetCode() != otlp.Status_STATUS_CODE_ERROR || c.spans["search"].Kind != otlp.Span_SPAN_KIND_INTERNAL ||
		c.spans["search"].Status != nil || texts(c.spans["inner"].Attributes)["deep"] != "true" {
		t.Errorf("%v %v", request, c.spans)
	}
}

// Which requests are traced is up to the caller, then to the sampler.
func TestSampling(t *testing.T) {
	fresh := httptest.NewRequest("GET", "/", nil)
	for _, c := range []struct {
		sampler, arg string
		request      *http.Request
		want         bool
	}{
		{"", "", fresh, true}, {"", "", traced("00"), false}, {"", "", traced("03"), true},
		{"always_off", "", traced("01"), false}, {"always_on", "", traced("00"), true},
		{"parentbased_always_off", "", fresh, false}, {"parentbased_always_off", "", traced("01"), true},
		{"traceidratio", "0", traced("01"), false}, {"traceidratio", "1", traced("00"), true}, {"traceidratio", "", fresh, true},
		{"traceidratio", "0.63", traced("01"), false}, {"traceidratio", "0.65", traced("01"), true}, // 0xa3ce… is 0.64 of 2⁶⁴
		{"parentbased_traceidratio", "0", fresh, false}, {"parentbased_traceidratio", "0", traced("01"), true},
	} {
		got := len(collected(t, nil, map[string]string{"OTEL_TRACES_SAMPLER": c.sampler, "OTEL_TRACES_SAMPLER_ARG": c.arg}, c.request).spans) > 0
		if got != c.want {
			t.Errorf("%s %s %v: %v", c.sampler, c.arg, c.request.Header, got)
		}
	}
}

func TestTracerFromEnvironment(t *testing.T) {
	const to = "OTEL_EXPORTER_OTLP_ENDPOINT"
	for _, env := range []map[string]string{{}, {to: "http://x", "OTEL_SDK_DISABLED": "true"}, {to: "http://x", "OTEL_TRACES_EXPORTER": "none"}} {
		if tracer, err := NewTracer(func(n string) string { return env[n] }, "", nil); tracer != nil || err != nil {
			t.Errorf("%v: %v", env, err)
		}
	}
	for name, value := range map[string]string{
		to: "localhost:4318", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc", "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION": "zstd", "OTEL_TRACES_EXPORTER": "console",
		"OTEL_EXPORTER_OTLP_TIMEOUT": "10s", "OTEL_BSP_MAX_QUEUE_SIZE": "0", "OTEL_TRACES_SAMPLER": "some", "OTEL_TRACES_SAMPLER_ARG": "2",
	} {
		env := map[string]string{to: "http://127.0.0.1:1", "OTEL_TRACES_SAMPLER": "traceidratio"}
		env[name] = value
		if tracer, err := NewTracer(func(n string) string { return env[n] }, "", nil); tracer != nil || err == nil || !strings.Contains(err.Error(), value) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

func TestTraceparent(t *testing.T) {
	good := "00-" + theirTrace + "-" + theirSpan + "-01"
	for s, want := range map[string]bool{
		good: true, "cc" + good[2:]: true, "cc" + good[2:] + "-more": true,
		"": false, good + "-more": false, "cc" + good[2:] + "more": false, "ff" + good[2:]: false, good[:54]: false,
		strings.ToUpper(good): false, strings.Replace(good, theirTrace, strings.Repeat("0", 32), 1): false,
		strings.Replace(good, theirSpan, strings.Repeat("0", 16), 1): false, strings.Replace(good, "-", "_", 1): false, strings.Replace(good, "4b", "4g", 1): false,
	} {
		if _, _, _, ok := parseTraceparent(s); ok != want {
			t.Errorf("%q: %v", s, ok)
		}
	}
}

// A collector that is not there costs spans, not requests.
func TestCollectorIsGone(t *testing.T) {
	env := map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:1/v1/traces", "OTEL_BSP_MAX_QUEUE_SIZE": "1", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE": "1"}
	var log bytes.Buffer
	tracer, err := NewTracer(func(n string) string { return env[n] }, "", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	h := New(Config{Tracer: tracer}).Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), nil)
	for range 100 {
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	tracer.Close(ctx)
	if got := tracer.Dropped(); ctx.Err() != nil || got != 100 || !strings.Contains(log.String(), "traces are lost") {
		t.Errorf("%d dropped, %v\n%s", got, ctx.Err(), log.String())
	}
}
