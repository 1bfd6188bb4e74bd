package operation

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/message"
	"nonet/wire"
)

func askedRules[A any](t *testing.T, name, request string) (a A, problem string) {
	t.Helper()
	op, _ := ByName(name)
	answer, err := op.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, []byte(request))
	if err != nil {
		return a, err.Error()
	}
	return answer.(A), ""
}

// Puzzles of any board and any rules are recognised by their content.
func TestRules(t *testing.T) {
	solve, _ := askedRules[wire.Solve](t, "solve", `{"puzzle":".Shape~4x4.~R1C1_4","limit":2,"order":"lex"}`)
	if !slices.Equal(solve.Solutions, []string{"4123231414323241", "4123231432411432"}) || solve.Complete || solve.Board == nil || solve.Board.High != 4 {
		t.Errorf("the least two: %+v", solve)
	}
	solve, _ = askedRules[wire.Solve](t, "solve", `{"puzzle":"{\"nonet\":1,\"rows\":9,\"columns\":9}","limit":1}`)
	if solve.Board != nil || len(solve.Puzzle) != 81 || len(solve.Solutions) != 1 {
		t.Errorf("a classic one: %+v", solve)
	}
	count, _ := askedRules[wire.Count](t, "count", `{"puzzle":".Shape~4x4"}`)
	if count.Count != 288 || !count.Complete {
		t.Errorf("%+v", count)
	}
	check, _ := askedRules[wire.Check](t, "check", `{"puzzle":".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C3~R1C4.Thermo~R4C1~R4C2"}`)
	if check.Unique != "no" || len(check.Conflict) != 2 || check.Conflict[0].Kind != "Cage" || !slices.Equal(check.Conflict[1].Cells, []string{"r1c3", "r1c4"}) {
		t.Errorf("%+v", check)
	}
	check, _ = askedRules[wire.Check](t, "check", `{"puzzle":"1234341221434320"}`)
	if check.Unique != "yes" || check.Minimal != "no" || len(check.RedundantParts) != 15 || len(check.Redundant) != 15 {
		t.Errorf("%+v", check)
	}
	true4, _ := askedRules[wire.TrueCandidates](t, "candidates", `{"puzzle":".Shape~4x4.~R1C1_4~R3C2_4.Thermo~R1C2~R1C3"}`)
	if true4.Candidates[0] != "4" || true4.Candidates[1] != "12" || true4.Candidates[2] != "23" || true4.Outcome != "found" {
		t.Errorf("%+v", true4)
	}
	best, _ := askedRules[wire.Target](t, "target", `{"puzzle":".Shape~4x4","goal":"minimum"}`)
	if best.Outcome != "found" || *best.Score != 246 || *best.Bound != 246 || *best.Gap != 0 || len(best.Grid) != 16 || best.Board == nil {
		t.Errorf("%+v", best)
	}
	// A puzzle may have weights of its own, which make the puzzle not classic. The reported bound falls to the
	// best score.
	const weighty = `{"puzzle":"{\"nonet\":1,\"rows\":9,\"columns\":9,\"weights\":[1` + "%s" + `]}"`
	var told []wire.TargetProgress
	op, _ := ByName("target")
	answer, err := op.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults(), Event: func(v any) { told = append(told, v.(wire.TargetProgress)) }}, fmt.Appendf(nil, weighty+"}", strings.Repeat(",0", 80)))
	if best = answer.(wire.Target); err != nil || best.Outcome != "found" || *best.Score != 9 || !strings.Contains(best.Puzzle, `"weights":[1,0`) {
		t.Errorf("a cell that weighs 1: %+v, %v", best, err)
	}
	for i, p := range told {
		worse := i > 0 && (p.Bound > told[i-1].Bound || told[i-1].Score != nil && (p.Score == nil || *p.Score < *told[i-1].Score))
		if p.Score != nil && (*p.Score > 9 || len(p.Grid) != 81) || p.Bound < 9 || worse {
			t.Errorf("on the way: %+v", told)
		}
	}
	if _, problem := askedRules[wire.Target](t, "target", fmt.Sprintf(weighty+"}", "")); !strings.Contains(problem, "1 weight for the 81 cells") {
		t.Errorf("its own weights are of another board: %s", problem)
	}
	if _, problem := askedRules[wire.Target](t, "target", `{"puzzle":".Shape~4x4","weights":[1,2,3]}`); !strings.Contains(problem, "3 weights for the 16 cells") {
		t.Errorf("weights of another board: %s", problem)
	}
	ranking, problem := askedRules[wire.TargetRanking](t, "target/best", `{"puzzle":".Shape~4x4.~R1C1_1~R1C2_2~R2C1_3.Thermo~R4C1~R4C2","weights":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1],"limit":3}`)
	if problem != "" || ranking.Board == nil || len(ranking.Completions) != 2 || !ranking.Complete || ranking.Completions[0].Score != 4 || ranking.Completions[1].Score != 1 {
		t.Errorf("the best of two: %+v, %s", ranking, problem)
	}
	optima, problem := askedRules[wire.TargetCount](t, "target/count", `{"puzzle":".Shape~4x4","goal":"minimum","weights":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1]}`)
	if problem != "" || optima.Board == nil || *optima.Score != 1 || optima.Count != 72 || !optima.Complete {
		t.Errorf("how many of 288 end in 1: %+v, %s", optima, problem)
	}
	if _, problem := askedRules[wire.TargetCount](t, "target/count", `{"puzzle":".Shape~4x4","weights":[1]}`); !strings.Contains(problem, "1 weight for the 16 cells") {
		t.Errorf("weights of another board, counted: %s", problem)
	}
	letters := `{"puzzle":"ABCDEFGHIJKLMNOP` + strings.Repeat(".", 240) + `","limit":1,"letters":"%s"}`
	if s, problem := askedRules[wire.Solve](t, "solve", fmt.Sprintf(letters, "one")); problem != "" || !strings.HasPrefix(s.Solutions[0], "1 2 3 ") {
		t.Errorf("letters from one: %+v, %s", s, problem)
	}
	if _, problem := askedRules[wire.Solve](t, "solve", fmt.Sprintf(letters, "ten")); !strings.Contains(problem, "“H”: r1c8 can hold only 1 to 16") {
		t.Errorf("letters from ten: %s", problem)
	}
	if _, problem := askedRules[wire.Solve](t, "solve", `{"puzzle":"# a comment\n{\"nonet\":1,\n\"rows\":\"4\"}"}`); !strings.Contains(problem, "line 3, column 10: “rows” must be a whole number") {
		t.Errorf("JSON with a text for a number: %s", problem)
	}
	strange := strings.Repeat("{},", 3) + "{}"
	object := `{"size":4,"grid":[[` + strange + `],[` + strange + `],[` + strange + `],[` + strange + `]],"strange":[{"cells":["R1C1"]}]}`
	quoted, _ := json.Marshal(object)
	if _, problem := askedRules[wire.Count](t, "count", `{"puzzle":`+string(quoted)+`}`); !strings.Contains(problem, "strange") {
		t.Errorf("a rule that is not known: %s", problem)
	}
	count, _ = askedRules[wire.Count](t, "count", `{"ignore_unknown":true,"puzzle":`+string(quoted)+`}`)
	if count.Count != 288 || len(count.Notes) != 1 {
		t.Errorf("a rule that is passed over: %+v", count)
	}
	added, problem := askedRules[wire.Check](t, "check", `{"puzzle":".AntiKnight.~R1C1_1.~R5C5_1.Diagonal~1","board":"x"}`)
	written, _ := askedRules[wire.Check](t, "check", `{"puzzle":".AntiKnight.~R1C1_1.~R5C5_1.Diagonal~1.Diagonal~-1"}`)
	if added.Constraints != 3 || added.Solvable != "no" || added.Puzzle != written.Puzzle {
		t.Errorf("the houses of a board, once each: %+v, %s\n%+v", added, problem, written)
	}
	for _, refused := range []string{`".Shape~4x5","board":"x"`, `".RegionSize~7","board":"jigsaw:` + strings.Repeat("123456789", 9) + `"`} {
		if _, problem := askedRules[wire.Solve](t, "solve", `{"puzzle":`+refused+`}`); problem == "" {
			t.Errorf("houses that do not fit: %s", refused)
		}
	}
	lines := strings.Join(answersToLines(t, "count", ".Shape~4x4\n"+plain+"\n"+object+"\n"+`{"nonet":1,"rows":4,"columns":4}`+"\n"+".Cagee~1~R1C1\n", nil), "\n")
	for i, want := range []string{`"count":288`, `"count":1`, "strange", `"count":288`, `“Cagee”`} {
		if line := strings.Split(lines, "\n")[i]; !strings.Contains(line, want) {
			t.Errorf("line %d: %s", i+1, line)
		}
	}
}

// A puzzle of any rules has our own grade; without a solution, or with several, it has none.
func TestGradeRules(t *testing.T) {
	g, problem := askedRules[wire.Grade](t, "grade", `{"puzzle":".Shape~4x4.Thermo~R4C1~R3C1~R2C1~R1C1.Cage~3~R1C2~R2C2.~R4C4_2.~R1C4_1"}`)
	if problem != "" || g.Outcome != "found" || g.Level != "easy" || g.Hardest != "pair-rule" || !g.Nonet.Solved || g.HoDoKu != nil {
		t.Errorf("%+v, %s", g, problem)
	}
	for _, text := range []string{".Shape~4x4", ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C2~R1C3"} {
		if g, problem := askedRules[wire.Grade](t, "grade", `{"puzzle":"`+text+`"}`); problem != "" || g.Outcome != "none" || g.Reason == "" || g.Level != "" {
			t.Errorf("%s: %+v, %s", text, g, problem)
		}
	}
}

// A puzzle of any rules can be written in other formats.
func TestExportRules(t *testing.T) {
	export, problem := askedRules[wire.Export](t, "export", `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2","to":"sudokupad-json","title":"A"}`)
	if problem != "" || !strings.Contains(export.Text, `"title":"A"`) || !slices.Equal(export.Drawn, []string{"Thermometer"}) || export.File != "json" {
		t.Errorf("%+v, %s", export, problem)
	}
	export, problem = askedRules[wire.Export](t, "export", `{"puzzle":"`+plain+`","to":"iss"}`)
	if problem != "" || !strings.HasPrefix(export.Text, ".~R1C1_5~R1C2_3") {
		t.Errorf("%+v, %s", export, problem)
	}
	export, problem = askedRules[wire.Export](t, "export", `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2","to":"svg"}`)
	if problem != "" || !strings.HasPrefix(export.Text, "<svg ") || !strings.Contains(export.Text, "<circle ") || export.File != "svg" {
		t.Errorf("%+v, %s", export, problem)
	}
	for _, to := range []string{"line", "grid", "pretty", "pencil729", "csv", "sdk", "candidates", "json", "poj", "integers", "opensudoku", "sdm"} {
		_, problem := askedRules[wire.Export](t, "export", `{"puzzle":".Thermo~R1C1~R1C2.AntiKnight","to":"`+to+`"}`)
		if !strings.Contains(problem, "Thermometer") || !strings.Contains(problem, "nti-knight") {
			t.Errorf("%s loses rules and says %q", to, problem)
		}
	}
	for _, request := range []string{`{"puzzle":".AntiKnight","to":"sdk"}`, `{"puzzle":".Shape~4x5","to":"fpuzzles"}`, `{"puzzle":".AntiKnight","to":"iss","values":"1"}`} {
		if _, problem := askedRules[wire.Export](t, "export", request); problem == "" {
			t.Errorf("%s is answered", request)
		}
	}
	if _, problem := askedRules[wire.Lab](t, "lab", `{"puzzle":".AntiKnight","strategies":["mrv"]}`); !strings.Contains(problem, "classic puzzles") || !strings.Contains(problem, "Anti-knight") {
		t.Errorf("a laboratory: %s", problem)
	}
}

// A puzzle with pencil marks and no givens is solved by its marks, but opened as a classic one.
func TestOnlyMarks(t *testing.T) {
	marks := "12......." + strings.Repeat("123456789", 80)
	parse, problem := askedRules[wire.Parse](t, "parse", `{"text":"`+marks+`"}`)
	if problem != "" || parse.Refusal != nil || parse.Other || len(parse.Puzzles) != 1 || parse.Puzzles[0].Candidates[0] != "12" {
		t.Errorf("%+v, %s", parse, problem)
	}
	for _, to := range []string{"candidates", "pencil729"} {
		for _, text := range []string{marks, strings.Trim(easyOne, `"`)} {
			export, problem := askedRules[wire.Export](t, "export", `{"puzzle":"`+text+`","to":"`+to+`"}`)
			request, _ := json.Marshal(map[string]any{"text": export.Text})
			back, _ := askedRules[wire.Parse](t, "parse", string(request))
			if problem != "" || len(back.Puzzles) != 1 || text == marks && back.Puzzles[0].Candidates[0] != "12" {
				t.Errorf("%.9s to %s: %s, %+v", text, to, problem, back)
			}
		}
	}
}

// Every operation for puzzles of other rules answers an obviously contradictory puzzle: that is
// no bad request.
func TestContradictionsAreAnswered(t *testing.T) {
	prepare := func(op Operation, puzzle string) (*Prepared, error) {
		request := map[string]any{}
		if err := json.Unmarshal([]byte(op.Example), &request); err != nil {
			t.Fatal(err)
		}
		if _, takes := request["puzzle"]; !takes {
			return nil, errors.New("no puzzle")
		}
		for _, field := range []string{"values", "candidates", "limit", "weights", "seed", "symmetry"} {
			delete(request, field)
		}
		if request["puzzle"] = puzzle; op.Name == "conflicts" {
			request["values"] = slices.Repeat([]int{-1}, 81)
		}
		if op.Name == "export" {
			request["to"] = "nonet"
		}
		text, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		return op.Prepare(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, text)
	}
	var asked []string
	for _, op := range All() {
		if _, err := prepare(op, ".Thermo~R1C1~R1C2"); err != nil {
			continue // for classic puzzles only
		}
		asked = append(asked, op.Name)
		for _, puzzle := range []string{".AntiKnight.~R1C1_1~R1C2_1", ".~R1C1_1~R1C1_2", ".Sandwich~1~R1", ".Cage~46~R1C1~R1C2", ".AntiKing.~R1C1"} {
			prepared, err := prepare(op, puzzle)
			if err != nil {
				t.Errorf("%s of %s: %v", op.Name, puzzle, err)
				continue
			}
			text, _ := json.Marshal(prepared.Run(t.Context()))
			if outcome := regexp.MustCompile(`"outcome":"([a-z]+)"`).FindStringSubmatch(string(text)); outcome != nil && (outcome[1] != "none" || !strings.Contains(string(text), "r1c1")) {
				t.Errorf("%s of %s: %s", op.Name, puzzle, text)
			}
		}
	}
	if len(asked) < 12 {
		t.Errorf("asked were %v", asked)
	}
}

// The field add adds rules to the puzzle of any request, classic or not, including those on
// lines.
func TestAddedRules(t *testing.T) {
	const knight = ".2.4..7...56.89..3..9...4.62...64............8.723.....1..459......78.....8....4."
	for _, c := range []struct{ op, request, want string }{
		{"count", `{"puzzle":"` + knight + `","add":"antiknight","limit":5}`, `"count":1`},
		{"solve", `{"puzzle":"` + knight + `","add":"antiknight","order":"random","seed":3}`, `"complete":true,"seed":3`},
		{"check", `{"puzzle":".Shape~4x4","add":"x, .AntiKing","board":"windoku"}`, `there is no kind of constraint`},
		{"count", `{"puzzle":".Shape~4x4","add":"x"}`, `"count":48`},
		{"check", `{"puzzle":".Shape~4x4","board":"x","add":"~R1C1_1"}`, `"givens":1,"constraints":2`},
		{"grade", `{"puzzle":"` + knight + `","add":"antiknight"}`, `"level":`},
		{"candidates", `{"puzzle":"` + knight + `","add":"antiknight","each":9}`, `"each":[[1],`},
		{"hint", `{"puzzle":"` + knight + `","add":"antiknight","level":5}`, `"step":`},
		{"export", `{"puzzle":"` + knight + `","add":"antiknight","to":"iss"}`, `.AntiKnight`},
		{"steps", `{"puzzle":"` + knight + `","add":"antiknight"}`, `Anti-knight`},
		{"solve", `{"puzzle":"` + knight + `","add":"antinight"}`, `did you mean`},
		{"solve", `{"puzzle":"` + knight + `","add":"Shape~4x4"}`, `makes the board itself`},
		{"solve", `{"puzzle":".Shape~4x4","add":"thermo~R1C1~R9C9"}`, `R9C9`},
		{"count", `{"puzzle":".Shape~6x6","samples":5,"seed":1}`, `"estimate":{"samples":5,"seed":1,"mean":`},
	} {
		o, _ := ByName(c.op)
		answer, err := o.AnswerRequest(t.Context(), &Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, []byte(c.request))
		got, _ := json.Marshal(answer)
		if err != nil {
			got, _ = json.Marshal(err)
		}
		if !strings.Contains(string(got), c.want) {
			t.Errorf("%s of %s: %s, not %s", c.op, c.request, got, c.want)
		}
	}
	lines := answersToLines(t, "count", knight+"\n.Shape~4x4\n", map[string][]string{"add": {"antiknight"}, "limit": {"9"}})
	if len(lines) != 2 || !strings.Contains(lines[0], `"count":1,`) || !strings.Contains(lines[1], `"count":`) {
		t.Errorf("lines: %q", lines)
	}
}
