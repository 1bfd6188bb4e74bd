package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/contest"
)

// problemInfo describes a contest, in the JSON array that nonet oj --list prints.
type problemInfo struct {
	Name    string `json:"name"`
	About   string `json:"about"`
	Example string `json:"example"`
	Answer  string `json:"answer"`
}

// answers is the JSON object that nonet oj NAME prints.
type answers struct {
	Problem  string `json:"problem"`
	Output   string `json:"output"`
	Unsolved []int  `json:"unsolved"` // the first lines of puzzles without a solution
}

func (a *app) ojCommand() *cobra.Command {
	list := false
	cmd := &cobra.Command{
		Use: "oj",
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return a.listContests()
			}
			return cmd.Help()
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, a.TextOf("cli.flag.list"))
	for _, c := range contest.All() {
		cmd.AddCommand(&cobra.Command{
			Use: c.Name + " [" + a.TextOf("cli.word.file") + "]",
			Args: func(cmd *cobra.Command, args []string) error {
				if len(args) > 1 {
					return stream.Problem("error.oneFile", "name", args[1])
				}
				return nil
			},
			RunE: func(_ *cobra.Command, args []string) error { return a.answerContest(c, args) },
		})
	}
	return cmd
}

func (a *app) listContests() error {
	t := table{right: []bool{false, false}}
	for _, c := range contest.All() {
		about := a.TextOf("oj.about." + c.Name)
		if a.json {
			a.writeJSON(problemInfo{c.Name, about, c.Example, c.Answer})
		}
		t.addRow(c.Name, about)
	}
	if !a.json {
		io.WriteString(a.Out, t.String())
	}
	return nil
}

// answerContest reads the input of a contest and writes the output that its judge expects.
func (a *app) answerContest(c contest.Contest, args []string) error {
	from := a.Stdin()
	if len(args) == 1 && args[0] != "-" {
		from = stream.FileNamed(args[0])
	}
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	in, err := from.Reader(ctx)
	if err != nil {
		return err
	}
	defer in.Close()

	var out io.Writer = a.Out
	var text strings.Builder
	if a.json {
		out = &text
	}
	answer := answers{Problem: c.Name, Unsolved: []int{}}
	err = c.Run(ctx, in, out, func(line int, cause error) {
		a.Status.RaiseTo(stream.None)
		answer.Unsolved = append(answer.Unsolved, line)
		a.Notes.Line(fmt.Sprintf("%s:%d: %s", from.Name, line, a.noAnswerNote(cause)))
	})
	if a.json {
		answer.Output = text.String()
		a.writeJSON(answer)
	}
	if a.Ctx.Err() != nil && err != nil {
		return a.Ctx.Err()
	}
	if err != nil {
		return &stream.InputError{Source: from.Name, Err: err}
	}
	return nil
}
