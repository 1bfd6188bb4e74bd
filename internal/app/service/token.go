package service

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"os"
	"slices"
	"strings"

	"nonet/internal/app/admission"
	"nonet/internal/app/httpapi"
	"nonet/internal/app/telemetry"
	"nonet/message"
	"nonet/wire"
)

// tokens lists the clients that may send requests. It stores only hashes of the secrets, and compares them in constant
// time.
type tokens []token

type token struct {
	name string
	hash [sha256.Size]byte
}

// leastToken is the least length of a token in characters. Shorter tokens are too easy to guess.
const leastToken = 16

// readTokens reads lines "NAME TOKEN" from a file. TOKEN may be "sha256:" and the hash of the token in hexadecimal.
// Empty lines and lines that begin with # are ignored.
func readTokens(file string) (all tokens, err error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	number := 0
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		number++
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, secret, _ := strings.Cut(line, " ")
		secret = strings.TrimSpace(secret)
		it := token{name, sha256.Sum256([]byte(secret))}
		if digits, isHash := strings.CutPrefix(secret, "sha256:"); isHash {
			if n, err := hex.Decode(it.hash[:], []byte(digits[:min(len(digits), 2*sha256.Size)])); err != nil || n != sha256.Size || len(digits) != 2*sha256.Size {
				return nil, message.NewError("error.tokenHash", "file", file, "line", number)
			}
		} else if len(secret) < leastToken || strings.ContainsAny(secret, " \t") {
			return nil, message.NewError("error.token", "file", file, "line", number, "n", leastToken)
		}
		if slices.ContainsFunc(all, func(t token) bool { return t.name == name }) {
			return nil, message.NewError("error.tokenTwice", "file", file, "line", number, "name", name)
		}
		all = append(all, it)
	}
	if len(all) == 0 {
		return nil, message.NewError("error.tokenNone", "file", file)
	}
	return all, nil
}

func (t tokens) nameOf(secret string) (name string) {
	hash := sha256.Sum256([]byte(secret))
	for _, it := range t {
		if subtle.ConstantTimeCompare(hash[:], it.hash[:]) == 1 {
			name = it.name
		}
	}
	return name
}

// clientOf returns the name of the client whose token is in the request, or "". The token may be a Bearer token, or the
// password of a user with the client's name. A browser asks a person for such a password.
func (t tokens) clientOf(r *http.Request) string {
	if name, secret, ok := r.BasicAuth(); ok {
		if t.nameOf(secret) == name {
			return name
		}
		return ""
	}
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return t.nameOf(strings.TrimSpace(secret))
}

// open lists the paths that need no token, because monitors have none.
var open = []string{"/healthz", "/livez", "/readyz"}

// guardByToken returns a handler that passes requests with a known token to `next`, and attributes them to the token's
// client.
func guardByToken(known *watchedFiles[tokens], next http.Handler) http.Handler {
	refused := httpapi.Refusal(wire.Unauthorized)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(open, r.URL.Path) {
			name := known.currentValue().clientOf(r)
			if name == "" {
				w.Header().Add("WWW-Authenticate", `Bearer realm="nonet"`)
				w.Header().Add("WWW-Authenticate", `Basic realm="nonet", charset="UTF-8"`)
				refused.ServeHTTP(w, r)
				return
			}
			r = withUser(r, "token "+name)
		}
		next.ServeHTTP(w, r)
	})
}

// attributeByCertificate returns a handler that attributes each request to the subject of its client certificate, if
// any.
func attributeByCertificate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil && len(r.TLS.VerifiedChains) > 0 {
			r = withUser(r, "certificate "+r.TLS.VerifiedChains[0][0].Subject.String())
		}
		next.ServeHTTP(w, r)
	})
}

// withUser returns r with the name of a client in its context. The queue attributes the request to this client.
func withUser(r *http.Request, user string) *http.Request {
	telemetry.SetUser(r.Context(), user)
	return r.WithContext(admission.WithClient(r.Context(), user))
}
