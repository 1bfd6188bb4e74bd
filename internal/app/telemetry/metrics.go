package telemetry

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// No metrics library is used, because its initialisation would delay every command, and nonet solve takes only 4 ms.
// VictoriaMetrics/metrics v1.44 costs 0.4 ms (median of ten), because it lists the runtime's metrics and reads /proc;
// Prometheus' client costs 0.7 ms.

// Registry holds metrics in the order in which they were added, and serves them over HTTP. The zero value is empty.
type Registry struct {
	mu   sync.Mutex
	all  []*Metric
	read []func() // functions that update metrics before they are written
}

// Metric is a named quantity. It has one series for each combination of label values.
type Metric struct {
	name, help, kind string
	labels           []string
	bounds           []float64 // the upper bounds of a histogram's buckets, ascending

	mu     sync.Mutex
	series map[string]*series
}

type series struct {
	values []string
	value  float64  // the value; for a histogram, the sum of the observed values
	counts []uint64 // the number of values in each bucket of a histogram, not cumulative; the last bucket is unbounded
}

// Counter adds a metric that only increases. Its name ends in _total.
func (r *Registry) Counter(name, help string, labels ...string) *Metric {
	return r.addMetric(&Metric{name: name, help: help, kind: "counter", labels: labels})
}

// Gauge adds a metric that can increase and decrease.
func (r *Registry) Gauge(name, help string, labels ...string) *Metric {
	return r.addMetric(&Metric{name: name, help: help, kind: "gauge", labels: labels})
}

// Histogram adds a metric that counts values in buckets with ascending upper bounds.
func (r *Registry) Histogram(name, help string, bounds []float64, labels ...string) *Metric {
	return r.addMetric(&Metric{name: name, help: help, kind: "histogram", labels: labels, bounds: bounds})
}

func (r *Registry) addMetric(m *Metric) *Metric {
	m.series = map[string]*series{}
	if len(m.labels) == 0 { // a metric without labels exists from the start, as 0
		m.seriesOf(nil)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, m)
	return m
}

// BeforeWrite makes ServeHTTP call f before it writes the metrics, so that f can set gauges that nothing else updates.
func (r *Registry) BeforeWrite(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read = append(r.read, f)
}

// seriesOf returns the series for label values, and creates it if it is new. The caller holds m.mu, or is the only user
// of m.
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

// Add adds n to the series with these label values.
func (m *Metric) Add(n float64, values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seriesOf(values).value += n
}

// Set sets the series with these label values to v.
func (m *Metric) Set(v float64, values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seriesOf(values).value = v
}

// Observe counts v in the bucket of a histogram's series with these label values.
func (m *Metric) Observe(v float64, values ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.seriesOf(values)
	s.value += v
	index, _ := slices.BinarySearch(m.bounds, v)
	s.counts[index]++
}

// Value returns the value of the series with these label values; for a histogram, the sum of its observed values.
func (m *Metric) Value(values ...string) float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.seriesOf(values).value
}

// ServeHTTP answers with all metrics in Prometheus' text format.
func (r *Registry) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	// writing fails only if the client is gone
	_, _ = w.Write(r.metricsText())
}

func (r *Registry) metricsText() []byte {
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
			b.WriteString(" " + formatNumber(value) + "\n")
		}
		if m.kind != "histogram" {
			line("", s.value, labels...)
			continue
		}
		count := uint64(0)
		for i, bound := range append(slices.Clip(m.bounds), math.Inf(1)) {
			count += s.counts[i]
			line("_bucket", float64(count), append(slices.Clip(labels), `le="`+formatNumber(bound)+`"`)...)
		}
		line("_sum", s.value, labels...)
		line("_count", float64(count), labels...)
	}
}

// escape replaces characters that cannot stand in the quotes around a label's value.
var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func formatNumber(v float64) string {
	if math.IsInf(v, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// All returns the metrics in the order in which they were added.
func (r *Registry) All() []*Metric {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.all)
}

// Names returns the names under which the metric is written: three names for a histogram.
func (m *Metric) Names() []string {
	if m.kind == "histogram" {
		return []string{m.name + "_bucket", m.name + "_sum", m.name + "_count"}
	}
	return []string{m.name}
}

// Labels returns the names of the metric's labels.
func (m *Metric) Labels() []string { return m.labels }

// addProcessMetrics adds the usual metrics of the Go runtime and of the process. Metrics that come from /proc exist
// only on Linux.
func addProcessMetrics(r *Registry) {
	goroutines := r.Gauge("go_goroutines", "Goroutines that exist.")
	threads := r.Gauge("go_sched_gomaxprocs_threads", "GOMAXPROCS, the processors that Go code runs on.")
	heap := r.Gauge("go_memstats_heap_alloc_bytes", "Heap bytes in use or not yet swept.")
	heapSystem := r.Gauge("go_memstats_heap_sys_bytes", "Heap bytes taken from the system.")
	objects := r.Gauge("go_memstats_heap_objects", "Objects on the heap.")
	system := r.Gauge("go_memstats_sys_bytes", "Bytes taken from the system in all.")
	next := r.Gauge("go_memstats_next_gc_bytes", "Heap bytes at which the next collection begins.")
	allocated := r.Counter("go_memstats_alloc_bytes_total", "Heap bytes allocated since the start.")
	cycles := r.Counter("go_gc_cycles_total", "Garbage collections since the start.")
	pauses := r.Counter("go_gc_pause_seconds_total", "Time for which collections stopped everything.")
	r.Gauge("go_info", "The Go version, as a label.", "version").Set(1, runtime.Version())
	r.BeforeWrite(func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m) // this call stops all goroutines for about 30 µs
		goroutines.Set(float64(runtime.NumGoroutine()))
		threads.Set(float64(runtime.GOMAXPROCS(0)))
		heap.Set(float64(m.HeapAlloc))
		heapSystem.Set(float64(m.HeapSys))
		objects.Set(float64(m.HeapObjects))
		system.Set(float64(m.Sys))
		next.Set(float64(m.NextGC))
		allocated.Set(float64(m.TotalAlloc))
		cycles.Set(float64(m.NumGC))
		pauses.Set(time.Duration(m.PauseTotalNs).Seconds())
	})

	if _, ok := processStat(); !ok {
		return
	}
	cpu := r.Counter("process_cpu_seconds_total", "Processor time used, user's and system's.")
	resident := r.Gauge("process_resident_memory_bytes", "Memory in RAM.")
	virtual := r.Gauge("process_virtual_memory_bytes", "Address space.")
	open := r.Gauge("process_open_fds", "File descriptors that are open, each connection one.")
	limit := r.Gauge("process_max_fds", "File descriptors that may be open.")
	started := r.Gauge("process_start_time_seconds", "When the process began, in Unix time.")
	// /proc/self/stat states the start time relative to the machine's start, but not when the machine started.
	started.Set(float64(time.Now().UnixMilli()) / 1000)
	r.BeforeWrite(func() {
		if s, ok := processStat(); ok {
			cpu.Set(s.cpu)
			resident.Set(s.resident)
			virtual.Set(s.virtual)
		}
		if files, err := os.ReadDir("/proc/self/fd"); err == nil {
			open.Set(float64(len(files) - 1)) // one of the open files is the directory itself
		}
		if n, ok := maxFiles(); ok {
			limit.Set(n)
		}
	})
}

type stat struct{ cpu, resident, virtual float64 }

// processStat returns some fields of /proc/self/stat; see proc_pid_stat(5).
func processStat() (s stat, ok bool) {
	b, err := os.ReadFile("/proc/self/stat")
	// The program's name, in parentheses, may contain any character.
	index := strings.LastIndex(string(b), ") ")
	if fields := strings.Fields(string(b[index+1:])); err == nil && index >= 0 && len(fields) > 21 {
		field := func(n int) float64 { // field returns field n of the file, numbered as in the manual page
			v, _ := strconv.ParseFloat(fields[n-3], 64)
			return v
		}
		const ticks = 100 // USER_HZ, the unit of times in /proc, which does not depend on the kernel's clock
		return stat{(field(14) + field(15)) / ticks, field(24) * float64(os.Getpagesize()), field(23)}, true
	}
	return s, false
}

// maxFiles returns the limit for open file descriptors, which the Go runtime raises at the start.
func maxFiles() (n float64, ok bool) {
	b, _ := os.ReadFile("/proc/self/limits")
	for line := range strings.Lines(string(b)) {
		if rest, found := strings.CutPrefix(line, "Max open files"); found {
			n, err := strconv.ParseFloat(strings.Fields(rest + " -")[0], 64)
			return n, err == nil
		}
	}
	return 0, false
}
