package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/batch"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/jobqueue"
	"nonet/internal/job"
	"nonet/internal/research/canon"
)

// batchOps lists the commands that a job can run. A command's answer to a puzzle depends only on this puzzle. Only
// neighbours also depends on the rest of the shard, because it drops isomorphic results. The word prove means nonet
// check with certificates. generate takes numbers of attempts instead of puzzles, and catalog takes ranks.
var batchOps = []string{"solve", "count", "check", "candidates", "minimise", "explain", "hint", "grade", "steps", "target",
	"canon", "minimal", "unavoidable", "backdoor", "neighbours", "prove", "generate", "catalog"}

// borders is the version of the rules for cutting texts into shards. It is part of a job's version, so that processes
// with different rules never share a job.
const borders = "/2"

// takesNumbers reports whether op takes a range of numbers instead of puzzles.
func takesNumbers(op string) bool { return op == "generate" || op == "catalog" }

// batching holds the flags of nonet batch run, and the command that a job runs on each shard.
type batching struct {
	app     *app
	op      string
	output  string
	numbers string
	array   string
	size    int64
	workers int
	failing bool

	words     []string   // the command and its arguments, run on each shard
	work      batch.Work // runs the command in words
	mine      func(int) bool
	name      string // the name of the manifest that this process writes
	processes int    // how many processes share the job: 4 with --shard 1/4
}

func (a *app) batchCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "batch"}
	cmd.AddCommand(a.batchRunCommand(), &cobra.Command{Use: "verify " + a.TextOf("cli.batch.word.output"), Args: checkOneOutput,
		RunE: func(_ *cobra.Command, args []string) error { return a.verifyBatch(args[0]) }}, a.batchServeCommand(), a.batchJoinCommand(), a.batchStatusCommand())
	return cmd
}

func (a *app) batchRunCommand() *cobra.Command {
	b := &batching{app: a, workers: runtime.GOMAXPROCS(0)}
	cmd := &cobra.Command{Use: "run " + a.TextOf("cli.word.files"), RunE: b.run}
	b.addJobFlags(cmd)
	f := cmd.Flags()
	f.StringVarP(&b.output, "output", "o", "", a.TextOf("cli.batch.output"))
	f.StringVar(&b.array, "shard", "", a.TextOf("cli.batch.shard"))
	f.Var(positiveFlag(&b.workers), "workers", a.TextOf("cli.batch.workers"))
	return cmd
}

// addJobFlags adds the flags that batch run and batch serve share.
func (b *batching) addJobFlags(cmd *cobra.Command) {
	a, f := b.app, cmd.Flags()
	a.addChoice(cmd, f, &b.op, "op", "solve", batchOps, "cli.batch.op")
	f.StringVar(&b.numbers, "range", "", a.TextOf("cli.batch.range"))
	f.Var(numberFlag(&b.size), "size", a.TextOf("cli.batch.size"))
	f.BoolVar(&b.failing, "fail-fast", false, a.TextOf("cli.batch.failFast"))
}

// prepare checks the flags, sets b.words and b.work, and returns the names of the inputs.
func (b *batching) prepare(cmd *cobra.Command, args []string) (inputs []string, err error) {
	a := b.app
	inputs, texts := args, []string(nil)
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		inputs, texts = args[:dash], args[dash:]
	}
	if b.op == "generate" && b.numbers == "" && len(inputs) == 1 {
		if n, err := strconv.ParseUint(inputs[0], 10, 63); err == nil && n > 0 {
			b.numbers, inputs = fmt.Sprintf("0..%d", n), nil
		}
	}
	switch {
	case b.output == "" || b.output == "-":
		return nil, stream.Problem("cli.batch.needsOutput")
	case takesNumbers(b.op) != (b.numbers != ""):
		return nil, stream.Problem("cli.batch.generate")
	case b.numbers != "" && len(inputs) > 0:
		return nil, stream.Problem("cli.batch.rangeAndFiles", "name", inputs[0])
	}
	if info, err := os.Stat(b.output); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, stream.Problem("cli.batch.special", "name", b.output)
	}
	instead := func(op string, files, options []string) string {
		words := slices.Concat([]string{cmd.CommandPath(), "--op", op, "-o", b.output}, files)
		if len(options) > 0 {
			words = append(append(words, "--"), options...)
		}
		return strings.Join(words, " ")
	}
	if len(inputs) > 1 && slices.Contains(batchOps, inputs[0]) {
		if _, err := os.Stat(inputs[0]); errors.Is(err, fs.ErrNotExist) {
			return nil, stream.Problem("cli.batch.noFile", "name", inputs[0], "command", instead(inputs[0], inputs[1:], texts))
		}
	}
	for _, name := range inputs {
		if wouldOverwrite(name, b.output) {
			return nil, stream.Problem("cli.batch.overInput", "name", b.output)
		}
	}
	if b.array != "" {
		one, total, _ := strings.Cut(b.array, "/")
		k, err1 := strconv.Atoi(one)
		n, err2 := strconv.Atoi(total)
		if err1 != nil || err2 != nil || k < 1 || k > n {
			return nil, a.badFlag("--shard", b.array, "cli.batch.badShard")
		}
		b.mine, b.name, b.processes = func(shard int) bool { return shard%n == k-1 }, fmt.Sprintf("%d-of-%d", k, n), n
	}
	b.words = []string{b.op, "--lang=" + string(a.Lang)}
	switch b.op {
	case "catalog":
		b.words = []string{b.op, "range", "--lang=" + string(a.Lang)}
	case "prove":
		b.words = []string{"check", "--prove=-", "--lang=" + string(a.Lang)}
	}
	if a.json {
		b.words = append(b.words, "--json")
	}
	b.words = append(b.words, texts...)
	if names := a.operandsOf(b.words); len(names) > 0 {
		options := slices.DeleteFunc(slices.Clone(texts), func(word string) bool { return slices.Contains(names, word) })
		op, files := b.op, names
		if slices.Contains(batchOps, names[0]) {
			op, files = names[0], names[1:]
		}
		return nil, stream.Problem("cli.batch.afterDashes", "name", names[0], "command", instead(op, slices.Concat(inputs, files), options))
	}
	if !b.failing && !takesNumbers(b.op) {
		b.words = append(b.words, "--keep-going")
	}
	b.work = a.shardWork(b.words)
	return inputs, nil
}

// operandsOf returns the arguments of a command line that are not flags. It returns nil for an invalid flag, because
// the command itself will report the error.
func (a *app) operandsOf(words []string) []string {
	none := &app{env: func(string) string { return "" }}
	none.Run = stream.Run{Lang: a.Lang}
	cmd, rest, err := a.tree(none, words).Find(words)
	if err != nil || cmd.ParseFlags(rest) != nil {
		return nil
	}
	return cmd.Flags().Args()
}

// wouldOverwrite reports whether the output file is an input, or lies in an input directory.
func wouldOverwrite(input, output string) bool {
	in, err := os.Stat(input)
	if err != nil {
		return false
	}
	out, err := os.Stat(output)
	if err != nil {
		return false
	}
	if os.SameFile(in, out) {
		return true
	}
	parent, err := os.Stat(filepath.Dir(output))
	return err == nil && !out.IsDir() && os.SameFile(in, parent)
}

// shardWork returns a function that runs a command on a shard. words are the command's name and arguments.
func (a *app) shardWork(words []string) batch.Work {
	left := sync.Pool{New: func() any { return new(stream.Memory) }}
	return func(ctx context.Context, t *batch.Task) (int, error) {
		memory := left.Get().(*stream.Memory)
		defer left.Put(memory)
		words := words
		switch {
		case t.In != nil:
		case words[0] == "catalog":
			first, last := t.From, t.To-1
			if t.From >= t.To {
				first, last = 1, 1 // [batch.Runner.CheckArguments] calls the function only to check the flags
			}
			words = append(slices.Clone(words), fmt.Sprint(first), fmt.Sprint(last))
		default:
			words = append(slices.Clone(words), fmt.Sprintf("--attempt=%d", t.From), fmt.Sprintf("--until=%d", t.To))
		}
		ownNames := &app{env: func(string) string { return "" }}
		ownNames.Run = stream.Run{Ctx: ctx, Lang: a.Lang, Refusal: ownNames.refusalOf, Out: stream.NewOutput(context.Background(), t.Out), Dumb: true,
			Part: &stream.Part{Workers: 1, Continues: t.Continues, Name: batch.PartName, Puzzles: t.Puzzles, Memory: memory}}
		if t.Cut {
			ownNames.Part.Section = &format.Section{Behind: t.Behind, Torn: t.Torn}
		}
		if t.In != nil {
			ownNames.In = t.In
		}
		ownNames.Notes = stream.NewNotes(t.Notes, ownNames.Out)
		root := a.tree(ownNames, words)
		var usage error
		err := root.ExecuteContext(ctx)
		if failed := ownNames.Out.Close(); failed != nil {
			return 0, failed // fail, because the shard's output is incomplete
		}
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		var in *stream.InputError
		if err != nil && !errors.As(err, &in) {
			usage = err // an error of the command line, not of a puzzle
		}
		ownNames.Fail(err)
		return int(ownNames.Status), usage
	}
}

// outputPlace returns the directory of the job's files, and the file that receives all outputs. whole is "" if the
// outputs stay in separate files.
func (b *batching) outputPlace() (dir, output string) {
	if info, err := os.Stat(b.output); err == nil && info.IsDir() || strings.HasSuffix(b.output, "/") || strings.HasSuffix(b.output, string(os.PathSeparator)) {
		return filepath.Clean(b.output), ""
	}
	return b.output + ".batch", b.output
}

// commandError converts an error of a job to an error of the command line, whose text says how to continue.
func (b *batching) commandError(dir string, err error) error {
	var bad *batch.BadInputError
	var aside *jobqueue.SetAsideError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &aside):
		return stream.Problem("cli.batch.leftAside", "n", len(aside.Shards))
	case errors.Is(err, jobqueue.ErrVersion):
		return stream.Problem("cli.batch.version", "what", strings.TrimPrefix(err.Error(), jobqueue.ErrVersion.Error()+": "))
	case errors.As(err, new(*jobqueue.UnusableError)):
		return stream.Problem("cli.batch.nats.open", "why", err.Error())
	case errors.As(err, new(*stream.InputError)):
		return err
	case errors.Is(err, batch.ErrLocked):
		return stream.Problem("cli.batch.locked", "dir", dir)
	case errors.Is(err, job.ErrAnother):
		if _, output := b.outputPlace(); output != "" {
			manifest := batch.WholeManifest(output)
			if _, err := os.Stat(manifest); err == nil { // a manifest next to the output shows that its job is done
				dir = manifest
			}
		}
		return stream.Problem("cli.batch.another", "dir", dir)
	case errors.As(err, &bad):
		reason := strings.TrimSpace(bad.Notes)
		if bad.Status == int(stream.Several) {
			for line := range strings.Lines(reason) {
				if line, ok := strings.CutPrefix(line, stream.SeveralMark); ok {
					reason = strings.TrimSpace(line)
					break
				}
			}
			return stream.Problem("cli.batch.several", "why", reason)
		}
		return stream.Problem("cli.batch.bad", "why", reason)
	case errors.As(err, new(*job.Fault)):
		return err
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok && path.Op != "read" {
		return stream.Problem("error.write", "name", path.Path, "why", systemErrorOf(err))
	}
	return err
}

// ballast is the length, in bytes, of memory that a job allocates and never touches. This memory occupies no physical
// memory, but the runtime counts it. The runtime collects garbage whenever the heap has doubled. With the ballast, the
// heap doubles after 32 MB of new data instead of 3 MB. So there are fewer collections, and each one empties the pools
// of buffers.
const ballast = 32 << 20

func (b *batching) run(cmd *cobra.Command, args []string) error {
	untouched := make([]byte, ballast)
	defer runtime.KeepAlive(untouched)
	return b.withJob(cmd, args, b.name, func(*batch.Dir) (bool, error) { return false, nil }, b.workShards)
}

// withJob opens and locks the job's directory, and calls work. It does not call work if lock reports that another
// process has finished the job.
func (b *batching) withJob(cmd *cobra.Command, args []string, name string, lock func(*batch.Dir) (ended bool, err error),
	work func(*batch.Dir, string, *job.Manifest, *batch.Inputs) error) error {
	names, err := b.prepare(cmd, args)
	if err != nil {
		return err
	}
	path, output := b.outputPlace()
	dir, err := batch.OpenDir(path, name)
	if err != nil {
		return b.commandError(path, err)
	}
	defer dir.Close()
	if over, err := lock(dir); over || err != nil {
		return b.commandError(path, err)
	}
	m, in, err := b.openJob(dir, output, names)
	if in != nil {
		defer in.Close()
	}
	if err != nil || m == nil {
		dir.Abandon() // removes the directory unless a job has begun in it
		return b.commandError(path, err)
	}
	return b.commandError(path, work(dir, output, m, in))
}

// openJob finds the inputs, and starts or resumes the job. If the job is already done, the manifest and the error are
// nil.
func (b *batching) openJob(dir *batch.Dir, output string, names []string) (*job.Manifest, *batch.Inputs, error) {
	a := b.app
	r := &batch.Runner{Dir: dir, Work: b.work, Workers: b.workers}
	in := &batch.Inputs{}
	j := job.Job{Op: b.words, Digest: batch.DigestName, Size: b.size, Version: release + borders}
	if b.numbers != "" {
		from, to, ok := parseNumbers(b.numbers)
		if !ok {
			return nil, in, a.badFlag("--range", b.numbers, "cli.batch.badRange")
		}
		if b.op == "catalog" && (from < 1 || to > canon.Grids+1) {
			return nil, in, rankError(b.numbers)
		}
		j.Inputs = []job.Input{{Name: b.numbers, Range: true, From: from, To: to}}
		in.All = j.Inputs
	} else {
		var err error
		if in, err = batch.OpenInputs(a.Ctx, names, a.In, dir, isPuzzlePerLine); err != nil {
			if path, ok := errors.AsType[*fs.PathError](err); ok && !strings.Contains(path.Path, ".nonet") {
				err = &stream.InputError{Source: path.Path, Err: err}
			}
			return nil, in, err
		}
		j.Inputs = in.All
	}
	r.Inputs = in
	// Report the command's invalid flags before any work begins.
	if err := r.CheckArguments(a.Ctx, j.Inputs); err != nil {
		return nil, in, err
	}
	for _, store := range []job.Store{batch.AssembledOutput{Name: output}, dir} {
		if store != (job.Store)(dir) && output == "" {
			continue
		}
		m, err := job.Open(store)
		if errors.Is(err, job.ErrNone) {
			continue
		} else if err != nil {
			return nil, in, err
		}
		same := j
		if same.Size == 0 {
			same.Size = m.Job.Size
		}
		if same.ID() != m.ID {
			return m, in, cmp.Or(checkDigest(m, cmp.Or(output, dir.Path())), job.ErrAnother)
		}
		j = same
		if store != (job.Store)(dir) {
			passed := a.showComparison(m)
			complete, err := batch.AssembledOutput{Name: output}.IsWhole(a.Ctx, m, passed)
			a.Notes.EndProgress()
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				return nil, in, err
			case complete || b.mine != nil:
				a.Notes.Line("nonet: " + a.TextOf("cli.batch.already", "name", output))
				a.setBatchStatus(m)
				return nil, in, nil
			default:
				renamed, err := dir.PrepareResume(output)
				if renamed != "" {
					a.noteRenamedFile(output, renamed)
				}
				if err != nil {
					return nil, in, err
				}
			}
		}
	}
	if j.Size == 0 {
		size, err := b.shardSize(r, output)
		if err != nil {
			return nil, in, err
		}
		j.Size = size
	}
	if err := dir.Lock(); err != nil {
		return nil, in, err
	}
	m, err := job.Create(dir, j)
	return m, in, err
}

// parseNumbers parses a range "A..B" of numbers from A to B−1.
func parseNumbers(s string) (from, to uint64, ok bool) {
	a, b, ok := strings.Cut(s, "..")
	from, err1 := strconv.ParseUint(a, 10, 63)
	to, err2 := strconv.ParseUint(b, 10, 63)
	return from, to, ok && err1 == nil && err2 == nil && from < to
}

// shardSize returns the size of shards, in bytes of text or in numbers. It measures the speed of the command, except
// with --shard: then several processes must compute the same size independently.
func (b *batching) shardSize(r *batch.Runner, output string) (int64, error) {
	gathered := output != "" && batch.IsGathered(output)
	if b.mine != nil {
		pace := float64(64 << 10)
		if b.numbers != "" {
			pace = 128
		}
		return batch.ShardSize(batch.Pace{Mean: pace, Slowest: pace}, r.Inputs.Length(), b.processes, b.numbers != "", gathered), nil
	}
	pace, err := r.MeasurePace(b.app.Ctx)
	return batch.ShardSize(pace, r.Inputs.Length(), b.workers, b.numbers != "", gathered), err
}

// workShards runs the command on the missing shards. If `output` is not empty, it then joins all outputs in the file
// with this name.
func (b *batching) workShards(dir *batch.Dir, output string, m *job.Manifest, in *batch.Inputs) error {
	a := b.app
	if err := b.resumeJob(dir, m, output != "" && b.mine == nil && batch.IsGathered(output)); err != nil {
		return err
	}
	if b.mine == nil {
		dir.RemoveStrays(m)
	}
	r := &batch.Runner{Manifest: m, Dir: dir, Inputs: in, Work: b.work, Workers: b.workers, Mine: b.mine, Worker: batch.Hostname(), Whole: b.op == "neighbours"}
	if b.failing {
		r.BadStatus = int(stream.Bad)
	}
	last, failed := a.showBatchProgress(func(show func(batch.Progress)) error { return r.Run(a.Ctx, show) })
	return b.finishJob(dir, output, m, in, last, failed)
}

// resumeJob finds shards whose outputs are lost, marks them as missing, and prints their number; see
// [batch.Dir.Resume].
func (b *batching) resumeJob(dir *batch.Dir, m *job.Manifest, gather bool) error {
	passed := b.app.showComparison(m)
	lost, err := dir.Resume(b.app.Ctx, m, func(e *job.Entry) bool {
		passed(e.Bytes)
		return b.mine == nil || b.mine(e.Shard)
	}, b.app.noteRenamedFile, gather)
	b.app.Notes.EndProgress()
	if err == nil && len(lost) > 0 {
		b.app.Notes.Line("nonet: " + b.app.TextOf("cli.batch.lost", "n", len(lost)))
	}
	return err
}

// noteRenamedFile prints a note that the file `name` differs from what the job wrote, and was renamed to `renamed`.
func (a *app) noteRenamedFile(name, renamed string) {
	a.Notes.Line("nonet: " + a.TextOf("cli.batch.kept", "name", name, "kept", renamed))
}

// showComparison shows a progress line until EndProgress, while all outputs are compared with their digests. The caller
// calls passed with the number of bytes compared since the last call.
func (a *app) showComparison(m *job.Manifest) (passed func(n int64)) {
	done := int64(0)
	a.StartProgress(m.Sums().Bytes, true)
	return func(n int64) {
		done += n
		a.Notes.Show(func(line *stream.Progress) {
			line.Set(done, func() string { return a.TextOf("cli.batch.compared") })
		})
	}
}

// showBatchProgress calls work, and shows each progress that work reports.
func (a *app) showBatchProgress(work func(show func(batch.Progress)) error) (last batch.Progress, failed error) {
	began := false
	failed = work(func(p batch.Progress) {
		if last = p; !began {
			began = true
			a.StartProgress(p.Length, true)
		}
		a.Notes.Show(func(line *stream.Progress) {
			line.Set(p.Passed, func() string {
				rate := int64(float64(p.Fresh) / max(p.Since.Seconds(), 1e-3))
				return a.TextOf("cli.batch.progress", "done", p.Done, "all", p.Shards, "working", p.Working, "rate", rate)
			})
		})
	})
	a.Notes.EndProgress()
	return last, failed
}

// finishJob prints the state of a job after a run. If all outputs are present, it joins them in the file `output`.
func (b *batching) finishJob(dir *batch.Dir, output string, m *job.Manifest, in *batch.Inputs, last batch.Progress, failed error) (err error) {
	a := b.app
	complete := m.Sums().Done == m.Sums().Shards
	if failed == nil && complete && b.mine == nil {
		dir.RemoveStrays(m)
	}
	noted, notes := int64(0), filepath.Join(dir.Path(), batch.NotesName)
	if b.mine == nil {
		if failed == nil && output != "" {
			os.Remove(notes) // an interrupted run may have written this file
			notes = output + "." + batch.NotesName
		}
		if noted, err = dir.WriteNotes(notes, m, in, a.noteRenamedFile); failed == nil {
			failed = err
		}
	}
	if failed != nil {
		if a.Ctx.Err() == nil || errors.Is(failed, a.Ctx.Err()) {
			a.Notes.Line("nonet: " + a.TextOf("cli.batch.interrupted", "done", m.Sums().Done, "all", m.Sums().Shards))
		}
		if bad := (*batch.BadInputError)(nil); errors.As(failed, &bad) {
			if placed, err := in.LocateNotes(bad.Notes, bad.Shard); err == nil {
				bad.Notes = placed
			}
		}
		return failed
	}
	if !a.setBatchStatus(m) && b.mine == nil {
		dir.Remove(m)
		return nil
	}
	where := dir.Path() + string(os.PathSeparator)
	if noted > 0 {
		a.Notes.Line("nonet: " + a.TextOf("cli.batch.noted", "n", noted, "name", notes))
	}
	if output != "" && b.mine == nil {
		if err := dir.Assemble(m, output); err != nil {
			return err
		}
		dir.Remove(m)
		where = output
	}
	a.Notes.Line("nonet: " + a.TextOf("cli.batch.done", "n", last.Fresh, "done", m.Sums().Done, "all", m.Sums().Shards, "time", last.Since.Round(time.Millisecond), "where", where))
	return nil
}
