package netjob

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"maps"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"nonet/internal/app/batch"
	"nonet/job"
)

// Config is how a coordinator works.
type Config struct {
	Manifest *job.Manifest
	Dir      *batch.Dir
	Inputs   *batch.Inputs
	// Lease is how long a shard is a worker's without a sign of life.
	Lease time.Duration
	// Check is the share of shards that the coordinator does again, to compare; Work does them.
	// The first shard of each worker is checked, unless Check is 0.
	Check float64
	Work  batch.Work
	// Quorum has another worker do those shards again, and this coordinator those alone of which two differ.
	Quorum bool
	// BadStatus is the status of a shard that ends the job, unless 0.
	BadStatus int
	// Copies is how many coordinators must have all, this one among them, before a job that is done is over.
	Copies int
	// Whole says that what comes of a shard depends on all of it, so that none is divided.
	Whole bool
	// Brokered says that a broker hands out shards, so that [Coordinator.Lease] has none.
	Brokered bool
}

// Coordinator hands out shards. Its methods may be called by several goroutines.
type Coordinator struct {
	Config
	runner *batch.Runner
	first  time.Time

	mu        sync.Mutex
	next      int // no shard before it is free, unless it is in free
	free      []int
	leases    map[int]*lease
	workers   map[string]*Worker
	secrets   map[string]*Worker
	swept     time.Time // when leases that ran out were looked for
	paused    bool
	failure   error
	ended     chan struct{}   // closed once all is done, or never will be
	ctx       context.Context // ends with the job, or when nobody is served any more
	cancel    context.CancelFunc
	deciding  sync.WaitGroup  // second opinions given here; nobody joins once ctx ended
	serving   context.Context // until nobody is served any more
	close     context.CancelFunc
	taking    sync.WaitGroup // outputs; nobody joins once serving ended
	over      bool
	puzzles   int64
	expelled  int
	again     int // leases that ran out
	history   []point
	finishing map[int]bool // their outputs are being made durable
	opinions  map[int]*opinion
	divided   map[int]*divided
	idle      time.Time         // when somebody asked last for whom there was nothing
	seconds   []int             // shards of which there is one opinion, for another worker than its
	cluster   *Cluster          // nil: it is alone
	full      time.Time         // when an output could not be kept
	words     int               // of people, who pause, resume and cancel
	overdue   []int             // shards that strangers have had for too long
	late      map[int][]*Worker // who had such a shard before it was handed to another as well
	paces     []float64         // seconds a byte or number that the last shards took, from lease to output

	entries  sync.Mutex
	waiting  []waiting // entries that the next write to the manifest has
	entering bool
}

// waiting is an entry whose output is durable.
type waiting struct {
	entry   job.Entry
	entered chan<- entered
}

type entered struct {
	first bool
	err   error
}

type lease struct {
	worker  *Worker
	until   time.Time // by the monotonic clock: nobody's setting of clocks matters
	since   time.Time
	rest    *batch.Rest // of a worker of this process
	length  int64       // of the shard, if there is a rest
	overdue bool        // it is among those
}

// Worker is who works, as the coordinator knows it.
type Worker struct {
	ID       string    `json:"id"`
	Since    time.Time `json:"since"`
	Puzzles  int64     `json:"puzzles"`
	Shards   int       `json:"shards"`
	Held     int       `json:"held"` // shards that it works on
	Expelled bool      `json:"expelled,omitempty"`
	Left     bool      `json:"left,omitempty"`

	seen    time.Time
	trusted bool
	brought int // outputs, whatever became of them
}

// point is how far the job was at a time.
type point struct {
	Seconds float64 `json:"s"`
	Puzzles int64   `json:"n"`
}

// New has nothing handed out.
func New(c Config) *Coordinator {
	k := &Coordinator{Config: c, first: time.Now(), leases: map[int]*lease{}, workers: map[string]*Worker{}, secrets: map[string]*Worker{}, ended: make(chan struct{}), finishing: map[int]bool{}, opinions: map[int]*opinion{}, divided: map[int]*divided{}, late: map[int][]*Worker{}}
	k.ctx, k.cancel = context.WithCancel(context.Background())
	k.serving, k.close = context.WithCancel(context.Background())
	k.runner = batch.NewRunner(c.Manifest, c.Dir, c.Inputs, c.Work)
	k.runner.Whole = c.Whole
	k.finished()
	return k
}

// Ended is closed once the job is done or was cancelled.
func (k *Coordinator) Ended() <-chan struct{} { return k.ended }

// Failure is why the job ended before it was done.
func (k *Coordinator) Failure() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.failure
}

// ErrCancelled is the failure of a job that a person cancelled.
var ErrCancelled = errors.New("cancelled")

// end ends the job; mu is held.
func (k *Coordinator) end(why error) {
	if !k.over {
		k.over, k.failure = true, why
		close(k.ended)
		k.cancel()
	}
}

// finished ends the job if all is done.
func (k *Coordinator) finished() {
	if sums := k.Manifest.Sums(); sums.Done == sums.Shards {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.end(nil)
	}
}

// mostWorkers bounds what is kept of workers, those that left among them.
const mostWorkers = 10_000

// Join takes a worker and returns its id and its secret. It has a name that need not be its own.
func (k *Coordinator) Join(name string, trusted bool) (id, secret string, ok bool) {
	name = strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, name)
	id, secret = name[:min(len(name), 40)]+"-"+random(4), random(32)
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.workers) >= mostWorkers {
		for id, w := range k.workers {
			if w.Held == 0 && time.Since(w.seen) > time.Minute {
				delete(k.workers, id)
				maps.DeleteFunc(k.secrets, func(_ string, one *Worker) bool { return one == w })
				break
			}
		}
		if len(k.workers) >= mostWorkers {
			return "", "", false
		}
	}
	w := &Worker{ID: id, Since: time.Now(), seen: time.Now(), trusted: trusted}
	k.workers[id], k.secrets[secret] = w, w
	return id, secret, true
}

func random(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// Known is whose secret it is; nil: nobody's.
func (k *Coordinator) Known(secret string) *Worker {
	k.mu.Lock()
	defer k.mu.Unlock()
	w := k.secrets[secret]
	if w == nil {
		return nil
	}
	w.seen, w.Left = time.Now(), false
	return w
}

// IsExpelled reports whether nothing of a worker counts.
func (k *Coordinator) IsExpelled(w *Worker) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return w.Expelled
}

// own is a worker of this process.
func (k *Coordinator) own(name string) *Worker {
	_, secret, ok := k.Join(name, true)
	if !ok {
		return nil
	}
	return k.Known(secret)
}

var errFollows = errors.New("another hands out shards")

// Lease hands out a shard that is missing, until [Config.Lease] has passed without [Coordinator.Beat].
func (k *Coordinator) Lease(w *Worker) (s job.Shard, err error) {
	if !k.leads() || k.Brokered {
		return s, errFollows
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	w.seen, w.Left = now, false
	switch {
	case k.over:
		return s, ErrOver
	case k.paused || w.Expelled, k.stranger(w) && w.Held >= max(mostHeld, 2*w.brought):
		return s, ErrNothing
	}
	k.sweep(now)
	take := func(n int) bool {
		if k.Manifest.Has(n) || k.leases[n] != nil || k.finishing[n] || k.frontDone(n) {
			return false
		}
		s = k.Manifest.Job.Shard(n)
		k.leases[n] = &lease{worker: w, until: now.Add(k.Config.Lease), since: now}
		w.Held++
		return true
	}
	if n, ok := k.second(w); ok && take(n) {
		return s, nil
	}
	for len(k.free) > 0 {
		n := k.free[0]
		if k.free = k.free[1:]; take(n) {
			return s, nil
		}
	}
	for all := k.Manifest.Job.Shards(); k.next < all; {
		n := k.next
		if k.next++; take(n) {
			return s, nil
		}
	}
	for i := 0; i < len(k.overdue); {
		n := k.overdue[i]
		if l := k.leases[n]; l != nil && l.overdue && l.worker == w {
			i++
			continue
		}
		k.overdue = slices.Delete(k.overdue, i, i+1)
		if k.pass(n) && take(n) {
			return s, nil
		}
	}
	k.alone(w)
	return s, ErrNothing
}

// mostHeld is how many shards a stranger may have at once who has brought fewer than half as many.
const mostHeld = 256

// stranger reports whether a worker is one whose answers are checked.
func (k *Coordinator) stranger(w *Worker) bool { return k.Check > 0 && !w.trusted }

// How long a stranger may have a shard alone, whatever signs of life it gives: so many leases, and so many times what shards of that size took.
const (
	patientLeases = 4
	patientTimes  = 10
)

// pass has a shard that its worker has had for too long be nobody's. That worker may still bring it. False: it is no such shard; mu is held.
func (k *Coordinator) pass(n int) bool {
	l := k.leases[n]
	if l == nil || !l.overdue {
		return false
	}
	k.late[n] = append(k.late[n], l.worker)
	k.release(n)
	return true
}

// isLate reports whether a worker is at a shard that another has now as well; mu is held.
func (k *Coordinator) isLate(w *Worker, n int) bool {
	return len(k.late[n]) > 0 && slices.Contains(k.late[n], w) && !k.over && !w.Expelled
}

// usual is how many seconds shards take, a byte or number of them; mu is held.
func (k *Coordinator) usual() float64 {
	if len(k.paces) == 0 {
		return 0
	}
	all := slices.Sorted(slices.Values(k.paces))
	return all[len(all)/2]
}

// paced notes how long a worker has had a shard that it has brought; mu is held.
func (k *Coordinator) paced(l *lease, n int) {
	s := k.Manifest.Job.Shard(n)
	k.paces = append(k.paces[max(0, len(k.paces)-63):], time.Since(l.since).Seconds()/float64(max(1, s.To-s.From)))
}

// sweep takes back, now and then, what no sign of life came of; mu is held.
func (k *Coordinator) sweep(now time.Time) {
	if now.Sub(k.swept) <= k.Config.Lease/20 {
		return
	}
	k.swept = now
	usual := k.usual()
	for n, l := range k.leases {
		switch {
		case k.finishing[n]:
		case now.After(l.until):
			k.drop(n)
			k.again++
		case !l.overdue && k.stranger(l.worker):
			s := k.Manifest.Job.Shard(n)
			if had := now.Sub(l.since); had > patientLeases*k.Config.Lease && had.Seconds() > patientTimes*usual*float64(s.To-s.From) {
				l.overdue = true
				k.overdue = append(k.overdue, n)
			}
		}
	}
	for _, d := range k.divided {
		for from, l := range d.held {
			if now.After(l.until) {
				d.release(from)
				k.again++
			}
		}
	}
}

// leads reports whether this is the coordinator that hands out shards.
func (k *Coordinator) leads() bool {
	k.mu.Lock()
	c := k.cluster
	k.mu.Unlock()
	return c.leads()
}

// drop takes a lease back; mu is held.
func (k *Coordinator) drop(n int) {
	if l := k.leases[n]; l != nil {
		l.worker.Held--
		delete(k.leases, n)
		k.handOut(n)
	}
}

// handOut has a shard handed out again; mu is held.
func (k *Coordinator) handOut(n int) {
	switch {
	case k.Brokered:
	case k.opinions[n] != nil:
		k.seconds = append(k.seconds, n)
	default:
		k.free = append(k.free, n)
	}
}

// Beat says that the worker is at the shard still. False: it is another's by now, or nobody's.
func (k *Coordinator) Beat(w *Worker, shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.leases[shard]
	if l == nil || l.worker != w || k.over {
		return k.isLate(w, shard)
	}
	l.until = time.Now().Add(k.Config.Lease)
	return true
}

// Return takes a shard back that the worker will not finish.
func (k *Coordinator) Return(w *Worker, shard int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if l := k.leases[shard]; l != nil && l.worker == w {
		k.drop(shard)
	}
}

// Leave says that a worker is gone: what it holds is free.
func (k *Coordinator) Leave(w *Worker) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for n, l := range k.leases {
		if l.worker == w && !k.finishing[n] {
			k.drop(n)
		}
	}
	for _, d := range k.divided {
		for from, l := range d.held {
			if l.worker == w {
				d.release(from)
			}
		}
	}
	w.Left = true
}

// Finish takes the output of a shard, and its notes, which follow each other in r. It returns once the entry is
// durable; false: there was one before.
func (k *Coordinator) Finish(ctx context.Context, w *Worker, e job.Entry, r io.Reader) (first bool, err error) {
	if k.Manifest.Has(e.Shard) {
		return false, nil
	}
	out, err := k.receive(&e, r)
	if err != nil {
		return false, err
	}
	return k.accept(ctx, w, out, e)
}

// accept takes an output that is here, and has the entry's worker be w.
func (k *Coordinator) accept(ctx context.Context, w *Worker, out *batch.Output, e job.Entry) (first bool, err error) {
	e.Worker = w.ID
	checked := k.wantsCheck(w)
	if k.Quorum {
		other, waits := k.opine(w, out, e, checked)
		if waits {
			return true, nil
		}
		if other != nil {
			return k.decide(ctx, other, &opinion{w, out, e})
		}
	} else if checked {
		here, err := k.redone(ctx, e.Shard)
		if err == nil && !here.same(&e) {
			k.expel(w)
			err = ErrLie
		}
		if err != nil {
			out.Discard()
			return false, err
		}
	}
	return k.take(w, out, e)
}

// take enters an output of a worker, or has it end the job.
func (k *Coordinator) take(w *Worker, out *batch.Output, e job.Entry) (first bool, err error) {
	if batch.Ends(e.Status, k.BadStatus) {
		k.endBad(&e, out)
		return false, nil
	}
	k.mu.Lock()
	k.finishing[e.Shard] = true
	k.mu.Unlock()
	first, err = k.commit(out, e)
	k.mu.Lock()
	delete(k.finishing, e.Shard)
	if l := k.leases[e.Shard]; l != nil && err == nil {
		if first && l.worker == w {
			k.paced(l, e.Shard)
		}
		k.release(e.Shard)
	}
	if err == nil {
		delete(k.late, e.Shard)
	}
	if err == nil {
		k.undivide(e.Shard, true)
	}
	if first {
		w.Puzzles += e.Puzzles
		w.Shards++
		k.puzzles += e.Puzzles
	}
	// Whoever was expelled meanwhile may have had its other shards counted as not done already.
	late := first && w.Expelled
	k.mu.Unlock()
	if late {
		k.expel(w)
		return false, ErrLie
	}
	if first {
		k.finished()
	}
	return first, err
}

// endBad ends the job for bad input in a shard, whose output ends there and is not entered.
func (k *Coordinator) endBad(e *job.Entry, out *batch.Output) {
	k.mu.Lock()
	k.end(&batch.BadInputError{Shard: k.Manifest.Job.Shard(e.Shard), Status: e.Status, Notes: out.NotesText()})
	k.mu.Unlock()
	out.Discard()
}

// receive takes an output and its notes, as the entry says they are.
func (k *Coordinator) receive(e *job.Entry, r io.Reader) (*batch.Output, error) {
	if e.Shard < 0 || e.Shard >= k.Manifest.Job.Shards() || e.Bytes < 0 || e.Notes < 0 || e.Notes > mostNotes {
		return nil, ErrBadResult
	}
	out, err := k.Dir.Create()
	if err != nil {
		k.unkept()
		return nil, err
	}
	n, err := io.CopyN(out, r, e.Bytes)
	if err == nil {
		_, err = io.CopyN(out.Notes(), r, e.Notes)
	}
	if errors.As(err, new(*fs.PathError)) {
		k.unkept()
	}
	if errors.Is(err, io.EOF) || err == nil && (n != e.Bytes || out.Sum() != e.Sum) {
		err = ErrBadResult
	}
	if err != nil {
		out.Discard()
		return nil, err
	}
	return out, nil
}

// fullFor is how long a coordinator whose disk took no output is passed over.
const fullFor = 5 * time.Second

func (k *Coordinator) isFull() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.full.IsZero() && time.Since(k.full) < fullFor
}

// unkept notes that the disk did not take something.
func (k *Coordinator) unkept() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.full = time.Now()
}

// commit makes an output durable, and then its entry. What comes at the same time shares a write.
func (k *Coordinator) commit(out *batch.Output, e job.Entry) (first bool, err error) {
	defer func() {
		if err != nil {
			k.unkept()
		}
	}()
	s := k.Manifest.Job.Shard(e.Shard)
	if err := out.Commit(k.Manifest, s, &e); err != nil {
		out.Discard()
		return false, err
	}
	done := make(chan entered, 1)
	k.entries.Lock()
	k.waiting = append(k.waiting, waiting{e, done})
	writes := !k.entering
	k.entering = true
	k.entries.Unlock()
	if writes {
		k.enter()
	}
	r := <-done
	return r.first, r.err
}

// enter enters what waits until nothing does.
func (k *Coordinator) enter() {
	for {
		k.entries.Lock()
		all := k.waiting
		k.waiting, k.entering = nil, len(all) > 0
		k.entries.Unlock()
		if len(all) == 0 {
			return
		}
		entries := make([]job.Entry, len(all))
		for i := range all {
			entries[i] = all[i].entry
		}
		err := k.Dir.Sync()
		first := make([]bool, len(all))
		if err == nil {
			first, err = k.Manifest.Add(entries...)
		}
		for i := range all {
			all[i].entered <- entered{err == nil && first[i], err}
		}
	}
}

const mostNotes = 256 << 20

// Errors of [Coordinator.Finish].
var (
	ErrBadResult = errors.New("the result is not what it says")
	ErrLie       = errors.New("the result is wrong")
)

func (k *Coordinator) wantsCheck(w *Worker) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	w.brought++
	return k.Check > 0 && !w.trusted && (w.brought == 1 || mathrand.Float64() < k.Check)
}

// redo is what a shard comes to here.
type redo struct {
	sum    string
	status int
	notes  int64
}

func (r *redo) same(e *job.Entry) bool {
	return r.sum == e.Sum && r.status == e.Status && r.notes == e.Notes
}

// redone does a shard again.
func (k *Coordinator) redone(ctx context.Context, shard int) (*redo, error) {
	h := batch.Digest()
	var notes bytes.Buffer
	t, err := k.runner.Task(k.Manifest.Job.Shard(shard))
	if err != nil {
		return nil, err
	}
	t.Out, t.Notes, t.Puzzles = h, &notes, new(atomic.Int64)
	status, err := k.Work(ctx, t)
	return &redo{job.Sum(h), status, int64(notes.Len())}, err
}

// expel takes no more of a worker, and has all done again that it did.
func (k *Coordinator) expel(w *Worker) {
	k.mu.Lock()
	if !w.Expelled {
		k.expelled++
	}
	w.Expelled = true
	for n, l := range k.leases {
		if l.worker == w && !k.finishing[n] {
			k.drop(n)
		}
	}
	for n, o := range k.opinions {
		if o.worker == w {
			k.withdraw(n)
		}
	}
	k.mu.Unlock()
	if err := k.outlaw(w.ID); err != nil {
		k.mu.Lock()
		k.end(err) // what it did would count
		k.mu.Unlock()
	}
}

// outlaw has nothing count that a worker did.
func (k *Coordinator) outlaw(worker string) error {
	dropped, err := k.Manifest.Expel(worker)
	k.mu.Lock()
	if !k.Brokered {
		k.free = append(k.free, dropped...)
	}
	c := k.cluster
	k.mu.Unlock()
	if len(dropped) > 0 {
		c.forget()
	}
	return err
}

// Pause hands out nothing until it is called with false; who works on a shard finishes it.
func (k *Coordinator) Pause(paused bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.paused = paused
	k.words++
}

// Cancel ends the job; what is done stays done.
func (k *Coordinator) Cancel() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.words++
	k.end(ErrCancelled)
}

// control is what people last said.
func (k *Coordinator) control() Control {
	k.mu.Lock()
	defer k.mu.Unlock()
	return Control{k.words, k.paused, k.over && errors.Is(k.failure, ErrCancelled)}
}

// told takes over what people said to another coordinator, if that is newer.
func (k *Coordinator) told(c Control) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.Words <= k.words {
		return
	}
	k.words, k.paused = c.Words, c.Paused
	if c.Cancelled {
		k.end(ErrCancelled)
	}
}

// Status is how far a job is, for people and programs.
type Status struct {
	Job      string   `json:"job"`
	Op       []string `json:"op"`
	State    string   `json:"state"` // running, paused, done or ended
	Shards   int      `json:"shards"`
	Done     int      `json:"done"`
	Leased   int      `json:"leased"`
	Again    int      `json:"again"` // leases that ran out
	Puzzles  int64    `json:"puzzles"`
	Bytes    int64    `json:"bytes"`
	Expelled int      `json:"expelled"`
	// Rate is puzzles a second in this process's last minute; Left is in seconds, −1 if not known.
	Rate    float64  `json:"rate"`
	Left    float64  `json:"left"`
	Workers []Worker `json:"workers"`
	// Stragglers are shards that their workers have had for longest.
	Stragglers []Straggler `json:"stragglers"`
	History    []point     `json:"history"`
	// Nodes are those who coordinate.
	Nodes []Node `json:"nodes"`
}

// Straggler is a shard that takes long.
type Straggler struct {
	Shard   int     `json:"shard"`
	Worker  string  `json:"worker"`
	Seconds float64 `json:"seconds"`
}

// told is how many workers and stragglers a status has at most.
const told = 100

// Status is how far the job is.
func (k *Coordinator) Status() Status {
	sums := k.Manifest.Sums()
	k.mu.Lock()
	c := k.cluster
	k.mu.Unlock()
	nodes := c.Nodes()
	k.mu.Lock()
	defer k.mu.Unlock()
	s := Status{Nodes: nodes, Job: k.Manifest.ID, Op: k.Manifest.Job.Op, State: "running", Shards: sums.Shards, Done: sums.Done, Leased: len(k.leases),
		Again: k.again, Puzzles: sums.Puzzles, Bytes: sums.Bytes, Expelled: k.expelled, Left: -1, Workers: []Worker{}, Stragglers: []Straggler{}}
	switch {
	case k.over && k.failure == nil:
		s.State = "done"
	case k.over:
		s.State = "ended"
	case k.paused:
		s.State = "paused"
	}
	for _, w := range k.workers {
		one := *w
		one.Left = w.Left || time.Since(w.seen) > 2*k.Config.Lease
		s.Workers = append(s.Workers, one)
	}
	slices.SortFunc(s.Workers, func(a, b Worker) int { return strings.Compare(a.ID, b.ID) })
	s.Workers = s.Workers[:min(len(s.Workers), told)]
	for n, l := range k.leases {
		s.Stragglers = append(s.Stragglers, Straggler{n, l.worker.ID, time.Since(l.since).Seconds()})
	}
	slices.SortFunc(s.Stragglers, func(a, b Straggler) int { return int(b.Seconds*1000) - int(a.Seconds*1000) })
	s.Stragglers = s.Stragglers[:min(len(s.Stragglers), 10)]
	s.History = slices.Clone(k.history)
	if n := len(k.history); n > 1 {
		from, to := k.history[max(0, n-61)], k.history[n-1]
		s.Rate = float64(to.Puzzles-from.Puzzles) / max(to.Seconds-from.Seconds, 1e-3)
		if sums.Done > 0 && s.Rate > 0 {
			s.Left = float64(sums.Puzzles) / float64(sums.Done) * float64(sums.Shards-sums.Done) / s.Rate
		}
	}
	return s
}

// Record notes how far the job is, once a second, until ctx ends.
func (k *Coordinator) Record(ctx context.Context) {
	for tick := time.NewTicker(time.Second); ; {
		select {
		case <-tick.C:
		case <-ctx.Done():
			tick.Stop()
			return
		}
		k.mu.Lock()
		k.history = append(k.history, point{time.Since(k.first).Seconds(), k.puzzles})
		if len(k.history) > 600 {
			k.history = slices.Delete(k.history, 0, len(k.history)-600)
		}
		k.mu.Unlock()
	}
}
