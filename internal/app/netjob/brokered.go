package netjob

import (
	"context"
	"io"
	"slices"
	"time"
)

// Broker hands out shards in a coordinator's place. What it hands out is a hint; entries count as ever.
type Broker interface {
	// Dial is the [Client.Dial] of a worker of that name.
	Dial(name string, o BrokerOptions) func(context.Context, string) (Session, error)
	// Open begins to hand out the shards that are missing, within the queue that the access names, if it does.
	Open(ctx context.Context, k *Coordinator, a Access, info Info, c BrokerConfig) (Queue, error)
}

// Queue is a job's shards at a broker. They are handed out until Close is called, or the job is over, after
// which nothing of it is left there.
type Queue interface {
	Name() string
	// Link is what a worker with that secret is given.
	Link(a Access, secret string) string
	Close()
}

// BrokerOptions are how to be let in by a broker of others.
type BrokerOptions struct {
	Creds string // a file of credentials, as nsc writes it
	Nkey  string // a file with the seed of an nkey
	CA    string // a file with certificates, as PEM
}

// BrokerConfig is which broker.
type BrokerConfig struct {
	At       string // its addresses, for which [Brokered] holds, or where one in this process shall listen
	Host     string // under which others reach that
	Dir      string // of the job, where it may keep files
	Replicas int    // of the queue
	BrokerOptions
}

// What follows is for who hands out shards by other means than [Coordinator.Lease].

// Task is what a worker has to know of a shard.
func (k *Coordinator) Task(shard int) (*Task, error) {
	t, err := k.runner.Task(k.Manifest.Job.Shard(shard))
	if err != nil {
		return nil, err
	}
	return &Task{Shard: shard, Range: t.In == nil, From: t.From, To: t.To, Continues: t.Continues, Torn: t.Torn, Whole: t.Whole}, nil
}

// Text is the text of a shard, or nil where there is none.
func (k *Coordinator) Text(shard int) *io.SectionReader {
	t, err := k.runner.Task(k.Manifest.Job.Shard(shard))
	if err != nil {
		return nil
	}
	return t.In
}

// Hold notes that a worker is at a shard. False: nobody need be any more.
func (k *Coordinator) Hold(w *Worker, shard int) bool {
	wanted := !k.Manifest.Has(shard)
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	k.sweep(now)
	l := k.leases[shard]
	if !wanted || k.over || w.Expelled {
		return false
	}
	if (l == nil || l.worker != w) && k.isLate(w, shard) {
		return true
	}
	if l == nil || l.worker != w { // the broker says whose it is
		k.drop(shard)
		l = &lease{worker: w, since: now}
		k.leases[shard] = l
		w.Held++
	}
	l.until = now.Add(k.Config.Lease)
	return true
}

// Overdue has a shard be handed to another as well, if a stranger has had it for too long.
func (k *Coordinator) Overdue(shard int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sweep(time.Now())
	if !k.pass(shard) {
		return false
	}
	k.overdue = slices.DeleteFunc(k.overdue, func(n int) bool { return n == shard })
	return true
}

// Waits is why nothing is handed out now: [ErrOver], [ErrNothing] while people have the job pause, or nil.
func (k *Coordinator) Waits() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.over:
		return ErrOver
	case k.paused:
		return ErrNothing
	}
	return nil
}

// MissingFrom is the first shard from n on that is not done, if there is one.
func (k *Coordinator) MissingFrom(n int) (shard int, ok bool) {
	for all := k.Manifest.Job.Shards(); n < all; n++ {
		if !k.Manifest.Has(n) {
			return n, true
		}
	}
	return 0, false
}
