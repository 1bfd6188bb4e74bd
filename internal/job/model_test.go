package job_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"hash"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nonet/internal/job"
)

var schedules = flag.Int("schedules", 1000, "random schedules of the model test; make soak runs 100,000")
var seed = flag.Uint64("seed", 0, "the first schedule's seed, to run one again with -schedules 1")

// disk is a store that forgets, when its power is cut, what was not made durable.
type disk struct {
	manifest, durable []byte
	outputs           map[string][]byte // whole and durable ones
	lost              int               // outputs that vanish with the next read, as from a bad disk
	full              bool              // the next append fails, after some of it
	rng               *rand.Rand
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
	d.durable = slices.Clone(d.manifest)
	return nil
}

func (d *disk) Open(name string) (io.ReadCloser, error) {
	return io.NopCloser(bytes.NewReader(d.outputs[name])), nil
}

func (d *disk) Lengths(e *job.Entry) (output, notes int64, err error) {
	if b, ok := d.outputs[e.Name]; ok {
		return int64(len(b)), e.Notes, nil
	}
	return -1, e.Notes, nil
}

// cut leaves what was durable, and some beginning of what was written since.
func (d *disk) cut() {
	rest := d.manifest[len(d.durable):]
	d.manifest = append(slices.Clone(d.durable), rest[:d.rng.IntN(len(rest)+1)]...)
	d.durable = slices.Clone(d.manifest)
}

// answer returns what the work of a shard comes to; where an operation tells the time, other attempts
// come to something else.
func answer(s job.Shard, attempt int) []byte {
	return fmt.Appendf(nil, "shard %d of input %d, %d to %d: %d\n", s.N, s.Input, s.From, s.To, attempt)
}

// late is a result that somebody has and that the manifest has not taken yet.
type late struct {
	entry  job.Entry
	output []byte
}

// schedule returns one random course of a job, and what came of it.
func schedule(seed uint64) error {
	rng := rand.New(rand.NewPCG(seed, 17))
	d := &disk{outputs: map[string][]byte{}, rng: rng}
	j := job.Job{Op: []string{"x"}, Size: int64(1 + rng.IntN(4))}
	for range 1 + rng.IntN(3) {
		j.Inputs = append(j.Inputs, job.Input{Bytes: int64(rng.IntN(12))})
	}
	same := rng.IntN(2) == 0 // every attempt comes to the same
	m, err := job.Create(d, j)
	if err != nil {
		return err
	}
	shards := m.Job.Shards()
	taken := map[int]string{} // what the manifest has said of each shard, as long as it is there
	unsure := map[int]bool{}  // an append of the shard failed
	var on []late             // results on their way, in any order
	work := func(s job.Shard) {
		attempt := 0
		if !same {
			attempt = rng.IntN(3)
		}
		b := answer(s, attempt)
		sum := fmt.Sprintf("%x", sha256.Sum256(b))
		e := job.Entry{Shard: s.N, Name: m.Job.Name(m.ID, s, sum), Bytes: int64(len(b)), Sum: sum}
		on = append(on, late{e, b})
	}
	deliver := func(i int) error {
		r := on[i]
		d.outputs[r.entry.Name] = r.output // durable before its entry
		first, err := m.Add(r.entry)
		if err != nil {
			if errors.Is(err, errFull) { // it is added again, or done again, if it was not
				unsure[r.entry.Shard] = true
				return nil
			}
			return err
		}
		if e, ok := m.Done(r.entry.Shard); ok && unsure[r.entry.Shard] && taken[r.entry.Shard] == "" && !first[0] {
			taken[r.entry.Shard] = e.Sum
			return nil
		}
		if first[0] != (taken[r.entry.Shard] == "") {
			return fmt.Errorf("shard %d is entered twice, or not at all", r.entry.Shard)
		}
		if first[0] {
			taken[r.entry.Shard] = r.entry.Sum
		}
		return nil
	}
	again := func() error {
		for m, err = job.Create(d, j); errors.Is(err, errFull); {
			m, err = job.Create(d, j)
		}
		if err != nil {
			return err
		}
		for n, sum := range taken { // what was acknowledged has to be there still
			if e, ok := m.Done(n); !ok || e.Sum != sum {
				return fmt.Errorf("shard %d was done, and is not after a crash: %v %+v %q\n%s", n, ok, e, sum, d.manifest)
			}
		}
		for n := range shards { // what was not acknowledged may be
			if e, ok := m.Done(n); ok {
				taken[n] = e.Sum
			}
		}
		return nil
	}
	for range 10 + rng.IntN(60) {
		switch k := rng.IntN(20); {
		case k < 8: // somebody works on a shard, missing or not: leases run out
			if shards > 0 {
				work(m.Job.Shard(rng.IntN(shards)))
			}
		case k < 14: // a result arrives, not the oldest
			if len(on) > 0 {
				i := rng.IntN(len(on))
				if err := deliver(i); err != nil {
					return err
				}
				if rng.IntN(4) > 0 { // or will arrive again
					on = slices.Delete(on, i, i+1)
				}
			}
		case k < 15: // a worker dies with its results
			on = on[:rng.IntN(len(on)+1)]
		case k < 17: // the process dies, and another goes on
			if err := again(); err != nil {
				return err
			}
		case k < 18: // the power is cut
			d.cut()
			if err := again(); err != nil {
				return err
			}
		case k < 19:
			d.full = true
		default: // an output is lost
			for name := range d.outputs {
				delete(d.outputs, name)
				break
			}
			lost, err := m.Reconcile()
			if err != nil && !errors.Is(err, errFull) {
				return err
			}
			if err != nil {
				if m, err = job.Create(d, j); err != nil {
					return err
				}
				if lost, err = m.Reconcile(); err != nil {
					return err
				}
			}
			for n := range taken {
				if e, ok := m.Done(n); !ok {
					delete(taken, n)
				} else {
					taken[n] = e.Sum
				}
			}
			_ = lost
		}
	}
	// Whatever came before: what is missing is done, and all is there once.
	d.full = false
	if err := again(); err != nil {
		return err
	}
	if _, err := m.Reconcile(); err != nil {
		return err
	}
	on = on[:0]
	for s := range m.Missing {
		delete(taken, s.N)
		work(s)
	}
	for i := range on {
		if err := deliver(i); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	if err := job.Merge(&out, m, func() hash.Hash { return sha256.New() }); err != nil {
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

// Jobs come to the same end by any schedule of crashes, power cuts, full disks, lost outputs, and of
// results that come late, twice, and in any order.
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
