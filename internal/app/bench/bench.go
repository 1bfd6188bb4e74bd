// Package bench measures engines, strategies and whole commands, ours and others', on the
// same files side by side: each once to warm up, then all in rounds, so that whatever else
// the machine does meets all alike. What was cut short is not compared.
//
// It starts other programs, and must not import a command: it knows no flag.
package bench

import (
	"context"
	"fmt"
	"slices"
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

// Contender is an engine, a strategy, or a whole command. A pass goes once over
// the file.
type Contender struct {
	name    string
	threads int // that it is given; 0 if that is its own business
	command bool
	pass    func(ctx context.Context, c *Corpus, solutions uint64) (pass, error)
}

// Corpus is a file to measure.
type Corpus struct {
	Name    string
	File    bool // commands can read it by that name
	Puzzles [][sudoku.Cells]uint8
}

// Bench is how to measure.
type Bench struct {
	Limit   uint64  // solutions searched for in each puzzle
	Seconds float64 // of a run
	Runs    int
}

// pass is what came of one.
type pass struct {
	finished  int // puzzles
	nodes     uint64
	processor time.Duration // time of a command on all processors
}

// Measured is one Contender on one file, in the JSON of nonet bench.
type Measured struct {
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

// Strategy returns a textbook's search.
func Strategy(s textbook.Strategy) Contender {
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

// Engine returns a kernel on some threads, which take the next piece of the file until
// none is left: large ones first, since lanes run empty at the end of each, then smaller
// ones, so that none works alone for long.
func Engine(k kernel.Kernel, threads int) Contender {
	const least = 256
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

// Lines returns the runs in the form of Go's own benchmarks, which benchstat compares.
func (m *Measured) Lines() string {
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

// capFactor is how many times --seconds one pass over a file may take.
const capFactor = 10

// Measure has each Contender pass over the file once to warm up, then in rounds.
func (b *Bench) Measure(ctx context.Context, contenders []Contender, c *Corpus) ([]*Measured, error) {
	all := make([]*Measured, len(contenders))
	for i, by := range contenders {
		all[i] = &Measured{File: c.Name, Contender: by.name, Command: by.command, Threads: by.threads, Puzzles: len(c.Puzzles), Limit: b.Limit, Finished: len(c.Puzzles)}
	}
	for i, by := range contenders {
		m := all[i]
		p, took, err := b.runPass(ctx, by, c)
		if err != nil {
			return nil, err
		}
		if p.finished > 0 {
			m.Nodes = float64(p.nodes) / float64(p.finished)
		}
		if m.Capped = p.finished < len(c.Puzzles); m.Capped {
			// Cut short once, it would be so every time.
			m.Finished = p.finished
			m.Runs = []float64{float64(p.finished) / took.Seconds()}
		}
	}
	for range b.Runs {
		for i, by := range contenders {
			if m := all[i]; !m.Capped || m.took > 0 {
				if err := b.round(ctx, by, c, m); err != nil {
					return nil, err
				}
			}
		}
	}
	first := map[bool]*Measured{}
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
func (b *Bench) round(ctx context.Context, by Contender, c *Corpus, m *Measured) error {
	total, done := time.Duration(0), 0
	for total < b.length() {
		p, took, err := b.runPass(ctx, by, c)
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

func (b *Bench) runPass(ctx context.Context, by Contender, c *Corpus) (pass, time.Duration, error) {
	bounded, cancel := context.WithTimeout(ctx, capFactor*b.length())
	defer cancel()
	start := time.Now()
	p, err := by.pass(bounded, c, b.Limit)
	took := time.Since(start)
	if ctx.Err() != nil {
		return p, took, ctx.Err()
	}
	return p, took, err
}

// length returns that of a run.
func (b *Bench) length() time.Duration { return time.Duration(b.Seconds * float64(time.Second)) }
