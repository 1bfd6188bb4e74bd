package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"nonet/internal/app/operation"
	"nonet/internal/engine/kernel"
	"nonet/sudoku"
	"nonet/textbook"
)

// benching is a run of nonet bench.
type benching struct {
	app        *app
	kernels    []string
	strategies []string
	peers      []string
	peerFile   string
	style      string
	threads    []int
	limit      uint64
	seconds    float64
	runs       int
}

// contender is an engine, a strategy, or a whole command. A pass goes once over
// the file.
type contender struct {
	name    string
	threads int // that it is given; 0 if that is its own business
	command bool
	pass    func(ctx context.Context, c *corpus, solutions uint64) (pass, error)
}

// corpus is a file to measure.
type corpus struct {
	name    string
	file    bool // commands can read it by that name
	puzzles [][sudoku.Cells]uint8
}

// pass is what came of one.
type pass struct {
	finished  int // puzzles
	nodes     uint64
	processor time.Duration // time of a command on all processors
}

// measured is one contender on one file, in the JSON of nonet bench.
type measured struct {
	File      string    `json:"file"`
	Contender string    `json:"contender"`
	Command   bool      `json:"command"`            // a whole command, from its start to its end
	Threads   int       `json:"threads,omitempty"`  // that it was given; of peers nothing is known
	Puzzles   int       `json:"puzzles"`            // in the file
	Limit     uint64    `json:"limit"`              // solutions searched for in each
	PerSecond float64   `json:"puzzles_per_second"` // median of the runs; of the puzzles finished, if capped
	Runs      []float64 `json:"runs"`               // puzzles a second of each run
	Nodes     float64   `json:"nodes_per_puzzle,omitempty"`
	Cores     float64   `json:"cores,omitempty"` // processors that a command kept busy
	Capped    bool      `json:"capped"`          // a run was cut short: not to be compared
	Finished  int       `json:"finished"`        // puzzles that a pass got through
	Ratio     float64   `json:"ratio,omitempty"` // how many times as fast the first of its kind is, where neither is capped

	passed    int // puzzles of all runs
	processor time.Duration
	took      time.Duration
}

func (a *app) benchCommand() *cobra.Command {
	b := &benching{app: a}
	cmd := &cobra.Command{Use: "bench " + a.t("cli.word.file") + "...", RunE: func(_ *cobra.Command, args []string) error { return b.run(args) }}
	a.choice(cmd, cmd.Flags(), &b.style, "format", "table", []string{"table", "json", "bench"}, "cli.flag.benchFormat")
	cmd.Flags().StringSliceVar(&b.kernels, "kernel", nil, a.t("cli.flag.kernel"))
	cmd.Flags().StringSliceVar(&b.strategies, "strategy", nil, a.t("cli.flag.benchStrategy"))
	cmd.Flags().StringArrayVar(&b.peers, "peer", nil, a.t("cli.flag.peer"))
	cmd.Flags().StringVar(&b.peerFile, "peers", "", a.t("cli.flag.peers"))
	cmd.Flags().IntSliceVar(&b.threads, "threads", nil, a.t("cli.flag.threads"))
	cmd.Flags().Uint64Var(&b.limit, "limit", 2, a.t("cli.flag.limitBench"))
	cmd.Flags().Float64Var(&b.seconds, "seconds", 1, a.t("cli.flag.seconds"))
	cmd.Flags().IntVar(&b.runs, "runs", 5, a.t("cli.flag.runs"))
	var strategies []string
	for _, s := range textbook.Strategies() {
		strategies = append(strategies, string(s.ID))
	}
	cmd.RegisterFlagCompletionFunc("kernel", complete(kernelNames()...))
	cmd.RegisterFlagCompletionFunc("strategy", complete(strategies...))
	return cmd
}

// contenders are all engines and strategies, then all commands.
func (b *benching) contenders() ([]contender, error) {
	var all []contender
	engines := kernel.All()
	if len(b.kernels) > 0 {
		engines = nil
		for _, name := range b.kernels {
			k, err := kernelByName(name)
			if err != nil {
				return nil, err
			}
			engines = append(engines, k)
		}
	}
	for _, k := range engines {
		for _, threads := range b.threads {
			all = append(all, engine(k, threads))
		}
	}
	for _, id := range b.strategies {
		s, err := operation.StrategyByID(id)
		if err != nil {
			return nil, err
		}
		all = append(all, contender{name: id, threads: 1, pass: func(ctx context.Context, c *corpus, solutions uint64) (p pass, err error) {
			for p.finished < len(c.puzzles) {
				report := s.Search(ctx, c.puzzles[p.finished], textbook.Limits{Solutions: solutions}, nil, nil)
				if report.Outcome == textbook.Stopped {
					break
				}
				p.nodes += report.Nodes
				p.finished++
			}
			return p, nil
		}})
	}
	peers, err := b.commands()
	return append(all, peers...), err
}

// engine is a kernel on some threads, which take the next piece of the file until
// none is left: large ones first, since lanes run empty at the end of each, then smaller
// ones, so that none works alone for long.
func engine(k kernel.Kernel, threads int) contender {
	const least = 256
	var results []kernel.Result
	return contender{name: operation.KernelPrefix + k.Name(), threads: threads, pass: func(ctx context.Context, c *corpus, solutions uint64) (p pass, err error) {
		if len(results) < len(c.puzzles) {
			results = make([]kernel.Result, len(c.puzzles))
		}
		var next, finished atomic.Int64
		piece := func() (from, to int) {
			for {
				from = int(next.Load())
				size := len(c.puzzles) - from
				if threads > 1 {
					size = min(size, max(size/(2*threads), least))
				}
				if to = from + size; next.CompareAndSwap(int64(from), int64(to)) {
					return from, to
				}
			}
		}
		var workers sync.WaitGroup
		for range threads {
			workers.Go(func() {
				for ctx.Err() == nil {
					from, to := piece()
					if from == to {
						return
					}
					n := k.Search(ctx, c.puzzles[from:to], kernel.Limits{Solutions: solutions}, results[from:to])
					finished.Add(int64(n))
				}
			})
		}
		workers.Wait()
		for i := range c.puzzles {
			p.nodes += results[i].Nodes
		}
		p.finished = int(finished.Load())
		return p, nil
	}}
}

const (
	longestRound = 3600 // seconds
	mostThreads  = 1024
)

func (b *benching) run(files []string) error {
	a := b.app
	if a.json {
		b.style = "json"
	}
	if b.limit == 0 || !(b.seconds > 0 && b.seconds <= longestRound) || b.runs <= 0 || slices.ContainsFunc(b.threads, func(n int) bool { return n < 1 || n > mostThreads }) {
		return problem("error.benchLimits", "seconds", longestRound, "threads", mostThreads)
	}
	if len(b.threads) == 0 {
		b.threads = slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	}
	if len(files) == 0 {
		return problem("error.benchFile")
	}
	contenders, err := b.contenders()
	if err != nil {
		return err
	}
	if b.style == "bench" {
		fmt.Fprintf(a.out, "goos: %s\ngoarch: %s\npkg: nonet\n", runtime.GOOS, runtime.GOARCH)
	}
	sources := a.sources(files)
	t := table{right: []bool{false, false, true, true, true, true, true, true, true, false}}
	t.add(a.t("cli.bench.file"), a.t("cli.bench.contender"), a.t("cli.bench.threads"), a.t("cli.bench.rate"), a.t("cli.bench.slowest"), a.t("cli.bench.fastest"),
		a.t("cli.bench.nodes"), a.t("cli.bench.cores"), a.t("cli.bench.ratio"), "")
	for i := range sources {
		c, err := b.load(&sources[i])
		if err != nil {
			return err
		}
		all, err := b.measure(contenders, c)
		if err != nil {
			return err
		}
		for _, m := range all {
			switch b.style {
			case "json":
				a.object(m)
			case "bench":
				io.WriteString(a.out, m.lines())
			default:
				t.add(m.row(a)...)
			}
		}
		if err := a.out.flushNow(); err != nil {
			return err
		}
	}
	if b.style != "table" {
		return nil
	}
	_, err = io.WriteString(a.out, a.t("cli.bench.title", "limit", b.limit, "runs", b.runs, "seconds", b.seconds)+"\n"+t.String())
	return err
}

// row is the table's.
func (m *measured) row(a *app) []string {
	number := func(format string, v float64) string {
		if v == 0 {
			return "-"
		}
		return fmt.Sprintf(format, v)
	}
	mark := ""
	switch {
	case m.Capped && m.Command:
		mark = a.t("cli.bench.cappedCommand")
	case m.Capped:
		mark = a.t("cli.bench.capped", "n", m.Finished, "all", m.Puzzles)
	}
	return []string{m.File, m.Contender, number("%.0f", float64(m.Threads)), number("%.0f", m.PerSecond), number("%.0f", slices.Min(m.Runs)), number("%.0f", slices.Max(m.Runs)),
		number("%.1f", m.Nodes), number("%.1f", m.Cores), number("%.2f", m.Ratio), mark}
}

// lines are the runs in the form of Go's own benchmarks, which benchstat compares.
func (m *measured) lines() string {
	word := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsSpace(r) || r == '/' || r == '=' || !unicode.IsPrint(r) {
				return '-'
			}
			return r
		}, s)
	}
	name := fmt.Sprintf("BenchmarkPuzzle/file=%s/by=%s", word(m.File), word(m.Contender))
	if m.Capped {
		return "# " + name + " cut short\n"
	}
	threads := m.Threads
	if threads == 0 {
		threads = max(1, int(m.Cores+0.5))
	}
	var b strings.Builder
	for _, rate := range m.Runs {
		fmt.Fprintf(&b, "%s-%d\t%d\t%.4g ns/op\t%.4g puzzles/s\n", name, threads, m.passed/len(m.Runs), 1e9/rate, rate)
	}
	return b.String()
}

func (b *benching) load(s *source) (*corpus, error) {
	c := &corpus{name: s.name, file: s.size >= 0}
	var bad error
	var read atomic.Int64
	puzzles(b.app.ctx, []source{*s}, &read, func() {}, nil, func(e entry, err error) bool {
		if bad = err; err == nil {
			c.puzzles = append(c.puzzles, e.Grid.Values())
		}
		return err == nil
	})
	if b.app.ctx.Err() != nil {
		return nil, b.app.ctx.Err()
	}
	return c, bad
}

// capFactor is how many times --seconds one pass over a file may take before it
// is cut short.
const capFactor = 10

// measure has each contender pass over the file once to warm up, then in rounds,
// so that whatever else the machine does meets all of them alike.
func (b *benching) measure(contenders []contender, c *corpus) ([]*measured, error) {
	all := make([]*measured, len(contenders))
	for i, by := range contenders {
		all[i] = &measured{File: c.name, Contender: by.name, Command: by.command, Threads: by.threads, Puzzles: len(c.puzzles), Limit: b.limit, Finished: len(c.puzzles)}
	}
	for i, by := range contenders {
		m := all[i]
		p, took, err := b.once(by, c)
		if err != nil {
			return nil, err
		}
		if p.finished > 0 {
			m.Nodes = float64(p.nodes) / float64(p.finished)
		}
		if m.Capped = p.finished < len(c.puzzles); m.Capped {
			// Cut short once, it would be so every time.
			m.Finished = p.finished
			m.Runs = []float64{float64(p.finished) / took.Seconds()}
		}
	}
	for range b.runs {
		for i, by := range contenders {
			if m := all[i]; !m.Capped || m.took > 0 {
				if err := b.round(by, c, m); err != nil {
					return nil, err
				}
			}
		}
	}
	first := map[bool]*measured{}
	for _, m := range all {
		sorted := slices.Sorted(slices.Values(m.Runs))
		m.PerSecond = sorted[len(sorted)/2]
		if m.took > 0 {
			m.Cores = m.processor.Seconds() / m.took.Seconds()
		}
		if first[m.Command] == nil {
			first[m.Command] = m
		}
		if f := first[m.Command]; !m.Capped && !f.Capped {
			m.Ratio = f.PerSecond / m.PerSecond
		}
	}
	return all, nil
}

// round adds a run: as many whole passes as fill its time.
func (b *benching) round(by contender, c *corpus, m *measured) error {
	total, done := time.Duration(0), 0
	for total < b.length() {
		p, took, err := b.once(by, c)
		if err != nil {
			return err
		}
		if p.finished < len(c.puzzles) {
			m.Capped, m.Finished = true, min(m.Finished, p.finished)
		}
		total += took
		done += p.finished
		m.processor += p.processor
	}
	m.took += total
	m.passed += done
	m.Runs = append(m.Runs, float64(done)/total.Seconds())
	return nil
}

func (b *benching) once(by contender, c *corpus) (pass, time.Duration, error) {
	ctx, cancel := context.WithTimeout(b.app.ctx, capFactor*b.length())
	defer cancel()
	start := time.Now()
	p, err := by.pass(ctx, c, b.limit)
	took := time.Since(start)
	if b.app.ctx.Err() != nil {
		return p, took, b.app.ctx.Err()
	}
	return p, took, err
}

// length is that of a run.
func (b *benching) length() time.Duration { return time.Duration(b.seconds * float64(time.Second)) }
