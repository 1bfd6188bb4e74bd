// Package job divides work on many puzzles into shards, records which shards are done, and joins their outputs. The
// work may take several runs and several machines.
//
//	inputs ── cut ──▶ shards ──────── work ───────▶ outputs, each under its own name
//	                    ▲                              │ then an entry
//	                    └────── missing ◀── manifest ◀─┘        manifest, outputs ── merged ──▶ one output
//
// Everything that must survive a crash is in the manifest and in the outputs that the manifest names. An output
// is complete before its entry is added to the manifest. Entries are only added, never changed. So shards may be
// done twice, late, or in any order. Nothing waits for the disk. A power cut may lose or damage entries and
// outputs, but each line of the manifest has a checksum, and each entry has the digest of its output. To resume a
// job, a program calls [Manifest.Reconcile], and does the missing shards.
//
// The package knows nothing of the work itself. It uses no network, and files only through [Store]. Of this module it
// imports only message.
package job

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Job describes what a job does: its operation, its inputs, and how they are cut into shards. The first line of the
// manifest contains it. Two jobs with the same [Job.ID] are the same job, wherever their inputs are.
type Job struct {
	Op     []string `json:"op"`     // the operation with its options, as words
	Inputs []Input  `json:"inputs"` // the inputs in the order of their outputs
	// Digest names the checksum that the outputs have.
	Digest string `json:"digest,omitempty"`
	// Size is the length of a shard, in bytes of a text or numbers of a range.
	Size int64 `json:"size"`
	// Version is the version of the program, because another version may give other answers.
	Version string `json:"version,omitempty"`
}

// Input is one input of a job: a text of lines or a range of numbers.
type Input struct {
	Name string `json:"name"` // the name, for messages only
	// For a text, Bytes is its length, and Sum a checksum that [SampleDigest] computes.
	Bytes int64  `json:"bytes,omitempty"`
	Sum   string `json:"sum,omitempty"`
	Whole bool   `json:"whole,omitempty"` // set if the text must be one shard, because its puzzles take several lines
	// For a range of numbers, Range is set, and the numbers are From to To−1.
	Range bool   `json:"range,omitempty"`
	From  uint64 `json:"from,omitempty"`
	To    uint64 `json:"to,omitempty"`
}

// Length returns the length of the input, in bytes of a text or numbers of a range.
func (in *Input) Length() int64 {
	if in.Range {
		return int64(in.To - in.From)
	}
	return in.Bytes
}

func (j *Job) shardLength(in *Input) int64 {
	if in.Whole {
		return max(1, in.Bytes)
	}
	return j.Size
}

// MaxShards limits the number of shards, because the manifest takes about 240 bytes of memory for each.
const MaxShards = 100_000_000

// Validate returns an error if the job is malformed. The other methods require a valid job.
func (j *Job) Validate() error {
	if len(j.Op) == 0 || j.Size <= 0 {
		return errors.New("job: no operation, or no size of shards")
	}
	n := int64(0)
	for i := range j.Inputs {
		in := &j.Inputs[i]
		if in.Bytes < 0 || in.To < in.From || in.To-in.From > math.MaxInt64 {
			return fmt.Errorf("job: input %d: no such range", i)
		}
		if n += (in.Length()-1)/j.shardLength(in) + 1; n > MaxShards || n < 0 {
			return fmt.Errorf("job: more than %d shards", MaxShards)
		}
	}
	return nil
}

// ID returns an identifier of the job, 32 hexadecimal digits. It depends on the operation and its options, on the
// contents of the inputs, and on how they are cut into shards.
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
	if err != nil { // Marshal cannot fail for strings and numbers
		panic(err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:16])
}

// Shard is one part of a job. A shard of a text has the lines that begin in bytes From to To−1. Thus every line is in
// exactly one shard.
type Shard struct {
	N        int // the number of the shard among those of all inputs, from 0
	Input    int
	From, To int64 // bytes of a text, or numbers relative to the range's first number
}

func (j *Job) Shards() int {
	n := int64(0)
	for i := range j.Inputs {
		in := &j.Inputs[i]
		n += (in.Length() + j.shardLength(in) - 1) / j.shardLength(in)
	}
	return int(n)
}

// Shard returns shard n, 0 ≤ n < [Job.Shards].
func (j *Job) Shard(n int) Shard {
	left := int64(n)
	for i := range j.Inputs {
		in := &j.Inputs[i]
		step := j.shardLength(in)
		if shards := (in.Length() + step - 1) / step; left >= shards {
			left -= shards
			continue
		}
		return Shard{n, i, left * step, min((left+1)*step, in.Length())}
	}
	panic(fmt.Sprintf("job: there is no shard %d", n))
}

// Name returns the name for an output of a shard. id is [Job.ID], and sum the output's digest. Sorted names have the
// order of the shards, and different outputs of a shard have different names.
func (j *Job) Name(id string, s Shard, sum string) string {
	return fmt.Sprintf("%04d-%014d-%.12s.txt", s.Input, s.From, digest([]any{id, s.N, sum}))
}
