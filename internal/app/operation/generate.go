package operation

import (
	"context"
	"errors"
	"strings"
	"time"

	"nonet/format"
	"nonet/generate"
	"nonet/internal/app/input"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

// GenerateRequest asks for new puzzles with a given number, level, symmetry, pattern or kind.
type GenerateRequest struct {
	Grade     string   `json:"grade,omitempty" enum:"any,easy,medium,hard,unfair,extreme" default:"any" doc:"HoDoKu's level; with max_grade, the easiest"`
	MaxGrade  string   `json:"max_grade,omitempty" enum:"any,easy,medium,hard,unfair,extreme" default:"any" doc:"The hardest level; any: only that of grade"`
	MinScore  int      `json:"min_score,omitempty" minimum:"0" maximum:"1000000000" doc:"The lowest HoDoKu score"`
	MaxScore  int      `json:"max_score,omitempty" minimum:"0" maximum:"1000000000" doc:"The highest HoDoKu score; 0 sets no limit"`
	MinGivens int      `json:"min_givens,omitempty" minimum:"0" maximum:"256" doc:"The least number of givens"`
	MaxGivens int      `json:"max_givens,omitempty" minimum:"0" maximum:"256" doc:"The greatest number of givens; 0 sets no limit"`
	Symmetry  string   `json:"symmetry,omitempty" enum:"none,rotate180,rotate90,mirror-horizontal,mirror-vertical,diagonal,anti-diagonal,full,mirror" default:"none" doc:"The symmetry of the givens; mirror is mirror-horizontal"`
	Minimal   bool     `json:"minimal,omitempty" default:"false" doc:"No given can be removed; for other rules, no constraint either, except rules of the whole board"`
	Require   []string `json:"require,omitempty" maxItems:"200" doc:"Techniques that HoDoKu's path must use, by ID, HoDoKu code or name"`
	Forbid    []string `json:"forbid,omitempty" maxItems:"200" doc:"Techniques that it must not use"`
	Hardest   string   `json:"hardest,omitempty" doc:"The hardest technique that HoDoKu's path needs, by ID, HoDoKu code or name; for other rules, a technique of deduction"`
	Pattern   string   `json:"pattern,omitempty" doc:"The cells that hold givens: a puzzle in any format, with a digit for each given; or with x, # or * instead of digits"`
	Seed      *uint64  `json:"seed,omitempty" maximum:"9007199254740991" doc:"The seed of the random choices; without it, another each time"`
	Attempt   uint64   `json:"attempt,omitempty" maximum:"9007199254740991" default:"0" doc:"The attempt to begin with; the same request with a puzzle's seed and attempt gives that puzzle again"`
	Variant   []string `json:"variant,omitempty" maxItems:"20" doc:"Kinds of constraints that the puzzle combines, by words such as killer, jigsaw, x and thermo (docs/GENERATE.md lists them), or by their names; without any, it is a classic puzzle"`
	Size      int      `json:"size,omitempty" minimum:"4" maximum:"16" default:"9" doc:"How many rows, columns and values; a puzzle of a size other than 9 needs no kind"`
	NoGivens  bool     `json:"no_givens,omitempty" default:"false" doc:"For other rules: the puzzle has no givens; the default with cages that cover the board, unless min_givens or max_givens is set"`
	Logic     bool     `json:"logic,omitempty" default:"false" doc:"Techniques solve the puzzle, and nothing must be tried out"`
	Count     int      `json:"count,omitempty" minimum:"1" maximum:"100" default:"1" doc:"How many puzzles"`
	TimeoutMS int64    `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`

	spec generate.Spec
}

// greatestSeed is 2⁵³−1. Every JSON reader represents integers up to this number exactly.
const greatestSeed = exactCount - 1

func (q *GenerateRequest) prepare(c *Call) (err error) {
	given := map[string]bool{
		"min_score": q.MinScore > 0, "max_score": q.MaxScore > 0, "require": len(q.Require) > 0, "forbid": len(q.Forbid) > 0, "pattern": q.Pattern != "",
	}
	part := ""
	q.spec, part, err = q.Spec(given)
	q.spec.Graded = true
	switch part {
	case "require":
		return c.techniqueListError(err, q.Require, part)
	case "forbid":
		return c.techniqueListError(err, q.Forbid, part)
	case "hardest":
		return c.invalidError(part, c.techniqueError(err, part), q.Hardest)
	case "pattern":
		return c.unreadableProblem(err, part)
	}
	return c.invalidError(part, err, nil)
}

// Spec returns the specification of the puzzles. given says which fields, or flags of nonet generate, are set. After an
// error, part is the name of the invalid field or flag.
func (q *GenerateRequest) Spec(given map[string]bool) (w generate.Spec, part string, err error) {
	w = generate.Spec{
		Kinds: q.Variant, Size: q.Size, Logic: q.Logic, Minimal: q.Minimal, Seed: seedOr(q.Seed), From: q.Attempt, NoGivens: q.NoGivens,
		Givens: generate.Range{Min: q.MinGivens, Max: q.MaxGivens}, Score: generate.Range{Min: q.MinScore, Max: q.MaxScore},
	}
	if err = w.Symmetry.UnmarshalText([]byte(q.Symmetry)); err != nil {
		return w, "symmetry", err
	}
	if w.MinLevel, w.MaxLevel, err = LevelRange(q.Grade, q.MaxGrade); err != nil {
		return w, "grade", err
	}
	if part, err = checkSpecParts(&w, given); err != nil {
		return w, part, err
	}
	if w.Require, err = TechniquesNamed(q.Require); err != nil {
		return w, "require", err
	}
	if w.Forbid, err = TechniquesNamed(q.Forbid); err != nil {
		return w, "forbid", err
	}
	if q.Pattern != "" {
		if w.Pattern, err = readPattern(q.Pattern); err != nil {
			return w, "pattern", err
		}
	}
	if err = setHardest(&w, q.Hardest); err != nil {
		return w, "hardest", err
	}
	return w, "", nil
}

func (q *GenerateRequest) answer(ctx context.Context, c *Call) any {
	start := time.Now()
	w := wire.Generate{Outcome: sudoku.Found.String(), Seed: q.spec.Seed, Puzzles: []wire.Generated{}}
	// A request may use only one processor, so one worker suffices.
	for puzzle, err := range generate.Puzzles(ctx, q.spec, generate.Limits{Workers: 1}) {
		if err != nil {
			setGenerationFailure(&w, err, c.Lang)
			break
		}
		w.Puzzles = append(w.Puzzles, GeneratedOf(&puzzle, q.spec.Seed))
		if len(w.Puzzles) == q.Count {
			break
		}
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w
}

func setGenerationFailure(w *wire.Generate, err error, lang message.Lang) {
	w.Outcome, w.Reason = sudoku.Undecided.String(), message.TextOf(err, lang)
	if _, ok := errors.AsType[*generate.SpecError](err); ok {
		w.Outcome = sudoku.None.String()
	}
}

// Grades returns the level names that a request may use: "any", then HoDoKu's levels, the easiest first.
func Grades() []string {
	names := []string{"any"}
	for l := hodoku.Easy; l <= hodoku.Extreme; l++ {
		names = append(names, l.String())
	}
	return names
}

// LevelRange returns the easiest and the hardest level for two names of [Grades]. For the grade "any", `from` is 0. For
// the maxGrade "any", `to` is equal to `from`.
func LevelRange(grade, maxGrade string) (from, to hodoku.Level, err error) {
	if grade != "any" {
		err = from.UnmarshalText([]byte(grade))
	}
	if to = from; maxGrade != "any" && err == nil {
		err = to.UnmarshalText([]byte(maxGrade))
	}
	return from, to, err
}

// Symmetries returns the names of the symmetries that a request may use; "mirror", the last, has no
// [generate.Symmetry].
func Symmetries() []string { return append(wire.CodesOf(generate.Symmetries()...), "mirror") }

// readPattern parses a pattern: the set of cells that receive givens. The text is one puzzle in any format, whose
// givens mark these cells. If the text has no digit from 1 to 9, the characters x, X, #, * and @ mark cells, too. The
// error is that of [format.ParseClassic].
func readPattern(text string) (generate.Pattern, error) {
	if !strings.ContainsAny(text, "123456789") {
		text = strings.Map(func(r rune) rune {
			if strings.ContainsRune("xX#*@", r) {
				return '1'
			}
			return r
		}, text)
	}
	p, err := format.ParseClassic(text)
	return generate.PatternOf(p.Grid), err
}

// DailyRequest asks for the puzzle of a date and a level. All requests with the same date and level get the same
// puzzle.
type DailyRequest struct {
	Date      string `json:"date" doc:"The date at the player's place, as year-month-day: 2026-11-22"`
	Grade     string `json:"grade,omitempty" enum:"easy,medium,hard,unfair,extreme" default:"easy" doc:"HoDoKu's level"`
	TimeoutMS int64  `json:"timeout_ms,omitempty" minimum:"1" default:"5000" limit:"time" doc:"Milliseconds the request may wait and search"`

	day   time.Time
	level hodoku.Level
}

func (q *DailyRequest) prepare(c *Call) (err error) {
	if q.day, err = ParseDay(q.Date); err != nil {
		return c.invalidError("date", err, q.Date)
	}
	return q.level.UnmarshalText([]byte(q.Grade))
}

func (q *DailyRequest) answer(ctx context.Context, c *Call) any {
	return Daily(ctx, q.day, q.level, c.Lang)
}

// ParseDay parses a date such as 2026-11-22. The error's text shows which form is expected.
func ParseDay(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, message.NewError("operation.date", "text", input.QuoteStart(text))
	}
	return day, nil
}

// Daily returns the JSON answer with the puzzle for day at this level. If ctx ends first, the answer has the reason.
func Daily(ctx context.Context, day time.Time, level hodoku.Level, lang message.Lang) wire.Daily {
	start := time.Now()
	spec := generate.Daily(day, level)
	puzzle, outcome, err := generate.One(ctx, spec, generate.Limits{})
	w := wire.Daily{Outcome: outcome.String(), Date: day.Format(time.DateOnly), Grade: level.String()}
	if outcome == sudoku.Found {
		w.Generated = new(GeneratedOf(&puzzle, spec.Seed))
	} else {
		w.Reason = message.TextOf(err, lang)
	}
	w.Milliseconds = wire.Milliseconds(time.Since(start))
	return w
}
