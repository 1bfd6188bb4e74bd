package operation

import (
	"strconv"
	"strings"
	"testing"

	"nonet/hint"
	"nonet/wire"
)

// thermo holds the unique solution 4231 3124 2413 1342.
const thermo = `"puzzle":".Shape~4x4.Thermo~R4C1~R3C1~R2C1~R1C1.Cage~3~R1C2~R2C2.~R4C4_2.~R1C4_1"`

// A hint reports a mistake first. Each level tells more than the one before, and each step has a
// picture.
func TestDeduceHint(t *testing.T) {
	for _, test := range []struct{ fields, kind, text string }{
		{`"level":1`, "step", "helps here: Thermometer"},
		{`"level":5`, "step", "r2c1 is 3 and r1c1 is 4."},
		{`"level":3,"values":". . . 1 . . . . 4 . . . . . . 2"`, "wrong", "r3c1 is not 4."},
		{`"level":4,"candidates":["1 2 3","","","","","","","","","","","","","","",""]`, "missing", "r1c1 can still be 4."},
	} {
		h, problem := askedRules[wire.Hint](t, "hint", `{`+thermo+`,`+test.fields+`}`)
		if problem != "" || h.Kind != test.kind || len(h.Texts) != h.Level || !strings.Contains(h.Texts[h.Level-1], test.text) {
			t.Errorf("%s: %+v, %s", test.fields, h, problem)
		}
		if told := h.Step != nil; told != (h.Level == hint.Levels) || h.Kind == "step" && (h.Draw == nil || (len(h.Draw.Cells) > 0) != (h.Level >= 2)) {
			t.Errorf("%s tells more or less than it should: %+v", test.fields, h)
		}
	}
	for _, fields := range []string{`"values":"1"`, `"values":"9 . . 1 . . . . 4 . . . . . . 2"`, `"values":". . . 2 . . . . 4 . . . . . . 2"`,
		`"candidates":["x","","","","","","","","","","","","","","",""]`, `"candidates":["1 5","","","","","","","","","","","","","","",""]`, `"level":6`} {
		if _, problem := askedRules[wire.Hint](t, "hint", `{`+thermo+`,`+fields+`}`); problem == "" {
			t.Errorf("%s is answered", fields)
		}
	}
	if h, _ := askedRules[wire.Hint](t, "hint", `{"puzzle":".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C2~R1C3","values":". . . 1 . . . . 4 . . . . . . 2"}`); h.Outcome != "none" || h.Reason == "" {
		t.Errorf("no solution: %+v", h)
	}
}

// Each hint changes the board. A person cannot mark conclusions about cells beside the board. After the last
// hint, the puzzle is solved.
func TestDeduceHintBeside(t *testing.T) {
	const puzzle = `"puzzle":".Shape~4x4.Multipliers~2~R1C1.Cage~4~R1C1~R1C2.~R2C3_1.~R4C4_4.~R3C2_3"`
	values, beside := strings.Split("......1..3.....4", ""), false
	for {
		h, problem := askedRules[wire.Hint](t, "hint", `{`+puzzle+`,"level":5,"values":"`+strings.Join(values, "")+`"}`)
		if h.Kind != "step" {
			if problem != "" || h.Reason != "there is nothing left to do" || strings.Contains(strings.Join(values, ""), ".") {
				t.Errorf("after %v: %+v, %s", values, h, problem)
			}
			break
		}
		if len(h.Step.Placements) == 0 {
			t.Fatalf("after %v: %+v changes no cell", values, h.Step)
		}
		for _, x := range h.Step.Placements {
			values[(x.Cell[1]-'1')*4+x.Cell[3]-'1'] = strconv.Itoa(x.Digit)
		}
		if strings.Contains(h.Texts[3], "So r1c1's value is 2") {
			beside = strings.Contains(h.Step.Text, "So r1c1's value is 2")
		}
	}
	if !beside {
		t.Error("no hint tells what it needs of the cells beside the board")
	}
}

// Factors in the request count at once, and values may be as large as the puzzle's largest value.
func TestConflictsOfValues(t *testing.T) {
	for fields, want := range map[string]int{
		`"puzzle":".Shape~4x4.Multipliers~2~R1C1.Cage~10~R1C1~R1C2","values":[1,2,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]`: 1,
		`"puzzle":".Shape~4x4.Multipliers~2~R1C1.Cage~4~R1C1~R1C2","values":[1,2,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]`:  0,
		`"puzzle":".Shape~4x4.Multipliers~0~R1C1.Cage~2~R1C1~R1C2","values":[1,2,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]`:  0,
		`"puzzle":".Shape~4x4.Multipliers~2~R1C1.Cage~10~R1C1~R1C2","values":[1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1]`:               1,
		`"puzzle":".Shape~4x4~100-103","values":[100,100,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1]`:                          2,
	} {
		w, problem := askedRules[wire.Conflicts](t, "conflicts", `{`+fields+`}`)
		if problem != "" || len(w.Conflicts) != want {
			t.Errorf("%s: %+v, not %d; %s", fields, w, want, problem)
		}
	}
	if _, problem := askedRules[wire.Argument](t, "why", `{"puzzle":".Shape~4x4~100-103","cell":"r1c1","digit":103}`); problem != "" {
		t.Error(problem)
	}
}

// The path leads from the player's position to the solution.
func TestDeduce(t *testing.T) {
	whole, _ := askedRules[wire.Explain](t, "explain", `{`+thermo+`}`)
	rest, _ := askedRules[wire.Explain](t, "explain", `{`+thermo+`,"values":"4 2 . 1 3 1 . . 2 . . . 1 . . 2"}`)
	if whole.Outcome != "found" || whole.Level != "easy" || rest.Outcome != "found" || len(rest.Steps) == 0 || len(rest.Steps) >= len(whole.Steps) {
		t.Errorf("%+v\n%+v", whole, rest)
	}
	if stuck, problem := askedRules[wire.Explain](t, "explain", `{"puzzle":".Shape~4x4.Thermo~R1C1~R1C2."}`); stuck.Outcome != "none" || stuck.Reason != "no further step is found" {
		t.Errorf("%+v; %s", stuck, problem)
	}
	for _, step := range append(whole.Steps, rest.Steps...) {
		if step.Text == "" || step.Draw == nil || len(step.Draw.Cells) == 0 {
			t.Errorf("%+v", step)
		}
	}
}

// The verdict agrees with the solutions, and an argument shows it.
func TestDeduceWhy(t *testing.T) {
	for _, test := range []struct{ fields, verdict, by string }{
		{`"cell":"r1c4","digit":1`, "right", "given"},
		{`"cell":"r1c4","digit":3`, "filled", "given"},
		{`"cell":"r2c4","digit":1`, "seen", ""},
		{`"cell":"r2c2","digit":4`, "refuted", "rule"},
		{`"cell":"r4c1","digit":4`, "refuted", "step"},
		{`"cell":"r1c1","digit":4`, "right", "step"},
		{`"cell":"r3c3","digit":4`, "refuted", "steps"},
		{`"cell":"r3c3","digit":4,"values":". . . 1 . . . . 4 . . . . . . 2"`, "mistake", ""},
		{`"cell":"r3c1","digit":4,"values":". . . 1 . . . . 4 . . . . . . 2"`, "refuted", "step"},
		{`"cell":"r3c1","digit":4,"candidates":["","","","","","","","","2 3","","","","","","",""]`, "refuted", "step"},
	} {
		w, problem := askedRules[wire.Argument](t, "why", `{`+thermo+`,`+test.fields+`}`)
		if problem != "" || w.Verdict != test.verdict || w.By != test.by || w.Text == "" {
			t.Errorf("%s: %+v, %s", test.fields, w, problem)
		}
	}
	if w, _ := askedRules[wire.Argument](t, "why", `{"puzzle":".Shape~4x4","cell":"r2c2","digit":1}`); w.Verdict != "possible" {
		t.Errorf("%+v", w)
	}
	for _, fields := range []string{`"cell":"r5c1","digit":1`, `"cell":"r1c1","digit":5`, `"cell":"r1c1"`} {
		if _, problem := askedRules[wire.Argument](t, "why", `{`+thermo+`,`+fields+`}`); problem == "" {
			t.Errorf("%s is answered", fields)
		}
	}
}
