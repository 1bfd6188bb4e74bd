// Package jobqueue lets several machines work on one job. NATS JetStream distributes the shards.
//
//	Server ── numbers of missing shards ──▶ stream (work queue) ──▶ Workers
//	   ▲  ▲                                                          │  │
//	   │  └──────── questions; texts and outputs in chunks ──────────┘  │
//	   └── output, entry in the manifest, then the worker acknowledges
//
// Only the manifest and the output files decide what is done. The stream may lose shard numbers or repeat them: the
// Server publishes missing shards again, and enters each shard only once. Texts and outputs are core NATS messages,
// which no NATS server stores.
//
// A Worker acknowledges a number when the manifest has the shard. Until then it reports progress three times in each
// lease. After a lease without a report, JetStream gives the number to another worker. A shard on which
// [mostDeaths] workers have died is set aside.
package jobqueue

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/job"
)

// Connection holds the settings of a NATS connection. Only URL is required.
type Connection struct {
	URL   string // the address of one server, or of several, separated by commas
	Creds string // the path of a credentials file
	Nkey  string // the path of a file with the seed of an nkey
	CA    string // the path of a file with certificates in PEM
}

// connection is a NATS connection. If it breaks, it connects again by itself, until it is closed.
type connection struct {
	*nats.Conn
	lastErr atomic.Pointer[error] // the error of the last failed attempt to connect
}

// quick is the timeout of requests whose answer needs no work.
const quick = 2 * time.Second

// open returns a connection to NATS without waiting until it is established. The error is an [*UnusableError].
func (c Connection) open() (_ *connection, err error) {
	conn := new(connection)
	options := []nats.Option{nats.Name("nonet"), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { conn.lastErr.Store(&err) }),
		nats.PingInterval(quick), nats.MaxPingsOutstanding(2), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}
	if c.CA != "" {
		options = append(options, nats.RootCAs(c.CA))
	}
	if c.Creds != "" {
		options = append(options, nats.UserCredentials(c.Creds))
	}
	if c.Nkey != "" {
		sign, err := nats.NkeyOptionFromSeed(c.Nkey)
		if err != nil {
			return nil, &UnusableError{err}
		}
		options = append(options, sign)
	}
	if conn.Conn, err = nats.Connect(c.URL, options...); err != nil {
		return nil, &UnusableError{err}
	}
	return conn, nil
}

// PublicURL returns the URL without user names and passwords, for logs and messages.
func (c Connection) PublicURL() string {
	all := strings.Split(c.URL, ",")
	for i, text := range all {
		if u, err := url.Parse(strings.TrimSpace(text)); err == nil && u.User != nil {
			u.User = nil
			all[i] = u.String()
		}
	}
	return strings.Join(all, ",")
}

const namePrefix = "nonet-"

// NewName returns a random name for a job's stream.
func NewName() string {
	b := make([]byte, 4)
	rand.Read(b)
	return namePrefix + hex.EncodeToString(b)
}

// IsName reports whether the name has the form that NewName returns.
func IsName(name string) bool {
	digits, ok := strings.CutPrefix(name, namePrefix)
	return ok && len(digits) == 8 && strings.Trim(digits, "0123456789abcdef") == ""
}

// These names are the same for all jobs. The name of a stream is the name of its job; see [Info].
const (
	consumer    = "workers"    // the only consumer of each stream, shared by all workers
	jobsSubject = "nonet.jobs" // the subject of requests that each Server answers with the name of its job
)

func shardSubject(name string, shard int) string { return fmt.Sprintf("%s.shard.%d", name, shard) }
func askSubject(name, verb string) string        { return name + ".ask." + verb }
func workerSubject(name, worker string) string   { return name + ".worker." + worker }
func jobEndSubject(name string) string           { return name + ".over" }

// Info describes a job to its workers.
type Info struct {
	Name    string        `json:"name"`
	Job     job.Job       `json:"job"`
	Version string        `json:"version"` // the version of the program, which the worker must also have
	Lease   time.Duration `json:"lease"`
	Paths   []string      `json:"paths"` // the paths of the inputs; a worker with the same files reads them itself
	// BadStatus is the exit status of a shard that ends the job; 0 means none.
	BadStatus int `json:"badStatus,omitempty"`
}

// request is a worker's question to a Server, or a Server's request to a worker for a chunk of an output.
type request struct {
	Worker string     `json:"worker,omitempty"`
	Shard  int        `json:"shard"`
	From   int64      `json:"from,omitempty"`   // the offset of a chunk in a text or an output
	Output int64      `json:"output,omitempty"` // the number that the worker gave to its output
	Entry  *job.Entry `json:"entry,omitempty"`
}

// answer is the reply to any request except one for a chunk.
type answer struct {
	State state `json:"state"`
	Task  *task `json:"task,omitempty"`
}

type state string

const (
	running  state = "running"  // the job has work, or the shard must be worked on
	finished state = "finished" // the job or the shard needs no more work
	waiting  state = "waiting"  // the worker must ask again later
	wrong    state = "wrong"    // the output does not match its entry, so the shard must be done again
)

// task describes a shard to a worker, without its text. Its fields are those of [batch.Task].
type task struct {
	From      uint64 `json:"from,omitempty"`
	To        uint64 `json:"to,omitempty"`
	Continues bool   `json:"continues,omitempty"`
	Torn      bool   `json:"torn,omitempty"`
	Whole     bool   `json:"whole,omitempty"`
}

// lengthHeader is the header with the length of the whole text or output to which a chunk belongs.
const lengthHeader = "Nonet-Length"

// sendChunk answers m with the chunk of r that begins at the offset `from`. If r ends before this offset, the chunk is
// empty.
func sendChunk(c *connection, m *nats.Msg, r *io.SectionReader, from int64) {
	reply := nats.NewMsg(m.Reply)
	if r != nil && from >= 0 && from <= r.Size() {
		b := make([]byte, min(r.Size()-from, 512<<10, c.MaxPayload()/2))
		if _, err := io.ReadFull(io.NewSectionReader(r, from, int64(len(b))), b); err == nil {
			reply.Data = b
			reply.Header.Set(lengthHeader, strconv.FormatInt(r.Size(), 10))
		}
	}
	_ = c.PublishMsg(reply) // if the reply is lost, the other side asks again
}

// errNoChunk means that the other side does not have the requested chunk.
var errNoChunk = errors.New("the other side does not have it")

// receiveChunks writes all chunks to w, in order. `ask` requests the chunk that begins at an offset.
func receiveChunks(w io.Writer, ask func(from int64) (*nats.Msg, error)) error {
	for offset := int64(0); ; {
		m, err := ask(offset)
		if err != nil {
			return err
		}
		length, err := strconv.ParseInt(m.Header.Get(lengthHeader), 10, 64)
		if err != nil || offset+int64(len(m.Data)) > length || len(m.Data) == 0 && offset < length {
			return errNoChunk
		}
		if _, err := w.Write(m.Data); err != nil {
			return err
		}
		if offset += int64(len(m.Data)); offset == length {
			return nil
		}
	}
}

// pace is the delay before the next attempt. It grows with each attempt.
type pace time.Duration

func (p *pace) sleepLonger(ctx context.Context) {
	*p = min(max(2**p, pace(20*time.Millisecond)), pace(time.Second))
	select {
	case <-time.After(time.Duration(*p)):
	case <-ctx.Done():
	}
}

// errOver means that the job needs no more workers.
var errOver = errors.New("the job is over")

func isMissing(ctx context.Context, js jetstream.JetStream, name string) bool {
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	_, err := js.Stream(ctx, name)
	return errors.Is(err, jetstream.ErrStreamNotFound)
}

// UnusableError states why a [Connection] cannot be opened, or why NATS refuses what a job needs.
type UnusableError struct{ Err error }

func (e *UnusableError) Error() string { return e.Err.Error() }

func (e *UnusableError) Unwrap() error { return e.Err }

// IsNoServerError reports whether err means that NATS answers, but that no [Server] answers.
func IsNoServerError(err error) bool { return errors.Is(err, nats.ErrNoResponders) }

// reasonOf returns the reason why NATS cannot be used. This is the error that closed the connection, if there is one,
// and otherwise err.
func (c *connection) reasonOf(err error) error {
	if c.IsClosed() && c.LastError() != nil {
		return c.LastError()
	}
	if err := c.lastErr.Load(); !c.IsConnected() && err != nil {
		return *err
	}
	return err
}
