package httpapi

import (
	"fmt"
	"html"
	"strings"
)

// markup is HTML. Two functions make it: what else stands in it is escaped.
//
// html/template would do, but it calls methods by their names, so the linker keeps every
// exported method of every type: six megabytes.
type markup string

// markupf formats HTML. It escapes each argument that is no markup. An argument may stand
// in text or in a quoted attribute, but in no address that a visitor chooses.
func markupf(format string, args ...any) markup {
	for i, a := range args {
		if _, ok := a.(markup); !ok {
			args[i] = html.EscapeString(fmt.Sprint(a))
		}
	}
	return markup(fmt.Sprintf(format, args...))
}

// each returns the markup of all items, one after the other.
func each[T any](items []T, of func(i int, item T) markup) markup {
	var b strings.Builder
	for i, item := range items {
		b.WriteString(string(of(i, item)))
	}
	return markup(b.String())
}
