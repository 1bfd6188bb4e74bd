package netjob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"nonet/internal/app/batch"
	"nonet/internal/app/batch/echo"
	"nonet/job"
)

// served is a coordinator that listens.
type served struct {
	*Coordinator
	*echo.Job
	access Access
	ended  chan error
}

func serve(t *testing.T, c Config) *served {
	t.Helper()
	return serveJob(t, c, echo.New(t, 200))
}

func serveJob(t *testing.T, c Config, j *echo.Job) *served {
	t.Helper()
	if c.Manifest, c.Dir, c.Inputs = j.Manifest, j.Dir, j.Inputs; c.Work == nil {
		c.Work = echo.Work
	}
	if c.Lease == 0 {
		c.Lease = time.Minute
	}
	s := &served{Coordinator: New(c), Job: j, ended: make(chan error, 1)}
	var err error
	if s.access, err = NewAccess(nil, nil); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.access.URLs = []string{"https://" + l.Addr().String()}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	go func() {
		s.ended <- s.Serve(ctx, l, s.access, Info{Job: j.Manifest.Job, ID: j.Manifest.ID, Lease: c.Lease.Seconds()})
	}()
	return s
}

func (s *served) client(secret string, work batch.Work) *Client {
	return &Client{Link: func() (string, error) { return s.access.Link(s.access.URLs[0], secret), nil }, Name: "w", Patience: time.Minute, Work: func([]string) batch.Work { return work }}
}

// Workers do a job; those that lie are expelled, and what they did is done again.
func TestLiarsAreExpelled(t *testing.T) {
	s := serve(t, Config{Check: 1})
	if err := s.client(s.access.Join, echo.Lie).Run(t.Context(), 2); !errors.Is(err, ErrRefused) {
		t.Errorf("a liar ends with %v", err)
	}
	// One that is honest at first: its honest answers are done again as well.
	s.Coordinator.Check = 0
	var n atomic.Int64
	id, secret, _ := s.Join("sly", false)
	sly := s.Known(secret)
	for range 3 {
		shard, err := s.Lease(sly)
		if err != nil {
			t.Fatal(err)
		}
		task, _ := s.runner.Task(shard)
		var out bytes.Buffer
		task.Out, task.Notes, task.Puzzles = &out, io.Discard, &n
		if _, err := echo.Work(t.Context(), task); err != nil {
			t.Fatal(err)
		}
		if first, err := s.Finish(t.Context(), sly, echo.Entry(shard.N, out.String()), &out); !first || err != nil {
			t.Fatal(first, err)
		}
	}
	s.Coordinator.Check = 1
	shard, _ := s.Lease(sly)
	if _, err := s.Finish(t.Context(), sly, echo.Entry(shard.N, "0\n"), strings.NewReader("0\n")); !errors.Is(err, ErrLie) {
		t.Errorf("a lie is answered with %v", err)
	}
	for e := range s.Manifest.Entries {
		if e.Worker == id {
			t.Errorf("shard %d of one who was expelled counts", e.Shard)
		}
	}
	if err := s.client(s.access.Join, echo.Work).Run(t.Context(), 2); err != nil {
		t.Error(err)
	}
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	s.Same(t)
}

// Bad input ends a job that is to fail fast, if who says so can be believed, and the shard is not entered.
func TestBadInputEndsTheJob(t *testing.T) {
	s := serve(t, Config{Check: 1, BadStatus: 2})
	finish := func(trusted bool) error {
		_, secret, _ := s.Join("one", trusted)
		w := s.Known(secret)
		shard, err := s.Lease(w)
		if err != nil {
			t.Fatal(err)
		}
		e := echo.Entry(shard.N, "0\n")
		e.Status = 2
		_, err = s.Finish(t.Context(), w, e, strings.NewReader("0\n"))
		if s.Manifest.Has(shard.N) {
			t.Errorf("shard %d is entered", shard.N)
		}
		return err
	}
	if err := finish(false); !errors.Is(err, ErrLie) || s.Failure() != nil {
		t.Errorf("a stranger's lie is answered with %v, and the job with %v", err, s.Failure())
	}
	if err := finish(true); err != nil || !errors.As(s.Failure(), new(*batch.BadInputError)) {
		t.Errorf("bad input is answered with %v, and the job with %v", err, s.Failure())
	}
}

// A second opinion that is given here ends with the job, and before Serve returns.
func TestOpinionEndsWithTheJob(t *testing.T) {
	begun := make(chan struct{})
	var over atomic.Bool
	s := serve(t, Config{Check: 1, Quorum: true, Work: func(ctx context.Context, t *batch.Task) (int, error) {
		close(begun)
		<-ctx.Done()
		over.Store(true)
		return 0, ctx.Err()
	}})
	_, own, _ := s.Join("w", false)
	w := s.Known(own)
	shard, err := s.Lease(w)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Finish(t.Context(), w, echo.Entry(shard.N, "0\n"), strings.NewReader("0\n")); err != nil {
		t.Fatal(err)
	}
	for err == nil { // until nothing is left but what nobody else can do
		_, err = s.Lease(w)
	}
	<-begun
	s.Leave(w)
	s.Cancel()
	if <-s.ended; !over.Load() {
		t.Error("Serve returned while it was decided still")
	}
}

// With a quorum the coordinator does those shards alone of which two workers differ; who has nobody beside it is checked
// here, and who lies is found out either way.
func TestQuorum(t *testing.T) {
	var here atomic.Int64
	counted := func(ctx context.Context, t *batch.Task) (int, error) {
		here.Add(1)
		return echo.Work(ctx, t)
	}
	s := serve(t, Config{Check: 1, Quorum: true, Work: counted})
	_, lying, _ := s.Join("liar", false)
	liar := s.Known(lying)
	shard, err := s.Lease(liar)
	if err != nil {
		t.Fatal(err)
	}
	if first, err := s.Finish(t.Context(), liar, echo.Entry(shard.N, "0\n"), strings.NewReader("0\n")); err != nil || !first || s.Manifest.Has(shard.N) {
		t.Fatalf("one opinion: %v %v", first, err)
	}
	var group, both sync.WaitGroup
	both.Add(2) // who came first would be alone
	for range 2 {
		var once sync.Once
		group.Go(func() {
			if err := s.client(s.access.Join, func(ctx context.Context, t *batch.Task) (int, error) {
				once.Do(func() { both.Done(); both.Wait() })
				return echo.Work(ctx, t)
			}).Run(t.Context(), 1); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	if !s.IsExpelled(liar) {
		t.Error("the liar is not expelled")
	}
	if n := here.Load(); n == 0 || n > int64(s.Manifest.Job.Shards())/2 {
		t.Errorf("%d of %d shards were done here", n, s.Manifest.Job.Shards())
	}
	s.Same(t)
	// One by itself.
	for _, work := range []batch.Work{echo.Work, echo.Lie} {
		s := serve(t, Config{Check: 1, Quorum: true})
		w := s.client(s.access.Join, work)
		err := w.Run(t.Context(), 2)
		if honest := errors.Is(err, nil); honest {
			s.Same(t)
		} else if !errors.Is(err, ErrRefused) {
			t.Error(err)
		}
		if lied := s.Status().Expelled == 1; lied == (err == nil) {
			t.Errorf("expelled: %v; %v", lied, err)
		}
	}
}

// A worker that gives no sign of life loses its shard to another, and what it brings later is passed over.
func TestLeasesRunOut(t *testing.T) {
	s := serve(t, Config{Lease: 20 * time.Millisecond})
	_, secret, _ := s.Join("dead", false)
	dead := s.Known(secret)
	shard, err := s.Lease(dead)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.client(s.access.Join, echo.Work).Run(t.Context(), 3); err != nil {
		t.Error(err)
	}
	if first, err := s.Finish(t.Context(), dead, echo.Entry(shard.N, ""), strings.NewReader("")); first || err != nil {
		t.Errorf("late: %v %v", first, err)
	}
	if s.Beat(dead, shard.N) || s.Status().Again == 0 {
		t.Error("the lease has not run out")
	}
	s.Same(t)
}

// A stranger that gives signs of life for ever keeps no shard from others: they get it as well, and the first honest answer counts, be
// it the stranger's.
func TestHeldForEver(t *testing.T) {
	s := serve(t, Config{Check: 0.5})
	join := func() *Worker {
		_, secret, _ := s.Join("w", false)
		return s.Known(secret)
	}
	lease := func(w *Worker) job.Shard {
		shard, err := s.Lease(w)
		if err != nil {
			t.Fatal(err)
		}
		return shard
	}
	alive, slow, third := join(), join(), join()
	held := map[int]bool{}
	for range 5 {
		held[lease(alive).N] = true
	}
	other := lease(slow)
	for {
		if _, err := s.Lease(third); errors.Is(err, ErrNothing) {
			break
		}
	}
	later := func() { // as if all but the third had had what they have for an hour
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, l := range s.leases {
			if l.worker != third {
				l.since = time.Now().Add(-time.Hour)
			}
		}
		s.swept = time.Time{}
	}
	if later(); s.Status().Leased != s.Status().Shards {
		t.Fatal("something is left to do")
	}
	// The third gets what the others have; all of them are told to go on.
	for range 6 {
		if n := lease(third).N; !held[n] && n != other.N {
			t.Fatalf("shard %d, which nobody has had for long", n)
		}
	}
	if !s.Beat(slow, other.N) || !s.Beat(third, other.N) {
		t.Error("one of two at a shard is told that it is the other's")
	}
	if _, err := s.Lease(third); !errors.Is(err, ErrNothing) {
		t.Errorf("%v, where all is somebody's who has not had it for long", err)
	}
	task, _ := s.runner.Task(other)
	var out bytes.Buffer
	task.Out, task.Notes, task.Puzzles = &out, io.Discard, new(atomic.Int64)
	if _, err := echo.Work(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	if first, err := s.Finish(t.Context(), slow, echo.Entry(other.N, out.String()), bytes.NewReader(out.Bytes())); !first || err != nil {
		t.Errorf("who was slow is answered %v %v", first, err)
	}
	if s.Beat(slow, other.N) || s.Beat(third, other.N) {
		t.Error("a shard that is done is somebody's")
	}
	s.Leave(third)
	s.Leave(slow)
	held[lease(alive).N] = true
	later()
	if err := s.client(s.access.Join, echo.Work).Run(t.Context(), 3); err != nil {
		t.Error(err)
	}
	s.Leave(alive)
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	s.Same(t)
	for e := range s.Manifest.Entries {
		if e.Worker == alive.ID {
			t.Errorf("shard %d is its who brought nothing", e.Shard)
		}
	}
}

// A stranger that takes shards and brings none gets no more at some point; what it has is free once it leaves.
func TestTakenWithoutEnd(t *testing.T) {
	s := serveJob(t, Config{Check: 1}, echo.Sized(t, 3000, 20))
	_, secret, _ := s.Join("w", false)
	w := s.Known(secret)
	for {
		if _, err := s.Lease(w); err != nil {
			break
		}
	}
	if n := s.Status().Leased; n != mostHeld {
		t.Errorf("%d shards of %d", n, s.Status().Shards)
	}
	s.Leave(w)
	if n := s.Status().Leased; n != 0 {
		t.Errorf("%d shards are its who left", n)
	}
}

// Who was stopped waits for nobody where nobody listens any more, but for who may come again; that nobody is reached is told once.
func TestStoppedAtTheEnd(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: fmt.Errorf("connect: %w", syscall.ECONNREFUSED)}
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	for _, r := range []struct {
		stopped *stopped
		why     error
		lost    time.Time
		ends    bool
	}{
		{nil, refused, ago(time.Minute), false},
		{nil, refused, ago(11 * time.Minute), true},
		{&stopped{ago(2 * linger), time.Minute}, refused, ago(time.Minute), true},
		{&stopped{ago(linger / 2), time.Minute}, refused, ago(time.Minute), false},                  // a restart takes a moment
		{&stopped{ago(2 * linger), time.Minute}, refused, ago(linger / 2), false},                   // somebody was reached since
		{&stopped{ago(2 * linger), time.Minute}, context.DeadlineExceeded, ago(time.Minute), false}, // a network
	} {
		told := 0
		c := &Client{Patience: 10 * time.Minute, Away: func(error) { told++ }}
		c.stopped.Store(r.stopped)
		c.reached.Store(&r.lost)
		for range 2 {
			if end := c.gone(r.why); (end != nil) != r.ends || r.stopped != nil && r.ends != errors.As(end, new(*StoppedError)) {
				t.Errorf("%+v: %v", r, end)
			}
		}
		if (told == 1) == r.ends || told > 1 {
			t.Errorf("%+v: told %d times", r, told)
		}
	}
}

// A worker that is told to end hands back what it has.
func TestHandedBack(t *testing.T) {
	s := serve(t, Config{})
	ctx, cancel := context.WithCancel(t.Context())
	begun := make(chan struct{})
	var once sync.Once
	err := s.client(s.access.Join, func(ctx context.Context, _ *batch.Task) (int, error) {
		once.Do(func() { close(begun); cancel() })
		<-ctx.Done()
		return 0, ctx.Err()
	}).Run(ctx, 2)
	if <-begun; !errors.Is(err, context.Canceled) || s.Status().Leased != 0 {
		t.Errorf("%v; %d are leased still", err, s.Status().Leased)
	}
}

// Who lacks a token gets nothing; a worker's token opens nothing but work; and whatever is sent, the
// coordinator answers with a refusal.
func TestAccess(t *testing.T) {
	s := serve(t, Config{})
	c := s.client(s.access.Admin, echo.Work)
	client, address, _, err := c.to(s.access.Link(s.access.URLs[0], s.access.Admin))
	if err != nil {
		t.Fatal(err)
	}
	_, secret, _ := s.Join("w", false)
	w := s.Known(secret)
	shard, _ := s.Lease(w)
	for _, r := range []struct {
		method, path, secret, entry, body string
		want                              int
	}{
		{"POST", "/join", "", "", `{"name":"x"}`, 401},
		{"POST", "/join", s.access.Join, "", `{`, 400},
		{"POST", "/join", s.access.Join, "", `{"name":"` + strings.Repeat("x", 10000) + `"}`, 400},
		{"POST", "/lease", s.access.Join, "", "", 401},
		{"POST", "/cancel", s.access.Join, "", "", 401},
		{"POST", "/cancel", secret, "", "", 401},
		{"GET", "/status", secret, "", "", 401},
		{"GET", "/metrics", "", "", "", 401},
		{"GET", "/metrics", s.access.Admin, "", "", 200},
		{"GET", "/", "", "", "", 200},
		{"GET", "/page.js", "", "", "", 200},
		{"GET", "/page/../access.go", "", "", "", 404},
		{"GET", "/text/99999999", secret, "", "", 404},
		{"GET", "/text/-1", secret, "", "", 404},
		{"GET", "/text/0", secret, "", "", 200},
		{"PUT", "/result/0", secret, "", "", 400},
		{"PUT", "/result/1", secret, `{"shard":0}`, "", 400},
		{"PUT", "/result/0", secret, `{"shard":0,"bytes":-1}`, "", 422},
		{"PUT", "/result/0", secret, `{"shard":0,"bytes":1099511627776}`, "", 400},
		{"PUT", "/result/0", secret, `{"shard":0,"bytes":5,"sum":"x"}`, "hello", 422},
		{"PUT", "/result/0", secret, `{"shard":0,"bytes":50,"sum":"x"}`, "hello", 422},
		{"POST", fmt.Sprintf("/beat/%d", shard.N), secret, "", "", 200},
		{"POST", "/beat/3", secret, "", "", 409},
		{"POST", "/pause", s.access.Admin, "", "", 200},
		{"POST", "/lease", secret, "", "", 204},
		{"POST", "/cancel", s.access.Admin, "", "", 200},
	} {
		h := http.Header{}
		if r.entry != "" {
			h.Set("Nonet-Entry", r.entry)
		}
		status, b, err := send(t.Context(), client, r.method, address+r.path, r.secret, h, strings.NewReader(r.body), 1<<20)
		if err != nil || status != r.want {
			t.Errorf("%s %s: %d %s %v, want %d", r.method, r.path, status, b, err, r.want)
		}
		if bytes.Contains(b, []byte("{{")) || bytes.Contains(b, []byte("netjob.page")) {
			t.Errorf("%s has a text that the catalogue lacks", r.path)
		}
	}
	// Another's certificate is noticed before anything is said.
	other, err := NewAccess(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	wrong := &Client{Link: func() (string, error) { return other.Link(s.access.URLs[0], s.access.Admin), nil }}
	if _, err := wrong.Ask(t.Context(), "GET", "/status"); !errors.Is(err, ErrPin) {
		t.Errorf("another's certificate: %v", err)
	}
	for _, link := range []string{"", "http://x#a.b", "https://x", "https://x#a", "https://x#.00", "https://#a." + strings.Repeat("00", 32)} {
		if _, _, _, err := linked(link); !errors.Is(err, ErrLink) {
			t.Errorf("%q: %v", link, err)
		}
	}
	if !errors.Is(s.Failure(), ErrCancelled) {
		t.Error(s.Failure())
	}
}

// While one worker is at a hard puzzle, others do all that is behind it, though it is one shard: in this process, or others
// with a message to who has it.
func TestShardsAreDivided(t *testing.T) {
	const lines = 4000
	for _, near := range []bool{true, false} {
		s := serveJob(t, Config{Lease: 300 * time.Millisecond}, echo.Sized(t, lines, 1<<20))
		var answered, calls atomic.Int64
		work := func(ctx context.Context, t *batch.Task) (int, error) {
			b, err := io.ReadAll(t.In)
			if err != nil {
				return 0, err
			}
			own := int64(bytes.Count(b, []byte("\n")))
			for hard := calls.Add(1) == 1; hard && answered.Load() < lines-own && ctx.Err() == nil; { // all others have to do everything else
				time.Sleep(time.Millisecond)
			}
			t.In = io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b)))
			status, err := echo.Work(ctx, t)
			answered.Add(own)
			return status, err
		}
		workers := 1
		one := s.client(s.access.Join, work)
		if near {
			workers, one.Near = 2, s.Coordinator
		}
		var group sync.WaitGroup
		for _, c := range []*Client{one, s.client(s.access.Join, work)}[:3-workers] {
			group.Go(func() {
				if err := c.Run(t.Context(), workers); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if s.Same(t); s.Status().Puzzles != lines {
			t.Errorf("near %v: %d puzzles", near, s.Status().Puzzles)
		}
	}
}

// A part that nobody brings comes back after its lease; one that comes twice, or with another end, is there once.
func TestPartsAreDoneAgain(t *testing.T) {
	s := serveJob(t, Config{Lease: time.Millisecond}, echo.Sized(t, 100, 1<<20))
	_, secret, _ := s.Join("a", false)
	w := s.Known(secret)
	u, err := s.unit(w)
	if err != nil || !u.whole {
		t.Fatalf("%+v %v", u, err)
	}
	part := func(span job.Span) (bool, error) {
		in, _, err := (&batch.Text{ReaderAt: s.Text(0), Length: s.Text(0).Size()}).Section(job.Shard{From: span.From, To: span.To})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		var n atomic.Int64
		if _, err := echo.Work(t.Context(), &batch.Task{In: in, Out: &out, Puzzles: &n}); err != nil {
			t.Fatal(err)
		}
		return s.FinishPart(t.Context(), w, echo.Entry(0, out.String()), span, &out)
	}
	all := u.span.To
	if first, err := part(job.Span{From: 0, To: 200}); !first || err != nil { // the word that it gave away the rest was lost
		t.Fatal(first, err)
	}
	if first, err := part(job.Span{From: 0, To: 200}); first || err != nil {
		t.Error("twice", err)
	}
	if first, err := part(job.Span{From: 100, To: 300}); first || err != nil {
		t.Error("within what is done", err)
	}
	behind, err := s.unit(w)
	if err != nil || behind.span != (job.Span{From: 200, To: all}) {
		t.Fatalf("%+v %v", behind, err)
	}
	echo.Until(t, "the lease runs out", func() bool {
		again, err := s.unit(w)
		return err == nil && again.span == behind.span
	})
	if s.give(w, 0, 200, all+1) || s.give(w, 0, 7, 250) {
		t.Error("given away by who does not have it")
	}
	if first, err := part(job.Span{From: 200, To: all}); !first || err != nil {
		t.Error(first, err)
	}
	s.Same(t)
	if _, err := s.unit(w); !errors.Is(err, ErrOver) {
		t.Error(err)
	}
}
