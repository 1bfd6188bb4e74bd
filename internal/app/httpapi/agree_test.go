package httpapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// bySchema returns the locations at which a request violates its schema.
func bySchema(s *server, op operation.Operation, body string) (all []string) {
	var v any
	if err := json.Unmarshal([]byte(body), &v); err == nil {
		all = s.englishDescription().violations(&typeSchema{Ref: schemaPlace + op.Request.Name()}, v, "body")
	}
	// A value such as 1e3 satisfies the schema, but is not an integer for encoding/json.
	if all == nil && json.Unmarshal([]byte(body), reflect.New(op.Request).Interface()) != nil {
		all = []string{"body"}
	}
	return all
}

// byTags returns the locations of the errors that the operation itself finds, by the tags of its fields.
func byTags(t rapid.TB, s *server, op operation.Operation, body string) (all []string, more bool) {
	_, err := op.ParseRequest(&operation.Call{Lang: message.English, Limits: s.config.Limits}, []byte(body))
	var p *wire.Problem
	if err != nil && !errors.As(err, &p) {
		t.Fatal(err)
	}
	if p == nil || p.Code != wire.InvalidRequest {
		return nil, false
	}
	for _, f := range p.Errors {
		all = append(all, f.Location)
	}
	slices.Sort(all)
	return slices.Compact(all), len(p.Errors) == 10
}

// checkErrorsAgree compares the errors that the description and the operation's tags find in the body of a request. It
// ignores errors about the meaning of fields. An answer names at most ten errors.
func checkErrorsAgree(t rapid.TB, s *server, op operation.Operation, body string) {
	schema := bySchema(s, op, body)
	tags, more := byTags(t, s, op, body)
	if more {
		schema = slices.DeleteFunc(schema, func(at string) bool { return !slices.Contains(tags, at) })
	}
	if !slices.Equal(schema, tags) {
		t.Errorf("%s %s\nschema: %q\ntags: %q", op.Name, body, schema, tags)
	}
}

// A tag that package operation does not know would have no effect.
func TestTagsAreKnown(t *testing.T) {
	known := []string{"json", "doc", "enum", "default", "limit", "minimum", "maximum", "minItems", "maxItems"}
	for _, op := range operation.All() {
		for _, f := range operation.Fields(op.Request) {
			for _, m := range regexp.MustCompile(`(\w+):"(?:[^"\\]|\\.)*"`).FindAllStringSubmatch(string(f.Tag), -1) {
				if !slices.Contains(known, m[1]) {
					t.Errorf("%s.%s has the tag %s, which package operation does not read", op.Name, f.Name, m[1])
				}
			}
		}
	}
}

// The tags and the schema agree on whether a random request is valid.
func TestTagsMeanWhatSchemasSayByChance(t *testing.T) {
	s := newServer(testConfig())
	for _, op := range operation.All() {
		if op.Request.NumField() == 0 {
			continue
		}
		rapid.Check(t, func(r *rapid.T) { checkErrorsAgree(r, s, op, someRequest(r, op)) })
	}
}

// someRequest returns an object with some of the operation's fields, or with others.
func someRequest(r *rapid.T, op operation.Operation) string {
	plain := rapid.SampledFrom([]string{
		"null", "true", "false", `""`, `"x"`, "0", "1", "-1", "1.5", "1e3", "1.0", "-0", "1e-400", "9007199254740992", "18446744073709551616", "[]", "{}", `{"a":1}`, `"` + easy + `"`,
		`"maximum"`, `"easiest"`, `"any"`, `"lex"`, "30000", "30001", "111111112",
	})
	list := rapid.Map(rapid.SliceOfN(plain, 0, 3), func(some []string) string { return "[" + strings.Join(some, ",") + "]" })
	long := rapid.Custom(func(r *rapid.T) string {
		n := rapid.SampledFrom([]int{19, 20, 21, 80, 81, 82, 200, 201}).Draw(r, "n")
		return "[" + strings.TrimSuffix(strings.Repeat(plain.Draw(r, "each")+",", n), ",") + "]"
	})
	var b bytes.Buffer
	b.WriteString("{")
	add := func(name, value string) {
		if b.Len() > 1 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "%q:%s", name, value)
	}
	for _, f := range operation.Fields(op.Request) {
		bounds := []string{cmp.Or(f.Tag.Get("default"), "1"), cmp.Or(f.Tag.Get("minimum"), "0"), cmp.Or(f.Tag.Get("maximum"), "7")}
		if f.Type.Kind() == reflect.String {
			bounds = []string{strconv.Quote(bounds[0]), strconv.Quote(easy)}
		}
		if rapid.Bool().Draw(r, f.Name) {
			add(f.Name, rapid.OneOf(plain, list, long, rapid.SampledFrom(bounds)).Draw(r, "value"))
		}
	}
	if rapid.IntRange(0, 3).Draw(r, "more") == 0 {
		add(rapid.SampledFrom([]string{"LIMIT", "x", "", "Puzzle", "puzzles"}).Draw(r, "name"), plain.Draw(r, "value"))
	}
	b.WriteString("}")
	return b.String()
}
