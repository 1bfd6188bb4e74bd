// Package suggest finds the known names that a mistyped name may stand for.
//
// The package must not import the packages that own the names.
package suggest

import (
	"slices"
	"strings"
	"unicode"

	"nonet/message"
)

// maxNames is the largest number of names to suggest.
const maxNames = 3

// longest is the greatest length, in bytes, of a mistyped name that is compared.
const longest = 64

// Names returns up to three known names that are similar to an unknown name. A similar name differs in at most a third
// of the letters. Of the similar names, Names returns only those that differ least. If no name is similar, it returns
// the known names that begin with name, or else those that contain name. Case, hyphens, blanks and underscores do not
// count. For a name without letters, Names returns none.
func Names(name string, known []string) []string {
	given := plainName(name)
	if len(given) == 0 || len(name) > longest || !strings.ContainsFunc(name, unicode.IsLetter) {
		return nil
	}
	least := len(given) / 3
	var nearest, begin, inside []string
	for i, k := range known {
		if slices.Contains(known[:i], k) {
			continue // two things have this name
		}
		letters := plainName(k)
		if d := editDistance(given, letters); d <= least {
			if d < least {
				nearest = nil
			}
			nearest, least = append(nearest, k), d
		}
		if len(given) < 3 {
			continue
		}
		switch i := strings.Index(string(letters), string(given)); {
		case i == 0:
			begin = append(begin, k)
		case i > 0:
			inside = append(inside, k)
		}
	}
	for _, list := range [][]string{nearest, begin, inside} {
		if len(list) > 0 {
			return list[:min(len(list), maxNames)]
		}
	}
	return nil
}

// WithSuggestions returns the message `what`, followed by the known names that [Names] finds for the typed name, if
// any.
func WithSuggestions(what message.Message, name string, known []string) message.Message {
	names := Names(name, known)
	if names == nil {
		return what
	}
	return message.New("suggest.mean", "what", what, "names", strings.Join(names, ", "))
}

// plainName returns the letters and digits of a name, in lower case.
func plainName(name string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name))
}

// editDistance returns how many letters must be inserted, deleted, changed or swapped to turn a into b.
func editDistance(a, b []rune) int {
	// Rows i−2, i−1 and i of the table. Entry i, j of the table is the distance of a[:i] from b[:j].
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			changed := last[j-1]
			if a[i-1] != b[j-1] {
				changed++
			}
			row[j] = min(last[j]+1, row[j-1]+1, changed)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
