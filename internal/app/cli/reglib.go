package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/internal/app/operation"
	"nonet/logic"
)

func (a *app) reglibCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "reglib " + a.t("cli.word.file") + "...", RunE: func(_ *cobra.Command, args []string) error { return a.reglib(args) }}
	cmd.Flags().BoolVarP(&a.keepGoing, "keep-going", "k", false, a.t("cli.flag.keepGoing"))
	return cmd
}

func (a *app) reglib(args []string) error {
	total, passed := 0, 0
	f := logic.NewFinder(logic.State{}, logic.Options{})
	sources := a.sources(args)
	for i := range sources {
		more, err := a.libraryLines(&sources[i], func(l operation.LibraryLine) error {
			pass, found, err := l.Run(a.ctx, f, l.Options())
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
			what := a.t("cli.reglib.nothing")
			if _, err := l.Technique(); err != nil {
				what = a.t("cli.reglib.unknown", "code", l.Code)
			} else if len(found) > 0 {
				what = a.t("cli.reglib.found", "list", strings.Join(found, " | "))
			}
			_, err = fmt.Fprintf(a.out, "%s\n  %s\n", l.Text, what)
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
		a.status = worse(a.status, None)
	}
	if a.json {
		return a.object(struct {
			Passed int `json:"passed"`
			Total  int `json:"total"`
		}{passed, total})
	}
	_, err := fmt.Fprintln(a.out, a.t("cli.reglib.sum", "passed", passed, "total", total))
	return err
}

// object writes v as a line of JSON.
func (a *app) object(v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		_, err = a.out.Write(append(b, '\n'))
	}
	return err
}

// libraryLines calls yield with each line of a library. What cannot be read is
// reported, and ends the run unless it is to keep going.
func (a *app) libraryLines(s *source, yield func(operation.LibraryLine) error) (more bool, err error) {
	file, err := s.reader(a.ctx, new(atomic.Int64), func() {})
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
			if a.fail(s.fault(err, first)); !a.keepGoing || !readable(err) {
				return a.keepGoing, nil
			}
		}
	}
}
