package jobqueue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/app/batch"
	"nonet/internal/job"
)

// Server distributes the shards of a job and writes their outputs. The process must hold the lock of Dir.
type Server struct {
	NATS     Connection
	Manifest *job.Manifest
	Dir      *batch.Dir
	Inputs   *batch.Inputs
	Info     Info
	Replicas int  // the number of copies of the stream
	Whole    bool // set if an output depends on all puzzles of its shard
	// Ready is called when workers can get shards.
	Ready func()
	// Away is called when NATS cannot be used. `err` is the reason.
	Away func(err error)
	// Aside is called for each shard that is set aside.
	Aside func(s job.Shard)

	conn   *connection
	js     jetstream.JetStream
	stream jetstream.StreamConfig
	tasks  *batch.Runner
	info   []byte
	end    context.CancelCauseFunc
	room   chan struct{} // a semaphore: it holds one element for each request that the Server is answering

	mu        sync.Mutex
	failed    bool // set if a publish has failed since publishShards last began a round
	holders   map[int]string
	deaths    map[int]int
	aside     map[int]bool
	receiving map[int]bool
	passed    int64 // the sum of the lengths of the shards that this run has done, in bytes or numbers
	fresh     int64 // the number of puzzles that this run has done
}

const (
	mostDeaths    = 3    // how many workers may die on a shard before the shard is set aside
	mostAhead     = 4096 // the greatest number of shards that are published and not done
	mostReceiving = 32   // the greatest number of outputs that are received at the same time
	mostAnswering = 64
)

// SetAsideError is returned for a finished job in which some shards were set aside.
type SetAsideError struct{ Shards []job.Shard }

func (e *SetAsideError) Error() string {
	return fmt.Sprintf("%d shards ended %d workers each", len(e.Shards), mostDeaths)
}

// Run distributes the job. It returns when all shards are done or set aside, when a shard ends the job, when an output
// cannot be written, or when ctx ends. If the job has ended, Run deletes the stream. It calls report with the progress
// every 200 ms.
func (s *Server) Run(ctx context.Context, report func(batch.Progress)) (err error) {
	if s.conn, err = s.NATS.open(); err != nil {
		return err
	}
	defer s.conn.Close()
	if s.js, err = jetstream.New(s.conn.Conn, jetstream.WithPublishAsyncErrHandler(s.publishFailed), jetstream.WithPublishAsyncTimeout(2*quick)); err != nil {
		return err
	}
	if s.info, err = json.Marshal(s.Info); err != nil {
		return err
	}
	s.stream = jetstream.StreamConfig{Name: s.Info.Name, Subjects: []string{s.Info.Name + ".shard.*"}, Retention: jetstream.WorkQueuePolicy, Replicas: s.Replicas,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true}
	s.tasks = batch.NewRunner(s.Manifest, s.Dir, s.Inputs, nil)
	s.tasks.Whole = s.Whole
	s.room = make(chan struct{}, mostAnswering)
	s.holders, s.deaths, s.aside, s.receiving = map[int]string{}, map[int]int{}, map[int]bool{}, map[int]bool{}
	running, end := context.WithCancelCause(ctx)
	s.end = end
	defer end(nil)
	if err := s.createStreamWithRetry(running); err != nil {
		return err
	}
	for _, subject := range []string{askSubject(s.Info.Name, "*"), jobsSubject} {
		if _, err := s.conn.Subscribe(subject, func(m *nats.Msg) { s.answerMessage(running, m) }); err != nil {
			return err
		}
	}
	if err := s.conn.Flush(); err == nil && s.Ready != nil {
		s.Ready()
	}
	var group sync.WaitGroup
	group.Go(func() { s.publishShards(running) })
	s.endIfDone()
	s.reportProgress(running, report)
	group.Wait()
	for range cap(s.room) { // this waits until all requests are answered and all outputs are received
		s.room <- struct{}{}
	}
	why := context.Cause(running)
	if ctx.Err() == nil && !errors.As(why, new(*fs.PathError)) {
		s.deleteStream()
	}
	if why == errOver {
		return nil
	}
	return why
}

// deleteStream deletes the stream and publishes that the job is over. A worker that misses this message learns it from
// the answer to its next request.
func (s *Server) deleteStream() {
	ctx, cancel := context.WithTimeout(context.Background(), quick)
	defer cancel()
	_ = s.js.DeleteStream(ctx, s.Info.Name)
	_ = s.conn.Publish(jobEndSubject(s.Info.Name), nil)
	_ = s.conn.FlushTimeout(quick)
}

func (s *Server) reportProgress(ctx context.Context, report func(batch.Progress)) {
	start, length := time.Now(), int64(0)
	for shard := range s.Manifest.MissingShards {
		length += shard.To - shard.From
	}
	batch.ReportUntil(ctx.Done(), report, func() batch.Progress {
		s.mu.Lock()
		defer s.mu.Unlock()
		return batch.Progress{Sums: s.Manifest.Sums(), Working: len(s.holders), Fresh: s.fresh, Passed: s.passed, Length: length, Since: time.Since(start)}
	})
}

// createStreamWithRetry creates the stream and its consumer. It waits while the NATS server is unreachable or
// has no leader.
func (s *Server) createStreamWithRetry(ctx context.Context) error {
	lastReason := ""
	for p := pace(0); ; p.sleepLonger(ctx) {
		err := s.ensureStream(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		err = s.conn.reasonOf(err)
		if refused, ok := errors.AsType[*jetstream.APIError](err); s.conn.IsClosed() || ok && (refused.Code < 500 && refused.ErrorCode != noPeers || refused.ErrorCode == noCluster) {
			return &UnusableError{err}
		}
		if s.Away != nil && err.Error() != lastReason {
			lastReason = err.Error()
			s.Away(err)
		}
	}
}

// These are error codes of JetStream.
const (
	alreadyThere = 10077 // the stream already has a message with this subject, and keeps only one
	noPeers      = 10005 // NATS knows fewer servers than replicas, perhaps only for a moment
	noCluster    = 10074 // the server is not in a cluster, so it has no replicas
)

// ensureStream creates the stream and its consumer if they are missing. If the NATS server can no longer read the
// stream, ensureStream deletes it, so that the next call creates it.
func (s *Server) ensureStream(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*quick)
	defer cancel()
	stream, err := s.js.CreateOrUpdateStream(ctx, s.stream)
	if err == nil {
		_, err = stream.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.Info.Lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 4096})
	}
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.Code == 500 && refused.ErrorCode != noCluster {
		_ = s.js.DeleteStream(ctx, s.Info.Name)
	}
	return err
}

func (s *Server) publishFailed(_ jetstream.JetStream, _ *nats.Msg, err error) {
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok && refused.ErrorCode == alreadyThere {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = true
}

// publishShards publishes the missing shards until ctx ends, and calls Away when NATS cannot be reached. Once in each
// lease it publishes all these shards again, because the stream may have lost some. The stream keeps one message for
// each shard.
func (s *Server) publishShards(ctx context.Context) {
	offered, next := map[int]bool{}, 0
	round, all, wasAway := time.Now(), s.Manifest.Job.Shards(), false
	for tick := time.NewTicker(200 * time.Millisecond); ; {
		maps.DeleteFunc(offered, func(n int, _ bool) bool { return !s.isWanted(n) })
		if away := !s.conn.IsConnected(); away != wasAway {
			if wasAway = away; away && s.Away != nil {
				s.Away(s.conn.reasonOf(nats.ErrDisconnected))
			}
		}
		s.mu.Lock()
		failed := s.failed
		s.mu.Unlock()
		if since := time.Since(round); since > s.Info.Lease || failed && since > time.Second {
			s.mu.Lock()
			s.failed = false
			s.mu.Unlock()
			if err := s.ensureStream(ctx); err != nil {
				s.publishFailed(s.js, nil, err)
			}
			clear(offered)
			round, next = time.Now(), 0
		}
		for ; next < all && len(offered) < mostAhead && ctx.Err() == nil; next++ {
			if !s.isWanted(next) {
				continue
			}
			offered[next] = true
			if _, err := s.js.PublishAsync(shardSubject(s.Info.Name, next), nil, jetstream.WithStallWait(quick)); err != nil {
				s.publishFailed(s.js, nil, err)
				break
			}
		}
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
	}
}

func (s *Server) isWanted(shard int) bool {
	if s.Manifest.Has(shard) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.aside[shard]
}

// endIfDone ends the run if all shards are done or set aside.
func (s *Server) endIfDone() {
	s.mu.Lock()
	aside := slices.Sorted(maps.Keys(s.aside))
	s.mu.Unlock()
	aside = slices.DeleteFunc(aside, s.Manifest.Has)
	switch sums := s.Manifest.Sums(); {
	case sums.Done+len(aside) < sums.Shards:
	case len(aside) == 0:
		s.end(errOver)
	default:
		e := new(SetAsideError)
		for _, n := range aside {
			e.Shards = append(e.Shards, s.Manifest.Job.Shard(n))
		}
		s.end(e)
	}
}

func (s *Server) answerMessage(ctx context.Context, m *nats.Msg) {
	select {
	case s.room <- struct{}{}:
	case <-ctx.Done():
		return
	}
	go func() {
		defer func() { <-s.room }()
		if ctx.Err() == nil {
			s.respond(ctx, m)
		}
	}()
}

func (s *Server) respond(ctx context.Context, m *nats.Msg) {
	if m.Subject == jobsSubject {
		_ = m.Respond([]byte(s.Info.Name)) // if an answer is lost, the worker asks again
		return
	}
	var r request
	verb := strings.TrimPrefix(m.Subject, askSubject(s.Info.Name, ""))
	if json.Unmarshal(m.Data, &r) != nil || r.Shard < 0 || r.Shard >= s.Manifest.Job.Shards() && verb != "info" && verb != "state" {
		return
	}
	a := answer{State: running}
	switch verb {
	case "info":
		sendChunk(s.conn, m, io.NewSectionReader(bytes.NewReader(s.info), 0, int64(len(s.info))), r.From)
		return
	case "text":
		t, err := s.tasks.Task(s.Manifest.Job.Shard(r.Shard))
		if err != nil {
			s.end(err)
			return
		}
		sendChunk(s.conn, m, t.In, r.From)
		return
	case "begin":
		a = s.assignShard(r)
	case "return":
		s.releaseShard(r)
	case "done":
		a.State = s.receiveShard(ctx, r)
	}
	if b, err := json.Marshal(a); err == nil {
		_ = m.Respond(b)
	}
}

// assignShard assigns a shard to a worker that got the shard's number from the stream. If another worker has the shard
// and does not answer, that worker counts as dead, and the shard counts this death.
func (s *Server) assignShard(r request) answer {
	if !s.isWanted(r.Shard) {
		return answer{State: finished}
	}
	s.mu.Lock()
	before := s.holders[r.Shard]
	s.mu.Unlock()
	died := before != "" && before != r.Worker && !s.isAlive(before)
	s.mu.Lock()
	if died && s.holders[r.Shard] == before {
		s.deaths[r.Shard]++
	}
	aside := s.deaths[r.Shard] >= mostDeaths && !s.aside[r.Shard]
	if s.holders[r.Shard] = r.Worker; aside {
		s.aside[r.Shard] = true
		delete(s.holders, r.Shard)
	}
	s.mu.Unlock()
	if aside {
		if s.Aside != nil {
			s.Aside(s.Manifest.Job.Shard(r.Shard))
		}
		s.endIfDone()
		return answer{State: finished}
	}
	t, err := s.tasks.Task(s.Manifest.Job.Shard(r.Shard))
	if err != nil {
		s.end(err)
		return answer{State: waiting}
	}
	return answer{running, &task{From: t.From, To: t.To, Continues: t.Continues, Torn: t.Torn, Whole: t.Whole}}
}

func (s *Server) isAlive(worker string) bool {
	_, err := s.conn.Request(workerSubject(s.Info.Name, worker), []byte("{}"), quick)
	return err == nil
}

func (s *Server) releaseShard(r request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.holders[r.Shard] == r.Worker {
		delete(s.holders, r.Shard)
	}
}

// receiveShard receives the output of a shard, unless the manifest already has the shard or too many outputs are being
// received.
func (s *Server) receiveShard(ctx context.Context, r request) state {
	if r.Entry == nil || r.Entry.Shard != r.Shard || r.Entry.Bytes < 0 || r.Entry.Notes < 0 {
		return wrong
	}
	if s.Manifest.Has(r.Shard) {
		s.releaseShard(r)
		return finished
	}
	s.mu.Lock()
	full := s.receiving[r.Shard] || len(s.receiving) >= mostReceiving
	if !full {
		s.receiving[r.Shard] = true
	}
	s.mu.Unlock()
	if full {
		return waiting
	}
	err := s.receiveOutput(ctx, r)
	s.mu.Lock()
	delete(s.receiving, r.Shard)
	s.mu.Unlock()
	switch {
	case err == nil:
		s.releaseShard(r)
		return finished
	case errors.Is(err, errWrong):
		return wrong
	}
	if errors.As(err, new(*fs.PathError)) || errors.As(err, new(*batch.BadInputError)) {
		s.end(err)
	}
	return waiting
}

// errWrong means that an output does not match its entry.
var errWrong = errors.New("not what the entry says")

// receiveOutput fetches an output from its worker, and enters it in the manifest.
func (s *Server) receiveOutput(ctx context.Context, r request) error {
	e := *r.Entry
	out, err := s.Dir.Create()
	if err != nil {
		return err
	}
	w := &divider{out: out, notes: out.Notes(), left: e.Bytes}
	err = receiveChunks(w, func(from int64) (*nats.Msg, error) {
		b, err := json.Marshal(request{Output: r.Output, From: from})
		if err != nil {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(ctx, 2*quick)
		defer cancel()
		return s.conn.RequestWithContext(ctx, workerSubject(s.Info.Name, r.Worker), b)
	})
	if err == nil && (w.left != 0 || int64(len(out.NotesText())) != e.Notes || out.Checksum() != e.Sum) {
		err = errWrong
	}
	if shard := s.Manifest.Job.Shard(e.Shard); err == nil && batch.EndsJob(e.Status, s.Info.BadStatus) {
		err = &batch.BadInputError{Shard: shard, Status: e.Status, Notes: out.NotesText()}
	} else if err == nil {
		err = out.Commit(s.Manifest, shard, &e)
	}
	if err != nil {
		out.Discard()
		return err
	}
	first, err := s.Manifest.Add(e)
	if err != nil {
		s.end(err) // any error ends the job, because the job cannot go on without its manifest
		return err
	}
	if first {
		shard := s.Manifest.Job.Shard(e.Shard)
		s.mu.Lock()
		s.passed += shard.To - shard.From
		s.fresh += e.Puzzles
		s.mu.Unlock()
	}
	s.endIfDone()
	return nil
}

// divider is a writer. It writes the first `left` bytes to out, and all later bytes to notes.
type divider struct {
	out, notes io.Writer
	left       int64
}

func (d *divider) Write(b []byte) (int, error) {
	head := b[:min(int64(len(b)), d.left)]
	d.left -= int64(len(head))
	if _, err := d.out.Write(head); err != nil {
		return 0, err
	}
	_, err := d.notes.Write(b[len(head):])
	return len(b), err
}
