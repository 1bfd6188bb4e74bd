package telemetry

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// addProcessMetrics adds metrics of the Go runtime and the process, under the usual names. On systems
// other than Linux it omits those from /proc.
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
		runtime.ReadMemStats(&m) // stops all goroutines for about 30 µs
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
	// The start time in /proc counts from the machine's start, whose time it does not give.
	started.Set(float64(time.Now().UnixMilli()) / 1000)
	r.BeforeWrite(func() {
		if s, ok := processStat(); ok {
			cpu.Set(s.cpu)
			resident.Set(s.resident)
			virtual.Set(s.virtual)
		}
		if files, err := os.ReadDir("/proc/self/fd"); err == nil {
			open.Set(float64(len(files) - 1)) // without the descriptor of the directory itself
		}
		if n, ok := maxFiles(); ok {
			limit.Set(n)
		}
	})
}

type stat struct{ cpu, resident, virtual float64 }

// processStat reads /proc/self/stat; see proc_pid_stat(5).
func processStat() (s stat, ok bool) {
	b, err := os.ReadFile("/proc/self/stat")
	// The program's name, in parentheses, may contain any character.
	at := strings.LastIndex(string(b), ") ")
	if fields := strings.Fields(string(b[at+1:])); err == nil && at >= 0 && len(fields) > 21 {
		field := func(n int) float64 { // numbered as in the manual page
			v, _ := strconv.ParseFloat(fields[n-3], 64)
			return v
		}
		const ticks = 100 // ticks per second (USER_HZ), independent of the kernel's clock
		return stat{(field(14) + field(15)) / ticks, field(24) * float64(os.Getpagesize()), field(23)}, true
	}
	return s, false
}

// maxFiles returns the limit of open file descriptors, which Go raises at the start.
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
