package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/logic"
)

func (a *app) reglibCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "reglib " + a.T("cli.word.file") + "...", RunE: func(_ *cobra.Command, args []string) error { return a.reglib(args) }}
	cmd.Flags().BoolVarP(&a.KeepGoing, "keep-going", "k", false, a.T("cli.flag.keepGoing"))
	return cmd
}

func (a *app) reglib(args []string) error {
	total, passed := 0, 0
	f := logic.NewFinder(logic.State{}, logic.Options{})
	sources := a.Sources(args)
	for i := range sources {
		more, err := a.libraryLines(&sources[i], func(l operation.LibraryLine) error {
			pass, found, err := l.Run(a.Ctx, f, l.Options())
			if err != nil {
				return err
			}
			total++
			if pass {
				passed++
				return nil
			}
			if a.json {
				return a.object(struct {
					Line   int      `json:"line"`
					Text   string   `json:"text"`
					Passed bool     `json:"passed"`
					Found  []string `json:"found"`
				}{l.Line, l.Text, false, append([]string{}, found...)})
			}
			what := a.T("cli.reglib.nothing")
			if _, err := l.Technique(); err != nil {
				what = a.T("cli.reglib.unknown", "code", l.Code)
			} else if len(found) > 0 {
				what = a.T("cli.reglib.found", "list", strings.Join(found, " | "))
			}
			_, err = fmt.Fprintf(a.Out, "%s\n  %s\n", l.Text, what)
			return err
		})
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if passed < total {
		a.Status.Worse(stream.None)
	}
	if a.json {
		return a.object(struct {
			Passed int `json:"passed"`
			Total  int `json:"total"`
		}{passed, total})
	}
	_, err := fmt.Fprintln(a.Out, a.T("cli.reglib.sum", "passed", passed, "total", total))
	return err
}

// object writes v as a line of JSON.
func (a *app) object(v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		_, err = a.Out.Write(append(b, '\n'))
	}
	return err
}

// libraryLines calls yield with each line of a library. What cannot be read is
// reported, and ends the run unless it is to keep going.
func (a *app) libraryLines(s *stream.Source, yield func(operation.LibraryLine) error) (more bool, err error) {
	file, err := s.Reader(a.Ctx)
	if err != nil {
		return false, err
	}
	defer file.Close()
	in := operation.NewLibraryReader(file)
	for first := true; ; first = false {
		line, err := in.Next()
		switch {
		case err == io.EOF:
			return true, nil
		case err == nil:
			if err := yield(line); err != nil {
				return false, err
			}
		default:
			if a.Fail(s.Fault(err, first)); !a.KeepGoing || !stream.Readable(err) {
				return a.KeepGoing, nil
			}
		}
	}
}
