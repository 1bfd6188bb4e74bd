package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

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
}

// accessName is where it stands, within the job's directory, how to reach who coordinates.
var accessName = filepath.Join(".nonet", "serve.json")

func (a *app) batchServeCommand() *cobra.Command {
	s := &serving{batching: batching{app: a, workers: runtime.GOMAXPROCS(0)}, addr: ":8370", lease: 30 * time.Second, check: 0.03}
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
	return cmd
}

func (s *serving) run(cmd *cobra.Command, args []string) error {
	a := s.app
	names, err := s.prepare(cmd, args)
	switch {
	case err != nil:
		return err
	case (s.cert == "") != (s.key == ""):
		return stream.Problem("cli.batch.serve.pair")
	case s.untrusted && (s.check <= 0 || s.check > 1):
		return stream.Problem("error.flagInvalid", "name", "--check", "value", s.check, "why", a.T("cli.batch.serve.badCheck"))
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
	m, in, err := s.open(dir, whole, names)
	if in != nil {
		defer in.Close()
	}
	if err != nil || m == nil {
		if m == nil {
			dir.Abandon()
		}
		return s.failed(path, err)
	}
	return s.failed(path, s.coordinate(dir, whole, m, in))
}

// client works for, or asks, whoever coordinates the job in a directory.
func (a *app) client(link func() (string, error)) *netjob.Client {
	return &netjob.Client{Link: link, Name: batch.Hostname(), Version: release, Work: a.part}
}

// linkIn is the link that stands in a job's directory.
func linkIn(dir string, admin bool) func() (string, error) {
	return func() (string, error) {
		access, err := netjob.ReadAccess(filepath.Join(dir, accessName))
		if err != nil || len(access.URLs) == 0 {
			return "", cmp.Or(err, netjob.ErrLink)
		}
		secret := access.Join
		if admin {
			secret = access.Admin
		}
		return access.Link(access.URLs[0], secret), nil
	}
}

// standBy works for another that coordinates the job, until the job is over, or the other
// ends and the job is ours.
func (s *serving) standBy(dir *batch.Dir) (over bool, err error) {
	a := s.app
	if err := dir.Lock(); !batch.IsLocked(err) {
		return false, err
	}
	a.Notes.Line("nonet: " + a.T("cli.batch.serve.standby", "dir", dir.Path()))
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	ended := make(chan error, 1)
	var working sync.WaitGroup
	if s.workers > 0 {
		working.Go(func() { ended <- a.client(linkIn(dir.Path(), true)).Run(ctx, s.workers) })
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
	config := netjob.Config{Manifest: m, Dir: dir, Inputs: in, Lease: s.lease, Work: a.part(s.words)}
	if s.untrusted {
		config.Check = s.check
	}
	if s.failing {
		config.BadStatus = int(stream.Bad)
	}
	before := m.Sums().Puzzles
	k := netjob.New(config)
	join, look := access.Link(access.URLs[0], access.Join), access.Link(access.URLs[0]+"/", access.Admin)
	if a.json {
		a.object(struct {
			Join   string `json:"join"`
			Status string `json:"status"`
		}{join, look})
	} else {
		a.Notes.Line("nonet: " + a.T("cli.batch.serve.ready", "join", "nonet batch join '"+join+"'", "status", look))
	}
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	var working sync.WaitGroup
	defer working.Wait()
	defer cancel()
	if s.workers > 0 {
		working.Go(func() {
			if err := a.client(linkIn(dir.Path(), true)).Run(ctx, s.workers); err != nil && ctx.Err() == nil {
				a.Notes.Line("nonet: " + a.T("cli.batch.serve.worker", "why", s.failed("", err)))
			}
		})
	}
	paths := make([]string, len(in.Paths))
	for i, path := range in.Paths {
		paths[i], _ = filepath.Abs(path) // "" where there is none, and nobody has it
	}
	failed := k.Serve(a.Ctx, l, access, netjob.Info{Job: m.Job, ID: m.ID, Lease: s.lease.Seconds(), Version: release, Paths: paths})
	if failed == nil {
		failed = k.Failure()
	}
	if failed == nil && m.Sums().Done < m.Sums().Shards {
		failed = a.Ctx.Err()
	}
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
	} else if ip == nil || ip.IsUnspecified() {
		host = outward()
	}
	access.URLs = []string{"https://" + net.JoinHostPort(host, port)}
	return access, access.Write(name)
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
		})
		if len(args) == 1 {
			c.Link = func() (string, error) { return args[0], nil }
		}
		c.Patience = patience
		err := c.Run(a.Ctx, workers)
		if a.Ctx.Err() != nil {
			return nil // to be stopped is how a worker ends well: it has handed back what it had
		}
		return (&batching{app: a}).failed("", reached(err))
	}}
	f := cmd.Flags()
	f.IntVar(&workers, "workers", workers, a.T("cli.batch.workers"))
	f.Var((*positiveTime)(&patience), "patience", a.T("cli.batch.patience"))
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
	b, err := a.client(link).Ask(ctx, method, path)
	if b == nil && err == nil {
		b = []byte{}
	}
	return b, reached(err)
}

// oneOutput is the error for arguments that are not one output.
func oneOutput(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return stream.Problem("cli.batch.oneOutput", "path", cmd.CommandPath())
	}
	return nil
}

func (a *app) batchStatusCommand() *cobra.Command {
	return &cobra.Command{Use: "status " + a.T("cli.batch.word.outputOrLink"), Args: oneOutput, RunE: func(_ *cobra.Command, args []string) error {
		b, err := a.batchAsked(args[0], "GET", "/status")
		if strings.HasPrefix(args[0], "https://") && err != nil {
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
