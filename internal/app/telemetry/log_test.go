package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// valve is a writer that blocks, fails or works, as the test sets it.
type valve struct {
	mu      sync.Mutex // locked while the writer blocks
	failing bool
	bytes.Buffer
}

func (v *valve) Write(b []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failing {
		return 0, errors.New("no space left on device")
	}
	return v.Buffer.Write(b)
}

func closeSink(t *testing.T, s *Sink) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if s.Close(ctx); ctx.Err() != nil {
		t.Fatal("the log is not written to its end")
	}
}

// A writer that blocks delays nobody. The sink drops lines beyond its capacity, and logs their
// number.
func TestLogToAWriterThatWaits(t *testing.T) {
	w := &valve{}
	log, sink, err := NewLogger(w, "json", "info")
	if err != nil {
		t.Fatal(err)
	}
	w.mu.Lock()
	const records = sinkLines + 500
	for range records {
		log.Info("request")
	}
	w.mu.Unlock()
	closeSink(t, sink)
	dropped, written := sink.DroppedLines(), int64(strings.Count(w.String(), `"msg":"request"`))
	if dropped < 498 || dropped+written != records || !strings.Contains(w.String(), `"level":"WARN","msg":"log records could not be written","count":`) {
		t.Errorf("%d dropped, %d written: %.300s", dropped, written, w.String())
	}
	log.Info("after the end")
	if sink.DroppedLines() != dropped+1 {
		t.Error("a record after the end is not missed")
	}
}

func TestLogToAWriterThatFails(t *testing.T) {
	w := &valve{failing: true}
	log, sink, err := NewLogger(w, "text", "warn")
	if err != nil {
		t.Fatal(err)
	}
	log.Info("too fine")
	log.Warn("lost")
	for end := time.Now().Add(30 * time.Second); sink.DroppedLines() != 1; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d dropped", sink.DroppedLines())
		}
	}
	w.mu.Lock()
	w.failing = false
	w.mu.Unlock()
	log.Warn("kept")
	closeSink(t, sink)
	if got := w.String(); strings.Count(got, "\n") != 2 || !strings.Contains(got, "msg=kept\n") || !strings.Contains(got, `msg="log records could not be written" count=1`) {
		t.Error(got)
	}
}

func TestNewLoggerRefuses(t *testing.T) {
	for _, c := range [][2]string{{"xml", "info"}, {"json", "loud"}} {
		if _, _, err := NewLogger(nil, c[0], c[1]); err == nil {
			t.Error(c)
		}
	}
}

// Records of a request have its ID. An ID with line breaks cannot forge a record.
func TestRecordsAreIdentified(t *testing.T) {
	var b bytes.Buffer
	log, sink, err := NewLogger(&b, "json", "info")
	if err != nil {
		t.Fatal(err)
	}
	proxies, _ := ParseProxies("192.0.2.1")
	h := New(Config{Logger: log, Proxies: proxies}).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		log.InfoContext(r.Context(), "within")
		BeginStage(r.Context(), "search")()
		AddPuzzles(r.Context(), 3)
		if got := RequestID(r.Context()); got != w.Header().Get(RequestIDHeader) {
			t.Errorf("%q, and the answer says %q", got, w.Header().Get(RequestIDHeader))
		}
	}), nil)
	for _, id := range []string{"abc-1", "x\",\"level\":\"ERROR"} {
		r := httptest.NewRequest("GET", "/x%0ay", nil)
		r.Header.Set(RequestIDHeader, id)
		r.Header.Set("X-Forwarded-For", "198.51.100.7")
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
	closeSink(t, sink)
	for i, line := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if id := record["request_id"].(string); (id == "abc-1") != (i < 2) || id == "" {
			t.Errorf("record %d has the id %q", i, id)
		}
		if record["msg"] == "request" && (record["client"] != "198.51.100.7" || record["puzzles"] != 3.0 || record["search"] == nil || record["level"] != "INFO") {
			t.Error(line)
		}
	}
}
