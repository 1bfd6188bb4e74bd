package service

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"nonet/internal/app/admission"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/telemetry"
)

// At a private address, operators see metrics, profiles and health checks until the very end. The public
// address has only the health checks.
func TestPrivateAddress(t *testing.T) {
	queue := admission.New(admission.Config{Processors: 3, Requests: 1})
	begun, free := make(chan struct{}), make(chan struct{})
	api := httpapi.New(httpapi.Config{Queue: queue})
	s, stop, ended := startService(t, Config{PrivateAddr: "127.0.0.1:0", Queue: queue, Telemetry: telemetry.New(telemetry.Config{}), Grace: patience}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(begun)
			<-free
		}
		api.ServeHTTP(w, r)
	}))
	base, private := s.baseURL(), strings.TrimSuffix(s.PrivateURL(), "/")
	expect := func(url, want string) {
		t.Helper()
		if got := fetchText(http.DefaultClient, url); !strings.HasPrefix(got, want) && !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("%s answers %.200s, not %s", url, got, want)
		}
	}
	for _, at := range []string{base, private} {
		for _, path := range []string{"/livez", "/readyz", "/healthz"} {
			expect(at+path, "200 ok")
		}
	}
	expect(base+"/metrics", "404")
	expect(base+"/debug/pprof/", "404")
	expect(private+"/api/v1/version", "404")
	expect(private+"/debug/pprof/", "200")
	expect(private+"/debug/pprof/goroutine?debug=1", "200 goroutine profile")
	expect(private+"/debug/pprof/heap", "200 \x1f\x8b") // gzip, which go tool pprof reads
	expect(private+"/debug/pprof/profile?seconds=0.01", "200 \x1f\x8b")
	expect(private+"/debug/pprof/trace?seconds=0.01", "200 go 1.")
	expect(private+"/debug/pprof/nothing", "404")
	expect(private+"/metrics", "nonet_search_processors 3")
	expect(private+"/metrics", "nonet_ready 1")
	expect(private+"/metrics", `nonet_http_requests_total{operation="health",status="200"} 3`)

	r, _ := http.NewRequest("GET", private+"/metrics", nil)
	r.Host = "rebound.example"
	if response, err := http.DefaultClient.Do(r); err != nil || response.StatusCode != 421 {
		t.Errorf("by another name: %v, %v", response, err)
	}

	place, err := queue.Admit(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{base, private} {
		expect(at+"/livez", "200 ok")
		expect(at+"/readyz", "503")
	}
	expect(private+"/metrics", "nonet_ready 0")
	expect(private+"/metrics", "nonet_queue_requests 1")
	place.Leave()
	expect(private+"/readyz", "200 ok")

	slow := make(chan string, 1)
	go func() { slow <- fetchText(http.DefaultClient, base+"/slow") }()
	<-begun
	stop()
	for end := time.Now().Add(patience); !strings.HasPrefix(fetchText(http.DefaultClient, private+"/readyz"), "503"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a server that is to stop is ready")
		}
	}
	expect(private+"/livez", "200 ok")
	expect(private+"/metrics", "nonet_ready 0")
	close(free)
	if got := <-slow; !strings.HasPrefix(got, "404") {
		t.Errorf("what was under way: %s", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(private + "/livez"); err == nil {
		t.Error("the private address outlives the server")
	}
}
