package telemetry

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestPanics(t *testing.T) {
	var log bytes.Buffer
	var mux http.ServeMux
	mux.HandleFunc("GET /before", func(http.ResponseWriter, *http.Request) { panic("before the answer") })
	mux.HandleFunc("GET /within", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("half an ans"))
		_ = http.NewResponseController(w).Flush()
		panic("within the answer")
	})
	failed := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.Error(w, "a fault", http.StatusInternalServerError) })
	ts := httptest.NewServer(New(Config{Logger: slog.New(slog.NewJSONHandler(&log, nil))}).Handler(&mux, failed))
	get := func(path string) (int, string, error) {
		response, err := http.Get(ts.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		b, err := io.ReadAll(response.Body)
		return response.StatusCode, string(b), err
	}
	if status, body, err := get("/before"); err != nil || status != 500 || !strings.Contains(body, "a fault") {
		t.Errorf("%d %s %v", status, body, err)
	}
	if _, body, err := get("/within"); err == nil {
		t.Errorf("an answer cut short looks complete: %s", body)
	}
	ts.Close()
	for _, want := range []string{"before the answer", "within the answer", "telemetry_test.go", `"outcome":"internal"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}
