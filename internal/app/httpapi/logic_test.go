package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"nonet/generate"
	"nonet/hint"
	"nonet/internal/app/operation"
	"nonet/internal/check/golden"
	"nonet/internal/check/soak"
	"nonet/logic"
	"nonet/logic/hodoku"
	"nonet/message"
	"nonet/sudoku"
	"nonet/wire"
)

const (
	nearlySolved = "534678912672195348198342567859761423426853791713924856961537284287419635345286..."
	// After a few singles, an X-wing is open.
	xWing  = "1.....569492.561.8.561.924...964.8.1.64.1....218.356.4.4.5...169.5.614.2621.....5"
	jigsaw = "jigsaw:aaaabbbccdabbbccccdaabccecfddabbeeffddaeeeeffgddeheffigdhhhhffighhhghiiigggggiiii"
)

func TestLogicAnswers(t *testing.T) {
	s := newServer(testConfig())
	wrong := easy[:2] + "9" + easy[3:]
	struck := func(cell int, marks string) string {
		list := slices.Repeat([]string{""}, 81)
		list[cell] = marks
		b, _ := json.Marshal(list)
		return string(b)
	}
	post := func(name, op, body string) request { return request{name, "POST", apiPath + op, body, nil} }
	var all []request
	for level := 3; level <= 5; level++ {
		all = append(all, post(fmt.Sprintf("hint, an X-wing, level %d", level), "hint", puzzleBody(xWing, fmt.Sprintf(`,"technique":"0300","level":%d`, level))))
	}
	golden.Check(t, "testdata/logic.txt", transcript(t, s, append(all,
		post("hint, the level is 1 unless told", "hint", puzzleBody(easy, "")),
		post("hint, a wrong value, level 1", "hint", puzzleBody(easy, `,"values":"`+wrong+`"`)),
		post("hint, a wrong value, level 2", "hint", puzzleBody(easy, `,"values":"`+wrong+`","level":2`)),
		post("hint, a wrong value, level 5", "hint", puzzleBody(easy, `,"values":"`+wrong+`","level":5`)),
		post("hint, a missing mark, level 2", "hint", puzzleBody(easy, `,"candidates":`+struck(2, "12")+`,"level":2`)),
		post("hint, a missing mark, level 5", "hint", puzzleBody(easy, `,"candidates":`+struck(2, "12")+`,"level":5`)),
		post("hint, nothing left to do", "hint", puzzleBody(easy, `,"values":"`+easySolved+`"`)),
		post("hint, no such step", "hint", puzzleBody(easy, `,"technique":"0610"`)),
		post("hint, several solutions", "hint", puzzleBody(empty, "")),
		post("hint, contradictory", "hint", puzzleBody(contrary, "")),
		post("explain", "explain", puzzleBody(nearlySolved, "")),
		post("explain, nothing left to do", "explain", puzzleBody(easySolved, "")),
		post("explain, several solutions", "explain", puzzleBody(empty, "")),
		post("explain, contradictory", "explain", puzzleBody(contrary, "")),
		post("steps", "steps", puzzleBody(easy, `,"techniques":["pointing","二阶鱼"],"limit":2`)),
		post("steps, none", "steps", puzzleBody(easy, `,"techniques":["0610"]`)),
		post("steps, contradictory", "steps", puzzleBody(contrary, "")),
		post("hint, a jigsaw", "hint", puzzleBody(".1.54..9..6.9..4....2.....7......52.....89.3.2.............49...8....3...4...2.61", `,"board":"`+jigsaw+`","level":5`)),
		post("explain, a jigsaw", "explain", puzzleBody("317548692865921473492365187938..65241547.9236276453819721634958689217345543892761", `,"board":"`+jigsaw+`"`)),
		post("steps, a Sudoku X", "steps", puzzleBody("5......8.82...94.1......3..43..58..7.9...............8........43...9.2.59...1...6", `,"board":"x","limit":1`)),
		post("grade", "grade", puzzleBody(easy, "")),
		post("grade, pencil marks", "grade", puzzleBody(candidateGridOfEasy(), "")),
		post("grade, several solutions", "grade", puzzleBody(empty, "")),
		post("grade, contradictory", "grade", puzzleBody(contrary, "")),
		post("generate", "generate", `{"seed":1,"count":2,"symmetry":"mirror","min_givens":30}`),
		post("generate, again the second", "generate", `{"seed":1,"attempt":1,"symmetry":"mirror","min_givens":30}`),
		post("generate, 16 givens", "generate", `{"max_givens":16,"seed":1}`),
		post("generate, required and forbidden", "generate", `{"require":["x-wing"],"forbid":["0300"],"seed":1}`),
		post("generate, required and too hard", "generate", `{"require":["x-wing"],"grade":"easy","seed":1}`),
		post("generate, a pattern of too few", "generate", `{"pattern":"`+strings.Repeat("x", 9)+strings.Repeat(".", 72)+`","seed":1}`),
		post("daily", "daily", `{"date":"2026-11-22","grade":"hard"}`),
	)))
}

// candidateGridOfEasy returns the puzzle easy as a candidate grid with one candidate removed.
func candidateGridOfEasy() string {
	state := logic.NewState(sudoku.MustParse(easy))
	state.Eliminate(2, 2)
	var b strings.Builder
	for c := range sudoku.Cell(sudoku.Cells) {
		for d := sudoku.Digit(1); d <= 9; d++ {
			if state.Value(c) == d || state.Candidates(c).Has(d) {
				fmt.Fprint(&b, d)
			} else {
				b.WriteByte('.')
			}
		}
	}
	return b.String()
}

func TestLogicProblems(t *testing.T) {
	s := newServer(testConfig())
	post := func(name, op, body string) request { return request{name, "POST", apiPath + op, body, nil} }
	list := func(n int, of string) string { return `[` + strings.Repeat(`"`+of+`",`, n-1) + `"` + of + `"]` }
	golden.Check(t, "testdata/logic-problems.txt", transcript(t, s, []request{
		post("level too high", "hint", puzzleBody(easy, `,"level":6`)),
		post("level too low", "hint", puzzleBody(easy, `,"level":0`)),
		post("unknown goal", "hint", puzzleBody(easy, `,"goal":"quick"`)),
		post("unknown technique", "hint", puzzleBody(easy, `,"technique":"xwing"`)),
		post("unknown technique among others", "steps", puzzleBody(easy, `,"techniques":["x-wing","\u0000"]`)),
		post("an empty technique", "steps", puzzleBody(easy, `,"techniques":[""]`)),
		post("a technique that is a number", "steps", puzzleBody(easy, `,"techniques":[300]`)),
		post("values without the givens", "hint", puzzleBody(easy, `,"values":"`+empty+`"`)),
		post("values of another length", "hint", puzzleBody(easy, `,"values":"53"`)),
		post("candidates of too few cells", "hint", puzzleBody(easy, `,"candidates":["1"]`)),
		post("candidates of too many cells", "explain", puzzleBody(easy, `,"candidates":`+list(82, ""))),
		post("candidates that are no digits", "steps", puzzleBody(easy, `,"candidates":`+list(81, "1０"))),
		post("candidates that are numbers", "steps", puzzleBody(easy, `,"candidates":[12]`)),
		post("limit too large", "steps", puzzleBody(easy, `,"limit":1001`)),
		post("prune is no boolean", "explain", puzzleBody(easy, `,"prune":"yes"`)),
		post("pencil marks to a grade", "grade", puzzleBody(easy, `,"candidates":[]`)),
		post("unknown grade", "generate", `{"grade":"evil"}`),
		post("grades that go down", "generate", `{"grade":"hard","max_grade":"medium","seed":1}`),
		post("unknown symmetry", "generate", `{"symmetry":"rotate45"}`),
		post("unknown technique required", "generate", `{"require":["x-wing","y-wing"]}`),
		post("unknown technique forbidden", "generate", `{"forbid":["y-wing"]}`),
		post("a seed too large", "generate", `{"seed":9007199254740992}`),
		post("a seed below zero", "generate", `{"seed":-1}`),
		post("no puzzles", "generate", `{"count":0}`),
		post("too many puzzles", "generate", `{"count":101}`),
		post("too many givens", "generate", `{"min_givens":257}`),
		post("givens that go down", "generate", `{"min_givens":40,"max_givens":30,"seed":1}`),
		post("a pattern too short", "generate", `{"pattern":"x.x"}`),
		post("a pattern with a letter", "generate", `{"pattern":"`+strings.Repeat("x", 80)+`K"}`),
		post("no object", "generate", `[]`),
		post("no date", "daily", `{"grade":"hard"}`),
		post("a day that is none", "daily", `{"date":"2026-02-29"}`),
	}))
}

// sample is a position of a puzzle.
type sample struct {
	puzzle string
	state  logic.State
}

// techniquePositions returns positions in which many techniques are the next step.
func techniquePositions(t *testing.T) map[logic.Technique]sample {
	all := map[logic.Technique]sample{}
	for _, p := range []string{easy, xWing, inkala, hard, "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", targetUnique} {
		path, outcome, err := hodoku.PathOf(t.Context(), logic.NewState(sudoku.MustParse(p)), hodoku.DefaultOrder(), nil)
		if outcome != sudoku.Found {
			t.Fatal(p, outcome, err)
		}
		at := path.Start
		for i := range path.Steps {
			if _, ok := all[path.Steps[i].Technique]; !ok {
				all[path.Steps[i].Technique] = sample{p, at}
			}
			at.Apply(&path.Steps[i])
		}
	}
	return all
}

// targetUnique requires wings and chains.
const targetUnique = "........1.......23..4..5........6....3....7.25...74......3.......6...4...8.1....."

func jsonBody(t *testing.T, fields map[string]any) string {
	t.Helper()
	b, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// marksOf returns a position's candidates in the form of a request.
func marksOf(s *logic.State) []string {
	all := make([]string, sudoku.Cells)
	for c := range sudoku.Cell(sudoku.Cells) {
		for d := range s.Candidates(c).Digits() {
			all[c] += fmt.Sprint(d)
		}
	}
	return all
}

// A hint of one level contains nothing of a higher level, in no field and no text.
func TestHintsLeakNothing(t *testing.T) {
	s := newServer(testConfig())
	cases := techniquePositions(t)
	if len(cases) < 12 {
		t.Errorf("only %d techniques", len(cases))
	}
	// The fields of the answer that each level adds.
	added := map[string]int{"draw": 2, "technique": 3, "name": 3, "step": 5}
	addedToDraw := map[string]int{"houses": 2, "cells": 3, "marks": 3, "sets": 3, "links": 4, "placements": 5, "eliminations": 5}
	for technique, c := range cases {
		if technique == logic.BruteForce {
			continue // no technique finds a step
		}
		for i, lang := range message.Langs() {
			if int(technique)%soak.PickOfThree(4, 2, 1) != i%soak.Pick(2, 1) {
				continue // test each technique in one language; in a short run, every other technique
			}
			var last wire.Hint
			for level := hint.Levels; level >= 1; level-- {
				a := sendRequest(t, s, "POST", "/api/v1/hint?lang="+string(lang), jsonBody(t, map[string]any{
					"puzzle": c.puzzle, "values": c.state.Grid().String(), "candidates": marksOf(&c.state), "technique": technique.String(), "level": level, "timeout_ms": 30_000,
				}))
				checkConforms(t, s, "POST", "/api/v1/hint", a)
				var h wire.Hint
				if err := json.Unmarshal([]byte(a.body), &h); err != nil || h.Outcome != "found" || h.Kind != "step" {
					t.Fatalf("%s, level %d: %v %s", technique, level, err, a.body)
				}
				if level == hint.Levels {
					last = h
				}
				if len(h.Texts) != level || h.Level != level || !slices.Equal(h.Texts, last.Texts[:level]) {
					t.Errorf("%s, level %d: %q", technique, level, h.Texts)
				}
				fields := decodeJSON(t, a.body).(map[string]any)
				for name, from := range added {
					if _, there := fields[name]; there != (level >= from) {
						t.Errorf("%s, level %d: has %s: %v", technique, level, name, there)
					}
				}
				if n, all := len(h.Branches), len(last.Step.Branches); n > all || level != 4 && n > 0 || level == 4 && n == 0 && all > 1 {
					t.Errorf("%s, level %d: %d branches of %d", technique, level, n, all)
				}
				for _, b := range h.Branches {
					for i, line := range b.Nodes {
						if slices.ContainsFunc(line.From, func(from int) bool { return from < 0 || from >= i }) {
							t.Errorf("%s: a line follows from %v, but is line %d", technique, line.From, i)
						}
					}
				}
				draw, _ := fields["draw"].(map[string]any)
				for name, from := range addedToDraw {
					if list, _ := draw[name].([]any); level < from && len(list) > 0 {
						t.Errorf("%s, level %d: %s are drawn: %v", technique, level, name, list)
					}
				}
				if level == hint.Levels {
					if last.Step == nil || len(last.Draw.Placements)+len(last.Draw.Eliminations) == 0 || last.Step.Technique != technique.String() {
						t.Errorf("%s: no move at level 5: %s", technique, a.body)
					}
					continue
				}
				// The answer must not contain the move. The position and the reason in words do not count,
				// because they may name excluded candidates.
				h.Puzzle = ""
				if level == 4 {
					h.Texts = h.Texts[:3]
				}
				text := jsonBody(t, map[string]any{"h": h})
				pattern := last.Step.Draw.Cells
				for _, e := range last.Step.Eliminations {
					if !slices.Contains(pattern, e.Cell) && strings.Contains(text, e.Cell) {
						t.Errorf("%s, level %d: %s, from which something goes, is in %s", technique, level, e.Cell, text)
					}
				}
				for _, p := range last.Step.Placements {
					if strings.Contains(text, p.Cell) && (strings.Contains(text, fmt.Sprintf(`"digit":%d`, p.Digit)) || strings.Contains(text, fmt.Sprintf(`%d in`, p.Digit))) {
						t.Errorf("%s, level %d: %s is %d, says %s", technique, level, p.Cell, p.Digit, text)
					}
				}
			}
		}
	}
	// For mistakes: the cell from level 2 on; the missing digit from level 4 on.
	missing := marksOf(new(logic.State))
	missing[2] = "12"
	for level := 1; level <= hint.Levels; level++ {
		for kind, fields := range map[string]map[string]any{
			"wrong":   {"values": easy[:2] + "9" + easy[3:]},
			"missing": {"candidates": missing},
		} {
			fields["puzzle"], fields["level"] = easy, level
			a := sendRequest(t, s, "POST", "/api/v1/hint", jsonBody(t, fields))
			checkConforms(t, s, "POST", "/api/v1/hint", a)
			var h wire.Hint
			if err := json.Unmarshal([]byte(a.body), &h); err != nil || h.Kind != kind || len(h.Texts) != level {
				t.Fatalf("%s, level %d: %v %s", kind, level, err, a.body)
			}
			if named := strings.Contains(a.body, "r1c3"); named != (level >= 2) || named != (h.Cell == "r1c3") || named != (h.Draw != nil) {
				t.Errorf("%s, level %d: %s", kind, level, a.body)
			}
			if told := h.Digit != nil; told != (level >= 4 || kind == "wrong" && level >= 2) {
				t.Errorf("%s, level %d: %s", kind, level, a.body)
			}
		}
	}
}

// A path's steps lead from the position to its solution, and each has a complete picture.
func TestExplainLeadsToTheSolution(t *testing.T) {
	s := newServer(testConfig())
	steps := map[string]int{}
	for name, more := range map[string]string{
		"easiest": "", "avoid-hardest": `,"goal":"avoid-hardest"`, "fewest": `,"goal":"fewest","timeout_ms":30000`, "pruned": `,"prune":true`,
	} {
		a := sendRequest(t, s, "POST", "/api/v1/explain", puzzleBody(targetUnique, more))
		checkConforms(t, s, "POST", "/api/v1/explain", a)
		var got wire.Explain
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || got.Outcome != "found" || got.HoDoKu == nil || got.Hardest == "" {
			t.Fatalf("%s: %v %s", name, err, a.body)
		}
		state := logic.NewState(sudoku.MustParse(targetUnique))
		for i, step := range got.Steps {
			if step.Draw == nil || step.Text == "" || len(step.Placements)+len(step.Eliminations) == 0 || len(step.Draw.Placements) != len(step.Placements) {
				t.Errorf("%s, step %d: %+v", name, i, step)
			}
			if (len(step.Chain) > 1) != (len(step.Draw.Links) > 0) {
				t.Errorf("%s, step %d: %d nodes, %d links", name, i, len(step.Chain), len(step.Draw.Links))
			}
			for _, p := range step.Placements {
				state.Place(cellNamed(t, p.Cell), sudoku.Digit(p.Digit))
			}
			for _, e := range step.Eliminations {
				state.Eliminate(cellNamed(t, e.Cell), sudoku.Digit(e.Digit))
			}
		}
		if !state.Solved() || state.Grid().Contradictions() != nil {
			t.Errorf("%s: ends in %s", name, state.Grid())
		}
		steps[name] = len(got.Steps)
	}
	if steps["fewest"] > steps["easiest"] || steps["pruned"] > steps["easiest"] {
		t.Errorf("%v", steps)
	}
}

func cellNamed(t *testing.T, name string) sudoku.Cell {
	t.Helper()
	var r, c int
	if n, err := fmt.Sscanf(name, "r%dc%d", &r, &c); n != 2 || err != nil {
		t.Fatal(name)
	}
	return sudoku.CellAt(r, c)
}

// Steps returns all steps, or as many as requested; each has a picture.
func TestStepsLimit(t *testing.T) {
	s := newServer(testConfig())
	of := func(more string) (got wire.Steps) {
		t.Helper()
		a := sendRequest(t, s, "POST", "/api/v1/steps", puzzleBody(easy, more))
		checkConforms(t, s, "POST", "/api/v1/steps", a)
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || got.Outcome != "found" {
			t.Fatalf("%v %s", err, a.body)
		}
		return got
	}
	singles := `,"techniques":["full-house","naked-single","hidden-single"]`
	all := of(singles)
	if !all.Complete || len(all.Steps) < 3 {
		t.Fatalf("%d steps, complete %v", len(all.Steps), all.Complete)
	}
	if got := of(fmt.Sprintf(`%s,"limit":%d`, singles, len(all.Steps))); !got.Complete || len(got.Steps) != len(all.Steps) {
		t.Errorf("just as many: %d steps, complete %v", len(got.Steps), got.Complete)
	}
	if got := of(fmt.Sprintf(`%s,"limit":%d`, singles, len(all.Steps)-1)); got.Complete || len(got.Steps) != len(all.Steps)-1 {
		t.Errorf("one less: %d steps, complete %v", len(got.Steps), got.Complete)
	}
	last := 0
	for _, step := range of("").Steps {
		technique, _ := logic.ByID(step.Technique)
		if step.Draw == nil || hodoku.ColumnsOf(technique).Order < last {
			t.Errorf("%+v", step)
		}
		last = hodoku.ColumnsOf(technique).Order
	}
}

// Generated puzzles satisfy the request, and seed and attempt generate them again.
func TestGenerated(t *testing.T) {
	s := newServer(testConfig())
	of := func(wish map[string]any) (got wire.Generate) {
		t.Helper()
		wish["timeout_ms"] = 30_000
		a := sendRequest(t, s, "POST", "/api/v1/generate", jsonBody(t, wish))
		checkConforms(t, s, "POST", "/api/v1/generate", a)
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || got.Outcome != "found" {
			t.Fatalf("%v %s", err, a.body)
		}
		return got
	}
	mask := "x.x...x.x.x.x.x.x...x.x....x.....x.x.......x.x.....x....x.x...x.x.x.x.x.x...x.x.x"
	for name, wish := range map[string]map[string]any{
		"any":     {"count": 3},
		"medium":  {"grade": "medium", "symmetry": "rotate180", "count": 2},
		"range":   {"grade": "easy", "max_grade": "medium", "min_score": 300, "max_score": 900, "count": 2},
		"require": {"require": []string{"naked-pair"}, "forbid": []string{"xy-wing"}, "grade": "any", "count": 2},
		"givens":  {"min_givens": 30, "max_givens": 32, "symmetry": "diagonal"},
		"pattern": {"pattern": mask},
	} {
		got := of(wish)
		if want, _ := wish["count"].(int); len(got.Puzzles) != max(want, 1) {
			t.Errorf("%s: %d puzzles", name, len(got.Puzzles))
		}
		for _, p := range got.Puzzles {
			g := sudoku.MustParse(p.Puzzle)
			r, err := sudoku.Check(t.Context(), g, sudoku.Limits{})
			if err != nil || r.Unique != sudoku.Yes || r.Solution.String() != p.Solution || g.Givens() != p.Givens || p.Level == "" || p.Hardest == "" {
				t.Errorf("%s: %+v, %v", name, p, err)
			}
			if name == "medium" && p.Level != "medium" || name == "range" && (p.Level != "easy" && p.Level != "medium" || p.Score < 300 || p.Score > 900) || name == "givens" && (p.Givens < 30 || p.Givens > 32) ||
				name == "require" && (!slices.Contains(p.Techniques, "naked-pair") || slices.Contains(p.Techniques, "xy-wing")) ||
				name == "pattern" && generate.PatternOf(g) != generate.PatternOf(sudoku.MustParse(strings.ReplaceAll(mask, "x", "1"))) {
				t.Errorf("%s: not as wished: %+v", name, p)
			}
			wish["seed"], wish["attempt"], wish["count"] = p.Seed, p.Attempt, 1
			if again := of(wish).Puzzles[0]; again.Puzzle != p.Puzzle {
				t.Errorf("%s: %s, then %s", name, p.Puzzle, again.Puzzle)
			}
		}
	}
	if a, b := of(map[string]any{}), of(map[string]any{}); a.Seed == b.Seed || a.Seed > 1<<53 {
		t.Errorf("seeds %d and %d", a.Seed, b.Seed)
	}
}

func TestTechniques(t *testing.T) {
	s := newServer(testConfig())
	for _, lang := range message.Langs() {
		a := sendRequest(t, s, "GET", "/api/v1/techniques?lang="+string(lang), "")
		checkConforms(t, s, "GET", "/api/v1/techniques", a)
		var got wire.Techniques
		if err := json.Unmarshal([]byte(a.body), &got); err != nil || len(got.Techniques) != len(hodoku.Techniques()) {
			t.Fatalf("%v %d %s", err, len(got.Techniques), a.body)
		}
		for _, technique := range got.Techniques {
			known, err := logic.ByID(technique.ID)
			if err != nil || technique.Name != known.Name().In(lang) || technique.FamilyName == "" {
				t.Errorf("%+v", technique)
			}
		}
	}
}

// The words in the description are those of the library.
func TestWordsOfLogic(t *testing.T) {
	s := newServer(testConfig())
	words := func(schema, field string) (all []string) {
		for _, v := range s.englishDescription().Components.Schemas[schema].Properties[field].Enum {
			all = append(all, v.(string))
		}
		return all
	}
	var goals []string
	for _, g := range hint.Goals() {
		goals = append(goals, g.String())
	}
	for _, w := range []struct {
		schema, field string
		want          []string
	}{
		{"HintRequest", "goal", goals}, {"ExplainRequest", "goal", goals},
		{"GenerateRequest", "grade", operation.Grades()}, {"GenerateRequest", "max_grade", operation.Grades()}, {"GenerateRequest", "symmetry", operation.Symmetries()},
	} {
		if got := words(w.schema, w.field); !slices.Equal(got, w.want) {
			t.Errorf("%s.%s: %v, want %v", w.schema, w.field, got, w.want)
		}
	}
}

// A search that takes too long ends at its deadline, and answers with what is known by then.
func TestLogicDeadline(t *testing.T) {
	s := newServer(testConfig())
	// An expired deadline has the same effect on every machine.
	past, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer cancel()
	for _, q := range []struct {
		op, body, want string
		ends           bool // the search may have ended, if the machine notices the deadline late
	}{
		{"hint", puzzleBody(inkala, `,"goal":"fewest","timeout_ms":1`), `"outcome":"undecided"`, true},
		{"explain", puzzleBody(inkala, `,"timeout_ms":1`), `"outcome":"undecided"`, true},
		{"steps", puzzleBody(inkala, `,"timeout_ms":1`), `"complete":false`, true},
		{"grade", puzzleBody(hardest, `,"timeout_ms":60`), `"outcome":"undecided"`, false},
		{"generate", `{"require":["leviathan"],"seed":1,"timeout_ms":200}`, `"outcome":"undecided"`, false},
	} {
		for _, lang := range message.Langs() {
			for _, ctx := range []context.Context{past, t.Context()} {
				a := askWithin(ctx, s, "POST", apiPath+q.op+"?lang="+string(lang), q.body)
				checkConforms(t, s, "POST", apiPath+q.op, a)
				reason, _ := decodeJSON(t, a.body).(map[string]any)["reason"].(string)
				cut := strings.Contains(a.body, q.want) && strings.Contains(reason, map[message.Lang]string{message.English: "time", message.Chinese: "时间"}[lang])
				done := q.ends && ctx != past && strings.Contains(a.body, `"outcome":"found"`) && reason == ""
				if a.status != 200 || !cut && !done {
					t.Errorf("%s: %d %.2000s", q.op, a.status, a.body)
				}
			}
		}
	}
	if s.runningSearches() != 0 {
		t.Errorf("%d searches are left", s.runningSearches())
	}
}

// hardest is rated 11.9 by Sudoku Explainer, and takes long to solve.
const hardest = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."

// All operations share the queue. If there are many expensive requests, only as many searches run as there are
// slots.
func TestLogicTakesItsTurn(t *testing.T) {
	config := testConfig()
	config.Queue = oneProcessor(0)
	s := newServer(config)
	defer takeAllSlots(t, config.Queue)()
	for op, q := range map[string]string{
		"hint": puzzleBody(easy, `,"timeout_ms":20`), "explain": puzzleBody(easy, `,"timeout_ms":20`), "steps": puzzleBody(easy, `,"timeout_ms":20`),
		"grade": puzzleBody(easy, `,"timeout_ms":20`), "generate": `{"timeout_ms":20}`, "daily": `{"date":"2026-11-22","timeout_ms":20}`,
	} {
		start := time.Now()
		a := sendRequest(t, s, "POST", apiPath+op, q)
		checkConforms(t, s, "POST", apiPath+op, a)
		if a.status != 503 || a.header.Get("Retry-After") == "" || time.Since(start) > patience {
			t.Errorf("%s: %d %s", op, a.status, a.body)
		}
	}
}
