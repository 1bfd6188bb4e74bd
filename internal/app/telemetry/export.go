package telemetry

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Tracer sends spans to a collector by OTLP over HTTP, in batches. A nil one traces nothing.
type Tracer struct {
	url      string
	headers  http.Header
	gzip     bool
	timeout  time.Duration
	resource []attribute
	sampler  string
	ratio    float64
	log      *slog.Logger

	spans   chan *Span
	delay   time.Duration
	batch   int
	dropped atomic.Int64
	stop    sync.Once
	end     chan struct{}
	done    chan struct{}
}

// NewTracer is what OpenTelemetry's environment variables ask for: nil where they name no
// collector or turn tracing off. The error says which of them cannot be obeyed. It must be
// closed.
func NewTracer(env func(string) string, version string, log *slog.Logger) (*Tracer, error) {
	// What is said of traces goes before what is said of all signals.
	otlp := func(name string) string {
		return cmp.Or(env("OTEL_EXPORTER_OTLP_TRACES_"+name), env("OTEL_EXPORTER_OTLP_"+name))
	}
	endpoint := env("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := env("OTEL_EXPORTER_OTLP_ENDPOINT"); endpoint == "" && base != "" {
		endpoint = strings.TrimSuffix(base, "/") + "/v1/traces"
	}
	if endpoint == "" || strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") || env("OTEL_TRACES_EXPORTER") == "none" {
		return nil, nil
	}
	if exporter := env("OTEL_TRACES_EXPORTER"); exporter != "" && exporter != "otlp" {
		return nil, fmt.Errorf("OTEL_TRACES_EXPORTER: %q is neither otlp nor none", exporter)
	}
	t := &Tracer{url: endpoint, headers: http.Header{}, log: log, end: make(chan struct{}), done: make(chan struct{})}
	if u, err := url.Parse(endpoint); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %q is no address that begins with http:// or https://", endpoint)
	}
	if protocol := otlp("PROTOCOL"); protocol != "" && protocol != "http/protobuf" {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL: %q is not spoken here; http/protobuf is, mostly on port 4318", protocol)
	}
	switch compression := otlp("COMPRESSION"); compression {
	case "", "none":
	case "gzip":
		t.gzip = true
	default:
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_COMPRESSION: %q is neither gzip nor none", compression)
	}
	for name, value := range pairs(otlp("HEADERS")) {
		t.headers.Set(name, value)
	}
	attributes := map[string]string{"service.name": "nonet", "service.version": version}
	for name, value := range pairs(env("OTEL_RESOURCE_ATTRIBUTES")) {
		attributes[name] = value
	}
	attributes["service.name"] = cmp.Or(env("OTEL_SERVICE_NAME"), attributes["service.name"])
	for name, value := range attributes {
		t.resource = append(t.resource, attribute{name, value})
	}

	var wrong error
	count := func(name string, ifAbsent int) int {
		text := env(name)
		n, err := strconv.Atoi(text)
		switch {
		case text == "":
			return ifAbsent
		case err != nil || n < 1:
			wrong = fmt.Errorf("%s: %q is no number above 0", name, text)
		}
		return n
	}
	t.timeout = time.Duration(count("OTEL_EXPORTER_OTLP_TIMEOUT", 10_000)) * time.Millisecond
	t.delay = time.Duration(count("OTEL_BSP_SCHEDULE_DELAY", 5_000)) * time.Millisecond
	t.batch = count("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", 512)
	t.spans = make(chan *Span, max(count("OTEL_BSP_MAX_QUEUE_SIZE", 2048), t.batch))
	t.sampler, t.ratio = cmp.Or(env("OTEL_TRACES_SAMPLER"), "parentbased_always_on"), 1
	switch strings.TrimPrefix(t.sampler, "parentbased_") {
	case "always_on":
	case "always_off":
		t.ratio = 0
	case "traceidratio":
		if arg := env("OTEL_TRACES_SAMPLER_ARG"); arg != "" {
			ratio, err := strconv.ParseFloat(arg, 64)
			if err != nil || !(ratio >= 0 && ratio <= 1) {
				wrong = fmt.Errorf("OTEL_TRACES_SAMPLER_ARG: %q is no number from 0 to 1", arg)
			}
			t.ratio = ratio
		}
	default:
		wrong = fmt.Errorf("OTEL_TRACES_SAMPLER: %q is unknown; always_on, always_off and traceidratio are known, each with parentbased_ before it, too", t.sampler)
	}
	if wrong != nil {
		return nil, wrong
	}
	go t.run()
	return t, nil
}

// pairs reads name=value,name=value, each percent-encoded; what is none is passed over.
func pairs(list string) map[string]string {
	all := map[string]string{}
	for pair := range strings.SplitSeq(list, ",") {
		name, value, found := strings.Cut(pair, "=")
		name, err1 := url.PathUnescape(strings.TrimSpace(name))
		value, err2 := url.PathUnescape(strings.TrimSpace(value))
		if found && name != "" && err1 == nil && err2 == nil {
			all[name] = value
		}
	}
	return all
}

// sample reports whether to record a trace; known says that a caller began it, and sampled
// whether that recorded it.
func (t *Tracer) sample(trace [16]byte, known, sampled bool) bool {
	if known && strings.HasPrefix(t.sampler, "parentbased_") {
		return sampled
	}
	// All services of one ratio choose the same traces, by their last 63 bits.
	return t.ratio == 1 || float64(binary.BigEndian.Uint64(trace[8:])>>1) < t.ratio*math.MaxInt64
}

func (t *Tracer) take(s *Span) {
	select {
	case t.spans <- s:
	default:
		t.dropped.Add(1)
	}
}

// Dropped is how many spans were not sent.
func (t *Tracer) Dropped() int64 {
	if t == nil {
		return 0
	}
	return t.dropped.Load()
}

// Close sends what is left, as long as ctx lasts. Spans that end later are lost.
func (t *Tracer) Close(ctx context.Context) {
	if t == nil {
		return
	}
	t.stop.Do(func() { close(t.end) })
	select {
	case <-t.done:
	case <-ctx.Done():
	}
}

func (t *Tracer) run() {
	defer close(t.done)
	ticks := time.NewTicker(t.delay)
	defer ticks.Stop()
	var batch []*Span
	send := func() {
		if len(batch) > 0 {
			t.send(batch)
			batch = nil
		}
	}
	for {
		select {
		case s := <-t.spans:
			if batch = append(batch, s); len(batch) >= t.batch {
				send()
			}
		case <-ticks.C:
			send()
		case <-t.end:
			for {
				select {
				case s := <-t.spans:
					if batch = append(batch, s); len(batch) >= t.batch {
						send()
					}
					continue
				default:
				}
				send()
				return
			}
		}
	}
}

// tries is how often a batch is sent to a collector that is not at hand.
const tries = 4

func (t *Tracer) send(batch []*Span) {
	body := encode(t.resource, batch)
	if t.gzip {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(body) // into memory
		_ = z.Close()
		body = b.Bytes()
	}
	var err error
	for try := range tries {
		var again bool
		if again, err = t.post(body); err == nil {
			return
		}
		if !again || try == tries-1 {
			break
		}
		pause := time.NewTimer(time.Second<<try/2 + rand.N(time.Second<<try))
		select {
		case <-pause.C:
		case <-t.end: // the last chance, at once
			pause.Stop()
		}
	}
	t.dropped.Add(int64(len(batch)))
	t.log.Warn("traces are lost", "spans", len(batch), "to", t.url, "error", err)
}

// post sends one request; again says that the collector asks for another try.
func (t *Tracer) post(body []byte) (again bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), t.timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, t.url, bytes.NewReader(body))
	if err != nil {
		return false, err
	}
	r.Header = t.headers.Clone()
	r.Header.Set("Content-Type", "application/x-protobuf")
	if t.gzip {
		r.Header.Set("Content-Encoding", "gzip")
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return true, err
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, 64<<10) // so that the connection is used again
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	if response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s", response.Status)
	}
	return again, err
}

// encode is an ExportTraceServiceRequest; see opentelemetry-proto's trace.proto.
func encode(resource []attribute, batch []*Span) []byte {
	var spans, of []byte
	for _, s := range batch {
		spans = appendBytes(spans, 2, s.encoded())
	}
	for _, a := range resource {
		of = appendBytes(of, 1, a.encoded())
	}
	scope := appendBytes(nil, 1, appendString(nil, 1, "nonet")) // scope_spans.scope.name
	return appendBytes(nil, 1, appendBytes(appendBytes(nil, 1, of), 2, append(scope, spans...)))
}

func (s *Span) encoded() (b []byte) {
	b = appendBytes(b, 1, s.trace[:])
	b = appendBytes(b, 2, s.id[:])
	if s.state != "" {
		b = appendString(b, 3, s.state)
	}
	if s.parent != [8]byte{} {
		b = appendBytes(b, 4, s.parent[:])
	}
	b = appendString(b, 5, s.name)
	b = appendUint(b, 6, uint64(s.kind))
	b = appendFixed(b, 7, uint64(s.start.UnixNano()))
	b = appendFixed(b, 8, uint64(s.start.UnixNano()+int64(s.took)))
	for _, a := range s.attributes {
		b = appendBytes(b, 9, a.encoded())
	}
	if s.failed {
		b = appendBytes(b, 15, appendUint(nil, 3, 2)) // status.code: error
	}
	return b
}

// encoded is a KeyValue.
func (a attribute) encoded() []byte {
	var value []byte
	switch v := a.value.(type) {
	case string:
		value = appendString(nil, 1, strings.ToValidUTF8(v, "�"))
	case bool:
		value = appendUint(nil, 2, uint64(map[bool]int{true: 1}[v]))
	case int64:
		value = appendUint(nil, 3, uint64(v))
	default:
		panic(fmt.Sprintf("telemetry: the attribute %s is a %T", a.key, v))
	}
	return appendBytes(appendString(nil, 1, a.key), 2, value)
}

// The fields of protobuf: see https://protobuf.dev/programming-guides/encoding.

func appendUint(b []byte, field int, v uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(b, uint64(field)<<3), v)
}

func appendFixed(b []byte, field int, v uint64) []byte {
	return binary.LittleEndian.AppendUint64(binary.AppendUvarint(b, uint64(field)<<3|1), v)
}

func appendBytes(b []byte, field int, v []byte) []byte {
	return append(binary.AppendUvarint(binary.AppendUvarint(b, uint64(field)<<3|2), uint64(len(v))), v...)
}

func appendString(b []byte, field int, v string) []byte { return appendBytes(b, field, []byte(v)) }
