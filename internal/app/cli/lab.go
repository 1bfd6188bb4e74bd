package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/textbook"
	"nonet/sudoku"
	"nonet/wire"
)

func (a *app) labCommand() *cobra.Command {
	var strategies []string
	var solutions uint64
	l := operation.SearchLimits{Timeout: 10 * time.Second}
	cmd := a.puzzleCommand("lab", func(_ *cobra.Command, args []string) error {
		if l.Timeout <= 0 || solutions == 0 {
			return stream.Problem("error.labLimits")
		}
		if err := operation.KnownInLab(strategies); err != nil {
			return err
		}
		bounds := textbook.Limits{Solutions: solutions, Nodes: l.Nodes}
		between := "\n"
		if a.json {
			between = ""
		}
		s := stream.Stage{Batch: 1, Direct: true, Between: between, Handler: stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
			return a.compare(ctx, e, r, strategies, bounds, l.Timeout)
		})}
		return a.passPuzzles(args, s)
	})
	cmd.Flags().StringSliceVar(&strategies, "strategy", nil, a.TextOf("cli.flag.strategy"))
	cmd.Flags().Uint64Var(&solutions, "limit", 1, a.TextOf("cli.flag.limitLab"))
	a.addLimitFlags(cmd, &l)
	cmd.RegisterFlagCompletionFunc("strategy", completeWords(operation.LabIDs()...))
	return cmd
}

// disagreeingRuns returns two runs that contradict each other: most found more solutions than
// fewest, although fewest searched to the end. ok is false if there are no such runs.
func disagreeingRuns(runs []wire.Run) (most, fewest wire.Run, ok bool) {
	for _, a := range runs {
		for _, b := range runs {
			if b.Complete && b.Solutions < a.Solutions {
				return a, b, true
			}
		}
	}
	return
}

func (a *app) compare(ctx context.Context, e *stream.Entry, r *stream.Report, strategies []string, bounds textbook.Limits, perRun time.Duration) bool {
	all, err := operation.Compare(ctx, e.Grid, strategies, bounds, perRun, a.Lang)
	if err != nil {
		return false
	}
	decided, none := false, false
	for _, run := range all.Runs {
		decided = decided || run.Outcome != "undecided"
		none = none || run.Outcome == "none"
	}
	most, fewest, disagree := disagreeingRuns(all.Runs)
	switch {
	case disagree:
		r.Status.RaiseTo(stream.None)
		r.Note(e, a.TextOf("cli.lab.disagree", "a", most.Strategy, "n", most.Solutions, "b", fewest.Strategy, "m", fewest.Solutions))
	case none:
		var why error
		if contradictions := e.Grid.Contradictions(); contradictions != nil {
			why = &sudoku.ContradictionError{Contradictions: contradictions}
		}
		r.ReportNoSolution(e, why)
	case !decided:
		r.Status.RaiseTo(stream.Undecided)
		r.Note(e, a.TextOf("cli.undecided", "why", a.TextOf("cli.lab.nobody")))
	}
	if a.json {
		r.AddObject(all)
		return true
	}
	r.Out = append(r.Out, all.Puzzle+"\n"...)
	t := table{right: []bool{false, true, true, true, true, true, false}}
	t.add(a.TextOf("cli.lab.strategy"), a.TextOf("cli.lab.solutions"), a.TextOf("cli.lab.nodes"), a.TextOf("cli.lab.backtracks"), a.TextOf("cli.lab.depth"), a.TextOf("cli.lab.time"), "")
	for _, run := range all.Runs {
		backtracks, depth, mark := fmt.Sprint(run.Backtracks), fmt.Sprint(run.Depth), ""
		if strings.HasPrefix(run.Strategy, operation.KernelPrefix) {
			backtracks, depth = "-", "-"
		}
		if run.Outcome == "undecided" {
			mark = a.TextOf("cli.lab.stopped")
		}
		t.add(run.Strategy, fmt.Sprint(run.Solutions), fmt.Sprint(run.Nodes), backtracks, depth,
			fmt.Sprintf("%.3f ms", run.Milliseconds), mark)
	}
	r.Out = append(r.Out, t.String()...)
	return true
}

// table formats text in columns.
type table struct {
	right []bool // which columns are right-aligned
	rows  [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) String() string {
	width := make([]int, len(t.right))
	for _, row := range t.rows {
		for i, cell := range row {
			width[i] = max(width[i], stream.Width(cell))
		}
	}
	var b strings.Builder
	for _, row := range t.rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-stream.Width(cell))
			if t.right[i] {
				line.WriteString(pad + cell + "  ")
			} else {
				line.WriteString(cell + pad + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
