// Package job is work on more puzzles than one sitting of one machine takes: how it is cut
// into shards, which of them are done, and how their outputs become one again.
//
//	inputs ── cut ──▶ shards ── somebody's work ──▶ outputs, each under a name of its own
//	                    ▲                              │ then an entry
//	                    └────── missing ◀── manifest ◀─┘        manifest, outputs ── merged ──▶ one output
//
// Everything that must be known after a crash stands in the manifest and in the outputs it
// names: an output is whole and durable before its entry is, and an entry is only ever added.
// So whatever is done twice, late, or in another order comes to the same end, and to go on
// is to do what is missing.
//
// What the work is, where it is done and who tells whom is not known here: no network, no
// files but through [Store]. Of this house it imports message alone.
package job

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Job is what is to be done, as the first line of the manifest says it. Two of the same [Job.ID] are the
// same job, wherever their inputs lie.
type Job struct {
	Op     []string `json:"op"`     // the operation and its options, as words
	Inputs []Input  `json:"inputs"` // in order
	// Digest names what sums up the outputs.
	Digest string `json:"digest,omitempty"`
	// Size is how far a shard reaches in its input: bytes, or numbers of a range.
	Size int64 `json:"size"`
	// Version is that of the program, whose other versions may answer differently.
	Version string `json:"version,omitempty"`
}

// Input is a text of lines, or a range of numbers.
type Input struct {
	Name string `json:"name"` // as messages show it; of no meaning otherwise
	// Of a text: its bytes, and what tells it from others, which [Sample] makes.
	Bytes int64  `json:"bytes,omitempty"`
	Sum   string `json:"sum,omitempty"`
	Whole bool   `json:"whole,omitempty"` // a puzzle takes several lines, so that it is not cut
	// Of a range: its numbers, To not among them.
	Range bool   `json:"range,omitempty"`
	From  uint64 `json:"from,omitempty"`
	To    uint64 `json:"to,omitempty"`
}

// Length returns the length of the input: bytes of a text, numbers of a range.
func (in *Input) Length() int64 {
	if in.Range {
		return int64(in.To - in.From)
	}
	return in.Bytes
}

// step returns how far a shard of the input reaches.
func (j *Job) step(in *Input) int64 {
	if in.Whole {
		return max(1, in.Bytes)
	}
	return j.Size
}

// MaxShards bounds a job: the manifest's state takes a few bytes of memory for each.
const MaxShards = 100_000_000

// Valid returns what is wrong with the job, if anything. What follows may be asked of a valid one.
func (j *Job) Valid() error {
	if len(j.Op) == 0 || j.Size <= 0 {
		return errors.New("job: no operation, or no size of shards")
	}
	n := int64(0)
	for i := range j.Inputs {
		in := &j.Inputs[i]
		if in.Bytes < 0 || in.To < in.From || in.To-in.From > math.MaxInt64 {
			return fmt.Errorf("job: input %d: no such range", i)
		}
		if n += (in.Length()-1)/j.step(in) + 1; n > MaxShards || n < 0 {
			return fmt.Errorf("job: more than %d shards", MaxShards)
		}
	}
	return nil
}

// ID returns what tells the job from others, 32 hexadecimal digits: a digest of the operation and its options, of
// what the inputs hold, and of how they are cut.
func (j *Job) ID() string {
	named := *j
	named.Inputs = append([]Input(nil), j.Inputs...)
	for i := range named.Inputs {
		named.Inputs[i].Name = ""
	}
	return digest(named)
}

func digest(v any) string {
	b, err := json.Marshal(v)
	if err != nil { // strings and numbers
		panic(err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Shard is one part of a job. Of a text it is the lines that begin in its bytes From to
// To−1, so that shards without a gap between them have every line once.
type Shard struct {
	N        int // counted from 0 over all inputs
	Input    int
	From, To int64 // bytes, or numbers counted from the range's first
}

// Shards returns the number of shards.
func (j *Job) Shards() int {
	n := int64(0)
	for i := range j.Inputs {
		in := &j.Inputs[i]
		n += (in.Length() + j.step(in) - 1) / j.step(in)
	}
	return int(n)
}

// Shard returns shard n, 0 ≤ n < [Job.Shards].
func (j *Job) Shard(n int) Shard {
	left := int64(n)
	for i := range j.Inputs {
		in := &j.Inputs[i]
		step := j.step(in)
		if own := (in.Length() + step - 1) / step; left >= own {
			left -= own
			continue
		}
		return Shard{n, i, left * step, min((left+1)*step, in.Length())}
	}
	panic(fmt.Sprintf("job: there is no shard %d", n))
}

// Name returns the name of an output: names in their order are the inputs' order, and two
// different outputs of a shard have different ones.
func (j *Job) Name(id string, s Shard, sum string) string {
	return fmt.Sprintf("%04d-%014d-%.12s.txt", s.Input, s.From, digest([]any{id, s.N, sum}))
}
