package job

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"

	"nonet/message"
)

// Digest is a function that returns a new, empty hash. The digest of an output is computed with it.
type Digest func() hash.Hash

// HexDigest returns the digest of h in hexadecimal, as entries state it.
func HexDigest(h hash.Hash) string { return fmt.Sprintf("%x", h.Sum(nil)) }

// Fault says what is wrong with the output of a shard.
type Fault struct {
	Shard int
	Name  string
	Kind  FaultKind
	Err   error // the error of the store, if the output cannot be read
}

// FaultKind says why the output of a shard cannot be used.
type FaultKind string

const (
	Missing    FaultKind = "missing"    // the shard has no entry
	Lost       FaultKind = "lost"       // the output or the notes are missing
	Changed    FaultKind = "changed"    // the output does not match its entry
	Unreadable FaultKind = "unreadable" // the store cannot read the output
	Longer     FaultKind = "longer"     // the whole output continues after the output of the last shard
)

func (f *Fault) Error() string { return f.Message().String() }

func (f *Fault) Message() message.Message {
	reason := ""
	if f.Err != nil {
		reason = f.Err.Error()
	}
	return message.New("job."+string(f.Kind), "name", f.Name, "n", f.Shard, "why", reason)
}

func (f *Fault) Unwrap() error { return f.Err }

// Merge writes all outputs to w, in order, and checks the digest of each while it copies. The error is a [*Fault] about
// the first wrong output, which may already have been written.
func Merge(w io.Writer, m *Manifest, newDigest Digest) error {
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done {
			return &Fault{Shard: n, Kind: Missing}
		}
		if err := m.Copy(w, &e, newDigest); err != nil {
			return err
		}
	}
	return nil
}

// Verify reads all outputs and calls yield with each fault, until yield returns false or ctx ends. If the function
// `reads` is not nil, Verify calls it before it reads an output. If `reads` returns false, Verify skips this output.
func Verify(ctx context.Context, m *Manifest, newDigest Digest, reads func(*Entry) bool, yield func(*Fault) bool) {
	for n, all := 0, m.Job.Shards(); n < all && ctx.Err() == nil; n++ {
		e, done := m.Done(n)
		fault := &Fault{Shard: n, Kind: Missing}
		if done {
			if reads != nil && !reads(&e) {
				continue
			}
			if fault, _ = m.Copy(io.Discard, &e, newDigest).(*Fault); fault == nil {
				continue
			}
		}
		if !yield(fault) {
			return
		}
	}
}

// Copy copies an output to w. It checks the output's digest while it copies, and the notes' checksum afterwards. The
// error is a [*Fault], or comes from w.
func (m *Manifest) Copy(w io.Writer, e *Entry, newDigest Digest) error {
	fault := func(kind FaultKind, err error) error { return &Fault{e.Shard, e.Name, kind, err} }
	in, err := m.store.Open(e)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault(Lost, nil)
	case err != nil:
		return fault(Unreadable, err)
	}
	defer in.Close()
	h, out := newDigest(), &failureWriter{w: w}
	n, err := io.Copy(io.MultiWriter(h, out), in)
	switch {
	case out.err != nil:
		return out.err
	case err != nil:
		return fault(Unreadable, err)
	case n != e.Bytes || HexDigest(h) != e.Sum:
		return fault(Changed, nil)
	}
	var notes []byte
	if e.Notes > 0 {
		notes, err = m.store.Notes(e)
	}
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fault(Unreadable, err)
	case NotesSum(notes) != e.NotesSum:
		return fault(Lost, nil)
	}
	return nil
}

// failureWriter is a writer that remembers the error of a write.
type failureWriter struct {
	w   io.Writer
	err error
}

func (f *failureWriter) Write(p []byte) (n int, err error) {
	n, err = f.w.Write(p)
	if err != nil {
		f.err = err
	}
	return n, err
}

// VerifyWhole reads a file that should consist of all outputs, in order. It calls yield with each fault, until yield
// returns false. After a fault, it still compares the later outputs, at the offsets where they should be.
func VerifyWhole(r io.Reader, m *Manifest, newDigest Digest, yield func(*Fault) bool) error {
	for n, all := 0, m.Job.Shards(); n < all; n++ {
		e, done := m.Done(n)
		if !done {
			if !yield(&Fault{Shard: n, Kind: Missing}) {
				return nil
			}
			continue
		}
		h := newDigest()
		switch _, err := io.CopyN(h, r, e.Bytes); {
		case err == io.EOF:
			yield(&Fault{Shard: n, Name: e.Name, Kind: Lost})
			return nil
		case err != nil:
			return err
		case HexDigest(h) != e.Sum && !yield(&Fault{Shard: n, Name: e.Name, Kind: Changed}):
			return nil
		}
	}
	if n, err := io.CopyN(io.Discard, r, 1); n > 0 {
		yield(&Fault{Shard: m.Job.Shards(), Kind: Longer})
	} else if err != io.EOF {
		return err
	}
	return nil
}

// SampleDigest returns a digest of a text. Digests of different texts almost certainly differ. It does not read the
// whole text: it covers the length and 64 blocks, which are the first, the last, and 62 between them.
func SampleDigest(r io.ReaderAt, length int64) (string, error) {
	const piece, pieces = 4 << 10, 64
	h := sha256.New()
	fmt.Fprintln(h, length)
	buf := make([]byte, piece)
	for i := range int64(pieces) {
		offset := i * max(0, length-piece) / (pieces - 1)
		n, err := r.ReadAt(buf[:min(piece, length-offset)], offset)
		if err != nil && err != io.EOF {
			return "", err
		}
		h.Write(buf[:n])
		if length <= piece {
			break
		}
	}
	return HexDigest(h)[:32], nil
}
