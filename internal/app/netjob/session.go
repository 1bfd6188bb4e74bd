package netjob

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"nonet/job"
)

// direct is a session with a coordinator that is asked at its own address, over HTTPS.
type direct struct {
	client          *http.Client
	address, secret string
	info            Info
}

// dial asks who is asked now to let this worker in; mu is held.
func (c *Client) dial(ctx context.Context, link string) (Session, error) {
	client, address, secret, err := c.to(link)
	if err != nil {
		return nil, err
	}
	name, _ := json.Marshal(map[string]string{"name": c.Name})
	status, b, err := send(ctx, client, "POST", address+"/join", secret, nil, bytes.NewReader(name), 64<<20)
	switch {
	case err != nil:
		return nil, err
	case status == http.StatusUnauthorized:
		return nil, ErrRefused
	case status != http.StatusOK:
		return nil, failed(status)
	}
	var in struct {
		Secret string
		Info   Info
	}
	err = json.Unmarshal(b, &in)
	return &direct{client, address, in.Secret, in.Info}, err
}

func failed(status int) error { return fmt.Errorf("%s", http.StatusText(status)) }

func (s *direct) Info() *Info { return &s.info }

func (s *direct) ask(ctx context.Context, method, path string, header http.Header, body io.Reader, most int64) (int, []byte, error) {
	return send(ctx, s.client, method, s.address+"/"+path, s.secret, header, body, most)
}

// tell asks for no more than that something is known, for a moment.
func (s *direct) tell(path string) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_, _, _ = s.ask(ctx, "POST", path, nil, nil, 1<<10)
}

func (s *direct) Lease(ctx context.Context) (*Task, error) {
	ctx, cancel := context.WithTimeout(ctx, quick)
	defer cancel()
	status, b, err := s.ask(ctx, "POST", "lease", nil, nil, 1<<20)
	if err != nil {
		return nil, err
	}
	t := new(Task)
	switch status {
	case http.StatusOK:
		return t, json.Unmarshal(b, t)
	case http.StatusNoContent:
		return nil, ErrNothing
	case http.StatusGone:
		return nil, ErrOver
	case http.StatusForbidden:
		return nil, ErrRefused
	}
	return nil, failed(status)
}

func (s *direct) Text(ctx context.Context, shard int) ([]byte, error) {
	status, b, err := s.ask(ctx, "GET", fmt.Sprintf("text/%d", shard), nil, nil, mostText)
	if err == nil && status != http.StatusOK {
		err = failed(status)
	}
	return b, err
}

const mostText = 1 << 30

func (s *direct) Beat(ctx context.Context, shard int) (ours bool, err error) {
	ours, _, err = s.beat(ctx, shard, 0)
	return ours, err
}

// beat is Beat of a part, and whether others have nothing to do.
func (s *direct) beat(ctx context.Context, shard int, from int64) (ours, asked bool, err error) {
	status, _, err := s.ask(ctx, "POST", fmt.Sprintf("beat/%d?from=%d", shard, from), nil, nil, 1<<10)
	return status != http.StatusConflict, status == http.StatusAccepted, err
}

func (s *direct) Put(ctx context.Context, e *job.Entry, output io.Reader) error {
	return s.put(ctx, e, job.Span{}, output)
}

// put is Put of a part; that without length stands for the whole.
func (s *direct) put(ctx context.Context, e *job.Entry, part job.Span, output io.Reader) error {
	entry, err := json.Marshal(e)
	if err != nil {
		return err
	}
	path := fmt.Sprintf("result/%d", e.Shard)
	if part.Len() > 0 {
		path += fmt.Sprintf("?from=%d&to=%d", part.From, part.To)
	}
	status, _, err := s.ask(ctx, "PUT", path, http.Header{"Nonet-Entry": {string(entry)}}, output, 1<<10)
	if err != nil {
		return err
	}
	switch status {
	case http.StatusOK, http.StatusConflict: // or another brought it before
		return nil
	case http.StatusForbidden:
		return ErrRefused
	case http.StatusUnprocessableEntity:
		return ErrLater
	}
	return failed(status) // if its disk is full, another may take it
}

func (s *direct) Return(shard int) { s.giveBack(shard, 0) }

func (s *direct) giveBack(shard int, from int64) {
	s.tell(fmt.Sprintf("return/%d?from=%d", shard, from))
}

// give tells that what is behind a place is not done here. If that is lost, the output's end tells it.
func (s *direct) give(shard int, from, at int64) {
	s.tell(fmt.Sprintf("give/%d?from=%d&at=%d", shard, from, at))
}

func (s *direct) Leave() {
	s.tell("leave")
	s.client.CloseIdleConnections()
}
