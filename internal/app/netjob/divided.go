package netjob

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"time"

	"nonet/internal/app/batch"
	"nonet/job"
)

// divided is a shard of which a worker gave away what is behind a place, as others had nothing to do. The lease of the
// shard is that of its front. Outputs of its parts have no entry: they are lost with this process, and done again.
type divided struct {
	parts *job.Parts[*batch.Piece]
	held  map[int64]*lease // parts behind the front, by where they begin
}

// unit is a shard, or a part of one.
type unit struct {
	shard job.Shard
	span  job.Span
	whole bool
}

// recent is for how long somebody counts as having nothing to do, who has asked.
const recent = 2 * quick

// divides reports whether shards are divided. Those of a job that strangers work on are not: nobody checks
// parts, so that strangers could neither be given one that is left, nor bring the front of a shard.
func (k *Coordinator) divides() bool {
	return k.Check == 0 && !k.Brokered && !k.Whole
}

// unit hands out a shard, or where none is left, a part of one.
func (k *Coordinator) unit(w *Worker) (u unit, err error) {
	s, err := k.Lease(w)
	if err == nil {
		return k.front(s)
	}
	if !errors.Is(err, ErrNothing) {
		return u, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.paused || w.Expelled || !k.divides() {
		return u, ErrNothing
	}
	now := time.Now()
	k.idle = now
	for n, d := range k.divided {
		if k.Manifest.Has(n) { // another node has entered it
			continue
		}
		for s := range d.parts.Missing {
			if l := d.held[s.From]; s.From > 0 && (l == nil || now.After(l.until)) {
				k.hold(d, s.From, w)
				return unit{shard: k.Manifest.Job.Shard(n), span: s}, nil
			}
		}
	}
	// Who works in this process can be asked without a message.
	share := func(n int, from int64, l *lease) bool {
		if l.rest == nil {
			return false
		}
		s, ok := l.rest.Split(k.runner.Least(n))
		if !ok || !k.divide(n, l.length).parts.Cut(s.From) { // another has done that already, with what was its before
			return false
		}
		k.hold(k.divided[n], s.From, w)
		u = unit{shard: k.Manifest.Job.Shard(n), span: s}
		return true
	}
	for n, l := range k.leases {
		if share(n, 0, l) {
			return u, nil
		}
	}
	for n, d := range k.divided {
		for from, l := range d.held {
			if share(n, from, l) {
				return u, nil
			}
		}
	}
	return u, ErrNothing
}

// front is what is left of a shard for who has its lease.
func (k *Coordinator) front(s job.Shard) (unit, error) {
	t, err := k.runner.Task(s)
	if err != nil {
		return unit{}, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	u := unit{s, job.Span{To: t.Len()}, true}
	if d := k.divided[s.N]; d != nil {
		u.span, _, _ = d.parts.Of(0)
		u.whole = false
	}
	return u, nil
}

// frontDone reports whether somebody has brought the front of a divided shard; mu is held.
func (k *Coordinator) frontDone(n int) bool {
	d := k.divided[n]
	if d == nil {
		return false
	}
	_, done, _ := d.parts.Of(0)
	return done
}

// divide is a shard of that length as one that is divided; mu is held.
func (k *Coordinator) divide(n int, length int64) *divided {
	if k.divided[n] == nil {
		k.divided[n] = &divided{job.NewParts[*batch.Piece](length), map[int64]*lease{}}
	}
	return k.divided[n]
}

// hold has a part be a worker's; mu is held.
func (k *Coordinator) hold(d *divided, from int64, w *Worker) {
	d.release(from)
	now := time.Now()
	d.held[from] = &lease{worker: w, until: now.Add(k.Config.Lease), since: now}
	w.Held++
}

func (d *divided) release(from int64) {
	if l := d.held[from]; l != nil {
		l.worker.Held--
		delete(d.held, from)
	}
}

// of is the lease of a unit; mu is held.
func (k *Coordinator) of(n int, from int64) *lease {
	if from == 0 {
		return k.leases[n]
	}
	if d := k.divided[n]; d != nil {
		return d.held[from]
	}
	return nil
}

// beat is [Coordinator.Beat] of a part, and whether to give some of it away.
func (k *Coordinator) beat(w *Worker, n int, from int64) (ours, asked bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.of(n, from)
	if l == nil || l.worker != w || k.over {
		return from == 0 && k.isLate(w, n), false
	}
	now := time.Now()
	l.until = now.Add(k.Config.Lease)
	return true, k.divides() && !k.idle.IsZero() && now.Sub(k.idle) < recent
}

// give has what is behind a place be somebody else's.
func (k *Coordinator) give(w *Worker, n int, from, at int64) bool {
	t, err := k.runner.Task(k.Manifest.Job.Shard(n))
	k.mu.Lock()
	defer k.mu.Unlock()
	l := k.of(n, from)
	if err != nil || l == nil || l.worker != w || !k.divides() || at <= from || at >= t.Len() {
		return false
	}
	k.idle = time.Time{} // until the next one asks
	return k.divide(n, t.Len()).parts.Cut(at)
}

// giveBack is [Coordinator.Return] of a part.
func (k *Coordinator) giveBack(w *Worker, n int, from int64) {
	if from == 0 {
		k.Return(w, n)
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if l := k.of(n, from); l != nil && l.worker == w {
		k.divided[n].release(from)
	}
}

// FinishPart is [Coordinator.Finish] of a part.
func (k *Coordinator) FinishPart(ctx context.Context, w *Worker, e job.Entry, s job.Span, r io.Reader) (first bool, err error) {
	if k.Manifest.Has(e.Shard) {
		return false, nil
	}
	out, err := k.receive(&e, r)
	if err != nil {
		return false, err
	}
	return k.acceptPart(ctx, w, &batch.Piece{Output: out, Entry: e}, s)
}

// acceptPart takes what came of a part, and enters the shard if that makes it whole.
func (k *Coordinator) acceptPart(ctx context.Context, w *Worker, p *batch.Piece, s job.Span) (first bool, err error) {
	n := p.Entry.Shard
	t, err := k.runner.Task(k.Manifest.Job.Shard(n))
	if err != nil {
		p.Output.Discard()
		return false, err
	}
	if s == (job.Span{To: t.Len()}) {
		return k.accept(ctx, w, p.Output, p.Entry)
	}
	if batch.Ends(p.Entry.Status, k.BadStatus) {
		k.endBad(&p.Entry, p.Output)
		return false, nil
	}
	p.Entry.Worker = w.ID
	k.mu.Lock()
	if !k.divides() || k.Manifest.Has(n) || k.finishing[n] {
		k.mu.Unlock()
		p.Output.Discard()
		return false, nil
	}
	d := k.divide(n, t.Len())
	first, dropped := d.parts.Finish(s, p)
	if l := k.of(n, s.From); l != nil && l.worker == w {
		if s.From > 0 {
			d.release(s.From)
		} else {
			k.release(n)
		}
	}
	if !first {
		dropped = append(dropped, p)
	}
	all, whole := d.parts.Outputs()
	if whole {
		k.undivide(n, false)
		k.finishing[n] = true // nobody begins it again
	}
	k.mu.Unlock()
	for _, q := range dropped {
		q.Output.Discard()
	}
	if !whole {
		return first, nil
	}
	p, err = batch.Join(all)
	if err != nil {
		k.unkept()
		k.mu.Lock()
		delete(k.finishing, n)
		k.mu.Unlock()
		k.anew(n)
		return false, err
	}
	if first, err = k.take(w, p.Output, p.Entry); err != nil {
		k.anew(n)
	}
	return first, err
}

// undivide forgets the parts of a shard, and drops what there is of them, if it is not wanted; mu is held.
func (k *Coordinator) undivide(n int, drop bool) {
	d := k.divided[n]
	if d == nil {
		return
	}
	for from := range d.held {
		d.release(from)
	}
	if all, _ := d.parts.Outputs(); drop {
		for _, p := range all {
			p.Output.Discard()
		}
	}
	delete(k.divided, n)
}

// near works on one shard, or a part of one, in this process, which spares the way through the network.
func (k *Coordinator) near(ctx context.Context, w *Worker) error {
	u, err := k.unit(w)
	if err != nil {
		return err
	}
	n, from := u.shard.N, u.span.From
	working, stop := context.WithCancel(ctx)
	defer stop()
	beats := time.NewTicker(k.Config.Lease / 3)
	defer beats.Stop()
	go func() {
		for {
			select {
			case <-working.Done():
				return
			case <-beats.C:
				if ours, _ := k.beat(w, n, from); !ours {
					stop() // the job is over, or the process was stopped for so long that it is another's
				}
			}
		}
	}()
	defer k.giveBack(w, n, from) // which changes nothing once it is done
	t, err := k.runner.Task(u.shard)
	if err != nil {
		return err
	}
	rest := batch.NewRest(u.span)
	k.mu.Lock()
	if l := k.of(n, from); l != nil && l.worker == w && !t.Whole && k.divides() {
		l.rest, l.length = rest, t.Len()
	}
	k.mu.Unlock()
	p, err := k.runner.Part(working, u.shard, t, rest)
	if err != nil {
		if errors.As(err, new(*fs.PathError)) {
			k.unkept()
		}
		return err
	}
	_, err = k.acceptPart(ctx, w, p, job.Span{From: from, To: rest.To()})
	return err
}
