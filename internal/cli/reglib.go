package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/internal/message"
	"nonet/logic"
)

// libraryLine is a line of HoDoKu's regression library:
//
//	:code[-variant]:candidates:grid:deleted:eliminations:placements:extra
type libraryLine struct {
	text       string
	number     int    // in its file, from 1
	code       string // four digits, a fifth, 1, for a Siamese fish
	variant    string // "", "1"…"4", or "x": no such step may be found
	digits     logic.Digits
	state      logic.State
	eliminated []logic.Candidate
	placed     []logic.Candidate
}

func parseLibraryLine(text string) (libraryLine, error) {
	l := libraryLine{text: strings.TrimSpace(text)}
	parts := strings.Split(l.text, ":")
	if len(parts) < 7 || parts[0] != "" {
		return l, problem("cli.reglib.fields")
	}
	l.code, l.variant, _ = strings.Cut(parts[1], "-")
	for _, r := range parts[2] {
		if r < '1' || r > '9' {
			return l, &logic.LibraryError{Field: 2, Text: parts[2]}
		}
		l.digits = l.digits.With(logic.Digit(r - '0'))
	}
	var err error
	if l.state, err = logic.ParseLibrary(parts[3], parts[4]); err != nil {
		return l, err
	}
	if l.eliminated, err = logic.ParseTriples(parts[5]); err != nil {
		return l, err
	}
	if l.placed, err = logic.ParseTriples(parts[6]); err != nil {
		return l, &logic.LibraryError{Field: 6, Text: parts[6]}
	}
	return l, nil
}

// test applies the library's pass rule: every step found with the line's code and
// candidates does exactly what the line says, and there is one; of a fail case
// there is none. Found is what such steps did, as the library writes it.
func (l *libraryLine) test(ctx context.Context, f *logic.Finder) (pass bool, found []string, err error) {
	t, ok := logic.ByCode(l.code)
	if !ok {
		return false, nil, nil
	}
	f.Options = logic.LibraryOptions(l.code, l.variant)
	f.Reset(l.state)
	err = f.Each(ctx, t, func(s *logic.Step) bool {
		if s.Code() == l.code && s.LibraryDigits() == l.digits {
			if did := triples(s.Eliminations) + ":" + triples(s.Placements); !slices.Contains(found, did) {
				found = append(found, did)
			}
		}
		return true
	})
	if l.variant == "x" {
		return len(found) == 0, found, err
	}
	want := triples(l.eliminated) + ":" + triples(l.placed)
	return len(found) == 1 && found[0] == want, found, err
}

// triples are candidates as the library writes them, each once, in order.
func triples(list []logic.Candidate) string {
	var all []string
	for _, c := range list {
		all = append(all, c.String())
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
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
			pass, found, err := l.test(a.ctx, f)
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
				}{l.number, l.text, false, append([]string{}, found...)})
			}
			what := a.t("cli.reglib.nothing")
			if _, known := logic.ByCode(l.code); !known {
				what = a.t("cli.reglib.unknown", "code", l.code)
			} else if len(found) > 0 {
				what = a.t("cli.reglib.found", "list", strings.Join(found, " | "))
			}
			_, err = fmt.Fprintf(a.out, "%s\n  %s\n", l.text, what)
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
	file, err := s.open()
	if err != nil {
		return err
	}
	var read atomic.Int64
	ahead := newReadAhead(a.ctx, file, &read, func() {})
	defer ahead.stop()
	return a.linesOf(s.name, ahead, yield)
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
		l, err := parseLibraryLine(string(text))
		if err != nil {
			a.stderr.line(fmt.Sprintf("%s:%d: %s", name, n, message.Of(err, a.lang)))
			a.status = worse(a.status, Bad)
			if !a.keepGoing {
				return nil
			}
			continue
		}
		l.number = n
		if err := yield(l); err != nil {
			return err
		}
	}
	if scan.Err() == bufio.ErrTooLong {
		return problem("cli.reglib.longLine", "name", name, "n", longestLibraryLine)
	}
	return scan.Err()
}
