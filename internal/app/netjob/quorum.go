package netjob

import (
	"context"
	"slices"
	"time"

	"nonet/internal/app/batch"
	"nonet/job"
)

// opinion is what a worker has brought of a shard that another is to do as well. It has no entry, so that it is lost
// with this process, and done again.
type opinion struct {
	worker *Worker
	out    *batch.Output
	entry  job.Entry
}

func (o *opinion) same(p *opinion) bool {
	return o.entry.Sum == p.entry.Sum && o.entry.Status == p.entry.Status && o.entry.Notes == p.entry.Notes
}

// opine takes an output either as one that has to wait for another's, or returns that other, which waits no
// longer. Neither: it counts by itself.
func (k *Coordinator) opine(w *Worker, out *batch.Output, e job.Entry, checked bool) (other *opinion, waits bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := e.Shard
	other = k.opinions[n]
	switch {
	case w.Expelled, other != nil && other.worker == w: // it brings the same twice, or has just been found out
		out.Discard()
	case other != nil:
		delete(k.opinions, n)
		k.release(n)
		return other, false
	case !checked:
		return nil, false
	default:
		k.opinions[n] = &opinion{w, out, e}
		k.release(n)
		k.handOut(n)
	}
	return nil, true
}

// release ends a lease; mu is held.
func (k *Coordinator) release(n int) {
	if l := k.leases[n]; l != nil {
		l.worker.Held--
		delete(k.leases, n)
	}
}

// withdraw drops an opinion, and has its shard done anew; mu is held.
func (k *Coordinator) withdraw(n int) {
	k.opinions[n].out.Discard()
	delete(k.opinions, n)
	k.seconds = slices.DeleteFunc(k.seconds, func(m int) bool { return m == n })
	if k.leases[n] == nil {
		k.handOut(n)
	}
}

// second is a shard of which somebody else has brought an opinion; mu is held.
func (k *Coordinator) second(w *Worker) (n int, ok bool) {
	for i, n := range k.seconds {
		if o := k.opinions[n]; o == nil || o.worker != w {
			k.seconds = slices.Delete(k.seconds, i, i+1)
			return n, o != nil
		}
	}
	return 0, false
}

// alone has this coordinator give the second opinions that nobody but the worker itself could; mu is held.
func (k *Coordinator) alone(w *Worker) {
	if len(k.seconds) == 0 || k.ctx.Err() != nil {
		return
	}
	for _, o := range k.workers {
		if o != w && !o.Left && !o.Expelled && time.Since(o.seen) < k.Config.Lease {
			return
		}
	}
	for _, n := range k.seconds {
		if o := k.opinions[n]; o != nil {
			delete(k.opinions, n)
			k.deciding.Go(func() { _, _ = k.decide(k.ctx, o, nil) }) // what fails is done anew
		}
	}
	k.seconds = nil
}

// decide enters what two workers agree on. Where they differ, or there is no second, the shard is done here, and whoever
// was wrong is expelled.
func (k *Coordinator) decide(ctx context.Context, one, two *opinion) (first bool, err error) {
	right := one
	if two == nil || !one.same(two) {
		here, err := k.redone(ctx, one.entry.Shard)
		right = nil
		for _, o := range []*opinion{one, two} {
			switch {
			case o == nil:
			case err == nil && here.same(&o.entry) && right == nil:
				right = o
			default:
				if o.out.Discard(); err == nil && !here.same(&o.entry) {
					defer k.expel(o.worker)
				}
			}
		}
		if right == nil {
			k.anew(one.entry.Shard)
			if err == nil {
				err = ErrLie
			}
			return false, err
		}
	} else if two.worker.trusted {
		one.out.Discard()
		right = two
	} else {
		two.out.Discard()
	}
	first, err = k.take(right.worker, right.out, right.entry)
	if err != nil {
		k.anew(right.entry.Shard)
	}
	if right != two && two != nil && err == nil {
		if !one.same(two) {
			return false, ErrLie // who brought the second
		}
		return true, nil
	}
	return first, err
}

// anew has a shard handed out again of which nothing came.
func (k *Coordinator) anew(n int) {
	if k.Manifest.Has(n) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.handOut(n)
}
