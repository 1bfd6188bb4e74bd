package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"nonet/client"
	"nonet/internal/app/admission"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/operation"
	"nonet/wire"
)

const (
	puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	empty  = "................................................................................."
)

// served starts a server and returns a client of it.
func served(t testing.TB, options ...client.Option) (*client.Client, *admission.Queue, string) {
	queue := admission.New(admission.Config{})
	s := httptest.NewServer(httpapi.New(httpapi.Config{Queue: queue}))
	t.Cleanup(s.Close)
	return client.New(s.URL, options...), queue, s.URL
}

// TestEveryOperation checks that the client has a method for every operation, and that its answer
// holds everything that the server sends.
func TestEveryOperation(t *testing.T) {
	for _, date := range []func(time.Time){fpdf.SetDefaultCreationDate, fpdf.SetDefaultModificationDate} {
		date(time.Unix(0, 0)) // two sheets may be made in different seconds
		defer date(time.Time{})
	}
	c, _, base := served(t)
	volatile := regexp.MustCompile(`"(ms|nodes)":[0-9.e-]+`)
	for _, op := range operation.All() {
		name := ""
		for part := range strings.SplitSeq(op.ID(), "-") {
			name += strings.ToUpper(part[:1]) + part[1:]
		}
		if op.Name == "lab" && testing.Short() {
			continue
		}
		method := reflect.ValueOf(c).MethodByName(name)
		if !method.IsValid() {
			t.Errorf("%s has no method %s", op.Name, name)
			continue
		}
		in := []reflect.Value{reflect.ValueOf(t.Context())}
		get := op.Request.NumField() == 0
		example := op.Example
		if _, ok := op.Request.FieldByName("TimeoutMS"); ok { // the longest time, for a busy machine
			example = strings.Replace(example, "{", `{"timeout_ms":30000,`, 1)
		}
		if !get {
			q := reflect.New(method.Type().In(1))
			if err := json.Unmarshal([]byte(example), q.Interface()); err != nil {
				t.Fatal(err)
			}
			in = append(in, q.Elem())
		}
		out := method.Call(in)
		if err, _ := out[1].Interface().(error); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var response *http.Response
		var err error
		if get {
			response, err = http.Get(base + "/api/v1/" + op.Name)
		} else {
			response, err = http.Post(base+"/api/v1/"+op.Name, "application/json", strings.NewReader(example))
		}
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		b, _ := json.Marshal(out[0].Interface())
		for text, to := range map[string]*any{string(b): &got, string(plain): &want} {
			if err := json.Unmarshal(volatile.ReplaceAll([]byte(text), []byte(`"$1":0`)), to); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(got, want) && op.Name != "version" { // the version's answer contains the memory that Go uses
			t.Errorf("%s: %.500v\nwant %.500v", name, got, want)
		}
	}
}

// TestProblem checks that an error is a problem in the requested language.
func TestProblem(t *testing.T) {
	c, _, base := served(t, client.WithLanguage("zh-CN"))
	_, err := c.Solve(t.Context(), client.SolveRequest{Puzzle: "?"})
	p, ok := errors.AsType[*wire.Problem](err)
	if !ok || p.Code != wire.InvalidPuzzle || p.Status != 422 || p.Line != 1 || !strings.Contains(p.Detail, "第 1 行") {
		t.Errorf("%+v", err)
	}
	_, err = client.New(base + "/nowhere").Version(t.Context())
	if p, ok := errors.AsType[*wire.Problem](err); !ok || p.Code != wire.NotFound {
		t.Errorf("%+v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Solve(ctx, client.SolveRequest{Puzzle: puzzle}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestRetries checks that the client repeats a request to a full server, after the time that the server asks
// for. The client stops after some attempts, if the time is too long, or if the context has ended. Each request
// carries the token.
func TestRetries(t *testing.T) {
	var asked atomic.Int64
	after, refusals := "1", int64(1)
	next := httpapi.New(httpapi.Config{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("%v", r.Header)
		}
		if asked.Add(1) > refusals {
			next.ServeHTTP(w, r)
			return
		}
		_ = http.NewResponseController(w).EnableFullDuplex() // otherwise the answer waits for the first puzzle
		w.Header().Set("Connection", "close")
		w.Header().Set("Retry-After", after)
		http.Error(w, "no room", http.StatusTooManyRequests)
	}))
	defer s.Close()
	c := client.New(s.URL, client.WithToken("secret"), client.WithRetries(1, 2*time.Second))
	if w, err := c.Solve(t.Context(), client.SolveRequest{Puzzle: puzzle}); err != nil || !w.Complete || asked.Load() != 2 {
		t.Errorf("%+v %v, asked %d times", w, err, asked.Load())
	}
	asked.Store(0)
	n := 0
	for w, err := range c.CheckBatch(t.Context(), client.CheckRequest{}, slices.Values([]string{puzzle, puzzle})) {
		if n++; err != nil || w.Unique != "yes" {
			t.Errorf("%+v %v", w, err)
		}
	}
	if n != 2 || asked.Load() != 2 {
		t.Errorf("%d answers, asked %d times", n, asked.Load())
	}
	for _, q := range []struct {
		after    string
		refusals int64
		want     int64
	}{{"1", 9, 2}, {"3", 9, 1}, {"", 9, 1}} {
		after, refusals = q.after, q.refusals
		asked.Store(0)
		_, err := c.Solve(t.Context(), client.SolveRequest{Puzzle: puzzle})
		if p, ok := errors.AsType[*wire.Problem](err); !ok || p.Status != 429 || asked.Load() != q.want {
			t.Errorf("%+v: %v, asked %d times", q, err, asked.Load())
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	after = "1"
	if _, err := c.Solve(ctx, client.SolveRequest{Puzzle: puzzle}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestStream(t *testing.T) {
	c, _, _ := served(t)
	told := 0
	w, err := c.TargetStream(t.Context(), client.TargetRequest{Puzzle: puzzle}, func(wire.TargetProgress) { told++ })
	if err != nil || w.Outcome != "found" || told == 0 {
		t.Errorf("%+v %v, told %d times", w, err, told)
	}
	if _, err := c.TargetStream(t.Context(), client.TargetRequest{}, nil); err == nil {
		t.Error("no problem")
	}
}

// TestBatch checks that a batch is answered puzzle by puzzle, whatever the puzzles are.
func TestBatch(t *testing.T) {
	c, queue, _ := served(t)
	const all = 5000
	written := func(yield func(string) bool) {
		for i := range all {
			text := puzzle
			switch i % 100 {
			case 50:
				text = "bad"
			case 51:
				text = ""
			case 52:
				text = strings.Join([]string{puzzle[:9], puzzle[9:18], puzzle[18:27], puzzle[27:36], puzzle[36:45], puzzle[45:54], puzzle[54:63], puzzle[63:72], puzzle[72:]}, "\n")
			}
			if !yield(text) {
				return
			}
		}
	}
	n := 0
	for w, err := range c.SolveBatch(t.Context(), client.SolveRequest{Limit: 3, Order: "lex"}, written) {
		p, refused := errors.AsType[*wire.Problem](err)
		if bad := n%100 == 50 || n%100 == 51; bad != refused || bad && p.Line != n+1 || !bad && (err != nil || w.Puzzle != puzzle || !w.Complete) {
			t.Fatalf("%d: %+v %v", n, w, err)
		}
		n++
	}
	if n != all {
		t.Errorf("%d answers", n)
	}
	// Leaving the iteration ends the searches.
	endless := func(yield func(string) bool) {
		for yield(empty) {
		}
	}
	for range c.SolveBatch(t.Context(), client.SolveRequest{Limit: 1000}, endless) {
		break
	}
	for end := time.Now().Add(30 * time.Second); queue.State().Requests > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it goes on without its client")
		}
	}
	for _, err := range c.SolveBatch(t.Context(), client.SolveRequest{Limit: -1}, endless) {
		if p, ok := errors.AsType[*wire.Problem](err); !ok || p.Code != wire.InvalidRequest {
			t.Errorf("%v", err)
		}
	}
}

// TestBatchIsTalk checks that each puzzle is sent soon, even if the next one comes late, and that
// an incomplete answer is an error.
func TestBatchIsTalk(t *testing.T) {
	c, _, _ := served(t)
	turn := make(chan bool)
	said := 0
	for w, err := range c.CountBatch(t.Context(), client.CountRequest{}, func(yield func(string) bool) {
		for range 3 {
			if !yield(puzzle) || !<-turn {
				return
			}
		}
	}) {
		if said++; err != nil || w.Count != 1 {
			t.Errorf("%+v %v", w, err)
		}
		turn <- true
	}
	if said != 3 {
		t.Errorf("%d answers", said)
	}
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).EnableFullDuplex()
		w.Header().Set("Connection", "close")
		fmt.Fprintln(w, `{"count":1}`)
	}))
	defer cut.Close()
	var last error
	for _, last = range client.New(cut.URL).CountBatch(t.Context(), client.CountRequest{}, slices.Values([]string{puzzle, puzzle})) {
	}
	if last == nil {
		t.Error("an answer that breaks off looks whole")
	}
}
