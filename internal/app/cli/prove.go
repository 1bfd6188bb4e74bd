package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nonet/board"
	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/research/prove"
	"nonet/internal/research/prove/verify"
	"nonet/message"
	"nonet/solve"
	"nonet/sudoku"
)

// proving has the flags for certificates.
type proving struct {
	name   string
	proof  string
	givens bool
}

func (a *app) addProofFlags(cmd *cobra.Command, p *proving) {
	f := cmd.Flags()
	f.StringVar(&p.name, "prove", "", a.TextOf("cli.check.prove"))
	a.addChoice(cmd, f, &p.proof, "proof", "cells", []string{"cells", "lrat"}, "cli.check.proof")
	f.BoolVar(&p.givens, "prove-givens", false, a.TextOf("cli.check.proveGivens"))
}

// provePuzzles checks puzzles and writes a certificate for each.
func (a *app) provePuzzles(args []string, l operation.SearchLimits, p *proving) error {
	switch {
	case p.name == "":
		return stream.Problem("error.proveNowhere")
	case p.proof == "lrat" && (p.givens || p.name == "-"):
		return stream.Problem("error.proveLRAT")
	case !a.added.IsEmpty():
		return stream.Problem("error.proveClassic")
	}
	a.asks = "--prove"
	if p.givens {
		a.asks = "--prove-givens"
	}
	s := a.checkStage(l)
	if p.proof == "lrat" {
		_, missing := os.Stat(p.name)
		if err := os.MkdirAll(p.name, 0o777); err != nil {
			return a.writeError(p.name, err)
		}
		s.Direct, s.Handler = true, a.refutingHandler(s.Handler(), l, p.name)
		err := a.passPuzzles(args, s)
		if missing != nil {
			os.Remove(p.name) // fails, as intended, if the directory contains a proof
		}
		return err
	}
	s.Handler = a.certifyingHandler(s.Handler, l, p)
	if p.name == "-" {
		return a.passPuzzles(args, s)
	}
	if info, err := os.Stat(p.name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return a.proveInto(args, s, p.name)
	}
	out, err := createAtomic(p.name)
	if err != nil {
		return err
	}
	defer out.discard()
	a.Beside = out
	if err = a.passPuzzles(args, s); err != nil {
		return err
	}
	return a.commitFile(out)
}

// proveInto writes the certificates to a pipe or device while they are made.
func (a *app) proveInto(args []string, s stream.Stage, name string) error {
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

// certifyingHandler returns a handler that adds certificates to the answers of another handler, or only
// writes certificates.
func (a *app) certifyingHandler(answer func() stream.Handler, l operation.SearchLimits, p *proving) func() stream.Handler {
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
				line, _, err := prover.Append(one, *out, &puzzles.Cells[i], p.givens)
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

// refutingHandler writes two files per puzzle, numbered from 1: a formula and its refutation.
func (a *app) refutingHandler(check stream.Handler, l operation.SearchLimits, dir string) func() stream.Handler {
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
						r.Note(&e, a.TextOf("error.write", "name", name, "why", causeOf(err)))
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
		return stream.Each(&a.Run, args, certificateReader, a.verify)
	}}
}

// lines is a block of lines; first is the number of the first.
type lines struct {
	text  []byte
	first int
}

// certificateReader returns a function that reads lines in blocks.
func certificateReader(r io.Reader) func() (lines, error) {
	const together = 64 << 10
	in := bufio.NewReaderSize(r, together)
	next := 1
	return func() (lines, error) {
		l := lines{first: next}
		for len(l.text) < together/2 {
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
				break // the next line may take long to arrive
			}
		}
		return l, nil
	}
}

// verify writes for each certificate the claim that it proves.
func (a *app) verify(r *stream.Run, some lines, from *stream.Source, _ int) error {
	var out []byte
	n := some.first - 1
	for text := range strings.SplitSeq(strings.TrimSuffix(string(some.text), "\n"), "\n") {
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

// certificateLine returns the line about a certificate for a person.
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

// claimObject returns the JSON object for a certificate: the answer of check, reduced to what the
// certificate proves.
func (a *app) claimObject(claim *verify.Claim, err error) any {
	if err != nil {
		return unknownCheck(message.TextOf(err, a.Lang))
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
	p := operation.SubjectWithGrid(&format.Puzzle{Grid: g})
	report := solve.ReportOf(p.Puzzle, &r)
	return p.WireCheck(&report, nil, 0, a.Lang)
}
