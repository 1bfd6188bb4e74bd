package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"nonet/explain"
	"nonet/internal/message"
	"nonet/internal/wire"
	"nonet/logic"
	"nonet/sudoku"
)

// position is a state of play to reason about, and where it stood.
type position struct {
	state logic.State
	place string
	line  *libraryLine // where it came as a library line
}

// undecided reports a position that a limit kept from being decided.
func (a *app) undecided(place string, why error) {
	a.status = worse(a.status, Undecided)
	a.stderr.line(place + ": " + a.t("cli.undecided", "why", reason(why)))
}

// none reports a position without an answer: no solution, or another reason.
func (a *app) none(place string, why error) {
	a.status = worse(a.status, None)
	text := a.t("cli.none")
	var own *failure
	if errors.As(why, &own) {
		text = own.what.In(a.lang)
	} else if why != nil {
		text = a.t("cli.noneWhy", "why", why)
	}
	a.stderr.line(place + ": " + text)
}

// positions calls each with every position of the arguments: puzzles, candidate
// grids, or lines of HoDoKu's library. It reports bad input itself.
func (a *app) positions(args []string, each func(position) error) error {
	sources := a.sources(args)
	for i := range sources {
		more, err := a.positionsOf(&sources[i], each)
		if !more || err != nil || a.ctx.Err() != nil {
			return errors.Join(err, a.ctx.Err())
		}
	}
	return nil
}

// positionsOf tells a library by its first line, which begins with a colon.
func (a *app) positionsOf(s *source, each func(position) error) (more bool, err error) {
	file, err := s.open()
	if err != nil {
		a.fail(err)
		return a.keepGoing, nil
	}
	var read atomic.Int64
	ahead := newReadAhead(a.ctx, file, &read, func() {})
	defer ahead.stop()
	head, isLibrary := startOf(ahead)
	text := io.MultiReader(bytes.NewReader(head), ahead)
	if isLibrary {
		before := a.status
		err := a.linesOf(s.name, text, func(l libraryLine) error {
			return each(position{l.State, s.name + ":" + strconv.Itoa(l.number), &l})
		})
		return a.keepGoing || a.status == before || a.status != Bad, err
	}
	as := *s
	as.open = func() (io.ReadCloser, error) { return io.NopCloser(text), nil }
	more = as.each(a.ctx, &read, func() {}, func(e entry, bad error) bool {
		if bad != nil {
			a.fail(bad)
			return a.keepGoing
		}
		p := position{state: logic.NewState(e.Grid), place: e.place()}
		if e.Pencil != nil {
			for c := range p.state.EmptyCells().All() {
				p.state.SetCandidates(c, e.Pencil[c])
			}
		}
		err = each(p)
		return err == nil
	})
	return more, err
}

// startOf reads to the first byte that says something, and tells whether it is
// the colon of a library line.
func startOf(r io.Reader) (head []byte, isLibrary bool) {
	comment := false
	chunk := make([]byte, 4096)
	for {
		n, err := r.Read(chunk)
		from := len(head)
		head = append(head, chunk[:n]...)
		for _, b := range head[from:] {
			switch {
			case b == '\n':
				comment = false
			case comment, b <= ' ', b == 0xEF, b == 0xBB, b == 0xBF: // the byte order mark says nothing
			case b == '#':
				comment = true
			default:
				return head, b == ':'
			}
		}
		if err != nil || len(head) > longestLibraryLine {
			return head, false
		}
	}
}

// stepNodes is how long nonet steps looks for one technique unless told otherwise.
const stepNodes = 2_000_000

func (a *app) stepsCommand() *cobra.Command {
	var names []string
	l := limits{nodes: stepNodes}
	cmd := a.puzzleCommand("steps", func(_ *cobra.Command, args []string) error {
		wanted, err := techniquesNamed(names)
		if err != nil {
			return err
		}
		return a.positions(args, func(p position) error { return a.steps(p, wanted, l) })
	})
	a.techniqueFlag(cmd, &names)
	a.limitFlags(cmd, &l)
	return cmd
}

func (a *app) techniqueFlag(cmd *cobra.Command, names *[]string) {
	cmd.Flags().StringSliceVar(names, "technique", nil, a.t("cli.steps.technique"))
	cmd.RegisterFlagCompletionFunc("technique", complete(techniqueIDs()...))
}

func techniqueIDs() []string {
	var ids []string
	for _, t := range logic.Techniques() {
		ids = append(ids, t.String())
	}
	return ids
}

// techniquesNamed are the techniques of the given IDs, names in any language, or
// HoDoKu codes; all of them for none.
func techniquesNamed(names []string) ([]logic.Technique, error) {
	if len(names) == 0 {
		return logic.Techniques(), nil
	}
	var all []logic.Technique
	for _, name := range names {
		found := slices.IndexFunc(logic.Techniques(), func(t logic.Technique) bool {
			same := strings.EqualFold(name, t.String()) || name == t.Info().Code && name != ""
			for _, lang := range message.Langs {
				same = same || strings.EqualFold(name, t.Name().In(lang))
			}
			return same
		})
		if found < 0 {
			return nil, problem("cli.steps.unknown", "name", name, "known", strings.Join(techniqueIDs(), ", "))
		}
		all = append(all, logic.Techniques()[found])
	}
	return all, nil
}

// steps writes every step of the wanted techniques, each pattern once.
func (a *app) steps(p position, wanted []logic.Technique, l limits) error {
	if clash := p.state.Grid().Contradictions(); clash != nil {
		a.none(p.place, &sudoku.ContradictionError{Contradictions: clash})
		return nil
	}
	ctx, cancel := l.bound(a.ctx)
	defer cancel()
	f := logic.NewFinder(p.state, logic.Options{})
	for _, t := range wanted {
		f.Options = logic.Options{MissingCorners: true, Nodes: l.nodes}
		if p.line != nil && t.Info().Code == p.line.Code[:min(4, len(p.line.Code))] {
			f.Options = p.line.Options()
			f.Options.Nodes = l.nodes
		}
		seen := map[string]bool{}
		err := f.Each(ctx, t, func(s *logic.Step) bool {
			b, err := json.Marshal(wire.StepOf(s, a.sentence(&p.state, s), a.lang))
			if err == nil && !seen[string(b)] {
				seen[string(b)] = true
				_, err = a.out.Write(append(b, '\n'))
			}
			return err == nil
		})
		if a.ctx.Err() != nil {
			return a.ctx.Err()
		}
		if err != nil {
			a.undecided(p.place+": "+t.Name().In(a.lang), err)
			if errors.Is(err, context.DeadlineExceeded) {
				return nil
			}
		}
	}
	return nil
}

func (a *app) sentence(s *logic.State, step *logic.Step) string {
	return explain.Sentence(s, step).In(a.lang)
}
