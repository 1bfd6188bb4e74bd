package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/message"
	"nonet/internal/wire"
	"nonet/sudoku"
	"nonet/target"
)

// optimising is a run of nonet target.
type optimising struct {
	app     *app
	grid    bool
	minimum bool
	file    string
	weights target.Weights
	limits  limits
}

func (a *app) targetCommand() *cobra.Command {
	o := &optimising{app: a}
	cmd := a.puzzleCommand("target", o.run)
	cmd.Flags().BoolVar(&o.grid, "grid", false, a.t("cli.flag.grid"))
	cmd.Flags().BoolVar(&o.minimum, "minimum", false, a.t("cli.flag.minimum"))
	cmd.Flags().StringVar(&o.file, "weights", "", a.t("cli.flag.weights"))
	a.limitFlags(cmd, &o.limits)
	return cmd
}

func (o *optimising) run(_ *cobra.Command, args []string) error {
	o.weights = target.Rings()
	if o.file != "" {
		var err error
		if o.weights, err = readWeights(o.file); err != nil {
			return err
		}
	}
	_, err := o.app.run(args, stage{batch: 1, slow: true, handler: func() handler { return o.each }})
	return err
}

func (o *optimising) each(ctx context.Context, entries []entry, r *report) int {
	opt := target.Options{Limits: sudoku.Limits{Nodes: o.limits.nodes}, Progress: o.progress}
	if o.minimum {
		opt.Goal = target.Minimum
	}
	for i := range entries {
		e := &entries[i]
		one, cancel := o.limits.bound(ctx)
		start := time.Now()
		best, err := target.Optimum(one, e.Grid, o.weights, opt)
		took := time.Since(start)
		cancel()
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			if best.HasGrid && o.app.ctx.Err() != nil {
				r.note(e, "cli.target.sofar", "score", best.Score, "bound", best.Bound)
			}
			return i
		}
		var refused *target.WeightError
		switch {
		case errors.As(err, &refused):
			r.status = worse(r.status, Bad)
			r.notes = append(r.notes, "nonet: "+message.Of(err, o.app.lang)+"\n"...)
			return i
		case best.Outcome == sudoku.None:
			r.none(e, err)
		case best.Outcome == sudoku.Undecided:
			r.undecided(e, err)
		}
		if o.app.json {
			r.object(wire.TargetOf(e.Grid, opt.Goal, best, err, took, o.app.lang))
			continue
		}
		switch {
		case best.Outcome == sudoku.None:
			r.out = append(r.out, "-1"...)
		case best.Outcome == sudoku.Found:
			r.out = strconv.AppendInt(r.out, best.Score, 10)
		case best.HasGrid:
			r.out = fmt.Appendf(r.out, "# undecided, score %d, bound %d", best.Score, best.Bound)
		default:
			r.out = fmt.Appendf(r.out, "# undecided, bound %d", best.Bound)
		}
		if o.grid && best.HasGrid {
			r.out = append(append(r.out, ' '), best.Grid.String()...)
		}
		r.out = append(r.out, '\n')
	}
	return len(entries)
}

// progress shows the best score and the bound on a terminal.
func (o *optimising) progress(p target.Progress) {
	o.app.stderr.show(func(line *progress) {
		line.set(int64(p.Nodes), func() string {
			if !p.HasScore {
				return o.app.t("cli.target.progressBound", "bound", p.Bound)
			}
			return o.app.t("cli.target.progress", "score", p.Score, "bound", p.Bound)
		})
	})
}

// readWeights reads 81 integers, cell by cell.
func readWeights(name string) (target.Weights, error) {
	f, err := openFile(name)
	if err != nil {
		return target.Weights{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 1<<20))
	if err != nil {
		return target.Weights{}, err
	}
	var weights [sudoku.Cells]int64
	n, line, column := 0, 1, 1
	wrong := func(key string, args ...any) error {
		return &inputError{name, &format.SyntaxError{Line: line, Column: column, What: message.New(key, args...)}}
	}
	isSpace := func(r rune) bool { return unicode.IsSpace(r) || r == ',' }
	rest := strings.TrimPrefix(string(text), "\uFEFF")
	for rest != "" {
		first, size := utf8.DecodeRuneInString(rest)
		if isSpace(first) {
			rest = rest[size:]
			column++
			if first == '\n' {
				line, column = line+1, 1
			}
			continue
		}
		word := rest
		if end := strings.IndexFunc(rest, isSpace); end >= 0 {
			word = rest[:end]
		}
		weight, err := strconv.ParseInt(word, 10, 64)
		switch {
		case err != nil:
			return target.Weights{}, wrong("error.weight", "word", fmt.Sprintf("%.20s", word))
		case n == sudoku.Cells:
			return target.Weights{}, wrong("error.weightsMany")
		}
		weights[n] = weight
		n++
		rest = rest[len(word):]
		column += len(word) // a number is ASCII
	}
	if n < sudoku.Cells {
		return target.Weights{}, wrong("error.weightsFew", "n", n)
	}
	return target.CellWeights(weights), nil
}
