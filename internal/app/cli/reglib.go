package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
)

func (a *app) reglibCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "reglib " + a.TextOf("cli.word.file") + "...", RunE: func(_ *cobra.Command, args []string) error { return a.runRegressions(args) }}
	cmd.Flags().BoolVarP(&a.KeepGoing, "keep-going", "k", false, a.TextOf("cli.flag.keepGoing"))
	return cmd
}

func (a *app) runRegressions(args []string) error {
	var total, passed atomic.Int64
	read := func(r io.Reader) func() (operation.LibraryLine, error) { return operation.NewLibraryReader(r).Next }
	err := eachOf(a, args, read, func(a *app, l operation.LibraryLine, _ *stream.Source, _ int) error {
		pass, found, err := l.Run(a.Ctx, logic.NewFinder(logic.State{}, logic.Options{}), l.Options())
		if err != nil {
			return err
		}
		total.Add(1)
		if pass {
			passed.Add(1)
			return nil
		}
		a.Status.RaiseTo(stream.None)
		if a.json {
			return a.writeJSON(struct {
				Line   int      `json:"line"`
				Text   string   `json:"text"`
				Passed bool     `json:"passed"`
				Found  []string `json:"found"`
			}{l.Line, l.Text, false, append([]string{}, found...)})
		}
		what := a.TextOf("cli.reglib.nothing")
		if _, err := l.Technique(); err != nil {
			what = a.TextOf("cli.reglib.unknown", "code", l.Code)
		} else if len(found) > 0 {
			what = a.TextOf("cli.reglib.found", "list", strings.Join(found, " | "))
		}
		_, err = fmt.Fprintf(a.Out, "%s\n  %s\n", l.Text, what)
		return err
	})
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(struct {
			Passed int64 `json:"passed"`
			Total  int64 `json:"total"`
		}{passed.Load(), total.Load()})
	}
	_, err = fmt.Fprintln(a.Out, a.TextOf("cli.reglib.sum", "passed", passed.Load(), "total", total.Load()))
	return err
}

// writeJSON writes v as a line of JSON.
func (a *app) writeJSON(v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		_, err = a.Out.Write(append(b, '\n'))
	}
	return err
}
