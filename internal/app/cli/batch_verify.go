package cli

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"nonet/format"
	"nonet/internal/app/batch"
	"nonet/internal/app/cli/stream"
	"nonet/internal/job"
	"nonet/sudoku"
)

// setBatchStatus sets the exit status to the worst status of all shards. It reports an input without puzzles as bad
// input, as every command does. `found` is false if no input has a puzzle.
func (a *app) setBatchStatus(m *job.Manifest) (found bool) {
	filled := make([]bool, len(m.Job.Inputs))
	for e := range m.Entries {
		a.Status.RaiseTo(stream.Status(e.Status))
		if e.Puzzles > 0 || e.Status == int(stream.Bad) {
			filled[m.Job.Shard(e.Shard).Input] = true
		}
	}
	if sums := m.Sums(); sums.Done < sums.Shards {
		return true // shards without an output may have puzzles
	}
	for i, in := range m.Job.Inputs {
		if found = found || in.Range || filled[i]; !in.Range && !filled[i] {
			a.Status.RaiseTo(stream.Bad)
			a.Notes.Line(in.Name + ":1:1: " + a.TextOf("format.none"))
		}
	}
	return found
}

func checkOneOutput(cmd *cobra.Command, args []string) error {
	if len(args) != 1 || args[0] == "" {
		return stream.Problem("cli.batch.oneOutput", "path", cmd.CommandPath())
	}
	return nil
}

func (a *app) verifyBatch(name string) error {
	m, complete, err := a.batchManifest(name)
	if err != nil {
		return err
	}
	faults, missing, behind := 0, 0, 0 // behind is 1 if the output has bytes after the last shard
	tell := func(f *job.Fault) bool {
		if complete != nil {
			f.Name = name // the joined file contains the shard
		}
		switch f.Kind {
		case job.Missing:
			missing++
			return a.Ctx.Err() == nil
		case job.Longer:
			behind = 1
		}
		if faults++; faults <= 100 {
			a.Notes.Line("nonet: " + f.Message().In(a.Lang))
		}
		return a.Ctx.Err() == nil
	}
	passed := a.showComparison(m)
	defer a.Notes.EndProgress()
	if complete != nil {
		in, err := complete.OpenDecompressed()
		if err != nil {
			return err
		}
		defer in.Close()
		if err := job.VerifyWhole(batch.WatchReader(a.Ctx, in, passed), m, batch.Digest, tell); err != nil && a.Ctx.Err() == nil {
			return &stream.InputError{Source: name, Err: &fs.PathError{Op: "read", Path: name, Err: err}}
		}
	} else {
		job.Verify(a.Ctx, m, batch.Digest, func(e *job.Entry) bool {
			passed(e.Bytes)
			return true
		}, tell)
	}
	a.Notes.EndProgress()
	sums := m.Sums()
	if a.Ctx.Err() != nil {
		return a.Ctx.Err()
	}
	if faults > 0 || missing > 0 {
		a.Status.RaiseTo(stream.None)
	}
	unharmed := sums.Shards - faults + behind - missing
	return a.printTextOrObject(struct {
		Job     string `json:"job"`
		Shards  int    `json:"shards"`
		Whole   int    `json:"whole"`
		Missing int    `json:"missing"`
		Wrong   int    `json:"wrong"`
		Puzzles int64  `json:"puzzles"`
		Bytes   int64  `json:"bytes"`
	}{m.ID, sums.Shards, unharmed, missing, faults, sums.Puzzles, sums.Bytes},
		a.TextOf("cli.batch.verified", "whole", unharmed, "all", sums.Shards, "missing", missing, "wrong", faults, "n", sums.Puzzles)+"\n")
}

// checkDigest returns an error if the manifest's digests are not of the kind [batch.DigestName].
func checkDigest(m *job.Manifest, name string) error {
	if m.Job.Digest == batch.DigestName {
		return nil
	}
	return stream.Problem("cli.batch.digest", "name", name, "digest", m.Job.Digest)
}

// batchManifest returns the manifest of a job. `name` is the job's directory, with or without the ending ".batch", or
// the file into which the job joined its outputs.
func (a *app) batchManifest(name string) (*job.Manifest, *batch.AssembledOutput, error) {
	info, err := os.Stat(name)
	var store job.Store
	output := &batch.AssembledOutput{Name: name}
	switch {
	case err == nil && !info.IsDir():
		store = *output
	case err == nil && batch.IsDir(name), batch.IsDir(name + ".batch"):
		output = nil
		if err != nil || !info.IsDir() {
			name += ".batch"
		}
		if store, err = batch.OpenDir(name, ""); err != nil {
			return nil, nil, err
		}
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, stream.Problem("error.noFile", "name", name)
	default:
		return nil, nil, stream.Problem("cli.batch.noManifest", "name", name)
	}
	m, err := job.Open(store)
	if errors.Is(err, job.ErrNone) {
		err = stream.Problem("cli.batch.noManifest", "name", name)
	} else if err == nil {
		err = checkDigest(m, name)
	}
	if dir, ok := store.(*batch.Dir); ok && err == nil {
		dir.ListGatheredOutputs(m)
	}
	return m, output, err
}

// isPuzzlePerLine reports whether each puzzle in the text occupies a line of its own. It examines only the beginning.
func isPuzzlePerLine(text string) bool {
	if _, size := format.Lines([]byte(text), make([][sudoku.Cells]uint8, len(text)/sudoku.Cells)); size == len(text) {
		return true // skip the reader below, which is much slower, for the most frequent kind of text
	}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if _, err := format.NewReader(strings.NewReader(line), format.Options{IgnoreUnknown: true}).ReadOne(); err != nil {
			return false
		}
		break
	}
	for in := format.NewReader(strings.NewReader(text), format.Options{Section: &format.Section{Torn: true}}); ; {
		_, err := in.Next()
		if syntax, ok := errors.AsType[*format.SyntaxError](err); err != nil && (!ok || syntax.What.Key == format.ManyLines) {
			return !ok
		}
	}
}
