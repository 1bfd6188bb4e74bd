package service

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"nonet/internal/app/httpapi"
	"nonet/wire"
)

// TLS is how the service proves who it is, and asks its clients to. The zero value is no TLS.
type TLS struct {
	// Cert and Key are files in PEM, with the chain; read again when they change.
	Cert, Key string
	// ClientCA is a file with the certificates that clients' must be signed by; "" asks for none.
	ClientCA string

	// Domains get certificates by ACME, as from Let's Encrypt. The certificates are kept in the
	// directory Cache. The authority's address is Directory, "" for Let's Encrypt, and Email is
	// told to it, if not "".
	Domains          []string
	Cache            string
	Directory, Email string
	// Client asks the authority; nil stands for the usual one.
	Client *http.Client
}

// secured is TLS made ready.
type secured struct {
	config   *tls.Config
	followed *followed[*tls.Config] // nil where no file says anything
	manager  *autocert.Manager      // nil without ACME
}

// secure returns nil where there shall be no TLS.
func (t TLS) secure(log *slog.Logger) (*secured, error) {
	files := t.Cert != "" || t.Key != ""
	switch {
	case files && len(t.Domains) > 0:
		return nil, problem("error.together", "a", "--acme-domain", "b", "--tls-cert")
	case files && (t.Cert == "" || t.Key == ""):
		return nil, problem("error.tlsPair")
	case !files && len(t.Domains) == 0 && t.ClientCA != "":
		return nil, problem("error.clientCA")
	case !files && len(t.Domains) == 0:
		return nil, nil
	}
	s := &secured{}
	base := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	if len(t.Domains) > 0 {
		if t.Cache == "" {
			return nil, problem("error.acmeCache")
		}
		own := autocert.HostWhitelist(t.Domains...)
		s.manager = &autocert.Manager{
			Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(t.Cache), Email: t.Email,
			// Asked over http the name has a port, unless that is 80.
			HostPolicy: func(ctx context.Context, host string) error { return own(ctx, hostOf(host)) },
			Client:     &acme.Client{DirectoryURL: t.Directory, HTTPClient: t.Client, UserAgent: "nonet"},
		}
		base.GetCertificate = s.manager.GetCertificate
		base.NextProtos = append(base.NextProtos, acme.ALPNProto)
	}
	read := func() (*tls.Config, error) {
		config := base.Clone()
		if t.Cert != "" {
			pair, err := tls.LoadX509KeyPair(t.Cert, t.Key)
			if path := new(fs.PathError); errors.As(err, &path) {
				return nil, err
			} else if err != nil {
				return nil, problem("error.tlsFile", "cert", t.Cert, "key", t.Key, "why", err)
			}
			config.Certificates = []tls.Certificate{pair}
		}
		if t.ClientCA != "" {
			pem, err := os.ReadFile(t.ClientCA)
			if err != nil {
				return nil, err
			}
			config.ClientCAs, config.ClientAuth = x509.NewCertPool(), tls.RequireAndVerifyClientCert
			if !config.ClientCAs.AppendCertsFromPEM(pem) {
				return nil, problem("error.noCertificate", "file", t.ClientCA)
			}
		}
		return config, nil
	}
	var err error
	if s.followed, err = follow(log, read, t.Cert, t.Key, t.ClientCA); err != nil {
		return nil, err
	}
	s.config = base.Clone()
	s.config.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		config := s.followed.current()
		if t.ClientCA != "" && len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acme.ALPNProto {
			config = config.Clone() // the authority asks, and has no certificate
			config.ClientAuth = tls.NoClientCert
		}
		return config, nil
	}
	return s, nil
}

// redirect sends browsers from http to https, where the service listens at port, and answers
// the authority's questions.
func (s *secured) redirect(port string) http.Handler {
	to := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostOf(r.Host)
		if r.Method != http.MethodGet && r.Method != http.MethodHead || host == "" || strings.ContainsAny(host, "/\\@?#%") {
			// A token that came with it is no secret any more: nothing is passed on.
			httpapi.Refusal(wire.NeedsTLS).ServeHTTP(w, r)
			return
		}
		if port != "443" || strings.Contains(host, ":") {
			host = strings.TrimSuffix(net.JoinHostPort(host, port), ":443")
		}
		http.Redirect(w, r, "https://"+host+r.URL.RequestURI(), http.StatusPermanentRedirect)
	})
	if s.manager == nil {
		return to
	}
	return s.manager.HTTPHandler(to)
}

// strictly tells browsers to come by TLS only, from now on. Not under a name of this machine,
// which other servers have as well.
func strictly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil && !(hosts{}).has(r.Host) {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
