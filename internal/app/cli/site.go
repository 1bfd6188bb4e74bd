package cli

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"nonet/internal/app/cli/stream"
	"nonet/internal/app/engine"
	"nonet/internal/app/page"
	"nonet/web"
)

func (a *app) siteCommand() *cobra.Command {
	packed := false
	cmd := &cobra.Command{Use: "site " + a.TextOf("cli.word.directory"), RunE: func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return stream.Problem("error.site.one", "n", len(args))
		}
		if args[0] == "" {
			return stream.Problem("error.site.nameless")
		}
		// Building takes a minute, so check first that files can be written.
		unmade, err := makeDirectory(args[0])
		if err != nil {
			return stream.Problem("error.site.write", "why", err)
		}
		built := engine.Embedded()
		if built == nil {
			a.Notes.Line(a.TextOf("cli.site.building"))
			if built, err = engine.Build(a.Ctx, "."); err != nil {
				unmade()
			}
			switch {
			case errors.Is(err, engine.ErrNoGo):
				return stream.Problem("error.site.noGo")
			case errors.Is(err, engine.ErrNoSources):
				return stream.Problem("error.site.noSources")
			case err != nil:
				return stream.Problem("error.site.engine", "why", err)
			}
		}
		p, err := page.NewStatic(web.Files, built, buildVersion().Version)
		if err != nil {
			return err
		}
		files := p.Tree(a.Lang)
		n, bytes := 0, 0
		for _, name := range slices.Sorted(maps.Keys(files)) {
			variants := map[string][]byte{"": files[name].PlainContent()}
			if packed {
				variants[".br"], variants[".gz"] = files[name].ContentIn("br"), files[name].ContentIn("gzip")
			}
			for ending, content := range variants {
				if content == nil {
					continue
				}
				if err := write(filepath.Join(args[0], filepath.FromSlash(name+ending)), content); err != nil {
					return stream.Problem("error.site.write", "why", err)
				}
				n, bytes = n+1, bytes+len(content)
			}
		}
		if a.json {
			return a.writeJSON(struct {
				Directory string `json:"directory"`
				Files     int    `json:"files"`
				Bytes     int    `json:"bytes"`
			}{args[0], n, bytes})
		}
		a.Notes.Line(a.TextOf("cli.site.written", "n", n, "directory", args[0], "kb", bytes/1000))
		return nil
	}}
	cmd.Flags().BoolVar(&packed, "compressed", false, a.TextOf("cli.site.compressed"))
	return cmd
}

// makeDirectory creates a directory unless it exists, and checks that files can be written there. unmade
// removes the directory if makeDirectory created it and it is empty.
func makeDirectory(dir string) (unmade func(), err error) {
	_, err = os.Stat(dir)
	unmade = func() {}
	if errors.Is(err, fs.ErrNotExist) {
		unmade = func() { _ = os.Remove(dir) }
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	probe, err := os.CreateTemp(dir, ".nonet")
	if err != nil {
		return nil, err
	}
	return unmade, errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// write writes a file, and creates its directory. It does not touch a file whose content is the
// same.
func write(name string, content []byte) error {
	if old, err := os.ReadFile(name); err == nil && string(old) == string(content) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}
