package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"time"
)

// patience limits the time until a request is answered.
const patience = 2 * time.Minute

// client sends requests on one connection, from an address of its own. It implements HTTP/1.1 itself, to save processor
// time, because client and server share two processors.
type client struct {
	addr string
	from *net.TCPAddr
	conn net.Conn
	in   *bufio.Reader
}

// newClient returns client number i of a scenario. On Linux each client has its own address in 127.0.0.0/8; elsewhere
// all clients share one address.
func (t *target) newClient(i int) *client {
	c := &client{addr: t.addr}
	if runtime.GOOS == "linux" {
		c.from = &net.TCPAddr{IP: net.IPv4(127, 1, byte(i>>8), byte(i))}
	}
	return c
}

func (c *client) dial(ctx context.Context) error {
	dialer := net.Dialer{Timeout: patience}
	if c.from != nil {
		dialer.LocalAddr = c.from
	}
	conn, err := dialer.DialContext(ctx, "tcp", c.addr)
	if err != nil {
		return err
	}
	if remote := conn.RemoteAddr().(*net.TCPAddr); !remote.IP.IsLoopback() {
		conn.Close()
		return fmt.Errorf("%v is no loopback address", remote)
	}
	if c.conn = conn; c.in == nil {
		c.in = bufio.NewReaderSize(nil, 2<<10)
	}
	c.in.Reset(conn)
	return nil
}

func (c *client) close() {
	if c.conn != nil {
		c.conn.Close()
		c.conn = nil
	}
}

// requestBytes returns an HTTP/1.1 request. body is JSON for POST; other methods need an empty body.
func requestBytes(method, path, body string) []byte {
	head := method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
	if method == "POST" {
		head += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	return []byte(head + "\r\n" + body)
}

var errUndecided = errors.New("undecided")

// sendRequest sends a request and reads the answer. If ctx ends, it closes the connection, and returns an error.
func (c *client) sendRequest(ctx context.Context, request []byte) (status int, err error) {
	if c.conn == nil {
		if err := c.dial(ctx); err != nil {
			return 0, err
		}
	}
	conn := c.conn
	defer context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })()
	_ = conn.SetDeadline(time.Now().Add(patience))
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	defer func() {
		if err != nil && err != errUndecided {
			c.close()
		}
	}()
	if _, err := conn.Write(request); err != nil {
		return 0, err
	}
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return 0, err
	}
	answer, err := io.ReadAll(response.Body)
	if response.Close {
		c.close()
	}
	if err == nil && bytes.Contains(answer, []byte(`"outcome":"undecided"`)) {
		return response.StatusCode, errUndecided
	}
	return response.StatusCode, err
}

// tally collects the times and the failures of requests.
type tally struct {
	mu              sync.Mutex
	took            []time.Duration // the times of the requests that were answered with status 200
	refused, failed int
	err             error
}

func (t *tally) add(status int, err error, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case err != nil:
		t.failed++
		t.err = err
	case status == http.StatusOK:
		t.took = append(t.took, took)
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		t.refused++
	default:
		t.failed++
		t.err = fmt.Errorf("status %d", status)
	}
}

// quantile returns the time within which the given share of the requests was answered.
func (t *tally) quantile(share float64) time.Duration {
	if len(t.took) == 0 {
		return 0
	}
	slices.Sort(t.took)
	return t.took[min(int(share*float64(len(t.took))), len(t.took)-1)]
}
