package cli

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nonet/internal/app/cli/stream"
	"nonet/internal/suggest"
	"nonet/message"
)

// variableOf returns the name of the environment variable for a flag.
func variableOf(flag string) string {
	return "NONET_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// otherVariables are the variables that belong to no flag.
var otherVariables = []string{"NONET_KERNEL"}

// setFromEnvironment sets each flag of cmd that is not on the command line to the value of its
// variable. It warns of variables that have the prefix NONET_ but are unknown. An empty
// variable counts as not set.
func (a *app) setFromEnvironment(cmd *cobra.Command, environ []string) error {
	known := slices.Clone(otherVariables)
	var failure error
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		name := variableOf(f.Name)
		known = append(known, name)
		value := a.env(name)
		if value == "" || f.Changed || f.Name == "help" || failure != nil {
			return
		}
		if err := cmd.Flags().Set(f.Name, value); err != nil {
			why := any(err)
			var invalid *pflag.InvalidValueError
			if errors.As(err, &invalid) {
				why = invalidReason(invalid)
			}
			failure = stream.Problem("error.variable", "name", name+"="+value, "why", why)
		}
	})
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "NONET_") && !slices.Contains(known, name) {
			a.Notes.Line(suggest.WithSuggestions(message.New("cli.serve.variable", "name", name), name, known).In(a.Lang))
		}
	}
	return failure
}
