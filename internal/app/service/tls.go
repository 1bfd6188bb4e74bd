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
	"nonet/message"
	"nonet/wire"
)

// TLS configures the certificates of the service and of its clients. The zero value means no TLS.
type TLS struct {
	// Cert and Key are PEM files: a certificate with its chain, and its private key. The service reads them again when
	// they change.
	Cert, Key string
	// ClientCA is a PEM file of authorities. Clients must have a certificate that one of these authorities signed. If
	// it is "", clients need no certificate.
	ClientCA string

	// Domains lists the domains for which the service gets certificates by ACME, for example from Let's Encrypt. Cache
	// is the directory that stores them. Directory is the URL of the authority ("" for Let's Encrypt). Email, or "", is
	// the operator's address for the authority.
	Domains          []string
	Cache            string
	Directory, Email string
	// Client sends the requests to the authority; nil selects http.DefaultClient.
	Client *http.Client
}

// tlsState holds a service's TLS configuration, and the files or the ACME manager that provide its certificates.
type tlsState struct {
	config   *tls.Config
	followed *watchedFiles[*tls.Config] // the certificate files; nil if there are none
	manager  *autocert.Manager          // the manager that gets certificates by ACME; nil without ACME
}

// newTLSState returns the state for the configuration t, or nil if t is the zero value.
func (t TLS) newTLSState(log *slog.Logger) (*tlsState, error) {
	files := t.Cert != "" || t.Key != ""
	switch {
	case files && len(t.Domains) > 0:
		return nil, message.NewError("error.together", "a", "--acme-domain", "b", "--tls-cert")
	case files && (t.Cert == "" || t.Key == ""):
		return nil, message.NewError("error.tlsPair")
	case !files && len(t.Domains) == 0 && t.ClientCA != "":
		return nil, message.NewError("error.clientCA")
	case !files && len(t.Domains) == 0:
		return nil, nil
	}
	s := &tlsState{}
	base := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	if len(t.Domains) > 0 {
		if t.Cache == "" {
			return nil, message.NewError("error.acmeCache")
		}
		allowed := autocert.HostWhitelist(t.Domains...)
		s.manager = &autocert.Manager{
			Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(t.Cache), Email: t.Email,
			// A host in an http request includes its port, unless this is 80.
			HostPolicy: func(ctx context.Context, host string) error { return allowed(ctx, hostOf(host)) },
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
				return nil, message.NewError("error.tlsFile", "cert", t.Cert, "key", t.Key, "why", err)
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
				return nil, message.NewError("error.noCertificate", "file", t.ClientCA)
			}
		}
		return config, nil
	}
	var err error
	if s.followed, err = newWatchedFiles(log, read, t.Cert, t.Key, t.ClientCA); err != nil {
		return nil, err
	}
	s.config = base.Clone()
	s.config.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		config := s.followed.currentValue()
		if t.ClientCA != "" && len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acme.ALPNProto {
			config = config.Clone() // the authority has no client certificate when it checks this server
			config.ClientAuth = tls.NoClientCert
		}
		return config, nil
	}
	return s, nil
}

// redirectHandler returns a handler that redirects browsers from http to https at the given port. It also answers ACME
// challenges.
func (s *tlsState) redirectHandler(port string) http.Handler {
	to := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostOf(r.Host)
		if r.Method != http.MethodGet && r.Method != http.MethodHead || host == "" || strings.ContainsAny(host, "/\\@?#%") {
			// If a request contains a token, the token was sent unencrypted. A redirect would hide this.
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

// withHSTS adds a header that makes browsers use only TLS from then on (HSTS). It exempts names of this machine, such
// as localhost, because other servers use these names, too.
func withHSTS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS != nil && !(hosts{}).isAllowed(r.Host) {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
