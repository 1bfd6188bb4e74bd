package httpapi

import (
	"fmt"
	"html"
	"strings"
)

// markup is HTML. Only formatMarkup and eachMarkup make it; they escape everything else.
//
// html/template could do this, but it calls methods by name, so the linker would keep every
// exported method of every type: six megabytes.
type markup string

// formatMarkup formats HTML and escapes each argument that is not markup. An argument may stand in
// text or in a quoted attribute, but not in a URL that a visitor can choose.
func formatMarkup(format string, args ...any) markup {
	for i, a := range args {
		if _, ok := a.(markup); !ok {
			args[i] = html.EscapeString(fmt.Sprint(a))
		}
	}
	return markup(fmt.Sprintf(format, args...))
}

// eachMarkup returns the concatenated markup of all items.
func eachMarkup[T any](items []T, of func(i int, item T) markup) markup {
	var b strings.Builder
	for i, item := range items {
		b.WriteString(string(of(i, item)))
	}
	return markup(b.String())
}
