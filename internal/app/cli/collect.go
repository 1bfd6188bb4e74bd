package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/batch"
	"nonet/internal/app/cli/stream"
	"nonet/internal/research/collection"
	"nonet/sudoku"
)

// spool creates files without names in $TMPDIR for data that does not fit into memory. The files disappear when the
// process ends, even if it crashes.
type spool struct{}

func (spool) Create() (io.ReadWriteSeeker, io.Closer, error) {
	f, err := os.CreateTemp("", "nonet-")
	if err != nil {
		return nil, nil, err
	}
	if os.Remove(f.Name()) == nil {
		return f, f, nil
	}
	return f, temporaryFile{f}, nil
}

// temporaryFile is a file that Close also removes, because Windows cannot remove an open file.
type temporaryFile struct{ *os.File }

func (f temporaryFile) Close() error {
	f.File.Close()
	return os.Remove(f.Name())
}

func (a *app) collectCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "collect"}
	for _, c := range []*cobra.Command{a.dedupeCommand(), a.membershipCommand("minus", false), a.membershipCommand("intersect", true), a.sampleCommand(),
		a.filterCommand(), a.sortCommand()} {
		var output string
		a.addOutputFlag(c, &output)
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			return a.writeInto(output, func() error { return run(cmd, args) })
		}
		cmd.AddCommand(c)
	}
	cmd.AddCommand(a.tableCommand(), a.statsCommand())
	return cmd
}

func (a *app) addOutputFlag(cmd *cobra.Command, name *string) {
	cmd.Flags().StringVarP(name, "output", "o", "", a.TextOf("cli.collect.output"))
}

// writeInto calls run while a.Out writes to the file `name`. The extension of the name selects the compression. The
// file appears under its name only when it is complete. "" and "-" mean standard output.
func (a *app) writeInto(name string, run func() error) error {
	if name == "" || name == "-" {
		return run()
	}
	return a.createFile(name, func(out io.Writer) error {
		packed, err := batch.NewCompressor(out, name)
		if err != nil {
			return err
		}
		stdout := a.Out
		defer func() { a.Out = stdout }()
		a.Out = stream.NewOutput(context.Background(), packed)
		err = run()
		failed := errors.Join(a.Out.Close(), packed.Close())
		switch {
		case err == nil && a.hasStopped():
			err = stream.ErrStop
		case err == nil && failed != nil:
			err = a.writeError(name, failed)
		}
		return err
	})
}

func (a *app) writeError(name string, err error) error {
	return stream.Problem("error.write", "name", name, "why", systemErrorOf(err))
}

// hasStopped reports whether bad input ended the run. If so, the error has been printed, and the output file must not
// appear.
func (a *app) hasStopped() bool { return a.Status == stream.Bad && !a.KeepGoing }

// eachResult calls the function yield with every puzzle and its result, in the order of the input. Each worker calls
// the function work once. The function that work returns computes the results of a batch. All processors work in
// parallel.
func eachResult[V any](a *app, args []string, work func() func(context.Context, *stream.Slots) []V, yield func(*stream.Report, *[sudoku.Cells]uint8, V) error) error {
	return a.passPuzzles(args, stream.Stage{Batch: 256, Handler: func() stream.Handler {
		do := work()
		return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
			all := do(ctx, puzzles)
			if ctx.Err() != nil {
				return 0
			}
			r.InTurn = func(r *stream.Report) error {
				for i := range all {
					if err := yield(r, &puzzles.Cells[i], all[i]); err != nil {
						return err
					}
				}
				return nil
			}
			return len(puzzles.Cells)
		}
	}})
}

// eachPuzzleKey calls the function yield with every puzzle and its key, in the order of the input. If `exact` is true,
// equal puzzles have equal keys. Otherwise, all isomorphic puzzles have equal keys.
func (a *app) eachPuzzleKey(args []string, exact bool, yield func(*stream.Report, *[sudoku.Cells]uint8, collection.Key) error) error {
	return eachResult(a, args, func() func(context.Context, *stream.Slots) []collection.Key {
		var keyer collection.Keyer
		return func(ctx context.Context, puzzles *stream.Slots) []collection.Key {
			return keyer.Keys(ctx, nil, puzzles.Cells, exact)
		}
	}, yield)
}

func (a *app) writeSequence(all iter.Seq2[*[sudoku.Cells]uint8, error]) error {
	var line []byte
	for puzzle, err := range all {
		if err = cmp.Or(err, a.Ctx.Err()); err == nil {
			line = format.AppendLine(line[:0], puzzle)
			_, err = a.Out.Write(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeDistinct writes each wanted puzzle once. If `exact` is false, it writes only the first of several isomorphic
// puzzles. At most `memory` keys are in memory. The remaining keys are in temporary files.
func (a *app) writeDistinct(args []string, exact bool, memory int, isWanted func(collection.Key) bool) error {
	set := collection.Set{Storage: spool{}, Memory: memory}
	defer set.Close()
	if err := a.eachPuzzleKey(args, exact, func(r *stream.Report, puzzle *[sudoku.Cells]uint8, k collection.Key) error {
		if !isWanted(k) {
			return nil
		}
		fresh, err := set.Add(k, puzzle)
		if fresh {
			r.Out = format.AppendLine(r.Out, puzzle)
		}
		return err
	}); err != nil {
		return err
	}
	return a.writeSequence(set.NewUndecidedPuzzles())
}

func (a *app) dedupeCommand() *cobra.Command {
	exact, memory := false, 200
	cmd := a.puzzleCommand("dedupe", func(_ *cobra.Command, args []string) error {
		return a.writeDistinct(args, exact, memory*1e6/32, func(collection.Key) bool { return true })
	})
	cmd.Aliases = []string{"union"}
	a.addExactFlag(cmd, &exact)
	cmd.Flags().Var(positiveFlag(&memory), "memory", a.TextOf("cli.collect.memory"))
	return cmd
}

func (a *app) addExactFlag(cmd *cobra.Command, exact *bool) {
	cmd.Flags().BoolVar(exact, "exact", false, a.TextOf("cli.collect.exact"))
}

// membershipCommand returns a command that prints some of the puzzles in the first argument. If `in` is true, it prints
// those that also occur in the remaining arguments. If `in` is false, it prints those that do not occur there.
func (a *app) membershipCommand(name string, in bool) *cobra.Command {
	var exact bool
	cmd := a.puzzleCommand(name, func(_ *cobra.Command, args []string) error {
		if len(args) < 2 {
			return stream.Problem("error.twoSets")
		}
		var others collection.Members
		if err := a.eachPuzzleKey(args[1:], exact, func(_ *stream.Report, _ *[sudoku.Cells]uint8, k collection.Key) error {
			others.Add(k)
			return nil
		}); err != nil {
			return err
		}
		return a.writeDistinct(args[:1], exact, 0, func(k collection.Key) bool { return others.Has(k) == in })
	})
	cmd.Use = name + " " + a.TextOf("cli.word.file") + " " + a.TextOf("cli.word.file") + "..."
	a.addExactFlag(cmd, &exact)
	return cmd
}

func (a *app) sampleCommand() *cobra.Command {
	n, seed := 1000, uint64(0)
	cmd := a.puzzleCommand("sample", func(_ *cobra.Command, args []string) error {
		chance := rand.New(rand.NewPCG(seed, 0))
		type sampled struct {
			puzzle [sudoku.Cells]uint8
			number int
		}
		var sample []sampled
		read := 0
		if err := a.eachPuzzleKey(args, true, func(_ *stream.Report, puzzle *[sudoku.Cells]uint8, _ collection.Key) error {
			read++
			if len(sample) < n {
				sample = append(sample, sampled{*puzzle, read})
			} else if i := chance.IntN(read); i < n {
				sample[i] = sampled{*puzzle, read}
			}
			return nil
		}); err != nil {
			return err
		}
		sort.Slice(sample, func(i, j int) bool { return sample[i].number < sample[j].number })
		return a.writeSequence(func(yield func(*[sudoku.Cells]uint8, error) bool) {
			for i := range sample {
				if !yield(&sample[i].puzzle, nil) {
					return
				}
			}
		})
	})
	cmd.Flags().VarP(positiveFlag(&n), "count", "n", a.TextOf("cli.collect.count"))
	a.addSeedFlag(cmd, &seed)
	return cmd
}

// eachPuzzleFact calls the function yield with every puzzle, and with the result of the function `value` for this
// puzzle. The order is that of the input.
func eachPuzzleFact[V any](a *app, args []string, value func(*collection.Facts) V, yield func(*stream.Report, *[sudoku.Cells]uint8, V) error) error {
	return eachResult(a, args, func() func(context.Context, *stream.Slots) []V {
		return func(ctx context.Context, puzzles *stream.Slots) (all []V) {
			for i := range puzzles.Cells {
				e := puzzles.Entry(i)
				all = append(all, value(collection.NewFacts(ctx, e.Grid)))
			}
			return all
		}
	}, yield)
}

func (a *app) filterCommand() *cobra.Command {
	return a.puzzleCommand("filter "+a.TextOf("cli.word.expression"), func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return stream.Problem("error.noExpression")
		}
		e, err := collection.ParseExpression(args[0])
		if err != nil {
			return stream.Problem("error.expression", "column", err.(*collection.ExpressionError).Column, "why", err)
		}
		return eachPuzzleFact(a, args[1:], e.Holds, func(r *stream.Report, puzzle *[sudoku.Cells]uint8, holds bool) error {
			if holds {
				r.Out = format.AppendLine(r.Out, puzzle)
			}
			return nil
		})
	})
}

// parseColumns parses the first argument: column names, separated by commas.
func (a *app) parseColumns(args []string) (columns []collection.Column, rest []string, err error) {
	if len(args) == 0 {
		return nil, nil, stream.Problem("error.noColumns")
	}
	for name := range strings.SplitSeq(args[0], ",") {
		c, ok := collection.ColumnNamed(strings.TrimSpace(name))
		if !ok {
			var known []string
			for _, c := range collection.Columns() {
				known = append(known, c.Name)
			}
			return nil, nil, unknownNameError("error.column", name, known)
		}
		if slices.ContainsFunc(columns, func(other collection.Column) bool { return other.Name == c.Name }) {
			return nil, nil, stream.Problem("error.columnTwice", "name", c.Name)
		}
		columns = append(columns, c)
	}
	return columns, args[1:], nil
}

func (a *app) parseColumn(args []string) (collection.Column, []string, error) {
	columns, rest, err := a.parseColumns(args)
	if err == nil && len(columns) > 1 {
		err = stream.Problem("error.oneColumn")
	}
	if err != nil {
		return collection.Column{}, nil, err
	}
	return columns[0], rest, nil
}

func (a *app) sortCommand() *cobra.Command {
	var descending bool
	cmd := a.puzzleCommand("sort "+a.TextOf("cli.word.column"), func(_ *cobra.Command, args []string) error {
		c, rest, err := a.parseColumn(args)
		if err != nil {
			return err
		}
		sorter := collection.Sorter{Storage: spool{}, By: c, Descending: descending}
		if err := eachPuzzleFact(a, rest, c.Value, func(_ *stream.Report, puzzle *[sudoku.Cells]uint8, v any) error {
			return sorter.Add(*puzzle, v)
		}); err != nil {
			return err
		}
		return a.writeSequence(sorter.All())
	})
	cmd.Flags().BoolVarP(&descending, "descending", "d", false, a.TextOf("cli.collect.descending"))
	return cmd
}

func (a *app) tableCommand() *cobra.Command {
	var style, output string
	cmd := a.puzzleCommand("table "+a.TextOf("cli.word.column")+",...", func(cmd *cobra.Command, args []string) error {
		columns, rest, err := a.parseColumns(args)
		if err == nil {
			err = a.unifyJSONFormat(cmd, &style)
		}
		if err != nil {
			return err
		}
		switch layout := tableFormatOf(output); {
		case layout == "database":
			return stream.Problem("error.databaseFile", "name", output)
		case layout != "" && !a.json && !cmd.Flags().Changed("format"):
			style = layout
		}
		return a.writeInto(output, func() error {
			row := rows[style]
			a.Out.Write([]byte(row.begin(columns)))
			if err := eachPuzzleFact(a, rest, func(f *collection.Facts) (values []any) {
				for i := range columns {
					values = append(values, columns[i].Value(f))
				}
				return values
			}, func(r *stream.Report, puzzle *[sudoku.Cells]uint8, values []any) error {
				text := format.AppendLine(nil, puzzle)[:sudoku.Cells]
				r.Out = append(row.add(r.Out, string(text), columns, values), '\n')
				return nil
			}); err != nil {
				return err
			}
			if a.hasStopped() {
				return nil // without COMMIT, a database rejects the whole table instead of importing half of it
			}
			_, err := a.Out.Write([]byte(row.end(columns)))
			return err
		})
	})
	a.addChoice(cmd, cmd.Flags(), &style, "format", "tsv", []string{"tsv", "csv", "json", "sql"}, "cli.collect.format")
	a.addOutputFlag(cmd, &output)
	return cmd
}

// tableFormatOf returns the format of tables for a file name's extension, or "". For an extension of SQLite databases,
// which nonet cannot write, it returns "database".
func tableFormatOf(name string) string {
	switch extension := filepath.Ext(name); strings.ToLower(extension) {
	case ".gz", ".zst":
		return tableFormatOf(strings.TrimSuffix(name, extension))
	case ".tsv", ".csv", ".json", ".sql":
		return strings.ToLower(extension[1:])
	case ".jsonl", ".ndjson":
		return "json"
	case ".db", ".sqlite", ".sqlite3":
		return "database"
	}
	return ""
}

func sqlType(c *collection.Column) string {
	switch {
	case c.IsWhole():
		return "INTEGER"
	case c.IsNumeric():
		return "REAL"
	}
	return "TEXT"
}

// rows maps a table format to three functions, which write the beginning, a row and the end of a table.
var rows = map[string]struct {
	begin func([]collection.Column) string
	add   func(b []byte, puzzle string, columns []collection.Column, values []any) []byte
	end   func([]collection.Column) string
}{
	"tsv": {func(c []collection.Column) string { return "puzzle\t" + columnNames(c, "\t") + "\n" }, newRowAppender('\t'), emptyFooter},
	"csv": {func(c []collection.Column) string { return "puzzle," + columnNames(c, ",") + "\n" }, newRowAppender(','), emptyFooter},
	"json": {func([]collection.Column) string { return "" }, func(b []byte, puzzle string, columns []collection.Column, values []any) []byte {
		b = append(append(append(b, `{"puzzle":"`...), puzzle...), '"')
		for i, v := range values {
			text := collection.Text(v)
			if _, isText := v.(string); isText {
				text = `"` + text + `"`
			} else if v == nil {
				text = "null"
			}
			b = append(append(append(append(append(b, `,"`...), columns[i].Name...), `":`...), text...), ""...)
		}
		return append(b, '}')
	}, emptyFooter},
	"sql": {func(c []collection.Column) string {
		text := "BEGIN;\nCREATE TABLE puzzles (puzzle TEXT NOT NULL"
		for i := range c {
			text += `, "` + c[i].Name + `" ` + sqlType(&c[i]) // quoted, because unique is an SQL keyword
		}
		return text + ");\n"
	}, func(b []byte, puzzle string, _ []collection.Column, values []any) []byte {
		b = append(append(append(b, "INSERT INTO puzzles VALUES ('"...), puzzle...), '\'')
		for _, v := range values {
			text := collection.Text(v)
			if n, ok := collection.Number(v); ok {
				text = collection.Text(n)
			} else if v == nil {
				text = "NULL"
			} else {
				text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
			}
			b = append(append(b, ", "...), text...)
		}
		return append(b, ");"...)
	}, func(c []collection.Column) (text string) {
		for i := range c {
			text += "CREATE INDEX puzzles_" + c[i].Name + ` ON puzzles ("` + c[i].Name + "\");\n"
		}
		return text + "COMMIT;\n"
	}},
}

func emptyFooter([]collection.Column) string { return "" }

func columnNames(columns []collection.Column, separator string) string {
	var all []string
	for i := range columns {
		all = append(all, columns[i].Name)
	}
	return strings.Join(all, separator)
}

// newRowAppender returns a function that appends a row of a table. The byte `layout` separates the values. No value
// contains this byte.
func newRowAppender(layout byte) func(b []byte, puzzle string, columns []collection.Column, values []any) []byte {
	return func(b []byte, puzzle string, _ []collection.Column, values []any) []byte {
		b = append(b, puzzle...)
		for _, v := range values {
			b = append(append(b, layout), collection.Text(v)...)
		}
		return b
	}
}

func (a *app) statsCommand() *cobra.Command {
	var picture string
	cmd := a.puzzleCommand("stats "+a.TextOf("cli.word.column"), func(_ *cobra.Command, args []string) error {
		c, rest, err := a.parseColumn(args)
		if err != nil {
			return err
		}
		var s collection.Summary
		if err := eachPuzzleFact(a, rest, c.Value, func(_ *stream.Report, _ *[sudoku.Cells]uint8, v any) error {
			s.Add(v)
			return nil
		}); err != nil {
			return err
		}
		bars := s.HistogramBars(24)
		if picture != "" {
			if err := a.createFile(picture, func(w io.Writer) error {
				_, err := w.Write(collection.AppendSVG(nil, c.Name, bars))
				return err
			}); err != nil || picture == "-" {
				return err
			}
		}
		if a.json {
			o := map[string]any{"column": c.Name, "n": s.N, "unknown": s.Unknown, "bars": bars}
			if s.IsNumeric() {
				o["least"], o["most"], o["mean"] = s.Least, s.Most, s.Mean()
			}
			return a.writeJSON(o)
		}
		var b bytes.Buffer
		if s.IsNumeric() {
			fmt.Fprintln(&b, a.TextOf("cli.collect.stats.figures", "n", s.N, "least", collection.Text(s.Least), "most", collection.Text(s.Most), "mean", fmt.Sprintf("%.3f", s.Mean())))
		} else {
			fmt.Fprintln(&b, a.TextOf("cli.collect.stats.count", "n", s.N))
		}
		if s.Unknown > 0 {
			fmt.Fprintln(&b, a.TextOf("cli.collect.stats.unknown", "n", s.Unknown))
		}
		b.Write(collection.AppendBars(nil, bars, 40))
		_, err = a.Out.Write(b.Bytes())
		return err
	})
	cmd.Flags().StringVar(&picture, "svg", "", a.TextOf("cli.collect.svg"))
	return cmd
}
