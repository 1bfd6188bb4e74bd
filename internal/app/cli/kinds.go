package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/puzzle"
)

func (a *app) kindsCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "kinds " + a.TextOf("cli.kinds.arguments"),
		RunE:              func(_ *cobra.Command, args []string) error { return a.listKinds(args) },
		ValidArgsFunction: completeKinds,
	}
}

// completeKinds returns the names of the kinds for shell completion. It is a function, so that
// a normal start does not compute them.
func completeKinds(*cobra.Command, []string, string) (names []string, _ cobra.ShellCompDirective) {
	for _, k := range puzzle.Kinds() {
		names = append(names, k.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// kindJSON is the JSON form of a kind of constraint.
type kindJSON struct {
	Name     string   `json:"name"`
	Label    string   `json:"label"`
	Rule     string   `json:"rule"`
	FPuzzles string   `json:"fpuzzles,omitempty"`
	Generate []string `json:"generate,omitempty"`
	Example  string   `json:"example"`
}

// listKinds lists the kinds of constraints, or describes those that are named.
func (a *app) listKinds(names []string) error {
	wanted := puzzle.Kinds()
	if len(names) > 0 {
		wanted = nil
		for _, name := range names {
			k := puzzle.KindNamed(name)
			if k == nil {
				return stream.Problem("rules.unknownKind", "kind", name)
			}
			wanted = append(wanted, k)
		}
	}
	for i, k := range wanted {
		label, rule := k.Label().In(a.Lang), k.Rule().In(a.Lang)
		switch {
		case a.json:
			if err := a.writeJSON(kindJSON{k.Name, label, rule, k.FPuzzles, k.Lay.Words, k.Example}); err != nil {
				return err
			}
		case len(names) == 0:
			fmt.Fprintf(a.Out, "%-17s %s\n", k.Name, label)
		default:
			if i > 0 {
				fmt.Fprintln(a.Out)
			}
			fmt.Fprintf(a.Out, "%s · %s\n%s\n%s\n", k.Name, label, rule, a.TextOf("cli.kinds.isExample", "example", strings.TrimSpace(k.Example)))
			if words := k.Lay.Words; len(words) > 0 {
				fmt.Fprintln(a.Out, a.TextOf("cli.kinds.generate", "words", strings.Join(words, ", ")))
			}
			if k.FPuzzles != "" {
				fmt.Fprintln(a.Out, a.TextOf("cli.kinds.fpuzzles", "name", k.FPuzzles))
			}
		}
	}
	return nil
}
