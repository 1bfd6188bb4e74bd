package operation

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
	"nonet/message"
)

// caged is a puzzle of nine rows whose only further rule is killer cages.
const caged = ".Cage~15~R1C1~R1C2~R1C3.Cage~20~R2C1~R2C2~R2C3~R2C4"

// A puzzle outside a capability is refused while the request is prepared. The refusal names the puzzle's rules.
// Other puzzles are not refused. Every operation about puzzles has a row.
func TestCapabilities(t *testing.T) {
	cells := slices.Repeat([]string{"1"}, 81)
	fields := map[string]any{
		"technique": "x-wing", "goal": "fewest", "inferences": true, "prune": true, "values": strings.Trim(easyOne, `"`), "candidates": cells,
		"corner": cells, "centre": cells, "colours": cells, "max_givens": 30, "after": strings.Trim(easyOne, `"`),
		"min_score": 9, "max_score": 900, "require": []string{"x-wing"}, "forbid": []string{"x-wing"}, "pattern": strings.Trim(easyOne, `"`),
	}
	for _, c := range Capabilities() {
		if c.Operation == "" {
			continue
		}
		op, ok := ByName(c.Operation)
		if !ok {
			t.Errorf("there is no operation %s", c.Operation)
			continue
		}
		for _, puzzle := range []string{strings.Trim(easyOne, `"`), caged} {
			var q map[string]any
			if err := json.Unmarshal([]byte(op.Example), &q); err != nil {
				t.Fatal(err)
			}
			maps.DeleteFunc(q, func(name string, _ any) bool {
				return slices.ContainsFunc(Fields(op.Request), func(f Field) bool { return f.Name == name && f.Optional })
			})
			for name, value := range map[string]any{"puzzle": puzzle, "puzzles": []string{puzzle}, "text": puzzle} {
				if _, asks := q[name]; asks {
					q[name] = value
				}
			}
			if c.Operation == "export" {
				q["to"] = "nonet" // it can express every rule
			}
			rule := message.New("kind.Cage").String()
			if c.Operation == "generate" && puzzle == caged {
				q["variant"], rule = []string{"killer"}, "classic puzzles"
			}
			if c.Field != "" {
				if q[c.Field] = fields[c.Field]; q[c.Field] == nil {
					t.Fatalf("no value to try the field %s with", c.Field)
				}
			}
			request, err := json.Marshal(q)
			if err != nil {
				t.Fatal(err)
			}
			_, err = op.Prepare(&Call{Lang: message.English, Limits: Limits{}.WithDefaults()}, request)
			refused := err != nil && strings.Contains(err.Error(), rule)
			if want := puzzle == caged && c.For >= Houses; refused != want {
				t.Errorf("%s %s, of %s: %v, and not refused: %v", c.Operation, c.Field, puzzle, err, want)
			}
		}
	}
	for _, op := range All() {
		asks := slices.ContainsFunc(Fields(op.Request), func(f Field) bool {
			return f.Name == "puzzle" || f.Name == "puzzles" || f.Name == "text"
		})
		if _, ok := CapabilityOf(op.Name, ""); ok != asks {
			t.Errorf("the table of capabilities has %s: %v; it is about a puzzle: %v", op.Name, ok, asks)
		}
	}
}

// The tables in the documents match the lists of capabilities and features.
func TestCapabilityTables(t *testing.T) {
	for file, name := range map[string]func(*Capability) (whole, part string){
		"../../../docs/CLI.md": func(c *Capability) (string, string) { return c.Command, c.Flag },
		"../../../docs/API.md": func(c *Capability) (string, string) { return c.Operation, c.Field },
	} {
		table := "| for | what |\n|---|---|\n"
		for _, parts := range []bool{false, true} {
			for _, scope := range Scopes() {
				var names []string
				for i := range capabilities {
					c := &capabilities[i]
					whole, part := name(c)
					if whole == "" || c.For != scope || (part != "") != parts {
						continue
					}
					names = append(names, "`"+strings.TrimSpace(whole+" "+part)+"`")
				}
				if names != nil {
					table += "| " + scope.Message().In(message.English) + " | " + strings.Join(names, ", ") + " |\n"
				}
			}
		}
		for _, scope := range Scopes() {
			var texts []string
			for _, f := range features {
				if f.For == scope && strings.HasSuffix(file, "API.md") { // the commands' help has the same texts
					text := f.Message().In(message.English)
					if f.Questions != nil {
						text += " in `" + strings.Join(f.Questions, "`, `") + "`"
					}
					texts = append(texts, text)
				}
			}
			if texts != nil {
				table += "| " + scope.Message().In(message.English) + " | " + strings.Join(texts, "; ") + " |\n"
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		written := regexp.MustCompile(`(?m)^\| for \| what \|\n(\|.*\n)+`).ReplaceAllLiteralString(string(text), table)
		if !strings.Contains(written, table) {
			t.Fatalf("%s has no table of which puzzles a question takes", file)
		}
		golden.Check(t, file, written)
	}
}
