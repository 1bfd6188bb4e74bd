package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/board"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/research/prove"
	"nonet/internal/research/prove/verify"
	"nonet/message"
	"nonet/puzzle"
	"nonet/solve"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) checkCommand() *cobra.Command {
	var l puzzle.Limits
	var p proofFlags
	cmd := a.puzzleCommand("check", func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("prove") || cmd.Flags().Changed("proof") || p.givens {
			return a.provePuzzles(args, l, &p)
		}
		s := a.checkStage(l)
		a.acceptAnyRules(&s, func(ctx context.Context, p *subject, r *stream.Report) bool { return a.answerCheck(ctx, p, r, l) })
		return a.passPuzzles(args, s)
	})
	f := cmd.Flags()
	f.StringVar(&p.name, "prove", "", a.TextOf("cli.check.prove"))
	a.addChoice(cmd, f, &p.proof, "proof", "cells", []string{"cells", "lrat"}, "cli.check.proof")
	f.BoolVar(&p.givens, "prove-givens", false, a.TextOf("cli.check.proveGivens"))
	a.addBoardFlag(cmd)
	a.addLimitFlags(cmd, &l)
	a.addRulesFlags(cmd)
	return cmd
}

func (a *app) checkStage(l puzzle.Limits) stream.Stage {
	s := stream.Stage{Batch: 256, Bad: a.badInputWriter(unknownCheckResult(""))}
	s.Handler = func() stream.Handler { return a.checkTogether(s.Bad, l) }
	return s
}

// unknownCheckResult returns the JSON form of a check that decided nothing, because of reason.
func unknownCheckResult(reason string) any {
	unknown := sudoku.Unknown.String()
	return wire.Check{Solvable: unknown, Unique: unknown, Minimal: unknown, Reason: reason}
}

// checkTogether returns a handler that checks many classic puzzles in one search. It then answers puzzles without a
// unique solution one by one.
func (a *app) checkTogether(bad func([]byte, error) []byte, l puzzle.Limits) stream.Handler {
	b := operation.CheckBatch{Limits: l}
	return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
		return b.AnswerEach(ctx, puzzles.Cells, func(i int, found *sudoku.Report, took time.Duration) {
			p := a.subjectOf(puzzles.Entry(i), bad)
			report := solve.ReportOf(p.Puzzle, found)
			a.writeCheck(&p, r, &report, nil, took)
		}, func(i int) bool {
			p := a.subjectOf(puzzles.Entry(i), bad)
			return a.answerCheck(ctx, &p, r, l)
		})
	}
}

// answerCheck checks a puzzle of any rules. It writes whether the solution is unique, and which clues could be removed.
// For a puzzle without a solution, it writes which clues contradict each other.
func (a *app) answerCheck(ctx context.Context, p *subject, r *stream.Report, l puzzle.Limits) (more bool) {
	start := time.Now()
	found, err := solve.Check(ctx, p.Puzzle, l)
	if answered, more := p.isAnswered(ctx, r, err, found.Tally, found.Solutions...); !answered {
		return more
	}
	a.writeCheck(p, r, &found, err, time.Since(start))
	return true
}

// writeCheck writes the result of a check as a line, or as an object with --json, and sets the exit status.
func (a *app) writeCheck(p *subject, r *stream.Report, found *solve.Report, err error, took time.Duration) {
	switch {
	case found.Unique == sudoku.No:
		r.Status.RaiseTo(stream.None)
	case err != nil:
		r.ReportUndecided(&p.entry, err)
	}
	if a.json {
		r.AddObject(p.WireCheck(found, err, took, a.Lang))
		return
	}
	r.Out = append(r.Out, a.verdictLine(p, found, err)+"\n"...)
}

// verdictLine returns the line that nonet check prints. err is the error that ended the check early, or nil.
func (a *app) verdictLine(p *subject, found *solve.Report, err error) string {
	answer := func(x sudoku.Answer) string { return a.TextOf("cli.answer." + x.String()) }
	names := func(parts []puzzle.Part, separator string) string {
		var all []string
		for _, part := range parts {
			if part.Given {
				all = append(all, p.CellName(p.Givens[part.Index].Cell))
			} else {
				all = append(all, p.PartName(part).In(a.Lang))
			}
		}
		return strings.Join(all, separator)
	}
	valid := sudoku.Yes
	if found.Contradiction != nil {
		valid = sudoku.No
	}
	line := a.TextOf("cli.check.line", "valid", answer(valid), "unique", answer(found.Unique), "minimal", answer(found.Minimal), "n", len(p.Givens))
	var reason any
	switch all, contradictory := errors.AsType[*sudoku.ContradictionError](found.Contradiction); {
	case contradictory:
		reason = all.List()
	case found.N > 1:
		reason = a.TextOf("cli.check.several")
	case found.Exact && found.N == 0:
		text := a.TextOf("cli.none")
		if found.Contradiction != nil {
			text = a.TextOf("cli.noneWhy", "why", found.Contradiction)
		}
		if len(found.Conflict) > 0 {
			text += "; " + a.TextOf("cli.check.conflict", "list", names(found.Conflict, ", "))
		}
		reason = text
	case len(found.Redundant) > 0:
		key := "cli.check.redundant"
		if err != nil {
			key = "cli.check.redundantSome"
		}
		separator := " " // "r1c1 r1c2", but commas if a part is not a given
		if slices.ContainsFunc(found.Redundant, func(part puzzle.Part) bool { return !part.Given }) {
			separator = ", "
		}
		reason = a.TextOf(key, "list", names(found.Redundant, separator))
	}
	if reason != nil {
		line += a.TextOf("cli.check.because", "why", reason)
	}
	return line
}

// proofFlags holds those flags of nonet check that are about certificates.
type proofFlags struct {
	name   string
	proof  string
	givens bool
}

// provePuzzles checks puzzles and writes a certificate for each result.
func (a *app) provePuzzles(args []string, l puzzle.Limits, p *proofFlags) error {
	a.asks = "--prove"
	if p.givens {
		a.asks = "--prove-givens"
	}
	switch {
	case p.name == "":
		return stream.Problem("error.proveNowhere")
	case p.proof == "lrat" && (p.givens || p.name == "-"):
		return stream.Problem("error.proveLRAT")
	case !a.added.IsEmpty():
		return stream.Problem("error.together", "a", a.asks, "b", "--on, --add")
	}
	s := a.checkStage(l)
	if p.proof == "lrat" {
		_, missing := os.Stat(p.name)
		if err := os.MkdirAll(p.name, 0o777); err != nil {
			return a.writeError(p.name, err)
		}
		s.Direct, s.Handler = true, a.newRefutingHandler(s.Handler(), l, p.name)
		err := a.passPuzzles(args, s)
		if missing != nil {
			os.Remove(p.name) // Remove leaves a directory that contains a proof
		}
		return err
	}
	s.Handler = a.newCertifyingHandler(s.Handler, l, p)
	if p.name == "-" {
		return a.passPuzzles(args, s)
	}
	if info, err := os.Stat(p.name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return a.writeCertificatesTo(args, s, p.name)
	}
	return a.createFile(p.name, func(out io.Writer) error {
		a.Beside = out
		err := a.passPuzzles(args, s)
		if err == nil && a.hasStopped() {
			err = stream.ErrStop
		}
		return err
	})
}

// writeCertificatesTo runs the stage and writes each certificate, as soon as it exists, to the pipe or device `name`.
func (a *app) writeCertificatesTo(args []string, s stream.Stage, name string) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return a.writeError(name, err)
	}
	a.Beside = file
	err = a.passPuzzles(args, s)
	if closed := file.Close(); err == nil && closed != nil {
		err = a.writeError(name, closed)
	}
	return err
}

// newCertifyingHandler returns a function that makes handlers. Such a handler writes a certificate for each puzzle. If
// p.name is "-", the certificates go to standard output, without answers. Otherwise the handler also writes the answers
// of a handler from `answer`.
func (a *app) newCertifyingHandler(answer func() stream.Handler, l puzzle.Limits, p *proofFlags) func() stream.Handler {
	return func() stream.Handler {
		check := answer()
		var prover prove.Prover
		return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
			finished, out := check(ctx, puzzles, r), &r.Beside
			if p.name == "-" {
				out = &r.Out
				*out = (*out)[:0]
			}
			for i := range finished {
				one, cancel := l.BoundContext(ctx)
				line, _, err := prover.AppendCertificate(one, *out, &puzzles.Cells[i], p.givens)
				cancel()
				switch {
				case ctx.Err() != nil:
					return i
				case err != nil:
					line = append(line, notDecided[:len(notDecided)-1]...)
				}
				*out = append(line, '\n')
			}
			return finished
		}
	}
}

// newRefutingHandler returns a function that makes handlers. Such a handler writes the answers of the handler `check`.
// It also writes two files per puzzle to dir: a formula, and the formula's refutation. The names of the files contain
// the puzzle's number, counted from 1.
func (a *app) newRefutingHandler(check stream.Handler, l puzzle.Limits, dir string) func() stream.Handler {
	n := 0
	var prover prove.Prover
	return func() stream.Handler {
		return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
			finished := check(ctx, puzzles, r)
			for i := range finished {
				n++
				e := puzzles.Entry(i)
				one, cancel := l.BoundContext(ctx)
				cnf, proof, err := prover.LRAT(one, &puzzles.Cells[i])
				cancel()
				var several *prove.SeveralError
				switch name := filepath.Join(dir, fmt.Sprintf("%06d", n)); {
				case ctx.Err() != nil:
					return i
				case errors.As(err, &several):
					r.Note(&e, message.TextOf(err, a.Lang))
				case err != nil:
					r.ReportUndecided(&e, err)
				default:
					err = os.WriteFile(name+".cnf", cnf, 0o666)
					if err == nil {
						err = os.WriteFile(name+".lrat", proof, 0o666)
					}
					if err != nil {
						r.Status.RaiseTo(stream.Bad)
						r.Note(&e, a.TextOf("error.write", "name", name, "why", systemErrorOf(err)))
						return i
					}
				}
			}
			return finished
		}
	}
}

func (a *app) verifyCommand() *cobra.Command {
	return &cobra.Command{Use: "verify [" + a.TextOf("cli.word.file") + "...]", RunE: func(_ *cobra.Command, args []string) error {
		for _, name := range args {
			if name != "-" && !strings.Contains(name, "\t") {
				f, err := stream.OpenFile(name)
				if err != nil {
					return err
				}
				f.Close()
			}
		}
		return stream.Each(&a.Run, args, certificateReader, a.verifyLines)
	}}
}

// lines is a block of consecutive lines. The field `first` is the number of the first line.
type lines struct {
	text  []byte
	first int
}

// certificateReader returns a function that reads the next block of lines from r.
func certificateReader(r io.Reader) func() (lines, error) {
	const maxTogether = 64 << 10
	in := bufio.NewReaderSize(r, maxTogether)
	next := 1
	return func() (lines, error) {
		l := lines{first: next}
		for len(l.text) < maxTogether/2 {
			part, err := in.ReadSlice('\n')
			l.text = append(l.text, part...)
			switch {
			case err == bufio.ErrBufferFull:
				if len(l.text) > 1<<20 {
					return l, stream.Problem("error.lineLong", "line", next)
				}
				continue
			case err == io.EOF && len(l.text) > 0:
				return l, nil
			case err != nil:
				return l, err
			}
			if next++; in.Buffered() == 0 {
				break // the next line may take long to arrive, so end the block here
			}
		}
		return l, nil
	}
}

// verifyLines verifies each certificate of a block, and writes what the certificate proves.
func (a *app) verifyLines(r *stream.Run, block lines, from *stream.Source, _ int) error {
	var out []byte
	n := block.first - 1
	for text := range strings.SplitSeq(strings.TrimSuffix(string(block.text), "\n"), "\n") {
		n++
		if text = strings.TrimSuffix(text, "\r"); text == "" || text[0] == '#' {
			out = append(append(out, text...), '\n')
			continue
		}
		claim, err := verify.CheckLine([]byte(text))
		if err != nil {
			r.Status.RaiseTo(stream.Bad)
			column := err.(*verify.RejectedError).Column
			r.Notes.Line(fmt.Sprintf("%s:%d:%d: %s", from.Name, n, column, message.TextOf(err, a.Lang)))
		}
		if a.json {
			report := r.NewReport()
			report.AddObject(a.claimObject(&claim, err))
			out = append(out, report.Out...)
			continue
		}
		out = append(append(out, a.certificateLine(&claim, err)...), '\n')
		if r.Ctx.Err() != nil {
			return r.Ctx.Err()
		}
	}
	_, err := r.Out.Write(out)
	return err
}

// certificateLine returns the line that nonet check prints for a certificate. err says why the certificate is invalid.
func (a *app) certificateLine(claim *verify.Claim, err error) string {
	if err != nil {
		return a.TextOf("cli.verify.rejected")
	}
	text := a.TextOf("cli.verify.proves." + [...]string{"none", "unique", "several"}[claim.Solutions])
	switch {
	case claim.Givens && claim.Redundant == nil:
		text += a.TextOf("cli.verify.minimal")
	case claim.Givens:
		text += a.TextOf("cli.verify.redundant", "list", board.CellsOf(redundantGivens(claim)...))
	}
	return text
}

func redundantGivens(claim *verify.Claim) []sudoku.Cell {
	var cells []sudoku.Cell
	for _, c := range claim.Redundant {
		cells = append(cells, sudoku.Cell(c))
	}
	return cells
}

// claimObject returns the JSON object for a certificate. The object has the fields of check's answer that the
// certificate proves.
func (a *app) claimObject(claim *verify.Claim, err error) any {
	if err != nil {
		return unknownCheckResult(message.TextOf(err, a.Lang))
	}
	g, _ := sudoku.FromCells(claim.Puzzle)
	r := sudoku.Report{Givens: g.Givens(), Contradictions: g.Contradictions(), Solvable: sudoku.Yes, Unique: sudoku.No, Minimal: sudoku.No, Redundant: redundantGivens(claim), Nodes: uint64(claim.Branches)}
	switch claim.Solutions {
	case 0:
		r.Solvable = sudoku.No
	case 1:
		r.Unique, r.Minimal = sudoku.Yes, sudoku.Unknown
		if claim.Givens && claim.Redundant == nil {
			r.Minimal = sudoku.Yes
		} else if claim.Givens {
			r.Minimal = sudoku.No
		}
	}
	r.Solution, _ = sudoku.FromCells(claim.Solution)
	r.Second, _ = sudoku.FromCells(claim.Second)
	p := operation.GridSubject(g)
	report := solve.ReportOf(p.Puzzle, &r)
	return p.WireCheck(&report, nil, 0, a.Lang)
}
