package jobqueue

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/app/batch"
	"nonet/internal/check/freeport"
	"nonet/internal/check/natsserver"
	"nonet/internal/job"
)

// answerLengths answers each line with its length.
func answerLengths(ctx context.Context, t *batch.Task) (int, error) {
	b, err := io.ReadAll(t.In)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		fmt.Fprintf(t.Out, "%d\n", len(line))
		if len(line)%7 == 0 {
			fmt.Fprintf(t.Notes, "a line of %d\n", len(line))
		}
		t.Puzzles.Add(1)
	}
	return 0, ctx.Err()
}

// served is a job of lines in a directory of its own, with its server.
type served struct {
	*Server
	want  string
	ended chan error
	ready chan struct{}
}

// startServing distributes a job with this many lines through a NATS server, until the test ends.
func startServing(t *testing.T, url string, lines int, change func(*Server)) *served {
	t.Helper()
	dir := t.TempDir()
	var in, want bytes.Buffer
	for i := range lines {
		line := strings.Repeat("x", i%17)
		if i == lines/3 {
			line = "deadly"
		}
		n, _ := fmt.Fprintln(&in, line)
		fmt.Fprintln(&want, n)
	}
	name := filepath.Join(dir, "in")
	if err := os.WriteFile(name, in.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := batch.OpenDir(filepath.Join(dir, "out"), "")
	if err != nil {
		t.Fatal(err)
	}
	inputs, err := batch.OpenInputs(t.Context(), []string{name}, nil, d, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	m, err := job.Create(d, job.Job{Op: []string{"echo"}, Inputs: inputs.All, Size: 50})
	if err != nil {
		t.Fatal(err)
	}
	s := &served{want: want.String(), ended: make(chan error, 1), ready: make(chan struct{})}
	s.Server = &Server{NATS: Connection{URL: url}, Manifest: m, Dir: d, Inputs: inputs, Replicas: 1,
		Info:  Info{Name: NewName(), Job: m.Job, Version: strings.Repeat("v", 1<<20), Lease: time.Second}, // the text is longer than a message may be
		Ready: func() { close(s.ready) }}
	if change != nil {
		change(s.Server)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.ended <- s.Run(ctx, nil)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		inputs.Close()
		d.Close()
	})
	return s
}

// newWorker returns a worker that has not started.
func (s *served) newWorker(work batch.Work) *Worker {
	return &Worker{NATS: s.NATS, Job: s.Info.Name, Machine: "w", Version: s.Info.Version, Patience: 5 * time.Minute,
		Work: func([]string) (batch.Work, error) { return work, nil }}
}

// checkOutputs fails the test unless the job has ended correctly, with the right outputs.
func (s *served) checkOutputs(t *testing.T) {
	t.Helper()
	if err := <-s.ended; err != nil {
		t.Fatal(err)
	}
	s.ended <- nil
	var out bytes.Buffer
	if err := job.Merge(&out, s.Manifest, batch.Digest); err != nil || out.String() != s.want {
		t.Errorf("%v; the outputs are %q, want %q", err, out.String(), s.want)
	}
}

func waitUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

// Two workers start before the NATS server, find the job without its name, and do it. After that, the stream no
// longer exists.
func TestJobIsDone(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t))
	s := startServing(t, n.URL(), 300, nil)
	ended := make(chan error, 2)
	var begun sync.WaitGroup // a worker that came after the end of the job would wait for another
	begun.Add(2)
	for range 2 {
		var first sync.Once
		w := s.newWorker(func(ctx context.Context, task *batch.Task) (int, error) {
			first.Do(begun.Done)
			begun.Wait()
			return answerLengths(ctx, task)
		})
		w.Job = ""
		go func() { ended <- w.Run(t.Context(), 2) }()
	}
	n.Start(t)
	s.checkOutputs(t)
	for range 2 {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	conn, err := s.NATS.open()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn.Conn)
	if err != nil {
		t.Fatal(err)
	}
	waitUntil(t, "the stream is gone", func() bool { return isMissing(t.Context(), js, s.Info.Name) })
}

// A stream may be deleted while workers work, or its NATS server may lose everything. It must then be filled
// again.
func TestStreamIsLost(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	s := startServing(t, n.URL(), 1500, nil)
	ended := make(chan error, 1)
	w := s.newWorker(func(ctx context.Context, task *batch.Task) (int, error) {
		time.Sleep(time.Millisecond) // so that the job lasts longer than the disturbance
		return answerLengths(ctx, task)
	})
	go func() { ended <- w.Run(t.Context(), 2) }()
	waitUntil(t, "something is done", func() bool { return s.Manifest.Sums().Done > 20 })
	js, err := jetstream.New(s.conn.Conn)
	if err == nil {
		err = js.DeleteStream(t.Context(), s.Info.Name)
	}
	if err != nil {
		t.Fatal(err)
	}
	done := s.Manifest.Sums().Done
	waitUntil(t, "it goes on", func() bool { return s.Manifest.Sums().Done > done+20 })
	n.Kill(t)
	if err := os.RemoveAll(n.Store); err != nil {
		t.Fatal(err)
	}
	n.Start(t)
	s.checkOutputs(t)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// forwardWhileOpen returns a URL that forwards connections to an address while open is true.
func forwardWhileOpen(t *testing.T, to string) (url string, open *atomic.Bool) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	open = new(atomic.Bool)
	open.Store(true)
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil || !open.Load() {
				near.Close()
				continue
			}
			for _, way := range [][2]net.Conn{{near, far}, {far, near}} {
				go func() {
					_, _ = io.Copy(way[0], way[1])
					near.Close()
					far.Close()
				}()
			}
		}
	}()
	return "nats://" + listener.Addr().String(), open
}

// NATS loses everything, and the server reconnects long after the worker. The worker stays.
func TestServerReconnectsLast(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	url, open := forwardWhileOpen(t, strings.TrimPrefix(n.URL(), "nats://"))
	s := startServing(t, url, 1500, nil)
	w := s.newWorker(func(ctx context.Context, task *batch.Task) (int, error) {
		time.Sleep(time.Millisecond) // so that the job lasts longer than the disturbance
		return answerLengths(ctx, task)
	})
	w.NATS.URL = n.URL()
	ended := make(chan error, 1)
	go func() { ended <- w.Run(t.Context(), 2) }()
	waitUntil(t, "something is done", func() bool { return s.Manifest.Sums().Done > 20 })
	open.Store(false)
	n.Kill(t)
	if err := os.RemoveAll(n.Store); err != nil {
		t.Fatal(err)
	}
	n.Start(t)
	select {
	case err := <-ended:
		t.Fatalf("the worker left: %v", err)
	case <-time.After(absence / 2):
	}
	open.Store(true)
	s.checkOutputs(t)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A stopped worker returns its shard: the lease is far longer than the test.
func TestWorkerStops(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	s := startServing(t, n.URL(), 30, func(s *Server) { s.Info.Lease = time.Hour })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var begun atomic.Int64
	w := s.newWorker(func(ctx context.Context, task *batch.Task) (int, error) {
		begun.Add(1)
		<-ctx.Done()
		return 0, ctx.Err()
	})
	go func() { ended <- w.Run(ctx, 3) }()
	waitUntil(t, "shards are begun", func() bool { return begun.Load() == 3 })
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.newWorker(answerLengths).Run(t.Context(), 1); err != nil {
		t.Error(err)
	}
	s.checkOutputs(t)
}

// A shard that ends three workers is set aside. The others are done, and the error names the shard. When the
// job is served again, a worker that survives completes it.
func TestShardEndsWorkers(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	var told atomic.Int64
	s := startServing(t, n.URL(), 100, func(s *Server) { s.Aside = func(job.Shard) { told.Add(1) } })
	ended, deaths := make(chan error, 10), 0
	start := func() {
		w := s.newWorker(nil)
		ctx, die := context.WithCancel(t.Context())
		t.Cleanup(die)
		w.Work = func([]string) (batch.Work, error) {
			return func(ctx context.Context, task *batch.Task) (int, error) {
				text, err := io.ReadAll(io.NewSectionReader(task.In, 0, task.In.Size()))
				if err == nil && strings.Contains(string(text), "deadly") {
					w.conn.Close() // as if the process was killed
					die()
					return 0, ctx.Err()
				}
				return answerLengths(ctx, task)
			}, nil
		}
		go func() { ended <- w.Run(ctx, 1) }()
	}
	start()
	var err error
	for running := true; running; {
		select {
		case end := <-ended:
			if end != nil {
				deaths++
				start()
			}
		case err = <-s.ended:
			running = false
		}
	}
	var aside *SetAsideError
	if !errors.As(err, &aside) || len(aside.Shards) != 1 {
		t.Fatal(err)
	}
	if sums := s.Manifest.Sums(); deaths != mostDeaths || told.Load() != 1 || sums.Done != sums.Shards-1 || s.Manifest.Has(aside.Shards[0].N) {
		t.Errorf("%d workers ended, told %d times, %+v", deaths, told.Load(), sums)
	}
	again := &served{Server: &Server{NATS: s.NATS, Manifest: s.Manifest, Dir: s.Dir, Inputs: s.Inputs, Replicas: 1, Info: s.Info}, want: s.want, ended: make(chan error, 1)}
	go func() { again.ended <- again.Run(t.Context(), nil) }()
	if err := again.newWorker(answerLengths).Run(t.Context(), 1); err != nil {
		t.Error(err)
	}
	again.checkOutputs(t)
}

// If a worker comes back, or loses the shard to another worker while it lives, this is not a death of the
// shard.
func TestDeathsAreCounted(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	s := startServing(t, n.URL(), 100, nil)
	<-s.ready
	alive := s.newWorker(answerLengths)
	alive.id = "alive"
	if _, err := s.conn.Subscribe(workerSubject(s.Info.Name, alive.id), func(m *nats.Msg) { sendChunk(s.conn, m, nil, 0) }); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		worker string
		leaves bool // returns the shard
		deaths int
	}{{"a", false, 0}, {"a", false, 0}, {"alive", false, 1}, {"b", true, 1}, {"c", false, 1}, {"alive", false, 2}, {"alive", false, 2}, {"d", false, 2}, {"e", false, 3}} {
		r := request{Worker: c.worker, Shard: 1}
		s.assignShard(r)
		if s.mu.Lock(); s.deaths[1] != c.deaths || s.aside[1] != (c.deaths == mostDeaths) {
			t.Errorf("step %d: %d deaths, want %d", i, s.deaths[1], c.deaths)
		}
		s.mu.Unlock()
		if c.leaves {
			s.releaseShard(r)
		}
	}
}

// An output that does not match its entry is not entered, and the shard is done again.
func TestWrongOutput(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t)).Start(t)
	s := startServing(t, n.URL(), 30, nil)
	<-s.ready
	w := s.newWorker(answerLengths)
	w.id, w.outputs = "w", map[int64]*io.SectionReader{1: io.NewSectionReader(strings.NewReader("1\n2\n"), 0, 4)}
	w.conn, w.info.Name = s.conn, s.Info.Name
	if _, err := s.conn.Subscribe(workerSubject(s.Info.Name, w.id), w.answerServer); err != nil {
		t.Fatal(err)
	}
	sum := batch.Digest()
	fmt.Fprint(sum, "1\n2\n")
	for _, c := range []struct {
		change func(e *job.Entry)
		output int64
		want   state
	}{
		{func(e *job.Entry) { e.Sum = strings.Repeat("0", 64) }, 1, wrong},
		{func(e *job.Entry) { e.Bytes++ }, 1, wrong},
		{func(e *job.Entry) { e.Bytes, e.Notes = 3, 1 }, 1, wrong},
		{func(e *job.Entry) { e.Notes = 1 }, 1, wrong},
		{func(e *job.Entry) { e.Bytes = -1 }, 1, wrong},
		{func(e *job.Entry) { e.Shard = 0 }, 1, wrong},
		{func(*job.Entry) {}, 2, waiting}, // the worker has no such output
		{func(*job.Entry) {}, 1, finished},
		{func(*job.Entry) {}, 1, finished},
	} {
		e := &job.Entry{Shard: 1, Bytes: 4, Sum: job.HexDigest(sum), Puzzles: 2}
		c.change(e)
		if got := s.Server.receiveShard(t.Context(), request{Worker: "w", Shard: 1, Output: c.output, Entry: e}); got != c.want {
			t.Errorf("%+v of output %d: %s, want %s", e, c.output, got, c.want)
		}
		if s.Manifest.Has(1) != (c.want == finished) {
			t.Errorf("%+v: entered %v", e, s.Manifest.Has(1))
		}
	}
}

// An error that the worker cannot repair ends the worker, and names the cause.
func TestWorkerIsRefused(t *testing.T) {
	n := natsserver.New(t, freeport.Address(t), "--user", "u", "--pass", "p").Start(t)
	url := strings.Replace(n.URL(), "//", "//u:p@", 1)
	s := startServing(t, url, 30, nil)
	<-s.ready
	another := s.newWorker(answerLengths)
	another.Version = "another"
	if err := another.Run(t.Context(), 1); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	unserved := s.newWorker(answerLengths)
	unserved.Job, unserved.Patience = "nonet-00000000", time.Millisecond
	if err := unserved.Run(t.Context(), 1); !errors.As(err, new(*AwayError)) || !IsNoServerError(err) {
		t.Errorf("nobody serves: %v", err)
	}
	for _, c := range []Connection{{URL: n.URL()}, {URL: strings.Replace(url, "p@", "q@", 1)}, {URL: "nats://:x"}, {URL: url, CA: "absent"}, {URL: url, Creds: "absent"}, {URL: url, Nkey: "absent"}} {
		w := s.newWorker(answerLengths)
		w.NATS, w.Patience = c, 0
		if err := w.Run(t.Context(), 1); !errors.As(err, new(*UnusableError)) {
			t.Errorf("%+v: %v", c, err)
		} else {
			t.Logf("%+v: %v", c, err)
		}
		server := &Server{NATS: c, Manifest: s.Manifest, Dir: s.Dir, Inputs: s.Inputs, Replicas: 1, Info: s.Info}
		if err := server.Run(t.Context(), nil); !errors.As(err, new(*UnusableError)) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	if got := (Connection{URL: url + ",nats://a"}).PublicURL(); got != n.URL()+",nats://a" {
		t.Errorf("the password is shown: %s", got)
	}
	server := &Server{NATS: s.NATS, Manifest: s.Manifest, Dir: s.Dir, Inputs: s.Inputs, Replicas: 3, Info: s.Info}
	server.Info.Name = NewName()
	if err := server.Run(t.Context(), nil); !errors.As(err, new(*UnusableError)) {
		t.Errorf("three replicas on one server: %v", err)
	} else {
		t.Log(err)
	}
}
