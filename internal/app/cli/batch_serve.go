package cli

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
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
	"nonet/internal/app/jobqueue"
	"nonet/internal/job"
	"nonet/message"
)

// serving holds the flags of nonet batch serve: the flags of batch run, and the flags for NATS.
type serving struct {
	batching
	nats     jobqueue.Connection
	lease    time.Duration
	replicas int
}

// queueName is the path, within a job's directory, of the file that stores the name of the job's stream.
var queueName = filepath.Join(".nonet", "queue")

func (a *app) addNATSFlags(f *pflag.FlagSet, c *jobqueue.Connection) {
	f.StringVar(&c.URL, "nats", cmp.Or(a.env("NATS_URL"), "nats://127.0.0.1:4222"), a.TextOf("cli.batch.nats.at"))
	f.StringVar(&c.Creds, "nats-creds", "", a.TextOf("cli.batch.nats.creds"))
	f.StringVar(&c.Nkey, "nats-nkey", "", a.TextOf("cli.batch.nats.nkey"))
	f.StringVar(&c.CA, "nats-ca", "", a.TextOf("cli.batch.nats.ca"))
}

func (a *app) batchServeCommand() *cobra.Command {
	s := &serving{batching: batching{app: a, workers: runtime.GOMAXPROCS(0)}, lease: 30 * time.Second, replicas: 1}
	cmd := &cobra.Command{Use: "serve " + a.TextOf("cli.word.files"), RunE: s.run}
	s.addJobFlags(cmd)
	f := cmd.Flags()
	f.StringVarP(&s.output, "output", "o", "", a.TextOf("cli.batch.output"))
	f.Var(numberFlag(&s.workers), "workers", a.TextOf("cli.batch.serve.workers"))
	f.Var(positiveTimeFlag(&s.lease), "lease", a.TextOf("cli.batch.serve.lease"))
	f.Var(positiveFlag(&s.replicas), "replicas", a.TextOf("cli.batch.serve.replicas"))
	a.addNATSFlags(f, &s.nats)
	return cmd
}

func (s *serving) run(cmd *cobra.Command, args []string) error {
	return s.withJob(cmd, args, "", s.waitForLock, s.serveJob)
}

// waitForLock waits until no other process serves the job, and locks the job's directory. `ended` is true if the job was
// completed meanwhile and its directory removed.
func (s *serving) waitForLock(dir *batch.Dir) (ended bool, err error) {
	a := s.app
	for noted := false; ; noted = true {
		switch err := dir.Lock(); {
		case noted && errors.Is(err, fs.ErrNotExist):
			return true, nil
		case !errors.Is(err, batch.ErrLocked):
			return false, err
		}
		if !noted {
			a.Notes.Line("nonet: " + a.TextOf("cli.batch.serve.waits", "dir", dir.Path()))
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-a.Ctx.Done():
			return false, a.Ctx.Err()
		}
	}
}

// readOrCreateQueueName returns the name of the job's stream, which a file in `dir` stores. Without the file, it
// chooses a name and writes the file.
func readOrCreateQueueName(dir string) (string, error) {
	path := filepath.Join(dir, queueName)
	if b, err := os.ReadFile(path); err == nil && len(b) > 0 {
		return strings.TrimSpace(string(b)), nil
	}
	name := jobqueue.NewName()
	return name, os.WriteFile(path, []byte(name+"\n"), 0o666)
}

// serveJob distributes the job's shards to workers on other machines, and also works on shards itself.
func (s *serving) serveJob(dir *batch.Dir, output string, m *job.Manifest, in *batch.Inputs) error {
	a := s.app
	if err := s.resumeJob(dir, m, false); err != nil {
		return err
	}
	dir.RemoveStrays(m)
	if m.Sums().Done == m.Sums().Shards {
		return s.finishJob(dir, output, m, in, batch.Progress{}, nil)
	}
	name, err := readOrCreateQueueName(dir.Path())
	if err != nil {
		return err
	}
	paths := make([]string, len(in.Paths))
	for i, path := range in.Paths {
		paths[i], _ = filepath.Abs(path) // "" stands for an input that is not a file, so that no worker tries to read it
	}
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	var working sync.WaitGroup
	defer working.Wait()
	server := &jobqueue.Server{NATS: s.nats, Manifest: m, Dir: dir, Inputs: in, Replicas: s.replicas, Whole: s.op == "neighbours",
		Info: jobqueue.Info{Name: name, Job: m.Job, Version: release, Lease: s.lease, Paths: paths},
		Away: func(cause error) {
			a.Notes.Line("nonet: " + a.TextOf("cli.batch.serve.away", "url", s.nats.PublicURL(), "why", cause.Error()))
		},
		Aside: func(shard job.Shard) { a.Notes.Line("nonet: " + skippedShardText(m, shard).In(a.Lang)) },
		Ready: func() {
			s.printJoinCommand(name)
			if s.workers > 0 {
				working.Go(func() {
					if err := a.newWorker(name, s.nats).Run(ctx, s.workers); err != nil && ctx.Err() == nil {
						a.Notes.Line("nonet: " + a.TextOf("cli.batch.serve.worker", "why", s.commandError("", err)))
					}
				})
			}
		}}
	if s.failing {
		server.Info.BadStatus = int(stream.Bad)
	}
	last, failed := a.showBatchProgress(func(show func(batch.Progress)) error { return server.Run(ctx, show) })
	cancel()
	working.Wait()
	return s.finishJob(dir, output, m, in, last, failed)
}

// printJoinCommand prints the command that starts a worker for the job called `name` on another machine.
func (s *serving) printJoinCommand(name string) {
	a, url := s.app, s.nats.PublicURL()
	if a.json {
		a.writeJSON(struct {
			NATS string `json:"nats"`
			Job  string `json:"job"`
		}{url, name})
		return
	}
	a.Notes.Line("nonet: " + a.TextOf("cli.batch.serve.ready", "join", "nonet batch join --nats "+url+" "+name))
}

// skippedShardText returns a text about a shard that is set aside, because several workers ended while working on it.
// The text says how to continue.
func skippedShardText(m *job.Manifest, s job.Shard) message.Message {
	return message.New("cli.batch.aside", "n", s.N, "name", m.Job.Inputs[s.Input].Name, "from", s.From, "to", s.To)
}

// newWorker returns a worker for the job called `name`. It refuses commands that are not in batchOps.
func (a *app) newWorker(name string, c jobqueue.Connection) *jobqueue.Worker {
	return &jobqueue.Worker{NATS: c, Job: name, Machine: batch.Hostname(), Version: release, Work: func(words []string) (batch.Work, error) {
		if len(words) == 0 || !slices.Contains(batchOps, words[0]) {
			return nil, stream.Problem("cli.batch.strange", "op", strings.Join(words, " "))
		}
		return a.shardWork(words), nil
	}}
}

func (a *app) batchJoinCommand() *cobra.Command {
	workers, patience := runtime.GOMAXPROCS(0), 10*time.Minute
	var nats jobqueue.Connection
	cmd := &cobra.Command{Use: "join " + a.TextOf("cli.batch.word.job"), RunE: func(cmd *cobra.Command, args []string) error {
		if len(args) > 1 || len(args) == 1 && !jobqueue.IsName(args[0]) {
			return stream.Problem("cli.batch.join.job", "name", strings.Join(args, " "))
		}
		w := a.newWorker(strings.Join(args, ""), nats)
		w.Patience = patience
		w.Away = func(cause error) {
			a.Notes.Line("nonet: " + a.TextOf("cli.batch.away", "url", nats.PublicURL(), "why", unreachableReason(a, cause), "time", patience))
		}
		err := w.Run(a.Ctx, workers)
		if a.Ctx.Err() != nil {
			return nil // stopping a worker is not an error, because the worker has returned its shards
		}
		var away *jobqueue.AwayError
		if errors.As(err, &away) {
			return stream.Problem("cli.batch.unreachable", "url", nats.PublicURL(), "why", unreachableReason(a, away.Err))
		}
		return (&batching{app: a}).commandError("", err)
	}}
	f := cmd.Flags()
	f.Var(positiveFlag(&workers), "workers", a.TextOf("cli.batch.workers"))
	f.Var(positiveTimeFlag(&patience), "patience", a.TextOf("cli.batch.patience"))
	a.addNATSFlags(f, &nats)
	return cmd
}

func unreachableReason(a *app, cause error) string {
	if jobqueue.IsNoServerError(cause) {
		return a.TextOf("cli.batch.unserved")
	}
	return cause.Error()
}

func (a *app) batchStatusCommand() *cobra.Command {
	return &cobra.Command{Use: "status " + a.TextOf("cli.batch.word.output"), Args: checkOneOutput, RunE: func(_ *cobra.Command, args []string) error {
		m, _, err := a.batchManifest(args[0])
		if err != nil {
			return err
		}
		sums := m.Sums()
		return a.printTextOrObject(struct {
			Job     string   `json:"job"`
			Op      []string `json:"op"`
			Shards  int      `json:"shards"`
			Done    int      `json:"done"`
			Puzzles int64    `json:"puzzles"`
			Bytes   int64    `json:"bytes"`
		}{m.ID, m.Job.Op, sums.Shards, sums.Done, sums.Puzzles, sums.Bytes},
			a.TextOf("cli.batch.status", "op", strings.Join(m.Job.Op, " "), "done", sums.Done, "all", sums.Shards, "n", sums.Puzzles)+"\n")
	}}
}
