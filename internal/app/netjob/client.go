package netjob

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"nonet/internal/app/batch"
	"nonet/job"
)

// Client works for a coordinator, or asks it.
type Client struct {
	// Link is where the coordinator is now, with a token; it may change while one works.
	Link func() (string, error)
	// Near is the coordinator in the same process, if there is one: while it leads, it is asked directly.
	Near *Coordinator
	// Others are the addresses of all who coordinate, by what is known here; nil: what they tell is all.
	Others func() []string
	Name   string // of this machine
	// Version is this program's, which must be the coordinator's.
	Version string
	// Work makes the work of a job of its operation's words.
	Work func(words []string) batch.Work
	// Patience is how long a coordinator may be unreachable; 0: for ever.
	Patience time.Duration

	mu   sync.Mutex
	now  *session
	http *http.Client
	pin  string
	ours map[int]*os.File // inputs that this machine can read as well, by the info they belong to
	of   string           // that info's job
	// Where else to ask: the addresses of coordinators, and how many times one of them was of no use.
	peers []string
	tries int
}

// session is being let in by one coordinator.
type session struct {
	address, secret, id string
	info                Info
}

// Errors that end a worker.
var (
	ErrRefused = errors.New("the coordinator does not let this worker in")
	ErrVersion = errors.New("the coordinator is another version")
)

// pinnedClient is a client that knows the other side by its certificate's digest.
func pinnedClient(pin []byte) *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: pinned(pin), ForceAttemptHTTP2: true,
		DialContext:         (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 10 * time.Minute, MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute}}
}

// to is a client for who is asked now: whom the link names, or in turn those that it was told of; mu is held.
func (c *Client) to() (client *http.Client, address, secret string, err error) {
	link, err := c.Link()
	if err != nil {
		return nil, "", "", err
	}
	address, secret, pin, err := linked(link)
	if err != nil {
		return nil, "", "", err
	}
	if c.http == nil || c.pin != string(pin) {
		c.pin, c.http = string(pin), pinnedClient(pin)
	}
	if c.Others != nil {
		c.peers = c.Others()
	}
	if n := c.tries % (len(c.peers) + 1); n > 0 {
		address = c.peers[n-1]
	}
	return c.http, address, secret, nil
}

// told takes over who coordinates.
func (c *Client) told(peers []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(peers) > 1 {
		c.peers = peers
	}
}

// Ask sends one request with the link's own secret.
func (c *Client) Ask(ctx context.Context, method, path string) ([]byte, error) {
	c.mu.Lock()
	client, address, secret, err := c.to()
	c.mu.Unlock()
	if err != nil {
		return nil, err
	}
	status, b, err := send(ctx, client, method, address+path, secret, nil, nil, 64<<20)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusUnauthorized:
		return nil, ErrRefused
	case status != http.StatusOK:
		return nil, fmt.Errorf("%s", http.StatusText(status))
	}
	return b, nil
}

func send(ctx context.Context, client *http.Client, method, url, secret string, header http.Header, body io.Reader, most int64) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return 0, nil, err
	}
	for name, values := range header {
		r.Header[name] = values
	}
	r.Header.Set("Authorization", "Bearer "+secret)
	response, err := client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	b, err := io.ReadAll(io.LimitReader(response.Body, most))
	if err == nil && response.ContentLength > int64(len(b)) {
		err = io.ErrUnexpectedEOF
	}
	return response.StatusCode, b, err
}

// join is a session: that of before, or another if that was old.
func (c *Client) join(ctx context.Context, old *session) (*session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil && c.now != old {
		return c.now, nil // another of ours was let in meanwhile
	}
	if c.now != nil {
		c.now = nil
		c.tries++
	}
	client, address, secret, err := c.to()
	if err != nil {
		return nil, err
	}
	name, _ := json.Marshal(map[string]string{"name": c.Name})
	joining, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	status, b, err := send(joining, client, "POST", address+"/join", secret, nil, bytes.NewReader(name), 64<<20)
	if err != nil || status != http.StatusOK {
		c.tries++
	}
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusUnauthorized:
		return nil, ErrRefused
	case status != http.StatusOK:
		return nil, fmt.Errorf("%s", http.StatusText(status))
	}
	var in struct {
		ID, Secret string
		Info       Info
	}
	if err := json.Unmarshal(b, &in); err != nil {
		return nil, err
	}
	if in.Info.Version != c.Version {
		return nil, fmt.Errorf("%w: %q, %q", ErrVersion, in.Info.Version, c.Version)
	}
	if err := in.Info.Job.Valid(); err != nil {
		return nil, err
	}
	c.shared(&in.Info)
	if len(in.Info.Peers) > 1 {
		c.peers = in.Info.Peers
	}
	c.now = &session{address, in.Secret, in.ID, in.Info}
	return c.now, nil
}

// shared opens those inputs that this machine has at the same paths; mu is held.
func (c *Client) shared(info *Info) {
	if c.of == info.ID {
		return
	}
	c.of, c.ours = info.ID, map[int]*os.File{}
	for i, path := range info.Paths {
		if i >= len(info.Job.Inputs) {
			break
		}
		if f := batch.OpenSame(path, &info.Job.Inputs[i]); f != nil {
			c.ours[i] = f
		}
	}
}

// quick is how long a coordinator may take for an answer that it has at hand.
const quick = 5 * time.Second

// Run works on n shards at a time until the job is over (nil), or ctx ends: what is
// under way is handed back then.
func (c *Client) Run(ctx context.Context, n int) error {
	var group sync.WaitGroup
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var over atomic.Bool
	var near *Worker
	if c.Near != nil {
		near = c.Near.own(c.Name)
	}
	for range n {
		group.Go(func() {
			if err := c.one(ctx, &over, near); err != nil {
				cancel(err)
			}
		})
	}
	group.Wait()
	c.leave()
	if near != nil {
		c.Near.Leave(near)
	}
	if over.Load() {
		return nil
	}
	return context.Cause(ctx)
}

// leave tells the coordinator, if it still listens, that this worker is gone.
func (c *Client) leave() {
	c.mu.Lock()
	s, client := c.now, c.http
	c.mu.Unlock()
	if s != nil {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_, _, _ = send(ctx, client, "POST", s.address+"/leave", s.secret, nil, nil, 1<<10)
		client.CloseIdleConnections()
	}
}

// pace is how long to wait before asking again: longer each time.
type pace struct{ wait time.Duration }

func (p *pace) sleep(ctx context.Context) {
	p.wait = min(max(2*p.wait, 50*time.Millisecond), time.Second)
	select {
	case <-time.After(p.wait):
	case <-ctx.Done():
	}
}

// one works on one shard after the other.
func (c *Client) one(ctx context.Context, over *atomic.Bool, near *Worker) error {
	var s *session
	var p, idle pace
	var work batch.Work
	lost := time.Now() // when the coordinator was reached last
	for ctx.Err() == nil && !over.Load() {
		if near != nil && c.Near.leads() {
			switch err := c.Near.near(ctx, near); {
			case errors.Is(err, errOver):
				over.Store(true)
			case err != nil:
				idle.sleep(ctx)
			default:
				idle = pace{}
			}
			continue
		}
		if s == nil {
			var err error
			if s, err = c.join(ctx, s); err != nil {
				if errors.Is(err, ErrVersion) || errors.Is(err, ErrLink) || errors.Is(err, ErrRefused) && c.Patience > 0 || c.Patience > 0 && time.Since(lost) > c.Patience {
					return err
				}
				s = nil
				p.sleep(ctx)
				continue
			}
			work = c.Work(s.info.Job.Op)
		}
		asking, cancel := context.WithTimeout(ctx, quick)
		status, b, err := send(asking, c.http, "POST", s.address+"/lease", s.secret, nil, nil, 1<<20)
		cancel()
		if err == nil {
			lost = time.Now()
		}
		switch {
		case err == nil && status == http.StatusOK:
			var t Task
			if json.Unmarshal(b, &t) == nil && t.Shard >= 0 && t.Shard < s.info.Job.Shards() {
				p, idle = pace{}, pace{}
				c.told(t.Peers)
				if err := c.shard(ctx, s, &t, work); err != nil && ctx.Err() == nil {
					p.sleep(ctx)
				}
			}
		case err == nil && status == http.StatusNoContent:
			idle.sleep(ctx)
		case err == nil && status == http.StatusGone:
			over.Store(true)
		case err == nil && status == http.StatusForbidden: // expelled
			return ErrRefused
		default: // it is gone, or another coordinates, who does not know us
			if c.Patience > 0 && time.Since(lost) > c.Patience {
				return err
			}
			p.sleep(ctx)
			if again, err := c.join(ctx, s); err == nil {
				s = again
			} else {
				s = nil
			}
		}
	}
	return nil
}

// shard works on one shard. An error says that it should be tried again after a moment.
func (c *Client) shard(ctx context.Context, s *session, t *Task, work batch.Work) error {
	ask := func(ctx context.Context, method, what string, header http.Header, body io.Reader, most int64) (int, []byte, error) {
		return send(ctx, c.http, method, fmt.Sprintf("%s/%s/%d", s.address, what, t.Shard), s.secret, header, body, most)
	}
	beat := *s // s may become another
	var sending atomic.Pointer[context.CancelFunc]
	working, stop := context.WithCancel(ctx)
	defer stop()
	var beats sync.WaitGroup
	defer beats.Wait()
	defer stop()
	beats.Go(func() {
		for tick := time.NewTicker(min(time.Duration(beat.info.Lease/3*float64(time.Second)), quick)); ; {
			select {
			case <-working.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
			asking, cancel := context.WithTimeout(working, quick)
			status, _, err := send(asking, c.http, "POST", fmt.Sprintf("%s/beat/%d", beat.address, t.Shard), beat.secret, nil, nil, 1<<10)
			cancel()
			if end := sending.Load(); err == nil && status == http.StatusConflict && end == nil {
				stop() // it is another's
			} else if err != nil && end != nil {
				(*end)() // who does not listen to signs of life takes no output either
			}
		}
	})
	out, err := newSpool()
	if err != nil {
		c.giveBack(ask)
		return err
	}
	defer out.Close()
	var notes bytes.Buffer
	var puzzles atomic.Int64
	task := &batch.Task{From: t.From, To: t.To, Continues: t.Continues, Out: out, Notes: &notes, Puzzles: &puzzles}
	if !t.Range {
		if task.In, err = c.text(working, s, t, ask); err != nil {
			if ctx.Err() != nil {
				c.giveBack(ask)
			}
			return err
		}
	}
	start := time.Now()
	status, err := work(working, task)
	if err != nil || working.Err() != nil {
		c.giveBack(ask)
		return errors.Join(err, working.Err())
	}
	e := job.Entry{Shard: t.Shard, Bytes: out.n, Sum: job.Sum(out.sum), Puzzles: puzzles.Load(), Notes: int64(notes.Len()), Status: status, Took: time.Since(start).Milliseconds()}
	entry, err := json.Marshal(e)
	if err != nil {
		return err
	}
	// What is done is worth trying for: a coordinator that restarts takes it, if it lets us in, and so does
	// another that goes on with the job.
	var p pace
	for range 20 {
		trying, cancel := context.WithTimeout(ctx, 10*time.Minute)
		sending.Store(&cancel)
		code, _, err := ask(trying, "PUT", "result", http.Header{"Nonet-Entry": {string(entry)}}, io.MultiReader(io.NewSectionReader(out.file, 0, out.n), bytes.NewReader(notes.Bytes())), 1<<10)
		cancel()
		switch {
		case err == nil && (code == http.StatusOK || code == http.StatusConflict):
			return nil
		case err == nil && code == http.StatusForbidden:
			return ErrRefused
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil || code != http.StatusInsufficientStorage && code != http.StatusUnprocessableEntity:
			if again, err := c.join(ctx, s); err == nil {
				s = again
			}
		}
		p.sleep(ctx)
	}
	return io.ErrUnexpectedEOF
}

// spool is an output that waits to be sent: in a file, as it may be tens of megabytes for each of many processors.
type spool struct {
	file *os.File
	sum  hash.Hash
	n    int64
}

func newSpool() (*spool, error) {
	f, err := os.CreateTemp("", "nonet-*")
	return &spool{file: f, sum: batch.Digest()}, err
}

func (s *spool) Write(p []byte) (int, error) {
	n, err := s.file.Write(p)
	s.sum.Write(p[:n])
	s.n += int64(n)
	return n, err
}

// Close removes the file.
func (s *spool) Close() {
	s.file.Close()
	os.Remove(s.file.Name())
}

// giveBack tells the coordinator that a shard will not be finished here.
func (c *Client) giveBack(ask func(context.Context, string, string, http.Header, io.Reader, int64) (int, []byte, error)) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_, _, _ = ask(ctx, "POST", "return", nil, nil, 1<<10)
}

// text is the text of a shard: from the same file here, or from the coordinator.
func (c *Client) text(ctx context.Context, s *session, t *Task, ask func(context.Context, string, string, http.Header, io.Reader, int64) (int, []byte, error)) (*io.SectionReader, error) {
	shard := s.info.Job.Shard(t.Shard)
	c.mu.Lock()
	file := c.ours[shard.Input]
	c.mu.Unlock()
	if file != nil {
		return batch.Section(file, s.info.Job.Inputs[shard.Input].Bytes, shard)
	}
	status, b, err := ask(ctx, "GET", "text", nil, nil, mostText)
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s", http.StatusText(status))
	}
	return io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))), err
}

const mostText = 1 << 30
