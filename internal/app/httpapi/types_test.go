package httpapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"nonet/internal/check/golden"
)

// The page's types match the description.
func TestTypesOfThePage(t *testing.T) {
	golden.Check(t, "../../../web/js/engine/types.d.ts", typesOf(newServer(testConfig()).englishDescription()))
}

// typesOf returns the description's schemas as TypeScript interfaces.
func typesOf(d *openAPIDocument) string {
	var b strings.Builder
	b.WriteString("// The requests and answers of the API. Code generated from its description by go generate ./internal/app/httpapi; DO NOT EDIT.\n")
	all := d.Components.Schemas
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "\nexport interface %s {\n", name)
		schema := all[name]
		for _, field := range slices.Sorted(maps.Keys(schema.Properties)) {
			property, optional := schema.Properties[field], "?"
			if slices.Contains(schema.Required, field) {
				optional = ""
			}
			fmt.Fprintf(&b, "  /** %s */\n  %s%s: %s;\n", property.Description, field, optional, typeOf(property))
		}
		b.WriteString("}\n")
	}
	return b.String()
}

func typeOf(schema *typeSchema) string {
	kind := map[string]string{"string": "string", "boolean": "boolean", "integer": "number", "number": "number", "": "unknown"}[schema.typeWithoutNull()]
	const few = 9 // longer enumerations are not listed
	switch {
	case schema.Ref != "":
		kind = schema.Ref[strings.LastIndexByte(schema.Ref, '/')+1:]
	case schema.Enum != nil:
		var names []string
		for _, value := range schema.Enum {
			names = append(names, fmt.Sprintf("%q", value))
		}
		kind = strings.Join(names, " | ")
	case schema.typeWithoutNull() == "array" && schema.MinItems != nil && schema.MaxItems != nil && *schema.MinItems == *schema.MaxItems && *schema.MaxItems <= few:
		kind = "[" + strings.Join(slices.Repeat([]string{typeOf(schema.Items)}, *schema.MaxItems), ", ") + "]"
	case schema.typeWithoutNull() == "array":
		if kind = typeOf(schema.Items); strings.Contains(kind, " | ") {
			kind = "(" + kind + ")"
		}
		kind += "[]"
	}
	if schema.isNullable() {
		kind += " | null"
	}
	return kind
}
