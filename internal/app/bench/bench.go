// Package bench compares the speed of engines, strategies and whole commands, including those of other solvers, on the
// same files. After one pass each to warm up, the contenders take turns in rounds, so that other work on the machine
// affects all equally. A contender whose pass was cut short gets no ratio.
//
// The package starts other programs. It must neither import a command nor parse flags.
package bench

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"nonet/internal/app/operation"
	"nonet/internal/engine/kernel"
	"nonet/internal/textbook"
	"nonet/sudoku"
)

// Contender is an engine, a strategy, or a whole command to measure.
type Contender struct {
	name    string
	threads int // the number of threads; 0 if the contender decides itself
	command bool
	pass    func(ctx context.Context, c *Corpus, solutions uint64) (pass, error)
}

type Corpus struct {
	Name    string
	File    bool // set if commands can open a file called Name
	Puzzles [][sudoku.Cells]uint8
}

// Bench holds the settings that all contenders share.
type Bench struct {
	Limit   uint64  // how many solutions of each puzzle the search looks for
	Seconds float64 // the least time of a run, in seconds
	Runs    int

	// Processor is set to measure processor time, which other work affects less than elapsed time.
	Processor bool
}

// pass is the result of solving all puzzles of a file once.
type pass struct {
	finished  int // the number of puzzles that were finished
	nodes     uint64
	processor time.Duration // the processor time of a command, summed over processors
}

// Measured is the result of one Contender on one file. It is also the JSON object that nonet bench writes.
type Measured struct {
	File      string    `json:"file"`
	Contender string    `json:"contender"`
	Command   bool      `json:"command"`            // set for a whole command, which is timed from its start to its exit
	Threads   int       `json:"threads,omitempty"`  // nonet's threads; 0 for other solvers, where it is unknown
	Puzzles   int       `json:"puzzles"`            // the number of puzzles in the file
	Limit     uint64    `json:"limit"`              // how many solutions of each puzzle the search looks for
	PerSecond float64   `json:"puzzles_per_second"` // the median of the runs; if capped is set, only finished puzzles count
	Runs      []float64 `json:"runs"`               // puzzles per second, for each run
	Nodes     float64   `json:"nodes_per_puzzle,omitempty"`
	Cores     float64   `json:"cores,omitempty"`          // how many processors a command kept busy, on average
	Processor bool      `json:"processor_time,omitempty"` // set if the rates are per second of processor time
	Capped    bool      `json:"capped"`                   // set if a run was cut short, so that the result must not be compared
	Finished  int       `json:"finished"`                 // the number of puzzles that each pass finished
	Ratio     float64   `json:"ratio,omitempty"`          // the speed of the first contender of this kind, divided by the speed of this one; 0 if either is capped

	passed    int // the number of puzzles in all runs
	processor time.Duration
	took      time.Duration
}

// NewStrategyContender returns a contender that solves each puzzle with a textbook strategy.
func NewStrategyContender(s textbook.Strategy) Contender {
	return Contender{name: string(s.ID), threads: 1, pass: func(ctx context.Context, c *Corpus, solutions uint64) (p pass, err error) {
		for p.finished < len(c.Puzzles) {
			report := s.Search(ctx, c.Puzzles[p.finished], textbook.Limits{Solutions: solutions}, nil, nil)
			if report.Outcome == textbook.Stopped {
				break
			}
			p.nodes += report.Nodes
			p.finished++
		}
		return p, nil
	}}
}

// NewKernelContender returns a contender that solves with a kernel. Each thread takes the next piece of the file until
// no piece is left. The first pieces are large, because lanes run empty at the end of a piece. Later pieces are
// smaller, so that no thread works alone for long at the end.
func NewKernelContender(k kernel.Kernel, threads int) Contender {
	const minGames = 256
	var results []kernel.Result
	return Contender{name: operation.KernelPrefix + k.Name(), threads: threads, pass: func(ctx context.Context, c *Corpus, solutions uint64) (p pass, err error) {
		if len(results) < len(c.Puzzles) {
			results = make([]kernel.Result, len(c.Puzzles))
		}
		var next, finished atomic.Int64
		piece := func() (from, to int) {
			for {
				from = int(next.Load())
				size := len(c.Puzzles) - from
				if threads > 1 {
					size = min(size, max(size/(2*threads), minGames))
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
					n := k.Search(ctx, c.Puzzles[from:to], kernel.Limits{Solutions: solutions}, results[from:to])
					finished.Add(int64(n))
				}
			})
		}
		workers.Wait()
		for i := range c.Puzzles {
			p.nodes += results[i].Nodes
		}
		p.finished = int(finished.Load())
		return p, nil
	}}
}

// BenchmarkText returns the runs in the format of Go benchmarks, for benchstat.
func (m *Measured) BenchmarkText() string {
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

// A pass may take capFactor × Bench.Seconds. After that it is cut short.
const capFactor = 10

// Measure returns the results of the contenders, in their order. After one pass each to warm up, it measures them in
// rounds. The error is ctx.Err(), or comes from a pass.
func (b *Bench) Measure(ctx context.Context, contenders []Contender, c *Corpus) ([]*Measured, error) {
	all := make([]*Measured, len(contenders))
	for i, contender := range contenders {
		all[i] = &Measured{File: c.Name, Contender: contender.name, Command: contender.command, Threads: contender.threads, Puzzles: len(c.Puzzles), Limit: b.Limit, Processor: b.Processor, Finished: len(c.Puzzles)}
	}
	for i, contender := range contenders {
		m := all[i]
		p, took, err := b.runPass(ctx, contender, c)
		if err != nil {
			return nil, err
		}
		if p.finished > 0 {
			m.Nodes = float64(p.nodes) / float64(p.finished)
		}
		if m.Capped = p.finished < len(c.Puzzles); m.Capped {
			// A further run would be cut short, too, so the contender gets none.
			m.Finished = p.finished
			m.Runs = []float64{float64(p.finished) / took.Seconds()}
		}
	}
	for range b.Runs {
		for i, contender := range contenders {
			if m := all[i]; !m.Capped || m.took > 0 {
				if err := b.addRun(ctx, contender, c, m); err != nil {
					return nil, err
				}
			}
		}
	}
	first := map[bool]*Measured{}
	for _, m := range all {
		sorted := slices.Clone(m.Runs)
		sort.Sort(sort.Float64Slice(sorted))
		m.PerSecond = sorted[len(sorted)/2]
		if m.took > 0 && !b.Processor {
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

// addRun adds a run to m: as many whole passes as needed to fill Bench.Seconds.
func (b *Bench) addRun(ctx context.Context, contender Contender, c *Corpus, m *Measured) error {
	total, done := time.Duration(0), 0
	for total < b.leastTime() {
		p, took, err := b.runPass(ctx, contender, c)
		if err != nil {
			return err
		}
		if p.finished < len(c.Puzzles) {
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

func (b *Bench) runPass(ctx context.Context, contender Contender, c *Corpus) (pass, time.Duration, error) {
	longest := capFactor * b.leastTime()
	if b.Processor {
		longest *= 10 // under load, a process may get only a tenth of a processor's time
	}
	bounded, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	start, busy := time.Now(), processorTime()
	p, err := contender.pass(bounded, c, b.Limit)
	took := time.Since(start)
	switch {
	case !b.Processor:
	case !contender.command:
		took = processorTime() - busy
	case p.processor > 0: // the time is zero for a command that was cut short
		took = p.processor
	}
	if ctx.Err() != nil {
		return p, took, ctx.Err()
	}
	return p, took, err
}

func (b *Bench) leastTime() time.Duration { return time.Duration(b.Seconds * float64(time.Second)) }
