package cli

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/message"
)

// converted is a puzzle in the JSON of nonet convert.
type converted struct {
	Puzzle string `json:"puzzle"`           // 81 characters
	Format string `json:"format"`           // how it stood in the input
	Line   int    `json:"line"`             // where it began
	Name   string `json:"name,omitempty"`   // its title, if it has one
	Source string `json:"source,omitempty"` // the file, if it came from one
	Text   string `json:"text"`             // in the format asked for
}

func (a *app) convertCommand() *cobra.Command {
	to, digits := format.Line, false
	cmd := a.puzzleCommand("convert", func(_ *cobra.Command, args []string) error {
		if a.json {
			_, err := a.Stream(args, stream.Stage{Batch: 512, Placed: true, Constrained: digits, Handler: stream.Singly(func(_ context.Context, e *stream.Entry, r *stream.Report) bool {
				o := converted{Puzzle: e.Grid.String(), Format: e.Kind.String(), Line: e.Line, Name: e.Name, Text: string(format.AppendPuzzle(nil, to, e.Puzzle))}
				if e.Source.IsFile() {
					o.Source = e.Source.Name
				}
				r.Object(o)
				return true
			})})
			return err
		}
		var text bytes.Buffer
		out := format.NewWriter(&text, to)
		lost, parts := int64(0), map[format.Part]bool{}
		sum, err := a.Stream(args, stream.Stage{Batch: 4096, Direct: true, Constrained: digits, Handler: func() stream.Handler {
			return func(_ context.Context, puzzles *stream.Slots, r *stream.Report) int {
				for i := range puzzles.Cells {
					e := puzzles.Entry(i)
					if out.WritePuzzle(e.Puzzle) != nil {
						return i
					}
					if some := e.Lost(to); len(some) > 0 && !slices.Equal(some, []format.Part{format.Title}) {
						lost++
						for _, part := range some {
							parts[part] = true
						}
					}
				}
				if out.Flush() != nil {
					return 0
				}
				r.Out = append(r.Out, text.Bytes()...)
				text.Reset()
				return len(puzzles.Cells)
			}
		}})
		// What a writer holds back comes at its end, interrupted or not.
		if closed := out.Close(); err == nil {
			err = closed
		}
		a.Out.Write(text.Bytes())
		if lost > 0 && sum.Puzzles > 0 {
			var names []message.Message
			for _, part := range format.Parts() {
				if parts[part] {
					names = append(names, part.Message())
				}
			}
			a.Notes.Line("nonet: " + a.T("cli.convert.lost", "n", lost, "parts", names))
		}
		return err
	})
	var names []string
	for _, k := range format.Kinds() {
		names = append(names, k.Style())
	}
	cmd.Flags().Var((*kindFlag)(&to), "to", a.T("cli.flag.to", "formats", strings.Join(names, " ")))
	cmd.Flags().BoolVar(&digits, "digits", false, a.T("cli.convert.digits"))
	cmd.RegisterFlagCompletionFunc("to", complete(names...))
	return cmd
}

// kindFlag is the flag --to.
type kindFlag format.Kind

func (k *kindFlag) String() string     { return format.Kind(*k).Style() }
func (k *kindFlag) Type() string       { return "string" }
func (k *kindFlag) Set(s string) error { return (*format.Kind)(k).UnmarshalText([]byte(s)) }
