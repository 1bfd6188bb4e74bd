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

// Connection says how to reach NATS. Everything but URL may be empty.
type Connection struct {
	URL   string // of one server, or of several with commas between them
	Creds string // a file of credentials
	Nkey  string // a file with the seed of an nkey
	CA    string // a file of certificates in PEM
}

// connection reconnects until it is closed.
type connection struct {
	*nats.Conn
	why atomic.Pointer[error] // of the last attempt that failed
}

// quick bounds the wait for an answer that takes no work.
const quick = 2 * time.Second

// open returns a connection, which need not be connected yet.
// The error is an [*UnusableError].
func (c Connection) open() (_ *connection, err error) {
	conn := new(connection)
	options := []nats.Option{nats.Name("nonet"), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { conn.why.Store(&err) }),
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

// PublicURL returns the URL without names and passwords of users.
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

// NewName returns a name for a job's stream.
func NewName() string {
	b := make([]byte, 4)
	rand.Read(b)
	return namePrefix + hex.EncodeToString(b)
}

// IsName reports whether NewName may have returned a name.
func IsName(name string) bool {
	digits, ok := strings.CutPrefix(name, namePrefix)
	return ok && len(digits) == 8 && strings.Trim(digits, "0123456789abcdef") == ""
}

// The names of a job's stream and subjects. The stream has the job's own name, see [Info].
const (
	consumer    = "workers"    // the stream's one consumer, which all workers share
	jobsSubject = "nonet.jobs" // each Server answers it with its job's name
)

func shardSubject(name string, shard int) string { return fmt.Sprintf("%s.shard.%d", name, shard) }
func askSubject(name, verb string) string        { return name + ".ask." + verb }
func workerSubject(name, worker string) string   { return name + ".worker." + worker }
func overSubject(name string) string             { return name + ".over" }

// Info is what a Server tells its workers of a job.
type Info struct {
	Name    string        `json:"name"`
	Job     job.Job       `json:"job"`
	Version string        `json:"version"` // of the program; a worker has to have the same
	Lease   time.Duration `json:"lease"`
	Paths   []string      `json:"paths"` // of the inputs; a worker that has the same files reads them itself
	// BadStatus is the exit status that ends the job, unless 0.
	BadStatus int `json:"badStatus,omitempty"`
}

// request is a question to a Server, or a request of a Server for an output.
type request struct {
	Worker string     `json:"worker,omitempty"`
	Shard  int        `json:"shard"`
	From   int64      `json:"from,omitempty"`   // where in a text or in an output a chunk begins
	Output int64      `json:"output,omitempty"` // which of the worker's outputs
	Entry  *job.Entry `json:"entry,omitempty"`
}

// answer answers a request that is not for a chunk.
type answer struct {
	State state `json:"state"`
	Task  *task `json:"task,omitempty"`
}

type state string

const (
	running  state = "running"  // the job, or the shard, is to be worked on
	finished state = "finished" // nobody need work on it any more
	waiting  state = "waiting"  // ask again
	wrong    state = "wrong"    // the output is not what its entry says; do the shard again
)

// task is what a worker needs to know of a shard besides its text.
type task struct {
	From      uint64 `json:"from,omitempty"`
	To        uint64 `json:"to,omitempty"`
	Continues bool   `json:"continues,omitempty"`
	Torn      bool   `json:"torn,omitempty"`
	Whole     bool   `json:"whole,omitempty"`
}

// lengthHeader is the length of the whole of which a message has a chunk.
const lengthHeader = "Nonet-Length"

// sendChunk answers m with the part of r that begins at a place.
func sendChunk(c *connection, m *nats.Msg, r *io.SectionReader, from int64) {
	reply := nats.NewMsg(m.Reply)
	if r != nil && from >= 0 && from <= r.Size() {
		b := make([]byte, min(r.Size()-from, 512<<10, c.MaxPayload()/2))
		if _, err := io.ReadFull(io.NewSectionReader(r, from, int64(len(b))), b); err == nil {
			reply.Data = b
			reply.Header.Set(lengthHeader, strconv.FormatInt(r.Size(), 10))
		}
	}
	_ = c.PublishMsg(reply) // if it is lost, the other side asks again
}

// errNoChunk is the error for an answer without the chunk that was asked for.
var errNoChunk = errors.New("the other side does not have it")

// receiveChunks writes all chunks to w. ask requests the one that begins at a place.
func receiveChunks(w io.Writer, ask func(from int64) (*nats.Msg, error)) error {
	for at := int64(0); ; {
		m, err := ask(at)
		if err != nil {
			return err
		}
		length, err := strconv.ParseInt(m.Header.Get(lengthHeader), 10, 64)
		if err != nil || at+int64(len(m.Data)) > length || len(m.Data) == 0 && at < length {
			return errNoChunk
		}
		if _, err := w.Write(m.Data); err != nil {
			return err
		}
		if at += int64(len(m.Data)); at == length {
			return nil
		}
	}
}

// pace is a wait that grows with each attempt.
type pace time.Duration

func (p *pace) sleep(ctx context.Context) {
	*p = min(max(2**p, pace(20*time.Millisecond)), pace(time.Second))
	select {
	case <-time.After(time.Duration(*p)):
	case <-ctx.Done():
	}
}

// errOver ends the work on a job that is over.
var errOver = errors.New("the job is over")

// isMissing reports whether the job's stream is known not to be there.
func isMissing(ctx context.Context, js jetstream.JetStream, name string) bool {
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	_, err := js.Stream(ctx, name)
	return errors.Is(err, jetstream.ErrStreamNotFound)
}

// UnusableError is the error of a NATS server that refuses what a job needs, or of a [Connection] that cannot be opened.
type UnusableError struct{ Why error }

func (e *UnusableError) Error() string { return e.Why.Error() }

// Unwrap returns e.Why.
func (e *UnusableError) Unwrap() error { return e.Why }

// IsUnserved reports whether an error says that NATS answers and no [Server] does.
func IsUnserved(err error) bool { return errors.Is(err, nats.ErrNoResponders) }

// reason returns why NATS cannot be used, which the connection may know better than the call that failed.
func (c *connection) reason(err error) error {
	if c.IsClosed() && c.LastError() != nil {
		return c.LastError()
	}
	if why := c.why.Load(); !c.IsConnected() && why != nil {
		return *why
	}
	return err
}
