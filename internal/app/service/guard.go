package service

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"nonet/internal/app/httpapi"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// addGuards returns handler behind all guards. Hosts are checked first, so that a request with a foreign name learns
// nothing else. Tokens are checked last, because a page of an allowed site sends its preflight request without a token.
func (s *Service) addGuards(handler http.Handler) (http.Handler, error) {
	if s.config.TokenFile != "" {
		known, err := newWatchedFiles(s.log, func() (tokens, error) { return readTokens(s.config.TokenFile) }, s.config.TokenFile)
		if err != nil {
			return nil, err
		}
		s.refresh = append(s.refresh, known.readFiles)
		handler = guardByToken(known, handler)
	}
	handler = attributeByCertificate(handler)
	allowed, err := newOrigins(s.config.AllowOrigins)
	if err != nil {
		return nil, err
	}
	names := hosts{isStrict: len(s.config.AllowHosts) > 0}
	for _, name := range slices.Concat(s.config.AllowHosts, s.config.Addrs) {
		if !strings.HasPrefix(name, "unix:") {
			names.names = append(names.names, strings.ToLower(hostOf(name)))
		}
	}
	return names.guardHosts(allowed.guardOrigins(handler)), nil
}

// origins refuses requests that a page of another site makes a visitor's browser send. http.CrossOriginProtection lets
// every GET pass, but here a GET can start a search.
type origins struct {
	any     bool     // set if every origin is allowed
	allowed []string // the allowed origins, as browsers write them
}

// newOrigins parses a list of origins such as https://example.org; * allows every origin.
func newOrigins(list []string) (o origins, err error) {
	for _, s := range list {
		if s == "*" {
			o.any = true
			continue
		}
		u, err := url.Parse(strings.TrimSuffix(s, "/"))
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || *u != (url.URL{Scheme: u.Scheme, Host: u.Host}) {
			return o, message.NewError("error.origin", "origin", s)
		}
		// Browsers omit the default port of a scheme.
		u.Host = strings.TrimSuffix(strings.ToLower(u.Host), map[string]string{"http": ":80", "https": ":443"}[u.Scheme])
		o.allowed = append(o.allowed, u.String())
	}
	return o, nil
}

func (o origins) isAllowed(origin string) bool {
	return origin != "" && (o.any || slices.Contains(o.allowed, origin))
}

// guardOrigins passes requests of this site and of the allowed sites to `next`, and refuses all others. Links to the
// page itself work from every site.
func (o origins) guardOrigins(next http.Handler) http.Handler {
	refused := httpapi.Refusal(wire.CrossSite)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, origin := w.Header(), r.Header.Get("Origin")
		if o.any || o.allowed != nil {
			h.Add("Vary", "Origin")
		}
		switch {
		case !isCrossOrigin(r) || isNavigation(r):
		case !o.isAllowed(origin):
			refused.ServeHTTP(w, r)
			return
		default:
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id")
			if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
				h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
				h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Traceparent, Tracestate, X-Request-Id")
				h.Set("Access-Control-Max-Age", "7200")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// isCrossOrigin reports whether a page of another origin made the browser send this request. Requests by programs and
// bookmarks have no Sec-Fetch-Site header, or the value "none".
func isCrossOrigin(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return false
	case "":
		// A request without Sec-Fetch-Site comes from a program, from an older browser, or by plain http from another
		// machine. Requests of scripts then have an Origin; those of images and script elements may have a Referer.
		// Schemes are not compared, because behind a proxy the server does not know its own scheme.
		if from := r.Header.Get("Origin"); from != "" {
			return !isURLOfHost(from, r.Host)
		}
		from := r.Header.Get("Referer")
		return from != "" && strings.HasPrefix(r.URL.Path, "/api/") && !isURLOfHost(from, r.Host)
	}
	return true // Sec-Fetch-Site is same-site, cross-site, or a value that browsers may add
}

func isURLOfHost(from, host string) bool {
	u, err := url.Parse(from)
	return err == nil && u.Host != "" && strings.EqualFold(u.Host, host)
}

// isNavigation reports whether a person opens the page by a link. A site that opens the page in a frame or by a form
// does not count.
func isNavigation(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && r.Header.Get("Sec-Fetch-Mode") == "navigate" &&
		r.Header.Get("Sec-Fetch-Dest") == "document" && !strings.HasPrefix(r.URL.Path, "/api/")
}

// hosts refuses requests of DNS rebinding: a stranger's host name resolves to this machine, so the browser treats the
// stranger's page and this server as one site.
type hosts struct {
	names    []string // the allowed names in lower case, without ports
	isStrict bool     // set if names are checked even on listeners that other machines can reach
}

// guardHosts passes a request to `next` if its Host names this machine or is in o.
func (o hosts) guardHosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		local, _ := r.Context().Value(isLocalKey{}).(bool)
		if (local || o.isStrict) && !o.isAllowed(r.Host) {
			httpapi.Refusal(wire.WrongHost, "host", operation.ShortenText(r.Host)).ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (o hosts) isAllowed(hostport string) bool {
	host := strings.ToLower(strings.TrimSuffix(hostOf(hostport), "."))
	if addr, err := netip.ParseAddr(host); err == nil && addr.Unmap().IsLoopback() {
		return true
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || host != "" && slices.Contains(o.names, host)
}

func hostOf(hostport string) string {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		host = hostport
	}
	return strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
}
