// Package broker is NATS for the command line: the servers of others, or one within this process. It costs each
// command half a millisecond before main begins, which the build tag nonats saves. It must not import
// internal/app/cli.
package broker

import (
	"context"
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"

	"nonet/internal/app/natsjob"
	"nonet/internal/app/netjob"
)

// NATS is a [netjob.Broker].
type NATS struct{}

// Dial implements [netjob.Broker].
func (NATS) Dial(name string, o netjob.BrokerOptions) func(context.Context, string) (netjob.Session, error) {
	return natsjob.Dial(name, o)
}

// queue is a job's on a broker.
type queue struct {
	*natsjob.Queue
	address string
	server  *embedded // or nil
}

// Open implements [netjob.Broker].
func (NATS) Open(ctx context.Context, k *netjob.Coordinator, a netjob.Access, info netjob.Info, c netjob.BrokerConfig) (netjob.Queue, error) {
	at := natsjob.Config{Stream: a.Queue, Replicas: c.Replicas, Options: c.BrokerOptions}
	if at.Stream == "" {
		at.Stream = natsjob.NewStream()
	}
	q := &queue{}
	var err error
	if netjob.Brokered(c.At) {
		if at.Servers, err = natsjob.Servers(c.At); err != nil {
			return nil, err
		}
		q.address = natsjob.Public(at.Servers)
	} else {
		if q.server, err = start(c.At, filepath.Join(c.Dir, "nats"), a, at.Stream); err != nil {
			return nil, err
		}
		port := strconv.Itoa(q.server.Addr().(*net.TCPAddr).Port)
		q.address = "nats://" + net.JoinHostPort(c.Host, port)
		host := q.server.Addr().(*net.TCPAddr).IP.String()
		if q.server.Addr().(*net.TCPAddr).IP.IsUnspecified() {
			host = "localhost"
		}
		_, pin, err := netjob.Secret(strings.TrimPrefix(a.Link("", a.Admin), "#"))
		var login []nats.Option
		if err == nil {
			_, login, err = natsjob.Login(a.Admin)
		}
		if err != nil {
			q.server.Close()
			return nil, err
		}
		at.Servers, at.Pin, at.Login, at.Replicas = []string{"nats://" + net.JoinHostPort(host, port)}, pin, login, 1
		at.Memory = true
	}
	q.address += "?job=" + at.Stream
	if q.Queue, err = natsjob.Open(ctx, k, a, info, at); err != nil {
		if q.server != nil {
			q.server.Close()
		}
		return nil, err
	}
	return q, nil
}

// Link implements [netjob.Queue].
func (q *queue) Link(a netjob.Access, secret string) string {
	if q.server != nil {
		return a.Link(q.address, secret)
	}
	return q.address + "#" + secret
}

// Name implements [netjob.Queue].
func (q *queue) Name() string { return q.Queue.Stream() }

// Close implements [netjob.Queue].
func (q *queue) Close() {
	q.Queue.Close()
	if q.server != nil {
		q.server.Close()
	}
}
