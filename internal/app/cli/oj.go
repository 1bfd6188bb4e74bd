package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/internal/app/contest"
	"nonet/message"
)

// problemInfo is a contest in the JSON of nonet oj --list.
type problemInfo struct {
	Name    string `json:"name"`
	About   string `json:"about"`
	Example string `json:"example"`
	Answer  string `json:"answer"`
}

// answers is the JSON of nonet oj NAME.
type answers struct {
	Problem  string `json:"problem"`
	Output   string `json:"output"`
	Unsolved []int  `json:"unsolved"` // the lines on which puzzles without a solution begin
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
	cmd.Flags().BoolVar(&list, "list", false, a.t("cli.flag.list"))
	for _, c := range contest.All() {
		sub := &cobra.Command{
			Use: c.Name + " [" + a.t("cli.word.file") + "]",
			Args: func(cmd *cobra.Command, args []string) error {
				if len(args) > 1 {
					return problem("error.oneFile", "name", args[1])
				}
				return nil
			},
			RunE: func(_ *cobra.Command, args []string) error { return a.judge(c, args) },
		}
		cmd.AddCommand(sub)
	}
	return cmd
}

func (a *app) listContests() error {
	t := table{right: []bool{false, false}}
	for _, c := range contest.All() {
		about := a.t("oj.about." + c.Name)
		if a.json {
			a.object(problemInfo{c.Name, about, c.Example, c.Answer})
		}
		t.add(c.Name, about)
	}
	if !a.json {
		io.WriteString(a.out, t.String())
	}
	return nil
}

// judge answers one contest's input.
func (a *app) judge(c contest.Contest, args []string) error {
	from := a.stdin()
	if len(args) == 1 && args[0] != "-" {
		from = fileNamed(args[0])
	}
	ctx, cancel := context.WithCancel(a.ctx)
	defer cancel()
	a.out.onFailure(cancel)
	in, err := from.reader(ctx, new(atomic.Int64), func() {})
	if err != nil {
		return err
	}
	defer in.Close()

	var out io.Writer = a.out
	var kept strings.Builder
	if a.json {
		out = &kept
	}
	answer := answers{Problem: c.Name, Unsolved: []int{}}
	err = c.Run(ctx, in, out, func(line int, why error) {
		a.status = worse(a.status, None)
		answer.Unsolved = append(answer.Unsolved, line)
		text := a.t("cli.none")
		if why != nil {
			text = a.t("cli.noneWhy", "why", message.Of(why, a.lang))
		}
		a.stderr.line(fmt.Sprintf("%s:%d: %s", from.name, line, text))
	})
	if a.json {
		answer.Output = kept.String()
		a.object(answer)
	}
	if a.ctx.Err() != nil && err != nil {
		return a.ctx.Err()
	}
	if err != nil {
		return &inputError{from.name, err}
	}
	return nil
}
