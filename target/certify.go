package target

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"nonet/sudoku"
)

// Certify finds the optimum like [Optimum], and writes a certificate to out. The certificate has the optimum and the
// branches of the search. For each branch it has one number per constraint (a dual); a bound follows from these
// numbers. Together they prove that no completion is better, or that there is no completion. Package
// internal/certificate defines the format and checks it. A certificate has some kilobytes with the ring weights, and up
// to some megabytes with random weights. If the result is Undecided, or a write to `out` fails, the output is not a
// certificate. If givens contradict each other, Certify writes a certificate for "no completion" and returns a
// *sudoku.ContradictionError.
func Certify(ctx context.Context, g sudoku.Grid, w Weights, opt Options, out io.Writer) (Result, error) {
	p := &proof{out: bufio.NewWriter(out)}
	s, err := newSearch(ctx, g, &w, &opt)
	if s == nil {
		r, err := resultWithoutSearch(err)
		if r.Outcome == sudoku.None { // the reader of the certificate proves this by propagation, without branches
			p.writeHead(g, &w, opt.Goal, r)
			p.writeLine("x")
			if failed := p.out.Flush(); failed != nil {
				return r, failed
			}
		}
		return r, err
	}
	defer s.release()
	s.runToOptimum()
	r, err := s.finalResult()
	if r.Outcome == sudoku.Undecided {
		return r, err
	}
	// Search again, now for completions that are better than the optimum. This search finds no completion, and what it
	// records is the proof.
	p.writeHead(g, &w, opt.Goal, r)
	s.proof, s.cut = p, nothing
	if r.Outcome == sudoku.Found {
		s.cut = (s.best + 1) << shift
	}
	s.stopped, s.opt.Progress = nil, nil
	s.tight = s.tight && r.Outcome == sudoku.Found // without an optimum, the bounds by templates prove nothing
	s.visit = func(score int64, g sudoku.Grid) bool {
		s.stopped = fmt.Errorf("target: %v scores %d, beyond the optimum: a defect of the search", g, s.sign*score)
		return false
	}
	if !s.descend(0) {
		r.Nodes = s.nodes
		r.Outcome = sudoku.Undecided
		return r, s.stopped
	}
	p.writeLine("x")
	r.Nodes = s.nodes
	return r, p.out.Flush()
}

// proof writes a certificate, and remembers which duals it has already written.
type proof struct {
	out   *bufio.Writer         // a writer that keeps the first error of its writes
	known [][constraints]int64  // for each depth: the duals of constraints that the certificate has so far
	cells [][sudoku.Cells]int64 // for each depth: the duals of cells that the certificate has so far
}

func (p *proof) writeLine(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

func (p *proof) writeHead(g sudoku.Grid, w *Weights, goal Goal, r Result) {
	p.writeLine("nonet target certificate 1")
	p.writeLine("puzzle %v", g)
	p.writeLine("goal %v", goal)
	for c := range sudoku.Cell(sudoku.Cells) {
		fmt.Fprintf(p.out, "weights %v", c)
		for _, weight := range w[c][1:] {
			fmt.Fprintf(p.out, " %d", weight)
		}
		p.writeLine("")
	}
	if r.Outcome == sudoku.Found {
		p.writeLine("optimum %d", r.Score)
		p.writeLine("grid %v", r.Grid)
	} else {
		p.writeLine("optimum none")
	}
	p.writeLine("scale %d", 1<<shift)
	p.known, p.cells = make([][constraints]int64, 1), make([][sudoku.Cells]int64, 1)
}

// writeDuals writes those duals of n that the reader of the certificate does not know.
func (p *proof) writeDuals(n *node) { p.writeChangedDuals("u", n.dual[:], p.known[len(p.known)-1][:]) }

// writeTemplates writes those duals of n for the bound by templates that the reader does not know.
func (p *proof) writeTemplates(n *node) {
	p.writeChangedDuals("c", n.cell[:], p.cells[len(p.cells)-1][:])
}

func (p *proof) writeChangedDuals(letter string, duals, known []int64) {
	p.out.WriteString(letter)
	for k, dual := range duals {
		if dual != known[k] {
			fmt.Fprintf(p.out, " %d %d", k, dual)
			known[k] = dual
		}
	}
	p.writeLine("")
}

// beginRefutation begins the part of the proof that assumes candidate v.
func (p *proof) beginRefutation(v uint16) {
	p.known = append(p.known, p.known[len(p.known)-1])
	p.cells = append(p.cells, p.cells[len(p.cells)-1])
	p.writeLine("t %v %d", sudoku.Cell(v/9), v%9+1)
}

func (p *proof) endRefutation() {
	p.known, p.cells = p.known[:len(p.known)-1], p.cells[:len(p.cells)-1]
	p.writeLine("x")
}
