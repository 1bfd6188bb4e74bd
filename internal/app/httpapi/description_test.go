package httpapi

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"nonet/internal/app/operation"
)

// openAPIDocument is the part of OpenAPI 3.1 that the description consists of.
type openAPIDocument struct {
	OpenAPI    string                 `json:"openapi"`
	Info       map[string]any         `json:"info"`
	Servers    []map[string]string    `json:"servers"`
	Security   []map[string][]string  `json:"security"`
	Tags       []map[string]string    `json:"tags"`
	Paths      map[string]*pathMethod `json:"paths"`
	Components struct {
		Schemas         map[string]*typeSchema       `json:"schemas"`
		Parameters      map[string]*parameter        `json:"parameters"` // shared by all operations
		Responses       map[string]*payload          `json:"responses"`  // the problems, by name
		SecuritySchemes map[string]map[string]string `json:"securitySchemes"`
	} `json:"components"`
}

type pathMethod struct {
	Get  *pathOperation `json:"get,omitempty"`
	Post *pathOperation `json:"post,omitempty"`
}

type pathOperation struct {
	Method      string              `json:"-"`
	OperationID string              `json:"operationId"`
	Summary     string              `json:"summary"`
	Description string              `json:"description"`
	Tags        []string            `json:"tags"`
	Parameters  []*parameter        `json:"parameters,omitempty"`
	RequestBody *payload            `json:"requestBody,omitempty"`
	Responses   map[string]*payload `json:"responses"`
}

type parameter struct {
	Ref         string      `json:"$ref,omitempty"`
	Name        string      `json:"name,omitempty"`
	In          string      `json:"in,omitempty"`
	Description string      `json:"description,omitempty"`
	Required    bool        `json:"required,omitempty"`
	Explode     *bool       `json:"explode,omitempty"`
	Schema      *typeSchema `json:"schema,omitempty"`
}

// payload is the body of a request or of a response.
type payload struct {
	Ref         string                `json:"$ref,omitempty"`
	Required    bool                  `json:"required,omitempty"`
	Description string                `json:"description,omitempty"`
	Content     map[string]*mediaType `json:"content,omitempty"`
}

type mediaType struct {
	Schema  *typeSchema `json:"schema"`
	Example any         `json:"example,omitempty"`
}

// typeSchema is the schema of a type.
type typeSchema struct {
	Ref                  string                 `json:"$ref,omitempty"`
	Type                 any                    `json:"type,omitempty"` // a name, or a list of a name and null
	Description          string                 `json:"description,omitempty"`
	Format               string                 `json:"format,omitempty"`
	Default              any                    `json:"default,omitempty"`
	Examples             []any                  `json:"examples,omitempty"`
	Enum                 []any                  `json:"enum,omitempty"`
	Const                any                    `json:"const,omitempty"`
	Minimum              *float64               `json:"minimum,omitempty"`
	Maximum              *float64               `json:"maximum,omitempty"`
	MinItems             *int                   `json:"minItems,omitempty"`
	MaxItems             *int                   `json:"maxItems,omitempty"`
	Items                *typeSchema            `json:"items,omitempty"`
	Properties           map[string]*typeSchema `json:"properties,omitempty"`
	Required             []string               `json:"required,omitempty"`
	AdditionalProperties any                    `json:"additionalProperties,omitempty"` // false, or a schema
	AnyOf                []*typeSchema          `json:"anyOf,omitempty"`
	ContentEncoding      string                 `json:"contentEncoding,omitempty"`
	ContentMediaType     string                 `json:"contentMediaType,omitempty"`
	ContentSchema        *typeSchema            `json:"contentSchema,omitempty"`
	Events               map[string]*typeSchema `json:"x-events,omitempty"`
}

// typeWithoutNull returns the type's name without null, or "" for any type.
func (s *typeSchema) typeWithoutNull() string {
	switch name := s.Type.(type) {
	case string:
		return name
	case []any:
		return name[0].(string)
	}
	return ""
}

func (s *typeSchema) isNullable() bool {
	_, is := s.Type.([]any)
	return is
}

const schemaPlace = "#/components/schemas/"

// schemaOf returns the schema of a type, and adds those of structs to the document.
func (d *openAPIDocument) schemaOf(t reflect.Type) *typeSchema {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	whole := func(least *float64) *typeSchema { return &typeSchema{Type: "integer", Format: "int64", Minimum: least} }
	switch {
	case t.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return &typeSchema{Type: "string"}
	case t == reflect.TypeFor[[]byte]():
		return &typeSchema{Type: "string", ContentEncoding: "base64"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &typeSchema{Type: "boolean"}
	case reflect.String:
		return &typeSchema{Type: "string"}
	case reflect.Int, reflect.Int64:
		return whole(nil)
	case reflect.Uint64:
		return whole(new(float64))
	case reflect.Float64:
		return &typeSchema{Type: "number", Format: "double"}
	case reflect.Interface:
		return &typeSchema{}
	case reflect.Map:
		return &typeSchema{Type: "object", AdditionalProperties: d.schemaOf(t.Elem())}
	case reflect.Slice:
		return &typeSchema{Type: "array", Items: d.schemaOf(t.Elem())}
	case reflect.Array:
		n := t.Len()
		return &typeSchema{Type: "array", Items: d.schemaOf(t.Elem()), MinItems: &n, MaxItems: &n}
	case reflect.Struct:
		if d.Components.Schemas[t.Name()] == nil {
			s := &typeSchema{Type: "object", AdditionalProperties: false, Properties: map[string]*typeSchema{}}
			d.Components.Schemas[t.Name()] = s
			for _, f := range operation.Fields(t) {
				s.Properties[f.Name] = d.fieldSchema(f)
				if !f.Optional {
					s.Required = append(s.Required, f.Name)
				}
			}
		}
		return &typeSchema{Ref: schemaPlace + t.Name()}
	}
	panic("no schema for " + t.String())
}

// fieldSchema returns the schema of a field, from its type and its tags.
func (d *openAPIDocument) fieldSchema(f operation.Field) *typeSchema {
	s := d.schemaOf(f.Type)
	s.Description = f.Tag.Get("doc")
	if s.Ref != "" {
		return s
	}
	if format, ok := f.Tag.Lookup("format"); ok {
		s.Format = format
	}
	value := func(text string) (v any) {
		switch {
		case s.Type == "string":
			return text
		case s.Type == "array" && s.Items.Type == "string" && text[0] != '[':
			return strings.Split(text, ",")
		}
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			panic(f.Name + ": " + err.Error())
		}
		return v
	}
	if text, ok := f.Tag.Lookup("default"); ok {
		s.Default = value(text)
	}
	if text, ok := f.Tag.Lookup("example"); ok {
		s.Examples = []any{value(text)}
	}
	number := func(tag string, to **float64) {
		if n, err := strconv.ParseFloat(f.Tag.Get(tag), 64); err == nil {
			*to = &n
		}
	}
	length := func(tag string, to **int) {
		if n, err := strconv.Atoi(f.Tag.Get(tag)); err == nil {
			*to = &n
		}
	}
	length("minItems", &s.MinItems)
	length("maxItems", &s.MaxItems)
	each := s
	for each.Items != nil {
		each = each.Items
	}
	number("minimum", &each.Minimum)
	number("maximum", &each.Maximum)
	for _, name := range f.Choices() {
		each.Enum = append(each.Enum, name)
	}
	if f.Type.Kind() == reflect.Pointer && !f.Optional {
		s.Type = []any{s.Type, "null"}
	}
	return s
}

// resolveSchema returns the schema that s refers to, or s.
func (d *openAPIDocument) resolveSchema(s *typeSchema) *typeSchema {
	if name, ok := strings.CutPrefix(s.Ref, schemaPlace); ok {
		return d.Components.Schemas[name]
	}
	return s
}

// violations returns the locations at which a value violates a schema. As in the operations,
// null means that a field is absent.
func (d *openAPIDocument) violations(s *typeSchema, v any, at string) (all []string) {
	s = d.resolveSchema(s)
	fault := func(at string) { all = append(all, at) }
	if v == nil && s.isNullable() {
		return nil
	}
	switch kind := s.typeWithoutNull(); kind {
	case "":
	case "string":
		if _, ok := v.(string); !ok {
			return []string{at}
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return []string{at}
		}
	case "integer", "number":
		n, ok := v.(float64)
		if !ok {
			return []string{at}
		}
		if kind == "integer" && n != math.Trunc(n) || s.Minimum != nil && n < *s.Minimum || s.Maximum != nil && n > *s.Maximum {
			fault(at)
		}
	case "array":
		list, ok := v.([]any)
		if !ok {
			return []string{at}
		}
		if s.MinItems != nil && len(list) < *s.MinItems || s.MaxItems != nil && len(list) > *s.MaxItems {
			fault(at)
		}
		for i, item := range list {
			all = append(all, d.violations(s.Items, item, fmt.Sprintf("%s[%d]", at, i))...)
		}
	case "object":
		fields, ok := v.(map[string]any)
		if !ok {
			return []string{at}
		}
		for _, name := range s.Required {
			if _, ok := fields[name]; !ok {
				fault(at)
			}
		}
		for name, field := range fields {
			property := s.Properties[name]
			switch {
			case property != nil && field == nil && !slices.Contains(s.Required, name):
			case property != nil:
				all = append(all, d.violations(property, field, at+"."+name)...)
			case s.AdditionalProperties == false:
				fault(at + "." + name)
			}
		}
	default:
		panic("a schema of type " + kind)
	}
	if s.Enum != nil && !slices.Contains(s.Enum, v) || s.Const != nil && v != s.Const {
		fault(at)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
