//go:build !js

package puzzle

import (
	"regexp"
	"strings"
)

// The checker matches patterns with the standard library, so a mistake in the solver's code does not hide itself.

// patternMistake describes the mistake in a pattern, or returns "" if the pattern is valid.
func patternMistake(text string) string {
	if _, err := standardPattern(text); err != nil {
		return err.Error()
	}
	return ""
}

// patternMatches reports whether values, written as one letter or digit each, match a pattern.
func patternMatches(text string, values []byte) bool {
	pattern, err := standardPattern(text)
	return err == nil && pattern.Match(values)
}

func standardPattern(text string) (*regexp.Regexp, error) {
	return regexp.Compile("^(?:" + strings.ToUpper(text) + ")$")
}
