package cli

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/bench"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/engine/kernel"
	"nonet/internal/textbook"
	"nonet/puzzle"
	"nonet/sudoku"
	"nonet/wire"
)

// benchRun holds the flags of nonet bench and the benchmark that they describe.
type benchRun struct {
	bench.Bench
	app        *app
	kernels    []string
	strategies []string
	peers      []string
	peerFile   string
	style      string
	threads    []int
}

func (a *app) benchCommand() *cobra.Command {
	b := &benchRun{app: a}
	cmd := &cobra.Command{Use: "bench " + a.TextOf("cli.word.file") + "...", RunE: b.run}
	a.addChoice(cmd, cmd.Flags(), &b.style, "format", "table", []string{"table", "json", "bench"}, "cli.flag.benchFormat")
	cmd.Flags().StringSliceVar(&b.kernels, "kernel", nil, a.TextOf("cli.flag.kernel"))
	cmd.Flags().StringSliceVar(&b.strategies, "strategy", nil, a.TextOf("cli.flag.benchStrategy"))
	cmd.Flags().StringArrayVar(&b.peers, "peer", nil, a.TextOf("cli.flag.peer"))
	cmd.Flags().StringVar(&b.peerFile, "peers", "", a.TextOf("cli.flag.peers"))
	cmd.Flags().IntSliceVar(&b.threads, "threads", nil, a.TextOf("cli.flag.threads"))
	cmd.Flags().Uint64Var(&b.Limit, "limit", 2, a.TextOf("cli.flag.limitBench"))
	cmd.Flags().Float64Var(&b.Seconds, "seconds", 1, a.TextOf("cli.flag.seconds"))
	cmd.Flags().BoolVar(&b.Processor, "processor-time", false, a.TextOf("cli.flag.processorTime"))
	cmd.Flags().IntVar(&b.Runs, "runs", 5, a.TextOf("cli.flag.runs"))
	cmd.RegisterFlagCompletionFunc("kernel", completeWords(kernel.Names()...))
	cmd.RegisterFlagCompletionFunc("strategy", completeWords(operation.StrategyIDs()...))
	return cmd
}

// contenders returns what the benchmark compares: first nonet's engines and strategies, then other programs' commands.
func (b *benchRun) contenders() ([]bench.Contender, error) {
	var all []bench.Contender
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
			all = append(all, bench.NewKernelContender(k, threads))
		}
	}
	for _, id := range b.strategies {
		s, err := operation.StrategyByID(id)
		if err != nil {
			return nil, err
		}
		all = append(all, bench.NewStrategyContender(s))
	}
	peers, err := b.namedPeers()
	if err != nil {
		return nil, err
	}
	kernel := ""
	if len(b.kernels) > 0 {
		kernel = b.kernels[0]
	}
	commands, err := b.Commands(peers, b.threads, kernel)
	return append(all, commands...), err
}

// namedPeers returns the programs with which the benchmark compares nonet. The flags --peer and --peers name them.
func (b *benchRun) namedPeers() (all []bench.Peer, err error) {
	for _, text := range b.peers {
		if all, err = bench.AddPeer(all, text); err != nil {
			return nil, err
		}
	}
	if b.peerFile == "" {
		return all, nil
	}
	list, err := b.app.Contents(b.peerFile, 1<<20)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(strings.TrimPrefix(list, "\ufeff")) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if all, err = bench.AddPeer(all, line); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, stream.Problem("error.benchPeerNone", "name", b.peerFile)
	}
	return all, nil
}

const (
	longestRound = 3600 // the maximum time of a round, in seconds
	mostThreads  = 1024
)

func (b *benchRun) run(cmd *cobra.Command, files []string) error {
	a := b.app
	if err := a.unifyJSONFormat(cmd, &b.style); err != nil {
		return err
	}
	if b.Limit == 0 || !(b.Seconds > 0 && b.Seconds <= longestRound) || b.Runs <= 0 || slices.ContainsFunc(b.threads, func(n int) bool { return n < 1 || n > mostThreads }) {
		return stream.Problem("error.benchLimits", "seconds", longestRound, "threads", mostThreads)
	}
	if len(b.threads) == 0 {
		b.threads = slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	}
	if len(files) == 0 {
		return stream.Problem("error.benchFile")
	}
	contenders, err := b.contenders()
	if err != nil {
		return err
	}
	if b.style == "bench" {
		fmt.Fprintf(a.Out, "goos: %s\ngoarch: %s\npkg: nonet\n", runtime.GOOS, runtime.GOARCH)
	}
	sources := a.Sources(files)
	t := table{right: []bool{false, false, true, true, true, true, true, true, true, false}}
	t.addRow(a.TextOf("cli.bench.file"), a.TextOf("cli.bench.contender"), a.TextOf("cli.bench.threads"), a.TextOf("cli.bench.rate"), a.TextOf("cli.bench.slowest"), a.TextOf("cli.bench.fastest"),
		a.TextOf("cli.bench.nodes"), a.TextOf("cli.bench.cores"), a.TextOf("cli.bench.ratio"), "")
	for i := range sources {
		c, err := b.loadCorpus(&sources[i])
		if err != nil {
			return err
		}
		all, err := b.Measure(a.Ctx, contenders, c)
		if err != nil {
			return err
		}
		for _, m := range all {
			switch b.style {
			case "json":
				a.writeJSON(m)
			case "bench":
				io.WriteString(a.Out, m.BenchmarkText())
			default:
				t.addRow(benchRow(a, m)...)
			}
		}
		if err := a.Out.Flush(); err != nil {
			return err
		}
	}
	if b.style != "table" {
		return nil
	}
	title := a.TextOf("cli.bench.title", "limit", b.Limit, "runs", b.Runs, "seconds", b.Seconds)
	if b.Processor {
		title += a.TextOf("cli.bench.titleProcessor")
	}
	_, err = io.WriteString(a.Out, title+"\n"+t.String())
	return err
}

// benchRow returns the cells of a table row for one measurement. The cell of a number 0 is "-".
func benchRow(a *app, m *bench.Measured) []string {
	number := func(format string, v float64) string {
		if v == 0 {
			return "-"
		}
		return fmt.Sprintf(format, v)
	}
	mark := ""
	switch {
	case m.Capped && m.Command:
		mark = a.TextOf("cli.bench.cappedCommand")
	case m.Capped:
		mark = a.TextOf("cli.bench.capped", "n", m.Finished, "all", m.Puzzles)
	}
	return []string{m.File, m.Contender, number("%.0f", float64(m.Threads)), number("%.0f", m.PerSecond), number("%.0f", slices.Min(m.Runs)), number("%.0f", slices.Max(m.Runs)),
		number("%.1f", m.Nodes), number("%.1f", m.Cores), number("%.2f", m.Ratio), mark}
}

func (b *benchRun) loadCorpus(s *stream.Source) (*bench.Corpus, error) {
	c := &bench.Corpus{Name: s.Name, File: s.IsFile()}
	for e, err := range stream.Puzzles(b.app.Ctx, []stream.Source{*s}, true) {
		if err != nil {
			return nil, err
		}
		c.Puzzles = append(c.Puzzles, e.Grid.Values())
	}
	return c, b.app.Ctx.Err()
}

func (a *app) labCommand() *cobra.Command {
	var strategies []string
	var solutions uint64
	l := puzzle.Limits{Time: 10 * time.Second}
	cmd := a.puzzleCommand("lab", func(_ *cobra.Command, args []string) error {
		if l.Time <= 0 || solutions == 0 {
			return stream.Problem("error.labLimits")
		}
		if err := operation.CheckLabStrategies(strategies); err != nil {
			return err
		}
		bounds := textbook.Limits{Solutions: solutions, Nodes: l.Nodes}
		separator := "\n"
		if a.json {
			separator = ""
		}
		s := stream.Stage{Batch: 1, Direct: true, Between: separator, Handler: stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.compareInLab(ctx, e, r, strategies, bounds, l.Time)
		})}
		return a.passPuzzles(args, s)
	})
	cmd.Flags().StringSliceVar(&strategies, "strategy", nil, a.TextOf("cli.flag.strategy"))
	cmd.Flags().Uint64Var(&solutions, "limit", 1, a.TextOf("cli.flag.limitLab"))
	a.addLimitFlags(cmd, &l)
	cmd.RegisterFlagCompletionFunc("strategy", completeWords(operation.LabIDs()...))
	return cmd
}

// disagreeingRuns returns two runs with contradictory results. The run `fewest` searched everything, yet the run `most`
// found more solutions.
func disagreeingRuns(runs []wire.Run) (most, fewest wire.Run, ok bool) {
	for _, a := range runs {
		for _, b := range runs {
			if b.Complete && b.Solutions < a.Solutions {
				return a, b, true
			}
		}
	}
	return
}

func (a *app) compareInLab(ctx context.Context, e *stream.Entry, r *stream.Report, strategies []string, bounds textbook.Limits, perRun time.Duration) bool {
	all, err := operation.Compare(ctx, e.Grid, strategies, bounds, perRun, a.Lang)
	if err != nil {
		return false
	}
	decided, none := false, false
	for _, run := range all.Runs {
		decided = decided || run.Outcome != "undecided"
		none = none || run.Outcome == "none"
	}
	most, fewest, disagree := disagreeingRuns(all.Runs)
	switch {
	case disagree:
		r.Status.RaiseTo(stream.None)
		r.Note(e, a.TextOf("cli.lab.disagree", "a", most.Strategy, "n", most.Solutions, "b", fewest.Strategy, "m", fewest.Solutions))
	case none:
		var cause error
		if contradictions := e.Grid.Contradictions(); contradictions != nil {
			cause = &sudoku.ContradictionError{Contradictions: contradictions}
		}
		r.ReportNoSolution(e, cause)
	case !decided:
		r.Status.RaiseTo(stream.Undecided)
		r.Note(e, a.TextOf("cli.undecided", "why", a.TextOf("cli.lab.nobody")))
	}
	if a.json {
		r.AddObject(all)
		return true
	}
	r.Out = append(r.Out, all.Puzzle+"\n"...)
	t := table{right: []bool{false, true, true, true, true, true, false}}
	t.addRow(a.TextOf("cli.lab.strategy"), a.TextOf("cli.lab.solutions"), a.TextOf("cli.lab.nodes"), a.TextOf("cli.lab.backtracks"), a.TextOf("cli.lab.depth"), a.TextOf("cli.lab.time"), "")
	for _, run := range all.Runs {
		backtracks, depth, mark := fmt.Sprint(run.Backtracks), fmt.Sprint(run.Depth), ""
		if strings.HasPrefix(run.Strategy, operation.KernelPrefix) {
			backtracks, depth = "-", "-"
		}
		if run.Outcome == "undecided" {
			mark = a.TextOf("cli.lab.stopped")
		}
		t.addRow(run.Strategy, fmt.Sprint(run.Solutions), fmt.Sprint(run.Nodes), backtracks, depth,
			fmt.Sprintf("%.3f ms", run.Milliseconds), mark)
	}
	r.Out = append(r.Out, t.String()...)
	return true
}

// table collects rows of texts and writes them in aligned columns.
type table struct {
	right []bool // right[i] is true if column i is aligned at the right
	rows  [][]string
}

func (t *table) addRow(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) String() string {
	width := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, cell := range row {
			width[i] = max(width[i], stream.TextWidth(cell))
		}
	}
	var b strings.Builder
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-stream.TextWidth(cell))
			if t.right[i] {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
