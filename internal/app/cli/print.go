package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/sheet"
	"nonet/internal/picture"
)

func (a *app) printCommand() *cobra.Command {
	s := sheet.Sheets{Solutions: true}
	var output, perPage string
	var noSolutions, played bool
	cmd := &cobra.Command{Use: "print " + a.TextOf("cli.word.puzzles"), RunE: func(_ *cobra.Command, args []string) error {
		if output == "" && a.Out.IsTerminal() {
			return stream.Problem("cli.print.needsOutput")
		}
		s.PerPage, _ = strconv.Atoi(perPage) // no error, because addChoice has checked that perPage is a number
		s.Solutions, s.Lang, s.Look = !noSolutions, a.Lang, picture.Look{Values: played, Notes: played}
		puzzles, err := a.allPuzzles(args)
		if err != nil {
			return err
		}
		if len(puzzles) == 0 {
			return stream.Problem("cli.print.none")
		}
		return a.createFile(output, func(w io.Writer) error { return sheet.PDF(a.Ctx, w, puzzles, s) })
	}}
	f := cmd.Flags()
	f.StringVarP(&output, "output", "o", "", a.TextOf("cli.print.output"))
	a.addChoice(cmd, f, &s.Paper, "paper", sheet.Papers()[0], sheet.Papers(), "cli.print.paper")
	var counts []string
	for _, n := range sheet.PuzzlesPerPageOptions() {
		counts = append(counts, strconv.Itoa(n))
	}
	a.addChoice(cmd, f, &perPage, "per-page", "4", counts, "cli.print.perPage")
	f.StringVar(&s.Title, "title", "", a.TextOf("cli.print.title"))
	f.BoolVar(&noSolutions, "no-solutions", false, a.TextOf("cli.print.noSolutions"))
	f.BoolVar(&played, "played", false, a.TextOf("cli.print.played"))
	return cmd
}

func (a *app) renderCommand() *cobra.Command {
	var to, output string
	var givens bool
	size := 900
	cmd := &cobra.Command{Use: "render " + a.TextOf("cli.word.puzzles"), RunE: func(cmd *cobra.Command, args []string) error {
		if to != "png" && cmd.Flags().Changed("size") {
			return stream.Problem("error.flagAlone", "flag", "--size", "with", "--to png")
		}
		puzzles, err := a.allPuzzles(args)
		if err != nil {
			return err
		}
		directory := strings.HasSuffix(output, "/") || strings.HasSuffix(output, string(os.PathSeparator))
		switch {
		case len(puzzles) == 0:
			return stream.Problem("cli.print.none")
		case len(puzzles) > 1 && !directory:
			return stream.Problem("cli.render.several")
		case directory:
			if err := os.MkdirAll(output, 0o777); err != nil {
				return stream.Problem("error.write", "name", output, "why", systemErrorOf(err))
			}
		}
		look := picture.Look{Values: !givens, Notes: !givens}
		for i := range puzzles {
			name := output
			if directory {
				name = filepath.Join(output, fmt.Sprintf("%0*d.%s", len(strconv.Itoa(len(puzzles))), i+1, to))
			}
			err := a.createFile(name, func(w io.Writer) error {
				if to == "png" {
					return sheet.PNG(w, &puzzles[i].Puzzle, look, size)
				}
				_, err := w.Write(picture.SVG(&puzzles[i].Puzzle, look))
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	}}
	f := cmd.Flags()
	a.addChoice(cmd, f, &to, "to", "svg", []string{"svg", "png"}, "cli.render.to")
	f.StringVarP(&output, "output", "o", "-", a.TextOf("cli.render.output"))
	f.Var(rangeFlag(&size, sheet.MinPixels, sheet.MaxPixels, "cli.render.badSize", "min", sheet.MinPixels, "max", sheet.MaxPixels), "size", a.TextOf("cli.render.size", "min", sheet.MinPixels, "max", sheet.MaxPixels))
	f.BoolVar(&givens, "givens", false, a.TextOf("cli.render.givens"))
	return cmd
}

// allPuzzles returns all puzzles that the arguments name. The puzzles may have any board and any rules.
func (a *app) allPuzzles(args []string) (all []sheet.Puzzle, err error) {
	for e, err := range stream.Puzzles(a.Ctx, a.Sources(args), false) {
		if err != nil {
			return nil, err
		}
		all = append(all, sheet.Puzzle{Puzzle: e.Puzzle})
		if _, err := a.understoodSubject(&e.Puzzle, func(note string) { a.Notes.Line("nonet: " + e.LocationText(0) + ": " + note) }); err != nil {
			return nil, &stream.InputError{Source: e.LocationText(0), Err: err}
		}
	}
	return all, a.Ctx.Err()
}

// createFile creates the file called `name`, and calls `fill` to write its content. The file appears under its name
// only when it is complete. If fill fails, createFile creates no file. It returns nil if fill returns [stream.ErrStop].
// "" and "-" mean standard output. Content for standard output, a device or a pipe is collected in memory first.
func (a *app) createFile(name string, fill func(io.Writer) error) error {
	name = cmp.Or(name, "-")
	info, err := os.Stat(name)
	var collected bytes.Buffer
	var temporary *os.File // nil if memory collects the content
	out := &contextWriter{ctx: a.Ctx, w: &collected}
	switch {
	case name == "-":
	case err == nil && info.IsDir():
		return stream.Problem("error.directory", "name", name)
	case err != nil || info.Mode().IsRegular():
		temporary, err = os.OpenFile(fmt.Sprintf("%s.%d.part", name, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return a.writeError(name, err)
		}
		defer os.Remove(temporary.Name()) // does nothing if the temporary file was renamed to `name`
		defer temporary.Close()
		out.w = temporary
	}
	if err = fill(out); err == nil && out.err == nil {
		switch {
		case name == "-":
			_, out.err = a.Out.Write(collected.Bytes())
		case temporary == nil: // a pipe may block until its reader reads
			written := make(chan error, 1)
			go func() { written <- os.WriteFile(name, collected.Bytes(), 0o666) }()
			select {
			case out.err = <-written:
			case <-a.Ctx.Done():
			}
		default:
			if out.err = temporary.Close(); out.err == nil {
				out.err = os.Rename(temporary.Name(), name)
			}
		}
	}
	switch {
	case out.err != nil && a.Ctx.Err() == nil:
		return a.writeError(name, out.err)
	case err == stream.ErrStop:
		return nil
	}
	return cmp.Or(a.Ctx.Err(), err)
}

// contextWriter is a writer that fails after its context has ended. The error stops the encoding of a large picture.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
	err error // the error of the first write to w that failed
}

func (w *contextWriter) Write(p []byte) (n int, err error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	if n, err = w.w.Write(p); err != nil {
		w.err = cmp.Or(w.err, err)
	}
	return n, err
}
