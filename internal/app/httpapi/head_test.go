package httpapi

import (
	"net/http"
	"testing"
)

// HEAD has the same status and type as GET at every address.
func TestHeadWhereverGet(t *testing.T) {
	s := newServer(testConfig())
	base := "/" + assetPath.FindString(sendRequest(t, s, "GET", "/", "").body)
	targets := []string{"/", base + "/js/main.js", base + "/a.css", "/docs", "/docs/docs.css", "/openapi.json", "/nothing"}
	for _, a := range addresses() {
		if a.method == http.MethodGet {
			targets = append(targets, a.path, a.path+"?puzzle="+easy)
		}
	}
	if len(targets) < 15 {
		t.Fatal(targets)
	}
	for _, target := range targets {
		get, head := sendRequest(t, s, "GET", target, ""), sendRequest(t, s, "HEAD", target, "")
		if head.status != get.status || head.header.Get("Content-Type") != get.header.Get("Content-Type") {
			t.Errorf("%s: GET %d %s, HEAD %d %s", target, get.status, get.header.Get("Content-Type"), head.status, head.header.Get("Content-Type"))
		}
	}
}
