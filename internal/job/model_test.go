package job_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/internal/job"
)

var schedules = flag.Int("schedules", 1000, "random schedules of the model test; make soak runs 100,000")
var seed = flag.Uint64("seed", 0, "the first schedule's seed, to run one again with -schedules 1")

// disk is a store. When its power is cut, it may lose or damage outputs, and the end of the manifest.
type disk struct {
	manifest []byte
	outputs  map[string][]byte // complete outputs
	durable  int               // the length of the manifest that no power cut damages
	full     bool              // whether the next append fails after a part of it is written
	rng      *rand.Rand
}

func (d *disk) Manifest() (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(d.manifest)), nil
}

var errFull = errors.New("the disk is full")

func (d *disk) Append(b []byte) error {
	if d.full {
		d.full = false
		d.manifest = append(d.manifest, b[:d.rng.IntN(len(b)+1)]...)
		return errFull
	}
	d.manifest = append(d.manifest, b...)
	return nil
}

func (d *disk) Open(e *job.Entry) (io.ReadCloser, error) {
	b, ok := d.outputs[e.Name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

func (d *disk) Notes(*job.Entry) ([]byte, error) { return nil, fs.ErrNotExist }

// cut cuts the power. Of each output, and of the end of the manifest, it loses the end, clears a part, or keeps all.
func (d *disk) cut() {
	damage := func(b []byte, from int) []byte {
		b = slices.Clone(b)
		at := from + d.rng.IntN(len(b)-from+1)
		switch d.rng.IntN(3) {
		case 0:
			b = b[:at]
		case 1:
			clear(b[at : at+d.rng.IntN(len(b)-at+1)])
		}
		return b
	}
	for name, b := range d.outputs {
		d.outputs[name] = damage(b, 0)
	}
	d.manifest = damage(d.manifest, d.durable)
	d.durable = len(d.manifest)
}

// answer returns the output of a shard. It depends on the attempt, for operations whose output
// contains times.
func answer(s job.Shard, attempt int) []byte {
	return fmt.Appendf(nil, "shard %d of input %d, %d to %d: %d\n", s.N, s.Input, s.From, s.To, attempt)
}

// late is a result that is not in the manifest yet.
type late struct {
	entry  job.Entry
	output []byte
}

// schedule runs a job through random events and checks the result.
func schedule(seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 17))
	d := &disk{outputs: map[string][]byte{}, rng: rng}
	j := job.Job{Op: []string{"x"}, Size: int64(1 + rng.IntN(4))}
	for range 1 + rng.IntN(3) {
		j.Inputs = append(j.Inputs, job.Input{Bytes: int64(rng.IntN(12))})
	}
	same := rng.IntN(2) == 0 // every attempt has the same output
	m, err := job.Create(d, j)
	if err != nil {
		return err
	}
	shards := m.Job.Shards()
	taken := map[int]string{} // digests that the manifest has acknowledged, by shard, while the output exists
	unsure := map[int]bool{}  // shards for which an append failed
	var on []late             // results that are on their way, in any order
	newDigest := func() hash.Hash { return fnv.New64a() }
	ignore := func(string) error { return nil }
	work := func(s job.Shard) {
		attempt := 0
		if !same {
			attempt = rng.IntN(3)
		}
		b := answer(s, attempt)
		h := newDigest()
		h.Write(b)
		sum := job.HexDigest(h)
		e := job.Entry{Shard: s.N, Name: m.Job.Name(m.ID, s, sum), Bytes: int64(len(b)), Sum: sum}
		on = append(on, late{e, b})
	}
	deliver := func(i int) error {
		r := on[i]
		d.outputs[r.entry.Name] = r.output // before its entry
		first, err := m.Add(r.entry)
		if err != nil {
			if errors.Is(err, errFull) { // if the result was not entered, it is added or done again
				unsure[r.entry.Shard] = true
				return nil
			}
			return err
		}
		if e, ok := m.Done(r.entry.Shard); ok && unsure[r.entry.Shard] && taken[r.entry.Shard] == "" && !first {
			taken[r.entry.Shard] = e.Sum
			return nil
		}
		if first != (taken[r.entry.Shard] == "") {
			return fmt.Errorf("shard %d is entered twice, or not at all", r.entry.Shard)
		}
		if first {
			taken[r.entry.Shard] = r.entry.Sum
		}
		return nil
	}
	forget := func() { // what was acknowledged may be lost
		for n := range taken {
			if e, ok := m.Done(n); !ok {
				delete(taken, n)
			} else {
				taken[n] = e.Sum
			}
		}
	}
	again := func() error {
		for m, err = job.Create(d, j); errors.Is(err, errFull); {
			m, err = job.Create(d, j)
		}
		if err != nil {
			return err
		}
		for n, sum := range taken { // everything acknowledged must still exist
			if e, ok := m.Done(n); !ok || e.Sum != sum {
				return fmt.Errorf("shard %d was done, and is not after a crash: %v %+v %q\n%s", n, ok, e, sum, d.manifest)
			}
		}
		for n := range shards { // other shards may exist
			if e, ok := m.Done(n); ok {
				taken[n] = e.Sum
			}
		}
		return nil
	}
	for range 10 + rng.IntN(60) {
		switch k := rng.IntN(20); {
		case k < 8: // a worker does a shard, missing or not, as leases expire
			if shards > 0 {
				work(m.Job.Shard(rng.IntN(shards)))
			}
		case k < 14: // a result arrives, not necessarily the oldest
			if len(on) > 0 {
				i := rng.IntN(len(on))
				if err := deliver(i); err != nil {
					return err
				}
				if rng.IntN(4) > 0 { // otherwise it arrives again
					on = slices.Delete(on, i, i+1)
				}
			}
		case k < 15: // a worker dies with its results
			on = on[:rng.IntN(len(on)+1)]
		case k < 17: // the process dies, and another continues
			if err := again(); err != nil {
				return err
			}
		case k < 18: // the power is cut
			d.cut()
			clear(taken)
			if err := again(); err != nil {
				return err
			}
			if _, err := m.Reconcile(context.Background(), newDigest, nil, ignore); err != nil && !errors.Is(err, errFull) {
				return err
			} else if err != nil {
				clear(taken)
				if err := again(); err != nil {
					return err
				}
				if _, err := m.Reconcile(context.Background(), newDigest, nil, ignore); err != nil {
					return err
				}
			}
			forget()
			var fault *job.Fault
			job.Verify(context.Background(), m, newDigest, nil, func(f *job.Fault) bool {
				fault = f
				return f.Kind == job.Missing
			})
			if fault != nil && fault.Kind != job.Missing {
				return fmt.Errorf("after a power cut: %w", fault)
			}
		case k < 19:
			d.full = true
		default: // an output is lost
			for name := range d.outputs {
				delete(d.outputs, name)
				break
			}
			if _, err := m.Reconcile(context.Background(), newDigest, nil, ignore); err != nil && !errors.Is(err, errFull) {
				return err
			} else if err != nil {
				if m, err = job.Create(d, j); err != nil {
					return err
				}
				if _, err := m.Reconcile(context.Background(), newDigest, nil, ignore); err != nil {
					return err
				}
			}
			forget()
		}
		if rng.IntN(4) == 0 { // the system writes everything to the disk
			d.durable = len(d.manifest)
		}
	}
	// After any events, doing the missing shards completes the job, with each output once.
	d.full = false
	if err := again(); err != nil {
		return err
	}
	if _, err := m.Reconcile(context.Background(), newDigest, nil, ignore); err != nil {
		return err
	}
	on = on[:0]
	for s := range m.MissingShards {
		delete(taken, s.N)
		work(s)
	}
	for i := range on {
		if err := deliver(i); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	if err := job.Merge(&out, m, newDigest); err != nil {
		return err
	}
	lines := strings.SplitAfter(out.String(), "\n")
	if len(lines)-1 != shards {
		return fmt.Errorf("%d shards, %d outputs", shards, len(lines)-1)
	}
	for n := range shards {
		want := string(answer(m.Job.Shard(n), 0))
		if got := lines[n]; got != want && (same || got[:len(got)-2] != want[:len(want)-2]) {
			return fmt.Errorf("shard %d: %q, want %q", n, got, want)
		}
	}
	return nil
}

// A job ends in the same way after any schedule of faults. These are crashes, power cuts, full disks, lost
// outputs, and results that arrive late, twice, or in any order.
func TestAnySchedule(t *testing.T) {
	if testing.Short() {
		*schedules = min(*schedules, 100)
	}
	for i := range uint64(*schedules) {
		if err := schedule(*seed + i); err != nil {
			t.Fatalf("-schedules 1 -seed %d: %v", *seed+i, err)
		}
	}
	t.Logf("%d schedules from seed %d on", *schedules, *seed)
}
