package e2e

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"nonet/internal/app/httpapi"
	"nonet/internal/app/operation"
	"nonet/internal/check/soak"
	"nonet/message"
	"nonet/web"
)

// patience is the time limit for a condition. It is far longer than any condition takes. So a test fails only
// if the condition never becomes true.
const patience = 90 * time.Second

// theBrowser is the browser of all tests.
var theBrowser context.Context

// tab is a tab of the browser with its own profile. Tests reuse tabs, because starting a tab takes longer than
// most tests.
type tab struct {
	ctx    context.Context
	close  context.CancelFunc
	client atomic.Pointer[client] // the current user
	script page.ScriptIdentifier  // identifies the script noWorker if the current user needs no worker
	host   string                 // address of the last user's server
}

// tabs holds the unused tabs, by device: phone or not.
var tabs = map[bool]chan *tab{false: make(chan *tab, 16), true: make(chan *tab, 16)}

// takeTab returns a tab for the duration of a test.
func takeTab(t *testing.T, phone bool) *tab {
	t.Helper()
	select {
	case it := <-tabs[phone]:
		return it
	default:
	}
	it := &tab{}
	it.ctx, it.close = chromedp.NewContext(theBrowser, chromedp.WithNewBrowserContext())
	// The first use binds the tab's lifetime to its context, so the test's time limit is set
	// after it.
	must(t, chromedp.Do(it.ctx))
	must(t, chromedp.Listen(it.ctx, func(ev any) {
		if p := it.client.Load(); p != nil {
			p.listen(ev)
		}
	}))
	_, err := chromedp.Call(it.ctx, log.Enable, cdp.Empty{})
	must(t, err)
	_, err = chromedp.Call(it.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: userScript, RunImmediately: new(true)})
	must(t, err)
	return it
}

// userScript defines what tests evaluate most often, and corrects the page's timeouts.
//
//go:embed testdata/user.js
var userScript string

// keeping is a handler whose page is visited for the first time and installs its service worker. Other tests
// need no worker, and find the page's files in an earlier worker's cache. Storing and loading all files takes
// the browser longer than most tests take.
type keeping struct{ http.Handler }

// noWorker prevents the installation, as a browser's settings may.
const noWorker = `if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new Error("the test needs no worker"));`

// withoutWorker keeps documents from installing a service worker until the tab's user leaves.
func (it *tab) withoutWorker(t *testing.T) {
	t.Helper()
	script, err := chromedp.Call(it.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: noWorker})
	must(t, err)
	it.script = script.Identifier
}

// listen returns a listener at the address of the tab's last server. If there is none, or the address is in
// use, it returns the other listener.
func (it *tab) listen(other net.Listener) net.Listener {
	if it.host != "" {
		if l, err := net.Listen("tcp", it.host); err == nil {
			_ = other.Close()
			return l
		}
	}
	it.host = other.Addr().String()
	return other
}

// leave makes the tab available again, on an empty page. After a failure it closes the tab.
func (it *tab) leave(p *client) {
	it.client.Store(nil)
	if it.script != "" {
		_, err := chromedp.Call(p.ctx, page.RemoveScriptToEvaluateOnNewDocument, page.RemoveScriptToEvaluateOnNewDocumentParams{Identifier: it.script})
		if it.script = ""; err != nil {
			it.close()
			return
		}
	}
	if p.t.Failed() || chromedp.Do(p.ctx, chromedp.Navigate(p.server.URL+"/healthz")) != nil {
		it.close()
		return
	}
	// The next user may have the same address.
	if _, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`(sessionStorage.clear(), true)`)); err != nil {
		it.close()
		return
	}
	p.server.Close()
	select {
	case tabs[p.phone] <- it:
	default:
		it.close()
	}
}

func TestMain(m *testing.M) {
	// Tests mostly wait (335 s of a processor in 728 s, four at a time), so more of them than processors may
	// run at once. If each page solves by itself, the tests need the processor all the time. When six tests ran
	// at a time together with all other tests, more of them failed by chance, and no run ended sooner.
	_ = flag.Set("test.parallel", map[bool]string{false: "4", true: "2"}[onSite])
	flag.Parse()
	os.Exit(func() int {
		path := findBrowser()
		if path == "" {
			return m.Run() // each test reports that it is skipped, or fails
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("lang", "en-US"), chromedp.Flag("host-resolver-rules", "MAP "+rebound+" 127.0.0.1"), chromedp.Flag("hide-scrollbars", true),
			chromedp.WSURLReadTimeout(patience))
		allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
		defer cancel()
		ctx, cancel := chromedp.NewContext(allocator)
		defer cancel()
		if err := chromedp.Do(ctx); err != nil {
			fmt.Fprintln(os.Stderr, "the browser", path, "does not start:", err)
			return 1
		}
		theBrowser = ctx
		return m.Run()
	}())
}

func findBrowser() string {
	// The headless shell takes a quarter of Chromium's processor time.
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func needBrowser(t *testing.T) {
	t.Helper()
	if theBrowser != nil {
		return
	}
	const how = "no browser was found (chromium-headless-shell, chromium, chromium-browser or google-chrome); on Debian: apt-get install chromium-headless-shell"
	if os.Getenv("NONET_E2E") != "" {
		t.Fatal(how)
	}
	t.Skip(how)
}

// setting is a language and a device.
type setting struct {
	lang  message.Lang
	phone bool
}

func (s setting) String() string {
	device := "desktop"
	if s.phone {
		device = "phone"
	}
	return string(s.lang) + "/" + device
}

// eachSetting runs a test in two of the four combinations of languages and widths: those that bothSettings does
// not use. With -soak it runs the test in all four.
func eachSetting(t *testing.T, test func(t *testing.T, p *client)) {
	settings := []setting{{message.English, true}, {message.Chinese, false}}
	if soak.On() {
		settings = append(settings, setting{message.English, false}, setting{message.Chinese, true})
	}
	inSettings(t, test, settings...)
}

// bothSettings runs a longer test in two combinations that include both languages and both widths.
func bothSettings(t *testing.T, test func(t *testing.T, p *client)) {
	inSettings(t, test, setting{message.English, false}, setting{message.Chinese, true})
}

// eitherSetting is for a test whose subject depends on neither language nor width. It runs the test in one of
// the two settings of bothSettings. The test's name decides, so about half of these tests run in each. With
// -soak they run in both.
func eitherSetting(t *testing.T, test func(t *testing.T, p *client)) {
	settings := []setting{{message.English, false}, {message.Chinese, true}}
	if !soak.On() {
		settings = settings[len(t.Name())%2:][:1]
	}
	inSettings(t, test, settings...)
}

// fullerSetting is like eitherSetting. It is for a test that does more in one setting than in the other.
// Without -soak, the test runs in this fuller setting.
func fullerSetting(t *testing.T, fuller setting, test func(t *testing.T, p *client)) {
	settings := []setting{fuller}
	if soak.On() {
		settings = []setting{{message.English, false}, {message.Chinese, true}}
	}
	inSettings(t, test, settings...)
}

func inSettings(t *testing.T, test func(t *testing.T, p *client), settings ...setting) {
	inSettingsOn(t, handler, test, settings...)
}

func inSettingsOn(t *testing.T, h func() http.Handler, test func(t *testing.T, p *client), settings ...setting) {
	needBrowser(t)
	t.Parallel()
	for _, s := range settings {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			test(t, openOn(t, s, h()))
		})
	}
}

// onSite is set by NONET_E2E=site. The page then consists of the files of "nonet site", as on any web server,
// and nonet does not serve it. Tests that need a server are skipped.
var onSite = os.Getenv("NONET_E2E") == "site"

func needServer(t *testing.T) {
	t.Helper()
	if onSite {
		t.Skip("what follows is about a server, which the page as files has none of")
	}
}

// server is the real server behind a tap. Each server has its own address, so that browsers keep the data of
// tests apart.
type server struct {
	*httptest.Server
	tap   *tap
	t     *testing.T
	mu    sync.Mutex
	held  map[string]held
	asked map[string]int // requests by path

	forget func() // empties the browser's cache of files
}

// held describes how requests of a path are delayed.
type held struct {
	given chan struct{} // gets one element for each abandoned request
	begin string        // sent first, as an event stream
	pass  chan struct{} // closed to let them continue
}

// hold delays requests of a path until the page abandons them. The channel gets one element for
// each abandoned request.
func (s *server) hold(path string) <-chan struct{} { return s.stream(path, "") }

// stream is like hold, but first sends begin, the beginning of an event stream.
func (s *server) stream(path, begin string) <-chan struct{} {
	needServer(s.t)
	if !strings.HasPrefix(path, "/api/") {
		s.forget()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h := held{given: make(chan struct{}, 100), begin: begin, pass: make(chan struct{})}
	s.held[path] = h
	return h.given
}

// count returns the number of requests of a path.
func (s *server) count(path string) int {
	needServer(s.t)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// release answers requests of a path again, including the delayed ones.
func (s *server) release(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if h, isHeld := s.held[path]; isHeld {
		close(h.pass)
	}
	delete(s.held, path)
}

// tap is a listener that can be shut. It then keeps its address and closes all connections.
type tap struct {
	net.Listener
	shut atomic.Bool
}

func (l *tap) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil || !l.shut.Load() {
			return conn, err
		}
		_ = conn.Close()
	}
}

// gone makes the server stop answering. back makes it answer again.
func (s *server) gone() (back func()) {
	needServer(s.t)
	s.forget()
	s.tap.shut.Store(true)
	s.CloseClientConnections()
	return func() { s.tap.shut.Store(false) }
}

// handler returns the page and the API. It is built once, as it compresses all files.
var handler = sync.OnceValue(func() http.Handler {
	if onSite {
		return site()
	}
	return httpapi.New(httpapi.Config{Assets: web.Files, Version: "test"})
})

// unhurried is a handler that gives the lab more time than the page requests, for busy machines.
var unhurried = sync.OnceValue(func() http.Handler {
	if onSite {
		return handler()
	}
	allowed := regexp.MustCompile(`"timeout_ms":\d+`)
	patient := httpapi.New(httpapi.Config{Assets: web.Files, Version: "test", Limits: operation.Limits{Time: 100 * patience}})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/v1/lab") {
			b, _ := io.ReadAll(r.Body)
			b = allowed.ReplaceAll(b, fmt.Appendf(nil, `"timeout_ms":%d`, patience.Milliseconds()))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(b)), int64(len(b))
		}
		patient.ServeHTTP(w, r)
	})
})

// around adds the tap and the tests' own files to a handler.
func (s *server) around(next http.Handler) http.HandlerFunc {
	testdata := http.StripPrefix("/testdata/", http.FileServer(http.Dir("testdata")))
	modules := http.StripPrefix("/modules/", http.FileServerFS(web.Files))
	return func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.Path]++
		h, isHeld := s.held[r.URL.Path]
		s.mu.Unlock()
		switch {
		case isHeld:
			// The server notices a closed connection only after it has read the body.
			body, _ := io.ReadAll(r.Body)
			if h.begin != "" {
				w.Header().Set("Content-Type", "text/event-stream")
				_, _ = io.WriteString(w, h.begin)
				_ = http.NewResponseController(w).Flush()
			}
			select {
			case <-h.pass:
				r.Body = io.NopCloser(bytes.NewReader(body))
				next.ServeHTTP(w, r)
			case <-r.Context().Done():
				h.given <- struct{}{}
			}
		case strings.HasPrefix(r.URL.Path, "/testdata/"):
			testdata.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, "/modules/"):
			modules.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	}
}

// client is a user's view of an open page.
type client struct {
	setting
	t      *testing.T
	ctx    context.Context
	server *server

	mu       sync.Mutex
	problems []string
	presses  []string // all presses, and the presses that hit another element
	// tolerated are parts of console messages that the test causes.
	tolerated []string
	whole     bool // violations checks all rows of each board, and by all rules
}

// open opens the page with a new address and no stored data.
func open(t *testing.T, s setting) *client {
	t.Helper()
	return openOn(t, s, handler())
}

// openOn is like open, with another handler.
func openOn(t *testing.T, s setting, h http.Handler) *client {
	t.Helper()
	return openAt(t, s, h, "/")
}

// openAt is like openOn, at a path.
func openAt(t *testing.T, s setting, h http.Handler, path string) *client {
	t.Helper()
	p := prepare(t, s, h)
	// A new visitor gets the puzzle of the day. Tests use a fixed one instead.
	p.visit(path + "?bd=" + inkala)
	if onSite { // from now on, messages about the engine move no button
		p.wait(`document.querySelector("#badge").dataset.state !== "checking"`)
	}
	t.Cleanup(p.checkProblems)
	return p
}

// prepare returns a tab that has not visited the page of a new server with the handler.
func prepare(t *testing.T, s setting, h http.Handler) *client {
	t.Helper()
	needBrowser(t)
	srv := &server{t: t, held: map[string]held{}, asked: map[string]int{}}
	srv.Server = httptest.NewUnstartedServer(srv.around(h))
	tab := takeTab(t, s.phone)
	_, isKeeping := h.(keeping)
	isKeeping = isKeeping || onSite
	if !isKeeping {
		srv.Listener = tab.listen(srv.Listener)
	}
	srv.tap = &tap{Listener: srv.Listener}
	srv.Listener = srv.tap
	srv.Start()
	t.Cleanup(srv.Close)
	ctx, cancel := context.WithTimeout(tab.ctx, 10*patience)
	t.Cleanup(cancel)
	p := &client{setting: s, t: t, ctx: ctx, server: srv}
	tab.client.Store(p)
	if !isKeeping {
		tab.withoutWorker(t)
	}
	srv.forget = func() {
		if !isKeeping {
			call(p, network.ClearBrowserCache, cdp.Empty{})
		}
	}
	t.Cleanup(func() { tab.leave(p) })

	// An earlier test may have used this address.
	call(p, storage.ClearDataForOrigin, storage.ClearDataForOriginParams{Origin: srv.URL, StorageTypes: "local_storage,indexeddb,service_workers,cache_storage"})
	if s.phone && !isKeeping {
		// Drawing motion takes processor time, so only desktops and the tests of motion draw it.
		p.emulate("prefers-reduced-motion", "reduce")
	} else {
		p.emulate()
	}
	call(p, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
		UserAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0", AcceptLanguage: string(s.lang),
	})
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if s.phone {
		p.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait))
	} else {
		p.run(chromedp.EmulateViewport(1280, 900))
	}
	// A tab's history holds fifty entries, including those of earlier tests.
	call(p, page.ResetNavigationHistory, cdp.Empty{})
	return p
}

// visit opens an address of the server and waits until the page is ready.
func (p *client) visit(address string) {
	p.t.Helper()
	p.leave(address)
	p.wait(`document.documentElement.dataset.ready === "true"`)
}

// leave goes to an address of the server. A dialog that has just closed must first remove its entry from the
// tab's history. Otherwise this removal would cancel the navigation.
func (p *client) leave(address string) {
	p.t.Helper()
	p.wait(dialogsSettled)
	p.run(chromedp.Navigate(p.server.URL + address))
}

const dialogsSettled = `document.querySelectorAll("dialog[open], [data-drawer] #drawer").length === (history.state?.dialogs ?? 0)`

func (p *client) reload() {
	p.t.Helper()
	p.wait(dialogsSettled)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready === "true"`)
}

// listen collects messages that no page should cause: errors, exceptions and violations of the
// content security policy.
func (p *client) listen(ev any) {
	problem := ""
	switch ev := ev.(type) {
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeWarning || ev.Type == runtime.ConsoleAPICalledTypeAssert {
			for _, arg := range ev.Args {
				problem += fmt.Sprintf("%s %s ", arg.Description, arg.Value)
			}
		}
	case *runtime.EventExceptionThrown:
		problem = fmt.Sprint(ev.ExceptionDetails.Text, " ", ev.ExceptionDetails.Exception.Description)
	case *log.EventEntryAdded:
		// Requests to an earlier test's server, or for the icon of the empty page, do not belong to this test.
		ours := ev.Entry.URL == "" || strings.HasPrefix(ev.Entry.URL, p.server.URL) && !strings.HasSuffix(ev.Entry.URL, "/favicon.ico")
		if ours && (ev.Entry.Level == log.EntryLevelError || ev.Entry.Level == log.EntryLevelWarning) {
			problem = ev.Entry.Text + " " + ev.Entry.URL
		}
	}
	if problem != "" {
		p.mu.Lock()
		p.problems = append(p.problems, problem)
		p.mu.Unlock()
	}
}

// tolerate permits console messages that contain text.
func (p *client) tolerate(text string) { p.tolerated = append(p.tolerated, text) }

func (p *client) checkProblems() {
	p.mu.Lock()
	defer p.mu.Unlock()
problems:
	for _, problem := range p.problems {
		for _, text := range p.tolerated {
			if strings.Contains(problem, text) {
				continue problems
			}
		}
		p.t.Errorf("the browser's console: %s", problem)
	}
}

// Reading the page.

func (p *client) run(action chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	must(p.t, chromedp.Do(p.ctx, action))
}

// eval returns the value of a JavaScript expression, which may be a promise.
func eval[T any](p *client, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// wait waits until a JavaScript expression is true.
func (p *client) wait(expression string) {
	p.t.Helper()
	ok := eval[bool](p, fmt.Sprintf(`user.until(async () => (%s), %d)`, expression, patience.Milliseconds()))
	if !ok {
		p.t.Fatalf("never true: %s\ndocument: %s\nstatus: %s\nboard: %s\nproblems: %q\npresses: %q\npage: %s", expression,
			eval[string](p, `document.URL + " " + document.readyState`), eval[string](p, `document.querySelector(".status")?.innerText ?? ""`), p.board(), p.problems, p.presses,
			eval[string](p, `document.body.innerText.replace(/\s+/g, " ").slice(0, 3000)`))
	}
}

// waitText waits until an element's text is exactly the given one.
func (p *client) waitText(selector, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector(%s).textContent === %s`, js(selector), js(text)))
}

// waitSaid waits until both the live region and the message on the page have this text.
func (p *client) waitSaid(key string, args ...any) {
	p.t.Helper()
	p.waitText("#message", p.text(key, args...))
	p.waitText("#live", p.text(key, args...))
}

func (p *client) waitBadge(state string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelector("#badge").dataset.state === %s`, js(state)))
	p.waitText("#badge", p.text("page.badge."+state))
}

// text returns a message in the page's language.
func (p *client) text(key string, args ...any) string { return message.New(key, args...).In(p.lang) }

// count returns a message with a number, as the page formats it.
func (p *client) count(key string, n int) string {
	return p.text(key, "n", n, "count", grouped(n))
}

// grouped returns n with a comma every three digits, as in both languages.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func (p *client) textOf(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%s).textContent`, js(selector)))
}

func (p *client) visible(selector string) bool {
	p.t.Helper()
	return eval[bool](p, fmt.Sprintf(`document.querySelector(%s)?.checkVisibility() ?? false`, js(selector)))
}

// board returns the texts of the 81 cells, '.' for an empty one.
func (p *client) board() string {
	p.t.Helper()
	return eval[string](p, `Array.from({length: 81}, (_, i) =>
		document.querySelector('[data-cell="r' + (Math.floor(i / 9) + 1) + "c" + (i % 9 + 1) + '"]')?.textContent || ".").join("")`)
}

func (p *client) waitBoard(want string) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`Array.from(document.querySelectorAll("#board [data-cell]"), (c) => c.textContent || ".").join("") === %s`, js(want)))
}

// selected returns the name of the selected cell, or "".
func (p *client) selected() string {
	p.t.Helper()
	return eval[string](p, `document.querySelector('[aria-selected="true"][data-cell]')?.dataset.cell ?? ""`)
}

func cell(name string) string   { return fmt.Sprintf("[data-cell=%q]", name) }
func action(name string) string { return fmt.Sprintf("[data-action=%q]", name) }

func (p *client) label(name string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%s).getAttribute("aria-label")`, js(cell(name))))
}

// noSidewaysScroll checks that the page is not wider than the screen. A phone zooms out until
// everything is visible, so the width of its window does not help.
func (p *client) noSidewaysScroll() {
	p.t.Helper()
	if got := eval[[]int](p, `[document.documentElement.scrollWidth, document.documentElement.clientWidth]`); got[0] > got[1] {
		wide := eval[[]string](p, `[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map((e) => e.outerHTML.slice(0, 80)).slice(0, 5)`)
		p.t.Errorf("the page is %d px wide on a screen of %d: %q", got[0], got[1], wide)
	}
}

// Acting on the page.

// press clicks or, on a phone, taps the middle of an element. It waits until the element has not moved for a
// frame. A closing dialog or a growing text may move it. If the element moves before the press is complete, the
// page does not see the press, and press tries again. It fails if presses hit other elements until its time
// limit.
func (p *client) press(selector string) {
	p.t.Helper()
	selector = p.reach(selector)
	if selector == "" {
		return
	}
	for end := time.Now().Add(patience); ; {
		x, y := p.aim(selector)
		p.presses = append(p.presses, selector)
		if p.phone {
			p.tap(x, y)
		} else {
			p.run(chromedp.MouseClickXY(x, y))
		}
		// A press may open another page, which does not know about the press.
		astray, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](fmt.Sprintf(`user.endPress(%d)`, (patience/2).Milliseconds()), chromedp.EvalAwaitPromise))
		if err != nil || astray == "" {
			return
		}
		p.presses = append(p.presses, astray)
		p.t.Logf("a press on %s went astray: %s", selector, astray)
		if time.Now().After(end) {
			p.t.Fatalf("no press reaches %s", selector)
		}
	}
}

// reach makes an element pressable, as a user would. It opens or closes the drawer, or shows the buttons of all
// modes. It returns the selector to press, or "" if nothing needs to be pressed any more.
func (p *client) reach(selector string) string {
	p.t.Helper()
	to := eval[string](p, fmt.Sprintf(`user.reach(%s)`, js(selector)))
	switch to {
	case "open":
		p.press("#drawer-open")
		p.wait(`document.querySelector("#drawer").checkVisibility()`)
	case "close":
		p.press("#drawer-close")
		p.wait(`!document.body.matches("[data-drawer]") && ` + dialogsSettled)
	case "settings", "language", "help":
		return p.reach("#drawer " + action(to))
	case "there":
		return ""
	case "view":
		if selector == "#tab-home" {
			p.press("#go-home")
			return ""
		}
		p.press(fmt.Sprintf(`#drawer [data-view=%q]`, strings.TrimPrefix(selector, "#tab-")))
		p.wait(fmt.Sprintf(`document.querySelector(%s).ariaSelected === "true"`, js(selector)))
		return ""
	case "marks":
		p.press("#marks")
		p.wait(fmt.Sprintf(`document.querySelector(%s).checkVisibility()`, js(selector)))
	}
	return selector
}

// aim returns the place at which to press an element. Until endPress is called, the page does not see events
// that hit another element. Meanwhile no press counts as a long one, since a busy machine may delay the
// release.
func (p *client) aim(selector string) (x, y float64) {
	p.t.Helper()
	type spot struct {
		X, Y float64
		Hit  string
	}
	at := eval[spot](p, fmt.Sprintf(`user.aim(%s, %d)`, js(selector), (patience/4).Milliseconds()))
	if at.Hit != "" {
		p.t.Fatalf("a press on %s would hit %s", selector, at.Hit)
	}
	return at.X, at.Y
}

// tap puts a finger down and lifts it. It sends the release before the browser has answered the press. On a
// busy machine, this answer may take as long as a long touch.
func (p *client) tap(x, y float64) {
	p.t.Helper()
	lifted := make(chan error, 1)
	go func() {
		for {
			_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
			// The release came before the press.
			if err != nil && strings.Contains(err.Error(), "Must send a TouchStart first") && p.ctx.Err() == nil {
				continue
			}
			lifted <- err
			return
		}
	}()
	_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type:        input.DispatchTouchEventTypeTouchStart,
		TouchPoints: []*input.TouchPoint{{X: x, Y: y, RadiusX: new(1.0), RadiusY: new(1.0), Force: new(1.0), ID: new(0.0)}},
	})
	must(p.t, err)
	must(p.t, <-lifted)
}

// keys presses keys in order.
func (p *client) keys(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// keysAtOnce presses keys on the element with the focus in the same millisecond. On a busy machine, keys
// pressed one by one may be too slow to make one number.
func (p *client) keysAtOnce(keys string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`[...%s].map((key) => new KeyboardEvent("keydown", {key, code: "Digit" + key, bubbles: true, cancelable: true})).map((event) => document.activeElement.dispatchEvent(event)).length > 0`, js(keys)))
}

// openPuzzle opens a puzzle on the current page, in the fastest way. Other tests check the other
// ways.
func (p *client) openPuzzle(line string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const d = new DataTransfer(); d.setData("text/plain", %s);
		return document.body.dispatchEvent(new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData: d})) })()`, js(line)))
	p.waitBoard(line)
}

// clipboard guards the clipboard, which all tabs share.
var clipboard sync.Mutex

// paste puts text on the clipboard and presses Ctrl+V.
func (p *client) paste(text string) {
	p.t.Helper()
	clipboard.Lock()
	defer clipboard.Unlock()
	p.grantClipboard()
	eval[bool](p, fmt.Sprintf(`navigator.clipboard.writeText(%s).then(() => true)`, js(text)))
	p.run(chromedp.KeyEvent("v", chromedp.KeyModifiers(chromedp.ModifierCtrl), func(e *input.DispatchKeyEventParams) {
		if e.Type != input.DispatchKeyEventTypeKeyUp {
			e.Commands = []string{"paste"}
		}
	}))
}

func (p *client) grantClipboard() {
	p.t.Helper()
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		_, err := chromedp.CallBrowser(p.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission:       &browser.PermissionDescriptor{Name: name},
			Setting:          browser.PermissionSettingGranted,
			Origin:           p.server.URL,
			BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		})
		must(p.t, err)
	}
}

// screenshot returns the screen as PNG.
func (p *client) screenshot() []byte {
	p.t.Helper()
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	must(p.t, err)
	return shot
}

// emulate sets media features, such as prefers-color-scheme, as name, value pairs.
func (p *client) emulate(pairs ...string) {
	p.t.Helper()
	var features []*emulation.MediaFeature
	for i := 0; i < len(pairs); i += 2 {
		features = append(features, &emulation.MediaFeature{Name: pairs[i], Value: pairs[i+1]})
	}
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
}

// call runs a command of the browser's protocol.
func call[P, R any](p *client, command cdp.Command[P, R], params P) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, command, params)
	must(p.t, err)
}

// emulateMedia sets the medium: print, or "" for the screen.
func (p *client) emulateMedia(medium string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: medium})
}

func js(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
