package operation

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"nonet/format"
	"nonet/internal/suggest"
	"nonet/message"
	"nonet/wire"
)

// A request is a struct of strings, integers, booleans and lists of these. Struct tags describe its fields. This file
// reads the tags. So does the test that generates the API's description:
//
// 	json:"name"            a required field
// 	json:"name,omitempty"  a field that may be absent or null
// 	minimum, maximum       of an integer, or of each in a list
// 	minItems, maxItems     of a list
// 	enum:"a,b"             the permitted texts; see Choices
// 	default                the value of an absent or zero field
// 	doc                    description
// 	limit                  "time", "solutions" or "count"
//
// The tag limit is our own. It names a field of [Limits], whose value is the maximum and the default of the request's
// field.

// parseObject parses a request's JSON object as encoding/json does, but keeps the digits of numbers. `first` is the
// number of the object's first line, for the line numbers in problems.
func parseObject(request []byte, first int, lang message.Lang) (any, *wire.Problem) {
	request = bytes.TrimPrefix(request, []byte("\ufeff")) // some editors write a byte order mark at the beginning
	if len(bytes.TrimSpace(request)) == 0 {
		p := wire.NewProblem(wire.InvalidJSON, lang)
		p.Detail = message.New("api.emptyBody").In(lang)
		return nil, p.AtLocation("body")
	}
	var raw json.RawMessage
	if err := json.Unmarshal(request, &raw); err != nil {
		offset := int64(len(request))
		if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
			offset = min(syntax.Offset, offset)
		}
		before := request[:max(offset-1, 0)]
		line := bytes.Count(before, []byte("\n")) + first
		column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
		return nil, wire.NewProblem(wire.InvalidJSON, lang, "line", line, "column", column).AtLocation("body")
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(request))
	d.UseNumber()
	_ = d.Decode(&v) // the text was parsed above, so there is no error
	return v, nil
}

// Field is a field of a request's struct, with the content of its tags.
type Field struct {
	reflect.StructField
	Name     string // the field's name in JSON
	Optional bool
}

// Choices returns the texts that the field permits, from its tag enum; nil means any text. In the tag, "formats" stands
// for all formats that nonet writes.
func (f Field) Choices() (all []string) {
	for name := range strings.SplitSeq(f.Tag.Get("enum"), ",") {
		if name == "formats" {
			for _, k := range format.WritableKinds() {
				all = append(all, k.Style())
			}
		} else if name != "" {
			all = append(all, name)
		}
	}
	return all
}

// FieldLimit returns the greatest value of a field, and the value of an absent field. ok is false if the field has no
// tag limit.
func (l Limits) FieldLimit(f Field) (greatest, ifAbsent uint64, ok bool) {
	switch f.Tag.Get("limit") {
	case "time":
		greatest = uint64(l.Time.Milliseconds())
	case "solutions":
		greatest = uint64(l.Solutions)
	case "count":
		greatest = l.Count
	default:
		return 0, 0, false
	}
	ifAbsent, _ = strconv.ParseUint(f.Tag.Get("default"), 10, 64)
	return greatest, min(ifAbsent, greatest), true
}

// Fields returns the fields of the request type t, including those of embedded structs.
func Fields(t reflect.Type) []Field {
	if known, ok := fieldsOf.Load(t); ok {
		return known.([]Field)
	}
	var all []Field
	for _, f := range reflect.VisibleFields(t) {
		if name, options, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			all = append(all, Field{f, name, options == "omitempty"})
		}
	}
	fieldsOf.Store(t, all)
	return all
}

// fieldsOf caches the result of Fields by type. Computing this result takes as long as solving a puzzle.
var fieldsOf sync.Map

// filling collects the errors while one request is stored in its struct.
type filling struct {
	*Call
	faults []fault
	uneven bool // true if an integer was written with a point or an exponent
}

type fault struct {
	location string // the path of the invalid field; it begins with "body" or "query"
	value    any
	what     message.Message
}

// fillFields sets the fields of structs from a JSON object or from query parameters. If a parameter occurs several
// times, only its first value counts; an empty value counts as none. The problem lists the errors of all fields, but at
// most maxFaults. If a query has unknown parameters, the problem lists only these.
func (c *Call) fillFields(from any, structs ...reflect.Value) *wire.Problem {
	f := filling{Call: c}
	var names []string
	for _, q := range structs {
		for _, field := range Fields(q.Type()) {
			if c.in != "query" || IsParameter(field.Type) {
				names = append(names, field.Name)
			}
		}
	}
	slices.Sort(names)
	given, missing, unknown := map[string]any{}, "api.fault.required", "api.fault.unknownField"
	switch from := from.(type) {
	case map[string]any:
		given = from
	case map[string][]string:
		missing, unknown = "api.fault.requiredParameter", "api.fault.unknownParameter"
		for name, values := range from {
			if !slices.Contains(names, name) {
				given[name] = nil
			} else if len(values) > 0 && values[0] != "" {
				given[name] = values[0]
			}
		}
	default:
		f.addFault(c.in, from, "api.fault.object")
		return f.problem()
	}
	for name := range given {
		if !slices.Contains(names, name) {
			f.faults = append(f.faults, fault{c.fieldPath(name), nil, suggest.WithSuggestions(message.New(unknown), name, names)})
		}
	}
	if c.in == "query" && f.faults != nil {
		return f.problem()
	}
	for _, q := range structs {
		for _, field := range Fields(q.Type()) {
			v, ok := given[field.Name]
			to := q.FieldByIndex(field.Index)
			switch {
			case ok && (v != nil || !field.Optional):
				f.storeValue(to, v, c.fieldPath(field.Name), field)
			case ok || field.Optional:
			case c.in == "query":
				f.addFault(c.fieldPath(field.Name), nil, missing)
			default:
				f.addFault(c.in, nil, missing, "value", field.Name)
			}
			if to.IsZero() {
				c.setDefault(to, field)
			}
		}
	}
	return f.problem()
}

// IsParameter reports whether a field of type t can be a query parameter.
func IsParameter(t reflect.Type) bool { return t.Kind() != reflect.Slice }

func (f *filling) addFault(location string, value any, key string, args ...any) {
	f.faults = append(f.faults, fault{location, value, message.New(key, args...)})
}

// storeValue checks v against the tags, and stores it in the field `to`.
func (f *filling) storeValue(to reflect.Value, v any, path string, tags Field) {
	if to.Kind() == reflect.Pointer {
		to.Set(reflect.New(to.Type().Elem()))
		to = to.Elem()
	}
	switch to.Kind() {
	case reflect.String:
		f.storeText(to, v, path, tags)
	case reflect.Bool:
		b, ok := v.(bool)
		if !ok {
			f.addFault(path, v, "api.fault.other")
		}
		to.SetBool(b)
	case reflect.Slice:
		f.storeList(to, v, path, tags)
	case reflect.Int, reflect.Int64, reflect.Uint64:
		f.storeInteger(to, v, path, tags)
	default:
		panic("operation: no request has a field like " + tags.Name)
	}
}

func (f *filling) storeText(to reflect.Value, v any, path string, tags Field) {
	text, ok := v.(string)
	known := tags.Choices()
	switch {
	case !ok:
		f.addFault(path, v, "api.fault.string")
	case known != nil && !slices.Contains(known, text):
		f.addFault(path, v, "api.fault.oneOf", "value", strings.Join(known, ", "))
	default:
		to.SetString(text)
	}
}

func (f *filling) storeList(to reflect.Value, v any, path string, tags Field) {
	list, ok := v.([]any)
	if !ok {
		f.addFault(path, v, "api.fault.array")
		return
	}
	if n := int(tags.numberTag("minItems", 0)); len(list) < n {
		f.addFault(path, v, "api.fault.minItems", "value", n)
	}
	if n := int(tags.numberTag("maxItems", math.MaxInt32)); len(list) > n {
		f.addFault(path, v, "api.fault.maxItems", "value", n)
	}
	to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
	for i, v := range list {
		f.storeValue(to.Index(i), v, fmt.Sprintf("%s[%d]", path, i), tags)
	}
}

func (f *filling) storeInteger(to reflect.Value, v any, path string, tags Field) {
	number, ok := v.(json.Number)
	if text, is := v.(string); is && f.in == "query" {
		n, err := strconv.ParseInt(text, 10, 64)
		number, ok = json.Number(strconv.FormatInt(n, 10)), err == nil
	}
	if !ok {
		f.addFault(path, v, "api.fault.integer")
		return
	}
	n, err := number.Float64()
	if err != nil { // no integer type can hold the number
		f.uneven = true
		return
	}
	if n != math.Trunc(n) {
		f.addFault(path, n, "api.fault.integer")
	}
	least, greatest := tags.numberTag("minimum", math.Inf(-1)), tags.numberTag("maximum", math.Inf(1))
	if to.Kind() == reflect.Uint64 {
		least = max(least, 0)
	}
	if most, _, ok := f.Limits.FieldLimit(tags); ok {
		greatest = float64(most)
	}
	if n < least {
		f.addFault(path, n, "api.fault.minimum", "value", strconv.FormatFloat(least, 'f', -1, 64))
	}
	if n > greatest {
		f.addFault(path, n, "api.fault.maximum", "value", strconv.FormatFloat(greatest, 'f', -1, 64))
	}
	if json.Unmarshal([]byte(number), to.Addr().Interface()) != nil {
		f.uneven = true
	}
}

func (f *Field) numberTag(tag string, ifAbsent float64) float64 {
	if n, err := strconv.ParseFloat(f.Tag.Get(tag), 64); err == nil {
		return n
	}
	return ifAbsent
}

// setDefault stores the default of the tags in a field that the request lacks or sets to 0.
func (c *Call) setDefault(to reflect.Value, tags Field) {
	text, ok := tags.Tag.Lookup("default")
	if _, ifAbsent, limited := c.Limits.FieldLimit(tags); limited {
		text = strconv.FormatUint(ifAbsent, 10)
	}
	if to.Kind() == reflect.String {
		to.SetString(text)
	} else if ok {
		if err := json.Unmarshal([]byte(text), to.Addr().Interface()); err != nil {
			panic("operation: the default of " + tags.Name + ": " + err.Error())
		}
	}
}

// maxFaults is the largest number of errors that a problem lists.
const maxFaults = 10

// problem returns a problem that lists the errors so far: at most maxFaults, sorted by location.
func (f *filling) problem() *wire.Problem {
	if f.faults == nil && f.uneven {
		f.addFault(f.in, nil, "api.fault.plainInteger")
	}
	if f.faults == nil {
		return nil
	}
	sort.SliceStable(f.faults, func(i, j int) bool { return f.faults[i].location < f.faults[j].location })
	p := wire.NewProblem(wire.InvalidRequest, f.Lang)
	var texts []string
	for _, one := range f.faults[:min(len(f.faults), maxFaults)] {
		w := wire.Fault{Message: one.what.In(f.Lang), Location: ShortenText(one.location), Value: valueIfShort(one.value)}
		_, field, _ := strings.Cut(w.Location, ".")
		p.Errors = append(p.Errors, w)
		texts = append(texts, message.New("api.fault", "field", cmp.Or(field, w.Location), "message", w.Message).In(f.Lang))
	}
	p.Detail = strings.Join(texts, message.New("api.faultSeparator").In(f.Lang))
	return p
}

const maxEcho = 100 // answers and logs repeat at most this many characters of a request

// ShortenText returns the first 100 characters of s, for an answer or the log.
func ShortenText(s string) string {
	if utf8.RuneCountInString(s) <= maxEcho {
		return s
	}
	return string([]rune(s)[:maxEcho]) + "…"
}

// valueIfShort returns v if it is a boolean, a number or a short text, which an answer may repeat.
func valueIfShort(v any) any {
	switch v := v.(type) {
	case string:
		if v != "" && utf8.RuneCountInString(v) <= maxEcho {
			return v
		}
	case json.Number:
		if n, err := v.Float64(); err == nil { // omit numbers outside the range of float64
			return n
		}
	case bool, float64:
		return v
	}
	return nil
}
