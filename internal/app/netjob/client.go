package netjob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
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
	// Dial lets one in where a link leads to no coordinator's own address, but to a broker; nil: no such link
	// is known.
	Dial func(ctx context.Context, link string) (Session, error)
	// Patience is how long a coordinator may be unreachable; 0: for ever.
	Patience time.Duration
	// Away, unless nil, is told why a coordinator is not reached, once until it is again.
	Away func(why error)

	mu   sync.Mutex
	now  Session
	http *http.Client
	pin  string
	ours map[int]*batch.Text // inputs that this machine can read as well, by the info they belong to
	of   string              // that info's job
	// Where else to ask: the addresses of coordinators, and how many times one of them was of no use.
	peers []string
	tries int

	reached atomic.Pointer[time.Time] // when a coordinator was, last; else when this began
	away    atomic.Bool
	stopped atomic.Pointer[stopped] // the last time; nil: never
}

// stopped is a while in which this process did nothing at all.
type stopped struct {
	since time.Time // when it went on
	long  time.Duration
}

// StoppedError is that this process was stopped for so long that the job may have ended without it, and then nobody was there any more.
type StoppedError struct{ Long time.Duration }

func (e *StoppedError) Error() string {
	return fmt.Sprintf("stopped for %v, and then nobody serves", e.Long)
}

// watch notes when the process was stopped for longer than a coordinator waits at the end for workers, until ctx ends.
func (c *Client) watch(ctx context.Context) {
	last := time.Now()
	for tick := time.NewTicker(linger / 5); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return
		}
		now := time.Now()
		if long := now.Sub(last); long > linger {
			c.stopped.Store(&stopped{now, long})
		}
		last = now
	}
}

// reach notes that a coordinator has answered.
func (c *Client) reach() {
	now := time.Now()
	c.reached.Store(&now)
	c.away.Store(false)
}

// gone is what to end with where no coordinator is reached, nil as long as one may be again. Who was stopped and
// finds that nobody listens any more does not wait: that is how it is after the end of a job.
func (c *Client) gone(why error) error {
	if c.Patience <= 0 {
		return nil
	}
	lost := *c.reached.Load()
	if s := c.stopped.Load(); s != nil && s.since.After(lost) && time.Since(s.since) > linger && errors.Is(why, syscall.ECONNREFUSED) {
		return &StoppedError{s.long}
	}
	if time.Since(lost) > c.Patience {
		return why
	}
	if c.Away != nil && !c.away.Swap(true) {
		c.Away(why)
	}
	return nil
}

// Session is being let in by a coordinator: how shards come from it, and outputs go there. Its methods may be
// called by several goroutines. An error that is none of this package's says that the coordinator was not reached,
// or does not know the session any more: one has to be let in again.
type Session interface {
	Info() *Info
	// Lease is a shard to work on, or [ErrNothing], [ErrOver] or [ErrRefused].
	Lease(ctx context.Context) (*Task, error)
	// Text is the text of a shard that was leased.
	Text(ctx context.Context, shard int) ([]byte, error)
	// Beat says that a shard is worked on still; ours: it is not another's by now, or nobody's.
	Beat(ctx context.Context, shard int) (ours bool, err error)
	// Put brings a shard's output, and its notes behind it. An error is [ErrRefused], [ErrLater], or as said above.
	Put(ctx context.Context, e *job.Entry, output io.Reader) error
	// Return hands a shard back, Leave all.
	Return(shard int)
	Leave()
}

// Errors of a [Session].
var (
	ErrNothing = errors.New("nothing to do now")
	ErrOver    = errors.New("the job is over")
	ErrLater   = errors.New("the coordinator cannot take it now")
)

// Errors that end a worker.
var (
	ErrRefused = errors.New("the coordinator does not let this worker in")
	ErrVersion = errors.New("the coordinator is another version")
	ErrBroker  = errors.New("the link leads to a broker, which this program cannot reach")
)

// pinnedClient is a client that knows the other side by its certificate's digest.
func pinnedClient(pin []byte) *http.Client {
	return &http.Client{Transport: &http.Transport{TLSClientConfig: Pinned(pin), ForceAttemptHTTP2: true,
		DialContext:         (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second, ResponseHeaderTimeout: 10 * time.Minute, MaxIdleConnsPerHost: 64, IdleConnTimeout: time.Minute}}
}

// to is a client for who is asked now: whom the link names, or in turn those that it was told of; mu is held.
func (c *Client) to(link string) (client *http.Client, address, secret string, err error) {
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
	link, err := c.Link()
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	client, address, secret, err := c.to(link)
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
func (c *Client) join(ctx context.Context, old Session) (Session, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now != nil && c.now != old {
		return c.now, nil // another of ours was let in meanwhile
	}
	if c.now != nil {
		c.now = nil
		c.tries++
	}
	joining, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	link, err := c.Link()
	if err != nil {
		return nil, err
	}
	dial := c.dial
	if Brokered(link) {
		if dial = c.Dial; dial == nil {
			return nil, ErrBroker
		}
	}
	s, err := dial(joining, link)
	if err != nil {
		c.tries++
		return nil, err
	}
	info := s.Info()
	if info.Version != c.Version {
		return nil, fmt.Errorf("%w: %q, %q", ErrVersion, info.Version, c.Version)
	}
	if err := info.Job.Valid(); err != nil {
		return nil, err
	}
	c.shared(info)
	if len(info.Peers) > 1 {
		c.peers = info.Peers
	}
	c.now = s
	return s, nil
}

// shared opens those inputs that this machine has at the same paths; mu is held.
func (c *Client) shared(info *Info) {
	if c.of == info.ID {
		return
	}
	c.of, c.ours = info.ID, map[int]*batch.Text{}
	for i, path := range info.Paths {
		if i >= len(info.Job.Inputs) {
			break
		}
		if f := batch.OpenSame(path, &info.Job.Inputs[i]); f != nil {
			c.ours[i] = &batch.Text{ReaderAt: f, Length: info.Job.Inputs[i].Bytes}
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
	c.reach()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	go c.watch(watching)
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
	s := c.now
	c.mu.Unlock()
	if s != nil {
		s.Leave()
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
	var s Session
	var p, idle pace
	var work *batch.Steps
	for ctx.Err() == nil && !over.Load() {
		if near != nil && c.Near.leads() {
			switch err := c.Near.near(ctx, near); {
			case errors.Is(err, ErrOver):
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
				if errors.Is(err, ErrOver) {
					over.Store(true)
					continue
				}
				if errors.Is(err, ErrVersion) || errors.Is(err, ErrLink) || errors.Is(err, ErrBroker) || errors.As(err, new(*fs.PathError)) || (errors.Is(err, ErrRefused) || errors.Is(err, ErrPin)) && c.Patience > 0 {
					return err
				}
				if end := c.gone(err); end != nil {
					return end
				}
				s = nil
				p.sleep(ctx)
				continue
			}
			work = &batch.Steps{Work: c.Work(s.Info().Job.Op)}
		}
		t, err := s.Lease(ctx)
		if err == nil || errors.Is(err, ErrNothing) {
			c.reach()
		}
		switch {
		case err != nil && ctx.Err() != nil: // the session is left, with what it may have been given meanwhile
			return nil
		case err == nil && t.Shard >= 0 && t.Shard < s.Info().Job.Shards():
			p, idle = pace{}, pace{}
			c.told(t.Peers)
			if err := c.shard(ctx, s, t, work); err != nil && ctx.Err() == nil {
				p.sleep(ctx)
			}
		case err == nil, errors.Is(err, ErrNothing):
			idle.sleep(ctx)
		case errors.Is(err, ErrOver):
			over.Store(true)
		case errors.Is(err, ErrRefused): // expelled
			return err
		default: // it is gone, or another coordinates, who does not know us
			if end := c.gone(err); end != nil {
				return end
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
func (c *Client) shard(ctx context.Context, s Session, t *Task, work *batch.Steps) error {
	beat := s // s may become another
	near, divides := s.(*direct)
	divides = divides && !t.Whole
	var part job.Span
	if t.Part != nil {
		if !divides {
			return ErrLater
		}
		part = *t.Part
	}
	from := part.From
	giveBack := func() {
		if divides {
			near.giveBack(t.Shard, from)
		} else {
			s.Return(t.Shard)
		}
	}
	var rest atomic.Pointer[batch.Rest] // once there is one
	var sending atomic.Pointer[context.CancelFunc]
	working, stop := context.WithCancel(ctx)
	defer stop()
	var beats sync.WaitGroup
	defer beats.Wait()
	defer stop()
	beats.Go(func() {
		for tick := time.NewTicker(min(time.Duration(beat.Info().Lease/3*float64(time.Second)), 2*time.Second)); ; {
			select {
			case <-working.Done():
				tick.Stop()
				return
			case <-tick.C:
			}
			asking, cancel := context.WithTimeout(working, quick)
			var ours, asked bool
			var err error
			if divides {
				ours, asked, err = near.beat(asking, t.Shard, from)
			} else {
				ours, err = beat.Beat(asking, t.Shard)
			}
			cancel()
			if err == nil {
				c.reach()
			}
			if left := rest.Load(); asked && left != nil {
				work.Ahead(0)
				if given, ok := left.Split(work.Least(t.Range)); ok {
					near.give(t.Shard, from, given.From)
				}
			}
			if end := sending.Load(); err == nil && !ours && end == nil {
				stop() // it is another's
			} else if err != nil && end != nil {
				(*end)() // who does not listen to signs of life takes no output either
			}
		}
	})
	out, err := newSpool()
	if err != nil {
		giveBack()
		return err
	}
	defer out.Close()
	var notes bytes.Buffer
	var puzzles atomic.Int64
	at := s.Info().Job.Shard(t.Shard)
	task := &batch.Task{From: t.From, To: t.To, Continues: t.Continues, Cut: !t.Range && !s.Info().Job.Inputs[at.Input].Whole, Behind: at.From > 0, Torn: t.Torn, Whole: !divides, Out: out, Notes: &notes, Puzzles: &puzzles}
	if !t.Range {
		if task.In, err = c.text(working, s, t); err != nil {
			if ctx.Err() != nil {
				giveBack()
			}
			return err
		}
	}
	if t.Part == nil {
		part.To = task.Len()
	}
	if part.Len() <= 0 && task.Len() > 0 { // its output would stand for the whole
		giveBack()
		return ErrLater
	}
	left := batch.NewRest(part)
	rest.Store(left)
	start := time.Now()
	status, err := work.Do(working, task, left)
	if err != nil || working.Err() != nil {
		giveBack()
		return errors.Join(err, working.Err())
	}
	e := job.Entry{Shard: t.Shard, Bytes: out.n, Sum: job.Sum(out.sum), Puzzles: puzzles.Load(), Notes: int64(notes.Len()), Status: status, Took: time.Since(start).Milliseconds()}
	if part.To = left.To(); part == (job.Span{To: task.Len()}) {
		part = job.Span{} // all of it
	}
	// What is done is worth trying for: a coordinator that restarts takes it, if it lets us in, and so does
	// another that goes on with the job.
	var p pace
	for range 20 {
		trying, cancel := context.WithTimeout(ctx, 10*time.Minute)
		sending.Store(&cancel)
		output := io.MultiReader(io.NewSectionReader(out.file, 0, out.n), bytes.NewReader(notes.Bytes()))
		var err error
		if one, ok := s.(*direct); ok {
			err = one.put(trying, &e, part, output)
		} else if part.Len() == 0 {
			err = s.Put(trying, &e, output)
		}
		cancel()
		switch {
		case err == nil, errors.Is(err, ErrRefused):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.Is(err, ErrLater):
			if end := c.gone(err); errors.As(end, new(*StoppedError)) {
				return end
			}
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

// text is the text of a shard: from the same file here, or from the coordinator.
func (c *Client) text(ctx context.Context, s Session, t *Task) (*io.SectionReader, error) {
	info := s.Info()
	shard := info.Job.Shard(t.Shard)
	c.mu.Lock()
	here := c.ours[shard.Input]
	c.mu.Unlock()
	if here != nil {
		text, _, err := here.Section(shard)
		return text, err
	}
	b, err := s.Text(ctx, t.Shard)
	return io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))), err
}
