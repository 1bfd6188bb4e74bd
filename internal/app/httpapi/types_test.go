package httpapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"nonet/internal/check/golden"
)

// The page's types are those of the description.
func TestTypesOfThePage(t *testing.T) {
	golden.Check(t, "../../../web/js/engine/types.d.ts", typesOf(newServer(testConfig()).api().registry()))
}

// typesOf are the description's schemas as TypeScript's interfaces.
func typesOf(registry huma.Registry) string {
	var b strings.Builder
	b.WriteString("// The requests and answers of the API. Code generated from its description by go generate ./internal/app/httpapi; DO NOT EDIT.\n")
	all := registry.Map()
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

func typeOf(schema *huma.Schema) string {
	kind := map[string]string{huma.TypeString: "string", huma.TypeBoolean: "boolean", huma.TypeInteger: "number", huma.TypeNumber: "number", "": "unknown"}[schema.Type]
	const few = 9 // entries of a list that is told one by one
	switch {
	case schema.Ref != "":
		kind = schema.Ref[strings.LastIndexByte(schema.Ref, '/')+1:]
	case schema.Enum != nil:
		var names []string
		for _, value := range schema.Enum {
			names = append(names, fmt.Sprintf("%q", value))
		}
		kind = strings.Join(names, " | ")
	case schema.Type == huma.TypeArray && schema.MinItems != nil && schema.MaxItems != nil && *schema.MinItems == *schema.MaxItems && *schema.MaxItems <= few:
		kind = "[" + strings.Join(slices.Repeat([]string{typeOf(schema.Items)}, *schema.MaxItems), ", ") + "]"
	case schema.Type == huma.TypeArray:
		if kind = typeOf(schema.Items); strings.Contains(kind, " | ") {
			kind = "(" + kind + ")"
		}
		kind += "[]"
	}
	if schema.Nullable {
		kind += " | null"
	}
	return kind
}
