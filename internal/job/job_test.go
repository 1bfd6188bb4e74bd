package job_test

import (
	"bytes"
	"context"
	"errors"
	"hash"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"nonet/internal/job"
)

// The shards of a job together contain every byte of every input once. Sorted by name, they are in their order.
func TestShards(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		j := job.Job{Op: []string{"x"}, Size: 1 + rng.Int64N(50)}
		for range rng.IntN(5) {
			in := job.Input{Bytes: rng.Int64N(200), Whole: rng.IntN(4) == 0}
			if rng.IntN(3) == 0 {
				in = job.Input{Range: true, From: 7, To: 7 + rng.Uint64N(200)}
			}
			j.Inputs = append(j.Inputs, in)
		}
		if err := j.Validate(); err != nil {
			t.Fatal(err)
		}
		n, before := 0, ""
		for i, in := range j.Inputs {
			at := int64(0)
			for end := in.Bytes + int64(in.To-in.From); at < end; n++ {
				s := j.Shard(n)
				if s.N != n || s.Input != i || s.From != at || s.To <= at || s.To > end || in.Whole && s.To != end {
					t.Fatalf("%+v: shard %d is %+v", j, n, s)
				}
				if name := j.Name("id", s, "sum"); name <= before {
					t.Fatalf("%s after %s", name, before)
				} else {
					before = name
				}
				at = s.To
			}
		}
		if j.Shards() != n {
			t.Fatalf("%+v: %d shards, want %d", j, j.Shards(), n)
		}
	}
	for _, bad := range []job.Job{{}, {Op: []string{"x"}}, {Op: []string{"x"}, Size: 1, Inputs: []job.Input{{Bytes: 1 << 40}}}, {Op: []string{"x"}, Size: 1, Inputs: []job.Input{{Bytes: -1}}}, {Op: []string{"x"}, Size: 1, Inputs: []job.Input{{Range: true, From: 2, To: 1}}}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
}

// Any manifest gives a state or an error, and a change of any significant byte is detected.
func TestDamagedManifest(t *testing.T) {
	d := &disk{outputs: map[string][]byte{}}
	j := job.Job{Op: []string{"x"}, Size: 1, Inputs: []job.Input{{Bytes: 3}}}
	m, err := job.Create(d, j)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		if _, err := m.Add(job.Entry{Shard: n, Name: "n", Sum: "s"}); err != nil {
			t.Fatal(err)
		}
	}
	if first, err := m.Add(job.Entry{Shard: 3}); err == nil || first {
		t.Error("a fourth shard of three is entered")
	}
	whole := d.manifest
	for at := range whole {
		for _, bit := range []byte{1 << (at % 8)} {
			changed := bytes.Clone(whole)
			changed[at] ^= bit
			m, err := job.Open(&disk{manifest: changed})
			if err != nil && !errors.Is(err, job.ErrNone) {
				t.Fatal(err)
			}
			if err == nil && m.Sums().Done == 3 && whole[at] != '\n' {
				t.Fatalf("byte %d (%q) of the manifest may change unnoticed", at, whole[at])
			}
		}
		m, err := job.Open(&disk{manifest: whole[:at]})
		if done := bytes.Count(whole[:at], []byte("\n")) - 1; err == nil && m.Sums().Done != done || (err != nil) != (done < 0) {
			t.Fatalf("torn at %d: %v", at, err)
		}
	}
	another := j
	another.Op = []string{"y"}
	if _, err := job.Create(d, another); !errors.Is(err, job.ErrAnother) {
		t.Errorf("another job goes on with this one: %v", err)
	}
}

// Each kind of fault of an output is reported with its shard.
func TestVerify(t *testing.T) {
	sum := func() hash.Hash { return fnv.New64a() }
	d := &disk{outputs: map[string][]byte{}}
	m, err := job.Create(d, job.Job{Op: []string{"x"}, Size: 1, Inputs: []job.Input{{Bytes: 5}}})
	if err != nil {
		t.Fatal(err)
	}
	var all string
	for n := range 4 { // the fifth has no entry
		b := answer(m.Job.Shard(n), 0)
		h := sum()
		h.Write(b)
		e := job.Entry{Shard: n, Name: m.Job.Name(m.ID, m.Job.Shard(n), job.HexDigest(h)), Bytes: int64(len(b)), Sum: job.HexDigest(h)}
		d.outputs[e.Name] = b
		all += string(b)
		if _, err := m.Add(e); err != nil {
			t.Fatal(err)
		}
	}
	faults := func(f func(func(*job.Fault) bool)) (told string) {
		f(func(f *job.Fault) bool {
			told += string(f.Kind[0])
			return true
		})
		return told
	}
	verify := func(yield func(*job.Fault) bool) { job.Verify(t.Context(), m, sum, nil, yield) }
	whole := func(text string) func(func(*job.Fault) bool) {
		return func(yield func(*job.Fault) bool) {
			if err := job.VerifyWhole(strings.NewReader(text), m, sum, yield); err != nil {
				t.Error(err)
			}
		}
	}
	if got := faults(verify) + faults(whole(all)); got != "mm" {
		t.Errorf("one is missing: %s", got)
	}
	if got := faults(whole(all[:len(all)-1])) + " " + faults(whole("X"+all[1:])) + " " + faults(whole(all+"x")); got != "l cm ml" {
		t.Errorf("one file, cut, changed, and longer: %s", got)
	}
	e, _ := m.Done(1)
	d.outputs[e.Name][0] ^= 1
	e, _ = m.Done(2)
	delete(d.outputs, e.Name)
	if got := faults(verify); got != "clm" {
		t.Errorf("changed, lost, missing: %s", got)
	}
	if err := job.Merge(io.Discard, m, sum); err == nil || err.(*job.Fault).Shard != 1 {
		t.Errorf("merged: %v", err)
	}
	var differing []string
	changed := func(name string) error {
		differing = append(differing, name)
		return nil
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if lost, err := m.Reconcile(ended, sum, nil, changed); err != context.Canceled || lost != nil || m.Sums().Done != 4 {
		t.Errorf("interrupted: %v, %v", lost, err)
	}
	lost, err := m.Reconcile(t.Context(), sum, func(e *job.Entry) bool { return e.Shard != 1 }, changed)
	if err != nil || len(lost) != 1 || lost[0] != 2 || m.Sums().Done != 3 {
		t.Errorf("lost %v, %v", lost, err)
	}
	lost, err = m.Reconcile(t.Context(), sum, nil, changed)
	if err != nil || len(lost) != 1 || lost[0] != 1 || m.Sums().Done != 2 || len(differing) != 1 {
		t.Errorf("lost %v, %v", lost, err)
	}
}
