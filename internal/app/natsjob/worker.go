package natsjob

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"nonet/internal/app/netjob"
	"nonet/job"
)

// Dial is how a worker of that name is let in by links to brokers: the Dial of a [netjob.Client].
func Dial(name string, o netjob.BrokerOptions) func(ctx context.Context, link string) (netjob.Session, error) {
	d := &dialer{name: name, options: o}
	return d.dial
}

// dialer has the one connection that a worker's sessions share: after a coordinator has begun anew, shards that came
// from the stream before can still be brought, and acknowledged.
type dialer struct {
	name    string
	options netjob.BrokerOptions

	mu   sync.Mutex
	to   string
	conn *nats.Conn
	cons jetstream.Consumer
	held map[int]jetstream.Msg
}

// session is being let in. Its connection and consumer stay what they were, also where the dialer has others by now.
type session struct {
	*dialer
	conn           *nats.Conn
	cons           jetstream.Consumer
	stream, secret string
	info           netjob.Info
}

func (d *dialer) dial(ctx context.Context, text string) (netjob.Session, error) {
	link, err := ParseLink(text)
	if err != nil {
		return nil, err
	}
	conn, err := d.reach(text, &link)
	if err != nil {
		return nil, err
	}
	s := &session{dialer: d, conn: conn, stream: link.Stream, secret: link.Secret}
	status, reply, err := s.ask(ctx, "join", nil, []byte(d.name))
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusUnauthorized:
		return nil, netjob.ErrRefused
	case status == http.StatusGone:
		return nil, netjob.ErrOver
	case status != http.StatusOK:
		return nil, failed(status)
	}
	s.secret = reply.Header.Get(secretHeader)
	b, err := s.read(ctx, "info", nil)
	if err == nil {
		err = json.Unmarshal(b, &s.info)
	}
	if err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.cons == nil {
		js, err := jetstream.New(conn)
		if err != nil {
			return nil, err
		}
		if d.cons, err = js.Consumer(ctx, link.Stream, Consumer); err != nil {
			return nil, err
		}
	}
	s.cons = d.cons
	return s, nil
}

// reach has a connection to the link's broker.
func (d *dialer) reach(text string, link *Link) (*nats.Conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.conn != nil && d.to == text && !d.conn.IsClosed() {
		return d.conn, nil
	}
	if d.conn != nil {
		d.conn.Close()
	}
	d.conn, d.cons, d.held, d.to = nil, nil, map[int]jetstream.Msg{}, text
	who := make([]byte, 16)
	rand.Read(who)
	more := []nats.Option{nats.CustomInboxPrefix(Inbox(link.Stream, hex.EncodeToString(who)))}
	if link.Pin != nil { // a broker within a coordinator
		key, own, err := Login(link.Secret)
		if err != nil {
			return nil, err
		}
		more = append(own, nats.CustomInboxPrefix(Inbox(link.Stream, key)))
	}
	var err error
	d.conn, err = Connect(link.Servers, link.Pin, more, d.options)
	if errors.Is(err, nats.ErrAuthorization) {
		err = fmt.Errorf("%w: %w", netjob.ErrRefused, err)
	}
	return d.conn, err
}

// Login is a new nkey, and how to be let in with it and a secret by a broker within a coordinator.
func Login(secret string) (key string, options []nats.Option, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", nil, err
	}
	key, err = pair.PublicKey()
	return key, []nats.Option{nats.Nkey(key, pair.Sign), nats.Token(secret)}, err
}

func failed(status int) error { return errors.New(http.StatusText(status)) }

// ask asks the coordinator.
func (s *session) ask(ctx context.Context, verb string, header map[string]string, data []byte) (status int, reply *nats.Msg, err error) {
	m := nats.NewMsg(AskSubject(s.stream, verb))
	m.Data = data
	m.Header.Set(secretHeader, s.secret)
	for name, value := range header {
		m.Header.Set(name, value)
	}
	if reply, err = s.conn.RequestMsgWithContext(ctx, m); err != nil {
		return 0, nil, err
	}
	status, err = strconv.Atoi(reply.Header.Get(statusHeader))
	return status, reply, err
}

// soon is ask for an answer that is at hand.
func (s *session) soon(ctx context.Context, verb string, shard int) (status int, err error) {
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	status, _, err = s.ask(ctx, verb, map[string]string{shardHeader: strconv.Itoa(shard)}, nil)
	return status, err
}

// read asks for something that may be longer than a message.
func (s *session) read(ctx context.Context, verb string, header map[string]string) (all []byte, err error) {
	for {
		asked := map[string]string{fromHeader: strconv.Itoa(len(all))}
		for name, value := range header {
			asked[name] = value
		}
		asking, cancel := context.WithTimeout(ctx, quick)
		status, reply, err := s.ask(asking, verb, asked, nil)
		cancel()
		if err != nil {
			return nil, err
		}
		length, err := strconv.ParseInt(reply.Header.Get(lengthHeader), 10, 64)
		if status != http.StatusOK || err != nil || length > mostText || len(reply.Data) == 0 && int64(len(all)) < length {
			return nil, failed(status)
		}
		if all = append(all, reply.Data...); int64(len(all)) >= length {
			return all, nil
		}
	}
}

const mostText = 1 << 30

func (s *session) Info() *netjob.Info { return &s.info }

// wait is how long a worker waits for a shard before it asks whether the job is over.
const wait = time.Second

func (s *session) Lease(ctx context.Context) (*netjob.Task, error) {
	batch, err := s.cons.Fetch(1, jetstream.FetchMaxWait(wait))
	if err == nil {
		for m := range batch.Messages() {
			return s.leased(ctx, m)
		}
		err = batch.Error()
	}
	// There was nothing, or the stream is gone as the job is over, or the broker has nobody who leads.
	status, asked := s.soon(ctx, "state", 0)
	switch {
	case asked != nil:
		return nil, errors.Join(asked, err)
	case status == http.StatusGone:
		return nil, netjob.ErrOver
	case status == http.StatusForbidden:
		return nil, netjob.ErrRefused
	case status != http.StatusNoContent:
		return nil, failed(status)
	}
	return nil, netjob.ErrNothing
}

// leased takes a message as what it is to do, unless that is done.
func (s *session) leased(ctx context.Context, m jetstream.Msg) (*netjob.Task, error) {
	t := new(netjob.Task)
	if err := json.Unmarshal(m.Data(), t); err != nil {
		_ = m.Term()
		return nil, netjob.ErrNothing
	}
	// If the coordinator is away for now, the stream's word is enough.
	switch status, err := s.soon(ctx, "beat", t.Shard); {
	case err == nil && status == http.StatusConflict:
		_ = m.Ack()
		return nil, netjob.ErrNothing
	case err == nil && status == http.StatusForbidden:
		_ = m.Nak()
		return nil, netjob.ErrRefused
	case err == nil && status != http.StatusOK:
		_ = m.Nak()
		return nil, failed(status)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.held[t.Shard] = m
	return t, nil
}

func (s *session) message(shard int) jetstream.Msg {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held[shard]
}

func (s *session) forget(shard int) jetstream.Msg {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.held[shard]
	delete(s.held, shard)
	return m
}

func (s *session) Text(ctx context.Context, shard int) ([]byte, error) {
	return s.read(ctx, "text", map[string]string{shardHeader: strconv.Itoa(shard)})
}

func (s *session) Beat(ctx context.Context, shard int) (ours bool, err error) {
	if m := s.message(shard); m != nil {
		_ = m.InProgress() // it fails while the broker is away, where the next may not
	}
	status, err := s.soon(ctx, "beat", shard)
	return status != http.StatusConflict && status != http.StatusForbidden, err
}

func (s *session) Put(ctx context.Context, e *job.Entry, output io.Reader) error {
	entry, err := json.Marshal(e)
	if err != nil {
		return err
	}
	id := make([]byte, 8)
	rand.Read(id)
	header := map[string]string{shardHeader: strconv.Itoa(e.Shard), entryHeader: string(entry), uploadHeader: hex.EncodeToString(id)}
	buf := make([]byte, chunk(s.conn))
	for at, length := int64(0), e.Bytes+e.Notes; ; {
		n, err := io.ReadFull(output, buf[:min(int64(len(buf)), length-at)])
		if err != nil && err != io.EOF {
			return err
		}
		header[fromHeader] = strconv.FormatInt(at, 10)
		status, err := s.bring(ctx, header, buf[:n])
		if err != nil {
			return err
		}
		delete(header, entryHeader)
		at += int64(n)
		switch status {
		case http.StatusAccepted:
			continue
		case http.StatusOK, http.StatusConflict: // or another brought it before
			if m := s.forget(e.Shard); m != nil {
				_ = m.Ack() // if it is lost the shard comes again, and is found done
			}
			return nil
		case http.StatusForbidden:
			return netjob.ErrRefused
		case http.StatusInsufficientStorage, http.StatusUnprocessableEntity, http.StatusRequestedRangeNotSatisfiable:
			return netjob.ErrLater
		}
		return failed(status)
	}
}

// bring brings a chunk of an output, and again while nobody answers: a server of the broker that dies takes questions
// and answers with it, and an output that is checked takes a while. A chunk that comes twice counts once. Each time it waits longer,
// as a slow network would have more and more chunks to carry again.
func (s *session) bring(ctx context.Context, header map[string]string, data []byte) (status int, err error) {
	for wait := 2 * time.Second; ; wait = min(2*wait, idleUpload/2) {
		asking, cancel := context.WithTimeout(ctx, wait)
		status, _, err = s.ask(asking, "put", header, data)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			return status, err
		}
	}
}

func (s *session) Return(shard int) {
	if m := s.forget(shard); m != nil {
		_ = m.Nak()
		_, _ = s.soon(context.Background(), "return", shard)
	}
}

// Leave hands back what is held, and ends the connection.
func (s *session) Leave() {
	s.mu.Lock()
	for _, m := range s.held {
		_ = m.Nak()
	}
	s.held = map[int]jetstream.Msg{}
	s.mu.Unlock()
	_, _ = s.soon(context.Background(), "leave", 0)
	_ = s.conn.FlushTimeout(2 * time.Second)
	s.conn.Close()
}
