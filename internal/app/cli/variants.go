package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/internal/ordered"
	"nonet/message"
	"nonet/sudoku"
	"nonet/variant"
	"nonet/variant/notation"
)

// Puzzles of any board and any rules take a way of their own through solve, count and
// check: one puzzle a line, or one that fills a source, answered in order on all
// processors. A source whose first puzzle is a classic one goes the way of those.

// mostVariant is how many bytes a puzzle may have.
const mostVariant = 1 << 20

// peek is how much of a source is looked at to tell which way it goes.
const peek = 64 << 10

// variantRun is a run of a command over such puzzles.
type variantRun struct {
	app    *app
	limits operation.SearchLimits
	// answer appends what is printed for a puzzle; false: ctx ended.
	answer func(ctx context.Context, u *variantUnit, p *variant.Puzzle) bool
	bad    func(out []byte, why error) []byte
}

// variantUnit is a text that is a puzzle, and what comes of it.
type variantUnit struct {
	place, text string
	fault       error // of the source
	out         []byte
	notes       []string
	status      stream.Status
	more        bool // it has more solutions than shown
	limited     bool // its count stopped at the limit
	done        bool
}

// variants tells whether the arguments are puzzles of any rules, by the first that is not
// standard input.
func (a *app) variants(args []string) bool {
	first := "-"
	if len(args) > 0 && isPlain(args[0]) {
		return false
	}
	for _, arg := range args { // beside others, standard input is not waited for
		if arg != "-" {
			first = arg
			break
		}
	}
	text := first
	if first == "-" {
		text = a.peekStdin()
	} else if info, err := os.Stat(first); err == nil {
		if !info.Mode().IsRegular() {
			return false
		}
		file, err := os.Open(first)
		if err != nil {
			return false
		}
		defer file.Close()
		head, _ := io.ReadAll(io.LimitReader(file, peek))
		text = string(head)
	}
	return isVariant(text)
}

// isVariant tells whether a text begins with a puzzle that is more than a classic one.
func isVariant(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if isPlain(line) {
			return false
		}
		switch of := notation.Of(line); {
		case of == notation.ISS, of == notation.JSON, of == notation.Sized:
			return true
		case of != "":
			p, _, err := notation.Read(line)
			if err != nil {
				return false
			}
			_, classic := p.Classic()
			return !classic && p.Givens != nil || len(p.Constraints) > 0
		}
		break
	}
	switch notation.Of(text) {
	case notation.JSON, notation.Sized:
		return true
	case "":
		return strings.HasPrefix(strings.TrimSpace(text), "{") && strings.Contains(text, `"nonet"`)
	}
	return false
}

// isPlain tells whether a line is a classic puzzle as most are: what is known at once, as
// the code of the other notations is not in memory when a command starts.
func isPlain(line string) bool {
	return len(line) == sudoku.Cells && strings.Trim(line, ".0123456789") == ""
}

// peekStdin is how standard input begins, which is read again by whoever reads it.
func (a *app) peekStdin() string {
	if stream.IsTerminal(a.In) {
		return ""
	}
	head := make([]byte, peek)
	if file, ok := a.In.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			at, _ := file.Seek(0, io.SeekCurrent)
			n, _ := file.ReadAt(head, at)
			return string(head[:n])
		}
	}
	source := a.Stdin()
	in, err := source.Reader(a.Ctx)
	if err != nil {
		return ""
	}
	n := 0
	for !isTelling(head[:n]) && n < len(head) {
		some, err := in.Read(head[n:])
		if n += some; err != nil {
			break
		}
	}
	a.In = io.MultiReader(bytes.NewReader(head[:n]), in)
	return string(head[:n])
}

// isTelling tells whether the beginning of an input is enough to know its kind: a pipe may
// bring a line in pieces, and who sends one puzzle and waits is to be answered. A whole line
// that is a puzzle, or a row of a classic one, is enough, as is a blank one after others.
func isTelling(head []byte) bool {
	begun := false
	for len(head) > 0 {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		if !whole {
			return false
		}
		head = rest
		switch text := string(bytes.TrimSpace(line)); {
		case text == "" && begun:
			return true
		case text == "" || text[0] == '#':
		case isPlain(text), notation.Of(text) != "", len(text) == 9 && strings.Trim(text, ".0123456789") == "":
			return true
		default:
			begun = true
		}
	}
	return false
}

// units sends the puzzles of the arguments on.
func (r *variantRun) units(ctx context.Context, args []string, send func(variantUnit) bool) {
	for _, source := range r.app.Sources(args) {
		if source.Text != "" && !strings.Contains(strings.TrimSpace(source.Text), "\n") {
			if !send(variantUnit{place: source.Name, text: source.Text}) {
				return
			}
			continue
		}
		in, err := source.Reader(ctx)
		if err != nil {
			send(variantUnit{place: source.Name, fault: err})
			return
		}
		going := r.lines(source.Name, bufio.NewReaderSize(in, peek), send)
		in.Close()
		if !going {
			return
		}
	}
}

// lines sends the puzzles of one source on: one, if the whole is one, else one a line.
func (r *variantRun) lines(name string, in *bufio.Reader, send func(variantUnit) bool) bool {
	for n := 1; ; n++ {
		line, err := readLine(in)
		place := name + ":" + strconv.Itoa(n)
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
			if n == 1 && !isLine(text) {
				rest, _ := io.ReadAll(io.LimitReader(in, mostVariant))
				return send(variantUnit{place: name, text: line + string(rest)})
			}
			if !send(variantUnit{place: place, text: text}) {
				return false
			}
		}
		switch {
		case err == io.EOF:
			return true
		case err != nil:
			send(variantUnit{place: place, fault: err})
			return false
		}
	}
}

// isLine tells whether a line is a puzzle by itself.
func isLine(text string) bool {
	if notation.Of(text) != "" {
		return true
	}
	all, err := format.Parse(text)
	return err == nil && len(all) == 1
}

// readLine is the next line; what is longer than a puzzle may be ends with an error.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		if line = append(line, part...); err != bufio.ErrBufferFull {
			return string(line), err
		}
		if len(line) > mostVariant {
			return "", stream.Problem("variant.long", "most", mostVariant)
		}
	}
}

// variantPuzzle is the puzzle of a text: in a notation of any rules, or a classic one.
func variantPuzzle(text string) (*variant.Puzzle, []notation.Note, error) {
	if notation.Of(text) != "" || strings.HasPrefix(strings.TrimSpace(text), "{") {
		return notation.Read(text)
	}
	all, err := format.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	if len(all) != 1 {
		return nil, nil, stream.Problem("variant.notation")
	}
	g := all[0]
	p := variant.New(9, 9)
	for c := range sudoku.Cells {
		if d := g.Grid.At(sudoku.Cell(c)); d != 0 {
			p.Givens = append(p.Givens, variant.Given{Cell: c, Values: []int{int(d)}})
		}
	}
	return p, nil, p.Validate()
}

// run answers all puzzles in order.
func (r *variantRun) run(args []string, shown uint64) error {
	a := r.app
	ctx, cancel := context.WithCancel(a.Ctx)
	defer cancel()
	a.Out.OnFailure(cancel)
	units := make(chan variantUnit)
	go func() {
		defer close(units)
		r.units(ctx, args, func(u variantUnit) bool {
			select {
			case units <- u:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	work := ordered.Work[variantUnit]{
		Pull: func(ctx context.Context, u *variantUnit) bool {
			next, ok := <-units
			*u = next
			return ok
		},
		Worker: func() func(context.Context, *variantUnit) { return r.one },
	}
	var sum stream.Tally
	for u := range work.Done(ctx) {
		if !u.done && ctx.Err() != nil {
			break
		}
		sum.Puzzles++
		for _, o := range []struct {
			is bool
			of *stream.Occurrences
		}{{u.more, &sum.More}, {u.limited, &sum.Limited}} {
			if o.is {
				if o.of.N++; o.of.N == 1 {
					o.of.First = u.place
				}
			}
		}
		a.Out.Write(u.out)
		if err := a.Out.Flush(); err != nil {
			return err
		}
		for _, text := range u.notes {
			a.Notes.Line(u.place + ": " + text)
		}
		if a.Status.Worse(u.status); u.status == stream.Bad && !a.KeepGoing {
			break
		}
	}
	a.sumUp(sum, shown)
	return a.Ctx.Err()
}

// one answers one puzzle.
func (r *variantRun) one(ctx context.Context, u *variantUnit) {
	u.done = true
	note := func(text string) { u.notes = append(u.notes, text) }
	p, notes, err := (*variant.Puzzle)(nil), []notation.Note(nil), u.fault
	if err == nil {
		p, notes, err = variantPuzzle(u.text)
	}
	if err != nil {
		u.status = stream.Bad
		note(message.Of(err, r.app.Lang))
		if r.app.KeepGoing {
			u.out = r.bad(u.out, err)
		}
		return
	}
	if len(notes) > 0 {
		var parts []string
		for _, n := range notes {
			parts = append(parts, n.Part)
		}
		note(r.app.T("cli.variant.noted", "what", strings.Join(parts, ", ")))
	}
	bound, cancel := r.limits.Bound(ctx)
	defer cancel()
	u.done = r.answer(bound, u, p)
}

// status is what an outcome is to the shell, with its note.
func (r *variantRun) judge(u *variantUnit, tally sudoku.Tally, err error) {
	switch {
	case tally.Exact && tally.N == 0:
		u.status = stream.None
		u.notes = append(u.notes, r.app.T("cli.none"))
	case err != nil && r.app.Ctx.Err() == nil:
		u.status = stream.Undecided
		u.notes = append(u.notes, message.Of(toldReason(err), r.app.Lang))
	}
}

func toldReason(err error) error {
	if why, is := stream.Reason(err).(message.Message); is {
		return &variant.Error{Constraint: -1, What: why}
	}
	return err
}

// variantJSON is an answer as --json prints it, for puzzles of any rules.
type variantJSON struct {
	Outcome   string   `json:"outcome"`             // found, none or undecided
	Solutions []string `json:"solutions,omitempty"` // the board's values: digits, or numbers with blanks between them
	Beside    []beside `json:"beside,omitempty"`    // values of the cells beside the board, of the first solution
	Count     uint64   `json:"count"`
	Exact     bool     `json:"exact"`
	Nodes     uint64   `json:"nodes"`
	Unique    string   `json:"unique,omitempty"`
	Minimal   string   `json:"minimal,omitempty"`
	Redundant []string `json:"redundant,omitempty"`
	Conflict  []string `json:"conflict,omitempty"`
	Reason    string   `json:"reason,omitempty"`
}

type beside struct {
	Name   string `json:"name"`
	Values []int  `json:"values"`
}

// besides are the values of the groups.
func besides(p *variant.Puzzle, values []int) (all []beside) {
	at := p.BoardCells()
	for _, g := range p.Groups {
		all = append(all, beside{g.Name, values[at : at+g.Count]})
		at += g.Count
	}
	return all
}

func (r *variantRun) object(u *variantUnit, p *variant.Puzzle, result variant.Result, err error) variantJSON {
	o := variantJSON{Outcome: result.Outcome().String(), Count: result.N, Exact: result.Exact, Nodes: result.Nodes}
	if len(result.Solutions) > 0 {
		o.Beside = besides(p, result.Solutions[0])
	}
	if err != nil {
		o.Reason = message.Of(toldReason(err), r.app.Lang)
	}
	return o
}

func appendObject(out []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return out
	}
	return append(append(out, b...), '\n')
}

// badVariant stands where a puzzle could not be read.
func (a *app) badVariant() func(out []byte, why error) []byte {
	return a.badInput(a.whenJSON(func(reason string) any { return variantJSON{Outcome: sudoku.Undecided.String(), Reason: reason} }))
}

func (a *app) whenJSON(object func(reason string) any) func(string) any {
	if a.json {
		return object
	}
	return nil
}

// solveVariants prints up to limit solutions of each puzzle.
func (s *solving) variants(args []string) error {
	a := s.app
	r := &variantRun{app: a, limits: s.limits, bad: a.badVariant()}
	if !slices.Contains([]string{"line", "json"}, s.style) {
		return stream.Problem("cli.variant.only")
	}
	limit := int(min(s.limit, 1<<20))
	r.answer = func(ctx context.Context, u *variantUnit, p *variant.Puzzle) bool {
		result, err := p.Count(ctx, variant.Limits{Solutions: limit + 1, Keep: limit, Nodes: s.limits.Nodes})
		if a.Ctx.Err() != nil && err != nil {
			return false
		}
		r.judge(u, result.Tally, err)
		if result.N > 0 && u.status == stream.Undecided && uint64(limit) <= result.N {
			u.status, u.notes, u.more = stream.Done, nil, true
		}
		u.more = u.more || result.N > uint64(limit)
		var lines []string
		for _, values := range result.Solutions[:min(limit, len(result.Solutions))] {
			lines = append(lines, notation.Line(p, values))
		}
		switch {
		case s.style == "json":
			o := r.object(u, p, result, err)
			o.Solutions = lines
			o.Count = min(o.Count, uint64(limit))
			u.out = appendObject(u.out, o)
		case len(lines) > 0:
			for _, line := range lines {
				u.out = append(append(u.out, line...), '\n')
			}
		case result.Exact:
			u.out = append(u.out, noSolution...)
		default:
			u.out = append(u.out, notDecided...)
		}
		return true
	}
	return r.run(args, s.limit)
}

// variants prints how many solutions each puzzle has.
func (c *counting) variants(args []string) error {
	a := c.app
	limit := c.limit
	if limit == 0 {
		limit = 1 << 40
	}
	r := &variantRun{app: a, limits: c.limits, bad: a.badVariant()}
	r.answer = func(ctx context.Context, u *variantUnit, p *variant.Puzzle) bool {
		result, err := p.Count(ctx, variant.Limits{Solutions: int(limit), Nodes: c.limits.Nodes})
		if a.Ctx.Err() != nil && err != nil {
			return false
		}
		r.judge(u, result.Tally, err)
		u.limited = err == nil && !result.Exact
		switch {
		case a.json:
			u.out = appendObject(u.out, r.object(u, p, result, err))
		case err != nil && result.N > 0:
			u.out = fmt.Appendf(u.out, "# undecided, at least %d\n", result.N)
		case err != nil:
			u.out = append(u.out, notDecided...)
		default:
			u.out = fmt.Appendln(u.out, result.N)
		}
		return true
	}
	return r.run(args, c.limit)
}

// checkVariants prints of each puzzle whether it has one solution, and what could go; of
// one without a solution, what clashes.
func (a *app) checkVariants(args []string, l operation.SearchLimits) error {
	r := &variantRun{app: a, limits: l, bad: a.badVariant()}
	r.answer = func(ctx context.Context, u *variantUnit, p *variant.Puzzle) bool {
		limits := variant.Limits{Solutions: 2, Nodes: l.Nodes}
		result, err := p.Count(ctx, limits)
		if a.Ctx.Err() != nil && err != nil {
			return false
		}
		unique, minimal := sudoku.Unknown, sudoku.Unknown
		var parts []variant.Part
		why := ""
		o := r.object(u, p, result, err)
		names := func() (all []string) {
			for _, part := range parts {
				all = append(all, p.PartName(part).In(a.Lang))
			}
			return all
		}
		switch {
		case result.N > 1:
			unique, minimal, why = sudoku.No, sudoku.No, a.T("cli.check.several")
		case result.Exact && result.N == 0:
			unique, minimal = sudoku.No, sudoku.No
			parts, _ = p.Conflict(ctx, limits)
			o.Conflict = names()
			why = a.T("cli.none")
			if len(parts) > 0 {
				why += "; " + a.T("cli.variant.conflict", "list", strings.Join(o.Conflict, ", "))
			}
		case result.Exact:
			var cut error
			unique = sudoku.Yes
			parts, cut = p.Redundant(ctx, limits)
			o.Redundant = names()
			key := "cli.check.redundant"
			switch {
			case len(parts) > 0:
				minimal = sudoku.No
				if cut != nil {
					key = "cli.check.redundantSome"
				}
				why = a.T(key, "list", strings.Join(o.Redundant, ", "))
			case cut == nil:
				minimal = sudoku.Yes
			}
		default:
			r.judge(u, result.Tally, err)
		}
		if a.Ctx.Err() != nil {
			return false
		}
		if unique == sudoku.No {
			u.status = stream.None
		}
		if a.json {
			o.Unique, o.Minimal = unique.String(), minimal.String()
			u.out = appendObject(u.out, o)
			return true
		}
		answer := func(x sudoku.Answer) string { return a.T("cli.answer." + x.String()) }
		line := a.T("cli.check.line", "valid", answer(sudoku.Yes), "unique", answer(unique), "minimal", answer(minimal), "n", len(p.Givens))
		if why != "" {
			line += a.T("cli.check.because", "why", why)
		}
		u.out = append(append(u.out, line...), '\n')
		return true
	}
	return r.run(args, 0)
}
