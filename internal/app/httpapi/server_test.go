package httpapi

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"nonet/internal/app/admission"
	"nonet/internal/app/telemetry"
	"nonet/internal/check/golden"
	"nonet/internal/check/soak"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/target"
	"nonet/wire"
)

// waitUntil waits until another goroutine has made is true.
func waitUntil(t rapid.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("still not so: %s", what)
		}
	}
}

func (s *server) runningSearches() int {
	state := s.config.Queue.State()
	return state.Running[admission.Short] + state.Running[admission.Medium] + state.Running[admission.Long]
}

// oneProcessor returns a queue in which a client has one slot per class, and a short slot lasts an
// hour.
func oneProcessor(requests int) *admission.Queue {
	return admission.New(admission.Config{Processors: 1, Short: 1, Try: time.Hour, Requests: requests})
}

// takeAllSlots takes the slots of the queue until giveBack is called.
func takeAllSlots(t *testing.T, q *admission.Queue) (giveBack func()) {
	t.Helper()
	place, err := q.Admit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	long, err := place.Begin(t.Context(), admission.Work{}, admission.Long)
	if err != nil {
		t.Fatal(err)
	}
	tries, free, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- place.Run(t.Context(), admission.Work{}, func(context.Context) { close(tries); <-free })
	}()
	<-tries
	return func() {
		close(free)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		long.End()
		place.Leave()
	}
}

// A count that would never end stops at its deadline and says so.
func TestDeadline(t *testing.T) {
	s := newServer(testConfig())
	s.best = searchEndlessly
	for _, lang := range message.Langs() {
		reason := message.New("search.deadline").In(lang)
		for _, q := range []struct{ path, puzzle, more, want string }{
			{"count", slow, `,"limit":9007199254740992`, `"complete":false`},
			{"target", empty, ``, `"outcome":"undecided"`},
		} {
			a := sendRequest(t, s, "POST", "/api/v1/"+q.path+"?lang="+string(lang), puzzleBody(q.puzzle, q.more+`,"timeout_ms":30`))
			checkConforms(t, s, "POST", "/api/v1/"+q.path, a)
			if a.status != 200 || !strings.Contains(a.body, q.want) || !strings.Contains(a.body, reason) {
				t.Errorf("%s: %d %s", q.path, a.status, a.body)
			}
		}
		a := sendRequest(t, s, "POST", "/api/v1/lab/trace", puzzleBody(empty, `,"strategy":"row-major-scan","from":1000000000,"nodes":1000000000,"timeout_ms":30`))
		checkConforms(t, s, "POST", "/api/v1/lab/trace", a)
		var got wire.Trace
		if err := json.Unmarshal([]byte(a.body), &got); err != nil {
			t.Fatal(err)
		}
		// The first solution of the empty grid is found long before the deadline.
		if !got.Done || got.Run == nil {
			t.Errorf("%s", a.body)
		}
	}
	// A lab request as a whole respects the server's maximum time.
	config := testConfig()
	config.Limits.Time = 200 * time.Millisecond
	a := sendRequest(t, newServer(config), "POST", "/api/v1/lab", puzzleBody(hard, `,"nodes":1000000000`))
	if a.status != 200 || !strings.Contains(a.body, `"undecided"`) {
		t.Errorf("%d %s", a.status, a.body)
	}
	if s.runningSearches() != 0 {
		t.Errorf("%d searches are left", s.runningSearches())
	}
}

// hard takes a row-major search minutes, because its first row is 987654321.
const hard = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"

// box has so many solutions that counting them takes a minute.
const box = "123......456......789............................................................"

// slow takes minutes to count, but has fewer solutions than any limit.
const slow = ".........6................................9..25...........1......................"

// searchEndlessly is a search for the best solution that improves every millisecond and ends only with
// its context.
func searchEndlessly(ctx context.Context, p *puzzle.Puzzle, scoring solve.Scoring, _ puzzle.Limits, told func(solve.Optimum)) (solve.Optimum, error) {
	sign := int64(1)
	if scoring.Goal == target.Minimum {
		sign = -1
	}
	for n := uint64(1); ; n++ {
		r := solve.Optimum{Score: sign * int64(n), Solution: make([]int, p.Cells()), Bound: sign * (1_000_000 - int64(n)), Nodes: n}
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case <-time.After(time.Millisecond):
		}
		if told != nil {
			told(r)
		}
	}
}

// startServer starts a real server, whose clients can disconnect.
func startServer(t *testing.T, config Config) (*server, *httptest.Server) {
	s := newServer(config)
	ts := httptest.NewServer(s)
	t.Cleanup(ts.Close)
	return s, ts
}

func postRequest(ctx context.Context, base, path, body string) (*http.Response, error) {
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	r, err := http.NewRequestWithContext(ctx, method, base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(r)
}

// lasting has long requests for each engine.
var lasting = []struct{ path, body string }{
	{"/api/v1/count", puzzleBody(box, `,"limit":0,"timeout_ms":30000`)},
	{"/api/v1/target", puzzleBody(empty, `,"timeout_ms":30000`)},
	{"/api/v1/target/stream?timeout_ms=30000&puzzle=" + empty, ""},
	{"/api/v1/lab", puzzleBody(hard, `,"strategies":["row-major-scan"],"nodes":1000000000,"timeout_ms":30000`)},
	{"/api/v1/lab/trace", puzzleBody(hard, `,"strategy":"row-major-scan","from":1000000000,"nodes":1000000000,"timeout_ms":30000`)},
	{"/api/v1/steps", puzzleBody(hardest, `,"limit":1000,"timeout_ms":30000`)},
	{"/api/v1/generate", `{"require":["leviathan"],"timeout_ms":30000}`},
	{"/api/v1/explain", puzzleBody(hardest, `,"goal":"fewest","timeout_ms":30000`)},
}

// Searches of every engine leave their slot after its time, and start again when they get another.
func TestSearchesTryAgain(t *testing.T) {
	for _, q := range lasting {
		if strings.HasSuffix(q.path, "/stream") || strings.Contains(q.path, "/stream?") || strings.HasPrefix(q.path, apiPath+"target") {
			continue // a stream does not start again; target takes long only in a test that replaces its search
		}
		config := testConfig()
		config.Queue = admission.New(admission.Config{Processors: 1, Try: time.Millisecond})
		s, ts := startServer(t, config)
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				if response, err := postRequest(ctx, ts.URL, q.path, q.body); err == nil {
					_, _ = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
			})
		}
		waitUntil(t, q.path+" waits to begin anew", func() bool {
			state := config.Queue.State()
			return state.Waiting[admission.Long] == 1 && state.Running[admission.Long] == 1
		})
		cancel()
		all.Wait()
		waitUntil(t, q.path+" has stopped", func() bool { return s.runningSearches() == 0 })
	}
}

// A search ends when its client disconnects.
func TestDisconnect(t *testing.T) {
	for _, q := range lasting {
		config := testConfig()
		var log bytes.Buffer
		written := make(chan struct{})
		config.Queue = admission.New(admission.Config{Processors: 1})
		s := newServer(config)
		ts := httptest.NewServer(withLog(s, &notifying{w: &log, after: written}))
		t.Cleanup(ts.Close)
		s.best = searchEndlessly
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			if response, err := postRequest(ctx, ts.URL, q.path, q.body); err == nil {
				_, _ = io.Copy(io.Discard, response.Body)
				response.Body.Close()
			}
		}()
		waitUntil(t, q.path+" searches", func() bool { return s.runningSearches() == 1 })
		cancel()
		<-gone
		waitUntil(t, q.path+" has stopped", func() bool { return s.runningSearches() == 0 })
		<-written
		if !strings.Contains(log.String(), `"outcome":"cancelled"`) {
			t.Errorf("%s logs %s", q.path, log.String())
		}
	}
}

// notifying is a writer that closes after at its first write.
type notifying struct {
	w     io.Writer
	after chan struct{}
	once  sync.Once
}

func (n *notifying) Write(b []byte) (int, error) {
	defer n.once.Do(func() { close(n.after) })
	return n.w.Write(b)
}

// A client that gets no slot in time, or meets a full queue, is told when to try again.
func TestBusy(t *testing.T) {
	config := testConfig()
	config.Queue = oneProcessor(4)
	s := newServer(config)
	giveBack := takeAllSlots(t, config.Queue)
	requests := []request{
		{"busy", "POST", "/api/v1/solve", puzzleBody(inkala, `,"timeout_ms":5`), nil},
		{"busy, lab", "POST", "/api/v1/lab", puzzleBody(inkala, `,"timeout_ms":5`), nil},
		{"busy, stream", "GET", "/api/v1/target/stream?timeout_ms=5&puzzle=" + inkala, "", nil},
	}
	waited := transcript(t, s, requests)
	var places []*admission.Place
	for _, client := range []string{"a", "b", "c"} {
		place, err := config.Queue.Admit(admission.WithClient(t.Context(), client))
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, place)
	}
	// These requests have a timeout of 30 s, but need less.
	for i := range requests {
		requests[i].body = strings.Replace(requests[i].body, `"timeout_ms":5`, `"timeout_ms":30000`, 1)
		requests[i].target = strings.Replace(requests[i].target, "timeout_ms=5", "timeout_ms=30000", 1)
	}
	golden.Check(t, "testdata/busy.txt", waited+transcript(t, s, requests))
	for path, want := range map[string]int{"/livez": 200, "/readyz": 503} {
		if a := sendRequest(t, s, "GET", path, ""); a.status != want {
			t.Errorf("%s answers %d while the server is full", path, a.status)
		}
	}
	for _, place := range places {
		place.Leave()
	}
	// A client may have half of the available requests.
	mine, err := config.Queue.Admit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if a := sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(inkala, "")); a.status != 429 || a.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", a.status, a.body)
	} else {
		checkConforms(t, s, "POST", "/api/v1/solve", a)
	}
	mine.Leave()
	// Only searches have to wait.
	if a := sendRequest(t, s, "GET", "/api/v1/version", ""); a.status != 200 {
		t.Errorf("%d", a.status)
	}
	giveBack()
	if a := sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(inkala, "")); a.status != 200 {
		t.Errorf("%d %s", a.status, a.body)
	}
}

// A waiting request gets its slot when another ends.
func TestQueue(t *testing.T) {
	config := testConfig()
	config.Queue = oneProcessor(0)
	s := newServer(config)
	giveBack := takeAllSlots(t, config.Queue)
	answered := make(chan answer)
	go func() {
		answered <- sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(inkala, `,"timeout_ms":30000`))
	}()
	waitUntil(t, "it waits", func() bool { return config.Queue.State().Waiting[admission.Short] == 1 })
	giveBack()
	if a := <-answered; a.status != 200 || !strings.Contains(a.body, inkalaSolved) {
		t.Errorf("%d %s", a.status, a.body)
	}
	if state := config.Queue.State(); state.Waiting != [admission.Classes]int{} || s.runningSearches() != 0 {
		t.Errorf("left: %+v", state)
	}
}

func TestManyAtOnce(t *testing.T) {
	config := testConfig()
	config.Queue = admission.New(admission.Config{Processors: 3})
	s, ts := startServer(t, config)
	const patient = `,"timeout_ms":30000` // all wait for three processors, perhaps of a busy machine
	var group sync.WaitGroup
	for i := range 48 {
		group.Go(func() {
			lang := message.Langs()[i%2]
			q := []struct{ path, body, want string }{
				{"solve", puzzleBody(inkala, patient), inkalaSolved},
				{"count", puzzleBody(empty, `,"limit":1000`+patient), `"count":1000`},
				{"check", puzzleBody(contrary, patient), message.New("house.row", "n", 1).In(lang)},
				{"target", puzzleBody(targetSample, patient), `"score":2852`},
				{"lab", puzzleBody(inkala, `,"strategies":["mrv"]`+patient), message.New("strategy.mrv.name").In(lang)},
				{"parse", `{"text":"` + inkala + `"}`, inkala},
			}[i%6]
			response, err := postRequest(t.Context(), ts.URL, "/api/v1/"+q.path+"?lang="+string(lang), q.body)
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			if b, err := io.ReadAll(response.Body); err != nil || response.StatusCode != 200 || !strings.Contains(string(b), q.want) {
				t.Errorf("%s: %d %s %v", q.path, response.StatusCode, b, err)
			}
		})
	}
	group.Wait()
	if state := config.Queue.State(); s.runningSearches() != 0 || state.Requests != 0 {
		t.Errorf("left: %+v", state)
	}
}

// readEvents reads a stream to its end.
func readEvents(t *testing.T, body io.Reader) (progress []wire.TargetProgress, result *wire.Target) {
	t.Helper()
	kind := ""
	for lines := bufio.NewScanner(body); lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case name == "event":
			kind = value
		case name == "data" && result != nil:
			t.Errorf("after the result: %s", value)
		case name == "data" && kind == "progress":
			var p wire.TargetProgress
			if err := json.Unmarshal([]byte(value), &p); err != nil {
				t.Fatalf("%s: %v", value, err)
			}
			progress = append(progress, p)
		case name == "data" && kind == "result":
			result = new(wire.Target)
			if err := json.Unmarshal([]byte(value), result); err != nil {
				t.Fatalf("%s: %v", value, err)
			}
		}
	}
	return progress, result
}

// Scores only improve, bounds only tighten, and the result is the last event.
func TestStream(t *testing.T) {
	s, ts := startServer(t, testConfig())
	for _, puzzle := range []string{targetSample, contrary, unsolvable, inkala, empty} {
		if puzzle == empty {
			s.best = searchEndlessly
		}
		timeout := "30000"
		if puzzle == empty { // this search never ends
			timeout = "1000"
		}
		for goal, sign := range map[string]int64{"maximum": 1, "minimum": -1} {
			response, err := postRequest(t.Context(), ts.URL, "/api/v1/target/stream?timeout_ms="+timeout+"&lang=zh-CN&goal="+goal+"&puzzle="+puzzle, "")
			if err != nil {
				t.Fatal(err)
			}
			if response.StatusCode != 200 || response.Header.Get("Content-Type") != "text/event-stream" || response.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%d %v", response.StatusCode, response.Header)
			}
			progress, result := readEvents(t, response.Body)
			response.Body.Close()
			if result == nil || result.Goal != goal || result.Puzzle != puzzle {
				t.Fatalf("%s %s: ends with %+v", goal, puzzle, result)
			}
			var best, bound *int64
			check := func(p wire.TargetProgress) {
				if bound != nil && sign*p.Bound > sign**bound || best != nil && (p.Score == nil || sign**p.Score < sign**best) ||
					p.Score != nil && sign**p.Score > sign*p.Bound {
					t.Errorf("%s %s: %+v after %v, %v", goal, puzzle, p, best, bound)
				}
				best, bound = p.Score, &p.Bound
			}
			for _, p := range progress {
				check(p)
			}
			if result.Bound != nil {
				check(wire.TargetProgress{Score: result.Score, Bound: *result.Bound})
			}
			switch puzzle {
			case empty:
				if len(progress) < 2 || result.Outcome != "undecided" || result.Reason != message.New("search.deadline").In(message.Chinese) {
					t.Errorf("%d events, then %+v", len(progress), result)
				}
			case targetSample, inkala:
				if result.Outcome != "found" || *result.Gap != 0 {
					t.Errorf("%+v", result)
				}
			case contrary:
				if result.Outcome != "none" || len(result.Contradictions) != 1 {
					t.Errorf("%+v", result)
				}
			case unsolvable:
				if result.Outcome != "none" || result.Score != nil {
					t.Errorf("%+v", result)
				}
			}
		}
	}
}

// A stream has the same answer as a plain request, by POST and by GET. During a search for steps, the stream
// reports which technique is sought. For a hint below level 3 it does not name the technique.
func TestStreamOfSteps(t *testing.T) {
	s := newServer(testConfig())
	const hard = "98.7..6..7.5.......4..5....3..8..9......2..1......13.42...8..93.7....2....92...6."
	ms := regexp.MustCompile(`"ms":[0-9.e-]+`)
	steady := func(text string) string { return ms.ReplaceAllString(strings.TrimSpace(text), "") }
	for i, c := range []struct {
		name, query, body string
		named             bool
	}{
		{"hint", "timeout_ms=30000&level=2&puzzle=" + hard + "&values=" + hard, `{"timeout_ms":30000,"level":2,"puzzle":"` + hard + `","values":"` + hard + `"}`, false},
		{"hint", "timeout_ms=30000&level=3&puzzle=" + hard + "&values=" + hard, `{"timeout_ms":30000,"level":3,"puzzle":"` + hard + `","values":"` + hard + `"}`, true},
		{"why", "timeout_ms=30000&cell=r1c3&digit=2&puzzle=" + hard, `{"timeout_ms":30000,"cell":"r1c3","digit":2,"puzzle":"` + hard + `"}`, true},
		{"explain", "timeout_ms=30000&puzzle=" + hard, `{"timeout_ms":30000,"puzzle":"` + hard + `"}`, true},
	} {
		if testing.Short() && i%3 == 0 {
			continue // one hint and one argument are left
		}
		want := steady(sendRequest(t, s, "POST", apiPath+c.name, c.body).body)
		for k, method := range []string{"POST", "GET"} {
			if !soak.On() && i%2 != k {
				continue // every second one by GET
			}
			query, body := "", c.body
			if method == "GET" {
				query, body = "?"+c.query, ""
			}
			a := sendRequest(t, s, method, apiPath+c.name+"/stream"+query, body)
			progress, result, ok := strings.Cut(a.body, "event: result\ndata: ")
			if a.status != 200 || !ok || steady(result) != want {
				t.Errorf("%s: %d %.200s, want %.200s", c.name, a.status, a.body, want)
			}
			if !strings.Contains(progress, `"family":`) || strings.Contains(progress, `"technique":`) != c.named {
				t.Errorf("%s %s tells on the way %.300s", c.name, c.query, progress)
			}
		}
	}
}

// Events come at most every 50 ms, only the newest counts, and an idle stream is kept alive.
// Time is simulated.
func TestFollow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := httptest.NewRecorder()
		news, result, failure := make(chan any, 1), make(chan any, 1), make(chan any)
		go func() {
			for i := range uint64(100) { // for one second
				select {
				case <-news:
				default:
				}
				news <- wire.TargetProgress{Nodes: i}
				time.Sleep(10 * time.Millisecond)
			}
			time.Sleep(40 * time.Second)
			result <- wire.Target{Outcome: "found"}
		}()
		if err := writeEvents(eventWriter{w, http.NewResponseController(w)}, news, result, failure); err != nil {
			t.Fatal(err)
		}
		body := w.Body.String()
		if n := strings.Count(body, "event: progress"); n < 15 || n > 21 {
			t.Errorf("%d progress events in a second", n)
		}
		if n := strings.Count(body, ": still searching\n\n"); n != 2 {
			t.Errorf("%d heartbeats in 41 s", n)
		}
		if !strings.Contains(body, `"nodes":99,`) || !w.Flushed || !strings.HasSuffix(body, "\n\n") {
			t.Errorf("the newest is missing: %s", body)
		}
	})
}

func TestFollowEndsWithTheClient(t *testing.T) {
	w := &failingWriter{httptest.NewRecorder(), 0}
	news := make(chan any, 1)
	news <- wire.TargetProgress{}
	if err := writeEvents(eventWriter{w, http.NewResponseController(w)}, news, nil, nil); err == nil {
		t.Error("nobody noticed that the client is gone")
	}
}

// A client that disconnects just as the result comes leaves nothing behind.
func TestStreamLosesItsClientAtTheEnd(t *testing.T) {
	s := newServer(testConfig())
	for n := range 4 { // the number of the write that fails: the first progress, the last progress, the result, or no write
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/target/stream?puzzle="+targetSample, nil)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			s.ServeHTTP(&failingWriter{httptest.NewRecorder(), n}, r)
		}()
		select {
		case <-ended:
		case <-time.After(patience):
			t.Fatalf("hangs when write %d fails", n)
		}
		if s.runningSearches() != 0 {
			t.Errorf("write %d fails: its slot is not given back", n)
		}
	}
}

// failingWriter fails after n writes.
type failingWriter struct {
	*httptest.ResponseRecorder
	n int
}

func (w *failingWriter) Write(b []byte) (int, error) {
	if w.n--; w.n < 0 {
		return 0, errors.New("gone")
	}
	return w.ResponseRecorder.Write(b)
}

// A panic in the search goroutine affects only its request.
func TestStreamPanics(t *testing.T) {
	s, ts := startServer(t, testConfig())
	s.best = func(context.Context, *puzzle.Puzzle, solve.Scoring, puzzle.Limits, func(solve.Optimum)) (solve.Optimum, error) {
		panic("on purpose")
	}
	response, err := postRequest(t.Context(), ts.URL, "/api/v1/target/stream?puzzle="+inkala, "")
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.ReadAll(response.Body)
	response.Body.Close()
	if err == nil {
		t.Error("the stream looks complete")
	}
	waitUntil(t, "its slot is given back", func() bool { return s.runningSearches() == 0 })
	if a := sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(inkala, "")); a.status != 200 {
		t.Errorf("%d", a.status)
	}
}

func TestLimitOnBodies(t *testing.T) {
	config := testConfig()
	config.Limits.Body = 200
	_, ts := startServer(t, config)
	body := puzzleBody(inkala, "")
	fits := body + strings.Repeat(" ", 200-len(body))
	for _, test := range []struct {
		body   io.Reader
		status int
	}{
		{strings.NewReader(fits), 200},
		{strings.NewReader(fits + " "), 413},
		{io.MultiReader(strings.NewReader(fits)), 200},       // chunked
		{io.MultiReader(strings.NewReader(fits + " ")), 413}, // chunked
		{io.LimitReader(zeros{}, 1<<30), 413},
	} {
		response, err := http.Post(ts.URL+"/api/v1/solve", "application/json", test.body)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != test.status {
			t.Errorf("%d, want %d: %s", response.StatusCode, test.status, b)
		}
	}
}

// A client that sends its whole body before it reads still gets the refusal.
func TestRefusalArrives(t *testing.T) {
	config := testConfig()
	config.Limits.Body = 1 << 20
	_, ts := startServer(t, config)
	const size = 8 << 20
	for _, head := range []string{fmt.Sprintf("Content-Length: %d\r\n\r\n", size), fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n", size)} {
		c, err := net.Dial("tcp", ts.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /api/v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n%s", head)
		if _, err := io.CopyN(c, zeros{}, size); err != nil {
			t.Fatalf("%q: %v", head, err)
		}
		if strings.Contains(head, "chunked") {
			fmt.Fprint(c, "\r\n0\r\n\r\n")
		}
		response, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%q: %v", head, err)
		}
		response.Body.Close()
		if response.StatusCode != 413 {
			t.Errorf("%q: %d", head, response.StatusCode)
		}
	}
}

type zeros struct{}

func (zeros) Read(b []byte) (int, error) { return len(b), nil }

// A body that breaks off is the client's fault, not the server's.
func TestBrokenBody(t *testing.T) {
	_, ts := startServer(t, testConfig())
	c, err := net.Dial("tcp", ts.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "POST /api/v1/solve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if b, _ := io.ReadAll(response.Body); response.StatusCode != 400 || !strings.Contains(string(b), "problem-unreadable-body") {
		t.Errorf("%d %s", response.StatusCode, b)
	}
}

// The problem for a puzzle with unknown rules first states the result of a search, in the queue, with the known
// rules.
func TestUnknownRules(t *testing.T) {
	s := newServer(testConfig())
	text := `{"size":4,"grid":[[{"value":1,"given":true},{"value":2,"given":true},{"value":3,"given":true},{"value":4,"given":true}],[{"value":3,"given":true},{"value":4,"given":true},{"value":1,"given":true},{"value":2,"given":true}],[{"value":2,"given":true},{"value":1,"given":true},{"value":4,"given":true},{"value":3,"given":true}],[{},{},{},{}]],` +
		`"ruleset":"The snake never bites its tail.","solution":"123434122143432."}`
	whole := strings.Replace(text, "432.", "4321", 1)
	if a := sendRequest(t, s, "POST", "/api/v1/solve", puzzleBody(whole, "")); a.status != 200 || !strings.Contains(a.body, "snake") {
		t.Errorf("with the whole solution: %d %s", a.status, a.body)
	}
	for lang, first := range map[message.Lang]string{
		message.English: "the rules understood have one solution already; the solution that comes with the puzzle agrees",
		message.Chinese: "仅凭已读懂的规则就已有唯一解；题目自带的答案与所读规则一致",
	} {
		for _, op := range []string{"solve", "count", "check", "candidates", "hint", "grade"} {
			a := sendRequest(t, s, "POST", "/api/v1/"+op+"?lang="+string(lang), puzzleBody(text, ""))
			var p wire.Problem
			if err := json.Unmarshal([]byte(a.body), &p); err != nil || a.status != 422 || a.header.Get("Content-Type") != problemJSON ||
				p.Type != "/docs#problem-invalid-puzzle" || !strings.Contains(p.Detail, first) || !strings.Contains(p.Detail, "snake") {
				t.Errorf("%s in %s: %d %s", op, lang, a.status, a.body)
			}
			if n := s.runningSearches(); n != 0 {
				t.Errorf("%s in %s: %d searches have a turn afterwards", op, lang, n)
			}
		}
	}
}

// withLog returns s with a log, as in the service.
func withLog(s *server, log io.Writer) http.Handler {
	return telemetry.New(telemetry.Config{Logger: slog.New(slog.NewJSONHandler(log, nil))}).Handler(s, Refusal(wire.InternalError))
}

// Each request has one log record, without puzzles.
func TestLog(t *testing.T) {
	var log bytes.Buffer
	s := withLog(newServer(testConfig()), &log)
	for _, q := range []struct {
		method, target, body, outcome string
		status                        float64
	}{
		{"POST", "/api/v1/solve", puzzleBody(inkala, ""), "found", 200},
		{"POST", "/api/v1/solve", puzzleBody(contrary, ""), "none", 200},
		{"POST", "/api/v1/count", puzzleBody(empty, `,"limit":5`), "limit", 200},
		{"POST", "/api/v1/count", puzzleBody(inkala, ""), "complete", 200},
		{"POST", "/api/v1/solve", puzzleBody(inkala[:80], ""), "invalid-puzzle", 422},
		{"POST", "/api/v1/solve", `{`, "invalid-json", 400},
		{"POST", "/api/v1/solve", `{}`, "invalid-request", 422},
		{"GET", "/api/v1/target/stream?puzzle=" + inkala, "", "found", 200},
		{"GET", "/?bd=" + inkala, "", "", 200},
		{"GET", "/nothing", "", "not-found", 404},
		{"PUT", "/", "", "method", 405},
	} {
		log.Reset()
		a := sendRequest(t, s, q.method, q.target, q.body)
		var record struct {
			Level, Msg, Method, Path, Outcome string
			Status, Bytes, Duration           float64
		}
		if err := json.Unmarshal(log.Bytes(), &record); err != nil {
			t.Fatalf("%v: %s", err, log.String())
		}
		path, _, _ := strings.Cut(q.target, "?")
		if record.Msg != "request" || record.Level != "INFO" || record.Method != q.method || record.Path != path || record.Status != q.status ||
			record.Outcome != q.outcome || record.Bytes != float64(len(a.body)) || record.Duration <= 0 {
			t.Errorf("%s %s logs %s", q.method, q.target, log.String())
		}
		if strings.Contains(log.String(), inkala[:30]) {
			t.Errorf("the log holds a puzzle: %s", log.String())
		}
	}
	log.Reset()
	if sendRequest(t, s, "GET", "/healthz", ""); log.Len() != 0 {
		t.Errorf("a health check is logged: %s", log.String())
	}
}

// A request that a stopping server cuts short answers with the results so far, and gives the reason.
func TestStopping(t *testing.T) {
	for _, q := range []struct{ method, path, body, want string }{
		{"POST", "/api/v1/count?lang=zh-CN", puzzleBody(box, `,"limit":0,"timeout_ms":30000`), message.New("api.stopping").In(message.Chinese)},
		{"GET", "/api/v1/target/stream?lang=en&timeout_ms=30000&puzzle=" + empty, "", message.New("api.stopping").String()},
		{"POST", "/api/v1/lab?lang=en", puzzleBody(hard, `,"strategies":["row-major-scan"],"nodes":1000000000,"timeout_ms":30000`), "problem-shutting-down"},
	} {
		s := newServer(testConfig())
		s.best = searchEndlessly
		ctx, cut := context.WithCancelCause(t.Context())
		r := httptest.NewRequestWithContext(ctx, q.method, q.path, strings.NewReader(q.body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		answered := make(chan struct{})
		go func() { defer close(answered); s.ServeHTTP(w, r) }()
		waitUntil(t, "it searches", func() bool { return s.runningSearches() == 1 })
		cut(ErrStopping)
		<-answered
		if !strings.Contains(w.Body.String(), q.want) {
			t.Errorf("%s: %s", q.path, w.Body)
		}
	}
}

// Unreadable parameters are reported for every operation; none is ignored.
func TestUnreadableParameters(t *testing.T) {
	s := newServer(testConfig())
	for _, q := range []struct{ method, path, body string }{
		{"POST", "solve", puzzleBody(easy, "")}, {"GET", "version", ""}, {"POST", "solve/batch", easy + "\n"}, {"GET", "target/stream", ""},
	} {
		for _, query := range []string{"limit=1;lang=en", "%zz", "lang=%"} {
			header := []string{}
			if q.path == "solve/batch" {
				header = []string{"Content-Type", "application/x-ndjson"}
			}
			a := sendRequest(t, s, q.method, "/api/v1/"+q.path+"?"+query, q.body, header...)
			if a.status != 422 || !strings.Contains(a.body, message.New("api.query").In(message.English)) {
				t.Errorf("%s?%s: %d %s", q.path, query, a.status, a.body)
			}
		}
	}
}
