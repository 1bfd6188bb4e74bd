package cli

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/message"
)

// conversion is the JSON object with which nonet convert answers a puzzle.
type conversion struct {
	Puzzle string   `json:"puzzle"`           // 81 characters, or, for other boards and rules, Interactive Sudoku Solver's notation or nonet's JSON
	Format string   `json:"format"`           // the format of the input
	Line   int      `json:"line"`             // the number of the puzzle's first line in the input
	Name   string   `json:"name,omitempty"`   // the puzzle's title, if it has one
	Source string   `json:"source,omitempty"` // the name of the file that contains the puzzle, if any
	Text   string   `json:"text"`             // the puzzle in the requested format
	Lost   []string `json:"lost,omitempty"`   // names of parts that the requested format cannot express
	Drawn  []string `json:"drawn,omitempty"`  // names of rules that programs do not check, because the text only draws them and states them in words
}

// convertRun holds the flags of nonet convert, and records which parts of puzzles the texts lose.
type convertRun struct {
	app    *app
	to     format.Kind
	digits bool
	plain  func(*stream.Report, format.Puzzle) // writes a classic puzzle in the order of the input; nil if all workers write in parallel
	drawn  int                                 // the number of puzzles written that plain cannot write; some formats have a blank line between them

	mu          sync.Mutex
	lost, shown losses // lost: parts that texts cannot express; shown: rules that texts only draw
}

// losses counts the puzzles whose texts lack some part, and lists these parts.
type losses struct {
	puzzles int64
	parts   []message.Message // the missing parts, each once
}

func (a *app) convertCommand() *cobra.Command {
	c := &convertRun{app: a}
	cmd := a.puzzleCommand("convert", func(_ *cobra.Command, args []string) error { return c.run(args) })
	var names []string
	for _, k := range format.WritableKinds() {
		names = append(names, k.Style())
	}
	cmd.Flags().Var(kindFlag(&c.to, format.Line.Style()), "to", a.TextOf("cli.flag.to", "formats", strings.Join(names, " ")))
	cmd.Flags().BoolVar(&c.digits, "digits", false, a.TextOf("cli.convert.digits"))
	a.addRulesFlags(cmd)
	cmd.RegisterFlagCompletionFunc("to", completeWords(names...))
	return cmd
}

// kindFlag returns the value of the flag --to. The help prints the text `shown` as the default.
func kindFlag(to *format.Kind, shown string) value {
	return value{"string", func() string { return shown }, func(s string) error { return to.UnmarshalText([]byte(s)) }}
}

func (c *convertRun) run(args []string) error {
	a := c.app
	// With --json, and for these formats, all workers convert puzzles in parallel. Otherwise one goroutine converts
	// them.
	direct := !a.json && !slices.Contains([]format.Kind{format.SudokuPad, format.SudokuPadJSON, format.FPuzzles, format.FPuzzlesJSON, format.ISS, format.Nonet, format.Solo}, c.to)
	var text bytes.Buffer
	out := format.NewWriter(&text, c.to)
	how := a.reading
	how.Digits = c.digits
	s := stream.Stage{Batch: 64, Placed: a.json, Direct: direct, Letters: how.Letters}
	s.Handler = stream.OneByOne(func(_ context.Context, e *stream.Entry, r *stream.Report) bool { return c.writeConverted(e, r, how) })
	if direct {
		s.Batch = 4096
		c.plain = func(r *stream.Report, p format.Puzzle) { // writes to memory, so it never fails
			out.WritePuzzle(p)
			out.Flush()
			r.Out = append(r.Out, text.Bytes()...)
			text.Reset()
			c.recordLosses(&c.lost, operation.LostParts(&p, c.to))
		}
		s.Handler = func() stream.Handler {
			return func(_ context.Context, puzzles *stream.Slots, r *stream.Report) int {
				for i := range puzzles.Cells {
					c.plain(r, puzzles.Entry(i).Puzzle)
				}
				return len(puzzles.Cells)
			}
		}
	}
	s.Wrong = func(p *format.Puzzle) error {
		extended := *p
		if err := a.applyRuleFlags(&extended); err != nil {
			return err
		}
		_, err := operation.Convert(extended, c.to, how)
		return err
	}
	s.Rules = stream.OneByOne(func(_ context.Context, e *stream.Entry, r *stream.Report) bool {
		if err := a.applyRuleFlags(&e.Puzzle); err != nil {
			return r.ReportBad(e, err)
		}
		return c.writeConverted(e, r, how)
	})
	if !a.added.IsEmpty() || len(a.as) > 0 {
		s.Handler = s.Rules
	}
	sum, err := a.Stream(args, s)
	if direct {
		// Even an interrupted run calls Close, which writes the buffered text.
		if closed := out.Close(); err == nil {
			err = closed
		}
		a.Out.Write(text.Bytes())
	}
	if sum.Puzzles > 0 && !a.json {
		a.noteLosses("cli.convert.lost", c.lost)
		a.noteLosses("cli.convert.drawn", c.shown)
	}
	return err
}

// writeConverted writes a puzzle in the requested format, with notes about parts that the text lacks.
func (c *convertRun) writeConverted(e *stream.Entry, r *stream.Report, how operation.Reading) bool {
	a := c.app
	found, err := operation.Convert(e.Puzzle, c.to, how)
	switch {
	case err != nil:
		return r.ReportBad(e, err)
	case c.plain != nil && found.Plain != nil:
		c.plain(r, *found.Plain)
		return true
	case c.plain != nil:
		if c.drawn++; c.drawn > 1 && (c.to == format.Rows || c.to == format.Drawn) {
			r.Out = append(r.Out, '\n')
		}
	}
	for _, note := range found.Notes {
		r.Note(e, note.In(a.Lang))
	}
	c.recordLosses(&c.lost, found.Lost)
	c.recordLosses(&c.shown, found.Drawn)
	if a.json {
		o := conversion{Puzzle: found.Puzzle, Format: found.Format, Line: e.Line, Name: found.Name, Text: found.Text}
		o.Lost, o.Drawn = operation.InLanguage(found.Lost, a.Lang), operation.InLanguage(found.Drawn, a.Lang)
		if e.Source.IsFile() {
			o.Source = e.Source.Name
		}
		r.AddObject(o)
		return true
	}
	r.Out = append(r.Out, found.Text...)
	return true
}

// noteLosses prints a note that lists the lost parts. It sorts the parts, so the note does not depend on the number of
// workers.
func (a *app) noteLosses(key string, lost losses) {
	if lost.puzzles > 0 {
		slices.SortFunc(lost.parts, func(a, b message.Message) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		a.Notes.Line("nonet: " + a.TextOf(key, "n", lost.puzzles, "parts", lost.parts))
	}
}

// recordLosses adds the parts that one puzzle's text lacks to the losses `to`. It ignores a puzzle that only lacks its
// title.
func (c *convertRun) recordLosses(to *losses, parts []message.Message) {
	if len(parts) == 0 || len(parts) == 1 && parts[0].Key == format.Title.Message().Key {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	to.puzzles++
	for _, what := range parts {
		if !slices.ContainsFunc(to.parts, func(known message.Message) bool { return fmt.Sprint(known) == fmt.Sprint(what) }) {
			to.parts = append(to.parts, what)
		}
	}
}
