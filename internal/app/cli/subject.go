package cli

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"nonet/format"
	"nonet/internal/app/cli/stream"
	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/puzzle"
	"nonet/sudoku"
)

// Puzzles of any board and any rules pass through the same stream as classic puzzles, as texts that workers parse. Most
// commands answer all puzzles in the same way ([app.answerSubjects]). Commands that search many grids at once get the
// classic puzzles as grids, in order ([app.acceptAnyRules]).

// subject is a puzzle to answer, with its place in the input.
type subject struct {
	*operation.Subject
	entry  stream.Entry
	forBad func(out []byte, cause error) []byte // if not nil, appends an answer for bad input to out
	lang   message.Lang
	notes  []string // notes that were already written about this puzzle
}

// reportBad reports the puzzle as bad input because of err. `more` is false if the run stops.
func (p *subject) reportBad(r *stream.Report, err error) (more bool) {
	if more = r.ReportBad(&p.entry, err); more && p.forBad != nil {
		r.Out = p.forBad(r.Out, err)
	}
	return more
}

// reportRefusal reports the puzzle as bad input if err says that the puzzle's rules are too large for the engine. It
// reports nothing if `exact` is true, because then the result is exact despite the error. `more` is false if the run
// stops.
func (p *subject) reportRefusal(r *stream.Report, exact bool, err error) (refused, more bool) {
	var fault *puzzle.Error
	if exact || !errors.As(err, &fault) {
		return false, true
	}
	return true, p.reportBad(r, err)
}

// isAnswered reports whether a search has an answer to write. There is no answer if ctx has ended, or if reportRefusal
// reports err. If the search has an answer, isAnswered adds notes that compare the solution in the text with the
// solutions found. `more` is false if the run stops.
func (p *subject) isAnswered(ctx context.Context, r *stream.Report, err error, found sudoku.Tally, solutions ...[]int) (answered, more bool) {
	if err != nil && ctx.Err() != nil {
		return false, false
	}
	if refused, more := p.reportRefusal(r, found.Exact, err); refused {
		return false, more
	}
	var first []int
	if len(solutions) > 0 {
		first = solutions[0]
	}
	if p.Solution != nil {
		for _, m := range p.CompareNotes(found, first) {
			r.Note(&p.entry, m.In(p.lang))
		}
	}
	return true, true
}

func (a *app) applyRuleFlags(p *format.Puzzle) error {
	if len(a.as) > 0 {
		if err := applyCorrections(p, a.as, a.Lang); err != nil {
			return err
		}
	}
	return a.added.AddTo(p)
}

// understoodSubject applies applyRuleFlags to p and returns p as a Subject. It calls note with each note on how the
// text was read. The error is about the flags or the puzzle, for example about unknown rules.
func (a *app) understoodSubject(p *format.Puzzle, note func(string)) (*operation.Subject, error) {
	if err := a.applyRuleFlags(p); err != nil {
		return nil, err
	}
	r, notes, err := a.reading.Understand(a.Ctx, p)
	for _, one := range notes {
		note(one.In(a.Lang))
	}
	return r, err
}

// answerer writes the answer to a puzzle. It returns false if ctx has ended or the run stops.
type answerer = func(ctx context.Context, p *subject, r *stream.Report) (more bool)

// answerSubjects makes the stage call answer for each puzzle, of any board and any rules.
func (a *app) answerSubjects(s *stream.Stage, answer answerer) {
	bad := s.Bad
	s.Handler = stream.OneByOne(func(ctx context.Context, e *stream.Entry, r *stream.Report) bool {
		p := a.subjectOf(*e, bad)
		return answer(ctx, &p, r)
	})
	a.acceptAnyRules(s, answer)
}

func (a *app) subjectOf(e stream.Entry, bad func([]byte, error) []byte) subject {
	return subject{Subject: operation.SubjectOf(&e.Puzzle), entry: e, forBad: bad, lang: a.Lang}
}

// withRulesBatch is the number of puzzles per batch if --on or --add is set. It is small, because puzzles with more
// rules take longer.
const withRulesBatch = 16

// acceptAnyRules makes the stage accept puzzles of any rules, and adds the rules of --on and --add to every puzzle. The
// stage reports bad input itself, so the function answer gets only valid puzzles.
func (a *app) acceptAnyRules(s *stream.Stage, answer answerer) {
	s.Letters = a.reading.Letters
	s.Wrong = func(p *format.Puzzle) error {
		extended := *p
		_, err := a.understoodSubject(&extended, func(string) {})
		return err
	}
	plain := s.Handler
	s.Rules = func() stream.Handler {
		classic := plain()
		return func(ctx context.Context, puzzles *stream.Slots, r *stream.Report) int {
			return a.answerMixedBatch(ctx, puzzles, r, s, classic, answer)
		}
	}
	if !a.added.IsEmpty() || len(a.as) > 0 {
		s.Batch, s.Handler = withRulesBatch, s.Rules
	}
}

// answerMixedBatch answers a batch in order. It passes consecutive classic puzzles to the handler `classic`, and
// each other puzzle to the function `answer`.
func (a *app) answerMixedBatch(ctx context.Context, puzzles *stream.Slots, r *stream.Report, s *stream.Stage, classic stream.Handler, answer answerer) int {
	var grids [][sudoku.Cells]uint8 // unanswered classic puzzles directly before puzzle i
	i := 0
	flush := func() bool {
		n := len(grids)
		if n == 0 {
			return true
		}
		done := classic(ctx, puzzles.Slice(i-n, grids), r)
		grids = grids[:0]
		i -= n - done
		return done == n
	}
	for ; i < len(puzzles.Cells) && ctx.Err() == nil; i++ {
		var notes []string
		var p *operation.Subject
		read, err := puzzles.Read(i, func(read *format.Puzzle) (err error) {
			p, err = a.understoodSubject(read, func(note string) { notes = append(notes, note) })
			return err
		})
		e, plain := puzzles.Entry(i), err == nil && read.IsClassic() // classic batches are only faster; the function answer would write the same
		if plain {
			notes = append(notes, p.SearchedNotes(a.Ctx, a.Lang)...)
		} else if !flush() {
			return i
		}
		for _, note := range notes {
			r.Note(&e, note)
		}
		one := subject{Subject: p, entry: e, forBad: s.Bad, lang: a.Lang, notes: notes}
		switch {
		case err != nil:
			if !one.reportBad(r, err) {
				return i
			}
		case plain:
			grids = append(grids, read.Grid.Values())
		case !answer(ctx, &one, r):
			return i
		}
	}
	flush()
	return i
}

func (a *app) refusalOf(rules any) message.Message { return operation.CommandRefusal(a.asks, rules) }

// This file implements --as, which corrects how drawings and sentences were read. The page has a panel for this.

// addCorrection parses a value of --as: a name, a colon, and a kind of constraint, perhaps with its number. Without a
// kind, the drawing or sentence states no rule.
func (a *app) addCorrection(s string) error {
	colon := max(strings.LastIndex(s, ":"), strings.LastIndex(s, "："))
	if colon <= 0 {
		return stream.Problem("cli.as.form")
	}
	a.as = append(a.as, [2]string{strings.TrimSpace(s[:colon]), strings.TrimSpace(strings.TrimLeft(s[colon:], ":："))})
	return nil
}

// applyCorrections applies the corrections in `list` to p. The error for an unknown name or kind lists the possible
// ones.
func applyCorrections(p *format.Puzzle, list [][2]string, lang message.Lang) error {
	readings := map[string]string{}
	if err := p.ApplyCorrections(readings); err != nil { // without this call, p.Notes lacks the possible kinds
		return err
	}
	for _, c := range list {
		var known []*format.Understood
		for _, n := range p.Notes {
			if n.Drawn != nil {
				known = append(known, n.Drawn)
			}
		}
		if len(known) == 0 {
			return stream.Problem("cli.as.none")
		}
		d, err := findReading(known, c[0], lang)
		if err != nil {
			return err
		}
		kind, err := parseKindName(d, c[1], lang)
		if err != nil {
			return err
		}
		next := maps.Clone(readings)
		next[d.Name] = kind
		if err := p.ApplyCorrections(next); err != nil {
			return err
		}
		readings = next
	}
	return nil
}

// drawingName returns the name of drawings or of a sentence, as notes in the language lang show it.
func drawingName(d *format.Understood, lang message.Lang) string {
	if d.Class == format.Words {
		return d.Name
	}
	name := operation.DrawingName(d).In(lang)
	if space := strings.LastIndexByte(d.Name, ' '); space > 0 && isNumber(d.Name[space+1:]) { // keep the number that distinguishes drawings of the same look
		name += d.Name[space:]
	}
	return name
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// findReading returns the drawings or the sentence called `name`. For a sentence, its beginning is enough. Names may be
// in any language, and may end with the number of drawings, as in notes.
func findReading(known []*format.Understood, name string, lang message.Lang) (*format.Understood, error) {
	plain := func(s string) string {
		s = strings.ToLower(strings.Join(strings.Fields(strings.Trim(s, "“”\"' .")), " "))
		if bare := strings.TrimRight(s, ")）"); bare != s {
			if bracket := strings.LastIndexAny(bare, "(（"); bracket > 0 && isNumber(strings.TrimLeft(bare[bracket:], "(（")) {
				s = strings.TrimSpace(bare[:bracket])
			}
		}
		return s
	}
	var found []*format.Understood
	var names []string
	for _, d := range known {
		for _, other := range message.Langs() {
			if plain(d.Name) == plain(name) || plain(drawingName(d, other)) == plain(name) {
				return d, nil
			}
		}
		if d.Class == format.Words && plain(name) != "" && strings.HasPrefix(plain(d.Name), plain(name)) {
			found = append(found, d)
		}
		names = append(names, drawingName(d, lang))
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, stream.Problem("cli.as.name", "name", name, "names", message.WordsOf(names))
}

// parseKindName parses a kind's name, in any language and any case, perhaps followed by a number. It returns the kind
// in the form that [format.Puzzle.ApplyCorrections] accepts.
func parseKindName(d *format.Understood, text string, lang message.Lang) (string, error) {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(s))
	}
	no := []string{"", "none", "nothing", "decoration"}
	for _, lang := range message.Langs() {
		no = append(no, plain(message.New("cli.as.nothing").In(lang)))
	}
	if slices.Contains(no, plain(text)) {
		return "", nil
	}
	name := strings.TrimRight(text, "0123456789 ")
	number := strings.TrimSpace(text[len(name):])
	if _, err := strconv.Atoi(number); number != "" && err != nil || strings.HasSuffix(name, "-") {
		name = "" // text does not begin with a kind's name
	}
	var may []string
	for _, one := range d.MayBe {
		kind, usual, _ := strings.Cut(one, " ")
		label := operation.KindLabel(kind, 0)
		names := []string{kind}
		for _, lang := range message.Langs() {
			names = append(names, label.In(lang))
		}
		if slices.ContainsFunc(names, func(other string) bool {
			return plain(other) == plain(name) || plain(strings.TrimSuffix(other, " line")) == plain(name)
		}) && (number == "" || usual != "") {
			return strings.TrimSpace(kind + " " + cmp.Or(number, usual)), nil
		}
		if lang != message.English {
			one = strings.TrimSpace(label.In(lang) + " " + usual)
		}
		may = append(may, one)
	}
	if d.Class == format.Words {
		return "", stream.Problem("cli.as.words", "name", d.Name)
	}
	return "", stream.Problem("cli.as.kind", "name", drawingName(d, lang), "kind", text, "kinds", message.WordsOf(may))
}
