package broker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nonet/internal/app/batch"
	"nonet/internal/app/batch/echo"
	"nonet/internal/app/natsjob"
	"nonet/internal/app/netjob"
	"nonet/internal/check/freeport"
	"nonet/job"
)

// begun is a job that nobody works on yet.
type begun struct {
	*netjob.Coordinator
	*echo.Job
	access netjob.Access
	info   netjob.Info
	stream string
}

func begin(t *testing.T, lines int, c netjob.Config) *begun {
	t.Helper()
	b := &begun{Job: echo.New(t, lines), stream: natsjob.NewStream()}
	var err error
	if b.access, err = netjob.NewAccess(nil, nil); err != nil {
		t.Fatal(err)
	}
	m := b.Job.Manifest
	b.info = netjob.Info{Job: m.Job, ID: m.ID, Lease: c.Lease.Seconds(), Version: strings.Repeat("v", 600<<10)} // longer than a message
	c.Manifest, c.Dir, c.Inputs, c.Brokered = m, b.Dir, b.Inputs, true
	if c.Work == nil {
		c.Work = echo.Work
	}
	b.Coordinator = netjob.New(c)
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

// cluster is three servers within this process, whose workers may do what [natsjob.Permissions] say, and no more.
func cluster(t *testing.T, stream string) (all []*server.Server) {
	t.Helper()
	var routes []*url.URL
	for range 3 {
		routes = append(routes, &url.URL{Scheme: "nats", Host: freeport.Address(t)})
	}
	publish, subscribe := natsjob.Permissions(stream, "*")
	for i, route := range routes {
		port, err := strconv.Atoi(route.Port())
		if err != nil {
			t.Fatal(err)
		}
		s, err := server.NewServer(&server.Options{ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir(),
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: port}, Routes: routes,
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
	b := begin(t, 3000, netjob.Config{Lease: 2 * time.Second})
	servers := cluster(t, b.stream)
	echo.Until(t, "the cluster has a leader, which knows all", func() bool {
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
		w := b.worker(join, netjob.BrokerOptions{}, echo.Work)
		time.AfterFunc(0, func() { ended <- w.Run(t.Context(), 2) })
	}
	echo.Until(t, "something is done", func() bool { return b.Manifest.Sums().Done > 20 })
	for _, s := range servers {
		if s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, b.stream) {
			s.Shutdown()
			break
		}
	}
	began, done := time.Now(), b.Manifest.Sums().Done
	echo.Until(t, "it goes on", func() bool { return b.Manifest.Sums().Done > done+8 || b.Waits() == netjob.ErrOver })
	t.Logf("a pause of %v after the death of the stream's leader", time.Since(began).Round(time.Millisecond))
	for range cap(ended) {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	b.Same(t)
}

// A server of others loses power: of what it wrote half of each file is left. The stream is made again where it cannot be read, and filled.
func TestServerLosesPower(t *testing.T) {
	if testing.Short() {
		t.Skip("a client that is cut off comes back after a moment")
	}
	b := begin(t, 1500, netjob.Config{Lease: time.Second})
	o := &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir()}
	start := func() *server.Server {
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		if !s.ReadyForConnections(time.Minute) {
			t.Fatal("a server does not start")
		}
		return s
	}
	s := start()
	o.Port = s.Addr().(*net.TCPAddr).Port
	at := "nats://" + s.Addr().String()
	b.open(t, netjob.BrokerConfig{At: at, Replicas: 1})
	w := b.worker(at+"?job="+b.stream+"#"+b.access.Join, netjob.BrokerOptions{}, echo.Work)
	ended := make(chan error, 1)
	go func() { ended <- w.Run(t.Context(), 2) }()
	echo.Until(t, "something is done", func() bool { return b.Manifest.Sums().Done > 20 })
	s.Shutdown()
	s.WaitForShutdown()
	lost := int64(0)
	if err := filepath.WalkDir(o.StoreDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		lost += info.Size() / 2
		return os.Truncate(path, info.Size()/2)
	}); err != nil || lost == 0 {
		t.Fatal(err, lost)
	}
	done := b.Manifest.Sums().Done
	start()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	t.Logf("%d of %d shards were done before", done, b.Manifest.Job.Shards())
	b.Same(t)
}

// The broker within a coordinator lets in who has a token, to do what a worker does and no more; a stream that is gone
// is made again, and filled.
func TestEmbedded(t *testing.T) {
	b := begin(t, 300, netjob.Config{Lease: time.Second})
	q := b.open(t, netjob.BrokerConfig{At: "127.0.0.1:0", Host: "127.0.0.1", Dir: t.TempDir()})
	join := q.Link(b.access, b.access.Join)
	wrong := strings.Replace(join, b.access.Join, strings.Repeat("0", len(b.access.Join)), 1)
	w := b.worker(wrong, netjob.BrokerOptions{}, echo.Work)
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
	// The stream is gone once.
	js, err := jetstream.New(connected(t, q.Link(b.access, b.access.Admin)))
	if err != nil {
		t.Fatal(err)
	}
	echo.Until(t, "all are submitted", func() bool {
		s, err := js.Stream(t.Context(), b.stream)
		return err == nil && s.CachedInfo().State.Msgs == uint64(b.Manifest.Job.Shards())
	})
	if err := js.DeleteStream(t.Context(), b.stream); err != nil {
		t.Fatal(err)
	}
	b.Pause(true)
	echo.Until(t, "it pauses", func() bool {
		i, err := js.Consumer(t.Context(), b.stream, natsjob.Consumer)
		return err == nil && i.CachedInfo().Paused
	})
	b.Pause(false)
	if err := b.worker(join, netjob.BrokerOptions{}, echo.Work).Run(t.Context(), 3); err != nil {
		t.Error(err)
	}
	b.Same(t)
	echo.Until(t, "the stream is deleted", func() bool {
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
	b := begin(t, 1, netjob.Config{Lease: time.Second})
	s, err := start(l.Addr().String(), t.TempDir(), b.access, b.stream)
	if err == nil {
		s.Close()
	}
	if op, ok := errors.AsType[*net.OpError](err); !ok || op.Op != "listen" {
		t.Errorf("%v, want that it cannot listen", err)
	}
}

// asked is one message of a worker, as any program could send it; its answer goes to a reply of its own.
func asked(t *testing.T, c *nats.Conn, stream, verb string, header map[string]string, data string) (reply *nats.Subscription) {
	t.Helper()
	m := nats.NewMsg(natsjob.AskSubject(stream, verb))
	m.Reply, m.Data = c.NewInbox(), []byte(data)
	for name, value := range header {
		m.Header.Set(name, value)
	}
	reply, err := c.SubscribeSync(m.Reply)
	if err == nil {
		err = c.PublishMsg(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return reply
}

func status(t *testing.T, reply *nats.Subscription) (string, *nats.Msg) {
	t.Helper()
	m, err := reply.NextMsg(5 * time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return m.Header.Get("Nonet-Status"), m
}

// in is a worker that was let in.
func (b *begun) in(t *testing.T, c *nats.Conn) (secret string) {
	t.Helper()
	got, m := status(t, asked(t, c, b.stream, "join", map[string]string{"Nonet-Secret": b.access.Join}, "w"))
	if secret = m.Header.Get("Nonet-Secret"); got != "200" || secret == "" {
		t.Fatal(got)
	}
	return secret
}

// bringing is the header of a chunk of an output.
func bringing(secret string, e job.Entry, upload string, from int) map[string]string {
	entry, _ := json.Marshal(e)
	return map[string]string{"Nonet-Secret": secret, "Nonet-Shard": fmt.Sprint(e.Shard), "Nonet-Entry": string(entry), "Nonet-Upload": upload, "Nonet-From": fmt.Sprint(from)}
}

// A worker that begins outputs without end is not followed without end, and others do the job as soon as it is gone.
func TestUploadsWithoutEnd(t *testing.T) {
	b := begin(t, 300, netjob.Config{Lease: 30 * time.Second})
	q := b.open(t, netjob.BrokerConfig{At: "127.0.0.1:0", Host: "127.0.0.1", Dir: t.TempDir()})
	join := q.Link(b.access, b.access.Join)
	c := connected(t, join)
	secret := b.in(t, c)
	before := runtime.NumGoroutine()
	answers := c.NewInbox()
	taken, err := c.SubscribeSync(answers)
	if err != nil {
		t.Fatal(err)
	}
	all := 10_000
	if testing.Short() {
		all = 2_000
	}
	began := time.Now()
	for i := range all {
		m := nats.NewMsg(natsjob.AskSubject(b.stream, "put"))
		m.Reply, m.Data = answers, []byte("0")
		for name, value := range bringing(secret, echo.Entry(0, "0\n"), fmt.Sprint(i), 0) {
			m.Header.Set(name, value)
		}
		if err := c.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
	}
	// What comes behind them is answered once they have been heard.
	if got, _ := status(t, asked(t, c, b.stream, "put", bringing("", echo.Entry(0, ""), "", 0), "")); got != "401" {
		t.Errorf("one whom nobody let in is told %s", got)
	}
	if got, _ := status(t, asked(t, c, b.stream, "state", map[string]string{"Nonet-Secret": secret}, "")); got != "204" {
		t.Errorf("meanwhile another question is answered with %s", got)
	}
	if n := runtime.NumGoroutine() - before; n > 1500 {
		t.Errorf("%d goroutines", n)
	}
	// Where that took five seconds, some have given way to others: of those that were begun, so many were not at a time.
	slow := time.Since(began) > 5*time.Second
	if got, _ := status(t, asked(t, c, b.stream, "leave", map[string]string{"Nonet-Secret": secret}, "")); got != "200" {
		t.Error(got)
	}
	if err := b.worker(join, netjob.BrokerOptions{}, echo.Work).Run(t.Context(), 2); err != nil {
		t.Error(err)
	}
	if n, _, err := taken.Pending(); err != nil || n < 1024 || n > 1200 && !slow {
		t.Errorf("%d outputs were begun at a time; %v", n, err)
	}
	b.Same(t)
}

// An output whose check takes long is brought again meanwhile: it counts once, who asked last is told what became of it, and others are
// answered.
func TestSlowCheck(t *testing.T) {
	begun, held := make(chan struct{}), make(chan struct{})
	var once, checks sync.Once
	b := begin(t, 30, netjob.Config{Lease: 30 * time.Second, Check: 1, Work: func(ctx context.Context, task *batch.Task) (int, error) {
		checks.Do(func() { close(begun) })
		<-held
		return echo.Work(ctx, task)
	}})
	goOn := func() { once.Do(func() { close(held) }) }
	q := b.open(t, netjob.BrokerConfig{At: "127.0.0.1:0", Host: "127.0.0.1", Dir: t.TempDir()})
	t.Cleanup(goOn)
	join := q.Link(b.access, b.access.Join)
	c := connected(t, join)
	secret := b.in(t, c)
	text, m := status(t, asked(t, c, b.stream, "text", map[string]string{"Nonet-Secret": secret, "Nonet-Shard": "0"}, ""))
	if text != "200" {
		t.Fatal(text)
	}
	var output strings.Builder
	for line := range strings.Lines(string(m.Data)) {
		fmt.Fprintln(&output, len(line))
	}
	e, half := echo.Entry(0, output.String()), output.Len()/2
	bring := func(from, to int) *nats.Subscription {
		return asked(t, c, b.stream, "put", bringing(secret, e, "u", from), output.String()[from:to])
	}
	for range 2 { // the second as if the first answer had been lost
		if got, _ := status(t, bring(0, half)); got != "202" {
			t.Fatal(got)
		}
	}
	for _, at := range []int{1, half + 1, output.Len()} {
		if got, _ := status(t, bring(at, output.Len())); got != "416" {
			t.Errorf("from %d: %s", at, got)
		}
	}
	unanswered := []*nats.Subscription{bring(half, output.Len())}
	<-begun
	for range 3 {
		unanswered = append(unanswered, bring(half, output.Len()))
		if got, _ := status(t, asked(t, c, b.stream, "state", map[string]string{"Nonet-Secret": secret}, "")); got != "204" {
			t.Errorf("while it is checked another question is answered with %s", got)
		}
	}
	goOn()
	echo.Until(t, "who asks again is told", func() bool {
		m, err := bring(half, output.Len()).NextMsg(time.Second)
		return err == nil && m.Header.Get("Nonet-Status") == "200"
	})
	told := 0
	for _, r := range unanswered {
		n, _, _ := r.Pending()
		told += n
	}
	if told > 1 {
		t.Errorf("%d were told what became of it", told)
	}
	if n := b.Manifest.Sums().Done; n != 1 {
		t.Errorf("%d are done", n)
	}
	if err := b.worker(join, netjob.BrokerOptions{}, echo.Work).Run(t.Context(), 2); err != nil {
		t.Error(err)
	}
	b.Same(t)
}

// A worker that takes shards and has the broker wait for it for ever holds nothing up; nor does one whose leases the broker does not end, as if its
// clock had been set back.
func TestShardsHeldForNothing(t *testing.T) {
	b := begin(t, 100, netjob.Config{Lease: 300 * time.Millisecond})
	q := b.open(t, netjob.BrokerConfig{At: "127.0.0.1:0", Host: "127.0.0.1", Dir: t.TempDir()})
	join := q.Link(b.access, b.access.Join)
	c := connected(t, join)
	secret := b.in(t, c)
	js, err := jetstream.New(c)
	if err != nil {
		t.Fatal(err)
	}
	queue, err := js.Consumer(t.Context(), b.stream, natsjob.Consumer)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	for i := range 4 {
		m, err := queue.Next()
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 { // two of them are somebody's for a moment
			shard := m.Subject()[strings.LastIndex(m.Subject(), ".")+1:]
			if got, _ := status(t, asked(t, c, b.stream, "beat", map[string]string{"Nonet-Secret": secret, "Nonet-Shard": shard}, "")); got != "200" {
				t.Error(got)
			}
		}
		group.Go(func() {
			for tick := time.NewTicker(20 * time.Millisecond); ctx.Err() == nil; <-tick.C {
				_ = m.InProgress()
			}
		})
	}
	if err := b.worker(join, netjob.BrokerOptions{}, echo.Work).Run(t.Context(), 2); err != nil {
		t.Error(err)
	}
	b.Same(t)
}
