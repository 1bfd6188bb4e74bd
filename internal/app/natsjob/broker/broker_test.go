package broker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/app/batch"
	"nonet/internal/app/natsjob"
	"nonet/internal/app/netjob"
	"nonet/job"
)

// echo answers each line with its length.
func echo(ctx context.Context, t *batch.Task) (int, error) {
	b, err := io.ReadAll(t.In)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		fmt.Fprintf(t.Out, "%d\n", len(line))
		t.Puzzles.Add(1)
	}
	return 0, ctx.Err()
}

// begun is a job that nobody works on yet.
type begun struct {
	*netjob.Coordinator
	access netjob.Access
	info   netjob.Info
	want   string
	stream string
	paths  []string
}

func begin(t *testing.T, lines int, lease time.Duration) *begun {
	t.Helper()
	dir := t.TempDir()
	var in, want bytes.Buffer
	for i := range lines {
		n, _ := fmt.Fprintln(&in, strings.Repeat("x", i%17))
		fmt.Fprintln(&want, n)
	}
	name := filepath.Join(dir, "in")
	if err := os.WriteFile(name, in.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	d, err := batch.OpenDir(filepath.Join(dir, "out"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	inputs, err := batch.OpenInputs(t.Context(), []string{name}, nil, d, func(string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(inputs.Close)
	j := job.Job{Op: []string{"echo"}, Inputs: inputs.All, Size: 50}
	m, err := job.Create(d, j)
	if err != nil {
		t.Fatal(err)
	}
	b := &begun{want: want.String(), paths: inputs.Paths}
	b.stream = natsjob.NewStream()
	if b.access, err = netjob.NewAccess(nil, nil); err != nil {
		t.Fatal(err)
	}
	b.info = netjob.Info{Job: j, ID: m.ID, Lease: lease.Seconds(), Version: strings.Repeat("v", 600<<10)} // longer than a message
	b.Coordinator = netjob.New(netjob.Config{Manifest: m, Dir: d, Inputs: inputs, Work: echo, Lease: lease, Brokered: true})
	return b
}

// open has a broker hand out the job until the test ends.
func (b *begun) open(t *testing.T, c netjob.BrokerConfig) netjob.Queue {
	t.Helper()
	b.access.Queue = b.stream
	q, err := NATS{}.Open(t.Context(), b.Coordinator, b.access, b.info, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

func (b *begun) worker(link string, o netjob.BrokerOptions, work batch.Work) *netjob.Client {
	return &netjob.Client{Link: func() (string, error) { return link, nil }, Name: "w", Version: b.info.Version, Patience: 5 * time.Minute,
		Dial: NATS{}.Dial("w", o), Work: func([]string) batch.Work { return work }}
}

func (b *begun) same(t *testing.T) {
	t.Helper()
	var out bytes.Buffer
	if err := job.Merge(&out, b.Manifest, batch.Digest); err != nil || out.String() != b.want {
		t.Errorf("%v; the outputs are %q, want %q", err, out.String(), b.want)
	}
}

func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: " + what)
		}
	}
}

// cluster is three servers within this process, whose workers may do what [natsjob.Permissions] say, and no more.
func cluster(t *testing.T, stream string) (all []*server.Server) {
	t.Helper()
	var routes []*url.URL
	var listeners []net.Listener // all at once, so that they differ
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listeners = append(listeners, l)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
	}
	publish, subscribe := natsjob.Permissions(stream, "*")
	for i, l := range listeners {
		l.Close()
		s, err := server.NewServer(&server.Options{ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir(),
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: l.Addr().(*net.TCPAddr).Port}, Routes: routes,
			Users: []*server.User{{Username: "coordinator", Password: "c"},
				{Username: "worker", Password: "w", Permissions: &server.Permissions{Publish: &server.SubjectPermission{Allow: publish}, Subscribe: &server.SubjectPermission{Allow: subscribe}}}}})
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		all = append(all, s)
	}
	for _, s := range all {
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("a server does not start")
		}
	}
	return all
}

// A cluster of three servers hands a job out; the one that leads the stream dies on the way.
func TestClusterHandsOut(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers that elect leaders take up to 20 s on a busy machine of one processor")
	}
	b := begin(t, 3000, 2*time.Second)
	servers := cluster(t, b.stream)
	until(t, "the cluster has a leader, which knows all", func() bool {
		for _, s := range servers {
			if s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == len(servers) {
				return true
			}
		}
		return false
	})
	link := func(user string) string {
		var hosts []string
		for _, s := range servers {
			hosts = append(hosts, user+"@"+s.Addr().String())
		}
		return "nats://" + strings.Join(hosts, ",")
	}
	b.open(t, netjob.BrokerConfig{At: link("coordinator:c"), Replicas: 3})
	join := link("worker:w") + "?job=" + b.stream + "#" + b.access.Join
	ended := make(chan error, 2)
	for range cap(ended) {
		w := b.worker(join, netjob.BrokerOptions{}, echo)
		time.AfterFunc(0, func() { ended <- w.Run(t.Context(), 2) })
	}
	until(t, "something is done", func() bool { return b.Manifest.Sums().Done > 20 })
	for _, s := range servers {
		if s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, b.stream) {
			s.Shutdown()
			break
		}
	}
	began, done := time.Now(), b.Manifest.Sums().Done
	until(t, "it goes on", func() bool { return b.Manifest.Sums().Done > done+8 || b.Waits() == netjob.ErrOver })
	t.Logf("a pause of %v after the death of the stream's leader", time.Since(began).Round(time.Millisecond))
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	b.same(t)
}

// The broker within a coordinator lets in who has a token, to do what a worker does and no more; what the stream forgets is
// submitted again.
func TestEmbedded(t *testing.T) {
	b := begin(t, 300, time.Second)
	q := b.open(t, netjob.BrokerConfig{At: "127.0.0.1:0", Host: "127.0.0.1", Dir: t.TempDir()})
	join := q.Link(b.access, b.access.Join)
	wrong := strings.Replace(join, b.access.Join, strings.Repeat("0", len(b.access.Join)), 1)
	w := b.worker(wrong, netjob.BrokerOptions{}, echo)
	if err := w.Run(t.Context(), 1); !errors.Is(err, netjob.ErrRefused) {
		t.Errorf("another's secret: %v", err)
	}
	// What a worker must not do.
	forbidden := make(chan error, 10)
	conn := connected(t, join, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { forbidden <- err }))
	for _, subject := range []string{natsjob.ShardSubject(b.stream, 1), "$JS.API.STREAM.DELETE." + b.stream, "$JS.API.STREAM.PURGE." + b.stream, "$JS.API.CONSUMER.PAUSE." + b.stream + "." + natsjob.Consumer, natsjob.Inbox(b.stream, "coordinator") + ".x"} {
		if err := conn.Publish(subject, nil); err != nil {
			t.Fatal(err)
		}
		if err := <-forbidden; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("a worker publishes to %s: %v", subject, err)
		}
	}
	for _, subject := range []string{natsjob.AskSubject(b.stream, "*"), b.stream + ".>", "_INBOX.>", natsjob.Inbox(b.stream, "*") + ".>", natsjob.Inbox(b.stream, "coordinator") + ".>"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		if err := <-forbidden; !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("a worker hears %s: %v", subject, err)
		}
	}
	// The stream forgets all once.
	js, err := jetstream.New(connected(t, q.Link(b.access, b.access.Admin)))
	if err != nil {
		t.Fatal(err)
	}
	until(t, "all are submitted", func() bool {
		s, err := js.Stream(t.Context(), b.stream)
		return err == nil && s.CachedInfo().State.Msgs == uint64(b.Manifest.Job.Shards())
	})
	s, err := js.Stream(t.Context(), b.stream)
	if err == nil {
		err = s.Purge(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	b.Pause(true)
	until(t, "it pauses", func() bool {
		i, err := js.Consumer(t.Context(), b.stream, natsjob.Consumer)
		return err == nil && i.CachedInfo().Paused
	})
	b.Pause(false)
	if err := b.worker(join, netjob.BrokerOptions{}, echo).Run(t.Context(), 3); err != nil {
		t.Error(err)
	}
	b.same(t)
	until(t, "the stream is deleted", func() bool {
		_, err := js.Stream(t.Context(), b.stream)
		return errors.Is(err, jetstream.ErrStreamNotFound)
	})
}

func connected(t *testing.T, text string, more ...nats.Option) *nats.Conn {
	t.Helper()
	link, err := natsjob.ParseLink(text)
	if err != nil {
		t.Fatal(err)
	}
	key, options, err := natsjob.Login(link.Secret)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := natsjob.Connect(link.Servers, link.Pin, append(append(options, nats.CustomInboxPrefix(natsjob.Inbox(link.Stream, key))), more...), netjob.BrokerOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

func TestAddressInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	b := begin(t, 1, time.Second)
	s, err := start(l.Addr().String(), t.TempDir(), b.access, b.stream)
	if err == nil {
		s.Close()
	}
	if op, ok := errors.AsType[*net.OpError](err); !ok || op.Op != "listen" {
		t.Errorf("%v, want that it cannot listen", err)
	}
}
