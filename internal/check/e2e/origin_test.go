package e2e

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"nonet/internal/app/service"
)

// rebound is a foreign host name for this machine.
const rebound = "rebound.example"

// attack is a page that sends requests to the server at SERVER in every possible way, each with its name. It
// reports when all requests have ended.
const attack = `<!doctype html><title>attack</title><body><script>
const server = "SERVER", json = {"Content-Type": "application/json"}, body = '{"puzzle":"` + inkala + `"}';
const stream = (name) => server + "/api/v1/target/stream?puzzle=` + inkala + `&as=" + name;
const solve = (name) => server + "/api/v1/solve?as=" + name;
const read = {};
const ends = (element, ...names) => new Promise((done) => names.forEach((name) => element.addEventListener(name, done)));
const element = (tag, set) => {
	const e = Object.assign(document.createElement(tag), set), ended = ends(e, "load", "error");
	document.body.append(e);
	return ended;
};
const asked = (name, options) => fetch(solve(name), {method: "POST", body, ...options}).then(async (r) => { if (r.type !== "opaque") read[name] = await r.text() }, () => {});
const form = (name, target) => {
	const f = Object.assign(document.createElement("form"), {method: "post", action: solve(name), enctype: "text/plain", target});
	f.append(Object.assign(document.createElement("input"), {name: '{"puzzle":"` + inkala + `","x":"', value: '"}'}));
	document.body.append(f);
	f.submit();
};
const all = async () => {
	const frame = Object.assign(document.createElement("iframe"), {name: "into"});
	document.body.append(frame);
	const events = new EventSource(stream("events"));
	events.onmessage = events.onerror = () => events.close();
	events.addEventListener("result", (e) => { read.events = e.data; events.close(); });
	await Promise.all([
		asked("fetch", {headers: json}),
		asked("text", {}),
		asked("untyped", {body: new Blob([body])}),
		asked("opaque", {mode: "no-cors"}),
		ends(events, "result", "error"),
		element("img", {src: stream("img")}),
		element("script", {src: stream("script")}),
		element("iframe", {src: stream("iframe")}),
		(form("form", "into"), ends(frame, "load")),
	]);
	return read;
};
</script>`

// TestOtherSites checks that pages of other sites cannot send requests to the server, unless
// their origin is allowed. The same attempts succeed against an unguarded server.
func TestOtherSites(t *testing.T) {
	needServer(t)
	needBrowser(t)
	t.Parallel()
	var mu sync.Mutex
	var arrived []string
	inner := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if query := r.URL.Query(); query.Has("as") && r.Method != http.MethodOptions {
			mu.Lock()
			arrived = append(arrived, query.Get("as"))
			mu.Unlock()
			query.Del("as")
			r.URL.RawQuery = query.Encode()
		}
		handler().ServeHTTP(w, r)
	})
	var attacked string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, strings.Replace(attack, "SERVER", attacked, 1))
	}))
	t.Cleanup(site.Close)
	// For the browser, localhost and 127.0.0.1 are two sites, and two ports are two origins.
	origin := strings.Replace(site.URL, "127.0.0.1", "localhost", 1)

	it := takeTab(t, false)
	t.Cleanup(it.close)
	ctx, cancel := context.WithTimeout(it.ctx, patience)
	t.Cleanup(cancel)
	p := &client{t: t, ctx: ctx}

	guarded, allowing := serve(t, service.Config{}, inner), serve(t, service.Config{AllowOrigins: []string{origin}}, inner)
	bare := httptest.NewServer(inner)
	t.Cleanup(bare.Close)
	for _, q := range []struct {
		what, server, from string
		arrive, read       []string
	}{
		{"nobody guards", bare.URL, origin, []string{"events", "form", "iframe", "img", "opaque", "script", "text", "untyped"}, nil},
		{"another site", guarded, origin, nil, nil},
		{"another port", guarded, site.URL, nil, nil},
		{"an allowed site", allowing, origin, []string{"events", "fetch", "form", "opaque", "text", "untyped"}, []string{"events", "fetch", "text", "untyped"}},
	} {
		attacked = q.server
		p.run(chromedp.Navigate(q.from))
		mu.Lock()
		arrived = nil
		mu.Unlock()
		read := eval[map[string]string](p, "all()")
		var names []string
		for name := range read {
			names = append(names, name)
		}
		slices.Sort(names)
		mu.Lock()
		slices.Sort(arrived)
		came := slices.Compact(slices.Clone(arrived))
		mu.Unlock()
		if !slices.Equal(came, q.arrive) || !slices.Equal(names, q.read) {
			t.Errorf("%s: there arrive %q, and the page can read %q", q.what, came, read)
		}
		if q.read != nil && (!strings.Contains(read["fetch"], `"outcome":"found"`) || !strings.Contains(read["untyped"], "media-type")) {
			t.Errorf("%s: %q", q.what, read)
		}
	}

	// A link from any site opens the page.
	attacked = guarded
	p.run(chromedp.Navigate(origin))
	eval[bool](p, `setTimeout(() => { location = server }) > 0`)
	for {
		// During a navigation there is no page to evaluate in.
		there, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`location.origin !== `+js(origin)+` && document.documentElement.dataset.ready === "true"`))
		if err == nil && there {
			break
		}
		if ctx.Err() != nil {
			t.Fatal("a link does not lead to the page:", err)
		}
		time.Sleep(10 * time.Millisecond)
	}

	// The server refuses a foreign name that points to this machine.
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(guarded, "http://"))
	p.run(chromedp.Navigate("http://" + rebound + ":" + port + "/"))
	if text := eval[string](p, `document.body.innerText`); !strings.Contains(text, "problem-wrong-host") {
		t.Errorf("by another name the page is %.200s", text)
	}
	if status := eval[int](p, `fetch("/api/v1/version").then((r) => r.status)`); status != http.StatusMisdirectedRequest {
		t.Errorf("by another name the API answers %d", status)
	}
}

// serve serves handler like nonet serve, for the duration of the test.
func serve(t *testing.T, config service.Config, handler http.Handler) (base string) {
	t.Helper()
	config.Addrs, config.Limits = []string{"127.0.0.1:0"}, service.DefaultLimits()
	it, err := service.New(config, handler)
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- it.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		must(t, <-ended)
	})
	return strings.TrimSuffix(it.URLs()[0], "/")
}

// TestPrivatePage checks that a private server makes the browser ask for name and password, and then works like
// any other server.
func TestPrivatePage(t *testing.T) {
	needServer(t)
	needBrowser(t)
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tokens")
	must(t, os.WriteFile(file, []byte("ann a-token-of-ann-12345\n"), 0o600))
	base := serve(t, service.Config{TokenFile: file}, handler())

	it := takeTab(t, false)
	t.Cleanup(it.close)
	ctx, cancel := context.WithTimeout(it.ctx, patience)
	t.Cleanup(cancel)
	p := &client{t: t, ctx: ctx, server: &server{Server: &httptest.Server{URL: base}}}
	it.client.Store(p)

	// An address with name and password has the effect of filling in the dialog.
	p.run(chromedp.Navigate(strings.Replace(base, "://", "://ann:a-token-of-ann-12345@", 1) + "/docs"))
	p.visit("/?bd=" + inkala)
	if got := eval[string](p, `fetch("/api/v1/solve", {method: "POST", headers: {"Content-Type": "application/json"}, body: '{"puzzle":"`+inkala+`"}'}).then((r) => r.json()).then((a) => a.outcome)`); got != "found" {
		t.Error(got)
	}
	if got := eval[string](p, `new Promise((done) => {
		const events = new EventSource("/api/v1/target/stream?puzzle=`+inkala+`");
		events.addEventListener("result", (e) => { events.close(); done(JSON.parse(e.data).outcome) });
		events.onerror = () => { events.close(); done("error") };
	})`); got != "found" {
		t.Error(got)
	}
	p.checkProblems()
}
