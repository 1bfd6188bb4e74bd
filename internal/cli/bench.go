package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/kernel"
	"nonet/internal/lab"
	"nonet/sudoku"
	"nonet/textbook"
)

// benching is a run of nonet bench.
type benching struct {
	app        *app
	kernels    []string
	strategies []string
	limit      uint64
	seconds    float64
	runs       int
}

// contender is an engine or a strategy: it searches the puzzles one after the
// other on one thread and returns how many it finished, and its guesses.
type contender struct {
	name string
	run  func(ctx context.Context, puzzles [][sudoku.Cells]uint8, solutions uint64) (finished int, nodes uint64)
}

// measured is one contender on one file, in the JSON of nonet bench.
type measured struct {
	File       string    `json:"file"`
	Contender  string    `json:"contender"`
	Puzzles    int       `json:"puzzles"`            // in the file
	Limit      uint64    `json:"limit"`              // solutions searched for in each
	PerSecond  float64   `json:"puzzles_per_second"` // median of the runs; of the puzzles finished, if capped
	Runs       []float64 `json:"runs"`               // puzzles a second of each run
	Nodes      float64   `json:"nodes_per_puzzle"`
	Capped     bool      `json:"capped"`          // a run was cut short: not to be compared
	Finished   int       `json:"finished"`        // puzzles that a pass got through
	Ratio      float64   `json:"ratio,omitempty"` // to the file's first contender, where neither is capped
	Processors int       `json:"threads"`         // always 1
}

func (a *app) benchCommand() *cobra.Command {
	b := &benching{app: a}
	cmd := &cobra.Command{Use: "bench " + a.t("cli.word.file") + "...", RunE: func(_ *cobra.Command, args []string) error { return b.run(args) }}
	cmd.Flags().StringSliceVar(&b.kernels, "kernel", nil, a.t("cli.flag.kernel"))
	cmd.Flags().StringSliceVar(&b.strategies, "strategy", nil, a.t("cli.flag.benchStrategy"))
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
		var results []kernel.Result
		all = append(all, contender{lab.KernelPrefix + k.Name(), func(ctx context.Context, puzzles [][sudoku.Cells]uint8, solutions uint64) (int, uint64) {
			if len(results) < len(puzzles) {
				results = make([]kernel.Result, len(puzzles))
			}
			finished := k.Search(ctx, puzzles, kernel.Limits{Solutions: solutions}, results)
			nodes := uint64(0)
			for i := range finished {
				nodes += results[i].Nodes
			}
			return finished, nodes
		}})
	}
	for _, id := range b.strategies {
		s, err := lab.StrategyByID(id)
		if err != nil {
			return nil, err
		}
		all = append(all, contender{id, func(ctx context.Context, puzzles [][sudoku.Cells]uint8, solutions uint64) (int, uint64) {
			nodes := uint64(0)
			for i := range puzzles {
				report := s.Search(ctx, puzzles[i], textbook.Limits{Solutions: solutions}, nil, nil)
				if report.Outcome == textbook.Stopped {
					return i, nodes
				}
				nodes += report.Nodes
			}
			return len(puzzles), nodes
		}})
	}
	return all, nil
}

func (b *benching) run(files []string) error {
	a := b.app
	if b.limit == 0 || b.seconds <= 0 || b.runs <= 0 {
		return problem("error.benchLimits")
	}
	if len(files) == 0 {
		return problem("error.benchFile")
	}
	contenders, err := b.contenders()
	if err != nil {
		return err
	}
	sources := a.sources(files)
	t := table{right: []bool{false, false, true, true, true, true, true, false}}
	t.add(a.t("cli.bench.file"), a.t("cli.bench.contender"), a.t("cli.bench.rate"), a.t("cli.bench.slowest"), a.t("cli.bench.fastest"), a.t("cli.bench.nodes"), a.t("cli.bench.ratio"), "")
	for i := range sources {
		grids, err := b.load(&sources[i])
		if err != nil {
			return err
		}
		var first *measured
		for _, c := range contenders {
			m, err := b.measure(c, grids)
			if err != nil {
				return err
			}
			m.File = sources[i].name
			if first == nil {
				first = m
			}
			if !m.Capped && !first.Capped {
				m.Ratio = m.PerSecond / first.PerSecond
			}
			if a.json {
				r := report{app: a}
				r.object(m)
				if _, err := a.out.Write(r.out); err != nil {
					return err
				}
				continue
			}
			ratio, mark := "-", ""
			if m.Ratio != 0 {
				ratio = fmt.Sprintf("%.2f", m.Ratio)
			}
			if m.Capped {
				mark = a.t("cli.bench.capped", "n", m.Finished, "all", m.Puzzles)
			}
			t.add(m.File, m.Contender, fmt.Sprintf("%.0f", m.PerSecond), fmt.Sprintf("%.0f", slices.Min(m.Runs)), fmt.Sprintf("%.0f", slices.Max(m.Runs)),
				fmt.Sprintf("%.1f", m.Nodes), ratio, mark)
		}
	}
	if a.json {
		return nil
	}
	_, err = io.WriteString(a.out, a.t("cli.bench.title", "limit", b.limit, "runs", b.runs, "seconds", b.seconds)+"\n"+t.String())
	return err
}

func (b *benching) load(s *source) ([][sudoku.Cells]uint8, error) {
	var grids [][sudoku.Cells]uint8
	var bad error
	var read atomic.Int64
	puzzles(b.app.ctx, []source{*s}, &read, func() {}, func(e entry, err error) bool {
		if bad = err; err == nil {
			grids = append(grids, e.Grid.Values())
		}
		return err == nil
	})
	if b.app.ctx.Err() != nil {
		return nil, b.app.ctx.Err()
	}
	return grids, bad
}

// capFactor is how many times --seconds one pass over a file may take before it
// is cut short.
const capFactor = 10

// measure runs a contender over the puzzles: once to warm up, then in each run as
// many whole passes as fill the time.
func (b *benching) measure(c contender, puzzles [][sudoku.Cells]uint8) (*measured, error) {
	m := &measured{Contender: c.name, Puzzles: len(puzzles), Limit: b.limit, Finished: len(puzzles), Processors: 1}
	run := time.Duration(b.seconds * float64(time.Second))
	pass := func() (time.Duration, int, error) {
		ctx, cancel := context.WithTimeout(b.app.ctx, capFactor*run)
		defer cancel()
		start := time.Now()
		finished, nodes := c.run(ctx, puzzles, b.limit)
		took := time.Since(start)
		if err := b.app.ctx.Err(); err != nil {
			return 0, 0, err
		}
		if finished > 0 {
			m.Nodes = float64(nodes) / float64(finished)
		}
		return took, finished, nil
	}
	took, finished, err := pass()
	if err != nil {
		return nil, err
	}
	if finished < len(puzzles) {
		// Cut short once, it would be so every time.
		m.Capped, m.Finished = true, finished
		m.Runs = []float64{float64(finished) / took.Seconds()}
		m.PerSecond = m.Runs[0]
		return m, nil
	}
	for range b.runs {
		total, done := time.Duration(0), 0
		for total < run {
			took, finished, err := pass()
			if err != nil {
				return nil, err
			}
			if finished < len(puzzles) {
				m.Capped, m.Finished = true, min(m.Finished, finished)
			}
			total += took
			done += finished
		}
		m.Runs = append(m.Runs, float64(done)/total.Seconds())
	}
	sorted := slices.Sorted(slices.Values(m.Runs))
	m.PerSecond = sorted[len(sorted)/2]
	return m, nil
}
