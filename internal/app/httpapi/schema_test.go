package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/app/operation"
)

// FuzzDescription sends requests, valid or not, that are generated from the description of each address. The
// server must have no fault, and must answer as described.
func FuzzDescription(f *testing.F) {
	seed := rand.NewChaCha8([32]byte{})
	for range 32 { // rapid makes its choices from these bytes
		b := make([]byte, 16<<10)
		_, _ = seed.Read(b)
		f.Add(b)
	}
	s := newQuickServer()
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { s.askSome(t) }))
}

func TestDescriptionByChance(t *testing.T) {
	s := newQuickServer()
	rapid.Check(t, func(r *rapid.T) { s.askSome(r) })
}

// described is an address of the description.
type described struct {
	path string
	op   *pathOperation
}

func (s *server) describedRequests() (all []described) {
	for _, path := range slices.Sorted(maps.Keys(s.englishDescription().Paths)) {
		for _, op := range []*pathOperation{s.englishDescription().Paths[path].Get, s.englishDescription().Paths[path].Post} {
			if op != nil {
				all = append(all, described{path, op})
			}
		}
	}
	return all
}

// askSome sends a random request to one address.
func (s *server) askSome(t *rapid.T) {
	d := rapid.SampledFrom(s.describedRequests()).Draw(t, "address")
	query := url.Values{}
	for _, p := range d.op.Parameters {
		if p.Required || rapid.IntRange(0, 3).Draw(t, p.Name) == 0 {
			text := s.randomValue(t, p.Schema, p.Name, 2)
			var plain string
			if json.Unmarshal([]byte(text), &plain) != nil {
				plain = text
			}
			query.Set(p.Name, plain)
		}
	}
	target, body, kind := d.path, "", ""
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	if d.op.RequestBody != nil {
		for kind = range d.op.RequestBody.Content {
		}
		if kind == lineJSON {
			op, _ := operation.ByName(strings.TrimSuffix(strings.TrimPrefix(d.path, apiPath), "/batch"))
			s.askLines(t, d, target, &typeSchema{Ref: schemaPlace + op.Request.Name()})
			return
		}
		body = s.randomValue(t, d.op.RequestBody.Content[kind].Schema, "body", 5)
	}
	// The last searches of a batch may end after its answer. On a busy machine they could keep their slots for so long
	// that this request would be refused.
	waitUntil(t, "the earlier searches have ended", func() bool { return s.runningSearches() == 0 })
	a := askWithin(context.Background(), s, d.op.Method, target, body, "Content-Type", kind)
	if a.status >= 500 {
		t.Fatalf("%s %s %s: %d %s", d.op.Method, target, body, a.status, a.body)
	}
	s.checkConforming(t, d, a, target+" "+body)
}

// askLines sends a batch.
func (s *server) askLines(t *rapid.T, d described, target string, request *typeSchema) {
	var lines []string
	for range rapid.IntRange(0, 12).Draw(t, "lines") {
		line := ""
		switch rapid.IntRange(0, 5).Draw(t, "kind of line") {
		case 0:
			line = rapid.SampledFrom([]string{"", "  ", "# remark", "\t#"}).Draw(t, "nothing")
		case 1:
			line = puzzles.Draw(t, "bare")
		case 2:
			line = quoteJSON(puzzles.Draw(t, "quoted"))
		case 3:
			line = strings.Map(func(r rune) rune {
				if r == '\n' {
					return ' '
				}
				return r
			}, "x"+rapid.String().Draw(t, "text"))
		default:
			line = s.randomValue(t, request, "line", 3)
		}
		lines = append(lines, line)
	}
	want := 0
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			want++
		}
	}
	a := askWithin(context.Background(), s, "POST", target, strings.Join(lines, rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")), "Content-Type", lineJSON)
	if a.status != 200 {
		if a.status >= 500 {
			t.Fatalf("%s: %d %s", target, a.status, a.body)
		}
		s.checkConforming(t, d, a, target)
		return
	}
	got := 0
	for line := range strings.Lines(a.body) {
		got++
		answer, _ := strings.CutSuffix(d.path, "/batch")
		schema := s.englishDescription().Paths[answer].Post.Responses["200"].Content["application/json"].Schema
		if strings.HasPrefix(strings.TrimSpace(line), `{"type"`) {
			schema = s.englishDescription().Paths[answer].Post.Responses["422"].Content[problemJSON].Schema
			if strings.Contains(line, `"status":5`) || !strings.Contains(line, `"line":`) {
				t.Fatalf("%q: %s", lines, line)
			}
		}
		s.checkValid(t, schema, line, fmt.Sprintf("%q", lines))
	}
	if got != want {
		t.Fatalf("%d answers to %d lines: %q\n%s", got, want, lines, a.body)
	}
}

// checkConforming checks an answer against its description.
func (s *server) checkConforming(t *rapid.T, d described, a answer, what string) {
	kind, _, _ := strings.Cut(a.header.Get("Content-Type"), ";")
	response := d.op.Responses[fmt.Sprint(a.status)]
	if response == nil || response.Content[kind] == nil {
		t.Fatalf("%s: %d %s is not described", what, a.status, kind)
	}
	if strings.HasSuffix(kind, "json") {
		s.checkValid(t, response.Content[kind].Schema, a.body, what)
	}
}

func (s *server) checkValid(t *rapid.T, schema *typeSchema, text, what string) {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v in %s", what, err, text)
	}
	if at := s.englishDescription().violations(schema, v, "answer"); at != nil {
		t.Fatalf("%s: not as described: %s in %s", what, at, text)
	}
}

// puzzles generates texts that may be puzzles.
var puzzles = rapid.Custom(func(r *rapid.T) string {
	text := rapid.SampledFrom([]string{inkala, easy, easySolved, empty, contrary, unsolvable, slow, targetSample, hard, "", "..."}).Draw(r, "puzzle")
	for range rapid.IntRange(0, 3).Draw(r, "changes") {
		if len(text) > 0 {
			i := rapid.IntRange(0, len(text)-1).Draw(r, "at")
			text = text[:i] + string(rapid.SampledFrom([]rune("123456789.0_*x |")).Draw(r, "sign")) + text[i+1:]
		}
	}
	return text
})

// randomValue returns a JSON value. In nine of ten cases it satisfies the schema.
func (s *server) randomValue(t *rapid.T, schema *typeSchema, name string, depth int) string {
	schema = s.englishDescription().resolveSchema(schema)
	if depth <= 0 || rapid.IntRange(0, 9).Draw(t, name+" is odd") == 0 {
		return rapid.SampledFrom([]string{
			"null", "true", "[]", "{}", `""`, "0", "-1", "1.5", "1e400", "18446744073709551616", `"\u0000"`, `"` + strings.Repeat("9", 300) + `"`, "[[[[]]]]", `{"a":{"a":1}}`, "[null]", "nul", `"`, "{",
		}).Draw(t, "odd "+name)
	}
	switch {
	case schema.Enum != nil:
		b, _ := json.Marshal(rapid.SampledFrom(schema.Enum).Draw(t, name))
		return string(b)
	case schema.typeWithoutNull() == "object":
		var b bytes.Buffer
		b.WriteString("{")
		for _, field := range slices.Sorted(maps.Keys(schema.Properties)) {
			if !slices.Contains(schema.Required, field) && rapid.IntRange(0, 2).Draw(t, "has "+field) > 0 {
				continue
			}
			if b.Len() > 1 {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, "%q:%s", field, s.randomValue(t, schema.Properties[field], field, depth-1))
		}
		return b.String() + "}"
	case schema.typeWithoutNull() == "array":
		least, most := 0, 3
		if schema.MinItems != nil {
			least, most = *schema.MinItems, *schema.MinItems+1
		}
		if schema.MaxItems != nil {
			most = min(most, *schema.MaxItems)
		}
		n := rapid.IntRange(least, max(least, most)).Draw(t, name+" items")
		one := s.randomValue(t, schema.Items, name, depth-1)
		return "[" + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + "]"
	case schema.typeWithoutNull() == "boolean":
		return fmt.Sprint(rapid.Bool().Draw(t, name))
	case schema.typeWithoutNull() == "integer", schema.typeWithoutNull() == "number":
		least, most := int64(-1), int64(1)<<53
		if schema.Minimum != nil {
			least = int64(*schema.Minimum)
		}
		if schema.Maximum != nil {
			most = int64(*schema.Maximum)
		}
		return fmt.Sprint(rapid.OneOf(rapid.Int64Range(least, max(least, min(most, least+20))), rapid.Int64Range(least, max(least, most))).Draw(t, name))
	}
	return quoteJSON(rapid.OneOf(puzzles, rapid.SampledFrom([]string{
		"x-wing", "skyscraper", "r1c1", "r9c9=1", "r1c3<>4", "mrv", "easy", "2026-11-22", "rotate180", "classic", "x", "windoku", "jigsaw:" + strings.Repeat("1", 81), "sdk", "svg", "fpuzzles",
	}), rapid.String()).Draw(t, name))
}

// A number beyond the range of JSON is not repeated in the answer.
func TestNumberBeyondAll(t *testing.T) {
	for _, body := range []string{"1e400", `{"puzzle":1e400}`, `{"puzzle":"","limit":-1e400}`} {
		a := sendRequest(t, newServer(testConfig()), "POST", "/api/v1/solve", body)
		checkConforms(t, newServer(testConfig()), "POST", "/api/v1/solve", a)
		if a.status != 422 {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
}
