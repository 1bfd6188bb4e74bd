package broker

import (
	"cmp"
	"encoding/base64"
	"errors"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"nonet/internal/app/natsjob"
	"nonet/internal/app/netjob"
)

// embedded is a broker within this process, for one job: it speaks TLS with the coordinator's certificate, and lets in
// who has one of its secrets and signs with an nkey. Each worker makes that nkey itself; it may use [natsjob.Permissions], with
// the nkey as its name, and nothing else.
type embedded struct{ *server.Server }

// start has a broker listen at an address, with a directory for what it has on its disk: nothing that was there before, as a broker might not be able to
// read it any more. An address that cannot be listened at is
// a [net.OpError] whose operation is listen.
func start(addr, dir string, a netjob.Access, stream string) (*embedded, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		n = server.RANDOM_PORT
	}
	l, err := net.Listen("tcp", net.JoinHostPort(cmp.Or(host, server.DEFAULT_HOST), port)) // the server does not say why it cannot
	if err != nil {
		return nil, err
	}
	l.Close()
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	tls, err := a.TLS()
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{ServerName: stream, Host: host, Port: n, TLS: true, TLSConfig: tls, TLSTimeout: 10, JetStream: true, StoreDir: dir,
		NoLog: true, NoSigs: true, AlwaysEnableNonce: true, CustomClientAuthentication: guard{a, stream}})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		s.Shutdown()
		return nil, errors.New("the broker does not start")
	}
	return &embedded{s}, nil
}

// Close ends the broker.
func (e *embedded) Close() {
	e.Shutdown()
	e.WaitForShutdown()
}

// guard lets connections in.
type guard struct {
	access netjob.Access
	stream string
}

// Check implements [server.Authentication].
func (g guard) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	public, err := nkeys.FromPublicKey(o.Nkey)
	if err != nil || c.Kind() != server.CLIENT {
		return false
	}
	sig, err := decoded(o.Sig)
	if err != nil || public.Verify(c.GetNonce(), sig) != nil {
		return false
	}
	switch {
	case netjob.Same(o.Token, g.access.Admin):
		c.RegisterUser(&server.User{Username: o.Nkey})
	case netjob.Same(o.Token, g.access.Join):
		publish, subscribe := natsjob.Permissions(g.stream, o.Nkey)
		c.RegisterUser(&server.User{Username: o.Nkey, Permissions: &server.Permissions{Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe}}})
	default:
		return false
	}
	return true
}

// decoded is a signature as either alphabet of base64 writes it.
func decoded(sig string) ([]byte, error) {
	b, err := base64.RawURLEncoding.DecodeString(sig)
	if err != nil {
		b, err = base64.StdEncoding.DecodeString(sig)
	}
	return b, err
}
