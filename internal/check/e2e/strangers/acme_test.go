package strangers

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/letsencrypt/challtestsrv"
	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"

	"nonet/internal/app/service"
	"nonet/internal/check/freeport"
)

// pebble is Let's Encrypt's test authority, in this process. It resolves every name to 127.0.0.1. It validates
// at the ports that it is given, once they are known. It signs with the key of roots.
type pebble struct {
	directory string
	client    *http.Client // a client that trusts the authority's own address
	roots     *x509.CertPool
	orders    atomic.Int64

	begin func(httpPort, tlsPort int)
}

func newPebble(t *testing.T) *pebble {
	t.Helper()
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	t.Setenv("PEBBLE_WFE_NONCEREJECT", "0")
	quiet := log.New(io.Discard, "", 0)
	port := freeport.Address(t)
	names, err := challtestsrv.New(challtestsrv.Config{DNSAddrs: []string{port}, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	names.SetDefaultDNSIPv4("127.0.0.1")
	names.SetDefaultDNSIPv6("")
	go names.Run()
	t.Cleanup(names.Shutdown)
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, port)
	}}
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if _, err := resolver.LookupHost(t.Context(), "nonet.example"); err == nil {
			break
		} else if time.Now().After(end) {
			t.Fatal(err)
		}
	}

	p := &pebble{roots: x509.NewCertPool()}
	var front atomic.Pointer[http.Handler]
	ts := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/order-plz") {
			p.orders.Add(1)
		}
		(*front.Load()).ServeHTTP(w, r)
	}))
	t.Cleanup(ts.Close)
	store := db.NewMemoryStore()
	authority := ca.New(quiet, store, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {}})
	p.directory, p.client = ts.URL+wfe.DirectoryPath, ts.Client()
	p.roots.AddCert(authority.GetRootCert(0).Cert)
	p.begin = func(httpPort, tlsPort int) {
		frontEnd := wfe.New(quiet, store, va.New(quiet, httpPort, tlsPort, false, port, store), authority, nil, false, false, 1, 1)
		handler := frontEnd.Handler()
		front.Store(&handler)
	}
	return p
}

// asked returns the names in the certificate that the service shows for a host name, or the
// error.
func (p *pebble) asked(s *service.Service, name string) string {
	c, err := tls.Dial("tcp", "127.0.0.1:"+strconv.Itoa(portOf(s.URLs()[0])), &tls.Config{RootCAs: p.roots, ServerName: name})
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	return fmt.Sprint(c.ConnectionState().PeerCertificates[0].DNSNames)
}

// TestACME checks that the service gets certificates from an authority and stores them. The authority validates
// over TLS or, if TLS does not reach the service, over http. For other names the service must get none.
func TestACME(t *testing.T) {
	p := newPebble(t)
	const name = "nonet.example"
	cache := t.TempDir()
	config := service.Config{RedirectAddr: freeport.Address(t), TLS: service.TLS{Domains: []string{name}, Cache: cache, Directory: p.directory, Client: p.client}}
	s := serving(t, config, yes)
	if url := s.URLs()[0]; !strings.HasPrefix(url, "https://"+name+":") {
		t.Error(url)
	}
	p.begin(portOf("http://"+config.RedirectAddr), portOf(s.URLs()[0]))
	if got := p.asked(s, "stranger.example"); !strings.Contains(got, "tls: ") || p.orders.Load() != 0 {
		t.Errorf("as another: %s, after %d orders", got, p.orders.Load())
	}
	if got := p.asked(s, name); got != "["+name+"]" {
		t.Fatal(got)
	}
	files, err := os.ReadDir(cache)
	if err != nil || !slices.ContainsFunc(files, func(f os.DirEntry) bool { return strings.HasPrefix(f.Name(), name) }) {
		t.Errorf("%v, %v", files, err)
	}

	// Another process reads the certificate from the cache, and sends no order to the authority.
	before := p.orders.Load()
	config.RedirectAddr = freeport.Address(t)
	again := serving(t, config, yes)
	if got := p.asked(again, name); got != "["+name+"]" || p.orders.Load() != before {
		t.Errorf("%s, %d orders more", got, p.orders.Load()-before)
	}

	// A service behind a balancer that ends TLS is validated over http.
	config.TLS.Cache, config.RedirectAddr = t.TempDir(), freeport.Address(t)
	other := serving(t, config, yes)
	p.begin(portOf("http://"+config.RedirectAddr), portOf("https://"+freeport.Address(t)))
	if got := p.asked(other, name); got != "["+name+"]" {
		t.Error(got)
	}
}
