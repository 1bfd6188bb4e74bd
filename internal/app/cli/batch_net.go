package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonet/internal/app/batch"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/netjob"
	"nonet/job"
)

// serving is a run of nonet batch serve.
type serving struct {
	batching
	addr, advertise string
	cert, key       string
	lease           time.Duration
	untrusted       bool
	check           float64
	quorum          bool
	peer            string // the link of another that coordinates the same job
	replicas        int
	paths           []string // of the inputs where they were read first
	broker          brokering
}

// Broker hands out shards where nonet batch serve --nats says so: nil in a binary that was built with the tag nonats.
var Broker netjob.Broker

// brokering is which broker, and how to be let in there.
type brokering struct {
	at      string
	options netjob.BrokerOptions
}

func (b *brokering) flags(a *app, f *pflag.FlagSet) {
	f.StringVar(&b.options.Creds, "nats-creds", "", a.T("cli.batch.nats.creds"))
	f.StringVar(&b.options.Nkey, "nats-nkey", "", a.T("cli.batch.nats.nkey"))
	f.StringVar(&b.options.CA, "nats-ca", "", a.T("cli.batch.nats.ca"))
}

// Within the job's directory: how to reach who coordinates, and what this machine's copy began with.
var (
	accessName = filepath.Join(".nonet", "serve.json")
	copyName   = filepath.Join(".nonet", "copy.json")
)

func (a *app) batchServeCommand() *cobra.Command {
	s := &serving{batching: batching{app: a, workers: runtime.GOMAXPROCS(0)}, addr: ":8370", lease: 30 * time.Second, check: 0.03, replicas: 1}
	cmd := &cobra.Command{Use: "serve " + a.T("cli.word.files"), RunE: s.run}
	s.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&s.output, "output", "o", "", a.T("cli.batch.output"))
	f.IntVar(&s.workers, "workers", s.workers, a.T("cli.batch.serve.workers"))
	f.StringVar(&s.addr, "addr", s.addr, a.T("cli.batch.serve.addr"))
	f.StringVar(&s.advertise, "advertise", "", a.T("cli.batch.serve.advertise"))
	f.StringVar(&s.cert, "tls-cert", "", a.T("cli.flag.tlsCert"))
	f.StringVar(&s.key, "tls-key", "", a.T("cli.flag.tlsKey"))
	f.Var((*positiveTime)(&s.lease), "lease", a.T("cli.batch.serve.lease"))
	f.BoolVar(&s.untrusted, "untrusted", false, a.T("cli.batch.serve.untrusted"))
	f.Float64Var(&s.check, "check", s.check, a.T("cli.batch.serve.check"))
	f.BoolVar(&s.quorum, "quorum", false, a.T("cli.batch.serve.quorum"))
	f.StringVar(&s.peer, "peer", "", a.T("cli.batch.serve.peer"))
	f.IntVar(&s.replicas, "replicas", s.replicas, a.T("cli.batch.serve.replicas"))
	f.StringVar(&s.broker.at, "nats", "", a.T("cli.batch.nats.at"))
	s.broker.flags(a, f)
	return cmd
}

func (s *serving) run(cmd *cobra.Command, args []string) error {
	a := s.app
	names, err := s.prepare(cmd, args)
	if cmd.Flags().Changed("peer") {
		if !strings.HasPrefix(s.peer, "https://") {
			return stream.Problem("cli.batch.serve.peerLink")
		}
		for _, name := range []string{"op", "range", "size", "fail-fast", "untrusted", "check", "quorum", "lease", "tls-cert", "tls-key", "nats"} {
			if cmd.Flags().Changed(name) || len(args) > 0 {
				return stream.Problem("cli.batch.serve.peerKnows", "what", cmp.Or(strings.Join(args, " "), "--"+name))
			}
		}
	}
	switch {
	case err != nil:
		return err
	case s.replicas < 1:
		return stream.Problem("error.flagInvalid", "name", "--replicas", "value", s.replicas, "why", a.T("error.positive"))
	case (s.cert == "") != (s.key == ""):
		return stream.Problem("cli.batch.serve.pair")
	case s.untrusted && (s.check <= 0 || s.check > 1):
		return stream.Problem("error.flagInvalid", "name", "--check", "value", s.check, "why", a.T("cli.batch.serve.badCheck"))
	case s.quorum && (!s.untrusted || s.broker.at != ""):
		return stream.Problem("cli.batch.serve.badQuorum")
	case s.broker.at != "" && Broker == nil:
		return stream.Problem("cli.batch.nats.none")
	case s.broker.at == "" && s.broker.options != (netjob.BrokerOptions{}):
		return stream.Problem("cli.batch.nats.alone")
	case s.untrusted && strings.Contains(strings.Join(s.words, " "), "json"):
		return stream.Problem("cli.batch.serve.json") // its answers tell the time
	}
	path, whole := s.where()
	dir, err := batch.OpenDir(path, "")
	if err != nil {
		return s.failed(path, err)
	}
	defer dir.Close()
	if over, err := s.standBy(dir); over || err != nil {
		return s.failed(path, err)
	}
	begin := func() (*job.Manifest, *batch.Inputs, error) { return s.open(dir, whole, names) }
	if s.peer != "" {
		begin = func() (*job.Manifest, *batch.Inputs, error) { return s.copied(dir, whole) }
	}
	m, in, err := begin()
	if in != nil {
		defer in.Close()
	}
	if err != nil || m == nil {
		if m == nil {
			dir.Abandon()
		}
		return s.failed(path, reached(err))
	}
	return s.failed(path, s.coordinate(dir, whole, m, in))
}

// copied is the job of another that coordinates it, begun here, or gone on with: then that other need not
// be there any more.
func (s *serving) copied(dir *batch.Dir, whole string) (*job.Manifest, *batch.Inputs, error) {
	a := s.app
	if m, err := job.Open(batch.Whole{Name: whole}); whole != "" && err == nil {
		if _, err := os.Stat(whole); err == nil {
			a.Notes.Line("nonet: " + a.T("cli.batch.already", "name", whole))
			a.batchStatus(m)
			return nil, nil, nil
		}
	}
	name := filepath.Join(dir.Path(), copyName)
	var c netjob.Copy
	b, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(b, &c)
	}
	if err != nil {
		if c, err = netjob.Begin(a.Ctx, s.peer); errors.Is(err, netjob.ErrRefused) {
			return nil, nil, stream.Problem("cli.batch.serve.peerRefused")
		} else if err != nil {
			return nil, nil, err
		}
	}
	if c.Info.Version != release {
		return nil, nil, fmt.Errorf("%w: %q, %q", netjob.ErrVersion, c.Info.Version, release)
	}
	in, err := batch.CopyInputs(a.Ctx, &c.Info.Job, c.Info.Paths, dir, func(ctx context.Context, n int, from int64) (io.ReadCloser, error) {
		return netjob.Input(ctx, s.peer, n, from)
	})
	if err != nil {
		return nil, in, err
	}
	m, err := job.Create(dir, c.Info.Job)
	if err != nil {
		return m, in, err
	}
	if _, err := os.Stat(name); err != nil { // all that it names is here now
		if err := c.Access.Write(filepath.Join(dir.Path(), accessName)); err != nil {
			return nil, in, err
		}
		c.Access = netjob.Access{}
		b, err := json.Marshal(c)
		if err == nil {
			err = os.WriteFile(name, b, 0o666)
		}
		if err != nil {
			return nil, in, err
		}
	}
	s.words, s.paths, s.lease = c.Info.Job.Op, c.Info.Paths, time.Duration(c.Info.Lease*float64(time.Second))
	s.untrusted, s.check, s.quorum = c.Check > 0, c.Check, c.Quorum
	s.failing = !numbered(s.words[0]) && !slices.Contains(s.words, "--keep-going")
	return m, in, nil
}

// client works for, or asks, whoever coordinates the job in a directory.
func (a *app) client(link func() (string, error), o netjob.BrokerOptions) *netjob.Client {
	c := &netjob.Client{Link: link, Name: batch.Hostname(), Version: release, Work: a.part}
	if Broker != nil {
		c.Dial = Broker.Dial(c.Name, o)
	}
	return c
}

// linkIn is the link that stands in a job's directory: for people, or for this machine's workers.
func linkIn(dir string, admin bool) func() (string, error) {
	return func() (string, error) {
		access, err := netjob.ReadAccess(filepath.Join(dir, accessName))
		if err != nil || len(access.URLs) == 0 {
			return "", cmp.Or(err, netjob.ErrLink)
		}
		if !admin && access.Work != "" {
			return access.Work, nil
		}
		return access.Link(access.URLs[0], access.Admin), nil
	}
}

// standBy works for another that coordinates the job, until the job is over, or the other
// ends and the job is ours.
func (s *serving) standBy(dir *batch.Dir) (over bool, err error) {
	a := s.app
	if err := dir.Lock(); !batch.IsLocked(err) {
		return false, err
	}
	if m, err := job.Open(dir); err == nil && s.peer == "" && s.differs(&m.Job) {
		return false, job.ErrAnother
	}
	a.Notes.Line("nonet: " + a.T("cli.batch.serve.standby", "dir", dir.Path()))
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	ended := make(chan error, 1)
	var working sync.WaitGroup
	if s.workers > 0 {
		working.Go(func() { ended <- a.client(linkIn(dir.Path(), false), s.broker.options).Run(ctx, s.workers) })
	}
	defer working.Wait()
	defer cancel()
	for tick := time.NewTicker(200 * time.Millisecond); ; {
		select {
		case <-tick.C:
			if err := dir.Lock(); errors.Is(err, fs.ErrNotExist) {
				return true, nil // it is done, and the directory gone
			} else if !batch.IsLocked(err) {
				return false, err
			}
		case err := <-ended:
			return err == nil, err
		case <-a.Ctx.Done():
			return false, a.Ctx.Err()
		}
	}
}

// differs reports whether a job is another than the flags say; its texts are compared once they are read.
func (s *serving) differs(j *job.Job) bool {
	from, to, _ := numbersIn(s.numbers)
	numbers := len(j.Inputs) == 1 && j.Inputs[0].Range
	return !slices.Equal(j.Op, s.words) || s.size != 0 && s.size != j.Size || numbers != (s.numbers != "") ||
		numbers && (j.Inputs[0].From != from || j.Inputs[0].To != to)
}

// coordinate hands the job out, and works on it.
func (s *serving) coordinate(dir *batch.Dir, whole string, m *job.Manifest, in *batch.Inputs) error {
	a := s.app
	if lost, err := m.Reconcile(); err != nil {
		return err
	} else if len(lost) > 0 {
		a.Notes.Line("nonet: " + a.T("cli.batch.lost", "n", len(lost)))
	}
	dir.Tidy(m)
	l, err := net.Listen("tcp", s.addr)
	if err != nil {
		return stream.Problem("cli.batch.serve.listen", "addr", s.addr, "why", cause(err))
	}
	defer l.Close()
	access, err := s.access(filepath.Join(dir.Path(), accessName), l.Addr())
	if err != nil {
		return err
	}
	start := time.Now()
	config := netjob.Config{Manifest: m, Dir: dir, Inputs: in, Lease: s.lease, Work: a.part(s.words), Copies: s.replicas, Brokered: s.broker.at != "", Whole: s.op == "neighbours"}
	if config.Brokered {
		config.Copies = 1 // the broker's are of what it hands out
	}
	if s.untrusted {
		config.Check, config.Quorum = s.check, s.quorum
	}
	if s.failing {
		config.BadStatus = int(stream.Bad)
	}
	before := m.Sums().Puzzles
	k := netjob.New(config)
	cluster, err := k.Cluster(access, access.URLs[0], func(peers []netjob.Peer) {
		kept := access
		kept.Peers = peers
		if err := kept.Write(filepath.Join(dir.Path(), accessName)); err != nil {
			a.Notes.Line("nonet: " + err.Error()) // the next start finds others as this one did
		}
	})
	if err != nil {
		return err
	}
	paths := s.paths
	if paths == nil {
		paths = make([]string, len(in.Paths))
		for i, path := range in.Paths {
			paths[i], _ = filepath.Abs(path) // "" where there is none, and nobody has it
		}
	}
	info := netjob.Info{Job: m.Job, ID: m.ID, Lease: s.lease.Seconds(), Version: release, Paths: paths}
	join, look := access.Link(access.URLs[0], access.Join), access.Link(access.URLs[0]+"/", access.Admin)
	closed := func() {}
	if config.Brokered {
		host, _, _ := net.SplitHostPort(strings.TrimPrefix(access.URLs[0], "https://"))
		// A server that listens at one address alone is found there, and nowhere else.
		if at, _, err := net.SplitHostPort(s.broker.at); err == nil && s.advertise == "" && at != "" && !net.ParseIP(at).IsUnspecified() {
			host = at
		}
		q, err := Broker.Open(a.Ctx, k, access, info, netjob.BrokerConfig{At: s.broker.at, Host: host, Dir: filepath.Join(dir.Path(), ".nonet"), Replicas: s.replicas, BrokerOptions: s.broker.options})
		if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "listen" {
			return stream.Problem("cli.batch.serve.listen", "addr", s.broker.at, "why", cause(err))
		}
		if err != nil {
			return stream.Problem("cli.batch.nats.open", "at", s.broker.at, "why", err.Error())
		}
		closed = sync.OnceFunc(q.Close)
		defer closed()
		join, access.Queue, access.Work = q.Link(access, access.Join), q.Name(), q.Link(access, access.Admin)
		if err := access.Write(filepath.Join(dir.Path(), accessName)); err != nil {
			return err
		}
	}
	peer := access.Link(access.URLs[0], access.Admin)
	if a.json {
		a.object(struct {
			Join   string `json:"join"`
			Status string `json:"status"`
			Peer   string `json:"peer"`
		}{join, look, peer})
	} else {
		a.Notes.Line("nonet: " + a.T("cli.batch.serve.ready", "join", "nonet batch join '"+join+"'", "status", look, "peer", "nonet batch serve --peer '"+peer+"' -o "+s.output))
	}
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	var working sync.WaitGroup
	defer working.Wait()
	defer cancel()
	if s.workers > 0 {
		working.Go(func() {
			c := a.client(func() (string, error) { return cmp.Or(access.Work, access.Link(own(l.Addr()), access.Admin)), nil }, s.broker.options)
			if c.Others = cluster.URLs; !config.Brokered {
				c.Near = k
			}
			if err := c.Run(ctx, s.workers); err != nil && ctx.Err() == nil {
				a.Notes.Line("nonet: " + a.T("cli.batch.serve.worker", "why", s.failed("", err)))
			}
		})
	}
	failed := k.Serve(a.Ctx, l, access, info)
	if failed == nil {
		failed = k.Failure()
	}
	if failed == nil && m.Sums().Done < m.Sums().Shards {
		failed = a.Ctx.Err()
	}
	cancel()
	working.Wait()
	closed() // a broker here has files in the directory
	return s.finish(dir, whole, m, in, failed, m.Sums().Puzzles-before, time.Since(start))
}

// access is how to reach this process: by the secrets of who coordinated the job before, if anybody did.
func (s *serving) access(name string, addr net.Addr) (netjob.Access, error) {
	access, err := netjob.ReadAccess(name)
	if err != nil || s.cert != "" {
		var cert, key []byte
		if s.cert != "" {
			if cert, err = os.ReadFile(s.cert); err != nil {
				return access, err
			}
			if key, err = os.ReadFile(s.key); err != nil {
				return access, err
			}
		}
		fresh, err := netjob.NewAccess(cert, key)
		if err != nil {
			return access, stream.Problem("cli.batch.serve.cert", "why", err.Error())
		}
		if access.Join != "" {
			fresh.Join, fresh.Admin = access.Join, access.Admin
		}
		access = fresh
	}
	host, port, _ := net.SplitHostPort(addr.String())
	if ip := net.ParseIP(host); s.advertise != "" {
		host = s.advertise
		if h, p, err := net.SplitHostPort(s.advertise); err == nil {
			host, port = h, p
		}
	} else if ip == nil || ip.IsUnspecified() {
		host = outward()
	}
	here := "https://" + net.JoinHostPort(host, port)
	for i := range access.Peers {
		if len(access.URLs) > 0 && access.Peers[i].URL == access.URLs[0] {
			access.Peers[i].URL = here // its own address, from before
		}
	}
	access.URLs = []string{here}
	if access.Work = ""; s.broker.at == "" {
		access.Queue = ""
	}
	return access, access.Write(name)
}

// own is where this process reaches itself, whatever stands between it and others.
func own(addr net.Addr) string {
	host, port, _ := net.SplitHostPort(addr.String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return "https://" + net.JoinHostPort(host, port)
}

// outward is an address of this machine that others reach, as far as it can tell.
func outward() string {
	all, _ := net.InterfaceAddrs()
	for _, addr := range all {
		if ip, ok := addr.(*net.IPNet); ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() && !ip.IP.IsLinkLocalUnicast() {
			return ip.IP.String()
		}
	}
	return "127.0.0.1"
}

func (a *app) batchJoinCommand() *cobra.Command {
	workers, patience := runtime.GOMAXPROCS(0), 10*time.Minute
	var broker brokering
	cmd := &cobra.Command{Use: "join " + a.T("cli.batch.word.link"), RunE: func(_ *cobra.Command, args []string) error {
		if len(args) == 0 && a.env("NONET_JOIN") != "" {
			args = strings.Fields(a.env("NONET_JOIN"))
		}
		if len(args) == 0 || workers < 1 {
			return stream.Problem("cli.batch.link")
		}
		// One that does not answer is left for the next.
		n := -1
		var mu sync.Mutex
		c := a.client(func() (string, error) {
			mu.Lock()
			defer mu.Unlock()
			n++
			return args[n%len(args)], nil
		}, broker.options)
		if len(args) == 1 {
			c.Link = func() (string, error) { return args[0], nil }
		}
		c.Patience = patience
		c.Away = func(why error) { a.Notes.Line("nonet: " + a.T("cli.batch.away", "why", why.Error(), "time", patience)) }
		err := c.Run(a.Ctx, workers)
		if a.Ctx.Err() != nil {
			return nil // to be stopped is how a worker ends well: it has handed back what it had
		}
		return (&batching{app: a}).failed("", reached(err))
	}}
	f := cmd.Flags()
	f.IntVar(&workers, "workers", workers, a.T("cli.batch.workers"))
	f.Var((*positiveTime)(&patience), "patience", a.T("cli.batch.patience"))
	broker.flags(a, f)
	return cmd
}

// reached is an error of a connection as one that the command line tells.
func reached(err error) error {
	var op *net.OpError
	if errors.As(err, &op) || errors.Is(err, context.DeadlineExceeded) {
		return stream.Problem("cli.batch.unreachable", "why", err.Error())
	}
	return err
}

// batchAsked is what the coordinator of a link or of a job's directory answers; there is none: nil.
func (a *app) batchAsked(name, method, path string) ([]byte, error) {
	if netjob.Brokered(name) {
		return nil, stream.Problem("cli.batch.askRefused")
	}
	link := func() (string, error) { return name, nil }
	if !strings.HasPrefix(name, "https://") {
		dir := name
		if _, err := os.Stat(filepath.Join(dir, accessName)); err != nil {
			dir = name + ".batch"
		}
		if _, err := os.Stat(filepath.Join(dir, accessName)); err != nil {
			return nil, nil
		}
		link = linkIn(dir, true)
	}
	ctx, cancel := context.WithTimeout(a.Ctx, 10*time.Second)
	defer cancel()
	b, err := a.client(link, netjob.BrokerOptions{}).Ask(ctx, method, path)
	if errors.Is(err, netjob.ErrRefused) {
		err = stream.Problem("cli.batch.askRefused")
	}
	if b == nil && err == nil {
		b = []byte{}
	}
	return b, reached(err)
}

// oneOutput is the error for arguments that are not one output.
func oneOutput(cmd *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return stream.Problem("cli.batch.oneOutput", "path", cmd.CommandPath())
	}
	return nil
}

func (a *app) batchStatusCommand() *cobra.Command {
	return &cobra.Command{Use: "status " + a.T("cli.batch.word.outputOrLink"), Args: oneOutput, RunE: func(_ *cobra.Command, args []string) error {
		b, err := a.batchAsked(args[0], "GET", "/status")
		if (strings.HasPrefix(args[0], "https://") || netjob.Brokered(args[0])) && err != nil {
			return (&batching{app: a}).failed("", err)
		}
		if err == nil && b != nil {
			if a.json {
				_, err = a.Out.Write(b)
				return err
			}
			var s netjob.Status
			if err := json.Unmarshal(b, &s); err != nil {
				return err
			}
			here := 0
			for _, w := range s.Workers {
				if !w.Left && !w.Expelled {
					here++
				}
			}
			left := "?"
			if s.Left >= 0 {
				left = time.Duration(s.Left * float64(time.Second)).Round(time.Second).String()
			}
			_, err = fmt.Fprintln(a.Out, a.T("cli.batch.statusLive", "op", strings.Join(s.Op, " "), "state", a.T("cli.batch.state."+s.State), "done", s.Done, "all", s.Shards,
				"leased", s.Leased, "puzzles", s.Puzzles, "workers", here, "rate", int64(s.Rate), "left", left))
			for _, n := range s.Nodes {
				if len(s.Nodes) > 1 && err == nil {
					_, err = fmt.Fprintln(a.Out, a.T("cli.batch.node", "url", n.URL, "state", a.T("netjob.page."+n.State()), "lacks", n.Lacks))
				}
			}
			return err
		}
		m, _, err := a.batchManifest(args[0])
		if err != nil {
			return err
		}
		sums := m.Sums()
		if a.json {
			return a.object(struct {
				Job     string   `json:"job"`
				Op      []string `json:"op"`
				Shards  int      `json:"shards"`
				Done    int      `json:"done"`
				Puzzles int64    `json:"puzzles"`
				Bytes   int64    `json:"bytes"`
			}{m.ID, m.Job.Op, sums.Shards, sums.Done, sums.Puzzles, sums.Bytes})
		}
		_, err = fmt.Fprintln(a.Out, a.T("cli.batch.status", "op", strings.Join(m.Job.Op, " "), "done", sums.Done, "all", sums.Shards, "puzzles", sums.Puzzles))
		return err
	}}
}

// batchTellCommand tells who coordinates to pause, to resume or to cancel.
func (a *app) batchTellCommand(what string) *cobra.Command {
	return &cobra.Command{Use: what + " " + a.T("cli.batch.word.outputOrLink"), Args: oneOutput, RunE: func(_ *cobra.Command, args []string) error {
		b, err := a.batchAsked(args[0], "POST", "/"+what)
		if err == nil && b == nil {
			return stream.Problem("cli.batch.nobody", "name", args[0])
		}
		return (&batching{app: a}).failed("", err)
	}}
}
