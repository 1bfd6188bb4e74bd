package telemetry

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// This package uses no metrics library, because a library's initialisation delays every command,
// and nonet solve takes only 4 ms. VictoriaMetrics/metrics v1.44 costs 0.4 ms (median of ten; it
// lists the runtime's metrics and reads /proc). Prometheus' client costs 0.7 ms.

// Registry is a set of metrics.
type Registry struct {
	mu   sync.Mutex
	all  []*Metric
	read []func() // functions that update metrics before they are written
}

// Metric is a named quantity with one series for each combination of label values.
type Metric struct {
	name, help, kind string
	labels           []string
	bounds           []float64 // upper bounds of a histogram's buckets, ascending

	mu     sync.Mutex
	series map[string]*series
}

type series struct {
	values []string
	value  float64  // of a histogram, the sum
	counts []uint64 // of a histogram, per bucket, not cumulative; the last bucket has no bound
}

// Counter adds a metric that only increases. Its name ends in _total.
func (r *Registry) Counter(name, help string, labels ...string) *Metric {
	return r.add(&Metric{name: name, help: help, kind: "counter", labels: labels})
}

// Gauge adds a metric that can increase and decrease.
func (r *Registry) Gauge(name, help string, labels ...string) *Metric {
	return r.add(&Metric{name: name, help: help, kind: "gauge", labels: labels})
}

// Histogram adds a metric that counts values in buckets. bounds are the ascending upper bounds
// of the buckets.
func (r *Registry) Histogram(name, help string, bounds []float64, labels ...string) *Metric {
	return r.add(&Metric{name: name, help: help, kind: "histogram", labels: labels, bounds: bounds})
}

func (r *Registry) add(m *Metric) *Metric {
	m.series = map[string]*series{}
	if len(m.labels) == 0 { // a series without labels exists from the start, with zero
		m.seriesOf(nil)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, m)
	return m
}

// BeforeWrite registers f. ServeHTTP calls it before it writes the metrics, so that f can set
// gauges that nothing else updates.
func (r *Registry) BeforeWrite(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read = append(r.read, f)
}

// seriesOf returns the series for label values. The caller holds m.mu, or is the only user of
// m.
func (m *Metric) seriesOf(values []string) *series {
	if len(values) != len(m.labels) {
		panic(fmt.Sprintf("telemetry: %s has the labels %q, and is given %q", m.name, m.labels, values))
	}
	key := strings.Join(values, "\xff")
	s := m.series[key]
	if s == nil {
		s = &series{values: slices.Clone(values), counts: make([]uint64, len(m.bounds)+1)}
		m.series[key] = s
	}
	return s
}

// Add adds n to the series for the label values, which are in the order of the labels.
func (m *Metric) Add(n float64, values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seriesOf(values).value += n
}

// Set sets the series to v.
func (m *Metric) Set(v float64, values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seriesOf(values).value = v
}

// Observe counts the value v in a histogram.
func (m *Metric) Observe(v float64, values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.seriesOf(values)
	s.value += v
	at, _ := slices.BinarySearch(m.bounds, v)
	s.counts[at]++
}

// Value returns the value of a series; for a histogram, its sum.
func (m *Metric) Value(values ...string) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seriesOf(values).value
}

// ServeHTTP answers with all metrics in Prometheus' text format.
func (r *Registry) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// This fails only if the client has gone.
	_, _ = w.Write(r.text())
}

func (r *Registry) text() []byte {
	r.mu.Lock()
	all, read := slices.Clone(r.all), slices.Clone(r.read)
	r.mu.Unlock()
	for _, f := range read {
		f()
	}
	var b bytes.Buffer
	for _, m := range all {
		m.write(&b)
	}
	return b.Bytes()
}

func (m *Metric) write(b *bytes.Buffer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	fmt.Fprintf(b, "# HELP %s %s\n# TYPE %s %s\n", m.name, m.help, m.name, m.kind)
	for _, key := range slices.Sorted(maps.Keys(m.series)) {
		s := m.series[key]
		var labels []string
		for i, value := range s.values {
			labels = append(labels, m.labels[i]+`="`+escape.Replace(value)+`"`)
		}
		line := func(suffix string, value float64, labels ...string) {
			b.WriteString(m.name + suffix)
			if len(labels) > 0 {
				b.WriteString("{" + strings.Join(labels, ",") + "}")
			}
			b.WriteString(" " + number(value) + "\n")
		}
		if m.kind != "histogram" {
			line("", s.value, labels...)
			continue
		}
		count := uint64(0)
		for i, bound := range append(slices.Clip(m.bounds), math.Inf(1)) {
			count += s.counts[i]
			line("_bucket", float64(count), append(slices.Clip(labels), `le="`+number(bound)+`"`)...)
		}
		line("_sum", s.value, labels...)
		line("_count", float64(count), labels...)
	}
}

// escape escapes the value of a label for its quotes.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func number(v float64) string {
	if math.IsInf(v, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// All returns the metrics in the order of their registration.
func (r *Registry) All() []*Metric {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// Names returns the names under which the metric is written; a histogram has three.
func (m *Metric) Names() []string {
	if m.kind == "histogram" {
		return []string{m.name + "_bucket", m.name + "_sum", m.name + "_count"}
	}
	return []string{m.name}
}

// Labels returns the names of the metric's labels.
func (m *Metric) Labels() []string { return m.labels }
