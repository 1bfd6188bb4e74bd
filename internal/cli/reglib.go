package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/internal/message"
	"nonet/logic"
)

// libraryLine is a line of HoDoKu's regression library.
type libraryLine struct {
	logic.LibraryCase
	number int // in its file, from 1
}

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
		err := a.libraryLines(&sources[i], func(l libraryLine) error {
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
				}{l.number, l.Text, false, append([]string{}, found...)})
			}
			what := a.t("cli.reglib.nothing")
			if _, known := logic.ByCode(l.Code); !known {
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

// libraryLines calls yield with each line of a library. A line that cannot be read
// ends it, or is reported and passed over with --keep-going.
func (a *app) libraryLines(s *source, yield func(libraryLine) error) error {
	file, err := s.reader(a.ctx, new(atomic.Int64), func() {})
	if err != nil {
		return err
	}
	defer file.Close()
	return a.linesOf(s.name, file, yield)
}

// longestLibraryLine is in bytes; the library's own stay below a thousand.
const longestLibraryLine = 64 << 10

func (a *app) linesOf(name string, r io.Reader, yield func(libraryLine) error) error {
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, longestLibraryLine)
	for n := 1; scan.Scan(); n++ {
		text := bytes.TrimSpace(bytes.TrimPrefix(scan.Bytes(), []byte("\ufeff")))
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		c, err := logic.ParseLibraryCase(string(text))
		if err != nil {
			var bad *logic.LibraryError
			if errors.As(err, &bad) && bad.Field == 0 {
				err = problem("cli.reglib.fields")
			}
			a.stderr.line(fmt.Sprintf("%s:%d: %s", name, n, message.Of(err, a.lang)))
			a.status = worse(a.status, Bad)
			if !a.keepGoing {
				return nil
			}
			continue
		}
		if err := yield(libraryLine{c, n}); err != nil {
			return err
		}
	}
	if scan.Err() == bufio.ErrTooLong {
		return problem("cli.reglib.longLine", "name", name, "n", longestLibraryLine)
	}
	return scan.Err()
}
