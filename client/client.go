// Package client sends requests to a nonet server through its HTTP API:
//
//	c := client.New("http://127.0.0.1:8080")
//	answer, err := c.Solve(ctx, client.SolveRequest{Puzzle: "8..........36..."})
//
// Each operation has a method. The type of its request is in this package, and the type of its answer in package wire.
// operations_generated.go has the methods and the requests. An operation that reports progress also has a method such
// as [Client.TargetStream]. An operation for many puzzles also has a method such as
// [Client.SolveBatch].
//
// If the server refuses a request, the error is a *[wire.Problem], whose Code says why. If the server has no room, the
// client waits as long as the server demands, and tries again, up to three times.
//
// The package imports net/http but no server. The API is described in docs/API.md.
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

// Client sends requests to one server. Its methods may be called from any goroutine.
type Client struct {
	base    string
	http    *http.Client
	token   string
	lang    string
	retries int
	longest time.Duration
}

// Option changes a setting of the client that [New] returns.
type Option func(*Client)

// WithHTTP replaces http.DefaultClient, and thus sets the transport and the timeouts. A timeout of the HTTP client also
// ends streams and batches. On a fast connection, batches are faster with a transport that does not compress.
func WithHTTP(h *http.Client) Option { return func(c *Client) { c.http = h } }

// WithToken sets the token that the client sends with each request. Some servers require a token.
func WithToken(token string) Option { return func(c *Client) { c.token = token } }

// WithLanguage sets the language of texts in answers, such as zh-CN. The default is English.
func WithLanguage(lang string) Option { return func(c *Client) { c.lang = lang } }

// WithRetries sets how often the client repeats a request that the server refused because it had no room. If the server
// demands a wait of more than `longest`, the request fails immediately. The defaults are 3 and 10 s.
func WithRetries(n int, longest time.Duration) Option {
	return func(c *Client) { c.retries, c.longest = n, longest }
}

// New returns a client for the server at an address such as https://sudoku.example.org.
func New(base string, options ...Option) *Client {
	c := &Client{base: strings.TrimSuffix(base, "/"), http: http.DefaultClient, lang: "en", retries: 3, longest: 10 * time.Second}
	for _, o := range options {
		o(c)
	}
	return c
}

// newRequest returns a request for a path below /api/v1/. Its body is q in JSON, unless q is nil.
func (c *Client) newRequest(ctx context.Context, path string, q any) (*http.Request, error) {
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
	c.setHeaders(r)
	return r, nil
}

func (c *Client) setHeaders(r *http.Request) {
	r.Header.Set("Accept-Language", c.lang)
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
}

// sendRequest sends a request and, while the server has no room, waits and repeats the request, as [WithRetries]
// states. If the status of the answer is not 200, the error is a *[wire.Problem].
func (c *Client) sendRequest(r *http.Request) (*http.Response, error) {
	var p *wire.Problem
	for try := 0; ; try++ {
		attempt := r.Clone(r.Context()) // a copy, because the previous attempt may still be sending its body
		if r.GetBody != nil {
			var err error
			if attempt.Body, err = r.GetBody(); err != nil { // the body cannot be sent again
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
		p = problemIn(a)
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

// longProblem limits how many bytes of a refusal the client reads.
const longProblem = 1 << 20

// problemIn returns the problem in an answer whose status is not 200.
func problemIn(a *http.Response) *wire.Problem {
	defer a.Body.Close()
	b, _ := io.ReadAll(io.LimitReader(a.Body, longProblem))
	p := parseProblem(b)
	if p == nil { // the answer is not a problem, so a proxy has sent it
		p = &wire.Problem{Type: "about:blank", Title: a.Status, Status: a.StatusCode, Detail: a.Status}
	}
	seconds, _ := strconv.Atoi(a.Header.Get("Retry-After"))
	p.RetryAfter = time.Duration(seconds) * time.Second
	return p
}

func parseProblem(b []byte) *wire.Problem {
	var p wire.Problem
	if json.Unmarshal(b, &p) != nil || p.Type == "" || p.Status == 0 {
		return nil
	}
	_, code, _ := strings.Cut(p.Type, "#problem-")
	p.Code, p.Detail = wire.ProblemCode(code), cmp.Or(p.Detail, p.Title)
	return &p
}

func (c *Client) answerTo(ctx context.Context, path string, q any) (io.ReadCloser, error) {
	r, err := c.newRequest(ctx, path, q)
	if err != nil {
		return nil, err
	}
	a, err := c.sendRequest(r)
	if err != nil {
		return nil, err
	}
	return a.Body, nil
}

func ask[A any](ctx context.Context, c *Client, path string, q any) (answer A, err error) {
	body, err := c.answerTo(ctx, path, q)
	if err != nil {
		return answer, err
	}
	defer body.Close()
	if err := json.NewDecoder(body).Decode(&answer); err != nil {
		return answer, fmt.Errorf("the answer to %s: %w", path, cmp.Or(context.Cause(ctx), err))
	}
	return answer, nil
}

// queryOf returns the fields of the request q, except the puzzle, as a query string.
func queryOf(q any) (string, error) {
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

// errCut means that the connection ended before the answer was complete.
var errCut = errors.New("the answer ends before its end")
