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

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"
	"pgregory.net/rapid"

	"nonet/internal/app/operation"
	"nonet/message"
	"nonet/wire"
)

// huma's sentences, and the catalogue's keys for them.
var wordings = []struct{ template, key string }{
	{validation.MsgUnexpectedProperty, "api.fault.unknownField"},
	{validation.MsgExpectedRequiredProperty, "api.fault.required"},
	{validation.MsgExpectedInteger, "api.fault.integer"},
	{validation.MsgExpectedNumber, "api.fault.integer"}, // the API has no other numbers
	{validation.MsgExpectedString, "api.fault.string"},
	{validation.MsgExpectedBoolean, "api.fault.other"},
	{validation.MsgExpectedArray, "api.fault.array"},
	{validation.MsgExpectedObject, "api.fault.object"},
	{validation.MsgExpectedOneOf, "api.fault.oneOf"},
	{validation.MsgExpectedMinimumNumber, "api.fault.minimum"},
	{validation.MsgExpectedMaximumNumber, "api.fault.maximum"},
	{validation.MsgExpectedMinItems, "api.fault.minItems"},
	{validation.MsgExpectedMaxItems, "api.fault.maxItems"},
}

// reworded is huma's sentence as the catalogue has it.
func reworded(t rapid.TB, text string) string {
	for _, w := range wordings {
		pattern := regexp.QuoteMeta(w.template)
		for _, verb := range []string{"%v", "%d", "%s"} {
			pattern = strings.ReplaceAll(pattern, verb, "(.*)")
		}
		if m := regexp.MustCompile("^" + pattern + "$").FindStringSubmatch(text); m != nil {
			value := strings.Join(m[1:], "")
			if f, err := strconv.ParseFloat(value, 64); err == nil { // huma writes limits as 1e+09
				value = strconv.FormatFloat(f, 'f', -1, 64)
			}
			return message.New(w.key, "value", value).String()
		}
	}
	t.Errorf("huma says %q, for which there is no key", text)
	return text
}

// byHuma is what huma finds wrong with a request, a place and a sentence each.
func byHuma(t rapid.TB, s *server, op operation.Operation, body string) (all []string) {
	var v any
	if err := json.Unmarshal([]byte(body), &v); err == nil {
		var found huma.ValidateResult
		huma.Validate(s.api().registry(), s.api().schemaOf(op.Request), huma.NewPathBuffer([]byte("body"), 4), huma.ModeWriteToServer, v, &found)
		for _, err := range found.Errors {
			var detail *huma.ErrorDetail
			if !errors.As(err, &detail) {
				t.Fatal(err)
			}
			all = append(all, detail.Location+": "+reworded(t, detail.Message))
		}
	}
	// What passes the schema, such as 1e3, may yet be no integer for encoding/json.
	if all == nil && json.Unmarshal([]byte(body), reflect.New(op.Request).Interface()) != nil {
		all = []string{"body: " + message.New("api.fault.plainInteger").String()}
	}
	slices.Sort(all)
	return all
}

// byTags is the same by the operation's own reading.
func byTags(t rapid.TB, s *server, op operation.Operation, body string) (all []string) {
	_, err := op.Filled(&operation.Call{Lang: message.English, Limits: s.config.Limits}, []byte(body))
	var p *wire.Problem
	if err != nil && !errors.As(err, &p) {
		t.Fatal(err)
	}
	if p == nil || p.Code != wire.InvalidRequest {
		return nil
	}
	for _, f := range p.Errors {
		what, _, _ := strings.Cut(f.Message, "; did you mean")
		all = append(all, f.Location+": "+what)
	}
	slices.Sort(all)
	return all
}

// agree holds the body of a request to an address against huma's schema and the operation's tags. What its fields
// mean is not asked; with more than ten faults, the two cannot be compared one by one.
func agree(t rapid.TB, s *server, op operation.Operation, body string) {
	huma, tags := byHuma(t, s, op, body), byTags(t, s, op, body)
	if len(huma) > 10 && len(tags) == 10 {
		return
	}
	if !slices.Equal(huma, tags) {
		t.Errorf("%s %s\nhuma: %q\ntags: %q", op.Name, body, huma, tags)
	}
}

// strictly makes huma ready: it takes LIMIT for limit, as encoding/json does, and its
// sentences say the limits before ours were put in.
func strictly(s *server) *server {
	huma.ValidateStrictCasing = true
	for _, schema := range s.api().registry().Map() {
		schema.PrecomputeMessages()
		for _, property := range schema.Properties {
			property.PrecomputeMessages()
		}
	}
	return s
}

// A tag that only huma knows would bind nobody else.
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

// A request made by chance is as good or bad for huma.
func TestTagsMeanWhatHumaSaysByChance(t *testing.T) {
	s := strictly(newServer(testConfig()))
	for _, op := range operation.All() {
		if op.Request.NumField() == 0 {
			continue
		}
		rapid.Check(t, func(r *rapid.T) { agree(r, s, op, someRequest(r, op)) })
	}
}

// someRequest is an object with some of the operation's fields, or others.
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
