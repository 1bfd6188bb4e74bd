package service

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonet/message"
)

// authority signs certificates.
type authority struct {
	t    *testing.T
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	n    int64
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t}
	a.cert, a.key = a.signCertificate(&x509.Certificate{Subject: pkix.Name{CommonName: "authority"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign})
	return a
}

// signCertificate creates a certificate with a new key; for the authority itself it is self-signed.
func (a *authority) signCertificate(c *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	a.n++
	c.SerialNumber, c.NotBefore, c.NotAfter = big.NewInt(a.n), time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	parent, with := a.cert, a.key
	if parent == nil {
		parent, with = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, with)
	if err != nil {
		a.t.Fatal(err)
	}
	signed, err := x509.ParseCertificate(der)
	if err != nil {
		a.t.Fatal(err)
	}
	return signed, key
}

// certificateFor returns a certificate with its key, in PEM, for a server or client with the name.
func (a *authority) certificateFor(name string) (cert, key []byte) {
	a.t.Helper()
	c, k := a.signCertificate(&x509.Certificate{Subject: pkix.Name{CommonName: name}, DNSNames: []string{name, "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}})
	der, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		a.t.Fatal(err)
	}
	return inPEM(c), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func inPEM(c *x509.Certificate) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})
}

// newClient returns a client that trusts the authority, with a certificate if cert is not nil.
func (a *authority) newClient(cert, key []byte) *http.Client {
	a.t.Helper()
	config := &tls.Config{RootCAs: x509.NewCertPool()}
	config.RootCAs.AddCert(a.cert)
	if cert != nil {
		pair, err := tls.X509KeyPair(cert, key)
		if err != nil {
			a.t.Fatal(err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return &http.Client{
		Transport:     &http.Transport{TLSClientConfig: config, DisableKeepAlives: true, ForceAttemptHTTP2: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// certificateFiles returns a certificate and its key as files.
func (a *authority) certificateFiles(name string) TLS {
	a.t.Helper()
	it := TLS{Cert: filepath.Join(a.t.TempDir(), "cert.pem")}
	it.Key = filepath.Join(filepath.Dir(it.Cert), "key.pem")
	a.replaceFiles(it, name)
	return it
}

func (a *authority) replaceFiles(files TLS, name string) {
	a.t.Helper()
	cert, key := a.certificateFor(name)
	for file, b := range map[string][]byte{files.Cert: cert, files.Key: key} {
		if err := os.WriteFile(file, b, 0o600); err != nil {
			a.t.Fatal(err)
		}
	}
}

var howAsked = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto, " ", r.TLS != nil) })

// With TLS the service speaks HTTP/2 and 1.1, refuses versions before TLS 1.2, sends HSTS, and
// uses a renewed certificate without a restart. Over http it redirects.
func TestTLS(t *testing.T) {
	a := newAuthority(t)
	files := a.certificateFiles("first.example")
	s := newTestService(t, Config{Addrs: []string{"127.0.0.1:0"}, RedirectAddr: "127.0.0.1:0", TLS: files, AllowHosts: []string{"nonet.example"}}, howAsked)
	go s.Run(t.Context())
	base := s.URLs()[0]
	if !strings.HasPrefix(base, "https://127.0.0.1:") {
		t.Error(base)
	}
	if got := fetchText(a.newClient(nil, nil), base); got != "200 HTTP/2.0 true" {
		t.Error(got)
	}
	one := a.newClient(nil, nil)
	one.Transport.(*http.Transport).ForceAttemptHTTP2 = false
	if got := fetchText(one, base); got != "200 HTTP/1.1 true" {
		t.Error(got)
	}
	addr := s.listeners[0].Addr().String()
	if c, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10}); err == nil {
		c.Close()
		t.Error("TLS 1.1 is spoken")
	}

	for host, want := range map[string]string{"nonet.example": "max-age=31536000", "localhost": ""} {
		r, _ := http.NewRequest("GET", base, nil)
		r.Host = host
		response, err := a.newClient(nil, nil).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Strict-Transport-Security"); got != want {
			t.Errorf("%s: %q", host, got)
		}
	}

	r, _ := http.NewRequest("GET", base, nil)
	r.Host = "rebound.example"
	if response, err := a.newClient(nil, nil).Do(r); err != nil || response.StatusCode != 421 {
		t.Errorf("by another name: %v, %v", response, err)
	}

	a.replaceFiles(files, "second.example")
	s.refresh[len(s.refresh)-1]()
	c, err := tls.Dial("tcp", addr, a.newClient(nil, nil).Transport.(*http.Transport).TLSClientConfig)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if name := c.ConnectionState().PeerCertificates[0].Subject.CommonName; name != "second.example" {
		t.Error(name)
	}

	_, port, _ := net.SplitHostPort(addr)
	response, err := a.newClient(nil, nil).Get("http://" + s.redirect.Addr().String() + "/api?q=1")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if to := response.Header.Get("Location"); response.StatusCode != 308 || to != "https://127.0.0.1:"+port+"/api?q=1" {
		t.Error(response.StatusCode, to)
	}
	response, err = a.newClient(nil, nil).Post("http://"+s.redirect.Addr().String()+"/api/v1/solve", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 403 {
		t.Error(response.StatusCode)
	}
}

// With an authority for clients, only clients with its certificates are admitted, each under
// its name.
func TestClientCertificates(t *testing.T) {
	a, stranger := newAuthority(t), newAuthority(t)
	files := a.certificateFiles("nonet.example")
	files.ClientCA = writeTempFile(t, string(inPEM(a.cert)))
	s := newTestService(t, Config{TLS: files}, whoAsks)
	go s.Run(t.Context())
	if got := fetchText(a.newClient(a.certificateFor("ann")), s.URLs()[0]); got != "200 certificate CN=ann" {
		t.Error(got)
	}
	for what, client := range map[string]*http.Client{"none": a.newClient(nil, nil), "a stranger's": a.newClient(stranger.certificateFor("ann"))} {
		// The refusal may come after the handshake, or as a broken connection.
		if response, err := client.Get(s.URLs()[0]); err == nil {
			t.Errorf("with %s certificate: %d", what, response.StatusCode)
		}
	}
}

func TestWrongTLS(t *testing.T) {
	a := newAuthority(t)
	files := a.certificateFiles("nonet.example")
	other := a.certificateFiles("nonet.example")
	for key, config := range map[string]Config{
		"error.tlsPair":       {TLS: TLS{Cert: files.Cert}},
		"error.tlsFile":       {TLS: TLS{Cert: files.Cert, Key: other.Key}},
		"error.clientCA":      {TLS: TLS{ClientCA: files.Cert}},
		"error.noCertificate": {TLS: TLS{Cert: files.Cert, Key: files.Key, ClientCA: files.Key}},
		"error.together":      {TLS: TLS{Cert: files.Cert, Key: files.Key, Domains: []string{"nonet.example"}}},
		"error.acmeCache":     {TLS: TLS{Domains: []string{"nonet.example"}}},
		"error.redirect":      {RedirectAddr: "127.0.0.1:0"},
		"error.noAddr":        {},
		"error.listen":        {Addrs: []string{"127.0.0.1:0", "256.0.0.1:0"}},
		"error.systemd":       {Addrs: []string{"systemd"}},
		"error.origin":        {AllowOrigins: []string{"a.example"}},
	} {
		_, err := New(config, yes)
		if m, ok := err.(message.Messenger); !ok || m.Message().Key != key {
			t.Errorf("%s: %v", key, err)
		}
	}
	if _, err := New(Config{TLS: TLS{Cert: filepath.Join(t.TempDir(), "none"), Key: files.Key}}, yes); !os.IsNotExist(err) {
		t.Error(err)
	}
}
