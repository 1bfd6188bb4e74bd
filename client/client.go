// Package client asks a nonet server, over its HTTP API:
//
//	c := client.New("http://127.0.0.1:8080")
//	answer, err := c.Solve(ctx, client.SolveRequest{Puzzle: "8..........36..."})
//
// Each operation has a method, its request a type here and its answer one in package wire;
// operations_generated.go has them all. Those that tell how far they are have a second method,
// such as [Client.TargetStream], and those of which many are asked at once, such as
// [Client.SolveBatch], too.
//
// What the server refuses is a *[wire.Problem], whose Code says of what kind it is. Requests
// that it has no room for are made again when it says, a few times.
//
// The package imports net/http and no server; what it sends is what docs/API.md describes.
package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"nonet/wire"
)

// Client asks one server. Its methods may be called from any goroutine.
type Client struct {
	base    string
	http    *http.Client
	token   string
	lang    string
	retries int
	longest time.Duration
}

// Option is a setting of [New].
type Option func(*Client)

// WithHTTP takes another client than http.DefaultClient, with its transport and timeouts. A
// timeout of the whole would end streams and batches, too. A transport without compression
// makes batches faster where the line is not what is slow.
func WithHTTP(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithToken is for a server that wants one.
func WithToken(token string) Option { return func(c *Client) { c.token = token } }

// WithLanguage has texts in another language than English, such as zh-CN.
func WithLanguage(lang string) Option { return func(c *Client) { c.lang = lang } }

// WithRetries has requests that the server has no room for made again up to n times, in place
// of 3, unless it says to wait for longer than longest, in place of 10 s.
func WithRetries(n int, longest time.Duration) Option {
	return func(c *Client) { c.retries, c.longest = n, longest }
}

// New returns a client of the server at an address such as https://sudoku.example.org.
func New(base string, options ...Option) *Client {
	c := &Client{base: strings.TrimSuffix(base, "/"), http: http.DefaultClient, lang: "en", retries: 3, longest: 10 * time.Second}
	for _, o := range options {
		o(c)
	}
	return c
}

// request returns a request for an address below /api/v1/, its body in q unless that is nil.
func (c *Client) request(ctx context.Context, path string, q any) (*http.Request, error) {
	method, body := http.MethodGet, []byte(nil)
	if q != nil {
		var err error
		if body, err = json.Marshal(q); err != nil {
			return nil, err
		}
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+"/api/v1/"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if q != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	c.introduce(r)
	return r, nil
}

// introduce says who asks, and in which language.
func (c *Client) introduce(r *http.Request) {
	r.Header.Set("Accept-Language", c.lang)
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
}

// do makes a request until the server has room for it. The answer's status is 200.
func (c *Client) do(r *http.Request) (*http.Response, error) {
	var p *wire.Problem
	for try := 0; ; try++ {
		attempt := r.Clone(r.Context()) // one that was answered early may still be sending
		if r.GetBody != nil {
			var err error
			if attempt.Body, err = r.GetBody(); err != nil { // it cannot be sent again
				return nil, p
			}
		}
		a, err := c.http.Do(attempt)
		if err != nil {
			return nil, err
		}
		if a.StatusCode == http.StatusOK {
			return a, nil
		}
		p = problem(a)
		if busy := p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable; !busy || p.RetryAfter <= 0 || try >= c.retries || p.RetryAfter > c.longest {
			return nil, p
		}
		wait := time.NewTimer(p.RetryAfter)
		select {
		case <-wait.C:
		case <-r.Context().Done():
			wait.Stop()
			return nil, context.Cause(r.Context())
		}
	}
}

// longProblem is how many bytes of a refusal are read.
const longProblem = 1 << 20

// problem returns what an answer that is none says.
func problem(a *http.Response) *wire.Problem {
	defer a.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(a.Body, longProblem))
	p := parseProblem(b)
	if p == nil { // of somebody on the way
		p = &wire.Problem{Type: "about:blank", Title: a.Status, Status: a.StatusCode, Detail: a.Status}
	}
	seconds, _ := strconv.Atoi(a.Header.Get("Retry-After"))
	p.RetryAfter = time.Duration(seconds) * time.Second
	return p
}

// parseProblem returns a problem in JSON, nil of anything else.
func parseProblem(b []byte) *wire.Problem {
	var p wire.Problem
	if json.Unmarshal(b, &p) != nil || p.Type == "" || p.Status == 0 {
		return nil
	}
	_, code, _ := strings.Cut(p.Type, "#problem-")
	p.Code, p.Detail = wire.ProblemCode(code), cmp.Or(p.Detail, p.Title)
	return &p
}

// answered returns the body of an answer.
func (c *Client) answered(ctx context.Context, path string, q any) (io.ReadCloser, error) {
	r, err := c.request(ctx, path, q)
	if err != nil {
		return nil, err
	}
	a, err := c.do(r)
	if err != nil {
		return nil, err
	}
	return a.Body, nil
}

// ask makes a request and reads its answer.
func ask[A any](ctx context.Context, c *Client, path string, q any) (answer A, err error) {
	body, err := c.answered(ctx, path, q)
	if err != nil {
		return answer, err
	}
	defer body.Close()
	if err := json.NewDecoder(body).Decode(&answer); err != nil {
		return answer, fmt.Errorf("the answer to %s: %w", path, cmp.Or(context.Cause(ctx), err))
	}
	return answer, nil
}

// parameters returns the fields of a request, but its puzzle, as they stand in an address.
func parameters(q any) (string, error) {
	b, err := json.Marshal(q)
	if err != nil {
		return "", err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return "", err
	}
	values := url.Values{}
	for name, value := range fields {
		text := string(value)
		if value[0] == '"' {
			if err := json.Unmarshal(value, &text); err != nil {
				return "", err
			}
		}
		if name != "puzzle" {
			values.Set(name, text)
		}
	}
	return "?" + values.Encode(), nil
}

// errCut is how an answer ends that broke off.
var errCut = errors.New("the answer ends before its end")
