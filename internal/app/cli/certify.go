package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/certificate"
	"nonet/message"
	"nonet/sudoku"
	"nonet/target"
	"nonet/wire"
)

// onlyPuzzle returns the only puzzle of the arguments.
func (a *app) onlyPuzzle(args []string) (e stream.Entry, err error) {
	found := false
	for next, err := range stream.Puzzles(a.Ctx, a.Sources(args), true) {
		switch {
		case err != nil:
			return e, err
		case found:
			return e, &stream.InputError{Source: next.Source.Name, Err: stream.Problem("error.onePuzzle", "line", next.Line)}
		}
		e, found = next, true
	}
	return e, a.Ctx.Err()
}

// certifyOptimum finds the optimum of one puzzle and writes a certificate for it.
func (o *optimising) certifyOptimum(args []string) error {
	a := o.app
	a.asks = "--certify"
	e, err := a.onlyPuzzle(args)
	if err != nil {
		for _, text := range args {
			if other, wrong := format.ParseOne(text); wrong == nil && other.Other != nil {
				return stream.Problem("error.certifyRules")
			}
		}
		return err
	}
	out, err := createAtomic(o.certify)
	if err != nil {
		return err
	}
	defer out.discard()

	a.StartProgress(-1, true)
	found, err := o.writeCertificate(a.Ctx, &subject{Subject: *operation.SubjectWithGrid(&e.Puzzle), entry: e}, out)
	a.Notes.EndProgress()
	if out.err != nil {
		return stream.Problem("error.write", "name", o.certify, "why", causeOf(out.err))
	}
	r := a.NewReport()
	if found.Outcome == sudoku.None || err == nil {
		switch err := out.commit(a.Ctx, a.Out); {
		case err != nil && a.Ctx.Err() != nil:
			return a.Ctx.Err()
		case err != nil:
			return stream.Problem("error.write", "name", o.certify, "why", causeOf(err))
		}
	}
	answered := o.recordOutcome(&e, r, &found, err)
	if answered && o.certify != "-" {
		o.answer(r, &found, err != nil)
	}
	r.WriteOut(false)
	return a.Ctx.Err()
}

// atomicFile is a file that appears under its name only once it is complete. For a device, a
// pipe, or "-" (standard output) it collects all bytes in memory, and commit writes them.
type atomicFile struct {
	name string
	f    *os.File // nil if the bytes are collected in memory, in all
	all  bytes.Buffer
	err  error // the first error of a write
}

func createAtomic(name string) (*atomicFile, error) {
	out := &atomicFile{name: name}
	info, err := os.Stat(name)
	switch {
	case name == "-":
		return out, nil
	case name == "":
		return nil, stream.Problem("error.noName")
	case err == nil && info.IsDir():
		return nil, stream.Problem("error.directory", "name", name)
	case err == nil && !info.Mode().IsRegular():
		return out, nil
	}
	out.f, err = os.OpenFile(fmt.Sprintf("%s.%d.part", name, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, stream.Problem("error.write", "name", name, "why", causeOf(err))
	}
	return out, nil
}

func (o *atomicFile) Write(p []byte) (n int, err error) {
	if o.f == nil {
		return o.all.Write(p)
	}
	if n, err = o.f.Write(p); err != nil {
		o.err = err
	}
	return n, err
}

// commit completes the file. Writing to a pipe may block until the other side reads, or until
// ctx ends.
func (o *atomicFile) commit(ctx context.Context, stdout io.Writer) error {
	switch {
	case o.name == "-":
		_, err := stdout.Write(o.all.Bytes())
		return err
	case o.f == nil:
		written := make(chan error, 1)
		go func() { written <- os.WriteFile(o.name, o.all.Bytes(), 0o666) }()
		select {
		case err := <-written:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := o.f.Close(); err != nil {
		return err
	}
	return os.Rename(o.f.Name(), o.name)
}

// discard removes an uncommitted file.
func (o *atomicFile) discard() {
	if o.f != nil {
		o.f.Close()
		os.Remove(o.f.Name())
	}
}

// causeOf returns an error of the operating system without the file's name.
func causeOf(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}

// verifyCertificate checks a certificate and prints the claim that it proves. If the arguments name
// a puzzle, weights or a goal, the certificate must be for these.
func (o *optimising) verifyCertificate(args []string) error {
	a := o.app
	from := a.Stdin()
	if o.verify != "-" {
		from = stream.FileNamed(o.verify)
	}
	in, err := from.Reader(a.Ctx)
	if err != nil {
		return err
	}
	defer in.Close()
	claim, err := certificate.Verify(in)
	if a.Ctx.Err() != nil {
		return a.Ctx.Err()
	}
	wrong := func(err error) error { return &stream.InputError{Source: from.Name, Err: err} }
	if err != nil {
		return wrong(err)
	}
	if len(args) > 0 {
		e, err := a.onlyPuzzle(args)
		if err != nil {
			return err
		}
		if e.Grid.Values() != claim.Puzzle {
			proven, _ := sudoku.FromCells(claim.Puzzle)
			return wrong(stream.Problem("error.proofPuzzle", "proven", proven, "puzzle", e.Grid))
		}
	}
	proven := targetClaimOf(claim)
	if o.minimum && !claim.Minimum {
		return wrong(stream.Problem("error.proofGoal", "proven", proven.Goal, "goal", target.Minimum))
	}
	if o.file != "" {
		for c := range sudoku.Cell(sudoku.Cells) {
			for d := range 9 {
				if is, want := claim.Weights[c][d], o.weights[c][d+1]; is != want {
					return wrong(stream.Problem("error.proofWeights", "cell", c, "digit", d+1, "proven", is, "weight", want))
				}
			}
		}
	}
	if a.json {
		return a.writeJSON(proven)
	}
	t := table{right: []bool{false, false}}
	add := func(label string, value any) { t.add(a.TextOf("cli.verify."+label), fmt.Sprint(value)) }
	add("puzzle", proven.Puzzle)
	add("goal", proven.Goal)
	weights := "cli.verify.rings"
	if proven.Weights != nil {
		weights = "cli.verify.custom"
	}
	add("weights", a.TextOf(weights))
	if claim.None {
		add("optimum", a.TextOf("cli.verify.none"))
	} else {
		add("optimum", claim.Optimum)
		add("grid", proven.Grid)
	}
	add("proof", message.New("cli.verify.size", "n", claim.Lines, "tries", claim.Tries).In(a.Lang))
	_, err = io.WriteString(a.Out, t.String())
	return err
}

// targetClaimOf returns the JSON form of a claim of certificate.Verify.
func targetClaimOf(c certificate.Claim) wire.TargetClaim {
	puzzle, _ := sudoku.FromCells(c.Puzzle) // checked by Verify
	goal := target.Maximum
	if c.Minimum {
		goal = target.Minimum
	}
	t := wire.TargetClaim{Puzzle: puzzle.String(), Goal: goal.String(), Outcome: sudoku.None.String(), Lines: c.Lines, Tries: c.Tries}
	if !c.None {
		grid, _ := sudoku.FromCells(c.Grid)
		t.Outcome, t.Score, t.Grid = sudoku.Found.String(), &c.Optimum, grid.String()
	}
	rings := target.Rings()
	for cell := range c.Weights {
		if c.Weights[cell] != [9]int64(rings[cell][1:]) {
			for cell := range c.Weights {
				t.Weights = append(t.Weights, c.Weights[cell][:])
			}
			break
		}
	}
	return t
}
