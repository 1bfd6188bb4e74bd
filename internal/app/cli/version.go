package cli

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"nonet/internal/engine/kernel"
)

// versionInfo is the JSON of nonet version.
type versionInfo struct {
	Version  string   `json:"version"`
	Revision string   `json:"revision,omitempty"`
	Time     string   `json:"time,omitempty"`
	Modified bool     `json:"modified,omitempty"`
	Go       string   `json:"go"`
	Platform string   `json:"platform"`
	Kernels  []string `json:"kernels"` // best first
	Kernel   string   `json:"kernel"`  // the one in use
}

// release is the version that make build sets through the linker.
var release string

// buildVersion returns the version that the build recorded.
func buildVersion() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				v.Revision = s.Value
			case "vcs.time":
				v.Time = s.Value
			case "vcs.modified":
				v.Modified = s.Value == "true"
			}
		}
	}
	v.Version = cmp.Or(release, v.Version)
	v.Kernels, v.Kernel = kernel.Names(), kernel.Default().Name()
	return v
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{Use: "version", Args: refuseArguments, RunE: func(*cobra.Command, []string) error { return a.showVersion() }}
}

func (a *app) showVersion() error {
	v := buildVersion()
	if a.json {
		return a.writeJSON(v)
	}
	_, err := fmt.Fprintf(a.Out, "nonet %s %s %s\n%s\n", v.Version, v.Go, v.Platform, a.TextOf("cli.version.kernels", "list", v.Kernels, "name", v.Kernel))
	return err
}
